"""Probes of a query interface: nonsense first, then words until two of them bring records.

Two made-up words show what the source says when it has nothing; what stands there is template.
Then values that are known of the box, the entry page's own words, common words of its language and
the options of its selects are asked until two pages are productive. Where all of these bring
little, the words of what they brought are asked: a register of names holds none of the words that
all texts have in common. After the first word the empty query is tried, and believed when words of
its answer bring something too: a database of three records holds no common word. Last come words of
things, names and years.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, zip_longest
from typing import Final

from leadline.crawl.acquisition import WORD
from leadline.crawl.events import Crawl
from leadline.crawl.moments import Moment
from leadline.crawl.probe.choices import probe_choices
from leadline.crawl.probe.known import known_words
from leadline.crawl.probe.probes import (
    MAX_PROBES,
    MIN_PRODUCTIVE_PROBES,
    Probes,
    ask_probe,
    is_framed,
)
from leadline.crawl.state.source import SourceState
from leadline.model import Page, QueryInterface
from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.page.dom import Document, parse
from leadline.page.query_string import query_pairs, split_address
from leadline.page.text import terms, unaccented, words
from leadline.selection.probing.probe_words import nonsense_words, probe_words
from leadline.selection.probing.stopwords import (
    common_words,
    content_words,
    guess_language,
    is_stop_word,
)
from leadline.wrapper.given import words_seen
from leadline.wrapper.induction import MinedAnswer, mine_answer
from leadline.wrapper.query_mask import MAX_CHUNK_CHARACTERS, QueryMask
from leadline.wrapper.region_choice import ProbePage, count_novel_records, has_few_rows

MAX_WORDS_OF_ANSWERS: Final = 8
"""Words of short answers that are asked after all others."""
MIN_LETTERS_OF_ANSWER_WORD: Final = 3
WORDS_BEFORE_EMPTY_QUERY: Final = 1
"""Words after which nothing is asked for, which may list all: its words find some at once."""
MIN_LED_TO_LIST: Final = 3
"""Words led to one path from which a result list stands there, if no word was answered before."""
MIN_EQUAL_PAGES: Final = 5
"""Words that all bring one page from which a server does not answer them."""
QUERIES_FOR_EVERYTHING: Final = ("", "*", "%", "*:*", ".*", ".", "^", "a*")
"""Queries that some engine takes for everything: of words, of patterns, of beginnings."""
QUERIES_OF_MODES: Final = ("a", ".*")
"""Asked in a match mode that answers no word: parts and beginnings of words, patterns."""
BEGINNINGS: Final = ("s", "m", "b", "c", "d", "h", "k", "p")
"""Letters that begin most names, in languages of Latin letters."""
ORDERED: Final = Moment[tuple[str, ...]]("a query for everything is answered by an order")
WORDS_ELSEWHERE: Final[tuple[str, ...]] = tuple(
    read_table("leadline.crawl", LEXICON_FILE)["words_elsewhere"].split()
)
"""Common words of other languages, long ones too, as many engines drop words of three letters; then
of other scripts, most of these letters that are parts of many words too. Asked last: a site may be
in another language than its records."""
MAX_TITLED_WORDS: Final = 6
"""Words asked with a capital too: some engines know them only as records write them."""
MAX_NAMES_OF_ANSWERS: Final = 4
"""Names of records that are asked whole where words find nothing."""
MAX_ASKED_CHARACTERS: Final = 60
MAX_SHOWN_WORDS: Final = 12
"""Words that the entry page shows which are asked where no other word found anything."""
FRAME_TAGS: Final = frozenset(
    {"nav", "header", "footer", "form", "select", "aside", "head", "option"}
)


def probe(
    source: SourceState,
    entry: Document,
    *,
    most: int = MAX_PROBES,
    names: Sequence[str] = (),
    is_brief: bool = False,
    before: Probes | None = None,
) -> Crawl[Probes]:
    """Ask nonsense and at most ``most`` words through the source's query interface.

    ``names`` are those of rows that the entry page lists: their words are asked first. A brief
    probe asks no words of other languages; what it showed ``before`` is not asked again.
    """
    probes = before or Probes()
    if source.form.box is None:
        return (yield from probe_choices(source, entry, probes, most))
    text = " ".join([*names, own_text(entry)])
    for word in nonsense_words(text) if before is None else ():
        page = yield from ask_probe(source, probes, word, "nonsense")
        if page is not None:
            probes.nonsense.append(ProbePage(parse(page), word))
    if not probes.nonsense:
        return probes
    form_page = ProbePage(entry, "")
    probes.is_static = _is_static(probes, form_page, lists=bool(names))
    spoken = spoken_language(entry, text)
    common = _words_of(text, option_texts(source.form.interface), spoken, most)
    shown = shown_values(entry, source.form.interface, source.form.box_name)
    shown = tuple(dict.fromkeys([*known_words(source), *shown]))[:most]
    asked = _asked_at_first(source, probes, spoken, shown, common[: most - len(shown)])
    yield from _probe_words(source, probes, asked[:WORDS_BEFORE_EMPTY_QUERY], form_page)
    if most == MAX_PROBES and not (before or probes.doubtful or probes.is_static):
        yield from _probe_words(source, probes, QUERIES_FOR_EVERYTHING[:1], form_page)
        lists_something = any(map(_asks_everything, (*probes.answers, *probes.doubtful)))
        probes.doubtful.clear()
        if any(map(_asks_everything, probes.answers)):
            yield from _probe_words_of_answers(source, probes, form_page)
        if any(map(_asks_everything, probes.answers)):
            return probes
        if lists_something:  # asked again when the source is known
            source.forget_asked(QUERIES_FOR_EVERYTHING[0])
        elif not probes.answers and _gives_order(probes, form_page):
            narrower = yield from ORDERED.pass_by(source, ())
            yield from _probe_words(source, probes, narrower, form_page)
    if not probes.is_enough:
        yield from _probe_words(source, probes, asked[WORDS_BEFORE_EMPTY_QUERY:], form_page)
    is_silent = not (probes.answers or probes.doubtful or probes.is_in_vain or is_brief)
    if most == MAX_PROBES and is_silent:
        yield from _probe_words(
            source, probes, QUERIES_FOR_EVERYTHING[1:], form_page, until_answer=True
        )
        probes.doubtful.clear()
        if not probes.answers:  # one that finds some is enough, its answer has more words
            rarer = _rarer(probes, entry, common, spoken)
            rarer = [one for one in rarer if one not in source.asked]
            yield from _probe_words(source, probes, rarer, form_page, until_answer=True)
    elif is_silent:
        yield from _probe_words(source, probes, QUERIES_OF_MODES, form_page, until_answer=True)
    if not probes.is_enough:
        yield from _probe_words_of_answers(source, probes, form_page)
    return probes


def _asked_at_first(
    source: SourceState, probes: Probes, spoken: str, shown: Sequence[str], common: Sequence[str]
) -> list[str]:
    """Return the words that are asked, without those of an earlier probe of this form."""
    for query in probes.queries:
        source.mark_asked(query)
    asked = dict.fromkeys([*source.task.said("ask"), *shown, *common])
    if probes.is_static:  # few are asked then, so those that most records hold
        likely = {*shown, *common_words(spoken)}
        asked = dict.fromkeys(sorted(asked, key=lambda word: word not in likely))
    return [one for one in asked if one not in source.asked]


def _words_of(text: str, options: Sequence[str], spoken: str, most: int) -> Sequence[str]:
    """Return words to ask; few in a mode of a form: words of the page and common ones in turns."""
    found, native = probe_words(text, options, spoken), common_words(spoken)
    of_page = [word for word in found if word not in native]
    in_turns = chain.from_iterable(zip_longest(of_page, native))
    return found if most == MAX_PROBES else [*filter(None, in_turns)]


def _rarer(probes: Probes, entry: Document, common: Sequence[str], spoken: str) -> list[str]:
    """Return words that are asked where common ones found nothing, some of them with a capital."""
    content = content_words(spoken)
    written = [word for word in (*common, *content) if word.title() != word]
    titled = [word.title() for word in written[:MAX_TITLED_WORDS]]
    return [*shown_words(entry), *content, *_beginnings(probes), *WORDS_ELSEWHERE, *titled]


def _beginnings(probes: Probes) -> tuple[str, ...]:
    """Return letters to ask where names are found by their beginning, () if told to be longer."""
    return () if any(len(page.query) == 1 for page in probes.listless) else BEGINNINGS


def _is_static(probes: Probes, form_page: ProbePage, *, lists: bool) -> bool:
    """Tell whether the server sends the entry page, with its list or without, whatever is asked."""
    hides_list = lists and form_page.novel_characters(probes.known_texts) > 0
    is_silent = not any(page.novel_characters(form_page.chunks) for page in probes.nonsense)
    return probes.has_scripts and is_silent and not hides_list


def _gives_order(probes: Probes, form_page: ProbePage) -> bool:
    """Tell whether a query for everything is answered by a sentence of its own: "choose first"."""
    known = probes.known_texts | form_page.chunks
    everything = [page for page in probes.listless if page.query in probes.wide]
    return any(page.novel_characters(known) > 0 for page in everything)


def _probe_words(
    source: SourceState,
    probes: Probes,
    several: Iterable[str],
    form_page: ProbePage,
    *,
    until_answer: bool = False,
) -> Crawl[None]:
    """Probe with words until enough is known, or until one is answered.

    Where an answer lists others than a person showed, those that brought these are asked next.
    """
    left = [*several]
    while left:
        word = left.pop(0)
        page = yield from ask_probe(source, probes, word, "probe")
        if page is not None:
            _judge_answer(source, probes, word, page, form_page)
        unanswered = probes.is_static and probes.unanswered >= MIN_EQUAL_PAGES
        if unanswered or probes.is_enough or (until_answer and probes.answers):
            break
        seen = words_seen(source.task.hints) if probes.lists_others else ()
        left[:0] = [one for one in seen if one not in source.asked]


def _probe_words_of_answers(
    source: SourceState, probes: Probes, form_page: ProbePage
) -> Crawl[None]:
    """Probe with words of what came so far, those first that brought what a person showed.

    Where that was a query for everything they must find something, or it showed something else.
    """
    answered = probes.asked - probes.unanswered
    last_resort = _is_last_resort(probes)
    own = answered_words(probes, source.asked, rare_first=last_resort)
    if last_resort:
        own[MAX_NAMES_OF_ANSWERS:MAX_NAMES_OF_ANSWERS] = answered_names(probes)[
            :MAX_NAMES_OF_ANSWERS
        ]
    seen = (one for one in words_seen(source.task.hints) if one not in source.asked)
    own = [*dict.fromkeys([*seen, *own])]
    yield from _probe_words(source, probes, own[:MAX_WORDS_OF_ANSWERS], form_page)
    now_answered = probes.asked - probes.unanswered
    if _is_last_resort(probes):
        if now_answered < answered + MIN_PRODUCTIVE_PROBES:
            probes.answers.clear()
    elif last_resort and not _show_again(probes):
        probes.answers[:] = [one for one in probes.answers if not _asks_everything(one)]
        probes.most_records = 0


def _is_last_resort(probes: Probes) -> bool:
    """Tell whether only a query for everything brought something: its last words are no labels."""
    return bool(probes.answers) and all(map(_asks_everything, probes.answers))


def _asks_everything(answer: MinedAnswer) -> bool:
    return answer.probe.query in QUERIES_FOR_EVERYTHING


def _show_again(probes: Probes) -> bool:
    """Tell whether answers to words show texts of those to queries for everything.

    A form of many boxes, or help, has words too, and some of them find records by chance.
    """
    everything, others = set[str](), set[str]()
    for answer in probes.answers:
        (everything if _asks_everything(answer) else others).update(answer.probe.chunks)
    return not everything.isdisjoint(others - probes.known_texts)


def answered_words(
    probes: Probes, asked: Collection[str], *, rare_first: bool = False
) -> list[str]:
    """Return words that only the answers so far hold, the commonest first.

    With ``rare_first`` those that stand there twice come first: what is common may be a label. They
    are written as they stand there, as some engines tell capitals from small letters, those with
    accents last: some find other spellings.
    """
    counts: Counter[str] = Counter()
    spelling: dict[str, str] = {}
    for answer in (*probes.answers, *probes.doubtful):
        document, mask = answer.probe.document, answer.probe.query_mask
        for node in document.text_nodes:
            if not mask.is_known(document.text[node], probes.known_texts):
                text = document.text[node][:MAX_CHUNK_CHARACTERS]
                counts.update(words(text))
                for word in WORD.findall(text):
                    spelling.setdefault(word.casefold(), word)
    taken = {word for query in asked for word in words(query)}

    ordered = sorted(
        counts.items(), key=lambda one: (one[1] == 1, one[1]) if rare_first else -one[1]
    )
    return [
        spelling.get(word, word)
        for word, _ in sorted(ordered, key=lambda one: unaccented(one[0]) != one[0])
        if word not in taken
        and not is_stop_word(word)
        and not word.isdecimal()
        and (len(word) >= MIN_LETTERS_OF_ANSWER_WORD or not word.isascii())
    ]


def answered_names(probes: Probes) -> list[str]:
    """Return texts of links that only answers hold, else of cells: a look-up takes them whole."""
    for tags in (("a",), ("td", "dd", "li")):
        names: dict[str, None] = {}
        for answer in probes.answers:
            document, mask = answer.probe.document, answer.probe.query_mask
            for node in document.elements(*tags):
                if any(document.tag[up] == "th" for up in document.ancestors(node)):
                    continue  # it sorts by the column
                name = " ".join(document.visible_text(node).split())
                if 1 < len(name) <= MAX_ASKED_CHARACTERS and not mask.is_known(
                    name, probes.known_texts
                ):
                    names[name] = None
        if names:
            return [name for name in names if tags == ("a",) or not name.isdecimal()]
    return []


def _judge_answer(
    source: SourceState, probes: Probes, word: str, page: Page, form_page: ProbePage
) -> None:
    """Tell whether the answer to a word holds records."""
    is_word = word not in QUERIES_FOR_EVERYTHING and word not in source.bound
    probes.wide |= set() if is_word else {word}
    probes.asked += is_word
    is_led = not source.form.way_to_records and _is_redirected(probes, page, word)
    if is_led and not _leads_to_list(probes, page):
        text = f"{word!r} led straight to a page that is no result list"
        source.journal.note(text, page=page.number)
        return
    probed = ProbePage(parse(page), source.echo_of(word))
    probed.query = word  # a choice is asked again by its own name
    if not probed.novel_characters(probes.known_texts):
        probes.unanswered += is_word
        probes.framed += is_framed(probed.document)
        return
    answer = mine_answer(page, probed, source.task.hints)
    known = probes.known_texts
    if new := count_novel_records(
        probed, answer.regions, known | form_page.chunks, probes.nonsense
    ):
        probes.answers.append(answer)
        probes.most_records = max(probes.most_records, new)
    elif count_novel_records(probed, answer.regions, known, probes.nonsense) or has_few_rows(
        probed, answer.regions, known | form_page.chunks, probes.nonsense
    ):
        probes.doubtful.append(answer)
    else:
        probes.listless.append(probed)
        others = () if answer.regions else mine_answer(page, probed).regions
        probes.lists_others |= bool(count_novel_records(probed, others, known, probes.nonsense))


def _is_redirected(probes: Probes, page: Page, word: str) -> bool:
    """Tell whether the answer came from another path than the one asked (a title that matched).

    Not where nonsense was led there too: many forms are redirected to the address of a result
    list, which may hold the query in its path. Nor where each answer has an address of its own.
    """
    known = {_masked_path(one.document.url, one.query_mask) for one in probes.nonsense}
    asked = _masked_path(page.request.url, QueryMask(word))
    came = _masked_path(page.url, QueryMask(word))
    own_address = len(known) > 1 and asked not in known
    return asked != came and came not in known and not own_address


def _leads_to_list(probes: Probes, page: Page) -> bool:
    """Tell whether words are led to one path: a result list, where nonsense is told so at once."""
    path = split_address(page.url).path
    probes.led_to.append(path)
    is_only_way = all(split_address(one.page.url).path == path for one in probes.answers)
    return is_only_way and probes.led_to.count(path) >= MIN_LED_TO_LIST


def _masked_path(url: str, mask: QueryMask) -> str:
    return mask.mask_address(split_address(url).path)


def own_text(document: Document, without: Collection[str] = FRAME_TAGS) -> str:
    """Return the text of a page outside navigation, header, footer and forms."""
    parts, node = [], 0
    while node < len(document):
        if document.tag[node] in without:
            node = document.end[node]
            continue
        if document.tag[node] == "#text":
            parts.append(document.text[node])
        node += 1
    return " ".join(" ".join(parts).split())


def shown_words(document: Document) -> list[str]:
    """Return numbers and the longest words that a page shows outside of links and frames.

    Titles of some records may stand there. Long words are rare: some engines drop common ones. A
    number is found whole where words are pieces of what is found.
    """
    text = own_text(document, FRAME_TAGS | {"a"})
    kept = [word for word in dict.fromkeys(words(text)) if not is_stop_word(word)]
    numbers = dict.fromkeys(term for term in terms(text) if term.isdecimal())
    return [*numbers, *sorted(kept, key=len, reverse=True)][:MAX_SHOWN_WORDS]


def spoken_language(document: Document, text: str) -> str:
    """Return the language of a page: as it says, of its ``text``, or of all where that is empty."""
    whole = text if words(text) else " ".join(document.text[node] for node in document.text_nodes)
    return language(document) or guess_language(whole)


def option_texts(interface: QueryInterface | None) -> list[str]:
    """Return what the selects of an interface offer."""
    controls = interface.controls if interface else ()
    return [
        choice.text
        for control in controls
        if control.kind == "select"
        for choice in control.choices
    ]


def language(document: Document) -> str:
    """Return the language that the page says it is in, or ''."""
    stated = (document.attribute(node, "lang") for node in document.elements("html", "body"))
    return next((value for value in stated if value), "")


MAX_SHOWN_VALUES: Final = 4
MAX_SHOWN_CHARACTERS: Final = 60
MAX_CHARACTERS_SHOWN: Final = 4_000
QUOTED: Final = re.compile(r"[“„「『«]([^“”„「」『』«»]{2,30}+)[”“」』»]")
SIGNS_OF_ALL: Final = "*%"
"""Signs that no label in a box has: a value served with one is an example, often for everything."""


def shown_values(document: Document, interface: QueryInterface | None, box: str) -> tuple[str, ...]:
    """Return at most ``MAX_SHOWN_VALUES`` values, links into the search first, quoted texts last.

    >>> from leadline.forms.find import find_interfaces
    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<form action=/s><input name=q placeholder='e.g. AB12'></form>"
    ...                   "<a href='/s?q=whale&x=1'>whales</a><a href='/s?q=XY34'>XY34</a>", "http://h/")
    >>> shown_values(page, find_interfaces(page)[0], "q")
    ('whale', 'XY34', 'AB12')
    >>> page = parse_html("<form action=/s><input name=q></form><p>如“成都”、“书屋”。", "http://h/")
    >>> shown_values(page, find_interfaces(page)[0], "q")
    ('成都', '书屋')
    """
    if interface is None or not box:
        return ()
    action = split_address(interface.action).path
    values = [
        value
        for link in document.elements("a")
        if (parts := split_address(document.link(link))).path == action
        for name, value in query_pairs(parts.query)
        if name == box
    ]
    for control in interface.controls:
        if control.name == box:
            values += [choice.value for choice in control.choices]
            values += [control.value] if any(sign in control.value for sign in SIGNS_OF_ALL) else []
            example = document.attribute(control.node, "placeholder")[:MAX_SHOWN_CHARACTERS]
            words = (word.strip(".,;()'\"") for word in example.split())
            values += [word for word in words if any(sign.isdigit() for sign in word)]
    if QUOTED.search(document.html):
        values += QUOTED.findall(document.visible_text(0)[:MAX_CHARACTERS_SHOWN])
    known = dict.fromkeys(value.strip() for value in values)
    return tuple(value for value in known if 0 < len(value) <= MAX_SHOWN_CHARACTERS)[
        :MAX_SHOWN_VALUES
    ]
