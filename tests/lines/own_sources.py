"""Own sources for lines, behind the commands of ``../shared/sites/site``.

``papers-dblp`` and ``papers-acm`` serve the tables of ``../shared/data/match/er_dblp_acm``, which
are read there and not copied. ``novels-*`` share books in Chinese. Any source of the zoo can be
started by its name.
"""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from leadline_zoo.data.tables import Recipe, Table, make_table
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Form, Look, Pager, SourceSpec, Total
from leadline_zoo.zoo import ZOO

HERE: Final = Path(__file__).resolve().parent
CACHE: Final = Path(os.environ.get("LEADLINE_LINES", Path.home() / ".cache" / "leadline-lines"))
MATCH_DATA: Final = HERE.parents[2] / "shared" / "data" / "match"
PAPERS: Final = {
    "papers-dblp": (
        "a.csv",
        SourceSpec(
            "papers-dblp",
            "papers",
            kind="Bibliography of database research papers",
            form=Form(box="query", action="/find"),
            look=Look("table", link_style="query"),
            pager=Pager("numbers", 50),
            total=Total("exact"),
            engine=Engine(empty="nothing", everything=("*",)),
        ),
    ),
    "papers-acm": (
        "b.csv",
        SourceSpec(
            "papers-acm",
            "papers",
            kind="Digital library: research papers and proceedings",
            form=Form(box="q", action="/results", decoys=("login",)),
            look=Look("definitions", highlight="b"),
            pager=Pager("offset", 25, parameter="start"),
            total=Total("range"),
            engine=Engine("or", empty="help", order="relevance"),
        ),
    ),
}
NOVELS: Final = {
    "novels-north": SourceSpec(
        "novels-north",
        "zh_books",
        kind="北方图书馆馆藏图书检索",
        charset="gbk",
        form=Form("GET", "strText", "/opac/search.asp", "/opac/"),
        look=Look("table", "tables", rank=True, charset_in="meta", declared="gb2312"),
        pager=Pager("offset", 20, parameter="start"),
        total=Total("exact"),
        engine=Engine(empty="nothing", everything=("%",)),
    ),
    "novels-south": SourceSpec(
        "novels-south",
        "zh_books",
        kind="南方图书馆书目查询",
        form=Form("POST", "keyword", "/chaxun", category="subject"),
        look=Look("definitions", "modern"),
        pager=Pager("post", 25),
        total=Total("range"),
        engine=Engine("substring"),
    ),
    "novels-east": SourceSpec(
        "novels-east",
        "zh_books",
        kind="东方图书馆图书目录",
        look=Look("cards", "modern"),
        pager=Pager("next", 24),
        total=Total("absent"),
        engine=Engine("substring", empty="help"),
    ),
}
NOVEL_ROWS: Final = {
    "novels-north": (0, 1200, 11, ""),
    "novels-south": (700, 1900, 13, "call"),
    "novels-east": (300, 900, 17, "publisher"),
}
"""First and last row of the common table, a factor for ids of its own, a column not shown."""


def source(name: str) -> tuple[SourceSpec, Table]:
    """Return the specification and the table of a source."""
    if name in PAPERS:
        file, spec = PAPERS[name]
        with (MATCH_DATA / "er_dblp_acm" / file).open(encoding="utf-8", newline="") as lines:
            read = csv.DictReader(lines)
            rows = tuple({"id": row["id"], **_paper(row)} for row in read)
        return spec, Table(Recipe("en", dict.fromkeys(_paper(rows[0]), ())), rows)
    if name in NOVELS:
        first, last, factor, hidden = NOVEL_ROWS[name]
        whole = make_table("zh_books", last)
        columns = {c: p for c, p in whole.recipe.columns.items() if c != hidden}
        rows = tuple(
            {"id": str(factor * number), **{column: row[column] for column in columns}}
            for number, row in enumerate(whole.rows[first:last], 100)
        )
        return NOVELS[name], Table(replace(whole.recipe, columns=columns), rows)
    spec = ZOO[name]
    return spec, make_table(spec.table, spec.count, spec.seed)


def _paper(row: dict[str, str]) -> dict[str, str]:
    author = row.get("authors", row.get("author", ""))
    return {"title": row["title"], "author": author, "venue": row["venue"], "year": row["year"]}


def main(command: str, *names: str) -> int:
    """Do what is asked; exit code 2 for an unknown command."""
    CACHE.mkdir(parents=True, exist_ok=True)
    if command == "install":
        for name in names:
            source(name)
    elif command == "start":
        sys.stdout.write(_start(names[0], names[1] if len(names) > 1 else "0") + "\n")
    elif command == "serve":
        _serve(*names)
    elif command == "stop":
        for name in names:
            _stop(name)
    elif command == "truth":
        sys.stdout.write(f"{_truth(names[0])}\n")
    elif command == "list":
        for name in (*PAPERS, *NOVELS, *ZOO):
            state = f"running {_url(name)}" if _pid(name) else "installed"
            sys.stdout.write(f"{name} {state}\n")
    else:
        return 2
    return 0


def _start(name: str, port: str) -> str:
    if not _pid(name):
        (CACHE / f"{name}.url").unlink(missing_ok=True)
        with (CACHE / f"{name}.log").open("wb") as log:
            child = subprocess.Popen(
                [sys.executable, __file__, "serve", name, port],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        (CACHE / f"{name}.pid").write_text(str(child.pid))
    for _ in range(600):
        if url := _url(name):
            return url
        time.sleep(0.05)
    raise SystemExit(f"{name} did not start: see {CACHE / name}.log")


def _serve(name: str, port: str) -> None:
    with ServedSource(*source(name), port=int(port)) as served:
        part = CACHE / f"{name}.url.part"
        part.write_text(served.url)
        part.replace(CACHE / f"{name}.url")
        threading.Event().wait()


def _url(name: str) -> str:
    path = CACHE / f"{name}.url"
    return path.read_text() if path.is_file() else ""


def _pid(name: str) -> int:
    """Return the process of a source that runs, else 0."""
    path = CACHE / f"{name}.pid"
    pid = int(path.read_text()) if path.is_file() else 0
    command = Path(f"/proc/{pid}/cmdline")
    return pid if pid and command.is_file() and name.encode() in command.read_bytes() else 0


def _stop(name: str) -> None:
    if pid := _pid(name):
        os.kill(pid, signal.SIGTERM)
    for ending in ("pid", "url"):
        (CACHE / f"{name}.{ending}").unlink(missing_ok=True)


def _truth(name: str) -> Path:
    _, table = source(name)
    path = CACHE / f"{name}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(table.rows[0]))
        writer.writeheader()
        writer.writerows(table.rows)
    return path


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]) if len(sys.argv) > 1 else 2)
