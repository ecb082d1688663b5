"""``leadline bench replay``: how fast a learned wrapper reads pages, beside what parsing costs.

A wrapper is learned from each labelled page (against an empty page in place of nonsense) and then
reads it: rows, keys, fields, texts, the stated total. The first reading makes the plans of its
record shapes (``cold``), later ones replay them, as all pages of a source after the first few do.
Pages whose records no head parts are mined anew at each reading; they are counted apart.

>>> Timed(seconds=0.5, pages=1000).per_second
2000.0
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from selectolax.lexbor import LexborHTMLParser

from leadline.model import Page, Request
from leadline.page.charset import decode
from leadline.page.dom import parse, parse_html
from leadline.wrapper.induction import learn_wrapper, mine_answer
from leadline.wrapper.region_choice import ProbePage
from leadline_research.bench.records.records import read_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from leadline.page.dom import Document
    from leadline.wrapper.wrapper import Wrapper

ORDINARY_RECORD_COUNTS: Final = range(10, 51)
"""Records of an ordinary result page."""
TIMED_READINGS: Final = 3
"""Readings of which the quickest counts."""
NO_QUERY: Final = "qxzvw"


@dataclass(frozen=True, slots=True)
class Timed:
    """Processor time of a step over some pages."""

    seconds: float
    pages: int

    @property
    def per_second(self) -> float:
        """Pages a second."""
        return round(self.pages / self.seconds, 1) if self.seconds else 0.0

    def ratio(self, other: Timed) -> float:
        """How many times as long as another step."""
        return round(self.seconds / other.seconds, 2) if other.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Learned:
    """A page with its wrapper."""

    page: Page
    document: Document
    reader: Wrapper
    records: int

    def read(self, document: Document) -> None:
        """Read the parsed page."""
        self.reader.read_document(self.page, document, NO_QUERY)


def run(data: Path) -> dict[str, Any]:
    """Learn, replay, compare with parsing."""
    learned = list(_learned(data))
    if not learned:
        raise ValueError(f"no wrapper can be learned of any page of {data}")
    cold = _read(learned, times=1)
    heads = [one for one in learned if not one.reader.layouts[0].mined]
    ordinary = [one for one in heads if one.records in ORDINARY_RECORD_COUNTS]
    return {
        "pages": len(learned),
        "mined_pages": len(learned) - len(heads),
        "nodes_a_page": round(sum(len(one.document) for one in learned) / len(learned)),
        "records_a_page": round(sum(one.records for one in learned) / len(learned), 1),
        "cold_pages_per_second": cold.per_second,
        **_figures(ordinary),
        "all": _figures(heads),
    }


def _figures(learned: Sequence[Learned]) -> dict[str, Any]:
    lexbor = _timed(learned, lambda one: LexborHTMLParser(one.document.html))
    parsing = _timed(learned, lambda one: parse(one.page))
    replay = _read(learned)
    both = Timed(replay.seconds + parsing.seconds, len(learned))
    return {
        "replayed_pages": len(learned),
        "replay_pages_per_second": replay.per_second,
        "replay_and_parse_pages_per_second": both.per_second,
        "parse_pages_per_second": parsing.per_second,
        "lexbor_pages_per_second": lexbor.per_second,
        "replay_parse_ratio": replay.ratio(lexbor),
    }


def _learned(data: Path) -> Iterator[Learned]:
    nothing = ProbePage(parse_html("<html><body></body></html>", "http://gold.invalid/"), NO_QUERY)
    for name, body, _ in read_pages(data):
        url = f"http://gold.invalid/{name}"
        page = Page(Request("GET", url), url, 200, (), decode(body, "")[0].encode())
        document = parse(page)
        reader = learn_wrapper([mine_answer(page, ProbePage(document, NO_QUERY))], [nothing])
        if reader is not None:
            rows = reader.read_document(page, document, NO_QUERY).rows
            reader.layouts[0].columns.reset_plans()
            yield Learned(page, document, reader, len(rows))


def _read(learned: Sequence[Learned], *, times: int = TIMED_READINGS) -> Timed:
    """Reading, each time of a page that was parsed anew: in a harvest none is read twice."""
    total = 0.0
    for one in learned:
        tries = []
        for _ in range(times):
            document = parse(one.page)
            tries.append(_seconds(one.read, document))
        total += min(tries)
    return Timed(total, len(learned))


def _timed(learned: Sequence[Learned], step: Callable[[Learned], object]) -> Timed:
    """The sum over pages of the quickest of some tries: others use the machine too."""
    total = 0.0
    for one in learned:
        total += min([_seconds(step, one) for _ in range(TIMED_READINGS)])
    return Timed(total, len(learned))


def _seconds(step: Callable[[Any], object], given: object) -> float:
    started = time.process_time()
    step(given)
    return time.process_time() - started
