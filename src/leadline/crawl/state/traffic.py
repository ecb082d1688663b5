"""Requests to a source, those that failed in a row, and when that ends the crawl."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from leadline.crawl.refusal import RefusalCount
from leadline.crawl.state.unread import UnreadAnswers, why_elsewhere
from leadline.errors import NOT_NAMED, Blocked, FetchError, NotAllowed, Unreachable
from leadline.model import Page, Request
from leadline.page.charset import is_guessed
from leadline.page.letters import best_charset, high_texts
from leadline.page.markup import MAX_PAGE_TAGS

KINDS_OF_TEXT: Final = ("html", "text", "xml", "json", "javascript")
MAX_BYTES_OF_SOURCE: Final = 40_000
"""Bytes of texts of several pages after which their encoding is not judged again."""


@dataclass(frozen=True, slots=True)
class SourceLetters:
    """Texts of pages that declare no encoding, and the encoding that they speak for.

    A short page says little, and is read as the others are. What pages declare, or are (UTF-8),
    holds.

    >>> from leadline.model import Request
    >>> letters, asked = SourceLetters(), Request("GET", "http://h.test/")
    >>> for text in ("検索結果 東京都立図書館 日本文学", "雪"):
    ...     page = Page(asked, asked.url, 200, (), text.encode("euc_jp"))
    ...     letters = letters.with_page(page)
    ...     letters.told(page).header("content-type")
    '; charset=euc_jp'
    '; charset=euc_jp'
    >>> letters.told(Page(asked, asked.url, 200, (), "雪".encode())).headers
    ()
    """

    texts: bytes = b""
    charset: str = ""

    def told(self, page: Page) -> Page:
        """Return a page that declares the encoding of its source, if it would be guessed alone."""
        if not self.charset or not _is_undeclared(page):
            return page
        kind = f"{page.header('Content-Type').partition(';')[0]}; charset={self.charset}"
        return replace(page, headers=(*page.headers, ("Content-Type", kind)))

    def with_page(self, page: Page) -> SourceLetters:
        """Return what is known with the letters of a further page."""
        if len(self.texts) >= MAX_BYTES_OF_SOURCE or not _is_undeclared(page):
            return self
        texts = self.texts + b"\n" + high_texts(page.body)
        return SourceLetters(texts, best_charset(texts))


def _is_undeclared(page: Page) -> bool:
    """Tell whether a page is a text whose encoding would be guessed."""
    stated = page.header("Content-Type")
    is_text = not stated or any(kind in stated.casefold() for kind in KINDS_OF_TEXT)
    return is_text and b"\0" not in page.body[:1_000] and is_guessed(page.body, stated)


MAX_DISALLOWED_IN_A_ROW: Final = 8
"""Requests that may not be sent (robots.txt, other hosts) after which a source is left."""
MAX_FAULTS_IN_A_ROW: Final = 3
"""Server errors, or hosts that do not answer, after which a source is paused."""
MIN_TAGS_OF_LARGE_PAGE: Final = 50_000
BYTES_PER_TAG: Final = 32
"""Bytes of a page that cost about as much as a tag: a page may be large without any."""
MAX_TAGS_IN_VAIN: Final = 3 * MAX_PAGE_TAGS
"""Tags of large pages without a record in between after which a source is left alone."""
COOKIE: Final = "set-cookie"
"""End of the name of a header that sets a cookie, on the way to a page too."""
UNUSUAL_PURPOSES: Final = frozenset({"whole-database try", "habit"})
"""Purposes of queries that a server may fail on; that says nothing of the next word."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """Requests so far, those that failed in a row, tags of large pages since the last record.

    ``is_token_useless``: an unusual query was refused with a new token too. ``useless_renewals``
    are sessions begun anew, in a row, that changed nothing. ``says_nothing_by_404``: made-up words
    are answered so. ``pause`` is the time in seconds that the source wants between two searches.
    ``terms`` are those that the person's word accepted: page, text and time of each.
    ``unread`` counts answers that could not be had or read; ``letters`` are those of its pages.
    ``latest_page`` is the page shown last, onto which partial answers are put. ``scripts`` are
    script files that were fetched, by address; ``looks_for_scripts`` counts pages that lack some.
    ``sets_cookies``: an answer set one, so the source may remember what was asked before.
    """

    requests: int = 0
    faults: int = 0
    disallowed: int = 0
    latest_request: str = ""
    tags_in_vain: int = 0
    is_token_useless: bool = False
    useless_renewals: int = 0
    refusals: RefusalCount = field(default_factory=RefusalCount)
    says_nothing_by_404: bool = False
    pause: float = 0.0
    terms: tuple[tuple[str, str, str], ...] = ()
    unread: UnreadAnswers = field(default_factory=UnreadAnswers)
    letters: SourceLetters = field(default_factory=SourceLetters)
    latest_page: Page | None = field(default=None, repr=False)
    scripts: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    looks_for_scripts: int = 0
    sets_cookies: bool = False

    def with_reply(self, reply: Page | FetchError, *, leads_on: bool = False) -> Traffic:
        """Count a reply; a page that only leads on is no answer, and ends no row of faults."""
        headers = reply.headers if isinstance(reply, Page) else ()
        named = (name.lower() for name, _ in headers)
        sets_cookies = self.sets_cookies or any(name.endswith(COOKIE) for name in named)
        if leads_on:
            return replace(self, requests=self.requests + 1, sets_cookies=sets_cookies)
        failed = isinstance(reply, Unreachable) or (isinstance(reply, Page) and reply.status >= 500)
        return replace(
            self,
            requests=self.requests + 1,
            disallowed=self.disallowed + 1 if isinstance(reply, NotAllowed) else 0,
            faults=self.faults + 1 if failed else 0,
            tags_in_vain=self.tags_in_vain + _tags_of_large(reply),
            sets_cookies=sets_cookies,
        )

    def check(self, reply: Page | FetchError, request: Request, purpose: str) -> None:
        """Raise ``FetchError`` where the last reply, counted already, ends the crawl."""
        if isinstance(reply, Blocked):
            raise reply
        if isinstance(reply, NotAllowed) and self.disallowed >= MAX_DISALLOWED_IN_A_ROW:
            raise NotAllowed(why_elsewhere(reply), request) if NOT_NAMED in str(reply) else reply
        if self.tags_in_vain >= MAX_TAGS_IN_VAIN:
            text = "page after page is very large, and none could be read; try again later"
            raise Blocked(text, request)
        is_unusual = isinstance(reply, Page) and purpose in UNUSUAL_PURPOSES
        if self.faults >= MAX_FAULTS_IN_A_ROW and not is_unusual:
            raise _host_failed(reply, request)


def is_set_aside(page: Page) -> bool:
    """Tell whether a page has more tags than are read."""
    return page.body.count(b"<") > MAX_PAGE_TAGS


def _tags_of_large(reply: Page | FetchError) -> int:
    """Weigh a large page by its tags or bytes, at most as the largest that is read; others 0."""
    body = reply.body if isinstance(reply, Page) else b""
    tags = max(body.count(b"<"), len(body) // BYTES_PER_TAG)
    return min(tags, MAX_PAGE_TAGS) if tags >= MIN_TAGS_OF_LARGE_PAGE else 0


def _host_failed(reply: Page | FetchError, request: Request) -> FetchError:
    times = f"{MAX_FAULTS_IN_A_ROW} times in a row"
    if isinstance(reply, FetchError):
        return Unreachable(f"no readable answer came {times}: {reply}", request)
    return Blocked(f"the server answered {reply.status} {times}; try again later", request)
