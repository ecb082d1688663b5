"""What a hint teaches, by the archived page that shows its example, and on how many it holds."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from leadline.app.hint_log import HINTS_FILE, read_hints, write_hints
from leadline.app.project import Plan, Project
from leadline.app.source.replayer import GIVEN_WRAPPER, HEEDED, VERSION
from leadline.columns.induction import learn_columns
from leadline.columns.reader import Columns
from leadline.crawl.details.pages import DETAILS
from leadline.crawl.restriction.condition import OFFICIAL, ONLY_COMPONENT, WAY
from leadline.crawl.source_crawl import DOMAIN_COMPONENT
from leadline.crawl.terms import TERMS
from leadline.errors import StoreError
from leadline.fetch import PageArchive
from leadline.forms.named import forms_named
from leadline.mining.miner import mine_regions
from leadline.model import ASKING_KINDS, NO, DataRegion, Hint, RecordSpan
from leadline.page.dom import Document, parse
from leadline.store import Reader
from leadline.store.refresh.visits import RewritingStore
from leadline.wrapper.file import is_call
from leadline.wrapper.given import (
    MAX_SEEN,
    PLACE_KINDS,
    nodes_saying,
    rule_of,
    shown_template,
    template_of,
)
from leadline.wrapper.given_columns import COLUMN_KINDS, IGNORED, rule_at, with_hints
from leadline.wrapper.pager.given import given_next, is_for_scripts
from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.record_template import RecordTemplate, replay_at_path
from leadline.wrapper.totals.choice import given_total
from leadline.wrapper.wrapper import Wrapper

KEPT: Final = (
    GIVEN_WRAPPER, VERSION, DETAILS, OFFICIAL, WAY, ONLY_COMPONENT, DOMAIN_COMPONENT, TERMS,
)  # fmt: skip
"""What a person gave, or was known before: it is not learned again."""
WORD_KINDS: Final = frozenset({"way", "ask", "never", "allow", "host", "sure"})
"""Kinds that no page need show: what comes of them is seen when it is asked."""
ENTRY_KINDS: Final = frozenset({"way", "form", "first"})
"""Kinds of which the example stands on the way to the form."""
RULE_KINDS: Final = frozenset({*PLACE_KINDS, *COLUMN_KINDS})
"""Kinds of which what the example teaches is kept: it stands on one page alone."""
MAX_COUNTEREXAMPLES: Final = 3
MAX_PAGES_COUNTED: Final = 400
"""Archived pages on which a hint is counted, evenly spread."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A hint, and on how many of the archived ``pages`` it ``holds``.

    ``others`` are addresses of pages on which it does not, three at most.
    """

    hint: Hint
    holds: int
    pages: int
    others: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The hint and its agreement in one line."""
        if not self.pages:
            return f"{self.hint.line}: no page is archived yet to count it on"
        told = f"{self.hint.line}: holds on {self.holds:,} of {self.pages:,} archived pages"
        return f"{told}; not on {', '.join(self.others)}" if self.others else told


@dataclass(frozen=True, slots=True)
class ArchivedSource:
    """The archived pages of a source, and the wrapper that was learned of it, if it reads pages."""

    project: Project
    key: str

    def wrapper(self) -> Wrapper | None:
        """Return the wrapper as it was learned; None where it reads data."""
        with Reader(self.project.store) as store:
            plain = store.learned(self.key).get("wrapper")
        wrapper = Wrapper.from_dict(plain) if plain and not is_call(plain) else None
        return wrapper if wrapper is not None and wrapper.layouts else None

    def pages(self, *, answers: bool = True) -> Iterator[tuple[Document, str]]:
        """Pages with records, or those on the way to a form, each with its query."""
        with Reader(self.project.store) as store, PageArchive(self.project.pages) as archive:
            queries = {query.id: query.text for query in store.queries(self.key)}
            for stored in store.pages(self.key):
                is_wanted = stored.records > 0 if answers else stored.query is None
                if stored.locator is None or stored.status >= 400 or not is_wanted:
                    continue
                try:
                    page = archive.read(stored.locator)
                except StoreError:
                    continue
                yield parse(page), queries.get(stored.query or 0, "")


def with_rule(source: ArchivedSource, hint: Hint) -> Hint | None:
    """Return the hint with what its example teaches; None where no archived page shows it."""
    if hint.kind in WORD_KINDS:
        return hint
    if hint.kind not in RULE_KINDS:
        is_shown = any(_holds(document, hint) for document, _ in _pages(source, hint))
        return hint if is_shown else None
    wrapper, template, seen = source.wrapper(), None, list[str]()
    for document, query in source.pages():
        if hint.kind in COLUMN_KINDS:
            if rule := _rule(document, query, hint, wrapper):
                return replace(hint, rule=rule)
            continue
        template = template or _template(document, query, hint, wrapper)
        is_read = template and len(replay_at_path(document, template)) > 1
        is_new = query.casefold() not in map(str.casefold, seen)
        seen += [query] if is_read and query.isalnum() and is_new else []
        if len(seen) == MAX_SEEN:
            break
    return replace(hint, rule=rule_of(template, seen)) if template else None


def _pages(source: ArchivedSource, hint: Hint) -> Iterator[tuple[Document, str]]:
    return source.pages(answers=hint.kind not in ENTRY_KINDS)


def _template(
    document: Document, query: str, hint: Hint, wrapper: Wrapper | None
) -> RecordTemplate | None:
    """Return where records stand by the example on a page, None where it does not show it.

    A list may be one that is mined there, or the one that is read already.
    """
    if not nodes_saying(document, hint.texts[0]):
        return None
    regions = mine_regions(document) if hint.kind == "region" else ()
    if regions and wrapper is not None:
        spans = tuple(wrapper.spans(wrapper.layouts[0], document, QueryMask(query)))
        read = DataRegion(document.parent[spans[0].nodes[0]], spans, 1.0, "read") if spans else None
        regions += (read,) if read else ()
    return shown_template(document, regions, hint)


def _rule(document: Document, query: str, hint: Hint, wrapper: Wrapper | None) -> str:
    """Return what the example of a column on a page teaches, '' where no record shows it."""
    if wrapper is None:
        return ""
    layout = wrapper.layouts[0]
    spans = wrapper.spans(layout, document, QueryMask(query))
    rule = rule_at(layout, [(document, spans)], replace(hint, rule=""))
    return json.dumps(rule, ensure_ascii=False) if rule else ""


def agreement(source: ArchivedSource, hint: Hint, among: Sequence[Hint] = ()) -> Agreement:
    """Count the archived pages on which a hint holds, with those of its kind ``among`` others.

    One format of a text holds on few pages, all of them together on each.
    """
    ours = [one for one in among if one.kind == hint.kind and one.rule] or [hint]
    wrapper = source.wrapper()
    every = list(_pages(source, hint))
    step = max(1, -(-len(every) // MAX_PAGES_COUNTED))
    holds, others = 0, list[str]()
    for document, query in every[::step]:
        if _reads(document, query, ours, wrapper) if hint.rule else _holds(document, hint):
            holds += 1
        elif document.url not in others:
            others.append(document.url)
    return Agreement(hint, holds, len(every[::step]), tuple(others[:MAX_COUNTEREXAMPLES]))


def _holds(document: Document, hint: Hint) -> bool:
    """Tell whether a page shows what a hint without a rule names."""
    if NO in hint.texts or hint.kind in WORD_KINDS:
        return True
    text = hint.texts[0]
    match hint.kind:
        case "form":
            return bool(forms_named(document, text))
        case "next" | "first":
            is_drawn = hint.kind == "first" and is_for_scripts(document, text)
            return is_drawn or bool(given_next(document, text))
        case "total":
            return given_total([(document, QueryMask("").mask)], text) is not None
    return bool(nodes_saying(document, text))


def _reads(document: Document, query: str, hints: Sequence[Hint], wrapper: Wrapper | None) -> bool:
    """Tell whether what hints of one kind teach reads a page."""
    hint = hints[-1]
    if hint.kind in PLACE_KINDS:
        template = template_of(hint.rule)
        return template is not None and bool(replay_at_path(document, template))
    if wrapper is None:
        return False
    layout = with_hints(wrapper.layouts[0], (), hints)
    spans = wrapper.spans(layout, document, QueryMask(query))
    rows: list[dict[str, Any]] = [
        {one.column: one.value for one in layout.columns.read(document, span)} for span in spans
    ]
    if hint.kind == "split":
        names = {name for one in hints for name, _ in one.pairs}
        return bool(rows) and all(names & row.keys() for row in rows)
    if hint.kind == "column":
        name = hint.pairs[0][0]
        return name == IGNORED or any(name in row for row in rows)
    keys = [row.key for row in layout.rows(document, spans, query)]
    return bool(keys) and len({*keys}) == len(keys)


def rows_by(source: ArchivedSource, hints: Sequence[Hint], page: int) -> Iterator[dict[str, str]]:
    """Yield the rows of an archived page as hints that were learned read it; () for as now.

    The last hint is the new one: where it says where records stand, they are read by it.
    """
    wrapper = source.wrapper()
    with Reader(source.project.store) as store, PageArchive(source.project.pages) as archive:
        locator = store.page(page).locator
        if wrapper is None or locator is None:
            return
        document = parse(archive.read(locator))
    is_place = bool(hints) and hints[-1].kind in PLACE_KINDS
    template = template_of(hints[-1].rule) if is_place else None
    if template is not None:
        spans: Sequence[RecordSpan] = replay_at_path(document, template)
        columns = learn_columns([(document, spans)]) if spans else Columns()
    else:
        spans = wrapper.spans(wrapper.layouts[0], document, QueryMask(""))
        layout = with_hints(wrapper.layouts[0], [(document, spans)] if hints else (), hints)
        spans, columns = wrapper.spans(layout, document, QueryMask("")), layout.columns
    for span in spans:
        yield {one.column: one.value for one in columns.read(document, span) if one.kind == "text"}


def learn_rules(plan: Plan) -> Plan:
    """Return a plan whose hints know what their examples teach, as far as the archive shows it.

    Columns are looked at only after records are read as a person said. The log keeps what is known.
    """
    if not plan.project.store.is_file():
        return plan
    known: dict[Hint, Hint] = {}
    targets = []
    for target in plan.sources:
        open_hints = [hint for hint in target.hints if hint.kind in RULE_KINDS and not hint.rule]
        if open_hints:
            source = ArchivedSource(plan.project, target.key)
            first = [hint for hint in open_hints if hint.kind in PLACE_KINDS]
            known.update(_learned(source, first))
            if not first and _is_heeded(source, target.hints):
                known.update(_learned(source, open_hints))
        hints = tuple(known.get(hint, hint) for hint in target.hints)
        targets.append(replace(target, hints=hints))
    if known:
        path = plan.project.folder / HINTS_FILE
        write_hints(path, [known.get(hint, hint) for hint in read_hints(path)])
    return replace(plan, sources=tuple(targets))


def _learned(source: ArchivedSource, hints: Sequence[Hint]) -> Iterator[tuple[Hint, Hint]]:
    for hint in hints:
        if (learned := with_rule(source, hint)) is not None:
            yield hint, learned


def _is_heeded(source: ArchivedSource, hints: Sequence[Hint]) -> bool:
    """Tell whether records stand now where hints say."""
    with Reader(source.project.store) as store:
        if source.key not in [one.key for one in store.sources()]:
            return False
        now = heeded(store.learned(source.key).get(HEEDED))
    return {hint for hint in hints if hint.kind in PLACE_KINDS} <= {*now}


def begin_changed(store: Path, hints_of: dict[str, tuple[Hint, ...]]) -> list[str]:
    """Begin sources again whose hints are others than those they were read by; return their keys.

    Pages stay, so nothing that was asked is asked again, but where something else is pressed first;
    chosen words are chosen anew where a hint changes what is asked.
    """
    if not store.is_file():
        return []
    with RewritingStore(store) as project:
        keys = {source.key for source in project.sources()}
        changed = {
            key: hints
            for key, hints in hints_of.items()
            if key in keys and heeded(project.learned(key).get(HEEDED)) != hints
        }
        for key, hints in changed.items():
            other = {*hints} ^ {*heeded(project.learned(key).get(HEEDED))}
            kinds = {hint.kind for hint in other}
            asks, leads = (not kinds.isdisjoint(those) for those in (ASKING_KINDS, ENTRY_KINDS))
            kept = KEPT if asks else (*KEPT, "pager")  # what is read otherwise is walked alike
            with project.transaction():
                project.begin_again(key, kept, choices=not asks, answers=not leads)
            if "first" in kinds:  # in another session the same request is answered otherwise
                project.forget_pages(key)
    return [*changed]


def heeded(plain: Any) -> tuple[Hint, ...]:
    """Return the hints of plain values in a store."""
    return tuple(Hint(kind, tuple(texts), *more) for kind, texts, *more in plain or ())
