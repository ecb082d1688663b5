"""Records woven over rows: learned from two answers, read on later pages, whatever the markup."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from leadline.model import Page, Request
from leadline.page.dom import parse
from leadline.wrapper.file import wrapper_of, wrapper_text
from leadline.wrapper.induction import answered, learn_reader
from leadline.wrapper.region_choice import Probed
from leadline.wrapper.wrapper import Reader, Reading

if TYPE_CHECKING:
    from collections.abc import Callable

Rows = list[list[str]]
WORDS = ["river", "stone", "museum", "paper", "light", "harbour", "copper", "winter", "garden"]
KINDS = ("pictures", "titles", "prices")


def table(rows: Rows) -> str:
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table class=grid>{lines}</table>"


def lists(rows: Rows) -> str:
    lines = (f"<ul>{''.join(f'<li>{cell}' for cell in row)}</ul>" for row in rows)
    return f"<div class=grid>{''.join(lines)}</div>"


def boxes(rows: Rows) -> str:
    lines = (
        f"<div class={KINDS[n % 3]}>{''.join(f'<span>{cell}</span>' for cell in row)}</div>"
        for n, row in enumerate(rows)
    )
    return f"<div class=grid>{''.join(lines)}</div>"


def compared(rows: Rows) -> str:
    lines = (
        f"<tr><th>{name}</th>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"
        for name, row in zip(KINDS, rows, strict=True)
    )
    return f"<table>{''.join(lines)}</table>"


def page(show: Callable[[Rows], str], query: str, first: int, count: int, wide: int = 3) -> Page:
    """An answer of so many records, numbered from ``first`` on."""
    random, rows = Random(first), []
    for at in range(first, first + count, wide):
        group = range(at, min(at + wide, first + count))
        rows.append([f"<a href=/item/{n}><img src=/{n}.jpg></a>" for n in group])
        rows.append([f"<a href=/item/{n}>{title(random, query)}</a>" for n in group])
        rows.append([f"$ {n}.50" if random.random() < 0.9 else "sold out" for n in group])
    shown = show(rows) if rows else "<p>Nothing was found"
    html = (
        f"<html><body><h1>Results for {query}</h1><p><a href=/>Home</a> <a href=/about>About</a>"
        f"{shown}<p><a href=/next>Next page</a></body></html>"
    )
    url = f"http://h.test/?q={query}"
    return Page(Request("GET", url), url, 200, body=html.encode())


def title(random: Random, query: str) -> str:
    return " ".join([*random.sample(WORDS, 2), query]).title()


def learned(show: Callable[[Rows], str], wide: int = 3) -> Reader:
    pages = [
        (page(show, "river", 1, 11, wide), "river"),
        (page(show, "stone", 30, 9, wide), "stone"),
    ]
    nothing = page(show, "qzx", 0, 0)
    answers = [answered(one, Probed(parse(one), query)) for one, query in pages]
    reader = learn_reader(answers, [Probed(parse(nothing), "qzx")])
    assert reader is not None
    return reader


def titles(reading: Reading) -> list[str]:
    return [one.value for row in reading.rows for one in row.fields if one.value.endswith("Glass")]


@pytest.mark.parametrize("show", [table, lists, boxes])
@pytest.mark.parametrize("count", [12, 10, 5, 3, 2, 1, 0])
def test_a_later_page_is_read_whole(show: Callable[[Rows], str], count: int) -> None:
    """Whole groups, a last group with fewer cells, less than one group, one record, none."""
    reader = wrapper_of(wrapper_text(learned(show).to_dict()))
    reading = reader.read(page(show, "glass", 100, count), "glass")
    assert [row.key for row in reading.rows] == [
        f"h.test/item/{n}" for n in range(100, 100 + count)
    ]
    assert len(titles(reading)) == count


def test_columns_are_named_by_the_rows_and_keep_their_values() -> None:
    reading = learned(boxes).read(page(boxes, "glass", 100, 4), "glass")
    fields = {one.column: one.value for one in reading.rows[3].fields}
    assert fields["pictures_image"] == "http://h.test/103.jpg"
    assert fields["titles_url"] == "http://h.test/item/103"
    assert fields["titles"].endswith("Glass")
    assert fields["prices"] == "$ 103.50"


def test_rows_of_a_table_that_compares_name_its_columns() -> None:
    reader = learned(compared, wide=11)
    assert list(reader.layouts[0].columns.names.values()) == list(KINDS)
    reading = reader.read(page(compared, "glass", 100, 4, 4), "glass")
    assert [row.key for row in reading.rows] == [f"h.test/item/{n}" for n in range(100, 104)]


def test_columns_that_nothing_names_are_numbered() -> None:
    names = learned(table).layouts[0].columns.names
    assert list(names.values()) == ["text_1", "text_2", "text_3"]


def test_rows_say_where_they_stand_on_the_page_as_it_came() -> None:
    reading = learned(table).read(page(table, "glass", 100, 4), "glass")
    document = reading.document
    for row in reading.rows:
        assert [document.tag[node] for node in row.nodes] == ["td", "td", "td"]
        assert " ".join(map(document.visible_text, row.nodes)).strip() == row.text


def test_a_wrapper_without_a_weave_reads_rows() -> None:
    """As wrappers do that were written before there was one."""
    plain = learned(table).to_dict()
    assert plain["layouts"][0].pop("weave") == {"rows": 3, "labelled": False}
    plain["layouts"][0]["template"]["heads"] = ["tr"]
    rows = Reader.from_dict(plain).read(page(table, "glass", 100, 6), "glass").rows
    assert [row.text.count("Glass") for row in rows] == [3, 3]
