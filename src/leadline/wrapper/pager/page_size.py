"""Page sizes: how a source may be asked for more records on one page.

Three things set a page size: a menu of the form, links that differ from this page in one parameter,
and a parameter whose value is the number of records shown. It divides all later
cost.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('<a href="?q=sea&limit=100">100</a> <a href="?q=sea&limit=500">500</a>',
...                   "http://h.test/s?q=sea")
>>> [(offer.value, offer.via) for offer in page_size_offers(page, None, 20)]
[(500, 'link'), (100, 'link')]
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, NamedTuple
from urllib.parse import urlunsplit

from leadline.model import Control, QueryInterface, Request
from leadline.page.data_files import any_of
from leadline.page.dom import Document
from leadline.page.query_string import split_address, with_pair
from leadline.wrapper.pager.addresses import (
    PageAddress,
    changed_parameters,
    is_page_name,
    is_size_name,
    read_address,
    send_address,
)

MAX_PAGE_SIZE: Final = 500
SECOND_PAGE_SIZE: Final = 100
"""Records a page that are requested after ``MAX_PAGE_SIZE``."""
MIN_RECORDS_OF_SIZE: Final = 5
"""Records below which a page may be the whole answer; a parameter of that value is chance."""
_SIZE_WORDS: Final = re.compile(any_of("leadline.wrapper.pager", "size_words"), re.IGNORECASE)
"""Words beside or before the sizes: "results per page", "show: 20 50 100"."""

Via = Literal["control", "link", "parameter"]


@dataclass(frozen=True, slots=True)
class SizeOffer:
    """A page size to try: ``parameter`` = ``value``.

    via "control": a value for that control of the form; "link" and "parameter": ``request`` is
    this page with the larger size (None where the form's hidden control must be set).
    """

    parameter: str
    value: int
    via: Via
    request: Request | None = None


def page_size_offers(
    document: Document, interface: QueryInterface | None, records: int
) -> tuple[SizeOffer, ...]:
    """Return sizes larger than ``records``: the biggest up to 500, then 100; menus before links.

    A menu that offers larger ones only gives the smallest of them.
    """
    offers: list[SizeOffer] = []
    if interface is not None:
        for name, values in _menus(interface, records):
            sizes = _picked(values, records) or sorted(v for v in values if v > records)[:1]
            offers += [SizeOffer(name, v, "control") for v in sizes]
    offers += _link_offers(document, records)
    offers += _menu_parameters(document, interface, records)
    offers += _parameter_offers(document, interface, records)
    kept: dict[tuple[str, int], SizeOffer] = {}
    for offer in offers:
        kept.setdefault((offer.parameter, offer.value), offer)
    rank: dict[str, int] = {"control": 0, "link": 1, "parameter": 2}
    return tuple(sorted(kept.values(), key=lambda offer: (rank[offer.via], -offer.value)))


def fills_page(interface: QueryInterface, records: int) -> bool:
    """Tell whether a menu of the form says that no more than these records are shown."""
    menus = [control for control in interface.controls if control.role == "page_size"]
    chosen = [choice for menu in menus for choice in menu.choices if choice.selected]
    return any(choice.value == str(records) for choice in chosen)


def _picked(values: Iterable[int], records: int) -> list[int]:
    """Return the biggest value up to 500, then 100 if it is offered too."""
    usable = sorted({v for v in values if records < v <= MAX_PAGE_SIZE}, reverse=True)
    if not usable:
        return []
    return usable[:1] + [v for v in usable[1:] if v == SECOND_PAGE_SIZE]


class _Menu(NamedTuple):
    """A control with values to choose from, as texts; ``chosen`` are the preset ones."""

    name: str
    label: str
    texts: list[str]
    chosen: list[str]


def _menus(interface: QueryInterface, records: int) -> list[tuple[str, list[int]]]:
    """Return selects and radio groups whose values are page sizes."""
    menus: list[_Menu] = []
    radios: dict[str, list[Control]] = {}
    for control in interface.controls:
        if control.kind == "select" and not control.multiple:
            texts = [choice.value for choice in control.choices if not choice.disabled]
            chosen = [c.value for c in control.choices if c.selected] or texts[:1]
            menus.append(_Menu(control.name, control.label, texts, chosen))
        elif control.kind == "radio" and control.name:
            radios.setdefault(control.name, []).append(control)
    for name, boxes in radios.items():
        chosen = [box.value for box in boxes if box.checked]
        menus.append(_Menu(name, boxes[0].label, [box.value for box in boxes], chosen))
    return [(m.name, sizes) for m in menus if (sizes := _sizes(m.texts)) and _says_size(m, records)]


def _says_size(menu: _Menu, records: int) -> bool:
    """Tell whether a menu sets the size: by name, label, or a preset value equal to the records."""
    shown = any(text.strip() == str(records) for text in menu.chosen)
    named = is_size_name(menu.name) or bool(_SIZE_WORDS.search(menu.label))
    return bool(menu.name) and (shown or (named and not is_page_name(menu.name)))


def _sizes(texts: list[str]) -> list[int]:
    """Return values that look like page sizes: whole numbers, no years, not 1, 2, 3."""
    numbers = [int(text) for text in texts if _is_number(text.strip())]
    if len(numbers) < 2 or len(numbers) * 3 < len(texts) * 2:
        return []
    if all(1800 <= n <= 2100 for n in numbers):
        return []
    steps = {b - a for a, b in pairwise(numbers)}
    return [] if steps == {1} else numbers


def _links_to_this_list(document: Document) -> Iterator[tuple[int, str, PageAddress]]:
    """Yield links that differ from this page only by parameters, with their addresses."""
    here = read_address(document.url)
    for node in document.elements("a"):
        href = document.attribute(node, "href")
        if "?" in href or "&" in href:
            url = send_address(document, href)
            there = read_address(url)
            if (there.host, there.path) == (here.host, here.path):
                yield node, url, there


def _link_offers(document: Document, records: int) -> list[SizeOffer]:
    """Return links that are this page but for one parameter, whose value is a size."""
    here = read_address(document.url)
    values: dict[str, dict[int, Request]] = {}
    for node, url, there in _links_to_this_list(document):
        changed = {name: there.parameters.get(name, "") for name in changed_parameters(there, here)}
        kept = [(name, value) for name, value in changed.items() if not _is_reset(name, value)]
        if len(kept) == 1 and _is_size(document, node, *kept[0]):
            name, value = kept[0]
            values.setdefault(name, {}).setdefault(int(value), Request("GET", url))
    return [
        SizeOffer(name, size, "link", requests[size])
        for name, requests in values.items()
        for size in _picked(requests, records)
    ]


def _is_reset(name: str, value: str) -> bool:
    """Tell whether a page parameter is set to the first page, which is no difference."""
    return is_page_name(name) and value in ("", "0", "1")


def _is_size(document: Document, node: int, name: str, value: str) -> bool:
    if not _is_number(value) or is_page_name(name):
        return False
    if is_size_name(name):
        return True
    text = document.visible_text(node)
    around = document.visible_text(document.parent[node])[:200]
    return value in text and any(
        map(_SIZE_WORDS.search, (around.partition(text)[0], f"{text} {around} x"))
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7


def _menu_parameters(
    document: Document, interface: QueryInterface | None, records: int
) -> list[SizeOffer]:
    """Offer size menus outside the query form, as a parameter of this page's address."""
    if interface is not None and interface.method == "POST":
        return []
    known = {c.name for c in interface.controls} if interface is not None else set()
    offers: list[SizeOffer] = []
    for count, menu in enumerate(document.elements("select")):
        name = document.attribute(menu, "name")
        if count >= 60 or not name or name in known:
            continue
        options = list(document.elements("option", within=menu))[:200]
        texts = [document.attribute(o, "value") or document.visible_text(o) for o in options]
        for size in _picked(_sizes(texts), records) if is_size_name(name) else ():
            request = _with_parameter(document.url, name, size)
            offers.append(SizeOffer(name, size, "parameter", request))
    return offers


def _parameter_offers(
    document: Document, interface: QueryInterface | None, records: int
) -> list[SizeOffer]:
    """Offer parameters of this page's or of a pager link's address whose value is the page size."""
    if records < MIN_RECORDS_OF_SIZE:
        return []
    parameters = read_address(document.url).parameters.items()
    names = [n for n, value in parameters if value == str(records) and not is_page_name(n)]
    linked = [*_link_parameters(document, records), *_parameters_of_forms(document)]
    urls = dict.fromkeys([*names, *linked], document.url)
    if interface is not None:
        for control in interface.controls:
            sized = control.kind in ("hidden", "number", "text") and is_size_name(control.name)
            if sized and control.value == str(records):
                urls[control.name] = ""
    return [
        SizeOffer(name, size, "parameter", _with_parameter(url, name, size) if url else None)
        for name, url in urls.items()
        for size in (MAX_PAGE_SIZE, SECOND_PAGE_SIZE)
        if size > records
    ]


def _link_parameters(document: Document, records: int) -> list[str]:
    """Return size-named parameters with that value in links to this very list."""
    return [
        name
        for _, _, there in _links_to_this_list(document)
        for name, value in there.parameters.items()
        if value == str(records) and is_size_name(name) and not is_page_name(name)
    ]


def _parameters_of_forms(document: Document) -> list[str]:
    """Return size-named parameters of links to this list in another form, as list.csv of list.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<a href='/list.csv?size=max'>CSV</a>", "http://h.test/list?q=sea")
    >>> [(offer.parameter, offer.value) for offer in page_size_offers(page, None, 20)]
    [('size', 500), ('size', 100)]
    """
    here = read_address(document.url)
    names: dict[str, None] = {}
    for node in document.elements("a"):
        if "?" not in document.attribute(node, "href"):
            continue
        there = read_address(send_address(document, document.attribute(node, "href")))
        stem, _, ending = there.path.rpartition(".")
        is_form = stem == here.path and ending.isalpha() and there.host == here.host
        sizes = filter(is_size_name, there.parameters if is_form else ())
        names |= {name: None for name in sizes if not is_page_name(name)}
    return list(names)


def _with_parameter(url: str, name: str, value: int) -> Request:
    """Make a GET request with one parameter set, at its place or at the end."""
    parts = split_address(url)
    query = with_pair(parts.query, name, str(value))
    return Request("GET", urlunsplit(parts._replace(query=query, fragment="")))
