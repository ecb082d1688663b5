"""Domain knowledge of a project: what the user wrote and what harvested records teach.

``project.toml`` belongs to the user and is never written. Values of its attributes found in
harvested records go to ``learned.toml`` beside it, which every run rewrites (Lin 2016, 3.2:
F(c, a)). Both files are read when the next source starts. To keep a value, move it into
``project.toml``. To drop one, delete ``learned.toml`` or remove its source from the project. A
project without attributes uses the columns of its earlier sources as attributes.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import groupby, islice
from pathlib import Path
from typing import Final

from leadline.crawl.probe.forms import UNANSWERED
from leadline.crawl.probe.known import WANTED_SIGHTINGS, opening_value
from leadline.crawl.source_crawl import DOMAIN_COMPONENT
from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.domain.rules import DomainRules, default_rules
from leadline.domain.sampling import columns_of, match_columns, sample, texts_of
from leadline.domain.toml import read_domain, write_domain
from leadline.model import QueryInterface, Record
from leadline.page.masks import masked
from leadline.page.plain import from_plain
from leadline.store import Reader, Store
from leadline.store.export.table import made_file
from leadline.store.seals import broken_blocks
from leadline.values.dates import find_dates

LEARNED_FILE: Final = "learned.toml"
HEADER: Final = """\
# Written by leadline after every harvest: values of the attributes of project.toml, as the records
# of the project show them, with how sure they are. Change project.toml, not this file.

"""
MAX_RECORDS_FOR_LEARNING: Final = 5_000
"""Records of a source from which values are learned."""

MAX_VALUES_PER_ATTRIBUTE: Final = 500
GENERIC_COLUMN_NAME: Final = re.compile(r"(?:col(?:umn)?|field|text)?[ _-]?\d*", re.IGNORECASE)
"""Names of columns without a heading."""


def known_domain(person: DomainKnowledge, store: Reader, folder: Path) -> DomainKnowledge | None:
    """Return the domain knowledge at the start of a source; None if there is none.

    It is the user's with the values learned before, or else that of earlier sources' columns.
    """
    known = DomainKnowledge.from_dict(person.to_dict())
    if not known.attributes:
        known = attributes_of_columns(store)
        return known if known.attributes else None
    path = folder / LEARNED_FILE
    if path.is_file() and not broken_blocks(path):
        before = DomainKnowledge()
        with suppress(OSError, ValueError):  # it is learned again from the records
            before = read_domain(tomllib.loads(path.read_text(encoding="utf-8")))
        for attribute in before.attributes:
            if attribute.name in {own.name for own in person.attributes}:
                for value in before.instances(attribute.name):
                    known.add(attribute.name, value.value, value.confidence, value.seen)
    return known


def with_values(domain: DomainKnowledge, pairs: Iterable[tuple[str, str]]) -> DomainKnowledge:
    """Return the knowledge with values that a question gives, by a name of their attribute."""
    known = DomainKnowledge.from_dict(domain.to_dict())
    for said, value in pairs:
        names = (one.name for one in known.attributes if said in one.names)
        name = next(names, said)
        known.introduce(DomainAttribute(name, type="date" if find_dates(value) else "text"))
        known.add(name, value, seen=WANTED_SIGHTINGS)
    return known


def opened_sources(person: DomainKnowledge, store: Store, folder: Path) -> list[str]:
    """Return the sources that found nothing, for whose boxes others have brought values since.

    A note of each names the value that opens it.
    """
    silent = {one.key: store.learned(one.key) for one in store.sources() if one.state == "failed"}
    waiting = {key: learned for key, learned in silent.items() if UNANSWERED in learned}
    now = known_domain(person, store, folder) if waiting else None
    opened = []
    for key, learned in waiting.items() if now is not None else ():
        forms = [from_plain(QueryInterface, one) for one in learned[UNANSWERED]]
        before = DomainKnowledge.from_dict(learned.get(DOMAIN_COMPONENT) or {})
        value, attribute = opening_value(forms, before, now or before)
        if value:
            text = f"asked again: {value!r}, a value of {attribute or 'a column'}, came meanwhile"
            store.note(key, text)
            opened.append(key)
    return opened


def attributes_of_columns(store: Reader) -> DomainKnowledge:
    """Turn the columns of earlier sources into attributes with their most frequent values."""
    knowledge = DomainKnowledge()
    for source in store.sources():
        records = islice(store.records(source.key), MAX_RECORDS_FOR_LEARNING)
        rows = texts_of(record.fields for record in records)
        for column, values in columns_of(rows).items():
            if GENERIC_COLUMN_NAME.fullmatch(column.strip()):
                continue
            knowledge.introduce(DomainAttribute(column))
            for value, seen in Counter(values).most_common(MAX_VALUES_PER_ATTRIBUTE):
                knowledge.add(column, value, seen=seen)
    return knowledge


def learn_domain(
    person: DomainKnowledge, rules: DomainRules, records: Iterable[Record]
) -> tuple[DomainKnowledge, Counter[str]]:
    """Learn values of the user's attributes from records, which are in the order of their pages.

    Records that break a rule are ignored; also return how many records break each rule. A column
    that some page shows to be an attribute is that one on all pages.
    """
    known = DomainKnowledge.from_dict(person.to_dict())
    types = {attribute.name: attribute.type for attribute in known.attributes}
    attribute_of: dict[str, str] = {}
    pages = []

    def faults(row: Sequence[tuple[str, str]]) -> list[str]:
        values = {attribute_of[key]: value for key, value in row if key in attribute_of}
        return rules.broken(values, types)

    for _, page in groupby(records, key=lambda record: (record.source, record.page)):
        fields = texts_of(record.fields for record in page)
        for match in match_columns(known, columns_of(fields), rules.holds):
            attribute_of.setdefault(match.column, match.attribute)
        sample(known, [row for row in fields if not faults(row)], rules.holds)
        pages.append(fields)
    return known, Counter(fault for page in pages for row in page for fault in faults(row))


def write_learned(
    person: DomainKnowledge, rules: DomainRules | None, store: Store, folder: Path
) -> Path | None:
    """Write what the records of a project teach to its file; None if there are no attributes."""
    if not person.attributes:
        return None
    rules = rules or default_rules()
    known = DomainKnowledge.from_dict(person.to_dict())
    for source in store.sources():
        taken = islice(store.records(source.key), MAX_RECORDS_FOR_LEARNING)
        records = sorted(taken, key=lambda record: (record.page, record.row))
        learned, broken = learn_domain(known, rules, records)
        for name, count in sorted(broken.items()):
            store.note(source.key, f"{count:,} records break the rule {name!r}", level="warning")
        known = learned
    text = (
        HEADER
        + masked(write_domain(_without_own(known, person), most_values=MAX_VALUES_PER_ATTRIBUTE))
        + "\n"
    )
    path = folder / LEARNED_FILE
    with made_file(path) as part:
        part.write_text(text, encoding="utf-8")
    return path


def _without_own(known: DomainKnowledge, person: DomainKnowledge) -> DomainKnowledge:
    """Return the learned values without those that the user gave."""
    learned = DomainKnowledge(person.name)
    for attribute in person.attributes:
        learned.introduce(DomainAttribute(attribute.name, (), attribute.affinity))
        for value in known.instances(attribute.name):
            if not person.confidence(attribute.name, value.value):
                learned.add(attribute.name, value.value, value.confidence, value.seen)
    return learned
