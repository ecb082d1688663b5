"""Values in normal form: truth on tables of hard values, columns that decide, hostile texts."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.values.normal.column import READERS, read_column
from leadline.values.normal.reading import VALUE_KINDS, ColumnFormat
from leadline_research.bench.values.values import read_columns, score
from tables import each_row, read_rows

HARD_VALUES = Path(__file__).resolve().parents[1] / "hard_values"
LOCALES = ("", "en-US", "de", "ru", "zh-CN", "ja")


@pytest.mark.parametrize("folder", ["in_view", "held_out"])
def test_hard_values_are_read_as_a_person_reads_them(folder: str) -> None:
    result = score(read_columns(HARD_VALUES / folder))
    assert result["invented"] == 0, result["wrong"]
    assert result["right"] >= 0.99 * result["values"], result["wrong"]
    assert result["values"] > 900


def test_hard_values_cover_every_kind() -> None:
    kinds = {column.kind for column in read_columns(HARD_VALUES)}
    assert set(VALUE_KINDS) - kinds == {"text"}


def test_every_kind_has_a_reader() -> None:
    assert set(READERS) == set(VALUE_KINDS)


@each_row(__file__, "a_column_decides_day_and_month", "values", "keys", "why", sequence=list)
def test_a_column_decides_day_and_month(values: list[str], keys: list[str], why: str) -> None:
    assert list(read_column(values).keys) == keys, why


@each_row(__file__, "a_column_decides_the_decimal_sign", "values", "locale", "keys", sequence=list)
def test_a_column_decides_the_decimal_sign(values: list[str], locale: str, keys: list[str]) -> None:
    assert list(read_column(values, "number", locale).keys) == keys


def test_raw_values_and_places_are_kept() -> None:
    column = read_column(["1998", "n.d.", "1998", ""], "date")
    assert column.raw == ("1998", "n.d.", "1998", "")
    assert [reading and reading.key for reading in column.readings] == ["1998", None, "1998", None]


@each_row(__file__, "an_untold_kind_is_voted_for", "values", "kind", sequence=list)
def test_an_untold_kind_is_voted_for(values: list[str], kind: str) -> None:
    assert read_column(values).format.kind == kind


def test_traditional_and_simplified_are_one() -> None:
    assert len(set(read_column(["臺灣圖書館", "台湾图书馆"], "text").keys)) == 1


@pytest.mark.parametrize("kind", sorted(READERS))
@given(text=st.text(max_size=60), locale=st.sampled_from(LOCALES))
def test_any_text_is_read_or_not_and_nothing_raised(kind: str, text: str, locale: str) -> None:
    read_column([text], kind, locale)


PIECES = read_rows(__file__, "PIECES")


@pytest.mark.parametrize("kind", sorted(READERS))
@given(
    pieces=st.lists(st.sampled_from(PIECES), max_size=14),
    sep=st.sampled_from(["", " "]),
    locale=st.sampled_from(LOCALES),
)
def test_pieces_of_values_in_any_order_raise_nothing(
    kind: str, pieces: list[str], sep: str, locale: str
) -> None:
    reading = read_column([sep.join(pieces)], kind, locale).readings[0]
    assert reading is None or reading.key


@pytest.mark.parametrize("kind", sorted(READERS))
@pytest.mark.parametrize(
    "piece",
    ["1", "1,", "1 ", "一", "a.", "-", "1-", "年", "(", "[a]", "10.", "x1", "a@", "+1 (", "; a"],
)
def test_long_texts_are_read_in_linear_time(kind: str, piece: str) -> None:
    read = READERS[kind]

    def seconds(times: int) -> float:
        start = time.process_time()
        read(piece * times, ColumnFormat(kind))
        return time.process_time() - start

    assert seconds(20_000) < 40 * max(seconds(2_000), 0.01)
