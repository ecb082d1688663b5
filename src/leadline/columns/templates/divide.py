"""Split the texts of several slots by templates, and their parts again; name the parts.

>>> texts = [f"{n} KB ({n * 7} words) - 2012-03-{n:02}" for n in range(10, 28)]
>>> templates, names = learn_divisions({"/p": texts})
>>> templates
{'/p': ['{rest} - {date}'], '/p|0': ['{rest} ({number} words)'], '/p|0|0': ['{number} KB']}
>>> names
{'/p|0': '', '/p|1': 'date', '/p|0|0': '', '/p|0|1': 'words', '/p|0|0|0': 'KB'}
"""

from collections.abc import Mapping, Sequence
from typing import Final

from leadline.columns.templates.compiled import trimmed
from leadline.columns.templates.induction import learn_templates
from leadline.columns.templates.part_names import part_name
from leadline.columns.templates.template import KINDS, compile_template, parts_in
from leadline.columns.templates.two_level import widened

MIN_SHARE_WITH_BOTH_PARTS: Final = 0.9
"""Share of texts with both parts from which the others lack one."""
MAX_DEPTH: Final = 4
"""Splits of parts of parts."""
MAX_DEPTH_WHILE_CRAWLING: Final = 2
DIVISIBLE_KINDS: Final = frozenset({"text", "rest", "tail", "maybe", "quantity", "measure"})


def learn_divisions(
    texts: Mapping[str, Sequence[str]], *, singles: bool = True
) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return the templates of texts by slot, and a name for each part ('' where unknown).

    Without ``singles`` a text with one value and constants around it stays whole, and parts are
    split less deeply: reading then stays fast until the source is complete.
    """
    templates: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    todo = [(slot, list(values), 0) for slot, values in texts.items()][::-1]
    while todo:
        slot, values, depth = todo.pop()
        may_split = depth < (MAX_DEPTH if singles else MAX_DEPTH_WHILE_CRAWLING)
        learned = learn_templates(values) if may_split else []
        if not learned or not (singles or _has_several_values(learned[0])):
            continue
        if len(learned) == 1:
            learned = [widened(learned[0], values)]
        learned = [*learned, *_template_without_part(learned, values, depth)]
        templates[slot] = learned
        parts: dict[int, list[str]] = {}
        for value in values:
            for number, text in next(filter(None, (_read(t, value) for t in learned)), ()):
                parts.setdefault(number, []).append(text)
        for template in learned[::-1]:
            for part in parts_in(template):
                names[f"{slot}|{part.number}"] = part_name(part, parts.get(part.number, ()))
        inner = [
            (f"{slot}|{number}", part_texts, depth + 1)
            for number, part_texts in parts.items()
            if _is_divisible(number, learned)
        ]
        todo += inner[::-1]
    return templates, names


def _has_several_values(template: str) -> bool:
    """Whether a template has several parts, and more than one sign between two texts."""
    parts = parts_in(template)
    return len(parts) > 2 or (len(parts) == 2 and any(part.kind in KINDS for part in parts))


def _template_without_part(
    templates: Sequence[str], values: Sequence[str], depth: int
) -> list[str]:
    """Return the template of a text that lacks the second of two parts ("Emma", "Emma (1815)").

    That must be rare, or the text must be a part itself.
    """
    main = [part.number for part in parts_in(templates[0]) if part.kind == "rest"]
    if len(parts_in(templates[0])) != 2 or not main:
        return []
    read = sum(any(_read(one, value) for one in templates) for value in values)
    rare = MIN_SHARE_WITH_BOTH_PARTS * len(values) <= read < len(values)
    return [f"{{rest:{main[0]}}}"] if rare or (depth and read < len(values)) else []


def _read(template: str, value: str) -> list[tuple[int, str]]:
    texts = compile_template(template)(value)
    if texts is None:
        return []
    parts = zip(parts_in(template), texts, strict=True)
    return [(part.number, trimmed(text)) for part, text in parts if text]


def _is_divisible(number: int, templates: Sequence[str]) -> bool:
    """Whether a part is text, or a number with its unit, in all templates."""
    kinds = [part.kind for one in templates for part in parts_in(one) if part.number == number]
    return all(kind in DIVISIBLE_KINDS for kind in kinds)
