"""Form features: what a form shows of its purpose, as a list of named binary features.

Seven places speak: the form's own attributes (f), names of controls (n), names of hidden controls
(h), labels (l), buttons (b, their texts alone s), the heading of the form (t) and its whole text
(x). They are read as concepts (``lexicon``): ``n:search`` is one feature in forty languages. Counts
of control kinds, sizes and a few shapes complete the list.
``features.toml`` names the features that are combined.

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.find import find_interfaces
>>> page = parse_html("<form action=/s><input name=q><button>Find</button></form>", "http://h/")
>>> features = form_features(page, find_interfaces(page)[0])
>>> "b:search" in features, "text=1" in features, "method=post" in features
(True, True, False)
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from leadline.domain.similarity import normalise
from leadline.forms.lexicon import concepts, is_search_name, role_concepts
from leadline.forms.roles.query_box import NO_BOX_SCORE, box_score, button_text
from leadline.forms.roles.roles import control_role
from leadline.model import BUTTON_KINDS, Control, QueryInterface
from leadline.page.action.gate import is_asking_command, is_writing_label
from leadline.page.data_files import read_table
from leadline.page.dom import Document
from leadline.page.urls import is_script_address

HEADING_TAGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "th"})
TEXT_BOX_KINDS: Final = frozenset({"text", "search", "email", "tel", "textarea", "url"})

OWN_PLACES: Final = frozenset(f"{place}:" for place in "fnhlbtxs")
"""Places in which a form itself says what it is for; a posted form without a word is mute."""

RANGE_FEATURES: Final = frozenset(
    f"role:{role}" for role in ("price_min", "price_max", "date_from", "num_min", "sort")
)

REGISTER_FEATURES: Final = frozenset({"n:email", "l:email", "textarea>0"})
"""What a register of persons asks for, too."""

LOST_ACCOUNT_OR_ALERT: Final = frozenset(
    f"{place}:{concept}" for place in "ftx" for concept in ("recover", "newsletter", "password")
)
"""Features of forms that send something to the address of who fills them in."""

MIN_TICKED_COLUMNS: Final = 2
"""Boxes to tick that repeat labels of text boxes: columns of what is listed."""

CHOICE_COUNT_STEPS: Final = (3, 10, 30)
FIELD_COUNT_STEPS: Final = (1, 2, 3, 5, 8)
TEXT_LENGTH_STEPS: Final = (100, 400, 1000)
KIND_COUNT_STEPS: Final = (0, 1, 2, 5)
BOX_SCORE_STEPS: Final = (-4, -1, 1, 2.5, 4, 6)
"""Values above which a count, a length in characters or a score gives one more feature."""

MAX_CONTROL_COUNT: Final = 4
MAX_BUTTON_COUNT: Final = 3
MAX_SELECT_COUNT: Final = 3
"""Counts above this are one feature."""

MAX_CONTROLS_READ: Final = 80
"""Controls whose names and labels are read: a form's purpose shows in its first ones."""

MAX_BUTTONS_READ: Final = 8
MAX_LINK_BUTTONS_READ: Final = 4
MAX_HEADINGS_READ: Final = 6
MAX_FORM_NODES_READ: Final = 3_000
MAX_FORM_NODES_SEARCHED: Final = 600
"""Nodes of a form in which headings and link buttons are looked for."""

MAX_FORM_TEXT_NODES: Final = 200
MAX_NODES_AFTER_HEADING: Final = 25
"""Nodes between a heading and the form that it names."""

MAX_HEADING_NODES: Final = 20
MAX_LINK_BUTTON_NODES: Final = 5
MAX_HEADING_LENGTH: Final = 100
MAX_TEXT_LENGTH_READ: Final = 400
MAX_LABEL_CHARACTERS_READ: Final = 80
MAX_SPOKEN_LABEL_LENGTH: Final = 59
"""Characters; a longer label or value says nothing of the form's purpose."""

MAX_BUTTON_TEXT_LENGTH: Final = 20
"""Characters of a link that is a button."""


def _tables() -> dict[str, Any]:
    return read_table("leadline.forms.classify", "features.toml")


@cache
def _control_features(table: str) -> frozenset[str]:
    """Return features of names, labels and buttons that speak of the concepts of a table."""
    return frozenset(f"{place}:{concept}" for place in "nlb" for concept in _tables()[table])


def form_features(document: Document, interface: QueryInterface) -> list[str]:
    """Return the names of the features that a form has, sorted."""
    visible = [c for c in interface.controls if c.kind != "hidden" and not c.honeypot]
    buttons = [c for c in visible if c.kind in BUTTON_KINDS]
    fields = visible
    if len(visible) < MAX_CONTROLS_READ:
        fields = [c for c in visible if c not in buttons]
    features = _spoken_concepts(document, interface, fields, buttons)
    features |= _kind_counts(interface.controls)
    features |= _form_shapes(document, interface, fields, buttons)
    features |= _form_sizes(document, interface, fields, len(buttons))
    features |= {f"r:{c}" for f in fields[:MAX_CONTROLS_READ] for c in _asked_concepts(f)}
    features |= {f"role:{control_role(f)}" for f in fields[:MAX_CONTROLS_READ]}
    features |= _whole_form_features(interface, fields, features, buttons)
    is_mute = not any(name[:2] in OWN_PLACES for name in features) or _does(features, buttons)
    if "method=post" in features and is_mute:
        features.add("mute")
    return sorted(features | _feature_pairs(features))


def _whole_form_features(
    interface: QueryInterface, fields: list[Control], features: set[str], buttons: list[Control]
) -> set[str]:
    """Return the purposes of a whole form: it asks, filters a list (sifts), sells, has ranges.

    A form asks that has a search button and nothing personal.
    """
    searches = _has_button_for(buttons, "search")
    sells = {"sells"} if _has_button_for(buttons, "order") and not searches else set()
    personal = _control_features("personal_concepts") | set(_tables()["personal_shapes"])
    if sells or features & personal:
        looks_up = features & personal <= REGISTER_FEATURES and _looks_up_persons(fields, features)
        return {"asks"} if looks_up and not sells else sells
    sending = [c for c in buttons if c.kind != "button"] or buttons  # others change its rows
    saves = _has_button_for(sending, "other_button")
    is_task = saves or not features.isdisjoint(_control_features("other_task_concepts"))
    sets = (value for button in buttons for _, value in button.sets)
    looks_up = not is_task and (
        _looks_up(interface, features, buttons) or any(map(is_asking_command, sets))
    )
    asks = looks_up or searches or ("b:search" in features and not saves)
    names = {f.name for f in fields if f.name}
    ranges = bool(features & RANGE_FEATURES)
    sifts = interface.method == "GET" and (ranges or len(names) > 1)
    sifts = sifts or ("selects only" in features and len(names) > 1)
    sifts = sifts and not is_task
    purposes = {"asks": asks, "sifts": sifts, "ranges": ranges}
    return {name for name, is_so in purposes.items() if is_so}


def _looks_up(interface: QueryInterface, features: set[str], buttons: list[Control]) -> bool:
    """Return whether a form sends one attribute of records by GET; its button says no deed."""
    if interface.method != "GET" or "one box only" not in features:
        return False
    is_attribute = not features.isdisjoint({"role:attribute_text", "role:location"})
    return is_attribute and not any(is_writing_label(button_text(one)) for one in buttons)


def _does(features: set[str], buttons: list[Control]) -> bool:
    """Return whether every button of a form says a deed, and nothing of it speaks of searching."""
    said = [text for one in buttons if one.kind != "reset" and (text := button_text(one))]
    is_deed = bool(said) and all(map(is_writing_label, said))
    return is_deed and not features & {f"{place}search" for place in OWN_PLACES}


def _looks_up_persons(fields: list[Control], features: set[str]) -> bool:
    """Return whether a form with a box for mail searches a register: its button says so.

    A heading alone says so where boxes to tick name what the text boxes ask for: columns of a list.
    A text area must be such a column.
    """
    if "fields>2" not in features or features & LOST_ACCOUNT_OR_ALERT:
        return False
    asked = {normalise(c.label) for c in fields if c.kind in TEXT_BOX_KINDS and c.label}
    ticked = {normalise(c.label) for c in fields if c.kind == "checkbox"}
    notes = {normalise(c.label) for c in fields if c.kind == "textarea"}
    is_listing = "t:search" in features and len(asked & ticked) >= MIN_TICKED_COLUMNS
    return notes <= ticked and ("s:search" in features or is_listing)


def _has_button_for(buttons: list[Control], purpose: str) -> bool:
    """Return whether the text of a button names a purpose; names (``edit-submit``) do not count."""
    return any(purpose in concepts(button_text(button)) for button in buttons)


def _asked_concepts(control: Control) -> frozenset[str]:
    """Return what a field asks for, as roles see it: dates, prices, places, categories."""
    return role_concepts(control.label[:MAX_LABEL_CHARACTERS_READ]) or role_concepts(control.name)


def _feature_pairs(features: set[str]) -> set[str]:
    """Return pairs that mean more together: a lone e-mail box beside "newsletter"."""
    tables = _tables()
    pairs = {
        f"{shape} & {purpose}"
        for shape in tables["shapes_paired_with_purposes"]
        if shape in features
        for purpose in tables["paired_purposes"]
        if any(f"{place}:{purpose}" in features for place in "fbtx")
    }
    shapes = tables["paired_shapes"]
    return pairs | {f"{a} & {b}" for a, b in shapes if a in features and b in features}


def _spoken_concepts(
    document: Document, interface: QueryInterface, fields: list[Control], buttons: list[Control]
) -> set[str]:
    """Return concepts by place."""
    form, fields, buttons = interface.node, fields[:MAX_CONTROLS_READ], buttons[:MAX_BUTTONS_READ]
    stop = min(document.end[form], form + MAX_FORM_TEXT_NODES)
    hidden = [c.name for c in interface.controls if c.kind == "hidden"][:MAX_CONTROLS_READ]
    attributes = ("id", "name", "class", "role", "action", "aria-label")
    labels = (text for c in fields for text in (c.label, c.value))
    button_texts = [text for c in buttons for text in (c.label, c.value, c.name, c.element_id)]
    texts_by_place: dict[str, Iterable[str]] = {
        "f": [document.attribute(form, name) for name in attributes],
        "n": [text for c in fields for text in (c.name, c.element_id)],
        "h": hidden,
        "l": [text for text in labels if len(text) <= MAX_SPOKEN_LABEL_LENGTH],
        "b": button_texts + _link_buttons(document, form),
        "t": _headings(document, form),
        "x": [document.visible_text(form, stop)],
        "s": [button_text(c) for c in buttons],
    }
    return {
        f"{place}:{concept}"
        for place, texts in texts_by_place.items()
        for text in texts
        for concept in concepts(text[:MAX_TEXT_LENGTH_READ])
    }


def _link_buttons(document: Document, form: int) -> list[str]:
    """Return texts of links, pictures and blocks that a script makes a button of."""
    texts: list[str] = []
    for node in document.elements("a", "img", "span", "div", "i", within=form):
        if node - form > MAX_FORM_NODES_SEARCHED or len(texts) >= MAX_LINK_BUTTONS_READ:
            break
        href = document.attribute(node, "href").strip()
        leads_nowhere = not href or href[:1] == "#" or is_script_address(href)
        dead = document.tag[node] == "a" and leads_nowhere
        small = document.end[node] - node <= MAX_LINK_BUTTON_NODES
        if small and (dead or "onclick" in document.attributes[node]):
            text = document.visible_text(node) or document.attribute(node, "alt")
            texts += [text] if len(text) <= MAX_BUTTON_TEXT_LENGTH else []
    return texts


def _headings(document: Document, form: int) -> list[str]:
    """Return headings inside the form, else the last one shortly before it."""
    tag, end = document.tag, document.end
    stop = min(end[form], form + MAX_FORM_NODES_SEARCHED)
    nodes = [n for n in range(form, stop) if tag[n] in HEADING_TAGS][:MAX_HEADINGS_READ]
    if not nodes:
        first = max(0, form - MAX_NODES_AFTER_HEADING)
        before = [n for n in range(first, form) if tag[n] in HEADING_TAGS]
        nodes = [n for n in before[-1:] if end[n] <= form]
    texts = (document.visible_text(n, min(end[n], n + MAX_HEADING_NODES)) for n in nodes)
    return [text[:MAX_HEADING_LENGTH] for text in texts]


def _kind_counts(controls: tuple[Control, ...]) -> set[str]:
    features = set()
    for name, kinds in _tables()["counted_kinds"].items():
        count = sum(c.kind in kinds and not c.honeypot for c in controls)
        features.add(f"{name}={min(count, MAX_CONTROL_COUNT)}")
        features |= {f"{name}>{step}" for step in KIND_COUNT_STEPS if count > step}
    return features


def _form_sizes(
    document: Document, interface: QueryInterface, fields: list[Control], buttons: int
) -> set[str]:
    """Return how much there is to fill, to choose from and to read."""
    selects = [c for c in fields if c.kind == "select"]
    choices = max((len(c.choices) for c in selects), default=0)
    names = len({c.name for c in fields})
    stop = min(document.end[interface.node], interface.node + MAX_FORM_NODES_READ)
    length = len(document.visible_text(interface.node, stop))
    features = {f"choices>{step}" for step in CHOICE_COUNT_STEPS if choices > step}
    features |= {f"fields>{step}" for step in FIELD_COUNT_STEPS if names > step}
    features |= {f"length>{step}" for step in TEXT_LENGTH_STEPS if length > step}
    features.add(f"buttons={min(buttons, MAX_BUTTON_COUNT)}")
    if selects and len(selects) == len(fields):
        count = min(len(selects), MAX_SELECT_COUNT)
        features |= {"selects only", f"selects only {count}", f"selects only {interface.method}"}
    return features


def _form_shapes(
    document: Document, interface: QueryInterface, fields: list[Control], buttons: list[Control]
) -> set[str]:
    """Return what is seen at a glance: method, one box and a button, the first box's concepts."""
    boxes = [c for c in fields if c.kind in TEXT_BOX_KINDS]
    best = max((box_score(c) for c in fields), default=NO_BOX_SCORE)
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
    features = {name for name, is_so in shapes.items() if is_so}
    features |= {f"box>{step}" for step in BOX_SCORE_STEPS if best > step}
    for box in boxes[:1]:
        features |= {f"1:{concept}" for concept in concepts(box.name) | concepts(box.label)}
    return features
