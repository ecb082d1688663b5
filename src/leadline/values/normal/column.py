"""Columns of values in normal form: one kind and one format a column, a reading a value.

>>> column = read_column(["03/04/2012", "25/12/2013", "1/5/2014", "n.d."])
>>> column.format.kind, column.format.order, column.keys
('date', 'dmy', ('2012-04-03', '2013-12-25', '2014-05-01', ''))
>>> read_column(["1.234 €", "12,50 €", "99"]).keys
('1234 EUR', '12.5 EUR', '99 EUR')
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from leadline.values.normal.amounts import (
    bases_of,
    numbers_of,
    read_number,
    read_price,
    read_quantity,
    units_of,
)
from leadline.values.normal.dates import order_of_dates, read_date
from leadline.values.normal.identifiers import (
    read_doi,
    read_email,
    read_isbn,
    read_issn,
    read_phone,
    read_url,
)
from leadline.values.normal.names import read_boolean, read_language, read_person, read_place
from leadline.values.normal.numerals import decimal_sign
from leadline.values.normal.reading import ColumnFormat, NormalColumn, Reading
from leadline.values.normal.text import fold_width, read_text

READERS: Final[dict[str, Callable[[str, ColumnFormat], Reading | None]]] = {
    "isbn": read_isbn,
    "issn": read_issn,
    "doi": read_doi,
    "url": read_url,
    "email": read_email,
    "boolean": read_boolean,
    "date": read_date,
    "price": read_price,
    "quantity": read_quantity,
    "number": read_number,
    "language": read_language,
    "phone": read_phone,
    "person": read_person,
    "place": read_place,
    "text": read_text,
}
"""Readers by kind, in the order in which an untold kind is voted for."""
OTHER_NAMES: Final = {
    "year": "date",
    "money": "price",
    "integer": "number",
    "percentage": "number",
    "mail": "email",
    "size": "quantity",
    "weight": "quantity",
    "duration": "quantity",
    "count": "number",
    "pages": "quantity",
}
"""Names of kinds that mean one of the others."""
TOLD_ONLY: Final = ("person", "place", "phone", "text")
"""Kinds that values alone do not show; a column has them only if it is told."""
MAX_LABEL_CHARS: Final = 20
LABEL: Final = re.compile(r"[^\d:@/]{1,20}:\s*(?=[^\s/])")
"""A label in front of a value."""
MIN_VOTED_SHARE: Final = 0.6
"""Share of the different values of a sample that a kind must read to be voted for."""
OLDEST_USUAL_YEAR, LATEST_USUAL_YEAR = 1400, 2100
"""Years that show that a column of bare numbers holds years."""
MAX_SAMPLED: Final = 300
"""Different values from which kind and format of a column are learned, evenly spread."""
MIN_UNIT_SHARE: Final = 0.75
"""Share of one unit among the values with a unit, from which bare numbers have it too."""


def read_column(values: Sequence[str], kind: str = "", locale: str = "") -> NormalColumn:
    """Read the values of a column; ``kind`` is voted for where it is not told.

    ``kind`` is one of ``VALUE_KINDS`` (any other name is text), ``locale`` a language with or
    without its country ("de", "en-US"). Every value has its place in ``readings``; a value that
    cannot be read has None.
    """
    texts = [text for value in dict.fromkeys(values) if (text := fold_width(value))]
    return read_as(values, learn_format(texts, kind, locale))


def read_as(values: Sequence[str], learned: ColumnFormat) -> NormalColumn:
    """Read values as those of a column of a known format."""
    read = READERS[learned.kind]
    readings = {value: _read(read, fold_width(value), learned) for value in dict.fromkeys(values)}
    return NormalColumn(learned, tuple(values), tuple(map(readings.__getitem__, values)))


def _read(
    read: Callable[[str, ColumnFormat], Reading | None], text: str, learned: ColumnFormat
) -> Reading | None:
    """Read a text, with or without a label in front of it: "Height: 30 cm"."""
    if not text:
        return None
    reading = read(text, learned)
    if reading is None and ":" in text[: MAX_LABEL_CHARS + 1]:
        label = LABEL.match(text)
        return read(text[label.end() :], learned) if label else None
    return reading


def kind_of(name: str) -> str:
    """Return the kind that a type of an attribute means, '' for an untold one."""
    kind = OTHER_NAMES.get(name, name)
    return kind if not kind or kind in READERS else "text"


def learn_format(texts: Sequence[str], kind: str = "", locale: str = "") -> ColumnFormat:
    """Settle kind and format of a column from its different values, folded in width."""
    sample = texts[:: max(1, len(texts) // MAX_SAMPLED)]
    numbers = [number for text in sample for number in numbers_of(text)]
    common = ColumnFormat("", order_of_dates(sample), decimal_sign(numbers), locale)
    told = kind_of(kind)
    if told:
        return _with_unit(replace(common, kind=told), sample)
    for name in READERS:
        if name not in TOLD_ONLY:
            learned = _with_unit(replace(common, kind=name), sample)
            if _share_read(learned, sample) >= MIN_VOTED_SHARE:
                return learned
    return replace(common, kind="text")


def _share_read(learned: ColumnFormat, sample: Sequence[str]) -> float:
    readings = (READERS[learned.kind](text, learned) for text in sample)
    return sum(map(_is_telling, readings)) / max(1, len(sample))


def _is_telling(reading: Reading | None) -> bool:
    """Tell whether a reading shows its kind: bare numbers are no prices, 7,000 is no year."""
    if reading is None or reading.kind not in ("price", "quantity", "date"):
        return reading is not None
    if reading.kind == "date" and reading.precision == "Y" and reading.low is not None:
        return OLDEST_USUAL_YEAR <= reading.low / 10_000 <= LATEST_USUAL_YEAR
    return reading.kind == "date" or bool(reading.unit)


def _with_unit(learned: ColumnFormat, sample: Sequence[str]) -> ColumnFormat:
    """Add the unit that nearly all values with a unit have."""
    if learned.kind not in ("price", "quantity"):
        return learned
    units = Counter(unit for text in sample for unit in units_of(text, learned.kind, learned))
    unit, base = _usual(units), _usual(Counter(bases_of(units.elements())))
    return replace(learned, unit=unit, base=base if learned.kind == "quantity" else "")


def _usual(units: Counter[str]) -> str:
    """Return the unit that nearly all have, '' if there is none."""
    unit, times = units.most_common(1)[0] if units else ("", 0)
    return unit if times >= MIN_UNIT_SHARE * units.total() else ""
