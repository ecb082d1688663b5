# Holds: wildcards
"""A list of names that share hardly a word, behind an engine that reads ``bri*``."""

import re
from dataclasses import replace
from random import Random

import pytest
from in_memory import Ran, SiteWire, run

from leadline.crawl.parts.wildcards import reads_sign
from leadline.errors import FetchError
from leadline.model import Page, Request
from leadline_zoo.data.tables import Recipe, Table
from leadline_zoo.spec import Engine, Pager, SourceSpec, Total
from tables import each_row

START = [f"{a}{b}{c}" for a in "bdgkpt" for b in "aeiou" for c in "lr"]
MIDDLE = ["ado", "eti", "ibu", "oka", "upe", "ysa"]
END = ["ella", "ensis", "ia", "on", "oides", "us", "yx"]
COMMON = ["north", "south", "world", "sea", "house", "history"]
COUNT = 250


def names() -> Table:
    """Names of two words that hardly any other record has; each tenth says a common word too."""
    rng = Random(5)

    def name() -> str:
        return rng.choice(START) + rng.choice(MIDDLE) + rng.choice(MIDDLE) + rng.choice(END)

    rows = [
        {"id": str(n), "title": f"{name()} {name()}", "year": str(1900 + n)} for n in range(COUNT)
    ]
    for row in rows[::10]:
        row["title"] += f" of the {rng.choice(COMMON)}"
    recipe = Recipe("en", {"title": ("",), "year": ("",)})
    return Table(recipe, tuple(rows))


NAMES = names()


def wire_of(sign: str, *, cap: int = 0, total: bool = True) -> SiteWire:
    engine = Engine(empty="nothing", unindexed=("year",), truncation=sign, cap=cap)
    stated = Total() if total else Total("absent")
    spec = SourceSpec("names", "books", COUNT, engine=engine, pager=Pager(size=10), total=stated)
    return SiteWire(spec, NAMES)


def taken(wire: SiteWire) -> Ran:
    return run(wire.url, wire, most=3000)


def asked_with_signs(ran: Ran) -> list[str]:
    queries = dict.fromkeys(get.query for get in ran.gets if get.query)
    return [one for one in queries if one[-1] in "*?" and one[:-1].isalpha()]


def test_words_alone_reach_a_tenth() -> None:
    ran = taken(wire_of(""))
    assert len(ran.records) < COUNT // 8
    assert ran.outcome.state == "exhausted", "whatever 25 words say: all known records hold 'the'"
    assert len(asked_with_signs(ran)) == 2, "a beginning with each sign, and no more"


@pytest.mark.parametrize("total", [True, False])
@pytest.mark.parametrize("cap", [0, 20])
@pytest.mark.parametrize("sign", ["?", "*"])
def test_beginnings_reach_the_rest(sign: str, cap: int, total: bool) -> None:
    ran = taken(wire_of(sign, cap=cap, total=total))
    assert len(ran.records) >= 0.99 * COUNT
    assert ran.outcome.state == "exhausted"


def test_no_server_is_asked_for_what_begins_with_a_letter_or_two() -> None:
    asked = asked_with_signs(taken(wire_of("*", cap=20)))
    assert len(asked) > 20
    assert min(map(len, asked)) == len("abc*")


def test_where_answers_are_cut_off_longer_beginnings_follow() -> None:
    asked = asked_with_signs(taken(wire_of("*", cap=10)))
    cut = [one for one in asked if len(one) == len("abcd*")]
    assert cut
    assert all(f"{one[:3]}*" in asked for one in cut)


def test_an_engine_that_chokes_on_a_sign_is_taken_as_far_as_words_reach() -> None:
    wire = wire_of("*")

    def choking(request: Request) -> Page | FetchError:
        page = wire(request)
        if re.search(r"%2A|%3F|\*", request.url.partition("?")[2]) and isinstance(page, Page):
            return replace(page, status=500, body=b"<h1>Internal error</h1>")
        return page

    ran = run(wire.url, choking, most=3000)
    assert COUNT // 10 <= len(ran.records) < COUNT // 8
    assert ran.outcome.state == "exhausted"


@each_row(__file__, "what_tells_that_a_sign_is_read", "texts", "others", "reads", sequence=list)
def test_what_tells_that_a_sign_is_read(texts: list[str], others: list[str], reads: bool) -> None:
    assert reads_sign("bri", texts, others) is reads
