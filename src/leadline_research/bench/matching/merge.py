"""``bench merge``: the whole way of users' tables, from two sites to entities, against their pairs.

A folder holds ``tables``, ``aligned`` and ``normal`` with the sets of ``bench match``, and
``serve_table.py``, which shows a table as a search site. By ``sites`` both tables of a set are
harvested and integrated; by ``tables`` they are integrated as they lie there; by ``answers`` once
more after ten answers to what is asked; by ``aligned`` and ``normal`` their columns have one name
already, and records are matched only.
"""

from __future__ import annotations

import asyncio
import csv
import random
import tempfile
from collections import defaultdict
from contextlib import ExitStack, closing
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from leadline.app.harvest import aharvest
from leadline.app.integration.merge import Integration, integrate_project, integrate_tables
from leadline.app.project import PLAN_FILE
from leadline.errors import LeadlineError
from leadline.integrate.matching.matcher import match
from leadline.model import Field, Record
from leadline_research.bench.matching.data import read_set, read_sets
from leadline_research.named import chosen, member

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from leadline.integrate.record_table import Member

Pair = tuple[str, str]
Found = tuple[set[Pair], int]
"""Joined pairs of ids, and how many questions were asked."""
SERVER: Final = "serve_table.py"
ANSWERS: Final = 10
"""Pairs about which a person is supposed to answer."""
TABLES: Final = {"a": "a.csv", "b": "b.csv"}


def run(data: Path, names: Sequence[str] = (), methods: Sequence[str] = ()) -> dict[str, Any]:
    """Measure every set by the whole way, or by the given ones."""
    rows = []
    for method in chosen(methods or ["sites"], METHODS, "method"):
        folder = data / ("tables" if method in ("sites", "answers") else method)
        for each in read_sets(folder, list(names)):
            found, asked = member(method, METHODS, "method")(each)
            rows.append({"name": each.name, "method": method, **_against(each, found, asked)})
    mean = round(fmean(row["f1"] for row in rows), 4)
    return {"sets": rows, "mean_f1": mean, "wrong": sum(row["wrong"] for row in rows)}


def _against(folder: Path, found: set[Pair], asked: int) -> dict[str, Any]:
    gold = {_sorted(row["id_a"], row["id_b"]) for row in _rows(folder / "gold.csv")}
    right = len(found & gold)
    return {
        "precision": round(right / max(1, len(found)), 4),
        "recall": round(right / max(1, len(gold)), 4),
        "f1": round(2 * right / max(1, len(found) + len(gold)), 4),
        "wrong": len(found) - right,
        "asked": asked,
    }


def _matched(folder: Path) -> Found:
    """Match tables whose columns have one name."""
    pool = read_set(folder, 1, random.Random(0))
    right = pool.columns(pool.right) if pool.right is not None else None
    matching = match(pool.columns(pool.left), right)
    others = pool.left if pool.right is None else pool.right
    pairs = {
        _sorted(pool.left[pair.left]["id"], others[pair.right]["id"]) for pair in matching.accepted
    }
    return pairs, len(matching.questions)


def _integrated(folder: Path) -> Found:
    """Integrate the tables as they lie in the folder."""
    tables = _tables(folder)
    repeating = () if len(tables) > 1 else tables
    return _pairs(integrate_tables(tables, repeating=repeating), lambda member: member[1])


def _answered(folder: Path) -> Found:
    """Integrate them, answer ten pairs that are asked by the truth, and integrate them again."""
    tables = _tables(folder)
    gold = {(row["id_a"], row["id_b"]) for row in _rows(folder / "gold.csv")}
    decisions: dict[tuple[Member, Member], bool] = {}
    found = integrate_tables(tables)
    for (first, second), asked in found.questions:
        keys = [{row: key for key, row in found.rows[each].items()} for each in (first, second)]
        for left, right in asked.samples:
            one, other = keys[0][left], keys[1][right]
            if len(decisions) < ANSWERS:
                decisions[(first, one), (second, other)] = (one, other) in gold
    return _pairs(integrate_tables(tables, decisions=decisions), lambda member: member[1])


def _tables(folder: Path) -> dict[str, list[Record]]:
    return {
        source: [
            Record(source, row.pop("id"), tuple(Field(*each) for each in row.items() if each[1]))
            for row in _rows(folder / file)
        ]
        for source, file in TABLES.items()
        if (folder / file).exists()
    }


def _harvested(folder: Path) -> Found:
    """Show the tables as sites, harvest them and integrate what came."""
    serve = _server(folder.parent.parent / SERVER)
    with ExitStack() as stack:
        project = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="leadline-merge-")))
        files = [folder / file for file in TABLES.values() if (folder / file).exists()]
        for style, file in enumerate(files):
            site = stack.enter_context(closing(serve(_rows(file), f"Table {file.stem}", style)))
            asyncio.run(aharvest(site.url, project=str(project)))
            if len(files) == 1:
                plan = f'[[source]]\nurl = "{site.url}"\nrepeats = true\n'
                (project / PLAN_FILE).write_text(plan, encoding="utf-8")
        integration = integrate_project(project)
        return _pairs(integration, lambda member: unquote(member[1]).rpartition("/r/")[2])


def _pairs(integration: Integration, id_of: Callable[[Member], str]) -> Found:
    """Pairs of ids within entities: of two sources, or of the only one."""
    sources = len(integration.rows)
    found = set()
    for _, members in integration.entities.members():
        by_source = defaultdict(list)
        for each in members:
            by_source[each[0]].append(id_of(each))
        found |= {_sorted(*pair) for pair in _across(list(by_source.values()), sources)}
    return found, len(integration.questions)


def _across(groups: Sequence[Sequence[str]], sources: int) -> Iterable[Pair]:
    if sources == 1:
        return combinations(groups[0], 2)
    return ((a, b) for one, other in combinations(groups, 2) for a in one for b in other)


def _sorted(one: str, other: str) -> Pair:
    return min(one, other), max(one, other)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _server(path: Path) -> Callable[..., Any]:
    """Load what shows a table as a search site."""
    spec = spec_from_file_location("serve_table", path)
    if spec is None or spec.loader is None or not path.exists():
        raise LeadlineError(f"{path} does not exist; --method tables needs no server")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    server: Callable[..., Any] = module.Src
    return server


METHODS: Final[dict[str, Callable[[Path], Found]]] = {
    "sites": _harvested,
    "tables": _integrated,
    "answers": _answered,
    "aligned": _matched,
    "normal": _matched,
}
