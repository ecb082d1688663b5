"""ASP.NET WebForms: the form goes back with a target and an argument, and no button."""

from collections.abc import Sequence
from typing import Any, Final

from leadline.page.action.evaluate import Run
from leadline.page.action.part import ActionProtocol, argument, form_from
from leadline.page.action.text import plain

TARGET: Final = "__EVENTTARGET"
ARGUMENT: Final = "__EVENTARGUMENT"


def post_back(run: Run, arguments: Sequence[Any]) -> None:
    """Send the form back: ``__doPostBack(target, argument)``."""
    target, value = (plain(argument(arguments, at) or "") for at in (0, 1))
    scene = run.scene
    inside = scene.form_of(run.this) if run.this >= 0 else -1
    holding = (scene.form_of(node) for node in scene.by_name.get(TARGET, ()))
    form = inside if inside >= 0 else next((one for one in holding if one >= 0), -1)
    form = form if form >= 0 else form_from(run, None)
    if form >= 0:
        run.submit(form, [(TARGET, target), (ARGUMENT, value)], "postback")


def options(run: Run, arguments: Sequence[Any]) -> dict[str, Any]:
    """Return ``WebForm_PostBackOptions(target, argument, valid, group, url, focus, submits)``."""
    names = ("target", "argument", "valid", "group", "url", "focus", "submits")
    return {name: argument(arguments, at) for at, name in enumerate(names)}


def post_back_with(run: Run, arguments: Sequence[Any]) -> None:
    """Send the form back as options say; where the button itself submits, nothing is sent here."""
    given = argument(arguments, 0)
    if not isinstance(given, dict):
        return
    if given.get("url"):
        form = form_from(run, None)
        if form >= 0:
            run.actions[form] = plain(given["url"])
    if given.get("submits") is not False:
        post_back(run, (given.get("target"), given.get("argument")))


PROTOCOLS: Final = (
    ActionProtocol(
        "WebForms",
        {
            "__doPostBack": post_back,
            "WebForm_DoPostBack": post_back,
            "WebForm_PostBackOptions": options,
            "WebForm_DoPostBackWithOptions": post_back_with,
        },
    ),
)
