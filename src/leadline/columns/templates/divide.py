"""Texts of several places divided, and their parts again: templates, and what parts are called.

>>> texts = [f"{n} KB ({n * 7} words) - 2012-03-{n:02}" for n in range(10, 28)]
>>> divided, names = divide({"/p": texts})
>>> divided
{'/p': ['{rest} - {date}'], '/p|0': ['{rest} ({number} words)'], '/p|0|0': ['{number} KB']}
>>> names
{'/p|0': '', '/p|1': 'date', '/p|0|0': '', '/p|0|1': 'words', '/p|0|0|0': 'KB'}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.columns.templates.compiled import trimmed
from leadline.columns.templates.induction import learn_templates
from leadline.columns.templates.part_names import part_name
from leadline.columns.templates.template import KINDS, compile_template, parts_in
from leadline.columns.templates.two_level import widened

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOSTLY: Final = 0.9
"""Share of texts with both parts from which the others lack one."""
DEEPEST: Final = 4
"""Divisions of parts of parts."""
QUICK: Final = 2
"""The same while a source is taken."""
DIVISIBLE: Final = frozenset({"text", "rest", "tail", "maybe", "quantity", "measure"})


def divide(
    texts: Mapping[str, Sequence[str]], *, singles: bool = True
) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The templates of texts by place, and a name for each part ('' where nothing tells one).

    Without ``singles`` a text that is one value and constants around it is left as it is, and parts
    of parts are not divided again: so reading stays quick till a source ends.
    """
    divided: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    todo = [(place, list(values), 0) for place, values in texts.items()][::-1]
    while todo:
        place, values, depth = todo.pop()
        templates = learn_templates(values) if depth < (DEEPEST if singles else QUICK) else []
        if not templates or not (singles or _are_several(templates[0])):
            continue
        if len(templates) == 1:
            templates = [widened(templates[0], values)]
        templates = [*templates, *_bare(templates, values, depth)]
        divided[place] = templates
        parts: dict[int, list[str]] = {}
        for value in values:
            for number, text in next(filter(None, (_read(t, value) for t in templates)), ()):
                parts.setdefault(number, []).append(text)
        for template in templates[::-1]:
            for part in parts_in(template):
                names[f"{place}|{part.number}"] = part_name(part, parts.get(part.number, ()))
        inner = [
            (f"{place}|{number}", said, depth + 1)
            for number, said in parts.items()
            if _may_divide(number, templates)
        ]
        todo += inner[::-1]
    return divided, names


def _are_several(template: str) -> bool:
    """Whether a template has several parts, one of them told by more than a sign in the text."""
    parts = parts_in(template)
    return len(parts) > 2 or (len(parts) == 2 and any(part.kind in KINDS for part in parts))


def _bare(templates: Sequence[str], values: Sequence[str], depth: int) -> list[str]:
    """The template of a text whose one other part is missing, where that is seldom so or the text
    itself is a part: "Emma" beside "Emma (1815)".
    """
    main = [part.number for part in parts_in(templates[0]) if part.kind == "rest"]
    if len(parts_in(templates[0])) != 2 or not main:
        return []
    read = sum(any(_read(one, value) for one in templates) for value in values)
    seldom = MOSTLY * len(values) <= read < len(values)
    return [f"{{rest:{main[0]}}}"] if seldom or (depth and read < len(values)) else []


def _read(template: str, value: str) -> list[tuple[int, str]]:
    said = compile_template(template)(value)
    if said is None:
        return []
    parts = zip(parts_in(template), said, strict=True)
    return [(part.number, trimmed(text)) for part, text in parts if text]


def _may_divide(number: int, templates: Sequence[str]) -> bool:
    """Whether a part is text, or a number with its unit, in all templates."""
    kinds = [part.kind for one in templates for part in parts_in(one) if part.number == number]
    return all(kind in DIVISIBLE for kind in kinds)
