"""The start of a run of many sources: which are asked, in which order, and what is known of others.

Whatever the number of sources, the project is read a few times only.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import islice, zip_longest
from typing import Final

from leadline.app.project import Plan, SourceTarget
from leadline.app.source.recorder import FINAL, FINISHED
from leadline.page.urls import host_key
from leadline.selection.coordinator import QueryCoordinator
from leadline.store import Store

MAX_PRELOADED_RECORDS: Final = 100_000
"""Records of finished sources that teach the others, in all; they stay in memory."""


def begin_sources(
    plan: Plan, store: Store, *, again: bool = True
) -> tuple[list[SourceTarget], list[str]]:
    """Add the sources of a plan; return those that a run asks, and other keys.

    Begun sources come before fresh ones, and the hosts in turn.

    Proven ends are left alone for ever. Sources of which nothing more was found are looked at again
    only after all sources came to an end: a resumed run first finishes what was under way. Without
    ``again`` they are left alone.
    """
    with store.transaction():
        for target in plan.sources:
            store.add_source(target.key, target.url)
    states = {source.key: source.state for source in store.sources()}
    is_over = {states[target.key] for target in plan.sources} <= {*FINISHED, "failed"}
    settled = (FINAL,) if is_over and again else FINISHED
    waiting = [each for each in plan.sources if each.details or states[each.key] not in settled]
    by_host: defaultdict[str, list[SourceTarget]] = defaultdict(list)
    for target in waiting:
        by_host[host_key(target.url)].append(target)
    turns = zip_longest(*by_host.values())
    finished = [target.key for target in plan.sources if states[target.key] in settled]
    waiting = [target for turn in turns for target in turn if target is not None]
    return sorted(waiting, key=lambda each: not store.counts(each.key).requests), finished


def preload(coordinator: QueryCoordinator, store: Store, finished: Sequence[str]) -> None:
    """Let finished sources teach the others, as long as memory allows."""
    left = MAX_PRELOADED_RECORDS
    for key in finished:
        records = tuple(islice(store.records(key), left))
        left -= len(records)
        if records:
            coordinator.preload(key, records)
