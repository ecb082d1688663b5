"""Column induction: what counts over many records decide."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.columns.induction import learn_columns
from leadline.columns.schema import ColumnSchema
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from tables import as_arrays, each_row

_WORDS = "sea cat storm winter song night house river stone bread music garden"
WORDS = _WORDS.split()
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def learned(inner: str, count: int = 12) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return what is learned of records beside names, and the fields of the fourth one.

    ``inner`` is the markup of a record: {n} its number, {w} and {v} words, {a} a name.
    """
    records = [
        inner.format(n=n, w=WORDS[n % 12], v=WORDS[5 * n % 12], a=NAMES[n % 5], y=1900 + n)
        for n in range(count)
    ]
    page = parse_html("".join(f"<article>{one}</article>" for one in records), "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("article")]
    columns = learn_columns([(page, spans)])
    apart = ("names", "headings")  # those have tests of their own
    schema = {
        name: value for name, value in columns.to_dict().items() if value and name not in apart
    }
    return schema, [(field.column, field.value) for field in columns.read(page, spans[3])]


def learned_of(records: list[str]) -> dict[str, Any]:
    """Return what is learned of records of any markup."""
    page = parse_html("".join(f"<article>{one}</article>" for one in records), "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("article")]
    schema = learn_columns([(page, spans)]).to_dict()
    return {name: value for name, value in schema.items() if value and name != "headings"}


@each_row(__file__, "LEARNED", "why", "inner", "wanted", empty=dict, sequence=list)
def test_one_markup(why: str, inner: Any, wanted: Any) -> None:
    assert as_arrays(learned(inner)) == wanted, why


VARYING = [
    (
        "a list",
        ["".join(f"<i class=t>{w}</i><p>x</p>" for w in WORDS[: 1 + n % 3]) for n in range(9)],
        {"names": {"": "text_1", "/p": "text_2", "/~p": "text_3"}, "list_slots": ["/p"]},
    ),
    ("as many each time", ["<p>a</p><p>b</p>"] * 9, {"names": {"/p": "text_1", "/p#1": "text_2"}}),
    (
        "nearly as many each time",
        ["<p>a</p><p>b</p>"] * 19 + ["<p>a</p>"],
        {"names": {"/p": "text_1", "/p#1": "text_2"}},
    ),
    (
        "cells of any number",
        ["<table><tr>" + "<td>a" * (1 + n % 3) + "</table>" for n in range(9)],
        {
            "names": {
                "/table/tbody/tr/td": "text_1",
                "/table/tbody/tr/td#1": "text_2",
                "/table/tbody/tr/td#2": "text_3",
            }
        },
    ),
    (
        "a class that stands for a value",
        [f"<p class={c}>x</p>" for c in ("open", "shut", "open", "new")],
        {"names": {"/p": "text_1"}, "class_variants": {"/p": "p"}},
    ),
    (
        "classes side by side",
        ["<p class=a>x</p><p class=b>y</p>", "<p class=a>x</p>", "<p class=b>y</p>"] * 2,
        {"names": {"/p.a": "text_1", "/p.b": "text_2"}},
    ),
    (
        "labels with crossed values",
        [f"<p>{a}: {w}</p>" for a in ("Core", "Docs") for w in ("DOM", "CSS", "SVG")],
        {"names": {"/p": "text_1"}},
    ),
    (
        "subjects in front of texts",
        [f"<p>{('net', 'fs', 'docs')[n % 3]}: {w} it</p>" for n, w in enumerate(WORDS)],
        {"names": {"/p": "text_1"}},
    ),
    (
        "two labels that take turns",
        [f"<p>{('Author', 'Editor')[n % 2]}: {w} Lee</p>" for n, w in enumerate(WORDS)],
        {
            "names": {"/p=Author": "Author", "/p=Editor": "Editor"},
            "labels": {"/p": ["Author", "Editor"]},
        },
    ),
    (
        "places in front of publishers",
        [
            f"<p>{p} : {h}, {1950 + n}<br>x{n}</p>"
            for n, (p, h) in enumerate(
                zip(["Paris", "Lyon", "Arles"] * 4, ["Seuil", "Payot"] * 6, strict=True)
            )
        ],
        {
            "names": {
                "/p": "text_1",
                "/p|0": "text_1_2",
                "/p|1": "text_1_3",
                "/p|1|0": "year",
                "/p|1|1": "text_1_4",
            },
            "templates": {"/p": ["{rest}, {tail}"], "/p|1": ["{number} {rest}"]},
        },
    ),
    (
        "a rare label",
        ["<p>Year: 1901</p>"] + [f"<p>{w}</p>" for w in WORDS],
        {"names": {"/p": "text_1"}},
    ),
]


@pytest.mark.parametrize(("why", "records", "wanted"), VARYING, ids=[row[0] for row in VARYING])
def test_what_varies(why: str, records: Any, wanted: Any) -> None:
    assert learned_of(records) == wanted, why


def test_no_records_have_no_columns() -> None:
    page = parse_html("<p>A</p>", "")
    assert learn_columns([(page, [])]) == learn_columns([]) != ColumnSchema()
    assert learn_columns([]).to_dict() == ColumnSchema().to_dict()


def test_records_of_several_pages_are_counted_together() -> None:
    pages = [parse_html(f"<p>Maker: {name}</p>", "") for name in NAMES]
    samples = [(page, [RecordSpan((next(page.elements("p")),))]) for page in pages]
    assert learn_columns(samples).names == {"=Maker": "Maker"}
    assert learn_columns(samples[:1]).names == {"": "text_1"}


def test_equal_names_are_numbered() -> None:
    _, fields = learned("<div><p class=by>{a}</p></div><section><p class=by>{w}</p></section>")
    assert [name for name, _ in fields] == ["by", "by_2"]


ROWS = [
    ("names of their own", "<tr><th scope=row>{w} {n}</th><td>{v} {n}</td></tr>", 2),
    ("speakers", "<tr><th class=who>{a}</th><td>{w} {v} {n}</td><td class=time>{y}</td></tr>", 3),
    ("labelled values", "<tr><th>Who</th><td>{a}</td><th>When</th><td>{y}</td></tr>", 2),
]


@pytest.mark.parametrize(("why", "row", "columns"), ROWS, ids=[row[0] for row in ROWS])
def test_the_header_of_a_row_names_the_record_not_its_values(
    why: str, row: str, columns: int
) -> None:
    rows = [
        row.format(n=n, w=WORDS[n % 12], v=WORDS[5 * n % 12], a=NAMES[n % 5], y=1900 + n)
        for n in range(24)
    ]
    page = parse_html(f"<table>{''.join(rows)}</table>", "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("tr")]
    learned_columns = learn_columns([(page, spans)])
    read = [field for span in spans for field in learned_columns.read(page, span)]
    assert len({field.column for field in read}) == columns
    assert len(read) == columns * len(spans)


@pytest.mark.parametrize(
    ("asked", "kind"), [("typeerror", "TypeError"), ("net", "net/mill"), ("中文", "中文錯誤")]
)
def test_what_was_asked_for_is_no_label(asked: str, kind: str) -> None:
    items = [f"<li><a href=/{n}>{kind}: {WORDS[n]} {WORDS[5 * n % 12]}</a>" for n in range(9)]
    page = parse_html("".join(items), "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("li")]
    values = [field.value for field in learn_columns([(page, spans)], [asked]).read(page, spans[2])]
    assert f"{kind}: storm {WORDS[10]}" in values


def test_a_label_stays_one_where_other_words_were_asked() -> None:
    page = parse_html("".join(f"<li>Maker: {NAMES[n % 5]} {n}" for n in range(9)), "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("li")]
    for asked in ["storm", "bo", ""]:
        fields = learn_columns([(page, spans)], [asked]).read(page, spans[2])
        assert [(field.column, field.value) for field in fields] == [("Maker", "Cy 2")]
