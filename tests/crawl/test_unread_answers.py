"""What could not be had or read is no answer without records, and ends nothing."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from in_memory import Ran, SiteWire, run

from amounts import further
from leadline.crawl.answer_kind import SAYS_FAILED
from leadline.errors import FetchError, NotAllowed
from leadline.model import Page, Request
from leadline_zoo.hostile.server import framed
from leadline_zoo.spec import Engine, Pager, SourceSpec
from tables import each_row

Spoil = Callable[[Page], Page | FetchError]

OTHER = "http://other.test/x"
REFUSAL = (
    "other.test is not among the named hosts (source.test); name it too (--also-host other.test)"
)
REFRESH = framed("<p>Moved", f"<meta http-equiv=refresh content='0;url={OTHER}'>")
WAITS = f"<html><p>One moment please <a href={OTHER}>on</a>".encode()
FLOOD = framed("<h1>Sorry</h1><p>Too many requests from your address.")
ENDED = framed("<h1>Visit</h1><p>Your session has expired.")
SHORT = framed("<h1>Search</h1><p>Words of this kind are not searched here, ask another one.")
SPEC = SourceSpec(
    "spoilt", "books", 450, pager=Pager("next", 20), engine=Engine("and", empty="nothing")
)


def crawl(spoil: Spoil, *, after: int = 12, each: int = 1, most: int = 600) -> tuple[Ran, int]:
    """Crawl a source whose result pages are spoilt after some; return how many there were."""
    wire, seen = SiteWire(SPEC), [0]

    def reply(request: Request) -> Page | FetchError:
        if request.url.startswith(OTHER):
            return NotAllowed(REFUSAL, request)
        page = wire(request)
        if not isinstance(page, Page) or "q=" not in request.url:
            return page
        seen[0] += 1
        is_spoilt = seen[0] > after and seen[0] % each == 0
        return spoil(page) if is_spoilt else page

    return run(wire.url, reply, most=most), seen[0]


def body(html: bytes) -> Spoil:
    return lambda page: replace(page, body=html)


def half(page: Page) -> Page:
    return replace(page, body=page.body[: len(page.body) // 2], truncated=True)


def short(page: Page) -> Page:
    """Half a page of full length, as its header says."""
    return replace(page, body=page.body[: len(page.body) // 2])


def packed(page: Page) -> Page:
    return replace(page, body=b"", truncated=True)


def elsewhere(page: Page) -> FetchError:
    return NotAllowed(f"{page.url} leads elsewhere: {REFUSAL}", page.request)


LEADS = "lead to other.test, which was not named; name it too (--also-host other.test)"


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        pytest.param(body(REFRESH), LEADS, id="by a refresh"),
        pytest.param(body(WAITS), LEADS, id="by a page that waits"),
        pytest.param(elsewhere, LEADS, id="by a status"),
        pytest.param(packed, "its answers cannot be unpacked", id="packed"),
        pytest.param(body(FLOOD), "a refusal of too many requests", id="flood"),
        pytest.param(body(ENDED), "the session is over", id="session"),
        pytest.param(body(SHORT), "finds nothing any more", id="other words"),
    ],
)
def test_they_end_nothing(spoil: Spoil, reason: str) -> None:
    ran, asked = crawl(spoil)
    assert ran.outcome.state == "paused"
    assert reason in ran.outcome.reason
    assert ran.outcome.level == "stopped"
    assert asked < 65


@pytest.mark.parametrize("spoil", [half, further(short)], ids=["cut", "half of full length"])
def test_half_answers_end_nothing(spoil: Spoil) -> None:
    ran, _ = crawl(spoil)
    assert ran.outcome.state == "paused"
    assert "its answers break off" in ran.outcome.reason


@pytest.mark.parametrize(
    "spoil", [body(REFRESH), further(packed), further(elsewhere), further(body(ENDED))]
)
def test_nor_do_they_where_every_second_answer_is_one(spoil: Spoil) -> None:
    ran, _ = crawl(spoil, each=2)
    assert ran.outcome.state == "paused"


@each_row(__file__, "a_failure_that_data_say_is_known_in_many_languages", "said")
def test_a_failure_that_data_say_is_known_in_many_languages(said: str) -> None:
    assert SAYS_FAILED.search(said)


@each_row(__file__, "a_word_that_finds_nothing_is_no_failure", "said")
def test_a_word_that_finds_nothing_is_no_failure(said: str) -> None:
    assert not SAYS_FAILED.search(said)
