"""Pages of a record and of the archived page that it was read from."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from leadline.serve.archived import ARCHIVED_POLICY, read_archived, shown_text
from leadline.serve.home_pages import board_of
from leadline.serve.project_pages import stored_project
from leadline.serve.rendering import page
from leadline.serve.workspace import UnknownName
from leadline.store import Reader

router = APIRouter(include_in_schema=False)


@router.get("/projects/{name}/record")
def record(request: Request, name: str, source: str, key: str) -> Response:
    """A record: all its values, where they were read, and its entity."""
    project = stored_project(request, name)
    with Reader(project.store) as reader:
        try:
            taken = reader.record(source, key)
        except ValueError:
            raise UnknownName(f"there is no record {key!r} of {source!r}") from None
        stored = reader.page(taken.page)
    integration = board_of(request).integrations.get(name)
    entities = integration.entities if integration else ()
    entity = next((each for each in entities if (source, key) in each.members), None)
    values: dict[str, Any] = {"record": taken, "stored": stored, "entity": entity}
    return page(request, "record.html", name=name, **values)


@router.get("/projects/{name}/pages/{number}")
def archived_page(request: Request, name: str, number: int, mark: str = "") -> Response:
    """An archived page in a frame that lets it do nothing."""
    stored, kept = read_archived(stored_project(request, name), number)
    values: dict[str, Any] = {"stored": stored, "has_page": kept is not None, "mark": mark}
    return page(request, "archived.html", name=name, **values)


@router.get("/projects/{name}/pages/{number}/archived")
def archived_content(request: Request, name: str, number: int, mark: str = "") -> Response:
    """The content of an archived page, without all that acts."""
    _, kept = read_archived(stored_project(request, name), number)
    if kept is None:
        raise UnknownName(f"page {number} was not answered")
    media_type, text = shown_text(kept, mark)
    headers = {"content-security-policy": ARCHIVED_POLICY}
    body = text.encode("utf-8", "replace")
    return Response(body, headers=headers, media_type=f"{media_type}; charset=utf-8")
