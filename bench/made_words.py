"""Words, misspellings and other changes of made records (``made_pairs.py``)."""

from __future__ import annotations

import random
from collections.abc import Callable

from leadline_zoo.data.wordlists import words
from measure_persons import misspelled

Row = dict[str, str]
Family = list[Row]
Domain = tuple[
    Callable[[random.Random], Family],
    Callable[[Row, random.Random], Row],
    Callable[[Row, random.Random], Row],
]
"""Makes a family of like records; writes a record as the one source does, and as the other."""

SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in "aeio"]


def pick(chance: random.Random, name: str) -> str:
    return chance.choice(words(name))


def coined(chance: random.Random, syllables: int = 2) -> str:
    """A word that no list holds: a brand, a surname, a place."""
    end = chance.choice(["", "n", "r", "s", "x", "l"])
    return ("".join(chance.choices(SYLLABLES, k=syllables)) + end).capitalize()


def person(chance: random.Random) -> str:
    family = coined(chance, 3) if chance.random() < 0.4 else pick(chance, "family")
    return f"{pick(chance, 'given')} {family}"


def initials(name: str) -> str:
    *given, family = name.split()
    return " ".join([*(f"{each[0]}." for each in given), family])


def maybe(chance: random.Random, share: float, text: str) -> str:
    """The text in a share of cases, else nothing."""
    return text if chance.random() < share else ""


def slip(text: str, chance: random.Random, share: float = 0.1) -> str:
    """The text, misspelled in a share of cases."""
    return misspelled(text, chance) if text and chance.random() < share else text


def shuffled(text: str, chance: random.Random, share: float) -> str:
    """The text with two neighbouring words changed, or one left out, in a share of cases."""
    parts = text.split()
    if chance.random() < share and len(parts) > 2:
        place = chance.randrange(len(parts) - 1)
        parts[place : place + 2] = chance.choice([parts[place : place + 2][::-1], [parts[place]]])
    return " ".join(parts)


def price_near(text: str, chance: random.Random, share: float = 0.3) -> str:
    """The price, other by up to a fifth in a share of cases."""
    value = float(text) * (chance.uniform(0.8, 1.2) if chance.random() < share else 1)
    return f"{value:.2f}"


def without_words(text: str, chance: random.Random, share: float) -> str:
    """The text without some of its words; one stays."""
    kept = [word for word in text.split() if chance.random() >= share]
    return " ".join(kept) or text
