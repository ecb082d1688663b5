"""A value that is read at a place and written there again changes no byte of a request."""

from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.model import Request
from leadline.page.request_places import place_at, places_in, with_place

PARTS = (
    b'--x\r\nContent-Disposition: form-data; name="q"\r\n\r\nsea\r\n'
    b'--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n\xff\xfe\r\n--x--'
)
REQUESTS = [
    Request("GET", "http://h.test/a%2Fb/7.json?q=red+sea&f=a,b&f=c&w=&x#part"),
    Request("GET", "http://h.test/?find=%7B%22a%22%3A+%5B1%2C+2%5D%7D&n=20"),
    Request("POST", "http://h.test/s", (), b"q=red%20sea&q=fog&page=2&b=%FF"),
    Request("POST", "http://h.test/s", (), b'{ "q" : {"a": [1, null, true, 2.0]}, "n": "7" }'),
    Request("POST", "http://h.test/s", (), b'{"index":"b"}\n{"from": 0}\n'),
    Request("POST", "http://h.test/s", (), PARTS),
]
TEXTS = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12)


@pytest.mark.parametrize("asked", REQUESTS)
def test_what_is_read_at_a_place_is_written_there(asked: Request) -> None:
    assert places_in(asked)
    for place in places_in(asked):
        assert with_place(asked, place, place_at(asked, place)) == asked


@pytest.mark.parametrize("asked", REQUESTS)
def test_another_value_stands_at_its_place_alone(asked: Request) -> None:
    before = places_in(asked)
    for place in before:
        assert places_in(with_place(asked, place, "sky")) == before | {place: "sky"}


@given(st.lists(st.tuples(TEXTS.filter(bool), TEXTS), min_size=1, max_size=5))
def test_any_parameters_stay_as_they_are(pairs: list[tuple[str, str]]) -> None:
    for asked in (
        Request("GET", f"http://h.test/s?{urlencode(pairs)}"),
        Request("POST", "http://h.test/s", (), urlencode(pairs).encode()),
    ):
        for place in places_in(asked):
            assert with_place(asked, place, place_at(asked, place)) == asked


def test_a_file_beside_a_field_keeps_its_bytes() -> None:
    moved = with_place(Request("POST", "http://h.test/s", (), PARTS), ("part", "q"), "sky")
    assert moved.body == PARTS.replace(b"sea", b"sky")
