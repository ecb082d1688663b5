"""The call behind a page, learned from what was observed of it in a browser: a pure function.

The list that explains what a word brought, and not what a made-up word brought, names the request.
The word's place in it is the hole, where a request of the same shape brings another word's records.
"""

import re
from collections import Counter
from collections.abc import Container, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, pairwise, product
from typing import Final, Literal

from leadline.model import Page, Request
from leadline.page.data.lists import (
    DataList,
    Item,
    counted_inside,
    like_list,
    list_at,
    lists_in,
    widened,
    with_siblings,
)
from leadline.page.data.literal import script_values
from leadline.page.observed import SOCKET, TYPING, Observed, Sighting, holds
from leadline.page.request_places import Place, place_at, places_in
from leadline.script.choosing import Choosing, chosen_answer, options_of
from leadline.script.codes import code_like
from leadline.script.explain import (
    MAX_ITEMS_EXPLAINED,
    NUMBERS,
    best_list,
    explanation,
    folded_lines,
    looked_up,
    news,
    values_among,
)
from leadline.script.gate import is_sent
from leadline.script.narrowing import narrowings
from leadline.wrapper.data.call import OPERATION_NAMES, Call, Hole, data_of
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.data.paging import (
    answer_leaves,
    leads_on,
    learn_paging,
    learn_size,
    learn_total,
)
from leadline.wrapper.data.rows import identity_of, item_fields

Shape = tuple[str, str, tuple[str, ...], tuple[tuple[Place, str], ...]]
MIN_SHOWN_IN_LISTING: Final = 5
MIN_SHOWN_AROUND: Final = 2
"""Values of records around a place that a page shows, be it of one record."""
MIN_HELD: Final = 10
"""Objects of a page's data which no call brought: fewer are its menu, say."""
MIN_SHARE_OF_FILE: Final = 0.5
"""Share of a script that one value takes, above which the file is data."""
MAX_ECHOES: Final = 20
"""Lines with a made-up word that are compared: any word in its place says as little."""
MIN_SHARE_EXPLAINED: Final = 0.8
"""Share of the records of words that must show their word, for its columns to be known."""
_SIGN: Final = re.compile(r"[\w+/=.~-]{12,2000}")
"""A value that may be a signature: long, of letters and digits, without blanks."""


@dataclass(frozen=True, slots=True)
class LearnedCall:
    """What was learned: "call" has a place for words, "listing" only pages, "whole" is one answer.

    ``word`` brought ``items`` by ``answer``; those of a "whole" answer are all that there is,
    and its word is "" where no word stands in what it showed. ``choosing``: it is asked by choices.
    """

    kind: Literal["call", "listing", "whole"]
    wrapper: DataWrapper
    answer: Page
    items: tuple[Item, ...]
    word: str = ""
    choosing: Choosing | None = None


def learn_call(observed: Observed) -> LearnedCall | None:
    """Learn how the records of a page are asked for; None where no data explains what it shows."""
    learned = _learn(joined(observed))
    if learned is None or learned.wrapper.call is None:
        return learned
    call = with_stream(learned.wrapper.call, observed, learned.answer)
    call = replace(call, then=plain_request(call.then)) if call.then is not None else call
    return replace(learned, wrapper=replace(learned.wrapper, call=call))


def _learn(observed: Observed) -> LearnedCall | None:
    typed = [one for one in observed.sightings if one.action in TYPING]
    nonsense = typed[0] if typed else None
    deaf: LearnedCall | None = None
    for seen in typed[1:]:
        if nonsense is None or not seen.word:
            continue
        lines = new_lines(seen, nonsense)
        asked = [page for page in seen.pages if holds(page, seen.word)]
        if (chosen := best_list(asked, lines)) is not None:
            learned = _with_hole(observed, seen, nonsense, *chosen[:2])
            if learned is not None and not _is_deaf(nonsense, seen.word, *chosen[:2]):
                return learned
            deaf = deaf or learned
    answered = [one for one in typed[1:] if nonsense and one.word and new_lines(one, nonsense)]
    learned = _whole(observed, nonsense, typed[1:]) or _listing(observed) or deaf
    learned = learned or _detailed(observed) or _chosen(observed) or _moving(observed)
    return learned or _around(observed) or (None if answered else _held(observed))


def new_lines(seen: Sighting, nonsense: Sighting) -> frozenset[str]:
    """Return the lines that a word brought and a made-up word did not, nor would in its place."""
    silent, word = folded_lines((*nonsense.lines, seen.word)), nonsense.word.casefold()
    said = [line for line in silent if word in line and len(line) > len(word) + 2]
    texts = (NUMBERS.sub(r"\\d+", re.escape(line)) for line in sorted(said)[:MAX_ECHOES])
    echo = [text.replace(word, r"(\w{1,60})", 1).replace(word, r"\1") for text in texts]
    new = news(folded_lines(seen.lines), silent)
    return frozenset(line for line in new if not any(re.fullmatch(one, line) for one in echo))


def _places(request: Request, word: str) -> list[Place]:
    folded = word.casefold()
    found = places_in(request).items()
    return [place for place, leaf in found if isinstance(leaf, str) and folded in leaf.casefold()]


def shape(request: Request, word: str) -> Shape:
    """Return what calls of one kind share: method, address without the word, operation."""
    folded = word.casefold()
    path, operation = [], []
    for place, leaf in places_in(request).items():
        text = str(leaf)
        if place[0] == "path":
            path.append("*" if word and folded in text.casefold() else text)
        elif str(place[-1]).casefold() in OPERATION_NAMES or (place[-1] == "query" and "{" in text):
            at, end = span_of(text, word)
            operation.append((place, NUMBERS.sub("", text[:at] + text[end:])))
    origin = request.url.split("/")[2] if "://" in request.url else ""
    return request.method, origin, tuple(path), tuple(sorted(operation, key=str))


def span_of(text: str, word: str) -> tuple[int, int]:
    """Return where a word stands in a text, by itself where it does: begin and end, or (0, 0).

    >>> span_of('search: "sea"', "sea"), span_of("seasons", "Sea"), span_of("sky", "sea")
    ((9, 12), (0, 3), (0, 0))
    """
    plain = re.escape(word)
    patterns = (rf"(?<!\w){plain}(?!\w)", plain) if word else ()
    found = (re.search(pattern, text, re.IGNORECASE) for pattern in patterns)
    match = next(filter(None, found), None)
    return match.span() if match is not None else (0, 0)


def _alike(sighting: Sighting | None, answer: Page, word: str) -> list[Page]:
    """Return the answers of a step to calls of the same shape."""
    if sighting is None:
        return []
    wanted = shape(answer.request, word)
    return [page for page in sighting.pages if shape(page.request, sighting.word) == wanted]


def _with_hole(
    observed: Observed, seen: Sighting, nonsense: Sighting, answer: Page, data: DataList
) -> LearnedCall | None:
    """Learn a call with a place for words, if another word's answer bears it out."""
    others = [
        (page, other.word)
        for other in observed.sightings
        if other.word not in ("", seen.word, nonsense.word)
        for page in _alike(other, answer, seen.word)
        if holds(page, other.word)
    ]
    silent = _alike(nonsense, answer, seen.word)
    contrast = [answer, *(page for page, _ in others), *silent]
    known = [list_at(data_of(page), data.path) for page in contrast[1:]]
    if not known or any(items == data.items for items in known):
        return None
    asked = [*others, *((page, nonsense.word) for page in silent)]
    holes = [
        _hole(answer.request, place, seen.word, asked)
        for place in _places(answer.request, seen.word)
    ]
    found = [(data.items, seen.word)]
    found += [(items, word) for items, (_, word) in zip(known, others, strict=False)]
    everything = _everything(observed, answer, seen.word, data)
    base = plain_request(answer.request)
    like = code_like(observed.entry.box, observed.entry.lines) if observed.entry else ""
    whole = plain_request(everything.request) if everything else None
    columns = named_columns(found) if like else searched_columns(found)
    call = Call(base, tuple(holes), whole, like=like, searched=columns)
    return _finished(observed, "call", call, everything or answer, data, contrast, seen.word)


def _is_deaf(nonsense: Sighting, word: str, answer: Page, data: DataList) -> bool:
    """Tell whether a made-up word brings as many rows, and hardly a row shows the word asked."""
    if searched_columns([(data.items, word)]):
        return False
    silent = (list_at(data_of(page), data.path) for page in _alike(nonsense, answer, word))
    return any(len(rows) >= len(data.items) for rows in silent)


def _hole(request: Request, place: Place, word: str, others: Sequence[tuple[Page, str]]) -> Hole:
    """Return the hole of a value: that which gives the value of each of some other words too.

    A word may stand in it more than once, or also where no word is asked: ``name.ilike.*name*``.
    """
    text = str(places_in(request)[place])
    at, end = span_of(text, word)
    sent = [(str(place_at(page.request, place)), other) for page, other in others]
    ways = [_around_word(text, word, leaf, other) for leaf, other in sent]
    fits = (one for one in ways if all(other.join(one) == leaf for leaf, other in sent))
    return Hole(place, next(filter(None, fits), (text[:at], text[end:])))


def _around_word(text: str, word: str, leaf: str, other: str) -> tuple[str, ...]:
    """Return what stands around a word in a text of which another word makes ``leaf``; or ().

    >>> _around_word("name has name or has name", "name", "name has sea or has sea", "sea")
    ('name has ', ' or has ', '')
    """
    parts, at = [""], 0
    for number, piece in enumerate(re.split(f"({re.escape(word)})", text, flags=re.IGNORECASE)):
        if number % 2 and leaf.startswith(other, at):
            parts.append("")
            at += len(other)
        elif leaf.startswith(piece, at):
            parts[-1] += piece
            at += len(piece)
        else:
            return ()
    return tuple(parts) if len(parts) > 1 else ()


def named_columns(found: Sequence[tuple[Sequence[Item], str]]) -> tuple[str, ...]:
    """Return the column that holds most of some words as they are, and others beside: what is near.

    One that holds nothing else in an answer repeats what was asked.
    """
    names = Counter[str]()
    for items, word in found:
        values: dict[str, set[str]] = {}
        for item in items[:MAX_ITEMS_EXPLAINED]:
            for one in item_fields(item, ""):
                values.setdefault(one.column, set()).add(one.value.casefold())
        names.update(one for one in values if {word.casefold()} < values[one])
    return tuple(name for name, _ in names.most_common(1))


def searched_columns(found: Sequence[tuple[Sequence[Item], str]]) -> tuple[str, ...]:
    """Return the fewest columns in which words stand that brought some records.

    () where many records hold their word in none of them: words are looked up otherwise.

    >>> towns = [{"name": "Sea House", "town": "Sealby"}, {"name": "Red Sea", "town": "Ayr"}]
    >>> searched_columns([(towns, "sea"), ([{"name": "Inn", "town": "Ayr"}], "ayr")])
    ('name', 'town')
    >>> searched_columns([(towns, "sea")]), searched_columns([(towns, "lake")])
    (('name',), ())
    """
    held = [
        {one.column for one in item_fields(item, "") if word.casefold() in one.value.casefold()}
        for items, word in found
        for item in items[:MAX_ITEMS_EXPLAINED]
    ]
    left = [columns for columns in held if columns]
    if not left or len(left) < MIN_SHARE_EXPLAINED * len(held):
        return ()
    chosen: list[str] = []
    while left:
        counts = Counter(name for columns in left for name in sorted(columns))
        chosen.append(max(counts, key=counts.__getitem__))
        left = [columns for columns in left if chosen[-1] not in columns]
    return tuple(chosen)


def _everything(observed: Observed, answer: Page, word: str, data: DataList) -> Page | None:
    """Return the answer to the page's own call without a word, that of the emptied box first.

    Or to another call for the same list that goes on: words may be asked at an address of theirs.
    """
    emptied = [one for one in observed.sightings if not one.word and one.action in TYPING]
    wanted = method_and_path(answer.request, word)
    opened = observed.entry.pages if observed.entry is not None else ()
    pages = [*chain.from_iterable(one.pages for one in emptied), *opened]
    like = [page for page in pages if like_list(data_of(page), data.names) is not None]
    own = [page for page in like if method_and_path(page.request, "") == wanted]
    first = [page for page in opened if page in like]
    onward = (page for page in (*own, *first) if _goes_on(observed, page))
    return next(onward, own[0] if own else None)


def _goes_on(observed: Observed, page: Page) -> bool:
    """Tell whether a request of the page as it opens is asked again for what follows.

    By a step to the next page, or before it: a list may go on while it is drawn.
    """
    kind, now = shape(page.request, ""), page.request.fingerprint
    later = [
        (one.action == "advance", other)
        for one in observed.sightings
        for other in (one.pages if not one.word else ())
        if other.request.fingerprint != now and shape(other.request, "") == kind
    ]
    rows = max((len(one.items) for one in lists_in(data_of(page))), default=0)
    return any(is_step or leads_on(page, other, rows) for is_step, other in later)


def method_and_path(request: Request, word: str) -> Shape:
    """Return the shape of a request without the segments that hold the word."""
    method, origin, path, operation = shape(request, word)
    return method, origin, tuple(one for one in path if one not in ("*", "")), operation


def _may_follow(after: Request, before: Request) -> bool:
    """Tell whether two requests differ in one segment of their paths at most."""
    old, new = shape(before, ""), shape(after, "")
    changed = sum(one != other for one, other in zip(old[2], new[2], strict=False))
    is_like = len(old[2]) == len(new[2]) and (old[:2], old[3]) == (new[:2], new[3])
    return is_like and changed <= 1


def _finished(
    observed: Observed,
    kind: Literal["call", "listing"],
    call: Call,
    answer: Page,
    data: DataList,
    contrast: Sequence[Page],
    word: str,
) -> LearnedCall:
    """Add paging, size and total to a call."""
    same = like_list(data_of(answer), data.names) or data
    seen = observed.sightings
    steps = [one.pages for one in seen if one.action == "advance"]
    steps += [one.pages[one.pages.index(answer) :] for one in seen if answer in one.pages]
    following = [
        page
        for page in chain.from_iterable(steps)
        if _may_follow(page.request, answer.request)
        and page.request.fingerprint != answer.request.fingerprint
    ]
    call = learn_paging(call, answer, same.items, following)
    call = learn_size(call, answer, len(same.items))
    goes_on = has_news(same, [one for one in seen if one.action == "advance"])
    call = learn_total(call, [answer, *contrast], same, goes_on=goes_on)
    wrapper = DataWrapper.of(data, call, same.items)
    if call.whole is not None:
        return LearnedCall(kind, wrapper, answer, same.items)
    return LearnedCall(kind, wrapper, answer, data.items, word)


def _asked_by(
    observed: Observed, answer: Page, data: DataList, choices: tuple[tuple[str, Place], ...] = ()
) -> LearnedCall:
    """Return a listing that is asked by the request of an answer, as it stands."""
    asked = plain_request(answer.request)
    call = Call(asked, whole=asked, choices=choices)
    return _finished(observed, "listing", call, answer, data, [], "")


def plain_request(request: Request) -> Request:
    """Return a request with those headers alone that a call needs."""
    kept = tuple((name, value) for name, value in request.headers if is_sent(name))
    return Request(request.method, request.url, kept, request.body)


def _whole(
    observed: Observed, nonsense: Sighting | None, typed: Sequence[Sighting]
) -> LearnedCall | None:
    """Learn that words are looked up in data that came before the first of them."""
    entry = observed.entry
    words = [one for one in typed if one.word]
    if entry is None or nonsense is None or len(words) < 2:
        return None
    early = [*entry.pages, *nonsense.pages]
    brought = [new_lines(word, nonsense) for word in words]
    best: tuple[int, Page, DataList] | None = None
    for page, lines in product(early, filter(None, reversed(brought))):
        chosen = best_list([page], lines, least=1)
        if chosen is None:
            continue
        data = with_siblings(data_of(page), widened(data_of(page), chosen[1]))
        counts = [len(explanation(data.items, one).shown) for one in brought]
        if max(counts) < len(data.items) and (best is None or sum(counts) > best[0]):
            best = sum(counts), page, data
    if best is None:
        return None
    _, page, data = best
    data = DataList(data.path, _joined(page, data, early))
    shown = [explanation(data.items, lines) for lines in brought]
    known = {one.request.fingerprint for one in early if one.request.method != SOCKET}
    if has_news(data, words, known) or len({one.shown for one in shown if one.shown}) < 2:
        return None
    pairs = [(one.word, how) for one, how in zip(words, shown, strict=True)]
    found = looked_up(data_of(page), data, pairs)
    data, word = (found, words[0].word) if found else (data, "")
    return LearnedCall("whole", DataWrapper.of(data), page, data.items, word)


def _joined(page: Page, data: DataList, early: Sequence[Page]) -> tuple[Item, ...]:
    """Return the items of a list, and of those that calls of its kind brought before a word."""
    alike = [one for one in early if one is page or _may_follow(one.request, page.request)]
    answers = (data_of(one) for one in alike if one.request.method != SOCKET)
    parts = (DataList(data.path, list_at(one, data.path)) for one in answers)
    like = (part.items for part in parts if part.is_like(data.names))
    return (*{repr(item): item for part in (data.items, *like) for item in part}.values(),)


def has_news(data: DataList, seen: Sequence[Sighting], known: Container[str] = ()) -> bool:
    """Tell whether steps brought items of a list that it lacks, by other requests than known."""
    key = identity_of(data.items)
    have = {_name(item, key) for item in data.items}
    pages = (page for one in seen for page in one.pages if page.request.fingerprint not in known)
    later = (like_list(data_of(page), data.names) for page in pages)
    return any(_name(item, key) not in have for one in later if one for item in one.items)


def _name(item: Item, key: str) -> str:
    return next((one.value for one in item_fields(item, "") if one.column == key), repr(item))


def _listing(observed: Observed) -> LearnedCall | None:
    """Learn the call that brings the list which a page shows when it is opened, or for no word."""
    entry = observed.entry
    if entry is None:
        return None
    shown = folded_lines(entry.lines) - options_of(entry)
    steps = (*TYPING, "expand")  # the box is emptied, closed groups are opened
    later = [one for one in observed.sightings if not one.word and one.action in steps]
    lists = [(entry.pages[1:], shown)]
    lists += [(one.pages or entry.pages[1:], folded_lines(one.lines) - shown) for one in later]
    if entry.pages and _goes_on(observed, entry.pages[0]):  # by its own address
        lists.append((entry.pages[:1], shown))
    for pages, lines in lists:
        asked = [page for page in pages if page.request.method != SOCKET]
        answers = [page for page in asked if not page.request.url.endswith(".js")]  # a file
        chosen = best_list(answers, lines, least=MIN_SHOWN_IN_LISTING)
        if chosen is not None and values_among(chosen[1].items, lines) >= MIN_SHOWN_IN_LISTING:
            return _asked_by(observed, *chosen[:2])
    return None


def _chosen(observed: Observed) -> LearnedCall | None:
    """Learn the call for what is chosen in lists, where a page shows nothing before."""
    found = chosen_answer(observed)
    if found is None:
        return None
    answer, data, choosing = found
    return replace(_asked_by(observed, answer, data, choosing.names), choosing=choosing)


def _moving(observed: Observed) -> LearnedCall | None:
    """Learn the call of few records, or none, which the next page asks again: of a week, say."""
    entry = observed.entry
    opened = {shape(one.request, ""): one for one in entry.pages[1:]} if entry is not None else {}
    for before, seen in pairwise(observed.sightings):
        if entry is None or seen.action != "advance":
            continue
        for after in seen.pages:
            first = opened.get(shape(after.request, ""))
            if first is None or first.request.fingerprint == after.request.fingerprint:
                continue
            shown = news(folded_lines(seen.lines), folded_lines(before.lines))
            for answer, lines in ((first, folded_lines(entry.lines)), (after, shown)):
                chosen = best_list([answer], lines)
                if chosen is not None and values_among(chosen[1].items, lines) >= MIN_SHOWN_AROUND:
                    return _asked_by(observed, answer, chosen[1])
    return None


def _around(observed: Observed) -> LearnedCall | None:
    """Learn the call for what lies around a place: there may be little where the page opens."""
    entry = observed.entry
    lines = folded_lines(entry.lines) if entry is not None else frozenset[str]()
    for page in entry.pages[1:] if entry is not None else ():
        call = Call(plain_request(page.request), whole=plain_request(page.request))
        if not any(one.is_place for one in narrowings(call)):
            continue
        for data in lists_in(data_of(page), least=1):
            if values_among(data.items, lines) >= MIN_SHOWN_AROUND:
                return _asked_by(observed, page, data)
    return None


def _detailed(observed: Observed) -> LearnedCall | None:
    """Learn the list whose objects a page asks for one by one, before it draws any of them."""
    pages = observed.entry.pages[1:] if observed.entry else ()
    asked = [page for page in pages if page.status < 400 and page.request.method != SOCKET]
    told: dict[object, set[str]] = {}
    for page in asked:
        method, origin, path, _ = shape(page.request, "")
        for place, leaf in places_in(page.request).items():
            like = (method, origin, place, len(path) if place[0] == "path" else path)
            told.setdefault(like, set()).add(str(leaf))
    keys = [one for one in told.values() if len(one) >= MIN_HELD]
    lists = ((page, one) for page in asked if keys for one in lists_in(data_of(page)))
    named = ((page, one) for page, one in lists if any(_names(one, each) for each in keys))
    found = max(named, key=lambda pair: len(pair[1].items), default=None)
    return _asked_by(observed, *found) if found is not None else None


def _names(data: DataList, keys: Set[str]) -> bool:
    """Tell whether the objects of a list hold all keys under one name."""
    return any(keys <= {str(item.get(name)) for item in data.items} for name in data.names)


def _held(observed: Observed) -> LearnedCall | None:
    """Learn data of the page itself, or of a file of data, of which it draws a part."""
    seen = [one for one in observed.sightings if not one.word]
    steps = [folded_lines(one.lines) - options_of(one) for one in seen]
    shown, later = frozenset[str]().union(*steps), steps[-1] - steps[0] if steps else ()
    pages = [page for page in observed.entry.pages if _is_data(page)] if observed.entry else []
    chosen = best_list(pages, shown, least=MIN_SHOWN_IN_LISTING)
    if chosen is None:
        return None
    data = with_siblings(data_of(chosen[0]), widened(data_of(chosen[0]), chosen[1]))
    data = counted_inside(data_of(chosen[0]), data, shown)
    goes_on = len(later) < MIN_SHOWN_IN_LISTING or values_among(data.items, frozenset(later))
    is_shown = values_among(chosen[1].items, shown) >= MIN_SHOWN_IN_LISTING
    if not goes_on or not is_shown or len(data.items) < MIN_HELD:
        return None
    return LearnedCall("whole", DataWrapper.of(data), chosen[0], data.items)


def _is_data(page: Page) -> bool:
    """Tell whether a page is no script, or one that is data for the most part."""
    if "javascript" not in page.header("content-type"):
        return True
    text = page.body.decode("utf-8", "replace")
    largest = max((size for size, _ in script_values(text)), default=0)
    return largest > MIN_SHARE_OF_FILE * len(text)


STREAM_TYPE: Final = "event-stream"
MIN_NAME_CHARACTERS: Final = 6
"""Characters of a value that is sent again because an answer gave it."""


def joined(observed: Observed) -> Observed:
    """Return what was observed with each stream as the answer of the call before it."""
    sightings = []
    for one in observed.sightings:
        pair = _pair(one.pages)
        if pair is not None:
            call, stream = pair
            answered = replace(call, headers=stream.headers, body=stream.body)
            one = replace(one, pages=(*(p for p in one.pages if p not in pair), answered))
        sightings.append(one)
    return replace(observed, sightings=tuple(sightings))


def with_stream(call: Call, observed: Observed, answer: Page) -> Call:
    """Return a call with the request of its stream, as it was observed."""
    for one in observed.sightings:
        pair = _pair(one.pages)
        if pair is None or pair[0].request.url != answer.request.url:
            continue
        given = {leaf: path for path, leaf in answer_leaves(data_of(pair[0])) if _is_name(leaf)}
        then = pair[1].request
        sent = places_in(then).items()
        named = tuple((place, given[leaf]) for place, leaf in sent if leaf in given)
        return replace(call, then=then, named=named)
    return call


def _pair(pages: tuple[Page, ...]) -> tuple[Page, Page] | None:
    """Return the last call of a step and its last stream."""
    streams = [page for page in pages if STREAM_TYPE in page.header("content-type")]
    calls = [page for page in pages if page.request.method == "POST" and page not in streams]
    return (calls[-1], streams[-1]) if calls and streams else None


def _is_name(leaf: object) -> bool:
    return isinstance(leaf, str) and len(leaf) >= MIN_NAME_CHARACTERS


def _may_sign(value: str) -> bool:
    return bool(_SIGN.fullmatch(value)) and any(map(str.isdecimal, value))


def signature_in(requests: Sequence[Request]) -> str:
    """Return the name of what differs with each of some requests of one call, '' without any.

    What a request carries stays the same where it is sent again, unless it counts or tells time.

    >>> def sent(q, sign): return Request("GET", f"http://h.test/?q={q}", (("x-sign", sign),))
    >>> signs = [("sea", "9f86d081884c7d65"), ("sky", "60303ae22b998861")]
    >>> signature_in([sent(*one) for one in (*signs, signs[0])])
    'x-sign'
    >>> signature_in([sent("sea", "9f86d081884c7d65"), sent("sky", "9f86d081884c7d65")])
    ''
    """
    signs: dict[str, dict[str, set[str]]] = {}
    for request in requests:
        values = {name.casefold(): value for name, value in request.headers if is_sent(name)}
        places = {str(place[-1]): leaf for place, leaf in places_in(request).items()}
        values |= {name: leaf for name, leaf in places.items() if isinstance(leaf, str)}
        found = {name: value for name, value in values.items() if _may_sign(value)}
        for name, value in found.items():
            rest = repr((request.url, request.body)).replace(value, "")
            signs.setdefault(name, {}).setdefault(rest, set()).add(value)
    for name, by_address in signs.items():
        one_each = all(len(values) == 1 for values in by_address.values())
        different = frozenset().union(*by_address.values())
        if one_each and len(different) == len(by_address) > 1:
            return name
    return ""


def signature_of(observed: Observed, request: Request) -> str:
    """Return the name of what may sign the requests of a call that a page was seen to make."""
    kind = shape(request, "")[:2], shape(request, "")[2][:-1]
    seen = (page.request for one in observed.sightings for page in one.pages)
    asked = [one for one in seen if one.method != SOCKET]
    alike = [one for one in asked if (shape(one, "")[:2], shape(one, "")[2][:-1]) == kind]
    return signature_in(alike)
