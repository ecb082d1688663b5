"""The values that pass between the rooms: frozen, comparable, without behaviour of their own.

Names follow ``docs/glossary.md``. Nothing here knows the network, the disk or the clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent: ``url`` is absolute and percent-encoded, ``body`` is empty for GET."""

    method: str
    url: str
    headers: Headers = ()
    body: bytes = b""

    @property
    def fingerprint(self) -> str:
        """Equal for requests that ask for the same thing (headers do not count)."""
        digest = blake2b(digest_size=12)
        for part in (self.method.encode(), self.url.encode(), self.body):
            digest.update(len(part).to_bytes(8, "big") + part)
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Page:
    """What came back: ``url`` is the address after redirects, ``body`` is decompressed.

    ``number`` is the page's number in the store, 0 while it is not stored. ``fetched_at`` is in
    seconds since the epoch, ``seconds`` is how long the answer took.
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
        """The last value of a header, or ''."""
        wanted = name.casefold()
        return next((v for k, v in reversed(self.headers) if k.casefold() == wanted), "")


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a select, radio group or datalist: ``value`` is sent, ``text`` is read."""

    value: str
    text: str
    selected: bool = False
    disabled: bool = False


ControlKind = Literal[
    "text", "search", "textarea", "select", "radio", "checkbox", "hidden", "submit", "image",
    "button", "reset", "password", "file", "email", "tel", "url", "number", "range", "date",
    "datetime-local", "month", "week", "time", "color",
]  # fmt: skip


BUTTON_KINDS: Final = frozenset({"submit", "image", "reset", "button"})
BOX_KINDS: Final = frozenset({"radio", "checkbox"})


@dataclass(frozen=True, slots=True)
class Control:
    """One control of a query interface: ``name`` is sent, ``label`` is read.

    A radio or checkbox control is one box (``value`` is what it sends, ``checked`` its state);
    boxes of one group share ``name`` and ``group_label``; a box that is only called "from" has what
    its row is called there. What may be typed: ``pattern``, ``min_length`` and ``max_length`` (0 is
    no limit), ``low``, ``high`` and ``step`` (the attributes min, max and step as they stand).
    ``node`` is its place in document order, ``label_source`` the rule that found the label.
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


FormKind = Literal[
    "search", "filter", "login", "registration", "recovery", "contact", "order", "newsletter",
    "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class QueryInterface:
    """A form that may search a source: QI = <name, action, method, elements> of Lin 2016.

    Holds all that is needed to send it (no page is needed again): ``action`` is absolute,
    ``charset`` is the encoding that the query bytes go out in, ``page_charset`` that of the page.
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
    """What a selector wants: this query, of this source."""

    source: str
    query: Query


@dataclass(frozen=True, slots=True)
class Taken:
    """One record as query selection sees it: its key and the candidate queries it holds."""

    key: Hashable
    terms: frozenset[Query]


@dataclass(frozen=True, slots=True)
class Answer:
    """What an ask brought.

    ``interactions`` is M, the result pages asked for (an empty answer costs one); ``total`` is
    num(q, DB) as the source states it (None if it does not); ``exact`` says whether that number
    may be believed; ``complete`` whether every matching record was taken.
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
    """Records that belong together; ``parent`` is the node that holds them all."""

    parent: int
    records: tuple[RecordSpan, ...]
    score: float = 0.0
    miner: str = ""


class Field(NamedTuple):
    """One value of a record. ``kind``: 'text', 'link' (absolute URL) or 'image' (absolute URL).

    A tuple, as they are made by the million: it takes a third less time than a frozen dataclass.
    """

    column: str
    value: str
    kind: Literal["text", "link", "image"] = "text"


@dataclass(frozen=True, slots=True)
class Record:
    """A harvested record: where it was seen first is ``page`` (number in the store) and ``row``."""

    source: str
    key: str
    fields: tuple[Field, ...]
    page: int = 0
    row: int = 0
    query: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a person allows for one source; 0 is no limit."""

    requests: int = 0
    pages: int = 0
    bytes: int = 0
    minutes: float = 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a source ended: ``reason`` is one plain sentence, ``proof`` what proves it whole."""

    state: Literal["complete", "exhausted", "paused", "failed"]
    reason: str
    proof: str = ""
    records: int = 0
    requests: int = 0
    estimate: float | None = None
    notes: tuple[str, ...] = field(default=())
