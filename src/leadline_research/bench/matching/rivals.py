"""Rivals of record matching: likeness of texts, Auto-FuzzyJoin, and Splink 5 on DuckDB."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from leadline.errors import require_package
from leadline.integrate.matching.assignment import assign, best_two
from leadline.integrate.matching.blocking import candidate_pairs
from leadline.integrate.matching.comparison import Column
from leadline.integrate.matching.text import comparison_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from leadline_research.bench.matching.data import MatchSet

Ranked = tuple[list[tuple[int, int, float]], float]

TOKEN_SET_THRESHOLD: Final = 0.8
TF_IDF_THRESHOLD: Final = 0.5
JARO_WINKLER_THRESHOLD: Final = 0.85
LIKENESS_LEVELS: Final = (0.92, 0.8)
"""Jaro-Winkler similarities that Splink's levels begin at."""
EXPECTED_RECALL: Final = 0.8
"""Share of matches that agree in a blocking column, for the prior."""
MAX_RANDOM_PAIRS: Final = 1e6
MIN_SPLINK_PROBABILITY: Final = 0.01


def token_set_pairs(pool: MatchSet) -> Ranked:
    """Join records by the token-set ratio of their whole texts, one to one."""
    return _by_likeness(pool, "shared words", TOKEN_SET_THRESHOLD)


def tf_idf_pairs(pool: MatchSet) -> Ranked:
    """Join records by the cosine of the rare 3-grams of their whole texts, one to one."""
    return _by_likeness(pool, "gram cosine", TF_IDF_THRESHOLD)


def jaro_winkler_pairs(pool: MatchSet) -> Ranked:
    """Join records by the Jaro-Winkler similarity of their whole texts, one to one."""
    return _by_likeness(pool, "beginning", JARO_WINKLER_THRESHOLD)


def autofj_pairs(pool: MatchSet) -> Ranked:
    """Join records by Auto-FuzzyJoin on their whole texts, the first table being the reference."""
    rows = len(pool.left)
    ranked, threshold = fuzzy_join(_whole_texts(pool), rows, one_table=pool.right is None)
    if pool.right is None:
        return [(min(a, b), max(a, b), score) for a, b, score in ranked], threshold
    return [(a, b - rows, score) for a, b, score in ranked], threshold


def _whole_texts(pool: MatchSet) -> list[str]:
    shared = [
        name for name in pool.left[0] if name != "id" and (not pool.right or name in pool.right[0])
    ]
    rows = [*pool.left, *(pool.right or [])]
    return [comparison_text(" ".join(row[name] for name in shared)) for row in rows]


def _by_likeness(pool: MatchSet, feature: str, threshold: float) -> Ranked:
    texts, rows = _whole_texts(pool), len(pool.left)
    side = np.repeat([0, 1], [rows, len(texts) - rows])
    first, second, _ = candidate_pairs({"text": texts}, side)
    scores = Column(texts, None).features(first, second)[feature]
    places = assign(first, second, scores) if pool.right is not None else range(len(first))
    shift = rows if pool.right is not None else 0
    return [(int(first[p]), int(second[p]) - shift, float(scores[p])) for p in places], threshold


def splink_scores(
    left: Mapping[str, Sequence[str]], right: Mapping[str, Sequence[str]] | None
) -> list[tuple[int, int, float]]:
    """Return (left row, right row, log-odds) of pairs that Splink finds at all likely."""
    require_package("splink", "matching by Splink")
    import pyarrow as pa
    from splink import Linker, SettingsCreator, block_on
    from splink import comparison_library as compare
    from splink.backends.duckdb import DuckDBAPI
    from splink.internals.exceptions import SplinkException

    columns = [name for name in left if right is None or name in right]
    safe = {name: f"c{number}" for number, name in enumerate(columns)}

    def table(cells: Mapping[str, Sequence[str]]) -> Any:
        rows = len(cells[columns[0]])
        texts = {safe[n]: [comparison_text(c) or None for c in cells[n]] for n in columns}
        return pa.table({"unique_id": list(range(rows)), **texts})

    rules: list[Any] = [block_on(f"substr({name}, 1, 5)") for name in safe.values()]
    settings = SettingsCreator(
        link_type="dedupe_only" if right is None else "link_only",
        comparisons=[
            compare.JaroWinklerAtThresholds(name, list(LIKENESS_LEVELS)) for name in safe.values()
        ],
        blocking_rules_to_generate_predictions=rules,
    )
    database = DuckDBAPI()
    inputs = [database.register(table(left), dataset_display_name="a")]
    if right is not None:
        inputs.append(database.register(table(right), dataset_display_name="b"))
    linker = Linker(inputs if right is not None else inputs[0], settings, log_level=None)
    exact: list[Any] = [block_on(safe[name]) for name in columns if _agree(left, right, name)]
    if exact:
        linker.training.estimate_probability_two_random_records_match(exact, recall=EXPECTED_RECALL)
    linker.training.estimate_u_using_random_sampling(max_pairs=MAX_RANDOM_PAIRS)
    for rule in exact if len(columns) > 1 else ():
        with suppress(SplinkException):  # Splink's defaults hold where rows teach nothing.
            linker.training.estimate_parameters_using_expectation_maximisation(rule)
    found = linker.inference.predict(threshold_match_probability=MIN_SPLINK_PROBABILITY)
    rows = found.as_record_list()
    return [(r["unique_id_l"], r["unique_id_r"], r["match_weight"] * math.log(2)) for r in rows]


def _agree(
    left: Mapping[str, Sequence[str]], right: Mapping[str, Sequence[str]] | None, name: str
) -> bool:
    """Whether two rows agree in a column."""
    texts = [comparison_text(cell) for cell in left[name]]
    if right is None:
        filled = [text for text in texts if text]
        return len(set(filled)) < len(filled)
    return bool({comparison_text(cell) for cell in right[name]} & set(texts) - {""})


def splink_pairs(pool: MatchSet) -> Ranked:
    """Join records by Splink, one to one where there are two tables."""
    right = pool.columns(pool.right) if pool.right is not None else None
    found = splink_scores(pool.columns(pool.left), right)
    if right is None:
        return [(min(a, b), max(a, b), score) for a, b, score in found], 0.0
    left_rows = np.array([a for a, _, _ in found], dtype=np.int64)
    right_rows = np.array([b for _, b, _ in found], dtype=np.int64) + len(pool.left)
    scores = np.array([score for _, _, score in found])
    return [found[place] for place in assign(left_rows, right_rows, scores)], 0.0


PRECISION: Final = 0.9
THRESHOLDS: Final = 50
KINDS: Final = ("gram cosine", "word cosine", "beginning", "letters", "word order aside")


def fuzzy_join(texts: Sequence[str], references: int, *, one_table: bool) -> Ranked:
    """Join the rows of ``texts`` after the first ``references`` to these, one to one.

    Where there is one table, its rows are joined to each other.

    The reference table is supposed to list nothing twice. A row is joined to its nearest one of the
    reference, at a distance of d at most; that is right with the chance 1 / (rows of the reference
    within 2d of it). Kinds of distance and their thresholds are united greedily, as long as the
    precision that this gives is that of the paper.
    """
    side = np.repeat([0, 1], [references, len(texts) - references])
    left, right, _ = candidate_pairs({"text": texts}, side)
    if one_table:
        left, right = np.r_[left, right], np.r_[right, left]
    within = candidate_pairs({"text": texts[:references]}, side[:references] * 0)
    column = Column(texts, None)
    distances, own = (column.features(*pairs) for pairs in ((left, right), within[:2]))
    configurations = []
    for kind in KINDS:
        best, _, place = best_two(right, distances[kind] - 1, len(texts))
        row = np.flatnonzero(place >= 0)
        near = np.r_[own[kind], own[kind]] - 1
        for most in np.unique(np.quantile(-best[row], np.linspace(0, 1, THRESHOLDS))):
            inside = np.bincount(np.r_[within[:2]][-near <= 2 * most], minlength=references)
            joined = row[-best[row] <= most]
            chance = np.zeros(len(texts))
            chance[joined] = 1 / (1 + inside[left[place[joined]]])
            configurations.append((chance, place))
    chance, place = _united(configurations, len(texts))
    row = np.flatnonzero(chance)
    some = place[row]
    kept = assign(left[some], right[some], chance[row])
    ends = left[some[kept]].tolist(), right[some[kept]].tolist()
    return list(zip(*ends, chance[row][kept].tolist(), strict=True)), 0.0


def _united(
    configurations: Sequence[tuple[NDArray[np.float64], NDArray[np.int64]]], rows: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Chance and pair of every row after configurations are added by their gain for their cost."""
    chance, place = np.zeros(rows), np.full(rows, -1)
    rest = list(configurations)
    while rest:
        now = chance.sum(), (chance > 0).sum() - chance.sum()
        both = [np.maximum(chance, each) for each, _ in rest]
        right = np.array([each.sum() for each in both])
        wrong = np.array([(each > 0).sum() for each in both]) - right
        profit = np.where(right > now[0], (right - now[0]) / np.maximum(wrong - now[1], 1e-6), -1)
        chosen = int(profit.argmax())
        if profit[chosen] <= 0 or right[chosen] < PRECISION * (right[chosen] + wrong[chosen]):
            break
        each, pair = rest.pop(chosen)
        place = np.where(each > chance, pair, place)
        chance = np.maximum(chance, each)
    return chance, place
