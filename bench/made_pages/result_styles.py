"""Result lists as real search applications print them, made up from rows whose cells are known.

Each style (``styles/<batch>/<name>.html``) is the markup of one record with its fields, after the
default templates of the application it is called by; texts, numbers and dates are drawn by a seeded
chance. ``score`` learns columns from a page of records, divides them anew over all records as a
harvest does at its end, and says for each cell column whether some column of ours equals nearly all
of its cells (white space folded).

    ./run python bench/made_pages/result_styles.py [FIRST SEED] [SEED AFTER THE LAST] [BATCH ...]
"""

import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from leadline.columns.induction import learn_columns
from leadline.columns.templates.final_pass import learn_final_segmentation
from leadline.model import Field, RecordSpan
from leadline.page.dom import parse_html
from made_pages import style_rows
from made_pages.style_rows import Cells, Row, Style
from made_pages.templates import HERE, environment, names

FOUND: Final = 0.97
_ENVIRONMENT = environment("styles")
_ENVIRONMENT.globals.update(
    {name: value for name, value in vars(style_rows).items() if isinstance(value, list)},
    grouped=style_rows.grouped,
)


def _style(path: str) -> Style:
    """A style; its first line tells the tag around and the tags of a record's roots."""
    first = (HERE / "styles" / path).read_text("utf-8").partition("\n")[0]
    tag, roots = first.strip("{# }").split(": ")
    return tag, roots, lambda row: _ENVIRONMENT.get_template(path).render(r=row)


BATCHES: Final = {
    batch: {
        name.replace("_", " "): _style(f"{batch}/{name}.html") for name in names(f"styles/{batch}")
    }
    for batch in ("seen", "second", "third", "fourth", "fifth")
}
"""Styles of each round: those after which the rules were written, then those met later, unseen."""


@dataclass(slots=True)
class Scored:
    """Cell columns of a page: how many of ours equal each, by name."""

    equal: dict[str, float]
    ours: int

    @property
    def found(self) -> int:
        return sum(share >= FOUND for share in self.equal.values())


def rows_of(name: str, style: Style, seed: int, count: int) -> list[tuple[str, Cells]]:
    """Records of a style: markup and cells."""
    chance = Random(zlib.crc32(f"{name} {seed}".encode()))
    found = []
    for number in range(1, count + 1):
        row = Row(100 * seed + number, chance, {})
        found.append((style[2](row), row.cells))
    return found


def read(
    name: str, style: Style, seed: int, *, page: int = 20, pages: int = 4
) -> list[tuple[tuple[Field, ...], Cells]]:
    """Fields and cells of all records; columns are learned from the first page, then finished."""
    tag, roots, _ = style
    rows = rows_of(name, style, seed, page * pages)
    read_rows: list[tuple[tuple[Field, ...], Cells]] = []
    columns = None
    for start in range(0, len(rows), page):
        mine = rows[start : start + page]
        markup = "".join(markup for markup, _ in mine)
        document = parse_html(f"<{tag} id=hits>{markup}</{tag}>", "http://h.test/search")
        tops = next(i for i in range(len(document.tag)) if document.attribute(i, "id") == "hits")
        nodes = [node for node in document.children(tops) if document.tag[node] != "#text"]
        if nodes and document.tag[nodes[0]] == "tbody":
            nodes = document.children(nodes[0])
        width = len(roots.split())
        assert len(nodes) == width * len(mine), (name, len(nodes))
        spans = [RecordSpan(tuple(nodes[at : at + width])) for at in range(0, len(nodes), width)]
        columns = columns or learn_columns([(document, spans)])
        read_rows += [
            (columns.read(document, span), cells)
            for span, (_, cells) in zip(spans, mine, strict=True)
        ]
    assert columns is not None
    parts = [name for slot, name in columns.names.items() if "|" in slot]
    finished = learn_final_segmentation({"": [fields for fields, _ in read_rows]}, parts=parts)
    return [(finished.fields("", fields), cells) for fields, cells in read_rows]


def folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def score(name: str, style: Style, seed: int) -> Scored:
    """How well the columns of a style are found."""
    rows = read(name, style, seed)
    held = [{one.column: folded(one.value) for one in reversed(fields)} for fields, _ in rows]
    names = list(dict.fromkeys(column for one in held for column in one))
    equal: dict[str, float] = {}
    for column in dict.fromkeys(column for _, cells in rows for column in cells):
        wanted = [folded(cells.get(column, "")) for _, cells in rows]
        equal[column] = max(
            sum(mine.get(ours, "") == value for mine, value in zip(held, wanted, strict=True))
            / len(rows)
            for ours in names
        )
    return Scored(equal, len(names))


def measure(styles: dict[str, Style], seeds: range) -> tuple[int, int, float]:
    """Columns found, columns in all, mean share of equal cells; misses are printed."""
    found = total = 0
    shares: list[float] = []
    for name, style in styles.items():
        for seed in seeds:
            scored = score(name, style, seed)
            found, total = found + scored.found, total + len(scored.equal)
            shares += scored.equal.values()
            missed = {
                column: round(share, 2) for column, share in scored.equal.items() if share < FOUND
            }
            if missed:
                counted = f"{len(scored.equal)}, {scored.ours} columns of ours"
                print(f"  {name} {seed}: {missed} of {counted}")
    return found, total, sum(shares) / len(shares)


if __name__ == "__main__":
    first, last = (int(one) for one in (sys.argv[1:] or ["1", "6"])[:2])
    for title in sys.argv[3:] or BATCHES:
        found, total, share = measure(BATCHES[title], range(first, last))
        print(f"{title}: {found} of {total} columns, cells equal {share:.3f}")
