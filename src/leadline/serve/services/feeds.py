"""What visits changed, as JSON and as an Atom feed; and how a browser searches a project."""

import sys
from typing import Annotated, Any, Final
from urllib.parse import quote
from xml.sax.saxutils import escape

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from leadline.app.refresh.notify import feed_of, plain_change
from leadline.app.refresh.run import load_changes
from leadline.serve.project_pages import stored_project

router = APIRouter()

DESCRIPTION: Final = """<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>{short}</ShortName><Description>Records of {name}</Description>
<Url type="text/html" template="{home}/projects/{at}/table?q={{searchTerms}}"/>
<Url type="application/json" indexOffset="0"
 template="{home}/api/projects/{at}/records?q={{searchTerms}}&amp;offset={{startIndex?}}"/>
</OpenSearchDescription>
"""
MAX_SHORT_NAME: Final = 16
"""Characters of a short name, as OpenSearch 1.1 says."""


@router.get("/api/projects/{name}/changes")
def changes(
    request: Request,
    name: str,
    visits: Annotated[int, Query(ge=1, description="Of that many visits, the last ones.")] = 1,
    since: Annotated[float, Query(ge=0, description="All since this time, in seconds.")] = 0.0,
) -> list[dict[str, Any]]:
    """What the last visits found: new, changed, gone and back."""
    found = load_changes(stored_project(request, name).folder, visits=visits, since=since)
    return [plain_change(one) for one in found]


@router.get("/api/projects/{name}/feed")
def feed(request: Request, name: str) -> Response:
    """An Atom feed of all changes, the latest first."""
    found = load_changes(stored_project(request, name).folder, visits=sys.maxsize)
    return Response(feed_of(found, f"Changes of {name}"), media_type="application/atom+xml")


@router.get("/api/projects/{name}/opensearch.xml")
def description(request: Request, name: str) -> Response:
    """How a browser or a program searches the records (OpenSearch 1.1)."""
    stored_project(request, name)
    home, short = str(request.base_url).rstrip("/"), escape(name[:MAX_SHORT_NAME])
    told = DESCRIPTION.format(short=short, name=escape(name), home=escape(home), at=quote(name))
    return Response(told, media_type="application/opensearchdescription+xml")


ROUTERS: Final = (router,)
