"""Pages: the start, an address that is looked at, and jobs with their live progress."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from leadline.app.hint_log import add_hint
from leadline.app.project import SourceTarget
from leadline.crawl.restriction.condition import Restriction
from leadline.crawl.terms import TERMS, TERMS_WANTED
from leadline.errors import LeadlineError
from leadline.model import Hint
from leadline.page.observed import WALLED
from leadline.page.urls import split_url
from leadline.serve.jobs import Job, JobBoard, JobOrder
from leadline.serve.rendering import messages_of, page, render
from leadline.serve.security import ACCESS_COOKIE
from leadline.store import Reader

router = APIRouter(include_in_schema=False)

SECONDS_BETWEEN_LOOKS_AT_A_JOB: Final = 0.4
SECONDS_BETWEEN_ANNOUNCEMENTS: Final = 15.0
"""Time between two sentences for those who hear the page."""
SHOWN_JOBS: Final = 6
REQUESTS_TO_SHOW: Final = 40
"""Requests after which enough is archived to show how a site is read, before all of it is taken."""
MAX_REQUESTS: Final = 10_000_000


def board_of(request: Request) -> JobBoard:
    """Return the jobs of the server that got a request."""
    board: JobBoard = request.app.state.board
    return board


def see_other(path: str) -> RedirectResponse:
    """Lead to a page after something was changed."""
    return RedirectResponse(path, 303)


def as_address(text: str) -> str:
    """Complete what a person pasted to an address.

    >>> as_address(" museum.example/search "), as_address("http://a.example")
    ('https://museum.example/search', 'http://a.example')
    """
    text = text.strip()
    if text and split_url(text) is None and "://" not in text and not text.startswith("/"):
        return f"https://{text}"
    return text


@router.get("/")
def home(request: Request, url: str = "") -> Response:
    """The start: paste an address; the projects and the last jobs."""
    workspace = request.app.state.workspace
    projects = [workspace.summary(name) for name in workspace.names()]
    all_jobs = board_of(request).jobs()
    jobs = [job for job in all_jobs if job.is_running or job.is_held][:SHOWN_JOBS]
    return page(request, "home.html", projects=projects, jobs=jobs, url=url, trouble="")


@router.post("/looks")
def look(
    request: Request,
    url: Annotated[str, Form()] = "",
    also_hosts: Annotated[str, Form()] = "",
    accept_terms: Annotated[str, Form()] = "",
) -> Response:
    """Begin to look at an address; nothing is stored."""
    order = JobOrder("look", targets=(as_address(url),), also_hosts=tuple(also_hosts.split()))
    order = replace(order, accept_terms=("*",) if accept_terms else ())
    try:
        job = board_of(request).start(order)
    except ValueError as fault:
        workspace = request.app.state.workspace
        projects = [workspace.summary(name) for name in workspace.names()]
        values = {"projects": projects, "jobs": [], "url": url, "trouble": str(fault)}
        return page(request, "home.html", status=400, **values)
    return see_other(f"/jobs/{job.id}")


@router.post("/harvests")
def harvest(
    request: Request,
    url: Annotated[str, Form()],
    project: Annotated[str, Form()] = "",
    requests: Annotated[str, Form()] = "",
    also_hosts: Annotated[str, Form()] = "",
    only: Annotated[str, Form()] = "",
    way: Annotated[str, Form()] = "",
    form: Annotated[str, Form()] = "",
    accept_terms: Annotated[str, Form()] = "",
) -> Response:
    """Begin to take a source, into a project of its own or another.

    With ``?show=1`` its first pages only, on which a person shows how to read it.
    """
    workspace = request.app.state.workspace
    address = as_address(url)
    name = workspace.project(project).folder.name if project else workspace.new_name(address)
    hosts = tuple(also_hosts.split())
    part = tuple(Restriction.of(one).text for one in only.split("&") if one.strip())
    most = as_limit(requests)
    if "show" in request.query_params:
        most = min(most or REQUESTS_TO_SHOW, REQUESTS_TO_SHOW)
    order = JobOrder("harvest", name, (address,), hosts, most, only=part, way=way)
    accepts = _key_of(order)
    order = replace(order, accept_terms=(accepts,) if accept_terms else ())
    said = [Hint("form", (form,), accepts)] if form else []
    for hint in (*said, *(Hint("host", (host,), accepts) for host in hosts)):
        add_hint(workspace.folder / name, hint)
    return see_other(f"/jobs/{board_of(request).start(order).id}")


def _key_of(order: JobOrder) -> str:
    """Return the key of the one source that is taken, '' for all of a project."""
    urls = [SourceTarget.of(target).url for target in order.targets[:1]]
    return "".join(SourceTarget(url, only=order.only, way=order.way).key for url in urls)


def as_limit(text: str) -> int:
    """Read a limit that a person typed; nothing means none."""
    text = text.strip().replace(",", "")
    if not text:
        return 0
    if not text.isdecimal() or int(text[:12]) > MAX_REQUESTS:
        raise ValueError(f"a limit is a number from 0 to {MAX_REQUESTS:,}")
    return int(text)


@router.get("/jobs/{key}")
def job_page(request: Request, key: str) -> Response:
    """A job: its progress while it runs, then what came of it."""
    job = board_of(request).job(key)
    if job.inspection is not None and not job.is_running:
        projects = request.app.state.workspace.names()
        return page(request, "look.html", job=job, seen=job.inspection, projects=projects)
    if job.order.kind == "ask":
        name, question = job.order.project, job.order.question
        return page(request, "ask.html", job=job, name=name, question=question, trouble="")
    wanted: dict[str, str] = {}
    if job.order.kind == "harvest":
        with suppress(LeadlineError):  # its project is not there yet, or is damaged
            wanted = wanted_terms(request, job.order.project)
    return page(request, "job.html", job=job, wanted=wanted, key=_key_of(job.order))


def wanted_terms(request: Request, project: str) -> dict[str, str]:
    """Return the pages of terms before which sources of a project stopped, by source.

    A wall about cookies waits for the same word.
    """
    store = request.app.state.workspace.project(project).store
    if not store.is_file():
        return {}
    with Reader(store) as reader:
        wanted = {
            source.key: reader.learned(source.key).get(TERMS_WANTED)
            or ({"page": source.url} if WALLED in source.reason else None)
            for source in reader.sources()
            if source.state in ("failed", "paused") and not reader.learned(source.key).get(TERMS)
        }
    return {key: terms["page"] for key, terms in wanted.items() if terms}


@router.get("/jobs/{key}/events")
async def job_events(request: Request, key: str) -> Response:
    """Progress of a job as server-sent events, until it ends."""
    job = board_of(request).job(key)
    headers = {"x-accel-buffering": "no"}
    return StreamingResponse(_events(request, job), media_type="text/event-stream", headers=headers)


async def _events(request: Request, job: Job) -> AsyncIterator[str]:
    shown, announced = "", -SECONDS_BETWEEN_ANNOUNCEMENTS
    template = "_answer.html" if job.order.kind == "ask" else "_progress.html"
    clock = asyncio.get_running_loop().time
    while True:
        was_running = job.is_running
        fragment = render(request, template, job=job)
        if fragment != shown:
            shown = fragment
            yield _event("progress", fragment)
        if clock() - announced >= SECONDS_BETWEEN_ANNOUNCEMENTS:
            announced = clock()
            yield _event("announce", messages_of(request)("job.announce", count=job.records))
        if not was_running:
            yield _event("ended", json.dumps(job.id))
            return
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS_AT_A_JOB)


def _event(name: str, text: str) -> str:
    """One event; a line end in its data begins a further data line.

    >>> _event("progress", "a\\nb")
    'event: progress\\ndata: a\\ndata: b\\n\\n'
    """
    lines = "".join(f"data: {line}\n" for line in text.splitlines() or [""])
    return f"event: {name}\n{lines}\n"


@router.post("/jobs/{key}/stop")
def stop(request: Request, key: str) -> Response:
    """Stop a job; a harvest keeps what it has."""
    job = board_of(request).stop(key)
    return see_other(f"/jobs/{job.id}")


@router.post("/jobs/{key}/again")
def again(request: Request, key: str) -> Response:
    """Begin a job anew, such as one that was held because the server died of it."""
    return see_other(f"/jobs/{board_of(request).again(key).id}")


@router.get("/login")
def login_page(request: Request, next: str = "/") -> Response:
    """Ask for the token of the server."""
    return page(request, "login.html", next=next, is_wrong=False)


@router.post("/login")
def log_in(
    request: Request, token: Annotated[str, Form()] = "", next: Annotated[str, Form()] = "/"
) -> Response:
    """Keep in a cookie that this browser knows the token."""
    policy = request.app.state.policy
    if not policy.is_token(token):
        return page(request, "login.html", status=403, next=next, is_wrong=True)
    answer = see_other(quote(next) if next.startswith("/") and next[1:2] not in "/\\" else "/")
    answer.set_cookie(ACCESS_COOKIE, policy.access, httponly=True, samesite="strict", path="/")
    return answer
