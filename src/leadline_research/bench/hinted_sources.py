"""Sources of the bench of hints: where they are, and how the records taken of them are judged.

A folder of sources is one of three kinds: files that serve all and print their addresses
(``ambiguous.py``; what right is stands in their ``RIGHT``, or here), or one file a source beside a
``run.py`` that compares (``s_NAME.py``, ``sources/NAME.py``). The gold hints of a source are a
recipe, ``NAME.toml``: beside the sources, or else in ``gold_hints`` here.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

from leadline.app.hint_log import read_hints
from leadline.model import Hint, Record

ITEM: Final = ("title", "author", "year")
FULL: Final = (*ITEM, "pub")
WORD: Final = re.compile(r"\w+")
Row = dict[str, Any]
Shares = tuple[float, float]


@dataclass(frozen=True, slots=True)
class HintedSource:
    """A source that is served: ``judge`` gives recall and precision of records taken of it."""

    name: str
    url: str
    judge: Callable[[Sequence[Record]], Shares]
    hosts: tuple[str, ...] = ()


def gold_hints(data: Path, name: str) -> tuple[Hint, ...]:
    """Return the gold hints of a source, () if it has none."""
    return read_hints(data / f"{name}.toml") or read_hints(
        Path(__file__).parent / "gold_hints" / f"{name}.toml"
    )


@contextmanager
def served_sources(data: Path, names: Sequence[str]) -> Iterator[Iterator[HintedSource]]:
    """Serve the sources of a folder, or those of some ``names``, while the context is open."""
    sys.path.insert(0, str(data))
    try:
        if (data / "sources").is_dir():
            yield _script_drawn(data, names)
        elif any(data.glob("s_*.py")):
            yield _server_drawn(data, names)
        else:
            yield _printed(data, names)
    finally:
        sys.path.remove(str(data))


def _server_drawn(data: Path, names: Sequence[str]) -> Iterator[HintedSource]:
    """One file a source, with a class that starts and stops, and names its fields."""
    compare = importlib.import_module("run").compare
    for path in sorted(data.glob("s_*.py")):
        name = path.stem[2:]
        if names and name not in names:
            continue
        site = importlib.import_module(path.stem).Source()

        def judge(records: Sequence[Record], site: Any = site) -> Shares:
            rows = [dict(enumerate(one.value for one in each.fields)) for each in records]
            recall, precision, *_ = compare(site, rows)
            return recall, precision

        url = site.start()
        try:
            yield HintedSource(name, url, judge)
        finally:
            site.stop()


def _script_drawn(data: Path, names: Sequence[str]) -> Iterator[HintedSource]:
    """One file a source in ``sources``; each may have a second host, which may be visited."""
    base, judged_by = importlib.import_module("base"), importlib.import_module("run").judge
    for path in sorted((data / "sources").glob("[!_]*.py")):
        if names and path.stem not in names:
            continue
        made = importlib.import_module(f"sources.{path.stem}").S
        made.name = made.name or path.stem

        def judge(records: Sequence[Record], source: Any) -> Shares:
            told = judged_by(source, [[one.value for one in each.fields] for each in records])
            return told["recall"], told["precision"] or 0.0

        source, servers, url = base.serve(made)
        hosts = ("localhost", f"localhost:{source.api_port}")
        try:
            yield HintedSource(path.stem, url, lambda r, s=source: judge(r, s), hosts)  # type: ignore[misc]
        finally:
            base.stop(servers)


def _printed(data: Path, names: Sequence[str]) -> Iterator[HintedSource]:
    """All sources of files that print their addresses."""
    for path in sorted(data.glob("[!_]*.py")):
        served = serve(path)
        right = served.get("RIGHT") or _right_of(served)
        for name, url in served["out"].items():
            if names and name not in names:
                continue
            rows, columns, *by_column = right[name]
            kinds = columns if any(by_column) else ()

            def judge(
                records: Sequence[Record],
                rows: Sequence[Row] = rows,
                columns: Sequence[str] = columns,
                kinds: Sequence[str] = kinds,
            ) -> Shares:
                values = ([str(row[one]) for one in columns] for row in rows)
                truth = [tuple(sorted(filter(None, row))) for row in values]
                return judged(in_columns(records, rows, kinds), truth)

            yield HintedSource(name, url, judge)


def serve(path: Path) -> dict[str, Any]:
    """Run a file that serves sources and waits; return its names once it printed addresses."""
    printed = Event()
    space: dict[str, Any] = {"__name__": "sources", "print": lambda *_, **__: printed.set()}
    code = compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)
    Thread(target=exec, args=(code, space), daemon=True).start()
    if not printed.wait(30):
        raise ValueError(f"{path} prints no addresses")
    return space


def _right_of(served: Mapping[str, Any]) -> dict[str, tuple[list[Row], tuple[str, ...]]]:
    """Return rows and the values that pages show, of sources that do not say so themselves."""
    rows = served["DB"]
    return {
        **dict.fromkeys(("two_lists", "two_forms", "icon_next", "total"), (rows, ITEM)),
        **dict.fromkeys(("split_rec", "merged"), (rows, FULL)),
        "ident": (rows, (*ITEM, "id")),
        "cat_a": ([*served["SER"], *rows[:120]], FULL),
        "cat_b": (served["B"], FULL),
        "swap": (served.get("C", []), FULL),
    }


def in_columns(
    records: Sequence[Record], rows: Sequence[Row], names: Sequence[str]
) -> list[Record]:
    """Return records without the values that stand in another column than most of their kind."""
    wrong = set[tuple[str, str]]()
    for name in names:
        meant = {str(row[name]) for row in rows}
        cells = [each for one in records for each in one.fields if each.value in meant]
        columns = Counter(each.column for each in cells)
        (most, _), *_ = columns.most_common(1) or [("", 0)]
        wrong |= {(each.column, each.value) for each in cells if each.column != most}
    return [
        replace(one, fields=tuple(f for f in one.fields if (f.column, f.value) not in wrong))
        for one in records
    ]


def judged(records: Iterable[Record], truth: Iterable[tuple[str, ...]]) -> Shares:
    """Return recall and precision; each true row counts once."""
    left: defaultdict[tuple[str, ...], int] = defaultdict(int)
    for row in truth:
        left[row] += 1
    count, found, taken = sum(left.values()), 0, 0
    for record in records:
        taken += 1
        cells = [one.value for one in record.fields if one.kind == "text"]
        row = next((one for one in left if left[one] and _shows(cells, one)), ())
        if row:
            left[row] -= 1
            found += 1
    return found / max(1, count), found / max(1, taken)


def _shows(cells: list[str], row: tuple[str, ...]) -> bool:
    """Tell whether cells hold each value of a row, and else nothing but its words, or numbers."""
    whole = {cell for cell in cells if all(value in cell for value in row)}
    rest = [cell for cell in cells if cell not in whole]
    words = {word for value in row for word in WORD.findall(value)}
    return all(value in rest for value in row) and all(
        cell.isdigit() or words.issuperset(WORD.findall(cell)) for cell in rest
    )
