"""The domain of a project: what the person wrote, and what was learned from what was harvested.

``project.toml`` is the person's file and is never written. Values of its attributes that harvested
records show go to ``learned.toml`` beside it, which every run writes anew (Lin 2016, 3.2: F(c, a));
both are read when the next source begins. To keep a value for good, move it into ``project.toml``;
to get rid of one, delete the file, or take its source out of the project. A project without
attributes borrows the columns of the sources that it has taken before: their values fill boxes that
are called the same.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from itertools import groupby, islice
from typing import TYPE_CHECKING, Final

from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.domain.rules import DomainRules, default_rules
from leadline.domain.sampling import SAMPLINGS, columns_of, match_columns, sample
from leadline.domain.toml import read_domain, write_domain

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from leadline.model import Record
    from leadline.store import Reader, Store

LEARNED: Final = "learned.toml"
HEADER: Final = """\
# Written by leadline after every harvest: values of the attributes of project.toml, as the records
# of the project show them, with how sure they are. Change project.toml, not this file.

"""
MOST_RECORDS: Final = 5_000
"""Records of a source that values are learned from."""

MOST_VALUES: Final = 500
NAMELESS: Final = re.compile(r"(?:col(?:umn)?|field|text)?[ _-]?\d*", re.IGNORECASE)
"""Columns that nobody named."""

Fields = list[list[tuple[str, str]]]


def known_domain(person: DomainKnowledge, store: Reader, folder: Path) -> DomainKnowledge | None:
    """What is known when a source begins: the person's word, what was learned, or others' columns.

    None where there is nothing.
    """
    known = DomainKnowledge.from_dict(person.to_dict())
    if not known.attributes:
        known = borrowed(store)
        return known if known.attributes else None
    path = folder / LEARNED
    if path.is_file():
        before = read_domain(tomllib.loads(path.read_text(encoding="utf-8")))
        for attribute in before.attributes:
            if attribute.name in {one.name for one in person.attributes}:
                for one in before.instances(attribute.name):
                    known.add(attribute.name, one.value, one.confidence, one.seen)
    return known


def borrowed(store: Reader) -> DomainKnowledge:
    """The columns of the sources taken before as attributes, with their commonest values."""
    made = DomainKnowledge()
    for source in store.sources():
        rows = _fields(islice(store.records(source.key), MOST_RECORDS))
        for column, values in columns_of(rows).items():
            if NAMELESS.fullmatch(column.strip()):
                continue
            made.introduce(DomainAttribute(column))
            for value, seen in Counter(values).most_common(MOST_VALUES):
                made.add(column, value, seen=seen)
    return made


def learn_domain(
    person: DomainKnowledge, rules: DomainRules, records: Iterable[Record]
) -> tuple[DomainKnowledge, Counter[str]]:
    """What records (in the order of their pages) teach of the person's attributes.

    Records that break a rule teach nothing; how many break which is told too.
    """
    known = DomainKnowledge.from_dict(person.to_dict())
    types = {one.name: one.type for one in known.attributes}
    broken: Counter[str] = Counter()
    for _, page in groupby(records, key=lambda record: (record.source, record.page)):
        fields = _fields(page)
        served = {
            one.column: one.attribute
            for one in match_columns(known, columns_of(fields), SAMPLINGS["default"], rules.holds)
        }
        sound = []
        for row in fields:
            said = {served[key]: value for key, value in row if key in served}
            faults = rules.broken(said, types)
            broken.update(faults)
            sound += [] if faults else [row]
        sample(known, sound, SAMPLINGS["default"], rules.holds)
    return known, broken


def write_learned(
    person: DomainKnowledge, rules: DomainRules | None, store: Store, folder: Path
) -> Path | None:
    """Write what the records of a project teach of its domain; None where it has no attributes."""
    if not person.attributes:
        return None
    rules = rules or default_rules()
    known = DomainKnowledge.from_dict(person.to_dict())
    for source in store.sources():
        records = _of_pages(islice(store.records(source.key), MOST_RECORDS))
        learned, broken = learn_domain(known, rules, records)
        for name, count in sorted(broken.items()):
            store.note(source.key, f"{count:,} records break the rule {name!r}", level="warning")
        known = learned
    text = HEADER + write_domain(_without_own(known, person), most_values=MOST_VALUES) + "\n"
    path = folder / LEARNED
    path.write_text(text, encoding="utf-8")
    return path


def _without_own(known: DomainKnowledge, person: DomainKnowledge) -> DomainKnowledge:
    """What was learned, without the values that the person gave."""
    made = DomainKnowledge(person.name)
    for attribute in person.attributes:
        made.introduce(DomainAttribute(attribute.name, (), attribute.affinity))
        for one in known.instances(attribute.name):
            if not person.confidence(attribute.name, one.value):
                made.add(attribute.name, one.value, one.confidence, one.seen)
    return made


def _of_pages(records: Iterable[Record]) -> list[Record]:
    return sorted(records, key=lambda record: (record.page, record.row))


def _fields(records: Iterable[Record]) -> Fields:
    return [
        [(one.column, one.value) for one in record.fields if one.kind == "text"]
        for record in records
    ]
