"""``leadline search``: what a project holds, as a table in the terminal or as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from leadline.app.asking.search import search
from leadline.cli.words import clean, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from leadline.app.asking.search import SearchResults, SearchRow

VALUE_WIDTH: Final = 48
SHOWN_VALUES: Final = 8
SHOWN_FACET_VALUES: Final = 4


def run(project: Path, query: str, limit: int, offset: int, *, as_json: bool) -> int:
    """Print what is found; return 1 if that is nothing."""
    results = search(project, query, limit=limit, offset=offset)
    if as_json:
        print(json.dumps(plain_results(results), ensure_ascii=False))
    else:
        print("\n".join(_lines(results)))
    return 0 if results.rows else 1


def plain_results(results: SearchResults) -> dict[str, Any]:
    """Return the results as plain values, for JSON."""
    return {
        "query": results.query,
        "total": results.total,
        "is_total_exact": results.is_total_exact,
        "is_relaxed": results.is_relaxed,
        "offset": results.offset,
        "rows": [plain_row(row) for row in results.rows],
        "facets": [
            {"attribute": each.attribute, "values": each.values, "counted": each.counted}
            for each in results.facets
        ],
        "notes": results.notes,
        "seconds": results.seconds,
    }


def plain_row(row: SearchRow) -> dict[str, Any]:
    """Return a row as plain values, for JSON."""
    return {
        "source": row.source,
        "key": row.key,
        "entity": row.entity,
        "members": row.members,
        "values": row.values,
        "page": row.page,
        "page_url": row.page_url,
        "score": row.score,
    }


def _lines(results: SearchResults) -> Iterator[str]:
    for number, row in enumerate(results.rows, results.offset + 1):
        yield f"{number}. {described(row.values)}"
        others = {source for source, _ in row.members} - {row.source}
        yield clean(f"   {', '.join([row.source, *sorted(others)])}  {row.page_url}")
    at_least = "" if results.is_total_exact else "at least "
    records = "record" if results.total == 1 else "records"
    if results.is_relaxed:
        yield "no record holds all words; these hold some of them"
    yield f"{at_least}{results.total:,} {records} in {results.seconds:.2f} s"
    for facet in results.facets:
        values = _joined(f"{short(v, VALUE_WIDTH)} {n:,}" for v, n in facet.values)
        yield f"{clean(facet.attribute)}: {values}"
    yield from map(clean, results.notes)


def described(values: dict[str, str]) -> str:
    """Return the first values of a record on one line."""
    shown = list(values.values())[:SHOWN_VALUES]
    return " · ".join(short(value, VALUE_WIDTH) for value in shown)


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(list(parts)[:SHOWN_FACET_VALUES])
