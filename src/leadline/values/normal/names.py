"""Names: persons, places and languages in one form, and yes or no.

>>> plain = ColumnFormat("person")
>>> [read_person(text, plain).key for text in ("Austen, Jane (1775-1817)", "Dr. John Watson")]
['jane austen', 'john watson']
>>> read_person("(法)雨果著", plain).key, read_person("Curie, M.; Curie, P.", plain).key
('雨果', 'm curie; p curie')
>>> read_language("Deutsch, Englisch", plain).key, read_boolean("да", plain).key
('de; en', 'yes')
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from leadline.domain.similarity import simplified
from leadline.page.data_files import any_of
from leadline.values.lists import split_values
from leadline.values.normal.lexicon import lexicon
from leadline.values.normal.reading import ColumnFormat, Reading
from leadline.values.normal.text import is_no_value, text_key

MAX_NAME_CHARS: Final = 300
IN_BRACKETS: Final = re.compile(
    r"\([^()]{0,60}\)|\[[^\[\]]{0,60}\]|【[^】]{0,60}】|〔[^〕]{0,60}〕"
)
NAME_LABEL: Final = re.compile(r"[^\d:：]{2,20}[:：]\s*(?=\S)")
AND_OTHERS: Final = re.compile(
    rf"(?:,?\s?(?:{any_of('leadline.values.normal', 'and_others.words')})\b\.?"
    rf"|\s?(?:{any_of('leadline.values.normal', 'and_others.anywhere')}))$",
    re.IGNORECASE,
)
INITIALS: Final = re.compile(r"(?:[^\W\d_]\.?[\s-]?){1,3}")
LIFE_DATES: Final = re.compile(
    rf",?\s?(?:\b(?:{any_of('leadline.values.normal', 'born')})\s?)?"
    r"\d{3,4}\s?(?:[-–—~]\s?(?:\d{2,4}|\?)?)?\.?$"
)
LIST_SIGNS: Final = re.compile(
    r"\s?(?:;|、|\||／|\s/\s|·\s|\s&\s"
    rf"|\s(?:{any_of('leadline.values.normal', 'and.between_names')})\s)\s?"
)
HAN_LIST_SIGNS: Final = re.compile(r"\s?[;、,，|/／;]\s?|\s{2,}")
HAN_NAME: Final = re.compile(r"[\u2e80-\u9fff\u3040-\u30ff々〆ヶ·・•=゠\s]+")
INITIAL_BEHIND: Final = re.compile(r"([^\W\d_][\w'’-]+)\s+((?:[^\W\d_]\.?[\s-]?){1,3})")
DIGIT: Final = re.compile(r"\d")
LANGUAGE_SIGNS: Final = re.compile(
    rf"\s?(?:[,;/、|+&]|\s(?:{any_of('leadline.values.normal', 'and.between_languages')})\s)\s?"
)
PLACE_SIGNS: Final = " \t[]()（）:：;,.?*"


def read_person(text: str, _: ColumnFormat) -> Reading | None:
    """Read the name of a person, or of several: given names first, no titles, dates or roles.

    Names of Chinese characters have no blanks. Full stops of initials do not count, nor does case.
    """
    if len(text) > MAX_NAME_CHARS or is_no_value(text):
        return None
    label = NAME_LABEL.match(text)
    text = AND_OTHERS.sub("", text[label.end() :] if label else text)
    names = [name for part in _persons(text) if (name := _person(part))]
    return Reading("person", "; ".join(names)) if names else None


def _persons(text: str) -> list[str]:
    """Take a list of names apart; a comma parts Chinese names, but not the parts of others."""
    parts: list[str] = []
    for value in split_values(text):
        bare = IN_BRACKETS.sub("", value)
        if HAN_NAME.match(bare) and not re.match(r"[A-Za-z]", bare):
            value = LIFE_DATES.sub("", value)
            parts += HAN_LIST_SIGNS.split(_han_role().sub(";", f"{value} ").strip())
            continue
        pieces = LIST_SIGNS.split(value)
        for piece in pieces:
            parts += _comma_list(piece)
    return parts


def _comma_list(text: str) -> list[str]:
    """Part "Ильф И., Петров Е." and "A. Ray, B. Lee", but not "Austen, Jane"."""
    if "/" in text and all(len(piece.split()) > 1 for piece in text.split("/")):
        return text.split("/")
    pieces = [piece.strip() for piece in text.split(",")]
    if len(pieces) > 3 and len(pieces) % 2 == 0 and all(map(INITIALS.fullmatch, pieces[1::2])):
        return [
            f"{given} {family}" for family, given in zip(pieces[::2], pieces[1::2], strict=True)
        ]
    if len(pieces) > 1 and all(
        len(piece.split()) > 1 and not DIGIT.search(piece) for piece in pieces
    ):
        return [_initials_first(piece) for piece in pieces]
    return [text]


def _initials_first(name: str) -> str:
    """Turn "Smith JR", as lists of authors have it."""
    family, _, last = name.rpartition(" ")
    is_turned = last.isupper() and len(last) <= 2 and not family.isupper()
    return f"{' '.join(last)} {family}" if is_turned else name


def _person(text: str) -> str:
    text = " ".join(IN_BRACKETS.sub(" ", text).split()).strip(" ,;:*")
    text = LIFE_DATES.sub("", text).strip(" ,;:")
    if not text or DIGIT.search(text) or is_no_value(text) or "@" in text:
        return ""
    if HAN_NAME.fullmatch(text):
        return _han_person(text)
    text = _without_titles(text)
    if "," in text:
        text = _turned(text)
    elif (match := INITIAL_BEHIND.fullmatch(text)) and "." in match[2]:
        text = f"{match[2].strip()} {match[1]}"
    text = text_key(text.replace(".", " ").replace("’", "'"))
    words = text.split()
    return " ".join(words) if words and any(len(word) > 1 for word in words) else ""


def _turned(text: str) -> str:
    """Put the given names of "King, Martin Luther, Jr." first."""
    family, given, *rest = (piece.strip() for piece in text.split(","))
    known = lexicon().person["suffixes"]
    behind = [piece for piece in (given, *rest) if piece.casefold().strip(".") in known]
    front = [
        piece
        for piece in (given, *rest)
        if piece.casefold().strip(".") not in known and not _is_title(piece)
    ]
    return " ".join([*front, family, *behind])


def _is_title(word: str) -> bool:
    bare = word.casefold().strip("., ")
    person = lexicon().person
    return bare in person["trailing_titles"] or bare in person["leading_titles"]


def _without_titles(text: str) -> str:
    person = lexicon().person
    folded = text.casefold()
    for lead in person["lead"]:
        if folded.startswith((f"{lead} ", f"{lead}:", f"{lead}. ")):
            text = text[len(lead) :].lstrip(" :.")
            break
    words = text.split()
    while len(words) > 1 and words[0].casefold().strip(".,") in person["leading_titles"]:
        words.pop(0)
    while len(words) > 1 and words[-1].casefold().strip(".,") in person["trailing_titles"]:
        words.pop()
    return " ".join(words).strip(" ,")


def _han_person(text: str) -> str:
    """Return a name of Chinese characters without roles, titles and blanks, simplified."""
    name = simplified(text.strip(" ・·"))
    if name in _han_endings():
        return ""
    for ending in _han_endings():
        if name.endswith(ending) and len(name.replace(" ", "")) > len(ending) + 1:
            name = name[: -len(ending)].strip(" ・·")
            break
    return "".join(name.split()).replace("・", "·").replace("•", "·")


@cache
def _han_endings() -> Sequence[str]:
    person = lexicon().person
    return sorted(
        {simplified(word) for word in (*person["roles"], *person["honorifics"])},
        key=lambda word: (-len(word), word),
    )


@cache
def _han_role() -> re.Pattern[str]:
    """Return the pattern of a role with blanks around it, or in front of a comma."""
    roles = "|".join(map(re.escape, _han_endings()))
    return re.compile(rf"\s(?:{roles})\s+|(?:{roles})(?=[,，;；])")


def read_place(text: str, _: ColumnFormat) -> Reading | None:
    """Read the name of a place: without brackets, blanks and signs around it."""
    key = text_key(text.strip(PLACE_SIGNS))
    if not any(map(str.isalpha, key)) or is_no_value(key):
        return None
    return Reading("place", " ".join(key.replace(".", " ").split()))


def read_language(text: str, _: ColumnFormat) -> Reading | None:
    """Read a language, or several, as codes of ISO 639-1 (639-3 where there is no shorter)."""
    codes: dict[str, None] = {}
    for value in split_values(text):
        for part in LANGUAGE_SIGNS.split(value):
            code = _language(part)
            if not code:
                return None
            codes[code] = None
    return Reading("language", "; ".join(codes)) if codes else None


def _language(text: str) -> str:
    key = simplified(text_key(text)).strip(" .()[]:")
    known = _languages()
    bare = " ".join(IN_BRACKETS.sub(" ", key).split())
    for name in (key, bare, bare.partition("-")[0], bare.partition("_")[0]):
        if name in known:
            return known[name]
    words = [known[word] for word in bare.split() if word in known and len(word) > 3]
    return words[0] if len(words) == 1 else ""


@cache
def _languages() -> dict[str, str]:
    return {simplified(text_key(name)): code for name, code in lexicon().languages.items()}


def read_boolean(text: str, _: ColumnFormat) -> Reading | None:
    """Read yes or no."""
    bare = text.casefold().strip(" .!")
    value = lexicon().booleans.get(bare, lexicon().booleans.get(simplified(bare)))
    return None if value is None else Reading("boolean", "yes" if value else "no")
