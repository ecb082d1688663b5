"""Apache Wicket: elements bound by calls in scripts, answered by components."""

import re
from typing import Any, Final

from leadline.page.action.host import Scene
from leadline.page.action.model import UNSENT, Action
from leadline.page.action.part import ActionProtocol, objects_given

_AJAX_CALL: Final = re.compile(r"\bWicket\.Ajax\.(?:ajax|get|post)\(\s?")
_BASE: Final = re.compile(r"""\bWicket\.Ajax\.baseUrl\s?=\s?["']([^"']{0,500})["']""")


def bound(scene: Scene) -> dict[int, Action]:
    """Return the actions of elements that ``Wicket.Ajax.ajax({u, c, e, m, f, sc})`` binds."""
    found: dict[int, Action] = {}
    base = next((one[1] for code in scene.scripts if (one := _BASE.search(code))), "")
    for _, given in objects_given(scene.scripts, _AJAX_CALL):
        node, action = _read(scene, given, base)
        if action is not None:
            found[node] = action  # what was bound last holds
    return found


def _read(scene: Scene, given: dict[str, Any], base: str) -> tuple[int, Action | None]:
    url, name, event = (given.get(key) for key in ("u", "c", "e"))
    node = scene.by_id.get(name, -1) if isinstance(name, str) else -1
    if node < 0 or not isinstance(url, str) or event not in (None, "click", "submit"):
        return -1, None
    headers = (
        ("Wicket-Ajax", "true"),
        ("Wicket-Ajax-BaseURL", base),
        ("X-Requested-With", "XMLHttpRequest"),
    )
    address = scene.document.address(url)
    form = scene.by_id.get(str(given.get("f")), UNSENT)
    if form < 0:
        return node, Action(url=address, method="GET", headers=headers, protocol="partial")
    pressed = given.get("sc")
    sets = ((pressed, "1"),) if isinstance(pressed, str) else ()
    action = Action(form, sets, None, address, "POST", headers, protocol="partial")
    return node, action


PROTOCOLS: Final = (ActionProtocol("Wicket", bound=bound),)
