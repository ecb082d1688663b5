"""A known protocol of page scripts: calls that it gives meaning to, and controls that it binds."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any, Final

from leadline.page.action.evaluate import Run
from leadline.page.action.host import Element, Scene
from leadline.page.action.model import Action
from leadline.page.action.sender import Calls
from leadline.page.action.syntax import Node, read_expression
from leadline.page.action.text import plain
from leadline.seams import parts

SEAM: Final = "leadline.actions"
FOLDER: Final = "leadline.page.action.protocols"

MAX_CALLS_READ: Final = 300
MAX_CHARACTERS_GIVEN: Final = 6_000
Sent = dict[str, str]
"""Fields of a request by name."""


@dataclass(frozen=True)
class ActionProtocol:
    """What a library of page scripts sends.

    ``calls`` are its functions by their paths; each ends the run with what it sends. ``bound``
    returns actions of elements that have no handler of their own. ``after`` returns a page as its
    script redraws it when a partial answer to these fields came. ``live`` are hidden fields of
    which the server knows the latest values alone.
    """

    name: str
    calls: Calls = field(default_factory=dict)
    bound: Callable[[Scene], dict[int, Action]] | None = None
    after: Callable[[str, Sent], str] | None = None
    live: frozenset[str] = frozenset()


@cache
def protocols() -> tuple[ActionProtocol, ...]:
    """Return the known protocols: those of the house, then those that other packages bring."""
    return tuple(parts(SEAM, FOLDER, "PROTOCOLS"))


@cache
def known_calls() -> Calls:
    """Return the functions of all protocols by their paths."""
    return {path: call for one in protocols() for path, call in one.calls.items()}


@cache
def live_fields() -> frozenset[str]:
    """Return the hidden fields that must be sent as the last answer held them."""
    return frozenset[str]().union(*(one.live for one in protocols()))


def objects_given(
    codes: Iterable[str], call: re.Pattern[str]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the literal values of the objects that a function is given, and where they begin."""
    for code in codes:
        for match in islice(call.finditer(code), MAX_CALLS_READ):
            made = read_expression(code[match.end() : match.end() + MAX_CHARACTERS_GIVEN])
            if made is not None and made[0] == "object":
                yield match.end(), _literals(made)


def _literals(node: Node) -> dict[str, Any]:
    inner = [_literals(one) for _, one in node[1] if one[0] == "object"]
    own = {key: one[1] for key, one in node[1] if one[0] == "value"}
    return {key: value for held in (*inner, own) for key, value in held.items()}


def argument(arguments: Sequence[Any], at: int) -> Any:
    """Return an argument, None where it is missing."""
    return arguments[at] if at < len(arguments) else None


def form_from(run: Run, value: Any) -> int:
    """Return the form that an argument names, else that of the control, else the only one."""
    scene = run.scene
    if isinstance(value, Element):
        return scene.form_of(value.node)
    if isinstance(value, str) and value:
        named = scene.form_named(value)
        return named if named >= 0 else scene.form_of(scene.by_id.get(value, run.this))
    inside = scene.form_of(run.this) if run.this >= 0 else -1
    return inside if inside >= 0 else (scene.forms[0] if scene.forms else -1)


def pairs_of(value: Any) -> list[tuple[str, str]]:
    """Return an object, or a list of pairs or of objects, as names and values."""
    if isinstance(value, dict):
        return [(name, plain(one)) for name, one in value.items()]
    found: list[tuple[str, str]] = []
    for one in value if isinstance(value, list) else ():
        if isinstance(one, list) and len(one) > 1:
            found.append((plain(one[0]), plain(one[1])))
        elif isinstance(one, dict) and "name" in one:
            found.append((plain(one["name"]), plain(one.get("value"))))
    return found
