"""Versions of a form: links that lead to the same one with another value of what it sends unseen.

A page in two languages, or three catalogues of one program, have forms that differ in a hidden
value or in one part of their path. Such a value is read as a choice that is made already, which
shows one part of the source (``forms.presets``). So is a hidden value that another form of the same
address offers as a choice.

>>> from leadline.page.dom import parse_html
>>> form = QueryInterface("", "http://h.test/cat/1/search", "http://h.test/cat/1/search", "GET", (
...     Control("q", "text"), Control("lang", "hidden", value="en")))
>>> page = parse_html('<a href="/cat/1/search?lang=fr">FR</a> <a href="/cat/2/search">Maps</a>'
...     '<a href="/about">About</a>', form.page_url)
>>> with_versions(form, [page]).action
'http://h.test/cat/{path}/search'
>>> [[choice.value for choice in c.choices] for c in with_versions(form, [page]).controls[1:]]
[['en', 'fr'], ['1', '2']]
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from leadline.forms.lexicon import concepts
from leadline.forms.link_facets import (
    MAX_ANSWER_LINKS,
    MAX_CHOICE_CHARACTERS,
    PRESENTATION_PARAMETER,
    counts_pages,
)
from leadline.forms.roles.query_box import LANGUAGE_ROLE, OTHER_BUTTON_PURPOSES
from leadline.model import BUTTON_KINDS, Choice, Control, QueryInterface
from leadline.page.dom import Document
from leadline.page.query_string import split_address

NO_SETTING: Final = OTHER_BUTTON_PURPOSES | {
    "comment",
    "donate",
    "language",
    "message",
    "poll",
    "product",
    "quantity",
    "switch",
}
"""What forms are about that are not sent to see what they set."""
PATH: Final = "{path}"
"""Name of the part of a path in which versions differ, as in an address template."""
MAX_VERSIONS: Final = 12
"""Versions of a form: links of a wiki vary the name of a page, which its form sends too."""
MAX_VERSION_CHARACTERS: Final = 20
"""Characters of a hidden value that may tell versions apart; tokens are longer."""
LANGUAGE: Final = re.compile(r"[a-z]{2}([-_][a-z]{2,4})?", re.IGNORECASE)
"""Value that names a language."""


def with_versions(
    form: QueryInterface, pages: Sequence[Document], others: Iterable[QueryInterface] = ()
) -> QueryInterface:
    """Return the form with a choice for each hidden value, or part of its path, that links vary.

    So may the ``others``, the same form on pages that were read beside these.
    """
    texts: dict[tuple[str, int], dict[str, str]] = {}
    links = [(_sent_unseen(other), split_address(other.page_url).path) for other in others]
    for page in pages:
        nodes = islice(page.elements("a"), MAX_ANSWER_LINKS)
        links += [(page.link(node), page.visible_text(node)) for node in nodes]
    for link, shown in links:
        if (varied := _varied(form, link)) is not None:
            name, at, value = varied
            texts.setdefault((name, at), {}).setdefault(value, shown[:MAX_CHOICE_CHARACTERS])
    for (name, at), values in texts.items():
        if len(values) <= MAX_VERSIONS and not counts_pages(values):
            form = _with_choice(form, name, at, values)
    return form


def with_choices_of(form: QueryInterface, others: Iterable[QueryInterface]) -> QueryInterface:
    """Return the form with the choices that other forms of its address offer for hidden values."""
    offered = {
        control.name: control
        for other in others
        if other.action == form.action
        for control in other.controls
        if control.kind == "select"
    }

    def chosen(control: Control) -> Control:
        select = offered.get(control.name)
        if control.kind != "hidden" or select is None:
            return control
        if all(choice.value != control.value for choice in select.choices):
            return control
        choices = (replace(c, selected=c.value == control.value) for c in select.choices)
        return replace(select, choices=tuple(choices), role="category")

    return replace(form, controls=tuple(map(chosen, form.controls)))


def may_set_session(form: QueryInterface, asked: QueryInterface) -> bool:
    """Tell whether a form of selects alone may set what the session of another one shows.

    >>> asked = QueryInterface("", "http://h.test/", "http://h.test/s", "GET", ())
    >>> region = QueryInterface("", "http://h.test/", "http://h.test/set", "GET", (
    ...     Control("region", "select"), Control("", "submit", value="Change")))
    >>> delete = replace(region, controls=(Control("", "submit", value="Delete"),))
    >>> may_set_session(region, asked), may_set_session(delete, asked)
    (True, False)
    """
    fields = {control.kind for control in form.controls} - {"hidden", *BUTTON_KINDS}
    texts = (f"{c.name} {c.label} {c.value * (c.kind in BUTTON_KINDS)}" for c in form.controls)
    there, here = split_address(form.action), split_address(asked.action)
    return (
        fields <= {"select", "radio"}
        and form.method == "GET"
        and form.kind in {"other", "filter"}
        and (there.netloc, there.path) != (here.netloc, here.path)
        and there.netloc == here.netloc
        and NO_SETTING.isdisjoint(concepts(" ".join([there.path, *texts])))
    )


def _sent_unseen(form: QueryInterface) -> str:
    """Return a link that sends the hidden values of a form, but for long ones: tokens."""
    hidden = {c.name: c.value for c in form.controls if c.kind == "hidden"}
    sent = {name: text for name, text in hidden.items() if len(text) <= MAX_VERSION_CHARACTERS}
    return f"{form.action}?{urlencode(sent)}"


def _varied(form: QueryInterface, link: str) -> tuple[str, int, str] | None:
    """Return what a link sends otherwise than a form: its name, its place in a path, its value."""
    try:
        there, here, action = urlsplit(link), urlsplit(form.page_url), urlsplit(form.action)
    except ValueError:
        return None
    if there.netloc != action.netloc:
        return None
    sent = dict(parse_qsl(there.query))
    if there.path in {here.path, action.path} and sent.keys() <= {c.name for c in form.controls}:
        hidden = {c.name: c.value for c in form.controls if c.kind == "hidden" and c.value}
        others = [name for name in hidden.keys() & sent.keys() if sent[name] != hidden[name]]
        is_choice = [n == "lang" or not PRESENTATION_PARAMETER.match(n) for n in others] == [True]
        return (others[0], 0, sent[others[0]]) if is_choice else None
    parts, own, way = (address.path.split("/") for address in (there, here, action))
    places = [at for at, (a, b) in enumerate(zip(parts, own, strict=False)) if a != b]
    if sent or len(parts) != len(own) or len(places) != 1:
        return None
    (at,) = places
    both = (parts[at], own[at])
    is_version = any(parts[at + 1 :]) or all(map(LANGUAGE.fullmatch, both))
    is_sent = at < len(way) - 1 and way[at] == own[at] and all(both)
    return (PATH, at, unquote(parts[at])) if is_sent and is_version else None


def _with_choice(
    form: QueryInterface, name: str, at: int, texts: Mapping[str, str]
) -> QueryInterface:
    """Return the form with a choice for a hidden value, or for a place in its path."""
    if name != PATH:
        served = next(control.value for control in form.controls if control.name == name)
        choice = _choice(name, served, texts)
        return replace(form, controls=tuple(choice if c.name == name else c for c in form.controls))
    if PATH in form.action:
        return form
    head, path = form.action.split("//", 1)
    host, *parts = path.split("/")
    served = unquote(parts[at - 1])
    action = f"{head}//{'/'.join([host, *parts[: at - 1], PATH, *parts[at:]])}"
    return replace(form, action=action, controls=(*form.controls, _choice(PATH, served, texts)))


def _choice(name: str, served: str, texts: Mapping[str, str]) -> Control:
    others = (Choice(value, text) for value, text in texts.items() if value != served)
    choices = (Choice(served, served, selected=True), *others)
    label = "part of the address" if name == PATH else ""
    is_language = all(LANGUAGE.fullmatch(choice.value) for choice in choices)
    role = LANGUAGE_ROLE if is_language else "category"
    return Control(name, "select", label, choices=choices, role=role)
