"""Kinds of forms against labelled forms of real pages: ``bench form-types``.

``types_*.jsonl`` hold one form a line (``file``, ``form_index`` in source order, ``type``,
``searchable``); rows marked ambiguous are not scored. "Searchable" is search or filter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from leadline.forms.describe import form_questions
from leadline.forms.find import find_interfaces
from leadline.model import Page, Request
from leadline.page.charset import decode
from leadline.page.dom import parse
from leadline_research.bench.folders import files_in, lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from leadline.model import QueryInterface
    from leadline.page.dom import Document

KIND_OF_TYPE: Final = {
    "search": "search",
    "login": "login",
    "registration": "registration",
    "contact/comment": "contact",
    "order/add to cart": "order",
    "join mailing list": "newsletter",
    "password/login recovery": "recovery",
    "other": "other",
}
TYPE_BY_KIND: Final = {"filter": "search"}
"""The gold set knows no filters: a select that queries is a search form there."""
RIVAL: Final = "formasaurus"

_TAGS: Final = re.compile(
    r"<!--.*?-->|<script\b.*?</script|<(?P<closes>/?)(?P<name>form|noscript)(?=[\s>/])",
    re.IGNORECASE | re.DOTALL,
)
_OPENS: Final = re.compile(r"<form(?=[\s>/])", re.IGNORECASE)
_END_OF_NOSCRIPT: Final = re.compile(r"</noscript", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sample:
    """One labelled form with the interface found in its place."""

    site: str
    kind: str
    name: str
    document: Document | None
    interface: QueryInterface | None


def run(data: Path) -> dict[str, object]:
    """Return accuracy over eight kinds, figures of "searchable", recall of larger forms.

    Forms a second are of computing time and count all forms of the pages, parsing included.
    """
    began = process_time()
    samples = gold_samples(data)
    seconds = process_time() - began
    gold = [s.kind for s in samples]
    kinds = [found_kind(s) for s in samples]
    pages = {id(s.document): s.document for s in samples}.values()
    forms = sum(sum(1 for _ in page.elements("form")) for page in pages if page)
    return {
        **scores(gold, kinds),
        "multi_field_recall": _multi_field_recall(samples, kinds),
        "forms_per_second": round(forms / seconds, 1),
        "forms": len(samples),
        "forms_read": forms,
        "rivals": _rivals(data, gold),
        "wrong": [
            f"{s.name}: {g} taken for {f}"
            for s, g, f in zip(samples, gold, kinds, strict=True)
            if g != f
        ],
    }


def _multi_field_recall(samples: list[Sample], kinds: list[str]) -> float:
    """Return the share of query forms with more than one field that are found."""
    right = [
        kind == "search"
        for sample, kind in zip(samples, kinds, strict=True)
        if sample.kind == "search"
        and sample.interface
        and len(form_questions(sample.interface)) > 1
    ]
    return round(sum(right) / max(1, len(right)), 4)


def _rivals(data: Path, gold: list[str]) -> dict[str, object]:
    """Return the scores of rivals that are installed."""
    rows = _rows(data)
    names = [str(row["file"]).rpartition("/")[2] for row in rows]
    answer = rival_kinds(data / "pages" / name for name in dict.fromkeys(names))
    if answer is None:
        return {}
    kinds, speed = answer
    rival_types = [
        KIND_OF_TYPE.get(kinds.get((name, int(row["form_index"])), ""), "none")
        for name, row in zip(names, rows, strict=True)
    ]
    return {RIVAL: {**scores(gold, rival_types), "forms_per_second": round(speed, 1)}}


def found_kind(sample: Sample) -> str:
    """Return the kind that leadline gives, in the words of the gold set."""
    kind = sample.interface.kind if sample.interface else "other"
    return TYPE_BY_KIND.get(kind, kind)


def gold_samples(data: Path) -> list[Sample]:
    """Return all scored rows of a gold folder, each page parsed once."""
    pages: dict[Path, tuple[Document, dict[int, QueryInterface]]] = {}
    samples = []
    for row in _rows(data):
        path = data / "pages" / str(row["file"]).rpartition("/")[2]
        if path not in pages:
            pages[path] = read_page(path, row.get("url") or "http://page.test/")
        document, interfaces = pages[path]
        at = int(row["form_index"])
        interface = interfaces.get(form_node(document, at))
        kind = KIND_OF_TYPE.get(row["type"], "other")
        samples.append(Sample(row["site"], kind, f"{path.name}#{at}", document, interface))
    return samples


def form_node(document: Document, index: int) -> int:
    """Return the node of the form that the source opens as number ``index``, -1 without one.

    Gold sets count every ``<form>`` of the source. A parser drops those inside another form and,
    where scripts run, those inside ``noscript``.
    """
    nodes = list(document.elements("form"))
    is_kept: list[bool] = []
    is_open, end = False, 0
    for tag in _TAGS.finditer(document.html):
        if tag.start() < end or not tag.group("name"):
            continue
        name, closes = tag.group("name").casefold(), bool(tag.group("closes"))
        if name == "noscript" and not closes:
            stop = _END_OF_NOSCRIPT.search(document.html, tag.end())
            inside = document.html[tag.end() : stop.start() if stop else None]
            is_kept += [False] * len(_OPENS.findall(inside))
            end = tag.end() + len(inside)
        elif closes:
            is_open = is_open and name != "form"
        else:
            is_kept.append(not is_open)
            is_open = True
    if sum(is_kept) != len(nodes):
        return nodes[index] if index < len(nodes) else -1
    return nodes[sum(is_kept[:index])] if index < len(is_kept) and is_kept[index] else -1


def _rows(data: Path) -> list[dict[str, Any]]:
    rows = [
        row
        for path in files_in(data, "types_*.jsonl", "labels")
        for row in lines_of(path, "file", "form_index", "type", "site")
        if not row.get("ambiguous")
    ]
    if not rows:
        raise ValueError(f"{data} holds no form that is scored")
    return rows


def read_page(path: Path, url: str) -> tuple[Document, dict[int, QueryInterface]]:
    """Return a stored page and its interfaces by node."""
    document = parse(Page(Request("GET", url), url, 200, body=path.read_bytes()))
    return document, {interface.node: interface for interface in find_interfaces(document)}


def scores(gold: list[str], given: list[str]) -> dict[str, object]:
    """Return accuracy, and precision, recall and F1 of the class "search"."""
    pairs = list(zip(gold, given, strict=True))
    hits = sum(g == f == "search" for g, f in pairs)
    precision = hits / max(1, sum(f == "search" for f in given))
    recall = hits / max(1, sum(g == "search" for g in gold))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return {
        "accuracy": round(sum(g == f for g, f in pairs) / max(1, len(pairs)), 4),
        "searchable": {
            "precision": round(precision, 4),
            "recall": round(recall, 4),
            "f1": round(f1, 4),
        },
    }


def rival_kinds(paths: Iterable[Path]) -> tuple[dict[tuple[str, int], str], float] | None:
    """Return its type of every form by page name and number, and forms a second; or None.

    Without Formasaurus, no dependency, the bench runs alone. Its model was fitted on a part of the
    pages of the gold set, so its figures there are training figures; its speed is comparable.
    """
    if find_spec(RIVAL) is None:
        return None
    extract: Callable[..., Any] = import_module(RIVAL).extract_forms
    kinds: dict[tuple[str, int], str] = {}
    extract("<form><input name=q></form>", fields=False)
    began = process_time()
    for path in paths:
        try:
            forms = extract(decode(path.read_bytes())[0], fields=False)
        except ValueError:
            continue
        kinds |= {(path.name, at): str(answer["form"]) for at, (_, answer) in enumerate(forms)}
    return kinds, len(kinds) / max(1e-9, process_time() - began)
