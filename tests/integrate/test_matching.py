"""Record matching without labels, on made-up tables whose truth is known."""

import random
from typing import Any

import numpy as np
import pytest

from leadline.integrate.matching import blocking, duplicates
from leadline.integrate.matching.clustering import cluster
from leadline.integrate.matching.comparison import Comparer, Comparison
from leadline.integrate.matching.explanation import explain_pair
from leadline.integrate.matching.matcher import match, with_general
from leadline.integrate.matching.training import Training
from made_pairs import made
from made_relatives import RELATIVES

SYLLABLES = [first + second for first in "bdfghklmnprst" for second in "aeiou"]


def person(chance: random.Random) -> dict[str, str]:
    def word() -> str:
        return "".join(chance.choice(SYLLABLES) for _ in range(3))

    return {
        "name": f"{word()} {word()}",
        "street": f"{chance.randint(1, 300)} {word()} street",
        "town": chance.choice(["Delft", "Leiden", "Gouda", "Breda"]),
    }


def misspelled(row: dict[str, str], chance: random.Random) -> dict[str, str]:
    changed = dict(row)
    column = chance.choice(["name", "street"])
    place = chance.randrange(len(changed[column]) - 1)
    changed[column] = changed[column][:place] + changed[column][place + 1 :]
    return changed


def columns(rows: list[dict[str, str]]) -> dict[str, list[str]]:
    return {name: [row[name] for row in rows] for name in rows[0]}


def two_tables(shared: int, seed: int = 3) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """200 and 150 persons; the first ``shared`` of both are the same."""
    chance = random.Random(seed)
    left = [person(chance) for _ in range(200)]
    right = [misspelled(row, chance) for row in left[:shared]]
    right += [person(chance) for _ in range(150 - shared)]
    return columns(left), columns(right)


@pytest.mark.parametrize(("shared", "least"), [(120, 0.95), (60, 0.9), (20, 0.5)])
def test_the_same_persons_are_found_whatever_their_share(shared: int, least: float) -> None:
    left, right = two_tables(shared)
    matching = match(left, right)
    truth = {(row, row) for row in range(shared)}
    found = {(pair.left, pair.right) for pair in matching.accepted}
    assert 2 * len(found & truth) / (len(found) + len(truth)) >= least
    first = {(pair.left, pair.right) for pair in matching.ranked[:shared]}
    assert len(first & truth) >= 0.95 * shared


def test_matching_is_one_to_one() -> None:
    left, right = two_tables(100)
    accepted = match(left, right).accepted
    assert len({pair.left for pair in accepted}) == len(accepted)
    assert len({pair.right for pair in accepted}) == len(accepted)


def test_matching_is_the_same_each_time() -> None:
    left, right = two_tables(60)
    assert match(left, right).ranked == match(left, right).ranked


def test_duplicates_in_one_table_are_found() -> None:
    chance = random.Random(5)
    rows = [person(chance) for _ in range(150)]
    rows += [misspelled(row, chance) for row in rows[:60]]
    found = {(pair.left, pair.right) for pair in match(columns(rows)).accepted}
    truth = {(row, 150 + row) for row in range(60)}
    assert 2 * len(found & truth) / (len(found) + len(truth)) >= 0.79


def test_what_is_learned_from_a_part_of_a_table_finds_the_duplicates_of_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = random.Random(5)
    rows = [person(chance) for _ in range(600)]
    rows += [misspelled(row, chance) for row in rows[:400]]
    truth = {(row, 600 + row) for row in range(400)}

    def found() -> set[tuple[int, int]]:
        return {(pair.left, pair.right) for pair in match(columns(rows)).accepted}

    whole = found()
    monkeypatch.setattr(duplicates, "MAX_LEARNED", 3_000)
    compared: list[int] = []
    compare = Comparer.compare

    def counted(self: Comparer, left: Any, *others: Any) -> Comparison:
        compared.append(len(left))
        return compare(self, left, *others)

    monkeypatch.setattr(Comparer, "compare", counted)
    part = found()
    assert sum(compared) < 4_000
    assert 2 * len(part & truth) / (len(part) + len(truth)) >= 0.9
    assert len(part & whole) >= 0.95 * len(whole)


def test_large_tables_are_blocked_by_neighbouring_words(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(7)
    names, towns = ([person(chance)["name"].split()[0] for _ in range(20)] for _ in range(2))
    texts = [f"{name} {town}" for name in names for town in towns]
    pairs = {"name": [*texts, *texts[::-1]]}
    monkeypatch.setattr(blocking, "MAX_GRAM_RECORDS", 100)
    monkeypatch.setattr(blocking, "MAX_PRODUCTS", 10_000)
    left, right, likeness = blocking.candidate_pairs(pairs, np.zeros(800, dtype=np.int64))
    best = {tuple(pair) for pair in np.c_[left, right][likeness > 0.5].tolist()}
    assert best == {(row, 799 - row) for row in range(400)}


def test_of_two_of_one_name_the_text_tells_which_is_meant() -> None:
    chance = random.Random(4)
    names = [person(chance)["name"] for _ in range(60)]
    left = {
        "name": [name for name in names for _ in range(2)],
        "born": [str(1900 + chance.randrange(50) * 2 + twin) for _ in names for twin in range(2)],
    }
    texts = [f"{person(chance)['street']}, since {born}" for born in left["born"]]
    right = {"name": left["name"][::-1], "text": texts[::-1]}
    found = sum(pair.left + pair.right == 119 for pair in match(left, right).accepted)
    assert found >= 0.9 * 120


@pytest.mark.parametrize(("own_matches", "is_joined"), [(2, True), (500, False)])
def test_what_names_say_in_general_counts_where_few_matches_teach(
    own_matches: int, *, is_joined: bool
) -> None:
    scores = np.r_[np.full(own_matches, 8.0), -2.0]
    places = np.arange(len(scores))
    training = with_general(Training(places, scores, 8.0, None, scores), np.full(len(scores), 6.0))
    assert bool(training.scores[-1] >= training.threshold) == is_joined


def test_works_of_one_title_are_told_apart_by_a_text_where_titles_alone_leave_nothing() -> None:
    chance = random.Random(1)
    rows, others, shared = made(RELATIVES["operas"], (250, 400, 40), chance)
    left, right = ({name: [row[name] for row in t] for name in t[0]} for t in (rows, others))
    found = match(left, right).accepted
    right_ones = sum(pair.left == pair.right < shared for pair in found)
    assert 2 * right_ones / (len(found) + shared) > 0.7


def ships_and_namesakes(chance: random.Random) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """160 ships of two tables: 60 are the same, 6 are namesakes of another year from one yard."""

    def text(size: int) -> str:
        return " ".join("".join(chance.choice(SYLLABLES) for _ in range(3)) for _ in range(size))

    left, right = [], []
    for number in range(160):
        name, year, yard = text(2), str(chance.randrange(1850, 1950)), text(12)
        left.append({"name": name, "built": year, "about": f"{yard} launched {year} {text(3)}"})
        if number >= 66:
            name, yard = text(2), text(12)
        later = str(chance.randrange(1850, 1950))
        kind, end = (later, f"and again {year}") if number >= 60 else (year, f"sunk {later}")
        right.append({"name": name, "kind": f"ship of {kind}", "about": f"{yard} {end} {text(3)}"})
    return left, right


def test_namesakes_of_another_year_are_refused_though_their_texts_are_alike() -> None:
    left, right = ships_and_namesakes(random.Random(1))
    found = {(pair.left, pair.right) for pair in match(columns(left), columns(right)).accepted}
    assert found == {(row, row) for row in range(60)}


def test_tables_without_a_shared_column_match_nothing() -> None:
    assert match({"a": ["x"]}, {"b": ["x"]}).accepted == ()
    assert match({"a": []}, {"a": ["x"]}).accepted == ()
    assert match({"a": ["", ""]}, {"a": [""]}).accepted == ()


def test_a_decision_about_a_pair_that_shares_no_word_is_compared() -> None:
    left, right = two_tables(100)
    matching = match(left, right, decisions={(199, 149): True})
    assert explain_pair(matching, 199, 149) is not None


def test_an_explanation_adds_up() -> None:
    left, right = two_tables(100)
    matching = match(left, right)
    explanation = explain_pair(matching, 3, 3)
    assert explanation is not None
    assert explanation.accepted
    assert explanation.rival is None
    away = next(
        (left_row, 3) for left_row in matching.left[matching.right == 3].tolist() if left_row != 3
    )
    other = explain_pair(matching, *away)
    assert other is not None
    assert not other.accepted
    assert other.rival is not None
    assert other.score < explanation.score


def test_a_no_divides_what_a_chain_would_join() -> None:
    pairs = [(0, 1, 9.0), (1, 2, 8.0)]
    assert cluster(pairs, ["a", "b", "c"]) == [[0, 1, 2]]
    assert cluster(pairs, ["a", "b", "c"], cannot=[(0, 2)]) == [[0, 1], [2]]


def test_only_repeating_sources_give_two_records_to_an_entity() -> None:
    pairs = [(0, 1, 9.0), (0, 2, 8.0)]
    assert cluster(pairs, ["a", "b", "b"]) == [[0, 1], [2]]
    assert cluster(pairs, ["a", "b", "b"], repeating=["b"]) == [[0, 1, 2]]


def test_clusters_of_repeating_sources_are_those_that_pair_after_pair_gives() -> None:
    chance = random.Random(1)
    pairs = [(chance.randrange(40), chance.randrange(40), chance.random()) for _ in range(30)]
    sources = ["a", "b"] * 20
    apart = [(40, 41)]  # a decision that changes nothing: pairs are joined one by one
    slow = cluster(pairs, [*sources, "a", "b"], must=[(3, 9)], cannot=apart, repeating="ab")
    assert cluster(pairs, sources, must=[(3, 9)], repeating="ab") == slow[:-2]
    assert cluster([], sources, repeating="ab") == [[row] for row in range(40)]
