"""A JSON API that a description tells of: its best list, or one that wants a word.

Words are tried until two bring different records; from then on such a list is a learned call.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl
from leadline.crawl.probe.words import language
from leadline.crawl.script.api import MAX_NAMED_APIS, records_of, take_api
from leadline.crawl.script.call import replay, use_call
from leadline.crawl.script.onward import go_on
from leadline.crawl.state.source import SourceState
from leadline.errors import FetchError, MissingExtra
from leadline.model import Doubt, Outcome, Page, Request
from leadline.page.data.lists import DataList
from leadline.page.data.yaml_data import read_yaml
from leadline.page.dom import Document
from leadline.page.query_string import split_address
from leadline.page.request_places import Place, places_in, with_place
from leadline.page.text import words
from leadline.script.indexes.graphql import explorer_requests, list_queries
from leadline.script.indexes.openapi import description_addresses, list_operations, word_operations
from leadline.script.learner import LearnedCall
from leadline.selection.probing.probe_words import nonsense_words, probe_words
from leadline.selection.probing.stopwords import content_words
from leadline.wrapper.data.call import Call, Hole, data_of
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.data.paging import learn_size, learn_total
from leadline.wrapper.data.roots import named_lists
from leadline.wrapper.data.rows import item_fields

Answered = tuple[str, Page, DataList]

AS_JSON: Final = (("Accept", "application/json"),)
"""Header by which what comes in several forms comes as JSON."""
MAX_OPERATIONS: Final = 3
"""Lists of a described API that are asked for until one gives records."""
MAX_WORDS_TRIED: Final = 14
"""Words that a list which wants one is asked until two bring records."""
MIN_OWN_LETTERS: Final = 4
MAX_OTHERS_NAMED: Final = 5
"""Lists of an API that were not taken which are named."""
_FIELD_ASKED: Final = re.compile(r"[^{]{0,2000}\{\s{0,9}(\w{1,100})")


def named_descriptions(document: Document) -> list[str]:
    """Return the addresses of descriptions of an API that a page names."""
    named = description_addresses(document.html, document.base)
    return named + [one.url for one in explorer_requests(document.html, document.base)]


def take_described(source: SourceState, entry: Page, document: Document) -> Crawl[Outcome | None]:
    """Take the best list that a description of an API gives: the entry, or one that it names."""
    pages = [entry]
    addresses = description_addresses(document.html, document.base)[: 2 * MAX_NAMED_APIS]
    for address in addresses:
        page = yield from fetch(source, Request("GET", address, AS_JSON), "description of the API")
        if not isinstance(page, Page):
            continue
        pages.append(page)
        if address.endswith(".js") and not list_operations(data_of(page), page.url):
            named = description_addresses(page.body.decode("utf-8", "replace"), page.url)
            addresses += named[:MAX_NAMED_APIS]
    taken = yield from take_operations(source, pages, language(document))
    for request in explorer_requests(document.html, document.base):
        if taken is None:
            page = yield from fetch(source, request, "description of the API")
            taken = yield from take_queries(source, page)
    return taken


def take_queries(source: SourceState, page: Page | FetchError) -> Crawl[Outcome | None]:
    """Take the best list of the GraphQL API that a page describes."""
    queries = list_queries(data_of(page), page.url) if isinstance(page, Page) else []
    for query, paging in queries[:MAX_OPERATIONS]:
        answer = yield from fetch(source, query, "list of the API")
        if isinstance(answer, Page) and answer.status < 400:
            taken = yield from take_api(source, answer, paging)
            if taken is not None:
                return one_of(taken, query, [one for one, _ in queries])
    return None


def take_operations(
    source: SourceState, pages: Sequence[Page], spoken: str
) -> Crawl[Outcome | None]:
    """Take the best list that the descriptions of an API among some pages give.

    Return None with a wrapper where words are to be asked, without one where there is none.
    """
    try:
        known = [(read_yaml(page.body) or data_of(page), page.url) for page in pages]
    except MissingExtra as missing:
        return source.outcome("failed", str(missing))
    operations = [one for data, url in known for one in list_operations(data, url)]
    if not operations and source.entry in pages and source.entry is not None:
        operations = named_lists(source.entry)
    for request in operations[:MAX_OPERATIONS]:
        request = replace(request, headers=(*AS_JSON, *request.headers))
        page = yield from fetch(source, request, "list of the API")
        if isinstance(page, Page) and page.status < 400:
            taken = yield from take_api(source, page)
            if taken is not None:
                return one_of(taken, request, operations)
    wanting = [one for data, url in known for one in word_operations(data, url)]
    for request, place in wanting[:MAX_OPERATIONS]:
        if (yield from _use_words(source, replace(request, headers=AS_JSON), place, spoken)):
            return None
    return None


def one_of(taken: Outcome, request: Request, lists: Sequence[Request]) -> Outcome:
    """Return what is said of one list of an API: nothing of the others, which were not taken."""
    mine = _list_name(request)
    others = dict.fromkeys(name for one in lists if (name := _list_name(one)) != mine)
    if not others or taken.state == "failed":
        return taken
    shown = list(others)[:MAX_OTHERS_NAMED]
    more = " and others" if len(others) > len(shown) else ""
    left = f"the API has further lists, which were not taken: {', '.join(shown)}{more}"
    reason = f"of one list only ({mine}): {taken.proof or taken.reason}; {left}"
    doubts = (*taken.doubts, Doubt("list", left))
    return replace(taken, state="exhausted", reason=reason, proof="", estimate=None, doubts=doubts)


def _list_name(request: Request) -> str:
    """Return what a list is called: the path of its address, the field of a query.

    >>> _list_name(Request("GET", "http://h.test/api/books?page=1"))
    '/api/books'
    >>> _list_name(Request("POST", "http://h.test/graphql", (), b'{"query": "query{mills{name}}"}'))
    'mills'
    """
    query = places_in(request).get(("json", "query"))
    field = _FIELD_ASKED.match(str(query)) if query is not None else None
    return field[1] if field is not None else split_address(request.url).path.rstrip("/")


def _use_words(source: SourceState, request: Request, place: Place, spoken: str) -> Crawl[bool]:
    """Learn a list that wants a word as a call; tell whether two words brought records."""
    nonsense = nonsense_words(request.url)[0]
    silent = yield from fetch(source, with_place(request, place, nonsense), "probe")
    if not isinstance(silent, Page) or silent.status >= 500:
        return False
    answers: list[Answered] = []
    for word in islice(_words(answers, spoken), MAX_WORDS_TRIED):
        page = yield from fetch(source, with_place(request, place, word), "probe")
        if not isinstance(page, Page) or page.status >= 400:
            continue
        data = records_of(page, least=2)
        others = [*(one for _, _, one in answers), records_of(silent, least=2)]
        if data is not None and data not in others:
            answers.append((word, page, data))
        if len(answers) > 1:
            break
    if len(answers) < 2:
        return False
    word, page, data = max(answers, key=lambda one: len(one[2].items))
    call = Call(with_place(request, place, ""), (Hole(place),))
    call = yield from go_on(source, call, page, data)
    contrast = [page, *(one for _, one, _ in answers), silent]
    call = learn_total(learn_size(call, page, len(data.items)), contrast, data)
    wrapper = DataWrapper.of(data, call)
    use_call(source, wrapper, nonsense)
    return (yield from replay(source, LearnedCall("call", wrapper, page, data.items, word)))


def _words(answers: Sequence[Answered], spoken: str) -> Iterator[str]:
    """Yield words to ask: common ones, after a first answer those of its records."""
    common = dict.fromkeys([*probe_words("", (), spoken or "en"), *content_words(spoken)])
    for word in common:
        if answers:
            break
        yield word
    if answers:
        word, _, data = answers[0]
        texts = (field.value for item in data.items for field in item_fields(item, ""))
        own = dict.fromkeys(one for text in texts for one in words(text))
        yield from (one for one in own if one != word and len(one) >= MIN_OWN_LETTERS)
