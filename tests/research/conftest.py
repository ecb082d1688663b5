"""A researcher's own methods, in one file that no package knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

OWN_METHODS = '''
from leadline.mining.miner import mine_regions
from leadline.protocols import Prediction
from leadline_research.rivals.link_orders import FixedOrder


def worst_first(document, limit):
    return mine_regions(document, limit=limit)[::-1]


class FirstSeen:
    """Asks every query of what it has seen, in the order of sight."""

    def __init__(self, setting):
        self.waiting, self.asked = {}, set()

    def observe(self, answer):
        self.asked.add(answer.ask.query)
        for record in answer.records:
            for query in sorted(record.terms, key=str):
                self.waiting.setdefault(query)

    def select(self):
        for query in self.waiting:
            if query not in self.asked:
                return Prediction(query, 1.0)
        return None

    def estimate(self):
        return None


class ShortestFirst(FixedOrder):
    def __init__(self, task):
        self.task = task

    def score(self, page, links):
        return [-float(len(one.link.url)) for one in links]
'''


@pytest.fixture
def own_methods(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> str:
    """Name of a module with a miner, a selector and a link scorer."""
    folder: Path = tmp_path_factory.mktemp("own")
    (folder / "own_methods.py").write_text(OWN_METHODS, "utf-8")
    monkeypatch.syspath_prepend(folder)
    return "own_methods"
