"""A person's word on a project: given, checked against the archived pages, listed, taken back.

A hint that no archived page shows is refused in one sentence, as is one by which nothing would be
read. Of one that holds on some pages only, the others are counted and named. Then the pages are
read again as the hints say, without a request: what the archive lacks waits for the next harvest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from leadline.app.calls import Target, run_to_end
from leadline.app.harvest import Harvest, harvest_plan, load
from leadline.app.hint_judge import MAX_ROWS_JUDGED, made_of
from leadline.app.hint_log import HINTS_FILE, checked, read_hints, write_hints
from leadline.app.hint_rules import (
    Agreement,
    ArchivedSource,
    agreement,
    heeded,
    rows_by,
    with_rule,
)
from leadline.app.project import Plan, Project, SourceTarget, project_plan
from leadline.app.source.replayer import HEEDED
from leadline.app.tables.reread import reread
from leadline.crawl.alternatives import alternatives_in
from leadline.errors import LeadlineError
from leadline.model import ASKING_KINDS, Hint
from leadline.store import Reader
from leadline.store.refresh.visits import REFRESH

BOX_KIND: Final = {"box": "form"}
"""A box is named as its form is: by its label."""

WAITING: Final = "hints that change what is asked ({kinds}) wait for the next harvest"


@dataclass(frozen=True, slots=True)
class Heeded:
    """What came of a hint: its agreement (None: taken back), and the project as it is read now.

    ``before`` counts the records before, ``made`` says what became of them, in figures. ``waits``:
    the next harvest asks what the hint changes.
    """

    agreement: Agreement | None
    before: int
    harvest: Harvest
    waits: bool = False
    made: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """What became of the records in one line, with the way back; '' where nothing did."""
        return f"{'; '.join(self.made)}; `leadline hints --undo` takes it back" * bool(self.made)


def hint(project: Target, kind: str, example: str | Sequence[str], *, source: str = "") -> Heeded:
    """Say how a site is read, by an example: `hint("p", "record", ["Acme Ltd", "12 March"])`.

    Kinds and examples are those of ``leadline hint``. Raises ``ValueError`` for a hint that is not
    well formed, ``LeadlineError`` for one that no archived page shows; then nothing is changed.
    """
    plan = project_plan(project)
    texts = (example,) if isinstance(example, str) else tuple(example)
    target = _target(plan, source)
    texts = by_number(plan.project, target.key, kind, texts)
    kind = BOX_KIND.get(kind, kind)
    given = checked(Hint(kind, texts, source))
    archived = ArchivedSource(plan.project, target.key)
    is_new = not plan.project.store.is_file()
    learned = given if is_new else with_rule(archived, given)
    if learned is None:
        raise LeadlineError(f"no archived page shows {given.line}; nothing was changed")
    path = plan.project.folder / HINTS_FILE
    log = read_hints(path)
    if any((one.kind, one.texts, one.source) == (kind, texts, source) for one in log):
        raise ValueError(f"{given.line} was given before; `leadline hints` lists what was")
    write_hints(path, [*log, learned])
    if is_new:
        return Heeded(Agreement(given, 0, 0), 0, Harvest(plan.project, {}), waits=True)
    rows, waits = _rows(plan, target), kind in ASKING_KINDS
    before = _records(plan, target)
    taken = load(plan.project.folder) if waits else _read_again(plan, target)
    if before and not waits and not _records(plan, target):
        write_hints(path, log)
        _read_again(plan, target)
        raise LeadlineError(f"by {given.line} no record would be read; it was taken back")
    told = agreement(archived, learned, [*target.hints, learned])
    made = () if waits else made_of(rows, _rows(plan, target))
    return Heeded(told, before, taken, waits, made)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a hint would change: on how many pages it holds, and the rows of one page by column.

    ``before`` are the rows of that page as they are read now.
    """

    agreement: Agreement
    rows: tuple[dict[str, str], ...] = ()
    before: tuple[dict[str, str], ...] = ()

    @property
    def columns(self) -> list[str]:
        """Names of the columns, in the order in which rows show them."""
        return [*dict.fromkeys(name for row in self.rows for name in row)]

    @property
    def made(self) -> tuple[str, ...]:
        """What becomes of the rows of the page, in figures."""
        return made_of(self.before, self.rows) if self.before and self.rows else ()

    @property
    def gone(self) -> tuple[tuple[str, ...], ...]:
        """Values of the rows that go away, where all others stay as they are."""
        kept = {tuple(row.values()) for row in self.rows}
        gone = tuple(values for row in self.before if (values := tuple(row.values())) not in kept)
        return gone if len(gone) + len(self.rows) == len(self.before) else ()


def preview(
    project: Target, kind: str, example: str | Sequence[str], *, source: str = "", page: int = 0
) -> Preview:
    """Say what a hint would change, and change nothing; ``page`` is the number of an archived one.

    Raises as ``hint`` does.
    """
    plan = project_plan(project)
    texts = (example,) if isinstance(example, str) else tuple(example)
    target = _target(plan, source)
    texts = by_number(plan.project, target.key, kind, texts)
    archived = ArchivedSource(plan.project, target.key)
    given = checked(Hint(BOX_KIND.get(kind, kind), texts, source))
    learned = with_rule(archived, given)
    if learned is None:
        raise LeadlineError(f"no archived page shows {given.line}; nothing was changed")
    among = [*target.hints, learned]
    told = agreement(archived, learned, among)
    before = tuple(rows_by(archived, (), page))
    return Preview(told, tuple(rows_by(archived, among, page)), before)


def by_number(project: Project, key: str, kind: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the example of the alternative of a number; other examples as they are.

    `("2",)` is the second of its kind, `("2", "author")` gives the second column a name. Raises
    ``ValueError`` for one that is taken already and has no example.
    """
    if not texts or not texts[0][:9].isdecimal() or not project.store.is_file():
        return texts
    with Reader(project.store) as store:
        is_known = key in [one.key for one in store.sources()]
        every = alternatives_in(store.learned(key)) if is_known else ()
    number = int(texts[0][:9])
    found = [one for one in every if (one.decision, one.number) == (kind, number)]
    if not found:
        return texts
    if not found[0].example:
        raise ValueError(f"{kind} {number} ({found[0].what}) is what is read without a hint")
    if kind == "column" and len(texts) == 2:
        return (f"{texts[1]}={found[0].example[0].partition('=')[2]}",)
    return found[0].example if len(texts) == 1 else texts


def hints(project: Target) -> list[Agreement]:
    """Return the hints of a project in their order, each with its agreement."""
    plan = project_plan(project)
    told: dict[Hint, Agreement] = {}
    for target in plan.sources:
        source = ArchivedSource(plan.project, target.key)
        told.update((one, agreement(source, one, target.hints)) for one in target.hints)
    return list(told.values())


def take_back(project: Target, number: int = 0) -> Heeded:
    """Take back the last hint, or that of a number (from 1), and read the pages without it."""
    plan = project_plan(project)
    path = plan.project.folder / HINTS_FILE
    log = list(read_hints(path))
    if not log or number > len(log):
        raise ValueError(f"{path} holds {len(log)} hints: there is none to take back")
    gone = log.pop(number - 1)
    target = _target(plan, gone.source)
    before = _records(plan, target)
    write_hints(path, log)
    waits = gone.kind in ASKING_KINDS
    taken = load(plan.project.folder) if waits else _read_again(plan, target)
    return Heeded(None, before, taken, waits)


def _target(plan: Plan, source: str) -> SourceTarget:
    """Return the source that is meant; raise ``ValueError`` where several might be."""
    keys = [target.key for target in plan.sources]
    if not source and len(keys) > 1:
        raise ValueError(f"name one of the sources with --source: {', '.join(keys)}")
    wanted = [target for target in plan.sources if source in ("", target.key)]
    if not wanted:
        raise ValueError(f"there is no source {source!r}; there are {', '.join(keys)}")
    return wanted[0]


def _records(plan: Plan, target: SourceTarget) -> int:
    with Reader(plan.project.store) as store:
        return store.counts(target.key).records


def _rows(plan: Plan, target: SourceTarget) -> list[dict[str, str]]:
    with Reader(plan.project.store) as store:
        records = islice(store.records(target.key), MAX_ROWS_JUDGED)
        return [{f.column: f.value for f in one.fields if f.kind == "text"} for one in records]


async def heed_edits(plan: Plan) -> dict[str, str]:
    """Read sources again whose hints were edited by hand; return why some wait, by key.

    What hints change of the requests waits for a harvest.
    """
    waiting = dict[str, str]()
    for target in plan.sources if plan.project.store.is_file() else ():
        other = {(one.kind, one.texts) for one in target.hints}
        with Reader(plan.project.store) as store:
            if target.key not in [one.key for one in store.sources()]:
                continue
            now = heeded(store.learned(target.key).get(HEEDED))
        other ^= {(one.kind, one.texts) for one in now}
        asking = sorted({kind for kind, _ in other} & ASKING_KINDS)
        if asking:
            waiting[target.key] = WAITING.format(kinds=", ".join(asking))
        elif other:
            await _aread_again(plan, target)
    return waiting


def _read_again(plan: Plan, target: SourceTarget) -> Harvest:
    return run_to_end(lambda: _aread_again(plan, target))


async def _aread_again(plan: Plan, target: SourceTarget) -> Harvest:
    """Read a source as its hints say now, from the archive alone: all of its pages, visits too."""
    again = project_plan(plan.project.folder)
    ours = tuple(one for one in again.sources if one.key == target.key)
    taken = await harvest_plan(replace(again, sources=ours), offline=True, again=False)
    with Reader(plan.project.store) as store:
        is_visited = any(page.purpose == REFRESH for page in store.pages(target.key))
    is_open = any(outcome.state == "paused" for outcome in taken.outcomes.values())
    if (is_visited or is_open) and _records(plan, target):
        reread(plan.project.folder, source=target.key)
        return replace(taken, outcomes=load(plan.project.folder).outcomes)
    return taken
