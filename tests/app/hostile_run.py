"""Harvest one hostile source in a process of its own, and measure what it uses."""

from dataclasses import dataclass
from pathlib import Path

from nursery import Nursery

from leadline.app.harvest import load
from leadline.model import Outcome
from leadline_zoo.hostile import Behaviour, HostileSource
from leadline_zoo.site import Logged


@dataclass(frozen=True)
class Ended:
    """How a harvest ended, and what it used; ``longest_step`` of its loop is in seconds."""

    code: int
    outcome: Outcome
    seconds: float
    megabytes: float
    requests: int
    errors: str
    trespasses: list[Logged]
    longest_step: float


def harvest(behaviour: Behaviour, folder: Path, nursery: Nursery) -> Ended:
    """Run ``leadline harvest`` and measure it."""
    with HostileSource(behaviour) as source:
        options = ("-p", folder / "project", "-q", "--pace", 0)
        run = nursery.run("harvest", source.url, *options, watched=True)
        outcome = next(iter(load(folder / "project").outcomes.values()))
        return Ended(
            run.code,
            outcome,
            run.processor_seconds,
            run.kilobytes / 1024,
            source.requests,
            run.err,
            source.trespasses,
            run.longest_step,
        )
