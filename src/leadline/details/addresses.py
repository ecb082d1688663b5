"""Which link of a record leads to its own page.

It is the link by which records are told apart. Where texts tell them apart, it is the first column
of links that most records have and that differ from record to record.

>>> from leadline.model import Field
>>> def record(n):
...     more, shop = Field("more", f"http://h.test/b/{n}", "link"), Field("shop", "http://s.test/")
...     return Record("h.test", f"h.test/b/{n}", (Field("title", f"Book {n}"), shop, more))
>>> link_column([record(n) for n in range(9)], [])
'more'
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final
from urllib.parse import urldefrag

from leadline.details.files import FILE_SUFFIX
from leadline.model import Record
from leadline.wrapper.identity.link import LinkIdentity

MIN_KEYED_SHARE: Final = 0.5
"""Share of the records whose key is the address in a column, from which the column is taken."""
MIN_FILLED_SHARE: Final = 0.5
MIN_OWN_SHARE: Final = 0.9
"""Share of records with a link of their own."""


def is_page_address(address: str) -> bool:
    """Tell whether an address may be that of a page and not of a file."""
    return address.startswith(("http://", "https://")) and not FILE_SUFFIX.search(address[:2_000])


def link_column(records: Sequence[Record], identities: Sequence[LinkIdentity]) -> str:
    """Return the column whose links lead to the pages of the records; '' without one."""
    plain = (*identities, LinkIdentity(""))
    keyed: Counter[str] = Counter()
    filled: Counter[str] = Counter()
    distinct: dict[str, set[str]] = defaultdict(set)
    for record in records:
        first: dict[str, str] = {}
        for field in record.fields:
            if field.kind == "link" and is_page_address(field.value):
                first.setdefault(field.column, urldefrag(field.value)[0])
        for column, address in first.items():
            filled[column] += 1
            distinct[column].add(address)
            keyed[column] += any(
                each.canonical(address, record.query) == record.key for each in plain
            )
    own = {
        column: times
        for column, times in filled.items()
        if len(distinct[column]) >= MIN_OWN_SHARE * times
    }
    least = MIN_FILLED_SHARE * len(records)
    best = max(own, key=lambda column: keyed[column], default="")
    if best and keyed[best] >= MIN_KEYED_SHARE * len(records):
        return best
    return next((column for column, times in own.items() if times >= least), "")


def page_address(record: Record, column: str) -> str:
    """Return the address of a record's page without its fragment, '' where it has none."""
    for field in record.fields:
        if field.column == column and field.kind == "link" and is_page_address(field.value):
            return urldefrag(field.value)[0]
    return ""
