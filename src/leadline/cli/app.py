"""Commands of leadline and their exit codes.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 stopped early (the reason is printed).
"""

import gc
import os
import signal
import sys
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from leadline import __version__
from leadline.assist.command import mcp
from leadline.cli.asking import ask, ranking, search
from leadline.cli.cluster import gather
from leadline.cli.hint import hint, hints
from leadline.cli.orders import DiscoverOrder, HarvestOrder, LineOrder, command_of
from leadline.cli.read import read
from leadline.cli.refresh import diff, refresh
from leadline.cli.rules import rules
from leadline.cli.session import AlsoHost, with_session
from leadline.cli.tables import export, import_, reread, schema, sql
from leadline.cli.terminal import options as shared
from leadline.cli.terminal.words import clean, disk_trouble
from leadline.cli.watch import watch
from leadline.errors import LeadlineError
from leadline.model import COLLECTION
from leadline.serve.command import serve
from leadline_research.bench.command import bench

FAILED: Final = 1
WRONG_USAGE: Final = 2
STOPPED_EARLY: Final = 3
INTERRUPTED_BY_TYPER: Final = 130

app = typer.Typer(
    name="leadline",
    help="Takes whole databases out of the deep Web: the data behind search forms.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

app.command()(serve)
app.command()(mcp)
app.command("run")(command_of(LineOrder, "leadline.cli.line:run"))
app.command("harvest")(with_session(command_of(HarvestOrder, "leadline.cli.harvest:run")))
app.command("import")(import_)
app.command("discover")(command_of(DiscoverOrder, "leadline.cli.discover:run"))


def _stop(*_: object) -> None:
    """Stop as Ctrl-C does, also in the background, where shells make SIGINT be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.raise_signal(signal.SIGINT)


def main() -> None:
    """Run the command line; every error becomes one sentence and an exit code."""
    gc.set_threshold(*COLLECTION)
    signal.signal(signal.SIGTERM, _stop)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        app()
    except ValueError as fault:
        _exit_with(str(fault), WRONG_USAGE)
    except LeadlineError as fault:
        _exit_with(str(fault), FAILED)
    except BrokenPipeError:  # `leadline inspect URL | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(FAILED) from None
    except OSError as fault:
        _exit_with(f"{disk_trouble(fault)}; what was taken before is kept", FAILED)
    except KeyboardInterrupt:
        _exit_with("stopped", STOPPED_EARLY)
    except SystemExit as end:
        if end.code == INTERRUPTED_BY_TYPER:
            _exit_with("stopped", STOPPED_EARLY)
        raise


def _exit_with(sentence: str, code: int) -> None:
    print(f"leadline: {clean(sentence)}", file=sys.stderr)
    raise SystemExit(code)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"leadline {__version__}")
        raise typer.Exit


@app.callback()
def top_level(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    verbose: Annotated[
        int, typer.Option("--verbose", "-v", count=True, help="Tell what is done; -vv: requests.")
    ] = 0,
    log_json: Annotated[
        bool, typer.Option("--log-json", help="Tell it on standard error as JSON, one a line.")
    ] = False,
) -> None:
    """Takes whole databases out of the deep Web: the data behind search forms.

    Start with:  leadline inspect URL   (stores nothing)
    then:        leadline harvest URL -o table.csv
    """
    if verbose or log_json:
        from leadline.app.logs import log_to_stderr

        log_to_stderr(verbose=verbose, as_json=log_json)


@app.command()
@with_session
def inspect(
    url: Annotated[str, typer.Argument(metavar="URL", help="A page with a search form.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    forms: Annotated[
        bool,
        typer.Option(
            "--forms", help="Show every form, control and alternative, in technical words."
        ),
    ] = False,
    also_host: AlsoHost = None,
    ignore_robots: shared.Robots = False,
    accept_terms: shared.AcceptTerms = False,
    domain: Annotated[
        Path | None,
        typer.Option(
            help="A project (folder or project.toml): its domain rates forms, its rules read them."
        ),
    ] = None,
    session: Any = None,
) -> None:
    """Show what leadline finds, what it would ask, and what that costs. Store nothing.

    Example:

      leadline inspect https://museum.example/search
    """
    from leadline.cli.inspect import run

    options = {"also_hosts": also_host or (), "robots": not ignore_robots, "session": session}
    options["accept_terms"] = accept_terms
    raise typer.Exit(run(url, as_json=json, forms=forms, domain=domain, **options))


@app.command()
def check(
    project: Annotated[Path, typer.Argument(help="Folder of a project.")],
    repair: Annotated[bool, typer.Option(help="Repair what can be repaired.")] = True,
) -> None:
    """Verify all files of a project, and repair them: the damaged ones are kept beside.

    Example:

      leadline check museum.example.leadline

    Exit code: 0 if it is whole; 3 if a harvest will make good what is lost; 1 if nothing can.
    """
    from leadline.cli.check import run

    raise typer.Exit(run(project, repair=repair))


@app.command()
def integrate(
    project: Annotated[Path, typer.Argument(help="Folder of a project with several sources.")],
    output: shared.Outputs = None,
    pairs: Annotated[
        Path | None,
        typer.Option(help="CSV of decisions: source_a,key_a,source_b,key_b,same (yes or no)."),
    ] = None,
    provenance: Annotated[
        Path | None, typer.Option(help="Table to write: every value with its record and page.")
    ] = None,
    typed: Annotated[
        bool, typer.Option("--typed/--raw", help="Values in one form too: ISO dates, base units.")
    ] = False,
    quiet: shared.Quiet = False,
) -> None:
    """Join the records of all sources that describe one thing into one table.

    Example:

      leadline integrate films -o films.csv --pairs decisions.csv
    """
    from leadline.cli.integrate import run

    outputs = tuple(output or ())
    raise typer.Exit(run(project, outputs, pairs, provenance, quiet=quiet, typed=typed))


@app.command()
def explain(
    project: Annotated[Path, typer.Argument(help="Folder of a project with several sources.")],
    first: Annotated[str, typer.Argument(metavar="ID", help="Id of an entity or a record.")],
    second: Annotated[str, typer.Argument(metavar="ID", help="Id of another one.")],
) -> None:
    """Say why two records were joined, or not.

    An id is an entity's (_id), a record's key, or SOURCE#KEY.

    Example:

      leadline explain films 17 a-3
    """
    from leadline.cli.integrate import explain

    raise typer.Exit(explain(project, first, second))


@app.command()
def wrapper(
    project: Annotated[Path, typer.Argument(help="Folder of a project.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="File to write: .json, or .py")],
    source: Annotated[str, typer.Option(help="Which source, if there are several.")] = "",
) -> None:
    """Write the wrapper of a source to a file, to read, edit and use again.

    A .py file is a page object for web-poet; NAME_spider.py is a spider of Scrapy, too.

    Example:

      leadline wrapper museum.example.leadline -o wrapper.json

      leadline harvest https://museum.example/search --wrapper wrapper.json
    """
    from leadline.cli.wrapper import run

    raise typer.Exit(run(project, source, output))


@app.command()
def demo(
    folder: Annotated[Path, typer.Option(help="Folder of the project.")] = Path("leadline-demo"),
) -> None:
    """Harvest two search sites on this machine, merge them, show the table.

    No network is needed; it takes a minute. Exit code 1 if the table is empty.
    """
    from leadline.cli.demo import run

    raise typer.Exit(run(folder))


for command in (
    *(bench, refresh, watch, diff, export, sql, schema, reread),
    *(hint, hints, search, ask, ranking, gather, read, rules),
):
    app.command()(command)
