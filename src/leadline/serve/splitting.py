"""A text of several values, cut where a person clicks: its words, its cuts, its parts.

A cut stands before a word; signs between two parts belong to neither.

>>> text = "Adler, Anna: River (1990)"
>>> first_cuts(text), [part for _, part in parts_of(text, (13, 20))]
((7, 13, 20), ['Adler, Anna', 'River', '1990'])
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from leadline.crawl.alternatives import VALUE_SIGNS

CUTTABLE: Final = re.compile(r"\w[\w'’]*")
SIGNS_AROUND_PARTS: Final = " \t\xa0:;,/|·•—–-"
MAX_CUTS: Final = 40


def words_of(text: str) -> list[tuple[int, str]]:
    """Return the places before which a text may be cut, each with what follows up to the next."""
    starts = [found.start() for found in CUTTABLE.finditer(text)][: MAX_CUTS + 1]
    ends = [*starts[1:], len(text)]
    pairs = zip(starts, ends, strict=True) if starts else ()
    return [
        (start if at else 0, text[start if at else 0 : end])
        for at, (start, end) in enumerate(pairs)
    ]


def first_cuts(text: str) -> tuple[int, ...]:
    """Return where a text is cut before a person says anything: behind signs between values."""
    signs = [found.end() for found in VALUE_SIGNS.finditer(text)]
    starts = [start for start, _ in words_of(text)[1:]]
    return tuple(dict.fromkeys(at for end in signs if (at := _next(starts, end)) >= 0))


def _next(starts: Sequence[int], end: int) -> int:
    return next((start for start in starts if start >= end), -1)


def cuts_in(written: str, turned: int, text: str) -> tuple[int, ...]:
    """Read cuts that an address holds; ``turned`` is one that a person sets or takes away.

    >>> cuts_in("7,13", 13, "Adler, Anna: River"), cuts_in("", 0, "a / b")
    ((7,), (4,))
    """
    if not written:
        return first_cuts(text)
    known = {start for start, _ in words_of(text)[1:]}
    asked = {int(one) for one in written.split(",")[:MAX_CUTS] if one.isdecimal()}
    return tuple(sorted((asked & known) ^ ({turned} & known)))


def parts_of(text: str, cuts: Iterable[int]) -> list[tuple[int, str]]:
    """Return the parts between cuts, each with its place, without the signs around them."""
    starts = [0, *cuts]
    found = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        part = text[start:end].strip(SIGNS_AROUND_PARTS).removesuffix("(").strip(SIGNS_AROUND_PARTS)
        part = part if part.count("(") >= part.count(")") else part.rstrip(")]. ")
        part = part.removesuffix(".") if end < len(text) else part
        if part:
            found.append((start, part))
    return found


def named_parts(
    parts: Sequence[tuple[int, str]], said: Mapping[str, str], known: Sequence[str]
) -> list[tuple[int, str, str]]:
    """Return parts with their names: as said now, else as in the last format, else by number."""
    named = []
    for at, (start, part) in enumerate(parts):
        default = known[at] if at < len(known) else f"part_{at + 1}"
        named.append((start, part, said.get(f"n{start}", default).replace("=", " ").strip()))
    return named
