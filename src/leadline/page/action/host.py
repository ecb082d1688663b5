"""The page as its scripts see it: elements by id and name, forms, and what inline scripts declare.

Values of scripts are those of Python; ``UNKNOWN`` stands for what is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from leadline.page.action.syntax import Node, Token, read_script
from leadline.page.dom import Document

MAX_SCRIPTS: Final = 200
MAX_CHARACTERS_OF_SCRIPTS: Final = 400_000
FIELD_TAGS: Final = frozenset({"input", "select", "textarea", "button"})
_OPENING: Final = re.compile(r"<script\b([^>]{0,2000})>", re.IGNORECASE)
_CLOSING: Final = re.compile(r"</script\s{0,9}>?", re.IGNORECASE)
_NO_SCRIPT: Final = re.compile(r"\bsrc\s{0,9}=|json|template|x-tmpl|babel", re.IGNORECASE)


class Unknown:
    """What a script holds that is not known here."""

    def __bool__(self) -> bool:
        return False


UNKNOWN: Final = Unknown()


@dataclass(eq=False)
class Scope:
    """Names that a function sees, and the scope around it."""

    names: dict[str, Any] = field(default_factory=dict)
    around: Scope | None = None


@dataclass(frozen=True, eq=False)
class Closure:
    """A function of the page."""

    parameters: tuple[str, ...]
    body: tuple[Token, ...]
    scope: Scope | None


@dataclass(frozen=True)
class Native:
    """A function of the browser, or of a known library."""

    call: Callable[..., Any]


@dataclass(frozen=True)
class Library:
    """A name of a known library, with its path (``mojarra.jsfcljs``)."""

    path: str


@dataclass(frozen=True)
class Element:
    """An element of the page."""

    node: int


@dataclass(eq=False)
class Made:
    """An element that a script makes: its attributes, and the form that it was put into."""

    names: dict[str, str] = field(default_factory=dict)
    form: int = -1


@dataclass(frozen=True)
class Selection:
    """Elements that a selector chose, as jQuery holds them."""

    nodes: tuple[int, ...]


@dataclass(frozen=True)
class Thing:
    """An object of the browser: document, window, location, forms, elements of a form."""

    kind: str
    node: int = -1


@dataclass(eq=False)
class Transfer:
    """A request that a script makes itself, while it is put together."""

    method: str = "GET"
    url: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)


@dataclass(eq=False)
class Gathered:
    """Names and values that a script collects to send: URLSearchParams, FormData."""

    held: list[tuple[str, str]] = field(default_factory=list)


@dataclass(eq=False)
class Scene:
    """A document with its elements by id and name, its forms, and the code of its scripts.

    ``spent`` counts the steps of runs for addresses alone; ``heard`` is what scripts bind to events
    of elements, None before they were run for it.
    """

    document: Document
    by_id: dict[str, int] = field(default_factory=dict)
    by_name: dict[str, list[int]] = field(default_factory=dict)
    forms: list[int] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    declared: Scope | None = None
    spent: int = 0
    heard: dict[tuple[int, str], Closure] | None = None
    _controls: dict[int, list[int]] | None = None
    _fields: dict[int, dict[str, int]] = field(default_factory=dict)
    _named_forms: dict[str, int] | None = None

    def controls(self, form: int) -> list[int]:
        """Return the controls that a form holds, by nesting or by their form attribute."""
        if self._controls is None:
            self._controls = {}
            for node in self.document.elements(*FIELD_TAGS):
                self._controls.setdefault(self.form_of(node), []).append(node)
        return self._controls.get(form, [])

    def fields(self, form: int) -> dict[str, int]:
        """Return a form's controls by name and id, the first of each."""
        found = self._fields.get(form)
        if found is None:
            found = self._fields[form] = {}
            for name in ("name", "id"):
                for node in self.controls(form):
                    found.setdefault(self.document.attribute(node, name), node)
            found.pop("", None)
        return found

    def field(self, form: int, name: str) -> int:
        """Return a form's control of a name or id, -1 without one."""
        return self.fields(form).get(name, -1)

    def form_of(self, node: int) -> int:
        """Return the form that an element is in, -1 without one."""
        document = self.document
        if document.tag[node] == "form":
            return node
        wanted = document.attributes[node].get("form")
        if wanted and document.tag[at := self.by_id.get(wanted, 0)] == "form":
            return at
        return next((one for one in document.ancestors(node) if document.tag[one] == "form"), -1)

    def form_named(self, name: str) -> int:
        """Return the form of an id or a name, -1 without one."""
        if self._named_forms is None:
            self._named_forms = {}
            for form in self.forms:
                for key in ("id", "name"):
                    self._named_forms.setdefault(self.document.attribute(form, key), form)
            self._named_forms.pop("", None)
        return self._named_forms.get(name, -1)


class Runner(Protocol):
    """What selections need of the evaluation that they stand in."""

    scene: Scene

    def charge(self, steps: int) -> None:
        """Count what looks at many elements as many steps."""

    def put(self, owner: Any, key: Any, value: Any) -> None:
        """Record a member that is set."""

    def member(self, value: Any, key: Any) -> Any:
        """Return a member of a value."""

    def call(self, value: Any, arguments: Sequence[Any]) -> Any:
        """Return what a function returns."""


_SCENES: Final[WeakKeyDictionary[Document, Scene]] = WeakKeyDictionary()


def scene_of(document: Document) -> Scene:
    """Return a document as its scripts see it, made once."""
    scene = _SCENES.get(document)
    if scene is None:
        scene = _SCENES[document] = Scene(document)
        for node, has in enumerate(document.attributes):
            if not has:
                continue
            if name := has.get("id"):
                scene.by_id.setdefault(name, node)
            if name := has.get("name"):
                scene.by_name.setdefault(name, []).append(node)
            if document.tag[node] == "form":
                scene.forms.append(node)
        scene.forms += [n for n in document.elements("form") if not document.attributes[n]]
        scene.forms.sort()
        scene.scripts = list(islice(inline_scripts(document.html), MAX_SCRIPTS))
    return scene


class ScriptBlock(NamedTuple):
    """A script element of a page: its attributes, where it stands, and where its code does."""

    attributes: str
    start: int
    begin: int
    end: int
    stop: int


def script_blocks(html: str) -> Iterator[ScriptBlock]:
    """Yield the closed script elements of a page."""
    at = 0
    while (opening := _OPENING.search(html, at)) and (
        closing := _CLOSING.search(html, opening.end())
    ):
        at = closing.end()
        yield ScriptBlock(opening[1], opening.start(), opening.end(), closing.start(), at)


def inline_scripts(html: str) -> Iterator[str]:
    """Yield the code of inline scripts.

    >>> list(inline_scripts("<script src=a.js></script><SCRIPT>f()</SCRIPT><script>g("))
    ['f()']
    """
    left = MAX_CHARACTERS_OF_SCRIPTS
    for block in script_blocks(html):
        code = html[block.begin : block.end]
        if not _NO_SCRIPT.search(block.attributes) and left > 0:
            left -= len(code)
            if left >= 0 and code.strip():
                yield code


def statements_of(scene: Scene) -> Iterator[Node]:
    """Yield what inline scripts declare: functions, variables and conditions, never calls."""
    for code in scene.scripts:
        for statement in read_script(code):
            if statement[0] in ("function", "var", "if") or (
                statement[0] == "expr" and statement[1][0] == "set"
            ):
                yield statement
