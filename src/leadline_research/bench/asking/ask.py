"""``leadline bench ask``: Yang 2008's table 1 in our form, live over made-up domains.

Eight test sources of each domain are served on this machine and harvested. Every query is then
asked live. With ``--data`` real sites of a folder are asked what its file of queries says
(`real_sites`). Measured are

- ``pass_rate``: sources asked that hold an answer, over sources that hold one; ``pass_precision``:
  over sources asked; ``visited``: share of the sources that are asked;
- ``record_recall`` and ``precision`` of the records that come live, summed over the queries;
- ``first_seconds``: median and largest time to the first record, ``seconds`` to the end;
- ``trouble``: one source hangs, one sends garbage, one answers 500; how far the deadline is
  overrun, and what is said of each (drawn domains only).

``rivals`` compares ways of choosing sources from samples of different sizes (drawn domains only).
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from leadline.app.asking.ask import AskOptions, aask
from leadline.app.asking.events import QuestionAnswered, RecordsArrived
from leadline.app.calls import run_to_end
from leadline.app.harvest import harvest
from leadline.app.project import source_key
from leadline.model import QueryInterface
from leadline.page.plain import from_plain
from leadline.store import Reader
from leadline_research.bench.asking.choosing import sampled_choices
from leadline_research.bench.asking.domains import DOMAINS, GROUPS, PERSONS, domain
from leadline_research.bench.asking.live import condition_questions, write_plan
from leadline_research.bench.asking.mixed import draw_questions, made_lines, own_source
from leadline_research.bench.asking.questions import (
    AskedSources,
    attributes_asked,
    made_questions,
    values_of,
)
from leadline_research.bench.asking.real_sites import harvested_site, read_domains, read_questions
from leadline_research.bench.served import running
from leadline_zoo.replies import SiteReply
from leadline_zoo.source import ServedSource

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.app.asking.events import AskResults
    from leadline.model import Record
    from leadline_research.bench.asking.domains import AskedDomain
    from leadline_research.bench.asking.questions import Question

TROUBLE_DEADLINE: Final = 1.5
HANG_SECONDS: Final = 6.0


def run(*, data: Path | None = None, names: Sequence[str] = (), seed: int = 0) -> dict[str, Any]:
    """Ask the queries of the named domains, or of all: of ``data``, or drawn."""
    measured = _real_domains(data, names, seed) if data else _made_domains(names, seed)
    rows: list[dict[str, Any]] = []
    rivals: dict[str, list[dict[str, Any]]] = {}
    for figures, asked, interfaces in measured:
        rows.append(figures)
        for method, measures in ({} if data else sampled_choices(asked, interfaces)).items():
            rivals.setdefault(method, []).extend(measures)
    return {"domains": rows, "rivals": rivals}


Measured = tuple[dict[str, Any], AskedSources, dict[str, QueryInterface]]


def _made_domains(names: Sequence[str], seed: int) -> Iterator[Measured]:
    """Harvest the sources of drawn domains, ask all queries, then ask in trouble."""
    for name in names or DOMAINS:
        made = domain(name, seed)
        asked = made_questions(made, PERSONS[name], GROUPS[name])
        with ExitStack() as stack, tempfile.TemporaryDirectory() as temporary:
            served = {
                each: stack.enter_context(ServedSource(spec, table))
                for each, (spec, table) in made.sources.items()
            }
            folder = Path(temporary)
            keys, taken = _harvest({each: source.url for each, source in served.items()}, folder)
            figures = _asked(asked, keys, folder)
            missing = {each: len(asked.records[each]) - len(taken[each]) for each in served}
            figures["not_harvested"] = {each: count for each, count in missing.items() if count}
            figures["trouble"] = _trouble(made, served, folder)
            yield figures, asked, _interfaces(folder, keys)


def _real_domains(data: Path, names: Sequence[str], seed: int) -> Iterator[Measured]:
    """Start the sources of each domain of a file, harvest them, and ask its queries."""
    folder_of_sites, domains = read_domains(data, names)
    for each in domains:
        if "conditions" in each:
            yield _live_domain(folder_of_sites, each, seed)
            continue
        with ExitStack() as stack, tempfile.TemporaryDirectory() as temporary:
            started = {
                name: stack.enter_context(running(folder_of_sites, name)) for name in each["sites"]
            }
            urls = {name: url for name, (url, _) in started.items()}
            truths = {name: truth for name, (_, truth) in started.items()}
            for about in each.get("own", ()):
                lines = truths[about["of"]] if about["of"] else made_lines(each["name"])
                source = stack.enter_context(ServedSource(*own_source(about, each, lines)))
                urls[about["name"]], truths[about["name"]] = source.url, source.truth()
            is_drawn = "columns" in each
            questions = (
                draw_questions(each, truths, seed) if is_drawn else read_questions(each, truths)
            )
            folder = Path(temporary)
            keys, taken = _harvest(urls, folder, each.get("details", ()))
            sites = {name: harvested_site(truths[name], taken[name]) for name in urls}
            asked = AskedSources(
                each["name"],
                questions,
                taken,
                attributes_asked(questions),
                lambda name, record, sites=sites: sites[name].identities(record),  # type: ignore[misc]
            )
            figures = _asked(asked, keys, folder)
            figures["harvested"] = {name: [len(taken[name]), len(truths[name])] for name in urls}
            yield figures, asked, _interfaces(folder, keys)


def _live_domain(sites: Path, each: dict[str, Any], seed: int) -> Measured:
    """Start sources that nobody harvests, and ask: the first question makes them understood."""
    with ExitStack() as stack, tempfile.TemporaryDirectory() as temporary:
        started = {name: stack.enter_context(running(sites, name)) for name in each["sites"]}
        folder, urls = Path(temporary), {name: url for name, (url, _) in started.items()}
        write_plan(folder, each, list(urls.values()))
        questions = condition_questions(each, {n: truth for n, (_, truth) in started.items()}, seed)
        known = attributes_asked(questions)
        asked = AskedSources(each["name"], questions, dict.fromkeys(urls, ()), known, values_of)
        keys = {source_key(url): name for name, url in urls.items()}
        figures = _asked(asked, keys, folder)
        with Reader(folder / "project.sqlite") as reader:
            figures["requests"] = {name: reader.counts(key).requests for key, name in keys.items()}
        return figures, asked, _interfaces(folder, keys)


def _harvest(
    urls: dict[str, str], folder: Path, details: Sequence[str] = ()
) -> tuple[dict[str, str], dict[str, list[Record]]]:
    """Harvest sources; return their names by key, and their records by name.

    Of the sources that ``details`` names the page of every record is read too.
    """
    harvest(*urls.values(), project=folder)
    if details:
        harvest(*(urls[name] for name in details), project=folder, details=True)
    keys = {source_key(url): name for name, url in urls.items()}
    with Reader(folder / "project.sqlite") as reader:
        return keys, {
            name: [replace(record, source=name) for record in reader.records(key)]
            for key, name in keys.items()
        }


def _interfaces(folder: Path, keys: dict[str, str]) -> dict[str, QueryInterface]:
    with Reader(folder / "project.sqlite") as reader:
        learned = {name: reader.learned(key) for key, name in keys.items()}
    return {
        name: from_plain(QueryInterface, parts["interface"])
        for name, parts in learned.items()
        if "interface" in parts
    }


def _asked(asked: AskedSources, keys: dict[str, str], folder: Path) -> dict[str, Any]:
    """Ask all questions of a domain and compare with the truth; ``keys`` name the sources."""
    sums = dict.fromkeys(("right", "chosen", "having", "found", "came", "there"), 0)
    first, seconds, misses = [], [], []
    for question in asked.questions:
        results, came = _ask(folder, question.text, AskOptions(deadline=10, explore=0.0))
        chosen = {keys[each.source] for each in results.choices if each.is_chosen}
        sums["right"] += len(chosen & set(question.answers))
        sums["chosen"] += len(chosen)
        sums["having"] += len(question.answers)
        right = _right(came, question, asked, keys)
        sums["found"] += right
        sums["came"] += len(came)
        wanted = sum(question.having.values())
        sums["there"] += wanted
        seconds.append(results.seconds)
        if results.first_seconds is not None:
            first.append(results.first_seconds)
        if right != wanted or right != len(came) or chosen != set(question.answers):
            misses.append(_miss(question, chosen, right, len(came)))
    return {
        "name": asked.name,
        "queries": len(asked.questions),
        "sources": len(asked.records),
        "pass_rate": _share(sums["right"], sums["having"]),
        "pass_precision": _share(sums["right"], sums["chosen"]),
        "visited": _share(sums["chosen"], len(asked.questions) * len(asked.records)),
        "record_recall": _share(sums["found"], sums["there"]),
        "precision": _share(sums["found"], sums["came"]),
        "records": sums["there"],
        "first_seconds": [round(median(first), 3), round(max(first), 3)] if first else [],
        "seconds": round(sum(seconds) / len(seconds), 3) if seconds else 0.0,
        "misses": misses,
    }


def _miss(question: Question, chosen: set[str], right: int, came: int) -> dict[str, Any]:
    return {
        "query": question.text,
        "having": question.having,
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


def _right(
    came: list[Record], question: Question, asked: AskedSources, keys: dict[str, str]
) -> int:
    """Count the records that are true answers, each once."""
    right = set()
    for record in came:
        name = keys[record.source]
        answers = question.answers.get(name, frozenset())
        right |= {(name, identity) for identity in answers & set(asked.identities(name, record))}
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
