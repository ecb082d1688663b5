"""The pages: what they show, in which language, and that harvested text is only ever text."""

from __future__ import annotations

import csv
import io
import re
import string
from typing import TYPE_CHECKING

import pytest
from serving import client, make_project, paintings, post

from leadline.app.integration.decisions import read_decisions
from leadline.model import Field, Record
from leadline.serve.jobs import JobOrder
from leadline.serve.languages import LANGUAGES, texts
from leadline.serve.table import TableQuery
from leadline.store.export.table import export

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.testclient import TestClient

ATTACK = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{1234*1234}}\x00\u202e"
RAW = re.compile(r"<script>alert|<img src=x|javascript:alert\(3\)[\"']\s*[>r]|1522756|1,522,756")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_project(tmp_path / "art", paintings())
    return tmp_path


def test_the_start_lists_the_projects_and_takes_an_address(folder: Path) -> None:
    text = client(folder).get("/").text
    assert 'action="/looks"' in text
    assert 'href="/projects/art"' in text
    assert "40" in text


def test_a_project_shows_its_sources_with_their_curves(folder: Path) -> None:
    text = client(folder).get("/projects/art").text
    assert text.count("<polyline") == 2
    assert "proven" in text
    assert "nothing more was found" in text


def test_a_source_says_what_was_left_and_why(folder: Path) -> None:
    text = client(folder).get("/projects/art/source?key=art").text
    assert "What was left, and why" in text
    assert "Nothing: no page failed" in text
    assert client(folder).get("/projects/art/source?key=other").status_code == 404


def rows_of(answer: str) -> list[str]:
    return re.findall(r"<td><bdi>(Water lilies \d+)</bdi></td>", answer)


def test_the_table_is_searched_narrowed_sorted_and_turned(folder: Path) -> None:
    made = client(folder)
    assert len(rows_of(made.get("/projects/art/table").text)) == 40
    found = made.get("/projects/art/table", params={"q": "lilies year:1901..1903"}).text
    assert rows_of(found) == ["Water lilies 1", "Water lilies 2", "Water lilies 3"]
    prints = made.get("/projects/art/table?f.kind=print&sort=-year").text
    assert rows_of(prints)[:2] == ["Water lilies 36", "Water lilies 32"]
    assert len(rows_of(prints)) == 10
    assert 'aria-sort="descending"' in prints
    assert "No record holds this" in made.get("/projects/art/table?q=nonsense").text
    assert made.get("/projects/art/table?q=%22&sort=x&page=99&f.none=1").status_code == 200


def test_a_part_of_the_table_is_sent_to_htmx(folder: Path) -> None:
    part = client(folder).get("/projects/art/table", headers={"hx-request": "true"}).text
    assert "<html" not in part
    assert len(rows_of(part)) == 40


@pytest.mark.parametrize(("query", "rows"), [("", 40), ("q=lilies+year:1901..1903", 3)])
def test_a_table_is_downloaded(query: str, rows: int, folder: Path, tmp_path: Path) -> None:
    answer = client(folder).get(f"/projects/art/download?format=csv&{query}")
    assert answer.headers["content-disposition"] == 'attachment; filename="art.csv"'
    table = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(table) == rows
    assert {row["_source"] for row in table} == {"art"}
    export(folder / "art", tmp_path / "t.csv")
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        assert [*table[0]] == next(csv.reader(file)), "the names of any other export"
    assert client(folder).get("/projects/art/download?format=exe").status_code == 400


def test_a_record_leads_to_the_page_where_it_was_read(folder: Path) -> None:
    made = client(folder)
    record = made.get("/projects/art/record?source=art&key=art-3").text
    assert "/projects/art/pages/1?mark=Water%20lilies%203" in record
    frame = made.get("/projects/art/pages/1?mark=Water%20lilies").text
    assert '<iframe class="archived" sandbox=""' in frame
    kept = made.get("/projects/art/pages/1/archived?mark=Water%20lilies")
    assert '<mark id="marked">Water lilies</mark>' in kept.text
    assert "evil.example" not in re.sub(r"<style>.*?</style>", "", kept.text, flags=re.S)
    assert made.get("/projects/art/pages/99").status_code == 404


def test_a_person_decides_about_a_pair_and_it_is_kept(tmp_path: Path) -> None:
    folder = make_project(tmp_path / "art", paintings("a"), paintings("b"))
    with client(tmp_path) as made:
        key = post(made, "/projects/art/integrate").headers["location"].removeprefix("/jobs/")
        wait(made, key)
        listed = made.get("/projects/art/entities").text
        entity = re.search(r"/projects/art/entities/(\w+)", listed)
        assert entity
        shown = made.get(entity[0]).text
        table = list(csv.DictReader(io.StringIO(made.get("/projects/art/entities.csv").text)))
        assert len(table) == 40
        assert {row["_sources"] for row in table} == {"a b"}
        pair = re.search(r'href="(/projects/art/pair\?[^"]+)"', shown)
        assert pair
        why = made.get(pair[1].replace("&amp;", "&")).text
        assert "leadline joined them" in why
        given = dict(re.findall(r'name="((?:source|key)_[ab])" value="([^"]+)"', why))
        assert post(made, "/projects/art/decisions", **given, same="no").status_code == 303
        (decided,) = read_decisions(folder / "decisions.csv").items()
        assert decided[1] is False
        assert "1 decision of yours" in made.get("/projects/art/entities").text
        wait(made, made.app.state.board.start(JobOrder("integrate", "art")).id)  # type: ignore[attr-defined]
        assert "leadline did not join" in made.get(pair[1].replace("&amp;", "&")).text
        post(made, "/projects/art/decisions", **given, same="forget")
        assert read_decisions(folder / "decisions.csv") == {}
        assert post(made, "/projects/art/decisions", **given, same="maybe").status_code == 400


def wait(made: TestClient, key: str) -> None:
    made.app.state.board.wait(key, 300)  # type: ignore[attr-defined]


def test_every_language_has_every_message_with_the_same_places() -> None:
    def places(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english = texts(LANGUAGES[0])
    for language in LANGUAGES[1:]:
        other = texts(language)
        assert other.keys() == english.keys()
        assert {key for key in english if places(english[key]) != places(other[key])} == set()


@pytest.mark.parametrize(
    ("accept", "language"), [("zh-CN,zh;q=0.9", "zh"), ("", "en"), ("de", "en")]
)
def test_the_browser_chooses_the_language(accept: str, language: str, folder: Path) -> None:
    answer = client(folder, **{"accept-language": accept}).get("/projects/art/table")
    assert f'<html lang="{language}">' in answer.text
    assert "Accept-Language" in answer.headers["vary"]


def test_harvested_text_is_only_ever_text(tmp_path: Path) -> None:
    def hostile(source: str) -> list[Record]:
        attack = f"{ATTACK}{source}"
        fields = (Field(ATTACK, attack), Field("u", "javascript:alert(3)", "link"))
        return [Record(source, f"{ATTACK}{n}", (*fields, Field("n", str(n)))) for n in range(3)]

    make_project(tmp_path / "art", hostile(f"a{ATTACK}"), hostile(f"b{ATTACK}"), body=ATTACK)
    with client(tmp_path) as made:
        wait(made, made.app.state.board.start(JobOrder("integrate", "art")).id)  # type: ignore[attr-defined]
        seen, waiting = set[str](), ["/", "/projects/art/entities?all=1"]
        while waiting:
            path = waiting.pop()
            seen.add(path)
            answer = made.get(path)
            assert answer.status_code == 200, path
            is_file = answer.headers.get("content-disposition", "").startswith("attachment")
            if "archived" not in path and not is_file:
                assert not RAW.search(answer.text), (path, RAW.search(answer.text))
            links = re.findall(r'(?:href|src)="(/projects/[^"#]*)', answer.text)
            links = [link.replace("&amp;", "&").replace("&#39;", "'") for link in links]
            fresh = [link for link in links if link not in seen and "download" not in link]
            waiting += [
                link for link in dict.fromkeys(fresh) if _is_new_kind(link, [*seen, *waiting])
            ]
        kinds = {path.partition("?")[0].split("/")[3:4][0] for path in seen if path.count("/") > 2}
        assert kinds >= {"entities", "record", "pair", "pages", "source", "table"}


def _is_new_kind(link: str, seen: list[str]) -> bool:
    """Three pages of a kind are enough."""
    kind = link.partition("?")[0].split("/")[3:4]
    return sum(other.partition("?")[0].split("/")[3:4] == kind for other in seen) < 3


def test_a_query_is_an_address_and_an_address_a_query() -> None:
    query = TableQuery("sea", (("kind", "oil"),), "-year", 3)
    assert TableQuery.of(query.parameters(page=3)) == query
    assert query.toggled("kind", "oil").chosen == ()
    assert query.sorted_by("year").sort == "year"


def test_columns_that_the_found_rows_fill_are_shown(tmp_path: Path) -> None:
    other = [Record("b", f"b-{n}", (Field("题名", f"睡莲 {n}"),)) for n in range(9)]
    make_project(tmp_path / "art", other, paintings())
    text = client(tmp_path).get("/projects/art/table?q=lilies").text
    assert "sort=title" in text
    assert "题名" not in text
