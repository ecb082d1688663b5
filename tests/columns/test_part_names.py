"""Names of the parts of a text."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.columns.templates.part_names import part_name
from leadline.columns.templates.template import parts_in

NAMED = [
    ("a label", "Court: {rest}", ["Ann", "Bo"], "Court"),
    ("a label in front of a bracket", "cited[{number}]", ["1", "2"], "cited"),
    ("a fullwidth label", "作者：{rest}", ["张三"], "作者"),
    ("a parameter", "?id={number}", ["1", "2"], "id"),
    ("a kind", "{rest} {date}", ["x"], "date"),
    ("a year by type", "{rest}, {number}", ["1901", "1950", "1999"], "year"),
    ("money in front", "${amount}", ["1", "2"], "price"),
    ("money behind", "{amount} €", ["1", "2"], "price"),
    ("a percentage", "{number}%", ["1", "2"], "percent"),
    ("a side", "{number} x {number}", ["1", "2"], "size"),
    ("what is counted", "{number} pages", ["1", "2"], "pages"),
    ("a unit", "{number} cm", ["1", "2"], "cm"),
    ("a preposition", "{number} of {rest}", ["1", "2"], "of"),
    ("a word in front", "by {rest}", ["Ann"], "by"),
    ("a dot behind the word", "{number} vols.", ["1", "2"], "vols"),
    ("nothing", "{rest}", ["Ann"], ""),
    ("a label with a blank and a bracket", "a (b) ({rest}", ["Ann"], ""),
    ("an equals sign", "Tags = {rest}", ["x"], ""),
]


@pytest.mark.parametrize(
    ("why", "template", "values", "wanted"), NAMED, ids=[row[0] for row in NAMED]
)
def test_names(why: str, template: Any, values: Any, wanted: Any) -> None:
    assert part_name(parts_in(template)[-1], values) == wanted, why
