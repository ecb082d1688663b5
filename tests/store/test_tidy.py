"""Columns that tell nothing, and names for nameless ones."""

from pathlib import Path

import pytest

from leadline.model import Field, Page, Record, Request
from leadline.store import Store
from leadline.store.export.tidy import tidy_choice, tidy_columns


def records(column: str, values: list[str], *, key: str = "/book/{}", kind: str = "text"):  # type: ignore[no-untyped-def]
    return [
        Record("s", key.format(n * 7 + 3), (Field(column, value, kind),), page=n // 10, row=n % 10)  # type: ignore[arg-type]
        for n, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    ("column", "values", "kind", "reason"),
    [
        ("text_1", [f"{n + 1}." for n in range(40)], "text", "row number"),
        ("No", [str(n % 10 + 1) for n in range(40)], "text", "row number"),
        ("text_2", ["Details"] * 40, "text", "constant"),
        ("cart", ["/cart"] * 40, "link", "constant"),
        ("sid", [f"a9f3b2c1d4e5f6a{n // 10}b7c8" for n in range(40)], "text", "session"),
        ("country", ["Germany"] * 40, "text", ""),
        ("year", [str(1900 + n) for n in range(40)], "text", ""),
        ("code", [f"a9f3b2c1d4e5f6a{n:03}" for n in range(40)], "text", ""),
        ("text_3", ["Details"] * 12, "text", ""),
    ],
)
def test_what_tells_nothing_is_left_out(
    column: str, values: list[str], kind: str, reason: str
) -> None:
    tidied = tidy_columns(records(column, values, kind=kind))
    assert tidied.dropped == ({(column, kind): reason} if reason else {})


def test_numbers_that_name_the_record_stay() -> None:
    numbers = [str(n + 1) for n in range(40)]
    rows = [
        Record("s", f"/ticket/{number}", (Field("text_1", number),), page=n // 10, row=n % 10)
        for n, number in enumerate(numbers)
    ]
    assert tidy_columns(rows).dropped == {}


@pytest.mark.parametrize(
    ("column", "values", "name"),
    [
        ("text_1", [f"{1950 + n % 50}" for n in range(0, 300, 7)], "year"),
        ("text_2_3", [f"2019-03-{n % 27 + 1:02}" for n in range(40)], "date"),
        ("text_4", [f"€ {n}.50" for n in range(40)], "price"),
        ("text_5", [f"me{n}@a.example" for n in range(40)], "email"),
        ("text_5_2", [f"{'c. ' if n % 3 else 'inventory '}{1500 + n}" for n in range(40)], ""),
        ("text_5_3", [f"{'c. ' * (n % 2)}{1500 + n}" for n in range(40)], "date"),
        ("text_5_4", [f"{n}.{n % 7}.0" for n in range(40)], "code"),
        ("text_8_2", [f"{'ABC'[n % 3]}dler, Anna {'XYZ'[n % 3]}." for n in range(40)], "person"),
        ("meta_2", [("Sculpture", "Drawings")[n % 2] for n in range(40)], "category"),
        ("meta_3", [f"CA{n}.Y10 1948" for n in range(40)], "code"),
        ("rec", [f"0181 782 0{n + 100}" for n in range(40)], ""),
        ("text_6", [f"some words {n}" for n in range(40)], ""),
        ("text_7", [f"{n}: " + "many words " * 9 for n in range(40)], "description"),
        ("Jahr", [f"{1950 + n % 50}" for n in range(0, 300, 7)], ""),
    ],
)
def test_nameless_columns_are_called_by_what_they_hold(
    column: str, values: list[str], name: str
) -> None:
    assert tidy_columns(records(column, values)).names == ({column: name} if name else {})


def test_a_part_of_a_text_has_a_name_of_its_own(tmp_path: Path) -> None:
    def fields(n: int) -> tuple[Field, ...]:
        parts = Field("text_2_2", f"maker {n}"), Field("text_2_3", f"{1900 + n}")
        return (Field("text_2", f"maker {n}, {1900 + n}, " + "gift of the widow " * 4), *parts)

    with Store(tmp_path / "p.sqlite") as store:
        store.add_source("s", "http://s.example/")
        page = Page(Request("GET", "http://s.example/"), "http://s.example/", 200)
        number = store.add_page("s", page, None)
        store.take("s", None, number, [Record("s", f"/{n}", fields(n)) for n in range(40)])
        renames = tidy_choice(store, ["s"], ["text_2", "text_2_2", "text_2_3"]).rename
    wanted = {"text_2": "description", "text_2_2": "description_2", "text_2_3": "year"}
    assert dict(renames) == wanted


def test_a_linked_text_is_the_title_and_its_address_and_the_same_in_brackets_go() -> None:
    rows = []
    for n in range(40):
        link = Field("text_1_url", f"http://h.test/w/{n}", "link")
        shown = Field("text_2", f"/w/{n}"), Field("text_2_url", link.value, "link")
        size = Field("text_3", f"({n % 7} bytes)"), Field("bytes", str(n % 7))
        title = Field("text_1", f"Work {n} ({1900 + n})"), Field("text_1_2", f"Work {n}")
        rows.append(Record("s", f"h.test/w/{n}", (*title, link, *shown, *size), 1, n))
    tidied = tidy_columns(rows)
    assert tidied.names == {"text_1": "title", "text_2": "address"}
    assert set(tidied.dropped) == {("text_2_url", "link"), ("text_3", "text")}
