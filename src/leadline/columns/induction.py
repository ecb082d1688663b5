"""Column induction: learn the columns of a source from counts over its records.

Five questions are answered by counts. Which classes are values? Which repeated siblings are a list?
Are the pieces of a run values? Are its lines? Which texts in front of values are labels? Names come
last (``naming``).

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<p><b>Year:</b> 1901<br>Maker: Ann<p><b>Year:</b> 1902<br>Maker: Bo", "")
>>> spans = [RecordSpan((i,)) for i in page.elements("p")]
>>> [(field.column, field.value) for field in learn_columns([(page, spans)]).read(page, spans[1])]
[('Year', '1902'), ('Maker', 'Bo')]
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Final

from leadline.columns.headings import learn_headings
from leadline.columns.inline_labels import (
    MIN_LABELLED_SHARE,
    are_lines_apart,
    inner_labels,
    label_pattern,
    leading_labels,
)
from leadline.columns.inline_runs import MAX_LABEL_CHARACTERS, Place
from leadline.columns.naming import RunValues, header_names, name_slots
from leadline.columns.reader import Columns, PlanReader
from leadline.columns.record_text import RecordText
from leadline.columns.runs import InlineRun, Piece, read_runs
from leadline.columns.templates.divide import learn_divisions
from leadline.columns.templates.induction import learn_templates
from leadline.model import RecordSpan
from leadline.page.dom import Document
from leadline.values.lists import LABEL_PREFIX, has_alphanumeric
from leadline.values.value_forms import form_of, forms_alike

MIN_SAME_COUNT_SHARE: Final = 0.9
"""Share of records with the same number of siblings that makes the siblings fields, not a list."""
MIN_SAME_PIECES_SHARE: Final = 0.7
"""Share of runs with the same pieces that makes the pieces values."""
MIN_LABEL_SHARE: Final = 0.8
"""Share of a slot's values with the same label in front that makes it the column's name."""
MAX_ALTERNATIVES: Final = 2
"""Labels of records with one line each ("Editor: Bo"); more are subjects ("net: fix")."""
MAX_LOOSE_SHARE: Final = 0.1
"""Share of runs of several pieces with loose text, up to which the pieces are values."""
MIN_RUNS: Final = 3
MIN_RECORDS_OF_FIELDS: Final = 5
MIN_SAME_FORM: Final = 0.8
MAX_ALIKE_OF_FIELDS: Final = 0.05
"""Records with as many siblings, share of the form of each, and likeness of two that are fields."""
MIN_DISTINCT_LINK_SHARE: Final = 0.5
"""Share of distinct texts from which a link tells records apart ("details" does not)."""
MIN_RECORDS_OF_KIND: Final = 3
MAX_KINDS: Final = 3
"""Records of one kind, and kinds, from which and up to which first pieces name kinds of values."""
MIN_CAPTION_SHARE: Final = 0.25
"""Share of records in which a caption of a list of runs recurs."""


def learn_columns(
    samples: Sequence[tuple[Document, Sequence[RecordSpan]]], asked: Sequence[str] = ()
) -> Columns:
    """Learn columns from records of one source, on one or several pages.

    ``asked`` has the query of each sample. What was asked for stands in all records of its answer,
    so it is no label there ("TypeError: ..." for "typeerror").
    """
    spans_of = [(document, span) for document, spans in samples for span in spans if span.nodes]
    records = [read_runs(document, span) for document, span in spans_of]
    told = _runs_with_asked(records, samples, asked)
    columns = Columns()
    _settle_places(columns, records)
    runs, of_records = _runs_by_slot(columns, records)
    leads_of_kinds = _leads_of_kinds(columns, records)
    for slot, slot_runs in runs.items():
        if all(run.outline.coded for run in slot_runs):
            if 2 * len(slot_runs) > len(records) and len({run.text for run in slot_runs}) > 1:
                columns.class_values.add(slot)
            continue
        if inner := _inline_labels(slot_runs) or leads_of_kinds.get(slot, []):
            columns.inline_labels[slot] = inner
        labels = _line_labels([run for run in slot_runs if id(run) not in told])
        alternate = len(_lines(slot_runs)) == of_records[slot]
        if labels and not inner and not (alternate and len(labels) > MAX_ALTERNATIVES):
            columns.labels[slot] = labels
        if captions := _captions(slot_runs, len(records)):
            columns.captions[slot] = captions
        if _lines_are_values(slot_runs):
            columns.split_lines.add(slot)
        if _loose_lines_are_values(slot_runs):
            columns.loose_lines.add(slot)
            columns.split_lines.add(slot)
        if _pieces_are_values(slot_runs):
            columns.split_pieces.add(slot)
            if _pieces_are_indexed(slot_runs):
                columns.indexed_pieces.add(slot)
            pieces = [
                [piece.label for piece in run.pieces] for run in slot_runs if len(run.pieces) > 1
            ]
            columns.class_variants.update(_alternatives(slot, pieces))
        whole = slot in columns.split_lines or slot not in columns.split_pieces
        if whole and (label := _inner_link(slot_runs)):
            columns.inner_link[slot] = label
    values = [*_run_values(columns, spans_of, records)]
    columns.templates, hints = learn_divisions(_single_texts(values), singles=False)
    headers: dict[int, str] = {}
    for document, spans in samples:
        headers = headers or header_names(document, spans)
    columns.names = name_slots(columns.templates, values, headers, hints)
    columns.headings = {
        place: names
        for place, names in learn_headings(samples).items()
        if not all(f"={name}" in columns.names for name in names if name)
    }
    return columns


def _runs_by_slot(
    columns: Columns, records: Sequence[Sequence[InlineRun]]
) -> tuple[dict[str, list[InlineRun]], Counter[str]]:
    """Return the runs of each slot but those with a label beside them, and in how many records."""
    runs: dict[str, list[InlineRun]] = {}
    of_records: Counter[str] = Counter()
    for record in records:
        own = [(columns.slot_of(r.outline.place), r) for r in record if not r.outline.label]
        of_records.update({slot for slot, _ in own})
        for slot, run in own:
            runs.setdefault(slot, []).append(run)
    return runs, of_records


def _settle_places(columns: Columns, records: Sequence[Sequence[InlineRun]]) -> None:
    """Learn from the outside in which classes are values, and which siblings are lists.

    The number of the members of a list varies; cells are never a list.
    """
    deepest = max((len(run.outline.place) for record in records for run in record), default=0)
    for depth in range(deepest):
        most: dict[tuple[int, Place], dict[str, int]] = {}
        for number, record in enumerate(records):
            for run in record:
                if len(run.outline.place) > depth:
                    label, ordinal = run.outline.place[depth]
                    ordinals = most.setdefault((number, run.outline.place[:depth]), {})
                    ordinals[label] = max(ordinals.get(label, 0), ordinal)
        beside: dict[str, list[list[str]]] = {}
        for (_, above), ordinals in most.items():
            beside.setdefault(columns.slot_of(above), []).append(list(ordinals))
        for path, several in beside.items():
            columns.class_variants.update(_alternatives(path, several))
        counts: dict[str, Counter[int]] = {}
        for (_, above), ordinals in most.items():
            path = columns.slot_of(above)
            for label, ordinal in ordinals.items():
                step = f"{path}/{columns.step(path, label)}"
                counts.setdefault(step, Counter())[ordinal] += 1
        lists = (path for path, counted in counts.items() if _is_list(path, counted))
        columns.list_slots.update(
            path for path in lists if not _are_fields(_members(columns, records, depth, path))
        )


def _members(
    columns: Columns, records: Sequence[Sequence[InlineRun]], depth: int, path: str
) -> list[dict[int, str]]:
    """Return what the repeated siblings of a path say in each record, by their place."""
    found: dict[tuple[int, Place], dict[int, str]] = {}
    for number, record in enumerate(records):
        for run in record:
            place = run.outline.place
            above = columns.slot_of(place[:depth])
            if len(place) > depth and f"{above}/{columns.step(above, place[depth][0])}" == path:
                said, at = found.setdefault((number, place[:depth]), {}), place[depth][1]
                said[at] = f"{said.get(at, '')} {run.text}"
    return [*found.values()]


def _are_fields(members: Sequence[Mapping[int, str]]) -> bool:
    """Tell whether siblings are no list, but fields of which some records lack one.

    Where records have as many, each of them has a form of its own at its place. Labels before
    values tell more than places.
    """
    several = Counter(len(one) for one in members if len(one) > 1)
    (count, times), *_ = several.most_common(1) or [(0, 0)]
    said = [bool(LABEL_PREFIX.match(text.strip())) for one in members for text in one.values()]
    if times < MIN_RECORDS_OF_FIELDS or 2 * sum(said) > len(said):
        return False
    places = sorted({at for one in members if len(one) == count for at in one})[:count]
    forms = [
        Counter(form_of(one.get(at, "").strip()) for one in members if len(one) == count)
        for at in places
    ]
    is_steady = all(of.most_common(1)[0][1] >= MIN_SAME_FORM * of.total() for of in forms)
    return is_steady and any(
        forms_alike(one, other) < MAX_ALIKE_OF_FIELDS for one, other in pairwise(forms)
    )


def _is_list(path: str, counted: Counter[int]) -> bool:
    steady = counted.most_common(1)[0][1] >= MIN_SAME_COUNT_SHARE * counted.total()
    return max(counted) > 0 and not steady and not path.endswith("/td")


def _alternatives(above: str, several: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return tags whose elements have one of several classes, never two side by side."""
    labels: dict[str, Counter[str]] = {}
    for labels_of_one in several:
        for tag in {label.partition(".")[0]: None for label in labels_of_one}:
            own_labels = [label for label in labels_of_one if label.partition(".")[0] == tag]
            labels.setdefault(tag, Counter())[own_labels[0] if len(own_labels) == 1 else ""] += 1
    result = {}
    for tag, counted in labels.items():
        often = counted.most_common(1)[0][0]
        alone = "" not in counted and "." in "".join(counted)
        if (
            alone
            and len(counted) > 1
            and counted.total() >= max(3, MIN_SAME_COUNT_SHARE * len(several))
        ):
            result[f"{above}/{tag}"] = often
    return result


def _inline_labels(runs: Sequence[InlineRun]) -> list[str]:
    """Return two labels of lines or more: emphasised ones, or with colons behind values."""
    if led := leading_labels([[line.lead for line in run.lines] for run in runs]):
        return led
    lines = [line.text for run in runs for line in (run.lines or [Piece("#", run.text)])]
    labels = inner_labels(lines)
    if not labels:
        return []
    behind = sum(
        1 for line in lines if any(m.start() > 0 for m in label_pattern(labels).finditer(line))
    )
    return labels if behind >= MIN_LABELLED_SHARE * len(lines) else []


def _loose_lines_are_values(runs: Sequence[InlineRun]) -> bool:
    """Whether the loose lines of a slot are values."""
    several = [run for run in runs if len(run.lines) > 1]
    if not several or len(several) < MIN_SAME_COUNT_SHARE * len(runs):
        return False
    loose = [[line.text for line in run.lines if line.label == "#"] for run in several]
    return are_lines_apart(loose)


def _pieces_are_indexed(runs: Sequence[InlineRun]) -> bool:
    """Whether nearly all runs have as many pieces of each kind, one kind more than once."""
    counts = Counter(
        tuple(Counter(piece.label for piece in run.pieces).items())
        for run in runs
        if len(run.pieces) > 1
    )
    if not counts or len(runs) < MIN_RUNS:
        return False
    kinds, times = counts.most_common(1)[0]
    return times >= MIN_SAME_COUNT_SHARE * len(runs) and max(count for _, count in kinds) > 1


def _run_values(
    columns: Columns,
    spans_of: Sequence[tuple[Document, RecordSpan]],
    records: Sequence[Sequence[InlineRun]],
) -> Iterator[list[RunValues]]:
    """Read the values of each run, before templates split them."""
    reader = PlanReader(columns)
    for (document, span), runs in zip(spans_of, records, strict=True):
        record = RecordText.of(document, span)
        yield [(run, reader.run_values(record, run.outline)) for run in runs]


def _single_texts(records: Sequence[Sequence[RunValues]]) -> dict[str, list[str]]:
    """Return the texts of each slot that has one text in a record at most."""
    texts: dict[str, list[str]] = {}
    lists: set[str] = set()
    for record in records:
        seen: set[str] = set()
        for slot in (slot for _, values in record for slot, kind, _ in values if kind == "text"):
            (lists if slot in seen else seen).add(slot)
        for slot, kind, value in (one for _, values in record for one in values):
            if kind == "text":
                texts.setdefault(slot, []).append(value)
    return {slot: values for slot, values in texts.items() if slot not in lists}


def _runs_with_asked(
    records: Sequence[Sequence[InlineRun]],
    samples: Sequence[tuple[Document, Sequence[RecordSpan]]],
    asked: Sequence[str],
) -> set[int]:
    """Return the ids of runs that begin with what was asked, a query for each sample."""
    queries = chain.from_iterable(
        [query] * sum(bool(span.nodes) for span in spans)
        for (_, spans), query in zip(samples, asked, strict=False)
    )
    several = zip(records, queries, strict=False)
    return {id(r) for record, query in several for r in record if _begins_with_asked(r.text, query)}


def _begins_with_asked(text: str, query: str) -> bool:
    """Whether the text in front of a colon holds a word of the query."""
    match = LABEL_PREFIX.match(text)
    return match is not None and any(
        len(word) > 1 and word in match[1].casefold() for word in query.casefold().split()
    )


def _line_labels(runs: Sequence[InlineRun]) -> list[str]:
    """Return texts in front of a colon that begin nearly all values of a slot, each often."""
    lines = _lines(runs)
    counted = Counter(match[1] for line in lines if (match := LABEL_PREFIX.match(line)))
    often = {label: times for label, times in counted.items() if times >= 2}
    several = len(lines) > len(runs) or len(often) > 1
    if not often or (not several and len(lines) < 3):
        return []
    if sum(often.values()) < (0.5 if several else MIN_LABEL_SHARE) * len(lines):
        return []
    if several and max(often.values()) > len(runs):
        return []
    if len(lines) == len(runs) and len(often) > 1 and _are_crossed(lines):
        return []
    if len(lines) > len(runs) and _are_first_parts(often, runs):
        return []
    return list(often)


def _lines(runs: Sequence[InlineRun]) -> list[str]:
    return [line.text for run in runs for line in (run.lines or [Piece("#", run.text)])]


def _are_first_parts(labels: Mapping[str, int], runs: Sequence[InlineRun]) -> bool:
    """Whether texts in front of colons are values ("Paris : Seuil, 1998", "Lyon : Aléas, 2001").

    There are three or more, one in each run, and one template reads the texts behind them.
    """
    labelled: list[tuple[str, str]] = []
    for run in runs:
        matches = [
            (match[1], line.text[match.end() :])
            for line in run.lines
            if (match := LABEL_PREFIX.match(line.text)) and labels.get(match[1], 0) <= len(runs) / 2
        ]
        if len(matches) != 1:
            return False
        labelled += matches
    return len({label for label, _ in labelled}) > 2 and bool(
        learn_templates([t for _, t in labelled])
    )


def _are_crossed(lines: Sequence[str]) -> bool:
    """Whether several labels have the same values: they are values too ("Core: DOM")."""
    labels: dict[str, set[str]] = {}
    for line in lines:
        if match := LABEL_PREFIX.match(line):
            labels.setdefault(line[match.end() :], set()).add(match[1])
    return 2 * sum(len(group) > 1 for group in labels.values()) > len(labels)


def _pieces_are_values(runs: Sequence[InlineRun]) -> bool:
    """Whether the pieces of a slot are values: always the same, or no loose text between."""
    patterns = Counter(
        tuple(p.label for p in run.pieces if has_alphanumeric(p.text)) for run in runs
    )
    several = {pattern: times for pattern, times in patterns.items() if len(pattern) > 1}
    if not several:
        return False
    loose = sum(times for pattern, times in several.items() if "#" in pattern)
    if loose <= MAX_LOOSE_SHARE * sum(several.values()):
        return True
    return len(runs) > 1 and max(several.values()) >= MIN_SAME_PIECES_SHARE * len(runs)


def _inner_link(runs: Sequence[InlineRun]) -> str:
    """Return the step of the one link in each text, if its words tell records apart.

    That is the title in a citation: "Ann Lee (1901) <a>On cats.</a> Nature".
    """
    link_texts: dict[str, list[str]] = {}
    for run in runs:
        labels = Counter(piece.label for piece in run.pieces if piece.links)
        loose = any(not piece.links and has_alphanumeric(piece.text) for piece in run.pieces)
        lines = {line.text for line in run.lines}
        for piece in run.pieces:
            if (
                loose
                and labels[piece.label] == 1
                and has_alphanumeric(piece.text)
                and piece.text not in lines
            ):
                link_texts.setdefault(piece.label, []).append(piece.text)
    telling = (
        label
        for label, texts in link_texts.items()
        if len(texts) >= max(MIN_RUNS, MIN_SAME_COUNT_SHARE * len(runs))
        and len({*texts}) > MIN_DISTINCT_LINK_SHARE * len(texts)
    )
    return next(telling, "")


def _captions(runs: Sequence[InlineRun], records: int) -> list[str]:
    """Return first pieces that name the rest of their run.

    That is one text in every record, or one of a few in a list of runs that each record has.
    """
    first = Counter(run.pieces[0].text for run in runs if len(run.pieces) > 1)
    rest = {run.text for run in runs}
    if len(runs) < 3 or len(rest) <= 0.5 * min(len(runs), 20) or "" in first:
        return []
    if _holds_several(runs):
        return []
    several = len(runs) > 1.5 * records
    least = max(2, (MIN_CAPTION_SHARE if several else MIN_SAME_COUNT_SHARE) * records)
    recurring = (text for text, times in first.items() if least <= times <= records)
    captions = [
        text for text in recurring if len(text) <= MAX_LABEL_CHARACTERS and has_alphanumeric(text)
    ]
    if several and len(captions) < 2:
        return []
    named = sum(first[text] for text in captions)
    return captions if named >= MIN_LABEL_SHARE * first.total() else []


def _leads_of_kinds(
    columns: Columns, records: Sequence[Sequence[InlineRun]]
) -> dict[str, list[str]]:
    """Return labels without a colon by slot: those of a record change together.

    "Maker Ann, Made in Rome" and "Author Bo, Printed in Bonn": a value would change alone.
    """
    kinds: Counter[tuple[tuple[str, str], ...]] = Counter()
    for record in records:
        runs = (run for run in record if run.pieces[0].lead and not run.outline.label)
        kinds[tuple((columns.slot_of(run.outline.place), run.pieces[0].lead) for run in runs)] += 1
    said: dict[str, set[str]] = {}
    for slot, lead in chain.from_iterable(kinds):
        said.setdefault(slot, set()).add(f"{lead} ")
    are_kinds = 2 <= len(kinds) <= MAX_KINDS and min(kinds.values()) >= MIN_RECORDS_OF_KIND
    differ = len(said) > 1 and all(len(leads) == len(kinds) for leads in said.values())
    return {slot: sorted(leads) for slot, leads in said.items() if are_kinds and differ}


def _holds_several(runs: Sequence[InlineRun]) -> bool:
    """Whether three values or more of two kinds follow each first piece: it names none."""
    rests = Counter(
        tuple(p.label for p in run.pieces[1:] if has_alphanumeric(p.text)) for run in runs
    )
    pattern, times = rests.most_common(1)[0]
    return len(pattern) > 2 and len(set(pattern)) > 1 and times >= MIN_SAME_PIECES_SHARE * len(runs)


def _lines_are_values(runs: Sequence[InlineRun]) -> bool:
    """Whether the lines of a slot are values: in elements of their own in nearly all runs."""
    parted = [frozenset(line.label for line in run.lines) for run in runs if len(run.lines) > 1]
    if len(parted) < max(2, 0.5 * len(runs)):
        return False
    counted = Counter(label for labels in parted for label in labels)
    common = [label for label, times in counted.items() if times >= MIN_LABEL_SHARE * len(parted)]
    return len(common) > 1
