"""From a few answers to a layout: region by contrast, template, identity, columns, total."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from leadline.columns.induction import learn_columns
from leadline.mining.miner import mine_regions
from leadline.mining.span_text import record_text
from leadline.wrapper.identity.induction import learn_identity
from leadline.wrapper.identity.link import LinkIdentity, RecordSighting, link_slots
from leadline.wrapper.identity.text import TextIdentity, learn_text_identity
from leadline.wrapper.record_template import (
    RecordTemplate,
    compile_template,
    replay,
    with_self_links,
)
from leadline.wrapper.region_choice import ProbePage, RegionChoice, rank_regions, span_chunks
from leadline.wrapper.totals.choice import choose_total
from leadline.wrapper.totals.stated import stated_totals
from leadline.wrapper.verification import query_hit_rate
from leadline.wrapper.wrapper import (
    RecordLayout,
    Wrapper,
    closes_root,
    mined_records,
    shows_only_known,
    text_columns,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import DataRegion, Page, RecordSpan

MIN_SHARE_CUT_ALIKE: Final = 0.9
"""Share of mined records whose first node the template must find, or mining goes on."""
MIN_RECORDS_TO_TEACH: Final = 4
"""Records from which an answer teaches what records are like, whatever shorter ones say."""
MIN_SHARE_WITH_LINK: Final = 0.9
"""Share of the other rows that lead somewhere, from which one that does not is no record."""

Sample = tuple[ProbePage, "Sequence[RecordSpan]"]
"""A probe's page and the records found on it."""


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """An answer to a probe: its page, and what contrast needs of it."""

    page: Page
    probe: ProbePage
    regions: tuple[DataRegion, ...]


def stated_counts(probed: ProbePage) -> frozenset[int]:
    """How many records the page itself says it shows ("1-10 of 130": 10)."""
    found = set()
    for stated in stated_totals(probed.document, mask=probed.query_mask.mask):
        if stated.first and stated.last and stated.last >= stated.first:
            found.add(stated.last - stated.first + 1)
        elif stated.value is not None:
            found.add(stated.value)
    return frozenset(found)


def choose_region(
    answers: Sequence[ProbeAnswer], nonsense: Sequence[ProbePage]
) -> RegionChoice | None:
    """Choose the region of the first answer that contrast with the others prefers."""
    first = answers[0]
    ranked = rank_regions(
        first.probe,
        first.regions,
        other=answers[1].probe if len(answers) > 1 else None,
        nonsense=nonsense,
        counts=stated_counts(first.probe),
    )
    return ranked[0] if ranked else None


def learn_layout(
    answers: Sequence[ProbeAnswer], nonsense: Sequence[ProbePage]
) -> RecordLayout | None:
    """The layout of result pages, from one answer or more (the first should be the longest)."""
    choice = choose_region(answers, nonsense)
    if choice is None:
        return None
    known = frozenset().union(*(page.chunks for page in nonsense))
    document = answers[0].probe.document
    template = with_self_links(document, compile_template(document, choice.region))
    mined = not _parts_alike(replay(document, template), choice.region)
    samples = [(one.probe, _sample(one, template, known, mined=mined)) for one in answers]
    samples = [(probed, spans) for probed, spans in samples if spans]
    if not samples:
        return None
    frame = _frame(samples)
    template = _widened(template, samples, nonsense) if not mined else template
    samples = [(one.probe, _sample(one, template, known | frame, mined=mined)) for one in answers]
    samples = [(probed, spans) for probed, spans in samples if spans]
    columns = learn_columns([(probed.document, spans) for probed, spans in samples])
    identity: LinkIdentity | TextIdentity | None = _link_identity(samples)
    if identity is None:
        identity = learn_text_identity(
            [
                [text_columns(columns.read(probed.document, span)) for span in spans]
                for probed, spans in samples
            ]
        )
    return RecordLayout(template, identity, columns, mined, frame)


def _link_identity(samples: Sequence[Sample]) -> LinkIdentity | None:
    """The link that names records; a short answer may be cut wrong and must not veto it."""
    seen = _seen(samples)
    whole = learn_identity(seen)
    longest = max(samples, key=lambda sample: len(sample[1]))
    if whole is not None or len(longest[1]) < MIN_RECORDS_TO_TEACH:
        return whole
    return learn_identity(_seen([longest]), among=seen)


def _seen(samples: Sequence[Sample]) -> list[list[RecordSighting]]:
    return [
        [RecordSighting(probed.document, span, probed.query) for span in spans]
        for probed, spans in samples
    ]


def _frame(samples: Sequence[Sample]) -> frozenset[str]:
    """What the first and last rows say where they lead nowhere and are the same on all answers.

    A header row made of plain cells is one; a record that two answers begin with has its link.
    """
    if len(samples) < 2:
        return frozenset()
    found: set[str] = set()
    for place in (0, -1):
        edges = [(probed, spans[place]) for probed, spans in samples if len(spans) > 1]
        texts = {record_text(probed.document, span) for probed, span in edges}
        if len(edges) < 2 or len(texts) > 1 or any(_leads(*edge) for edge in edges):
            continue
        rest = [(probed, span) for probed, spans in samples for span in spans[1:-1]]
        if rest and sum(_leads(*row) for row in rest) >= MIN_SHARE_WITH_LINK * len(rest):
            found.update(*(span_chunks(probed, span) for probed, span in edges))
    return frozenset(found)


def _leads(probed: ProbePage, span: RecordSpan) -> bool:
    return bool(link_slots(probed.document, span))


def _widened(
    template: RecordTemplate,
    samples: Sequence[Sample],
    nonsense: Sequence[ProbePage],
) -> RecordTemplate:
    """Heads told by their tag alone, where siblings of another class hold the same link slot.

    Classes alternate (odd, even) or tell a state (new, closed): all such rows are records, and
    where heads differ in class already a later page may bring a state not seen yet.
    """
    identity = _link_identity(samples)
    tags = {head.partition(".")[0] for head in template.heads}
    if identity is None or template.by_tag or len(tags) > 1 or tags & set(template.members):
        return template
    wider = replace(template, heads=tuple(tags), by_tag=True)
    if any(_identified(page, wider, identity) for page in nonsense):
        return template
    now = sum(_identified(probed, template, identity) for probed, _ in samples)
    then = sum(_identified(probed, wider, identity) for probed, _ in samples)
    return wider if then > now or (then == now and len(template.heads) > 1) else template


def _identified(probed: ProbePage, template: RecordTemplate, identity: LinkIdentity) -> int:
    spans = replay(probed.document, template)
    return sum(1 for span in spans if identity.address(probed.document, span))


def _parts_alike(spans: Sequence[RecordSpan], region: DataRegion) -> bool:
    """Whether heads cut the region as mining did: all its records, and none of them in two."""
    starts = {span.nodes[0] for span in spans}
    same = sum(1 for record in region.records if record.nodes[0] in starts)
    inner = sum(1 for record in region.records if starts.intersection(record.nodes[1:]))
    return same >= MIN_SHARE_CUT_ALIKE * len(region.records) and inner <= (
        1 - MIN_SHARE_CUT_ALIKE
    ) * len(region.records)


def _sample(
    answer: ProbeAnswer, template: RecordTemplate, known: frozenset[str], *, mined: bool
) -> list[RecordSpan]:
    """Records of one answer by the template, without rows that say only what nonsense says."""
    document = answer.probe.document
    spans = mined_records(answer.regions, document, template) if mined else ()
    return [
        span
        for span in spans or replay(document, template)
        if not shows_only_known(document, span, answer.probe.query_mask, known)
    ]


def learn_wrapper(answers: Sequence[ProbeAnswer], nonsense: Sequence[ProbePage]) -> Wrapper | None:
    """All that is learned of result pages, or None when no region stands out."""
    layout = learn_layout(answers, nonsense)
    if layout is None:
        return None
    known = frozenset().union(*(page.chunks for page in nonsense))
    reader = Wrapper([layout], known)
    reader.closes_root = all(closes_root(one.probe.document) for one in answers)
    first = answers[0]
    reading = reader.read_document(first.page, first.probe.document, first.probe.query)
    if not reading.rows:
        return None
    reader.query_hit_rate = round(query_hit_rate(reading.rows, first.probe.query), 3)
    other = answers[1] if len(answers) > 1 else first
    reader.total = choose_total(
        (first.probe.document, first.probe.query_mask.mask),
        None,
        (other.probe.document, other.probe.query_mask.mask),
        (nonsense[0].document, nonsense[0].query_mask.mask),
        len(reading.rows),
        rows=reading.nodes,
    )
    return reader


def mine_answer(page: Page, probed: ProbePage) -> ProbeAnswer:
    """An answer with its mined regions."""
    return ProbeAnswer(page, probed, mine_regions(probed.document))
