"""Records set aside before matching: without a main attribute, or with one that is plainly untrue.

Nothing is dropped: a record that is set aside keeps its row and the reasons, and a doubtful value
of another attribute is told and stays. What is untrue is said by the logic rules of the domain
(``domain/rules.toml``, a project's ``[[rule]]``): check digits by reading, limits, order of two
attributes.

>>> from leadline.domain.rules import default_rules
>>> attributes = [DomainAttribute("isbn", type="isbn", main=True), DomainAttribute("born")]
>>> columns = {"isbn": ["0-306-40615-2", "0-306-40615-3", ""], "born": ["1950", "1950", "1950"]}
>>> cleaning = clean(columns, attributes, default_rules())
>>> cleaning.kept, [(aside.row, aside.reasons) for aside in cleaning.aside]
((0,), [(1, ("isbn is no isbn: '0-306-40615-3'",)), (2, ('no isbn',))])
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from leadline.domain.model import DomainAttribute
from leadline.domain.rules import DomainRules, Rule
from leadline.domain.similarity import normalise
from leadline.values.normal.column import kind_of, read_column
from leadline.values.normal.reading import NormalColumn, Reading
from leadline.values.normal.text import is_no_value

MAX_SHOWN_CHARS: Final = 60
"""Characters of a value that a reason shows."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A row that takes no part in matching, and why."""

    row: int
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cleaning:
    """Rows that are kept and set aside; ``doubts`` are reasons about values of rows kept."""

    kept: tuple[int, ...]
    aside: tuple[SetAside, ...]
    doubts: tuple[SetAside, ...]


def clean(
    columns: Mapping[str, Sequence[str]],
    attributes: Iterable[DomainAttribute],
    rules: DomainRules,
    locale: str = "",
) -> Cleaning:
    """Look at every row of columns (cells by attribute, '' for none).

    A row is set aside if it lacks a main attribute, or all its values, or if a main attribute
    cannot be read as its type or breaks a rule. ``locale`` is that of the source.
    """
    known = {attribute.name: attribute for attribute in attributes}
    main = {name for name, attribute in known.items() if attribute.main}
    read = {
        name: read_column(cells, known[name].type, locale)
        for name, cells in columns.items()
        if name in known and kind_of(known[name].type) != "text"
    }
    judged = {name: cells for name, cells in columns.items() if name in known}
    kept, aside, doubts = [], [], []
    for row in range(max(map(len, columns.values()), default=0)):
        missing = [name for name in sorted(main) if _is_missing(columns.get(name, ()), row)]
        faults = _faults(judged, known, read, rules, row) if judged else []
        reasons = [f"no {name}" for name in missing]
        reasons += [reason for name, reason in faults if name in main]
        if all(_is_missing(cells, row) for cells in columns.values()):
            reasons = ["no value at all"]
        if reasons:
            aside.append(SetAside(row, tuple(dict.fromkeys(reasons))))
            continue
        kept.append(row)
        if faults:
            doubts.append(SetAside(row, tuple(dict.fromkeys(reason for _, reason in faults))))
    return Cleaning(tuple(kept), tuple(aside), tuple(doubts))


def _is_missing(cells: Sequence[str], row: int) -> bool:
    return row >= len(cells) or not cells[row].strip() or is_no_value(cells[row])


def _faults(
    columns: Mapping[str, Sequence[str]],
    known: Mapping[str, DomainAttribute],
    read: Mapping[str, NormalColumn],
    rules: DomainRules,
    row: int,
) -> list[tuple[str, str]]:
    """Return what is untrue in a row: attribute and reason."""
    faults: list[tuple[str, str]] = []
    readings: dict[str, Reading] = {}
    for name, cells in columns.items():
        if _is_missing(cells, row):
            continue
        kind, shown = known[name].type, repr(cells[row][:MAX_SHOWN_CHARS])
        if name not in read:
            if not rules.holds(kind, cells[row]):
                faults.append((name, f"{name} breaks a rule of {kind}: {shown}"))
            continue
        reading = read[name].readings[row]
        if reading is None:
            faults.append((name, f"{name} is no {kind_of(kind)}: {shown}"))
            continue
        readings[name] = reading
        faults += [
            (name, f"{rule.name}: {shown}")
            for rule in rules.of_type(kind)
            if _is_outside(rule, reading)
        ]
    return faults + _reversed(rules, readings)


def _is_outside(rule: Rule, reading: Reading) -> bool:
    """Tell whether a reading lies outside the limits of a rule."""
    low, high = reading.low, reading.high
    scale = 10_000 if reading.kind == "date" else 1
    too_low = rule.least is not None and low is not None and low < rule.least * scale
    too_high = rule.most is not None and high is not None and high > (rule.most + 1) * scale - 1
    return too_low or too_high


def _reversed(rules: DomainRules, readings: Mapping[str, Reading]) -> list[tuple[str, str]]:
    """Return the rules of order that two readings break: nobody dies before birth."""
    by_name = {normalise(name): (name, reading) for name, reading in readings.items()}
    faults = []
    for rule in rules.orders:
        first, second = (by_name.get(normalise(name)) for name in rule.order)
        if first and second and _is_after(first[1], second[1]):
            reason = f"{rule.name}: {first[1].key}, {second[1].key}"
            faults += [(first[0], reason), (second[0], reason)]
    return faults


def _is_after(first: Reading, second: Reading) -> bool:
    """Tell whether all that the first may be lies above all that the second may be."""
    if first.kind != second.kind or first.unit != second.unit:
        return False
    return first.low is not None and second.high is not None and first.low > second.high
