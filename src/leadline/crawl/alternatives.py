"""What each decision of a crawl chose from: its best candidates, each with the numbers behind it.

A form, a list, a cut of records, a next link, a total, a key, a column or a cut of a text is chosen
among candidates. They are kept, so that a person may choose another one by its number. The example
of each was looked up by what reads hints, so it means that candidate and no other.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from leadline.crawl.state.pager import PERSONAL_FORM_KINDS
from leadline.crawl.state.source import SourceState
from leadline.forms.find import find_interfaces
from leadline.forms.named import form_name, forms_named, text_boxes
from leadline.model import NO, TAKEN, Alternative, DataRegion, Hint, RecordSpan
from leadline.page.dom import Document, parse
from leadline.page.text import fold
from leadline.wrapper.given import example_of_list, shown_template
from leadline.wrapper.given_columns import gaps_of
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.induction import MinedAnswer, stated_counts
from leadline.wrapper.pager.addresses import likeness
from leadline.wrapper.pager.given import pressed_nodes, texts_on
from leadline.wrapper.pager.locator import Proposal
from leadline.wrapper.pager.propose import propose_next
from leadline.wrapper.reading import PageReading
from leadline.wrapper.record_template import replay_at_path
from leadline.wrapper.region_choice import ProbePage, rank_regions
from leadline.wrapper.totals.choice import LETTERS, given_total
from leadline.wrapper.totals.stated import numbers_on_page, stated_totals
from leadline.wrapper.wrapper import Wrapper

ALTERNATIVES_COMPONENT: Final = "alternatives"
"""Name under which a source keeps what its decisions chose from."""
MAX_OFFERED: Final = 6
MAX_LISTED: Final = 60
"""Candidates of a decision that are kept: of columns and forms all, as far as a person reads."""
MAX_DESCRIBED: Final = 80
MAX_SHOWN_TEXT: Final = 300
ROWS_OF_A_RECORD: Final = (2, 3)
"""Rows side by side that may be one record though each looks like one."""
MIN_SHARE_APART: Final = 0.8
"""Share of different values from which a column may tell records apart."""
VALUE_SIGNS: Final = re.compile(r" ?[:;,/|·•—–(] |\) |\. | \(")
MIN_PARTS: Final = 3
MIN_SCORE: Final = 0.01
"""Score of a list over that of the best one, below which it is none."""
MAX_LINKS_TRIED: Final = 400
Candidate = tuple[str, tuple[str, ...], Mapping[str, float], bool]
"""What it is, the example that means it, the numbers that speak for it, whether it is taken."""


def keep_alternatives(
    source: SourceState, page: Document, answers: Sequence[MinedAnswer], wrapper: Any = None
) -> None:
    """Keep what the decisions on a form's page, and on its answers (best first), chose from."""
    found: dict[str, Iterable[Candidate]] = {"form": _forms(source, page), "box": _boxes(source)}
    wrapper = wrapper or source.wrapper
    if answers and isinstance(wrapper, Wrapper):
        first, nonsense = answers[0], source.probes.nonsense
        reading = wrapper.read_document(first.page, first.probe.document, first.probe.query)
        if reading.rows:
            found |= {
                **_places(answers, nonsense, reading),
                "total": _totals(wrapper, first.probe, reading),
                "key": _keys(wrapper, reading),
                "column": _columns(reading),
                "split": _splits(wrapper, reading),
            }
    kept = [one for kind, candidates in found.items() for one in _numbered(kind, candidates)]
    source.become(replace(source.probes, alternatives=tuple(kept)))


def alternatives_of(source: SourceState) -> tuple[Alternative, ...]:
    """Return what the decisions on a source chose from, as far as it came to them."""
    if not source.probes.alternatives and source.entry is not None:
        keep_alternatives(source, parse(source.entry), ())
    ways = (
        (
            f"{one.name}: {one.what or one.url}",
            (one.name,),
            {"price": one.price} | ({"records": one.records} if one.records is not None else {}),
            one.came == TAKEN,
        )
        for one in source.ways
    )
    readings = [reading for _, reading in source.probes.answers]
    if not source.probes.onward and readings and isinstance(source.wrapper, Wrapper):
        keep_onward(source, max(readings, key=lambda one: len(one.rows)))
    return (*_numbered("way", ways), *source.probes.alternatives, *source.probes.onward)


def alternatives_in(learned: Mapping[str, Any]) -> tuple[Alternative, ...]:
    """Return what the decisions on a source chose from, by what was learned of it."""
    return tuple(
        Alternative(
            **{**one, "example": (*one["example"],), "evidence": (*one["evidence"].items(),)}
        )
        for one in learned.get(ALTERNATIVES_COMPONENT) or ()
    )


def _numbered(kind: str, candidates: Iterable[Candidate]) -> Iterator[Alternative]:
    for number, (what, example, evidence, is_taken) in enumerate(islice(candidates, MAX_LISTED), 1):
        said = " ".join(what.split())[:MAX_DESCRIBED]
        numbers = tuple((name, float(value)) for name, value in evidence.items())
        yield Alternative(kind, number, said, example, numbers, is_taken)


def _forms(source: SourceState, page: Document) -> Iterator[Candidate]:
    """Every form of a page under its number in ``inspect --forms``."""
    asked = source.form.interface
    for number, form in enumerate(find_interfaces(page, source.task.rules), 1):
        is_asked = asked is not None and (form.node, form.action) == (asked.node, asked.action)
        is_personal = form.kind in PERSONAL_FORM_KINDS
        kind = f"{form.kind}, never sent" if is_personal else form.kind
        labels = (control.label for control in form.controls if control.label)
        named = (one for one in labels if _first(forms_named(page, one)) == form)
        example = next(named, str(number))
        numbers = {"score": round(form.score, 2), "fields": len(form.controls)}
        yield f"{form_name(form)}: {kind}", (example,), numbers, is_asked


def _first(found: Sequence[Any]) -> Any:
    return found[0] if found else None


def _boxes(source: SourceState) -> Iterator[Candidate]:
    """The boxes of the form that is asked, in which words may be written."""
    form = source.form.interface
    for box in text_boxes(form) if form is not None else ():
        name = box.label or box.name or box.element_id
        if name:
            yield name, (name,), {}, box.name == source.form.box_name


def _places(
    answers: Sequence[MinedAnswer], nonsense: Sequence[ProbePage], reading: PageReading
) -> dict[str, list[Candidate]]:
    """What may be the list of records, and where in it a record may begin and end."""
    first, document = answers[0], reading.document
    records = tuple(RecordSpan(row.nodes) for row in reading.rows if row.nodes)
    if not records:
        return {}
    taken = DataRegion(document.parent[records[0].nodes[0]], records)
    other = answers[1].probe if len(answers) > 1 else None
    counts = stated_counts(first.probe)
    ranked = rank_regions(first.probe, first.regions, other=other, nonsense=nonsense, counts=counts)
    least = MIN_SCORE * max((choice.score for choice in ranked), default=0.0)
    apart, cuts = [(one, 0.0) for one in _parts(document, taken)], [records]
    for choice in (one for one in ranked if one.score > least):
        span = _extent(document, choice.region)
        if _meet(span, _extent(document, taken)):
            cuts += [choice.region.records] if span[0] > taken.parent else []
        elif not any(_meet(span, _extent(document, one)) for one, _ in apart):
            apart.append((choice.region, choice.score))
    side_by_side = tuple(one.nodes[0] for one in records)
    cuts += [(RecordSpan(side_by_side[:rows]),) for rows in ROWS_OF_A_RECORD]
    lists: list[Candidate] = [
        (
            f"the list with {example!r}" if example else "the list that is read",
            (example,) if example else (),
            {"records": len(region.records)} | ({"score": round(score, 1)} if score else {}),
            region is taken,
        )
        for region, score in apart[:MAX_OFFERED]
        if (example := example_of_list(document, first.regions, region)) or region is taken
    ]
    return {"region": lists, "record": [*_cuts(document, cuts)]}


def _parts(document: Document, region: DataRegion) -> Iterator[DataRegion]:
    """A list, and those that it consists of where they stand in elements of their own."""
    yield region
    inner: dict[int, list[RecordSpan]] = {}
    for record in region.records:
        inner.setdefault(document.parent[record.nodes[0]], []).append(record)
    if 1 < len(inner) < MAX_OFFERED:
        for parent, records in inner.items():
            yield DataRegion(parent, tuple(records))


def _extent(document: Document, region: DataRegion) -> tuple[int, int]:
    return region.records[0].nodes[0], document.end[region.records[-1].nodes[-1]]


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _cuts(document: Document, cuts: Sequence[Sequence[RecordSpan]]) -> Iterator[Candidate]:
    """Ways to cut records of which an example gives so many, each number once."""
    counts, is_first, most = set[int](), True, 0
    for records in cuts[: MAX_OFFERED + len(ROWS_OF_A_RECORD)]:
        span = records[0].nodes[0], document.end[records[0].nodes[-1]]
        texts = [
            text
            for node in document.text_nodes
            if span[0] <= node < span[1] and (text := " ".join(document.text[node].split()))
        ]
        most = max(most, len(texts))
        if not texts or max(len(texts[0]), len(texts[-1])) > MAX_SHOWN_TEXT:
            continue
        example = texts[0], texts[-1]
        template = shown_template(document, (), Hint("record", example))
        spans = replay_at_path(document, template) if template is not None else ()
        count, least = len(spans), 1 if is_first else min(2, most)
        is_meant = any(one.nodes[0] <= span[0] < document.end[one.nodes[0]] for one in spans)
        if is_meant and count > 1 and count not in counts and len(texts) >= least:
            counts.add(count)
            what = f"from {texts[0]!r} to {texts[-1]!r}"
            yield what, example, {"records": count, "texts": len(texts)}, is_first
        is_first = False


def keep_onward(source: SourceState, reading: PageReading, taken: Proposal | None = None) -> None:
    """Keep what may lead on from a page: what the pager proposes, then links like its own address.

    ``taken`` is the proposal that proved to do so.
    """
    found = _numbered("next", _onward(source, reading, taken))
    source.become(replace(source.probes, onward=tuple(found)))


def _onward(
    source: SourceState, reading: PageReading, taken: Proposal | None
) -> Iterator[Candidate]:
    document, request = reading.document, reading.page.request
    by_text, known = pressed_nodes(document), taken.node if taken is not None else -1
    rows = [(one[0], document.end[one[-1]]) for row in reading.rows if (one := row.nodes)]
    alike = (
        node
        for node in islice(document.elements("a", "area"), MAX_LINKS_TRIED)
        if likeness(document.link(node), document.url)
        and not any(start <= node < stop for start, stop in rows)
    )
    offered = propose_next(document, source.form.interface, request=request)
    nodes = [*dict.fromkeys((known, *(one.node for one in offered), *alike))]
    for node in nodes[: 2 * MAX_OFFERED]:
        said = (text for text in texts_on(document, node) if text.strip()) if node >= 0 else ()
        example = next((one for one in said if by_text.get(fold(one).strip()) == node), "")
        numbers = {"likeness": likeness(document.link(node), document.url)} if example else {}
        if taken is not None and node == known:
            what = example or taken.locator.text or taken.via
            yield what, (example,) if example else (), numbers, True
        elif example:
            yield example, (example,), numbers, False
    yield "no next page", (NO,), {}, taken is None


def _totals(wrapper: Wrapper, probe: ProbePage, reading: PageReading) -> Iterator[Candidate]:
    document, mask, known = probe.document, probe.query_mask.mask, dict[Any, Candidate]()
    stated = stated_totals(document, mask=mask, rows=reading.nodes)
    for one in (*stated, *numbers_on_page(document, mask, reading.nodes)):
        locator = one.locator
        if one.value is None or one.value < len(reading.rows) or locator in known:
            continue
        if len(known) >= MAX_OFFERED:
            break
        sides = (" ".join(LETTERS.findall(side)) for side in (locator.after, locator.before))
        words = [side for side in sides if side] + [str(one.value)]
        meant = (text for text in words if given_total([(document, mask)], text) == locator)
        if example := next(meant, ""):
            what = " ".join((locator.before, f"{one.value:,}", locator.after))
            numbers = {"value": one.value, "points": round(one.points, 1)}
            known[locator] = what, (example,), numbers, locator == wrapper.total
    yield from known.values()
    yield "no total", (NO,), {}, wrapper.total is None


def _values(reading: PageReading) -> dict[str, list[str]]:
    """Texts of the rows of a page by column."""
    values: dict[str, list[str]] = {}
    for row in reading.rows:
        for one in row.fields:
            if one.kind == "text" and one.value:
                values.setdefault(one.column, []).append(one.value)
    return values


def _shares(values: Sequence[str], rows: int) -> dict[str, float]:
    return {
        "filled": round(len(values) / rows, 2),
        "different": round(len({*values}) / len(values), 2),
    }


def _keys(wrapper: Wrapper, reading: PageReading) -> Iterator[Candidate]:
    identity = wrapper.layouts[0].identity
    only = identity.only if isinstance(identity, TextIdentity) else ()
    if not only:
        is_text = isinstance(identity, TextIdentity)
        yield "all values that stay" if is_text else "the link of a record", (), {}, True
    for name, values in _values(reading).items():
        shares = _shares(values, len(reading.rows))
        if name in only or min(shares.values()) >= MIN_SHARE_APART:
            yield name, (name,), shares, name in only


def _columns(reading: PageReading) -> Iterator[Candidate]:
    by_column = _values(reading)
    held = Counter(value for values in by_column.values() for value in {*values})
    for name, values in by_column.items():
        shown = [one for one in values if len(one) <= MAX_SHOWN_TEXT] or values[:1]
        value = min(shown, key=lambda one: held[one])
        shares = _shares(values, len(reading.rows))
        yield f"{name}: {value}", (f"{name}={value[:MAX_SHOWN_TEXT]}",), shares, True


def _splits(wrapper: Wrapper, reading: PageReading) -> Iterator[Candidate]:
    """Texts that are divided, and those that show signs between values."""
    names, by_column = wrapper.layouts[0].columns.names, _values(reading)
    parts: dict[str, list[str]] = {}
    for slot, name in names.items():
        whole = names.get(slot.partition("|")[0], "")
        if "|" in slot and name in by_column and whole:
            parts.setdefault(whole, []).append(name)
    for whole, inner in parts.items():
        rows = (
            {one.column: one.value for one in row.fields if one.kind == "text"}
            for row in reading.rows
        )
        values = next((values for values in rows if {*inner} <= values.keys()), {})
        example = tuple(f"{name}={values[name]}" for name in inner if name in values)
        if example:
            yield f"{whole} into {', '.join(inner)}", example, {"parts": len(inner)}, True
    for whole, texts in by_column.items():
        shown = [one for one in texts if len(one) <= MAX_SHOWN_TEXT]
        pieces = [[one for one in VALUE_SIGNS.split(text) if one] for text in shown]
        counts = Counter(map(len, pieces))
        most, times = max(counts.items(), key=lambda one: one[1], default=(0, 0))
        if whole in parts or most < MIN_PARTS or 2 * times < len(texts):
            continue
        text, cut = next(one for one in zip(shown, pieces, strict=True) if len(one[1]) == most)
        if gaps_of(text, cut) is not None:
            example = tuple(f"part_{at}={piece}" for at, piece in enumerate(cut, 1))
            numbers = {"share": round(times / len(texts), 2)}
            yield f"{whole} into {most} parts", example, numbers, False
