"""Form with a box for each attribute, filled: authors into the authors' box, years into theirs.

Labels say which box takes which column of the records (Lin 2016: S(e, a)). Forms are filled from
what is known of the domain and from the records that came, the most promising assignment first
(``leadline_research.lin2016.fillers``), until the source is covered or little is new.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from leadline.crawl.acquisition import Acquisition, taken_whole
from leadline.crawl.client import ask
from leadline.crawl.events import ComponentLearned, Crawl, SizeEstimated
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.restriction.binding import Values
from leadline.crawl.state.walk_log import WalkLog
from leadline.domain.model import DomainAttribute, DomainKnowledge, Slot
from leadline.domain.rules import default_rules
from leadline.domain.sampling import sample, texts_of
from leadline.forms.roles.query_box import control_groups
from leadline.forms.submit.fill import TYPED_KINDS, UNBOUND_ROLES, attribute_of, plan_fill
from leadline.model import Control, Outcome, Page, Record
from leadline.selection.forms.domain_sampling import dks_sampled
from leadline.selection.forms.protocol import FormAnswer, FormSetting
from leadline.selection.probing.stopping import StoppingRule
from leadline.selection.source_state import last_estimate
from leadline.wrapper.reading import RecordRow

MIN_BOXES: Final = 2
"""Boxes from which a form is filled."""
MIN_FILLED: Final = 3
"""Filled forms from which filling may be a way to take a source: fewer where no label says for
what. It is none where whole titles find nothing but themselves."""
RECENT_QUERIES: Final = 40
"""Queries from which the size is estimated."""


def text_boxes(state: Acquisition) -> list[Control]:
    """Return the boxes of the form that may be typed into."""
    form = state.source.form.interface
    boxes = [group[0] for group in (control_groups(form) if form is not None else [])]
    return [
        box
        for box in boxes
        if box.kind in TYPED_KINDS
        and box.role not in UNBOUND_ROLES
        and box.name
        and not (box.honeypot or box.disabled or box.readonly)
    ]


def take_by_filling(state: Acquisition) -> Crawl[Outcome | None]:
    """Fill the boxes until nothing new comes; None where there is nothing to fill them with."""
    return _FormFilling(state, text_boxes(state)).run()


@dataclass(slots=True)
class _FormFilling:
    """Crawl of a source by filling its form."""

    state: Acquisition
    boxes: list[Control]
    knowledge: DomainKnowledge = field(default_factory=DomainKnowledge)
    rows: dict[str, RecordRow] = field(default_factory=dict)

    def _learn_attributes(self) -> None:
        """Learn what the boxes ask for, and values for them from the records; report it."""
        source = self.state.source
        if source.task.domain is not None:
            self.knowledge = DomainKnowledge.from_dict(source.task.domain.to_dict())
        for reading in self.state.first_pages.values():
            self.rows |= {row.key: row for row in reading.rows}
        for walk, _ in source.probes.answers:
            self.rows.update(walk.rows_by_key.items())
        for box in self.boxes:
            label = " ".join((box.group_label or box.label or box.name).split())
            if box.role != "query_text" and label and not self._attribute(box):
                self.knowledge.introduce(DomainAttribute(label))
        rules = source.task.rules or default_rules()
        sample(self.knowledge, texts_of(row.fields for row in self.rows.values()), rules.holds)
        attributes = {box.name: self._attribute(box) for box in self.boxes}
        self.state.source.journal.tell(ComponentLearned("boxes", attributes))

    def _attribute(self, box: Control) -> str:
        return attribute_of(box, self.knowledge.attributes)

    def run(self) -> Crawl[Outcome | None]:
        """Find what the boxes ask for, then send assignments, one after the other."""
        source, stopping = self.state.source, StoppingRule()
        self._learn_attributes()
        recent: deque[tuple[int, int]] = deque(maxlen=RECENT_QUERIES)
        setting = FormSetting(self.knowledge, self._slots, sampled=bool(self.rows))
        filler = dks_sampled(setting)
        reason = ""
        try:
            assignment = next(filler)
            while not reason:
                is_known = source.bind(_in_order(assignment.values)) in source.asked
                if is_known or not self._is_admitted(assignment.values):
                    assignment = filler.send(FormAnswer(()))
                    continue
                walk = yield from self._ask(assignment.values)
                stopping.add(new=walk.new, records=len(walk.keys))
                recent.append((len(walk.keys), walk.new))
                estimate = last_estimate(source.record_count, list(recent))
                source.journal.tell(SizeEstimated(estimate))
                size = self.state.size()
                if size is not None and source.record_count >= size:
                    break
                reason = stopping.reason(taken=source.record_count) or ""
                assignment = filler.send(self._answer(walk))
        except StopIteration:
            reason = reason or "nothing is left to fill the boxes with"
        size = self.state.size()
        if size is not None and source.record_count >= size:
            return taken_whole(source, self.state.size_proof(size))
        is_futile = len(recent) < MIN_FILLED or not any(new for _, new in recent)
        if is_futile and source.form.box is not None:
            return None
        estimate = last_estimate(source.record_count, list(recent))
        return source.outcome("exhausted", reason, estimate=estimate)

    def _slots(self) -> Sequence[Slot]:
        form = self.state.source.form.interface
        return plan_fill(form, self.knowledge).slots if form is not None else ()

    def _ask(self, values: Values) -> Crawl[WalkLog]:
        """Ask a filled form and walk its answer."""
        source = self.state.source
        text = source.bind(_in_order(values))
        walk = WalkLog(text)
        page = yield from ask(source, text, "filled form")
        if isinstance(page, Page) and page.status < 400:
            walk, reading = yield from start_walk(source, text, page)
            walk = yield from finish_walk(source, walk, reading)
            if walk.capped:
                source.raise_cap(walk.rows)
        self.rows.update(walk.rows_by_key.items())
        self.state.observe(walk.progress)
        source.close(walk, "refused")
        return walk

    def _is_admitted(self, values: Values) -> bool:
        """Tell whether no rule says that the source cannot have this."""
        task = self.state.source.task
        if task.rules is None:
            return True
        by_name = {box.name: self._attribute(box) for box in self.boxes}
        return task.rules.admits(
            task.key, {by_name.get(name) or name: value for name, value in values}
        )

    def _answer(self, walk: WalkLog) -> FormAnswer:
        key = self.state.source.task.key
        rows = walk.rows_by_key.items()
        records = tuple(
            Record(key, name, tuple(one for one in row.fields if one.kind == "text"))
            for name, row in rows
        )
        return FormAnswer(records, max(1, walk.pages), walk.finished)


def _in_order(values: Values) -> Values:
    """Return values by their controls: two that were bound the other way round ask the same."""
    return tuple(sorted(values))
