"""What an inspection tells a person: what was found, what a harvest asks and costs."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final

from leadline.cli.terminal.words import clean, short
from leadline.crawl.official.ways import WAY_KINDS
from leadline.forms.describe import form_questions
from leadline.page.masks import MASK, masked
from leadline.page.urls import host_name, is_loopback_address
from leadline.report.markup import duration

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from leadline.app.inspect import Inspection
    from leadline.crawl.official.ways import OfficialWay
    from leadline.model import Alternative, Offer

MAX_SHOWN_QUESTIONS: Final = 6
MAX_SHOWN_TYPES: Final = 10
TEXT_WIDTH: Final = 100
CHECK_REQUESTS: Final = 15
"""Requests that a harvest adds to the pages: to understand the source, and to check the end."""
ROBOTS: Final = "robots.txt of"
"""What the reason holds where robots.txt forbids a page."""
QUIET_ROLES: Final = ("sort", "sort_direction", "view_option", "page_size", "match_mode")


def found_lines(seen: Inspection) -> Iterator[str]:
    """Lines on the form, the records, the size and the pages."""
    yield "What I found"
    if seen.chosen is not None:
        yield f"  {_form_line(seen)}"
    elif not seen.trouble:
        yield "  no form that is asked: the list itself"
    if seen.trouble:
        yield f"  no records: {short(seen.trouble, TEXT_WIDTH)}"
        return
    asked = f"asked for {seen.query!r}" if seen.query else "asked for everything"
    total = "and no number" if seen.total is None else f"and {_about(seen)}{seen.total:,} in all"
    yield f"  {asked} it shows {len(seen.rows)} records on a page {total}"
    types: dict[str, list[str]] = {}
    for column in seen.columns:
        types.setdefault(column.type, []).append(column.column)
    told = [f"{kind}: {', '.join(names)}" for kind, names in types.items() if kind != "text"]
    names = [column.column for column in seen.columns if column.kind == "text"]
    yield f"  columns: {short(', '.join(names[:MAX_SHOWN_TYPES]), TEXT_WIDTH)}"
    for line in told[:MAX_SHOWN_TYPES]:
        yield f"    {short(line, TEXT_WIDTH)}"
    if seen.size:
        yield f"  asked for everything it states {seen.size:,} records"


def _about(seen: Inspection) -> str:
    return "about " if seen.approximate else ""


def _form_line(seen: Inspection) -> str:
    """Say what the form takes."""
    if seen.chosen is None:
        return ""
    questions = [q for q in form_questions(seen.chosen) if q.role not in QUIET_ROLES]
    others = [q for q in questions if q.name != seen.control]
    told = [_question(q.label or q.name, len(q.choices)) for q in others[:MAX_SHOWN_QUESTIONS]]
    box = "a box for words" if seen.control else "no box for words"
    more = f", and further: {', '.join(told)}" if told else ""
    rest = len(others) - len(told)
    return clean(f"a search form with {box}{more}{f' and {rest} more' if rest > 0 else ''}")


def _question(label: str, choices: int) -> str:
    return label.rstrip(" :：") + (f" ({choices} choices)" if choices else "")


def plan_lines(seen: Inspection) -> Iterator[str]:
    """Lines on what a harvest asks, and what it costs."""
    yield "What I would ask"
    if seen.control:
        yield "  everything at once; where that is not shown, word after word of the records"
    elif seen.chosen is not None:
        yield "  every choice of the form, one after the other"
    else:
        yield "  the list, page after page"
    if seen.details is not None:
        yield f"  {clean(seen.details.sentence(seen.size)).strip()}"
    yield "What it costs"
    rows = max(1, len(seen.rows))
    if not seen.size:
        yield f"  unknown: no number says how large the source is; {rows} records a request at best"
        if (seen.total or 0) > rows:
            yield f"  {seen.query!r} alone takes about {-(-(seen.total or 0) // rows):,} requests"
        yield "  to look first at what 200 requests bring: add --requests 200"
        return
    requests = -(-seen.size // rows) + CHECK_REQUESTS
    is_local = is_loopback_address(host_name(seen.url))
    time = "" if is_local else f", {duration(requests)} at one request a second"
    yield f"  about {requests:,} requests{time}; more where words must be asked one by one"


def way_lines(ways: Sequence[Offer], others: Sequence[OfficialWay]) -> Iterator[str]:
    """Lines on the ways into a source, and on what else the site offers itself."""
    if ways or others:
        yield "Ways in (harvest takes the first that holds; --way NUMBER or NAME takes another)"
    for number, way in enumerate(ways, 1):
        holds = f", {way.records:,} records" if way.records is not None else ""
        price = f"{way.price} request{'s' if way.price > 1 else ''} to try"
        proves = f"; may prove: {way.proves}" if way.proves else ""
        yield f"  {number} {way.name}: {short(way.what, TEXT_WIDTH)}{holds} ({price}{proves})"
        yield f"      {short(way.url, TEXT_WIDTH)}"
    first = {way.kind: way for way in reversed(others)}
    for other in [first[kind] for kind in WAY_KINDS if kind in first]:
        yield f"  {other.kind}, which is not taken: {short(other.url, TEXT_WIDTH)}"


def alternative_lines(alternatives: Sequence[Alternative], most: int = 4) -> Iterator[str]:
    """Lines on what decisions chose from, where there was a choice; * marks what is taken."""
    by_kind: dict[str, list[Alternative]] = {}
    for one in alternatives:
        by_kind.setdefault(one.decision, []).append(one)
    if several := {kind: them for kind, them in by_kind.items() if len(them) > 1}:
        yield "Alternatives (* is taken; in a project: leadline hint FOLDER NAME NUMBER)"
    for kind, them in several.items():
        for one in them[:most]:
            numbers = ", ".join(f"{value:g} {name}" for name, value in one.evidence)
            told = f"{short(one.what, TEXT_WIDTH)}{f' ({numbers})' if numbers else ''}"
            yield f"  {kind:8} {one.number}{'*' if one.is_taken else ' '} {told}"
        if len(them) > most:
            yield f"           and {len(them) - most} more"


def next_lines(seen: Inspection, options: str = "") -> Iterator[str]:
    """Lines with the next commands, and the ``options`` that this one had and they need too."""
    url = shlex.quote(masked(seen.url)) + options
    yield "Next"
    if masked(seen.url) != seen.url:
        yield f"  (put your own value in place of {MASK})"
    if ROBOTS in seen.trouble:
        yield f"  ask the owner; with leave: leadline inspect {url} --ignore-robots"
        return
    if any(way.wanted_only for way in seen.ways):
        yield f"  leadline harvest {url} --official -o table.csv   (what the site offers itself)"
    if not seen.trouble:
        yield f"  leadline harvest {url} -o table.csv"
        if seen.details is not None and seen.details.columns:
            yield f"  leadline harvest {url} --details -o table.csv"
        if part := _example_part(seen):
            yield f"  leadline harvest {url} --only {shlex.quote(part)} -o part.csv"
    yield f"  leadline inspect {url} --forms   (every form, control, alternative)"


def _example_part(seen: Inspection) -> str:
    """Return a condition that the form carries, as an example."""
    if seen.chosen is None:
        return ""
    for question in form_questions(seen.chosen):
        choice = next((text or value for value, text in question.choices[1:2]), "")
        if choice and question.role not in QUIET_ROLES and question.name:
            return f"{question.name}={choice}"
    return f"{seen.control}=WORDS" if seen.control else ""


def sections(seen: Inspection, options: str = "") -> Iterable[Iterator[str]]:
    """Return the sections in the order in which a person reads them, without the records."""
    after = () if seen.trouble else (plan_lines(seen),)
    return (way_lines(seen.ways, seen.official), *after, next_lines(seen, options))
