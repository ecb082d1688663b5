"""The page on which a person shows how a site is read: marks, what they may be, what it changes.

A text of several values, cut where a person clicks: its words, its cuts, its parts.

A cut stands before a word; signs between two parts belong to neither.

>>> text = "Adler, Anna: River (1990)"
>>> first_cuts(text), [part for _, part in parts_of(text, (13, 20))]
((7, 13, 20), ['Adler, Anna', 'River', '1990'])
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Form, Query
from starlette.requests import Request
from starlette.responses import Response

from leadline.app.harvest import outcome_of
from leadline.app.hint import hint, hints, preview, take_back
from leadline.app.hint_rules import Agreement, ArchivedSource, rows_by
from leadline.app.project import Project
from leadline.crawl.alternatives import VALUE_SIGNS
from leadline.errors import LeadlineError
from leadline.page.dom import parse
from leadline.serve.home_pages import board_of, see_other
from leadline.serve.marked import MARKED_POLICY, marked_html
from leadline.serve.project_pages import offers_of, stored_project
from leadline.serve.record_pages import read_archived
from leadline.serve.rendering import page
from leadline.serve.workspace import UnknownName
from leadline.store import Reader, StoredPage

router = APIRouter(include_in_schema=False)
MEANINGS: Final = {
    "link": ("next", "first", "form"),
    "list": ("region", "not_region", "total"),
    "row": ("begins", "split", "key", "not_record", "column"),
}
"""What a mark may be, by where it stands; "begins" is half of a record, its end is chosen next."""
CUTTABLE: Final = re.compile(r"\w[\w'’]*")
SIGNS_AROUND_PARTS: Final = " \t\xa0:;,/|·•—–-"
MAX_CUTS: Final = 40


def _pages(project: Project, key: str) -> list[StoredPage]:
    """Return the archived pages of a source that can be shown, those with records first."""
    with Reader(project.store) as reader:
        if key not in [each.key for each in reader.sources()]:
            raise UnknownName(f"there is no source {key!r}")
        pages = [one for one in reader.pages(key) if one.locator is not None and one.status < 400]
    if not pages:
        raise UnknownName(f"no page of {key} is archived yet: take it first")
    return sorted(pages, key=lambda one: (not one.records, one.number))


def _address(name: str, place: str = "teach", /, **values: object) -> str:
    """Return the address of a page of marks, at its menu or its mark where one is chosen."""
    pairs = {at: value for at, value in values.items() if value}
    is_chosen = pairs.keys() & {"text", "begins"}
    at = ("#menu" if place == "teach" else "#chosen") if is_chosen else ""
    return f"/projects/{quote(name)}/{place}?{urlencode(pairs)}{at}"


@router.get("/projects/{name}/teach")
def teach(
    request: Request,
    name: str,
    key: str,
    number: Annotated[int, Query(alias="page")] = 0,
    what: str = "",
    text: Annotated[str, Query(max_length=400)] = "",
    begins: Annotated[str, Query(max_length=400)] = "",
    kind: str = "",
    told: str = "",
) -> Response:
    """An archived page with marks beside what the chosen mark may be, and what that changes."""
    project = stored_project(request, name)
    pages = _pages(project, key)
    numbers = [one.number for one in pages]
    shown = number if number in numbers else numbers[0]
    at, trouble, seen, said = numbers.index(shown), "", None, list[Agreement]()
    texts: tuple[str, ...] = (begins, text) if kind == "record" and begins else (text,)
    try:
        said = hints(project.folder)
        parts = _parts(request, text, said) if kind == "split" else []
        if kind == "split":
            texts = tuple(f"{called}={part}" for _, part, called in parts if called)
        if kind:
            seen = preview(project.folder, kind, texts, source=key, page=shown)
    except (LeadlineError, ValueError) as fault:
        trouble = str(fault)
    with Reader(project.store) as reader:
        outcome = outcome_of(reader, key)
        records = reader.counts(key).records
        offers = offers_of(reader, key)
    rows = rows_by(ArchivedSource(project, key), (), shown) if text else ()
    is_in_row = any(text in value for row in rows for value in row.values())
    groups = _groups("row" if is_in_row else "link" if what == "link" else "list")
    values: dict[str, Any] = {
        "key": key, "shown": shown, "pages": len(pages), "what": what, "text": text, "told": told,
        "begins": begins, "kind": kind, "texts": texts, "seen": seen, "trouble": trouble,
        "outcome": outcome, "records": records, "hints": said, "place": at + 1, "offers": offers,
        "groups": groups, "cuts": _cuts(request, text), "parts": parts if kind == "split" else (),
        "words": words_of(text) if kind == "split" else (), "job": board_of(request).running(name),
        "others": _numbers_of(pages, seen.agreement.others if seen else ()),
        "columns": [one for one in outcome.alternatives if one.decision == "column"],
        "address": lambda **pairs: _address(name, key=key, page=shown, **pairs),
        "before": _address(name, key=key, page=numbers[at - 1]) if at else "",
        "after": _address(name, key=key, page=numbers[at + 1]) if at + 1 < len(numbers) else "",
        "frame": _address(name, "marked", key=key, page=shown, text=text or begins, begins=begins),
    }  # fmt: skip
    return page(request, "teach.html", name=name, **values)


def _groups(first: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return what a mark may be by groups, the one that fits it first."""
    return [(first, MEANINGS[first]), *((one, of) for one, of in MEANINGS.items() if one != first)]


def _cuts(request: Request, text: str) -> tuple[int, ...]:
    """Return where the person cuts a text; ``turn`` is the cut that was pressed now."""
    said, turned = request.query_params, request.query_params.get("turn", "")
    return cuts_in(said.get("cuts", ""), int(turned) if turned[:5].isdecimal() else 0, text)


def _parts(request: Request, text: str, said: Sequence[Agreement]) -> list[tuple[int, str, str]]:
    """Return the parts of a text with their names; those of other formats are known already."""
    formats = [one.hint for one in said if one.hint.kind == "split"]
    known = [*dict.fromkeys(called for hint in formats for called, _ in hint.pairs)]
    return named_parts(parts_of(text, _cuts(request, text)), request.query_params, known)


def _numbers_of(pages: Sequence[StoredPage], urls: Sequence[str]) -> list[int]:
    """Return the numbers of archived pages by their addresses."""
    by_url = {url: one.number for one in pages for url in (one.url, one.final_url)}
    return [by_url[url] for url in urls if url in by_url]


@router.get("/projects/{name}/marked")
def marked(
    request: Request,
    name: str,
    key: str,
    number: Annotated[int, Query(alias="page")],
    text: str = "",
    begins: str = "",
) -> Response:
    """The archived page of the frame, made anew: no markup of the page itself is in it."""
    project = stored_project(request, name)
    stored, kept = read_archived(project, number)
    if kept is None or stored.source != key:
        raise UnknownName(f"page {number} was not answered")
    document = parse(kept)
    archived = ArchivedSource(project, key)
    wrapper = archived.wrapper()
    rows = wrapper.read_document(kept, document, "").rows if wrapper is not None else ()

    def address(what: str, said: str) -> str:
        return _address(name, key=key, page=number, what=what, text=said, begins=begins)

    nodes = frozenset(node for row in rows for node in row.nodes)
    content = marked_html(document, address, nodes, text)
    return Response(
        content, media_type="text/html", headers={"content-security-policy": MARKED_POLICY}
    )


@router.post("/projects/{name}/teach")
def keep(
    request: Request,
    name: str,
    key: Annotated[str, Form()],
    kind: Annotated[str, Form()],
    text: Annotated[list[str], Form()],
    column: Annotated[str, Form()] = "",
    number: Annotated[int, Form()] = 0,
) -> Response:
    """Keep a hint and read the archived pages again; ``column`` is the name that a value has."""
    project = _free(request, name)
    example = [f"{column.strip()}={text[0]}"] if column and kind == "column" else text
    given = hint(project.folder, kind, example, source=key)
    told = "waits" if given.waits else "kept"
    return see_other(_address(name, key=key, page=number, told=told))


@router.post("/projects/{name}/teach/undo")
def undo(
    request: Request, name: str, key: Annotated[str, Form()], number: Annotated[int, Form()]
) -> Response:
    """Take a hint back by its number."""
    given = take_back(_free(request, name).folder, number)
    return see_other(_address(name, key=key, told="waits" if given.waits else "undone"))


def _free(request: Request, name: str) -> Project:
    """Return a project of which no job is under way; raise ``ValueError``."""
    project = stored_project(request, name)
    if board_of(request).running(name):
        raise ValueError("a job of this project is under way: wait until it ended, or stop it")
    return project


def words_of(text: str) -> list[tuple[int, str]]:
    """Return the places before which a text may be cut, each with what follows up to the next."""
    starts = [found.start() for found in CUTTABLE.finditer(text)][: MAX_CUTS + 1]
    ends = [*starts[1:], len(text)]
    pairs = zip(starts, ends, strict=True) if starts else ()
    return [
        (start if at else 0, text[start if at else 0 : end])
        for at, (start, end) in enumerate(pairs)
    ]


def first_cuts(text: str) -> tuple[int, ...]:
    """Return where a text is cut before a person says anything: behind signs between values."""
    signs = [found.end() for found in VALUE_SIGNS.finditer(text)]
    starts = [start for start, _ in words_of(text)[1:]]
    return tuple(dict.fromkeys(at for end in signs if (at := _next(starts, end)) >= 0))


def _next(starts: Sequence[int], end: int) -> int:
    return next((start for start in starts if start >= end), -1)


def cuts_in(written: str, turned: int, text: str) -> tuple[int, ...]:
    """Read cuts that an address holds; ``turned`` is one that a person sets or takes away.

    >>> cuts_in("7,13", 13, "Adler, Anna: River"), cuts_in("", 0, "a / b")
    ((7,), (4,))
    """
    if not written:
        return first_cuts(text)
    known = {start for start, _ in words_of(text)[1:]}
    asked = {int(one) for one in written.split(",")[:MAX_CUTS] if one.isdecimal()}
    return tuple(sorted((asked & known) ^ ({turned} & known)))


def parts_of(text: str, cuts: Iterable[int]) -> list[tuple[int, str]]:
    """Return the parts between cuts, each with its place, without the signs around them."""
    starts = [0, *cuts]
    found = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        part = text[start:end].strip(SIGNS_AROUND_PARTS).removesuffix("(").strip(SIGNS_AROUND_PARTS)
        part = part if part.count("(") >= part.count(")") else part.rstrip(")]. ")
        part = part.removesuffix(".") if end < len(text) else part
        if part:
            found.append((start, part))
    return found


def named_parts(
    parts: Sequence[tuple[int, str]], said: Mapping[str, str], known: Sequence[str]
) -> list[tuple[int, str, str]]:
    """Return parts with their names: as said now, else as in the last format, else by number."""
    named = []
    for at, (start, part) in enumerate(parts):
        default = known[at] if at < len(known) else f"part_{at + 1}"
        named.append((start, part, said.get(f"n{start}", default).replace("=", " ").strip()))
    return named
