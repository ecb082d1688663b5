"""Opens the file of a project for the one process that writes: lock, transactions, statements."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from leadline.errors import Damaged
from leadline.store.errors import DAMAGED, translating_errors
from leadline.store.lock import take_lock
from leadline.store.open import Synchronous, check_file, open_reader, open_writer
from leadline.store.reader import Reader
from leadline.store.rows import bind
from leadline.store.seals import break_seal, broken_blocks, seal_database

FORGET_LEARNED: Final = "DELETE FROM learned WHERE source = :source AND name = :name"


class ProjectWriter(Reader):
    """The writing side of a project's file; `Store` says what is written."""

    def __init__(
        self,
        path: Path | str,
        *,
        synchronous: Synchronous = "NORMAL",
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.path = Path(path).resolve()
        self._clock = clock
        self._ids: dict[str, int] = {}
        self._is_damaged = False
        check_file(self.path)
        with translating_errors(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = take_lock(self.path)
        try:
            if broken_blocks(self.path):
                open_reader(self.path).close()  # that it is of another version is said first
                raise Damaged(DAMAGED.format(path=self.path, folder=self.path.parent))
            self._link = open_writer(self.path, synchronous)
            break_seal(self.path)
        except BaseException:
            os.close(self._lock)
            raise

    def __exit__(self, *raised: object) -> None:
        """Close the file; one that turned out to be damaged is not sealed."""
        self._is_damaged = isinstance(raised[1], Damaged)
        self.close()

    def close(self) -> None:
        """Close the file and seal it, and let others write."""
        if self._lock >= 0:
            try:
                super().close()
                if not self._is_damaged:
                    seal_database(self.path)
            finally:
                os.close(self._lock)
                self._lock = -1

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep all that is written inside together, or nothing of it; may be nested."""
        if self._link.in_transaction:
            yield
            return
        with translating_errors(self.path):
            self._link.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._link.execute("COMMIT")
            except BaseException:
                if self._link.in_transaction:
                    self._link.execute("ROLLBACK")
                self._ids.clear()
                raise

    def _run(self, sql: str, source: str | int = 0, **values: object) -> int:
        """Run one statement that writes, at the time ``now``; gives the id of the row added.

        ``source`` is a key, or its number in the file.
        """
        values = {name: bind(one) if isinstance(one, str) else one for name, one in values.items()}
        values["source"] = self._id(source) if isinstance(source, str) else source
        values["now"] = self._clock() if ":now" in sql else None
        with translating_errors(self.path):
            return self._link.execute(sql, values).lastrowid or 0

    def _run_all(self, sql: str, rows: Iterable[Any]) -> None:
        """Run one statement that writes with the values of each row."""
        with translating_errors(self.path):
            self._link.executemany(sql, rows)

    def forget_learned(self, source: str, name: str) -> None:
        """Drop one part of what was learned, if it is there."""
        self._run(FORGET_LEARNED, source, name=name)
