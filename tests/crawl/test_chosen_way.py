"""A way that a person chose is gone on with after a stop, and visited again."""

from pathlib import Path

import pytest
from pages import Fixed, Pages

import leadline
from leadline.model import Budget

BOX = '<form action="/search"><input name=q><button>Search</button></form>'


def listed(rows: int) -> dict[str, Fixed | str]:
    """Pages of twenty ships; the entry page names the list, or a page of the menu does."""
    pages: dict[str, Fixed | str] = {
        "/": f"{BOX}<a href=/ships>Browse all ships</a> <a href=/more>More</a>",
        "/more": f"{BOX}<a href=/ships>Ships</a>",
    }
    for first in range(0, rows, 20):
        items = "".join(
            f"<tr><td><a href='/ship/{n}'>Ship {n} of {n % 7} masts</a><td>{1800 + n}</tr>"
            for n in range(first, min(rows, first + 20))
        )
        more = f"<a href='/ships/{first + 20}'>Next</a>" if first + 20 < rows else ""
        path = f"/ships/{first}" if first else "/ships"
        pages[path] = f"<html><body>{BOX}<table>{items}</table>{more}</body></html>"
    return pages


@pytest.mark.parametrize("way", ["list", "menu"])
def test_a_chosen_way_is_resumed_and_refreshed(way: str, tmp_path: Path) -> None:
    with Pages(listed(90)) as site:
        first = leadline.harvest(
            site.url, project=tmp_path, way=way, pace=0.0, budget=Budget(requests=4)
        )
        assert next(iter(first.outcomes.values())).state == "paused"
        whole = leadline.harvest(site.url, project=tmp_path, way=way, pace=0.0)
        (end,) = whole.outcomes.values()
        assert (end.state, end.records) == ("exhausted", 90)
        assert [one.came for one in end.ways if one.name == way] == ["taken"]
        asked = len(site.asked)
        site.pages |= {p: Fixed(t) for p, t in listed(97).items() if isinstance(t, str)}
        visit = leadline.refresh(tmp_path, pace=0.0)
        assert (visit.count("new"), visit.count("gone")) == (7, 0)
        assert not any(path.startswith(("/search", "/more")) for path in site.asked[asked:])
