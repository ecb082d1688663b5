"""Partial answers as patches on the page that they were asked from.

JSF ``partial-response``, ASP.NET deltas (``length|type|id|content|``), Wicket ``ajax-response``,
RichFaces 3, streams of Turbo. A fragment takes the place of the element of its id; a fragment of
rows alone goes into that element's data. Hidden state is set in every form.

>>> base = '<form><p id="t">old</p><input name="javax.faces.ViewState" value="1"></form>'
>>> answer = ('<partial-response><changes><update id="t"><![CDATA[<p id="t">new</p>]]></update>'
...           '<update id="x:javax.faces.ViewState:0"><![CDATA[2]]></update></changes>')
>>> patched(base, changes_of(answer))
'<html><head></head><body><form><p id="t">new</p><input name="javax.faces.ViewState" \
value="2"></form></body></html>'
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from html import escape, unescape
from itertools import islice
from typing import Final, Literal, NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.page.action.part import protocols
from leadline.page.dom import DOCTYPE
from leadline.page.markup import (
    MAX_OPTIONS,
    SINGLE_MARK,
    bound_parsing_cost,
    with_open_selects,
)

Kind = Literal["replace", "whole", "inside", "list", "value", "script", "redirect", "page"]
MAX_CHANGES: Final = 2_000
ADDED: Final = "data-added"
"""Marks scripts of partial answers."""
MAX_SCRIPTS_ADDED: Final = 20
"""Scripts of partial answers that a page keeps, or a long walk would drag all of them along."""
HEAD_CHARACTERS: Final = 600
"""Characters of an answer in which its kind stands."""
VIEW_STATE: Final = "javax.faces.ViewState"
VIEW_STATES: Final = (VIEW_STATE, "jakarta.faces.ViewState")
WHOLE_VIEW: Final = frozenset({"javax.faces.ViewRoot", "javax.faces.ViewBody"})
MIN_MEMBERS_SHOWN: Final = 3
MAX_BESIDE_MEMBERS: Final = 1
"""Elements beside a list's members in an answer of nothing else: the next "more"."""
_CLASS_NAME: Final = re.compile(r"[a-zA-Z][\w-]{0,80}")
_MARK: Final = "\ue0f7"
_DELTA: Final = re.compile(r"\d{1,7}\|[a-zA-Z#]{1,40}\|")
_OPEN: Final = re.compile(
    r"<(update|component|evaluate|priority-evaluate|redirect|eval)\b([^>]{0,2000})>"
)
_ID: Final = re.compile(r"""\b(?:id|url)\s?=\s?["']([^"']{0,1000})["']""")
_UPDATED: Final = re.compile(
    r"""<meta\b[^>]{0,200}Ajax-Update-Ids["'][^>]{0,40}content=["']([^"']{0,4000})["']"""
)
_STREAM: Final = re.compile(
    r"""<turbo-stream\b(?=[^<>]{0,200}?\baction=["'](\w{1,20}))[^<>]{0,200}?\btarget=["']"""
    r"""([\w:.-]{1,200})[^<>]{0,200}>\s*+<template>"""
)
_PATCH_ROWS: Final = re.compile(r"\s*+<(?:tr|td|tbody|li|option|dt)\b", re.IGNORECASE)


class PageChange(NamedTuple):
    """One change of a page: what is done, the id it is done to, and the text."""

    kind: Kind
    name: str
    text: str


def is_partial(text: str) -> bool:
    """Tell whether an answer is no page but changes of one.

    >>> is_partial("1|#||4|12|updatePanel|up|<b>new</b>  |"), is_partial("<html><p>1|a")
    (True, False)
    """
    head = text[:HEAD_CHARACTERS]
    if "<partial-response" in head or "<ajax-response" in head or "Ajax-Update-Ids" in text:
        return True
    return "<turbo-stream" in head or _DELTA.match(head) is not None


def changes_of(text: str) -> list[PageChange]:
    """Return the changes that a partial answer makes, in order."""
    head = text[:HEAD_CHARACTERS]
    if "<partial-response" in head or "<ajax-response" in head:
        return list(islice(_of_xml(text), MAX_CHANGES))
    if "<turbo-stream" in head:
        return list(_of_streams(text))
    if "Ajax-Update-Ids" in text:
        return list(islice(_of_richfaces(text), MAX_CHANGES))
    return list(islice(_of_delta(text), MAX_CHANGES))


def _of_xml(text: str) -> Iterator[PageChange]:
    at = 0
    while opening := _OPEN.search(text, at):
        tag, name = opening[1], _ID.search(opening[2])
        if opening[2].endswith("/"):
            close = opening.end()
        elif (close := text.find(f"</{tag}>", opening.end())) < 0:
            return
        content, at = _content(text[opening.end() : close]), max(close, opening.end())
        found = unescape(name[1]) if name is not None else ""
        if tag == "redirect":
            yield PageChange("redirect", "", found or content.strip())
        elif tag in ("evaluate", "priority-evaluate", "eval"):
            yield PageChange("script", "", content)
        elif any(one in found for one in VIEW_STATES):
            yield PageChange("value", next(one for one in VIEW_STATES if one in found), content)
        elif found in WHOLE_VIEW:
            yield PageChange("page", found, content)
        else:
            yield PageChange("whole" if tag == "component" else "replace", found, content)


def _content(text: str) -> str:
    """Return what stands in the sections of an element, else its text."""
    if "<![CDATA[" not in text:
        return unescape(text)
    return "".join(piece.partition("]]>")[0] for piece in text.split("<![CDATA[")[1:])


def _of_delta(text: str) -> Iterator[PageChange]:
    """Read ``length|type|id|content|``; lengths count units of UTF-16."""
    units = text.encode("utf-16-le", "surrogatepass")
    bar, at = "|".encode("utf-16-le"), 0
    while at < len(units):
        fields: list[str] = []
        for _ in range(3):
            end = _next(units, bar, at)
            if end < 0 or end - at > 4_000:
                return
            fields.append(units[at:end].decode("utf-16-le", "replace"))
            at = end + 2
        if not (fields[0].isascii() and fields[0].isdecimal() and len(fields[0]) < 9):
            return
        content = units[at : at + 2 * int(fields[0])].decode("utf-16-le", "replace")
        at += 2 * int(fields[0]) + 2
        match fields[1]:
            case "updatePanel":
                yield PageChange("inside", fields[2], content)
            case "hiddenField":
                yield PageChange("value", fields[2], content)
            case "pageRedirect":
                yield PageChange("redirect", "", content)


def _next(units: bytes, bar: bytes, at: int) -> int:
    """Return where the next bar begins, at a whole unit."""
    while (found := units.find(bar, at)) >= 0 and found % 2:
        at = found + 1
    return found


def _of_streams(text: str) -> Iterator[PageChange]:
    """Read what each stream puts into its place; rows that are added stand in that of the last."""
    made = defaultdict[tuple[Kind, str], list[str]](list)
    for opening in islice(_STREAM.finditer(text), MAX_CHANGES):
        kind: Kind = "whole" if opening[1] == "replace" else "inside"
        if (end := text.find("</template>", opening.end())) < 0:
            break  # the answer was cut off
        made[kind, opening[2]].append(text[opening.end() : end])
    return (PageChange(*key, "".join(contents)) for key, contents in made.items())


def _of_richfaces(text: str) -> Iterator[PageChange]:
    named = _UPDATED.search(text)
    root = _tree_of(text)
    for name in named[1].split(",") if named is not None else ():
        if (node := _by_id(root, name.strip())) is not None:
            yield PageChange("replace", name.strip(), node.html or "")
    for node in root.css(f'input[name="{VIEW_STATE}"]')[:1]:
        yield PageChange("value", VIEW_STATE, node.attributes.get("value") or "")


def patched(base: str, changes: Sequence[PageChange]) -> str | None:
    """Return a page with changes, None where none of them finds its place."""
    for change in changes:
        if change.kind == "page":
            return change.text
    tree = _tree_of(base)
    for old in tree.css(f"script[{ADDED}]")[:-MAX_SCRIPTS_ADDED]:
        old.remove()
    pieces: list[str] = []
    is_changed = False
    for change in changes:
        if change.kind == "value":
            _set_value(tree, change)
        elif change.kind == "script" and tree.body is not None:
            pieces.append(f"<script {ADDED}>{change.text}</script>")
            tree.body.insert_child(f"{_MARK}{len(pieces) - 1}{_MARK}")
        elif change.kind == "list":
            is_changed |= _put_list(tree, change, pieces)
        elif change.kind in ("replace", "whole", "inside"):
            is_changed |= _put(tree, change, pieces)
    made = _filled(_html_of(tree), pieces) if is_changed else None
    states = [one for one in changes if one.kind == "value" and one.name in VIEW_STATES]
    return _with_state(made, states[-1]) if made is not None and states else made


def _with_state(html: str, state: PageChange) -> str:
    """Return a page with the view's state in each form that is posted: new ones come without."""
    tree, added = _tree_of(html), list[str]()
    for form in tree.css("form"):
        is_posted = (form.attributes.get("method") or "").casefold() == "post"
        if is_posted and form.css_first(f'input[name="{state.name}"]') is None:
            field = f'<input type="hidden" name="{state.name}" value="{escape(state.text)}">'
            form.insert_child(f"{_MARK}{len(added)}{_MARK}")
            added.append(field)
    return _filled(_html_of(tree), added) if added else html


def _tree_of(html: str) -> LexborHTMLParser:
    """Parse markup of any kind in linear time."""
    if html.casefold().count("<option") > MAX_OPTIONS:
        html = with_open_selects(html)
    return LexborHTMLParser(bound_parsing_cost(DOCTYPE + html))


def _html_of(tree: LexborHTMLParser) -> str:
    html = (tree.root.html if tree.root is not None else "") or ""
    return html.replace(f'<select multiple="" {SINGLE_MARK}=""', "<select")


def _filled(html: str, pieces: Sequence[str]) -> str:
    """Return a page with its marks replaced; a mark inside a mark's text stays."""
    parts = html.split(_MARK)
    made = [
        pieces[int(part)]
        if at % 2 and part[:9].isdecimal() and int(part[:9]) < len(pieces)
        else part
        for at, part in enumerate(parts)
    ]
    return "".join(made)


def _by_id(tree: LexborHTMLParser, name: str) -> LexborNode | None:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    if not name or "\n" in name:
        return None
    try:
        return tree.css_first(f'[id="{quoted}"]')
    except ValueError:
        return None


def _set_value(tree: LexborHTMLParser, change: PageChange) -> None:
    for node in tree.css("input"):
        if change.name in (node.attributes.get("name"), node.attributes.get("id")):
            node.attrs["value"] = change.text


def _put(tree: LexborHTMLParser, change: PageChange, pieces: list[str]) -> bool:
    """Put a fragment into its place; tell whether there is one."""
    target = _by_id(tree, change.name)
    if target is None:
        return False
    is_inside = change.kind == "inside"
    if (
        not is_inside
        and _PATCH_ROWS.match(change.text)
        and target.tag not in ("tr", "tbody", "td", "li")
    ):
        target, is_inside = _by_id(tree, f"{change.name}_data") or target, True
    elif change.kind == "replace" and f'id="{change.name}"' not in change.text[:2000]:
        is_inside = True
    mark = f"{_MARK}{len(pieces)}{_MARK}"
    pieces.append(change.text)
    if is_inside:
        for child in list(target.iter(include_text=True)):
            child.remove()
        target.insert_child(mark)
    else:
        target.insert_before(mark)
        target.remove()
    return True


def _put_list(tree: LexborHTMLParser, change: PageChange, pieces: list[str]) -> bool:
    """Put a list's further members into the place of those that a page shows, with these gone."""
    is_rows = change.text.lstrip()[:6].casefold().startswith(("<tr", "<tbody"))
    added = _tree_of(f"<table>{change.text}</table>" if is_rows else change.text)
    kinds = Counter(map(_kind_of, added.css("tr" if is_rows else "body > *")))
    kind, count = next(iter(kinds.most_common(1)), ("", 0))
    if not kind or kinds.total() - count > MAX_BESIDE_MEMBERS:
        return False
    groups: dict[int, list[LexborNode]] = {}
    for node in tree.css(kind)[:MAX_CHANGES]:
        if node.parent is not None and _kind_of(node) == kind:
            groups.setdefault(node.parent.mem_id, []).append(node)
    shown = max(groups.values(), key=len, default=[])
    if len(shown) < MIN_MEMBERS_SHOWN:
        return False
    shown[0].insert_before(f"{_MARK}{len(pieces)}{_MARK}")
    pieces.append(change.text)
    for node in shown:
        node.remove()
    return True


def _kind_of(node: LexborNode) -> str:
    """Return an element's tag and first class as a selector, '' for one that is no list's member.

    Without a class only what is made for lists is one.
    """
    name = next(iter((node.attributes.get("class") or "").split()), "")
    if name and _CLASS_NAME.fullmatch(name):
        return f"{node.tag}.{name}"
    return (node.tag or "") if node.tag in ("tr", "li", "article") else ""


def redrawn(html: str, sent: dict[str, str]) -> str:
    """Return a patched page as its libraries' scripts redraw it after a request."""
    for protocol in protocols():
        if protocol.after is not None:
            html = protocol.after(html, sent)
    return html
