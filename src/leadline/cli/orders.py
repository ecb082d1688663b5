"""Orders of the command line: dataclasses whose fields are the options of a command."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import typer

from leadline.cli import cluster
from leadline.cli.session import AlsoHost
from leadline.cli.terminal import options


def command_of(order: type, run: str) -> Callable[..., None]:
    """Return the command that fills an order and exits with the code of ``module:function``.

    Its options are the fields of the order, its help is the order's. The module is imported when
    the command is run.
    """

    def command(**values: Any) -> None:
        module, _, function = run.partition(":")
        raise typer.Exit(getattr(import_module(module), function)(order(**values)))

    hints = get_type_hints(order, include_extras=True)
    parameters = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(order)
    ]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    command.__doc__ = order.__doc__
    return command


@dataclass(frozen=True, kw_only=True)
class HarvestOrder:
    """Harvest the databases behind search forms; run again to resume.

    Examples:

      leadline harvest https://museum.example/search -o objects.csv

      leadline harvest https://museum.example/search --requests 500

      leadline harvest https://museum.example/search --only "year=1990..1999"

      leadline harvest art/project.toml -o art.parquet -o art.xlsx

    Exit code: 0 if it came to its end; 3 if it stopped early; 1 if it failed; 2 wrong usage.
    """

    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="URL...", help="Pages with a search form; or a PROJECT.toml; or a folder."
        ),
    ]
    project: options.ProjectFolder = None
    output: options.Outputs = None
    requests: options.SourceRequests = 0
    total_requests: Annotated[
        int, options.unlimited(help="Maximum requests to all sources together.")
    ] = 0
    minutes: options.Minutes = 0.0
    megabytes: Annotated[float, options.unlimited(help="Maximum megabytes from a source.")] = 0.0
    records: Annotated[
        int | None, typer.Option(min=0, help="Maximum records of a source.", show_default="250000")
    ] = None
    pace: options.Pace = None
    also_host: AlsoHost = None
    ignore_robots: options.Robots = False
    fresh: options.Fresh = False
    durable: Annotated[
        bool, typer.Option("--durable", help="Survive a loss of power; a little slower.")
    ] = False
    replay: Annotated[
        Literal["quick", "full"],
        typer.Option(help="On resuming: recall what was read from pages, or read them anew."),
    ] = "quick"
    at_once: cluster.AtOnce = 100
    processes: cluster.Processes = 1
    share: cluster.Share = ""
    shared: cluster.Shared = ""
    raw: Annotated[
        bool,
        typer.Option("--raw", help="Cells of csv as they are, also such as a spreadsheet runs."),
    ] = False
    wrapper: Annotated[
        Path | None,
        typer.Option(help="Read its pages by this file, which `leadline wrapper` wrote."),
    ] = None
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="CONDITION", help="Only a part: year=1990..1999, q=history."),
    ] = None
    way: Annotated[
        str, typer.Option(metavar="WAY", help="Take it this way: a name or number of inspect.")
    ] = ""
    official: Annotated[
        bool, typer.Option("--official", help="Take what the site offers for download.")
    ] = False
    details: Annotated[
        bool, typer.Option("--details", help="Read the page of every record too: more columns.")
    ] = False
    files: Annotated[
        bool, typer.Option("--files", help="Keep the files that these pages link to, too.")
    ] = False
    accept_terms: options.AcceptTerms = False
    form: Annotated[
        str, typer.Option(help="Ask this form: its label, its name, or its number in `inspect`.")
    ] = ""
    next: Annotated[
        str, typer.Option(help="The next page's link: its text, its picture, or `none`.")
    ] = ""
    record: Annotated[
        list[str] | None, typer.Option(help="Text of a record's first cell; again: of its last.")
    ] = None
    ask: Annotated[
        list[str] | None, typer.Option(metavar="WORD", help="Ask this word first (repeatable).")
    ] = None
    allow: Annotated[
        list[str] | None,
        typer.Option(metavar="REQUEST", help='Let its script send this: "POST /api/lookup".'),
    ] = None
    sure: Annotated[
        str,
        typer.Option(help="What may be missing (3%): 5%, 2%; `proof`: all checks; `none`."),
    ] = ""
    recipe: Annotated[
        Path | None,
        typer.Option(help="A file that `leadline hints` wrote; or a folder of HOST.toml."),
    ] = None
    quiet: options.Quiet = False
    session: Any = None


@dataclass(frozen=True, kw_only=True)
class DiscoverOrder:
    """Find search forms on a topic, starting from some pages; run again to resume.

    Examples:

      leadline discover https://directory.example/ --topic "lu xun novels" --anywhere

      leadline discover art/project.toml --requests 2000

      leadline harvest art/project.toml

    Exit code: 0 if no link is left that promises enough; 3 if it stopped early; 1 if it failed.
    """

    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="URL...",
            help="Where to begin: pages, sitemaps, a file of hosts; or a PROJECT.toml or folder.",
        ),
    ]
    topic: options.Topic = ""
    sample: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PAGE", help="A page on the topic: a file or an address (repeatable)."
        ),
    ] = None
    project: options.ProjectFolder = None
    host: options.Hosts = None
    anywhere: Annotated[
        bool, typer.Option("--anywhere", help="Visit any public host, up to --max-hosts.")
    ] = False
    max_hosts: options.MaxHosts = 0
    requests: Annotated[int, options.unlimited(help="Maximum requests in all.")] = 0
    site_requests: Annotated[int, options.unlimited(help="Maximum requests to a host.")] = 0
    minutes: options.Minutes = 0.0
    at_once: Annotated[
        int, typer.Option(min=0, show_default="100", help="Maximum hosts asked at a time.")
    ] = 0
    pace: options.Pace = None
    ignore_robots: options.Robots = False
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Delete an earlier discovery and start over.")
    ] = False
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Follow links that promise little, too.")
    ] = False
    quiet: options.Quiet = False


@dataclass(frozen=True, kw_only=True)
class LineOrder:
    """Discover, harvest and integrate in one run, up to one table; run again to resume.

    Examples:

      leadline run --topic "lu xun novels" --seed https://directory.example/ -o novels.csv

      leadline run art/project.toml --requests 5000

    Exit code: 0 if every stage ended by itself; 3 if one stopped early; 1 if the table is empty.
    """

    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TARGET]...",
            help="A PROJECT.toml or folder; or addresses of sources; with --topic, of seeds.",
        ),
    ] = None
    topic: options.Topic = ""
    seed: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="Where discovery begins (repeatable).")
    ] = None
    host: options.Hosts = None
    max_hosts: options.MaxHosts = 0
    project: options.ProjectFolder = None
    output: options.Outputs = None
    requests: Annotated[int, options.unlimited(help="Maximum requests of all stages.")] = 0
    source_requests: options.SourceRequests = 0
    minutes: options.Minutes = 0.0
    pace: options.Pace = None
    ignore_robots: options.Robots = False
    fresh: options.Fresh = False
    accept_terms: options.AcceptTerms = False
    serve: Annotated[
        bool, typer.Option("--serve", help="Show the result in a browser afterwards.")
    ] = False
    quiet: options.Quiet = False
