"""The commands of leadline and how they end.

Exit codes: 0 complete, 1 failed, 2 wrong usage, 3 stopped early (the reason is printed).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Final, Optional

import typer

from leadline.errors import LeadlineError

FAILED: Final = 1
USAGE: Final = 2
STOPPED_EARLY: Final = 3

app = typer.Typer(
    name="leadline",
    help="Takes whole databases out of the deep Web: the data behind search forms.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Project = Annotated[
    Optional[Path],
    typer.Option("--project", "-p", help="Folder of the project (default: HOST.leadline)."),
]


def main() -> None:
    """Run the command line; every trouble ends in one sentence and an exit code."""
    try:
        app()
    except (LeadlineError, ValueError) as fault:
        _say_and_leave(str(fault))
    except OSError as fault:
        _say_and_leave(_disk(fault))
    except KeyboardInterrupt:
        print("leadline: stopped; run the same command again to go on", file=sys.stderr)
        raise SystemExit(STOPPED_EARLY) from None


def _say_and_leave(sentence: str) -> None:
    print(f"leadline: {sentence}", file=sys.stderr)
    raise SystemExit(FAILED)


def _disk(fault: OSError) -> str:
    where = f" ({fault.filename})" if fault.filename else ""
    return f"{fault.strerror or fault}{where}; what was taken before is kept"


@app.command()
def harvest(
    urls: Annotated[list[str], typer.Argument(metavar="URL...", help="Pages with a search form.")],
    project: Project = None,
    output: Annotated[
        Optional[list[Path]],
        typer.Option("--output", "-o", help="Table to write: .csv .jsonl .parquet .sqlite .xlsx"),
    ] = None,
    requests: Annotated[int, typer.Option(help="Most requests a source (0: no limit).")] = 0,
    minutes: Annotated[float, typer.Option(help="Most minutes (0: no limit).")] = 0.0,
    megabytes: Annotated[float, typer.Option(help="Most megabytes a source (0: no limit).")] = 0.0,
    pace: Annotated[
        Optional[float], typer.Option(help="Least seconds between requests to a host.")
    ] = None,
    ignore_robots: Annotated[
        bool, typer.Option("--ignore-robots", help="Do not obey robots.txt (ask the owner first).")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no summary.")] = False,
) -> None:
    """Take the databases behind search forms; run again to resume."""
    from leadline.cli.harvest import run

    code = run(
        urls, project=project, outputs=output or [], requests=requests, minutes=minutes,
        megabytes=megabytes, pace=pace, robots=not ignore_robots, quiet=quiet,
    )  # fmt: skip
    raise typer.Exit(code)


@app.command()
def inspect(
    url: Annotated[str, typer.Argument(metavar="URL", help="A page with a search form.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show what leadline sees on a page: forms, a probe's records, pager, total. Stores nothing."""
    from leadline.cli.inspect import run

    raise typer.Exit(run(url, as_json=json))


@app.command()
def export(
    project: Annotated[Path, typer.Argument(help="Folder of a project.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Table: .csv .jsonl .parquet .sqlite .xlsx")
    ],
    source: Annotated[
        Optional[list[str]], typer.Option(help="Only these sources (default: all).")
    ] = None,
    kind: Annotated[Optional[str], typer.Option(help="Only records of this type.")] = None,
    provenance: Annotated[
        bool, typer.Option(help="Columns that say where each record comes from.")
    ] = True,
) -> None:
    """Write the table of a project."""
    from leadline.cli.export import run

    raise typer.Exit(run(project, output, source or [], kind, provenance=provenance))


@app.command()
def demo(
    folder: Annotated[Path, typer.Option(help="Where the demo's project goes.")] = Path(
        "leadline-demo"
    ),
) -> None:
    """Harvest two real search sites on this machine, merge them, show the table."""
    from leadline.cli.demo import run

    raise typer.Exit(run(folder))


@app.command()
def bench(
    name: Annotated[str, typer.Argument(help="Which experiment; 'list' names them.")],
    data: Annotated[Optional[Path], typer.Option(help="Folder or file to measure on.")] = None,
    json: Annotated[Optional[Path], typer.Option(help="Write the result here.")] = None,
    site: Annotated[Optional[list[str]], typer.Option(help="sites: these only.")] = None,
    strategy: Annotated[Optional[list[str]], typer.Option(help="acquire: these only.")] = None,
    method: Annotated[Optional[list[str]], typer.Option(help="records: these only.")] = None,
    seeds: Annotated[int, typer.Option(help="acquire: how many seeds.")] = 1,
    cap: Annotated[int, typer.Option(help="acquire: result cap.")] = 0,
    minutes: Annotated[float, typer.Option(help="sites: most minutes a site.")] = 0.0,
) -> None:
    """Measure leadline on gold pages, tables or real sites; prints one JSON object."""
    from leadline.cli.bench import run

    options: dict[str, Any] = {
        "sites": site or [], "strategies": strategy or [], "methods": method or [],
        "seeds": seeds, "cap": cap, "minutes": minutes,
    }  # fmt: skip
    raise typer.Exit(run(name, data, json, options))
