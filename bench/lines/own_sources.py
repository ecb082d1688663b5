"""Own sources for lines, behind the commands of ``../shared/sites/site``.

``papers-*``, ``wares-*`` and ``series-*`` serve tables of ``../shared/data/match``, which are read
there and not copied: columns have other names, are split, joined or shortened. ``novels-*`` share
books in Chinese. Any source of the zoo can be started by its name.
"""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from leadline_zoo.data.tables import Recipe, Table, make_table
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Form, Look, Pager, SourceSpec, Total
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from collections.abc import Callable

    Row = dict[str, str]

HERE: Final = Path(__file__).resolve().parent
CACHE: Final = Path(os.environ.get("LEADLINE_LINES", Path.home() / ".cache" / "leadline-lines"))
MATCH_DATA: Final = HERE.parents[2] / "shared" / "data" / "match"


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A table of a set of ``../shared/data/match``, what is shown of its rows, and how."""

    file: str
    shown: Callable[[Row], Row]
    spec: SourceSpec
    language: str = "en"


def paper(row: Row) -> Row:
    """Show a paper as it is."""
    author = row.get("authors", row.get("author", ""))
    return {"title": row["title"], "author": author, "venue": row["venue"], "year": row["year"]}


def ware(row: Row) -> Row:
    """Show a ware as it is."""
    return {"title": row["name"], "text": row["description"], "price": row["price"]}


def ware_and_model(row: Row) -> Row:
    """Show the name of a ware and its model in two columns."""
    name, _, model = row["name"].rpartition(" - ")
    name, model = (name, model) if name and " " not in model else (row["name"], "")
    return {"title": name, "number": model, "text": row["description"], "price": row["price"]}


def film_or_person(row: Row) -> Row:
    """Show an episode or a person: season and episode joined, dates as years."""
    years = [row["startYear"], row["birthYear"], row["deathYear"]]
    begun, born, died = (text.partition("-")[0] for text in years)
    place = f"S{row['seasonNumber']}E{row['episodeNumber']}" if row["seasonNumber"] else ""
    return {
        "title": row["title"] or row["name"],
        "number": place,
        "year": begun,
        "genre": row["genre_list"].replace(",", ", "),
        "kind": row["primaryProfessions"].replace(",", ", "),
        "period": f"{born}-{died}".strip("-"),
        "size": f"{row['runtimeMinutes']} min" if row["runtimeMinutes"] else "",
    }


def credit(row: Row) -> Row:
    """Show an episode or a person of the other table as it is."""
    return {
        "title": row["title"] or row["name"],
        "text": row["abstract"],
        "call": row["seasonNumber"],
        "number": row["episodeNumber"],
        "date": row["releaseDate"],
        "kind": row["job"],
    }


BIBLIOGRAPHY: Final = SourceSpec(
    "papers-dblp",
    "papers",
    kind="Bibliography of database research papers",
    form=Form(box="query", action="/find"),
    look=Look("table", link_style="query"),
    pager=Pager("numbers", 50),
    total=Total("exact"),
    engine=Engine(empty="nothing", everything=("*",)),
)
DIGITAL_LIBRARY: Final = SourceSpec(
    "papers-acm",
    "papers",
    kind="Digital library: research papers and proceedings",
    form=Form(box="q", action="/results", decoys=("login",)),
    look=Look("definitions", highlight="b"),
    pager=Pager("offset", 25, parameter="start"),
    total=Total("range"),
    engine=Engine("or", empty="help", order="relevance"),
)
SHARED_TABLES: Final = {
    "papers-dblp": SharedTable(
        "er_dblp_acm/a.csv",
        paper,
        BIBLIOGRAPHY,
    ),
    "papers-acm": SharedTable(
        "er_dblp_acm/b.csv",
        paper,
        DIGITAL_LIBRARY,
    ),
    "wares-abt": SharedTable(
        "er_abt_buy/a.csv",
        ware,
        SourceSpec(
            "wares-abt",
            "wares",
            kind="家用电器 商品查询",
            form=Form("POST", "keyword", "/chaxun"),
            look=Look("table", "tables", rank=True),
            pager=Pager("post", 30),
            total=Total("exact"),
            engine=Engine("substring", empty="all"),
        ),
        "zh-Hans",
    ),
    "wares-buy": SharedTable(
        "er_abt_buy/b.csv",
        ware_and_model,
        replace(
            DIGITAL_LIBRARY,
            name="wares-buy",
            table="wares",
            kind="Electronics and home appliances: product search",
        ),
    ),
    "series-imdb": SharedTable(
        "er_imdb_tvdb/a.csv",
        film_or_person,
        replace(
            BIBLIOGRAPHY,
            name="series-imdb",
            table="series",
            kind="Television series, episodes and actors",
        ),
    ),
    "series-tvdb": SharedTable(
        "er_imdb_tvdb/b.csv",
        credit,
        SourceSpec(
            "series-tvdb",
            "series",
            kind="Episode guide to television series, with credits",
            form=Form(box="q", action="/results"),
            look=Look("definitions"),
            pager=Pager("offset", 50, parameter="start"),
            total=Total("range"),
            engine=Engine(empty="all"),
        ),
    ),
}
"""Unlike layouts: one in Chinese, one that splits a column, one that joins and shortens."""
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
    if name in SHARED_TABLES:
        table = SHARED_TABLES[name]
        with (MATCH_DATA / table.file).open(encoding="utf-8", newline="") as lines:
            rows = tuple({"id": row["id"], **table.shown(row)} for row in csv.DictReader(lines))
        columns = dict.fromkeys(list(rows[0])[1:], ())
        return table.spec, Table(Recipe(table.language, columns), rows)
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
        for name in (*SHARED_TABLES, *NOVELS, *ZOO):
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
