"""Query interfaces of a page: QI = <name, action, method, elements> (Lin 2016, section 3).

Every form is one. Controls outside every form (pages driven by script) are grouped by the nearest
ancestor that they share with a button, or stand alone. The best search interface comes first.
Traps for programs are marked; parts of a form around the page are forms of their own.

>>> from leadline.page.dom import parse_html
>>> html = '<form action=/in><input type=password></form><form action=/s><input name=q></form>'
>>> [form.action for form in find_interfaces(parse_html(html, "http://h.test/"))]
['http://h.test/s', 'http://h.test/in']
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal
from urllib.parse import urljoin
from weakref import WeakKeyDictionary

from leadline.domain.rules import DomainRules
from leadline.forms.classify.model import FILTER_PENALTY, classify
from leadline.forms.labels.assign import Label, assign_labels
from leadline.forms.opensearch import search_actions
from leadline.forms.read.acting import acting, acting_buttons, paired, script_target
from leadline.forms.read.controls import disabled_spans, read_control
from leadline.forms.read.form_owner import NO_FORM, form_owners
from leadline.forms.roles.dependents import name_parents
from leadline.forms.roles.query_box import query_control
from leadline.forms.roles.roles import with_roles
from leadline.forms.submit.encoding import standard_charset
from leadline.forms.submit.submit import known_enctype
from leadline.model import BUTTON_KINDS, Control, QueryInterface
from leadline.page.data_files import any_of
from leadline.page.dom import Document
from leadline.page.styles import is_hidden
from leadline.page.together import nearest

MAX_CONTROLS_PER_FORM: Final = 5_000
"""Controls read of one form; no form made for people has more."""
MAX_FORMS_PER_PAGE: Final = 500
"""Forms read of one page."""
MAX_STEPS_TO_BUTTON: Final = 6
"""Steps from a formless control up to the block that holds its button."""
MAX_STEPS_TO_DATALIST: Final = 8
TEXT_KINDS: Final = frozenset({"text", "search", "textarea"})
SEARCHING: Final = frozenset({"search", "filter"})
_META_CHARSET_CHARS: Final = 4096
_Found = list[tuple[DomainRules | None, tuple[QueryInterface, ...]]]
_FOUND: Final[WeakKeyDictionary[Document, _Found]] = WeakKeyDictionary()
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
MAX_PARTS_OF_FORM: Final = 12
_UNSENT: Final = BUTTON_KINDS | {"file"}
_TICKED: Final = frozenset({"checkbox", "radio"})


def find_interfaces(
    document: Document, rules: DomainRules | None = None
) -> tuple[QueryInterface, ...]:
    """Return all query interfaces of a page, best search interface first, then in page order.

    ``rules`` are a project's own, in place of those that come with the package. The forms of a
    document are read once for each set of rules.
    """
    found = _FOUND.setdefault(document, [])
    for known, forms in found:
        if known is rules:
            return forms
    forms = _read_interfaces(document, rules)
    found.append((rules, forms))
    return forms


def _read_interfaces(document: Document, rules: DomainRules | None) -> tuple[QueryInterface, ...]:
    read, _ = _controls_by_form(document)
    labels = assign_labels(document, read, rules)
    closed = disabled_spans(document)
    page_charset = _page_charset(document)
    links = acting_buttons(document)
    interfaces = []
    for form, nodes in read.items():
        served = [_served_control(document, node, closed) for node in nodes]
        labelled = [_labelled(control, labels[control.node]) for control in served]
        marked = [acting(document, control) for control in mark_traps(document, labelled)]
        if form in links:
            marked = sorted([*marked, *links[form]], key=lambda control: control.node)
        marked = paired(document, marked)
        interfaces.append(
            _classified(document, _form_element(document, form, marked, page_charset))
        )
    actions = {_action_path(interface) for interface in interfaces}
    templates = search_actions(document)
    interfaces += [form for form in templates if _action_path(form) not in actions]
    return tuple(sorted(interfaces, key=lambda form: (-form.score, form.node)))


def read_form(document: Document, form: int) -> QueryInterface | None:
    """Return the form at a node as it is sent, without labels, roles and kind; None for no form.

    It submits as the whole interface does, and is read faster.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<form action=/s><input name=q value=sea></form>", "http://h.test/")
    >>> form = read_form(page, next(page.elements("form")))
    >>> form.action, [(control.name, control.value) for control in form.controls]
    ('http://h.test/s', [('q', 'sea')])
    """
    nodes = _controls_by_form(document)[0].get(form) if _is_form(document, form) else None
    if nodes is None:
        return None
    closed = disabled_spans(document)
    served = [acting(document, _served_control(document, node, closed)) for node in nodes]
    return _form_element(document, form, served, _page_charset(document))


def forms_left_out(document: Document) -> str:
    """Return how many forms and controls of a page are not read, '' where all are.

    >>> from leadline.page.dom import parse_html
    >>> forms_left_out(parse_html("<form><input name=q></form>", ""))
    ''
    >>> html = "".join(f"<form action=/{n}><input name=q></form>" for n in range(700))
    >>> forms_left_out(parse_html(html, ""))
    '200 of its 700 forms are left out'
    """
    return _controls_by_form(document)[1]


def _action_path(interface: QueryInterface) -> str:
    return interface.action.partition("?")[0].rstrip("/")


def _controls_by_form(document: Document) -> tuple[dict[int, list[int]], str]:
    """Return control nodes by form node, or by the ancestor that stands in for a form.

    With them, what is left out of a page with very many forms or controls.
    """
    owners, left = form_owners(document), list[str]()
    groups: dict[int, list[int]] = {form: [] for form in document.elements("form")}
    loose: list[int] = []
    for node, form in owners.items():
        if form == NO_FORM:
            loose.append(node)
        elif document.around(node, "datalist", steps=MAX_STEPS_TO_DATALIST) < 0:
            groups[form].append(node)
    for node in loose[:MAX_CONTROLS_PER_FORM]:
        if (place := _shared_ancestor(document, node, loose)) >= 0:
            groups.setdefault(place, []).append(node)
    crowd = sum(max(0, len(nodes) - MAX_CONTROLS_PER_FORM) for nodes in (*groups.values(), loose))
    if crowd:
        left.append(f"{crowd:,} controls of its forms are left out")
    filled = [
        (form, nodes[:MAX_CONTROLS_PER_FORM])
        for form, nodes in groups.items()
        if nodes or _is_form(document, form)
    ]
    if len(filled) > MAX_FORMS_PER_PAGE:
        unlike = {_served_markup(document, form, nodes): (form, nodes) for form, nodes in filled}
        filled = sorted(unlike.values())
    if more := max(0, len(filled) - MAX_FORMS_PER_PAGE):
        left.append(f"{more:,} of its {len(filled):,} forms are left out")
    return dict(filled[:MAX_FORMS_PER_PAGE]), "; ".join(left)


def _served_markup(document: Document, form: int, nodes: list[int]) -> tuple[str, ...]:
    """Return what tells a form from the others of a page with very many."""
    names = (document.attribute(node, "name") for node in nodes)
    return (document.attribute(form, "action"), document.attribute(form, "method"), *names)


def _is_form(document: Document, node: int) -> bool:
    return document.tag[node] == "form"


def _shared_ancestor(document: Document, node: int, loose: list[int]) -> int:
    """Return the nearest ancestor that holds a box and a button outside forms, or the parent."""
    last = document.parent[node]
    for depth, above in enumerate(document.ancestors(node)):
        if depth >= MAX_STEPS_TO_BUTTON or document.tag[above] in {"body", "html"}:
            break
        last = above
        first = bisect_left(loose, above)
        stop = bisect_left(loose, document.end[above])
        if stop - first > 1 and _has_box_and_button(document, loose[first : min(stop, first + 60)]):
            return above
    return last if document.tag[node] != "button" else -1


def _has_box_and_button(document: Document, nodes: list[int]) -> bool:
    kinds = [
        "button" if document.tag[n] == "button" else document.attribute(n, "type").casefold()
        for n in nodes
    ]
    buttons = sum(kind in {"button", "submit", "image"} for kind in kinds)
    return 0 < buttons < len(nodes)


def _form_element(
    document: Document, form: int, controls: list[Control], page_charset: str
) -> QueryInterface:
    """Return the interface with what the element of the form states."""
    return QueryInterface(
        name=document.attribute(form, "id") or document.attribute(form, "name"),
        page_url=document.url,
        action=_action(document, form),
        method=_method(document, form),
        controls=tuple(controls),
        enctype=known_enctype(document.attribute(form, "enctype")),
        charset=_form_charset(document, form, page_charset),
        node=form,
    )


def _classified(document: Document, bare: QueryInterface) -> QueryInterface:
    """Return a form with the roles of its controls, its kind and score."""
    if not _is_form(document, bare.node):
        bare = _sent_by_script(document, bare)
    kind, score = classify(document, bare)
    if kind not in SEARCHING and bare.controls:
        for part, sent in parts_of(document, bare):
            of_part, its_score = classify(document, part)
            if of_part in SEARCHING and (kind not in SEARCHING or its_score > score):
                bare, kind, score = sent, of_part, its_score
    settled = tuple(name_parents(with_roles(bare.controls, kind)))
    interface = replace(bare, kind=kind, score=score, controls=settled)
    if kind == "search" and query_control(interface) is None:
        return replace(interface, kind="filter", score=score - FILTER_PENALTY)
    return interface


def _sent_by_script(document: Document, group: QueryInterface) -> QueryInterface:
    """Return formless controls with the address beside them and its parameter's name."""
    action, name = script_target(document, group.node)
    boxes = [c for c in group.controls if c.kind in TEXT_KINDS and not c.honeypot]
    if not action:
        return group
    if not name or len(boxes) != 1 or boxes[0].name == name:
        return replace(group, action=action)
    renamed = tuple(replace(c, name=name) if c is boxes[0] else c for c in group.controls)
    return replace(group, action=action, controls=renamed)


def _served_control(document: Document, node: int, closed: list[tuple[int, int]]) -> Control:
    """Return the control at a node with what its place says of what it sends."""
    control = read_control(document, node)
    span = bisect_right(closed, (node, len(document))) - 1
    if span >= 0 and node < closed[span][1]:
        control = replace(control, disabled=True)
    if control.dirname:
        control = replace(control, direction=_text_direction(document, node))
    return control


def _labelled(control: Control, label: Label) -> Control:
    return replace(control, label=label.text, label_source=label.source, group_label=label.group)


def _text_direction(document: Document, node: int) -> str:
    for at in (node, *document.ancestors(node)):
        declared = document.attribute(at, "dir").strip().casefold()
        if declared in {"ltr", "rtl"} or (declared == "auto" and at == node):
            return declared
    return "ltr"


def _action(document: Document, form: int) -> str:
    if not _is_form(document, form):
        return document.url
    declared = document.attribute(form, "action").strip().translate({9: "", 10: "", 13: ""})
    if not declared:
        return document.url
    try:
        return urljoin(document.base, declared)
    except ValueError:
        return declared


def _method(document: Document, form: int) -> Literal["GET", "POST"]:
    post = _is_form(document, form) and (
        document.attribute(form, "method").strip().casefold() == "post"
    )
    return "POST" if post else "GET"


def _page_charset(document: Document) -> str:
    """Return the page's encoding by its standard name.

    Documents call GBK by the wider ``gb18030``. A page that declared that itself gets it.
    """
    name = standard_charset(document.charset) or "utf-8"
    if name == "gb18030" and "gb18030" not in document.html[:_META_CHARSET_CHARS].casefold():
        return "gbk"
    return name


def _form_charset(document: Document, form: int, page_charset: str) -> str:
    """Return the first known ``accept-charset``, UTF-8 if none is known, else the page's."""
    declared = document.attributes[form].get("accept-charset")
    if declared is None or not _is_form(document, form):
        return page_charset
    names = [
        standard_charset(label) for label in declared.replace(",", " ").replace(";", " ").split()
    ]
    return next((name for name in names if name), "utf-8" if names else page_charset)


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


def parts_of(
    document: Document, form: QueryInterface
) -> Iterator[tuple[QueryInterface, QueryInterface]]:
    """Yield each part of a form, alone as it is judged, and within the form as it is sent.

    Nothing where all its boxes share their buttons.
    """
    pressed = sorted(one.node for one in form.controls if one.kind in {"submit", "image"})
    groups: dict[tuple[int, ...], set[int]] = {}
    for one in form.controls:
        if one.kind not in BUTTON_KINDS | {"hidden"} and one.node >= 0:
            near = nearest(document, one.node, pressed)
            groups.setdefault(near, set()).add(one.node)
    groups.pop((), None)
    for buttons, nodes in list(groups.items())[:MAX_PARTS_OF_FORM] if len(groups) > 1 else ():
        own = nodes | {*buttons}
        container = _around(document, own)
        alone = [one for one in form.controls if one.kind == "hidden" or one.node in own]
        sent = [kept for one in form.controls for kept in _kept(one, own)]
        part = replace(form, controls=tuple(alone), node=container)
        yield part, replace(form, controls=tuple(sent))


def _around(document: Document, nodes: set[int]) -> int:
    """Return the nearest element that holds all of these."""
    first, last = min(nodes), max(nodes)
    return next((one for one in document.ancestors(first) if document.end[one] > last), first)


def _kept(control: Control, own: set[int]) -> Iterator[Control]:
    """Yield a control of a form as it is sent when a part of it is."""
    if control.kind == "hidden" or control.node in own:
        yield control
    elif control.kind == "select":
        chosen = tuple(one for one in control.choices if one.selected) or control.choices[:1]
        yield replace(control, choices=chosen)
    elif control.kind not in _UNSENT and (control.kind not in _TICKED or control.checked):
        yield replace(control, kind="hidden")
