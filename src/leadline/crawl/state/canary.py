"""Answers that fail like success: empty or equal answers in a row, and how they are questioned.

Some sources answer too many requests with "nothing found", or with one cached page for every word.
Both look like a source that holds no more. So after some empty answers in a row, or some equal ones
to unlike words, a word is asked again that found something before: the canary.

>>> canary = Canary().with_answer("oil", page := None, ("a", "b"))
>>> for word in ("w1", "w2", "w3"): canary = canary.with_answer(word, page, ("x", "y"))
>>> canary.is_suspicious, canary.known_word
(True, 'oil')
>>> canary.is_alive(("x", "y")), canary.is_alive(("a", "b"))
(False, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from leadline.model import Page

Keys = tuple[str, ...]

MAX_EMPTY_ANSWERS: Final = 6
"""Answers in a row without a record after which a known word is asked again, at first."""
MAX_EQUAL_ANSWERS: Final = 3
"""Words in a row with one and the same first page after which a known word is asked again."""
MAX_KNOWN_WORDS: Final = 4
BACK_OFF: Final = 2
"""Factor of both limits after a canary that was answered as before."""


@dataclass(frozen=True, slots=True)
class Canary:
    """Known words with the keys of their first pages, and the suspicious answers in a row."""

    known: tuple[tuple[str, Keys], ...] = ()
    empty: tuple[Page | None, ...] = ()
    equal: tuple[Page | None, ...] = ()
    latest: Keys = ()
    patience: int = 1

    @property
    def is_suspicious(self) -> bool:
        """Whether a known word is to be asked again."""
        return bool(self.known_word) and (
            len(self.empty) >= self.patience * MAX_EMPTY_ANSWERS
            or len(self.equal) >= self.patience * MAX_EQUAL_ANSWERS
        )

    @property
    def known_word(self) -> str:
        """A word whose answer was another one than the latest; '' where there is none."""
        return next((word for word, keys in self.known if keys != self.latest), "")

    @property
    def pages(self) -> tuple[Page, ...]:
        """Pages of the suspicious answers."""
        return tuple(page for page in (*self.empty, *self.equal) if page is not None)

    @property
    def reason(self) -> str:
        """What was seen, as a sentence."""
        if self.empty:
            return "the source finds nothing any more, not even for words that found records before"
        return "the source answers every word with one and the same page"

    def renamed(self, merged: Mapping[str, str]) -> Canary:
        """Return the canary where records go by other keys, by their keys so far.

        >>> Canary((("the", ("a", "b")),), latest=("b",)).renamed({"b": "a"}).known
        (('the', ('a', 'a')),)
        """

        def now(keys: Keys) -> Keys:
            return tuple(merged.get(key, key) for key in keys)

        known = tuple((word, now(keys)) for word, keys in self.known)
        return replace(self, known=known, latest=now(self.latest))

    def with_answer(self, query: str, page: Page | None, keys: Keys) -> Canary:
        """Return the canary after the first page of an answer."""
        if not query.isalnum():  # a query for everything, which most sources do not know
            return replace(self, empty=()) if keys else self
        if not keys:
            return replace(self, empty=(*self.empty, page), latest=())
        if keys == self.latest and len(keys) > 1:
            return replace(self, empty=(), equal=(*self.equal, page))
        known = self.known
        if len(known) < MAX_KNOWN_WORDS and all(keys != other for _, other in known):
            known = (*known, (query, keys))
        return replace(self, known=known, empty=(), equal=(page,), latest=keys)

    def is_alive(self, keys: Keys) -> bool:
        """Whether the answer to the known word is as it was: records, and other ones than now.

        A page that is larger now may show all the same, those that the word had before among it.

        >>> canary = Canary((("the", ("a", "b")),), latest=("a", "b", "c"))
        >>> canary.is_alive(("a", "b", "c")), canary.is_alive(())
        (True, False)
        """
        return bool(keys) and (keys != self.latest or set(self._before()) <= set(keys))

    def lost(self, keys: Keys) -> tuple[int, int]:
        """Return how many records of the known word are gone, and how many it had.

        Those that stayed stand in the same order: else the answer was sorted anew. What followed
        the last of them may stand on the next page now.
        """
        before = self._before()
        stayed = [key for key in before if key in keys]
        if not stayed or stayed != [key for key in keys if key in before]:
            return 0, len(before)
        seen = before.index(stayed[-1]) + 1
        gone = seen - len(stayed)
        return (gone, seen) if gone < len(stayed) else (0, seen)

    def _before(self) -> Keys:
        return next((known for word, known in self.known if word == self.known_word), ())

    def reset(self) -> Canary:
        """Return the canary after it was answered as before: it is asked more rarely."""
        return replace(self, empty=(), equal=(), latest=(), patience=BACK_OFF * self.patience)
