"""What a project knows of each source before a question: can it answer, and how much?"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice
from typing import Final

from leadline.app.asking.source_search import source_search
from leadline.app.project import Plan
from leadline.ask.attributes import AttributeNames
from leadline.ask.binding import Binding, bind
from leadline.ask.dispatch import SourceOutlook, unread_chance
from leadline.ask.query import AskedQuery
from leadline.ask.terms import index_terms
from leadline.crawl.claim import CLAIM_COMPONENT
from leadline.crawl.events import Journal
from leadline.crawl.live_query import LIVE_PURPOSE, LearnedSource
from leadline.domain.similarity import normalise
from leadline.forms.display import display_name
from leadline.forms.roles.query_box import NEEDED
from leadline.model import Record
from leadline.store import Reader, StoredSource
from leadline.store.search.index import IndexedSource, SearchIndex, SourceSearch
from leadline.store.search.reader import IndexReader
from leadline.values.normal.reading import ColumnFormat

MAX_MATCHES_COUNTED: Final = 1_000
SHOWS_ALL: Final = 0.9
"""Share of records found by words that show them, from which a source shows what it searches."""
NEVER_UNDERSTOOD: Final = "it was never understood: harvest it, or ask with --learn"
BEGUN: Final = "begun by a question"
"""Name under which a source keeps the requests of its harvest, if only questions began it."""
NOT_LIVE: Final = "it is no source that can be asked live: what is stored of it answers"
"""Of lists without a form, data that a page loads whole, files of a search index."""
MAX_STORED: Final = 200
"""Stored records of a source that stand beside what it answers live."""

MIN_TELLING_RECORDS: Final = 100
"""Records of a source that was begun from which they tell what it does not hold."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A source before it is asked: what is expected of it, and how it would be asked.

    ``formats`` are those of its numbers and dates, by source and column. ``shows_all``: it
    shows the words by which it finds a record, so a record without them is no answer.
    """

    outlook: SourceOutlook
    url: str
    learned: LearnedSource | None = None
    binding: Binding = field(default_factory=Binding)
    formats: dict[tuple[str, str], ColumnFormat] = field(default_factory=dict)
    shows_all: bool = True


def prospects_of(
    asked: AskedQuery, reader: IndexReader, index: SearchIndex, names: AttributeNames, plan: Plan
) -> dict[str, Prospect]:
    """Return what is known of every source of a project for a question."""
    indexed = {each.key: each for each in index.sources()}
    wanted = {each.attribute: each.text for each in asked.conditions}
    prospects = {}
    for source in reader.sources():
        prospect = _prospect(asked, reader, source, index, indexed.get(source.key), names)
        rule_forbids = not plan.rules.admits(source.key, wanted)
        if rule_forbids and not prospect.outlook.obstacle:
            outlook = SourceOutlook(source.key, obstacle="a rule of the project excludes it")
            prospect = replace(prospect, outlook=outlook)
        prospects[source.key] = prospect
    expect_hidden(asked, prospects, reader, index)
    for target in plan.sources:
        never = SourceOutlook(target.key, obstacle=NEVER_UNDERSTOOD)
        prospects.setdefault(target.key, Prospect(never, target.url))
    return prospects


def _prospect(
    asked: AskedQuery,
    reader: IndexReader,
    source: StoredSource,
    index: SearchIndex,
    indexed: IndexedSource | None,
    names: AttributeNames,
) -> Prospect:
    def obstacle(reason: str) -> Prospect:
        return Prospect(SourceOutlook(source.key, obstacle=reason), source.url)

    learned = LearnedSource.of(reader.learned(source.key))
    if learned is None or indexed is None:
        return obstacle(NOT_LIVE if indexed and indexed.records else NEVER_UNDERSTOOD)
    for condition in asked.conditions:
        is_other = condition.text.casefold() not in source.key.casefold()
        if normalise(condition.attribute) == "source" and is_other:
            return obstacle("the question names other sources")
    box = learned.state(source.key, Journal()).form.box_name
    binding = bind(asked, learned.interface, box, names)
    search, missing = source_search(asked, indexed, names, any_word=False)
    if search is None and missing not in map(str, binding.sent):
        return obstacle(f"it cannot answer {missing}")
    if binding.is_empty:
        return obstacle("its form takes nothing of the question")
    sent = dict(binding.values)
    lacking = [c for c in learned.interface.controls if c.role == NEEDED and c.name not in sent]
    if lacking:
        return obstacle(
            f"its form is only answered with {display_name(learned.interface, lacking[0].name)} too"
        )
    stored = max(1, indexed.records)
    shares = [
        index.count(each, MAX_MATCHES_COUNTED) / stored
        for part in _parts(asked)
        if (each := source_search(part, indexed, names, any_word=False)[0]) is not None
    ]
    matches = index.count(search, MAX_MATCHES_COUNTED) if search is not None else 0
    if matches and binding.words and len(asked.words) > 1:
        binding = replace(binding, rarest=min(zip(shares, asked.words, strict=False))[1])
    size = max(source.estimate or 0.0, indexed.records)
    shown = indexed.shown ** len(asked.words)
    begun = source.state == "paused" and indexed.records < MIN_TELLING_RECORDS
    begun |= source.state != "complete" and _is_begun_by_question(reader, source.key)
    told = matches, indexed.records, size, tuple(shares)
    outlook = SourceOutlook(source.key, *told, shown=shown, is_begun=begun)
    formats = {(source.key, c.name): c.format for c in indexed.columns if c.format is not None}
    shows_all = indexed.shown >= SHOWS_ALL
    return Prospect(outlook, source.url, learned, binding, formats, shows_all)


def _is_begun_by_question(reader: Reader, key: str) -> bool:
    """Tell whether a source was asked for answers alone, which tell nothing about the rest."""
    begun = int(reader.learned(key).get(BEGUN, -1))
    asked = sum(each.requests for each in reader.purposes(key) if each.name == LIVE_PURPOSE)
    return reader.counts(key).requests - asked <= begun


def expect_hidden(
    asked: AskedQuery, prospects: dict[str, Prospect], reader: IndexReader, index: SearchIndex
) -> None:
    """Judge sources that show no answer where others do by like questions (`unread_chance`).

    Such a source may lack some of its records, or search what it does not show.
    """
    indexed = {each.key: each for each in index.sources()}
    answering = [indexed[key] for key, each in prospects.items() if each.outlook.matches]
    texts = [*asked.words, *(each.text for each in asked.conditions if not each.is_range)]
    terms = tuple(term for text in texts for term in index_terms(text)[:1])
    like = LikeQuestions(reader, index, terms)
    for source in reader.sources() if answering and terms else ():
        prospect, own = prospects[source.key], indexed.get(source.key)
        if own is None or prospect.outlook.obstacle or prospect.outlook.matches:
            continue
        claim = reader.learned(source.key).get(CLAIM_COMPONENT) or {}
        missing = 0.0 if source.state == "complete" else claim.get("missing_at_most") or 0.0
        if (readable := prospect.outlook.shown * (1.0 - missing)) < 1.0:
            counts = [like.shown(each, own) for each in answering]
            hidden = max(unread_chance(*each, readable) for each in counts)
            outlook = replace(prospect.outlook, hidden=hidden)
            prospects[source.key] = replace(prospect, outlook=outlook)


def _parts(asked: AskedQuery) -> Iterator[AskedQuery]:
    """Return a question for each word and each condition alone."""
    for word in asked.words:
        yield AskedQuery(word, (word,))
    for condition in asked.conditions:
        yield AskedQuery(str(condition), (), (condition,))


def stored_answers(
    asked: AskedQuery, reader: IndexReader, index: SearchIndex, names: AttributeNames
) -> Iterator[tuple[Record, str]]:
    """Return stored records that answer, with the addresses of their pages."""
    for indexed in index.sources():
        search = source_search(asked, indexed, names, any_word=False)[0]
        if search is None:
            continue
        for record in reader.records_at(index.find(search, MAX_STORED, ranked=False)).values():
            yield record, reader.page(record.page).address(record.row)


RECORDS: Final = 100
"""Records of a source that answers of which like questions are made, one of each."""
LIKE: Final = 2.0
"""Times that a like word may be in more records of its source, or in fewer."""


@dataclass(slots=True)
class LikeQuestions:
    """Makes questions like one of these terms: as many of one record, each about as rare."""

    reader: IndexReader
    index: SearchIndex
    terms: tuple[str, ...]
    _made: dict[str, list[str]] = field(default_factory=dict)

    def shown(self, source: IndexedSource, asked: IndexedSource) -> tuple[int, int]:
        """Count like questions to ``source`` for which ``asked`` shows no record, and just one."""
        if source.key not in self._made:
            self._made[source.key] = list(self._questions(source))
        made = (SourceSearch(asked, each) for each in self._made[source.key])
        counts = Counter(self.index.count(each, 2) for each in made)
        return counts[0], counts[1]

    def _questions(self, source: IndexedSource) -> Iterator[str]:
        """Make a question of each record if it has like words, the rarest of them not used yet."""
        count = cache(partial(self.index.frequency, source))
        asked = sorted((count(term), _is_number(term)) for term in self.terms)
        used = set[str]()
        for record in self.reader.sample(source.key, RECORDS):
            text = " ".join(field.value for field in record.fields if field.kind == "text")
            words = dict.fromkeys(index_terms(text))
            question: list[str] = []
            for n, is_number in asked:
                free = (w for w in words if w not in question and (question or w not in used))
                fit = (w for w in free if _is_number(w) == is_number)
                like = (w for w in fit if 1 / LIKE <= (count(w) + 1) / (n + 1) <= LIKE)
                question += islice(like, 1)
            if len(question) == len(asked):
                used.add(question[0])
                yield " ".join(f'"{word}"' for word in question)


def _is_number(term: str) -> bool:
    return any(map(str.isdecimal, term))
