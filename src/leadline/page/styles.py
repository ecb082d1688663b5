"""What the page's own style rules hide: forms, controls and links that no reader sees.

Read are ``style`` elements, ``style`` attributes and ``hidden``. Selectors are read as far as
tags, classes and identifiers go, with ancestors; rules with anything else are left out. The last
rule of the highest specificity wins, property by property, as in a browser.

>>> from leadline.page.dom import parse_html
>>> html = "<style>.x p {left: -999px}</style><div class=x><p>trap</p></div><p>shown</p>"
>>> document = parse_html(html, "http://h.test/")
>>> [is_invisible(document, node) for node in document.elements("p")]
[True, False]
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from leadline.page.dom import Attributes, Document

MAX_STYLE_CHARACTERS: Final = 500_000
"""Characters of a page's style sheets that are read."""
MAX_HIDING_RULES: Final = 2_000
MAX_STYLE_STEPS: Final = 500_000
"""Elements of a page that are compared with what selectors say of those around."""
MAX_COMPOUNDS: Final = 4
"""Steps of a selector; longer ones are left out."""
MIN_OFFSCREEN: Final = {"left": 100, "top": 100, "right": 100, "margin-left": 1_500}
"""Pixels (or any unit) from which nothing is seen; margins of some hundreds centre a page."""

WHOLE_PAGE_TAGS: Final = frozenset({"html", "body", "main"})

_STYLE_ELEMENT: Final = re.compile(r"<(?i:style)\b[^<>]*+>(.*?)(?:</(?i:style)|\Z)", re.DOTALL)
_COMPOUND: Final = re.compile(r"(?:\*|[A-Za-z][\w-]*+)?(?:[.#](?:[\w-]|\\[^\w])+)*")
_SELECTOR_NAME: Final = re.compile(r"([.#]?)((?:[\w-]|\\[^\w])+)")
_OFFSCREEN: Final = re.compile(r"-(\d{1,9})")
_NOTHING: Final = re.compile(r"[+-]?0*+(?:\.0*+)?(?:px|em|rem|%|pt|vh|vw)?")
_GONE: Final = re.compile(
    r"scale\(\s*0\s*\)|translate[xy3d]*\(\s*-\d{3}|rect\(\s*0|inset\(\s*(?:50|100)%"
)
_MEDIA: Final = re.compile(r"@media\b", re.IGNORECASE)
_MEDIA_NOT_SEEN: Final = re.compile(r"print|speech|not\s|max-|orientation|prefers|hover|pointer|<")
"""What stands in the media query of a rule that does not count on a wide screen."""
_CSS_SIGN: Final = re.compile(
    r"/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?|\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*\"?"
    r"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*'?|(?i:url)\([^()\"'\s]*+\)|\\.|[][{}();]",
    re.DOTALL,
)
"""A sign that parts of a style sheet begin or end with; or what may hold one and means none."""
_COMMENT: Final = re.compile(r"/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?")
_BETWEEN: Final = re.compile(r"(?:\s|/\*[^*]*+(?:\*(?!/)[^*]*+)*\*/|<!--|-->)*")
_CLOSERS: Final = {"{": "}", "(": ")", "[": "]"}

Declarations = tuple[tuple[str, bool], ...]
"""Properties with whether their value hides."""


@dataclass(frozen=True, slots=True)
class HidingRule:
    """A selector, last compound first, with what it declares; ``rank`` orders rules."""

    compounds: tuple[frozenset[tuple[str, str]], ...]
    declarations: Declarations
    rank: tuple[int, int, int, int]


@dataclass(slots=True)
class _HiddenNodes:
    """What was found out of a document: elements that are hidden, by themselves or from above."""

    hidden: dict[int, bool] = field(default_factory=dict)
    invisible: dict[int, bool] = field(default_factory=dict)
    steps_left: int = MAX_STYLE_STEPS


_SEEN: Final[WeakKeyDictionary[Document, _HiddenNodes]] = WeakKeyDictionary()


def is_invisible(document: Document, node: int) -> bool:
    """Tell whether style hides an element, by itself or with an element around it.

    A whole page is hidden only until its script has run.
    """
    seen = _seen_of(document).invisible
    below: list[int] = []
    above = node
    while above >= 0 and above not in seen:
        below.append(above)
        above = document.parent[above]
    hidden = above >= 0 and seen[above]
    for inner in reversed(below):
        is_page = document.tag[inner] in WHOLE_PAGE_TAGS
        hidden = seen[inner] = hidden or (not is_page and is_hidden(document, inner))
    return seen[node] or is_hidden(document, node)


def is_hidden(document: Document, node: int) -> bool:
    """Tell whether style or the attribute ``hidden`` hide an element itself."""
    known = _seen_of(document).hidden
    if node not in known:
        known[node] = _is_hidden_by(document, node)
    return known[node]


def _seen_of(document: Document) -> _HiddenNodes:
    seen = _SEEN.get(document)
    if seen is None:
        seen = _SEEN[document] = _HiddenNodes()
    return seen


def _is_hidden_by(document: Document, node: int) -> bool:
    rules = _rules_of(document.html)
    has = document.attributes[node]
    inline = _inline(has["style"] or "") if has and has.get("style") else ()
    if not rules and not inline:
        return "hidden" in has
    names = _names(document.tag[node], has)
    fitting = [
        rule
        for name in names
        for rule in rules.get(name, ())
        if rule.compounds[0] <= names and _fits_above(document, node, rule.compounds[1:])
    ]
    hides = {"hidden": "hidden" in has}
    for rule in sorted(fitting, key=lambda rule: rule.rank):
        hides.update(rule.declarations)
    hides.update(inline)
    return any(hides.values())


def _fits_above(
    document: Document, node: int, compounds: tuple[frozenset[tuple[str, str]], ...]
) -> bool:
    """Tell whether elements around a node fit the other compounds, from the inside out."""
    seen = _seen_of(document)
    for above in document.ancestors(node) if compounds else ():
        seen.steps_left -= 1
        if seen.steps_left < 0:
            return False
        if compounds[0] <= _names(document.tag[above], document.attributes[above]):
            compounds = compounds[1:]
            if not compounds:
                break
    return not compounds


def _names(tag: str, attributes: Attributes) -> frozenset[tuple[str, str]]:
    return _names_of(tag, attributes.get("id") or "", attributes.get("class") or "")


@lru_cache(maxsize=4096)
def _names_of(tag: str, identifier: str, classes: str) -> frozenset[tuple[str, str]]:
    names = {("", tag), ("", "*"), ("#", identifier)}
    return frozenset(names.union((".", name) for name in classes.split()))


@lru_cache(maxsize=8)
def _rules_of(html: str) -> dict[tuple[str, str], tuple[HidingRule, ...]]:
    """Return the rules that say whether something is seen, by a name of their last compound."""
    sheets = "\n".join(_STYLE_ELEMENT.findall(html))[:MAX_STYLE_CHARACTERS]
    by_name: dict[tuple[str, str], list[HidingRule]] = {}
    if not sheets:
        return {}
    count = 0
    for order, (selectors, content) in enumerate(_qualified_rules(sheets)):
        declarations = _declared(content)
        for selector in selectors.split(",") if declarations else ():
            compounds = _compounds(selector)
            if compounds and count < MAX_HIDING_RULES:
                count += 1
                rule = HidingRule(compounds, declarations, (*_specificity(compounds), order))
                by_name.setdefault(max(compounds[0]), []).append(rule)
    every = (rule for rules in by_name.values() for rule in rules)
    if not any(hides for rule in every for _, hides in rule.declarations):
        return {}
    return {name: tuple(rules) for name, rules in by_name.items()}


def _qualified_rules(css: str) -> Iterator[tuple[str, str]]:
    """Yield selectors and contents of the rules that count on a screen."""
    for prelude, content in _parts(css):
        if not prelude.startswith("@"):
            yield prelude, content
        elif _MEDIA.match(prelude) and not _MEDIA_NOT_SEEN.search(prelude.casefold()):
            yield from (part for part in _parts(content) if part[0][:1] != "@")


def _parts(css: str, ends: str = "@") -> Iterator[tuple[str, str]]:
    """Yield what stands before each outermost block, and the block; in linear time.

    A part without a block ends at a semicolon if it begins with one of ``ends``; '' is any part.

    >>> [*_parts("@import x; p > a{left: calc(1px + (2px)); b{c:d}}")]
    [('@import x', ''), ('p > a', 'left: calc(1px + (2px)); b{c:d}')]
    >>> [*_parts("left: 1px /* ; */; b{c:d} top: 2px", "")]
    [('left: 1px', ''), ('b', 'c:d'), ('top: 2px', '')]
    """
    start = opened = _BETWEEN.match(css, 0).end()  # type: ignore[union-attr]
    closers: list[str] = []
    for token in _CSS_SIGN.finditer(css, start):
        sign = token[0]
        if closers and sign != closers[-1]:
            if sign in _CLOSERS:
                closers.append(_CLOSERS[sign])
            continue
        if closers:
            closers.pop()
            if closers or sign != "}":
                continue
            yield _plain(css[start:opened]), css[opened + 1 : token.start()]
        elif sign in _CLOSERS:
            opened = token.start()
            closers.append(_CLOSERS[sign])
            continue
        elif sign == ";" and css.startswith(ends, start):
            yield _plain(css[start : token.start()]), ""
        else:
            continue
        start = opened = _BETWEEN.match(css, token.end()).end()  # type: ignore[union-attr]
    if closers[:1] == ["}"]:
        yield _plain(css[start:opened]), css[opened + 1 :]
    elif start < len(css) and not ends:
        yield _plain(css[start:]), ""


def _plain(css: str) -> str:
    """Return a part of a style sheet without its comments."""
    return _COMMENT.sub("", css).strip() if "/*" in css else css.strip()


def _declared(content: str) -> Declarations:
    named = (part.partition(":") for part, block in _parts(content, "") if not block)
    return _judged([(name.strip().casefold(), value) for name, _, value in named])


@lru_cache(maxsize=1024)
def _inline(style: str) -> Declarations:
    pairs = (part.partition(":") for part in style[:4000].split(";"))
    return _judged([(name.strip().casefold(), value) for name, _, value in pairs])


def _judged(pairs: list[tuple[str, str]]) -> Declarations:
    """Return the properties that say whether an element is seen."""
    judged: list[tuple[str, bool]] = []
    for name, value in pairs:
        text = value.replace("!important", "").strip().casefold()
        if name in ("display", "visibility"):
            judged.append((name, text in ("none", "hidden", "collapse")))
        elif name in MIN_OFFSCREEN:
            offset = _OFFSCREEN.match(text)
            judged.append((name, offset is not None and int(offset[1]) >= MIN_OFFSCREEN[name]))
        elif name in ("opacity", "width", "height"):
            judged.append((name, bool(text) and _NOTHING.fullmatch(text) is not None))
        elif name in ("clip", "clip-path", "transform"):
            judged.append((name, _GONE.search(text) is not None))
    return tuple(judged)


def _compounds(selector: str) -> tuple[frozenset[tuple[str, str]], ...]:
    """Return the compounds of a selector, last first; () for one that cannot be read."""
    steps = selector.replace(">", " ").split()
    if not 0 < len(steps) <= MAX_COMPOUNDS or not all(map(_COMPOUND.fullmatch, steps)):
        return ()
    return tuple(
        frozenset(
            (mark, name.replace("\\", "") if mark else name.casefold())
            for mark, name in _SELECTOR_NAME.findall(step)
        )
        or frozenset({("", "*")})
        for step in reversed(steps)
    )


def _specificity(compounds: tuple[frozenset[tuple[str, str]], ...]) -> tuple[int, int, int]:
    marks = [mark for compound in compounds for mark, _ in compound]
    return marks.count("#"), marks.count("."), marks.count("")
