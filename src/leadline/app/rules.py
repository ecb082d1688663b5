"""The rules of a project, and where each of them fired: Yang 2008, 2.2, as a person meets them.

A structural rule fires where it gave a control its label, a logic rule where a record breaks it, an
application rule where a page says its phrases or where a source was kept from a question.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from leadline.app.domain_learning import MAX_RECORDS_FOR_LEARNING, learn_domain
from leadline.app.project import Plan, project_plan
from leadline.crawl.interstitial import MAX_CHARACTERS_OF_HOP
from leadline.domain.rules import DomainRules, Rule, default_rules
from leadline.fetch import PageArchive
from leadline.page.dom import parse
from leadline.store import Reader

MAX_PAGES_SEARCHED: Final = 300
"""Archived pages of a source that are read again for what they say."""


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A rule, whether the plan brought or changed it, and how often it fired in each source."""

    rule: Rule
    is_own: bool
    fired: dict[str, int]


def rules_of(project: str | Path) -> list[RuleUse]:
    """Return the rules that hold for a project, in their order, with where they fired.

    Without a harvest none fired. Raise ``ValueError`` where there is neither plan nor project.
    """
    plan = project_plan(project)
    fired = Counter[tuple[str, str]]()
    if plan.project.store.is_file():
        with Reader(plan.project.store) as reader:
            for source in reader.sources():
                fired.update((rule, source.key) for rule in _fired(plan, reader, source.key))
    usual = {*default_rules().rules}
    return [
        RuleUse(
            rule,
            rule not in usual,
            {key: n for (name, key), n in fired.items() if name == rule.name},
        )
        for rule in plan.rules.rules
    ]


def _fired(plan: Plan, reader: Reader, key: str) -> Iterator[str]:
    """Yield the name of a rule each time that it fired in a source."""
    controls = (reader.learned(key).get("interface") or {}).get("controls", ())
    yield from (control.get("label_source", "") for control in controls)
    records = islice(reader.records(key), MAX_RECORDS_FOR_LEARNING)
    ordered = sorted(records, key=lambda record: (record.page, record.row))
    yield from learn_domain(plan.domain, plan.rules, ordered)[1].elements()
    yield from _said(plan, reader, key)
    reasons = [reader.source(key).reason, *(note.text for note in reader.notes(key))]
    excluding = (rule.name for rule in plan.rules.rules if rule.source)
    yield from (name for name in excluding if any(repr(name) in reason for reason in reasons))


def _said(plan: Plan, reader: Reader, key: str) -> Iterator[str]:
    """Yield the rules whose phrases short archived pages say."""
    saying = [rule for rule in plan.rules.rules if rule.says or rule.ended]
    with PageArchive(plan.project.pages) as archive:
        for stored in islice(reader.pages(key), MAX_PAGES_SEARCHED):
            if stored.locator is None or stored.is_lost:
                continue
            text = parse(archive.read(stored.locator)).visible_text(0)
            if len(text) <= MAX_CHARACTERS_OF_HOP:
                for rule in saying:
                    alone = DomainRules([rule])
                    if alone.is_waiting(text) or alone.says_session_ended(text):
                        yield rule.name
