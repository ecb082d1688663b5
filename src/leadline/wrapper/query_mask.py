"""Query masking: the query is replaced by a sign before pages are compared.

A result page repeats the query in its title, heading, controls, suggestions and links. Unmasked,
headings and "create page X" links look like data.

>>> QueryMask("Deep Sea").mask("Results for deep  sea: 3 hits for deep")
'results for □: 3 hits for □'
"""

import re
from functools import cached_property
from typing import Final
from urllib.parse import quote, quote_plus, unquote_plus

MASK: Final = "□"
MIN_WORD_CHARACTERS: Final = 3
"""Characters from which a word of a longer query is masked too; shorter ones occur by chance."""
SPACED_LETTER: Final = re.compile(r"[^\W_\u2e80-\ud7ff\U00020000-\U0003ffff]")
"""Letters and digits of scripts that part words by spaces. Compiled once: as part of a pattern for
each query it would cost more than reading the page."""
MAX_CHUNK_CHARACTERS: Final = 400
"""Characters by which text chunks are compared."""


class QueryMask:
    """One query in all the forms in which a page may repeat it."""

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
            forms.update(word for word in words if len(word) >= MIN_WORD_CHARACTERS)
        return sorted(forms, key=lambda form: (-len(form), form))

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        return re.compile("|".join(map(re.escape, self._forms))) if self._forms else None

    def mask(self, text: str) -> str:
        """Fold a text (white space, case) and mask every occurrence of the query.

        Words of an alphabet are masked as whole words only: a page that was asked for "new" and
        offers a newsletter does not repeat the query.

        >>> QueryMask("new").mask("NEW: our newsletter"), QueryMask("人").mask("个人全集")
        ('□: our newsletter', '个□全集')
        """
        return self._mask_folded(" ".join(text.split()).casefold())

    def _mask_folded(self, folded: str) -> str:
        """Mask a folded text; most texts hold no form of the query and return at once."""
        for form in self._forms:
            if form in folded:
                return self._replace_forms(folded)
        return folded

    def _replace_forms(self, folded: str) -> str:
        pieces, done, at = [], 0, 0
        while self._pattern is not None and (found := self._pattern.search(folded, at)):
            start = found.start()
            at = stop = self._whole_form_end(folded, start)
            if stop:
                pieces.append(folded[done:start])
                done = stop
            else:
                at = start + 1
        return MASK.join([*pieces, folded[done:]]) if pieces else folded

    def _whole_form_end(self, folded: str, start: int) -> int:
        """Return the end of the longest form that stands whole at a place, 0 if none does."""
        stops = (start + len(form) for form in self._forms if folded.startswith(form, start))
        return next((stop for stop in stops if _is_whole(folded, start, stop)), 0)

    def folded_and_masked(self, text: str) -> tuple[str, str]:
        """Return a text folded, and masked too: a common word of the query may occur by chance.

        >>> QueryMask("the").folded_and_masked("The page")
        ('the page', '□ page')
        """
        folded = " ".join(text.split()).casefold()
        return folded, self._mask_folded(folded)

    def is_known(self, text: str, known: frozenset[str]) -> bool:
        """Tell whether a chunk, as it stands or masked, is among the known chunks."""
        folded = " ".join(text[:MAX_CHUNK_CHARACTERS].split()).casefold()
        if folded in known:
            return True
        boxed = self._mask_folded(folded)
        return boxed is not folded and boxed in known

    def mask_address(self, address: str) -> str:
        """Mask the query in a percent-decoded address."""
        return self.mask(unquote_plus(address))

    def occurs_in(self, text: str) -> bool:
        """Tell whether a text holds the query or one of its words, inside other words too."""
        return self._pattern is not None and bool(
            self._pattern.search(" ".join(text.split()).casefold())
        )


def _is_whole(text: str, start: int, stop: int) -> bool:
    """Tell whether no letter continues a form; scripts without spaces are not checked."""
    letter = SPACED_LETTER.match
    before = start > 0 and letter(text, start - 1) and letter(text, start)
    after = stop < len(text) and letter(text, stop - 1) and letter(text, stop)
    return not (before or after)
