"""Form owners: the form that each control belongs to (HTML standard 4.10.17.3 and 13.2).

Three ways, strongest first: the ``form=`` attribute; the parser's form element pointer; the
nearest ancestor form. The pointer stays set until ``</form>`` is read, even where a table or a
stray ``</div>`` closed the element early. A tree does not keep it. Where it can matter, one linear
pass over the source finds it again.

>>> from leadline.page.dom import parse_html
>>> html = "<table><form id=f><tr><td><input name=a></td></tr></form></table><input name=b>"
>>> document = parse_html(html, "http://h.test/")
>>> [document.attribute(n, "name") for n, form in form_owners(document).items() if form >= 0]
['a']
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from typing import Final

from leadline.page.dom import Document

CONTROL_TAGS: Final = frozenset({"input", "select", "textarea", "button"})
NO_FORM: Final = -1

_TAG: Final = re.compile(
    r"<!--|<(/?)(form|input|select|textarea|button|script|style|title|noscript|template|xmp|iframe)"
    r"(?=[\s/>])",
    re.IGNORECASE,
)
_ATTRIBUTE: Final = re.compile(
    r"[\s/]*([^\s=>/][^\s=>/]*)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]*)))?"
)
_RAW: Final = {
    tag: re.compile(rf"</{tag}", re.IGNORECASE)
    for tag in ("script", "style", "title", "noscript", "template", "xmp", "iframe", "textarea")
}

Signature = tuple[str, str]


def form_owners(document: Document) -> dict[int, int]:
    """Return every control of the page in document order, with its form node or ``NO_FORM``."""
    nearest, forms, odd = _by_ancestor(document)
    pointed = _by_parser(document, nearest, forms) if odd else {}
    by_id = _forms_by_id(document, forms)
    owners: dict[int, int] = {}
    for node, form in nearest.items():
        named = document.attributes[node].get("form")
        if "form" in document.attributes[node]:
            owners[node] = by_id.get(named or "", NO_FORM)
        else:
            owners[node] = pointed.get(node, form)
    return owners


def _by_ancestor(document: Document) -> tuple[dict[int, int], list[int], bool]:
    """Return each control's nearest form, all forms, and whether the parser may differ."""
    nearest: dict[int, int] = {}
    forms: list[int] = []
    open_forms: list[int] = []
    odd = False
    for node in document.elements("form", *CONTROL_TAGS):
        while open_forms and node >= document.end[open_forms[-1]]:
            open_forms.pop()
        if document.tag[node] == "form":
            odd = odd or bool(open_forms)
            forms.append(node)
            open_forms.append(node)
        else:
            nearest[node] = open_forms[-1] if open_forms else NO_FORM
            odd = odd or bool(forms and not open_forms)
    return nearest, forms, odd


def _forms_by_id(document: Document, forms: list[int]) -> dict[str, int]:
    by_id: dict[str, int] = {}
    for form in forms:
        by_id.setdefault(document.attribute(form, "id"), form)
    by_id.pop("", None)
    return by_id


def _by_parser(document: Document, nearest: dict[int, int], forms: list[int]) -> dict[int, int]:
    """Return the controls that were created while the form element pointer was set, with that form.

    Source and tree are aligned by the n-th control of one tag and name: foster parenting moves
    controls, but keeps those of one name in order. Empty if the forms do not match one to one.
    """
    pointers: dict[Signature, list[int]] = defaultdict(list)
    count = 0
    for signature, pointer in _scan(document.html):
        if signature is None:
            count += 1
        else:
            pointers[signature].append(pointer)
    if count != len(forms):
        return {}
    waiting = {signature: iter(listed) for signature, listed in pointers.items()}
    pointed: dict[int, int] = {}
    for node in nearest:
        listed = waiting.get((document.tag[node], document.attribute(node, "name")), iter(()))
        if (number := next(listed, NO_FORM)) != NO_FORM:
            pointed[node] = forms[number]
    return pointed


def _scan(html: str) -> Iterator[tuple[Signature | None, int]]:
    """Yield controls of the source with the number of the open form; None opens a form."""
    at, number, pointer = 0, -1, NO_FORM
    while (match := _TAG.search(html, at)) is not None:
        at = match.end()
        tag = (match.group(2) or "").casefold()
        if not tag:
            close = html.find("-->", at)
            at = len(html) if close < 0 else close + 3
        elif match.group(1):
            if tag == "form":
                pointer = NO_FORM
        elif tag == "form":
            if pointer == NO_FORM:
                number += 1
                pointer = number
                yield None, number
        elif tag in CONTROL_TAGS:
            name, at = _name_attribute(html, at)
            yield (tag, name), pointer
        if tag in _RAW and not match.group(1):
            closing = _RAW[tag].search(html, at)
            at = len(html) if closing is None else closing.start()
            at += 0 if closing is None else 2


def _name_attribute(html: str, at: int) -> tuple[str, int]:
    """Return the value of ``name`` in the tag that starts at ``at``, and where the tag ends."""
    name: str | None = None
    while (match := _ATTRIBUTE.match(html, at)) is not None:
        at = match.end()
        if name is None and match.group(1).casefold() == "name":
            name = unescape(match.group(2) or match.group(3) or match.group(4) or "")
    return name or "", at
