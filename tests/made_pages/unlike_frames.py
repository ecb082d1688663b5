"""Three builds of pages around a list: tables of 1999, boxes of 2012, much around a short list."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item


def _links(draw: Draw, low: int, high: int, form: str) -> str:
    return "".join(
        form.format(f"<a href=/z/{n}>{draw.words(1, 3)}</a>") for n in range(draw.number(low, high))
    )


def _drop_downs(draw: Draw) -> str:
    entries = "".join(
        f"<li class=dropdown><a href=#>{draw.words(1, 2)}</a><ul>{_links(draw, 2, 7, '<li>{}</li>')}"
        "</ul></li>"
        for _ in range(draw.number(3, 6))
    )
    return f"<nav class=navbar><ul>{entries}</ul></nav>"


def _choices(draw: Draw) -> str:
    """Facets: boxes of ticked values with counts."""
    groups = "".join(
        f"<div class=panel><div class=panel-heading>{draw.words(1, 2)}</div><div>"
        + "".join(
            f"<div class=checkbox><label><input type=checkbox>{draw.words(1, 2)}</label>"
            f"<span class=badge>{draw.number(1, 900)}</span></div>"
            for _ in range(draw.number(3, 10))
        )
        + "</div></div>"
        for _ in range(draw.number(1, 4))
    )
    return f"<div class=refine>{groups}</div>"


def _seen(draw: Draw) -> str:
    """Things seen before, with pictures and prices."""
    parts = "".join(
        f"<div class=item><a href=/s/{n}><img src=/s/{n}.jpg></a><p><a href=/s/{n}>{draw.words(2, 5)}"
        f"</a></p><p>{draw.number(3, 300)}.00</p></div>"
        for n in range(draw.number(3, 8))
    )
    return f"<section><h4>{draw.words(2, 3)}</h4><div class=carousel>{parts}</div></section>"


def _stories(draw: Draw) -> str:
    """Articles of the house: heading, date, much text."""
    parts = "".join(
        f"<div class=story><h3><a href=/n/{n}>{draw.words(3, 8)}</a></h3><span>{draw.date()}</span>"
        f"<p>{draw.words(15, 50)}</p><a href=/n/{n}>{draw.words(1, 2)}</a></div>"
        for n in range(draw.number(2, 4))
    )
    return f"<div class=stories>{parts}</div>"


def _opinions(draw: Draw) -> str:
    """What people say of the site."""
    parts = "".join(
        f"<blockquote><p>{draw.words(10, 35)}</p><footer>{draw.words(1, 2)}, {draw.words(1, 1)}"
        "</footer></blockquote>"
        for _ in range(draw.number(2, 4))
    )
    return f"<div class=quotes>{parts}</div>"


def _partners(draw: Draw) -> str:
    logos = "".join(
        f"<a href=/partner/{n}><img src=/l/{n}.png alt='{draw.words(1, 2)}'></a>"
        for n in range(draw.number(4, 10))
    )
    return f"<div class=partners>{logos}</div>"


def _steps(draw: Draw) -> str:
    """How to use the site, in numbered boxes."""
    parts = "".join(
        f"<div class=step><b>{n + 1}</b><h5>{draw.words(2, 4)}</h5><p>{draw.words(8, 20)}</p></div>"
        for n in range(3)
    )
    return f"<div class=steps>{parts}</div>"


def _said(draw: Draw, items: list[Item]) -> str:
    """Heading, total, order, letters of the alphabet: what stands over a list."""
    parts = []
    if draw.often(0.6):
        parts.append(f"<h1>{draw.words(1, 4)}</h1>")
    if draw.often(0.3):
        parts.append(f"<p>{draw.words(10, 50)}</p>")
    if draw.often(0.5):
        parts.append(f"<div>{draw.words(1, 1)}: {max(len(items), draw.number(1, 5000))}</div>")
    if draw.often(0.3):
        parts.append(
            "<p>" + " ".join(f"<a href='#{x}'>{x}</a>" for x in "ABCDEFGHIJKLMNOP") + "</p>"
        )
    if draw.often(0.3):
        sort = "".join(f"<option>{draw.words(1, 2)}" for _ in range(4))
        parts.append(f"<form>{draw.words(1, 1)} <select name=o>{sort}</select></form>")
    return "".join(parts)


def _pages(draw: Draw) -> str:
    last = draw.number(3, 11)
    return draw.one(
        "<div>" + " ".join(f"<a href='?p={n}'>{n}</a>" for n in range(2, last)) + "</div>",
        "<ul class=pagination>"
        + "".join(f"<li><a href='?page={n}'>{n}</a></li>" for n in range(1, last))
        + "</ul>",
        f"<p align=center><a href='?start=20'>{draw.words(1, 2)}</a></p>",
    )


def _foot(draw: Draw) -> str:
    columns = "".join(
        f"<div class=col><h6>{draw.words(1, 2)}</h6>{_links(draw, 3, 7, '<p>{}</p>')}</div>"
        for _ in range(draw.number(2, 4))
    )
    return f"<div{draw.one('', ' class=bottom')}>{columns}<p>&copy; {draw.words(4, 20)}</p></div>"


def _of_tables(draw: Draw, main: str) -> str:
    """The body of 1999: a head, a menu at the left, news at the right, all in table cells."""
    left = "<table>" + _links(draw, 5, 14, "<tr><td><font size=2>{}</font></td></tr>") + "</table>"
    news = "".join(
        f"<p><b>{draw.date()}</b><br>{draw.words(6, 20)} <a href=/news/{n}>&gt;&gt;</a></p>"
        for n in range(draw.number(2, 5))
    )
    right = f"<td width=160 bgcolor=#eeeeee>{news}</td>" if draw.often(0.4) else ""
    foot = " | ".join(f"<a href=/f/{n}>{draw.words(1, 2)}</a>" for n in range(draw.number(3, 7)))
    return (
        f"<table width=100%><tr><td><img src=/logo.gif></td><td>{draw.words(1, 4)}</td></tr></table>"
        f"<table width=100%><tr valign=top><td width=140>{left}</td><td>{main}</td>{right}</tr></table>"
        f"<hr><center><font size=1>{foot}</font></center>"
    )


def _of_boxes(draw: Draw, main: str) -> str:
    """The body of 2012: boxes in columns, any of them at the side or below."""
    boxes = [_choices, _seen, _stories, _opinions, _steps, _partners]
    draw.random.shuffle(boxes)
    side = "".join(box(draw) for box in boxes[:2] if draw.often(0.4))
    below = "".join(box(draw) for box in boxes[2:] if draw.often(0.25))
    crumbs = (
        f"<ol class=breadcrumb>{_links(draw, 2, 4, '<li>{}</li>')}</ol>" if draw.often(0.5) else ""
    )
    columns = [
        f"<div class=col-sm-9>{main}</div>",
        f"<div class=col-sm-3>{side}</div>" if side else "",
    ]
    if draw.often(0.5):
        columns.reverse()
    seek = f"<form action=/q><input name=q><button>{draw.words(1, 1)}</button></form>"
    return (
        f"<div id=top>{_drop_downs(draw)}{seek}</div>{crumbs}<div class=container><div class=row>"
        f"{''.join(columns)}</div>{below}</div>{_foot(draw)}"
    )


def _of_parts(draw: Draw, main: str) -> str:
    """The body of a page with few parts: a line of links, the list, a line of links."""
    asked = f"<div>{draw.words(6, 25)}</div>" if draw.often(0.4) else ""
    more = _stories(draw) if draw.often(0.2) else ""
    return f"<p>{_links(draw, 3, 8, '{} ')}</p>{asked}<div>{main}</div>{more}<address>{draw.words(3, 9)}</address>"


def frame(draw: Draw, items: list[Item], records: str) -> str:
    """A page around records."""
    main = _said(draw, items) + records + (_pages(draw) if draw.often(0.4) else "")
    for _ in range(draw.number(0, 2)):
        main = draw.one("<div>{}</div>", "<main>{}</main>", "<div id=content>{}</div>",
                        "<div class=inner>{}</div>").format(main)  # fmt: skip
    build = draw.random.choice([_of_tables, _of_boxes, _of_boxes, _of_parts])
    turn = " dir=rtl" if draw.language == "ar" else ""
    body = build(draw, main)
    return f"<!doctype html><html{turn}><title>{draw.words(1, 4)}</title><body>{body}</body></html>"
