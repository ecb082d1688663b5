"""REST for programs: what the pages show, as JSON, documented by OpenAPI at ``/api``."""

from dataclasses import asdict, replace
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from leadline.app.asking.ask import AskOptions, ask
from leadline.app.asking.search import choose, search
from leadline.app.harvest import outcome_of
from leadline.crawl.restriction.condition import Restriction
from leadline.model import Doubt, Record
from leadline.serve.home_pages import MAX_REQUESTS, as_address, board_of
from leadline.serve.jobs import Job, JobOrder
from leadline.serve.project_pages import matches, project_of, shelf_of, stored_project
from leadline.serve.rendering import page
from leadline.serve.table import TableQuery, choice_of
from leadline.serve.workspace import ProjectSummary, UnknownName
from leadline.store import Reader
from leadline.store.search.reader import IndexReader

router = APIRouter()

MAX_RECORDS_AN_ANSWER: Final = 1_000


class NewJob(BaseModel):
    """What is to be done; a harvest without ``url`` goes on with all sources of its project."""

    kind: Literal["look", "harvest", "refresh", "integrate"]
    url: str = Field("", description="The page with the search form.", max_length=4_000)
    project: str = Field("", description="The project; by default one named after the host.")
    also_hosts: list[str] = Field([], description="Further hosts that the source may lead to.")
    requests: int = Field(0, ge=0, le=MAX_REQUESTS, description="Maximum for a source; 0: none.")
    only: list[str] = Field([], description="A part: year=1990..1999, q=history, or words.")
    accept_terms: bool = Field(False, description="A person agrees to terms before the search.")


@router.get("/api", include_in_schema=False)
def documentation(request: Request) -> Response:
    """The documentation of this interface, as a page."""
    return page(request, "api.html", schema=request.app.openapi())


@router.get("/api/session", response_class=JSONResponse)  # its one secret is for the asker
def session(request: Request) -> dict[str, str]:
    """The CSRF token; send it as the header ``X-CSRF-Token`` with whatever changes something."""
    return {"csrf": request.app.state.policy.csrf(request.headers)}


@router.get("/api/projects")
def projects(request: Request) -> list[dict[str, Any]]:
    """All projects with their sums."""
    workspace = request.app.state.workspace
    return [_summary(workspace.summary(name)) for name in workspace.names()]


def _summary(each: ProjectSummary) -> dict[str, Any]:
    return {
        "name": each.name,
        "sources": len(each.sources),
        "records": each.counts.records,
        "requests": each.counts.requests,
        "complete": each.is_complete,
        "trouble": each.trouble,
    }


@router.get("/api/projects/{name}")
def project(request: Request, name: str) -> dict[str, Any]:
    """One project with its sums."""
    project_of(request, name)
    return _summary(request.app.state.workspace.summary(name))


@router.get("/api/projects/{name}/sources")
def sources(request: Request, name: str) -> list[dict[str, Any]]:
    """The sources of a project: state, counts, bound, doubts, and what decisions chose from."""
    with Reader(stored_project(request, name).store) as reader:
        answer = []
        for each in reader.sources():
            outcome = outcome_of(reader, each.key)
            answer.append(
                {
                    "key": each.key,
                    "url": each.url,
                    "state": each.state,
                    "reason": each.reason,
                    "proof": each.proof,
                    "records": outcome.records,
                    "requests": outcome.requests,
                    "estimate": each.estimate,
                    "missing_at_most": outcome.missing_at_most,
                    "level": outcome.level,
                    "doubts": [_doubt(one) for one in outcome.doubts],
                    "alternatives": [one.to_dict() for one in outcome.alternatives],
                }
            )
        return answer


def _doubt(doubt: Doubt) -> dict[str, Any]:
    evidence = {"evidence": dict(doubt.evidence), "settled_by": doubt.settled_by}
    return {**asdict(doubt), **evidence}


@router.get("/api/projects/{name}/sources/coverage")
def coverage(request: Request, name: str, source: str) -> list[dict[str, float | None]]:
    """The coverage curve of a source."""
    with Reader(stored_project(request, name).store) as reader:
        points = reader.coverage(_known(reader, source))
    return [
        {"requests": each.requests, "records": each.records, "estimate": each.estimate}
        for each in points
    ]


def _known(reader: Reader, source: str) -> str:
    if source not in {each.key for each in reader.sources()}:
        raise UnknownName(f"there is no source {source!r}")
    return source


@router.get("/api/projects/{name}/records")
def records(
    request: Request,
    name: str,
    q: Annotated[str, Query(description="Words that a record holds.")] = "",
    sort: Annotated[str, Query(description="A column; with - in front from last to first.")] = "",
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_RECORDS_AN_ANSWER)] = 50,
) -> dict[str, Any]:
    """Records of a project; parameters ``f.COLUMN=VALUE`` choose by value."""
    stored = stored_project(request, name)
    query = replace(TableQuery.of(request.query_params.multi_items()), words=q.strip(), sort=sort)
    found = matches(stored, query)
    wanted = choice_of(query, found.numbers if found else None)
    with shelf_of(request).open(stored) as table:
        count = table.count(wanted)
        numbers = [number for number, _ in table.page(wanted, (), offset, limit)]
    with IndexReader(stored.store) as reader:
        by_number = reader.records_at(numbers)
    here = [by_number[number] for number in numbers if number in by_number]
    return {"count": count, "offset": offset, "records": [_record(each) for each in here]}


def _record(record: Record) -> dict[str, Any]:
    return {
        "source": record.source,
        "key": record.key,
        "page": record.page,
        "kind": record.kind,
        "fields": [
            {"column": each.column, "value": each.value, "kind": each.kind}
            for each in record.fields
        ],
    }


@router.get("/api/projects/{name}/search")
def search_records(
    request: Request,
    name: str,
    q: Annotated[str, Query(description="Words, and conditions ATTRIBUTE:WORDS.")],
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> dict[str, Any]:
    """The best records by BM25F, with facets; records of one entity share a row."""
    results = search(stored_project(request, name).folder, q, limit=limit, offset=offset)
    return results.plain(
        lambda row: (
            _record(row.record) | {"entity": row.entity, "members": row.members, "score": row.score}
        )
    )


class NewQuestion(BaseModel):
    """A live question: words, and conditions ATTRIBUTE:WORDS."""

    q: str = Field(min_length=1, max_length=400)
    deadline: float = Field(10.0, gt=0, le=60, description="Seconds in which sources may answer.")
    limit: int = Field(50, ge=1, le=500, description="Maximum rows.")


@router.post("/api/projects/{name}/ask")
def ask_sources(request: Request, name: str, question: NewQuestion) -> dict[str, Any]:
    """Ask the sources live, and wait for the answer; what comes is kept in the project."""
    options = AskOptions(deadline=question.deadline, limit=question.limit)
    return asdict(ask(stored_project(request, name).folder, question.q, options))


class NewChoice(BaseModel):
    """The row of a search that was right."""

    q: str = Field(min_length=1, max_length=400)
    place: int = Field(ge=1, le=100, description="Its place among the rows, from 1.")


@router.post("/api/projects/{name}/choices")
def keep_choice(request: Request, name: str, choice: NewChoice) -> dict[str, Any]:
    """Keep that a row of a search was right: `search` and `ask` rank by it."""
    return _record(choose(stored_project(request, name).folder, choice.q, choice.place).record)


@router.get("/api/jobs")
def jobs(request: Request) -> list[dict[str, Any]]:
    """All jobs that the server remembers, the newest first."""
    return [each.to_dict() for each in board_of(request).jobs()]


@router.post("/api/jobs", status_code=201)
def start_job(request: Request, new: NewJob) -> dict[str, Any]:
    """Begin a job; a project with a job under way gives that one."""
    return _start(request, new).to_dict()


def _start(request: Request, new: NewJob) -> Job:
    workspace, url = request.app.state.workspace, as_address(new.url)
    name = new.project
    if new.kind == "look" and not url:
        raise ValueError("a look needs a url")
    if new.kind == "harvest" and url and not name:
        name = workspace.new_name(url)
    if name and not (url and new.kind == "harvest" and name == workspace.new_name(url)):
        workspace.project(name)
    if new.kind != "look" and not name:
        raise ValueError("name a project, or a url to harvest")
    project, targets = "" if new.kind == "look" else name, (url,) if url else ()
    part = tuple(Restriction.of(one).text for one in new.only)
    if part and not targets:
        raise ValueError("a part needs a url")
    order = JobOrder(new.kind, project, targets, tuple(new.also_hosts), new.requests, only=part)
    order = replace(order, accept_terms=("*",) if new.accept_terms else ())
    return board_of(request).start(order)


@router.get("/api/jobs/{key}")
def job(request: Request, key: str) -> dict[str, Any]:
    """One job with its progress; a look that ended holds what was seen."""
    found = board_of(request).job(key)
    seen = found.inspection
    return found.to_dict() | ({"inspection": seen.to_dict()} if seen is not None else {})


@router.post("/api/jobs/{key}/again")
def begin_again(request: Request, key: str) -> dict[str, Any]:
    """Begin a job anew, such as one that is held because the server died while it was under way."""
    return board_of(request).again(key).to_dict()


@router.post("/api/jobs/{key}/stop")
def stop_job(request: Request, key: str) -> dict[str, Any]:
    """Stop a job; a harvest keeps what it has."""
    return board_of(request).stop(key).to_dict()
