"""Lists as frameworks, component libraries and products write them: the half that may be looked at.

``more_stacks`` is the other half, measured before rules and when they stand; both stand in the
pages of ``stack_frames``. All were written before anything was measured on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.searches import shorten

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def utility_cards(draw: Draw, items: list[Item]) -> str:
    """Boxes with a class for each property of style; the first and the last have other corners."""
    shorten(draw, items)
    base = draw.same(
        "base", "flex items-start gap-4 p-4", "block border-b px-6 py-4", "relative mt-2"
    )
    parts = []
    for n, item in enumerate(items):
        edge = " rounded-t-lg" * (n == 0) + " rounded-b-lg border-b-0" * (n == len(items) - 1)
        badge = (
            f"<span class='inline-flex rounded-full bg-green-100 px-2 text-xs'>{draw.words(1, 1)}</span>"
            if draw.often(0.3)
            else ""
        )
        picture = (
            f"<img class='h-12 w-12 flex-none' src=/p/{item.code}.png alt>" if item.some else ""
        )
        parts.append(
            f"<div class='{base}{edge}'>"
            + item.put(
                f"{picture}<div class='min-w-0 flex-auto'><p class='text-sm font-semibold'>{draw.link(item)}</p>"
                f"<p class='mt-1 truncate text-xs text-gray-500'>{item.about}</p></div>"
                f"<div class='hidden shrink-0 sm:flex sm:flex-col'><p class=text-sm>{item.place}</p>{badge}"
                f"<p class='mt-1 text-xs'>{item.day}</p></div>"
            )
            + "</div>"
        )
    return f"<div class='divide-y divide-gray-100 shadow-sm'>{''.join(parts)}</div>"


def measured_table(draw: Draw, items: list[Item]) -> str:
    """A table of a component library: heads in a table of their own, an empty row that measures."""
    shorten(draw, items)
    heads = "".join(f"<th class=a-cell>{draw.words(1, 2)}</th>" for _ in range(5))
    rows = []
    for n, item in enumerate(items):
        tags = "".join(
            f"<span class=a-tag>{draw.words(1, 1)}</span>" for _ in range(draw.number(0, 3))
        )
        more = (
            f"<tr class='a-row a-row-expanded'><td class=a-cell colspan=5><p>{item.about}</p></td></tr>"
            if draw.always("expands", 0.5) and draw.often(0.25)
            else ""
        )
        row = (
            f"<td class=a-cell><button class='a-expand{' open' * bool(more)}'></button></td><td class=a-cell>"
            f"{draw.link(item)}</td><td class=a-cell>{item.place}</td><td class=a-cell>{tags}</td>"
            f"<td class='a-cell a-right'><a href=/edit/{n}>{draw.same('edit', 'Edit', '编辑', 'Open')}</a> "
            f"<a href=/del/{n}>{draw.same('del', 'Delete', '删除', 'Copy')}</a></td>"
        )
        item.put(row + more)
        rows.append(f"<tr class='a-row a-level-0' data-row-key={n}>{row}</tr>{more}")
    measure = f"<tr aria-hidden=true class=a-measure style='height:0'>{'<td style=padding:0></td>' * 5}</tr>"
    return (
        f"<div class=a-table><div class=a-head style='overflow:hidden'><table><thead><tr>{heads}</tr></thead></table></div>"
        f"<div class=a-body><table><colgroup><col><col></colgroup><tbody>{measure}{''.join(rows)}</tbody></table></div></div>"
    )


def summary_lists(draw: Draw, items: list[Item]) -> str:
    """A public service: a heading and a list of terms and values in rows for each, all in one parent."""
    shorten(draw, items)
    names = [draw.words(1, 2) for _ in range(5)]
    parts = []
    for n, item in enumerate(items):
        values = [item.code, item.place, item.who, item.day, str(item.number)]
        rows = "".join(
            f"<div class=summary-row><dt>{name}</dt><dd>{value}</dd>{'<dd><a href=/c>' + names[0] + '</a></dd>' if k == 0 else ''}</div>"
            for k, (name, value) in enumerate(zip(names, values, strict=True))
            if k < 3 or draw.often(0.7)
        )
        parts.append(
            item.put(f"<h2 class=heading-m>{draw.link(item)}</h2><dl class=summary>{rows}</dl>")
        )
        if n % 4 == 3 and draw.always("inset", 0.3):
            parts.append(f"<div class=inset>{draw.words(6, 14)}</div>")
    return f"<div class=column-two-thirds>{''.join(parts)}</div>"


def view_rows(draw: Draw, items: list[Item]) -> str:
    """A content system's view: rows that count themselves, each field in two boxes, empty ones left out."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        fields = [
            ("title", draw.link(item)),
            ("created", item.day),
            ("field-place", item.place),
            ("body", f"<p>{item.about}</p>" if item.some else ""),
            (
                "view-node",
                f"<a href=/node/{n}>{draw.same('more', 'Read more', '更多', 'weiter')}</a>",
            ),
        ]
        ends = " views-row-first" * (n == 0) + " views-row-last" * (n == len(items) - 1)
        inner = "".join(
            f"<div class='views-field views-field-{name}'><span class=field-content>{value}</span></div>"
            for name, value in fields
            if value
        )
        parts.append(
            f"<div class='views-row views-row-{n + 1} views-row-{'even' if n % 2 else 'odd'}{ends}'>{item.put(inner)}</div>"
        )
    return f"<div class='view view-search'><div class=view-content>{''.join(parts)}</div></div>"


def appliance_hits(draw: Draw, items: list[Item]) -> str:
    """A search appliance: a paragraph with the link, then a table with the excerpt; some hits moved in."""
    shorten(draw, items)
    parts = []
    for item in items:
        kind = (
            f"<font size=-2><b>[{draw.one('PDF', 'DOC', 'XLS')}]</b></font> "
            if draw.often(0.25)
            else ""
        )
        hit = item.put(
            f"<p class=g>{kind}<a href=/d/{item.code}><span class=l>{item.title}</span></a></p>"
            f"<table cellpadding=0 cellspacing=0 border=0><tr><td class=s>{item.about}<br><font color=green>"
            f"www.{item.code.lower()}.test/ - {item.number}k - {item.day}</font> - <a href=/cache>{draw.same('cache', 'Cached', '快照')}</a>"
            "</td></tr></table>"
        )
        parts.append(f"<blockquote class=g>{hit}</blockquote>" if draw.often(0.1) else hit)
    return f"<div>{''.join(parts)}</div>"


def cleared_floats(draw: Draw, items: list[Item]) -> str:
    """Objects of a museum: picture box, text box and a clearing box in turn, without a box around."""
    shorten(draw, items)
    parts = []
    for item in items:
        lines = "<br>".join(
            f"<i>{draw.same(f'l{k}', 'Maker', 'Date', 'Room', 'Inv.', '材质', '年代')}</i>: {value}"
            for k, value in enumerate([item.who, item.day, item.place, item.code])
            if k != 1 or item.some
        )
        parts.append(
            item.put(
                f"<div class=pic><a href=/o/{item.code}><img src=/t/{item.code}.jpg></a></div><div class=txt><b>"
                f"{draw.link(item)}</b><br>{lines}</div>"
            )
            + "<div style='clear:both'></div>"
        )
    return f"<div{draw.named('objects')}>{''.join(parts)}</div>"


def jobs_loading(draw: Draw, items: list[Item]) -> str:
    """Jobs with data for machines inside; places for advertisements between, empty cards at the end."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        pay = f"<li>{item.price}</li>" if item.some else ""
        data = f'<script type=\'application/ld+json\'>{{"@type":"JobPosting","n":{n}}}</script>'
        parts.append(
            "<article class=job-card>"
            + item.put(
                f"{data}<header><h2>{draw.link(item)}</h2><button aria-label=save></button></header><p>{item.who}</p><ul class=facts>"
                f"<li>{item.place}</li>{pay}<li>{draw.one('40 h', '20 h', '38,5 h')}</li></ul><footer>{draw.number(1, 30)} {draw.same('ago', 'd', '天前')}</footer>"
            )
            + "</article>"
        )
        if n % 4 == 3:
            parts.append(f"<div class=ad-slot id=slot{n}></div>")
    blank = (
        "<article class='job-card skeleton'><div class=bar></div><div class=bar></div></article>"
    )
    return f"<section class=jobs>{''.join(parts)}{blank * draw.number(0, 3)}</section>"


def folded_items(draw: Draw, items: list[Item]) -> str:
    """Entries that open: a button with the title, a hidden body of terms and text; no link."""
    shorten(draw, items)
    names = [draw.words(1, 1) for _ in range(3)]
    parts = []
    for n, item in enumerate(items):
        facts = "".join(
            f"<dt class=col-sm-3>{name}</dt><dd class=col-sm-9>{value}</dd>"
            for name, value in zip(names, [item.code, item.place, item.day], strict=True)
        )
        text = f"<p>{item.about}</p>" if item.some else ""
        parts.append(
            "<div class=accordion-item>"
            + item.put(
                f"<h3 class=accordion-header><button class='accordion-button{' collapsed' * (n > 0)}' data-target=#c{n}>{item.title}"
                f"</button></h3><div id=c{n} class='accordion-collapse collapse{' show' * (n == 0)}'><div class=accordion-body>"
                f"<dl class=row>{facts}</dl>{text}</div></div>"
            )
            + "</div>"
        )
    return f"<div class=accordion>{''.join(parts)}</div>"


def agenda(draw: Draw, items: list[Item]) -> str:
    """An agenda: the day stands in the first of its rows only, the cell of the others is empty."""
    shorten(draw, items)
    rows, day = [], ""
    for n, item in enumerate(items):
        new = n == 0 or draw.often(0.4)
        day = item.day if new else "&nbsp;"
        speaker = f"<br><em>{item.who}</em>" if item.some else ""
        rows.append(
            f"<tr{' class=newday' * (new and draw.always('marked', 0.5))}>"
            + item.put(
                f"<td nowrap>{day}</td><td>{draw.number(8, 20)}:{draw.number(10, 59)}</td><td><a href=/t/{item.code}>{item.title}</a>"
                f"{speaker}</td><td>{item.place}</td>"
            )
            + "</tr>"
        )
    return f"<table class=table border=0 cellpadding=4>{''.join(rows)}</table>"


def phone_lines(draw: Draw, items: list[Item]) -> str:
    """A telephone book typed by hand: lines of bare text; a second line of some moved in."""
    shorten(draw, items)
    parts = []
    for item in items:
        second = (
            f"<br>&nbsp;&nbsp;&nbsp;{item.about}"
            if draw.always("second", 0.4) and item.some
            else ""
        )
        parts.append(
            item.put(
                f"{item.title} .... {item.place} {item.number} .... {draw.number(100, 999)}-{draw.number(1000, 9999)}{second}"
            )
            + "<br>\n"
        )
    return f"<p><font face=Courier>{''.join(parts)}</font></p>"


LAYOUTS: list[Layout] = [
    utility_cards,
    measured_table,
    summary_lists,
    view_rows,
    appliance_hits,
    cleared_floats,
    jobs_loading,
    folded_items,
    agenda,
    phone_lines,
]
