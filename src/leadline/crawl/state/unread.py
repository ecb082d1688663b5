"""Answers that could not be had or read: they are counted apart, and prove no end.

An answer has a kind. One that was *read* showed records, or the page that says that there are none.
All others were not: they lead to a host that may not be asked, come cut off or cannot be unpacked,
show something else (a login, an ended session, a wish to come later), or refuse the word. Where
most answers since the last new record were not read, nothing ended: the source is paused.

>>> answers = UnreadAnswers().with_news()
>>> for kind in ("cut", "", "cut", "cut"): answers = answers.with_answer(kind)
>>> answers.most, answers.why_no_end
('cut', 'its answers break off (3 of the last 4)')
>>> UnreadAnswers().with_answer("cut").with_news().why_no_end
''
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from leadline.errors import NOT_NAMED, FetchError

CUT: Final = "cut"
PACKED: Final = "packed"
ELSEWHERE: Final = "elsewhere"
FAILED: Final = "failed"
REFUSED: Final = "refused"
SHOWN: Final = "shown"
SESSION_OVER: Final = "session over"
MOVED: Final = "moved"
"""The columns of a page changed and cannot be followed: none of its records is taken."""
ORDER: Final = "order"
"""What was asked is too wide or too short, as the source says: a longer word is answered."""
ASKED: Final = "asked"
"""What was asked was asked before, and no request is sent."""
SENTENCES: Final = {
    CUT: "its answers break off",
    PACKED: "its answers cannot be unpacked",
    ELSEWHERE: "its answers lead elsewhere",
    FAILED: "its answers do not come",
    REFUSED: "it refuses most words",
    SHOWN: "it shows something else instead of answers",
    SESSION_OVER: "its session is over, and a new one too",
    MOVED: "the columns changed and cannot be followed",
    ORDER: "it wants narrower questions",
}
"""What is said of each kind of answers that were not read."""
MIN_UNREAD: Final = 3
"""Answers that were not read, from which they say something of the source."""
MAX_UNREAD_SHARE: Final = 0.5
"""Share of the answers since the last new record from which these did not end anything."""
DOUBTED_SHARE: Final = 0.05
"""Share of all answers from which those that were not read are told."""
MAX_UNREAD_IN_A_ROW: Final = {PACKED: 6, CUT: 25, ELSEWHERE: 6, MOVED: 6, REFUSED: 40}
"""Answers in a row that were not read after which a source is left alone."""
MIN_TOO_SHORT: Final = 2
"""Short words that an order answered, from which no other as short is asked."""
MAX_LATEST: Final = 50
"""Answers since the last new record after which a source is left, if most of them were unread."""
MAX_KEPT: Final = 100
MAX_TEXTS: Final = 300


@dataclass(frozen=True, slots=True)
class UnreadAnswers:
    """Kinds of answers, "" for one that was read: all counted, and those since the last new record.

    ``details`` say more of a kind, e.g. the host that answers lead to. ``refusing`` are the texts
    of pages that may refuse a word. ``ordered`` are the letters of words that an order answered,
    ``least_read`` those of the shortest word that was answered.
    """

    read: int = 0
    unread: tuple[tuple[str, int], ...] = ()
    latest: tuple[str, ...] = ()
    details: tuple[tuple[str, str], ...] = ()
    refusing: frozenset[str] = frozenset()
    ordered: tuple[int, ...] = ()
    least_read: int = 0

    def with_answer(self, kind: str, detail: str = "") -> UnreadAnswers:
        """Return the count with one answer more."""
        latest = (*self.latest, kind)[-MAX_KEPT:]
        if not kind:
            return replace(self, read=self.read + 1, latest=latest)
        counts = Counter(dict(self.unread))
        counts[kind] += 1
        details = {**dict(self.details), **({kind: detail} if detail else {})}
        return replace(
            self, unread=tuple(counts.items()), latest=latest, details=tuple(details.items())
        )

    def with_letters(self, letters: int, *, is_order: bool) -> UnreadAnswers:
        """Return the count with the letters of a word that was answered, by an order or not."""
        if is_order:
            return replace(self, ordered=(*self.ordered, letters)[-MAX_KEPT:])
        return replace(self, least_read=min(letters, self.least_read or letters))

    @property
    def too_short(self) -> int:
        """Letters up to which words are not asked: a few were refused, longer ones answered.

        >>> seen = UnreadAnswers().with_letters(1, is_order=True).with_letters(3, is_order=False)
        >>> seen.too_short, seen.with_letters(1, is_order=True).too_short
        (0, 1)
        """
        short = [letters for letters in self.ordered if letters < self.least_read]
        return max(short, default=0) if len(short) >= MIN_TOO_SHORT else 0

    def without_latest(self) -> UnreadAnswers:
        """Return the count without the latest answer, which was taken for read."""
        return replace(self, read=self.read - 1, latest=self.latest[:-1])

    def with_news(self) -> UnreadAnswers:
        """Return the count after an answer with new records."""
        return replace(self, latest=())

    def with_texts(self, texts: frozenset[str]) -> UnreadAnswers:
        """Return the count with the texts of a page that may refuse a word."""
        is_full = len(self.refusing) >= MAX_TEXTS
        return self if is_full else replace(self, refusing=self.refusing | texts)

    @property
    def last(self) -> str:
        """Kind of the latest answer, "" where it was read."""
        return self.latest[-1] if self.latest else ""

    @property
    def in_a_row(self) -> int:
        """Answers of the latest kind in a row, none of which was read."""
        row = 0
        for kind in reversed(self.latest):
            if not kind or kind != self.last:
                break
            row += 1
        return row

    @property
    def is_enough(self) -> bool:
        """Whether so many were not read that the source is to be left alone."""
        in_vain = len(self.latest) >= MAX_LATEST and bool(self.why_no_end)
        return in_vain or self.in_a_row >= MAX_UNREAD_IN_A_ROW.get(self.last, MAX_KEPT + 1)

    @property
    def most(self) -> str:
        """The commonest kind of unread answers since the last new record, "" without one."""
        counts = Counter(kind for kind in self.latest if kind not in {"", ORDER})
        return max(counts, key=lambda kind: counts[kind]) if counts else ""

    def sentence(self, kind: str) -> str:
        """Return what is said of a kind."""
        return dict(self.details).get(kind) or SENTENCES[kind]

    @property
    def why_no_end(self) -> str:
        """Why no end was reached, "" where enough of the latest answers were read."""
        answers = [kind for kind in self.latest if kind != ORDER]
        unread = sum(map(bool, answers))
        if unread < MIN_UNREAD or unread < MAX_UNREAD_SHARE * len(answers):
            return ""
        return f"{self.sentence(self.most)} ({unread} of the last {len(answers)})"

    @property
    def lost(self) -> tuple[int, int, str]:
        """How many answers were not read, of how many, and the commonest kind; 0 where few.

        Records that were left out count from the first page on.
        """
        counts = {kind: times for kind, times in self.unread if kind != ORDER}
        unread = sum(counts.values())
        every = unread + self.read
        if MOVED in counts:
            return unread, every, MOVED
        if unread < MIN_UNREAD or unread < DOUBTED_SHARE * every:
            return 0, every, ""
        return unread, every, max(counts, key=lambda kind: counts[kind])


def why_elsewhere(fault: FetchError) -> str:
    """Return where answers lead that may not be asked for.

    >>> from leadline.model import Request
    >>> text = "http://a.test/s leads elsewhere: b.test is not among the named hosts (a.test); name"
    >>> why_elsewhere(FetchError(text, Request("GET", "http://a.test/s")))
    'its answers lead to b.test, which was not named; name'
    """
    before, is_other, after = str(fault).partition(f" {NOT_NAMED}")
    if not is_other:
        return f"its answers may not be asked for: {fault}"
    _, sign, hint = after.partition(";")
    return f"its answers lead to {before.rpartition(' ')[2]}, which was not named{sign}{hint}"
