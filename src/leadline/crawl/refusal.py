"""A source that no longer answers but refuses: told by what comes instead of records.

Harvest notes 5.7: with status 200 come captchas, logins and errors. One such page proves nothing (a
session ended, a query was odd), several in a row do: then the source is left alone and the harvest
paused, instead of asking on and taking the refusals for empty answers.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<h1>Are you a robot?</h1><form><input name='captcha'></form>", "http://h.test/")
>>> sign_of_refusal(page, [])
'a captcha'
>>> sign_of_refusal(page, [page])
''
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.model import Page
    from leadline.page.dom import Document

ENOUGH: Final = 6
"""Weight of refusals without a record in between from which a source is left alone."""
STRONG: Final = 2
"""Weight of a captcha, a login, 401 or 403: three in a row."""
WEAK: Final = 1
"""Weight of any other error that answers a plain word: six in a row; a few words may be too short
for a source that then says so with 400."""
NO_ENTRY: Final = frozenset({401, 403, 407, 451})
PLAIN: Final = frozenset({"word", "check"})
"""Purposes whose queries are words that any source takes; odder queries are often refused."""
LONGEST: Final = 4_000
MARKUP: Final = 50_000
"""Characters of a page's text and of its markup that are looked at: a refusal is short."""

MARK: Final = re.compile(
    r"captcha|turnstile|challenge-(?:form|platform|running)|challenges\.cloudflare|px-captcha|"
    r"datadome|/sorry/",
    re.IGNORECASE,
)
WORDS: Final = re.compile(
    r"captcha|\b(?:you are|are you|not)\b.{0,12}\b(?:human|robot|bot)\b|unusual traffic|"
    r"automated (?:access|requests?|quer(?:y|ies)|traffic)|verif(?:y|ying) you are human|"
    r"验证码|驗證碼|安全验证|安全驗證|人机验证|机器人|機器人|访问过于频繁|訪問過於頻繁|ロボットで|認証コード|"
    r"не робот|kein Roboter|pas un robot|un robot|자동입력",
    re.IGNORECASE,
)


def signs(document: Document, query: str = "") -> Iterator[str]:
    """What on a page may be there to keep programs or strangers out, the echoed query aside."""
    if MARK.search(document.html[:MARKUP]) and not MARK.search(query):
        yield "a captcha"
    for node in document.elements("input"):
        if document.attribute(node, "type").casefold() == "password":
            yield "a login form"
    text = document.visible_text(0)[:LONGEST].casefold()
    if WORDS.search(text.replace(query.casefold(), " ") if query else text):
        yield "a captcha"


def sign_of_refusal(document: Document, usual: Sequence[Document], query: str = "") -> str:
    """What a page without records asks for instead; '' if the source's usual pages show it too."""
    before = {sign for page in usual for sign in signs(page)}
    return next((sign for sign in signs(document, query) if sign not in before), "")


@dataclass(slots=True)
class Refusals:
    """Counts what came instead of answers since the last page with records."""

    weight: int = 0
    times: int = 0

    def answered(self) -> None:
        """A page with records came."""
        self.weight = self.times = 0

    @property
    def are_enough(self) -> bool:
        """Whether the source is to be left alone."""
        return self.weight >= ENOUGH

    def status(self, page: Page, purpose: str) -> str:
        """Count an answer by its status; what it says, or '' if it is no refusal."""
        if page.status in NO_ENTRY and purpose in (*PLAIN, "page"):
            return self._add(STRONG, f"the source answered {page.status}")
        if 400 <= page.status < 500 and purpose in PLAIN:
            return self._add(WEAK, f"the source answered {page.status} to plain words")
        return ""

    def sign(self, sign: str) -> str:
        """Count a page that asks for something else; what it says."""
        return self._add(STRONG, f"the source shows {sign} instead of an answer")

    def _add(self, weight: int, reason: str) -> str:
        self.weight += weight
        self.times += 1
        return reason
