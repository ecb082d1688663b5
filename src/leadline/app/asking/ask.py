"""A live question to the sources of a project: choose, ask in parallel, merge, rank.

    async for event in aask("art.leadline", "turner year:1800..1850", deadline=5):
        print(event)
    results = ask("art.leadline", "turner")

The sources must have been harvested, in part at least: interface, wrapper and pager are reused, and
what is stored says which sources are worth asking. What comes is kept in the project.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from leadline.app.asking.choices import learned_weights
from leadline.app.asking.events import (
    AskEvent,
    AskResults,
    AskRow,
    QuestionAnswered,
    RecordsArrived,
    SourceEnded,
    SourcesChosen,
)
from leadline.app.asking.live_source import Keeper, LiveSource
from leadline.app.asking.merging import addresses_of, merge_answers
from leadline.app.asking.names import project_names
from leadline.app.asking.outlook import BEGUN, Prospect, prospects_of, stored_answers
from leadline.app.asking.search import entity_ids, update_index
from leadline.app.calls import Target, run_to_end
from leadline.app.domain_learning import with_values
from leadline.app.harvest import harvest_plan
from leadline.app.project import PLAN_FILE, Plan, Project, SourceTarget, accepting, plan_of
from leadline.app.source.fetcher import fetcher_of
from leadline.app.source.sealed_archive import SealedArchive
from leadline.ask.attributes import AttributeNames, in_reading_order
from leadline.ask.dispatch import EXPLORED_SHARE, SourceChoice, choose_sources
from leadline.ask.matching import RecordTest
from leadline.ask.query import AskedQuery, parse_query
from leadline.ask.ranking import Bm25f
from leadline.domain.rules import unused_rules
from leadline.errors import Locked
from leadline.fetch import Hosts
from leadline.fetch.wishes import HostWishes
from leadline.integrate.fusion import FusedEntity
from leadline.integrate.record_table import Member
from leadline.model import Budget, Record
from leadline.store import Reader, Store
from leadline.store.search.index import INDEX_FILE, SearchIndex
from leadline.store.search.reader import IndexReader

DEFAULT_DEADLINE: Final = 10.0
"""Seconds in which sources may answer."""
MERGE_SECONDS, MERGE_SHARE, MAX_MERGE_SHARE = 0.2, 0.1, 0.5
"""Time before the deadline, and shares of it, that are left for merging."""
MERGE_AHEAD: Final = 0.25
"""Share of the time left after which what has come is merged already, again and again."""
LEARNING: Final = Budget(requests=25)
"""What may be spent to understand a source before it is asked."""
MOST_QUESTIONS: Final = 6
"""Questions whose values a source is asked first, until one of them opens it."""
UNOPENED: Final = "unopened"
"""Name under which a source keeps how many questions brought no value that opens it."""
CLOSE_SECONDS: Final = 1.0
"""Time after the answer that sources which are late get to close their connections."""


@dataclass(frozen=True, slots=True)
class AskOptions:
    """How a question is asked; the fields are the options of `aask`."""

    deadline: float = DEFAULT_DEADLINE
    limit: int = 50
    everywhere: bool = False
    keep: bool = True
    robots: bool = True
    pace: float | None = None
    explore: float = EXPLORED_SHARE
    learn: bool = False
    accept_terms: bool = False


async def aask(
    project: Target, query: str, options: AskOptions | None = None
) -> AsyncGenerator[AskEvent, None]:
    """Ask the sources of a project; the last event is `QuestionAnswered`.

    ``deadline`` is in seconds: sources that are not ready then are late. ``everywhere`` asks all
    that can answer, ``keep=False`` stores nothing, ``limit`` bounds the rows. ``explore`` is
    the chance with which a source is asked of which little is expected. ``learn`` first spends
    `LEARNING` on each source that was never understood; the deadline counts from then. Of a plan
    that was never harvested that is done without a word, again where it did not open a source.
    ``accept_terms`` is the person's word that terms before a search are agreed to. Raise
    ``ValueError`` for a query without words, or a folder that is no project.
    """
    path = Path(project)
    folder = path.parent if path.suffix == ".toml" else path
    question = _Question(folder, parse_query(query), options or AskOptions())
    async with aclosing(question.run()) as events:
        async for event in events:
            yield event


def ask(project: Target, query: str, options: AskOptions | None = None) -> AskResults:
    """Run ``aask`` to its end and return the results; works inside a running event loop too."""

    async def last() -> AskResults:
        events = [event async for event in aask(project, query, options)]
        assert isinstance(events[-1], QuestionAnswered)
        return events[-1].results

    return run_to_end(last)


@dataclass(slots=True)
class _Question:
    """One live question while it runs."""

    folder: Path
    asked: AskedQuery
    options: AskOptions
    began: float = field(default_factory=time.monotonic)
    queue: asyncio.Queue[AskEvent] = field(default_factory=asyncio.Queue)
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    live: list[LiveSource] = field(default_factory=list)
    ended: list[SourceEnded] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    first_seconds: float | None = None
    rows: list[AskRow] = field(default_factory=list)
    merged: int = -1
    merge_seconds: float = 0.0
    merges: list[asyncio.Task[None]] = field(default_factory=list)
    merging: asyncio.Lock = field(default_factory=asyncio.Lock)
    merger: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))

    async def run(self) -> AsyncGenerator[AskEvent, None]:
        """Choose sources, ask them, and tell what happens."""
        plan = _plan_of(self.folder)
        is_new = await self._learn(plan)
        names, prospects = await asyncio.to_thread(self._prepare, plan)
        choices = choose_sources(
            [each.outlook for each in prospects.values()],
            Random(),
            explore=self.options.explore,
            everywhere=self.options.everywhere or is_new,
        )
        yield SourcesChosen(tuple(choices))
        with ExitStack() as stack:
            keeper = self._keeper(plan.project, stack)
            reader = stack.enter_context(Reader(plan.project.store))
            chosen = [prospects[each.source] for each in choices if each.is_chosen]
            async with aclosing(self._asked(chosen, plan, names, reader, keeper)) as events:
                async for event in events:
                    yield event
            await self._merge_rest(plan, names)
            yield QuestionAnswered(self._results(choices))
        if self.tasks:
            await asyncio.wait(self.tasks.values(), timeout=CLOSE_SECONDS)

    async def _learn(self, plan: Plan) -> bool:
        """Begin to harvest the sources that were never understood; tell whether there were any.

        Where nothing but questions was asked before this needs no word of a person. The question's
        own values are asked first; a source that did not know them gets those of the next one.
        """
        stored, is_bare = dict[str, dict[str, Any]](), not plan.project.store.is_file()
        if not is_bare:
            with Reader(plan.project.store) as reader:
                stored = {each.key: reader.learned(each.key) for each in reader.sources()}
        in_vain = {key: learned.get(UNOPENED, 0) for key, learned in stored.items()}
        is_any = is_bare or self.options.learn
        left = (one for one in plan.sources if not stored.get(one.key, {}).get("wrapper"))
        new = tuple(o for o in left if is_any or 0 < in_vain.get(o.key, 0) < MOST_QUESTIONS)
        if new:
            sources = accepting(new, self.options.accept_terms)
            domain = with_values(plan.domain, self.asked.values)
            begun = replace(plan, sources=sources, budget=LEARNING, domain=domain)
            pace, robots = self.options.pace, self.options.robots
            await harvest_plan(begun, robots=robots, pace=pace, again=False)
            with Store(plan.project.store) as store:
                for key in (one.key for one in new if BEGUN in stored.get(one.key, {BEGUN: 0})):
                    _keep_begun(store, key, in_vain.get(key, 0))
        return bool(new)

    def _prepare(self, plan: Plan) -> tuple[AttributeNames, dict[str, Prospect]]:
        """Return what is known of the sources; the clock runs once the index is up to date."""
        with (
            IndexReader(plan.project.store) as reader,
            SearchIndex(self.folder / INDEX_FILE) as index,
        ):
            self.notes += update_index(index, reader)
            self.notes += filter(None, [unused_rules(plan.rules, "ask")])
            names = project_names(self.folder, reader, index)
            self.began = time.monotonic()
            return names, prospects_of(self.asked, reader, index, names, plan)

    def _keeper(self, project: Project, stack: ExitStack) -> Keeper | None:
        """Open the project for what comes, unless another program writes to it."""
        if not self.options.keep:
            return None
        try:
            store = stack.enter_context(Store(project.store))
        except Locked:
            self.notes.append("another program writes to the project: what came is not kept")
            return None
        return Keeper(store, stack.enter_context(SealedArchive(project.pages)))

    async def _asked(
        self,
        prospects: Sequence[Prospect],
        plan: Plan,
        names: AttributeNames,
        reader: Reader,
        keeper: Keeper | None,
    ) -> AsyncGenerator[AskEvent, None]:
        """Ask sources in parallel until all have ended or the deadline has passed."""
        hosts = Hosts(self.options.pace, wishes=HostWishes())
        self.tasks = {
            each.outlook.source: asyncio.create_task(
                self._ask_source(each, plan, names, reader, keeper, hosts)
            )
            for each in prospects
        }
        waiting = set(self.tasks)
        ahead = self._left() * (1 - MERGE_AHEAD)
        try:
            while waiting and (left := self._left()) > 0:
                if left < ahead:
                    self.merges.append(asyncio.create_task(self._merge(plan, names)))
                    ahead = left * (1 - MERGE_AHEAD)
                try:
                    event = await asyncio.wait_for(self.queue.get(), max(0.0, left - ahead))
                except TimeoutError:
                    continue
                yield self._noted(event)
                if isinstance(event, SourceEnded):
                    waiting.discard(event.source)
        finally:
            for source in waiting:
                self.tasks[source].cancel()
            for each in self.live:
                late = f"it was not ready within {self.options.deadline:g} s"
                each.end("late", hosts.why_waiting(each.url) or late)
        while not self.queue.empty():
            yield self._noted(self.queue.get_nowait())

    def _left(self) -> float:
        """Seconds in which sources may answer still: merging takes as long as it took before."""
        deadline = self.options.deadline
        merging = max(min(MERGE_SECONDS, MERGE_SHARE * deadline), 2 * self.merge_seconds)
        merging = min(merging, MAX_MERGE_SHARE * deadline)
        return self.began + deadline - merging - time.monotonic()

    def _noted(self, event: AskEvent) -> AskEvent:
        if isinstance(event, SourceEnded):
            self.ended.append(event)
        if isinstance(event, RecordsArrived) and self.first_seconds is None:
            self.first_seconds = time.monotonic() - self.began
        return event

    async def _ask_source(
        self,
        prospect: Prospect,
        plan: Plan,
        names: AttributeNames,
        reader: Reader,
        keeper: Keeper | None,
        hosts: Hosts,
    ) -> None:
        assert prospect.learned is not None
        key, url = prospect.outlook.source, prospect.url
        target = next((each for each in plan.sources if each.key == key), SourceTarget(url))
        accepts = self.options.accept_terms or target.accept_terms or prospect.learned.accept_terms
        async with fetcher_of(target, robots=self.options.robots, hosts=hosts) as fetcher:
            test = RecordTest(self.asked, names, prospect.formats, prospect.binding.sent)
            source = LiveSource(
                key,
                replace(prospect.learned, accept_terms=accepts),
                prospect.binding,
                test,
                fetcher,
                self.queue.put_nowait,
                reader,
                keeper,
                prospect.shows_all,
                plan.rules,
                url,
                prospect.outlook.matches,
            )
            self.live.append(source)
            await source.run()

    def _results(self, choices: Sequence[SourceChoice]) -> AskResults:
        if late := self._came() - self.merged:
            self.notes.append(f"{late:,} records came too late for this answer")
        return AskResults(
            self.asked.text,
            tuple(self.rows[: self.options.limit]),
            len(self.rows),
            tuple(self.ended),
            tuple(choices),
            late > 0 or any(each.state != "done" for each in self.ended),
            tuple(self.notes),
            time.monotonic() - self.began,
            self.first_seconds,
            sum(each.pages for each in self.live),
        )

    async def _merge(self, plan: Plan, names: AttributeNames) -> None:
        """Merge and rank what has come, unless nothing came since; note how long it takes."""
        async with self.merging:
            if (came := self._came()) != self.merged:
                began = time.monotonic()
                rows = self.merger.submit(self._merged_rows, plan, names)
                self.rows = await asyncio.wrap_future(rows)
                self.merged, self.merge_seconds = came, time.monotonic() - began

    async def _merge_rest(self, plan: Plan, names: AttributeNames) -> None:
        """Merge what came last if that is ready before the deadline; else the older rows stay."""
        self.merges.append(asyncio.create_task(self._merge(plan, names)))
        left = self.began + self.options.deadline - time.monotonic()
        await asyncio.wait(self.merges[-1:], timeout=max(0.0, left))
        if self.merged < 0:
            await asyncio.wait(self.merges, return_when=asyncio.FIRST_COMPLETED)
        for merge in self.merges:
            if merge.done():
                merge.result()
            merge.cancel()

    def _came(self) -> int:
        return sum(len(each.records) for each in self.live)

    def _merged_rows(self, plan: Plan, names: AttributeNames) -> list[AskRow]:
        tables = {each.key: dict(each.records) for each in self.live}
        live = {(each.key, key) for each in self.live for key in tables[each.key]}
        addresses = {
            (each.key, key): url for each in self.live for key, url in each.addresses.copy().items()
        }
        for record, url in self._stored(plan, names):
            tables.setdefault(record.source, {}).setdefault(record.key, record)
            addresses.setdefault((record.source, record.key), url)
        known = entity_ids(self.folder)
        records = {source: list(each.values()) for source, each in tables.items() if each}
        entities = merge_answers(records, names, known, plan.domain, plan.rules)
        return self._ranked(entities, addresses, live)

    def _stored(self, plan: Plan, names: AttributeNames) -> list[tuple[Record, str]]:
        """Return what is stored and answers; what came live goes before it."""
        with (
            IndexReader(plan.project.store) as reader,
            SearchIndex(self.folder / INDEX_FILE) as index,
        ):
            return list(stored_answers(self.asked, reader, index, names))

    def _ranked(
        self, entities: Sequence[FusedEntity], addresses: dict[Member, str], live: set[Member]
    ) -> list[AskRow]:
        """Rank what came by BM25F; how rare a word is, what came tells."""
        values = [in_reading_order((v.attribute, v.text) for v in e.values) for e in entities]
        scores = Bm25f(learned_weights(self.folder)).scores(
            self.asked.terms, values, {}, len(entities)
        )
        rows = [
            AskRow(
                entity.id,
                tuple(shown),
                entity.members,
                addresses_of(entity.members, addresses),
                score,
                not live.isdisjoint(entity.members),
            )
            for entity, shown, score in zip(entities, values, scores, strict=True)
        ]
        return sorted(rows, key=lambda row: -row.score)


def _keep_begun(store: Store, key: str, in_vain: int) -> None:
    """Keep that questions alone began a source; one without records begins anew with the next."""
    counts = store.counts(key)
    store.learn(key, BEGUN, counts.requests)
    if not counts.records:
        store.learn(key, UNOPENED, in_vain + 1)
        if store.source(key).state == "paused":
            store.set_state(key, "failed", reason="no question brought a value that opens it")


def _plan_of(folder: Path) -> Plan:
    """Return the plan of a project folder; raise ``ValueError`` without plan and harvest."""
    if (folder / PLAN_FILE).exists():
        return plan_of([str(folder / PLAN_FILE)])
    Project(folder).present_store()
    return plan_of([str(folder)])
