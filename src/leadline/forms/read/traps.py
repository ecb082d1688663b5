"""Traps: controls that people do not see, made to be filled by programs alone.

>>> is_trap_by_name("honeypot", "", ""), is_trap_by_name("hp_field", "", "Email")
(True, True)
"""

import re
from dataclasses import replace
from typing import Final

from leadline.model import BUTTON_KINDS, Control
from leadline.page.data_files import any_of
from leadline.page.dom import Document
from leadline.page.styles import is_hidden

_BOX_KINDS: Final = frozenset({"text", "search", "textarea", "email", "tel", "url"})
MAX_WRAPPERS_HIDING: Final = 4
"""Ancestors that may hide a trap; a hidden panel is wrapped more widely."""

TRAP_NAME: Final = re.compile(
    r"honey|(?:^|[_\-\[])hp(?:[_\-\]]|$)|_hp\b|apbct|bot[-_]?(?:field|test|check|trap)|antispam|anti-spam|spamcheck|"
    r"^b_[0-9a-f]{8,}|b_hash|nospam|no_spam|dont_?fill|leave_?(?:this_?)?(?:blank|empty)|"
    r"wpcf7-?quiz|ak_hp|winnie|trap(?:_|$)|gotcha",
    re.IGNORECASE,
)
TRAP_LABEL: Final = re.compile(any_of("leadline.forms", "trap_label"), re.IGNORECASE)
_CONTROLS: Final = frozenset({"input", "select", "textarea"})


def mark_traps(document: Document, controls: list[Control]) -> list[Control]:
    """Mark honeypots; a box hidden by style is one only beside a visible box."""
    boxes = [c.node for c in controls if c.kind in _BOX_KINDS]
    hidden = {node for node in boxes if looks_hidden(document, node)}
    traps = hidden if len(hidden) < len(boxes) else set()
    return [
        replace(control, honeypot=True)
        if control.kind not in BUTTON_KINDS | {"hidden"}
        and (
            control.node in traps
            or is_trap_by_name(control.name, control.element_id, control.label)
        )
        else control
        for control in controls
    ]


def is_trap_by_name(name: str, element_id: str, label: str) -> bool:
    """Return whether a control's name or label says that it is a trap."""
    return bool(TRAP_NAME.search(name) or TRAP_NAME.search(element_id) or TRAP_LABEL.search(label))


def looks_hidden(document: Document, node: int) -> bool:
    """Return whether style or ARIA hide a control, by itself or by a wrapper of its own.

    >>> from leadline.page.dom import parse_html
    >>> html = '<form><input name=q><p style="display: none"><input name=url2></p></form>'
    >>> document = parse_html(html, "http://h.test/")
    >>> [looks_hidden(document, n) for n in document.elements("input")]
    [False, True]
    """
    if is_hidden(document, node) or (
        document.attribute(node, "aria-hidden") == "true"
        and document.attribute(node, "tabindex") == "-1"
    ):
        return True
    for depth, above in enumerate(document.ancestors(node)):
        if depth >= MAX_WRAPPERS_HIDING or document.tag[above] in {"form", "body"}:
            return False
        if document.end[above] - above > 60:
            return False
        if is_hidden(document, above):
            return sum(1 for _ in document.elements(*_CONTROLS, within=above)) == 1
    return False
