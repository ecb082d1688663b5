"""What speaks against the end of a source: each doubt is a sentence, with the numbers behind it.

A crawl that ended knows more than "nothing new came": that first pages were all full and no link
led on, that an answer named more rows than it gave, that a form was left alone. Whoever reads of an
end reads of these too. Where nothing bounds what is missing, the sentence says which evidence
lacks, and what share may well be missing by what the last words brought.
"""

import re
from collections import Counter
from itertools import islice
from typing import Final

from leadline.columns.templates.compiled import compile_division
from leadline.crawl.state.evidence import MAX_BOUND, MIN_LITERAL_SHARE, Draw
from leadline.crawl.state.findings import MAX_FORMS_NAMED
from leadline.crawl.state.source import SourceState
from leadline.crawl.table_doubts import alternating, table_doubts, under_headings
from leadline.model import OTHERS, Doubt, Outcome
from leadline.page.text import fold, words

MIN_FULL_ANSWERS: Final = 3
MIN_FULL_ROWS: Final = 5
"""Answers of one largest size, in rows, from which that size is the source's and not theirs."""
SIZES_OF_PAGES: Final = frozenset({10, 20, 25, 30, 50, 100, 200, 250, 500, 1000})
"""Sizes of pages and of windows: who has just as many records is seldom whole."""
MAX_SHARE_ELSEWHERE: Final = 0.2
"""Share of the rows behind those of the word asked that show it, below which they are others."""
MIN_SILENT: Final = 10
MAX_TEXTS_READ: Final = 1_000
MAX_SHARE_ANSWERED: Final = 0.2
"""Share of the words of records that find any, below which others than these are looked for."""
MIN_STRAYS: Final = 5
MIN_SHARE_OF_STRAYS: Final = 0.05
"""Share of the records that no word of theirs found, from which it is told."""
MIN_FULL_SHARE: Final = 0.1
"""Share of the answers that are full from which much may stand behind them."""
FAR_TOTAL: Final = 1.05
"""Stated total over what was taken from which it is told."""
SIGNS: Final = re.compile(r"[^\W_](?: ?[:;,/|·•—–]|\)|\.) | [(\[-]")
MIN_SIGNS: Final = 2
"""Signs between values, from which a text holds several; most titles have fewer."""
UNNAMED: Final = re.compile(r"_\d+$")
"""The end of a column's name that no heading gives, or a heading that another has, too."""
MIN_CELLS_REPEATED: Final = 2
MIN_SHARE_REPEATED: Final = 0.5
"""Share of a column's values that the column half a row apart shows, too, from which they are one
column; that of a name may be far less, and is not 0."""
MAX_GAP: Final = 4
"""Rows one behind the other that lack the words asked, where records have three rows at most."""
MIN_GAPS_BY_CHANCE: Final = 3
"""Longer gaps that chance would bring, from which it is told that there is none."""
MIN_TEXTS: Final = 20
MIN_SHARE_PARTED: Final = 0.8
"""Share of the texts with so many signs, from which all of them hold several values."""
MIN_MISSED: Final = 5
MIN_PLAIN_ANSWERS: Final = 5
"""Answers to unlike words that show the same rows from which these answer nobody."""
LEAST_SHARE: Final = 0.01
RECENT_DRAWS: Final = 10
MIN_DRAWS: Final = 4


def doubts_of(source: SourceState, outcome: Outcome) -> tuple[Doubt, ...]:
    """Return what speaks against the end of a source, and against how its pages were read.

    () of one that is proven or failed; of one that was stopped only the latter.
    """
    if outcome.state not in ("exhausted", "paused"):
        return ()
    read = (
        _second_list(source) or under_headings(source),
        _cuts(source),
        _side_by_side(source),
        alternating(source) or _in_pieces(source),
        _undivided(source),
        _rows(source),
        *table_doubts(source),
    )
    if outcome.state == "paused":
        return tuple(filter(None, read))
    found = (
        _unread(source),
        _paging(source, outcome) or _elsewhere(source),
        _more(source),
        _total(source, outcome),
        *read,
        _left_forms(source),
        _left_way(source),
        _scopes(source),
        _pinned(source),
        _no_bound(source, outcome),
    )
    return tuple(filter(None, found))


def _unread(source: SourceState) -> Doubt | None:
    lost, every, kind = source.traffic.unread.lost
    if not lost:
        return _unanswered(source)
    why = source.traffic.unread.sentence(kind)
    sentence = f"{lost} of {every} answers could not be had or read ({why})"
    return Doubt("unread", sentence, (("unread", lost), ("answers", every)))


def _unanswered(source: SourceState) -> Doubt | None:
    """Say where hardly a word that records show finds any: others may, such as codes."""
    texts = islice(source.texts_by_key.values(), MAX_TEXTS_READ)
    known = {word for text in texts for word in words(text)}
    asked = len(known & {fold(word) for word in source.asked})
    silent = asked - len(source.evidence.draws)
    if asked < MIN_SILENT or silent <= (1 - MAX_SHARE_ANSWERED) * asked:
        return None
    sentence = f"{silent} of {asked} words that records show found none: others may find more"
    return Doubt("unread", sentence, (("silent", silent), ("asked", asked)))


def _full(source: SourceState) -> tuple[int, int]:
    """Return the size of full answers and how many of the answers were full, 0 without them."""
    counts_all = getattr(source.wrapper, "total", None) and source.answers.right_totals
    draws = [d for d in source.evidence.draws if not (counts_all and d.is_whole)]
    sizes = Counter(draw.records for draw in draws)
    largest = max(sizes, default=0)
    is_size = largest >= MIN_FULL_ROWS and sizes[largest] >= MIN_FULL_ANSWERS
    return (largest, sizes[largest]) if is_size and largest < source.record_count else (0, 0)


def _is_paged(source: SourceState) -> bool:
    """Tell whether a second page of an answer was ever found, by a link or by counting."""
    is_known = source.pager.locator is not None or source.pager.call is not None
    return is_known or source.answers.longest_walk > 1


def _paging(source: SourceState, outcome: Outcome) -> Doubt | None:
    size, full = _full(source)
    if _is_paged(source) or outcome.part:
        return None
    if not source.evidence.draws and outcome.records in SIZES_OF_PAGES:
        sentence = (
            f"just {outcome.records} records came, as many as a page may show, and nothing leads "
            "on: more may stand behind these"
        )
        return Doubt("paging", sentence, (("size", outcome.records), ("full", 1)))
    is_bounded = (outcome.missing_at_most or 1.0) <= MAX_BOUND
    if not full or is_bounded:  # other words brought what stands behind full answers
        return None
    every = len(source.evidence.draws)
    sentence = (
        f"{full} of {every} answers hold {size} records each and no link leads on from them: "
        "more may stand behind these"
    )
    return Doubt("paging", sentence, (("size", size), ("full", full), ("answers", every)))


def _elsewhere(source: SourceState) -> Doubt | None:
    """Say where the pages of answers go on with rows that do not show the words asked."""
    answers, behind, shown = source.evidence.behind
    if answers < MIN_PLAIN_ANSWERS or behind < MIN_TEXTS or source.task.said("next"):
        return None
    if shown >= MAX_SHARE_ELSEWHERE * behind:
        return None
    sentence = (
        f"answers begin with the words asked, and {behind - shown} of {behind} rows behind do not "
        "show them: the next link may lead elsewhere"
    )
    return Doubt("paging", sentence, (("rows", behind), ("lacking", behind - shown)))


def _more(source: SourceState) -> Doubt | None:
    taken, named = source.evidence.ended_short
    if not named:
        return None
    sentence = f"an answer names {named:,} rows and only {taken:,} of them were found"
    if named == taken + 1:
        sentence = f"an answer says that more follow, and only its first {taken:,} rows were found"
    return Doubt("more", sentence, (("taken", taken), ("named", named)))


def _total(source: SourceState, outcome: Outcome) -> Doubt | None:
    taken = outcome.records
    stated = max(source.evidence.largest_total, source.probes.stated_size or 0)
    if stated <= FAR_TOTAL * taken or stated < taken + MIN_MISSED:
        return None
    sentence = f"the source states {stated:,} records and {taken:,} were taken"
    return Doubt("total", sentence, (("stated", stated), ("taken", taken)))


def _second_list(source: SourceState) -> Doubt | None:
    other, ours = source.probes.second_list
    if any(map(source.task.said, ("region", "not_region", "record"))):
        return None
    strays, taken = len(source.evidence.strays(source.texts_by_key.items())), source.record_count
    is_cut = _full(source)[1] > 0 and not _is_paged(source)  # full answers leave them out
    if strays >= max(MIN_STRAYS, MIN_SHARE_OF_STRAYS * taken) and not is_cut:
        sentence = (
            f"no word that they show found {strays} of {taken} rows: they may be another list"
        )
        return Doubt("list", sentence, (("other", strays), ("read", taken)))
    if not other:
        return None
    sentence = f"answers show a second list of {other} rows beside the {ours} that were read"
    return Doubt("list", sentence, (("other", other), ("read", ours)))


def _cuts(source: SourceState) -> Doubt | None:
    """Say where the rows of a record look alike, so that its first one is a guess."""
    layout = next(iter(source.wrapper.layouts), None) if source.wrapper else None
    template = layout.template if layout is not None else None
    if layout is None or template is None or not layout.mined or template.max_nodes < 2:
        return None
    if {*template.heads}.isdisjoint(template.members):
        return None
    rows = template.max_nodes
    sentence = f"a record has up to {rows} rows that look alike: where one begins is a guess"
    return Doubt("record", sentence, (("rows", rows),))


def _side_by_side(source: SourceState) -> Doubt | None:
    """Say where the columns of a record, which no heading names, repeat what others of it say."""
    layout = next(iter(source.wrapper.layouts), None) if source.wrapper else None
    if layout is None or source.task.said("record"):
        return None
    named = dict.fromkeys(name for slot, name in layout.columns.names.items() if "|" not in slot)
    names = [name for name in named if name in source.profile.values]
    half = len(names) // 2
    if half < MIN_CELLS_REPEATED or len(names) % 2 or not all(map(UNNAMED.search, names[half:])):
        return None
    held = [{*source.profile.values[name]} for name in names]
    pairs = zip(held[:half], held[half:], strict=True)
    alike = [len(one & other) / min(len(one), len(other)) for one, other in pairs]
    if min(alike) == 0.0 or sum(share >= MIN_SHARE_REPEATED for share in alike) < half / 2:
        return None
    sentence = "cells of a row say the same as others of it: it may be 2 records"
    return Doubt("record", sentence, (("records", 2),))


def _in_pieces(source: SourceState) -> Doubt | None:
    """Say where rows without the words asked stand so evenly among others that they are pieces."""
    if source.task.said("record"):
        return None
    shown = [
        " " if {*words(walk.query)} <= {*words(row.text)} else "x"
        for walk, reading in source.probes.answers
        if words(walk.query)
        for row in reading.rows
    ]
    rows, lacking = len(shown), shown.count("x")
    longest = max(map(len, "".join(shown).split()), default=0)
    by_chance = rows * (lacking / max(1, rows)) ** (longest + 1)
    if longest > MAX_GAP or by_chance < MIN_GAPS_BY_CHANCE:
        return None
    sentence = f"{lacking} of {rows} rows lack the words asked, and never many in a row: a record "
    sentence += "may have several rows"
    return Doubt("record", sentence, (("rows", rows), ("lacking", lacking)))


def _undivided(source: SourceState) -> Doubt | None:
    """Say where all of a record stands in one text that holds several values."""
    layout = next(iter(source.wrapper.layouts), None) if source.wrapper else None
    if layout is None or source.task.said("split"):
        return None
    names = {name for slot, name in layout.columns.names.items() if name and "|" not in slot}
    held = [source.profile.values.get(name, []) for name in names]
    texts = max(held, key=len, default=[])
    parted = sum(len(SIGNS.findall(text)) >= MIN_SIGNS for text in texts)
    is_alone = sum(2 * len(values) > len(texts) for values in held) == 1
    if len(texts) < MIN_TEXTS or not is_alone or parted < MIN_SHARE_PARTED * len(texts):
        return None
    cuts = layout.columns.templates
    ways = [compile_division(slot, cuts, str) for slot in cuts if "|" not in slot]
    cut = (max((len(way.values(text)) for way in ways), default=0) for text in texts)
    if sum(parts > MIN_SIGNS + 1 for parts in cut) >= MIN_SHARE_PARTED * parted:
        return None
    sentence = f"a record is one text, and {parted} of {len(texts)} seen hold several values"
    return Doubt("text", sentence, (("texts", len(texts)), ("parted", parted)))


def _left_forms(source: SourceState) -> Doubt | None:
    left = source.probes.left_forms
    if not left:
        return None
    more = len(left) - MAX_FORMS_NAMED
    named = [*left[:MAX_FORMS_NAMED], *([f"and {more:,} more"] if more > 0 else [])]
    sentence = f"a second form was left alone: {'; '.join(named)}"
    return Doubt("form", sentence, (("forms", len(left)),))


def _left_way(source: SourceState) -> Doubt | None:
    left = next((one for one in source.ways if one.came == OTHERS), None)
    if left is None or source.task.wanted_way:
        return None
    sentence = f"{left.what} shows other records than words by the form find"
    return Doubt("way", sentence)


def _scopes(source: SourceState) -> Doubt | None:
    left = source.probes.scopes
    if not left or source.task.said("first"):
        return None
    sentence = f"the form finds other records behind {', '.join(map(repr, left))}: a part is asked"
    return Doubt("part", sentence, (("choices", len(left)),))


def _pinned(source: SourceState) -> Doubt | None:
    evidence = source.evidence
    rows, times = len(evidence.pinned), evidence.plain
    if not rows or times < MIN_PLAIN_ANSWERS:
        return None
    sentence = f"{rows} rows stand in each of {times} answers and do not show the words asked"
    return Doubt("pinned", sentence, (("rows", rows), ("answers", times)))


def _rows(source: SourceState) -> Doubt | None:
    """Say where rows that lack the words asked say something that no other row says."""
    evidence = source.evidence
    answers, rows = evidence.marked
    mark = evidence.mark
    if not mark or answers < MIN_PLAIN_ANSWERS or source.task.said("not_record"):
        return None
    sentence = f"{rows} rows in {answers} answers do not show the words asked, and all say {mark!r}"
    return Doubt("rows", sentence, (("rows", rows), ("answers", answers)))


def _no_bound(source: SourceState, outcome: Outcome) -> Doubt | None:
    """Say why nothing bounds what is missing, and how much may well be."""
    kept = source.part_filter
    if outcome.missing_at_most is not None and kept is None:
        return None
    evidence = source.evidence
    if kept is not None:
        why = "the part was looked for among what came of the whole"
    elif not outcome.records:
        why = "no record came, so nothing could be checked"
    elif source.task.only and not evidence.by_words:
        why = "no word was asked within the part, so nothing checks it"
    elif evidence.unsearched:
        why = "parts were not searched"
    elif not evidence.by_words:
        why = "no word was answered, so nothing could be checked"
    elif not evidence.is_literal:
        shown = evidence.literal_share
        least = f"{MIN_LITERAL_SHARE:.0%}"
        why = f"{shown:.1%} of the rows show the word asked, and below {least} they bound nothing"
    else:
        why = "too few answers were read whole"
    share = likely_missing(evidence.by_words, outcome)
    full = _full(source)[1] / max(1, len(evidence.draws))
    about = f"about {share:.0%}" if share >= LEAST_SHARE else f"less than {LEAST_SHARE:.0%}"
    may = [f"{about} may well be missing by what the last words brought"] if share else []
    if full >= MIN_FULL_SHARE and not _is_paged(source):
        may.append(f"{full:.0%} of the answers are full")
    sentence = "; ".join([f"how much is missing is not known: {why}", *may])
    return Doubt("bound", sentence, (("may be missing", round(share, 3)), ("full", round(full, 3))))


def likely_missing(draws: tuple[Draw, ...], outcome: Outcome) -> float:
    """Return the share that may well be missing, by recapture: new among the last words' records.

    Words unlike each other draw from the whole, so the share of new records among what they bring
    is that of the unknown ones. One more is counted, as none of a few is not none of all. The size
    that was estimated from all answers counts too.

    >>> likely_missing((Draw(20, 20), *[Draw(20, 1)] * 10), Outcome("exhausted", "", records=30))
    0.055
    """
    latest = draws[-RECENT_DRAWS:]
    drawn, new = sum(draw.records for draw in latest), sum(draw.new for draw in latest)
    by_words = (new + 1) / drawn if len(latest) >= MIN_DRAWS and drawn else 0.0
    size = outcome.estimate or 0.0
    by_size = 1.0 - outcome.records / size if size > outcome.records else 0.0
    return min(1.0, max(by_words, by_size))
