"""Region choice by contrast: which region of a result page is the answer.

One page only allows a guess (``mining/ranking.py``). A crawl asks its own queries and compares:
what differs between two answers is data, what stays is template, and what a nonsense query brings
too is no answer.

    score = n^0.6 * data characters a record (capped) * (1 - share on nonsense page)^2
            * (1 - share on the other answer) * (the miner's score / its best)^0.4 * factors for:
            query word in records, links, a stated count "1-10" that equals n, absent on the other
            answer, same count on the nonsense page
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import accumulate, chain
from typing import Final

from leadline.mining.paths import DIGITS
from leadline.model import DataRegion, RecordSpan
from leadline.page.dom import Document
from leadline.page.query_string import query_pairs, split_address
from leadline.page.text import text_weight
from leadline.wrapper.given import TOLD
from leadline.wrapper.identity.link import (
    MAX_ADDRESS_CHARACTERS,
    MAX_LINKS_IN_RECORD,
    record_types,
    repeats_query,
)
from leadline.wrapper.pager.rows import pages_only
from leadline.wrapper.query_mask import MAX_CHUNK_CHARACTERS, QueryMask
from leadline.wrapper.record_template import (
    RecordTemplate,
    compile_template,
    path_of,
    replay_at_path,
)

MIN_NOVEL_CHARACTERS: Final = 200
"""Characters in no known text from which a page is productive. With 190, headings that echo the
query were taken for records."""
MIN_NAMED_RECORDS: Final = 3
"""Records with an address of their own from which a few characters of text are enough."""
MAX_CHARACTERS_COUNTED: Final = 300
"""Characters of one record that count for the score."""
MINER_SCORE_EXPONENT: Final = 0.4
"""Exponent of the miner's own score, which judges the shape that contrast does not see."""
MAX_PAGE_PARTS: Final = 4
"""Records up to which a region may be the parts of a page."""
MIN_LIST_TO_PARTS_RATIO: Final = 3
"""Records of a list inside one part, as a multiple of the parts."""
MAX_CHOICES_INSIDE_GROUPS: Final = 6
"""Ranked choices among which the records inside groups are looked for."""
MIN_SHARE_OF_GROUP_TEXT: Final = 0.85
"""Share of a group's text that the records inside it must have: the rest is headings."""
MIN_SHARE_OF_ONE_TYPE: Final = 0.9
"""Share of records inside groups whose addresses must be of one type."""
PAGE_PARTS_FACTOR: Final = 0.3
"""Factor for a few blocks of which one holds a list: they are parts of the page, no records."""
STATED_COUNT_FACTOR: Final = 1.8
"""Factor for a region with as many records as the page says it shows."""


class ProbePage:
    """A probe's page with the query that brought it.

    Regions of a page overlap, so what is asked of a node is kept: ``visible_text``, ``holds_query``
    (or one of its words), ``links`` inside it, ``asks_again`` of a link.
    """

    def __init__(self, document: Document, query: str) -> None:
        self.document = document
        self.query = query
        self.query_mask = mask = QueryMask(query)
        self.visible_text = text = cache(document.visible_text)
        self.holds_query = cache(lambda node: mask.occurs_in(text(node)))
        self.links = cache(lambda node: [*document.elements("a", within=node)])
        self.asks_again = cache(self._asks_again)
        self._weights = cache(self._weigh_texts)

    @cached_property
    def chunks(self) -> frozenset[str]:
        """Text chunks of the page, as they stand and with the query masked."""
        return frozenset(chain.from_iterable(self._readings))

    @cached_property
    def _readings(self) -> list[tuple[str, str]]:
        """Every text chunk folded, and masked too."""
        text, read = self.document.text, self.query_mask.folded_and_masked
        return [read(text[node][:MAX_CHUNK_CHARACTERS]) for node in self.document.text_nodes]

    def novel_characters(self, known: frozenset[str]) -> float:
        """Weigh the text of the page that stands on no known page."""
        nodes, text = self.document.text_nodes, self.document.text
        return sum(
            text_weight(text[node][:MAX_CHUNK_CHARACTERS])
            for node, (folded, masked) in zip(nodes, self._readings, strict=True)
            if folded not in known and masked not in known
        )

    def novel_in(self, record: RecordSpan, known: frozenset[str]) -> float:
        """Weigh the masked text of a record that stands on no known page."""
        nodes, sums, end = self.document.text_nodes, self._weights(known), self.document.end
        weight = 0.0
        for node in record.nodes:
            first = bisect_left(nodes, node)
            weight += sums[bisect_left(nodes, end[node], first)] - sums[first]
        return weight

    def _weigh_texts(self, known: frozenset[str]) -> list[float]:
        """Return running sums of the weights of masked texts; a known text weighs nothing."""
        weights = (
            0.0 if folded in known or masked in known else text_weight(masked)
            for folded, masked in self._readings
        )
        return [*accumulate(weights, initial=0.0)]

    def _asks_again(self, link: int) -> bool:
        """Tell whether a link leads to the page's own address with its query."""
        part = split_address(self.document.link(link))
        own = split_address(self.document.url).path
        if not part.netloc or part.path != own:
            return False
        parameters = query_pairs(part.query[:MAX_ADDRESS_CHARACTERS])
        return any(repeats_query(value, self.query) for _, value in parameters)


@dataclass(frozen=True, slots=True)
class RegionChoice:
    """A region that may be the answer, its record template, and its score."""

    region: DataRegion
    template: RecordTemplate
    score: float
    novel_characters: float
    records: int


def novel_characters(probe: ProbePage, region: DataRegion, known: frozenset[str]) -> float:
    """Weigh the region's text that stands on no known page."""
    return sum(probe.novel_in(record, known) for record in region.records)


def count_novel_records(
    probe: ProbePage,
    regions: Sequence[DataRegion],
    known: frozenset[str],
    nonsense: Sequence[ProbePage] = (),
) -> int:
    """Count the records with novel text in the first productive region; 0 if there is none.

    A menu is long on every page and says nothing new on any. A few words are enough where each
    record has an address of its own, which does not ask again, and ``nonsense`` brought no such
    list: names or codes, and no advertisements. One record is enough where a person told the place.
    """
    for region in regions:
        new = [probe.novel_in(record, known) for record in region.records]
        count = sum(1 for characters in new if characters > 0)
        if count and region.miner == TOLD:
            return count
        if count >= 2 and (
            sum(new) > MIN_NOVEL_CHARACTERS or _names_apart(probe, region, new, nonsense)
        ):
            return count
    return 0


def has_few_rows(
    probe: ProbePage,
    regions: Sequence[DataRegion],
    known: frozenset[str],
    nonsense: Sequence[ProbePage],
    *,
    headed: bool = True,
) -> bool:
    """Tell whether a page shows a few rows under headings, and pages without an answer none.

    Where the values asked are known to be right, they need not be ``headed``.
    """
    document = probe.document
    for region in regions:
        new = [one for one in region.records if probe.novel_in(one, known)]
        if len(new) >= MIN_NAMED_RECORDS and (not headed or _have_headings(document, new[0])):
            template = compile_template(document, region)
            return not any(replay_at_path(page.document, template) for page in nonsense)
    return False


def _have_headings(document: Document, record: RecordSpan) -> bool:
    """Tell whether a record is a row of a table that has a heading for each of its cells."""
    row = record.nodes[0]
    around = [node for node in document.ancestors(row) if document.tag[node] == "table"]
    if document.tag[row] != "tr" or not around:
        return False
    headings = sum(1 for _ in document.elements("th", within=around[0]))
    cells = sum(document.tag[node] == "td" for node in document.children(row))
    return 1 < headings == cells


def _names_apart(
    probe: ProbePage, region: DataRegion, new: Sequence[float], nonsense: Sequence[ProbePage]
) -> bool:
    """Tell whether the records with novel text have addresses of their own, at other paths."""
    document = probe.document
    records = [
        record
        for record, characters in zip(region.records, new, strict=True)
        if characters and not pages_only(document, record)
    ]
    addresses = {_addresses(probe, record) for record in records}
    if len(records) < MIN_NAMED_RECORDS or len(addresses - {()}) < len(records):
        return False
    template = compile_template(document, region)
    return not any(_leads_back(probe, record) for record in records) and not any(
        replay_at_path(page.document, template) for page in nonsense
    )


def _leads_back(page: ProbePage, record: RecordSpan) -> bool:
    """Tell whether a link of a record leads to the page's own path."""
    document = page.document
    own = split_address(document.url).path
    links = _links_in(page, record)[:MAX_LINKS_IN_RECORD]
    return any(split_address(document.link(link)).path == own for link in links)


def rank_regions(
    answer: ProbePage,
    regions: Sequence[DataRegion],
    *,
    other: ProbePage | None,
    nonsense: Sequence[ProbePage],
    counts: frozenset[int] = frozenset(),
) -> tuple[RegionChoice, ...]:
    """Rank the regions of an answer by contrast, best first.

    ``other`` is the answer to another word, ``nonsense`` are pages without an answer, ``counts``
    the numbers of records that the page states ("1-10 of 130" says 10).
    """
    known = frozenset().union(*(page.chunks for page in nonsense))
    most = max((region.score for region in regions), default=0.0) or 1.0
    choices = []
    for region in (_answering(answer.document, one, nonsense) for one in _apart(answer, regions)):
        choice = _judge(answer, region, other, nonsense, known)
        if choice is not None:
            score = choice.score
            score *= PAGE_PARTS_FACTOR if _holds_lists(answer, region, regions) else 1.0
            prior = (max(region.score, 0.0) / most) ** MINER_SCORE_EXPONENT
            score *= prior * (STATED_COUNT_FACTOR if choice.records in counts else 1.0)
            choices.append(replace(choice, score=score))
    ranked = _unrotated(sorted(choices, key=lambda choice: -choice.score))
    return _ungrouped(answer, ranked)


def _ungrouped(answer: ProbePage, ranked: tuple[RegionChoice, ...]) -> tuple[RegionChoice, ...]:
    """Prefer the records inside groups: where most groups hold one record, they look alike.

    The records inside must say nearly all that the groups say, be more and unevenly spread, and
    have an address each, nearly all of one type.
    """
    for inner in ranked[1:MAX_CHOICES_INSIDE_GROUPS]:
        if _is_inside(answer, inner, ranked[0]):
            return (inner, *(choice for choice in ranked if choice is not inner))
    return ranked


def _is_inside(answer: ProbePage, inner: RegionChoice, groups: RegionChoice) -> bool:
    """Tell whether a choice holds the records inside the groups of another."""
    end, path = answer.document.end, groups.template.path
    if inner.records <= groups.records or inner.template.path[: len(path)] != path:
        return False
    least = MIN_SHARE_OF_GROUP_TEXT * groups.novel_characters
    if len(inner.template.path) == len(path) or inner.novel_characters < least:
        return False
    starts = [record.nodes[0] for record in inner.region.records]
    counts = [
        bisect_left(starts, end[group.nodes[-1]]) - bisect_left(starts, group.nodes[0])
        for group in groups.region.records
    ]
    if min(counts) < 1 or len(set(counts)) == 1:
        return False
    addresses = [_addresses(answer, record) for record in inner.region.records]
    first = dict.fromkeys(links[0].partition("#")[0] for links in addresses if links)
    types = Counter(record_types(list(first)).values())
    least = MIN_SHARE_OF_ONE_TYPE * inner.records
    return len(first) == inner.records and max(types.values()) >= least


def _apart(answer: ProbePage, regions: Sequence[DataRegion]) -> Iterator[DataRegion]:
    """Yield regions, and siblings as records where each has an address of its own number.

    Rows that take turns in their markup look like one record of several rows.
    """
    for region in regions:
        nodes = [node for record in region.records for node in record.nodes]
        if len(nodes) > len(region.records):
            nodes = [node for node in nodes if answer.document.visible_text(node)]
            records = tuple(RecordSpan((node,)) for node in nodes)
            first = {next(iter(_addresses(answer, one)), "").partition("#")[0] for one in records}
            kinds = {DIGITS.sub("0", address) for address in first}
            if len(first - {""}) == len(nodes) and len(kinds) == 1:
                region = replace(region, records=records)
        yield region


def _answering(document: Document, region: DataRegion, nonsense: Sequence[ProbePage]) -> DataRegion:
    """Remove the lists of a region that a page without an answer shows too.

    News beside the results may have the markup of records and change from page to page.
    """
    parents: dict[int, list[RecordSpan]] = {}
    for record in region.records:
        parents.setdefault(max(document.parent[record.nodes[0]], 0), []).append(record)
    parts: dict[tuple[str, ...], list[RecordSpan]] = {}
    for parent, records in parents.items():
        parts.setdefault(path_of(document, parent), []).extend(records)
    if len(parts) < 2:
        return region
    answering: list[RecordSpan] = []
    for records in parts.values():
        template = compile_template(document, replace(region, records=tuple(records)))
        if not any(len(replay_at_path(page.document, template)) > 1 for page in nonsense):
            answering += records
    return replace(region, records=tuple(answering)) if len(answering) > 1 else region


def _holds_lists(answer: ProbePage, region: DataRegion, regions: Sequence[DataRegion]) -> bool:
    """Tell whether a few "records" are parts of the page: one of them holds a whole list."""
    few = len(region.records)
    if few > MAX_PAGE_PARTS:
        return False
    end = answer.document.end
    slices = [(record.nodes[0], end[record.nodes[-1]]) for record in region.records]
    return any(
        first <= other.records[0].nodes[0] and end[other.records[-1].nodes[-1]] <= stop
        for other in regions
        if len(other.records) >= MIN_LIST_TO_PARTS_RATIO * few
        for first, stop in slices
    )


def _unrotated(ranked: list[RegionChoice]) -> tuple[RegionChoice, ...]:
    """Of segmentations that differ only in the field a record starts with, prefer the first.

    A run "dt dd dd dt dd dd" can be cut at every field with about the same score; a record starts
    where the run does.
    """
    if not ranked:
        return ()
    best = ranked[0]
    first = min(
        (choice for choice in ranked if _is_rotation(choice, best)),
        key=lambda choice: choice.region.records[0].nodes[0],
    )
    return (first, *(choice for choice in ranked if choice is not first))


def _is_rotation(choice: RegionChoice, best: RegionChoice) -> bool:
    own, other = choice.template, best.template
    return (
        own.path == other.path
        and abs(choice.records - best.records) <= 1
        and {*own.heads, *own.members} == {*other.heads, *other.members}
    )


def _judge(
    answer: ProbePage,
    region: DataRegion,
    other: ProbePage | None,
    nonsense: Sequence[ProbePage],
    known: frozenset[str],
) -> RegionChoice | None:
    new = [answer.novel_in(record, known) for record in region.records]
    everything = [answer.novel_in(record, frozenset()) for record in region.records]
    if sum(everything) <= 0 or sum(new) <= 0:
        return None
    if all(pages_only(answer.document, record) for record in region.records):
        return None
    template = compile_template(answer.document, region)
    count = sum(1 for characters in new if characters > 0)
    mean = sum(min(characters, MAX_CHARACTERS_COUNTED) for characters in new) / count
    score = count**0.6 * mean * (sum(new) / sum(everything)) ** 2
    score *= _variety(answer, region) * _links(answer, region) * _hits(answer, region)
    score *= _refining(answer, region)
    if other is not None:
        score *= _against(answer, region, template, other)
    records = len(region.records)
    if any(len(replay_at_path(page.document, template)) == records for page in nonsense):
        score *= 0.4
    return RegionChoice(region, template, score, sum(new), records)


def _against(
    answer: ProbePage, region: DataRegion, template: RecordTemplate, other: ProbePage
) -> float:
    """Lower the score for text of the other answer, and halve it for a region that it lacks."""
    everything = novel_characters(answer, region, frozenset())
    shared = 1.0 - novel_characters(answer, region, other.chunks) / everything
    return (1.0 - 0.9 * shared) * (1.0 if replay_at_path(other.document, template) else 0.5)


def _variety(answer: ProbePage, region: DataRegion) -> float:
    text = answer.visible_text
    texts = {" ".join([text(node) for node in record.nodes]) for record in region.records}
    return float((len(texts) / len(region.records)) ** 0.5)


def _links(answer: ProbePage, region: DataRegion) -> float:
    """Raise the score for links, most where every record has an address of its own."""
    addresses = [_addresses(answer, record) for record in region.records]
    linked = sum(1 for links in addresses if links) / len(addresses)
    own = len({links for links in addresses if links}) / len(addresses)
    return 0.6 + 0.2 * linked + 0.2 * own


def _refining(answer: ProbePage, region: DataRegion) -> float:
    """Lower the score for rows that repeat the query with one more condition, such as facets."""
    asking = sum(1 for record in region.records if _asks_again(answer, record))
    return 1.0 - 0.8 * asking / len(region.records)


def _asks_again(answer: ProbePage, record: RecordSpan) -> bool:
    """Tell whether all links of a row lead to the page's own address with its query."""
    links = _links_in(answer, record)[:MAX_LINKS_IN_RECORD]
    return bool(links) and all(map(answer.asks_again, links))


def _hits(answer: ProbePage, region: DataRegion) -> float:
    holds = answer.holds_query
    holding = [any(map(holds, record.nodes)) for record in region.records]
    return 1.0 + 0.5 * sum(holding) / len(region.records)


def _links_in(page: ProbePage, record: RecordSpan) -> list[int]:
    return [link for node in record.nodes for link in page.links(node)]


def _addresses(page: ProbePage, record: RecordSpan) -> tuple[str, ...]:
    attribute = page.document.attribute
    return tuple(filter(None, [attribute(link, "href") for link in _links_in(page, record)]))


def span_chunks(probe: ProbePage, record: RecordSpan) -> frozenset[str]:
    """Return the text chunks of a record, as they stand and with the query masked."""
    document, read = probe.document, probe.query_mask.folded_and_masked
    chunks = chain.from_iterable(map(document.texts, record.nodes))
    return frozenset(
        chain.from_iterable(read(document.text[at][:MAX_CHUNK_CHARACTERS]) for at in chunks)
    )
