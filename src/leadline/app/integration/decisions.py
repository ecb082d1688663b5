"""A person's decisions about pairs of records: a CSV file in the folder of a project.

    source_a,key_a,source_b,key_b,same
    museum.example,17,gallery.example,a-3,yes
    museum.example,18,gallery.example,a-4,no

Records are named by source and key, which stay the same when a source is harvested again. A later
line about a pair goes before an earlier one.
"""

import csv
import fcntl
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Final

from leadline.errors import Locked
from leadline.integrate.record_table import Member
from leadline.page.masks import MASK, masked_key
from leadline.store.export.table import write_rows
from leadline.store.given import given_text
from leadline.store.seals import seal

DECISIONS_FILE: Final = "decisions.csv"
LOCK_SECONDS: Final = 20.0
"""Time for which a decision waits for those of others."""
COLUMNS: Final = ("source_a", "key_a", "source_b", "key_b", "same")
ANSWERS: Final = {"yes": True, "no": False}

DecidedPairs = dict[tuple["Member", "Member"], bool]
"""Whether two records (in ascending order) are one entity."""


def read_decisions(path: Path) -> DecidedPairs:
    """Read decisions; a file that is not there holds none. Raise ``ValueError`` for other words."""
    if not path.exists():
        return {}
    try:
        return _decisions_in(path)
    except (UnicodeDecodeError, csv.Error) as fault:
        text = f"{path} is no CSV in UTF-8 ({fault}): correct it, or move it away"
        raise ValueError(text) from fault


def _decisions_in(path: Path) -> DecidedPairs:
    decisions: DecidedPairs = {}
    reader = csv.DictReader(StringIO(given_text(path), newline=""))
    if missing := set(COLUMNS) - set(reader.fieldnames or ()):
        raise ValueError(f"{path} has no column {min(missing)}; it needs {', '.join(COLUMNS)}")
    for row in reader:
        answer = (row["same"] or "").strip().casefold()
        if answer not in ANSWERS:
            raise ValueError(f"{path}, line {reader.line_num}: same is yes or no")
        first, second = (row["source_a"], row["key_a"]), (row["source_b"], row["key_b"])
        pair = (min(first, second), max(first, second))
        decisions.pop(pair, None)
        decisions[pair] = ANSWERS[answer]
    return decisions


def with_own_keys(decisions: DecidedPairs, keys: Mapping[str, Sequence[str]]) -> DecidedPairs:
    """Give keys that a person copied from a table, where secrets are masked, as they are."""
    if not any(MASK in key for pair in decisions for _, key in pair):
        return decisions
    own = {(source, masked_key(key)): key for source, every in keys.items() for key in every}
    named = ([(source, own.get((source, key), key)) for source, key in pair] for pair in decisions)
    return {
        (min(pair), max(pair)): same for pair, same in zip(named, decisions.values(), strict=True)
    }


@contextmanager
def changing_decisions(path: Path) -> Iterator[DecidedPairs]:
    """Give the decisions of a file to change; they are kept at the end, and others wait till then.

    Raise ``Locked`` where nobody else comes to an end in time; nothing is changed then.
    """
    with path.with_name(f"{path.name}-lock").open("a") as lock:
        until = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    text = f"Somebody else is changing {path}; try again in a minute."
                    raise Locked(text) from None
                time.sleep(LOCK_SECONDS / 1000)
        decisions = read_decisions(path)
        before = dict(decisions)
        yield decisions
        if decisions != before:
            write_decisions(path, decisions)


def write_decisions(path: Path, decisions: Mapping[tuple[Member, Member], bool]) -> None:
    """Write decisions; the file appears whole or not at all."""
    rows = ([*a, *b, "yes" if same else "no"] for (a, b), same in decisions.items())
    write_rows(path, COLUMNS, rows)
    seal(path)
