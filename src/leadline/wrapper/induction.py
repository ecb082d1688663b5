"""Wrapper induction: from a few answers to the region, template, identity, columns and total."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from leadline.columns.induction import learn_columns
from leadline.columns.reader import Columns
from leadline.mining.miner import mine_regions, record_text
from leadline.model import DataRegion, Hint, Page, RecordSpan
from leadline.page.dom import Document, parse
from leadline.wrapper.given import (
    PLACE_KINDS,
    fixed_template,
    given_template,
    hinted_regions,
    told_regions,
)
from leadline.wrapper.given_columns import with_hints
from leadline.wrapper.headed_lists import heading_beside
from leadline.wrapper.identity.induction import learn_identity
from leadline.wrapper.identity.link import LinkIdentity, RecordSighting, link_slots
from leadline.wrapper.identity.text import TextIdentity, learn_text_identity
from leadline.wrapper.pager.rows import pages_only
from leadline.wrapper.record_template import (
    RecordTemplate,
    compile_template,
    replay,
    with_self_links,
)
from leadline.wrapper.region_choice import ProbePage, RegionChoice, rank_regions, span_chunks
from leadline.wrapper.standing import standing_rows
from leadline.wrapper.totals.choice import choose_total
from leadline.wrapper.totals.stated import stated_totals
from leadline.wrapper.verification import share_with_query
from leadline.wrapper.wrapper import (
    RecordLayout,
    Wrapper,
    closes_root,
    mined_records,
    shows_only_known,
    text_columns,
)

MIN_SHARE_CUT_ALIKE: Final = 0.9
"""Share of mined records whose first node the template must find; below it pages are mined."""
MIN_RECORDS_TO_TEACH: Final = 4
"""Records from which the longest answer alone may teach which link names records."""
MAX_ROWS_ABOVE: Final = 2
"""Rows of column heads that a table of plain cells may have above its records."""
MIN_SHARE_WITH_LINK: Final = 0.9
"""Share of the other rows with a link, from which an edge row without one is no record."""

MAX_NODES_TO_LEARN: Final = 12_000
"""Nodes of one page's records that teach: learning costs about 40 us a node."""
MAX_NODES_MINED: Final = 150_000
"""Nodes of a page that is mined; from a larger one nothing is learned."""
MIN_SPANS_TO_LEARN: Final = 20
"""Records of a page that teach however large they are."""

Sample = tuple[ProbePage, Sequence[RecordSpan]]
"""A probe page and the records found on it."""


@dataclass(frozen=True, slots=True)
class MinedAnswer:
    """An answer to a probe with its mined regions."""

    page: Page
    probe: ProbePage
    regions: tuple[DataRegion, ...]


def mine_answer(page: Page, probe: ProbePage, hints: Sequence[Hint] = ()) -> MinedAnswer:
    """Mine the regions of an answer, or take what ``hints`` taught; of too many nodes none."""
    is_small = len(probe.document) <= MAX_NODES_MINED
    mined = mine_regions(probe.document) if is_small else ()
    return MinedAnswer(page, probe, told_regions(probe.document, mined, hints))


def learn_wrapper(
    answers: Sequence[MinedAnswer], nonsense: Sequence[ProbePage], hints: Sequence[Hint] = ()
) -> Wrapper | None:
    """Learn all that is needed of result pages; None if no region stands out.

    ``hints`` are a person's word on where records stand, which are told apart, and their columns.
    """
    layout = learn_layout(answers, nonsense, hints)
    if layout is None:
        return None
    wrapper = Wrapper(
        (layout,),
        known_texts=_known_texts(nonsense),
        closes_root=all(closes_root(answer.probe.document) for answer in answers),
    )
    read = {
        each.probe.query: wrapper.read_document(each.page, each.probe.document, each.probe.query)
        for each in answers
    }
    is_told = any(one.kind in (*PLACE_KINDS, "not_region") for one in hints)
    if not is_told and (beside := heading_beside(read)):
        return learn_wrapper(answers, nonsense, (*hints, Hint("not_region", (beside,))))
    if standing := standing_rows(read):
        wrapper = replace(wrapper, standing=standing)
    first = answers[0]
    query, document = first.probe.query, first.probe.document
    reading = wrapper.read_document(first.page, document, query) if standing else read[query]
    if not reading.rows:
        return None
    other = answers[1] if len(answers) > 1 else first
    total = choose_total(
        (document, first.probe.query_mask.mask),
        None,
        (other.probe.document, other.probe.query_mask.mask),
        (nonsense[0].document, nonsense[0].query_mask.mask),
        len(reading.rows),
        rows=reading.nodes,
    )
    rate = round(share_with_query(reading.rows, query), 3)
    return replace(wrapper, total=total, query_hit_rate=rate)


@dataclass(frozen=True, slots=True)
class LearnedRecords:
    """A layout whose columns are not learned yet: where records stand, and which link names them.

    ``samples`` are the records that teach, ``identity`` is None where no link names records.
    """

    samples: Sequence[Sample]
    template: RecordTemplate
    identity: LinkIdentity | None
    mined: bool
    frame_texts: frozenset[str]

    def without_columns(self) -> RecordLayout:
        """Return a layout that finds records and reads none of their values."""
        identity = self.identity or TextIdentity()
        return RecordLayout(self.template, identity, Columns(), self.mined, self.frame_texts)

    def with_columns(self, hints: Sequence[Hint] = ()) -> RecordLayout:
        """Learn the columns, and an identity by text where no link names records."""
        columns = learn_columns(
            [(probe.document, spans) for probe, spans in self.samples],
            [probe.query for probe, _ in self.samples],
        )
        identity = self.identity or learn_text_identity(
            [
                [text_columns(columns.read(probe.document, span)) for span in spans]
                for probe, spans in self.samples
            ]
        )
        layout = RecordLayout(self.template, identity, columns, self.mined, self.frame_texts)
        shown = [(probe.document, spans) for probe, spans in self.samples]
        return with_hints(layout, shown, hints)


def learn_layout(
    answers: Sequence[MinedAnswer], nonsense: Sequence[ProbePage], hints: Sequence[Hint] = ()
) -> RecordLayout | None:
    """Learn the layout of result pages from one answer or more, the longest first."""
    records = learn_records(answers, nonsense, hints)
    return records.with_columns(hints) if records is not None else None


def learn_records(
    answers: Sequence[MinedAnswer], nonsense: Sequence[ProbePage], hints: Sequence[Hint] = ()
) -> LearnedRecords | None:
    """Learn where records stand and what names them; None if no region stands out."""
    known = _known_texts(nonsense)
    document = answers[0].probe.document
    pages = [(answer.probe.document, answer.regions) for answer in answers]
    template, mined = given_template(pages, hints), False
    if template is None:
        choice = choose_region(answers, nonsense, hints)
        if choice is None:
            return None
        template = with_self_links(document, compile_template(document, choice.region))
        template = fixed_template(template, document, hints)
        mined = not _cuts_alike(replay(document, template), choice.region)
    samples = _samples(answers, template, known, mined=mined)
    if not samples:
        return None
    above = _rows_above(document, template, answers[0].regions) if not mined else frozenset()
    frame, identity = _frame_texts(samples, above), _link_identity(samples)
    wider = _widened(template, samples, nonsense, identity) if not mined else template
    if frame or wider != template:
        samples = _samples(answers, wider, known | frame, mined=mined)
        identity = _link_identity(samples)
    return LearnedRecords(samples, wider, identity, mined, frame)


def choose_region(
    answers: Sequence[MinedAnswer], nonsense: Sequence[ProbePage], hints: Sequence[Hint] = ()
) -> RegionChoice | None:
    """Choose the region of the first answer that contrast with the others prefers."""
    first = answers[0]
    ranked = rank_regions(
        first.probe,
        hinted_regions(first.probe.document, first.regions, hints),
        other=answers[1].probe if len(answers) > 1 else None,
        nonsense=nonsense,
        counts=stated_counts(first.probe),
    )
    return ranked[0] if ranked else None


def stated_counts(probe: ProbePage) -> frozenset[int]:
    """Return the numbers of records that a page says it shows ("1-10 of 130": 10)."""
    counts = set()
    for stated in stated_totals(probe.document, mask=probe.query_mask.mask):
        if stated.first and stated.last and stated.last >= stated.first:
            counts.add(stated.last - stated.first + 1)
        elif stated.value is not None:
            counts.add(stated.value)
    return frozenset(counts)


def _known_texts(nonsense: Sequence[ProbePage]) -> frozenset[str]:
    return frozenset().union(*(page.chunks for page in nonsense))


def _samples(
    answers: Sequence[MinedAnswer], template: RecordTemplate, known: frozenset[str], *, mined: bool
) -> list[Sample]:
    """Read the records of answers by the template, without rows that show only known texts."""
    samples: list[Sample] = []
    for answer in answers:
        document = answer.probe.document
        spans = mined_records(answer.regions, document, template) if mined else ()
        records = [
            span
            for span in spans or replay(document, template)
            if not (
                shows_only_known(document, span, answer.probe.query_mask, known)
                or pages_only(document, span)
            )
        ]
        if records:
            samples.append((answer.probe, sample_spans(document, records)))
    return samples


def sample_spans(document: Document, spans: Sequence[RecordSpan]) -> Sequence[RecordSpan]:
    """Return the first and last records of a page, of about ``MAX_NODES_TO_LEARN`` nodes in all.

    Records that stand side by side stay so: whether rows count by one shows in neighbours.
    """
    nodes = sum(document.end[node] - node for span in spans for node in span.nodes)
    if nodes <= MAX_NODES_TO_LEARN or len(spans) <= MIN_SPANS_TO_LEARN:
        return spans
    kept = max(MIN_SPANS_TO_LEARN, len(spans) * MAX_NODES_TO_LEARN // nodes)
    half = kept // 2
    return [*spans[:half], *spans[half - kept :]]


def _link_identity(samples: Sequence[Sample]) -> LinkIdentity | None:
    """Learn the link that names records; a short answer may be cut wrong and must not veto it."""
    sightings = _sightings(samples)
    identity = learn_identity(sightings)
    longest = max(samples, key=lambda sample: len(sample[1]))
    if identity is not None or len(longest[1]) < MIN_RECORDS_TO_TEACH:
        return identity
    return learn_identity(_sightings([longest]), among=sightings)


def _sightings(samples: Sequence[Sample]) -> list[list[RecordSighting]]:
    return [
        [RecordSighting(probe.document, span, probe.query) for span in spans]
        for probe, spans in samples
    ]


def _rows_above(
    document: Document, template: RecordTemplate, regions: Sequence[DataRegion]
) -> frozenset[str]:
    """Return the texts of first rows like records that mining left out of some region: heads."""
    spans, above = replay(document, template), set[str]()
    for region in regions:
        own = {record.nodes[0] for record in region.records}
        left = [span for span in spans if span.nodes[0] not in own]
        if 0 < len(left) <= MAX_ROWS_ABOVE and len(left) + len(own) == len(spans) == len(
            own.union(span.nodes[0] for span in left)
        ):
            above |= {record_text(document, one) for one in left if one.nodes[0] < min(own)}
    return frozenset(above)


def _lacks_query(probe: ProbePage, spans: Sequence[RecordSpan]) -> bool:
    """Tell whether the first row lacks the word asked, which most others hold."""
    word, first, *rest = (
        probe.query.casefold(),
        *(record_text(probe.document, span).casefold() for span in spans),
    )
    return bool(word) and word not in first and 2 * sum(word in text for text in rest) > len(rest)


def _frame_texts(samples: Sequence[Sample], above: frozenset[str]) -> frozenset[str]:
    """Return the texts of first and last rows that have no link and stand on all answers.

    A header row made of plain cells is one; a record that two answers begin with has its link, and
    where no row has any, mining does not leave it out (``above``) and it holds the word asked.
    """
    if len(samples) < 2:
        return frozenset()
    texts: set[str] = set()
    for place in (0, -1):
        edges = [(probe, spans[place]) for probe, spans in samples if len(spans) > 1]
        edge_texts = {record_text(probe.document, span) for probe, span in edges}
        if len(edges) < 2 or len(edge_texts) > 1 or any(_has_link(*edge) for edge in edges):
            continue
        rest = [(probe, span) for probe, spans in samples for span in spans[1:-1]]
        linked = sum(_has_link(*row) for row in rest) >= MIN_SHARE_WITH_LINK * len(rest)
        is_above = place == 0 and edge_texts <= above
        if rest and (linked or (is_above and any(_lacks_query(*each) for each in samples))):
            texts.update(*(span_chunks(probe, span) for probe, span in edges))
    return frozenset(texts)


def _has_link(probe: ProbePage, span: RecordSpan) -> bool:
    return bool(link_slots(probe.document, span))


def _widened(
    template: RecordTemplate,
    samples: Sequence[Sample],
    nonsense: Sequence[ProbePage],
    identity: LinkIdentity | None,
) -> RecordTemplate:
    """Match heads by tag alone if siblings of another class hold the same link slot.

    Classes alternate (odd, even) or name a state (new, closed): all such rows are records. Where
    heads differ in class already, a later page may bring a new state. Not where rows of their tag
    go on with a record.
    """
    tags, onward = (
        {one.partition(".")[0] for one in some} for some in (template.heads, template.members)
    )
    if identity is None or template.by_tag or len(tags) > 1 or tags & onward:
        return template
    wider = replace(template, heads=tuple(tags), by_tag=True)
    if any(_count_identified(page, wider, identity) for page in nonsense):
        return template
    now = sum(_count_identified(probe, template, identity) for probe, _ in samples)
    then = sum(_count_identified(probe, wider, identity) for probe, _ in samples)
    return wider if then > now or (then == now and len(template.heads) > 1) else template


def _count_identified(probe: ProbePage, template: RecordTemplate, identity: LinkIdentity) -> int:
    spans = replay(probe.document, template)
    return sum(1 for span in spans if identity.address(probe.document, span))


def _cuts_alike(spans: Sequence[RecordSpan], region: DataRegion) -> bool:
    """Tell whether heads cut the region as mining did: nearly all records, hardly any in two."""
    starts = {span.nodes[0] for span in spans}
    same = sum(1 for record in region.records if record.nodes[0] in starts)
    divided = sum(1 for record in region.records if starts.intersection(record.nodes[1:]))
    count = len(region.records)
    return same >= MIN_SHARE_CUT_ALIKE * count and divided <= (1 - MIN_SHARE_CUT_ALIKE) * count


def mined_page(page: Page, query: str = "") -> MinedAnswer:
    """Return a page with its regions."""
    return mine_answer(page, ProbePage(parse(page), query))


def list_wrapper(*pages: MinedAnswer, hints: Sequence[Hint] = ()) -> Wrapper | None:
    """Learn to read a list from some of its pages, as a person's ``hints`` say."""
    layout = learn_layout(pages, (), hints)
    if layout is None:
        return None
    by_text = isinstance(layout.identity, TextIdentity) and not layout.identity.only
    if by_text:  # two pages of a list never show one record
        layout = replace(layout, identity=TextIdentity())
    whole = all(closes_root(page.probe.document) for page in pages)
    return Wrapper((layout,), closes_root=whole)
