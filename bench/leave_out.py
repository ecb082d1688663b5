"""Leave abilities out, one at a time, on standing sources and pages: which of them need it?

``./run python bench/leave_out.py`` prints one row for each ability of ``abilities.toml``;
``--write`` writes ``needed_by`` and ``requests`` there anew; names of abilities choose some, and
``--kind made`` one kind of subjects: what the others need stays as it stands.

Standing are the sources of the zoo, 24 sources put together by chance, the gold pages of records
where they lie beside the project, and the layouts of made pages (``bench/made_pages``), six pages
of each, on which records must be found. An ability is left out by giving each function of its
``off`` the neutral result: nothing, no, or the argument that it would have changed. It is needed
by a subject on which fewer records come, a bound is lost, or more requests are sent without it.
Its price is the requests that it costs all the others together.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import json
import sys
import textwrap
import tomllib
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT: Final = Path(__file__).resolve().parents[1]
TESTS: Final = ROOT / "tests"
LEDGER: Final = TESTS / "ledger" / "abilities.toml"
GOLD: Final = ROOT.parent / "shared" / "gold" / "records"
RANDOM: Final = 24
WIDER: Final = 0.005
"""Share by which a bound is wider, from which it counts as lost."""
SEEDS: Final = range(700, 706)
"""Pages that are made of each layout."""
MOST: Final = 1_000
"""Requests after which a source without an ability is given up."""
sys.path[:0] = [str(ROOT / "bench" / "golden"), str(TESTS / "crawl"), str(TESTS)]

NAMES_OF_PARTS: Final = {"CRAWL_PARTS", "LISTS", "PAGERS", "TEXT_FORMS"}
"""Names under which modules list parts that are functions, or run one."""
NEUTRAL: Final[dict[str, Any]] = {
    "None": None,
    "bool": False,
    "int": 0,
    "float": 0.0,
    "str": "",
    "list": [],
    "tuple": (),
    "dict": {},
    "Iterator": (),
    "Iterable": (),
}
"""Neutral results by the first word of an annotation; ``X | None`` is None."""


@dataclass
class Ability:
    """One row of the ledger."""

    name: str
    seam: str
    files: list[str]
    off: list[str]
    why: str = ""
    needed_by: list[str] = field(default_factory=list)
    requests: int = 0


class Run(NamedTuple):
    """What came of a subject: right records, rows, a bound (or none), requests."""

    right: int
    rows: int
    bound: float | None
    requests: int


def abilities() -> list[Ability]:
    """The rows of the ledger."""
    return [Ability(**row) for row in tomllib.loads(LEDGER.read_text("utf-8"))["ability"]]


def resolve(target: str) -> tuple[Callable[..., Any], int | None]:
    """Return the function of ``module:function`` or ``module:function=N``, and N."""
    place, _, kept = target.partition("=")
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(f"leadline.{module}"), name), int(kept) if kept else None


def neutral_value(said: str) -> Any:
    """Return the neutral result of an annotation.

    >>> [neutral_value(said) for said in ("tuple[int, str]", "tuple[str, ...]", "A | None")]
    [(0, ''), (), None]
    """
    head, _, inner = said.removesuffix("]").partition("[")
    if head == "tuple" and inner and "..." not in inner:
        return tuple(map(neutral_value, inner.split(", ")))
    return None if "| None" in said else NEUTRAL.get(head)


def neutral_of(function: Callable[..., Any], kept: int | None) -> Callable[..., Any]:
    """Return a function that takes the same arguments and does nothing."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(definition, ast.FunctionDef)
    assert definition.returns is not None
    said = ast.unparse(definition.returns)
    is_crawl = said.startswith("Crawl[") and said.endswith("]")
    result = neutral_value(said.removeprefix("Crawl[").removesuffix("]") if is_crawl else said)

    @wraps(function)
    def nothing(*args: Any, **named: Any) -> Any:
        bound = inspect.signature(function).bind(*args, **named)
        value = list(bound.arguments.values())[kept] if kept is not None else copy(result)
        return _returned(value) if is_crawl else value

    return nothing


def _returned(value: Any) -> Iterator[Any]:
    return value
    yield


def watched(function: Callable[..., Any], kept: int | None, acted: set[str], name: str) -> Any:
    """Return a function that notes whether its result is ever another than the neutral one."""
    if inspect.isgeneratorfunction(function):

        @wraps(function)
        def crawl(*args: Any, **named: Any) -> Any:
            steps = function(*args, **named)
            sent: Any = None
            while True:
                try:
                    step = steps.send(sent)
                except StopIteration as end:
                    if end.value:
                        acted.add(name)
                    return end.value
                acted.add(name)
                try:
                    sent = yield step
                except GeneratorExit:
                    steps.close()
                    raise
                except BaseException as fault:
                    return (yield from _thrown(steps, fault))

        return crawl

    @wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        result = function(*args, **named)
        given = list(args)[kept] if kept is not None and kept < len(args) else None
        if result is not given and (kept is not None or inspect.isgenerator(result) or result):
            acted.add(name)
        return result

    return call


def _thrown(steps: Any, fault: BaseException) -> Any:
    try:
        step = steps.throw(fault)
    except StopIteration as end:
        return end.value
    while True:
        sent = yield step
        try:
            step = steps.send(sent)
        except StopIteration as end:
            return end.value


@contextmanager
def replaced(changes: dict[Any, Any]) -> Iterator[None]:
    """Put other functions in the place of some, in every module that knows them."""
    done = []
    for module in [one for name, one in sys.modules.items() if name.startswith("leadline")]:
        for name, value in list(vars(module).items()):
            new = value
            if callable(value) and getattr(value, "__hash__", None):
                new = changes.get(value, value)
            elif isinstance(value, tuple) and name in NAMES_OF_PARTS:
                new = tuple(_changed(one, changes) for one in value)
            if new != value:
                setattr(module, name, new)
                done.append((module, name, value))
    forget_parts()
    try:
        yield
    finally:
        for module, name, value in done:
            setattr(module, name, value)
        forget_parts()


def _changed(part: Any, changes: dict[Any, Any]) -> Any:
    """Return a part with another function."""
    run = getattr(part, "run", None)
    return changes.get(part, part) if run is None else replace(part, run=changes.get(run, run))


def forget_parts() -> None:
    """Let functions that list parts look for them again."""
    for module in [
        one for name, one in sys.modules.items() if name.endswith((".parts", ".moments"))
    ]:
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def subjects() -> list[str]:
    """Names of all standing subjects."""
    from leadline_zoo.zoo import ZOO
    from made_pages import SETS

    pages = sorted(GOLD.glob("*/*.html"))
    return [
        *(f"zoo/{name}" for name in ZOO),
        *(f"random/{number}" for number in range(RANDOM)),
        *(f"gold/{one.parent.name}/{one.stem}" for one in pages),
        *(f"made/{kinds}/{name}" for kinds, layouts in SETS.items() for name in layouts),
    ]


def run(subject: str) -> Run:
    """Take one subject."""
    kind, _, name = subject.partition("/")
    if kind == "gold":
        from record import of_page

        found = of_page(GOLD / f"{name}.html")
        return Run(int(found["rows"], 16), found["count"], None, 0)
    if kind == "made":
        return of_layout(*name.split("/"))
    from in_memory import alive, taken

    from leadline_zoo.random_sources import random_source
    from leadline_zoo.zoo import ZOO

    spec = ZOO[name] if kind == "zoo" else random_source(int(name))
    ran, wire = alive(spec, most=MOST)
    _, right = taken(ran, wire.site)
    return Run(right, len(ran.records), ran.outcome.missing_at_most, len(ran.gets))


def of_layout(kinds: str, name: str) -> Run:
    """Mine the pages of a layout: those of which each record is found, and nothing else."""
    from leadline.mining.miner import record_text
    from leadline.page.dom import parse_html
    from leadline_research.bench.records.records import Gold, score_page, squash
    from leadline_research.miners import mine
    from made_pages import made_page

    right = 0
    for seed in SEEDS:
        html, items = made_page(name, seed, kinds)
        page = parse_html(html, "http://h.test/")
        gold = [Gold(tuple(map(squash, i.parts)), squash(i.text), ambiguous=False) for i in items]
        texts = [[record_text(page, span) for span in found.records] for found in mine(page)[:1]]
        found, given, wanted = score_page(gold, texts, "first")
        right += found == given == wanted
    return Run(right, 0, None, 0)


def acting(subject: str) -> tuple[Run, set[str]]:
    """Take a subject, and note which abilities do anything."""
    acted: set[str] = set()
    changes = {}
    for ability in abilities():
        for target in ability.off:
            function, kept = resolve(target)
            changes[function] = watched(function, kept, acted, ability.name)
    with replaced(changes):
        return run(subject), acted


def without(name: str, subject: str) -> Run:
    """Take a subject without an ability."""
    (ability,) = [one for one in abilities() if one.name == name]
    found = [resolve(target) for target in ability.off]
    with replaced({function: neutral_of(function, kept) for function, kept in found}):
        return run(subject)


def needs(before: Run, after: Run, subject: str) -> bool:
    """Tell whether a subject needs what was left out."""
    if subject.startswith("gold/"):
        return after != before
    lost = after.right < before.right or after.rows > before.rows
    bound, wider = before.bound, after.bound
    lost = lost or (bound is not None and (wider is None or wider > bound + WIDER))
    return lost or after.requests > before.requests


def measure(chosen: Sequence[str], workers: int, kind: str = "") -> list[Ability]:
    """Return the rows of the ledger with what was measured."""
    import leadline.app.harvest

    assert leadline.app.harvest
    rows = [one for one in abilities() if not chosen or one.name in chosen]
    everything = [one for one in subjects() if one.startswith(kind)]
    with ProcessPoolExecutor(workers) as pool:
        base = dict(zip(everything, pool.map(acting, everything, chunksize=1), strict=True))
        for row in rows:
            acts = [one for one in everything if row.name in base[one][1]]
            after = dict(zip(acts, pool.map(partial(without, row.name), acts), strict=True))
            needing = [one for one in acts if needs(base[one][0], after[one], one)]
            kept = [one for one in row.needed_by if not one.startswith(kind)]
            saved = [
                base[one][0].requests - ran.requests
                for one, ran in after.items()
                if one not in needing
            ]
            row.needed_by = [*kept, *needing]
            row.requests = row.requests * bool(kept) if kind == "made" else sum(saved)
            report = {"name": row.name, "acts": len(acts), "needed_by": row.needed_by}
            sys.stdout.write(json.dumps({**report, "requests": row.requests}) + "\n")
            sys.stdout.flush()
    return rows


def written(rows: Sequence[Ability], head: str) -> str:
    """The ledger as text."""
    text = [head]
    for row in rows:
        text.append("\n[[ability]]\n")
        for name, value in vars(row).items():
            if name == "why" and not value:
                continue
            text.append(f"{name} = {json.dumps(value, ensure_ascii=False)}\n")
    return "".join(text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--write", action="store_true", help="write the ledger anew")
    parser.add_argument("--kind", default="", help="zoo, random, gold or made: these subjects")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    measured = {row.name: row for row in measure(asked.names, asked.workers, asked.kind)}
    if asked.write:
        head = LEDGER.read_text("utf-8").partition("\n[[ability]]")[0]
        rows = [measured.get(row.name, row) for row in abilities()]
        LEDGER.write_text(written(rows, head), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
