"""Labels and roles of query forms against a reader's: ``bench form-labels``.

``labels.jsonl`` holds one form a line (``file``, ``form_index``, ``controls`` with ``labels`` that
count as right and a ``role``). Radio buttons or check boxes of one name are one control; hidden
controls and buttons are none. A label is right if it equals a gold label after folding (exact), or
if one holds the other as whole words or half their words agree (lenient).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from leadline.forms.roles.query_box import control_groups
from leadline_research.bench.folders import lines_of
from leadline_research.bench.forms.form_types import form_node, read_page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from leadline.model import Control, QueryInterface
    from leadline.page.dom import Document

SEARCHABLE: Final = frozenset({"search", "filter"})
_EDGES: Final = re.compile(r"""[\s:：*?？.…,;>»\-–—"'“”\[\]]+$|^[\s:：*>»\-–—"'“”\[\]]+""")
_CJK: Final = re.compile(r"[\u3040-\u9fff]")


def run(data: Path) -> dict[str, object]:
    """Return precision, recall and F1 of labels; shares of exact, lenient, whole forms and roles.

    ``query_forms_found`` is the share of the labelled query forms that are classified as such.
    """
    count: Counter[str] = Counter()
    wrong: list[str] = []
    for row, _, interface in gold_forms(data):
        count["found"] += interface is not None and interface.kind in SEARCHABLE
        _score_form(row, control_groups(interface) if interface else [], count, wrong)
    return {**_shares(count), "wrong": wrong}


def gold_forms(data: Path) -> Iterator[tuple[dict[str, Any], Document, QueryInterface | None]]:
    """Yield the labelled forms of a gold folder, with the interface found in their place."""
    pages: dict[Path, tuple[Document, dict[int, QueryInterface]]] = {}
    for row in lines_of(data / "labels.jsonl", "file", "form_index", "controls", "site"):
        path = data / "html" / row["file"].rpartition("/")[2]
        if path not in pages:
            pages[path] = read_page(path, row.get("url") or "http://page.test/")
        document, interfaces = pages[path]
        yield row, document, interfaces.get(form_node(document, int(row["form_index"])))


def _score_form(
    row: dict[str, Any], groups: list[list[Control]], count: Counter[str], wrong: list[str]
) -> None:
    whole = True
    for gold in row["controls"]:
        at = gold["index"]
        control = groups[at][0] if at < len(groups) else None
        label = group_label(groups[at]) if control else ""
        role = control.role if control else ""
        near = any(lenient(label, accepted) for accepted in gold["labels"])
        whole &= near
        labelled = any(gold["labels"])
        count["controls"] += 1
        count["exact"] += any(fold(label) == fold(accepted) for accepted in gold["labels"])
        count["lenient"] += near
        count["roles"] += role == gold["role"]
        if label:
            count["right" if near and labelled else "false"] += 1
        if labelled and not (label and near) and "" not in gold["labels"]:
            count["missed"] += 1
        if not near or role != gold["role"]:
            place = f"{row['file'].rpartition('/')[2]}#{row['form_index']}.{at} {gold['name']}"
            wrong.append(f"{place}: {label!r} for {gold['labels']}, {role} for {gold['role']}")
    count["forms"] += 1
    count["whole"] += whole


def group_label(group: list[Control]) -> str:
    """Return the label of a control, or of a group of boxes."""
    return group[0].group_label if len(group) > 1 else group[0].label


def _shares(count: Counter[str]) -> dict[str, object]:
    precision = count["right"] / max(1, count["right"] + count["false"])
    recall = count["right"] / max(1, count["right"] + count["missed"])
    controls = max(1, count["controls"])
    return {
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(2 * precision * recall / max(1e-9, precision + recall), 4),
        "exact": round(count["exact"] / controls, 4),
        "lenient": round(count["lenient"] / controls, 4),
        "whole_form": round(count["whole"] / max(1, count["forms"]), 4),
        "roles": round(count["roles"] / controls, 4),
        "query_forms_found": round(count["found"] / max(1, count["forms"]), 4),
    }


def fold(text: str) -> str:
    """Fold case, spaces and edge marks, as the gold set's own scoring does."""
    text = re.sub(r"[\s\u00a0]+", " ", unicodedata.normalize("NFKC", text).lower())
    return _EDGES.sub("", text).strip()


def lenient(label: str, gold: str) -> bool:
    """Return whether labels are equal, one holds the other, or half their words agree."""
    a, b = fold(label), fold(gold)
    if a == b or not a or not b:
        return a == b
    short, long = sorted((a, b), key=len)
    whole = re.search(rf"(?<!\w){re.escape(short)}(?!\w)", long)
    if (len(short) >= 3 and whole) or (len(short) >= 2 and _CJK.search(short) and short in long):
        return True
    x, y = set(re.findall(r"\w+", a)), set(re.findall(r"\w+", b))
    return bool(x | y) and len(x & y) / len(x | y) >= 0.5
