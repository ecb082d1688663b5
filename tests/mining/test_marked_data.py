"""Records that say what they are: JSON responses, read as pages, and schema.org microdata."""

import json

from leadline.columns.induction import learn_columns
from leadline.page.dom import parse_html
from leadline.page.json_page import json_to_html
from leadline.values.lists import join_values
from leadline_research.miners import mine
from tables import each_row, read_text

TITLES = ("Emma", "The Waves", "Walden", "Faust", "Ivanhoe")
BOOK = read_text(__file__, "BOOK")


def table(html: str) -> list[dict[str, str]]:
    """Columns and values of the records that are found on a page."""
    page = parse_html(html, "http://h.test/")
    spans = mine(page)[0].records
    columns = learn_columns([(page, spans)])
    return [{field.column: field.value for field in columns.read(page, span)} for span in spans]


def books() -> str:
    """Five items inside an item for the page, with one to three words each."""
    items = (
        BOOK.format(
            at, title, "".join(f"<li itemprop=keywords>{word}" for word in ("sea", "dog")[: at % 3])
        )
        for at, title in enumerate(TITLES, 11)
    )
    page = "<main itemscope itemtype=https://schema.org/SearchResultsPage>{}</main>"
    return page.format("".join(items))


def test_microdata_names_the_columns() -> None:
    """An address does not name the text that is linked; lists stay lists; what only a machine sees
    (``meta``, ``content``) is no value.
    """
    rows = table(books())
    assert [row["name"] for row in rows] == list(TITLES)
    assert rows[0] == {
        "name": "Emma",
        "name_url": "http://h.test/b/11",
        "by": "Ann 11",
        "keywords": join_values(["sea", "dog"]),
        "datePublished": "11 May",
        "price": "$ 11.50",
    }
    assert [row.get("keywords") for row in rows[1:3]] == [None, "sea"]


def test_microdata_items_are_a_rival() -> None:
    """Items inside the item of the page, and not the authors inside them."""
    regions = mine(parse_html(books(), ""), "microdata")
    assert [len(region.records) for region in regions] == [5]


@each_row(__file__, "BODIES", "why", "data", "rows", sequence=list)
def test_json_is_a_table(why: str, data: object, rows: list[dict[str, object]]) -> None:
    said = [{name: str(value) for name, value in row.items()} for row in rows]
    assert table(json_to_html(json.dumps(data))) == said
