"""Tables without what tells nothing, and with names for columns that the pages do not name.

Looked at are some thousand records, evenly spread. Left out are row numbers (they follow the place
on the page and name no record), tokens of a session (one for all records of a page, another on the
next), and columns without a name, or links, that are the same everywhere, or say nothing but what
another column says. A column without a name is called by what it holds: the text of the record's
own link is its title, long texts are descriptions, a few texts that come again and again are
categories, others are called by their type. Of several of one kind the later ones have a number.

>>> from leadline.model import Field
>>> records = [Record("s", f"/r/{n}", (Field("text_1", f"Work {n}"), Field("text_1_url", f"/r/{n}",
...     "link"), Field("text_2", str(1900 + n)), Field("text_3", str(n % 10 + 1)),
...     Field("text_4", "Details")), page=n // 10, row=n % 10) for n in range(40)]
>>> tidied = tidy_columns(records)
>>> dict(sorted(tidied.names.items())), sorted(column for column, _ in tidied.dropped)
({'text_1': 'title', 'text_2': 'year'}, ['text_3', 'text_4'])
"""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from leadline.columns.templates.part_names import free_name
from leadline.model import Record
from leadline.store.export.choice import TableChoice
from leadline.store.reader import Reader
from leadline.values.normal.column import read_column
from leadline.values.types import learn_type

Slot = tuple[str, str]
"""Column and kind."""
TIDY_SAMPLE_RECORDS: Final = 2_000
MIN_TIDY_RECORDS: Final = 20
"""Records from which a column may be left out."""
MAX_ROW_DIGITS: Final = 10
MIN_TIDY_SHARE: Final = 0.95
MIN_DIFFERENT_TITLES: Final = 0.3
"""Share of the texts of a link that must differ to be titles of works."""
NAMELESS_COLUMN: Final = re.compile(
    r"(?:text|link|image|extra|column|rec|row|cell|meta|info|heading|body|main|top|bottom|td|ui"
    r"|widget|ui_widget)"
    r"(?:_\d+)*(?:_url|_image)?"
)
"""Names by a place, or by a class that says how a text looks and not what it is."""
SESSION_TOKEN: Final = re.compile(r"(?=[^\s]*\d)(?=[^\s]*[a-zA-Z])[0-9a-zA-Z_-]{16,}")
MIN_DESCRIPTION_CHARACTERS: Final = 60
"""Characters of half of the texts of a column from which they are descriptions."""
MIN_READABLE_SHARE: Final = 0.85
"""Share of the texts that a reader of values must read to name their column."""
PART_OF_NAME: Final = re.compile(r"\d_\d+|._(?:url|image)")
"""End of a column's name and what its parts have behind it."""
MAX_CATEGORIES: Final = 100
MAX_SHARE_OF_CATEGORIES: Final = 0.1
"""Different texts of a column, and their share of all, up to which they are categories."""
MAX_CATEGORY_CHARACTERS: Final = 40
FAMILY_AND_GIVEN_NAME: Final = re.compile(r"[^\W\d_][\w'’.-]*+(?: [\w'’.-]++)?, ?[^\W\d_][^,\d]*+")
CODE: Final = re.compile(r"(?=[^\d]*+\d)(?=[^A-Z./]*+[A-Z./])[A-Z\d./() _-]{2,30}")
MIN_DIFFERENT_CODES: Final = 0.9
"""Signs of a record, which are more than digits in groups, and the share of them that differ."""
NAMES_BY_TYPE: Final = {
    "date": "date",
    "year": "year",
    "money": "price",
    "url": "address",
    "email": "email",
    "time": "time",
    "isbn": "isbn",
    "doi": "doi",
    "quantity": "size",
    "identifier": "code",
}
"""Names by what values or their readings are."""
LONE_NAMES: Final = frozenset({"title", "description", "address"})
"""Names of one column at most."""


@dataclass(frozen=True, slots=True)
class Tidied:
    """New names by column, and columns to leave out with the reason."""

    names: dict[str, str] = field(default_factory=dict)
    dropped: dict[Slot, str] = field(default_factory=dict)


def tidy_choice(reader: Reader, sources: Iterable[str], names: Sequence[str]) -> TableChoice:
    """Return which columns of a table stay, and their new names."""
    records = [one for source in sources for one in reader.sample(source, TIDY_SAMPLE_RECORDS)]
    tidied = tidy_columns(records)
    dropped = {column for column, _ in tidied.dropped}
    renamed = [(old, new) for old, new in tidied.names.items() if old in names]
    taken = {*names, *(new for _, new in renamed)}
    for old, new in [*renamed]:
        for name in names:
            is_part = name.startswith(old) and PART_OF_NAME.fullmatch(name, len(old) - 1)
            if is_part and name not in tidied.names:
                renamed.append((name, free_name(new + name[len(old) :], taken)))
                taken.add(renamed[-1][1])
    kept = [name for name in names if name not in dropped]
    if all(name.startswith("_") for name in kept):
        kept = list(names)
    return TableChoice(tuple(kept), tuple(pair for pair in renamed if pair[1] not in names))


def tidy_columns(records: Sequence[Record]) -> Tidied:
    """Return what a sample of records says of their columns."""
    values: dict[Slot, list[tuple[Record, str]]] = defaultdict(list)
    for record in records:
        first: dict[Slot, str] = {}
        for one in record.fields:
            first.setdefault((one.column, one.kind), one.value)
        for place, text in first.items():
            values[place].append((record, text))
    enough = len(records) >= MIN_TIDY_RECORDS
    found = {slot: _useless(slot, own, len(records)) for slot, own in values.items() if enough}
    dropped = {slot: reason for slot, reason in found.items() if reason}
    by_key = {slot: {record.key: text for record, text in own} for slot, own in values.items()}
    for slot in [slot for slot in values if enough and _repeats_another(slot, by_key, dropped)]:
        dropped[slot] = "repeated"
    names: dict[str, str] = {}
    taken = {column.casefold() for column, _ in values}
    for (column, kind), own in values.items():
        if kind != "text" or (column, kind) in dropped or not NAMELESS_COLUMN.fullmatch(column):
            continue
        name = _name(column, [text for _, text in own], values)
        name = free_name(name, taken) if name and name not in LONE_NAMES else name
        if name and name not in taken:
            names[column] = name
            taken.add(name)
    return Tidied(names, dropped)


def _useless(slot: Slot, own: Sequence[tuple[Record, str]], records: int) -> str:
    """Say why a column tells nothing of its records, '' where it may."""
    column, kind = slot
    if len(own) < MIN_TIDY_SHARE * records:
        return ""
    if len({value for _, value in own}) == 1:
        return "constant" if kind != "text" or NAMELESS_COLUMN.fullmatch(column) else ""
    by_page: dict[int, set[str]] = defaultdict(set)
    for record, value in own:
        by_page[record.page].add(value)
    one_a_page = all(len(values) == 1 for values in by_page.values())
    if (
        one_a_page
        and len(own) > len(by_page)
        and all(SESSION_TOKEN.fullmatch(value) for _, value in own)
    ):
        return "session"
    return "row number" if _are_row_numbers(own) else ""


def _repeats_another(
    slot: Slot, values: Mapping[Slot, Mapping[str, str]], dropped: Container[Slot]
) -> bool:
    """Tell whether a column without a name shows another one, with the same words around it."""
    own = values[slot]
    is_before = True
    for other, shown in values.items() if NAMELESS_COLUMN.fullmatch(slot[0]) else ():
        is_before = is_before and other != slot
        is_rival = is_before or not NAMELESS_COLUMN.fullmatch(other[0])
        if other == slot or other in dropped or other[1] != slot[1] or not is_rival:
            continue
        if all(key in shown and shown[key] in text for key, text in own.items()):
            frames = {text.replace(shown[key], "", 1) for key, text in own.items()}
            if len(frames) == 1:
                return True
    return False


def _are_row_numbers(own: Sequence[tuple[Record, str]]) -> bool:
    """Tell whether numbers follow the place on the page, and name no record."""
    numbers = [
        (record, int(text))
        for record, value in own
        if (text := value.strip(" .)#").replace(",", "")).isdecimal() and len(text) < MAX_ROW_DIGITS
    ]
    if len(numbers) < MIN_TIDY_SHARE * len(own) or any(
        _names(record, n) for record, n in numbers[:9]
    ):
        return False
    if not numbers or min(number for _, number in numbers) > 1:
        return False
    starts: dict[int, list[int]] = defaultdict(list)
    for record, number in numbers:
        starts[record.page].append(number - record.row)
    usual = sum(Counter(each).most_common(1)[0][1] for each in starts.values())
    return usual >= MIN_TIDY_SHARE * len(numbers) and len(numbers) > len(starts)


def _names(record: Record, number: int) -> bool:
    """Whether a number stands in the key or a link of its record, behind the host."""
    links = (one.value.partition("//")[2] for one in record.fields if one.kind == "link")
    paths = (text.partition("/")[2] for text in (record.key, *links))
    return any(str(number) in re.findall(r"\d+", path) for path in paths)


def _name(
    column: str, texts: list[str], values: Mapping[Slot, Sequence[tuple[Record, str]]]
) -> str:
    """Return a name for a column from what it holds, '' where that tells none."""
    kind = learn_type(texts).name
    links = [text for _, text in values.get((f"{column}_url", "link"), ())]
    if len(links) == len(texts) and all(map(str.endswith, links, texts)):
        return "address"
    is_varied = len(set(texts)) >= MIN_DIFFERENT_TITLES * len(texts)
    if is_varied and len(links) >= MIN_TIDY_SHARE * len(texts) and not _is_typed(kind, texts):
        return "title"
    if is_varied and median(map(len, texts)) >= MIN_DESCRIPTION_CHARACTERS:
        return "description"
    if kind in NAMES_BY_TYPE:
        return NAMES_BY_TYPE[kind]
    normal = read_column(texts)  # "c. 1830" has no type, but is read as a date
    is_read = sum(map(bool, normal.readings)) >= MIN_READABLE_SHARE * len(texts)
    name = NAMES_BY_TYPE.get(normal.format.kind, "") if is_read else ""
    return name or _name_of_texts(texts)


def _name_of_texts(texts: Sequence[str]) -> str:
    """Return a name for texts without a type: person, code, category, or ''."""
    least = MIN_READABLE_SHARE * len(texts)
    if sum(bool(FAMILY_AND_GIVEN_NAME.match(text)) for text in texts) >= least:
        return "person"
    different = {*texts}
    are_codes = sum(bool(CODE.fullmatch(text)) for text in texts) >= least
    if are_codes and len(different) >= MIN_DIFFERENT_CODES * len(texts):
        return "code"
    are_few = 1 < len(different) <= min(MAX_CATEGORIES, MAX_SHARE_OF_CATEGORIES * len(texts))
    are_words = all(one[:1].isalpha() and len(one) <= MAX_CATEGORY_CHARACTERS for one in different)
    return "category" if are_few and are_words else ""


def _is_typed(kind: str, texts: Sequence[str]) -> bool:
    """Tell whether texts are values of a type and little else."""
    letters = sum(sign.isalpha() for text in texts for sign in text)
    return kind != "text" and 2 * letters < sum(map(len, texts))
