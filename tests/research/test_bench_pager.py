"""The pager bench: its counting, and the floors on the labelled pages."""

import json
from pathlib import Path

import pytest

from leadline_research.bench.records.pager import run

LIST = '<a href="/a">A</a> 1 <a href="?p=2">2</a> <a href="?p=3">3</a> <a href="?p=2#top">Next</a>'


def write(folder: Path, name: str, html: str, links: list[tuple[str, str, str]]) -> None:
    labels = [{"href": h, "text": t, "label": y} for h, t, y in links]
    gold = {"url": "http://h.test/l", "site": "h", "encoding": "utf-8", "links": labels}
    (folder / f"{name}.json").write_text(json.dumps(gold), "utf-8")
    (folder / f"{name}.html").write_text(html, "utf-8")


RIGHT = [
    ("/a", "A", "O"),
    ("?p=2", "2", "PAGE"),
    ("?p=3", "3", "LAST"),
    ("?p=2#top", "Next", "NEXT"),
]


def test_links_to_one_address_count_once_and_ends_are_pages(tmp_path: Path) -> None:
    write(tmp_path, "one", LIST, RIGHT)
    found = run(tmp_path)
    assert (found["next_right"], found["next_pages"], found["next_wrong"]) == (1, 1, 0)
    assert (found["any_f1"], found["next_f1"]) == (1.0, 1.0)


def test_a_wrong_and_a_missing_next_are_told_apart(tmp_path: Path) -> None:
    write(tmp_path, "wrong", LIST, [("/a", "A", "NEXT"), *((h, t, "O") for h, t, _ in RIGHT[1:])])
    write(tmp_path, "none", '<a href="/a">A</a>', [("/a", "A", "NEXT")])
    found = run(tmp_path)
    assert (found["next_right"], found["next_pages"], found["next_wrong"]) == (0, 2, 1)


def test_links_of_parts_that_are_not_read_keep_the_count(tmp_path: Path) -> None:
    """The labels count links inside noscript, which the document leaves out."""
    html = f'<noscript><a href="/n">no script</a></noscript>{LIST}'
    write(tmp_path, "noscript", html, [("/n", "no script", "O"), *RIGHT])
    assert run(tmp_path)["next_right"] == 1


@pytest.mark.gold
def test_floors_on_the_labelled_pages(shared: Path) -> None:
    """Measured: 71 of 71, 0 wrong, .989, .993; the floors leave room for honest changes."""
    found = run(shared / "gold" / "pager")
    assert found["next_pages"] == 71
    assert found["next_right"] >= 69  # type: ignore[operator]
    assert found["next_wrong"] <= 1  # type: ignore[operator]
    assert found["any_f1"] >= 0.97  # type: ignore[operator]
    assert found["next_f1"] >= 0.97  # type: ignore[operator]
