"""``leadline harvest``, ``inspect`` and ``export`` as a person uses them, against test sources."""

import csv
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq
import pytest

from leadline.cli.app import main
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Form, Look, Pager, SourceSpec, Total

BOOKS: Final = SourceSpec(
    "books", "books", 90, pager=Pager("next", 10),
    engine=Engine("substring", empty="nothing", everything=("%",), extra=4),
)  # fmt: skip
CHINESE: Final = SourceSpec(
    "zh", "zh_books", 160, charset="gbk", form=Form("GET", "strText", "/find.asp", "/opac/"),
    look=Look("table", declared="gb2312"), pager=Pager("offset", 20, parameter="start"),
    total=Total("range"), engine=Engine("substring", empty="nothing", everything=("%",)),
)  # fmt: skip


@pytest.fixture
def leadline(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> Callable[..., tuple[int, str, str]]:
    """Runs a command in an empty folder: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["leadline", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        said = capfd.readouterr()
        return int(end.value.code or 0), said.out, said.err

    return run


@pytest.fixture(scope="module")
def books() -> Iterator[ServedSource]:
    with ServedSource(BOOKS) as source:
        yield source


@pytest.fixture(scope="module")
def chinese() -> Iterator[ServedSource]:
    with ServedSource(CHINESE) as source:
        yield source


def host(source: ServedSource) -> str:
    return source.url.split("/")[2]


def test_a_harvest_with_several_tables_and_one_screen(
    leadline: Any, books: ServedSource, tmp_path: Path
) -> None:
    code, out, err = leadline("harvest", books.url, "-o", "a.csv", "-o", "a.parquet")
    assert code == 0
    lines = out.splitlines()
    assert len(lines) <= 24
    assert all(len(line) < 400 for line in lines)
    assert lines[0] == f"{host(books)}: nothing more found"
    assert "94 records in " in lines[1]
    assert "columns: Title, Author" in out
    assert f"types: {host(books)}/item/* 90, {host(books)}/help/* 4" in out
    assert "table:   a.csv (94 rows)" in out
    assert "report:  " in out
    assert "leadline: " not in err
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == pq.read_table(tmp_path / "a.parquet").num_rows == 94
    project = tmp_path / f"{host(books).replace(':', '-')}.leadline"
    assert "<h1>" in (project / "report.html").read_text("utf-8")


def test_a_plan_with_two_sources_a_budget_and_chinese(
    leadline: Any, books: ServedSource, chinese: ServedSource, tmp_path: Path
) -> None:
    (tmp_path / "art").mkdir()
    plan = f"""
        [domain]
        name = "books"
        [[source]]
        url = "{books.url}"
        [[source]]
        url = "{chinese.url}"
        also_hosts = ["elsewhere.example"]
        [budget]
        requests = 9
    """
    (tmp_path / "art" / "project.toml").write_text(plan, encoding="utf-8")
    code, out, _ = leadline("harvest", "art/project.toml", "-o", "t.jsonl")
    assert code == 3
    assert out.count("the budget of 9 requests is used up") == 2
    assert "project: art" in out
    code, out, _ = leadline("harvest", "art", "-o", "t.jsonl", "--requests", "500")
    assert code == 0
    records = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text("utf-8").splitlines()]
    assert len(records) == 94 + 160
    assert {one["题名"] for one in records if "题名" in one} == {
        row["title"] for row in chinese.site.table.rows
    }


def test_quiet_says_nothing_but_what_went_wrong(leadline: Any, books: ServedSource) -> None:
    code, out, err = leadline("harvest", books.url, "-q", "--requests", "9")
    assert (code, out) == (3, "")
    assert err == (f"leadline: {host(books)}: stopped: the budget of 9 requests is used up\n")
    assert leadline("harvest", books.url, "-q") == (0, "", "")


def test_one_source_that_fails_does_not_stop_the_other(leadline: Any, books: ServedSource) -> None:
    code, out, err = leadline("harvest", "http://127.0.0.1:9/", books.url, "-p", "both")
    assert code == 1
    assert "leadline: 127.0.0.1:9: stopped: 127.0.0.1:9: no connection" in err
    assert f"{host(books)}: nothing more found" in out


def test_export_of_a_part(leadline: Any, books: ServedSource, tmp_path: Path) -> None:
    leadline("harvest", books.url, "-p", "p", "-q")
    code, out, _ = leadline("export", "p", "-o", "help.csv", "--kind", f"{host(books)}/help/*")
    assert (code, out) == (0, "4 rows written to help.csv\n")
    code, out, _ = leadline("export", "p", "-o", "a.csv", "-o", "a.xlsx", "--no-provenance")
    assert out == "94 rows written to a.csv\n94 rows written to a.xlsx\n"
    head = (tmp_path / "a.csv").read_text("utf-8").splitlines()[0]
    assert head.startswith("Title,")
    assert "_source" not in head
    code, _, err = leadline("export", "nowhere", "-o", "a.csv")
    assert code == 2
    assert "nowhere is no leadline project" in err


def test_inspect_shows_forms_records_total_and_pager(leadline: Any, chinese: ServedSource) -> None:
    code, out, _ = leadline("inspect", chinese.url, "--forms")
    assert code == 0
    assert f"Form 1: search, GET http://{host(chinese)}/find.asp" in out
    assert "this one is asked, through 'strText', in gbk" in out
    assert "关键词" in out
    assert "题名" in out
    assert "in all, as the source states" in out
    assert "next page (by " in out
    assert re.search(r"^  next     1\*\W", out, re.M), out
    assert "records are told apart by their link" in out
    assert "nothing was stored" in out


def test_inspect_tells_a_person_what_it_found_and_what_is_next(
    leadline: Any, books: ServedSource
) -> None:
    code, out, err = leadline("inspect", books.url)
    assert code == 0
    heads = [line for line in out.splitlines() if line[:1].isalpha()]
    assert [*heads[:1], *heads[2:]] == ["What I found", "What I would ask", "What it costs", "Next"]
    assert heads[1].startswith("Ways in")
    assert "  a search form with a box for words" in out
    assert "records on a page and" in out
    assert f"  leadline harvest {books.url} -o table.csv" in out
    assert err.startswith("looking (1): the entry\n")


def test_the_next_commands_keep_the_options(leadline: Any, books: ServedSource) -> None:
    _, told, _ = leadline("inspect", books.url, "--ignore-robots", "--also-host", "a.example")
    assert f"harvest {books.url} --also-host a.example --ignore-robots -o table.csv" in told


def test_inspect_leaves_nothing_behind(leadline: Any, books: ServedSource, tmp_path: Path) -> None:
    leadline("inspect", books.url)
    assert list(tmp_path.iterdir()) == []


def test_inspect_as_json(leadline: Any, books: ServedSource) -> None:
    code, out, err = leadline("inspect", books.url, "--json")
    seen = json.loads(out)
    assert (code, err) == (0, "")
    assert seen["control"] == "q"
    assert seen["interfaces"][0]["kind"] == "search"
    assert len(seen["rows"]) == 10
    assert {"column", "kind", "filled", "example", "type"} == set(seen["columns"][0])
    assert seen["trouble"] == ""


def test_inspect_of_nothing(leadline: Any) -> None:
    code, _, err = leadline("inspect", "http://127.0.0.1:9/")
    assert code == 1
    assert err.endswith("leadline: 127.0.0.1:9: no connection: nobody answers at this port\n")
    assert leadline("inspect", "fish")[0] == 2
