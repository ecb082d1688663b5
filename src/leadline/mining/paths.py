"""Paths of a page: every path of tags and classes from the root has a number.

>>> paths = PathTable([])
>>> root = paths.add(-1, "ul", None)
>>> paths.add(root, "li", "odd item") == paths.add(root, "li", "item") != paths.add(root, "li", "")
True
"""

import re
from functools import lru_cache, reduce
from operator import or_
from typing import Final

MAX_CLASS_CHARS: Final = 300
"""Characters of a class attribute that are read and cached."""
MAX_KIND_BITS: Final = 1024
"""Bits of a kind set; further kinds share bits, so that hostile pages cannot grow the sets."""

CONTROL_TAGS: Final = frozenset({"input", "select", "textarea", "button"})
PICTURE_TAGS: Final = frozenset(
    {"img", "svg", "picture", "video", "object", "embed", "iframe", "canvas"}
)
LEAF_TAGS: Final = CONTROL_TAGS | PICTURE_TAGS | {"#text"}
SEPARATOR_TAGS: Final = frozenset({"br", "hr"})
DIGITS: Final = re.compile(r"\d+")
STATE_CLASS: Final = re.compile(
    r"(?:odd|even|first|last|alt|active|selected|current|new|row|hover|visited|open|closed|"
    r"clearfix|-|_)*",
    re.IGNORECASE,
)
"""Class tokens that name a position or a state, not a kind of thing."""


class PathTable:
    """Tables by path number.

    ``above`` is the path without its last step (-1 for the root), ``variants`` holds lists of
    paths that differ by the last class only.
    ``tag`` and ``first_class`` are of the last step, ``tag_path`` numbers the path of tags alone,
    ``leaf_kind`` is 0 unless the path ends in a leaf. ``with_separators`` holds the paths of
    elements with a line break or rule as a child.
    """

    def __init__(self, first_class: list[str]) -> None:
        self.first_class = first_class
        self.above: list[int] = []
        self.variants: list[list[int]] = []
        self.tag_path: list[int] = []
        self.tag: list[str] = []
        self.leaf_kind: list[int] = []
        self.with_separators: set[int] = set()
        self._path_ids: dict[tuple[int, str, str], int] = {}
        self._by_tag: dict[tuple[int, str], list[int]] = {}
        self._tag_path_ids: dict[tuple[int, str], int] = {}
        self._bits: dict[tuple[int, str], int] = {}
        self._columns: dict[tuple[int, int], int] = {}
        self._class_by_attribute: dict[str | None, str] = {None: "", "": ""}
        self._class_by_names: dict[frozenset[str], str] = {}

    def add(self, above: int, tag: str, class_attribute: str | None) -> int:
        """Return the number of a path; digits, state and later tokens of classes do not count.

        The same tokens in another order are the same class.
        """
        name = self._class_by_attribute.get(class_attribute)
        if name is None and class_attribute:
            names = kind_classes(class_attribute[:MAX_CLASS_CHARS])
            name = self._class_by_names.setdefault(frozenset(names), names[0] if names else "")
            self._class_by_attribute[class_attribute] = name
        key = (above, tag, name or "")
        number = self._path_ids.get(key)
        if number is None:
            number = self._path_ids[key] = len(self.tag_path)
            self.above.append(above)
            variants = self._by_tag.setdefault((above, tag), [])
            variants.append(number)
            if len(variants) == 2:
                self.variants.append(variants)
            step = (self.tag_path[above] if above >= 0 else -1, tag)
            tag_path = self._tag_path_ids.setdefault(step, len(self._tag_path_ids))
            self.tag_path.append(tag_path)
            self.tag.append(tag)
            self.first_class.append(key[2])
            self.leaf_kind.append(self._bit(tag_path, key[2]) if tag in LEAF_TAGS else 0)
            if tag in SEPARATOR_TAGS:
                self.with_separators.add(above)
        return number

    def add_text(self, above: int) -> int:
        """Return a new number for the texts below a path; their class is that of their parent.

        No path continues behind a text, so it needs no number among the paths of tags.
        """
        self.above.append(above)
        self.tag_path.append(-1)
        self.tag.append("#text")
        self.first_class.append("")
        self.leaf_kind.append(self._bit(-2 - self.tag_path[above], self.first_class[above]))
        return len(self.leaf_kind) - 1

    def column_kinds(self) -> int:
        """Return the kinds of all columns as one set."""
        return reduce(or_, self._columns.values(), 0)

    def column_kind(self, path_id: int, column: int) -> int:
        """Return the kind of a cell of this path in a column."""
        kind = self._columns.get((path_id, column))
        if kind is None:
            kind = self._bit(self.tag_path[path_id], f"#{column}")
            self._columns[path_id, column] = kind
        return kind

    def merged(self, same: dict[int, int]) -> list[int]:
        """Return a number for every path, where ``same`` maps some to smaller ones.

        Paths below merged paths get one number too.
        """
        seen: dict[tuple[int, str, str], int] = {}
        merged: list[int] = []
        steps = zip(self.above, self.tag, self.first_class, strict=True)
        for number, (above, tag, name) in enumerate(steps):
            key = (merged[above] if above >= 0 else -1, tag, name)
            target = merged[same[number]] if number in same else number
            merged.append(seen.setdefault(key, target))
        self.with_separators.update([merged[above] for above in self.with_separators])
        return merged

    def _bit(self, tag_path: int, mark: str) -> int:
        number = self._bits.setdefault((tag_path, mark), len(self._bits))
        return 1 << (number % MAX_KIND_BITS)


@lru_cache(maxsize=20_000)
def kind_classes(value: str) -> tuple[str, ...]:
    """Return the class tokens that name no state, without digits.

    >>> kind_classes("odd post-123 big")
    ('post-', 'big')
    """
    names = (token if token.isalpha() else DIGITS.sub("", token) for token in value.split())
    return tuple(name for name in names if not STATE_CLASS.fullmatch(name))
