"""Dates: every reading of a text, and no reading of what is no date."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.values.dates import find_dates
from leadline.values.words import value_words
from tables import each_row, read_rows

DAY = date(2012, 3, 4)


@each_row(__file__, "DATES", "text", "orders", "day", sequence=list)
def test_a_date(text: str, orders: list[str], day: date) -> None:
    readings = find_dates(text)
    assert [order for order, _ in readings] == orders
    assert readings[0][1] == day


NO_DATES = read_rows(__file__, "NO_DATES")


@pytest.mark.parametrize("text", NO_DATES)
def test_no_date(text: str) -> None:
    assert find_dates(text) == []


def test_a_day_that_may_be_a_month_has_two_readings() -> None:
    assert find_dates("03/04/2012") == [("dmy", date(2012, 4, 3)), ("mdy", DAY)]


@given(st.dates(date(1000, 1, 1)))
def test_every_day_is_read_back(day: date) -> None:
    assert find_dates(day.isoformat()) == [("ymd", day)]
    assert ("dmy", day) in find_dates(f"{day.day}.{day.month}.{day.year}")
    name = next(
        name
        for name, number in value_words().months.items()
        if number == day.month and len(name) > 2
    )
    assert ("dMy", day) in find_dates(f"{day.day} {name} {day.year}")


SIGNS = st.text(st.sampled_from("0123456789./-:, TZMarchmai年月日pm+é٣"), max_size=30)


@given(st.text(max_size=80) | SIGNS)
def test_reading_never_raises(text: str) -> None:
    assert all(isinstance(day, date) for _, day in find_dates(text))


def test_months_have_names_in_many_languages() -> None:
    words = value_words()
    assert set(words.months.values()) == set(range(1, 13))
    assert {name for name, number in words.months.items() if number == 3} >= {"mar", "märz", "март"}
    assert {"monday", "montag", "среда"} <= set(words.weekdays)
