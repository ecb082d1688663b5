"""Values that pass between the rooms: frozen, comparable, without behaviour of their own.

Names follow ``docs/glossary.md``. Nothing here knows the network, the disk or the clock.
"""

from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import Any, Final, Literal, NamedTuple, get_args

COLLECTION: Final = 50_000, 20, 100
"""When cycles are collected (Python: after 700 new objects): pages and records form none."""

Headers = tuple[tuple[str, str], ...]


State = Literal[
    "unknown",
    "fetched",
    "js",
    "probed",
    "understood",
    "harvesting",
    "complete",
    "exhausted",
    "paused",
    "failed",
]
"""Where a source stands in its crawl; the last four are ends of a run."""
LEVEL_OF_STATE: Final = {
    "complete": "proven",
    "exhausted": "nothing more found",
    "paused": "stopped",
    "failed": "stopped",
}
"""How sure each end is, in the words that a person reads."""
IN_DOUBT: Final = "ended in doubt"
NO_BOUND: Final = "ended without a bound"
"""What is said instead of "nothing more found" where something speaks against it, or where nothing
bounds what is missing."""
SourceEnd = Literal["complete", "exhausted", "paused", "failed"]
"""State in which a source is left."""
Level = Literal["info", "warning", "error"]
"""How grave a notice to the person is."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it is sent: ``url`` is absolute and percent-encoded, ``body`` empty for GET."""

    method: str
    url: str
    headers: Headers = ()
    body: bytes = b""

    @property
    def fingerprint(self) -> str:
        """Digest that is equal for requests for one thing (headers do not count)."""
        digest = blake2b(digest_size=12)
        for part in (self.method.encode(), self.url.encode(), self.body):
            digest.update(len(part).to_bytes(8, "big") + part)
        return digest.hexdigest()


class ArchiveLocator(NamedTuple):
    """The place of a page: a file of the archive, and the bytes in it."""

    file: str
    offset: int
    length: int


@dataclass(frozen=True, slots=True)
class Page:
    """An answer: ``url`` is the address after redirects, ``body`` is decompressed.

    ``number`` is the page's number in the store, 0 while it is not stored. ``fetched_at`` is in
    seconds since the epoch, ``seconds`` the time that the answer took.
    """

    request: Request
    url: str
    status: int
    headers: Headers = ()
    body: bytes = b""
    fetched_at: float = 0.0
    seconds: float = 0.0
    number: int = 0
    truncated: bool = False

    def header(self, name: str) -> str:
        """Return the last value of a header, or ''."""
        wanted = name.casefold()
        return next((v for k, v in reversed(self.headers) if k.casefold() == wanted), "")


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a select, radio group or datalist: ``value`` is sent, ``text`` is read."""

    value: str
    text: str
    selected: bool = False
    disabled: bool = False


TextKind = Literal["text", "search", "textarea", "email", "tel", "url", "number", "range"]
TimeKind = Literal["date", "datetime-local", "month", "week", "time"]
BoxKind = Literal["radio", "checkbox"]
ButtonKind = Literal["submit", "image", "reset", "button"]
OtherKind = Literal["select", "hidden", "password", "file", "color"]
ControlKind = Literal[TextKind, TimeKind, BoxKind, ButtonKind, OtherKind]
BUTTON_KINDS: Final = frozenset(get_args(ButtonKind))
BOX_KINDS: Final = frozenset(get_args(BoxKind))


CHOSEN: Final = "\ue0f8"
"""Stands in what a select's script sends for the value that is chosen in it."""


@dataclass(frozen=True, slots=True)
class Control:
    """One control of a query interface: ``name`` is sent, ``label`` is read.

    A radio or checkbox control is one box: ``value`` is what it sends, ``checked`` its state. Boxes
    of one group share ``name`` and ``group_label``. A box that is only called "from" has its row's
    label there. Limits on input: ``pattern``, ``min_length`` and ``max_length`` in characters (0 is
    no limit), ``low``, ``high`` and ``step`` (the attributes min, max and step as written).
    ``node`` is its node in the document, ``label_source`` the rule that found the label.
    ``date_format`` is how a text box wants days ("dmy."). ``sets`` are fields that pressing a
    button, or choosing in a select, sets by script, ``headers`` what goes along; ``buttons`` are
    nodes of the buttons nearest to a box; ``in_head``: it stands in the head of the page.
    ``most_days`` are the most between the ends of a period (0: any).
    """

    name: str
    kind: ControlKind
    label: str = ""
    value: str = ""
    choices: tuple[Choice, ...] = ()
    checked: bool = False
    multiple: bool = False
    required: bool = False
    disabled: bool = False
    readonly: bool = False
    honeypot: bool = False
    role: str = ""
    group_label: str = ""
    depends_on: str = ""
    element_id: str = ""
    pattern: str = ""
    min_length: int = 0
    max_length: int = 0
    low: str = ""
    high: str = ""
    step: str = ""
    form_action: str | None = None
    form_method: str | None = None
    form_enctype: str | None = None
    dirname: str = ""
    direction: str = "ltr"
    node: int = -1
    label_source: str = ""
    date_format: str = ""
    sets: tuple[tuple[str, str], ...] = ()
    headers: Headers = ()
    buttons: tuple[int, ...] = ()
    in_head: bool = False
    most_days: int = 0


PersonalKind = Literal["login", "registration", "recovery", "contact", "order", "newsletter"]
FormKind = Literal["search", "filter", PersonalKind, "other"]


@dataclass(frozen=True, slots=True)
class QueryInterface:
    """A form that may search a source: QI = <name, action, method, elements> of Lin 2016.

    It holds all that is needed to send it without its page. ``action`` is absolute, ``charset`` is
    the encoding of the query bytes.
    """

    name: str
    page_url: str
    action: str
    method: Literal["GET", "POST"]
    controls: tuple[Control, ...]
    enctype: str = "application/x-www-form-urlencoded"
    charset: str = "utf-8"
    kind: FormKind = "other"
    score: float = 0.0
    node: int = -1


@dataclass(frozen=True, slots=True, order=True)
class Query:
    """A candidate query: ``attribute`` '' is the keyword box. Ordered and hashable."""

    attribute: str
    value: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """A filled query interface: values by control name, with a confidence in [0, 1]."""

    values: tuple[tuple[str, str], ...]
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Ask:
    """A query that a selector chose, and the source to ask."""

    source: str
    query: Query


@dataclass(frozen=True, slots=True)
class Taken:
    """One record as query selection sees it: its key and the candidate queries in it."""

    key: Hashable
    terms: frozenset[Query]


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of an ask.

    ``interactions`` is M, the result pages asked for (an empty answer costs one). ``total`` is
    num(q, DB) as the source states it, None if it does not; ``exact`` says whether it may be
    believed. ``complete`` says whether every matching record was taken.
    """

    ask: Ask
    records: tuple[Taken, ...]
    interactions: int = 1
    total: int | None = None
    exact: bool = False
    complete: bool = True
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class RecordSpan:
    """A data record on a page: whole subtrees of the document, in order (node numbers of roots)."""

    nodes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DataRegion:
    """Records that belong together; ``parent`` is the node around all of them."""

    parent: int
    records: tuple[RecordSpan, ...]
    score: float = 0.0
    miner: str = ""


class Field(NamedTuple):
    """One value of a record. ``kind``: 'text', 'link' (absolute URL) or 'image' (absolute URL).

    A tuple: faster to make than a frozen dataclass, and made by the million.
    """

    column: str
    value: str
    kind: Literal["text", "link", "image"] = "text"


@dataclass(frozen=True, slots=True)
class Record:
    """A harvested record; ``page`` and ``row`` say where it was first seen."""

    source: str
    key: str
    fields: tuple[Field, ...]
    page: int = 0
    row: int = 0
    query: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits for one source; 0 is no limit.

    ``records`` has one from the start: a list that is invented while it is read has no end.
    """

    requests: int = 0
    pages: int = 0
    bytes: int = 0
    minutes: float = 0.0
    records: int = 250_000


SETTLED_BY: Final = {
    "paging": 'next "TEXT OF THE LINK"',
    "more": 'next "TEXT OF THE LINK"',
    "total": "total none",
    "list": 'region "HEADING OF THE LIST"',
    "pinned": 'region "HEADING OF THE LIST"',
    "rows": 'not_record "A TEXT OF IT"',
    "form": 'form "LABEL"',
    "way": 'way "NAME"',
    "record": 'record "ITS FIRST TEXT" "ITS LAST TEXT"',
    "text": 'split "NAME=VALUE" "NAME=VALUE"',
    "part": 'first "TEXT OF A BUTTON"',
    "bare": 'not_record "A TEXT OF IT"',
    "columns": 'column "NAME=VALUE"',
    "repeated": 'not_record "A TEXT OF IT"',
    "garbled": 'column "-=VALUE"',
    "key": 'key "HEADING"',
    "unread": 'ask "WORDS THAT FIND RECORDS"',
    "bound": 'ask "WORDS THAT FIND RECORDS"',
}
"""The hint that settles each kind of doubt, as ``leadline hint FOLDER`` takes it."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks against an end: its ``kind``, one ``sentence``, and the numbers that say so.

    Kinds are "bound" (nothing bounds what is missing), "unread", "paging", "more", "total", "list",
    "form", "record", "text", "pinned", "part", "rows", "bare" (rows without what others have),
    "columns" (one in two layouts), "repeated" (a value on every page), "garbled",
    "key" and "way" (a list of other records).

    >>> Doubt("paging", "").settled_by
    'next "TEXT OF THE LINK"'
    """

    kind: str
    sentence: str
    evidence: tuple[tuple[str, float], ...] = ()

    @property
    def settled_by(self) -> str:
        """The hint that settles it (``leadline hint FOLDER ...``)."""
        return SETTLED_BY.get(self.kind, "")


TAKEN: Final = "taken"
OTHERS: Final = "shows other records than words by the form find"
"""What came of the way that is taken, and of a list beside a form."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A way into a source that a page offers: ``name`` chooses it, ``what`` and ``url`` say where.

    ``records`` is how many it seems to hold (None: nothing says it), ``price`` how many requests a
    trial takes, ``proves`` what may prove it whole, and ``came`` what came of it: "taken", why it
    did not hold, or "" where it was not tried. One that is ``wanted_only`` waits to be chosen.
    """

    what: str = ""
    url: str = ""
    records: int | None = None
    name: str = ""
    price: int = 1
    proves: str = ""
    wanted_only: bool = False
    came: str = ""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One candidate of a decision: ``example`` is the hint that chooses it, ``what`` describes it.

    ``decision`` is a kind of hint, or "box" (of the form that is asked). ``evidence`` are numbers
    that speak for or against it, ``is_taken`` says that records are read so.

    >>> Alternative("next", 2, "»", ("»",), (("place", 2.0),)).to_dict()["evidence"]
    {'place': 2.0}
    """

    decision: str
    number: int
    what: str
    example: tuple[str, ...] = ()
    evidence: tuple[tuple[str, float], ...] = ()
    is_taken: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self) | {"example": [*self.example], "evidence": dict(self.evidence)}


@dataclass(frozen=True, slots=True)
class Hint:
    """A person's word on how a site is read: its kind and the examples that were shown.

    Kinds: "way", "form", "first", "ask" and "never" (what is asked), "allow" (what the page's
    script may send), "host" (another host that it may lead to), "sure" (what may be missing: "3%",
    "proof" or NO), "next" and "total" (NO for none), "region", "not_region", "record" and
    "not_record" (where records stand), "key", "column" and "split" (their values).
    ``source`` is the key or the host of the source that is meant ('': any). ``rule`` is what was
    learned from the examples where they are not on every page, as JSON.

    >>> Hint("split", ("author=Adler, Anna", "year=1990")).pairs
    (('author', 'Adler, Anna'), ('year', '1990'))
    """

    kind: str
    texts: tuple[str, ...]
    source: str = ""
    rule: str = ""

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Names and values of examples that are written NAME=VALUE."""
        parts = (text.partition("=") for text in self.texts)
        return tuple((name.strip(), value.strip()) for name, _, value in parts)

    @property
    def line(self) -> str:
        """The hint as a person reads it: kind and examples."""
        return " ".join([self.kind, *(repr(text) for text in self.texts)])


NO: Final = "none"
"""The example of a hint that says that there is no such thing."""
HINT_KINDS: Final = (
    *("way", "form", "first", "ask", "never", "allow", "host", "sure", "region", "not_region"),
    *("record", "not_record", "next", "total", "key", "column", "split"),
)
ASKING_KINDS: Final = frozenset(
    {"way", "form", "first", "ask", "never", "allow", "host", "sure", "next"}
)
"""Kinds after which other requests are sent; all others only read answers otherwise."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a source ended: ``reason`` is one sentence, ``proof`` says what proves it complete.

    A source is "complete" only by a size that it states itself, reached and checked, or by its own
    search index, read to its end. It is "exhausted" where all that was asked ended and checks
    brought nothing. ``missing_at_most`` bounds the share of the source's records (0 to 1) that may
    be missing, at 95 %; None where nothing can be said. Where ``part`` says which part of the
    source was wanted, all of this is said of that part alone. ``doubts`` say what speaks against
    the end of an exhausted source, ``alternatives`` what each decision chose from.

    >>> Outcome("exhausted", "25 words brought nothing new").level
    'nothing more found'
    """

    state: SourceEnd
    reason: str
    proof: str = ""
    records: int = 0
    requests: int = 0
    estimate: float | None = None
    notes: tuple[str, ...] = field(default=())
    missing_at_most: float | None = None
    part: str = ""
    doubts: tuple[Doubt, ...] = ()
    ways: tuple[Offer, ...] = ()
    alternatives: tuple[Alternative, ...] = ()

    @property
    def level(self) -> str:
        """How sure the end is, in words: "nothing more found", "ended in doubt" and the like."""
        return level_of(self.state, self.doubts)


def level_of(state: str, doubts: Sequence[Doubt]) -> str:
    """Return how sure an end is, in words; a state that is no end as it is.

    >>> level_of("exhausted", [Doubt("bound", "")]), level_of("exhausted", [Doubt("total", "")])
    ('ended without a bound', 'ended in doubt')
    """
    if state != "exhausted" or not doubts:
        return LEVEL_OF_STATE.get(state, state)
    return NO_BOUND if all(doubt.kind == "bound" for doubt in doubts) else IN_DOUBT
