"""Spellings that joined pairs show: "limited" here is "ltd" there, beside ever other words.

>>> names = ["a b", "c d", "e f", "g h", "i k", "l m", "n o", "p q", "r s", "t u", "v w"]
>>> here = [(*name.split(), "limited") for name in names[:5]] + [(n,) for n in names[5:]]
>>> there = [(*name.split(), "ltd") for name in names[:5]] + [(n,) for n in names[5:]]
>>> learned_spellings(here, there, is_of_few_values=False)
{('limited',): ('ltd',)}
>>> respelled(here[0], {("limited",): ("ltd",)})
('a', 'b', 'ltd')
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final

MIN_RESTS: Final = 4
"""Different rests of a text beside which a phrase is replaced by one and the same other."""
MIN_SPELLING_SHARE: Final = 0.5
"""Share of the replacements of a phrase that are by its most frequent partner, on both sides."""
MIN_LIFT: Final = 2.0
"""How many times as frequent two phrases are together as by chance."""
MIN_FILLER_SHARE: Final = 0.1
"""Share of the joined pairs in which a phrase stands for nothing."""
MAX_ALIGNED_WORDS: Final = 30
Words = tuple[str, ...]
Spellings = dict[Words, Words]


def learned_spellings(
    left: Sequence[Words], right: Sequence[Words], *, is_of_few_values: bool
) -> Spellings:
    """Learn from the words of joined pairs which phrase of the left is which one of the right.

    A phrase that one side alone has, as a rule, is spelt as nothing: "&", "the". Phrases with
    digits are spellings only if they are whole cells of a column of few values.
    """
    rests: dict[tuple[Words, Words], set[tuple[Words, Words]]] = defaultdict(set)
    times: Counter[tuple[Words, Words]] = Counter()
    for one, other in zip(left, right, strict=True):
        for replaced, rest in _replaced(one, other):
            if any(map(str.isdigit, "".join(replaced[0] + replaced[1]))) and not (
                is_of_few_values and replaced == (one, other)
            ):
                continue
            times[replaced] += 1
            rests[replaced].add(rest)
    firsts: Counter[Words] = Counter()
    seconds: Counter[Words] = Counter()
    for (one, other), count in times.items():
        firsts[one] += count
        seconds[other] += count
    found: Spellings = {}
    for (one, other), count in times.most_common():
        if not one or not other:
            found |= _filler(one or other, count, len(rests[one, other]), left, right)
            continue
        enough = len(rests[one, other]) >= MIN_RESTS or (is_of_few_values and count >= MIN_RESTS)
        is_own = count >= MIN_SPELLING_SHARE * max(firsts[one], seconds[other])
        if enough and is_own and _is_spelt(one, other, count, left, right):
            found.setdefault(one, other)
    return found


def _filler(
    phrase: Words, count: int, rests: int, left: Sequence[Words], right: Sequence[Words]
) -> Spellings:
    """Spell a phrase as nothing that mostly has no counterpart, beside ever other words."""
    if rests < max(MIN_RESTS, MIN_FILLER_SHARE * len(left)):
        return {}
    held = sum(_holds(a, phrase) or _holds(b, phrase) for a, b in zip(left, right, strict=True))
    return {phrase: ()} if count >= MIN_SPELLING_SHARE * held else {}


def respelled(words: Words, spellings: Mapping[Words, Words]) -> Words:
    """Replace phrases by what the other side writes, the longest first."""
    longest = max(map(len, spellings), default=0)
    written: list[str] = []
    place = 0
    while place < len(words):
        for size in range(min(longest, len(words) - place), 0, -1):
            phrase = words[place : place + size]
            if phrase in spellings:
                written += spellings[phrase]
                place += size
                break
        else:
            written.append(words[place])
            place += 1
    return tuple(written)


def _replaced(one: Words, other: Words) -> list[tuple[tuple[Words, Words], tuple[Words, Words]]]:
    """Return the phrases that replace each other, each with the rest of both texts."""
    if not one or not other or max(len(one), len(other)) > MAX_ALIGNED_WORDS:
        return []
    if Counter(one) == Counter(other):
        return []  # words in another order
    found = []
    lone, rest = (Counter(one) - Counter(other)), (Counter(other) - Counter(one))
    if lone.total() <= 1 and rest.total() <= 1:  # in any order
        return [((tuple(lone), tuple(rest)), (_without(one, lone), _without(other, rest)))]
    for kind, start, end, begin, stop in SequenceMatcher(None, one, other, False).get_opcodes():
        if kind != "equal":
            gone, come = one[start:end], other[begin:stop]
            if set(gone) & set(other) or set(come) & set(one):
                continue  # a word only moved
            found.append(((gone, come), (one[:start] + one[end:], other[:begin] + other[stop:])))
    return found


def _without(words: Words, left_out: Collection[str]) -> Words:
    return tuple(sorted(word for word in words if word not in left_out))


def _is_spelt(
    one: Words, other: Words, count: int, left: Sequence[Words], right: Sequence[Words]
) -> bool:
    """Tell whether two phrases meet more often than by chance, or one is the other, shortened."""
    held = sum(_holds(words, one) for words in left)
    others = sum(_holds(words, other) for words in right)
    shorter, longer = sorted((" ".join(one), " ".join(other)), key=len)
    rest = iter(longer)
    least = MIN_LIFT * held * others / len(left)
    return count >= (1 if all(letter in rest for letter in shorter) else least)


def _holds(words: Words, phrase: Words) -> bool:
    size = len(phrase)
    return any(words[place : place + size] == phrase for place in range(len(words) - size + 1))
