"""Matches of the last run, for two sources whose records and decisions are as they were.

A match depends on all records of its two sources. So a source that changed is matched with the
others again, and all other pairs of sources keep their matches: the outcome is that of a new run.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import leadline
from leadline.app.integration.merge import Matcher
from leadline.integrate.matching.classes import OpenClass
from leadline.integrate.matching.matcher import MatchedPair, Matching, nothing
from leadline.store.export.table import made_file
from leadline.store.seals import broken_blocks

MATCHES_FILE: Final = "matches.json"
StoredMatches = tuple[float, list[tuple[int, int, float]], list[Any], str]
"""Threshold, ranked pairs with their scores, questions, and the side of which there are many."""


class RememberedMatcher:
    """A matcher that keeps its matches in a file; what a run did not ask for is forgotten.

    Remembered matchings hold pairs, scores and threshold, not what was compared.
    """

    def __init__(self, path: Path, matcher: Matcher) -> None:
        """Read the file if it is there."""
        self.path, self.matcher = path, matcher
        self.known: dict[str, StoredMatches] = {}
        if not broken_blocks(path):  # a damaged memory is none
            with suppress(OSError, ValueError):
                self.known = dict(json.loads(path.read_text("utf-8")))
        self.used: dict[str, StoredMatches] = {}

    def __call__(
        self,
        left: Mapping[str, Sequence[str]],
        right: Mapping[str, Sequence[str]],
        *,
        decisions: Mapping[tuple[int, int], bool],
    ) -> Matching:
        """Match two tables, or give back how they were matched."""
        given = [leadline.__version__, _listed(left), _listed(right)]
        content = json.dumps([*given, sorted((*pair, same) for pair, same in decisions.items())])
        digest = blake2b(content.encode(), digest_size=16).hexdigest()
        known = _matches_of(self.known.get(digest))
        if known is None:
            fresh = self.matcher(left, right, decisions=decisions)
            pairs = [(pair.left, pair.right, pair.score) for pair in fresh.ranked]
            asked = [[each.far, each.equal, each.pairs, each.samples] for each in fresh.questions]
            self.used[digest] = (fresh.threshold, pairs, asked, fresh.many)
            return fresh
        self.used[digest] = self.known[digest]
        return known

    def save(self) -> None:
        """Write the matches of this run; the file appears whole or not at all."""
        with made_file(self.path) as part:
            part.write_text(json.dumps(self.used), "utf-8")


def _matches_of(stored: StoredMatches | None) -> Matching | None:
    """Return what was matched; None where nothing was kept, or what is no matching."""
    if stored is None:
        return None
    try:
        threshold, ranked, asked, many = stored
        matched = tuple(MatchedPair(int(a), int(b), float(score)) for a, b, score in ranked)
        questions = tuple(
            OpenClass(tuple(far), tuple(equal), int(pairs), tuple((a, b) for a, b in shown))
            for far, equal, pairs, shown in asked
        )
        remembered = replace(nothing(), ranked=matched, threshold=float(threshold))
        return replace(remembered, questions=questions, many=str(many))
    except (ValueError, TypeError):
        return None


def _listed(columns: Mapping[str, Sequence[str]]) -> list[tuple[str, list[str]]]:
    return [(name, list(values)) for name, values in columns.items()]
