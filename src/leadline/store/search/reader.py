"""Reads records by the numbers under which a full-text index holds them."""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from leadline.model import Record
from leadline.store.reader import FIELDS, RECORD, Reader, record_of_row
from leadline.store.rows import load

RECORDS_AT: Final = " ".join((RECORD, "WHERE r.id IN (SELECT value FROM json_each(?))"))
FOUND: Final = """
  SELECT q.text, json_group_array(DISTINCT g.record)
  FROM query q JOIN page p ON p.query = q.id JOIN sighting g ON g.page = p.number
  WHERE q.source = ? AND q.purpose IN ('word', 'check', 'probe')
    AND q.text NOT LIKE '% %' AND g.position < ?
  GROUP BY q.id LIMIT ?"""
"""Single words that were asked, with the first records of their pages."""
MAX_POSITION: Final = 20
MAX_WORDS: Final = 200


class IndexReader(Reader):
    """A `Reader` that knows the numbers of records."""

    def newest_record(self) -> int:
        """Return the highest number of a record, 0 without one."""
        ((number,),) = self._all("SELECT coalesce(max(id), 0) FROM record")
        return int(number)

    def records_at(self, numbers: Iterable[int]) -> dict[int, Record]:
        """Read records by their numbers; those that are gone are left out."""
        rows = self._all(RECORDS_AT, json.dumps(list(numbers)))
        return {row[0]: record_of_row(row) for row in rows}

    def numbered_fields(
        self, source: str, *, after: int = 0
    ) -> Iterator[tuple[int, list[tuple[str, str, str]]]]:
        """Read number and fields of the records of a source, from a number on."""
        for number, own, more in self._batches(FIELDS, source, after, None):
            yield number, load(own) + load(more or "[]")

    def found_by_words(self, source: str) -> Iterator[tuple[str, list[int]]]:
        """Read words that were asked of a source, each with numbers of records that came."""
        for word, numbers in self._all(FOUND, self._id(source), MAX_POSITION, MAX_WORDS):
            yield word, json.loads(numbers)
