"""``leadline bench``: run one experiment and print one JSON object.

Unknown options, missing data and files that cannot be written are refused before the experiment.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from leadline.cli.terminal.words import disk_trouble
from leadline.errors import LeadlineError
from leadline_research.bench.catalog import BENCHES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def bench(
    name: Annotated[str, typer.Argument(help="Which experiment; 'list' names them.")],
    figure: Annotated[str, typer.Argument(help="Of `figure`: which one.")] = "",
    data: Annotated[Path | None, typer.Option(help="Folder or file to measure on.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write the result here.")] = None,
    site: Annotated[
        list[str] | None, typer.Option(help="align, align-zoo, contrast, sites, together: these.")
    ] = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(help="acquire, crawl, forms-fill: these only, or module:name."),
    ] = None,
    topic: Annotated[list[str] | None, typer.Option(help="ask, crawl: these topics.")] = None,
    method: Annotated[
        list[str] | None,
        typer.Option(help="records, align-page, match, merge: these only, or module:name."),
    ] = None,
    seeds: Annotated[
        int | None,
        typer.Option(min=1, help="acquire, crawl, sizes, forms-fill, weights: how many."),
    ] = None,
    cap: Annotated[
        int | None, typer.Option(min=0, help="acquire, forms-fill, sizes: result cap.")
    ] = None,
    requests: Annotated[
        int | None, typer.Option(min=0, help="together: maximum requests to a site; crawl: in all.")
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(min=0, help="align, align-zoo, sites, together: maximum for a site."),
    ] = None,
    figures: Annotated[
        Path | None, typer.Option(help="acquire, crawl, figure: draw into this folder.")
    ] = None,
    source: Annotated[list[str] | None, typer.Option(help="claims: these sources only.")] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="claims: that many sources of each kind.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="ask, claims: draw others.")] = None,
    ignore_robots: Annotated[
        bool, typer.Option("--ignore-robots", help="sites: do not obey robots.txt.")
    ] = False,
    set: Annotated[list[str] | None, typer.Option(help="match, merge: these sets only.")] = None,
    keep: Annotated[
        list[float] | None,
        typer.Option(min=0, max=1, help="match: shares of the true matches that are kept."),
    ] = None,
) -> None:
    """Measure leadline on gold pages, tables or real sites; prints one JSON object.

    Example:

      leadline bench pager --data ../shared/gold/pager
    """
    options: dict[str, Any] = {
        "data": data,
        "figure": figure or None,
        "site": site,
        "strategy": strategy,
        "topic": topic,
        "method": method,
        "seeds": seeds,
        "cap": cap,
        "requests": requests,
        "minutes": minutes,
        "figures": figures,
        "source": source,
        "limit": limit,
        "seed": seed,
        "ignore-robots": ignore_robots or None,
        "set": set,
        "keep": keep,
    }
    raise typer.Exit(run(name, json, options))


def run(name: str, out: Path | None, options: Mapping[str, Any]) -> int:
    """Run the experiment and print (and write) its result; options that are not given are None."""
    if name == "list":
        print("\n".join(BENCHES))
        return 0
    if name not in BENCHES:
        raise ValueError(f"no bench named {name!r}; there are: {', '.join(BENCHES)}")
    bench = BENCHES[name]
    arguments = bench.arguments(name, {k: v for k, v in options.items() if v not in (None, [])})
    with _disk_errors():
        if out is not None:
            _check_writable(out)
        result = import_module(bench.module).run(**arguments)
    text = json.dumps(result, ensure_ascii=False, indent=1)
    print(text)
    if out is not None:
        with _disk_errors():
            out.write_text(text + "\n", encoding="utf-8")
    return 0


def _check_writable(out: Path) -> None:
    """Open the file for writing without changing it."""
    is_new = not out.exists()
    out.open("a").close()
    if is_new:
        out.unlink()


@contextmanager
def _disk_errors() -> Iterator[None]:
    """Raise ``LeadlineError`` for errors of the disk."""
    try:
        yield
    except OSError as fault:
        raise LeadlineError(disk_trouble(fault)) from fault
