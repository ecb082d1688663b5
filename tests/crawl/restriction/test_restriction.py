"""A part of a source: what is asked, what is taken, and what is said of it."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from leadline.crawl.events import Notice, RecordsExtracted
from leadline.crawl.restriction.condition import Restriction
from leadline.errors import FetchError
from leadline.model import Page, Request
from leadline_zoo.in_memory import MemoryRun, SiteWire, run_crawl
from leadline_zoo.spec import Box, Engine, Form, SourceSpec, Total

YEARS = (Box("y1", "year", "from"), Box("y2", "year", "to"))
SUBJECT = (Box("s", "subject", "select"),)
YEAR = (Box("jahr", "year", "select"),)


def words_of(row: dict[str, str]) -> set[str]:
    return {word for value in row.values() for word in re.findall(r"\w+", value.casefold())}


def harvested(only: list[str], **spec: object) -> tuple[SiteWire, MemoryRun]:
    wire = SiteWire(SourceSpec("tiny", "books", 120, **spec))  # type: ignore[arg-type]
    return wire, run_crawl(wire.url, wire, only=only)


@pytest.mark.parametrize(
    ("boxes", "only", "wanted"),
    [
        (YEARS, ["year=1950..1999"], lambda row: 1950 <= int(row["year"]) <= 1999),
        (YEARS, ["year=..1960"], lambda row: int(row["year"]) <= 1960),
        (SUBJECT, ["subject=linguistics"], lambda row: row["subject"] == "Linguistics"),
        (
            SUBJECT,
            ["s=Linguistics", "s=Geology"],
            lambda row: row["subject"] in ("Linguistics", "Geology"),
        ),
        (YEAR, ["year=1950..1960"], lambda row: 1950 <= int(row["year"]) <= 1960),
        ((), ["q=railway"], lambda row: "railway" in words_of(row)),
        ((), ["railway"], lambda row: "railway" in words_of(row)),
        (
            YEARS,
            ["railway", "year=1900..1950"],
            lambda row: "railway" in words_of(row) and 1900 <= int(row["year"]) <= 1950,
        ),
    ],
)
def test_the_part_is_taken_and_nothing_else(
    boxes: tuple[Box, ...], only: list[str], wanted: Callable[[dict[str, str]], bool]
) -> None:
    wire, run = harvested(only, form=Form(boxes=boxes))
    titles = {row["title"] for row in wire.site.table.rows if wanted(row)}
    shown = {field.value for record in run.records.values() for field in record.fields}
    ids = {row["id"] for row in wire.site.table.rows if wanted(row)}
    assert titles <= shown
    assert len(run.records) == len(ids)
    assert run.outcome.state == "exhausted"
    assert run.outcome.records == len(ids)
    assert run.outcome.part == " & ".join(Restriction.of(one).text for one in only)


def test_a_part_is_never_proven_by_the_size_of_the_whole() -> None:
    form, total = Form(boxes=YEARS), Total("exact", constant=True)
    _, whole = harvested([], form=form, total=total)
    _, part = harvested(["year=1950..1999"], form=form, total=total)
    assert (whole.outcome.state, part.outcome.state) == ("complete", "exhausted")
    assert "120" not in part.outcome.reason
    assert part.outcome.missing_at_most is not None


def test_what_no_control_carries_is_said_before_anything_is_taken() -> None:
    _, run = harvested(["colour=red"], form=Form(boxes=YEARS))
    assert not any(isinstance(event, RecordsExtracted) for event in run.events)
    assert run.outcome.state == "failed"
    assert run.outcome.reason == (
        "only colour=red is wanted: "
        "the form has no control 'colour'; it has: q (words), Year (a range)"
    )


def test_a_condition_that_the_source_does_not_heed_takes_nothing() -> None:
    wire = SiteWire(SourceSpec("tiny", "books", 120, form=Form(boxes=YEARS)))
    deaf = SiteWire(SourceSpec("tiny", "books", 120))

    def answers(request):  # type: ignore[no-untyped-def]  # the form of one, the answers of the other
        return (deaf if "/search" in request.url else wire)(request)

    run = run_crawl(wire.url, answers, only=["year=1950..1999"])
    assert run.outcome.state == "failed"
    assert "does not heed it" in run.outcome.reason
    assert run.records == {}


def test_more_than_the_source_shows_is_said() -> None:
    _, run = harvested(["q=the"], engine=Engine(cap=40))
    assert run.outcome.reason.endswith("1 not shown whole by the source")


def test_an_address_with_a_query_says_how_to_keep_it() -> None:
    wire = SiteWire(SourceSpec("tiny", "books", 60, form=Form(boxes=YEARS)))
    run = run_crawl("http://source.test/?q=history&y1=1950&y2=", wire)
    notes = [event.text for event in run.events if isinstance(event, Notice)]
    assert (
        "the address asks for q=history & y1=1950; that is dropped: the whole source is taken "
        "(to take that part alone: --only q=history --only y1=1950)"
    ) in notes


@pytest.mark.parametrize("text", ["", "  ", "=1990", "year="])
def test_a_condition_without_a_name_or_a_value_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"condition|names no"):
        Restriction.of(text)


def test_a_part_whose_records_look_otherwise_than_those_of_the_probes_is_taken() -> None:
    wire = SiteWire(SourceSpec("tiny", "books", 120, form=Form(boxes=SUBJECT)))

    def marked(request: Request) -> Page | FetchError:
        """Mark the links of the part, as a list of tickets marks closed ones."""
        page = wire(request)
        if not isinstance(page, Page) or "s=Linguistics" not in request.url:
            return page
        return replace(page, body=page.body.replace(b"<td><a ", b'<td><a class="closed" '))

    run = run_crawl(wire.url, marked, only=["s=Linguistics"])
    assert len(run.records) == sum(row["subject"] == "Linguistics" for row in wire.site.table.rows)
