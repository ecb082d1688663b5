"""Keys of records over a whole crawl: whether they name records, and what is done if they do not.

A key names a record if the record's text comes back under it. Where texts come back under other
keys, page after page, the keys carry something of the search: ``wrapper.identity.repair``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from leadline.crawl.state.packed_rows import KnownTexts
from leadline.wrapper.identity.repair import KeyReduction, learn_reduction, stable_text
from leadline.wrapper.packed.row_block import row_texts
from leadline.wrapper.reading import PageReading, row_keys

MAX_INDEXED_TEXTS: Final = 20_000
"""Records whose texts are compared; by then keys have proved themselves."""
MAX_KEY_PAIRS: Final = 400
MIN_SHARE_RETURNING: Final = 0.8
"""Share of the texts that came back under another key, from which keys are wrong."""


@dataclass(frozen=True, slots=True)
class RecordKeys:
    """What is known of the keys of a source.

    ``returned`` counts texts that another query brought under their key (a page is often read twice
    in a walk), ``pairs`` are the two keys of texts that another query brought under another one,
    ``twins`` those that one answer holds twice: no handle of a search parts these. With a
    ``reduction`` a record goes by the key under which it was first seen. ``sightings`` are the
    first key and query by text.
    """

    reduction: KeyReduction | None = None
    returned: int = 0
    pairs: tuple[tuple[str, str], ...] = ()
    twins: int = 0
    sightings: dict[str, tuple[str, str]] = field(default_factory=dict)
    first_keys: dict[str, str] = field(default_factory=dict)

    def applied(self, reading: PageReading) -> PageReading:
        """Return a page with the first keys of its records."""
        if self.reduction is None:
            return reading
        rows = tuple(
            row._replace(
                key=self.first_keys.setdefault(self.reduction.key(row.key, row.text), row.key)
            )
            for row in reading.rows
        )
        return replace(reading, rows=rows)

    def compared(self, reading: PageReading, query: str, known: KnownTexts) -> RecordKeys:
        """Compare a page with the ``known`` texts by key; learn a reduction where keys are wrong.

        A page of known keys alone may be a page that is read again and tells nothing.
        """
        if self.reduction is not None or len(self.sightings) > MAX_INDEXED_TEXTS:
            return self
        rows = zip(row_texts(reading.rows), row_keys(reading.rows), strict=True)
        texts = {stable_text(text): key for text, key in rows if text}
        pairs, returned = [*self.pairs], self.returned
        twins = self.twins + len(reading.keys) - len(texts)
        page_of_known = all(key in known for key in texts.values())
        for text, key in () if page_of_known else texts.items():
            first, asked = self.sightings.get(text, ("", ""))
            returned += first == key and asked != query
            if first and first != key and key not in known:
                twins += asked == query
                pairs += [(first, key)] if asked != query else []
        for text, key in texts.items():
            self.sightings.setdefault(text, (key, query))
        after = replace(self, returned=returned, twins=twins, pairs=tuple(pairs[-MAX_KEY_PAIRS:]))
        against = returned + twins
        if after.pairs == self.pairs or len(pairs) < MIN_SHARE_RETURNING * (len(pairs) + against):
            return after
        return replace(after, reduction=learn_reduction(after.pairs, reading.keys))

    def merged(self, known: KnownTexts) -> dict[str, str]:
        """Return the keys under which records were taken again, each with the first key."""
        if self.reduction is None:
            return {}
        again: dict[str, str] = {}
        for key, text in known.items():
            first = self.first_keys.setdefault(self.reduction.key(key, text), key)
            if first != key:
                again[key] = first
        return again
