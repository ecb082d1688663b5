# Holds: labelled fields
"""Rows inside records: what leads into one page, or names who said it, has no title."""

import pytest

from leadline.mining.labelled_fields import stands_in_records
from leadline.mining.miner import mine_regions
from leadline.mining.segmentation import CandidateRegion
from leadline.page.dom import parse_html
from mining_pages import signed

WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet"]
WORDS += ["jetty", "knoll", "larch"]


def best(row: str) -> int:
    """Number of the records found on a page of six, each with two or three rows."""
    parts = []
    for n in range(6):
        rows = "".join(
            row.format(n=n, k=k, word=WORDS[2 * n + k % 2], other=f"{WORDS[k]} {WORDS[n]}")
            for k in range(2 + n % 2)
        )
        head = f"<h2><a href=/d/{n}>Case {WORDS[n]}</a></h2><p>{WORDS[n + 5]} court</p>"
        parts.append(f"<article>{head}<ul>{rows}</ul></article>")
    document = parse_html(f"<div>{''.join(parts)}</div>", "http://h.test/")
    return len(mine_regions(document)[0].records)


TEXT = "the {other} was found beside the {word} of the old harbour and kept"


def test_passages_lead_into_the_page_of_their_record() -> None:
    row = f"<li><h3><a href=/d/{{n}}#{{k}}>{{word}} {{k}}</a></h3><p>{TEXT}, {TEXT}</p></li>"
    assert best(row) == 6


def test_rows_with_pages_of_their_own_are_records() -> None:
    row = f"<li><h3><a href=/d/{{n}}/{{k}}>{{word}} {{k}}</a></h3><p>{TEXT}, {TEXT}</p></li>"
    assert best(row) > 6


def test_links_behind_a_remark_name_who_said_it() -> None:
    row = f"<li><span>{TEXT}, {TEXT}</span> - <a href=/u/{{n}}{{k}}>{{word}} {{k}}</a></li>"
    assert best(row) == 6


@pytest.mark.parametrize(
    ("head", "expected"),
    [("<p><a href=/{0}>{0}</a></p><p>by {0}</p>", True), ("<h2>{0}</h2>", False)],
)
def test_fields_in_front_of_two_lists(head: str, expected: bool) -> None:
    rows = "<tr><td><a href=/f>Order</a><td>24 KB" * 3
    page = signed("".join(f"<div>{head.format(w)}<table>{rows}</table></div>" for w in WORDS[:2]))
    nodes = list(page.document.elements("tr"))
    stops = [page.document.end[node] for node in nodes]
    assert (
        stands_in_records(page, CandidateRegion(nodes, stops, "single", 0, [1.0] * 6)) is expected
    )
