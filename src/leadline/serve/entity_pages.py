"""Pages of the integrated table: entities, their members, why two were joined, a person's word."""

from itertools import combinations, islice
from typing import Annotated, Any, Final

from fastapi import APIRouter, Form, Query
from starlette.requests import Request
from starlette.responses import Response

from leadline.app.integration.decisions import DECISIONS_FILE, changing_decisions, read_decisions
from leadline.app.integration.merge import Integration
from leadline.app.integration.pair_reasons import pair_reasons
from leadline.ask.attributes import in_reading_order
from leadline.integrate.fusion import FusedEntities, FusedEntity
from leadline.integrate.record_table import Member
from leadline.page.masks import masked_value
from leadline.serve.home_pages import board_of, see_other
from leadline.serve.jobs import JobOrder
from leadline.serve.project_pages import DOWNLOAD_FORMATS, as_file, file_names, stored_project
from leadline.serve.rendering import page
from leadline.serve.workspace import UnknownName
from leadline.store import Reader
from leadline.store.export.choice import plan_choice
from leadline.store.export.table import write_table

router = APIRouter(include_in_schema=False)

ENTITIES_A_PAGE: Final = 50
SHOWN_EVIDENCE: Final = 12
OWN_COLUMNS: Final = 3
"""Columns at the end of a joined table that no source gave: id, sources, conflicts."""
SHOWN_PAIRS_OF_ENTITY: Final = 12
ANSWERS_OF_A_PERSON: Final = {"yes": True, "no": False}


@router.post("/projects/{name}/integrate")
def integrate(request: Request, name: str) -> Response:
    """Begin to join the records of all sources."""
    stored_project(request, name)
    return see_other(f"/jobs/{board_of(request).start(JobOrder('integrate', name)).id}")


def integration_of(request: Request, name: str) -> Integration | None:
    """Return the last integration of a project since the server started."""
    return board_of(request).integrations.get(name)


@router.get("/projects/{name}/entities")
def entities(
    request: Request,
    name: str,
    q: str = "",
    all: str = "",
    decided: str = "",
    number: Annotated[int, Query(alias="page", ge=1)] = 1,
) -> Response:
    """The entities of a project, those of several sources first wanted."""
    project = stored_project(request, name)
    integration = integration_of(request, name)
    kept = _found(integration.entities, q, shared=not all) if integration else []
    pages = max(1, -(-len(kept) // ENTITIES_A_PAGE))
    number = min(number, pages)
    on_page = kept[(number - 1) * ENTITIES_A_PAGE : number * ENTITIES_A_PAGE]
    listed = [integration.entities[each] for each in on_page] if integration else []
    return page(
        request,
        "entities.html",
        name=name,
        integration=integration,
        entities=[(each, _shown(each)) for each in listed],
        count=len(kept),
        number=number,
        pages=pages,
        q=q,
        all=all,
        decided=decided,
        formats=DOWNLOAD_FORMATS,
        decisions=len(read_decisions(project.folder / DECISIONS_FILE)),
        job=board_of(request).running(name),
    )


def _shown(entity: FusedEntity) -> list[str]:
    """What a person reads of an entity: its title first; its id where it has no value."""
    values = in_reading_order((value.attribute, value.text) for value in entity.values)
    return [masked_value(name, text) for name, text in values] or [entity.id]


def _found(entities: FusedEntities, query: str, *, shared: bool) -> list[int]:
    """Numbers of entities that hold some words; of those alone that several sources share."""
    words = query.casefold().split()
    numbers = [n for n in range(len(entities)) if not shared or entities.groups.is_shared(n)]
    return [n for n in numbers if _holds_words(entities[n], words)] if words else numbers


def _holds_words(entity: FusedEntity, words: list[str]) -> bool:
    text = "\n".join(value.text for value in entity.values).casefold()
    return all(word in text for word in words)


@router.get("/projects/{name}/entities.{format}")
def download_entities(request: Request, name: str, format: str) -> Response:
    """The joined table as a file: one row an entity."""
    integration = joined(request, name)
    names, rows = integration.table()
    count = len(names) - OWN_COLUMNS
    names = [*file_names(names[:count]), *names[count:]]
    choice = plan_choice(stored_project(request, name).folder)
    table = choice.checked(names, rows)
    return as_file(f"{name}-joined", format, lambda path: write_table(*table, path))


def joined(request: Request, name: str) -> Integration:
    """Return the last integration of a project; raise ``UnknownName`` without one."""
    integration = integration_of(request, name)
    if integration is None:
        raise UnknownName("the records were not joined yet: press the button for it")
    return integration


@router.get("/projects/{name}/entities/{entity_id}")
def entity(request: Request, name: str, entity_id: str) -> Response:
    """An entity: its values, who gives which, and the pairs of its members."""
    project = stored_project(request, name)
    integration = integration_of(request, name)
    fused = integration.entities if integration else None
    of_id = [fused[n] for n, each in enumerate(fused.ids) if each == entity_id] if fused else []
    if not of_id:
        raise UnknownName(f"there is no entity {entity_id!r} in the last integration")
    pages: dict[Member, int] = {}
    with Reader(project.store) as reader:
        for source, key in of_id[0].members:
            pages[source, key] = reader.record(source, key).page
    order = {value.attribute: place for place, value in enumerate(of_id[0].values)}
    given = [*of_id[0].values, *of_id[0].others]
    given.sort(key=lambda value: order.get(value.attribute, len(order)))
    values: dict[str, Any] = {"entity": of_id[0], "pages": pages, "pairs": _pairs(of_id[0])}
    title = _shown(of_id[0])[0]
    return page(request, "entity.html", name=name, title=title, values=given, **values)


def _pairs(entity: FusedEntity) -> list[tuple[Member, Member]]:
    """Pairs of members of different sources, the first ones."""
    pairs = ((a, b) for a, b in combinations(entity.members, 2) if a[0] != b[0])
    return list(islice(pairs, SHOWN_PAIRS_OF_ENTITY))


@router.get("/projects/{name}/pair")
def pair(
    request: Request, name: str, source_a: str, key_a: str, source_b: str, key_b: str
) -> Response:
    """Why two records were joined, or not; and the question whether that is right."""
    project = stored_project(request, name)
    integration = joined(request, name)
    with Reader(project.store) as reader:
        records = [reader.record(source_a, key_a), reader.record(source_b, key_b)]
    first, second = ((each.source, each.key) for each in records)
    known = pair_reasons(integration, first, second)
    decided = read_decisions(project.folder / DECISIONS_FILE)
    columns = dict.fromkeys(
        _attribute(integration, each.source, field.column)
        for each in records
        for field in each.fields
        if field.kind == "text"
    )
    rows = [
        (
            column,
            *(
                [
                    f.value
                    for f in each.fields
                    if f.kind == "text" and _attribute(integration, each.source, f.column) == column
                ]
                for each in records
            ),
        )
        for column in columns
    ]
    return page(
        request,
        "pair.html",
        name=name,
        records=records,
        rows=rows,
        known=known,
        decided=decided.get((min(first, second), max(first, second))),
        evidence=known.explanation.reasons[:SHOWN_EVIDENCE] if known.explanation else (),
    )


def _attribute(integration: Integration, source: str, column: str) -> str:
    """The attribute that a column of a source was mapped to; else its own name."""
    return integration.columns.by_source.get(source, {}).get(column, column)


@router.post("/projects/{name}/decisions")
def decide(
    request: Request,
    name: str,
    source_a: Annotated[str, Form()],
    key_a: Annotated[str, Form()],
    source_b: Annotated[str, Form()],
    key_b: Annotated[str, Form()],
    same: Annotated[str, Form()],
) -> Response:
    """Keep a person's word on a pair in the project; ``forget`` takes it back."""
    project = stored_project(request, name)
    with Reader(project.store) as reader:
        records = reader.record(source_a, key_a), reader.record(source_b, key_b)
    first, second = ((one.source, one.key) for one in records)
    if same not in (*ANSWERS_OF_A_PERSON, "forget"):
        raise ValueError("a decision is yes, no or forget")
    with changing_decisions(project.folder / DECISIONS_FILE) as kept:
        both = (min(first, second), max(first, second))
        kept.pop(both, None)
        if same in ANSWERS_OF_A_PERSON:
            kept[both] = ANSWERS_OF_A_PERSON[same]
    return see_other(f"/projects/{request.path_params['name']}/entities?decided=1")
