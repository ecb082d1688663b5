"""Trees of links: a page lists groups, each group lists others or its records, and no form asks.

The list whose pages list records is asked like a select of all its links. Whether links lead to
lists or to records is told by two of the pages behind them: a list fills its page, and differs.

>>> from leadline.page.dom import parse_html
>>> def page(name: str, *links: str) -> Document:
...     items = "".join(f"<li><a href={link}>Item {link}</a>" for link in links)
...     return parse_html(f"<h1>{name}</h1><ul>{items}</ul>", "http://h.test/")
>>> top = page("All", "/box/1", "/box/2", "/box/3")
>>> (boxes,) = branches(top)
>>> addresses(boxes)[:2]
['http://h.test/box/1', 'http://h.test/box/2']
>>> one, two = page("Box", "/r/1", "/r/2", "/r/3"), page("Box", "/r/4", "/r/5", "/r/6")
>>> common_list([one, two], [boxes]).action
'http://h.test/r/{letter}'
>>> common_list([one, one], [boxes]), common_list([top, top], [boxes])
(None, None)
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, islice, takewhile
from typing import Final
from urllib.parse import unquote

from leadline.forms.link_facets import find_facets, find_path_lists
from leadline.forms.submit.submit import submit_form
from leadline.model import Choice, QueryInterface
from leadline.page.dom import Document
from leadline.page.query_string import query_pairs, split_address

FRAME_TAGS: Final = frozenset({"nav", "header", "footer", "aside"})
ROW_TAGS: Final = frozenset({"tr", "li", "dd", "dt", "article"})
MIN_LINKS_OF_LIST: Final = 3
MIN_LINKS_OF_BRANCH: Final = 2
"""Links of one kind that two pages of a tree list; another page of that kind may list one."""
MAX_LINKS_OF_TREE: Final = 600
"""Links of one level of a tree that are followed."""
MAX_LEVELS_OF_TREE: Final = 4
PAGES_COMPARED: Final = 2
MAX_LEVELS_OF_GROUP: Final = 3
"""Elements around the link of a group in which its number is looked for."""
MAX_TEXT_OF_GROUP: Final = 100
_COUNT: Final = re.compile(
    r"(?<![\d.,'])(\d{1,3}(?:[.,']\d{3}){1,3}|\d{1,9})\W{0,3}[^\W\d]{0,20}\W{0,9}$"
)
"""The number at the end of a group, and what is counted: "Coins (1,204 works)"."""
_DIGITS: Final = re.compile(r"\d+")
PATH: Final = "{+path}"
"""Name of the rest of an address that is chosen: links of one level whose folders differ."""
MIN_SHARE_OF_LIST: Final = 0.5
"""Share of the text that only one of two pages shows which must stand in the rows of its list."""


def branches(document: Document, least: int = MIN_LINKS_OF_LIST) -> list[QueryInterface]:
    """Return the lists of links of a page's own part, the longest first."""
    links = [node for node in _rows(document) if document.visible_text(node)]
    lists = find_path_lists(document, links, least)
    found = [*lists, *(one for one in find_facets(document, least) if one.node in links)]
    return sorted(found, key=lambda form: -len(form.controls[-1].choices))


def addresses(form: QueryInterface) -> list[str]:
    """Return the addresses of the links of a list."""
    select = form.controls[-1]
    choices = select.choices[:MAX_LINKS_OF_TREE]
    return [submit_form(form, {select.name: [one.value]}).url for one in choices]


def without(form: QueryInterface, page: Document) -> QueryInterface:
    """Return a list without the links that another page has too: a menu's."""
    select, known = form.controls[-1], {spot(page.link(node)) for node in page.elements("a")}
    places = zip(select.choices, addresses(form), strict=False)
    return with_choices(form, [choice for choice, url in places if spot(url) not in known])


def spot(url: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the place of an address, however it is written: path, and parameters in order."""
    parts = split_address(url)
    return unquote(parts.path), (*sorted(query_pairs(parts.query)),)


def counts_beside(document: Document, form: QueryInterface) -> dict[str, int]:
    """Return how many records a list of groups says each has, by address; {} unless it says all.

    >>> from leadline.page.dom import parse_html
    >>> html = "<p><a href=/by/art>Art</a> (1 work) | <a href=/by/law>Law</a> (1,200 works)</p>9"
    >>> page = parse_html(html, "http://h.test/")
    >>> counts_beside(page, find_path_lists(page, page.elements("a"))[0])
    {'http://h.test/by/art': 1, 'http://h.test/by/law': 1200}
    """
    wanted, counts = {spot(url): url for url in addresses(form)}, dict[str, int]()
    links = [*document.elements("a")]
    for link, following in zip(links, [*links[1:], len(document)], strict=True):
        url = wanted.get(spot(document.link(link)), "")
        for scope in islice(document.ancestors(link), MAX_LEVELS_OF_GROUP if url else 0):
            text = document.visible_text(link, min(following, document.end[scope]))
            if count := _COUNT.search(text[-MAX_TEXT_OF_GROUP:]):
                counts.setdefault(url, int(re.sub(r"\D", "", count[1])))
                break
    return counts if len(counts) == len(wanted) else {}


def common_list(
    pages: Sequence[Document], above: Sequence[QueryInterface]
) -> QueryInterface | None:
    """Return the list of the first page that fills it as one fills the second; None without one."""
    if len(pages) < PAGES_COMPARED:
        return None
    lists = (branches(page, MIN_LINKS_OF_BRANCH) for page in pages)
    first, second = ({_kind(form): form for form in found[::-1]} for found in lists)
    known = {spot(url) for form in above for url in addresses(form)}
    menu = {choice.text for form in above for choice in form.controls[-1].choices}
    for kind, form in first.items():
        if kind not in second or menu.issuperset(one.text for one in form.controls[-1].choices):
            continue
        both = [{*map(spot, addresses(one))} for one in (form, second[kind])]
        are_apart = both[0].isdisjoint(both[1]) and known.isdisjoint(both[0] | both[1])
        if are_apart and _fills(pages[0], form, pages[1]) and _fills(pages[1], form, pages[0]):
            return form
    return None


def unfolded(page: Document, form: QueryInterface, value: str) -> QueryInterface | None:
    """Return the links that a page shows below one that was opened on it: "2" opens "2.1", "2.2".

    >>> from leadline.page.dom import parse_html
    >>> def view(*values: str) -> Document:
    ...     html = "".join(f"<a href='/view?open={value}'>Box {value}</a>" for value in values)
    ...     return parse_html(html, "http://h.test/")
    >>> form = find_facets(view("1", "2", "3"))[0]
    >>> below = unfolded(view("1", "2", "2.1", "2.2", "3"), form, "2")
    >>> [choice.value for choice in below.controls[-1].choices] if below else []
    ['2.1', '2.2']
    >>> unfolded(view("1", "2", "3"), form, "2")
    """
    shown = next((one for one in find_facets(page) if _kind(one) == _kind(form)), None)
    known = {choice.value for choice in form.controls[-1].choices}
    choices = shown.controls[-1].choices if shown is not None else ()
    below = [one for one in choices if one.value.startswith(value) and one.value not in known]
    if not below:
        return None
    return with_choices(form, below)


def with_choices(form: QueryInterface, choices: Sequence[Choice]) -> QueryInterface:
    """Return a list with other links."""
    select = replace(form.controls[-1], choices=tuple(choices))
    return replace(form, controls=(*form.controls[:-1], select))


def merged(forms: Sequence[QueryInterface]) -> QueryInterface:
    """Return one list with the links of several of one kind.

    >>> from leadline.page.dom import parse_html
    >>> pages = [f"<a href=/{y}/a>A</a><a href=/{y}/b>B</a>" for y in (2023, 2024)]
    >>> lists = [find_path_lists(page := parse_html(html, "http://h.test/"), page.elements("a"))[0]
    ...          for html in pages]
    >>> merged(lists).action, addresses(merged(lists))[2:]
    ('http://h.test/{+path}', ['http://h.test/2024/a', 'http://h.test/2024/b'])
    """
    form = forms[0]
    kinds = [one for one in forms if _kind(one) == _kind(form)]
    if any(one.action != form.action for one in kinds):
        texts = {
            url: choice.text
            for one in kinds
            for url, choice in zip(addresses(one), one.controls[-1].choices, strict=False)
        }
        folders = zip(*(url.split("/")[:-1] for url in texts), strict=False)
        start = "/".join(
            [*(each[0] for each in takewhile(lambda one: len({*one}) == 1, folders)), ""]
        )
        select = replace(form.controls[-1], name=PATH)
        rest = [Choice(url.removeprefix(start), text) for url, text in texts.items()]
        return with_choices(replace(form, action=start + PATH, controls=(select,)), rest)
    choices = {choice.value: choice for one in kinds for choice in one.controls[-1].choices}
    return with_choices(form, [*choices.values()])


def _kind(form: QueryInterface) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return what lists of one level share: their address but for its numbers."""
    return _DIGITS.sub("0", form.action), tuple((one.name, one.value) for one in form.controls)


def _rows(document: Document) -> dict[int, range]:
    """Return the item, row or line that holds each link of a page's own part, in their order.

    A line is what breaks part; its first link alone counts.
    """
    breaks, rows, lines = defaultdict[int, list[int]](list), dict[int, range](), set[int]()
    for node in document.elements("br"):
        breaks[document.parent[node]].append(node)
    for link in document.elements("a"):
        above = [*document.ancestors(link)]
        if FRAME_TAGS.intersection(document.tag[node] for node in above):
            continue
        row = next((node for node in above if document.tag[node] in ROW_TAGS), -1)
        block = next((node for node in above if node in breaks), -1)
        if row >= 0:
            rows[link] = range(row, document.end[row])
        elif block >= 0:
            ends = [block, *breaks[block], document.end[block]]
            at = bisect_left(ends, link)
            if ends[at - 1] not in lines:
                rows[link] = range(ends[at - 1], ends[at])
            lines.add(ends[at - 1])
    return rows


def _said(document: Document) -> dict[int, tuple[str, str]]:
    """Return what a reader sees at each text, and where it leads: each year has its January."""
    leads = {node: document.link(a) for a in document.elements("a") for node in document.texts(a)}
    return {
        node: (document.text[node].strip(), leads.get(node, "")) for node in document.text_nodes
    }


def _fills(document: Document, form: QueryInterface, other: Document) -> bool:
    """Tell whether the rows of a list hold most of what a page shows and another one does not.

    >>> from leadline.page.dom import parse_html
    >>> pages = [parse_html("".join(f"<li><a href=/{y}/{m}>{m}</a>" for m in ("May", "June")),
    ...                     f"http://h.test/{y}") for y in (2023, 2024)]
    >>> _fills(pages[0], branches(pages[0], 2)[0], pages[1])
    True
    """
    known = {*_said(other).values()}
    new = [node for node, said in _said(document).items() if said not in known]
    urls = {
        spot(url)
        for one in branches(document, 1)
        if _kind(one) == _kind(form)
        for url in addresses(one)
    }
    rows = {row for a, row in _rows(document).items() if spot(document.link(a)) in urls}
    starts = sorted(row.start for row in rows)
    ends = [*accumulate(sorted(row.stop for row in rows), max)]

    def is_inside(node: int) -> bool:
        before = bisect_left(starts, node)
        return before > 0 and node < ends[before - 1]

    inside = sum(len(document.text[node]) for node in filter(is_inside, new))
    return inside >= MIN_SHARE_OF_LIST * sum(len(document.text[node]) for node in new) > 0
