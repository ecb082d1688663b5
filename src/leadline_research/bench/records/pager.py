"""``leadline bench pager``: labelled pager links against labelled pages.

Scoring is that of the labelled set's own scorer: links of one page to one address (fragments do
not count) are one; FIRST and LAST are PAGE; a page's next is right when a next is given and no
address is given that is not labelled NEXT.
"""

from __future__ import annotations

import json
import time
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag, urljoin

from leadline.page.dom import parse_html
from leadline.wrapper.pager.labels import read_pager
from leadline_research.bench.folders import labelled_pages, naming

if TYPE_CHECKING:
    from pathlib import Path

    from leadline.page.dom import Document

Marks = set[tuple[str, str]]


def run(data: Path) -> dict[str, object]:
    """The figures over every labelled page of a folder."""
    tally = {"ANY": [0, 0, 0], "NEXT": [0, 0, 0]}
    pages = right = wrong = total = 0
    seconds = 0.0
    for label, page in labelled_pages(data, "*.json"):
        with naming(label):
            gold = json.loads(label.read_text("utf-8"))
            wanted = _marks(gold, _gold_labels(gold))
        with naming(page):
            html = page.read_text("utf-8")
        total += 1
        start = time.perf_counter()
        document = parse_html(html, gold["url"])
        found: list[tuple[int, str]] = sorted(read_pager(document).labels.items())
        seconds += time.perf_counter() - start
        given = _marks(gold, _aligned(document, gold, found))
        for kind, counts in tally.items():
            _count(counts, _addresses(wanted, kind), _addresses(given, kind))
        goal, got = _addresses(wanted, "NEXT"), _addresses(given, "NEXT")
        pages += bool(goal)
        right += bool(goal and got and got <= goal)
        wrong += bool(goal and got - goal)
    return {
        "next_right": right,
        "next_pages": pages,
        "next_wrong": wrong,
        "any_f1": _f1(*tally["ANY"]),
        "next_f1": _f1(*tally["NEXT"]),
        "pages_per_second": total / seconds if seconds else 0.0,
    }


def _gold_labels(gold: dict[str, Any]) -> list[tuple[int, str]]:
    return [(i, link["label"]) for i, link in enumerate(gold["links"]) if link["label"] != "O"]


def _marks(gold: dict[str, Any], labels: list[tuple[int, str]]) -> Marks:
    return {
        (_key(gold, i), "PAGE" if label in ("FIRST", "LAST") else label)
        for i, label in labels
        if i < len(gold["links"])
    }


def _key(gold: dict[str, Any], index: int) -> str:
    link: dict[str, str] = gold["links"][index]
    href = str(link["href"]).strip()
    if href.lower().startswith("javascript") or href.startswith("#"):
        return f"{href}|{link['text']}"
    try:
        return str(urldefrag(urljoin(gold["url"], href)).url)
    except ValueError:
        return href


def _aligned(
    document: Document, gold: dict[str, Any], found: list[tuple[int, str]]
) -> list[tuple[int, str]]:
    """Link numbers as the labels count them (the labels count links of noscript parts too)."""
    own = [
        document.attribute(i, "href")
        for i in document.elements("a")
        if "href" in document.attributes[i]
    ]
    theirs = [link["href"] for link in gold["links"]]
    if own == theirs:
        return found
    place: dict[int, int] = {}
    for a, b, size in SequenceMatcher(None, own, theirs, autojunk=False).get_matching_blocks():
        place.update(zip(range(a, a + size), range(b, b + size), strict=True))
    return [(place[i], label) for i, label in found if i in place]


def _addresses(marks: Marks, kind: str) -> set[str]:
    return {address for address, label in marks if kind in ("ANY", label)}


def _count(counts: list[int], wanted: set[str], given: set[str]) -> None:
    counts[0] += len(wanted & given)
    counts[1] += len(given)
    counts[2] += len(wanted)


def _f1(hits: int, given: int, wanted: int) -> float:
    return 2 * hits / (given + wanted) if given + wanted else 0.0
