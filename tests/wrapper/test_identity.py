"""Which link names a record, and what of its address does: rows as real software writes them."""

import re
import time
from html import escape
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import amount
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from leadline.wrapper.identity import link as identity_module
from leadline.wrapper.identity.induction import learn_identity
from leadline.wrapper.identity.link import (
    LinkIdentity,
    RecordSighting,
    bare_slot,
    link_slots,
    record_types,
)
from tables import each_row, read_rows, words

TITLES = words("Ahab Bildad Coffin Daggoo Elijah Flask Gardiner Hosea Ishmael Jonah")
AUTHORS = words("Adams Brook Castle Drummond Ellis Fenn Garvey Holt Irving Jarvis")

SEA = (3, 14, 15, 92, 65, 35)
ICE = (89, 79, 32, 38, 46)
URL = "http://lib.test/find?q={q}&page=1"


def rows(row: str, query: str, numbers: tuple[int, ...], head: str = "") -> list[RecordSighting]:
    """One page of rows; {n} is the record's number, {i} its place, {q} the query."""
    items = "".join(
        row.format(
            n=n, i=i, q=query, t=TITLES[n % 10] + f" {n}", a=AUTHORS[n % 7], s=hash_of(query), z=""
        )
        for i, n in enumerate(numbers, 1)
    )
    page = parse_html(f"{head}<ul>{items}</ul>", URL.format(q=query))
    return [RecordSighting(page, RecordSpan((node,)), query) for node in page.elements("li")]


def hash_of(query: str) -> str:
    return "".join(f"{ord(c) * 7919 % 251:02x}" for c in query * 12)[:32]


def keys(rule: LinkIdentity, seen: list[RecordSighting]) -> list[str]:
    return [
        rule.canonical(rule.address(one.document, one.span), one.query, one.document.url)
        for one in seen
    ]


@each_row(__file__, "ROWS", "row", "key")
def test_the_key_is_what_stays_of_the_record(row: str, key: str) -> None:
    rule = learn_identity([rows(row, "sea", SEA), rows(row, "ice", ICE)])
    assert rule is not None
    later = (7, 3, 89, 21)
    for query in ("sea", "of", "polar bear"):
        assert keys(rule, rows(row, query, later)) == [key.format(n=n) for n in later]


NAMELESS = read_rows(__file__, "NAMELESS", "case", "row")


@pytest.mark.parametrize("row", [one[1] for one in NAMELESS], ids=[one[0] for one in NAMELESS])
def test_a_link_that_does_not_tell_records_apart_is_no_key(row: str) -> None:
    more = tuple(range(100, 114))
    assert (
        learn_identity([rows(row, "sea", (*SEA, *more)), rows(row, "ice", (*more, *ICE))]) is None
    )


def test_a_link_in_few_rows_is_no_key_and_rows_without_are_records_unless_it_is_sure() -> None:
    full, bare = "<li><a href='/r/{n}'>{t}</a></li>", "<li>{t}</li>"

    def mixed(without: int) -> LinkIdentity | None:
        numbers = tuple(range(1, 41))
        text = [full] * (40 - without) + [bare] * without
        items = "".join(row.format(n=n, t=f"T{n}") for row, n in zip(text, numbers, strict=True))
        page = parse_html(f"<ul>{items}</ul>", "http://lib.test/")
        return learn_identity(
            [[RecordSighting(page, RecordSpan((n,)), "x") for n in page.elements("li")]]
        )

    assert mixed(8) is None
    some = mixed(2)
    assert some is not None
    assert not some.required
    none = mixed(0)
    assert none is not None
    assert none.required


def test_base_is_where_relative_links_start() -> None:
    row = "<li><a href='r/{n}'>{t}</a></li>"
    head = "<base href='http://other.test/deep/'>"
    seen = rows(row, "sea", SEA, head)
    rule = learn_identity([seen])
    assert rule is not None
    assert keys(rule, seen) == [f"other.test/deep/r/{n}" for n in SEA]


def test_a_record_named_like_the_query_keeps_its_name() -> None:
    """A wiki's article Whale, found by "whale" and by "sea", is one article, and not every one."""
    row = "<li><a href='/w?title={t}&from={q}'>{t}</a></li>"
    rule = learn_identity([rows(row, "sea", SEA), rows(row, "ice", ICE)])
    assert rule is not None
    page = parse_html("<li><a href='/w?title=Whale&from=whale'>Whale</a>", "http://lib.test/")
    found = [RecordSighting(page, RecordSpan((n,)), "whale") for n in page.elements("li")]
    assert keys(rule, found) == ["lib.test/w?title=Whale"]


def test_a_highlight_in_a_legacy_coding_is_no_part_of_the_key() -> None:
    row = "<li><a href='/r?id={n}&key={q}'>{t}</a></li>"
    pages = [rows(row, "%C8%CB%C9%BD", SEA), rows(row, "%BA%A3", (14, *ICE))]
    for page, query in zip(pages, ("人山", "海"), strict=True):
        page[:] = [RecordSighting(one.document, one.span, query) for one in page]
    rule = learn_identity(pages)
    assert rule is not None
    assert keys(rule, pages[0])[1] == keys(rule, pages[1])[0] == "lib.test/r?id=14"


def test_one_number_under_two_categories_is_two_records() -> None:
    row = "<li><a href='/r?db={q}&id={n}'>{t}</a></li>"
    other = "<li><a href='/r?db={q}&id={n}'>Other {a} {n}</a></li>"
    one, two = rows(row, "maps", SEA), rows(other, "books", SEA)
    one = [RecordSighting(seen.document, seen.span, "red") for seen in one]
    two = [RecordSighting(seen.document, seen.span, "new") for seen in two]
    rule = learn_identity([one, two])
    assert rule is not None
    assert not set(keys(rule, one)) & set(keys(rule, two))


def test_hits_in_titles_and_hits_in_texts_are_two_lists_of_the_same_records() -> None:
    row = "<li><a href='/by/{a}'>{a}</a><b><a href='/r/{n}'>{t}</a></b></li>"
    items = "".join(row.format(n=n, a=AUTHORS[n % 3], t=f"T{n}") for n in SEA)
    page = parse_html(f"<ul>{items}</ul><ol>{items}</ol>", "http://lib.test/")
    seen = [RecordSighting(page, RecordSpan((n,)), "sea") for n in page.elements("li")]
    rule = learn_identity([seen])
    assert rule is not None
    assert set(keys(rule, seen)) == {f"lib.test/r/{n}" for n in SEA}


def test_records_of_several_nodes_have_slots_from_each_of_them() -> None:
    page = parse_html("<dl><dt>A<dd><a href='/x'>x</a><a href='/y'>y</a></dl>", "http://h.test/")
    first, second = (next(page.elements(tag)) for tag in ("dt", "dd"))
    assert link_slots(page, RecordSpan((first, second))) == [
        ("dd/a", "http://h.test/x"),
        ("dd/a[2]", "http://h.test/y"),
    ]


# --- properties ---

WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\t\r\n"), max_size=12)
NAMES = st.text("abcxyz_-", min_size=1, max_size=6)


@given(
    st.sampled_from(["h.test", "H.Test:8080", "books.example.org", "127.0.0.1:81", "例子.test"]),
    st.lists(st.text("abc~%20é-._", max_size=6), max_size=4),
    st.lists(st.tuples(NAMES, WORDS), max_size=5),
    WORDS,
    st.booleans(),
)
def test_canonical_addresses_are_canonical(
    host: str, path: list[str], pairs: list[tuple[str, str]], query: str, fragments: bool
) -> None:
    rule = LinkIdentity("a", dropped=("xx",), fragments=fragments)
    tail = "&".join(f"{name}={escape(value)}" for name, value in pairs)
    address = f"http://{host}/{'/'.join(path)}?{tail}"
    once = rule.canonical(address, query)
    assert rule.canonical("http://" + once, query) == once


@given(
    st.sampled_from(["http://h.test/", "https://a.b-c/x", "http://h.test:80/", "http://h.test?"]),
    st.text("ab/.é ;()#?&=+:%\t\x1f\xa0", max_size=12),
    st.sampled_from(["", "?a=b", "?a=b&q=sea", "?sid=1", "?a=b#", "#top", "? "]),
    st.booleans(),
)
@settings(max_examples=amount(60, many=600))
def test_usual_addresses_are_canonical_as_all_others_are(
    start: str, rest: str, tail: str, fragments: bool
) -> None:
    rule = LinkIdentity("a", names=("a",), fragments=fragments)
    soon = rule.canonical(start + rest + tail, "sea")
    with patch.object(identity_module, "PLAIN_ADDRESS", re.compile(r"(?!)")):
        assert rule.canonical(start + rest + tail, "sea") == soon


@given(WORDS, st.text(max_size=40), st.text(max_size=40))
def test_no_address_breaks_it(start: str, rest: str, query: str) -> None:
    rule = LinkIdentity("a", ("id",), names=("q",), fragments=True)
    for address in (start + rest, f"http://[{rest}", f"//{start}:{rest}/?{query}=%zz;%", rest):
        assert isinstance(rule.canonical(address, query, address), str)


@given(st.lists(st.text("ab./:[]@#?&=%12", max_size=20), max_size=12))
def test_kinds_are_told_for_every_key(found: list[str]) -> None:
    assert set(record_types(found)) == set(found)


@given(st.text(max_size=60))
def test_bare_slots_stay_bare(slot: str) -> None:
    assert bare_slot(bare_slot(slot)) == bare_slot(slot)


HOSTILE = [
    ("a record with very many links", "<li>" + "<a href='/x'>x</a>" * 30_000),
    ("links nested in 2,000 elements", "<li>" + ("<div><a href='/x'>x</a>" * 2_000)),
    ("addresses of a megabyte", "<li><a href='/x?" + "a=b&" * 250_000 + "'>x</a>" * 2),
    ("a script of a megabyte", '<li onclick="location=' + "location=" * 100_000 + '">x'),
    ("addresses that are none", "<li><a href='http://[::1'>x</a><a href='//:x/'>y</a>"),
    ("calls without end", '<li><a href="javascript:' + "f('" * 300_000 + '">x</a>'),
]


@pytest.mark.parametrize("item", [one[1] for one in HOSTILE], ids=[one[0] for one in HOSTILE])
def test_hostile_rows_are_judged_in_bounded_time(item: str) -> None:
    page = parse_html(f"<ul>{item}</ul>", "http://h.test/")
    seen = [RecordSighting(page, RecordSpan((node,)), "q") for node in page.elements("li")]
    started = time.process_time()
    rule = learn_identity([seen, seen])
    for one in seen if rule else ():
        assert rule is not None
        rule.canonical(rule.address(one.document, one.span), "q", page.url)
    assert time.process_time() - started < 4.0


def test_numbers_of_records_may_follow_one_another() -> None:
    """Answers in the order of entry, two of them beginning with different records."""
    row = "<li><a href='/r/{n}'>{t}</a></li>"
    rule = learn_identity([rows(row, "sea", (1, 2, 3, 4)), rows(row, "ice", (5, 6, 7))])
    assert rule is not None
    again = learn_identity([rows(row, "sea", (1, 2, 3, 4)), rows(row, "ice", (1, 2, 3))])
    assert again is not None
