"""Pages of a live question to the sources of a project, with what came so far."""

from typing import Annotated, Any

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import Response

from leadline.ask.query import parse_query
from leadline.serve.home_pages import board_of, see_other
from leadline.serve.jobs import JobOrder
from leadline.serve.project_pages import stored_project
from leadline.serve.rendering import page

router = APIRouter(include_in_schema=False)


@router.get("/projects/{name}/ask")
def ask_page(request: Request, name: str, q: str = "") -> Response:
    """The form for a live question."""
    stored_project(request, name)
    return page(request, "ask.html", name=name, question=q, job=None, trouble="")


@router.post("/projects/{name}/ask")
def ask(request: Request, name: str, q: Annotated[str, Form()] = "") -> Response:
    """Begin to ask the sources of a project."""
    stored_project(request, name)
    try:
        parse_query(q)
    except ValueError as fault:
        values: dict[str, Any] = {"question": q, "job": None, "trouble": str(fault)}
        return page(request, "ask.html", status=400, name=name, **values)
    order = JobOrder("ask", name, question=q)
    return see_other(f"/jobs/{board_of(request).start(order).id}")
