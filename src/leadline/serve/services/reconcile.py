"""Reconciliation of a column against the records of a project (W3C Reconciliation API 0.2).

OpenRefine asks with names; it gets records, best first, and may take their values as new columns.

>>> likeness("The sea", "the SEA"), likeness("The sea", "A sea") < 100
(100.0, True)
"""

import json
from difflib import SequenceMatcher
from typing import Any, Final
from urllib.parse import quote

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from leadline.app.asking.search import matching_records
from leadline.domain.similarity import normalise
from leadline.model import Record
from leadline.serve.project_pages import shelf_of, stored_project
from leadline.serve.rendering import LeavingJSON
from leadline.store.search.reader import IndexReader
from leadline.values.lists import split_values

router = APIRouter()

RECONCILE_PATH: Final = "/api/projects/{name}/reconcile"
MAX_CANDIDATES_READ: Final = 200
MAX_CANDIDATES_GIVEN: Final = 10
SURE_LIKENESS: Final = 100.0
"""Likeness of a record whose value is what was asked, letter case aside."""


@router.get(RECONCILE_PATH)
async def reconcile(request: Request, name: str) -> Response:
    """What this service is; with ``queries`` the records that are meant, with ``extend`` values."""
    return _answer(request, name, dict(request.query_params))


@router.post(RECONCILE_PATH)
async def reconcile_posted(request: Request, name: str) -> Response:
    """Asks as GET does; nothing is changed."""
    form: FormData = await request.form()
    return _answer(request, name, {key: str(value) for key, value in form.items()})


@router.get(RECONCILE_PATH + "/suggest/{what}")
def suggest(request: Request, name: str, what: str, prefix: str = "") -> Response:
    """Columns (``what`` is ``property``) or records whose text begins so."""
    if what == "property":
        wanted = prefix.casefold()
        columns = [one for one in _columns(request, name) if one.casefold().startswith(wanted)]
        return _sent(request, {"result": [{"id": one, "name": one} for one in columns]})
    found = _candidates(request, name, {"query": prefix})
    return _sent(request, {"result": found})


@router.get(RECONCILE_PATH + "/properties")
def properties(request: Request, name: str) -> Response:
    """The columns that may be taken for reconciled records."""
    columns = [{"id": one, "name": one} for one in _columns(request, name)]
    return _sent(request, {"type": "record", "properties": columns})


def _answer(request: Request, name: str, asked: dict[str, str]) -> Response:
    stored_project(request, name)
    if "queries" in asked:
        queries = _object(asked["queries"])
        told = {key: {"result": _candidates(request, name, one)} for key, one in queries.items()}
        return _sent(request, told)
    return _sent(
        request,
        _extended(request, name, _object(asked["extend"]))
        if "extend" in asked
        else _manifest(request, name),
    )


def _object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    return found if isinstance(found, dict) else {}


def _sent(request: Request, content: dict[str, Any]) -> Response:
    """Answer; a program on this machine may read it in its own page (``security.py``)."""
    origin = request.headers.get("origin")
    headers = {"access-control-allow-origin": origin, "vary": "Origin"} if origin else {}
    return LeavingJSON(content, headers=headers)


def _manifest(request: Request, name: str) -> dict[str, Any]:
    home = str(request.base_url).rstrip("/")
    here, page = f"{home}/api/projects/{quote(name)}/reconcile", f"{home}/projects/{quote(name)}"
    return {
        "versions": ["0.1", "0.2"],
        "name": name,
        "identifierSpace": f"{page}/record?number=",
        "schemaSpace": f"{page}/table",
        "defaultTypes": [{"id": "record", "name": "record"}],
        "view": {"url": f"{page}/record?number={{{{id}}}}"},
        "suggest": {
            what: {"service_url": here, "service_path": f"/suggest/{what}"}
            for what in ("entity", "property")
        },
        "extend": {"propose_properties": {"service_url": here, "service_path": "/properties"}},
    }


def _columns(request: Request, name: str) -> list[str]:
    with shelf_of(request).open(stored_project(request, name)) as table:
        return [column.name for column in table.columns]


def _candidates(request: Request, name: str, asked: Any) -> list[dict[str, Any]]:
    """Return the records that a query means, the most alike first."""
    words = str(asked.get("query", "")) if isinstance(asked, dict) else ""
    project, spoken = stored_project(request, name), " ".join(normalise(words).split())
    if not spoken:
        return []
    limit = asked.get("limit") or MAX_CANDIDATES_GIVEN
    wanted = {str(one.get("pid")): one.get("v") for one in asked.get("properties") or ()}
    try:
        numbers = matching_records(project.folder, f'"{spoken}"', MAX_CANDIDATES_READ).numbers
        numbers = numbers or matching_records(project.folder, spoken, MAX_CANDIDATES_READ).numbers
    except ValueError:  # no word in it
        return []
    with IndexReader(project.store) as reader:
        records = reader.records_at(numbers[:MAX_CANDIDATES_READ])
    scored = [(_score(one, words, wanted), number, one) for number, one in records.items()]
    scored.sort(key=lambda each: (-each[0], each[1]))
    is_one = len(scored) == 1 or (len(scored) > 1 and scored[0][0] > scored[1][0])
    return [
        {
            "id": str(number),
            "name": _name(record, words),
            "type": [{"id": "record", "name": record.kind or "record"}],
            "score": score,
            "match": score >= SURE_LIKENESS and is_one,
        }
        for score, number, record in scored[: int(limit)]
    ]


def _score(record: Record, words: str, wanted: dict[str, Any]) -> float:
    """Return how alike a record is: by its best value, and by the share of further ones it has."""
    best = max((likeness(words, value) for value in _texts(record)), default=0.0)
    held = [str(value) in _texts(record, column) for column, value in wanted.items()]
    return round(best * (0.5 + 0.5 * sum(held) / len(held)) if held else best, 1)


def _name(record: Record, words: str) -> str:
    return max(_texts(record), key=lambda value: likeness(words, value), default=record.key)


def _texts(record: Record, column: str = "") -> list[str]:
    return [
        value
        for each in record.fields
        if each.kind == "text" and column in ("", each.column)
        for value in split_values(each.value)
    ]


def likeness(asked: str, value: str) -> float:
    """Return how alike two texts are, from 0 to 100."""
    first, second = normalise(asked), normalise(value)
    return round(100 * SequenceMatcher(None, first, second, autojunk=False).ratio(), 1)


def _extended(request: Request, name: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Return values of some columns for records that were reconciled."""
    wanted = [str(one["id"]) for one in asked.get("properties", ())]
    numbers = {str(one): int(one) for one in asked.get("ids", ()) if str(one).isdecimal()}
    with IndexReader(stored_project(request, name).store) as reader:
        records = reader.records_at(numbers.values())
    rows = {
        one: {
            column: [
                {"str": value}
                for each in (records[number].fields if number in records else ())
                if each.column == column
                for value in split_values(each.value)
            ]
            for column in wanted
        }
        for one, number in numbers.items()
    }
    return {"meta": [{"id": column, "name": column} for column in wanted], "rows": rows}


ROUTERS: Final = (router,)
