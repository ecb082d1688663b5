"""Oracle APEX: a page is submitted with the name of a request and values of its items.

The pages of a report come as a piece of the page, for which a procedure is asked by itself.
"""

import re
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from leadline.page.action.evaluate import Run
from leadline.page.action.host import Scene
from leadline.page.action.model import Action
from leadline.page.action.part import (
    ActionProtocol,
    argument,
    form_from,
    objects_given,
    pairs_of,
)
from leadline.page.action.sender import FORM_TYPE
from leadline.page.action.text import plain

FORM: Final = "wwvFlowForm"
_REPORT: Final = re.compile(r"\.interactiveReport\(\s?")


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


def paginate_interactive(run: Run, arguments: Sequence[Any]) -> None:
    """Ask for a page of an interactive report: ``gReport.navigate.paginate("pgR_min_row=16")``."""
    scene = run.scene
    ids = _value(scene, "apexir_WORKSHEET_ID"), _value(scene, "apexir_REPORT_ID")
    _send(run, _of_worksheet(scene, "APXWGT", plain(argument(arguments, 0)), *ids))


def _of_worksheet(
    scene: Scene, request: str, rows: str, worksheet: str, report: str
) -> Action | None:
    return _asked(
        scene,
        p_request=request,
        p_widget_name="worksheet",
        p_widget_mod="ACTION",
        p_widget_action="PAGE",
        p_widget_action_mod=rows,
        x01=worksheet,
        x02=report,
    )


def bound(scene: Scene) -> dict[int, Action]:
    """Return what buttons ask that name rows in an attribute, in reports that a script makes."""
    found: dict[int, Action] = {}
    document = scene.document
    pagers = [n for n, has in enumerate(document.attributes) if has and "data-pagination" in has]
    for _, options in objects_given(scene.scripts if pagers else (), _REPORT):
        region, token = plain(options.get("regionId")), plain(options.get("ajaxIdentifier"))
        within = scene.by_id.get(f"{region}_ir", scene.by_id.get(region, -1))
        ids = _value(scene, f"{region}_worksheet_id"), _value(scene, f"{region}_report_id")
        for node in pagers if within >= 0 else ():
            rows = document.attribute(node, "data-pagination")
            action = _of_worksheet(scene, f"PLUGIN={token}", rows, *ids)
            if action is not None and within < node < document.end[within]:
                found[node] = action
    return found


def paginate_classic(run: Run, arguments: Sequence[Any]) -> None:
    """Ask for a page of a report: ``apex.widget.report.paginate(region, token, {min, max})``.

    Older pages name no token: ``$a_report(region, min, max, fetched)``.
    """
    region, rows = plain(argument(arguments, 0)), arguments[-1] if arguments else None
    if isinstance(rows, dict):
        token = argument(arguments, 1) if len(arguments) > 2 else None
        numbers = [plain(rows.get(name)) for name in ("min", "max", "fetched")]
    else:
        token, numbers = None, [plain(one) for one in arguments[1:4]]
    asked = {"p_request": f"PLUGIN={token}"} if isinstance(token, str) else _WITHOUT_TOKEN
    first, most, fetched = (*numbers, "", "", "")[:3]
    pages = {"p_pg_min_row": first, "p_pg_max_rows": most, "p_pg_rows_fetched": fetched}
    _send(run, _asked(run.scene, **asked, p_widget_action="paginate", **pages, x01=region))


def _send(run: Run, action: Action | None) -> None:
    if action is not None:
        run.send(action)


def _asked(scene: Scene, **fields: str) -> Action | None:
    """Return fields, with those that name the page and its session, for the procedure of pieces."""
    own = {name: _value(scene, node_id) for name, node_id in _FIELDS_OF_PAGE.items()}
    if not own["p_instance"]:
        return None
    if salt := _value(scene, "pSalt"):
        own["p_json"] = f'{{"salt":"{salt}"}}'
    address = "wwv_flow.ajax" if "PLUGIN" in fields["p_request"] else "wwv_flow.show"
    body = urlencode({**own, **fields})
    url = scene.document.address(address)
    return Action(url=url, method="POST", headers=(FORM_TYPE,), body=body, protocol="partial")


def _value(scene: Scene, node_id: str) -> str:
    """Return the value of the field of an id, '' without one."""
    node = scene.by_id.get(node_id, -1)
    return scene.document.attribute(node, "value") if node >= 0 else ""


_FIELDS_OF_PAGE: Final = {
    "p_flow_id": "pFlowId",
    "p_flow_step_id": "pFlowStepId",
    "p_instance": "pInstance",
}
_WITHOUT_TOKEN: Final = {"p_request": "APXWGT", "p_widget_name": "classic_report"}
PROTOCOLS: Final = (
    ActionProtocol(
        "APEX",
        {
            "apex.submit": submit,
            "apex.page.submit": submit,
            "doSubmit": submit,
            "gReport.navigate.paginate": paginate_interactive,
            "apex.widget.report.paginate": paginate_classic,
            "$a_report": paginate_classic,
        },
        bound,
    ),
)
