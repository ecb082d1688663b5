"""Numbers in five styles, what stands beside them, and the currency it names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.values.numbers import NUMBER_STYLES, currency_of, number_in, read_number
from tables import each_row, read_values


@each_row(__file__, "PARTS", "text", "parts")
def test_what_stands_beside_a_number(text: str, parts: tuple[str, str, str] | None) -> None:
    assert number_in(text) == parts


@each_row(__file__, "READ", "text", "style", "value")
def test_a_number_of_a_style(text: str, style: str, value: float | None) -> None:
    read = read_number(text, style)
    assert read == value
    assert type(read) is type(value)


@each_row(__file__, "CURRENCY", "text", "code")
def test_currency(text: str, code: str) -> None:
    assert currency_of(text) == code


GROUP_AND_POINT = read_values(__file__, "GROUP_AND_POINT")


@pytest.mark.parametrize("style", GROUP_AND_POINT)
@given(value=st.integers(0, 10**12), cents=st.integers(0, 99))
def test_what_is_written_in_a_style_is_read(style: str, value: int, cents: int) -> None:
    group, point = GROUP_AND_POINT[style]
    whole = f"{value:,}".replace(",", group)
    assert read_number(whole, style) == value
    assert read_number(f"-{whole}{point}{cents:02}", style) == -float(f"{value}.{cents:02}")


@given(
    st.text(max_size=60) | st.text(st.sampled_from("0123456789.,' -+−$€%kgabout約"), max_size=30)
)
def test_reading_never_raises(text: str) -> None:
    parts = number_in(text)
    for style in NUMBER_STYLES:
        value = read_number(parts[1] if parts else text, style)
        assert value is None or isinstance(value, int | float)
    assert isinstance(currency_of(text), str)
