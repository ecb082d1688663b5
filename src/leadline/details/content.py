"""What a record page may say, read from one page alone; contrast of pages tells data apart.

Induction and reading take it from here (``details.induction``, ``details.wrapper``), so that a
page is parsed once and can then be forgotten.
"""

from collections.abc import Container
from dataclasses import dataclass

from leadline.details.cards import cards
from leadline.details.entries import Entry, PairGroup, TextLine
from leadline.details.files import file_entries
from leadline.details.groups import pair_groups
from leadline.details.lines import page_lines
from leadline.details.structured import json_ld_entries, microdata_entries
from leadline.page.dom import Document


@dataclass(frozen=True, slots=True)
class DetailContent:
    """Entries for machines, links to files, groups of pairs, and all lines of a page."""

    machine: tuple[Entry, ...]
    files: tuple[Entry, ...]
    groups: tuple[PairGroup, ...]
    lines: tuple[TextLine, ...]


def read_content(document: Document, others: Container[str] = ()) -> DetailContent:
    """Return what a page may say of its record; ``others`` are addresses of record pages."""
    skipped = cards(document, others) if others else []
    return DetailContent(
        (*json_ld_entries(document), *microdata_entries(document)),
        tuple(file_entries(document, skipped)),
        tuple(pair_groups(document)),
        tuple(page_lines(document, skipped)),
    )
