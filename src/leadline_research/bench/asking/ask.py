"""``leadline bench ask``: Yang 2008's table 1 in our form, live over made-up domains.

Eight test sources of each domain are served on this machine and harvested. Every query is then
asked live. Measured are

- ``pass_rate``: sources asked that hold an answer, over sources that hold one; ``pass_precision``:
  over sources asked; ``visited``: share of the sources that are asked;
- ``record_recall`` and ``precision`` of the records that come live, summed over the queries;
- ``first_seconds``: median and largest time to the first record, ``seconds`` to the end;
- ``trouble``: one source hangs, one sends garbage, one answers 500; how far the deadline is
  overrun, and what is said of each.

``rivals`` compares ways of choosing sources from samples of different sizes.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from leadline.app.asking.ask import AskOptions, aask
from leadline.app.asking.events import QuestionAnswered, RecordsArrived
from leadline.app.harvest import harvest, run_to_end
from leadline.app.project import source_key
from leadline.forms.serialize import interface_from_dict
from leadline.store import Reader
from leadline_research.bench.asking.choosing import sampled_choices
from leadline_research.bench.asking.domains import DOMAINS, GROUPS, PERSONS, domain
from leadline_zoo.replies import SiteReply
from leadline_zoo.source import ServedSource

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.app.asking.events import AskResults
    from leadline.model import QueryInterface, Record
    from leadline_research.bench.asking.domains import AskedDomain, DrawnQuery

TROUBLE_DEADLINE: Final = 1.5
HANG_SECONDS: Final = 6.0


def run(*, names: Sequence[str] = (), seed: int = 0) -> dict[str, Any]:
    """Ask the queries of the named domains, or of all."""
    rows, rivals = [], []
    for name in names or DOMAINS:
        made = domain(name, seed)
        with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
            served = {
                each: stack.enter_context(ServedSource(spec, table))
                for each, (spec, table) in made.sources.items()
            }
            figures, interfaces = _measured(made, served, Path(folder))
        rows.append(figures)
        rivals += sampled_choices(made, interfaces, PERSONS[name], GROUPS[name])
    return {"domains": rows, "rivals": rivals}


def _measured(
    made: AskedDomain, served: dict[str, ServedSource], folder: Path
) -> tuple[dict[str, Any], dict[str, QueryInterface]]:
    """Harvest the sources of a domain, ask all queries, then ask in trouble."""
    harvest(*[each.url for each in served.values()], project=folder)
    names = {source_key(each.url): name for name, each in served.items()}
    with Reader(folder / "project.sqlite") as reader:
        learned = {names[each.key]: reader.learned(each.key) for each in reader.sources()}
        taken = {names[s.key]: reader.counts(s.key).records for s in reader.sources()}
    interfaces = {
        name: interface_from_dict(parts["interface"])
        for name, parts in learned.items()
        if "interface" in parts
    }
    figures = _asked(made, names, folder)
    missing = {
        name: len(table.rows) - taken.get(name, 0) for name, (_, table) in made.sources.items()
    }
    figures["not_harvested"] = {name: count for name, count in missing.items() if count}
    figures["trouble"] = _trouble(made, served, folder)
    return figures, interfaces


def _asked(made: AskedDomain, names: dict[str, str], folder: Path) -> dict[str, Any]:
    """Ask all queries of a domain and compare with the truth."""
    sums = dict.fromkeys(("right", "chosen", "having", "found", "came", "there"), 0)
    first, seconds, misses = [], [], []
    for query in made.queries:
        results, came = _ask(folder, query.text, AskOptions(deadline=10, explore=0.0))
        truth = {name: {row["title"] for row in rows} for name, rows in made.truth(query).items()}
        chosen = {names[each.source] for each in results.choices if each.is_chosen}
        sums["right"] += len(chosen & set(truth))
        sums["chosen"] += len(chosen)
        sums["having"] += len(truth)
        right = _right(came, truth, names)
        sums["found"] += right
        sums["came"] += len(came)
        wanted = sum(map(len, truth.values()))
        sums["there"] += wanted
        seconds.append(results.seconds)
        if results.first_seconds is not None:
            first.append(results.first_seconds)
        if right != wanted or right != len(came) or chosen != set(truth):
            misses.append(_miss(query, truth, chosen, right, len(came)))
    return {
        "name": made.name,
        "queries": len(made.queries),
        "sources": len(made.sources),
        "pass_rate": _share(sums["right"], sums["having"]),
        "pass_precision": _share(sums["right"], sums["chosen"]),
        "visited": _share(sums["chosen"], len(made.queries) * len(made.sources)),
        "record_recall": _share(sums["found"], sums["there"]),
        "precision": _share(sums["found"], sums["came"]),
        "records": sums["there"],
        "first_seconds": [round(median(first), 3), round(max(first), 3)],
        "seconds": round(sum(seconds) / len(seconds), 3),
        "misses": misses,
    }


def _miss(
    query: DrawnQuery, truth: dict[str, set[str]], chosen: set[str], right: int, came: int
) -> dict[str, Any]:
    return {
        "query": query.text,
        "having": {name: len(titles) for name, titles in truth.items()},
        "chosen": sorted(chosen),
        "right": right,
        "came": came,
    }


def _ask(folder: Path, text: str, options: AskOptions) -> tuple[AskResults, list[Record]]:
    """Ask, and return the results with all records that came live."""

    async def collect() -> tuple[AskResults, list[Record]]:
        events = [event async for event in aask(folder, text, options)]
        assert isinstance(events[-1], QuestionAnswered)
        arrived = (event.records for event in events if isinstance(event, RecordsArrived))
        return events[-1].results, [record for records in arrived for record in records]

    return run_to_end(collect)


def _right(came: list[Record], truth: dict[str, set[str]], names: dict[str, str]) -> int:
    """Count the records that are true answers, each once."""
    right = set()
    for record in came:
        name = names[record.source]
        values = {" ".join(field.value.split()) for field in record.fields}
        titles = truth.get(name, set()) & values
        right |= {(name, title) for title in titles}
    return len(right)


def _trouble(made: AskedDomain, served: dict[str, ServedSource], folder: Path) -> dict[str, Any]:
    """Let three sources fail in three ways and ask everywhere."""
    noise = bytes(range(256)) * 64
    replies = (SiteReply(200, hang=HANG_SECONDS), SiteReply(200, noise), SiteReply(500, b"oops"))
    for source, reply in zip(served.values(), replies, strict=False):
        _break(source, reply)
    query = next(each for each in made.queries if each.words and made.truth(each))
    options = AskOptions(deadline=TROUBLE_DEADLINE, explore=0.0, everywhere=True)
    results, _ = _ask(folder, query.text, options)
    return {
        "overrun_seconds": round(results.seconds - TROUBLE_DEADLINE, 3),
        "is_partial": results.is_partial,
        "states": {
            name: next(
                (f"{e.state}: {e.reason}" for e in results.sources if e.source in source.url), ""
            )
            for name, source in served.items()
        },
    }


def _break(source: ServedSource, reply: SiteReply) -> None:
    def answer(method: str, target: str, body: bytes, cookie: str) -> SiteReply:
        if target == "/robots.txt":
            return SiteReply(404)
        source._stopped.wait(reply.hang)
        return reply

    source.answer = answer  # type: ignore[method-assign]


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0
