"""Lines of text of a page, each with its place and with what may be a label in front of it.

>>> from leadline.page.dom import parse_html
>>> html = "<h1>Emma</h1><p><b>By:</b> Jane <i>Austen</i><br>Year: 1815</p><p>A novel.</p>"
>>> [(line.base, line.lead, line.rest) for line in page_lines(parse_html(html, "http://h.test/"))]
[('h1', '', 'Emma'), ('', 'By', 'Jane Austen'), ('', 'Year', '1815'), ('', '', 'A novel.')]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from leadline.details.entries import (
    ENDS_AS_LABEL,
    LABEL_SIGNS,
    MAX_STEPS,
    MAX_VALUE_CHARACTERS,
    NO_SIGN,
    UNREAD_ELEMENTS,
    TextLine,
    is_inside,
    label_of,
    path_step,
)
from leadline.page.dom import INLINE_TAGS, Document
from leadline.values.lists import LABEL_PREFIX, has_alphanumeric

FLOW_STEPS: Final = frozenset({*INLINE_TAGS, "p", "ul", "ol", "li", "pre", "blockquote", "br"})
"""Steps of running text: what stands in them belongs to the element around them."""
HEADING_LEVELS: Final = {f"h{level}": level for level in range(1, 7)}
STRONG_TAGS: Final = frozenset({"b", "strong", "label", "dfn"})
LEAD_TAGS: Final = frozenset({*STRONG_TAGS, "span", "em", "i", "u", "small", "font"})
MAX_LINES: Final = 5_000


@dataclass(slots=True)
class _Block:
    """What is known of the element around a line."""

    base: str
    path: str
    level: int
    is_item: bool
    is_unread: bool


@dataclass(slots=True)
class _Reader:
    """Reads lines; blocks are looked at once."""

    document: Document
    blocks: dict[int, _Block] = field(default_factory=dict)

    def block(self, node: int) -> _Block:
        """Return what is known of a block, from what is known of the one around it."""
        document, missing = self.document, list[int]()
        at = node
        while at >= 0 and at not in self.blocks:
            missing.append(at)
            at = document.parent[at]
        for at in reversed(missing):
            tag, up = document.tag[at], self.blocks.get(document.parent[at])
            if up is None or tag == "body":
                self.blocks[at] = _Block("", "", 0, False, False)
                continue
            step = path_step(document, at)
            path = f"{up.path}/{step}" if up.path else step
            if path.count("/") >= MAX_STEPS:
                path = up.path
            self.blocks[at] = _Block(
                up.base if step in FLOW_STEPS else path,
                path,
                HEADING_LEVELS.get(tag, up.level),
                up.is_item or tag == "li",
                up.is_unread or tag in UNREAD_ELEMENTS,
            )
        return self.blocks[node]

    def chunks(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the texts of each line with the block around it."""
        document = self.document
        before, breaks, texts = (-1, 0), 0, list[int]()
        for node in range(document.body(), len(document)):
            tag = document.tag[node]
            if tag != "#text":
                breaks += tag not in INLINE_TAGS
                continue
            block = document.block_of(node)
            if (block, breaks) != before and texts:
                yield before[0], texts
                texts = []
            before = (block, breaks)
            texts.append(node)
        if texts:
            yield before[0], texts

    def top(self, node: int, block: int) -> int:
        """Return the child of a block in which a text stands, the text itself where it is one."""
        while self.document.parent[node] != block:
            node = self.document.parent[node]
        return node

    def text(self, nodes: Sequence[int]) -> str:
        """Return the visible text of successive text nodes."""
        if not nodes:
            return ""
        text = self.document.visible_text(nodes[0], nodes[-1] + 1)[:MAX_VALUE_CHARACTERS]
        return text.replace(NO_SIGN, "")

    def lines(self, block: int, texts: list[int]) -> Iterator[TextLine]:
        """Yield the lines of one run of texts: one for each label in it, or for each class."""
        about = self.block(block)
        if about.is_unread:
            return
        tops = [self.top(node, block) for node in texts]
        runs: list[list[int]] = [[]]
        for at, (node, top) in enumerate(zip(texts, tops, strict=True)):
            begins = not at or top != tops[at - 1]
            if runs[-1] and begins and self._is_label(texts, tops, at):
                runs.append([])
            runs[-1].append(node)
        if len(runs) == 1 and (parts := self._parts(texts, tops)):
            for top, nodes in parts:
                step = path_step(self.document, top)
                path = f"{about.path}/{step}" if about.path else step
                yield self._line(path, about, block, nodes)
            return
        for nodes in runs:
            yield self._line(about.base, about, block, nodes)

    def _is_label(self, texts: Sequence[int], tops: Sequence[int], at: int) -> bool:
        """Tell whether a strong element with a colon in or behind it begins at a text."""
        if self.document.tag[tops[at]] not in STRONG_TAGS:
            return False
        last = at
        while last + 1 < len(tops) and tops[last + 1] == tops[at]:
            last += 1
        after = self.document.text[texts[last + 1]] if last + 1 < len(texts) else ""
        own = self.text(texts[at : last + 1])
        return bool(ENDS_AS_LABEL.search(own)) or after.lstrip()[:1] in (":", "：")

    def _parts(self, texts: Sequence[int], tops: Sequence[int]) -> list[tuple[int, list[int]]]:
        """Return elements with a class that make up a line, with their texts; else none."""
        parts: dict[int, list[int]] = {}
        for node, top in zip(texts, tops, strict=True):
            if node == top:
                if has_alphanumeric(self.document.text[node]):
                    return []
                continue
            parts.setdefault(top, []).append(node)
        named = [top for top in parts if path_step(self.document, top) not in FLOW_STEPS]
        return list(parts.items()) if parts and len(named) == len(parts) else []

    def _line(self, base: str, about: _Block, block: int, nodes: list[int]) -> TextLine:
        document = self.document
        text = self.text(nodes)
        lead, rest, is_marked = self._lead(block, nodes, text)
        is_link = all(
            any(document.tag[up] == "a" for up in self._inside(node, block)) for node in nodes
        )
        return TextLine(
            base,
            text,
            lead,
            rest,
            is_marked,
            about.level,
            about.is_item,
            is_link,
            block,
            document.parent[block],
            nodes[0],
            self._scope_end(block),
        )

    def _scope_end(self, block: int) -> int:
        """Return the end of the innermost element that holds more behind a block."""
        end, up = self.document.end, self.document.parent[block]
        while up > 0 and end[up] == end[block]:
            up = self.document.parent[up]
        return end[up] if up >= 0 else end[block]

    def _inside(self, node: int, block: int) -> Iterator[int]:
        """Yield the elements around a text, up to its block."""
        while node != block:
            yield node
            node = self.document.parent[node]

    def _lead(self, block: int, nodes: list[int], text: str) -> tuple[str, str, bool]:
        """Divide a line into what may be its label, the rest, and whether signs say so."""
        document = self.document
        first = self.top(nodes[0], block)
        if document.tag[first] in LEAD_TAGS:
            count = sum(node < document.end[first] for node in nodes)
            own, after = self.text(nodes[:count]), self.text(nodes[count:])
            rest = after.lstrip(LABEL_SIGNS)
            label = label_of(own)
            if label and rest:
                is_marked = (
                    document.tag[first] in STRONG_TAGS
                    or bool(ENDS_AS_LABEL.search(own))
                    or after[:1] in (":", "：")
                )
                return label, rest, is_marked
        match = LABEL_PREFIX.match(text[:MAX_VALUE_CHARACTERS])
        if match is not None and match.end() < len(text):
            return label_of(match[1]), text[match.end() :], True
        return "", text, False


def page_lines(document: Document, skipped: Sequence[tuple[int, int]] = ()) -> list[TextLine]:
    """Return the lines of a page's body, in document order, but for slices of its nodes."""
    reader, lines = _Reader(document), list[TextLine]()
    for block, texts in reader.chunks():
        if is_inside(skipped, texts[0]):
            continue
        lines += [line for line in reader.lines(block, texts) if has_alphanumeric(line.text)]
        if len(lines) >= MAX_LINES:
            break
    return lines[:MAX_LINES]
