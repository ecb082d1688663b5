"""What a form shows of its purpose, as a list of named binary features.

Six places speak: the form's own attributes (f), names of controls (n), names of hidden controls
(h), labels (l), buttons (b, their texts alone s) and the heading of the form (t); five more stand
around it (``surroundings``). What they say is read as concepts (``lexicon``), so that ``n:search``
is one feature in forty languages. Counts of control kinds, sizes and a few shapes complete the
picture.

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.find import find_interfaces
>>> page = parse_html("<form action=/s><input name=q><button>Find</button></form>", "http://h/")
>>> features = form_features(page, find_interfaces(page)[0])
>>> "b:search" in features, "text=1" in features, "method=post" in features
(True, True, False)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.forms.classify.context import surrounding_texts
from leadline.forms.lexicon import concepts, is_search_name, role_concepts
from leadline.forms.roles.query_box import SUBMIT_KINDS, box_score, button_text
from leadline.forms.roles.roles import control_role

if TYPE_CHECKING:
    from leadline.model import Control, QueryInterface
    from leadline.page.dom import Document

HEADING_TAGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "th"})
MAX_NODES_AFTER_HEADING: Final = 25
"""Nodes before a form in which its heading is looked for."""

COUNTED_KINDS: Final = {
    "text": ("text", "search", "url", "number"), "password": ("password",), "email": ("email",),
    "tel": ("tel",), "textarea": ("textarea",), "select": ("select",), "radio": ("radio",),
    "checkbox": ("checkbox",), "hidden": ("hidden",), "submit": ("submit", "image"),
    "file": ("file",), "button": ("button",),
}  # fmt: skip
SHAPES_PAIRED_WITH_PURPOSES: Final = (
    "one box only", "1:email", "password=1", "password=2", "no box", "select>0", "method=post",
    "search name", "textarea>0",
)  # fmt: skip
PAIRED_SHAPES: Final = (
    ("one box only", "1:email"), ("one box", "1:email"), ("no box", "select>0"),
    ("no box", "checkbox>0"), ("password=1", "email=1"), ("password=1", "remember"),
    ("search name", "one box"), ("method=post", "no box"), ("password=1", "text>1"),
)  # fmt: skip
PERSONAL_FEATURES: Final = frozenset(
    {"password>0", "textarea>0", "file>0"}
    | {
        f"{place}:{concept}"
        for place in ("n", "l", "b")
        for concept in (
            "email",
            "password",
            "newsletter",
            "order",
            "register",
            "comment",
        )
    }
)
"""Signs of forms in which a person tells something of himself; a form without them, with a button
that says search, asks. A message is written in a text area: names like ``text`` and ``body`` alone
do not make one (cross-validated, searchable F1 rises from .971 to .973 without them)."""

OWN_PLACES: Final = frozenset(f"{place}:" for place in "fnhlbtxsg")
"""Places in which a form itself says what it is for; posted without a word it is mute."""

OTHER_TASK_FEATURES: Final = frozenset(
    f"{place}:{concept}"
    for place in ("n", "l", "b")
    for concept in (
        "phone", "user", "captcha", "quantity", "coupon", "donate", "language", "poll",
        "calculate", "login", "switch",
    )
)  # fmt: skip
"""Signs of forms that do something else with several fields."""

RANGE_FEATURES: Final = frozenset(
    f"role:{role}" for role in ("price_min", "price_max", "date_from", "num_min", "sort")
)
CHOICE_COUNT_STEPS: Final = (3, 10, 30)
FIELD_COUNT_STEPS: Final = (1, 2, 3, 5, 8)
TEXT_LENGTH_STEPS: Final = (100, 400, 1000)
"""Steps of the counts of options, of fields and of characters that a form shows."""

MAX_FORM_NODES_READ: Final = 3_000
MAX_LABEL_CHARACTERS_READ: Final = 80
MAX_BUTTON_TEXT_LENGTH: Final = 20
MAX_FORM_NODES_SEARCHED: Final = 600
MAX_CONTROL_COUNT: Final = 4
MAX_CONTROLS_READ: Final = 80
"""Controls whose names and labels are read; a form's purpose shows in its first ones."""


def form_features(document: Document, interface: QueryInterface) -> list[str]:
    """The names of the features that a form has, sorted."""
    found: set[str] = set()
    visible = [c for c in interface.controls if c.kind != "hidden" and not c.honeypot]
    buttons = [c for c in visible if c.kind in SUBMIT_KINDS or c.kind in {"button", "reset"}]
    fields = (
        [c for c in visible if c not in buttons] if len(visible) < MAX_CONTROLS_READ else visible
    )
    found |= _spoken_concepts(document, interface, fields, buttons)
    found |= _kind_counts(interface.controls)
    found |= _form_shapes(document, interface, fields, buttons)
    found |= _form_sizes(document, interface, fields, len(buttons))
    found |= {f"r:{c}" for f in fields[:MAX_CONTROLS_READ] for c in _asked_concepts(f)}
    found |= {f"role:{control_role(f)}" for f in fields[:MAX_CONTROLS_READ]}
    found |= _whole_form_features(interface, fields, found, buttons)
    if "method=post" in found and not any(name[:2] in OWN_PLACES for name in found):
        found.add("mute")
    return sorted(found | _feature_pairs(found))


def _whole_form_features(
    interface: QueryInterface, fields: list[Control], found: set[str], buttons: list[Control]
) -> set[str]:
    """Whole forms: one that asks (a search button, nothing personal), one that sifts a list, one
    whose button says that it sells."""
    sells = (
        {"sells"}
        if _has_button_for(buttons, "order") and not _has_button_for(buttons, "search")
        else set()
    )
    if found & PERSONAL_FEATURES or sells:
        return sells
    saves = _has_button_for(buttons, "other_button")
    asks = _has_button_for(buttons, "search") or ("b:search" in found and not saves)
    purposes = {"asks"} if asks else set()
    names = {f.name for f in fields if f.name}
    ranges = bool(found & RANGE_FEATURES)
    sifts = interface.method == "GET" and (ranges or len(names) > 1)
    sifts = sifts or ("selects only" in found and len(names) > 1)
    if sifts and not (saves or found & OTHER_TASK_FEATURES):
        purposes.add("sifts")
    return purposes | ({"ranges"} if ranges else set())


def _has_button_for(buttons: list[Control], purpose: str) -> bool:
    """Whether what stands on a button says so; names (``edit-submit``) do not count."""
    return any(purpose in concepts(button_text(button)) for button in buttons)


def _asked_concepts(control: Control) -> frozenset[str]:
    """What a field is about, as roles see it: dates, prices, places, categories."""
    return role_concepts(control.label[:MAX_LABEL_CHARACTERS_READ]) or role_concepts(control.name)


def _feature_pairs(found: set[str]) -> set[str]:
    """Features that mean more together: a lone e-mail box is a newsletter, unless it is lost."""
    purposes = ("newsletter", "recover", "register", "login", "search", "order", "comment")
    pairs = {
        f"{shape} & {purpose}"
        for shape in SHAPES_PAIRED_WITH_PURPOSES
        if shape in found
        for purpose in purposes
        if any(f"{place}:{purpose}" in found for place in "fbtx")
    }
    return pairs | {f"{one} & {two}" for one, two in PAIRED_SHAPES if one in found and two in found}


def _spoken_concepts(
    document: Document,
    interface: QueryInterface,
    fields: list[Control],
    buttons: list[Control],
) -> set[str]:
    """Concepts by place."""
    form = interface.node
    has = {"f": [document.attribute(form, a) for a in ("id", "name", "class", "role", "action")]}
    has["f"].append(document.attribute(form, "aria-label"))
    has["n"] = [text for c in fields[:MAX_CONTROLS_READ] for text in (c.name, c.element_id)]
    has["h"] = [c.name for c in interface.controls if c.kind == "hidden"][:MAX_CONTROLS_READ]
    has["l"] = [
        text for c in fields[:MAX_CONTROLS_READ] for text in (c.label, c.value) if len(text) < 60
    ]
    has["b"] = [text for c in buttons[:8] for text in (c.label, c.value, c.name, c.element_id)]
    has["b"] += _link_buttons(document, form)
    has["t"] = _headings(document, form)
    has["x"] = [document.visible_text(form, min(document.end[form], form + 200))[:400]]
    has["s"] = [button_text(c) for c in buttons[:8]]
    has |= surrounding_texts(document, interface)
    return {
        f"{place}:{concept}"
        for place, texts in has.items()
        for t in texts
        for concept in concepts(t[:400])
    }


def _link_buttons(document: Document, form: int) -> list[str]:
    """Links, pictures and boxes that a script makes a button of."""
    found: list[str] = []
    for node in document.elements("a", "img", "span", "div", "i", within=form):
        if node - form > MAX_FORM_NODES_SEARCHED or len(found) >= 4:
            break
        href = document.attribute(node, "href").strip()
        dead = document.tag[node] == "a" and (not href or href[:1] == "#" or _is_script(href))
        if (dead or "onclick" in document.attributes[node]) and document.end[node] - node < 6:
            text = document.visible_text(node) or document.attribute(node, "alt")
            found += [text] if len(text) <= MAX_BUTTON_TEXT_LENGTH else []
    return found


def _is_script(href: str) -> bool:
    return href[:11].casefold() == "javascript:"


def _headings(document: Document, form: int) -> list[str]:
    """Headings inside the form, else the last one shortly before it."""
    stop = min(document.end[form], form + MAX_FORM_NODES_SEARCHED)
    inside = [n for n in range(form, stop) if document.tag[n] in HEADING_TAGS][:6]
    if not inside:
        first = max(0, form - MAX_NODES_AFTER_HEADING)
        before = [n for n in range(first, form) if document.tag[n] in HEADING_TAGS]
        inside = [n for n in before[-1:] if document.end[n] <= form]
    return [document.visible_text(n, min(document.end[n], n + 20))[:100] for n in inside]


def _kind_counts(controls: tuple[Control, ...]) -> set[str]:
    found = set()
    for name, kinds in COUNTED_KINDS.items():
        count = sum(c.kind in kinds and not c.honeypot for c in controls)
        found.add(f"{name}={min(count, MAX_CONTROL_COUNT)}")
        found |= {f"{name}>{least}" for least in (0, 1, 2, 5) if count > least}
    return found


def _form_sizes(
    document: Document, interface: QueryInterface, fields: list[Control], buttons: int
) -> set[str]:
    """How much there is to fill, to choose from and to read."""
    selects = [c for c in fields if c.kind == "select"]
    most = max((len(c.choices) for c in selects), default=0)
    names = len({c.name for c in fields})
    stop = min(document.end[interface.node], interface.node + MAX_FORM_NODES_READ)
    length = len(document.visible_text(interface.node, stop))
    found = {f"choices>{least}" for least in CHOICE_COUNT_STEPS if most > least}
    found |= {f"fields>{least}" for least in FIELD_COUNT_STEPS if names > least}
    found |= {f"length>{least}" for least in TEXT_LENGTH_STEPS if length > least}
    found.add(f"buttons={min(buttons, 3)}")
    if selects and len(selects) == len(fields):
        count = min(len(selects), 3)
        found |= {"selects only", f"selects only {count}", f"selects only {interface.method}"}
    return found


def _form_shapes(
    document: Document,
    interface: QueryInterface,
    fields: list[Control],
    buttons: list[Control],
) -> set[str]:
    """What is seen at a glance: method, one box and a button, the kind of the first box."""
    boxes = [c for c in fields if c.kind in {"text", "search", "email", "tel", "textarea", "url"}]
    best = max((box_score(c) for c in fields), default=-10.0)
    shapes = {
        "method=post": interface.method == "POST",
        "multipart": interface.enctype == "multipart/form-data",
        "one box": len(boxes) == 1,
        "one box only": len(fields) == 1 and len(boxes) == 1,
        "no box": not boxes,
        "nothing": not fields,
        "no button": not buttons,
        "type=search": any(c.kind == "search" for c in fields),
        "search name": any(is_search_name(c.name) for c in boxes),
        "first box search": bool(boxes) and is_search_name(boxes[0].name),
        "aspnet": any(c.name == "__VIEWSTATE" for c in interface.controls),
        "action other": interface.action.partition("?")[0] != interface.page_url.partition("?")[0],
        "required": any(c.required for c in fields),
        "options": any(len(c.choices) > 1 for c in fields),
        "new password": any(
            document.attribute(c.node, "autocomplete") == "new-password" for c in fields
        ),
    }
    for least in (-4, -1, 1, 2.5, 4, 6):
        shapes[f"box>{least}"] = best > least
    for c in boxes[:1]:
        for concept in concepts(c.name) | concepts(c.label):
            shapes[f"1:{concept}"] = True
    return {name for name, there in shapes.items() if there}
