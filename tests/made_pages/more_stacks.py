"""Lists as frameworks, component libraries and products write them: the half that stays closed.

Written together with ``stacks``; both stand in the pages of ``stack_frames``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.searches import shorten

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def material_cards(draw: Draw, items: list[Item]) -> str:
    """Elements of a component library with names of icons as text and comments of the framework."""
    shorten(draw, items)
    scope = f"_ngcontent-{draw.one('abc', 'xyz')}-c{draw.number(10, 90)}"
    parts = []
    for item in items:
        chips = "".join(
            f"<mat-chip {scope}>{draw.words(1, 1)}<!----></mat-chip>"
            for _ in range(draw.number(0, 4))
        )
        text = f"<p {scope}>{item.about}</p>" if draw.about(item) else "<!---->"
        parts.append(
            f"<app-hit {scope}><mat-card {scope} class='mat-card mdc-card'>"
            + item.put(
                f"<mat-card-header><mat-icon role=img>{draw.one('description', 'article', 'folder')}</mat-icon><mat-card-title>{draw.link(item)}"
                f"</mat-card-title><mat-card-subtitle>{item.who} · {item.day}</mat-card-subtitle></mat-card-header><mat-card-content>{text}"
                f"<mat-chip-list>{chips}</mat-chip-list></mat-card-content><mat-card-actions><button><mat-icon>share</mat-icon></button>"
                "</mat-card-actions>"
            )
            + "</mat-card></app-hit><!---->"
        )
    return f"<app-list {scope}><div {scope} class=list>{''.join(parts)}</div></app-list>"


def faces_list(draw: Draw, items: list[Item]) -> str:
    """A server's components: items with ids that count, a small grid of label and value in each."""
    shorten(draw, items)
    names = [draw.words(1, 2) for _ in range(4)]
    parts = []
    for n, item in enumerate(items):
        values = [item.code, item.who, item.place, item.day if item.some else ""]
        rows = "".join(
            f"<tr class='ui-widget-content ui-panelgrid-{'odd' if k % 2 else 'even'}'><td class=ui-panelgrid-cell><label id=f:{n}:j{k}>{name}:</label></td>"
            f"<td class=ui-panelgrid-cell>{value}</td></tr>"
            for k, (name, value) in enumerate(zip(names, values, strict=True))
        )
        parts.append(
            "<li class=ui-datalist-item>"
            + item.put(
                f"<a id=f:{n}:t href=/show.xhtml?id={item.code} class=ui-commandlink>{item.title}</a><table id=f:{n}:g class=ui-panelgrid>"
                f"<tbody>{rows}</tbody></table><hr class=ui-separator>"
            )
            + "</li>"
        )
    return (
        f"<div id=f:list class=ui-datalist><ul class=ui-datalist-data>{''.join(parts)}</ul></div>"
    )


def disclosure(draw: Draw, items: list[Item]) -> str:
    """A government's catalogue of documents: each row has a hidden box with a table of its facts."""
    shorten(draw, items)
    heads = [draw.words(1, 1) for _ in range(4)]
    labels = [draw.words(1, 1) for _ in range(4)]
    head = "".join(f"<li class=h{k}>{text}</li>" for k, text in enumerate(heads))
    parts = []
    for n, item in enumerate(items):
        facts = "".join(
            f"<tr><td>{label}：</td><td>{value}</td></tr>"
            for label, value in zip(
                labels, [item.code, item.who, item.day, item.about], strict=True
            )
        )
        parts.append(
            "<div class=row>"
            + item.put(
                f"<li class=xh>{n + 1}</li><li class=mc><a href=/art/{item.code}.html target=_blank title='{item.title}'>{item.title}</a>"
                f"<div class=xxms style='display:none'><table>{facts}</table></div></li><li class=fbrq>{item.day}</li><li class=wh>{item.place if item.some else ''}</li>"
            )
            + "</div>"
        )
    return f"<ul class=zfxxgk><div class='row title'>{head}</div>{''.join(parts)}</ul>"


def persons(draw: Draw, items: list[Item]) -> str:
    """An index of families: a row of name and dates; below most, a row of parents and spouse."""
    shorten(draw, items)
    heads = "".join(f"<td><b>{draw.words(1, 1)}</b></td>" for _ in range(4))
    rows = []
    for item in items:
        first = (
            f"<td>{draw.link(item)}</td><td>* {item.day}</td><td>{'+ ' + str(draw.number(1700, 1950)) if item.some else ''}</td>"
            f"<td>{item.place}</td>"
        )
        second = f"<td colspan=4><small>&nbsp;&nbsp;{draw.same('kin', 'Parents', '父', 'Eltern')}: {item.who} &amp; {draw.words(1, 2)}</small></td>"
        if draw.often(0.15):
            second = ""
        item.put(first + second)
        rows.append(f"<tr>{first}</tr>{f'<tr>{second}</tr>' if second else ''}")
    return f"<table border=1 width='100%'><tr>{heads}</tr>{''.join(rows)}</table>"


def styled_goods(draw: Draw, items: list[Item]) -> str:
    """A shop built with a mouse: boxes with styles and no class; a paid row in front now and then."""
    shorten(draw, items)
    box = "border:1px solid #ddd;padding:8px;margin-bottom:10px"
    parts = []
    if draw.often(0.3):
        parts.append(
            f"<div style='{box};background:#ffd'><span style='font-size:9px'>{draw.words(1, 1)}</span><a href=//x.test>{draw.words(2, 5)}</a></div>"
        )
    for item in items:
        old = f"<s style='color:#999'>{item.price}</s> " if item.some else ""
        parts.append(
            f"<div style='{box}'>"
            + item.put(
                f"<div style='float:left;width:120px'><a href=/g/{item.code}><img src=/g/{item.code}.jpg width=110></a></div>"
                f"<div style='margin-left:130px'><div style='font-weight:bold'>{draw.link(item)}</div><div style='color:#555'>{draw.words(3, 12)}</div>"
                f"<div>{old}<span style='color:red'>{item.price}</span></div><div style='text-align:right'><a href=/cart?{item.code}>{draw.same('cart', 'Add', '购买', 'Kaufen')}</a></div></div>"
                "<div style='clear:both'></div>"
            )
            + "</div>"
        )
    return f"<div style='width:700px'>{''.join(parts)}</div>"


def map_hits(draw: Draw, items: list[Item]) -> str:
    """Places beside a map: marks of letters, stars, address, hours; marks on the map as links."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        letter = chr(65 + n % 26)
        hours = (
            f"<div class=hours>{draw.number(7, 10)}:00-{draw.number(16, 22)}:00</div>"
            if item.some
            else ""
        )
        site = (
            f"<a class=site href=http://{item.code}.test>{draw.same('site', 'Website', '网站')}</a>"
            if draw.often(0.5)
            else ""
        )
        parts.append(
            f"<div class=place data-lat={n}>"
            + item.put(
                f"<span class=marker>{letter}</span><div class=info><a class=name href=/place/{item.code}>{item.title}</a><div class=rating><span>{draw.number(1, 4)}.{draw.number(0, 9)}</span> "
                f"({item.number})</div><div class=addr>{item.place} {draw.number(1, 99)}, {draw.words(1, 1)}</div>{hours}<div class=acts>{site} <a href=/route/{n}>{draw.same('route', 'Directions', '路线')}</a></div></div>"
            )
            + "</div>"
        )
    marks = "".join(
        f"<a class=pin href=#m{n} style='left:{draw.number(1, 99)}%'>{chr(65 + n % 26)}</a>"
        for n in range(len(items))
    )
    tools = f"<div class=zoom><a href=#>+</a><a href=#>-</a></div><div class=legal>{draw.words(3, 8)}</div>"
    hits, chart = f"<div class=panel>{''.join(parts)}</div>", f"<div class=map>{marks}{tools}</div>"
    return f"<div class=split>{chart + hits if draw.often(0.5) else hits + chart}</div>"


def spacer_tables(draw: Draw, items: list[Item]) -> str:
    """A site of 1999: three rows for each, a line of one point between, nested in two tables."""
    shorten(draw, items)
    gap = "<tr><td colspan=3 bgcolor='#cccccc'><img src=/px.gif width=1 height=1></td></tr>"
    rows = []
    for item in items:
        inner = (
            f"<tr><td rowspan=2 valign=top width=80><img src=/i/{item.code}.gif></td><td colspan=2 bgcolor='#eeeeee'><font face=Verdana size=2><b>{draw.link(item)}</b></font></td></tr>"
            f"<tr><td><font face=Verdana size=1>{item.about}</font></td><td align=right><font face=Verdana size=1>{item.price}<br>{item.place if item.some else '&nbsp;'}</font></td></tr>"
        )
        rows.append(item.put(inner))
    return (
        "<table border=0 width=600 cellspacing=0><tr><td bgcolor='#000066'><table border=0 width='100%' cellspacing=1 cellpadding=3>"
        f"{gap.join(rows)}</table></td></tr></table>"
    )


def row_forms(draw: Draw, items: list[Item]) -> str:
    """Rows that are forms: the form stands between the rows' tags, hidden fields and a button inside."""
    shorten(draw, items)
    heads = "".join(f"<th>{draw.words(1, 2)}</th>" for _ in range(4))
    rows = []
    for n, item in enumerate(items):
        wish = (
            "<select name=n><option>1<option>2</select>"
            if item.some
            else draw.same("none", "-", "sold out", "无")
        )
        rows.append(
            f"<form action=/order method=post><input type=hidden name=id value={n}><tr{' bgcolor=#eeeeff' * (n % 2)}>"
            + item.put(
                f"<td>{item.code}</td><td>{draw.link(item)}<br><small>{item.who}</small></td><td align=right>{item.price}</td>"
                f"<td>{wish} <input type=submit value=OK></td>"
            )
            + "</tr></form>"
        )
    return f"<table width='100%'><tr>{heads}</tr>{''.join(rows)}</table>"


def docket_panels(draw: Draw, items: list[Item]) -> str:
    """A court: panels with a head, a table of two pairs of label and value a row, links at the foot."""
    shorten(draw, items)
    names = [draw.words(1, 2) for _ in range(6)]
    parts = []
    for item in items:
        values = [item.code, item.day, item.who, item.place, draw.words(1, 2), str(item.number)]
        pairs = [
            f"<th>{name}</th><td>{value}</td>" for name, value in zip(names, values, strict=True)
        ]
        count = 3 if item.some else 2
        rows = "".join(f"<tr>{pairs[2 * k]}{pairs[2 * k + 1]}</tr>" for k in range(count))
        links = "".join(
            f"<a class='btn btn-xs' href=/f/{k}>{draw.words(1, 1)}</a> "
            for k in range(draw.number(1, 4))
        )
        parts.append(
            "<div class='panel panel-default'>"
            + item.put(
                f"<div class=panel-heading><h3 class=panel-title>{draw.link(item)}</h3></div><table class=table>{rows}</table>"
                f"<div class=panel-footer>{links}</div>"
            )
            + "</div>"
        )
    return f"<div class=panel-group>{''.join(parts)}</div>"


def departures(draw: Draw, items: list[Item]) -> str:
    """A board of departures of boxes with roles; a remark in a row of its own below some."""
    shorten(draw, items)
    heads = "".join(f"<div role=columnheader>{draw.words(1, 1)}</div>" for _ in range(4))
    rows = []
    for item in items:
        late = f"<span class=late>+{draw.number(1, 50)}</span>" if draw.often(0.3) else ""
        row = (
            f"<div role=row class=dep><div role=cell><time>{draw.number(0, 23):02}:{draw.number(10, 59)}</time>{late}</div><div role=cell>{draw.one('RE', 'IC', 'S', 'U')} {item.number}</div>"
            f"<div role=cell>{draw.link(item)}<small>{item.place}</small></div><div role=cell>{draw.number(1, 24)}</div></div>"
        )
        note = (
            f"<div role=row class=remark><div role=cell>{draw.words(4, 12)}</div></div>"
            if item.some and draw.always("remarks", 0.6)
            else ""
        )
        rows.append(item.put(row + note))
    return (
        f"<div role=table class=board><div role=row class=heads>{heads}</div>{''.join(rows)}</div>"
    )


LAYOUTS: list[Layout] = [
    material_cards,
    faces_list,
    disclosure,
    persons,
    styled_goods,
    map_hits,
    spacer_tables,
    row_forms,
    docket_panels,
    departures,
]
