"""Contrast: which region of a result page is the answer?

One page only lets us guess (AutoRM proposes). A harvester asks its own questions and may compare:
what differs between two answers is data, what stays is template, and what is still there when
nonsense is asked is not an answer at all (harvest notes, 2.4).

    score = n^0.6 * data characters a record (capped) * (1 - share on nonsense page)^2
            * (1 - share on the other answer) * (the miner's score / its best)^0.4 * factors for:
            query word in records, links, a stated count "1-10" that equals n, absent on the other
            answer, same count on the nonsense page

>>> from leadline.page.dom import parse_html
>>> from leadline.model import DataRegion, RecordSpan
>>> def page(*rows):
...     items = "".join(f"<li><a href='/{r}'>{r}</a> on the {r} sea</li>" for r in rows)
...     return parse_html(f"<nav>Home Help</nav><ul>{items}</ul>", "http://h.test/")
>>> sea = Probed(page("red", "black", "white"), "sea")
>>> nonsense = Probed(page(), "qwxzv")
>>> template_text = nonsense.chunks
>>> region = DataRegion(5, tuple(RecordSpan((i,)) for i in sea.document.children(5)))
>>> round(newness(sea, region, template_text))
53
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from leadline.wrapper.identity.link import LONGEST_ADDRESS, MOST_LINKS, kinds_of, pairs_of, repeats
from leadline.wrapper.query_mask import LONGEST_CHUNK, Echo, chunks
from leadline.wrapper.record_template import Template, compile_template, path_of, replay_exactly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import DataRegion, RecordSpan
    from leadline.page.dom import Document

LEAST_NEW_CHARACTERS: Final = 200
"""A page is productive from this many new characters on (190 took echoing headers for records)."""
MOST_RECORD_CHARACTERS: Final = 300
WIDE: Final = 2.5
"""One Han, kana or Hangul character says about as much as this many letters."""
PRIOR: Final = 0.4
"""How much the miner's own ranking weighs: it knows about shape what contrast does not."""
FEW_PARTS: Final = 4
MANY_MORE: Final = 3
LOOKED_AT: Final = 6
SAYS: Final = 0.85
"""Share of what groups say that the records inside them must say: the rest is headings."""
ONE_MAKE: Final = 0.9
OF_PARTS: Final = 0.3
"""A few blocks of which one holds a list of three times as many are the page's, no records."""
STATED: Final = 1.8
"""A region with as many records as the page says it shows."""


class Probed:
    """A probe's page with the query that brought it."""

    def __init__(self, document: Document, query: str) -> None:
        self.document = document
        self.query = query
        self.echo = Echo(query)

    @cached_property
    def chunks(self) -> frozenset[str]:
        """Its text chunks, as they stand and with the echo boxed."""
        return chunks(self.document, self.echo)

    def new_characters(self, known: frozenset[str]) -> float:
        """Weight of the page's text that stands on no known page."""
        return sum(
            weight(self.document.text[node][:LONGEST_CHUNK])
            for node in self.document.text_nodes
            if not self.echo.is_known(self.document.text[node], known)
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """A region that may be the answer, its template, and how sure we are."""

    region: DataRegion
    template: Template
    score: float
    new_characters: float
    records: int


def newness(probed: Probed, region: DataRegion, known: frozenset[str]) -> float:
    """Characters (wide ones weigh more) in the region's chunks that are not on known pages."""
    return sum(_new_characters(probed, record, known) for record in region.records)


def is_productive(probed: Probed, regions: Sequence[DataRegion], known: frozenset[str]) -> bool:
    """Whether some region holds two records or more of text found on no known page."""
    return new_records(probed, regions, known) > 0


def new_records(probed: Probed, regions: Sequence[DataRegion], known: frozenset[str]) -> int:
    """Records with text of their own in the first productive region; 0 where none is.

    A menu is long on every page and says nothing new on any.
    """
    for region in regions:
        new = [_new_characters(probed, record, known) for record in region.records]
        count = sum(1 for characters in new if characters > 0)
        if count >= 2 and sum(new) > LEAST_NEW_CHARACTERS:
            return count
    return 0


def choose(
    answer: Probed,
    regions: Sequence[DataRegion],
    *,
    other: Probed | None,
    nonsense: Sequence[Probed],
    counts: frozenset[int] = frozenset(),
) -> tuple[Choice, ...]:
    """The regions of an answer ranked by contrast, best first.

    ``other`` is the answer to another word (or None), ``nonsense`` the pages that hold no answer,
    ``counts`` numbers of records that the page itself states ("1-10 of 130" says 10).
    """
    known = frozenset().union(*(page.chunks for page in nonsense))
    most = max((region.score for region in regions), default=0.0) or 1.0
    choices = []
    for region in (_answering(answer.document, region, nonsense) for region in regions):
        choice = _judge(answer, region, other, nonsense, known)
        if choice is not None:
            choice = _scaled(choice, OF_PARTS if _holds_lists(answer, region, regions) else 1.0)
            prior = (max(region.score, 0.0) / most) ** PRIOR
            choices.append(_scaled(choice, prior * (STATED if choice.records in counts else 1.0)))
    ranked = _unrotated(sorted(choices, key=lambda choice: -choice.score))
    return _ungrouped(answer.document, ranked)


def _ungrouped(document: Document, ranked: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Where most groups hold one record, a heading and its group look like the record.

    The records inside win: they say nearly all that the groups say, they are more, unevenly
    spread, and each has an address of its own, all of one make.
    """
    if not ranked:
        return ()
    best = ranked[0]
    inner = next((one for one in ranked[1:LOOKED_AT] if _is_inside(document, one, best)), None)
    if inner is None:
        return ranked
    return (inner, *(choice for choice in ranked if choice is not inner))


def _is_inside(document: Document, one: Choice, groups: Choice) -> bool:
    path = groups.template.path
    if one.records <= groups.records or one.template.path[: len(path)] != path:
        return False
    if len(one.template.path) == len(path) or one.new_characters < SAYS * groups.new_characters:
        return False
    starts = [record.nodes[0] for record in one.region.records]
    held = [
        bisect_left(starts, document.end[group.nodes[-1]]) - bisect_left(starts, group.nodes[0])
        for group in groups.region.records
    ]
    if min(held) < 1 or len(set(held)) == 1:
        return False
    found = [_addresses(document, record) for record in one.region.records]
    first = dict.fromkeys(addresses[0].partition("#")[0] for addresses in found if addresses)
    kinds = Counter(kinds_of(list(first)).values())
    return len(first) == one.records and max(kinds.values()) >= ONE_MAKE * one.records


def _answering(document: Document, region: DataRegion, nonsense: Sequence[Probed]) -> DataRegion:
    """A region without the lists that a page without answer shows as long as this one does.

    News beside the results may be made as records are, and change from page to page.
    """
    parts: dict[tuple[str, ...], list[RecordSpan]] = {}
    for record in region.records:
        path = path_of(document, max(document.parent[record.nodes[0]], 0))
        parts.setdefault(path, []).append(record)
    if len(parts) < 2:
        return region
    answering = [
        record
        for records in parts.values()
        if not _stands_on(
            nonsense, compile_template(document, replace(region, records=tuple(records)))
        )
        for record in records
    ]
    return replace(region, records=tuple(answering)) if len(answering) > 1 else region


def _stands_on(nonsense: Sequence[Probed], template: Template) -> bool:
    return any(len(replay_exactly(page.document, template)) > 1 for page in nonsense)


def _holds_lists(answer: Probed, region: DataRegion, regions: Sequence[DataRegion]) -> bool:
    """Whether a few "records" are the parts of the page: one of them holds a whole list."""
    few = len(region.records)
    if few > FEW_PARTS:
        return False
    end = answer.document.end
    slices = [(record.nodes[0], end[record.nodes[-1]]) for record in region.records]
    return any(
        first <= other.records[0].nodes[0] and end[other.records[-1].nodes[-1]] <= stop
        for other in regions
        if len(other.records) >= MANY_MORE * few
        for first, stop in slices
    )


def _unrotated(ranked: list[Choice]) -> tuple[Choice, ...]:
    """Of cuts of one run that differ only in the field a record starts with, the first cut wins.

    A run "dt dd dd dt dd dd" can be cut at every one of its fields with about the same score;
    a record starts where the run does.
    """
    if not ranked:
        return ()
    best = ranked[0]
    first = min(
        (choice for choice in ranked if _is_rotation(choice, best)),
        key=lambda choice: choice.region.records[0].nodes[0],
    )
    return (first, *(choice for choice in ranked if choice is not first))


def _is_rotation(one: Choice, other: Choice) -> bool:
    return (
        one.template.path == other.template.path
        and abs(one.records - other.records) <= 1
        and _signatures(one.template) == _signatures(other.template)
    )


def _signatures(template: Template) -> frozenset[str]:
    return frozenset((*template.heads, *template.members))


def _scaled(choice: Choice, factor: float) -> Choice:
    return Choice(
        choice.region, choice.template, choice.score * factor, choice.new_characters, choice.records
    )


def _judge(
    answer: Probed,
    region: DataRegion,
    other: Probed | None,
    nonsense: Sequence[Probed],
    known: frozenset[str],
) -> Choice | None:
    document = answer.document
    new = [_new_characters(answer, record, known) for record in region.records]
    everything = [_new_characters(answer, record, frozenset()) for record in region.records]
    if sum(everything) <= 0 or sum(new) <= 0:
        return None
    template = compile_template(document, region)
    count = sum(1 for characters in new if characters > 0)
    mean = sum(min(characters, MOST_RECORD_CHARACTERS) for characters in new) / count
    score = count**0.6 * mean * (sum(new) / sum(everything)) ** 2
    score *= _variety(answer, region) * _links(document, region) * _hits(answer, region)
    score *= _refining(answer, region)
    if other is not None:
        score *= _against(answer, region, template, other)
    if any(
        len(replay_exactly(page.document, template)) == len(region.records) for page in nonsense
    ):
        score *= 0.4
    return Choice(region, template, score, sum(new), len(region.records))


def _against(answer: Probed, region: DataRegion, template: Template, other: Probed) -> float:
    """Less for text that the other answer shows too; half for a region that it does not have."""
    everything = newness(answer, region, frozenset())
    shared = 1.0 - newness(answer, region, other.chunks) / everything
    return (1.0 - 0.9 * shared) * (1.0 if replay_exactly(other.document, template) else 0.5)


def _variety(answer: Probed, region: DataRegion) -> float:
    texts = {_record_text(answer, record) for record in region.records}
    return float((len(texts) / len(region.records)) ** 0.5)


def _links(document: Document, region: DataRegion) -> float:
    """Results lead somewhere: one where every record has an address of its own."""
    addresses = [_addresses(document, record) for record in region.records]
    linked = sum(1 for found in addresses if found) / len(addresses)
    own = len({found for found in addresses if found}) / len(addresses)
    return 0.6 + 0.2 * linked + 0.2 * own


def _refining(answer: Probed, region: DataRegion) -> float:
    """Less for rows that only ask the same again with one more condition: facets, sort orders."""
    asking = sum(1 for record in region.records if _asks_again(answer, record))
    return 1.0 - 0.8 * asking / len(region.records)


def _asks_again(answer: Probed, record: RecordSpan) -> bool:
    """Whether all links of a row lead to the page's own address with its query."""
    document = answer.document
    links = [link for node in record.nodes for link in document.elements("a", within=node)]
    own = _path(document.url)
    return bool(links) and all(
        (address := document.link(link))
        and _path(address) == own
        and any(repeats(value, answer.query) for _, value in pairs_of(_query(address)))
        for link in links[:MOST_LINKS]
    )


def _path(address: str) -> str:
    return address.partition("?")[0].partition("#")[0].partition("://")[2].partition("/")[2]


def _query(address: str) -> str:
    return address.partition("?")[2].partition("#")[0][:LONGEST_ADDRESS]


def _hits(answer: Probed, region: DataRegion) -> float:
    holding = sum(
        1
        for record in region.records
        if any(answer.echo.found_in(answer.document.visible_text(node)) for node in record.nodes)
    )
    return 1.0 + 0.5 * holding / len(region.records)


def _addresses(document: Document, record: RecordSpan) -> tuple[str, ...]:
    return tuple(
        document.attribute(link, "href")
        for node in record.nodes
        for link in document.elements("a", within=node)
        if document.attribute(link, "href")
    )


def _record_text(probed: Probed, record: RecordSpan) -> str:
    return " ".join(probed.document.visible_text(node) for node in record.nodes)


def _new_characters(probed: Probed, record: RecordSpan, known: frozenset[str]) -> float:
    total = 0.0
    text = probed.document.text
    for node in record.nodes:
        for chunk in probed.document.texts(node):
            if not probed.echo.is_known(text[chunk], known):
                total += weight(probed.echo.boxed(text[chunk][:LONGEST_CHUNK]))
    return total


def span_chunks(probed: Probed, record: RecordSpan) -> frozenset[str]:
    """What one record says, chunk by chunk, as it stands and with the echo boxed."""
    document = probed.document
    return frozenset(
        reading
        for node in record.nodes
        for chunk in document.texts(node)
        for reading in probed.echo.readings(document.text[chunk][:LONGEST_CHUNK])
    )


def weight(text: str) -> float:
    """Length of a text in letters; one wide character counts as 2.5."""
    return sum(WIDE if "\u2e80" <= character <= "\ud7ff" else 1.0 for character in text)
