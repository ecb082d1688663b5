"""Link facets: GET links that act as a form (facets, A-Z lists, calendars, tabs).

Links to one path whose addresses differ in the value of one parameter are read as a select with
those values. The parameters that they share become hidden controls. Pagers are no facets: a
parameter that only counts is left out. A tab ("Books (1,200) | Letters (300)") repeats the request
of an answer with one parameter more, or with another value of it.

>>> from leadline.page.dom import parse_html
>>> html = "".join(f"<a href='/list?letter={c}&lang=en'>{c}</a>" for c in "ABC")
>>> facet, = find_facets(parse_html(html, "http://h.test/"))
>>> [(c.name, c.kind) for c in facet.controls], [o.text for o in facet.controls[-1].choices]
([('lang', 'hidden'), ('letter', 'select')], ['A', 'B', 'C'])
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import islice
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

from leadline.forms.roles.first_step import PERSONAL_LINK
from leadline.forms.submit.submit import submit_form
from leadline.model import Choice, Control, QueryInterface
from leadline.page.action.gate import is_writing_label
from leadline.page.dom import Document
from leadline.page.query_string import split_address

MIN_FACET_VALUES: Final = 3
"""Values that make a parameter a facet."""

MAX_LINKS_READ: Final = 4_000
"""Links of a page that are read."""
MAX_FACET_PARAMETERS: Final = 12
"""Parameters of a link that may be a facet's."""
MAX_FACETS_PER_PAGE: Final = 50
MAX_ANSWER_LINKS: Final = 600
"""Links of an answer that may be tabs."""
MAX_TABS: Final = 40
"""Links with one parameter that may be tabs."""
MAX_CHOICE_CHARACTERS: Final = 100
MAX_FIRST_PAGE_NUMBER: Final = 3
"""Number of the first page that a pager links to."""
MIN_NUMBERED_SHARE: Final = 0.6
"""Share of a list's links that are numbers in a pager; arrows stand beside them."""
MAX_NUMBER_DIGITS: Final = 18
"""Digits of a link's text and value together that are compared as numbers."""
PRESENTATION_PARAMETER: Final = re.compile(
    r"^_?(?:p|pg|page|pagina|seite|start|offset|from|skip|first|next|sid|session\w*|token|sort\w*|order\w*|"
    r"dir|view|lang|format|output|fmt|export|limit|size|per_?page|utm_\w+)$",
    re.IGNORECASE,
)
ROUTER_PARAMETER: Final = re.compile(
    r"^(?:action|act|option|route|mode|task|do|cmd|controller)$", re.IGNORECASE
)
"""Parameters that name another page of a program rather than another part of an answer."""
MIN_LISTED_LETTERS: Final = 5
"""Links with one letter as their text that make a list of letters."""
MAX_PATH_PARTS: Final = 8
"""Parts of a path that may be a letter's."""
LETTER: Final = "{letter}"
"""Name of a letter in a path, as in an address template (``forms.opensearch``)."""
QUERY: Final = "{+query}"
"""Name of a whole query that is chosen: links that differ in several parameters."""
Key = tuple[str, tuple[tuple[str, str], ...], str]
PLAIN_VALUE: Final = re.compile(r"[\w.-]{0,20}")
IN_BRACKETS_OF_LINK: Final = re.compile(r"[\[(][^\[\]()]{0,40}[\])]")


def find_facets(document: Document, least: int = MIN_FACET_VALUES) -> tuple[QueryInterface, ...]:
    """Return link lists of a page as filter interfaces, those with most values first."""
    seen: dict[Key, dict[str, str]] = defaultdict(dict)
    nodes: dict[Key, int] = {}
    for node in list(document.elements("a"))[:MAX_LINKS_READ]:
        path, pairs = _split(document.link(node))
        if len(pairs) > MAX_FACET_PARAMETERS:
            continue
        names = [name for name, value in pairs if value]
        if len(names) > 1 and not any(map(PRESENTATION_PARAMETER.match, names)):
            key = (f"{path}?{QUERY}", tuple((name, "") for name in names), QUERY)
            text = document.visible_text(node)[:MAX_CHOICE_CHARACTERS]
            seen[key].setdefault(split_address(document.link(node)).query, text)
            nodes.setdefault(key, node)
        for at, (name, value) in enumerate(pairs):
            if value and not (PRESENTATION_PARAMETER.match(name) or ROUTER_PARAMETER.match(name)):
                key = (path, (*pairs[:at], *pairs[at + 1 :]), name)
                seen[key].setdefault(value, document.visible_text(node)[:MAX_CHOICE_CHARACTERS])
                nodes.setdefault(key, node)
    shown = ((key, without_commands(texts)) for key, texts in seen.items())
    facets = [
        _interface(document, key, texts, nodes[key])
        for key, texts in shown
        if len(texts) >= least and not counts_pages(texts)
    ]
    facets = [form for form in facets if not _is_one_parameter(form, facets)]
    facets.sort(key=lambda facet: (-len(facet.controls[-1].choices), facet.node))
    return tuple(facets[:MAX_FACETS_PER_PAGE])


def _is_one_parameter(form: QueryInterface, facets: list[QueryInterface]) -> bool:
    """Tell whether whole queries differ in one parameter alone: that facet says it better."""
    choices = form.controls[-1].choices
    is_whole = form.controls[-1].name == QUERY
    return is_whole and any(
        len(one.controls[-1].choices) == len(choices) for one in facets if one is not form
    )


def link_choices(document: Document, url: str) -> tuple[Control, ...]:
    """Return what links of an answer from ``url`` choose and no control does, nothing chosen.

    The page may be a later one of that answer: its address has a number more.
    """
    path, pairs = _split(url)
    own = {name: value for name, value in pairs if value}
    here = _split(document.url)[1]
    counts = {name for name, value in here if value.isdecimal()} - own.keys()
    texts: dict[str, dict[str, str]] = {}
    for node in list(document.elements("a"))[:MAX_ANSWER_LINKS]:
        there, pairs = _split(document.link(node))
        sent = {name: value for name, value in pairs if value}
        others = [name for name in sent.keys() - counts if own.get(name) != sent[name]]
        if there != path or len(others) != 1 or not own.keys() <= sent.keys():
            continue
        (name,), text = others, document.visible_text(node)[:MAX_CHOICE_CHARACTERS]
        is_part = not (PRESENTATION_PARAMETER.match(name) or ROUTER_PARAMETER.match(name))
        if is_part and not any(map(PERSONAL_LINK.fullmatch, (text.strip(), sent[name]))):
            texts.setdefault(name, {}).setdefault(sent[name], text)
    choices = ((name, without_commands(values)) for name, values in texts.items())
    return tuple(
        _select(name, values)
        for name, values in choices
        if 0 < len(values) <= MAX_TABS and not counts_pages(values)
    )


def without_commands(texts: dict[str, str]) -> dict[str, str]:
    """Return values with their texts but for commands, which are the same for many or name a deed.

    A month that stands below every year is the same for many, too: its values are plain.

    >>> len(without_commands({"y=1994&m=1": "1", "y=1995&m=1": "1"}))
    2
    >>> without_commands({"row:1:x": "Strike off", "row:2:x": "Strike off", "north": "North"})
    {'north': 'North'}
    >>> without_commands({"3": "Delete"})
    {}
    """
    count = Counter(texts.values())
    bare = {text: IN_BRACKETS_OF_LINK.sub("", text) for text in count}  # "Have it [remove]"
    return {
        value: text
        for value, text in texts.items()
        if (count[text] == 1 or _is_plain(value))
        and not (is_writing_label(bare[text]) or is_writing_label(value))
    }


def _is_plain(value: str) -> bool:
    """Tell whether a value, or each of a query, is one word or number, not a path of parts."""
    pairs = parse_qsl(value, keep_blank_values=True) if "=" in value else [("", value)]
    return all(PLAIN_VALUE.fullmatch(one) for _, one in pairs)


def find_letter_lists(document: Document) -> tuple[QueryInterface, ...]:
    """Return lists of letters of a page whose links differ in one part of their path.

    >>> from leadline.page.dom import parse_html
    >>> html = "".join(f"<a href='/az/{c}.html'>{c}</a>" for c in "abcde")
    >>> letters, = find_letter_lists(parse_html(html, "http://h.test/"))
    >>> letters.action, letters.controls[0].choices[1].value
    ('http://h.test/az/{letter}', 'b.html')
    """
    letters = (
        node
        for node in document.elements("a")
        if len(text := document.visible_text(node)) == 1
        and text.isalpha()
        and "?" not in document.link(node)
    )
    return find_path_lists(document, letters, MIN_LISTED_LETTERS)


def letter_addresses(entry: Document) -> list[str]:
    """Return the addresses of the lists by letter that a page links to, beside its form.

    >>> from leadline.page.dom import parse_html
    >>> html = "".join(f"<a href='/browse?letter={c}'>{c}</a>" for c in "ABCDE")
    >>> letter_addresses(parse_html(html, "http://h.test/"))[1::3]
    ['http://h.test/browse?letter=B', 'http://h.test/browse?letter=E']
    """
    for form in (*find_letter_lists(entry), *find_facets(entry)):
        select = form.controls[-1]
        letters = [one for one in select.choices if len(one.text) == 1 and one.text.isalpha()]
        if len(letters) >= MIN_LISTED_LETTERS:
            return [submit_form(form, {select.name: [one.value]}).url for one in select.choices]
    return []


def find_path_lists(
    document: Document, links: Iterable[int], least: int = 2
) -> tuple[QueryInterface, ...]:
    """Return links whose addresses differ in one part of their path as lists, the longest first."""
    lists: dict[Key, dict[str, str]] = defaultdict(dict)
    nodes: dict[Key, int] = {}
    for node in islice(links, MAX_LINKS_READ):
        path, pairs = _split(document.link(node))
        head, *parts = path.split("/")
        for at in range(2, min(len(parts), MAX_PATH_PARTS)):
            if parts[at] and "{" not in path:
                action = "/".join([head, *parts[:at], LETTER, *parts[at + 1 :]])
                key = (action, tuple(pairs), LETTER)
                lists[key].setdefault(unquote(parts[at]), document.visible_text(node))
                nodes.setdefault(key, node)
    found = [key for key, texts in lists.items() if len(texts) >= least]
    found.sort(key=lambda key: -len(lists[key]))
    return tuple(_interface(document, key, lists[key], nodes[key]) for key in found)


def counts_pages(texts: dict[str, str]) -> bool:
    """Return whether values count pages: page 2, 3, 4 as 1, 2, 3, or as 20, 40, 60.

    Years count too, but do not begin at one.

    >>> counts_pages({"1": "2", "2": "3", "34": "»"}), counts_pages({"20": "[2]", "40": "[3]"})
    (True, True)
    >>> counts_pages({"1901": "1901"})
    False
    """
    pairs = [
        (int(text), int(value))
        for value, text in ((value, text.strip("[]() ")) for value, text in texts.items())
        if text.isdecimal() and value.isdecimal() and len(text + value) <= MAX_NUMBER_DIGITS
    ]
    if (
        len(pairs) < max(2, MIN_NUMBERED_SHARE * len(texts))
        or min(pairs)[0] > MAX_FIRST_PAGE_NUMBER
    ):
        return False
    (first, low), (last, high) = min(pairs), max(pairs)
    return all(
        (value - low) * (last - first) == (page - first) * (high - low) for page, value in pairs
    )


def _split(url: str) -> tuple[str, list[tuple[str, str]]]:
    """Return an address without its query, and the names and values of that; no Web, no query."""
    try:
        parts = urlsplit(url)
        pairs = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=40)
    except ValueError:
        return "", []
    path = urlunsplit(parts._replace(query="", fragment=""))
    return path, pairs if parts.scheme in {"http", "https"} else []


def _select(name: str, texts: dict[str, str]) -> Control:
    choices = tuple(Choice(value, text) for value, text in texts.items())
    is_letter = all(len(text) == 1 for text in texts.values())
    label = ("letter" if is_letter else "list") if name in (LETTER, QUERY) else ""
    return Control(name, "select", label, choices=choices, role="category")


def _interface(document: Document, key: Key, texts: dict[str, str], node: int) -> QueryInterface:
    path, shared, name = key
    fixed = [Control(other, "hidden", value=value) for other, value in shared if name != QUERY]
    controls = (*fixed, _select(name, texts))
    return QueryInterface("", document.url, path, "GET", controls, kind="filter", node=node)
