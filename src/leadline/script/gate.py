"""What a page may send while it is watched: what reads, never what writes.

A POST is sent where something says that it asks: a word of its address, a name of its values, or a
word that was typed for it. Else it is not: a page may begin a trial or a plan by itself. A GET that
a page sends when it opens, before any step, may also name what is a thing here and a deed there.

>>> may_send("POST", "http://h.test/api/flows/filter", b'{"name": "sea"}', "fetch")
True
>>> may_send("POST", "http://h.test/api/flows/createFlow", b"{}", "fetch")
False
>>> may_send_frame('42["search","sea"]'), may_send_frame('{"type": "delete", "id": 7}')
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final
from urllib.parse import unquote

from leadline.model import Request
from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.page.json_text import read_json
from leadline.page.query_string import split_address
from leadline.page.request_places import Leaf, Place, places_in

READ_KINDS: Final = frozenset({"document", "script", "xhr", "fetch", "eventsource", "stylesheet"})
"""Kinds of requests that bring text; images, fonts, beacons and the like stay away."""
_GATE_WORDS: Final = {
    kind: frozenset(words.split())
    for kind, words in read_table("leadline.script", LEXICON_FILE)["gate"].items()
}
WRITING_WORDS: Final = _GATE_WORDS["writing"]
DEED_WORDS: Final = _GATE_WORDS["deeds"]
"""Words of links that may do something, though a page asks for data by some of them."""
SIGN_IN_WORDS: Final = frozenset({"login", "signin", "auth", "noauth"})
"""Ends of a path to which a POST writes nothing where no name and no password goes with it."""
READING_WORDS: Final = _GATE_WORDS["reading"]
"""Words of an address, or of the wish of a request, that say that it asks."""
VERBS_OF_READING: Final = _GATE_WORDS["verbs"]
THINGS: Final = _GATE_WORDS["things"]
"""Words that are things, not deeds, in a name that begins with a verb of reading: ``getOrder``."""
JOINING_WORDS: Final = frozenset({"and", "or", "then"})
QUESTION_NAMES: Final = _GATE_WORDS["questions"]
ORDER_NAME: Final = frozenset({"order", "by"})
"""Both words of a name that says in which order the rows are wanted."""
PAGING_NAMES: Final = _GATE_WORDS["paging"]
"""Names of values that ask, the latter where the value is a number."""
RECORD_NAMES: Final = _GATE_WORDS["records"]
"""Names of values that make a record: a word that was typed into one of them may be saved."""
TRANSPORT_WORDS: Final = frozenset({"socket", "sockjs", "negotiate"})
"""Words of an address that takes frames by POST until a websocket is open."""
RUN_WORDS: Final = frozenset({"run", "execute"})
ASKING_WORDS: Final = frozenset({"query", "search"})
"""Words beside which those of before mean to ask: ``runQuery``. Boxes of code are not typed in."""
_OWN: Final = (
    "accept-encoding connection content-length cookie dnt host pragma priority range "
    "save-data te upgrade upgrade-insecure-requests user-agent"
)
_OWN_HEADERS: Final = frozenset(_OWN.split())
"""Headers that our fetcher sets, or nobody; those of the page's script go with a call."""
READING_METHODS: Final = ("GET", "POST")
_NAME_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
FRAME_NAMES: Final = _GATE_WORDS["frames"]
"""Names of values that say what a frame wants."""
FRAME_WORDS: Final = frozenset({"subscribe", "unsubscribe", "start", "stop"})
LISTENING_WORDS: Final = frozenset(
    {"subscribe", "unsubscribe", "subscription", "consuming", "listening", "watching"}
)
"""Words of a frame that begin or end to be told what happens: these write nothing."""
ACTION_NAMES: Final = frozenset({"operationname", "method", "action", "do", "cmd"})
"""Names of values that say what a request wants."""
OVERRIDE_NAME: Final = "_method"
"""Name of a value that says as which method a request is meant."""
OVERRIDE_HEADERS: Final = frozenset(
    {"x-http-method-override", "x-http-method", "x-method-override"}
)
_PROGRAM: Final = re.compile(r"(?:php\d?|aspx?|do|action|jspx?|cgi|pl|py|cfm)", re.IGNORECASE)
"""End of an address that a program answers, not a file."""
MAX_HEAD_CHARACTERS: Final = 200
_DATA: Final = re.compile(r"[\[{]")
_MUTATION: Final = re.compile(r"^\s*(?:#[^\n]*\n\s*)*mutation\b")
_ASKS_GRAPH: Final = re.compile(
    r"^\s*(?:#[^\n]*\n\s*)*(?:subscription|query)\b[^{]{0,200}\{(?!.*\bmutation\b)", re.DOTALL
)


def may_send(
    method: str,
    url: str,
    body: bytes,
    kind: str,
    typed: Collection[str] = (),
    said: Collection[str] = (),
    *,
    is_own: bool = False,
) -> bool:
    """Tell whether a request that a page makes only reads, as far as can be told.

    ``typed`` are words that were typed into the page: a POST that holds one was asked for. ``said``
    are methods that its headers say instead: one that is no GET is not sent. ``is_own``: every
    visitor's browser asks it by itself when the page opens, so of its words nouns are things.
    """
    is_other = any(one.upper() != "GET" for one in said)
    if kind not in READ_KINDS or method not in READING_METHODS or is_other:
        return False
    path = unquote(split_address(url).path)
    ending = path.rpartition("/")[2].rpartition(".")
    if method == "GET" and (kind == "script" or (ending[1] and not _PROGRAM.fullmatch(ending[2]))):
        return True
    found = places_in(Request(method, url, (), body))
    inside = [str(leaf).upper() for place, leaf in found.items() if place[1:] == (OVERRIDE_NAME,)]
    if {*inside} - {"GET"}:
        return False
    names, asks = path.split("/"), method == "GET" or bool(said or inside)
    things = THINGS & _words(names) if method == "GET" and is_own else frozenset()
    for place, leaf in found.items():
        name = str(place[-1]).casefold()
        if name == "query" and _MUTATION.match(str(leaf)):
            return False
        if name in ACTION_NAMES:
            names.append(str(leaf))
        is_typed = name not in RECORD_NAMES and any(_holds(leaf, word) for word in typed)
        asks = asks or is_typed or _is_question(place, leaf)
    words = frozenset[str]().union(*map(_deeds, names))
    allowed = RUN_WORDS if words & ASKING_WORDS else frozenset()
    ends = _words([path.rstrip("/").rpartition("/")[2]])
    allowed |= ends & SIGN_IN_WORDS if _is_nobody(body, found) else frozenset()
    if words & WRITING_WORDS - allowed - things:
        return False
    if words & TRANSPORT_WORDS and may_send_frame(body.decode("utf-8", "replace")):
        return True
    return asks or bool(words & (READING_WORDS | allowed))


def is_transport(url: str) -> bool:
    """Tell whether an address takes and brings frames, and answers late where there are none.

    >>> is_transport("http://h.test/socket.io/?transport=polling"), is_transport("http://h.test/q")
    (True, False)
    """
    return bool(_words([split_address(url).path]) & TRANSPORT_WORDS)


def may_follow(url: str, text: str) -> bool:
    """Tell whether a link only reads, as far as its address and what it says tell.

    >>> may_follow("http://h.test/#/runs", "Runs"), may_follow("http://h.test/q/9", "Purge all")
    (True, False)
    """
    deeds = _words([text, unquote(url.partition("://")[2])]) & (WRITING_WORDS | DEED_WORDS)
    return not deeds and may_send("GET", url, b"", "document")


def _deeds(name: str) -> set[str]:
    """Return the words of a name, without its things where it says that they are read.

    >>> sorted(_deeds("get_run_log")), sorted(_deeds("loadAndRun")), sorted(_deeds("run"))
    (['get'], ['and', 'load', 'run'], ['run'])
    >>> sorted(_deeds("core.playback.get_track")), sorted(_deeds("get.track"))  # of JSON-RPC
    (['core', 'get', 'playback'], ['get', 'track'])
    """
    deeds: set[str] = set()
    for part in name.split("."):
        words, first = _words([part]), _NAME_PART.search(part)
        reads = first is not None and first[0].casefold() in VERBS_OF_READING
        deeds |= words - THINGS if reads and not words & JOINING_WORDS else words
    return deeds


def _is_question(place: Place, leaf: Leaf) -> bool:
    """Tell whether the name of a value says that the request asks."""
    words = _words(step for step in place[1:] if isinstance(step, str))
    is_number = not isinstance(leaf, bool) and str(leaf).isdecimal()
    asks = words & QUESTION_NAMES or words >= ORDER_NAME
    return bool(asks or (is_number and words & PAGING_NAMES))


def _is_nobody(body: bytes, found: Mapping[Place, Leaf]) -> bool:
    """Tell whether a request names nobody: it has no values, or flags alone."""
    values = {place: leaf for place, leaf in found.items() if place[0] != "path"}
    names = _words(str(step) for place in values for step in place[1:])
    are_flags = all(isinstance(leaf, bool) for leaf in values.values())
    is_read = bool(values) or body.strip() in (b"", b"{}")
    return are_flags and is_read and not names & WRITING_WORDS


def _holds(leaf: Leaf, word: str) -> bool:
    """Tell whether a value holds a word by itself, not inside a longer one."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", str(leaf), re.IGNORECASE) is not None


def _words(names: Iterable[str]) -> set[str]:
    return {word.casefold() for name in names for word in _NAME_PART.findall(name)}


def may_send_frame(frame: str | bytes) -> bool:
    """Tell whether a frame of a websocket only reads, as far as can be told; bytes tell nothing."""
    if isinstance(frame, bytes):
        return False
    start = _data_start(frame)
    names = [frame[:start][:MAX_HEAD_CHARACTERS]]
    for place, leaf in places_in(Request("POST", "", (), frame[start:].encode())).items():
        if not isinstance(leaf, str):
            continue
        if _MUTATION.match(leaf):
            return False
        if _ASKS_GRAPH.match(leaf):
            names.append("subscription")  # it asks, once or on and on
        if place == ("json", 0) or str(place[-1]).casefold() in FRAME_NAMES:
            names.append(leaf)
    words = frozenset[str]().union(*map(_deeds, names))
    return not words & WRITING_WORDS - (FRAME_WORDS if words & LISTENING_WORDS else set())


def frame_data(frame: str) -> Any | None:
    """Return the data of a frame, without the number that some protocols begin with.

    >>> frame_data('42["rows",{"n":1}]'), frame_data("pong")
    (['rows', {'n': 1}], None)
    """
    data = read_json(frame[_data_start(frame) :])
    return data if isinstance(data, dict | list) else None


def _data_start(frame: str) -> int:
    match = _DATA.search(frame)
    return match.start() if match else len(frame)


def is_sent(header: str) -> bool:
    """Tell whether a header of a page's request is the page's own.

    >>> is_sent("X-Session"), is_sent("Referer"), is_sent("User-Agent"), is_sent("sec-fetch-mode")
    (True, True, False, False)
    """
    name = header.casefold()
    return name not in _OWN_HEADERS and not name.startswith(("sec-", "if-", ":"))
