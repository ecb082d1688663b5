"""Where records stand on a page: in its main part or aside, and before page numbers."""

import re
from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np

from leadline.mining.paths import MAX_CLASS_CHARS
from leadline.mining.segmentation import CandidateRegion, Span
from leadline.mining.signatures import PageSignatures

MAX_PAGER_DISTANCE: Final = 60
"""Characters between the last record and page numbers that follow it."""
NUMBERS: Final = re.compile(r"\d+")
MAX_COUNT_DISTANCE: Final = 200
"""Characters between the number of records and the first of them."""
MAX_TEXTS_OF_A_PATH: Final = 9
"""Texts of one path up to which they may state a number of records: more are values of a list."""
COUNT_OF_MANY: Final = 0.5
"""What the stated number of ten records or more counts: larger lists win without it."""
MIN_HEADINGS: Final = 2
MAX_PAGE_NUMBER_DIGITS: Final = 3
MAX_PAGE_NUMBER_GAP: Final = 10
"""Characters between two page numbers."""
DAYS_OF_A_MONTH: Final = 28
"""Numbers from which a run is a calendar."""
MAIN_NAME: Final = re.compile(r"main|content|result|list|post|article|record|entr", re.I)
ASIDE_NAME: Final = re.compile(
    r"(?<![a-z])(?:nav|navbar|navigation|menus?|submenu|foot|footer|side|sidebar|widget|"
    r"breadcrumbs?|crumbs|header|masthead|topbar|pager|pagination|paging|facets?|share|social|"
    r"related|banner|promo|ads?|advert|advertisement|aside|rail|recommend\w*|similar|popular|viewed)"
    r"(?![a-z])"
)
"""Words in tags, classes and ids of what a page shows beside its subject."""
SIDE_NAME: Final = re.compile(
    r"(?<![a-z])(?<!pull-)(?<!float-)(?<!text-)(?:left|right)(?:bar|col|column)?(?![a-z])"
)
"""Words for a column at the side. Records of their own may stand left and right in turn."""
LANDMARK_ROLES: Final = {
    "main": "main",
    "navigation": "nav",
    "complementary": "aside",
    "contentinfo": "footer",
    "banner": "header",
}
"""Roles that say what the tag of that name says."""
GRID_WIDTH: Final = re.compile(
    r"(?<![^ ])(?:col|span|grid|large|medium)(?:[-_][a-z]{2,3})?[-_]?(\d\d?)(?![^ ])"
)
"""Class of a grid that tells the width of a column in twelfths."""
WIDTH: Final = re.compile(r"\s*(\d{1,4})(%?)")
"""Width of a table cell."""
MAX_ASIDE_SHARE: Final = 0.9
"""Share of the page's text from which an element is its frame, whatever its name says."""
MAX_SIDE_WIDTH: Final = 0.34
"""Share of the width up to which a column beside a wider one stands at the side."""
PAGE_PIXELS: Final = 800
"""Width of a page whose table cells are measured in pixels."""


class PagePlaces:
    """The places of one page, each looked up once."""

    def __init__(self, page: PageSignatures) -> None:
        self.page = page
        self._place_of: dict[int, tuple[int, int]] = {}
        self._page_numbers = page_numbers(page)
        self._headings = _column_headings(page)
        is_number = (np.diff(page.digit_sums) > 0) & (np.diff(page.link_sums) == 0)
        is_number &= np.bincount(page.path_id_array)[page.path_id_array] <= MAX_TEXTS_OF_A_PATH
        self._with_digits: list[int] = is_number.nonzero()[0].tolist()

    def of_records(self, region: CandidateRegion) -> tuple[int, int]:
        """Return whether records lie aside, and whether they lie in the main part (0 or 1).

        The nodes of the first record count by their names: teasers may be articles too.
        """
        page, node = self.page, region.starts[0]
        home = page.document.parent[node]
        aside, main = self._place_of.get(home) or self._place(home)
        attributes, end = page.document.attributes, page.document.end
        while node < region.stops[0]:
            if attributes[node]:
                names_aside, _, names_main = _named_places(self._name(node))
                main = main or int(names_main)
                aside = aside or int(names_aside)
            node = end[node]
        return aside, 0 if aside else main

    def _place(self, node: int) -> tuple[int, int]:
        """Return whether a node lies aside, and whether it lies in the main part (0 or 1)."""
        document, text, places = self.page.document, self.page.text_sums, self._place_of
        unknown = []
        while node >= 0 and node not in places:
            unknown.append(node)
            node = document.parent[node]
        aside, main = places[node] if node >= 0 else (0, 0)
        for node in reversed(unknown):
            if document.tag[node] not in ("body", "html"):
                is_whole = text[document.end[node]] - text[node] > MAX_ASIDE_SHARE * text[-1]
                tag = document.tag[node]
                if tag == "article" and self._is_repeated(node):
                    tag = ""
                name = f"{tag} {self._name(node)}"
                names_aside, names_side, names_main = _named_places(name)
                aside = aside or int(
                    not is_whole and (names_aside or names_side or self._is_side_column(node))
                )
                main = 0 if aside else main or int(names_main)
            places[node] = (aside, main)
        return aside, main

    def _name(self, node: int) -> str:
        """Return the class and id of a node, and the tag that its role stands for."""
        attributes = self.page.document.attributes[node]
        role = LANDMARK_ROLES.get(attributes.get("role") or "", "")
        name = f"{role} {attributes.get('class') or ''} {attributes.get('id') or ''}"
        return name[:MAX_CLASS_CHARS]

    def _is_repeated(self, node: int) -> bool:
        """Tell whether the page has several nodes of the path of this one."""
        return bool(np.count_nonzero(self.page.path_id_array == self.page.path_ids[node]) > 1)

    def _is_side_column(self, node: int) -> bool:
        """Tell whether a node is a narrow column beside one that is twice as wide."""
        width = self._width(node)
        if not 0 < width <= MAX_SIDE_WIDTH:
            return False
        document = self.page.document
        others = document.children(document.parent[node])
        return any(self._width(other) >= 2 * width for other in others)

    def _width(self, node: int) -> float:
        """Return the share of the width that a node states, 1 for a cell without any, else 0."""
        document = self.page.document
        attributes, is_cell = document.attributes[node], document.tag[node] == "td"
        stated = attributes.get("width") or "" if is_cell else ""
        if pixels := WIDTH.match(stated):
            return int(pixels[1]) / (100 if pixels[2] else PAGE_PIXELS)
        columns = GRID_WIDTH.search((attributes.get("class") or "")[:MAX_CLASS_CHARS])
        return int(columns[1]) / 12 if columns else float(is_cell)

    def is_below_headings(self, region: CandidateRegion) -> bool:
        """Tell whether records are rows of a table with a row of header cells above them."""
        tag, parent = self.page.document.tag, self.page.document.parent
        node = region.starts[0]
        if not self._headings or tag[node] != "tr":
            return False
        above = bisect_left(self._headings, node)
        while tag[node] != "table" and parent[node] >= 0:
            node = parent[node]
        return above > bisect_left(self._headings, node)

    def states_count(self, region: CandidateRegion) -> float:
        """Return whether a text shortly in front of records states their number, for many a half.

        It is the greatest number of the text, or the end of a range from 1. Of ten records and more
        it is the only number, for dates have such too. In brackets stand the counts of facets.
        """
        count, first = str(len(region.starts)), region.starts[0]
        text, shown = self.page.text_sums, self.page.document.text
        least = text[first] - MAX_COUNT_DISTANCE
        at = bisect_left(self._with_digits, first)
        while at and text[self._with_digits[at - 1] + 1] >= least:
            at -= 1
            stated = shown[self._with_digits[at]][-MAX_COUNT_DISTANCE:]
            numbers = [] if "(" in stated else NUMBERS.findall(stated)
            if numbers == [count] or (
                len(count) == 1
                and (numbers[:2] == ["1", count] or max(numbers, key=int, default="") == count)
            ):
                return 1.0 if len(count) == 1 else COUNT_OF_MANY
        return 0.0

    def is_before_pager(self, region: CandidateRegion) -> bool:
        """Tell whether page numbers follow the records, both inside one element of the body."""
        stop, text = region.stops[-1], self.page.text_sums
        at = bisect_left(self._page_numbers, (stop, 0))
        if at == len(self._page_numbers):
            return False
        first, last = self._page_numbers[at]
        document = self.page.document
        if (closed := document.end[document.parent[region.starts[-1]]]) <= first:
            stop = closed
        if text[first] - text[stop] > MAX_PAGER_DISTANCE:
            return False
        node = document.parent[region.starts[0]]
        while document.end[node] <= last:
            node = document.parent[node]
        return document.tag[node] not in ("body", "html")


def _column_headings(page: PageSignatures) -> list[int]:
    """Return the header cells that are not the only one of their row."""
    cells = list(page.document.elements("th"))
    counted = Counter(map(page.document.parent.__getitem__, cells))
    return [cell for cell in cells if counted[page.document.parent[cell]] >= MIN_HEADINGS]


def page_numbers(page: PageSignatures) -> list[Span]:
    """Return the first and last text of each run of linked numbers that count up.

    >>> from leadline.page.dom import parse_html
    >>> html = "<p>17 <b>1</b> <a href=/2>2</a> <a href=/3>3</a></p><p>4</p>"
    >>> page_numbers(PageSignatures(parse_html(html, "http://h.test/")))
    [(8, 10)]
    """
    text, texts = page.text_sums, page.document.text
    is_short = np.diff(page.link_sums) <= MAX_PAGE_NUMBER_DIGITS
    is_linked = (np.diff(page.link_sums) > 0) & (np.diff(page.digit_sums) > 0)
    nodes = (is_linked & is_short).nonzero()[0].tolist()
    counted = [(node, int(texts[node])) for node in nodes if texts[node].strip().isdecimal()]
    breaks = [
        at
        for at, ((before, a), (node, b)) in enumerate(pairwise(counted), 1)
        if b != a + 1 or text[node] - text[before + 1] > MAX_PAGE_NUMBER_GAP
    ]
    return [
        (counted[start][0], counted[stop - 1][0])
        for start, stop in pairwise([0, *breaks, len(counted)])
        if 1 < stop - start < DAYS_OF_A_MONTH
    ]


@lru_cache(maxsize=20_000)
def _named_places(name: str) -> tuple[bool, bool, bool]:
    """Return whether words name something aside, a column at the side, the main part."""
    small = name.lower()
    return (
        ASIDE_NAME.search(small) is not None,
        SIDE_NAME.search(small) is not None,
        MAIN_NAME.search(name) is not None,
    )
