"""Structural, logic and application rules (Yang 2008, 2.2): data that a person can read and change.

The rules themselves stand in ``rules.toml`` beside this file; a project's own ``[[rule]]`` tables
replace or add to them. Structural rules say where labels are looked for and in which order
(``forms.labels.assign``); one with an ``attribute`` is a person's own: the label stands in that
attribute of a control, or of what is around it. Logic rules say what values of a type must be like
(``holds``, used when instances are sampled and when records are cleaned) and which of two
attributes comes first. Application rules say what a waiting page says, what a page says after a
session has ended, and which source cannot answer what.

>>> rules = default_rules()
>>> rules.holds("isbn", "978-7-5063-6543-7"), rules.holds("isbn", "978-7-5063-6543-8")
(True, False)
>>> rules.structural[0], rules.is_waiting("正在检索，请稍候…")
('row of labels to the left', True)
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, Literal

from leadline.domain.similarity import normalise
from leadline.page.data_files import read_table

Kind = Literal["structural", "logic", "application"]

STRUCTURAL_RULES: Final = (
    "row of labels to the left",
    "row of labels above",
    "text before",
    "text inside",
    "text behind",
    "title or accessible name",
)
"""Names of the structural rules that the reader of labels knows."""

KEYS_BY_KIND: Final = {
    "structural": {"kind", "name", "off", "attribute"},
    "logic": {"kind", "name", "off", "types", "pattern", "least", "most", "check", "order"},
    "application": {"kind", "name", "off", "says", "ended", "source", "only"},
}
MAX_MATCHED_CHARACTERS: Final = 300
"""Characters of a value that a pattern is tried on."""

_NUMBER_IN_TEXT: Final = re.compile(r"-?\d[\d,  ]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; fields that its kind does not use are empty."""

    kind: Kind
    name: str
    off: bool = False
    types: tuple[str, ...] = ()
    pattern: str = ""
    least: float | None = None
    most: float | None = None
    check: str = ""
    order: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    source: str = ""
    only: tuple[tuple[str, tuple[str, ...]], ...] = ()
    attribute: str = ""


class DomainRules:
    """A set of rules, and what follows from them."""

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self.rules = tuple(rule for rule in rules if not rule.off)

    @cached_property
    def structural(self) -> tuple[str, ...]:
        """Names of the structural rules in the order in which they are tried, own ones first."""
        rules = [rule for rule in self.rules if rule.kind == "structural"]
        return tuple(rule.name for rule in sorted(rules, key=lambda rule: not rule.attribute))

    @cached_property
    def label_attributes(self) -> dict[str, str]:
        """Attributes that hold labels, by the name of the structural rule that says so."""
        return {rule.name: rule.attribute for rule in self.rules if rule.attribute}

    @cached_property
    def _by_type(self) -> dict[str, list[Rule]]:
        by_type: dict[str, list[Rule]] = {}
        for rule in self.rules:
            for kind in rule.types:
                by_type.setdefault(kind, []).append(rule)
        return by_type

    @cached_property
    def orders(self) -> tuple[Rule, ...]:
        """Logic rules about the order of two attributes."""
        return tuple(rule for rule in self.rules if rule.order)

    def of_type(self, kind: str) -> tuple[Rule, ...]:
        """Return the logic rules for values of a type."""
        return tuple(self._by_type.get(kind, ()))

    @cached_property
    def _waiting(self) -> tuple[str, ...]:
        return tuple(normalise(phrase) for rule in self.rules for phrase in rule.says)

    @cached_property
    def _ended(self) -> tuple[str, ...]:
        return tuple(normalise(phrase) for rule in self.rules for phrase in rule.ended)

    def holds(self, kind: str, value: str) -> bool:
        """Whether a value obeys the logic rules of an attribute's type."""
        return all(_obeys(rule, value) for rule in self._by_type.get(kind, ()))

    def broken(self, record: Mapping[str, str], types: Mapping[str, str]) -> list[str]:
        """Return names of the logic rules that a record (values by attribute) breaks."""
        faults = [
            rule.name
            for attribute, value in record.items()
            if value.strip()
            for rule in self._by_type.get(types.get(attribute, "text"), ())
            if not _obeys(rule, value)
        ]
        faults += [rule.name for rule in self.orders if _is_reversed(rule, record)]
        return faults

    def admits(self, source: str, query: Mapping[str, str]) -> bool:
        """Whether a source may have what a query (values by attribute) asks for."""
        return not self.excluded(source, query)

    def excluded(self, source: str, query: Mapping[str, str]) -> str:
        """Return the name of the rule by which a source cannot have what is asked, '' for none."""
        known = {normalise(name): normalise(value) for name, value in query.items()}
        for rule in self.rules:
            if rule.source and normalise(rule.source) in normalise(source):
                for attribute, values in rule.only:
                    asked = known.get(normalise(attribute))
                    if asked and asked not in map(normalise, values):
                        return rule.name
        return ""

    def is_waiting(self, text: str) -> bool:
        """Whether a short page only asks to wait for the next."""
        page = normalise(text)
        return any(phrase in page for phrase in self._waiting)

    def says_session_ended(self, text: str) -> bool:
        """Whether a short page says that the session is over."""
        page = normalise(text)
        return any(phrase in page for phrase in self._ended)

    def changed_by(self, own: Sequence[Rule]) -> DomainRules:
        """Return these rules with others, which replace those of their kind and name."""
        replaced = {(rule.kind, rule.name) for rule in own}
        kept = [rule for rule in self.rules if (rule.kind, rule.name) not in replaced]
        return DomainRules((*kept, *own))


def read_rules(content: Mapping[str, Any]) -> tuple[Rule, ...]:
    """Read the ``[[rule]]`` tables of a parsed TOML file; refuse what means nothing."""
    tables = content.get("rule", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ValueError("rules are written as [[rule]], each with its kind and name")
    return tuple(_read(table) for table in tables)


def project_rules(content: Mapping[str, Any]) -> DomainRules:
    """Return the package's rules as a project's plan changes them."""
    return default_rules().changed_by(read_rules(content))


@cache
def default_rules() -> DomainRules:
    """Return the rules that come with the package."""
    return DomainRules(read_rules(read_table("leadline.domain", "rules.toml")))


MEANS_NOTHING: Final = {
    "inspect": {
        "logic": "inspect shows values as the page has them",
        "source": "inspect asks for no part of a source",
    },
    "discover": {
        "logic": "discovery stores no values",
        "ended": "discovery keeps no session",
        "source": "discovery asks for no part of a source",
    },
    "ask": {"structural": "the labels of a source are read when it is harvested"},
}
"""What rules of a person cannot mean for a command, and why."""


def unused_rules(rules: DomainRules, command: str) -> str:
    """Return one sentence on the rules of a person that mean nothing for a command, '' for none.

    >>> unused_rules(default_rules(), "discover")
    ''
    """
    reasons, own = MEANS_NOTHING.get(command, {}), dict.fromkeys(rules.rules)
    for rule in default_rules().rules:
        own.pop(rule, None)
    said = dict[str, list[str]]()
    for rule in own:
        parts = (rule.kind, "ended" * bool(rule.ended), "source" * bool(rule.source))
        for part in parts:
            if part in reasons:
                said.setdefault(reasons[part], []).append(repr(rule.name))
    told = [f"{', '.join(names)} ({why})" for why, names in said.items()]
    return f"rules that mean nothing here: {'; '.join(told)}" if told else ""


def _read(table: Mapping[str, Any]) -> Rule:
    kind, name = table.get("kind"), table.get("name")
    if kind not in KEYS_BY_KIND or not isinstance(name, str) or not name.strip():
        raise ValueError(
            f"a [[rule]] needs a kind of {sorted(KEYS_BY_KIND)} and a name, not {table!r}"
        )
    where = f"[[rule]] {name!r}"
    strange = [key for key in table if key not in KEYS_BY_KIND[kind]]
    if strange:
        raise ValueError(f"{where} has {strange[0]!r}, which means nothing in a rule of {kind}")
    attribute = _text(table, "attribute", where)
    if kind == "structural" and (name in STRUCTURAL_RULES) == bool(attribute):
        raise ValueError(
            f"{where}: known structural rules are {STRUCTURAL_RULES}; one of your own names the "
            "attribute that holds labels"
        )
    only = table.get("only", {})
    if not isinstance(only, dict):
        raise ValueError(f'{where}: only names attributes and their values: {{ kind = ["book"] }}')
    check, order = table.get("check", ""), _texts(table, "order", where)
    if (check and check not in CHECKS) or (order and len(order) != 2):
        raise ValueError(f"{where}: check is one of {sorted(CHECKS)}, order names two attributes")
    return Rule(
        kind=kind,
        name=name,
        off=table.get("off", False) is True,
        types=_texts(table, "types", where),
        pattern=_pattern(table.get("pattern", ""), where),
        least=_limit(table, "least", where),
        most=_limit(table, "most", where),
        check=check,
        order=order,
        says=_texts(table, "says", where),
        ended=_texts(table, "ended", where),
        source=_text(table, "source", where),
        only=tuple((key, _texts(only, key, where)) for key in only),
        attribute=attribute.strip().casefold(),
    )


def _text(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise ValueError(f"{where}: {key} is a text")
    return value


def _texts(table: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ValueError(f"{where}: {key} is a list of texts")
    return tuple(value)


def _pattern(value: Any, where: str) -> str:
    try:
        re.compile(value)
    except (re.error, TypeError) as fault:
        raise ValueError(f"{where}: pattern is no regular expression: {fault}") from fault
    return str(value)


def _limit(table: Mapping[str, Any], key: str, where: str) -> float | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise ValueError(f"{where}: {key} is a number")
    if not abs(value) <= sys.float_info.max:
        raise ValueError(f"{where}: {key} is too large, or no number")
    return float(value)


def _obeys(rule: Rule, value: str) -> bool:
    value = " ".join(value.split())[:MAX_MATCHED_CHARACTERS]
    if rule.pattern and not re.fullmatch(rule.pattern, value):
        return False
    if rule.check and not CHECKS[rule.check](value):
        return False
    if rule.least is None and rule.most is None:
        return True
    match = _NUMBER_IN_TEXT.search(value)
    if match is None:
        return True
    number = float(re.sub(r"[^\d.-]", "", match[0]))
    low = -float("inf") if rule.least is None else rule.least
    return low <= number <= (float("inf") if rule.most is None else rule.most)


def _is_reversed(rule: Rule, record: Mapping[str, str]) -> bool:
    """Whether the first of two dates or numbers is above the second."""
    first, second = (record.get(name, "").strip() for name in rule.order)
    if not first or not second:
        return False
    numbers = [_NUMBER_IN_TEXT.fullmatch(value) for value in (first, second)]
    if all(numbers):
        one, other = (float(re.sub(r"[^\d.-]", "", value)) for value in (first, second))
        return one > other
    return bool(re.match(r"\d{4}-\d\d", first) and re.match(r"\d{4}-\d\d", second)) and (
        first > second
    )


def is_isbn(value: str) -> bool:
    """Tell whether a value is an ISBN of 10 or 13 digits with a right check digit."""
    digits = re.sub(r"(?i)isbn|[\s:-]", "", value).upper()
    if re.fullmatch(r"\d{13}", digits):
        return sum(int(d) * (1 + 2 * (i % 2)) for i, d in enumerate(digits)) % 10 == 0
    if re.fullmatch(r"\d{9}[\dX]", digits):
        return _weighted(digits, 10) % 11 == 0
    return False


def is_issn(value: str) -> bool:
    """Tell whether a value is an ISSN with a right check digit."""
    digits = re.sub(r"(?i)issn|[\s:-]", "", value).upper()
    return bool(re.fullmatch(r"\d{7}[\dX]", digits)) and _weighted(digits, 8) % 11 == 0


def _weighted(digits: Sequence[str] | str, first: int) -> int:
    return sum((first - i) * (10 if d == "X" else int(d)) for i, d in enumerate(digits))


CHECKS: Final[dict[str, Callable[[str], bool]]] = {"isbn": is_isbn, "issn": is_issn}
