"""Answers that list groups with numbers, each a link to the records behind it: asked as a select.

"Paintings (57), Coins (12)": the links carry the words asked and name the group. A page behind one
must list as many records as its number says, or these are records that end with a number.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl
from leadline.crawl.probe.moments import PROBED, Probed
from leadline.crawl.probe.probes import Probes
from leadline.crawl.probe.words import probe
from leadline.crawl.state.source import SourceState
from leadline.forms.link_facets import find_facets, find_path_lists
from leadline.forms.roles.needed import needed_settings
from leadline.model import Choice, Control, Page, QueryInterface, Request
from leadline.page.dom import parse
from leadline.wrapper.induction import MinedAnswer, choose_region, mine_answer
from leadline.wrapper.pager.propose import propose_next
from leadline.wrapper.region_choice import ProbePage

MIN_RECORDS_COUNTED: Final = 3
"""Records that the number of a group says, from which its page is counted."""
MAX_PAGES_COUNTED: Final = 2
_GROUP_NUMBER: Final = re.compile(r"\W*(\d{1,3}(?:[.,' ]?\d{3})*)\D{0,12}")
"""All that stands beside the link: a number, and what is counted."""


def find_groups(probes: Probes) -> tuple[QueryInterface, dict[str, int]] | None:
    """Return a form that asks the groups of the answers, and the numbers of some by their links.

    None where an answer lists records.
    """
    numbers = {answer.probe.query: _numbers(answer, probes.nonsense) for answer in probes.answers}
    facets = [_interface(one, numbers[one.probe.query]) for one in probes.answers]
    forms = [facet for facet in facets if facet is not None]
    counted = {
        url: number
        for each in numbers.values()
        for url, number in each.items()
        if number >= MIN_RECORDS_COUNTED
    }
    if not forms or len(forms) < len(facets) or not counted:
        return None
    named = {choice.value: choice for form in forms for choice in form.controls[-1].choices}
    select = replace(forms[0].controls[-1], choices=tuple(named.values()))
    sampled = sorted(counted, key=counted.__getitem__)[:MAX_PAGES_COUNTED]
    form = replace(forms[0], controls=(*forms[0].controls[:-1], select))
    return form, {url: counted[url] for url in sampled}


def lists_as_many(page: Page, number: int) -> bool:
    """Tell whether a page lists so many records, or some of them and leads to more."""
    document = parse(page)
    counts = [len(one.records) for one in mine_answer(page, ProbePage(document, "")).regions]
    goes_on = MIN_RECORDS_COUNTED <= max(counts, default=0) < number
    is_list = number in counts or (goes_on and bool(propose_next(document, None)))
    return page.status < 400 and is_list


def _numbers(answer: MinedAnswer, nonsense: Sequence[ProbePage]) -> dict[str, int]:
    """Return the numbers of groups by their links; {} where a row is more than link and number."""
    choice, document = choose_region([answer], nonsense), answer.probe.document
    numbers: dict[str, int] = {}
    for record in choice.region.records if choice is not None else ():
        links = [a for node in record.nodes for a in document.elements("a", within=node)]
        text = " ".join(document.visible_text(node) for node in record.nodes)
        name = document.visible_text(links[0]) if len(links) == 1 else ""
        number = _GROUP_NUMBER.fullmatch(text.replace(name, "", 1)) if name else None
        if number is None:
            return {}
        numbers[document.link(links[0])] = int(re.sub(r"\D", "", number[1]))
    return numbers


def _interface(answer: MinedAnswer, numbers: dict[str, int]) -> QueryInterface | None:
    """Return the links of an answer as a form: a box for words, and a select of the groups."""
    document = answer.probe.document
    links = [node for node in document.elements("a") if document.link(node) in numbers]
    for facet in (*find_facets(document), *find_path_lists(document, links)) if numbers else ():
        *fixed, select = facet.controls
        box = next((one for one in fixed if one.value == answer.probe.query), None)
        if box is not None and len(select.choices) >= len(numbers):
            words = Control(box.name, "text", role="query_text")
            nothing = Choice("", "")
            select = replace(select, choices=(nothing, *select.choices), required=True)
            controls = (*(one for one in fixed if one is not box), words, select)
            return replace(facet, controls=controls, kind="search")
    return None


def _ask_groups(source: SourceState, at: Probed) -> Crawl[Probed]:
    groups, numbers = find_groups(at.probes) or (None, {})
    for url, number in numbers.items():
        page = yield from fetch(source, Request("GET", url), "probe")
        groups = groups if isinstance(page, Page) and lists_as_many(page, number) else None
    if groups is None:
        return at
    source.use(groups, None, needed_settings(groups)[0])
    source.forget_asked()
    return replace(at, form=groups, probes=(yield from probe(source, at.entry)))


CRAWL_PARTS: Final = (PROBED.part(10, _ask_groups),)
