"""Oracle APEX: a page is submitted with the name of a request and values of its items.

The pages of a report come as a piece of the page, for which a procedure is asked by itself.
"""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from leadline.page.action.evaluate import Run
from leadline.page.action.model import Action
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


def paginate_interactive(run: Run, arguments: Sequence[Any]) -> None:
    """Ask for a page of an interactive report: ``gReport.navigate.paginate("pgR_min_row=16")``."""
    _ask(
        run,
        p_request="APXWGT",
        p_widget_name="worksheet",
        p_widget_mod="ACTION",
        p_widget_action="PAGE",
        p_widget_action_mod=plain(argument(arguments, 0)),
        x01=_value(run, "apexir_WORKSHEET_ID"),
        x02=_value(run, "apexir_REPORT_ID"),
    )


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
    _ask(
        run,
        **asked,
        p_widget_action="paginate",
        p_pg_min_row=first,
        p_pg_max_rows=most,
        p_pg_rows_fetched=fetched,
        x01=region,
    )


def _ask(run: Run, **fields: str) -> None:
    """Send fields, with those that name the page and its session, to the procedure for pieces."""
    own = {name: _value(run, node_id) for name, node_id in _FIELDS_OF_PAGE.items()}
    if not own["p_instance"]:
        return
    address = "wwv_flow.ajax" if "PLUGIN" in fields["p_request"] else "wwv_flow.show"
    run.send(
        Action(
            url=run.scene.document.address(address),
            method="POST",
            headers=(("Content-Type", "application/x-www-form-urlencoded"),),
            body=urlencode({**own, **fields}),
            protocol="partial",
        )
    )


def _value(run: Run, node_id: str) -> str:
    """Return the value of the field of an id, '' without one."""
    node = run.scene.by_id.get(node_id, -1)
    return run.scene.document.attribute(node, "value") if node >= 0 else ""


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
    ),
)
