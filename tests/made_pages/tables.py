"""Records in tables: rows, pairs of rows, tables of their own, cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def _cells(draw: Draw, item: Item, tag: str = "td") -> str:
    values = [draw.link(item), *draw.fields(item)]
    if draw.always("title second", 0.5):
        values[0], values[1] = values[1], values[0]
    if draw.always("boxes", 0.2):
        values.insert(0, "<input type=checkbox name=c>")
    if draw.always("about cell", 0.3):
        values.append(draw.about(item) or "&nbsp;")
    font = draw.same("font", "", "", "<font size=2 face=Arial>", "<small>")
    shut = font and f"</{font[1:].split()[0].rstrip('>')}>"
    return "".join(f"<{tag}>{font}{value}{shut}</{tag}>" for value in values)


def _width(draw: Draw, item: Item) -> int:
    return _cells(draw, item).count("<td")


def _head(draw: Draw, item: Item, tag: str = "") -> str:
    tag = tag or draw.same("head cell", "th", "td", "td")
    bold = draw.same("head bold", "<b>{}</b>", "{}", "<a href='?sort=1'>{}</a>")
    return (
        "<tr>"
        + "".join(
            f"<{tag}>{bold.format(draw.words(1, 2))}</{tag}>" for _ in range(_width(draw, item))
        )
        + "</tr>"
    )


def striped_rows(draw: Draw, items: list[Item]) -> str:
    """A header, alternating rows, a footer with a sum or a pager."""
    rows = []
    stripes = draw.same("stripe", " class={}", " bgcolor={}", "")
    for n, item in enumerate(items):
        stripe = stripes.format(("odd", "even")[n % 2] if "class" in stripes else "#eeeeff")
        rows.append(f"<tr{stripe if n % 2 else ''}>{item.put(_cells(draw, item))}</tr>")
    head = _head(draw, items[0]) if draw.often(0.8) else ""
    wide = _width(draw, items[0])
    foot = draw.one(
        "",
        f"<tr><td colspan={wide}>{draw.words(3, 8)} {len(items)}</td></tr>",
        f"<tr><td colspan={wide}>"
        + " ".join(f"<a href='?p={n}'>{n}</a>" for n in range(1, draw.number(4, 14)))
        + "</td></tr>",
    )
    border = draw.one("", " border=1", " cellpadding=2 cellspacing=0 width='100%'")
    return f"<table{border}{draw.named('table', 'grid', 'list', 'results')}>{head}{''.join(rows)}{foot}</table>"


def spacer_rows(draw: Draw, items: list[Item]) -> str:
    wide = _width(draw, items[0])
    spacer = draw.one(
        f"<tr><td colspan={wide}><hr></td></tr>",
        f"<tr><td colspan={wide} height=1><img src=/s.gif height=1></td></tr>",
        f"<tr><td colspan={wide}>&nbsp;</td></tr>",
        "<tr class=sep><td></td></tr>",
    )
    rows = [f"<tr>{item.put(_cells(draw, item))}</tr>" for item in items]
    head = _head(draw, items[0]) + spacer if draw.often(0.5) else ""
    return f"<table>{head}{spacer.join(rows)}{draw.one('', spacer)}</table>"


def detail_rows(draw: Draw, items: list[Item]) -> str:
    """A row of facts, a row of text."""
    wide = _width(draw, items[0])
    rows = []
    third = draw.one("", "", f"<tr><td colspan={wide}>&nbsp;</td></tr>")
    inner = draw.one("<td colspan={w}>{t}</td>", "<td></td><td colspan={w}><i>{t}</i></td>")
    for item in items:
        second = (
            f"<tr{draw.named('detail', 'detail', 'more')}>{inner.format(w=wide, t=item.about)}</tr>"
        )
        rows.append(
            item.put(f"<tr{draw.named('row')}>{_cells(draw, item)}</tr>") + item.put(second) + third
        )
    head = _head(draw, items[0], "th") if draw.often(0.6) else ""
    return f"<table>{head}{''.join(rows)}</table>"


def two_rows(draw: Draw, items: list[Item]) -> str:
    """Two rows that look alike for each record, and perhaps a spacer."""
    gap = draw.one("", "<tr></tr>", "<tr style='height:5px'></tr>", "<tr class=spacer></tr>")
    lead = draw.one("<td>{n}.</td><td><a href=/v>&uarr;</a></td>", "<td>{n}</td>", "<td></td>")
    out = []
    for n, item in enumerate(items, 1):
        first = f"{lead.format(n=n)}<td>{draw.link(item)} ({item.place})</td>"
        second = f"<td colspan={lead.count('<td')}></td><td>{item.number} {item.who} {item.code}"
        if draw.always("linked facts", 0.6):
            second += f" | <a href=/c>{item.day}</a>"
        out.append(item.put(f"<tr>{first}</tr>") + item.put(f"<tr>{second}</td></tr>") + gap)
    return f"<table>{''.join(out)}</table>"


def row_bodies(draw: Draw, items: list[Item]) -> str:
    """Every record is a tbody of two or three rows."""
    shape = draw.number(2, 3)
    out = []
    for item in items:
        rows = [
            f"<tr><td rowspan={shape}>{item.number}</td><td>{draw.link(item)}</td></tr>",
            f"<tr><td>{item.who} {item.day}</td></tr>",
            f"<tr><td>{item.about}</td></tr>",
        ][:shape]
        out.append(f"<tbody>{item.put(''.join(rows))}</tbody>")
    return f"<table>{''.join(out)}</table>"


def table_each(draw: Draw, items: list[Item]) -> str:
    """A table for each record: picture left, facts right; perhaps a thin table between."""
    between = draw.one("", "<br>", "<table height=1><tr><td></td></tr></table>", "<hr noshade>")
    out = []
    for item in items:
        facts = "<br>".join(draw.fields(item))
        text = f"{draw.link(item)}<br>{facts}" + (f"<p>{a}</p>" if (a := draw.about(item)) else "")
        picture = f"<td><img src=/t/{item.code}.jpg></td>" if draw.always("pic", 0.6) else ""
        number = f"<td>{item.number}.</td>" if draw.always("num", 0.4) else ""
        out.append(
            item.put(f"<table width='100%'><tr>{number}{picture}<td>{text}</td></tr></table>")
        )
    holder = draw.one("{}", "<table><tr><td>{}</td></tr></table>", "<center>{}</center>")
    return holder.format(between.join(out))


def label_tables(draw: Draw, items: list[Item]) -> str:
    """A table of labels and values for each record, perhaps a heading before."""
    names = [draw.words(1, 2).title() + f" {n}:" for n in range(7)]
    head = draw.one("", "<h4>{} {}</h4>", "<p><b>{} {}</b></p>")
    word = draw.words(1, 1)
    out = []
    for n, item in enumerate(items):
        pairs = list(zip(names, [draw.link(item), *draw.fields(item)], strict=False))
        if about := draw.about(item):
            pairs.append((names[6], about))
        label = draw.same("label", "th", "td", "td")
        rows = "".join(f"<tr><{label}>{a}</{label}><td>{b}</td></tr>" for a, b in pairs)
        out.append(item.put(head.format(word, n + 1)) + item.put(f"<table>{rows}</table>"))
    end = draw.one("", "<hr>", "<br>")
    return f"<div>{end.join(out)}</div>"


def label_rows_in_one_table(draw: Draw, items: list[Item]) -> str:
    """All records' labelled rows in one table, a rule or an empty row between."""
    names = [draw.words(1, 2).title() + ":" for _ in range(7)]
    gap = draw.one("<tr><td colspan=2><hr></td></tr>", "<tr><td colspan=2>&nbsp;</td></tr>")
    out = []
    for item in items:
        pairs = list(zip(names, [draw.link(item), *draw.fields(item)], strict=False))
        if about := draw.about(item):
            pairs.append((names[6], about))
        out.append(item.put("".join(f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in pairs)))
    return f"<table>{gap.join(out)}</table>"


def cell_grid(draw: Draw, items: list[Item]) -> str:
    """Several records in a row of cells, the last row not full."""
    wide = draw.number(2, 5)
    rows = []
    facts = draw.one("<br>{}", "<div>{}</div>", "<p>{}")
    for at in range(0, len(items), wide):
        row = items[at : at + wide]
        cells = [
            "<td>"
            + item.put(
                f"<a href=/i/{item.code}><img src=/{item.code}.png></a><br>{draw.link(item)}"
                + "".join(facts.format(value) for value in draw.fields(item))
            )
            + "</td>"
            for item in row
        ]
        cells += [draw.same("rest", "<td></td>", "<td>&nbsp;</td>", "")] * (wide - len(row))
        rows.append(f"<tr>{''.join(cells)}</tr>")
    gap = draw.one("", "", f"<tr><td colspan={wide}><hr></td></tr>")
    return f"<table>{gap.join(rows)}</table>"


def date_cells_over_rows(draw: Draw, items: list[Item]) -> str:
    """A timetable: the day's cell spans its rows, a head for every day or none."""
    out, at = [], 0
    daily = draw.often(0.4)
    while at < len(items):
        group = items[at : at + draw.number(1, 6)]
        at += len(group)
        day = draw.date()
        if daily:
            out.append(f"<tr><th colspan=5>{day}</th></tr>")
        for n, item in enumerate(group):
            lead = "" if daily or n else f"<td rowspan={len(group)}>{day}</td>"
            time = f"{draw.number(6, 22)}:{draw.number(10, 59)}"
            out.append(f"<tr>{lead}{item.put(f'<td>{time}</td>{_cells(draw, item)}')}</tr>")
    head = _head(draw, items[0], "th") if draw.often(0.4) else ""
    return f"<table>{head}{''.join(out)}</table>"


def pager_tables_in_rows(draw: Draw, items: list[Item]) -> str:
    """A server's grid: pager rows, each with a table, above and below."""
    wide = _width(draw, items[0])
    pages = "".join(f"<td><a href='?p={n}'>{n}</a></td>" for n in range(2, draw.number(5, 13)))
    pager = (
        f"<tr><td colspan={wide}><table><tr><td><span>1</span></td>{pages}</tr></table></td></tr>"
    )
    rows = "".join(f"<tr>{item.put(_cells(draw, item))}</tr>" for item in items)
    top = pager if draw.often(0.5) else ""
    return f"<table id=gv>{top}{_head(draw, items[0], 'th')}{rows}{pager}</table>"


def repeated_heads(draw: Draw, items: list[Item]) -> str:
    """A header again every few rows, and headings of groups."""
    every, out = draw.number(4, 9), []
    for n, item in enumerate(items):
        if n % every == 0:
            if draw.always("group rows", 0.5):
                out.append(f"<tr><td colspan=9><b>{draw.words(1, 3)}</b></td></tr>")
            out.append(_head(draw, item))
        out.append(f"<tr>{item.put(_cells(draw, item))}</tr>")
    return f"<table>{''.join(out)}</table>"


def numbered_catalogue(draw: Draw, items: list[Item]) -> str:
    """A library's list: number, box, a cell with lines, a cell of holdings as a small table."""
    out = []
    for n, item in enumerate(items, 1):
        held = "".join(
            f"<tr><td>{draw.one('Main', 'East', 'West')}</td><td>{draw.one('in', 'out')}</td></tr>"
            for _ in range(draw.number(1, 3))
        )
        held = f"<td><table>{held}</table></td>" if draw.always("held", 0.6) else ""
        lines = "<br>".join([f"<b>{draw.link(item)}</b>", f"{item.who} {item.day}", item.code])
        out.append(
            item.put(f"<tr><td>{n}</td><td><input type=checkbox></td><td>{lines}</td>{held}</tr>")
        )
    return f"<form action=/mark><table>{''.join(out)}</table><input type=submit></form>"


def layout_tables(draw: Draw, items: list[Item]) -> str:
    """Tables for layout: rows of the list in a cell beside a menu's cell and a news cell."""
    menu = "".join(
        f"<tr><td><a href=/m/{n}>{draw.words(1, 2)}</a></td></tr>"
        for n in range(draw.number(5, 25))
    )
    news = "".join(
        f"<tr><td><b><a href=/n/{n}>{draw.words(2, 5)}</a></b><br>{draw.words(4, 15)}</td></tr>"
        for n in range(draw.number(2, 5))
    )
    rows = "".join(f"<tr>{item.put(_cells(draw, item))}</tr>" for item in items)
    return (
        f"<table><tr><td valign=top><table>{menu}</table></td><td><table>{rows}</table></td>"
        f"<td><table>{news}</table></td></tr></table>"
    )


def unclosed_rows(draw: Draw, items: list[Item]) -> str:
    """Cells and rows without end tags."""
    rows = (f"<TR>{item.put(_cells(draw, item).replace('</td>', ''))}" for item in items)
    return f"<TABLE>{''.join(rows)}</TABLE>"


LAYOUTS: list[Layout] = [
    striped_rows,
    spacer_rows,
    detail_rows,
    two_rows,
    row_bodies,
    table_each,
    label_tables,
    label_rows_in_one_table,
    cell_grid,
    date_cells_over_rows,
    pager_tables_in_rows,
    repeated_heads,
    numbered_catalogue,
    layout_tables,
    unclosed_rows,
]
