# Holds: another look at what is exhausted
"""A later run asks nothing of a proven source, and looks again at any other that came to an end."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

import leadline
from leadline.app.source.run import LOOPBACK_PAUSE
from leadline.crawl.source_crawl import AGAIN
from leadline.store import Reader
from leadline_zoo.replies import SiteReply
from leadline_zoo.site import Site
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Pager, SourceSpec, Total

WALKED: Final = SourceSpec(
    "walked", "books", 60, pager=Pager("next", 20),
    engine=Engine("substring", empty="nothing", everything=("%",)),
)  # fmt: skip
BY_WORDS: Final = replace(WALKED, engine=Engine("and", empty="nothing"))
MAX_KNOWN_WORDS: Final = 4
REQUESTS_UNTIL_SILENCE: Final = 45
SECONDS_OF_SILENCE: Final = 2.0
"""That were waited, whatever the clock says."""
REQUESTS_UNTIL_CACHE: Final = 20


def purposes(taken: leadline.Harvest) -> list[str]:
    with Reader(taken.project.store) as store:
        (key,) = taken.outcomes
        return [page.purpose for page in store.pages(key)]


def test_a_proven_source_is_not_asked_again(tmp_path: Path) -> None:
    with ServedSource(replace(WALKED, total=Total(constant=True))) as source:
        first = leadline.harvest(source.url, project=tmp_path / "p")
        assert first.complete
        again = leadline.harvest(source.url, project=tmp_path / "p")
    assert list(again.asked.values()) == [0]
    assert again.outcomes == first.outcomes


def test_a_source_walked_to_its_end_costs_known_words_only(tmp_path: Path) -> None:
    with ServedSource(WALKED) as source:
        first = leadline.harvest(source.url, project=tmp_path / "p")
        again = leadline.harvest(source.url, project=tmp_path / "p")
    (before,), (after,) = first.outcomes.values(), again.outcomes.values()
    assert (before.state, after.state) == ("exhausted", "exhausted")
    assert (after.records, after.reason) == (before.records, before.reason)
    (asked,) = again.asked.values()
    assert 0 < purposes(again).count(AGAIN) == asked <= MAX_KNOWN_WORDS


def test_a_budget_that_is_used_up_leaves_the_end_as_it_was(tmp_path: Path) -> None:
    with ServedSource(WALKED) as source:
        first = leadline.harvest(source.url, project=tmp_path / "p")
        (before,) = first.outcomes.values()
        spent = leadline.Budget(requests=before.requests)
        again = leadline.harvest(source.url, project=tmp_path / "p", budget=spent)
    (after,) = again.outcomes.values()
    assert (after.state, after.reason) == ("exhausted", before.reason)
    assert list(again.asked.values()) == [0]


def test_what_was_added_since_is_found_and_followed(tmp_path: Path) -> None:
    with ServedSource(replace(BY_WORDS, count=40)) as source:
        first = leadline.harvest(source.url, project=tmp_path / "p")
        source.site = Site(BY_WORDS)
        again = leadline.harvest(source.url, project=tmp_path / "p")
    (before,), (after,) = first.outcomes.values(), again.outcomes.values()
    assert before.records <= 40
    assert after.records >= 55
    assert after.level == "nothing more found"


def test_a_source_of_this_machine_that_is_silent_for_a_while_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty questions in a row, without a pause, all fell into two seconds of silence."""
    waited, real = [], asyncio.sleep

    async def sleep(seconds: float) -> None:
        if len(source.log) >= REQUESTS_UNTIL_SILENCE and seconds >= LOOPBACK_PAUSE:
            waited.append(seconds)
        await real(min(seconds, 0.01))

    monkeypatch.setattr(asyncio, "sleep", sleep)
    with ServedSource(BY_WORDS) as source:
        own = source.site.answer

        def answer(method: str, target: str, body: bytes = b"", cookie: str = "") -> SiteReply:
            is_late = sum(waited) >= SECONDS_OF_SILENCE
            is_silent = len(source.log) >= REQUESTS_UNTIL_SILENCE and not is_late
            return own(method, "/search?q=wubfavb" if is_silent else target, body, cookie)

        source.site.answer = answer  # type: ignore[method-assign]
        taken = leadline.harvest(source.url, project=tmp_path / "p")
    (outcome,) = taken.outcomes.values()
    assert outcome.state == "exhausted"
    assert "canary" in purposes(taken)
    assert waited


def test_a_source_that_answered_all_with_one_page_is_taken_to_its_end_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page brought records before it was asked for again and again, so it stays their page."""
    monkeypatch.setattr("leadline.app.source.run.LOOPBACK_PAUSE", 0.0)
    with ServedSource(BY_WORDS) as source:
        own, cached = source.site.answer, []

        def answer(method: str, target: str, body: bytes = b"", cookie: str = "") -> SiteReply:
            reply = own(method, cached[0] if cached else target, body, cookie)
            is_full = len(reply.body) > len(own(method, "/search?q=wubfavb").body) + 1_000
            if len(source.log) >= REQUESTS_UNTIL_CACHE and is_full and not cached:
                cached.append(target)
            return reply

        source.site.answer = answer  # type: ignore[method-assign]
        stopped = leadline.harvest(source.url, project=tmp_path / "p")
        (outcome,) = stopped.outcomes.values()
        assert (outcome.state, "one and the same page" in outcome.reason) == ("paused", True)
        before = {record.key for record in stopped.records()}
        source.site.answer = own  # type: ignore[method-assign]
        taken = leadline.harvest(source.url, project=tmp_path / "p")
    assert taken.ended
    assert before <= {record.key for record in taken.records()}
    assert len(list(taken.records())) >= 0.9 * BY_WORDS.count
