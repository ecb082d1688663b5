"""Records woven over rows: columns of several rows, and columns of tables that compare things."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from made_pages.draw import Draw, Item, Layout


def _rows(draw: Draw, group: list[Item]) -> Iterator[list[str]]:
    """The cells of a group, row by row: perhaps pictures, titles, facts in one row or several."""
    if draw.always("pictures", 0.6):
        yield [i.put(_picture(draw, i)) for i in group]
    yield [i.put(draw.link(i) + _badge(draw, i)) for i in group]
    facts = [draw.fields(i) for i in group]
    if draw.always("fact rows", 0.5):
        yield from (
            [i.put(f"<i>{fact}</i>") for i, fact in zip(group, row, strict=True)]
            for row in zip(*facts, strict=True)
        )
    else:
        yield [i.put(_facts(draw, held)) for i, held in zip(group, facts, strict=True)]
    if draw.always("buttons", 0.3):
        yield [
            f"<a href=/buy/{i.code} class=btn>{draw.same('buy', 'Buy', '购买')}</a>" for i in group
        ]


def _picture(draw: Draw, item: Item) -> str:
    """A picture, which some lack where records are ragged."""
    if draw.always("ragged", 0.5) and draw.often(0.15):
        return draw.same("no picture", "", "<span class=none>&mdash;</span>")
    return f"<a href=/{item.code}><img src=/{item.code}.jpg></a>"


def _badge(draw: Draw, item: Item) -> str:
    shown = item.some and draw.always("ragged", 0.5)
    return draw.same("badge", " <b class=new>!</b>", "<br><small>*</small>") if shown else ""


def _facts(draw: Draw, held: list[str]) -> str:
    """Facts in one cell, each in an element of its own; ragged ones lack some."""
    tags = ("<b>{}</b>", "<i>{}</i>", "<span class=f>{}</span>", "<small>{}</small>", "{}")
    if not draw.always("ragged", 0.5):
        return "<br>".join(held)
    parts = [tag.format(fact) for tag, fact in zip(tags, held, strict=False) if draw.often(0.75)]
    return "<br>".join(parts or held[:1])


def _woven(
    draw: Draw, items: list[Item], row: Callable[[list[str], int], str], between: str = ""
) -> list[str]:
    """Groups of rows; the last has fewer cells, or empty ones."""
    wide = int(draw.same("wide", "2", "3", "4", "5"))
    while len(items) < 2 * wide:
        items.append(draw.item())
    filled = draw.always("filled", 0.5)
    groups = []
    for at in range(0, len(items), wide):
        group = items[at : at + wide]
        spare = [""] * (wide - len(group)) if filled else []
        groups.append("".join(row(cells + spare, n) for n, cells in enumerate(_rows(draw, group))))
    return [between + group if n else group for n, group in enumerate(groups)]


def woven_tables(draw: Draw, items: list[Item]) -> str:
    """Rows of a table, with a rule or an empty row between groups, perhaps with gutters."""
    between = draw.one("", "<tr><td colspan=9><hr></td></tr>", "<tr><td>&nbsp;</td></tr>")
    align = draw.one("", " align=center", " valign=top")
    gutter = draw.one("", "", "<td width=10></td>", "<td>&nbsp;</td>")

    def row(cells: list[str], _: int) -> str:
        return f"<tr>{gutter.join(f'<td{align}>{cell}</td>' for cell in cells)}</tr>"

    return f"<table{draw.named('grid')}>{''.join(_woven(draw, items, row, between))}</table>"


def woven_lists(draw: Draw, items: list[Item]) -> str:
    """A ul for each row, told by its class or not at all."""
    names = draw.one("", " class=line-{}")

    def row(cells: list[str], number: int) -> str:
        name = names.format("abcdefgh"[number])
        return f"<ul{name}>{''.join(f'<li>{cell}</li>' for cell in cells)}</ul>"

    return f"<div{draw.named('grid')}>{''.join(_woven(draw, items, row))}</div>"


def woven_boxes(draw: Draw, items: list[Item]) -> str:
    """Boxes in boxes."""
    outer, inner = draw.one("div", "section"), draw.one("div", "span", "p")
    name, cell_name = draw.named("row", "row", "line", "tr"), draw.named("cell", "cell", "col-md-3")

    def row(cells: list[str], _: int) -> str:
        return (
            f"<{outer}{name}>"
            + "".join(f"<{inner}{cell_name}>{cell}</{inner}>" for cell in cells)
            + f"</{outer}>"
        )

    between = draw.one("", "<hr>", "<br clear=all>")
    return f"<div{draw.named('grid')}>{''.join(_woven(draw, items, row, between))}</div>"


def woven_blocks(draw: Draw, items: list[Item]) -> str:
    """Each group in a table of its own."""

    def row(cells: list[str], _: int) -> str:
        return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"

    name = draw.named("block")
    return "".join(f"<table{name}>{group}</table>" for group in _woven(draw, items, row))


def woven_under_headings(draw: Draw, items: list[Item]) -> str:
    """A heading over every few groups, in a row of its own."""

    def row(cells: list[str], _: int) -> str:
        return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"

    parts, head = [], "<tr><th colspan=5>{}</th></tr>"
    for number, group in enumerate(_woven(draw, items, row)):
        if number % draw.number(1, 3) == 0:
            parts.append(head.format(draw.words(1, 2)))
        parts.append(group)
    return f"<table{draw.named('grid')}>{''.join(parts)}</table>"


def labelled_groups(draw: Draw, items: list[Item]) -> str:
    """A label in front of every row, the same in all groups."""
    labels = [draw.words(1, 1) + letter for letter in "ABCDEFGHIJ"]
    tag = draw.one("th", "td")

    def row(cells: list[str], number: int) -> str:
        values = "".join(f"<td>{cell}</td>" for cell in cells)
        return f"<tr><{tag}>{labels[number]}</{tag}>{values}</tr>"

    return f"<table{draw.named('grid')}>{''.join(_woven(draw, items, row))}</table>"


def compared(draw: Draw, items: list[Item]) -> str:
    """A few things side by side, a row for each of their properties."""
    things = items[: draw.number(3, 6)]
    rows = [[i.put(draw.link(i)) for i in things]]
    rows.append([i.put(f"<img src=/{i.code}.png>") for i in things])
    facts = [draw.fields(i, 4, 5) for i in things]
    rows += [
        [i.put(str(fact)) for i, fact in zip(things, row, strict=True)]
        for row in zip(*facts, strict=True)
    ]
    if draw.often(0.5):
        rows[0], rows[1] = rows[1], rows[0]
    first = draw.one("td", "th")
    lines, label = [], draw.one("<th>{}</th>", "<td><b>{}</b></td>", "<td class=label>{}</td>")
    for number, row in enumerate(rows):
        tag = "td" if number else first
        cells = "".join(f"<{tag}>{cell}</{tag}>" for cell in row)
        head = label.format(f"{draw.words(1, 1)} {'ABCDEFGHIJ'[number]}")
        lines.append(f"<tr>{head}{cells}</tr>")
    head = f"<thead>{lines.pop(0)}</thead>" if draw.often(0.3) else ""
    return f"<table{draw.named('grid')}>{head}<tbody>{''.join(lines)}</tbody></table>"


LAYOUTS: list[Layout] = [
    woven_tables, woven_lists, woven_boxes, woven_blocks, woven_under_headings, labelled_groups,
    compared,
]  # fmt: skip
