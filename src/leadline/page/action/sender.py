"""What a run of a handler sends, and the bounds of the run."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from leadline.page.action.host import Closure, Gathered, Made, Scene, Scope, Transfer
from leadline.page.action.model import Action, Flag, Protocol
from leadline.page.action.syntax import tokens_of
from leadline.page.action.text import plain
from leadline.page.urls import is_script_address

STEPS_OF_A_RUN: Final = 4_000
MAX_CALLS: Final = 12
"""Calls inside each other."""
MAX_EVALUATIONS: Final = 120
"""Evaluations inside each other."""
MAX_UNREAD: Final = 8
MAX_TEXT: Final = 200_000
COST_OF_A_LOOK: Final = 60
"""Steps that count for a look at many elements."""
FORM_TYPE: Final = ("Content-Type", "application/x-www-form-urlencoded")
WINDOWS: Final = frozenset({"window", "self", "top", "parent", "frames", "globalThis"})


class Stop(Exception):
    """The end of a run: a bound was reached."""


class Sent(Exception):
    """The end of a run: something was sent."""

    def __init__(self, action: Action) -> None:
        super().__init__(action.protocol)
        self.action = action


class Left(Exception):
    """The end of a loop, or of one turn of it: ``break`` or ``continue``."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


class Returned(Exception):
    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


Calls = dict[str, Callable[[Any, Sequence[Any]], Any]]
"""Functions of known libraries, given the run and their arguments."""


class Sender:
    """What a run sets and sends; it is its own.

    ``unread`` are functions called that stand nowhere on the page, with their arguments. ``alerts``
    counts what was said to the reader; in a search the page's own checks of its boxes are passed.
    """

    def __init__(self, scene: Scene, calls: Calls, this: int = -1) -> None:
        self.scene = scene
        self.calls = calls
        self.this = this
        self.steps = self.depth = self.calling = self.alerts = 0
        self.is_search = False
        self.flags: set[Flag] = set()
        self.values: dict[int, str] = {}
        self.typed: dict[int, str] = {}
        self.ticks: dict[int, bool] = {}
        self.actions: dict[int, str] = {}
        self.methods: dict[int, str] = {}
        self.returned: Any = None
        self.unread: list[tuple[str, tuple[Any, ...]]] = []
        self.made: list[Made] = []
        self.data: dict[int, dict[str, Any]] = {}
        self.globals = Scope()

    def charge(self, steps: int) -> None:
        """Count what looks at many elements as many steps."""
        self.steps += steps
        if self.steps > STEPS_OF_A_RUN:
            raise Stop

    def _step(self) -> None:
        self.steps += 1
        self.depth += 1
        if self.steps > STEPS_OF_A_RUN or self.depth > MAX_EVALUATIONS:
            raise Stop

    def call(self, value: Any, arguments: Sequence[Any]) -> Any:
        """Return what a function returns."""
        raise NotImplementedError

    def look_up(self, name: str, scope: Scope) -> Any:
        """Return what a name stands for."""
        raise NotImplementedError

    def send(self, action: Action) -> NoReturn:
        """End the run with what is sent."""
        raise Sent(action)

    def go(self, reference: Any) -> NoReturn:
        """End the run with an address that the window goes to."""
        text = plain(reference).strip()
        url = self.scene.document.address(text) if text and text[0] != "#" else ""
        if is_script_address(text):
            raise Stop
        self.send(Action(url=url, method="GET", protocol="link", flags=frozenset(self.flags)))

    def submit(
        self,
        form: int,
        sets: Sequence[tuple[str, str]] = (),
        protocol: Protocol = "submit",
        *,
        button: int = -1,
        headers: Sequence[tuple[str, str]] = (),
        region: str = "",
    ) -> NoReturn:
        """End the run with a form that is sent as the run has filled it."""
        document = self.scene.document
        mine = {node for node in self.values | self.ticks if self.scene.form_of(node) == form}
        own = [
            (name, self.values.get(node, "") if self.ticks.get(node, True) else "")
            for node in sorted(mine)
            if (name := document.attribute(node, "name"))
        ]
        own += [(one.names["name"], one.names.get("value", "")) for one in self.made_in(form)]
        pressed = None
        if button >= 0 and (name := document.attribute(button, "name")):
            pressed = (name, document.attribute(button, "value"))
        reference = self.actions.get(form)
        action = Action(
            form=form,
            sets=tuple({**dict(own), **dict(sets)}.items()),
            button=pressed,
            url=document.address(reference) if reference else "",
            method=self.methods.get(form, ""),
            headers=tuple(headers),
            protocol=protocol,
            region=region,
            flags=frozenset(self.flags),
        )
        self.send(action)

    def made_in(self, form: int) -> list[Made]:
        """Return the named fields that the run has put into a form."""
        return [one for one in self.made if one.form == form and one.names.get("name")]

    def transfer(self, made: Transfer, body: Any = "") -> NoReturn:
        """End the run with a request that the script makes itself."""
        url = self.scene.document.address(made.url) if made.url else ""
        text = plain(body) if isinstance(body, str | Gathered) else ""
        names = {name.casefold() for name, _ in made.headers}
        is_typed = "content-type" in names or not isinstance(body, Gathered)
        headers = tuple(made.headers) if is_typed else (FORM_TYPE, *made.headers)
        method = made.method.upper()
        self.send(Action(url=url, method=method, headers=headers, body=text, protocol="call"))

    def press(self, node: int) -> None:
        """Click an element: its handler, then what it does by itself."""
        document, tag = self.scene.document, self.scene.document.tag[node]
        if handler := document.attribute(node, "onclick"):
            before, self.this = self.this, node
            self.call(self._closure(handler), ())
            self.this = before
        if tag == "a" and (reference := document.attribute(node, "href").strip()):
            self.go(reference)
        kind = document.attribute(node, "type").casefold()
        is_submit = kind in ("submit", "image") or (tag == "button" and not kind)
        if is_submit and (form := self.scene.form_of(node)) >= 0:
            self.submit(form, button=node)

    def _closure(self, code: str) -> Closure:
        return Closure((), tokens_of(code), None)
