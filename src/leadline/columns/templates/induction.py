"""The templates of a column's texts, learned by aligning the texts of many records.

What nearly all texts say in the same order is constant (signs, words, kinds of values such as dates
and numbers); what stands between is a part (``template_parts`` says which constants part values).
Of several alignments the one that tells most about most texts is taken. Texts that it does not read
may have a template of their own, with parts missing or added; what stands at the same place in both
is the same part. After RoadRunner and ExAlg, but on plain text, over records that are known.

>>> learn_templates([f"{3 * n} KB ({7 * n} words) - 200{n}-01-0{n}" for n in range(1, 8)])
['{number} KB ({number} words) - {date}']
>>> learn_templates([f"by Lu {a} on 2012-03-0{n} in Art" for n, a in enumerate("ABCDEF", 1)])
['by Lu {rest} on {date} in Art']
>>> learn_templates(["Lee, Ann", "Poe, Edgar", "Joyce, James", "Twain, Mark", "Sand, George"])
[]
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from leadline.columns.templates.common_forms import of_one_form, of_one_sign, with_optional_part
from leadline.columns.templates.compiled import GROUPED
from leadline.columns.templates.missing_parts import with_gaps
from leadline.columns.templates.separators import (
    LONG,
    MADE_IT,
    MANY,
    TemplatePiece,
    are_units,
    join,
    merge_weak_separators,
)
from leadline.columns.templates.template import (
    LONGEST,
    compile_template,
    items_of,
    numbered,
    parts_in,
    written,
)
from leadline.columns.templates.tokens import tokens_of
from leadline.values.types import learn_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.columns.templates.tokens import Token

    Row = tuple[str, list[Token]]
    """A text and its tokens that are constants of the template."""

LEAST: Final = 5
"""Different texts that are needed: a few titles may each have one comma."""
SAMPLE: Final = 240
CHARACTERS: Final = 24_000
"""Texts that are looked at, evenly spread, and their characters in all."""
COMMON: Final = (0.9, 0.98)
COMMON_WORD: Final = 0.98
"""Shares of texts with a sign or a word from which it may be a constant; a word that not quite all
have is the value of most of them ("closed").
"""
SOME: Final = 0.5
"""Share with a sign from which those with it are looked at alone: one list may show records of
several kinds."""
ALIKE: Final = 0.95
MOSTLY: Final = 0.9
"""Share of texts that a template must read, if it is that of all."""
SUBSET: Final = 0.3
LEAST_OF_SOME: Final = 8
"""The same of a template of some, and how many texts at least."""
MOST_TEMPLATES: Final = 4
REST: Final = 0.02
"""Share of the texts from which those that are left may have a template too."""
MOST_ANCHORS: Final = 24
SAME_SIGN: Final = 1
"""What it counts for a template that one sign parts all its values."""
COMPARED: Final = 60
WHOLE: Final = frozenset({"time", "year", "url", "email", "boolean", "integer"})
"""Types of columns that hold one value."""
LAST_WORDS: Final = re.compile(
    r"(?: ?[^\W\d_]++)+(?= ?[,;，；、/|·）)]| [–—-] )|[\u3400-\u4dbf\u4e00-\u9fff]+(?= )"
    r"|[\u3400-\u4dbf\u4e00-\u9fff](?![^\W\d_])"
)
GLUED_UNIT: Final = re.compile(r"[a-zA-Z]{1,3}(?![^\W_])")
SHUT_IN: Final = re.compile(r"^(.*?[:：|·•｜] ?)([^\W\d_][^:：|·•｜]*?)( ?[:：|·•｜].*)$")


def learn_templates(values: Sequence[str]) -> list[str]:
    """The templates of most texts, none where they are one value each."""
    held = _sampled(values)
    if len(set(held)) >= LEAST and (known := of_one_form(held)):
        return [known]
    if family := with_gaps(held):
        return family
    proposed: dict[str, None] = {}
    found: list[str] = []
    left = held
    while len(found) < MOST_TEMPLATES and len(left) >= max(LEAST, REST * len(held)):
        proposed.update(dict.fromkeys(_proposals(left)))
        template = _best(left, [one for one in proposed if one not in found], first=not found)
        if not template:
            break
        read = compile_template(template)
        unread = [text for text in left if read(text) is None]
        if found and len(left) - len(unread) < SUBSET * len(held) and _is_strange(found, template):
            break
        found, left = [*found, template], unread
    return numbered(found) or with_optional_part(held)


def _is_strange(found: Sequence[str], template: str) -> bool:
    """Whether most parts of a template are none of those that are found already."""
    known = {part.number for one in numbered(found) for part in parts_in(one)}
    mine = [part.number for part in parts_in(numbered([*found, template])[-1])]
    return 2 * sum(number in known for number in mine) < len(mine)


def _best(held: Sequence[str], proposed: Sequence[str], *, first: bool) -> str:
    """The template that tells most about most texts, of several the one with most parts."""
    worth = {one: _worth(one, held, first=first) for one in proposed}
    best = max(worth, key=lambda one: (worth[one], one.count("{")), default="")
    return best if best and worth[best] else ""


def _proposals(held: Sequence[str]) -> Iterator[str]:
    """Templates worth trying: of all texts, of those with the signs that most have, by counts."""
    if len(set(held)) < (LEAST if len(held) < MANY else 2) or learn_type(held).name in WHOLE:
        return
    tokens = [tokens_of(text) for text in held]
    if sum(len(mine) == 1 and mine[0].key[0] == "\0" for mine in tokens) >= MOSTLY * len(held):
        return
    some = _with_signs(tokens)
    for rows in ([*range(len(held))], some) if some else ([*range(len(held))],):
        texts, said = [held[at] for at in rows], [tokens[at] for at in rows]
        for anchors in dict.fromkeys(tuple(_anchors(said, common)) for common in COMMON):
            for from_right in (False, True):
                yield from _proposed(texts, said, anchors, from_right=from_right)
    yield from of_one_sign(held)


def _sampled(values: Sequence[str]) -> list[str]:
    found = [text for text in values[:: max(1, len(values) // SAMPLE)] if len(text) <= LONGEST]
    if 2 * len(found) < min(len(values), SAMPLE):
        return []
    return found[:: max(1, sum(map(len, found)) // CHARACTERS)]


def _with_signs(tokens: Sequence[Sequence[Token]]) -> list[int]:
    """The texts that have the signs and kinds of values that many have, if that is not all."""
    keys = [{token.key for token in mine if not token.key[0].isalnum()} for mine in tokens]
    counted = Counter(key for mine in keys for key in mine)
    often = {key for key, times in counted.items() if times >= SOME * len(tokens)}
    found = [at for at, mine in enumerate(keys) if often and often <= mine]
    return found if LEAST_OF_SOME <= len(found) < len(tokens) else []


def _worth(template: str, held: Sequence[str], *, first: bool) -> float:
    """The parts that a template tells, less by each text it does not read; 0 for too few texts."""
    read = compile_template(template)
    share = sum(read(text) is not None for text in held) / len(held)
    if share < MOSTLY:
        signs = re.sub(r"\{\w+\}|[\s,.;]", "", template)
        least = max(LEAST_OF_SOME, SUBSET * len(held)) if first else LEAST
        if share * len(held) < least or len(signs) < 2 or template.count("{") < 2:
            return 0.0
    typed = len(re.findall(r"\{(?!text|rest|tail)\w+\}", template))
    constants = [text for kind, text in items_of(template) if not kind]
    if len(constants) > 1 == len(set(constants)):
        typed += SAME_SIGN
    return (template.count("{") + typed + 0.5) * share * share


def _proposed(
    held: Sequence[str],
    tokens: Sequence[Sequence[Token]],
    anchors: Sequence[str],
    *,
    from_right: bool,
) -> Iterator[str]:
    """The template that constants of some texts make, if their places bear it out."""
    rows: list[Row] = []
    for text, mine in zip(held, tokens, strict=True):
        if anchors and (places := _places(anchors, mine, from_right=from_right)):
            rows.append((text, [mine[at] for at in places]))
    if len(rows) < LEAST:
        return
    pieces = merge_weak_separators(_freed(_unglued(_pieces(anchors, rows))), len(held))
    if _divides(pieces) and (template := _written(pieces)):
        yield template


# --- what is constant ---


def _anchors(tokens: Sequence[Sequence[Token]], common: float) -> list[str]:
    """What so many texts say, in the order in which most say it."""
    counted: Counter[tuple[str, int]] = Counter()
    for mine in tokens:
        seen: Counter[str] = Counter()
        for token in mine:
            seen[token.key] += 1
            counted[token.key, seen[token.key]] += 1
    signs, words = (max(LEAST, share * len(tokens)) for share in (common, COMMON_WORD))
    often = dict.fromkeys(
        key for (key, _), rows in counted.items() if rows >= (words if key[0].isalpha() else signs)
    )
    reduced = [tuple(token.key for token in mine if token.key in often) for mine in tokens]
    whole = [one for one in reduced if len(set(one)) == len(often)] or reduced
    modal, times = max(Counter(whole).items(), key=lambda item: (item[1], -len(item[0])))
    if times >= common * len(whole):
        return list(modal[:MOST_ANCHORS])
    modal = modal[:MOST_ANCHORS]
    some = whole[:: max(1, len(whole) // COMPARED)]
    matched = Counter(at for one in some for at in _in_common(modal, one))
    return [key for at, key in enumerate(modal) if matched[at] >= common * len(some)]


def _in_common(one: Sequence[str], other: Sequence[str]) -> list[int]:
    """Places of the first that stand in the longest common subsequence with the second."""
    if one == other:
        return list(range(len(one)))
    other = other[: 2 * MOST_ANCHORS]
    lengths = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i in range(len(one) - 1, -1, -1):
        for j in range(len(other) - 1, -1, -1):
            alike = one[i] == other[j]
            beside = max(lengths[i + 1][j], lengths[i][j + 1])
            lengths[i][j] = lengths[i + 1][j + 1] + 1 if alike else beside
    found, i, j = [], 0, 0
    while i < len(one) and j < len(other):
        if one[i] == other[j]:
            found.append(i)
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


def _places(anchors: Sequence[str], tokens: Sequence[Token], *, from_right: bool) -> list[int]:
    """The tokens that are the constants of a template, the leftmost or rightmost ones."""
    order = range(len(tokens) - 1, -1, -1) if from_right else range(len(tokens))
    wanted = list(anchors)[::-1] if from_right else list(anchors)
    found: list[int] = []
    for at in order:
        if len(found) < len(wanted) and tokens[at].key == wanted[len(found)]:
            found.append(at)
    if len(found) < len(wanted):
        return []
    return found[::-1] if from_right else found


# --- what stands between ---


def _pieces(anchors: Sequence[str], rows: Sequence[Row]) -> list[TemplatePiece]:
    """Constants and parts in turn, as most rows have them."""
    pieces: list[TemplatePiece] = []
    for at in range(len(anchors) + 1):
        _add_gap(pieces, [_gap(text, tokens, at) for text, tokens in rows])
        if at < len(anchors):
            said = [text[tokens[at].start : tokens[at].stop] for text, tokens in rows]
            kind = anchors[at].removeprefix("\0") if anchors[at][0] == "\0" else ""
            _add(pieces, TemplatePiece(kind, "" if kind else anchors[at], said if kind else []))
    return pieces


def _gap(text: str, tokens: Sequence[Token], at: int) -> str:
    start = tokens[at - 1].stop if at else 0
    return text[start : tokens[at].start if at < len(tokens) else len(text)]


def _add_gap(pieces: list[TemplatePiece], gaps: Sequence[str]) -> None:
    """What stands between two constants: a blank, or a part."""
    often, times = Counter(gaps).most_common(1)[0]
    if times >= ALIKE * len(gaps) and not often.strip():
        if often:
            _add(pieces, TemplatePiece("", often))
        return
    full = [gap for gap in gaps if gap.strip()] or list(gaps)
    if 2 * sum(gap[:1] == " " for gap in full) > len(full):
        _add(pieces, TemplatePiece("", " "))
    _add(pieces, TemplatePiece("text", "", [gap.strip() for gap in gaps]))
    if 2 * sum(gap[-1:] == " " for gap in full) > len(full):
        _add(pieces, TemplatePiece("", " "))


def _add(pieces: list[TemplatePiece], piece: TemplatePiece) -> None:
    if pieces and not pieces[-1].kind and not piece.kind:
        pieces[-1].text += piece.text
    else:
        pieces.append(piece)


def _unglued(pieces: list[TemplatePiece]) -> list[TemplatePiece]:
    """Words behind a text and in front of a sign are the end of all these texts, no constant:
    "Yale Press, 1999" (but not "Ann wrote: it"); so is a single Han sign.
    """
    for at in range(1, len(pieces) - 1):
        left, piece = pieces[at - 1], pieces[at]
        match = LAST_WORDS.match(piece.text) if not piece.kind and left.kind == "text" else None
        if match and match[0].strip() not in MADE_IT:
            left.said = [text + match[0] for text in left.said]
            piece.text = piece.text[match.end() :]
    return pieces


def _freed(pieces: list[TemplatePiece]) -> list[TemplatePiece]:
    """Words that are shut in by signs of their own are a value that happens to be the same in all
    ("#7: bug: It fails"); labels stand behind another sign.
    """
    found: list[TemplatePiece] = []
    for at, piece in enumerate(pieces):
        match = SHUT_IN.match(piece.text) if not piece.kind else None
        alike = match is not None and match[1].strip()[-1] == match[3].strip()[0]
        if match is None or not alike or not 0 < at < len(pieces) - 1:
            found.append(piece)
            continue
        said = [match[2]] * len(pieces[at - 1].said)
        found += [
            TemplatePiece("", match[1]),
            TemplatePiece("text", "", said),
            TemplatePiece("", match[3]),
        ]
    return found


def _divides(pieces: Sequence[TemplatePiece]) -> bool:
    """Whether there are several values, or one with something around it that is none of it."""
    parts = [piece for piece in pieces if piece.kind]
    if sum(piece.mean > LONG for piece in parts) > 1:
        return False
    return any(len(set(piece.said)) > 1 for piece in parts) and len(pieces) > 1


def _written(pieces: list[TemplatePiece]) -> str:
    """A template; of the parts that may hold anything, the longest takes as much as it can."""
    if any("{" in piece.text or "}" in piece.text for piece in pieces):
        return ""
    for at in range(len(pieces) - 1, 1, -1):
        number, gap, unit = (*pieces[at - 2 : at + 1], TemplatePiece("", ""))[:3]
        if number.kind == "number" and unit.kind == "text" and not gap.text.strip():
            unit.kind = "unit" if are_units(unit.said) else "text"
            if unit.kind == "unit" and len(pieces) > 3:
                join(pieces, at - 2, at + 1, "quantity")
    _join_units(pieces)
    for piece in pieces:
        if piece.kind == "number" and not all(map(GROUPED.fullmatch, piece.said)):
            piece.kind = "amount"
    free = [at for at, piece in enumerate(pieces) if piece.kind == "text"]
    rest = max(free, key=lambda at: (pieces[at].mean, -at), default=-1)
    for at in free:
        pieces[at].kind = "rest" if at == rest else "text" if at < rest else "tail"
    return written([(piece.kind, piece.text) for piece in pieces])


def _join_units(pieces: list[TemplatePiece]) -> None:
    """A unit that is glued to a number beside other parts is a part of it ("53K, 12% relevant")."""
    for at in range(len(pieces) - 2, -1, -1):
        number, unit = pieces[at], pieces[at + 1]
        match = GLUED_UNIT.match(unit.text) if number.kind == "number" and not unit.kind else None
        if match and len(pieces) > 2:
            said = [text + match[0] for text in number.said]
            pieces[at : at + 2] = [
                TemplatePiece("quantity", "", said),
                TemplatePiece("", unit.text[match.end() :]),
            ]
            if not pieces[at + 1].text:
                del pieces[at + 1]
