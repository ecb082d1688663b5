"""Specification of a test source: form, look, pager, stated total, engine and faults.

Every option was seen on real software. ``zoo.py`` combines them into sources of known kinds and
``source.py`` serves one on loopback.

>>> SourceSpec("tiny", "books", pager=Pager("arrow", size=5)).pager.size
5
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Frame = Literal["modern", "tables", "plain"]
Match = Literal["words", "exact", "part", "start"]
Beyond = Literal["empty", "first", "last", "404", "hang"]


@dataclass(frozen=True, slots=True)
class Box:
    """Further control of the form, combined with all others by AND.

    ``kind`` is a text box, a select of all values of ``column``, or an end of a range. "which" is a
    select of the ``columns`` that the query box searches ('' means all), "how" one of match modes
    (``ways``). ``match`` is the match mode of a text box. A select with a ``parent`` column has no
    choices until a value of that column is chosen; nothing is found until one of its own is chosen.
    "radio" is a select drawn as radio buttons, "check" a box that sends its ``preset`` when ticked,
    "tab" a choice that no control of the form offers, but links above the answer.
    ``preset`` is the value with which a control is served; ``closed``: no choice stands for all.
    """

    name: str
    column: str = ""
    kind: Literal["text", "select", "radio", "check", "tab", "from", "to", "which", "how"] = "text"
    match: Match = "words"
    parent: str = ""
    columns: tuple[str, ...] = ()
    ways: tuple[Match, ...] = ()
    preset: str = ""
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """Search form; ``box`` is the name of its query box ('': it has none).

    - ``hidden``: fields that must be sent unchanged; ``token``: one bound to a session cookie.
    - ``decoys``: other forms of the page (login, newsletter, language), and ``honeypot``, an
      invisible control.
    - ``lucky``: a second button that jumps to a record; ``sorts``: columns of a select of orders.
    - ``outside``: controls stand outside of the form element (``form=`` attribute).
    - ``webforms``: one ASP.NET form wraps the page; ``browse``: the entry page lists everything.
    - ``boxes``: further controls; ``needs_words``: they have no effect without a query.
    """

    method: Literal["GET", "POST"] = "GET"
    box: str = "q"
    action: str = "/search"
    entry: str = "/"
    hidden: tuple[tuple[str, str], ...] = ()
    token: bool = False
    category: str = ""
    button: str = ""
    decoys: tuple[str, ...] = ()
    lucky: bool = False
    sorts: tuple[str, ...] = ()
    outside: bool = False
    webforms: bool = False
    browse: bool = False
    boxes: tuple[Box, ...] = ()
    needs_words: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """Display of results. ``layout`` is a key of ``layouts.LAYOUTS``.

    ``link``: whether there are detail links. ``alternate``: layout after ``Faults.swap_after``
    result pages. ``aside``: repetitive lists beside the results (facets, menu, popular, ads).
    ``declared``: declared name of the charset ('' is its own).
    """

    layout: str = "table"
    frame: Frame = "modern"
    link: bool = True
    link_style: Literal["path", "query", "session"] = "path"
    highlight: Literal["", "b", "mark", "span"] = ""
    rank: bool = False
    score: bool = False
    relative_dates: bool = False
    echo: bool = True
    aside: tuple[str, ...] = ()
    alternate: str = ""
    charset_in: Literal["both", "header", "meta", "none"] = "both"
    declared: str = ""


@dataclass(frozen=True, slots=True)
class Pager:
    """Division of an answer into pages. ``kind`` is a key of ``pagers.PAGERS``.

    ``size``: records per page. ``sizes``: page sizes to choose from by ``size_box`` (a select, or
    links with ``size_links``). ``window``: page links that a numbered pager shows. ``last_arrow``:
    an arrow to the last page stands beside the next one.
    """

    kind: str = "next"
    size: int = 20
    sizes: tuple[int, ...] = ()
    size_box: str = ""
    size_links: bool = False
    window: int = 10
    last_arrow: bool = False
    beyond: Beyond = "empty"
    parameter: str = "page"


@dataclass(frozen=True, slots=True)
class Total:
    """Stated total of an answer.

    "double" lists hits in the title before hits anywhere, so that records are counted and shown
    twice. "pages" states only the number of pages, "approximate" rounds up and says "about".
    ``constant`` adds the size of the whole database to every page.
    """

    kind: Literal["exact", "range", "approximate", "double", "pages", "absent"] = "exact"
    in_title: bool = False
    constant: bool = False


@dataclass(frozen=True, slots=True)
class Engine:
    """Search engine: from words to hits.

    - ``match``: all words (and), any word (or), parts of words (substring), a phrase.
    - ``everything``: match-all queries; ``empty``: effect of an empty query.
    - ``cap``: number of hits that can be displayed (0: all); pages behind it give ``after_cap``.
    - ``unstable``: records of equal rank are shuffled at every request.
    - ``relaxed``: any word suffices if no record has all.
    - ``extra``: number of help pages among the hits; ``unindexed``: columns that are not searched.
    - ``truncation``: wildcard for the rest of a word ("bri*").
    """

    match: Literal["and", "or", "substring", "phrase"] = "and"
    stem: bool = False
    min_length: int = 1
    stop_words: bool = False
    case: Literal["ignored", "kept"] = "ignored"
    accents: Literal["folded", "kept", "plain"] = "folded"
    negation: bool = False
    everything: tuple[str, ...] = ()
    empty: Literal["all", "help", "error", "nothing", "entry"] = "all"
    cap: int = 0
    after_cap: Literal["empty", "500", "404"] = "empty"
    order: Literal["fixed", "relevance"] = "fixed"
    unstable: bool = False
    relaxed: bool = False
    jump: bool = False
    extra: int = 0
    unindexed: tuple[str, ...] = ()
    truncation: str = ""


@dataclass(frozen=True, slots=True)
class Faults:
    """Faults, counted in requests for result pages (the first is 1; 0 means never).

    - ``every``: period of answers with ``status`` (503 and 429 with Retry-After, or 500).
    - ``truncate_every``: period of pages that are cut off in a row.
    - ``captcha_at``: request that is answered by a captcha with status 200.
    - ``session_after``: period after which all sessions are forgotten.
    - ``swap_after``: the layout changes for good; ``swap_every``: it changes and changes back.
    - ``dead``: every answer is a 500.
    """

    every: int = 0
    status: Literal[503, 429, 500] = 503
    retry_after: int = 1
    truncate_every: int = 0
    captcha_at: int = 0
    session_after: int = 0
    swap_after: int = 0
    swap_every: int = 0
    dead: bool = False
    robots: Literal["absent", "open", "delay", "forbid", "forbid-search", "broken"] = "absent"
    hang_seconds: float = 20.0


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """A source: ``table`` is a key of ``tables.RECIPES``, ``count`` its number of rows.

    ``language`` '' is that of the table.
    """

    name: str
    table: str
    count: int = 600
    kind: str = ""
    language: str = ""
    charset: str = "utf-8"
    form: Form = field(default_factory=Form)
    look: Look = field(default_factory=Look)
    pager: Pager = field(default_factory=Pager)
    total: Total = field(default_factory=Total)
    engine: Engine = field(default_factory=Engine)
    faults: Faults = field(default_factory=Faults)
    seed: int = 7
