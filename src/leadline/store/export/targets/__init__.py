"""Places of tables that are no file: a module here, or an entry point ``leadline.targets``.

>>> [target_of(each).name for each in ("postgresql://me@db.example/art#prints", "s3://art/a.csv")]
['PostgreSQL', 's3']
>>> target_of("art.csv")
>>> table_of("postgresql://me@db.example/art#prints")
('postgresql://me@db.example/art', 'prints')
>>> without_password("mysql://me:secret@db.example/art")
'mysql://me@db.example/art'
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from leadline.errors import StoreError, require_package
from leadline.seams import parts
from leadline.store.export.exporters import exporter_of
from leadline.store.export.table import format_of, split_suffix

DEFAULT_TABLE: Final = "records"


@dataclass(frozen=True, slots=True)
class Target:
    """A kind of place: how its addresses begin, and what fills one from a file.

    ``fill`` takes the file, the address, and the columns by which rows are merged (none: all that
    is there is replaced). ``staged`` is the format of that file; '' is that of the address, at
    which a file lies that cannot be merged into. ``package`` must be installed.
    """

    name: str
    schemes: tuple[str, ...]
    fill: Callable[[Path, str, Sequence[str]], None]
    package: str
    staged: str = ""


@cache
def _targets() -> tuple[Target, ...]:
    return tuple(parts("leadline.targets", __name__, "TARGETS"))


def target_of(output: Path | str) -> Target | None:
    """Return the kind of place that an output is, None for a file."""
    return next((each for each in _targets() if str(output).startswith(each.schemes)), None)


def check_target(target: Target, output: str) -> None:
    """Raise ``MissingExtra``, or ``ValueError`` for a file of no known format."""
    require_package(target.package, f"writing to {target.name}")
    exporter_of(target.staged or format_of(output))


@contextmanager
def staged(target: Target, output: str, merge: Sequence[str]) -> Iterator[Path]:
    """Give the path of a file to write; what it holds then goes to its place."""
    name, is_packed = split_suffix(output.rpartition("/")[2])
    suffix = f".{target.staged}" if target.staged else Path(name).suffix + ".gz" * is_packed
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"table{suffix}"
        yield path
        target.fill(path, output, merge)


def check_merge(output: Path | str, merge: Sequence[str]) -> None:
    """Raise ``ValueError`` for rows that are to be merged into a file."""
    target = target_of(output)
    if merge and (target is None or not target.staged):
        raise ValueError(f"{output} is a file, written anew: --merge is for tables of databases")


def without_password(output: str) -> str:
    """Return an output as it may be shown."""
    scheme, sign, rest = output.partition("://")
    if not sign:
        return output
    place, slash, path = rest.partition("/")
    user, at, host = place.rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}{at}{host}{slash}{path}"


def table_of(output: str) -> tuple[str, str]:
    """Divide an output into the address of the database and the name of the table."""
    address, _, table = output.partition("#")
    return address, table or DEFAULT_TABLE


def refused(database: str, fault: object) -> StoreError:
    """Return the error of a database that refuses, on one line."""
    return StoreError(f"{database} did not take the table: {' '.join(str(fault).split())}")
