"""Pages of a project: its sources, its table, its files to download."""

import mimetypes
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final, Literal
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from leadline.app.asking.search import MatchingRecords, matching_records
from leadline.app.harvest import outcome_of
from leadline.app.hint_log import add_hint, offered
from leadline.app.project import Project
from leadline.app.refresh.run import load_changes
from leadline.ask.query import parse_query
from leadline.crawl.script.places import MAP_COMPONENT
from leadline.errors import LeadlineError, StoreError
from leadline.model import Doubt, Hint
from leadline.report.curve import draw
from leadline.report.facts import gather
from leadline.report.map_view import draw_map
from leadline.report.parts import left_list, notes_list, queries_table
from leadline.serve.home_pages import board_of, see_other, wanted_terms
from leadline.serve.jobs import JobOrder
from leadline.serve.rendering import messages_of, page
from leadline.serve.table import (
    MAX_FOUND_ROWS,
    TablePage,
    TableQuery,
    TableShelf,
    choice_of,
    select,
)
from leadline.serve.workspace import UnknownName
from leadline.store import Reader
from leadline.store.export.exporters import exporter_of
from leadline.store.export.table import export, export_records, unique_names
from leadline.store.refresh.visits import VisitReader
from leadline.store.search.reader import IndexReader

router = APIRouter(include_in_schema=False)

DOWNLOAD_FORMATS: Final = ("csv", "xlsx", "jsonl", "parquet", "sqlite")
PIECE_BYTES: Final = 1 << 18
MAX_SHOWN_CHANGES: Final = 500
KEYS_AT_ONCE: Final = 1_000
"""Records whose keys are read at once for a file."""


def project_of(request: Request, name: str) -> Project:
    """Look up the project of a request."""
    project: Project = request.app.state.workspace.project(name)
    return project


def stored_project(request: Request, name: str) -> Project:
    """Look up a project that was harvested; raise ``UnknownName`` for one without a store."""
    project = project_of(request, name)
    if not project.store.is_file():
        raise UnknownName(f"{name} holds nothing yet: take its sources first")
    return project


@router.get("/projects/{name}")
def overview(request: Request, name: str) -> Response:
    """A project: its sources with their curves, and what can be done with it."""
    project = project_of(request, name)
    board = board_of(request)
    sources, curves, doubts, offers = [], {}, {}, {}
    if project.store.is_file():
        with Reader(project.store) as reader:
            sources = [(each, reader.counts(each.key)) for each in reader.sources()]
            doubts = {each.key: _doubts(reader, each.key) for each, _ in sources}
            offers = {each.key: offers_of(reader, each.key) for each, _ in sources}
            t = messages_of(request)
            words = t("curve.records"), t("unit.requests")
            curves = {
                each.key: str(draw(reader.coverage(each.key), each.key, *words))
                for each, _ in sources
            }
    return page(
        request,
        "project.html",
        name=name,
        sources=sources,
        curves=curves,
        doubts=doubts,
        offers=offers,
        job=board.running(name),
        integration=board.integrations.get(name),
        wanted=wanted_terms(request, name),
        formats=DOWNLOAD_FORMATS,
    )


def _doubts(reader: Reader, key: str) -> list[Doubt]:
    """Return the doubts of a source that a person can settle."""
    return [doubt for doubt in outcome_of(reader, key).doubts if doubt.kind != "bound"]


@router.post("/projects/{name}/go-on")
def go_on(request: Request, name: str) -> Response:
    """Take what is left of all sources of a project."""
    project_of(request, name)
    return see_other(f"/jobs/{board_of(request).start(JobOrder('harvest', name)).id}")


@router.post("/projects/{name}/visit-again")
def visit_again(request: Request, name: str) -> Response:
    """Visit the sources of a project again: what is new, changed or gone."""
    stored_project(request, name)
    return see_other(f"/jobs/{board_of(request).start(JobOrder('refresh', name)).id}")


@router.get("/projects/{name}/changes")
def changes(request: Request, name: str) -> Response:
    """What the last visit found: new, changed and gone records."""
    project = stored_project(request, name)
    with VisitReader(project.store) as reader:
        visits = reader.visits()
    last = [visit for visit in visits if visit.number == visits[-1].number]
    found = load_changes(project.folder) if visits else []
    counts = Counter(one.what for one in found)
    values: dict[str, Any] = {
        "visits": last,
        "changes": found[:MAX_SHOWN_CHANGES],
        "counts": counts,
    }
    return page(request, "changes.html", name=name, job=board_of(request).running(name), **values)


@router.post("/projects/{name}/allow")
def allow(
    request: Request,
    name: str,
    key: Annotated[str, Form()],
    kind: Annotated[Literal["allow", "host"], Form()],
    text: Annotated[str, Form()],
) -> Response:
    """Keep that a request may be sent or a host be asked, and take the source again so."""
    project = stored_project(request, name)
    with Reader(project.store) as reader:
        offers = offers_of(reader, key)
    if Hint(kind, (text,)) not in offers:
        raise ValueError(f"{key} does not ask for this any more")
    add_hint(project.folder, Hint(kind, (text,), key))
    return see_other(f"/jobs/{board_of(request).start(JobOrder('harvest', name)).id}")


def offers_of(reader: Reader, key: str) -> tuple[Hint, ...]:
    """Return what the end and the notes of a source offer that a person may allow."""
    if key not in [one.key for one in reader.sources()]:
        raise UnknownName(f"there is no source {key!r}")
    source = reader.source(key)
    doubts = (doubt.sentence for doubt in outcome_of(reader, key).doubts)
    notes = (note.text for note in reader.notes(key))
    return offered((source.reason, *doubts, *notes), source.url)


@router.post("/projects/{name}/accept-terms")
def accept_terms(request: Request, name: str, key: Annotated[str, Form()]) -> Response:
    """Agree to the terms of a source by the person's word, and take it."""
    project_of(request, name)
    order = JobOrder("harvest", name, accept_terms=(key,))
    return see_other(f"/jobs/{board_of(request).start(order).id}")


@router.get("/projects/{name}/source")
def source(request: Request, name: str, key: str) -> Response:
    """A source: its curve, what was left and why, its queries and notes."""
    project = stored_project(request, name)
    with Reader(project.store) as reader, reader.snapshot():
        try:
            facts = gather(reader, reader.source(key))
        except ValueError:
            raise UnknownName(f"there is no source {key!r}") from None
    t = messages_of(request)
    words = t("curve.records"), t("unit.requests")
    return page(
        request,
        "source.html",
        name=name,
        facts=facts,
        claim=facts.learned.get("claim") or {},
        curve=str(draw(facts.coverage, key, *words)),
        map=str(draw_map(facts.learned.get(MAP_COMPONENT) or {}, key)),
        left=str(left_list(facts, t.said)),
        queries=str(queries_table(facts, t.said)),
        notes=str(notes_list(facts.notes, ("info",), t.said)),
        job=board_of(request).running(name),
    )


@router.get("/projects/{name}/table")
def table(request: Request, name: str) -> Response:
    """The table of a project: search, facets, sort, pages."""
    project = stored_project(request, name)
    query = TableQuery.of(request.query_params.multi_items())
    found = matches(project, query)
    numbers = found.numbers if found else None
    shelf = shelf_of(request)
    with shelf.open(project) as whole:
        answer = select(whole, query, numbers, shelf.summary(whole, query, numbers))
    is_part = (
        "hx-request" in request.headers and "hx-history-restore-request" not in request.headers
    )
    return page(
        request,
        "_table.html" if is_part else "table.html",
        name=name,
        query=query,
        answer=answer,
        found=found,
        is_part=is_part,
        rows=whole.rows,
        missing=0 if whole.is_whole else whole.total - whole.rows,
        formats=DOWNLOAD_FORMATS,
        address=lambda pairs: _address(name, pairs),
        steps=_steps(answer),
        page_address=lambda number: _address(name, query.parameters(page=number)),
    )


def shelf_of(request: Request) -> TableShelf:
    """Return the tables of the server."""
    shelf: TableShelf = request.app.state.tables
    return shelf


def matches(project: Project, query: TableQuery) -> MatchingRecords | None:
    """Return the records that the words of a query find; None for a query without words."""
    if not query.words:
        return None
    try:
        return matching_records(project.folder, query.words, MAX_FOUND_ROWS)
    except ValueError as fault:  # no word in it, or a condition without a value
        return MatchingRecords((), notes=(str(fault),))


def record_keys(project: Project, numbers: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Look up source and key of records by number."""
    with IndexReader(project.store) as reader:
        records = reader.records_at(numbers)
    return {number: (each.source, each.key) for number, each in records.items()}


def _address(name: str, pairs: list[tuple[str, str]]) -> str:
    return f"/projects/{quote(name)}/table" + (f"?{urlencode(pairs)}" if pairs else "")


def _steps(answer: TablePage) -> list[int]:
    """Numbers of the pages to link to; 0 stands for a gap.

    >>> _steps(TablePage((), (), 0, (), 9, 40, 0))
    [1, 0, 8, 9, 10, 0, 40]
    """
    near = {1, answer.pages, *range(answer.number - 1, answer.number + 2)}
    kept = sorted(number for number in near if 1 <= number <= answer.pages)
    steps: list[int] = []
    for number in kept:
        if steps and number > steps[-1] + 1:
            steps.append(0)
        steps.append(number)
    return steps


@router.get("/projects/{name}/download")
def download(request: Request, name: str, format: str = "csv") -> Response:
    """The table of a project as a file: all of it, or what a search found."""
    project = stored_project(request, name)
    query = TableQuery.of(request.query_params.multi_items())

    def write(path: Path) -> None:
        if query.words or query.chosen:
            _write_rows(project, shelf_of(request), query, path)
        else:
            export(project.store, path)

    return as_file(name, format, write)


def as_file(name: str, format: str, write: Callable[[Path], object]) -> Response:
    """Answer with a file that ``write`` writes, named after a project."""
    if format not in DOWNLOAD_FORMATS:
        raise ValueError(f"a table is written as {', '.join(DOWNLOAD_FORMATS)}")
    exporter_of(format)
    saved_as = f"{name.removesuffix('.leadline')}.{format}"
    with tempfile.TemporaryDirectory() as folder:  # nobody else may look into it
        path = Path(folder) / f"table.{format}"
        try:
            write(path)
        except LeadlineError as fault:
            raise StoreError(str(fault).replace(str(path), saved_as)) from None
        file = path.open("rb")
    size = os.fstat(file.fileno()).st_size
    shown_as = f"attachment; filename*=utf-8''{quote(saved_as)}"
    if quote(saved_as) == saved_as:
        shown_as = f'attachment; filename="{saved_as}"'
    headers = {"content-length": str(size), "content-disposition": shown_as}
    media_type = mimetypes.guess_type(saved_as)[0] or "application/octet-stream"
    return StreamingResponse(_pieces(file), headers=headers, media_type=media_type)


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """Read a file that has no name any more, so that it is gone with its last reader."""
    with file:
        while piece := file.read(PIECE_BYTES):
            yield piece


def file_names(columns: Iterable[str]) -> list[str]:
    """Names of columns that every file format takes: printable, and no two alike."""
    return unique_names((column, "text", 1) for column in columns)


def _write_rows(project: Project, shelf: TableShelf, query: TableQuery, path: Path) -> None:
    """Write the rows that a query wants, in its order, with the columns of any other export."""
    found = matches(project, query)
    wanted: list[tuple[str, str]] = []
    with shelf.open(project) as table:
        rows = table.rows_of(choice_of(query, found.numbers if found else None))
        while batch := list(islice(rows, KEYS_AT_ONCE)):
            numbers = [number for number, _ in batch]
            keys = record_keys(project, numbers)
            wanted += [keys[number] for number in numbers if number in keys]
    export_records(project.store, path, wanted)


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
