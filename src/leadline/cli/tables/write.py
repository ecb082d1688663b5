"""``leadline export``: write the table of a project to files."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Final

from leadline.app.project import UNSAFE_IN_FILE_NAMES, Project
from leadline.cli.terminal.words import TERMINAL_CONTROLS
from leadline.errors import LeadlineError
from leadline.store import Reader
from leadline.store.export.choice import ALL, TableChoice, plan_choice
from leadline.store.export.each import write_each
from leadline.store.export.exporters import exporter_of
from leadline.store.export.formats import TableRow
from leadline.store.export.table import export, format_of, write_table
from leadline.store.export.targets import (
    check_merge,
    check_target,
    staged,
    target_of,
    without_password,
)

SHOWN_FORMATS: Final = (".csv", ".tsv", ".json", ".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Options of a table, as those of ``store.export.export``."""

    kind: str | None = None
    provenance: bool = True
    typed: bool = False
    guard: bool = True
    choice: TableChoice = ALL
    by_type: bool = False
    excel: str = ""
    merge: tuple[str, ...] = ()


def run(
    project: Path, outputs: Sequence[Path | str], sources: Sequence[str], options: TableOptions
) -> int:
    """Write the tables and print their numbers of rows."""
    for output in outputs:
        check_output(output)
        check_merge(output, options.merge)
    store = present_store(project)
    choice = options.choice.over(plan_choice(store.parent))
    if options.by_type:
        for kind in types_of(store, sources):
            files = [Path(output) for output in outputs if target_of(output) is None]
            named = [file.with_name(name_of_type(file.name, kind)) for file in files]
            run(project, named, sources, replace(options, kind=kind, by_type=False))
        return 0

    def write(output: Path | str) -> None:
        kind = target_of(output)
        is_cells = kind is not None and kind.staged != ""
        with _place(output, options.merge) as path:
            rows = export(
                store,
                path,
                sources=list(sources) or None,
                kind=options.kind,
                provenance=options.provenance,
                typed=options.typed,
                guard=options.guard and not is_cells,
                choice=choice,
                excel="" if is_cells else options.excel,
            )
        stream = sys.stderr if is_standard_output(Path(output)) else sys.stdout
        print(f"{rows:,} rows written to {without_password(str(output))}", file=stream)

    write_each(outputs, write)
    return 0


def present_store(project: Path) -> Path:
    """Return the store of a project; raises ``LeadlineError`` where it holds no record."""
    store = project if project.is_file() else Project(project).present_store()
    with Reader(store) as reader:
        is_empty = not any(reader.counts(each.key).records for each in reader.sources())
    if is_empty:
        raise LeadlineError(
            f"{project} holds no record yet, so nothing is written; "
            f"`leadline harvest {project}` goes on"
        )
    return store


def _place(output: Path | str, merge: Sequence[str]) -> AbstractContextManager[Path]:
    target = target_of(output)
    return staged(target, str(output), merge) if target else written(Path(output))


def types_of(store: Path, sources: Sequence[str]) -> list[str]:
    """Return the types of the records of some sources (none: all), the most frequent first."""
    with Reader(store) as reader:
        counts = Counter[str]()
        for source in sources or [each.key for each in reader.sources()]:
            counts.update(reader.kinds(source))
    return [kind for kind, _ in counts.most_common()]


def name_of_type(file: str, kind: str) -> str:
    """Return the name of the table of one type.

    >>> name_of_type("all.csv.gz", "/wiki/")
    'all-wiki.csv.gz'
    """
    stem, dot, suffix = file.partition(".")
    return f"{stem}-{UNSAFE_IN_FILE_NAMES.sub('-', kind).strip('-') or 'other'}{dot}{suffix}"


@contextmanager
def written(output: Path) -> Iterator[Path]:
    """Give the path to write a table to; for ``-`` and ``-.json`` it goes to standard output."""
    if not is_standard_output(output):
        yield output
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"table{output.name[1:] or '.csv'}"
        try:
            yield path
        finally:  # another output may have failed
            if path.is_file():  # there was something to write
                _show(path)
            sys.stdout.flush()


def _show(path: Path) -> None:
    """Write a file to standard output; a terminal gets no control characters."""
    if not sys.stdout.isatty() or not path.name.endswith(SHOWN_FORMATS):
        with path.open("rb") as file:
            copyfileobj(file, sys.stdout.buffer)
        return
    with path.open(encoding="utf-8", newline="\n") as lines:
        for line in lines:
            sys.stdout.write(TERMINAL_CONTROLS.sub("\N{REPLACEMENT CHARACTER}", line))


def write_tables(names: Sequence[str], rows: Iterable[TableRow], outputs: Sequence[Path]) -> None:
    """Write one table to several files."""

    def write(output: Path) -> None:
        with written(output) as path:
            write_table(names, rows, path)

    write_each(outputs, write)


def is_standard_output(output: Path) -> bool:
    """Whether a table goes to standard output: ``-``, or ``-`` and a suffix."""
    return output.parent == Path() and output.name.startswith("-") and output.name[1:2] in ("", ".")


def choice_of(columns: Sequence[str], rename: Sequence[str], where: Sequence[str]) -> TableChoice:
    """Read the options of the command line: names by commas, OLD=NEW, conditions."""
    pairs = [text.partition("=") for text in rename]
    if any(not (old and sign and new) for old, sign, new in pairs):
        raise ValueError("--rename is written as OLD=NEW")
    names = names_in(columns)
    if columns and not names:
        raise ValueError("--columns names no column; write --columns title,year")
    renamed = tuple((old.strip(), new.strip()) for old, _, new in pairs)
    return TableChoice(tuple(names), renamed, tuple(where))


def names_in(texts: Sequence[str]) -> list[str]:
    """Return the names that texts hold between commas."""
    return [name for text in texts for part in text.split(",") if (name := part.strip())]


def check_output(output: Path | str) -> None:
    """Raise ``ValueError`` for a path that could not be written in the end."""
    text = str(output)
    if isinstance(output, Path) and target_of(text.replace(":/", "://", 1)):
        raise ValueError(f"{text} is no file: after this, `leadline export` fills such places")
    if target := target_of(text):
        check_target(target, text)
        return
    path = Path(output)
    exporter_of(format_of(path if path.name != "-" else "-.csv"))
    check_place(path)


def check_place(path: Path) -> None:
    """Raise ``ValueError`` for a path at which no file can be written."""
    if not path.absolute().parent.is_dir():
        raise ValueError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.is_dir():
        raise ValueError(f"{path} is a folder; name a file")
