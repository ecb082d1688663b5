"""A register of judgements that wants a word or a day, written its own way, and shows few hits."""

from __future__ import annotations

from datetime import date, timedelta
from urllib.parse import parse_qs

import pytest
from in_memory import HOST, run

from leadline.crawl.slice_controls import ASKS_YEAR
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.forms.find import find_interfaces
from leadline.model import Page, Request
from leadline.page.dom import parse_html
from leadline.values.dates import DateFormat, learn_date_format

CAP = 30
WORDS = ["appeal", "border", "contract", "duty", "estate", "fraud", "grant", "heir", "island"]
HEADS = ["The", "A new", "A man of", "On the"]
JUDGES = ["Amstutz", "Brunner", "Corboz", "Escher", "Kolly"]
CASES = [
    (
        date(2001, 1, 1) + timedelta(days=n * 97 % 3600),
        n,
        f"{HEADS[n % 4]} {WORDS[n % 9]}",
        JUDGES[n * 3 % 5],
    )
    for n in range(400)
]
SHAPES = [
    ("day first", DateFormat("dmy", "."), "Date of judgement from", 100),
    ("month first", DateFormat("mdy", "/"), "Decision date from", 100),
    ("as in a computer", DateFormat("ymd", "-"), "Date from", 100),
]


def court(shape: DateFormat, label: str, *, silent: bool = False):  # type: ignore[no-untyped-def]
    form = (
        "<html lang=en><body><h2>Judgements</h2><form method=post action=list><table>"
        "<tr><td>Words<td><input name=words>"
        f"<tr><td>{label}<td><input name=first size=10 maxlength=10>"
        "<tr><td>to<td><input name=last size=10 maxlength=10></table>"
        "<input type=submit value=Search></form></body></html>"
    )

    def answer(request: Request) -> Page:
        sent = {name: v[0] for name, v in parse_qs(request.body.decode()).items()}
        days = {end: shape.read(sent[end]) for end in ("first", "last") if sent.get(end)}
        if request.method == "GET":
            html = form
        elif not sent or None in days.values():
            html = f"<p>Please enter words, or days as {shape.write(1)}.</p>{form}"
        else:
            html = listed(sent.get("words", ""), days.get("first"), days.get("last"))
        return Page(request, request.url, 200, (), html.encode())

    def listed(word: str, first: int | None, last: int | None) -> str:
        found = [
            (day, n, said, judge)
            for day, n, said, judge in sorted(CASES, reverse=True)
            if word.casefold() in f"{said} {judge}".casefold().split() or not word
            if (first or 0) <= day.toordinal() <= (last or 10**9)
        ]
        rows = "".join(
            f"<tr><td><a href=/case/{n}>{n}/{day.year}</a><td>{shape.write(day.toordinal())}"
            f"<td>{said}<td>{judge}"
            for day, n, said, judge in found[:CAP]
        )
        said = "Only the first are shown" if silent else f"{len(found)} judgements found"
        head = f"<p>{said}.</p>" if found else "<p>Nothing was found.</p>"
        return f"<html><body>{head}<table>{rows}</table></body></html>"

    return answer


@pytest.mark.parametrize(
    ("shape", "label", "most"), [one[1:] for one in SHAPES], ids=[one[0] for one in SHAPES]
)
def test_boxes_for_days_part_a_register(shape: DateFormat, label: str, most: int) -> None:
    ran = run(f"{HOST}/court", court(shape, label))
    assert len(ran.records) == len(CASES)
    assert len(ran.gets) <= most


def test_a_cap_is_seen_where_no_total_is_stated() -> None:
    ran = run(f"{HOST}/court", court(SHAPES[0][1], SHAPES[0][2], silent=True))
    assert len(ran.records) >= 0.99 * len(CASES)
    assert any("2004" in (get.query or "") for get in ran.gets), "days are asked"
    assert len(ran.gets) <= 120


def docket(attributes: str, *, words: str = "", most: int = 0, cap: int = CAP):  # type: ignore[no-untyped-def]
    """A form of two boxes for days, filled both where ``most`` days may lie between them."""
    form = (
        f"<form action=list>{words}From <input type=date name=from {attributes}> "
        f"to <input type=date name=to {attributes}><button>Show</button></form>"
    )

    def answer(request: Request) -> Page:
        sent = {name: v[0] for name, v in parse_qs(request.url.partition("?")[2]).items()}
        first, last = sent.get("from", "0001-01-01"), sent.get("to", "9999-12-31")
        html = form
        if "/list" not in request.url:
            pass
        elif most and not (len(sent) > 1 and f"{first}{last}".replace("-", "").isdecimal()):
            html += "<p>Please choose a period."
        elif most and (date.fromisoformat(last) - date.fromisoformat(first)).days > most:
            html += "<p>The period is too long."
        elif found := [case for case in sorted(CASES) if first <= case[0].isoformat() <= last]:
            rows = "".join(f"<tr><td>{day}<td>{n}<td>{said}" for day, n, said, _ in found[:cap])
            html += f"<table><tr><th>Day<th>No<th>Case{rows}</table>"
        else:
            html += "<p>No case."
        return Page(request, request.url, 200, (), html.encode(), fetched_at=1.79e9)

    return answer


def test_a_cap_is_seen_by_parts_where_the_form_has_days_alone() -> None:
    """Two parts end after the same number of records, and none of them was taken whole."""
    ran = run(f"{HOST}/court", docket(""))
    assert len(ran.records) == len(CASES)
    assert len(ran.gets) <= 60


@pytest.mark.parametrize(
    ("attributes", "words"), [("required", ""), ("", ""), ("", "<input name=q placeholder=Words>")]
)
def test_where_both_days_must_be_sent_years_are_asked(attributes: str, words: str) -> None:
    ran = run(f"{HOST}/court", docket(attributes, words=words, most=366))
    assert len(ran.records) == len(CASES)
    assert len(ran.gets) <= 171
    assert ran.outcome.reason == "every year from 1950 to 2027 was asked, by days"
    assert not ran.outcome.proof, "older cases may be there"


def test_a_stated_limit_of_days_is_kept() -> None:
    form = docket("required min=2001-01-01 max=2004-06-30", most=366, cap=90)
    ran = run(f"{HOST}/court", form)
    assert len(ran.records) == sum(case[0] <= date(2004, 6, 30) for case in CASES)
    assert len(ran.gets) <= 13


COLUMNS = [
    ("days", ["3.4.2001", "30.12.1999"], DateFormat("dmy", ".")),
    ("with a time", ["2001-04-03 12:00", "1999-12-30 08:15"], DateFormat("ymd", "-")),
    ("not the other way round", ["12/24/2001", "01/02/2001"], DateFormat("mdy", "/")),
    ("years", ["1999", "2001"], None),
    ("shelf marks", ["79.66.115", "2004.26.2"], None),
    ("no such day", ["31.02.2001", "99.99.1999"], None),
    ("nothing", [], None),
]


@pytest.mark.parametrize(
    ("texts", "shape"), [one[1:] for one in COLUMNS], ids=[one[0] for one in COLUMNS]
)
def test_how_days_are_written_is_told_by_a_column(
    texts: list[str], shape: DateFormat | None
) -> None:
    assert learn_date_format(texts) == shape


@pytest.mark.parametrize(
    ("label", "is_year"),
    [("Erscheinungsjahr von", True), ("Datum von", False), ("出版年月日", False)],
)
def test_a_label_of_years_is_no_label_of_days(label: str, is_year: bool) -> None:
    assert bool(ASKS_YEAR.search(label)) is is_year


def test_days_in_boxes_without_names_do_not_take_the_place_of_the_empty_word() -> None:
    html = "<form><input type=date><input type=date><input type=search name=q></form>"
    source = SourceState(CrawlTask("contracts", HOST))
    source.use(find_interfaces(parse_html(html, HOST))[0])
    assert source.bind((("", "2026-01-01"), ("", "2026-12-31"))) != ""
    assert "" not in source.bound
