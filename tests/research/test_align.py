"""Columns against truth, contrast against single pages, replay: the benches themselves."""

import json
from pathlib import Path

import pytest

from leadline import harvest
from leadline.model import Field, Record
from leadline.page.dom import parse_html
from leadline.store import Reader
from leadline.wrapper.reading import RecordRow
from leadline_research.bench.records import align_page, align_zoo, contrast
from leadline_research.bench.records.align import align, records_of
from leadline_research.bench.records.shown import regions, said_on_pages
from leadline_research.bench.sites import match
from leadline_zoo.source import serve
from leadline_zoo.spec import SourceSpec


def test_a_source_of_the_zoo_is_aligned_whole() -> None:
    found = align_zoo.measure("museum-big5")
    assert found["compared"] == 800
    assert found["columns_shown"] == found["columns_found"] == 7
    assert found["cells_equal"] == 1.0


def test_contrast_is_not_worse_than_a_single_page() -> None:
    found = contrast.run(names=["changes", "wiki"])
    assert found["pages"] == 4
    assert found["contrast"]["f1"] >= found["single"]["f1"] > 0.9


def test_columns_that_are_shown_and_not_found_lower_the_figure() -> None:
    records = [Record("s", str(n), (Field("all", f"T{n} by A{n}, 190{n}"),)) for n in range(9)]
    truth = [{"title": f"T{n}", "by": f"A{n}", "secret": f"s{n}"} for n in range(9)]
    said = [f"T{n} by A{n}, 190{n}" for n in range(9)]
    found = align(records, truth, {n: n for n in range(9)}, said)
    assert (found["columns_shown"], found["columns_found"], found["cells_equal"]) == (2, 0, 0.0)
    assert found["missed"] == ["title", "by"]


def test_what_the_page_shows_and_records_do_not_say_is_missed() -> None:
    """Judged by the page: a record that is read without its year is not excused."""
    records = [Record("s", str(n), (Field("title", f"T{n}"),)) for n in range(9)]
    truth = [{"title": f"T{n}", "year": f"190{n}", "state": "sold", "no": ""} for n in range(9)]
    said = [f"T{n} 190{n} sold" for n in range(9)]
    found = align(records, truth, {n: n for n in range(9)}, said)
    assert (found["columns_shown"], found["columns_found"]) == (3, 1)
    assert found["missed"] == ["year", "state"]


def test_what_stands_from_a_record_to_the_next_is_shown() -> None:
    """Also what a wrapper leaves out: cards of which it knows the headings only."""
    card = (
        "<h3 class='k rating Four'><a href='/x_7' title='Emma (a novel)'>Emma</a></h3><p>by {}</p>"
    )
    page = parse_html(f"<div>{card.format('Ann')}{card.format('Bo')}<hr>end</div><p>out", "")
    heads = list(page.elements("h3"))
    rows = [RecordRow(str(number), (), "Emma", (node,)) for number, node in enumerate(heads)]
    said = regions(page, rows)
    assert "by Ann" in said["0"]
    assert "by Bo" not in said["0"]
    assert "by Bo" in said["1"]
    assert "end" in said["1"]
    assert "out" not in said["1"]
    assert {"7", "Four", "novel)"} <= {*said["0"].split()}


def test_records_woven_over_rows_show_their_own_cells() -> None:
    cells = "<tr><td>A<td>B<tr><td>1<td>2"
    page = parse_html(f"<table>{cells}</table>", "")
    nodes = list(page.elements("td"))
    said = regions(
        page,
        [
            RecordRow("a", (), "", (nodes[0], nodes[2])),
            RecordRow("b", (), "", (nodes[1], nodes[3])),
        ],
    )
    assert (said["a"].split(), said["b"].split()) == (["A", "1"], ["B", "2"])


def test_a_source_whose_years_are_not_read_is_told_so(tmp_path: Path) -> None:
    """The whole way: harvested with a wrapper that leaves the years out."""
    spec = SourceSpec("books", "books", 60)
    with serve(spec) as source:
        first = harvest(source.url, project=tmp_path / "one", pace=0)
        with Reader(first.project.store) as store:
            wrapper = store.learned(store.sources()[0].key)["wrapper"]
        names = wrapper["layouts"][0]["columns"]["names"]
        left_out = {slot: "" if "year" in name.lower() else name for slot, name in names.items()}
        wrapper["layouts"][0]["columns"]["names"] = left_out
        wrapper["layouts"][0]["columns"]["templates"] = {}
        (tmp_path / "w.json").write_text(json.dumps(wrapper), encoding="utf-8")
        given = tmp_path / "w.json"
        taken = harvest(source.url, project=tmp_path / "two", wrapper=given, pace=0)
        truth = [dict(row) for row in source.truth()]
    for harvested, missed in ((first, []), (taken, ["year"])):
        records = records_of(harvested)
        lines, said = match(records, truth).lines, said_on_pages(harvested, records)
        assert align(records, truth, lines, said)["missed"] == missed


def test_both_ways_to_columns_see_the_same_records() -> None:
    """Records of one make are aligned by both; a line of several values only by the default."""
    found = align_page.run(names=["museum", "mail-archive"])
    museum, mails = found["each"]
    assert (museum["compared"], mails["compared"]) == (50, 20)
    assert museum["default"]["columns_found"] == museum["partial-tree"]["columns_found"] == 8
    assert mails["default"]["columns_found"] > mails["partial-tree"]["columns_found"] > 0
    assert found["methods"]["default"]["columns_found"] == 8 + mails["default"]["columns_found"]


def test_a_way_to_columns_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no method 'magic'"):
        align_page.run(methods=["magic"])
