"""``leadline bench records``: mined records against labelled pages.

The scoring is that of the labelled set's own scorer: a predicted text is right for a record if,
white space ignored, it holds all strings the record must contain, none of another record's, and
is at most half as long again plus 40. *first* takes a miner's first region, *oracle* its best
regions, others ignored (the protocol of AutoRM's paper). *oracle_apart* is the same over regions
that share no node with a better one: overlapping regions are variants of one list.

>>> gold = [Gold(("Ann",), "Ann1901", False), Gold(("Bo",), "Bo1902", False)]
>>> score_page(gold, [["Ann 1901", "Bo 1902", "next page"]], "first")
(2, 3, 2)
"""

from __future__ import annotations

import json
import re
import sys
import time
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from selectolax.lexbor import LexborHTMLParser

from leadline.mining.miner import record_text
from leadline.page.charset import decode
from leadline.page.dom import parse_html
from leadline_research.bench.folders import labelled_pages, naming
from leadline_research.miners import MINERS, mine
from leadline_research.named import chosen

Groups = list[list[str]]


@dataclass(frozen=True, slots=True)
class Rival:
    """The module that a rival is in, and how the texts of its groups are got from it.

    None is a dependency: a rival is imported when it is called for, and who is not installed drops
    out. ``libextract`` 0.0.12 gives the elements whose children repeat most; its records are these
    children. To add another: a function from its module, a page and a limit to groups of texts, and
    a line in ``INSTALLED_RIVALS``. ``pydepta`` and ``mdr`` are Python 2, and Miria is on no index
    of packages: these cannot be run.

    >>> [(name, rival.module) for name, rival in INSTALLED_RIVALS.items()]
    [('libextract', 'libextract.api')]
    """

    module: str
    read: Callable[[Any, bytes, int], Groups]

    def __call__(self, body: bytes, limit: int) -> Groups:
        """Texts of at most so many groups."""
        return self.read(import_module(self.module), body, limit)


def _libextract(module: Any, body: bytes, limit: int) -> Groups:
    """Texts of the children of the elements that it ranks highest."""
    try:
        found = list(module.extract(body, count=limit))
    except (ValueError, AssertionError):  # lxml: an empty document
        return []
    return [
        [" ".join(child.itertext()) for child in element if isinstance(child.tag, str)]
        for element in found
        if isinstance(element.tag, str)
    ]


INSTALLED_RIVALS: Final[dict[str, Rival]] = {"libextract": Rival("libextract.api", _libextract)}


def is_installed(name: str) -> bool:
    """Whether a rival can be called here."""
    return find_spec(INSTALLED_RIVALS[name].module.partition(".")[0]) is not None


if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from leadline.model import DataRegion
    from leadline.page.dom import Document

WHITE_SPACE: Final = re.compile(r"[\s\xa0\u200b]+")
MAX_TEXT_RATIO: Final = 1.5
MAX_SPARE_CHARS: Final = 40
MAX_ASKED_REGIONS: Final = 40
"""Regions asked of a method; rivals have right ones as late as that."""
ASKED_REGIONS: Final = {"default": 10}
"""Regions asked of methods whose right region comes early: more than eight change no figure."""
TIMED_PASSES: Final = 5
"""Passes over all pages, of which the best counts: others use the machine too."""
RECORD_METHODS: Final = ("default", "autorm", "autorm-literal", "mdr", "sibling")


@dataclass(frozen=True, slots=True)
class Gold:
    """A labelled record; ``ambiguous`` records are exact duplicates on their page."""

    parts: tuple[str, ...]
    text: str
    ambiguous: bool


def run(
    data: Path, *, methods: Sequence[str] = (*RECORD_METHODS, *INSTALLED_RIVALS)
) -> dict[str, object]:
    """Every method over every page; the figures of ``default`` (or the first) on top.

    Extractors of others that are not installed are named on stderr and left out.
    """
    methods = chosen(methods, (*MINERS, *INSTALLED_RIVALS), "method")
    pages = list(read_pages(data))
    missing = [name for name in methods if name in INSTALLED_RIVALS and not is_installed(name)]
    if len(missing) == len(methods):
        raise ValueError(f"not installed: {', '.join(missing)}")
    if missing:
        sys.stderr.write(f"skipped, not installed: {', '.join(missing)}\n")
    found = {name: _measure(name, pages) for name in methods if name not in missing}
    top = found.get("default") or next(iter(found.values()))
    return {"pages": len(pages), **top, "methods": found, "skipped": missing}


def read_pages(data: Path) -> Iterator[tuple[str, bytes, list[Gold]]]:
    """Name, bytes and labels of every page under a folder of sites."""
    for label, page in labelled_pages(data, "*/*.json"):
        with naming(label):
            gold = read_gold(json.loads(label.read_text("utf-8")))
        yield f"{label.parent.name}/{label.stem}", page.read_bytes(), gold


def read_gold(label: dict[str, Any]) -> list[Gold]:
    """The labelled records, white space out."""
    return [
        Gold(
            tuple(squash(part) for part in record["must_contain"]),
            squash(record["text"]),
            bool(record["ambiguous"]),
        )
        for record in label["records"]
    ]


def squash(text: str) -> str:
    """Text without white space."""
    return WHITE_SPACE.sub("", text)


def groups(document: Document, method: str) -> list[list[str]]:
    """The answer of a method: the texts of its regions, best first."""
    return [
        [record_text(document, span) for span in region.records]
        for region in mine(document, method, limit=ASKED_REGIONS.get(method, MAX_ASKED_REGIONS))
    ]


def score_page(gold: Sequence[Gold], answer: list[list[str]], mode: str) -> tuple[int, int, int]:
    """Right, predicted and labelled records of a page."""
    answer = answer[:1] if mode == "first" else answer
    matched = [(match(gold, texts), len(texts)) for texts in answer if texts]
    if not matched:
        return 0, 0, len(gold)
    ranked = sorted(
        (
            (f1(sum(m is not None for m in found), size, len(gold)), found, size)
            for found, size in matched
        ),
        key=lambda item: -item[0],
    )
    best, found, predicted = ranked[0]
    right = {m for m in found if m is not None}
    for value, more, size in ranked[1:] if mode == "oracle" else []:
        if not value:
            break
        joined = right | {m for m in more if m is not None}
        after = f1(len(joined), predicted + size, len(gold))
        if after > best:
            right, predicted, best = joined, predicted + size, after
    return len(right), predicted, len(gold)


def match(gold: Sequence[Gold], texts: Sequence[str]) -> list[int | None]:
    """For every predicted text the number of the record it is, or None."""
    squashed = [squash(text) for text in texts]
    found: list[int | None] = [None] * len(texts)
    used: set[int] = set()
    for at, text in enumerate(squashed):
        whole = _only_record(gold, text)
        if whole is not None and whole not in used and _tight(text, gold[whole]):
            found[at] = whole
            used.add(whole)
    for number, record in enumerate(gold):
        if record.ambiguous:
            place = next(
                (
                    at
                    for at, text in enumerate(squashed)
                    if found[at] is None and _is_duplicate(gold, text, record)
                ),
                None,
            )
            if place is not None:
                found[place] = number
    return found


def _only_record(gold: Sequence[Gold], text: str) -> int | None:
    touched, full = 0, []
    for number, record in enumerate(gold):
        if record.ambiguous:
            continue
        hits = [part in text for part in record.parts]
        touched += any(hits)
        if all(hits):
            full.append(number)
    return full[0] if len(full) == 1 and touched == 1 else None


def _tight(text: str, record: Gold) -> bool:
    return len(text) <= MAX_TEXT_RATIO * len(record.text) + MAX_SPARE_CHARS


def _is_duplicate(gold: Sequence[Gold], text: str, record: Gold) -> bool:
    if record.text not in text or not _tight(text, record):
        return False
    return not any(part in text for other in gold if not other.ambiguous for part in other.parts)


def precision_recall(right: int, predicted: int, labelled: int) -> tuple[float, float]:
    """Shares of what was predicted and of what was labelled; 0 where there is nothing."""
    return right / predicted if predicted else 0.0, right / labelled if labelled else 0.0


def f1(right: int, predicted: int, labelled: int) -> float:
    """Harmonic mean of precision and recall."""
    precision, recall = precision_recall(right, predicted, labelled)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def macro(counts: Iterable[tuple[int, int, int]]) -> dict[str, float]:
    """Means over pages, and the share of pages without a fault."""
    pages = list(counts)
    number = len(pages) or 1
    shares = [precision_recall(*page) for page in pages]
    return {
        "precision": round(sum(p for p, _ in shares) / number, 4),
        "recall": round(sum(r for _, r in shares) / number, 4),
        "f1": round(sum(f1(*page) for page in pages) / number, 4),
        "perfect": round(sum(p == r == 1 for p, r in shares) / number, 4),
    }


def _measure(method: str, pages: Sequence[tuple[str, bytes, list[Gold]]]) -> dict[str, object]:
    """Scores and speed; Lexbor is timed beside every page, for the machine's speed changes."""
    first, oracle, oracle_apart = [], [], []
    passes = []
    for number in range(TIMED_PASSES):
        parse, seconds = 0.0, 0.0
        for _, body, gold in pages:
            parse += _parse_seconds(body)
            answer, apart, spent = _answer(method, body)
            seconds += spent
            if not number:
                first.append(score_page(gold, answer, "first"))
                oracle.append(score_page(gold, answer, "oracle"))
                oracle_apart.append(score_page(gold, apart, "oracle"))
        passes.append((seconds / (parse or 1.0), seconds))
    ratio, seconds = map(min, zip(*passes, strict=True))
    return {
        "first": macro(first),
        "oracle": macro(oracle),
        **({} if method in INSTALLED_RIVALS else {"oracle_apart": macro(oracle_apart)}),
        "pages_per_second": round(len(pages) / seconds, 1) if seconds else 0.0,
        "parse_ratio": round(ratio, 2),
    }


def _answer(method: str, body: bytes) -> tuple[list[list[str]], list[list[str]], float]:
    """Return the texts of a method's regions, of those that stand apart, and its seconds.

    To read the texts is counted for rivals, whose records have no other form.
    """
    started = time.process_time()
    if method in INSTALLED_RIVALS:
        answer = INSTALLED_RIVALS[method](body, MAX_ASKED_REGIONS)
        return answer, [], time.process_time() - started
    document = _document(body)
    regions = mine(document, method, limit=ASKED_REGIONS.get(method, MAX_ASKED_REGIONS))
    seconds = time.process_time() - started
    answer = [[record_text(document, span) for span in region.records] for region in regions]
    return answer, [answer[at] for at in places_apart(document, regions)], seconds


def places_apart(document: Document, regions: Sequence[DataRegion]) -> list[int]:
    """Return the places of the regions that share no node with a better one in the list.

    >>> from leadline.model import DataRegion, RecordSpan
    >>> document = parse_html("<ul><li>A<li>B</ul>", "http://h.test/")
    >>> outer, inner = (RecordSpan((3,)),), (RecordSpan((4,)), RecordSpan((6,)))
    >>> places_apart(document, [DataRegion(2, outer, 2.0), DataRegion(3, inner, 1.0)])
    [0]
    """
    places: list[int] = []
    taken: set[int] = set()
    for place, region in enumerate(regions):
        tops = chain.from_iterable(span.nodes for span in region.records)
        nodes = set(chain.from_iterable(range(top, document.end[top]) for top in tops))
        if taken.isdisjoint(nodes):
            places.append(place)
            taken |= nodes
    return places


def _document(body: bytes) -> Document:
    html, charset = decode(body, "")
    return parse_html(html, "http://gold.invalid/", charset)


def _parse_seconds(body: bytes) -> float:
    """CPU time of Lexbor alone on a page: the yardstick of ``parse_ratio``."""
    text = decode(body, "")[0]
    started = time.process_time()
    LexborHTMLParser(text)
    return time.process_time() - started
