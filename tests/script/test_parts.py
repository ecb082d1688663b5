"""A part of a source that a script draws: its call is asked for it, or what is read is sifted."""

import json
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from in_memory import Ran, run
from watched import HOST, Watched

from leadline.crawl.events import Notice
from leadline.model import Page, Request
from leadline_zoo.scripted.sources import Row, english

ROWS = english()
KINDS = ("open", "shut")


def values(ran: Ran, name: str) -> set[str]:
    return {
        field.value
        for record in ran.records.values()
        for field in record.fields
        if field.column.rpartition(" ")[2] == name
    }


def titles(wanted: Callable[[Row], bool]) -> set[str]:
    return {str(row["title"]) for row in ROWS if wanted(row)}


def index_answer(request: Request) -> Page:
    """A page of MkDocs and its index."""
    docs = [{"location": f"p{row['id']}/", **row} for row in ROWS]
    head = '<meta name=generator content="mkdocs-1.6"><script>var base_url = "."</script>'
    box = "<form role=search><input name=query type=search></form>"
    is_index = request.url.endswith("/search/search_index.json")
    body = json.dumps({"docs": docs}) if is_index else f"<html><head>{head}</head>{box}"
    return Page(request, request.url, 200, (), body.encode())


@pytest.mark.parametrize(
    ("only", "wanted"),
    [
        (["title=castle"], lambda row: "Castle" in row["title"]),
        (["title=Castle of"], lambda row: "Castle of" in row["title"]),
        (["title=cast"], lambda row: False),
        (["built=1600..1650"], lambda row: 1600 <= row["built"] <= 1650),
        (["built=..1600", "castle"], lambda row: row["built"] <= 1600 and "Castle" in row["title"]),
        (["title=castle", "title=tower"], lambda row: row["title"][:5] in ("Castl", "Tower")),
        (["q=ashford castle"], lambda row: row["title"] == "Castle of Ashford"),
        (["query=ashford"], lambda row: "Ashford" in row["title"]),
    ],
)
def test_an_index_is_read_whole_and_its_part_kept(
    only: list[str], wanted: Callable[[Row], bool]
) -> None:
    ran = run(f"{HOST}/", index_answer, only=only)
    part = titles(wanted)
    assert values(ran, "title") == part
    assert ran.outcome.records == len(part)
    assert (ran.outcome.state, ran.outcome.proof) == ("exhausted", "")
    assert f"{len(part)} of {len(ROWS)} records are of it; the page's search" in ran.outcome.reason
    notes = [event.text for event in ran.events if isinstance(event, Notice)]
    assert any(note.endswith("all are read, those of the part kept") for note in notes)


def test_a_field_that_no_record_has_is_said_and_nothing_is_taken() -> None:
    ran = run(f"{HOST}/", index_answer, only=["colour=red"])
    assert ran.outcome.state == "failed"
    assert ran.outcome.reason == (
        "only colour=red is wanted: the records have no field 'colour'; "
        "they have: title, url, id, built, note"
    )
    assert ran.records == {}


def called(kind: str, only: list[str]) -> Ran:
    watched = Watched(kind)

    def answer(request: Request) -> Page:
        if request.url == f"{HOST}/":
            text = f"<html><title>Places</title><script>{'x' * 40}</script><div id=app></div>"
            return Page(request, request.url, 200, (("content-type", "text/html"),), text.encode())
        target = request.url.removeprefix(HOST)
        found = watched.source.answer(request.method, target, request.body)
        status = 200 if found is not None else 404
        return Page(request, request.url, status, (), json.dumps(found).encode())

    return run(f"{HOST}/", answer, only=only, observed=watched.observed())


@pytest.mark.parametrize("kind", ["graphql", "cursor", "shadow", "filter"])
def test_a_call_is_asked_for_the_words_alone(kind: str) -> None:
    word = "Castle" if kind == "filter" else "castle"
    ran = called(kind, [f"q={word}"])
    assert values(ran, "title") == titles(lambda row: "Castle" in str(row["title"]))
    assert (ran.outcome.state, ran.outcome.part) == ("exhausted", f"q={word}")
    assert ran.outcome.reason.endswith("answers: 1 walked to the end")
    if kind != "filter":
        two = called(kind, ["castle", "tower"])
        assert len(two.records) == 2 * len(ran.records)


def test_what_a_call_cannot_be_asked_is_looked_for_in_its_records() -> None:
    ran = called("graphql", ["built=1600..1650"])
    part = titles(lambda row: 1600 <= int(row["built"]) <= 1650)
    assert values(ran, "title") == part
    assert ran.outcome.records == len(part)
    assert f"{len(part)} of {len(ROWS)} records are of it" in ran.outcome.reason
    both = called("graphql", ["castle", "built=1600..1650"])
    assert values(both, "title") == {title for title in part if "Castle" in title}
    wrong = called("graphql", ["colour=red"])
    assert wrong.outcome.state == "failed"
    assert "no field 'colour'" in wrong.outcome.reason
    assert wrong.outcome.reason.endswith("what the page's call may be asked with: text (words)")


def listed(only: list[str], *, is_deaf: bool = False) -> Ran:
    """A list of an API whose address has a parameter."""

    def answer(request: Request) -> Page:
        query = {name: one[0] for name, one in parse_qs(urlsplit(request.url).query).items()}
        state, page = query.get("state", ""), int(query.get("page", 1))
        rows = [{**row, "state": KINDS[number % 3 > 0]} for number, row in enumerate(ROWS)]
        rows = [row for row in rows if is_deaf or state in ("", row["state"])]
        body = json.dumps({"total": len(rows), "items": rows[20 * page - 20 : 20 * page]})
        return Page(
            request, request.url, 200, (("content-type", "application/json"),), body.encode()
        )

    return run(f"{HOST}/api/places?state=&page=1", answer, only=only)


def test_a_parameter_of_a_call_takes_another_value() -> None:
    ran = listed(["state=open"])
    assert values(ran, "state") == {"open"}
    assert len(ran.records) == ran.outcome.records == len(ROWS) / 3
    assert ran.outcome.state == "exhausted"
    assert ran.outcome.reason.startswith("only state=open is wanted: the address states 44 records")


def test_a_parameter_that_changes_nothing_takes_nothing() -> None:
    ran = listed(["state=open"], is_deaf=True)
    assert ran.outcome.state == "failed"
    assert "does not heed it" in ran.outcome.reason
    assert ran.records == {}
