"""How days are written, and which boxes take them."""

import pytest
from in_memory import HOST

from leadline.crawl.slice_controls import ASKS_YEAR
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.forms.find import find_interfaces
from leadline.page.dom import parse_html
from leadline.values.dates import DateFormat, learn_date_format

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
