"""One page read by itself: every region of it as a table, without a search and without a project.

    for region in leadline.read(html, url="https://museum.example/list"):
        print(region.score, region.columns, region.rows[0])

A method is a miner of data regions: ``default``, one that a package brings (entry points of the
group ``leadline.miners``), or ``module:function``. It takes a document and the most regions wanted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any, Final

from leadline.columns.induction import learn_columns
from leadline.mining.miner import mine_regions
from leadline.model import DataRegion, Page, Request
from leadline.page.dom import Document, parse, parse_html
from leadline.seams import own

Miner = Callable[[Document, int], tuple[DataRegion, ...]]
MAX_REGIONS: Final = 40
SEAM_OF_MINERS: Final = "leadline.miners"


@dataclass(frozen=True, slots=True)
class PageTable:
    """The records of one region: its score (the best of the page first), columns, and rows."""

    score: float
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def read(html: str | bytes, *, url: str = "", method: str = "default") -> list[PageTable]:
    """Return the regions of a page as tables, best first; what lies in a better one is left out.

    Bytes are decoded as a browser would. Raise ``ValueError`` for a method that nobody brings.

    >>> rows = ("<tr><td>Ann<td>1901", "<tr><td>Bo<td>1902", "<tr><td>Cy<td>1903")
    >>> read(f"<table><tr><th>Name<th>Born{''.join(rows)}</table>")[0].rows[1]
    ('Bo', '1902')
    """
    if isinstance(html, bytes):
        document = parse(Page(Request("GET", url), url, 200, (), html))
    else:
        document = parse_html(html, url)
    return read_document(document, method)


def read_document(document: Document, method: str = "default") -> list[PageTable]:
    """Return the regions of a parsed page as tables."""
    taken, tables = set[int](), list[PageTable]()
    for region in miner_of(method)(document, MAX_REGIONS):
        nodes = {
            inner
            for record in region.records
            for node in record.nodes
            for inner in range(node, document.end[node])
        }
        if taken.isdisjoint(nodes) and (table := _table(document, region)).columns:
            taken |= nodes
            tables.append(table)
    return tables


def miner_of(method: str) -> Miner:
    """Return a miner by its name; raise ``ValueError``."""
    brought = {point.name: point for point in entry_points(group=SEAM_OF_MINERS)}
    try:
        if method == "default":
            return mine_regions
        miner: Any = brought[method].load() if method in brought else own(method, "method")
    except (ImportError, ValueError, AttributeError) as fault:
        known = ", ".join(["default", *sorted(brought)])
        raise ValueError(f"{fault}; there are: {known}") from fault
    found: Miner = miner
    return found


def _table(document: Document, region: DataRegion) -> PageTable:
    columns = learn_columns([(document, region.records)])
    rows: list[dict[str, str]] = []
    for record in region.records:
        row: dict[str, str] = {}
        for field in columns.read(document, record):
            if field.value:
                row.setdefault(field.column, field.value)
        rows.append(row)
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    cells = tuple(tuple(row.get(name, "") for name in names) for row in rows)
    return PageTable(region.score, names, cells)
