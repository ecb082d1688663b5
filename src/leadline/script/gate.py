"""What a page may send while it is watched: what reads, never what writes.

A request is judged by its command: the last name of its path, and what a value named ``action`` or
the like says. A name before it is a thing (``/register/search``). A POST is sent where something
says that it asks: its command, a name of its values, a place or a span of dates, a word that was
typed for it. Else it is not: a page may begin a trial or a plan by itself.

>>> may_send("POST", "http://h.test/api/flows/filter", b'{"name": "sea"}', "fetch")
True
>>> may_send("POST", "http://h.test/api/flows/createFlow", b"{}", "fetch")
False
"""

import re
from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from typing import Any, Final
from urllib.parse import unquote

from leadline.model import Request
from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.page.json_text import read_json
from leadline.page.query_string import split_address
from leadline.page.request_places import Leaf, Place, places_in

READ_KINDS: Final = frozenset({"document", "script", "xhr", "fetch", "eventsource", "stylesheet"})
"""Kinds of requests that bring text; images, fonts, beacons and the like stay away."""


def _lexicon(section: str) -> dict[str, frozenset[str]]:
    table = read_table("leadline.script", LEXICON_FILE)[section]
    return {kind: frozenset(words.split()) for kind, words in table.items()}


_GATE_WORDS: Final = _lexicon("gate")
_PARAMETER_WORDS: Final = _lexicon("parameters")
_PLACE_NAMES: Final = frozenset[str]().union(
    *(_PARAMETER_WORDS[kind] for kind in ("latitudes", "longitudes", "radii", "spots", "boxes"))
)
_SPAN_NAMES: Final = _PARAMETER_WORDS["from"], _PARAMETER_WORDS["until"]
JOINING_WORDS: Final = frozenset({"and", "or", "then"})
ORDER_NAME: Final = frozenset({"order", "by"})
"""Both words of a name that says in which order the rows are wanted."""
RUN_COMMANDS: Final = frozenset({"run", "execute", "apply", "start"})
"""Last names of a path that only say that what stands before them is done: ``search/execute``."""
TRANSPORT_WORDS: Final = frozenset({"socket", "sockjs", "negotiate"})
"""Words of an address that takes frames by POST until a websocket is open."""
_OWN: Final = (
    "accept-encoding connection content-length cookie dnt host pragma priority range "
    "save-data te upgrade upgrade-insecure-requests user-agent"
)
_OWN_HEADERS: Final = frozenset(_OWN.split())
"""Headers that our fetcher sets, or nobody; those of the page's script go with a call."""
READING_METHODS: Final = ("GET", "POST")
_NAME_PART: Final = re.compile(r"[A-Z]?[a-zß-ɏ]+|[A-Z]+(?![a-z])|[^\W\d_A-Za-zß-ɏ]+")
_NO_NAME: Final = re.compile(r"v?[\d._-]*|[0-9a-fA-F-]{12,}|(?=[^/]*\d)[\w-]{20,}")
"""A segment of a path that names nothing: a number, a version, a key."""
OVERRIDE_NAME: Final = "_method"
"""Name of a value that says as which method a request is meant."""
OVERRIDE_HEADERS: Final = frozenset(
    {"x-http-method-override", "x-http-method", "x-method-override"}
)
_FRAME_WORDS: Final = frozenset({"subscribe", "unsubscribe", "start", "stop"})
GUEST_GRANTS: Final = frozenset({"client_credentials", "anonymous", "guest"})
"""What is asked for by a page itself, in nobody's name."""
PRESSED: Final = frozenset({"submit", "send"})
"""Names of buttons; their values say what they do."""
_GLUED: Final = re.compile(
    r"(?:add(?!r|it|end|on|er|ict)|(?:delete|remove|insert|update|create|upload|save)"
    r"(?!d|s\b|r|e|ion|able|ing)|mark(?=as|all)|clear(?=all)|send(?=to|mail)|cerrar)\w\w"
)
"""A deed and its object in one word: markasread, addstock."""
_LAST_NAME: Final = re.compile(r"\A.*[.:]", re.DOTALL)
_READ_NAME: Final = re.compile(r"(?:get|find|search|list|load|fetch)(?:[A-Z_]\w{1,40})")
_CAMEL_NAME: Final = re.compile(r"\b[A-Za-z][a-z]{1,20}(?:[A-Z][a-z]{1,20}){1,5}\b")
MAX_TEXT_BYTES: Final = 20_000
_BATCHED: Final = re.compile(rb"^([A-Z]{3,7}) \S{1,2000} HTTP/1\.\d\r?$", re.MULTILINE)
"""The method of a request inside of one that sends several (multipart/mixed, as OData does)."""
_PROGRAM: Final = re.compile(
    r"\.(?:php\d?|aspx?|as[hm]x|do|action|jspx?|cgi|pl|py|cfm|svc|js)\Z", re.IGNORECASE
)
"""End of an address that a program answers, not a file."""
_FILE: Final = re.compile(r"\.\w{1,8}\Z")
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4}")
_PLACE_NUMBER: Final = re.compile(r"-?\d{1,6}(?:\.\d{1,20})?")
MAX_HEAD_CHARACTERS: Final = 200
_DATA: Final = re.compile(r"[\[{]")
_MUTATION: Final = re.compile(r"^\s*(?:#[^\n]*\n\s*)*mutation\b")
_ASKS_TEXT: Final = re.compile(
    r"^\s*(?:#[^\n]*\n\s*)*(?:(?:subscription|query)\b[^{]{0,200}\{"
    r"|(?:PREFIX|BASE|SELECT|ASK|CONSTRUCT)\b)"
    r"(?!.*\b(?:mutation|INSERT|DELETE|LOAD|CLEAR|DROP|CREATE|UPDATE|INTO)\b)",
    re.DOTALL,
)
"""A question in a language of questions, without a deed."""


class Command(Enum):
    """What a name wants."""

    READS = "reads"
    WRITES = "writes"
    MAY_WRITE = "may write"
    """A thing here, a deed there: order, archive, run."""
    KEEPS = "keeps"
    """What a POST makes: a saved search, a booking, a comment."""
    SAYS_NOTHING = "says nothing"


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
    is_file = _FILE.search(path) is not None and _PROGRAM.search(path) is None
    if method == "GET" and (kind == "script" or is_file):
        return True
    found = places_in(Request(method, url, (), body))
    inside = [str(leaf).upper() for place, leaf in found.items() if place[1:] == (OVERRIDE_NAME,)]
    if {*inside} - {"GET"} or any(_MUTATION.match(str(leaf)) for leaf in found.values()):
        return False
    if inner := _BATCHED.findall(body[:MAX_TEXT_BYTES]):
        return {*inner} == {b"GET"}
    if _words([path]) & TRANSPORT_WORDS and may_send_frame(body.decode("utf-8", "replace")):
        return True
    is_read = method == "GET" or bool(said or inside)
    is_free = is_read and (is_own or any(_is_typed(*one, typed) for one in found.items()))
    named = _named_by_values(found) | _named_by_text(body)
    here = _of_path(path, is_read=is_read, is_free=is_free)
    commands = {here, *named}
    if Command.WRITES in commands:
        return Command.WRITES not in named and _is_guest(path, body, found)
    if is_read:
        asks = is_free or any(_is_question(*one) for one in found.items())
        proofs = {("query", name) for name in _GATE_WORDS["proofs"]} & {*found}
        is_deed = bool(proofs) or any(map(_is_record, found, found.values()))
        is_deed = here is Command.MAY_WRITE or (is_deed and Command.READS not in commands)
        return Command.MAY_WRITE not in named and (asks or not is_deed)
    return _is_asked(path, body, found, typed, commands)


def _is_asked(
    path: str,
    body: bytes,
    found: Mapping[Place, Leaf],
    typed: Collection[str],
    commands: Collection[Command],
) -> bool:
    """Tell whether a POST without a deed says that it asks."""
    if _words(path.split("/")) & _GATE_WORDS["watching"]:
        return False
    if any(map(_is_record, found, found.values())):
        return False
    if Command.READS in commands or GUEST_GRANTS & {*map(str, found.values())}:
        return True
    if Command.KEEPS in commands or any(_is_personal(*one) for one in found.items()):
        return False
    if _asks_by_values(found):
        return True
    if Command.MAY_WRITE in commands:
        return False
    is_typed = body.decode("utf-8", "replace") in typed
    is_typed |= any(_is_typed(*one, typed) for one in found.items() if one[0][0] != "path")
    if is_typed or _words(path.split("/")) & _GATE_WORDS["reading"]:
        return True
    return _is_guest(path, body, found)


def command_of(name: str, *, is_anywhere: bool = False) -> Command:
    """Return what a name wants, by its verb; ``is_anywhere``: a deed in its middle counts, too.

    >>> [command_of(name).value for name in ("get_run_log", "deleteRow", "getOrCreate", "order")]
    ['reads', 'writes', 'writes', 'may write']
    >>> [command_of(name).value for name in ("runQuery", "last-update", "orders", "savedSearches")]
    ['reads', 'may write', 'says nothing', 'keeps']
    """
    words = [word.casefold() for word in _NAME_PART.findall(name)]
    if not words:
        return Command.SAYS_NOTHING
    writes = [word in _GATE_WORDS["writing"] or bool(_GLUED.match(word)) for word in words]
    may = [word in _GATE_WORDS["deeds"] for word in words]
    if JOINING_WORDS & {*words} and (any(writes) or any(may)):
        return Command.WRITES
    if words[0] in _GATE_WORDS["verbs"] or words[0].startswith(tuple(_GATE_WORDS["glued_verbs"])):
        return Command.READS
    is_written = "".join(words) in _GATE_WORDS["writing"]
    if writes[0] or is_written or (is_anywhere and any(writes)):
        return Command.WRITES
    if words[-1] not in _GATE_WORDS["verbs"] and _GATE_WORDS["kept"] & {*words, "".join(words)}:
        return Command.KEEPS
    if writes[-1] or (may[-1] and is_anywhere):
        return Command.MAY_WRITE
    is_deed = is_anywhere and may[0]
    if words[-1] in _GATE_WORDS["verbs"] or (_GATE_WORDS["reading"] & {*words} and not is_deed):
        return Command.READS
    if is_anywhere and _GATE_WORDS["turns"] & {*words} and not any(may):
        return Command.READS
    return Command.MAY_WRITE if may[0] or may[-1] else Command.SAYS_NOTHING


def _of_path(path: str, *, is_read: bool, is_free: bool) -> Command:
    """Return the command of a path: its last name; behind a protocol's address there is none."""
    if _words([path]) & _GATE_WORDS["protocols"]:
        return Command.SAYS_NOTHING
    segments = [_PROGRAM.sub("", one).rpartition(":")[2] for one in path.split("/")]
    names = ["", "", *(one for one in segments if not _NO_NAME.fullmatch(one))]
    name = names[-1]
    found = command_of(f"{names[-2]} {name}" if name in RUN_COMMANDS else name)
    if is_read and found is Command.KEEPS:
        return Command.SAYS_NOTHING
    deeds = (command_of(one) for one in names[:-1] if re.match("[a-z]+[A-Z]", one))  # addUser/7
    if found is Command.SAYS_NOTHING and Command.WRITES in deeds:
        return Command.WRITES
    is_compound = is_free and "-" in name  # a visitor's stop-areas and start-numbers
    return Command.SAYS_NOTHING if is_compound else found


def _named_by_values(found: Mapping[Place, Leaf]) -> set[Command]:
    """Return the commands that the values of a request name, and those that names of values are."""
    commands: set[Command] = set()
    for place, leaf in found.items():
        if place[0] == "path":
            continue
        key = str(place[-1])
        name = [word.casefold() for word in _NAME_PART.findall(key)]
        is_action = {*name[-1:], "".join(name)} & (_GATE_WORDS["actions"] | PRESSED)
        if not leaf and leaf is not False:  # an address with a name alone
            commands |= {command_of(key, is_anywhere=True)} & {Command.WRITES}
        elif isinstance(leaf, str) and (is_action or _READ_NAME.fullmatch(leaf)):
            commands.add(command_of(_LAST_NAME.sub("", leaf), is_anywhere=True))
        is_kept = name[:1] and name[0] in _GATE_WORDS["writing"] and _GATE_WORDS["kept"] & {*name}
        steps = {str(step) for step in place[1:]} - PRESSED
        if leaf and str(leaf) not in ("0", "false") and (is_kept or steps & _GATE_WORDS["writing"]):
            commands.add(Command.WRITES)
    return commands


def _is_guest(path: str, body: bytes, found: Mapping[Place, Leaf]) -> bool:
    """Tell whether a POST signs nobody in, as pages that are open to all do: flags go at most."""
    values = {place: leaf for place, leaf in found.items() if place[0] != "path"}
    names = _words(str(step) for place in values for step in place[1:])
    are_flags = all(isinstance(leaf, bool) for leaf in values.values())
    is_deed = bool(names & (_GATE_WORDS["writing"] | _GATE_WORDS["deeds"]))
    is_nobody = are_flags and (bool(values) or body.strip() in (b"", b"{}")) and not is_deed
    ends = _words([path.rstrip("/").rpartition("/")[2]])
    return is_nobody and bool(ends & _GATE_WORDS["sign_in"])


def _named_by_text(body: bytes) -> set[Command]:
    """Return the commands that names in a body of another kind are: of XML, of remote calls."""
    text = body[:MAX_TEXT_BYTES].decode("utf-8", "replace").lstrip()
    is_other = text.startswith("<") or re.match(r"\d{1,3}\|", text) is not None
    if _ASKS_TEXT.match(text):
        return {Command.READS}
    found = {command_of(name) for name in _CAMEL_NAME.findall(text)} if is_other else set()
    return found & {Command.READS, Command.WRITES}


def _asks_by_values(found: Mapping[Place, Leaf]) -> bool:
    """Tell whether the values say that a request asks: by name, by place, by a span of days."""
    days = [_name_words(place) for place, leaf in found.items() if _DAY.match(str(leaf))]
    if all(any(words & ends for words in days) for ends in _SPAN_NAMES):
        return True
    return any(_is_question(*one) or _is_paging(*one) for one in found.items())


def _is_question(place: Place, leaf: Leaf) -> bool:
    """Tell whether the name of a value says that the request asks."""
    words = _name_words(place)
    return bool(words & _GATE_WORDS["questions"]) or words >= ORDER_NAME


def _is_paging(place: Place, leaf: Leaf) -> bool:
    """Tell whether a value is a number of a page, of rows or of a place on Earth."""
    if isinstance(leaf, bool):
        return False
    words, text = _name_words(place), str(leaf)
    if place[0] == "json" and isinstance(place[1], int):
        return False  # one of several records
    if text.isdecimal() and words & _GATE_WORDS["paging"]:
        return True
    return bool(words & _PLACE_NAMES) and _PLACE_NUMBER.match(text) is not None


def _is_personal(place: Place, leaf: Leaf) -> bool:
    return bool(leaf) and bool(_name_words(place) & _GATE_WORDS["personal"])


def _is_record(place: Place, leaf: Leaf) -> bool:
    """Tell whether a value is a remark, a mail address, or the moment at which a thing was done."""
    name = str(place[-1]).casefold() if len(place) == 2 and leaf else ""
    is_moment = name.endswith(("at", "timestamp")) and _MOMENT.match(str(leaf)) is not None
    is_mail = "@" in str(leaf) and _is_personal(place, leaf)
    return name in _GATE_WORDS["remarks"] or is_moment or is_mail


def _is_typed(place: Place, leaf: Leaf, typed: Collection[str]) -> bool:
    """Tell whether a value that makes no record holds a word that was typed."""
    makes = str(place[-1]).casefold() in _GATE_WORDS["records"] or _is_personal(place, leaf)
    holds = (rf"(?<!\w){re.escape(word)}(?!\w)" for word in typed)  # by itself, in no longer word
    return not makes and any(re.search(one, str(leaf), re.IGNORECASE) for one in holds)


def _name_words(place: Place) -> set[str]:
    return set() if place[0] == "path" else _words(one for one in place[1:] if isinstance(one, str))


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
    words = _words([text, unquote(url.partition("://")[2])])
    return not words & (_GATE_WORDS["writing"] | _GATE_WORDS["deeds"]) and may_send(
        "GET", url, b"", "document"
    )


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
        if _ASKS_TEXT.match(leaf):
            names.append("subscription")  # it asks, once or on and on
        if place == ("json", 0) or str(place[-1]).casefold() in _GATE_WORDS["frames"]:
            names.append(leaf)
    if _words(names) & _GATE_WORDS["listening"]:
        names = [one for one in names if not _words([one]) & _FRAME_WORDS]
    parts = (part for name in names for part in name.split("."))
    return {command_of(part, is_anywhere=True) for part in parts} <= _HARMLESS


_HARMLESS: Final = frozenset({Command.READS, Command.SAYS_NOTHING, Command.KEEPS})


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
