"""The measure of claims: what counts as a false sentence of a whole source."""

import pytest

from leadline.model import Outcome
from leadline_research.bench.claims import Claim, run, sources, summary


def claim(state: str = "complete", recall: float = 1.0, **said: float | None) -> Claim:
    outcome = Outcome(state, "", records=90, **said)  # type: ignore[arg-type]
    return Claim("source", outcome, recall, 10)


@pytest.mark.parametrize(
    ("one", "false_complete", "false_size", "outside"),
    [
        pytest.param(claim(), 0, 0, 0.0, id="true"),
        pytest.param(claim(recall=0.97), 1, 0, 0.0, id="3 % of a complete source are missing"),
        pytest.param(
            claim("exhausted", 0.94, estimate=91.0), 0, 1, 0.0, id="about all, 6 % missing"
        ),
        pytest.param(
            claim("exhausted", 0.94, estimate=99.0), 0, 0, 0.0, id="91 % is not about all"
        ),
        pytest.param(claim("exhausted", 0.94), 0, 0, 0.0, id="no size is said"),
        pytest.param(claim("paused", 0.9, missing_at_most=0.05), 0, 0, 1.0, id="outside its bound"),
        pytest.param(claim("paused", 0.9, missing_at_most=0.2), 0, 0, 0.0, id="inside its bound"),
    ],
)
def test_what_counts_as_false(
    one: Claim, false_complete: int, false_size: int, outside: float
) -> None:
    result = summary([one])
    assert result["false_complete"] == false_complete
    assert result["false_size"] == false_size
    assert result["outside_bound"] == outside


def test_every_kind_of_source_is_there_and_another_seed_draws_others() -> None:
    assert len(sources()) >= 150
    assert sources().keys().isdisjoint(sources(seed=1))


def test_a_named_source_is_crawled_and_reported() -> None:
    result = run(names=["opac"])
    assert [(row["name"], row["state"]) for row in result["sources"]] == [("opac", "exhausted")]
    assert result["false_complete"] == 0


def test_the_reachable_share_is_that_of_an_ideal_harvest() -> None:
    result = run(names=["mute-84", "withheld-3"])
    shares = {row["name"]: (row["recall"], row["reachable"]) for row in result["sources"]}
    assert all(recall <= reachable <= 1.0 for recall, reachable in shares.values())
    assert shares["mute-84"][1] < 1.0
    assert shares["withheld-3"][0] == shares["withheld-3"][1] < 1.0
    assert result["mean_recall"] <= result["mean_reachable"] < 1.0
