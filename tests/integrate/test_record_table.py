"""Records held by columns, entities fused from them one by one, and blocking part by part."""

import csv
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from leadline.integrate.fusion import fuse
from leadline.integrate.matching import blocking, vectors
from leadline.integrate.record_table import RecordGroups, RecordTable
from leadline.model import Field, Record
from leadline.store.export.exporters.delimited import write_csv
from leadline.store.export.formats import OutputTable, TableRow, plain
from leadline.store.export.spreadsheet import guarded


def record(source: str, key: str, *fields: tuple[str, str]) -> Record:
    return Record(source, key, tuple(Field(*each) for each in fields))


MANY = [
    record("a", "1", ("title", "Emma"), ("by", "Austen"), ("title", "EMMA"), ("title", "Emma 2")),
    record("a", "2", ("year", "1815"), ("title", "")),
    record("a", "3", ("by", "Austen"), ("title", "Emma"), ("year", "1816")),
    record("a", "4"),
]
"""Columns that are missing, empty, out of order and repeated."""


def test_a_table_gives_back_its_records_without_empty_fields() -> None:
    table = RecordTable.of(MANY)
    filled = [[field for field in each.fields if field.value] for each in MANY]
    assert [[*each.fields] for each in table] == filled
    assert [each.key for each in table.at([2, 0])] == ["3", "1"]
    assert [*table.at([2, 0])[1].fields] == filled[0]
    assert table.columns["title"] == ["Emma", "", "Emma", ""]
    assert table.columns["year"] == ["", "1815", "1816", ""]


def test_equal_texts_are_held_once() -> None:
    copies = [record("a", key, ("title", "".join(["Em", "ma"]))) for key in "123"]
    assert len({id(cell) for cell in RecordTable.of(copies).columns["title"]}) == 1


def test_entities_are_fused_one_by_one_as_all_at_once() -> None:
    other = [record("b", "1", ("name", "emma"), ("year", "1816")), record("b", "2", ("year", "7"))]
    tables = {"a": RecordTable.of(MANY), "b": RecordTable.of(other)}
    groups = RecordGroups(tables, [[0, 2, 4], [1], [3], [5]])
    entities = fuse(["e", "f", "g", "h"], groups, {("b", "name"): "title"})
    assert [groups.is_shared(number) for number in range(4)] == [True, False, False, False]
    assert [key for key, _ in entities.members()] == ["e", "f", "g", "h"]
    for number, entity in enumerate(entities):
        texts = {value.attribute: value.text for value in entity.values}
        assert entities.winners(number) == (texts, [*entity.conflicts])
    first = entities[0]
    assert [(v.attribute, v.text) for v in first.values] == [
        ("title", "Emma"), ("by", "Austen"), ("year", "1816"),
    ]  # fmt: skip
    assert [(v.text, v.members) for v in first.others] == [("Emma 2", (("a", "1"),))]
    assert first.values[0].members == (("a", "1"), ("a", "3"), ("b", "1"))
    assert entities.conflicting() == sum(1 for each in entities if each.conflicts) == 1
    assert entities.attributes() == ["title", "by", "year"]
    assert entities.holding(("a", "3"), ("b", "1")) == first
    assert entities.holding(("a", "3"), ("b", "2")) is None


def test_neighbours_do_not_depend_on_the_parts_they_are_found_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = {"title": [f"book {n % 7} of {n // 3}" for n in range(60)]}
    side = np.repeat([0, 1], 30)
    whole = blocking.candidate_pairs(texts, side)
    monkeypatch.setattr(blocking, "PRODUCTS_AT_A_TIME", 50)
    parts = blocking.candidate_pairs(texts, side)
    assert [each.tolist() for each in parts] == [each.tolist() for each in whole]


def test_hashed_phrases_are_those_that_the_words_make(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["", "an old book", "old", "", "éa aé 文 文", "book an old book " * 3, "x" * 300, ""]
    texts = [text.strip() for text in texts]
    monkeypatch.setattr(vectors, "TEXTS_AT_A_TIME", 3)
    found = vectors.phrase_counts(texts)

    def neighbours(text: str) -> list[str]:
        return [" ".join(pair) for pair in pairwise(text.split())]

    for counts, terms_of in zip(found, (vectors.words, neighbours), strict=True):
        expected, _ = vectors.term_counts(texts, terms_of)
        columns, others = ({tuple(c) for c in each.toarray().T} for each in (counts, expected))
        assert columns == others
        assert counts.shape == expected.shape


@pytest.mark.parametrize("cells", [["a", None], ["", "=1"], [None], ["x", 0], ["-5", "=é"], [""]])
def test_a_row_of_plain_texts_is_written_as_cell_by_cell(tmp_path: Path, cells: TableRow) -> None:
    out = tmp_path / "t.csv"
    write_csv(out, OutputTable(["=n"], [cells]), guard=True)
    with out.open(encoding="utf-8", newline="") as file:
        read = [*csv.reader(file)]
    assert read == [["'=n"], [guarded(plain(cell)) or "" for cell in cells]]
