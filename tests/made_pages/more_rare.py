"""Lists unlike those of all other sets, the half that was measured once, when the rules stood.

Written together with ``rare``; both stand in the pages of ``rare_frames``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.searches import shorten

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def index_of_headings(draw: Draw, items: list[Item]) -> str:
    """Browsing an index: number, entry, hits; bold names of columns in plain cells above."""
    names = [draw.words(1, 1) for _ in range(4)]
    heads = "".join(f"<td><b>{name}</b></td>" for name in names)
    rows = [f"<tr bgcolor=#cccccc>{heads}</tr>"]
    for n, item in enumerate(items):
        rows.append(
            "<tr>"
            + item.put(
                f"<td align=right>{n + 1}</td><td>{draw.link(item)}</td><td>{item.place}</td>"
                f"<td align=right>{item.number}</td>"
            )
            + "</tr>"
        )
    return f"<table border=1 cellpadding=3>{''.join(rows)}</table>"


def holdings_inside(draw: Draw, items: list[Item]) -> str:
    """A union catalogue: a title with facts, below it up to six libraries that hold it."""
    shorten(draw, items)
    parts = []
    for item in items:
        held = "".join(
            f"<li><span>{draw.words(1, 3)}</span> <code>{draw.words(1, 1)} {draw.number(1, 999)}"
            f"</code> <span class=state>{draw.one('+', '-')}</span></li>"
            for _ in range(draw.number(0, 6))
        )
        parts.append(
            f"<article{draw.named('title', 'work', 'title', 'bib')}>"
            + item.put(
                f"<header><h2>{draw.link(item)}</h2></header><p>{item.who}</p><p>{item.place}, "
                f"{item.day}</p><ul class=holdings>{held}</ul>"
            )
            + "</article>"
        )
    return f"<div>{''.join(parts)}</div>"


def rowspan_groups(draw: Draw, items: list[Item]) -> str:
    """Figures by region: the cell of a region spans its rows; each row is a record."""
    heads = "".join(f"<th>{draw.words(1, 2)}</th>" for _ in range(4))
    tag = draw.one("td", "th")
    rows, at = [], 0
    while at < len(items):
        group = items[at : (at := at + draw.number(1, 5))]
        for n, item in enumerate(group):
            span = f"<{tag} rowspan={len(group)}>{draw.words(1, 2)}</{tag}>" if n == 0 else ""
            cells = f"<td>{item.title}</td><td>{item.number}</td><td>{item.price if item.some else '-'}</td>"
            rows.append(f"<tr>{span}{item.put(cells)}</tr>")
    return f"<table><tr>{heads}</tr>{''.join(rows)}</table>"


def expandable_rows(draw: Draw, items: list[Item]) -> str:
    """Rows with a sign to open; behind most of them a row of details across all columns."""
    heads = "".join(f"<th>{draw.words(1, 1)}</th>" for _ in range(4))
    rows = []
    for item in items:
        details = (
            f"</tr><tr class=detail><td></td><td colspan=3><p>{item.about}</p><p>{draw.words(3, 12)}</p></td>"
            if draw.often(0.85)
            else ""
        )
        rows.append(
            "<tr class=main-row>"
            + item.put(
                f"<td><button>+</button></td><td>{draw.link(item)}</td><td>{item.day}</td>"
                f"<td>{item.place}</td>{details}"
            )
            + "</tr>"
        )
    return f"<table{draw.named('grid', 'grid', 'table')}><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def pre_records(draw: Draw, items: list[Item]) -> str:
    """A gateway to a catalogue: each record is preformatted text with marks, a rule behind."""
    shorten(draw, items)
    marks = [draw.words(1, 1).upper()[:12] for _ in range(4)]
    parts = []
    for item in items:
        values = [item.title, item.who, f"{item.place} {item.day}", item.code][: 3 + item.some]
        lines = "\n".join(f"{mark}: {value}" for mark, value in zip(marks, values, strict=False))
        parts.append(item.put(f"<pre>{lines}</pre>") + "<hr>")
    return "".join(parts)


def aria_listing(draw: Draw, items: list[Item]) -> str:
    """Boxes in boxes with roles, classes made by a machine, every record in its own wrappers."""
    shorten(draw, items)
    odd = [f"sc-{draw.words(1, 1)[:3]}{draw.number(100, 999)}" for _ in range(4)]
    parts = []
    for item in items:
        badge = f"<span class={odd[3]}>{draw.words(1, 1)}</span>" if item.some else ""
        parts.append(
            f"<div class={odd[0]}><div role=listitem><div class={odd[1]}>"
            + item.put(
                f"<div><a href=/i/{item.code}><span>{item.title}</span></a>{badge}</div>"
                f"<div class={odd[2]}><span>{item.who}</span><span>{item.place}</span></div>"
                f"<div><span>{draw.about(item)}</span></div>"
            )
            + "</div></div></div>"
        )
    return f"<div role=list>{''.join(parts)}</div>"


def thesaurus(draw: Draw, items: list[Item]) -> str:
    """Terms with their relations: broader, narrower, related; from none to five of each."""
    shorten(draw, items)
    names = ("BT", "NT", "RT")
    parts = []
    for item in items:
        relations = "".join(
            f"<tr><td>{name}</td><td><a href=/t/{draw.number(1, 999)}>{draw.words(1, 3)}</a></td></tr>"
            for name in names
            for _ in range(draw.number(0, 3))
        )
        parts.append(
            f"<div{draw.named('term', 'term', 'concept')}>"
            + item.put(
                f"<p><b><a href=/t/{item.code}>{item.title}</a></b></p><p>{item.about}</p>"
                f"<table>{relations}</table>"
            )
            + "</div>"
        )
    return f"<div>{''.join(parts)}</div>"


def titles_and_lists(draw: Draw, items: list[Item]) -> str:
    """Flat: a heading, a list of facts, some with a paragraph between, all in one parent."""
    shorten(draw, items)
    head = draw.one("h3", "h4", "h5")
    parts = []
    for item in items:
        facts = "".join(f"<li>{value}</li>" for value in draw.fields(item, 2, 4))
        text = f"<p>{item.about}</p>" if item.some else ""
        parts.append(item.put(f"<{head}>{draw.link(item)}</{head}>{text}<ul>{facts}</ul>"))
    return f"<div>{''.join(parts)}</div>"


def sequences(draw: Draw, items: list[Item]) -> str:
    """Entries of a database of sequences: box to tick, number, title, lines of text, links."""
    shorten(draw, items)
    words = [draw.words(1, 2) for _ in range(4)]
    parts = []
    for n, item in enumerate(items):
        links = "".join(
            f"<a href=/l/{item.code}/{k}>{word}</a> "
            for k, word in enumerate(words[: 2 + 2 * item.some])
        )
        parts.append(
            "<div class=rprt>"
            + item.put(
                f"<div class=rprtnum><input type=checkbox><span>{n + 1}.</span></div><div class=rslt>"
                f"<p class=title>{draw.link(item)}</p><div class=supp><p class=desc>{draw.words(3, 8)}</p>"
                f"<p class=details>{item.place}</p></div><div class=aux><dl><dt>ID:</dt><dd>{item.code}"
                f"</dd></dl><p class=links>{links}</p></div></div>"
            )
            + "</div>"
        )
    return f"<div>{''.join(parts)}</div>"


def cells_of_lines(draw: Draw, items: list[Item]) -> str:
    """Two or three records a row, each a cell of lines between breaks."""
    wide = draw.number(2, 3)
    rows = []
    for at in range(0, len(items), wide):
        cells = ""
        for item in items[at : at + wide]:
            lines = [f"<b>{item.title}</b>", item.who, item.place, *[item.price] * item.some]
            lines.append(
                f"<a href=/d/{item.code}>{draw.same('more', 'Details', 'mehr', '詳細')}</a>"
            )
            cells += f"<td valign=top width='{100 // wide}%'>{item.put('<br>'.join(lines))}</td>"
        cells += "<td></td>" * (wide - len(items[at : at + wide]))
        rows.append(f"<tr>{cells}</tr>")
    return f"<table width=100% cellpadding=5>{''.join(rows)}</table>"


def grid_view(draw: Draw, items: list[Item]) -> str:
    """A grid of a server's framework: heads with links, a row of page numbers in the table."""
    fields = draw.number(2, 4)
    heads = "".join(
        f"<th scope=col><a href='javascript:sort({n})'>{draw.words(1, 2)}</a></th>"
        for n in range(fields + 1)
    )
    rows = [f"<tr style='color:White'>{heads}</tr>"]
    for n, item in enumerate(items):
        cells = "".join(
            f"<td>{value}</td>" for value in [draw.link(item), *draw.fields(item, fields, fields)]
        )
        paint = " style='background-color:#EEE'" if n % 2 else ""
        rows.append(f"<tr{paint}>{item.put(cells)}</tr>")
    pages = "".join(f"<td><a href='javascript:page({n})'>{n}</a></td>" for n in range(2, 9))
    rows.append(
        f"<tr><td colspan={fields + 1}><table border=0><tr><td><span>1</span></td>{pages}</tr></table></td></tr>"
    )
    return f"<div><table cellspacing=0 rules=all id=GridView1>{''.join(rows)}</table></div>"


def packages(draw: Draw, items: list[Item]) -> str:
    """Software: every entry is a link with name, version, day and a line inside."""
    shorten(draw, items)
    parts = []
    for item in items:
        body = item.put(
            f"<h3><span>{item.title}</span> <span>{item.number}.{draw.number(0, 20)}</span> "
            f"<span><time>{item.day}</time></span></h3><p>{draw.about(item)}</p>"
        )
        parts.append(
            f"<li><a{draw.named('snippet', 'package-snippet', 'unit')} href=/p/{item.code}>{body}</a></li>"
        )
    return f"<ul aria-label=list>{''.join(parts)}</ul>"


def with_galleries(draw: Draw, items: list[Item]) -> str:
    """Flats: one to nine pictures in an inner list, price, facts in an inline list, a button."""
    shorten(draw, items)
    parts = []
    for item in items:
        pictures = "".join(
            f"<li><a href=/f/{item.code}><img src=/f/{n}.jpg></a></li>"
            for n in range(draw.number(1, 9))
        )
        facts = "".join(
            f"<li>{draw.number(1, 200)} {draw.words(1, 1)}</li>" for _ in range(draw.number(1, 4))
        )
        parts.append(
            f"<li{draw.named('flat', 'listing', 'property', 'estate')}>"
            + item.put(
                f"<ul class=gallery>{pictures}</ul><div><h4>{draw.link(item)}</h4><b>{item.price}</b>"
                f"<ul>{facts}</ul><address>{item.place}</address><button>{draw.same('b', 'Call', '联系')}</button></div>"
            )
            + "</li>"
        )
    return f"<ul>{''.join(parts)}</ul>"


LAYOUTS: list[Layout] = [
    index_of_headings,
    holdings_inside,
    rowspan_groups,
    expandable_rows,
    pre_records,
    aria_listing,
    thesaurus,
    titles_and_lists,
    sequences,
    cells_of_lines,
    grid_view,
    packages,
    with_galleries,
]
