# Holds: slices; full answers divided by slices
"""Slices live: which controls part a source, how parts are said, and that a life repeats itself."""

from dataclasses import replace

from in_memory import alive, of_zoo, taken

from leadline.crawl.events import QueryOpened
from leadline.crawl.slice_controls import dimensions_of
from leadline.forms.find import find_interfaces
from leadline.model import Field
from leadline.page.dom import parse_html
from leadline.wrapper.reading import RecordRow
from leadline_zoo.spec import Box, Engine, Form, Pager, SourceSpec, Total
from tables import each_row


def form(html: str):  # type: ignore[no-untyped-def]
    return find_interfaces(parse_html(f"<form action=/s>{html}</form>", "http://h.test/"))[0]


def options(*texts: str) -> str:
    return "".join(f"<option>{text}</option>" for text in texts)


RADIOS = """<fieldset><legend>Type</legend><label><input type=radio name=t value=1> book</label>
<label><input type=radio name=t value=2> map</label></fieldset>"""
TOWN = "<p>Town <select name=w><option value=''>all</option></select></p>"


@each_row(__file__, "PARTING", "html", "names", sequence=list)
def test_controls_that_part_a_source(html: str, names: list[str]) -> None:
    found = form(html + "<button>Search</button>")
    box = next((c for c in found.controls if c.name == "q"), None)
    assert [one.name for one in dimensions_of(found, box)] == names


def test_a_range_is_cut_at_the_values_of_the_column_it_goes_by() -> None:
    found = form("<input name=q><label>Year from <input name=y1></label> to <input name=y2>")
    rows = [
        RecordRow(str(n), (Field("Shelf", str(n % 5)), Field("Year", str(1950 + n % 40))), "")
        for n in range(80)
    ]
    (span,) = dimensions_of(found, found.controls[0], lambda: rows)
    assert span.parts(()) == ((("y2", "1969"),), (("y1", "1970"),))


def test_years_of_days_that_must_be_sent_are_bounded() -> None:
    days = "<input type=date name={} required min=0001-01-01 max=9999-06-30>"
    found = form(f"From {days.format('from')} to {days.format('to')}<button>Search</button>")
    (period,) = dimensions_of(found)
    parts = period.parts(())
    assert len(parts) == 150
    assert parts[0] == (("from", "9999-01-01"), ("to", "9999-06-30"))
    assert period.parts(parts[0])[0] == (("from", "9999-01-01"), ("to", "9999-04-01"))


def test_parts_are_said_as_a_person_would_write_them() -> None:
    said = [
        event.query
        for event in of_zoo("capped-catalogue")[0].events
        if isinstance(event, QueryOpened)
    ]
    assert "Subject=Agriculture" in said
    assert any(query.startswith("Year=19") and ".." in query for query in said)
    said = [
        event.query for event in of_zoo("dependent")[0].events if isinstance(event, QueryOpened)
    ]
    assert "Country=Norland & City=Port Norland" in said


def test_sort_is_never_bound_and_no_part_is_asked_twice() -> None:
    asked = of_zoo("capped-catalogue")[0].asked
    assert not [url for _, url, _ in asked if "sort=title" in url or "sort=year" in url]
    slices = [
        e.query
        for e in of_zoo("capped-catalogue")[0].events
        if isinstance(e, QueryOpened) and e.purpose == "slice"
    ]
    assert len(slices) == len(set(slices))


def capped(**changes: object) -> SourceSpec:
    spec = SourceSpec(
        "capped",
        "objects",
        700,
        form=Form(boxes=(Box("kind", "kind", "select"),)),
        pager=Pager("next", 20),
        total=Total("exact"),
        engine=Engine(cap=60, empty="all"),
    )
    return replace(spec, **changes)  # type: ignore[arg-type]


def test_what_no_control_splits_is_split_by_words() -> None:
    ran, wire = alive(capped(count=500), most=500)
    assert taken(ran, wire.site)[0] >= 0.98 * 500
    words = [event.query for event in ran.events if isinstance(event, QueryOpened)]
    assert any("Type=" in query and " & " in query for query in words)


def test_a_source_that_needs_words_is_asked_by_words() -> None:
    ran, wire = alive(capped(count=150, engine=Engine(empty="error", cap=0)), most=300)
    assert taken(ran, wire.site)[0] >= 0.98 * 150


def test_without_totals_slices_end_where_the_source_shows_no_more() -> None:
    ran, wire = alive(capped(count=200, total=Total("absent")), most=400)
    assert taken(ran, wire.site)[0] >= 0.95 * 200
    assert ran.outcome.state != "complete" or taken(ran, wire.site)[0] == 200


def test_cut_answers_to_words_are_split_where_choices_alone_find_nothing() -> None:
    """Words only: 508 requests without splitting, 310 with it (1,500 records, 40 at most shown)."""
    form = Form(boxes=(Box("kind", "kind", "select"),), needs_words=True)
    ran, wire = alive(capped(count=400, form=form, engine=Engine(cap=40, empty="error")), most=400)
    assert taken(ran, wire.site)[0] >= 0.98 * 400
    asked = [e.query for e in ran.events if isinstance(e, QueryOpened) and e.purpose == "slice"]
    assert sum(" & Type=" in query for query in asked) > 10
