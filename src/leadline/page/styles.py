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
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from leadline.page.dom import Attributes, Document

MAX_STYLE_CHARACTERS: Final = 500_000
"""Characters of a page's style sheets that are read."""
MAX_HIDING_RULES: Final = 2_000
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
_MEDIA_NOT_SEEN: Final = re.compile(r"print|speech|not\s|max-|orientation|prefers|hover|pointer|<")
"""What stands in the media query of a rule that does not count on a wide screen."""

Declarations = tuple[tuple[str, bool], ...]
"""Properties with whether their value hides."""


@dataclass(frozen=True, slots=True)
class HidingRule:
    """A selector, last compound first, with what it declares; ``rank`` orders rules."""

    compounds: tuple[frozenset[tuple[str, str]], ...]
    declarations: Declarations
    rank: tuple[int, int, int, int]


def is_invisible(document: Document, node: int) -> bool:
    """Tell whether style hides an element, by itself or with an element around it.

    A whole page is hidden only until its script has run.
    """
    rules = _rules_of(document.html)
    return _is_hidden_by(document, node, rules) or any(
        document.tag[above] not in WHOLE_PAGE_TAGS and _is_hidden_by(document, above, rules)
        for above in document.ancestors(node)
    )


def is_hidden(document: Document, node: int) -> bool:
    """Tell whether style or the attribute ``hidden`` hide an element itself."""
    return _is_hidden_by(document, node, _rules_of(document.html))


def _is_hidden_by(
    document: Document, node: int, rules: dict[tuple[str, str], tuple[HidingRule, ...]]
) -> bool:
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
    for above in document.ancestors(node) if compounds else ():
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


def _qualified_rules(css: str) -> Iterator[tuple[str, Any]]:
    """Yield selectors and contents of the rules that count on a screen."""
    import tinycss2

    for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            yield tinycss2.serialize(rule.prelude), rule.content
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content:
            media = tinycss2.serialize(rule.prelude).strip().casefold()
            if not _MEDIA_NOT_SEEN.search(media):
                for inner in tinycss2.parse_rule_list(
                    rule.content, skip_comments=True, skip_whitespace=True
                ):
                    if inner.type == "qualified-rule":
                        yield tinycss2.serialize(inner.prelude), inner.content


def _declared(content: Any) -> Declarations:
    import tinycss2

    found = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    declared = [each for each in found if each.type == "declaration"]
    return _judged([(each.lower_name, tinycss2.serialize(each.value)) for each in declared])


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
