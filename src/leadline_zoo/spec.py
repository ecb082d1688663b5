"""What a searchable source can be like: one frozen value that describes a whole deep-Web source.

Every option was seen on real software; ``zoo.py`` combines them into sources of known kinds and
``source.py`` serves one on loopback. The engine finds, the look shows, the pager divides, the total
claims, the faults disturb.

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
    """One more control of the form, which searches one column, ANDed with all others.

    ``kind``: a text box, a select of all values, the low or the high end of a range, or a select of
    ``columns`` that says what the box for words searches ('' is all of them), or of ``ways`` that
    says how. ``match`` is how a text box finds: every word in the column, the whole value, or a
    part of it. A select with a ``parent`` (a column) has no choices until one of that is chosen,
    and without one of its own nothing is found.
    """

    name: str
    column: str = ""
    kind: Literal["text", "select", "from", "to", "which", "how"] = "text"
    match: Match = "words"
    parent: str = ""
    columns: tuple[str, ...] = ()
    ways: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """How the source is asked; ``box`` '' is a form without a box for any words.

    ``hidden`` are sent along unchanged; ``token`` is a hidden field bound to a session cookie;
    ``decoys`` are other forms of the page (login, newsletter, language) and ``honeypot``, a
    control that no person sees; ``lucky`` is a second button that jumps to a record; ``sorts``
    are the columns of a select of sort orders; ``outside`` puts the controls outside of the form
    element (``form=`` attribute); ``webforms`` wraps the whole page in one ASP.NET form;
    ``browse`` shows the first page of everything on the entry page; ``boxes`` are more controls,
    ``needs_words`` says that they do nothing without a word in the box.
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
    """How results are shown. ``layout`` is a key of ``layouts.LAYOUTS``.

    ``link`` False shows no detail link; ``alternate`` is the layout after ``Faults.swap_after``
    result pages; ``aside`` names lists with repeated structure beside the results (facets, menu,
    popular, ads); ``declared`` is the name that the charset goes out under ('' is its own).
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
    """How one answer is divided. ``kind`` is a key of ``pagers.PAGERS``.

    ``size`` records a page; ``sizes`` are the page sizes a person may choose, by ``size_box``
    (a select, or links with ``size_links``); ``window`` is the number of page links that numbers
    pagers show; ``last_arrow`` puts an arrow that means the LAST page beside the next one.
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
    """What is said about the size of an answer.

    ``double`` lists hits in the title and hits anywhere one after the other, so that rows are
    counted (and shown) twice; ``pages`` says only how many pages; ``approximate`` rounds up and
    says "about"; ``constant`` adds the size of the whole database on every page.
    """

    kind: Literal["exact", "range", "approximate", "double", "pages", "absent"] = "exact"
    in_title: bool = False
    constant: bool = False


@dataclass(frozen=True, slots=True)
class Engine:
    """How words become hits.

    ``match``: all words (and), any word (or), parts of words (substring), the words side by side
    (phrase). ``everything`` are the queries that find the whole table, ``empty`` what an empty
    query does. ``cap`` hides all hits after the first so many; asking for them gives
    ``after_cap``. ``unstable`` shuffles records of equal rank at every request. ``relaxed``
    answers with any word when no record has all. ``extra`` mixes that many help pages in;
    ``unindexed`` columns are shown but not searched. ``truncation`` is a sign that stands for the
    rest of a word ("bri*").
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
    """What goes wrong, counted in requests for result pages (the first is 1; 0 is never).

    ``every`` with ``status`` (503, 429: with Retry-After; 500), ``truncate_every`` cuts a page
    in a row, ``captcha_at`` shows a captcha page with status 200 once, ``session_after`` forgets
    all sessions every so many requests, ``swap_after`` changes the layout for good,
    ``swap_every`` every so many pages (and back again), ``dead`` answers 500 always.
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
    """One source: which table (a key of ``tables.RECIPES``), how many rows, and how it behaves.

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
