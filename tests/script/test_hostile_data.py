"""Texts of scripts and descriptions that are made to end a reader, or to keep it busy."""

import json
import time

import pytest

from bombs import apart
from leadline.model import Page, Request
from leadline.page.data.literal import read_data
from leadline.page.data.references import with_references
from leadline.page.data.yaml_data import read_yaml
from leadline.page.json_text import read_json
from leadline.wrapper.data.call import Call, Hole, Paging, data_of

START = b"openapi: 3.0.0\nx: "
MERGED = "".join(f"a{n}: &a{n}\n  <<: [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9))
DEEP_BLOCKS = b"".join(b"\n" + b" " * depth + b"a:" for depth in range(300))


@pytest.mark.parametrize(
    "body",
    [
        *(START + sign * 100_000 for sign in (b"[", b"{", b"[a, ", b"{a: ", b"[{")),
        *(START + b"\n " + sign * 100_000 for sign in (b"- ", b"? ", b"? - ")),
        START + DEEP_BLOCKS,
        START + b"[" * 101 + b"]" * 101,
        START + b"\na0: &a0 {k: 1}\n" + MERGED.encode(),
    ],
    ids=lambda body: str(body[15:40]),
)
def test_no_description_in_yaml_ends_the_process(body: bytes) -> None:
    assert apart(lambda: str(read_yaml(body))) == "None"


def test_values_in_yaml_are_those_of_json() -> None:
    text = b"1:59:59\n2001-01-01\n0x10\nyes\n1_0\n1e5\n+7\n-1.5\n~\nTrue\n'7'\n1e999\n007"
    values = [read_yaml(START + one)["x"] for one in text.split(b"\n")]
    plain = ["1:59:59", "2001-01-01", "0x10", "yes", "1_0", 1e5, 7, -1.5, None, True, "7"]
    assert values == [*plain, "1e999", "007"]
    assert read_yaml(START + b"1" + b":59" * 1_000_000)["x"].startswith("1:59")
    assert read_yaml(START + b"{200: a, <<: b}")["x"] == {"200": "a", "<<": "b"}


@pytest.mark.parametrize(
    "unit", ["[", "[[],", "=[{a:[", "={/*", "=[{a:'x'},", '=[{"a":1},', "={a:1,"]
)
def test_what_is_read_in_vain_is_bounded(unit: str) -> None:
    began = time.process_time()
    read_data("x=" + unit * (200_000 // len(unit)))
    assert time.process_time() - began < 5


def test_data_behind_values_in_vain_is_found() -> None:
    library = "f=a={x:n};g(b,{y:[1,z(2)]},/[{]/);" * 2_000
    assert read_data(library + 'data=[{name:"Emma"},{name:"Ann"}]') == [
        {"name": "Emma"},
        {"name": "Ann"},
    ]


@pytest.mark.parametrize("number", ["9" * 5_000, "1_.5", "1__0.5", "1_", "1.5" + "0" * 400])
def test_a_number_that_cannot_be_read_makes_the_literal_none(number: str) -> None:
    assert read_data(f"x={{a:{number}}}") is None
    assert read_data(f"x={{a:{number}}};y={{b:1}}") == {"b": 1}


def test_json_has_finite_numbers_and_writable_texts() -> None:
    text = '{"a": LONG, "b": [1e999, NaN, -Infinity, 1e300], "c": "\\ud800 \\ud83d\\ude00"}'
    data = read_json(text.replace("LONG", "9" * 5_000))
    assert data == {"a": None, "b": [None, None, None, 1e300], "c": "\ufffd 😀"}
    json.dumps(data, allow_nan=False).encode()


def test_what_is_data_is_shallow_enough_to_recurse() -> None:
    deep = '{"a":' * 90 + '"<b>x</b> <i>y</i>"' + "}" * 90
    asked = Request("GET", "http://h.test/")
    for text in (deep, '{"a":' * 900 + "1" + "}" * 900, "[" * 500 + "]" * 500, "x=" + deep):
        page = Page(asked, asked.url, 200, (("Content-Type", "application/json"),), text.encode())
        data = data_of(page)
        depth = 0
        while isinstance(data, dict) and "a" in data:
            data, depth = data["a"], depth + 1
        assert depth in (0, 90)


def test_flat_values_that_hold_themselves_are_put_in_place_once() -> None:
    flat = [{"a": 1}, ["Set", 0, 0], [3, 3], [4, 4], [5, 5], [0, 0]]
    assert len(json.dumps(with_references(flat))) < 100
    wide = [[1, 1, 1], *([number] * 40 for number in range(2, 9)), "x"]
    assert len(json.dumps(with_references(wide))) < 50_000


@pytest.mark.parametrize("number", ["9" * 5_000, "12"])
def test_a_page_number_of_any_length_ends_no_call(number: str) -> None:
    base = Request("GET", f"http://h.test/find?q=sea&page={number}")
    call = Call(base, (Hole(("query", "q")),), paging=Paging("page", ("query", "page"), 1))
    answer = Page(call.request("sea"), base.url, 200, (), b"[]")
    after = call.next_request(answer, rows=1)
    assert after is not None
    assert after.url.endswith("page=13" if number == "12" else "page=1")
