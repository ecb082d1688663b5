"""Oracle APEX: a page is submitted with the name of a request and values of its items."""

from collections.abc import Sequence
from typing import Any, Final

from leadline.page.action.evaluate import Run
from leadline.page.action.part import ActionProtocol, argument, form_from, pairs_of
from leadline.page.action.text import plain

FORM: Final = "wwvFlowForm"


def submit(run: Run, arguments: Sequence[Any]) -> None:
    """Submit the page: ``apex.submit("GO")``, ``apex.submit({request, set})``, ``doSubmit``."""
    given, scene = argument(arguments, 0), run.scene
    form = scene.form_named(FORM)
    form = form if form >= 0 else form_from(run, None)
    options = given if isinstance(given, dict) else {"request": given}
    pairs = [("p_request", plain(options.get("request") or ""))]
    for name, value in pairs_of(options.get("set")):
        node = scene.by_id.get(name, -1)
        written = scene.document.attribute(node, "name") if node >= 0 else ""
        pairs.append((written or name, value))
    if form >= 0:
        run.submit(form, pairs, "apex")


PROTOCOLS: Final = (
    ActionProtocol("APEX", {"apex.submit": submit, "apex.page.submit": submit, "doSubmit": submit}),
)
