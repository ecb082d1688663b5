"""Matching by Splink 5 on DuckDB: the same tables in, scored pairs out.

Every shared column is compared by exact equality and by Jaro-Winkler similarity. Records are
blocked by equal columns; parameters are estimated by expectation maximisation without labels.
"""

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import numpy as np

from leadline.errors import require_package
from leadline.integrate.matching.assignment import assign
from leadline.integrate.matching.matcher import MatchedPair, Matching, nothing
from leadline.integrate.matching.text import comparison_text

LIKENESS_LEVELS: Final = (0.92, 0.8)
"""Jaro-Winkler similarities that Splink's levels begin at."""
EXPECTED_RECALL: Final = 0.8
"""Share of matches that agree in a blocking column, for the prior."""
MAX_RANDOM_PAIRS: Final = 1e6
MIN_PROBABILITY: Final = 0.01


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
    found = linker.inference.predict(threshold_match_probability=MIN_PROBABILITY)
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


def match_by_splink(
    left: Mapping[str, Sequence[str]],
    right: Mapping[str, Sequence[str]],
    *,
    decisions: Mapping[tuple[int, int], bool] | None = None,
) -> Matching:
    """Match two tables one to one; ``decisions`` do not teach, they only hold for their pairs."""
    if not any(name in right for name in left):
        return nothing()
    found = [pair for pair in splink_scores(left, right) if pair[:2] not in (decisions or {})]
    first = np.array([a for a, _, _ in found], dtype=np.int64)
    second = np.array([b for _, b, _ in found], dtype=np.int64)
    scores = np.array([score for _, _, score in found])
    rows = len(next(iter(left.values())))
    ranked = tuple(MatchedPair(*found[place]) for place in assign(first, second + rows, scores))
    return replace(nothing(), left=first, right=second, ranked=ranked)
