"""Calls with right and with wrong options: ``./run types`` fails where mypy does not part them.

What is ignored and no error is an error (``warn_unused_ignores``). Nothing of this is run.
"""

from pathlib import Path

import leadline


def right() -> None:
    taken = leadline.harvest("https://a.example/", ["https://b.example/", Path("c")], pace=0.5)
    budget = leadline.Budget(requests=5)
    again = leadline.harvest(taken, fresh=False, only=["year=1990"], budget=budget)
    leadline.export(again, "a.csv")
    taken.to_arrow(typed=True)
    leadline.inspect("https://a.example/", robots=False)
    leadline.search(taken, "words", limit=3)


def wrong(taken: leadline.Harvest) -> None:
    leadline.harvest("https://a.example/", request=5)  # type: ignore[call-arg]
    leadline.harvest("https://a.example/", pace="quick")  # type: ignore[arg-type]
    leadline.inspect("https://a.example/", fresh=True)  # type: ignore[call-arg]
    taken.to_pandas(type=True)  # type: ignore[call-arg]
    leadline.refresh(taken, extent="all")  # type: ignore[arg-type]
    leadline.discover("https://a.example/", topics="x")  # type: ignore[call-arg]
