"""What the table itself says against how it was read: rows, columns, cells and letters.

A row that lacks what all others have is often no record. The same values under two columns are one
column of two layouts. A value of a column of unlike ones that stands on every page is no record's.
And letters may have been read in a wrong encoding, by leadline or by whoever filled the source.

>>> is_garbled("BrontÃ«"), is_garbled("Brontë"), is_garbled("Stra\\ufffde"), is_garbled("Ђорђе")
(True, False, True, False)
>>> is_garbled("РќРµС‚"), is_garbled("Ні")
(True, False)
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations, islice
from math import log
from statistics import median
from typing import Final

from leadline.crawl.state.source import SourceState
from leadline.model import Doubt
from leadline.page.text import words
from leadline.values.value_forms import form_of, forms_alike
from leadline.wrapper.column_watch import (
    MIN_ALIKE,
    MIN_SHARE_STEADY,
    Cells,
    KnownColumns,
    pages_named,
)
from leadline.wrapper.headed_lists import are_unlike, headed_lists, list_beside
from leadline.wrapper.identity.link import LinkIdentity
from leadline.wrapper.wrapper import RecordLayout

MIN_ROWS_OF_TABLE: Final = 20
"""Known records from which their table is looked at."""
MIN_ROWS_ASTRAY: Final = 3
MIN_SHARE_ASTRAY: Final = 0.01
"""Share of the records that lack what others have, or are garbled, from which it is told."""
MAX_SHARE_ASTRAY: Final = 0.5
MIN_SHARE_HEADING: Final = 0.5
"""Share of the records that have a value of the column by which they are told apart."""
MIN_SHARE_LIKE: Final = 0.6
"""Likeness of the forms of two columns' values from which they may be one."""
MIN_PAGES_REPEATED: Final = 5
MIN_SHARE_UNLIKE: Final = 0.5
"""Different values of a column over records from which it tells them apart."""
TURNS: Final = (2, 3)
"""Rows of a record, if each second or third one is unlike the others."""
MIN_ROWS_IN_TURN: Final = 6
MAX_ALIKE_IN_TURN: Final = 0.05
"""Likeness of the values in its column to those of the other rows, below which a row is unlike."""
MIN_WORDS_EXCHANGED: Final = 5
"""Words of each of two columns that the other has, too."""
TURNS_OF_PAIRS: Final = 5
MIN_SHARE_APART: Final = 0.98
"""Share of the words that stand on one side, once turned rows are turned back."""
MAX_PAIRS: Final = 100
"""Pairs of columns that are compared."""
MAX_LOST: Final = 20
"""Sets of rows that lack a column, and columns of them, that are looked at."""
WRONG_CODECS: Final = {"cp1252": 1, "latin-1": 1, "cp1251": 2}
"""Encodings as which UTF-8 is read in error, and letters from which it shows: "Ні" is a word."""


def table_doubts(source: SourceState) -> tuple[Doubt | None, ...]:
    """Return what speaks against rows, columns, cells and letters of the table."""
    known = source.watch.known
    records = [*known.records.values()]
    if len(records) < MIN_ROWS_OF_TABLE:
        return ()
    told = _astray(source, known, records), _repeated(known, records), _garbled(records)
    return *told, _alike(source, records), _shifted(records) or exchanged(records), _strange(source)


def alternating(source: SourceState) -> Doubt | None:
    """Say where each second or third row says something else in one column than all others."""
    pages = [one.rows for _, one in source.probes.answers if len(one.rows) >= MIN_ROWS_IN_TURN]
    if sum(map(len, pages)) < MIN_ROWS_OF_TABLE or not getattr(source.wrapper, "layouts", ()):
        return None
    for turn in TURNS:
        first, again, others = KnownColumns(), KnownColumns(), KnownColumns()
        for rows in pages:
            first.add(rows[:: 2 * turn])
            again.add(rows[turn :: 2 * turn])
            others.add(row for at, row in enumerate(rows) if at % turn)
        for name, forms in first.forms.items():
            is_full = first.filled[name] >= MIN_SHARE_STEADY * first.rows
            is_own = forms_alike(forms, again.forms.get(name, Counter())) >= MIN_ALIKE
            other = forms_alike(forms, others.forms.get(name, Counter()))
            if is_full and is_own and other < MAX_ALIKE_IN_TURN:
                sentence = f"each row in {turn} says another kind of thing: it may be one record"
                return Doubt("record", sentence, (("rows", turn),))
    return None


def under_headings(source: SourceState) -> Doubt | None:
    """Say where rows stand under two headings: without the words asked, or of other kinds."""
    said = ((walk.query, reading) for walk, reading in source.probes.answers)
    lists = headed_lists(said)
    if not lists or any(map(source.task.said, ("region", "not_region"))):
        return None
    (ours, taken), (other, left) = ((repr(each.heading), each.columns.rows) for each in lists)
    if (beside := list_beside(lists)) is not None:
        name = repr(beside.heading)
        sentence = f"rows under {name} do not show the words asked: they may be another list"
    elif are_unlike(lists):
        sentence = (
            f"rows under {ours} and under {other} say other kinds of things: they may be two lists"
        )
    else:
        return None
    return Doubt("list", sentence, (("read", taken), ("other", left)))


def _is_some(rows: int, records: int) -> bool:
    return rows >= max(MIN_ROWS_ASTRAY, MIN_SHARE_ASTRAY * records)


def _astray(source: SourceState, known: KnownColumns, records: list[Cells]) -> Doubt | None:
    """Say which rows lack the heading that others have: under another column, or nowhere."""
    layouts = getattr(source.wrapper, "layouts", ())
    heading = _heading(known, len(records))
    lacking = [cells for cells in records if heading not in cells]
    if not layouts or not heading:
        return None
    if not _is_some(len(lacking), len(records)):
        return _nearly_empty(layouts[0], known, heading)
    if len(lacking) > MAX_SHARE_ASTRAY * len(records):
        return None
    times = Counter(name for cells in records for name in cells)
    theirs = Counter(name for cells in lacking for name in cells)
    for name, count in theirs.items():
        is_theirs = 2 * count >= len(lacking) and count == times[name]
        if is_theirs and known.likeness(name, heading) >= MIN_SHARE_LIKE:
            sentence = (
                f"{count} of {len(records)} rows have no {heading!r} and values like it in "
                f"{name!r}: it may be one column"
            )
            return Doubt("columns", sentence, (("rows", count), ("records", len(records))))
    is_linked = isinstance(layouts[0].identity, LinkIdentity)
    bare = sum(
        key.startswith("#") or not is_linked
        for key, cells in known.records.items()
        if heading not in cells
    )
    if not _is_some(bare, len(records)):
        return None
    sentence = f"{bare} of {len(records)} rows have no {heading!r}, as all others have"
    if is_linked:
        sentence = (
            f"{bare} of {len(records)} rows have no link and no {heading!r}, as all others have"
        )
    return Doubt("bare", sentence, (("rows", bare), ("records", len(records))))


def _nearly_empty(layout: RecordLayout, known: KnownColumns, heading: str) -> Doubt | None:
    """Say which rows fill less than half of the columns, with a heading of another form."""
    names = {name for slot, name in layout.columns.names.items() if "|" not in slot}
    filled = {key: len(names & cells.keys()) for key, cells in known.records.items()}
    usual = median(filled.values())
    forms = {False: Counter[str](), True: Counter[str]()}
    for key, cells in known.records.items():
        forms[2 * filled[key] < usual][form_of(cells.get(heading, ""))] += heading in cells
    bare, count = forms[True].total(), len(known.records)
    if not _is_some(bare, count) or forms_alike(*forms.values()) >= MAX_ALIKE_IN_TURN:
        return None
    sentence = f"{bare} of {count} rows fill less than half of the columns, unlike all others"
    return Doubt("bare", sentence, (("rows", bare), ("records", count)))


def _heading(known: KnownColumns, records: int) -> str:
    """Return the column of most different values, of those that most records have; '' without."""
    names = [
        name for name, values in known.values.items() if len(values) >= MIN_SHARE_HEADING * records
    ]
    return max(names, key=lambda name: len(known.values[name]), default="")


def _repeated(known: KnownColumns, records: list[Cells]) -> Doubt | None:
    """Say which value stands on every page, in a column whose values tell records apart."""
    if known.pages < MIN_PAGES_REPEATED:
        return None
    for name, value in sorted(known.repeated):
        others = sum(cells.get(name) != value for cells in records)
        if len(known.values.get(name, ())) > MIN_SHARE_UNLIKE * others > 0:
            sentence = f"{value!r} stands in {name!r} on each of {known.pages} pages"
            return Doubt("repeated", sentence, (("pages", known.pages),))
    return None


def _garbled(records: list[Cells]) -> Doubt | None:
    """Say how many rows hold letters that were read in a wrong encoding."""
    found = [value for cells in records for value in cells.values() if is_garbled(value)]
    if not _is_some(len(found), len(records)):
        return None
    sentence = f"{len(found)} values of {len(records)} rows look garbled, such as {found[0]!r}"
    return Doubt("garbled", sentence, (("values", len(found)), ("records", len(records))))


def _alike(source: SourceState, records: list[Cells]) -> Doubt | None:
    """Say how many records say nothing else than others: what tells them apart may be no key."""
    alike = len(records) - len({frozenset(cells.items()) for cells in records})
    if alike < MAX_SHARE_ASTRAY * len(records) or source.task.said("key"):
        return None
    sentence = f"{alike} of {len(records)} records say the same as others: their key may be no key"
    return Doubt("key", sentence, (("alike", alike), ("records", len(records))))


def _shifted(records: list[Cells]) -> Doubt | None:
    """Say which rows lack a column and hold in another one what all others hold in a third."""
    forms = [{name: form_of(value) for name, value in cells.items()} for cells in records]
    every = _counted(forms)
    lacking = dict[frozenset[int], str]()
    for lost, counts in every.items():
        rows = len(records) - counts.total()
        if _is_some(rows, len(records)) and _is_some(counts.total(), len(records)):
            fewer = frozenset(at for at, cells in enumerate(records) if lost not in cells)
            lacking.setdefault(fewer, lost)
    for fewer, lost in islice(lacking.items(), MAX_LOST):
        theirs = _counted(forms[at] for at in fewer)
        others = {name: counts - theirs.get(name, Counter()) for name, counts in every.items()}
        strange = (
            name
            for name, one in theirs.items()
            if forms_alike(one, others[name]) < MAX_ALIKE_IN_TURN
        )
        for name in islice(strange, MAX_LOST):
            one = theirs[name]
            alike = {other: forms_alike(one, counts) for other, counts in others.items()}
            like = max(alike, key=alike.__getitem__)
            if like in theirs and alike[like] >= MIN_SHARE_LIKE:
                sentence = (
                    f"{len(fewer)} of {len(records)} rows have no {lost!r} and hold in {name!r} "
                    f"what others hold in {like!r}"
                )
                return Doubt("columns", sentence, (("rows", len(fewer)), ("records", len(records))))
    return None


def exchanged(records: list[Cells]) -> Doubt | None:
    """Say where two columns change places: rows say in each just what others say in the other.

    >>> names, seas = "Ann Bob Cid Dee Eva Flo".split(), "Aral Baltic Coral Dead Egean Fora".split()
    >>> rows = [{"by": names[n % 6], "of": seas[n * 5 % 6]} for n in range(24)]
    >>> crossed = [{"by": row["of"], "of": row["by"]} for row in rows[:6]]
    >>> print(exchanged(rows), exchanged(rows + crossed).sentence)
    None 6 of 30 rows hold in 'by' what others hold in 'of', and the other way round
    """
    said = [{name: frozenset(words(value)) for name, value in row.items()} for row in records]
    held = defaultdict[str, set[str]](set)
    for row in said:
        for name, theirs in row.items():
            held[name] |= theirs
    for one, other in islice(combinations(held, 2), MAX_PAIRS):
        if len(held[one] & held[other]) < 2 * MIN_WORDS_EXCHANGED:
            continue
        pairs = [(row[one], row[other]) for row in said if row.get(one) and row.get(other)]
        crossed = _crossed(pairs)
        if _is_some(crossed, len(records)):
            sentence = (
                f"{crossed} of {len(records)} rows hold in {one!r} what others hold in {other!r}, "
                "and the other way round"
            )
            return Doubt("columns", sentence, (("rows", crossed), ("records", len(records))))
    return None


def _crossed(pairs: list[tuple[frozenset[str], frozenset[str]]]) -> int:
    """Count the pairs to be turned so that each word stands on one side; 0 where none does it.

    Words tell which pairs are turned, and these tell on which side a word stands, in turns.
    """
    turned = [False] * len(pairs)
    for _ in range(TURNS_OF_PAIRS):
        left, right = Counter[str](), Counter[str]()
        for (one, other), is_turned in zip(pairs, turned, strict=True):
            left.update(other if is_turned else one)
            right.update(one if is_turned else other)
        lean = {word: log((left[word] + 0.5) / (right[word] + 0.5)) for word in left | right}
        turned = [_sum(lean, one) < _sum(lean, other) for one, other in pairs]
    apart = sum(max(left[word], right[word]) for word in lean)
    sides = Counter(left[word] > right[word] for word in lean)
    is_told = apart >= MIN_SHARE_APART * (left.total() + right.total())
    return min(sum(turned), len(pairs) - sum(turned)) if is_told and len(sides) > 1 else 0


def _sum(lean: Mapping[str, float], said: Iterable[str]) -> float:
    return sum(lean[word] for word in said)


def _strange(source: SourceState) -> Doubt | None:
    """Say which pages show values of another kind, where columns came or went."""
    strange = source.watch.strange_on
    if not strange:
        return None
    names = ", ".join(sorted({name for each in strange.values() for name in each}))
    sentence = f"{names} hold values of another kind on page {pages_named([*strange])}"
    return Doubt("columns", sentence, (("pages", len(strange)),))


def _counted(records: Iterable[Cells]) -> dict[str, Counter[str]]:
    """Count the values of each column."""
    counted = defaultdict[str, Counter[str]](Counter)
    for cells in records:
        for name, value in cells.items():
            counted[name][value] += 1
    return counted


def is_garbled(value: str) -> bool:
    """Tell whether letters of a text are UTF-8 read as something else, or could not be read."""
    if value.isascii():
        return False
    return "\ufffd" in value or any(_is_utf8_as(value, *one) for one in WRONG_CODECS.items())


def _is_utf8_as(value: str, codec: str, least: int) -> bool:
    try:
        meant = value.encode(codec).decode()
    except UnicodeError:
        return False
    return sum(not letter.isascii() for letter in meant) >= least
