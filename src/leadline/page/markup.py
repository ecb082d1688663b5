"""Markup before it is parsed: rewritten as browsers read it, bounded in what it costs to parse.

A browser shows no template. But elements with a dash in their name are defined by scripts, and one
whose first child is a template, or several, puts their content on the page: a part that comes late
(Blazor), a list that grows (Turbo), a shadow tree. One with places to fill in is a pattern, no
content.

>>> prepared_markup("<pre>\\n1. A\\nby Bo\\n</pre>").text
'<pre>\\n1. A<br>by Bo<br></pre>'
>>> with_drawn_templates("<p>Wait</p><x-ssr><template id=7><p>Owls</p></template></x-ssr>")
'<p>Wait</p><x-ssr><div id=7><p>Owls</p></div></x-ssr>'
>>> pattern = "<x-list><template><p>{{name}}</p></template></x-list><template>a</template>"
>>> with_drawn_templates(pattern) == pattern
True
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

MAX_PAGE_TAGS: Final = 500_000
"""Opening and closing tags of a page that are parsed; what follows is cut off."""
MAX_PAGE_CHARACTERS: Final = 8_000_000
"""Characters of a page that are parsed; what follows is cut off."""
_NOSCRIPT: Final = re.compile(
    r"<(?i:noscript\b[^<>]*+>[^<]*+(?:<(?!/?(?:no)?script)[^<]*+)*</noscript\s*+>)"
)
_REWRITTEN_TAG: Final = re.compile(r"<[nNpPoOtT](?i:oscript|re|ption|able)\b")
"""Elements that are rewritten before or after parsing (and some that are not).

A literal start lets the expression skip from tag to tag, the set behind it past most tags.
"""
_PRE_TAG: Final = re.compile(r"<(?:pre\b[^<>]*>|/pre)", re.IGNORECASE)
MAX_PRE_BLOCKS: Final = 8
"""Preformatted blocks of a page that are looked into."""
MIN_LONG_PAGE_LENGTH: Final = 200_000
"""Characters from which a page is searched for tags that take a parser long."""
MIN_TAGS_TO_NEST: Final = 10_000
"""Tags from which a page is searched for elements that are nested too deep."""
MAX_TAG_LENGTH: Final = 20_000
"""Characters of a tag that are kept where it has too many attributes."""
MAX_ATTRIBUTES_PER_TAG: Final = 3_000
"""Attributes of a tag; one with more is cut."""
_LONG_TAG: Final = re.compile(r"<[a-zA-Z][^<>]{20000,}+")
TAG_SCAN_BLOCK: Final = MAX_TAG_LENGTH // 2
"""Characters; a run of ``MAX_TAG_LENGTH`` characters covers a whole block of this size."""
MAX_ELEMENT_DEPTH: Final = 10_000
MIN_ELEMENT_DEPTH: Final = 512
"""Elements inside each other that are kept; browsers keep 512."""
MAX_NESTING_STEPS: Final = 50_000_000
"""Tags times depth: a parser walks up all open elements at many of the tags."""
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*+)[^<>]*+>")
TAGS_CUT_NOTE: Final = (
    "elements nested too deep stand higher, "
    f"or tags with more than {MAX_ATTRIBUTES_PER_TAG:,} attributes are cut short"
)
LENGTH_CUT_NOTE: Final = (
    f"only its first {MAX_PAGE_TAGS:,} tags and {MAX_PAGE_CHARACTERS:,} characters are read"
)
_SELF_CLOSING: Final = (
    "area base br col embed hr img input link meta param source track wbr p li dt dd td th tr "
    "tbody thead tfoot colgroup option optgroup rp rt html head body"
)
SELF_CLOSING_TAGS: Final = frozenset(_SELF_CLOSING.split())
"""Elements that are empty, or closed by the next of their kind: they do not nest."""
_SELECT: Final = re.compile(r"<(?i:select)\b(?![^<>]{0,2000}\bmultiple)")
MAX_OPTIONS: Final = 2_000
"""Options of a page from which its selects are parsed as ``multiple``.

Lexbor looks through all options of a select after each of them where only one can be chosen.
"""
SINGLE_MARK: Final = "data-leadline-single"
_PRE: Final = re.compile(
    r"<(?i:(?:script|style)\b[^<]*+(?:<(?!/(?:script|style))[^<]*+)*|"
    r"(pre\b[^<>]*+>\r?\n?)([^<]*+(?:<(?!/pre)[^<]*+)*))"
)
_MARKUP_OR_BREAK: Final = re.compile(r"<[^<>]*+>|\r?\n")
_DRAWN_TAG: Final = re.compile(
    r"<(/?)(template|[a-z][a-z0-9]*-[a-z0-9-]*)\b([^<>]*)>", re.IGNORECASE
)
_PLACE: Final = re.compile(r"\{\{|\[\[|\$\{|<slot\b", re.IGNORECASE)


class PreparedMarkup(NamedTuple):
    """Markup to parse; ``cuts`` says what is missing or moved.

    ``has_many_options`` tells that selects carry ``SINGLE_MARK`` (see ``MAX_OPTIONS``).
    """

    text: str
    has_many_options: bool
    has_tables: bool
    cuts: list[str]


def with_pre_blocks(html: str, shown: Callable[[str], str]) -> str:
    """Return a page with its ``pre`` elements as they are ``shown``; '' leaves one as it is.

    >>> with_pre_blocks("<PRE>a</PRE><pre>b</pre>", lambda block: "A" if block == "a" else "")
    'A</PRE><pre>b</pre>'
    """
    parts, done, start, inside = [], 0, 0, 0
    for _, tag in zip(range(2 * MAX_PRE_BLOCKS), _PRE_TAG.finditer(html), strict=False):
        if tag[0][1] != "/":
            start, inside = tag.span()
        elif inside > done:
            if markup := shown(html[inside : tag.start()]):
                parts += [html[done:start], markup]
                done = tag.start()
            inside = 0
    return "".join([*parts, html[done:]]) if parts else html


def prepared_markup(html: str) -> PreparedMarkup:
    """Return the markup of a page as it is given to the parser."""
    whole = _cut_to_size(html)
    text = whole.replace("\x00", "\ufffd")
    rewritten = Counter(map(str.lower, _REWRITTEN_TAG.findall(text)))
    if "<noscript" in rewritten:  # scripts are off for Lexbor; an open p inside takes the page
        text = _NOSCRIPT.sub("", text)
    if "<pre" in rewritten:
        text = _PRE.sub(_with_breaks, text)
    has_many_options = rewritten["<option"] > MAX_OPTIONS
    if has_many_options:
        text = with_open_selects(text)
    bounded = bound_parsing_cost(text)
    cuts = [LENGTH_CUT_NOTE] if len(whole) < len(html) else []
    if len(bounded) < len(text):
        cuts.append(TAGS_CUT_NOTE)
    return PreparedMarkup(bounded, has_many_options, "<table" in rewritten, cuts)


def with_open_selects(html: str) -> str:
    """Return a page of many options with selects that Lexbor parses in linear time, marked so."""
    return _SELECT.sub(f"<select multiple {SINGLE_MARK}", html)


def _cut_to_size(html: str) -> str:
    """Return the beginning of a page that is too large to be parsed."""
    html = html[:MAX_PAGE_CHARACTERS]
    if len(html) <= MAX_PAGE_TAGS or html.count("<") <= MAX_PAGE_TAGS:
        return html
    at = -1
    for _ in range(MAX_PAGE_TAGS):
        at = html.index("<", at + 1)
    return html[:at]


def _with_breaks(element: re.Match[str]) -> str:
    """Turn new lines in a ``pre`` into ``br``: they separate records for a reader."""
    if not element[1]:
        return element[0]
    inside = _MARKUP_OR_BREAK.sub(lambda part: part[0] if part[0][0] == "<" else "<br>", element[2])
    return f"<{element[1]}{inside}"


def bound_parsing_cost(html: str) -> str:
    """Remove what Lexbor takes quadratic time for from a long page.

    That is tens of thousands of attributes in one tag, and elements nested as deep.
    """
    if len(html) >= MIN_LONG_PAGE_LENGTH:
        html = _cut_long_tags(html)
    tags = html.count("<")
    if tags <= MIN_TAGS_TO_NEST:
        return html
    deepest = max(MIN_ELEMENT_DEPTH, min(MAX_ELEMENT_DEPTH, MAX_NESTING_STEPS // tags))
    depth, opened = 0, Counter[str]()

    def kept(tag: re.Match[str]) -> str:
        nonlocal depth
        name = tag[2].lower()
        if name in SELF_CLOSING_TAGS or (tag[1] and not opened[name]):  # what closes nothing
            return tag[0]
        opened[name] += -1 if tag[1] else 1
        depth = max(depth - 1, 0) if tag[1] else depth + 1
        return tag[0] if depth + bool(tag[1]) <= deepest else ""

    return _TAG.sub(kept, html)


def _cut_long_tags(html: str) -> str:
    """Return the page with tags of too many attributes cut short."""
    parts, copied = [], 0
    for tag in _long_tags(html):
        if len(tag[0].split(None, MAX_ATTRIBUTES_PER_TAG)) > MAX_ATTRIBUTES_PER_TAG:
            parts.append(html[copied : tag.start() + MAX_TAG_LENGTH])
            copied = tag.end()
    return "".join(parts) + html[copied:] if parts else html


def _long_tags(html: str) -> Iterator[re.Match[str]]:
    """Yield tags that hold a whole block without angle brackets."""
    opened = False
    for at in range(0, len(html), TAG_SCAN_BLOCK):
        opens, closes = (
            html.rfind("<", at, at + TAG_SCAN_BLOCK),
            html.rfind(">", at, at + TAG_SCAN_BLOCK),
        )
        if opens != closes:
            opened = opens > closes
        elif opened:
            opened = False
            if tag := _LONG_TAG.match(html, html.rfind("<", 0, at)):
                yield tag


def with_drawn_templates(html: str) -> str:
    """Return a page in which the templates that an element draws are parts like any other."""
    pieces, kept, depth = list[str](), 0, 0
    start, ends_at = -1, -1
    opened: re.Match[str] | None = None
    for tag in _DRAWN_TAG.finditer(html):
        closes, is_template = bool(tag[1]), tag[2].casefold() == "template"
        if not is_template:
            ends_at = -1 if closes or depth else tag.end()
            continue
        if not closes:
            is_first = not depth and ends_at >= 0 and not html[ends_at : tag.start()].strip()
            if is_first:
                start, opened = tag.end(), tag
            depth += 1
            continue
        depth = max(0, depth - 1)
        if opened is None or depth:
            continue
        if not _PLACE.search(html, start, tag.start()):
            pieces += [html[kept : opened.start()], f"<div{opened[3]}>", html[start : tag.start()]]
            pieces.append("</div>")
            kept = tag.end()
        opened, ends_at = None, tag.end()
    return "".join([*pieces, html[kept:]])
