"""Detection of a source that refuses instead of answering.

Captchas, logins and errors may come with status 200. One such page proves
nothing: a session ended, or the query was unusual. Several in a row pause the crawl.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<h1>Are you a robot?</h1><form><input name='captcha'></form>", "http://h.test/")
>>> sign_of_refusal(page, [])
'a captcha'
>>> sign_of_refusal(page, [page])
''
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from leadline.model import Page
from leadline.page.data_files import any_of
from leadline.page.dom import Document

MAX_REFUSAL_WEIGHT: Final = 6
"""Weight of refusals without a record in between from which a source is left alone."""
STRONG_WEIGHT: Final = 2
"""Weight of a captcha, a login, 401 or 403: three in a row are enough."""
WEAK_WEIGHT: Final = 1
"""Weight of any other error that answers a plain word; some sources answer short words with 400."""
NO_ENTRY_STATUSES: Final = frozenset({401, 403, 407, 451})
PLAIN_PURPOSES: Final = frozenset({"word", "check"})
"""Purposes whose queries are words that any source takes; unusual queries are often refused."""
MAX_TEXT_CHARACTERS: Final = 4_000
MAX_MARKUP_CHARACTERS: Final = 50_000
"""Characters of a page's text and markup that are looked at: a refusal is short."""

CAPTCHA_MARKUP: Final = re.compile(
    r"captcha|turnstile|challenge-(?:form|platform|running)|challenges\.cloudflare|px-captcha|"
    r"datadome|/sorry/",
    re.IGNORECASE,
)
CAPTCHA_WORDS: Final = re.compile(any_of("leadline.crawl", "captcha"), re.IGNORECASE)

A_LOGIN: Final = "a login form"
FLOOD_WORDS: Final = re.compile(any_of("leadline.crawl", "flood"), re.IGNORECASE)
"""What sources say with status 200 where others send 429."""

_AGAIN = any_of("leadline.crawl", "ask_again")
_UNITS = (
    r"(?P<{0}>\d{{1,4}})\s*(?:(?P<{0}_minutes>"
    + any_of("leadline.crawl", "minutes")
    + ")|"
    + any_of("leadline.crawl", "seconds")
    + ")"
)
STATED_PAUSE: Final = re.compile(
    rf"(?:{_AGAIN})[^.!?。！？\d]{{0,40}}(?<![\d.,]){_UNITS.format('after')}|"
    rf"(?<![\d.,]){_UNITS.format('before')}[^.!?。！？\d]{{0,40}}(?:{_AGAIN})",
    re.IGNORECASE,
)
"""A time to wait in one sentence with a wish to ask again: flood control of forums and others."""
SECONDS_OF_MINUTE: Final = 60


def stated_pause(text: str) -> float:
    """Return the seconds after which a text asks to try again, 0 where it does not.

    >>> stated_pause("You cannot search yet. Please try again in 9 seconds.")
    9.0
    >>> stated_pause("Bitte warten Sie 2 Minuten"), stated_pause("3 hits in 2 seconds. Try again")
    (120.0, 0.0)
    """
    said = STATED_PAUSE.search(text)
    if said is None:
        return 0.0
    is_minutes = said["after_minutes"] or said["before_minutes"]
    return float(said["after"] or said["before"]) * (SECONDS_OF_MINUTE if is_minutes else 1)


def refusal_signs(document: Document, query: str = "") -> list[str]:
    """Return what on a page may keep programs or strangers out, the echoed query aside."""
    signs = []
    markup = document.html[:MAX_MARKUP_CHARACTERS]
    if CAPTCHA_MARKUP.search(markup) and not CAPTCHA_MARKUP.search(query):
        signs.append("a captcha")
    inputs = document.elements("input")
    if any(document.attribute(node, "type").casefold() == "password" for node in inputs):
        signs.append(A_LOGIN)
    text = document.visible_text(0)[:MAX_TEXT_CHARACTERS].casefold()
    text = text.replace(query.casefold(), " ") if query else text
    if CAPTCHA_WORDS.search(text):
        signs.append("a captcha")
    if stated_pause(text):
        signs.append("a wish to wait")
    if FLOOD_WORDS.search(text):
        signs.append("a refusal of too many requests")
    return signs


def sign_of_refusal(document: Document, usual: Sequence[Document], query: str = "") -> str:
    """Return what a page asks for instead; '' if usual pages of the source show it too."""
    before = {sign for page in usual for sign in refusal_signs(page)}
    return next((sign for sign in refusal_signs(document, query) if sign not in before), "")


def why_cut(page: Page) -> str:
    """Return why a page came cut, '' for a whole one."""
    return (page.header("x-leadline-cut") or "bytes are missing") if page.truncated else ""


@dataclass(frozen=True, slots=True)
class RefusalCount:
    """Weight and number of pages that refused since the last page with records."""

    weight: int = 0
    times: int = 0

    @property
    def is_enough(self) -> bool:
        """Whether the source is to be left alone."""
        return self.weight >= MAX_REFUSAL_WEIGHT

    def with_status(self, page: Page, purpose: str) -> tuple[str, RefusalCount]:
        """Return what the status of a page says, '' if it is no refusal, and the new count."""
        if page.status in NO_ENTRY_STATUSES and purpose in (*PLAIN_PURPOSES, "page"):
            return f"the source answered {page.status}", self._add(STRONG_WEIGHT)
        if 400 <= page.status < 500 and purpose in PLAIN_PURPOSES:
            return f"the source answered {page.status} to plain words", self._add(WEAK_WEIGHT)
        return "", self

    def with_sign(self, sign: str) -> tuple[str, RefusalCount]:
        """Return what a page says that asks for something else, and the new count."""
        return f"the source shows {sign} instead of an answer", self._add(STRONG_WEIGHT)

    def _add(self, weight: int) -> RefusalCount:
        return RefusalCount(self.weight + weight, self.times + 1)
