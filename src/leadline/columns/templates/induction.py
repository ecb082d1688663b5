"""Template induction: align the texts of a column over many records.

Tokens that nearly all texts have in the same order are constants: signs, words, kinds of values
such as dates. What stands between is a part (``separators`` tells which constants separate values).
Of several alignments the one that explains most of most texts is taken. Texts that it does not read
may have a template of their own. After RoadRunner and ExAlg, but on plain text of known records.

>>> learn_templates([f"{3 * n} KB ({7 * n} words) - 200{n}-01-0{n}" for n in range(1, 8)])
['{number} KB ({number} words) - {date}']
>>> learn_templates([f"by Lu {a} on 2012-03-0{n} in Art" for n, a in enumerate("ABCDEF", 1)])
['by Lu {rest} on {date} in Art']
>>> learn_templates(["Lee, Ann", "Poe, Edgar", "Joyce, James", "Twain, Mark", "Sand, George"])
[]
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from leadline.columns.templates.common_forms import (
    common_form,
    separated_by_one_sign,
    with_optional_part,
)
from leadline.columns.templates.compiled import GROUPED_NUMBER
from leadline.columns.templates.parts import text_forms
from leadline.columns.templates.separators import (
    AUTHOR_SUFFIXES,
    MAX_PART_MEAN_CHARACTERS,
    MIN_TEXTS_FOR_STATISTICS,
    TemplatePiece,
    are_units,
    join,
    merge_weak_separators,
)
from leadline.columns.templates.template import (
    MAX_CHARACTERS,
    compile_template,
    items_of,
    numbered,
    parts_in,
    written,
)
from leadline.columns.templates.tokens import Token, tokens_of
from leadline.values.types import learn_type

AlignedText = tuple[str, list[Token]]
"""A text and its tokens that are constants of the template."""

MIN_DISTINCT_TEXTS: Final = 5
"""Distinct texts that are needed: a few titles may each have one comma."""
MAX_SAMPLED_TEXTS: Final = 240
MAX_SAMPLED_CHARACTERS: Final = 24_000
COMMON_SIGN_SHARES: Final = (0.9, 0.98)
"""Shares of texts with a sign from which it may be a constant; both are tried."""
COMMON_WORD_SHARE: Final = 0.98
"""Share of texts with a word from which it may be a constant: one that fewer have is a value."""
MIN_SUBSET_SIGN_SHARE: Final = 0.5
"""Share of texts with a sign from which they are aligned alone: a list may mix kinds of records."""
MIN_SAME_GAP_SHARE: Final = 0.95
"""Share of texts with the same blank between two constants from which it is constant too."""
MIN_READ_SHARE: Final = 0.9
"""Share of texts that the template of all texts must read."""
MIN_SUBSET_SHARE: Final = 0.3
"""Share of texts that the template of some must read; also ``MIN_SUBSET_TEXTS`` of them."""
MIN_SUBSET_TEXTS: Final = 8
MAX_TEMPLATES: Final = 4
MIN_UNREAD_SHARE: Final = 0.02
"""Share of the texts from which those unread may have a template too."""
MAX_ANCHORS: Final = 24
SAME_SIGN_BONUS: Final = 1
"""Parts that it is worth for a template that one sign separates all its values."""
MAX_COMPARED_TEXTS: Final = 60
WHOLE_TYPES: Final = frozenset({"time", "year", "url", "email", "boolean", "integer"})
"""Types of columns whose texts are one value."""
TRAILING_WORDS: Final = re.compile(
    r"(?: ?[^\W\d_]++)+(?= ?[,;，；、/|·）)]| [–—-] )|[\u3400-\u4dbf\u4e00-\u9fff]+(?= )"
    r"|[\u3400-\u4dbf\u4e00-\u9fff](?![^\W\d_])"
)
ATTACHED_UNIT: Final = re.compile(r"[a-zA-Z]{1,3}(?![^\W_])")
ENCLOSED_WORDS: Final = re.compile(r"^(.*?[:：|·•｜] ?)([^\W\d_][^:：|·•｜]*?)( ?[:：|·•｜].*)$")


def learn_templates(values: Sequence[str]) -> list[str]:
    """Return the templates of most texts, none where each is one value."""
    texts = _sampled(values)
    if len(set(texts)) >= MIN_DISTINCT_TEXTS and (known := common_form(texts)):
        return [known]
    if family := next(filter(None, (form(texts) for form in text_forms())), None):
        return family
    proposed: dict[str, None] = {}
    learned: list[str] = []
    left = texts
    min_left = max(MIN_DISTINCT_TEXTS, MIN_UNREAD_SHARE * len(texts))
    while len(learned) < MAX_TEMPLATES and len(left) >= min_left:
        proposed.update(dict.fromkeys(_proposals(left)))
        others = [template for template in proposed if template not in learned]
        template = _best_template(left, others, first=not learned)
        if not template:
            break
        read = compile_template(template)
        unread = [text for text in left if read(text) is None]
        few = len(left) - len(unread) < MIN_SUBSET_SHARE * len(texts)
        if learned and few and _is_mostly_new(learned, template):
            break
        learned, left = [*learned, template], unread
    return numbered(learned) or with_optional_part(texts)


def _is_mostly_new(learned: Sequence[str], template: str) -> bool:
    """Whether most parts of a template are new beside those of the others."""
    known = {part.number for one in numbered(learned) for part in parts_in(one)}
    numbers = [part.number for part in parts_in(numbered([*learned, template])[-1])]
    return 2 * sum(number in known for number in numbers) < len(numbers)


def _best_template(texts: Sequence[str], proposed: Sequence[str], *, first: bool) -> str:
    """Return the template that explains most of most texts, then the one with most parts."""
    worth = {one: _score(one, texts, first=first) for one in proposed}
    best = max(worth, key=lambda one: (worth[one], one.count("{")), default="")
    return best if best and worth[best] else ""


def _proposals(texts: Sequence[str]) -> Iterator[str]:
    """Propose templates: of all texts, of those with the signs that most have, by counts."""
    min_distinct = MIN_DISTINCT_TEXTS if len(texts) < MIN_TEXTS_FOR_STATISTICS else 2
    if len(set(texts)) < min_distinct or learn_type(texts).name in WHOLE_TYPES:
        return
    tokens = [tokens_of(text) for text in texts]
    single = sum(len(row) == 1 and row[0].key[0] == "\0" for row in tokens)
    if single >= MIN_READ_SHARE * len(texts):
        return
    some = _with_signs(tokens)
    for rows in ([*range(len(texts))], some) if some else ([*range(len(texts))],):
        chosen, row_tokens = [texts[at] for at in rows], [tokens[at] for at in rows]
        all_anchors = (tuple(_anchors(row_tokens, share)) for share in COMMON_SIGN_SHARES)
        for anchors in dict.fromkeys(all_anchors):
            for from_right in (False, True):
                yield from _proposed(chosen, row_tokens, anchors, from_right=from_right)
    yield from separated_by_one_sign(texts)


def _sampled(values: Sequence[str]) -> list[str]:
    some = values[:: max(1, len(values) // MAX_SAMPLED_TEXTS)]
    short = [text for text in some if len(text) <= MAX_CHARACTERS]
    if 2 * len(short) < min(len(values), MAX_SAMPLED_TEXTS):
        return []
    return short[:: max(1, sum(map(len, short)) // MAX_SAMPLED_CHARACTERS)]


def _with_signs(tokens: Sequence[Sequence[Token]]) -> list[int]:
    """Return the texts that have the signs and kinds that many have, if not all do."""
    keys = [{token.key for token in row if not token.key[0].isalnum()} for row in tokens]
    counted = Counter(key for row in keys for key in row)
    min_times = MIN_SUBSET_SIGN_SHARE * len(tokens)
    frequent = {key for key, times in counted.items() if times >= min_times}
    with_signs = [at for at, row in enumerate(keys) if frequent and frequent <= row]
    return with_signs if MIN_SUBSET_TEXTS <= len(with_signs) < len(tokens) else []


def _score(template: str, texts: Sequence[str], *, first: bool) -> float:
    """Score a template by its parts and the share of texts it reads; 0 for too few texts."""
    read = compile_template(template)
    share = sum(read(text) is not None for text in texts) / len(texts)
    if share < MIN_READ_SHARE:
        signs = re.sub(r"\{\w+\}|[\s,.;]", "", template)
        subset = max(MIN_SUBSET_TEXTS, MIN_SUBSET_SHARE * len(texts))
        min_read = subset if first else MIN_DISTINCT_TEXTS
        if share * len(texts) < min_read or len(signs) < 2 or template.count("{") < 2:
            return 0.0
    typed = len(re.findall(r"\{(?!text|rest|tail)\w+\}", template))
    constants = [text for kind, text in items_of(template) if not kind]
    if len(constants) > 1 == len(set(constants)):
        typed += SAME_SIGN_BONUS
    return (template.count("{") + typed + 0.5) * share * share


def _proposed(
    texts: Sequence[str],
    tokens: Sequence[Sequence[Token]],
    anchors: Sequence[str],
    *,
    from_right: bool,
) -> Iterator[str]:
    """Propose the template whose constants are the anchors, if it separates values."""
    rows: list[AlignedText] = []
    for text, row in zip(texts, tokens, strict=True):
        if anchors and (places := _places(anchors, row, from_right=from_right)):
            rows.append((text, [row[at] for at in places]))
    if len(rows) < MIN_DISTINCT_TEXTS:
        return
    pieces = _with_enclosed_values(_with_trailing_words(_pieces(anchors, rows)))
    pieces = merge_weak_separators(pieces, len(texts))
    if _separates_values(pieces) and (template := _written(pieces)):
        yield template


def _anchors(tokens: Sequence[Sequence[Token]], common: float) -> list[str]:
    """Return the tokens that enough texts have, in the order in which most have them."""
    counted: Counter[tuple[str, int]] = Counter()
    for row in tokens:
        seen: Counter[str] = Counter()
        for token in row:
            seen[token.key] += 1
            counted[token.key, seen[token.key]] += 1
    shares = (common, COMMON_WORD_SHARE)
    signs, words = (max(MIN_DISTINCT_TEXTS, share * len(tokens)) for share in shares)
    frequent = dict.fromkeys(
        key for (key, _), rows in counted.items() if rows >= (words if key[0].isalpha() else signs)
    )
    reduced = [tuple(token.key for token in row if token.key in frequent) for row in tokens]
    whole = [one for one in reduced if len(set(one)) == len(frequent)] or reduced
    modal, times = max(Counter(whole).items(), key=lambda item: (item[1], -len(item[0])))
    if times >= common * len(whole):
        return list(modal[:MAX_ANCHORS])
    modal = modal[:MAX_ANCHORS]
    some = whole[:: max(1, len(whole) // MAX_COMPARED_TEXTS)]
    matched = Counter(at for one in some for at in _in_common(modal, one))
    return [key for at, key in enumerate(modal) if matched[at] >= common * len(some)]


def _in_common(one: Sequence[str], other: Sequence[str]) -> list[int]:
    """Return places of the first sequence in its longest common subsequence with the second."""
    if one == other:
        return list(range(len(one)))
    other = other[: 2 * MAX_ANCHORS]
    lengths = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i in range(len(one) - 1, -1, -1):
        for j in range(len(other) - 1, -1, -1):
            alike = one[i] == other[j]
            beside = max(lengths[i + 1][j], lengths[i][j + 1])
            lengths[i][j] = lengths[i + 1][j + 1] + 1 if alike else beside
    result, i, j = [], 0, 0
    while i < len(one) and j < len(other):
        if one[i] == other[j]:
            result.append(i)
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return result


def _places(anchors: Sequence[str], tokens: Sequence[Token], *, from_right: bool) -> list[int]:
    """Return the places of the leftmost or rightmost tokens that are the anchors."""
    order = range(len(tokens) - 1, -1, -1) if from_right else range(len(tokens))
    wanted = list(anchors)[::-1] if from_right else list(anchors)
    result: list[int] = []
    for at in order:
        if len(result) < len(wanted) and tokens[at].key == wanted[len(result)]:
            result.append(at)
    if len(result) < len(wanted):
        return []
    return result[::-1] if from_right else result


def _pieces(anchors: Sequence[str], rows: Sequence[AlignedText]) -> list[TemplatePiece]:
    """Return constants and parts in turn, as most texts have them."""
    pieces: list[TemplatePiece] = []
    for at in range(len(anchors) + 1):
        _add_gap(pieces, [_gap(text, tokens, at) for text, tokens in rows])
        if at < len(anchors):
            texts = [text[tokens[at].start : tokens[at].stop] for text, tokens in rows]
            kind = anchors[at].removeprefix("\0") if anchors[at][0] == "\0" else ""
            _add(pieces, TemplatePiece(kind, "" if kind else anchors[at], texts if kind else []))
    return pieces


def _gap(text: str, tokens: Sequence[Token], at: int) -> str:
    start = tokens[at - 1].stop if at else 0
    return text[start : tokens[at].start if at < len(tokens) else len(text)]


def _add_gap(pieces: list[TemplatePiece], gaps: Sequence[str]) -> None:
    """Add what stands between two constants: a blank, or a part."""
    frequent, times = Counter(gaps).most_common(1)[0]
    if times >= MIN_SAME_GAP_SHARE * len(gaps) and not frequent.strip():
        if frequent:
            _add(pieces, TemplatePiece("", frequent))
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


def _with_trailing_words(pieces: list[TemplatePiece]) -> list[TemplatePiece]:
    """Give words between a text and a sign to the text: "Yale Press, 1999".

    A single Han character goes there too, words in front of a colon do not ("Ann wrote: it").
    """
    for at in range(1, len(pieces) - 1):
        left, piece = pieces[at - 1], pieces[at]
        match = TRAILING_WORDS.match(piece.text) if not piece.kind and left.kind == "text" else None
        if match and match[0].strip() not in AUTHOR_SUFFIXES:
            left.texts = [text + match[0] for text in left.texts]
            piece.text = piece.text[match.end() :]
    return pieces


def _with_enclosed_values(pieces: list[TemplatePiece]) -> list[TemplatePiece]:
    """Make constant words between two like signs a value: "#7: bug: It fails"."""
    result: list[TemplatePiece] = []
    for at, piece in enumerate(pieces):
        match = ENCLOSED_WORDS.match(piece.text) if not piece.kind else None
        alike = match is not None and match[1].strip()[-1] == match[3].strip()[0]
        if match is None or not alike or not 0 < at < len(pieces) - 1:
            result.append(piece)
            continue
        value = TemplatePiece("text", "", [match[2]] * len(pieces[at - 1].texts))
        result += [TemplatePiece("", match[1]), value, TemplatePiece("", match[3])]
    return result


def _separates_values(pieces: Sequence[TemplatePiece]) -> bool:
    """Whether there are several values, or one with constants around it."""
    parts = [piece for piece in pieces if piece.kind]
    if sum(piece.mean > MAX_PART_MEAN_CHARACTERS for piece in parts) > 1:
        return False
    return any(len(set(piece.texts)) > 1 for piece in parts) and len(pieces) > 1


def _written(pieces: list[TemplatePiece]) -> str:
    """Write the template; the longest of the free parts takes as much as it can."""
    if any("{" in piece.text or "}" in piece.text for piece in pieces):
        return ""
    for at in range(len(pieces) - 1, 1, -1):
        number, gap, unit = (*pieces[at - 2 : at + 1], TemplatePiece("", ""))[:3]
        if number.kind == "number" and unit.kind == "text" and not gap.text.strip():
            unit.kind = "unit" if are_units(unit.texts) else "text"
            if unit.kind == "unit" and len(pieces) > 3:
                join(pieces, at - 2, at + 1, "quantity")
    _join_units(pieces)
    for piece in pieces:
        if piece.kind == "number" and not all(map(GROUPED_NUMBER.fullmatch, piece.texts)):
            piece.kind = "amount"
    free = [at for at, piece in enumerate(pieces) if piece.kind == "text"]
    rest = max(free, key=lambda at: (pieces[at].mean, -at), default=-1)
    for at in free:
        pieces[at].kind = "rest" if at == rest else "text" if at < rest else "tail"
    return written([(piece.kind, piece.text) for piece in pieces])


def _join_units(pieces: list[TemplatePiece]) -> None:
    """Join a unit without a blank to its number beside other parts ("53K, 12% relevant")."""
    for at in range(len(pieces) - 2, -1, -1):
        number, unit = pieces[at], pieces[at + 1]
        if number.kind != "number" or unit.kind or len(pieces) < 3:
            continue
        if match := ATTACHED_UNIT.match(unit.text):
            quantity = TemplatePiece("quantity", "", [text + match[0] for text in number.texts])
            rest = TemplatePiece("", unit.text[match.end() :])
            pieces[at : at + 2] = [quantity, rest] if rest.text else [quantity]
