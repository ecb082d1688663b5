"""The ranking agent: choices move weights the right way, noise and places do not mislead it."""

from math import log2
from random import Random

from leadline.ask.learning import LoggedChoice, learn_weights, moved_weights, start_weights
from leadline.domain.model import DomainAttribute, DomainKnowledge

TRUE = {"title": 1.0, "subject": 4.0, "note": 0.3}
START = {"title": 2.0}


def rows(random: Random, count: int = 10) -> list[dict[str, float]]:
    return [{name: random.random() for name in TRUE if random.random() < 0.7} for _ in range(count)]


def score(row: dict[str, float], weights: dict[str, float]) -> float:
    return sum(weights.get(name, 1.0) * value for name, value in row.items())


def choices(
    random: Random, count: int, noise: float, *, seen_share: float = 1.0
) -> list[LoggedChoice]:
    """Choices of a person with the true weights; a share of them is made by chance.

    ``seen_share`` is the chance that the person looks at one more row.
    """
    logged = []
    for number in range(count):
        shown = sorted(rows(random), key=lambda row: -score(row, START))
        seen = 1
        while seen < len(shown) and random.random() < seen_share:
            seen += 1
        best = max(range(seen), key=lambda place: score(shown[place], TRUE))
        chosen = random.randrange(seen) if random.random() < noise else best
        logged.append(LoggedChoice(str(number), tuple(shown), chosen))
    return logged


def ndcg(weights: dict[str, float], random: Random) -> float:
    """nDCG@5 of rankings by weights, the gain of a row being its true score."""
    total = 0.0
    for _ in range(200):
        drawn = rows(random)
        gains = sorted((score(row, TRUE) for row in drawn), reverse=True)
        ranked = sorted(drawn, key=lambda row: -score(row, weights))
        got = sum(score(row, TRUE) / log2(place + 2) for place, row in enumerate(ranked[:5]))
        total += got / sum(gain / log2(place + 2) for place, gain in enumerate(gains[:5]))
    return total / 200


def test_learned_weights_rank_better_than_the_start_in_spite_of_noise() -> None:
    start = ndcg(START, Random(1))
    for noise in (0.0, 0.2, 0.35):
        learned = learn_weights(choices(Random(2), 100, noise), START)
        assert ndcg(learned, Random(1)) > start + 0.5 * (1 - start), noise


def test_choices_of_who_looks_only_at_the_first_rows_are_corrected() -> None:
    logged = choices(Random(3), 200, 0.0, seen_share=0.6)
    assert ndcg(learn_weights(logged, START), Random(1)) > ndcg(START, Random(1))


def test_without_choices_the_start_stands() -> None:
    assert learn_weights([], START) == START
    broken = LoggedChoice("q", ({"title": 1.0},), 7)
    assert learn_weights([broken], START) == START


def test_the_domain_says_where_weights_start() -> None:
    art = DomainKnowledge(
        "art", [DomainAttribute("artist", main=True), DomainAttribute("date", affinity=0.4)]
    )
    assert start_weights(art) == {"artist": 2.0, "date": 1.2}


def test_what_moved_is_said_with_the_number_of_choices() -> None:
    moved = moved_weights(choices(Random(4), 30, 0.0), START)
    assert moved[0].attribute == "subject"
    assert moved[0].now > moved[0].start
    assert 20 < moved[0].choices <= 30
