"""Probing: nonsense first, then words until two of them bring records.

Two made-up words show what the source says when it has nothing; what stands there is template.
Then the entry page's own words, common words of its language and the options of its selects are
asked until two pages are productive (harvest notes, 2.3; on fifteen applications the second
productive word came by the seventh probe). Where all of these bring little, the words of what they
brought are asked: a register of names holds none of the words that all texts have in common. Where
nothing came at all the query for everything is tried, and believed when its words bring something
too: a database of three records holds no common word. Last come words of things, names and years.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from leadline.crawl.acquisition import WORD
from leadline.crawl.events import Event, Notice, QueryClosed, Reply
from leadline.crawl.probe.choices import probe_choices
from leadline.model import Page
from leadline.page.dom import parse
from leadline.page.text import words
from leadline.selection.probing.probe_words import nonsense_words, probe_words
from leadline.selection.probing.stopwords import content_words, guess_language, is_stop_word
from leadline.wrapper.induction import ProbeAnswer, mine_answer
from leadline.wrapper.query_mask import MAX_CHUNK_CHARACTERS, QueryMask
from leadline.wrapper.region_choice import ProbePage, count_novel_records, is_productive

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable

    from leadline.crawl.client import Source
    from leadline.model import QueryInterface
    from leadline.page.dom import Document

MOST_PROBES: Final = 14
MOST_OWN: Final = 8
"""Words of short answers that are asked after all others."""
SHORTEST_OWN: Final = 3
PRODUCTIVE: Final = 2
LONG_ENOUGH: Final = 5
"""Records on the longest answer: a page of two teaches little of what records have in common."""
SAME_PAGES: Final = 5
"""So many different words that all bring one and the same page: the server does not answer them."""
LAST_RESORT: Final = ("", "*", "%", "*:*")
FRAME: Final = frozenset({"nav", "header", "footer", "form", "select", "aside", "head", "option"})


@dataclass(slots=True)
class Probes:
    """What the probes of one query interface brought."""

    nonsense: list[ProbePage] = field(default_factory=list)
    answers: list[ProbeAnswer] = field(default_factory=list)
    doubtful: list[ProbeAnswer] = field(default_factory=list)
    asked: int = 0
    same: int = 0
    errors: int = 0
    longest: int = 0
    last_error: str = ""
    static: bool = False

    @property
    def scripted(self) -> bool:
        """Whether the server sends one page whatever is asked, and leaves the rest to a script."""
        mute = 0 < self.asked == self.same and (self.static or self.asked >= MOST_PROBES)
        return mute and self.has_scripts

    @property
    def has_scripts(self) -> bool:
        """Whether a page without an answer has scripts at all."""
        return any("<script" in page.document.html.casefold() for page in self.nonsense)

    @property
    def is_enough(self) -> bool:
        """Whether two words brought records, one of them a page that is worth learning from."""
        return len(self.answers) >= PRODUCTIVE and self.longest >= LONG_ENOUGH

    @property
    def known(self) -> frozenset[str]:
        """The text of the pages that hold no answer."""
        return frozenset().union(*(page.chunks for page in self.nonsense))


def probe(
    source: Source, entry: Document, *, most: int = MOST_PROBES
) -> Generator[Event, Reply, Probes]:
    """Ask nonsense and words through the source's query interface."""
    found = Probes()
    if source.control is None:
        return (yield from probe_choices(source, entry, found))
    text = own_text(entry)
    for word in nonsense_words(text):
        page = yield from _ask(source, found, word, "nonsense")
        if page is not None:
            found.nonsense.append(ProbePage(parse(page), word))
    if not found.nonsense:
        return found
    form_page = ProbePage(entry, "")
    same = not any(page.novel_characters(form_page.chunks) for page in found.nonsense)
    found.static = same and found.has_scripts
    spoken = language(entry) or guess_language(text if words(text) else all_text(entry))
    common = probe_words(text, option_texts(source.interface), spoken)
    yield from _probe_words(source, found, common[:most], form_page)
    if most == MOST_PROBES and not (found.answers or found.doubtful or found.static):
        yield from _probe_everything(source, found, form_page)
        if not found.answers:
            yield from _probe_rarer(source, found, content_words(spoken), form_page)
    if not found.is_enough:
        yield from _probe_own(source, found, form_page)
    return found


def _probe_words(
    source: Source, found: Probes, several: Iterable[str], form_page: ProbePage
) -> Generator[Event, Reply, None]:
    for word in several:
        yield from _probe_word(source, found, word, form_page)
        if (found.static and found.same >= SAME_PAGES) or found.is_enough:
            break


def _probe_own(
    source: Source, found: Probes, form_page: ProbePage
) -> Generator[Event, Reply, None]:
    """Words of what came so far. Where that was a query for everything they must find something,
    or it showed something else.
    """
    mute = found.asked - found.same
    own = answered_words(found, source.asked)
    own = own[::-1] if _is_last_resort(found) else own
    yield from _probe_words(source, found, own[:MOST_OWN], form_page)
    if _is_last_resort(found) and found.asked - found.same < mute + PRODUCTIVE:
        found.answers.clear()


def _is_last_resort(found: Probes) -> bool:
    """Whether only a query for everything brought something: its last words are no captions."""
    queries = [one.probe.query for one in found.answers]
    return bool(queries) and all(query in LAST_RESORT for query in queries)


def _probe_everything(
    source: Source, found: Probes, form_page: ProbePage
) -> Generator[Event, Reply, None]:
    """Queries that may show all there is: no words, so they count for nothing when they fail."""
    asked, same = found.asked, found.same
    for query in LAST_RESORT:
        yield from _probe_word(source, found, query, form_page)
        found.asked, found.same = asked, same
        if found.answers:
            break
    found.doubtful.clear()


def _probe_rarer(
    source: Source, found: Probes, rarer: Iterable[str], form_page: ProbePage
) -> Generator[Event, Reply, None]:
    """Words of things, names and years, where the common words found nothing; one that finds some
    is enough, its answer has more words.
    """
    for word in rarer:
        if word not in source.asked:
            yield from _probe_word(source, found, word, form_page)
        if found.answers:
            break


def answered_words(found: Probes, asked: Collection[str]) -> list[str]:
    """Words of the answers so far that no page without an answer says, commonest first, written as
    they stand there: some engines tell capitals from small letters.
    """
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for one in (*found.answers, *found.doubtful):
        document, echo = one.probe.document, one.probe.query_mask
        for node in document.text_nodes:
            if not echo.is_known(document.text[node], found.known):
                text = document.text[node][:MAX_CHUNK_CHARACTERS]
                counts.update(words(text))
                for one_word in WORD.findall(text):
                    written.setdefault(one_word.casefold(), one_word)
    taken = {word for query in asked for word in words(query)}
    return [
        written.get(word, word)
        for word, _ in counts.most_common()
        if word not in taken
        and not is_stop_word(word)
        and not word.isdecimal()
        and (len(word) >= SHORTEST_OWN or not word.isascii())
    ]


def _probe_word(
    source: Source, found: Probes, word: str, form_page: ProbePage
) -> Generator[Event, Reply, None]:
    page = yield from _ask(source, found, word, "probe")
    if page is None:
        return
    found.asked += 1
    if _jumped(found, page, word):
        yield Notice(f"{word!r} led straight to a page that is no result list", page=page.number)
        return
    probed = ProbePage(parse(page), word)
    if not probed.novel_characters(found.known):
        found.same += 1
        return
    answer = mine_answer(page, probed)
    if new := count_novel_records(probed, answer.regions, found.known | form_page.chunks):
        found.answers.append(answer)
        found.longest = max(found.longest, new)
    elif is_productive(probed, answer.regions, found.known):
        found.doubtful.append(answer)


def _ask(
    source: Source, found: Probes, word: str, purpose: str
) -> Generator[Event, Reply, Page | None]:
    page = yield from source.ask(word, purpose)
    if isinstance(page, Page) and page.status < 400:
        yield QueryClosed(word, None, False, False, "a probe: its first page only")
        return page
    if isinstance(page, Page) and page.status == 404 and purpose == "nonsense":
        return page
    found.errors += 1
    found.last_error = f"status {page.status}" if isinstance(page, Page) else str(page or "")
    yield QueryClosed(word, None, False, False, found.last_error or "the form cannot carry it")
    return None


def _jumped(found: Probes, page: Page, word: str) -> bool:
    """Whether the answer came from another path than the one asked (a title that matched).

    Not where nonsense was led there too: many forms are sent on to the address of a result list,
    which may hold the query in its path.
    """
    known = {_shape(one.document.url, one.query_mask) for one in found.nonsense}
    asked, got = _shape(page.request.url, QueryMask(word)), _shape(page.url, QueryMask(word))
    return asked != got and got not in known


def _shape(url: str, echo: QueryMask) -> str:
    return echo.mask_address(urlsplit(url).path)


def own_text(document: Document) -> str:
    """Text of a page outside navigation, header, footer and forms."""
    parts, node = [], 0
    while node < len(document):
        if document.tag[node] in FRAME:
            node = document.end[node]
            continue
        if document.tag[node] == "#text":
            parts.append(document.text[node])
        node += 1
    return " ".join(" ".join(parts).split())


def all_text(document: Document) -> str:
    """Text of a whole page, for one that is a form from top to bottom."""
    return " ".join(document.text[node] for node in document.text_nodes)


def option_texts(interface: QueryInterface | None) -> list[str]:
    """What the selects of an interface offer."""
    controls = interface.controls if interface else ()
    return [
        choice.text
        for control in controls
        if control.kind == "select"
        for choice in control.choices
    ]


def language(document: Document) -> str:
    """The language that the page says it is in, or ''."""
    found = (document.attribute(node, "lang") for node in document.elements("html", "body"))
    return next((value for value in found if value), "")
