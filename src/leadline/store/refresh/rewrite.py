"""Replaces the records of a source by others that were read from the same pages."""

from collections.abc import Iterable, Sequence
from typing import Final

from leadline.model import Field
from leadline.store.refresh.visits import SET_RAW, VisitStore, has_visits
from leadline.store.rows import bind, dump_fields

FORGET: Final = (
    "DELETE FROM sighting WHERE page IN (SELECT number FROM page WHERE source = :source)",
    "DELETE FROM record WHERE source = :source",
    "UPDATE page SET records = 0, new = 0 WHERE source = :source",
)
FORGET_PRESENCE: Final = """
  DELETE FROM presence WHERE source = :source
    AND key NOT IN (SELECT key FROM record WHERE source = :source)"""


class RewritingStore(VisitStore):
    """A project whose records are read anew."""

    def forget_records(self, source: str) -> None:
        """Drop all records of a source, before they are taken again."""
        source_id = self._id(source)
        for statement in FORGET:
            self._run(statement, source=source_id)

    def match_presence(
        self, source: str, raw_fields: Iterable[tuple[str, Sequence[Field]]]
    ) -> None:
        """Bring what visits know of the records to how they are read now."""
        if not has_visits(self):
            return
        source_id = self._id(source)
        self._run(FORGET_PRESENCE, source=source_id)
        self.begin_presence(source, ())
        self._run_all(
            SET_RAW, ((dump_fields(raw), source_id, bind(key)) for key, raw in raw_fields)
        )
