"""Records of a harvest while they come, in the order of extraction."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Iterator, Sequence
from pathlib import Path
from typing import Unpack

from leadline.app.calls import Target, Targets, target_names
from leadline.app.harvest import RunOptions, harvest_plan
from leadline.app.project import Project, plan_of
from leadline.app.source.details import with_details
from leadline.app.source.run import Progress
from leadline.model import Budget, Record
from leadline.store import Reader


async def arecords(
    *targets: Targets,
    project: Target | None = None,
    budget: Budget | None = None,
    total: Budget | None = None,
    also_hosts: Collection[str] = (),
    wrapper: str | Path = "",
    only: Sequence[str] = (),
    official: bool = False,
    way: str = "",
    accept_terms: bool = False,
    details: bool = False,
    files: bool = False,
    **options: Unpack[RunOptions],
) -> AsyncGenerator[Record, None]:
    """Harvest, and yield each record as soon as it is stored.

    Closing the generator (``contextlib.aclosing``) pauses the harvest; the next call goes on.
    Records of earlier runs come first. Arguments are those of ``aharvest``. Texts with several
    values are divided once more when a source ends, and record pages are read after that: the table
    of the project has the last word.
    """
    plan = plan_of(
        [*target_names(targets)],
        project,
        also_hosts=also_hosts,
        budget=budget,
        total=total,
        wrapper=wrapper,
        only=only,
        official=official,
        way=way,
        accept_terms=accept_terms,
    )
    plan = with_details(plan, details=details, files=files)
    told = options.get("watch")
    news = asyncio.Event()

    def watch(progress: Progress) -> None:
        if told is not None:
            told(progress)
        news.set()

    options["watch"] = watch
    running = asyncio.create_task(harvest_plan(plan, **options))
    running.add_done_callback(lambda _: news.set())
    after: dict[str, int] = {}
    try:
        while not running.done():
            await news.wait()
            news.clear()
            for record in _fresh(plan.project, after):
                yield record
        for record in _fresh(plan.project, after):
            yield record
        await running
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def _fresh(project: Project, after: dict[str, int]) -> Iterator[Record]:
    """Yield the records that were stored since the last call."""
    if not project.store.is_file():
        return
    with Reader(project.store) as reader:
        for source in reader.sources():
            for number, record in reader.records_after(source.key, after.get(source.key, 0)):
                after[source.key] = number
                yield record
