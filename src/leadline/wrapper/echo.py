"""The query's own echo, put in a box before pages are compared.

A result page repeats what was asked: in its title, its heading, its control, its suggestions and
its links. Without removing that echo, headings and "create page X" links look like data
(harvest notes, 2.7).

>>> Echo("Deep Sea").boxed("Results for deep  sea: 3 hits for deep")
'results for □: 3 hits for □'
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, quote_plus, unquote_plus

if TYPE_CHECKING:
    from leadline.dom import Document

BOX: Final = "□"
SHORTEST_WORD: Final = 3
"""Words of a longer query are boxed too, from this length on (shorter ones hit by chance)."""
LETTER: Final = r"[^\W_\u2e80-\ud7ff\U00020000-\U0003ffff]"
"""Letters and digits of scripts that part words by spaces."""
LONGEST_CHUNK: Final = 400
"""Text chunks are compared by their first characters only: enough to tell them apart."""


class Echo:
    """Knows one query in all the forms in which a page may repeat it."""

    def __init__(self, query: str) -> None:
        self.query = query

    @cached_property
    def _forms(self) -> list[str]:
        whole = " ".join(self.query.split()).casefold()
        if not whole:
            return []
        coded = whole.encode("utf-8", "replace")
        forms = {whole, quote(coded).casefold(), quote_plus(coded).casefold()}
        words = whole.split()
        if len(words) > 1:
            forms.update(word for word in words if len(word) >= SHORTEST_WORD)
        return sorted(forms, key=lambda form: (-len(form), form))

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        return re.compile("|".join(map(_whole, self._forms))) if self._forms else None

    @cached_property
    def _anywhere(self) -> re.Pattern[str] | None:
        return re.compile("|".join(map(re.escape, self._forms))) if self._forms else None

    def boxed(self, text: str) -> str:
        """The text folded (white space, case) with every echo of the query as a box.

        Letters of an alphabet are an echo as whole words only: a page that was asked for "new"
        and offers a newsletter does not repeat the query.

        >>> Echo("new").boxed("NEW: our newsletter"), Echo("人").boxed("个人全集")
        ('□: our newsletter', '个□全集')
        """
        return self._put_in_box(" ".join(text.split()).casefold())

    def _put_in_box(self, folded: str) -> str:
        """A folded text with the echo boxed; whether it holds one at all is told sooner."""
        for form in self._forms:
            if form in folded:
                return self._pattern.sub(BOX, folded) if self._pattern else folded
        return folded

    def readings(self, text: str) -> tuple[str, str]:
        """The text folded, and with the echo boxed: a common word asked for is not always an echo.

        >>> Echo("the").readings("The page")
        ('the page', '□ page')
        """
        folded = " ".join(text.split()).casefold()
        return folded, self._put_in_box(folded)

    def is_known(self, text: str, known: frozenset[str]) -> bool:
        """Whether a chunk, as it stands or with its echo boxed, is among the known chunks."""
        folded = " ".join(text[:LONGEST_CHUNK].split()).casefold()
        if folded in known:
            return True
        boxed = self._put_in_box(folded)
        return boxed is not folded and boxed in known

    def boxed_address(self, address: str) -> str:
        """An address, percent-decoded, with the echo boxed."""
        return self.boxed(unquote_plus(address))

    def found_in(self, text: str) -> bool:
        """Whether a page text holds the query or one word of it, inside other words too."""
        return self._anywhere is not None and bool(
            self._anywhere.search(" ".join(text.split()).casefold())
        )


def _whole(form: str) -> str:
    """A pattern for a form that no letter continues; scripts without spaces are not asked."""
    before = f"(?<!{LETTER})" if re.match(LETTER, form[0]) else ""
    after = f"(?!{LETTER})" if re.match(LETTER, form[-1]) else ""
    return before + re.escape(form) + after


def chunks(document: Document, echo: Echo) -> frozenset[str]:
    """Every text chunk of a page, as it stands and boxed: what it says, whatever was asked."""
    return frozenset(
        reading
        for node in document.text_nodes
        for reading in echo.readings(document.text[node][:LONGEST_CHUNK])
    )
