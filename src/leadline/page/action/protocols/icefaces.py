"""ICEfaces: a command's name is set in its form's hidden field, and the library sends the form."""

from collections.abc import Sequence
from typing import Any, Final

from leadline.page.action.evaluate import Run
from leadline.page.action.host import UNKNOWN, Element
from leadline.page.action.part import ActionProtocol, argument, form_from
from leadline.page.action.sender import Calls


def form_of(run: Run, arguments: Sequence[Any]) -> Any:
    """Return the form of a control: ``formOf(this)``."""
    form = form_from(run, argument(arguments, 0))
    return Element(form) if form >= 0 else UNKNOWN


def send(run: Run, arguments: Sequence[Any]) -> None:
    """Send the form of the control, as without its library: ``iceSubmit(form, this, event)``."""
    form = form_from(run, next((one for one in arguments if isinstance(one, Element)), None))
    if form >= 0:
        pressed = run.this if run.scene.document.tag[run.this] in ("button", "input") else -1
        run.submit(form, button=pressed)


SENDING: Final = ("iceSubmit", "iceSubmitPartial", "ice.s", "ice.se", "ice.submit")
CALLS: Final[Calls] = {"formOf": form_of, **dict.fromkeys(SENDING, send)}
PROTOCOLS: Final = (ActionProtocol("ICEfaces", CALLS),)
