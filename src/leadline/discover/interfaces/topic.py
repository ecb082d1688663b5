"""A topic as weighted words: given in words, by sample pages, or by the name of a domain.

The share of a text is the part of the topic's words that the text holds. Words that many pages of
the crawl hold ("home", "search") soon count little, so no sample pages off the topic are needed.
A word counts inside a compound, too, whose other part is a word of the crawl.

>>> topic = Topic.of_words("Lu Xun novels, 鲁迅小说")
>>> topic.share(text_words("A novel by Lu Xun")), topic.share(text_words("鲁迅短篇小说集"))
(1.0, 1.0)
>>> topic.log_odds(["lu"]) < 0 < topic.log_odds(["lu", "xun"])
True
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final

from leadline.discover.words import text_words
from leadline.domain.similarity import is_han

MIN_SHARE_OF_WORDS: Final = 0.4
"""Share of the words of a topic above which a text is on it: one of two, two of three or four."""
MIN_SHARE_OF_SAMPLES: Final = 0.5
"""Share of a text from which it is on the topic, as a part of the mean share of the samples."""
MAX_SAMPLE_WORDS: Final = 40
"""Words that stand for sample pages."""
LOG_ODDS_OF_SHARE: Final = 6.0
"""Log-odds between a text without any word of the topic and a text with all."""
COMMON_SHARE: Final = 0.2
"""Share of pages above which a word that they hold counts less."""
MIN_RARITY: Final = 0.2
"""Weight of a word that all pages hold."""
FIRST_PAGES: Final = 10
"""Pages without the word that are thought to have been seen before the first."""
MAX_VOCABULARY: Final = 100_000
"""Words of the crawl that are remembered for compounds."""
MIN_PLURAL_LENGTH: Final = 4
"""Letters from which a last "s" is not compared."""
_ALTERNATIVES: Final = re.compile(r"[,;|，、；]| or ")


@dataclass(frozen=True, slots=True)
class TopicWords:
    """Words with weights; a text is on the topic from a share of them.

    With ``samples`` (sets of words) that share is a part of their own.
    """

    weights: Mapping[str, float]
    samples: tuple[frozenset[str], ...] = ()
    written: Mapping[str, str] = field(default_factory=dict)
    """How a person writes them."""


class Topic:
    """Alternatives, one of which a text must fit; learns from ``observe`` how rare words are."""

    def __init__(self, alternatives: Iterable[TopicWords]) -> None:
        self.alternatives = tuple(each for each in alternatives if each.weights)
        self._words = frozenset(word for each in self.alternatives for word in each.weights)
        self._pages = 0
        self._counts: Counter[str] = Counter()
        self._vocabulary: set[str] = set()
        parts = "|".join(re.escape(word) for word in sorted(self._words) if len(word) > 2)
        self._compound = re.compile(f"({parts})(.+)|(.+)({parts})") if parts else None

    @classmethod
    def of_words(cls, text: str) -> Topic:
        """Return the topic that words name; a comma or "or" stands between alternatives."""
        parts = [text_words(part) for part in _ALTERNATIVES.split(text)]
        written = ({_stem(word): word for word in words} for words in parts)
        return cls(TopicWords(dict.fromkeys(own, 1.0), written=own) for own in written)

    @classmethod
    def of_pages(cls, pages: Sequence[Sequence[str]]) -> Topic:
        """Return the topic of sample pages, given as words: what at least half of them say."""
        samples = tuple(frozenset(map(_stem, words)) for words in pages)
        counts = Counter(word for words in samples for word in sorted(words))
        times = Counter(_stem(word) for words in pages for word in words)
        common = [word for word in counts if 2 * counts[word] >= len(samples)]
        common.sort(key=lambda word: (-counts[word], -times[word], word))
        weights = {word: counts[word] / len(samples) for word in common[:MAX_SAMPLE_WORDS]}
        return cls([TopicWords(weights, samples)])

    def joined(self, other: Topic) -> Topic:
        """Return the topic that a text is on if it is on either."""
        return Topic((*self.alternatives, *other.alternatives))

    def observe(self, words: Iterable[str]) -> None:
        """Count a page of the crawl."""
        stems = set(map(_stem, words))
        if len(self._vocabulary) < MAX_VOCABULARY:
            self._vocabulary |= stems
        self._pages += 1
        self._counts.update(self._held(stems))

    def share(self, words: Iterable[str]) -> float:
        """Return the share of the best alternative in a text, 0 to 1."""
        held = self._held(words)
        return max((self._share(each, held) for each in self.alternatives), default=0.0)

    def log_odds(self, words: Iterable[str]) -> float:
        """Return how surely a text is on the topic; above 0 it is."""
        held = self._held(words)
        over = [self._share(each, held) - self._least(each) for each in self.alternatives]
        return LOG_ODDS_OF_SHARE * max(over, default=-1.0)

    def spoken(self, words: Iterable[str]) -> list[str]:
        """Return the words of the topic that a text holds, in their order in the topic."""
        held = self._held(words)
        topical = {w: one.written.get(w, w) for one in self.alternatives for w in one.weights}
        return [written for word, written in topical.items() if word in held]

    def _held(self, words: Iterable[str]) -> set[str]:
        """Return the words of the topic in a text; those of Han also inside longer words."""
        stems = set(map(_stem, words))
        unspaced = " ".join(sorted(word for word in stems if is_han(word)))
        stems |= {part for word in stems for part in self._parts(word)}
        return {
            word for word in self._words if word in stems or (is_han(word) and word in unspaced)
        }

    def _parts(self, word: str) -> Iterable[str]:
        """Yield the word of the topic in a compound whose other part is a word of the crawl."""
        match = self._compound.fullmatch(word) if self._compound and word.isascii() else None
        if match is not None:
            first, after, before, last = match.groups()
            if (after or before) in self._vocabulary:
                yield first or last

    def _least(self, topic: TopicWords) -> float:
        """Return the share from which a text is on a topic."""
        if not topic.samples:
            return MIN_SHARE_OF_WORDS
        shares = [self._share(topic, self._words & sample) for sample in topic.samples]
        return MIN_SHARE_OF_SAMPLES * sum(shares) / len(shares)

    def _share(self, topic: TopicWords, held: Collection[str]) -> float:
        weight = sum(w * self._rarity(word) for word, w in topic.weights.items() if word in held)
        return weight / sum(w * self._rarity(word) for word, w in topic.weights.items())

    def _rarity(self, word: str) -> float:
        """Return the weight of a word: 1 on few of the pages so far, less on many."""
        frequency = (1 + self._counts[word]) / (FIRST_PAGES + self._pages)
        return min(1.0, max(MIN_RARITY, log(frequency) / log(COMMON_SHARE)))


def _stem(word: str) -> str:
    """Return a word without the "s" of a plural; "ie" at its end is "y".

    >>> [*map(_stem, ("cities", "city", "movie", "glass"))]
    ['city', 'city', 'movy', 'glass']
    """
    if len(word) < MIN_PLURAL_LENGTH or not word.isascii():
        return word
    stem = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    return f"{stem[:-2]}y" if stem.endswith("ie") else stem
