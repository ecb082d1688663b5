"""Five builds of pages: a grid of columns, a blog's theme, a console, tables of 1999, a portal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item


def _some(draw: Draw, low: int, high: int, form: str) -> str:
    return "".join(form.format(n, draw.words(1, 4)) for n in range(draw.number(low, high)))


def _stated(draw: Draw, items: list[Item]) -> str:
    total = len(items) if len(items) < 10 else draw.number(len(items), 5000)
    return draw.one(
        f"<p class=count>{total} {draw.words(1, 2)}</p>",
        f"<div><span>1-{len(items)}</span> <span>{draw.words(1, 1)} {total}</span></div>",
        f"<h2>{draw.words(1, 3)}</h2>",
        "",
    )


def _pages(draw: Draw) -> str:
    numbers = "".join(
        f"<li class='page-item{' active' * (n == 1)}'><a class=page-link href='?page={n}'>{n}</a></li>"
        for n in range(1, draw.number(3, 10))
    )
    return draw.one(
        f"<nav><ul class=pagination>{numbers}</ul></nav>",
        f"<div><b>1</b> <a href='?s=2'>2</a> <a href='?s=3'>3</a> <a href='?s=2'>{draw.words(1, 1)} &gt;</a></div>",
        f"<button>{draw.words(1, 2)}</button>",
        "",
    )


def _cards(draw: Draw, low: int = 3, high: int = 6) -> str:
    """Cards beside or below: picture, name, text, a button."""
    cards = "".join(
        f"<div class=col><div class=card><img src=/c/{n}.jpg><div class=card-body><h5 class=card-title>{draw.words(2, 5)}</h5>"
        f"<p class=card-text>{draw.words(8, 30)}</p><a href=/c/{n} class=btn>{draw.words(1, 2)}</a></div></div></div>"
        for n in range(draw.number(low, high))
    )
    return f"<section><h3>{draw.words(1, 4)}</h3><div class=row>{cards}</div></section>"


def _filters(draw: Draw) -> str:
    """Groups of links with counts, each in a card."""
    return "".join(
        f"<div class=card><div class=card-header>{draw.words(1, 2)}</div><div class=list-group>"
        + "".join(
            f"<a class=list-group-item href='?f={n}'>{draw.words(1, 2)} <span class=badge>{draw.number(1, 999)}</span></a>"
            for n in range(draw.number(3, 12))
        )
        + "</div></div>"
        for _ in range(draw.number(2, 5))
    )


def _grid(draw: Draw, items: list[Item], records: str) -> str:
    """A bar of links, filters in a column of three twelfths, the list in nine, cards below."""
    bar = f"<nav class=navbar><a class=brand href=/>{draw.words(1, 2)}</a><ul>{_some(draw, 3, 8, '<li><a href=/n/{}>{}</a></li>')}</ul></nav>"
    side = f"<div class='col-md-3'>{_filters(draw)}</div>"
    main = f"<div class='col-md-9'>{_stated(draw, items)}{records}{_pages(draw)}</div>"
    columns = side + main if draw.often(0.7) else main + side
    below = _cards(draw) if draw.often(0.4) else ""
    foot = f"<footer class=bg-dark><div class=row>{_some(draw, 6, 20, '<div class=col><a href=/f/{}>{}</a></div>')}</div></footer>"
    return f"{bar}<div class=container><div class=row>{columns}</div>{below}</div>{foot}"


def _theme(draw: Draw, items: list[Item], records: str) -> str:
    """A blog's theme: widgets of recent posts with text, of categories, of months, a cloud."""
    recent = "".join(
        f"<li><a href=/p/{n}>{draw.words(3, 8)}</a><span class=post-date>{draw.date()}</span><p>{draw.words(6, 25)}</p></li>"
        for n in range(draw.number(3, 6))
    )
    widgets = [
        f"<section class=widget><h2>{draw.words(1, 2)}</h2><ul>{recent}</ul></section>",
        f"<section class=widget><h2>{draw.words(1, 2)}</h2><ul>{_some(draw, 5, 15, '<li><a href=/cat/{}>{}</a></li>')}</ul></section>",
        f"<section class=widget><div class=tagcloud>{_some(draw, 8, 30, '<a href=/tag/{}>{}</a> ')}</div></section>",
    ]
    aside = draw.one("<aside id=secondary>{}</aside>", "<div class=sidebar>{}</div>").format(
        "".join(widgets)
    )
    intro = f"<div class=entry-content><p>{draw.words(15, 60)}</p></div>" if draw.often(0.4) else ""
    main = f"<div id=primary><main><h1>{draw.words(1, 4)}</h1>{intro}{_stated(draw, items)}{records}{_pages(draw)}</main></div>"
    return (
        f"<div id=page><header><div class=site-title>{draw.words(1, 3)}</div></header>"
        f"<div id=content>{main}{aside}</div><footer>{draw.words(3, 12)}</footer></div>"
    )


def _console(draw: Draw, items: list[Item], records: str) -> str:
    """A program in the browser: a menu with inner menus, crumbs, tabs, a form of filters, the list."""
    menu = "".join(
        f"<li class=submenu><div>{draw.words(1, 2)}</div><ul>{_some(draw, 2, 6, '<li><a href=/s/{}>{}</a></li>')}</ul></li>"
        for _ in range(draw.number(3, 7))
    )
    filters = "".join(
        f"<div class=form-item><label>{draw.words(1, 2)}</label><input name=f{n} placeholder='{draw.words(1, 2)}'></div>"
        for n in range(draw.number(2, 6))
    )
    crumbs = _some(draw, 2, 4, "<span><a href=/b/{}>{}</a> / </span>")
    inner = f"{_stated(draw, items)}{records}{_pages(draw)}"
    for _ in range(draw.number(1, 4)):
        inner = f"<div>{inner}</div>"
    note = f"<div class=alert>{draw.words(8, 30)}</div>" if draw.often(0.3) else ""
    return (
        f"<div class=layout><div class=sider><ul class=menu>{menu}</ul></div><div class=layout-content><div class=crumbs>{crumbs}</div>"
        f"{note}<form>{filters}<button>{draw.words(1, 1)}</button></form>{inner}</div></div>"
    )


def _old_tables(draw: Draw, items: list[Item], records: str) -> str:
    """A table for the head, one for the columns: links, list, news with text at the right."""
    links = _some(
        draw,
        5,
        14,
        "<tr><td><img src=/dot.gif> <a href={}.htm><font size=2>{}</font></a></td></tr>",
    )
    news = "".join(
        f"<tr><td><font size=1><b>{draw.date()}</b><br><a href=/n{n}.htm>{draw.words(3, 8)}</a><br>{draw.words(5, 25)}</font></td></tr>"
        for n in range(draw.number(3, 6))
    )
    cells = [
        f"<td width=140 valign=top><table>{links}</table></td>",
        f"<td valign=top><h3>{draw.words(1, 3)}</h3>{_stated(draw, items)}{records}{_pages(draw)}</td>",
        f"<td width=160 valign=top bgcolor='#ffffcc'><table>{news}</table></td>"
        if draw.often(0.6)
        else "",
    ]
    return (
        f"<table width='100%'><tr><td><img src=/logo.gif></td><td align=right>{_some(draw, 3, 6, '<a href=/t/{}>{}</a> | ')}</td></tr></table>"
        f"<table width='100%'><tr>{''.join(cells)}</tr></table><hr><center><font size=1>{draw.words(5, 20)}</font></center>"
    )


def _portal(draw: Draw, items: list[Item], records: str) -> str:
    """A portal: a mega menu with texts, a slider, hot words, the list, what others read in cards."""
    mega = "".join(
        f"<div class=mega><h4><a href=/m/{n}>{draw.words(1, 3)}</a></h4><p>{draw.words(5, 15)}</p></div>"
        for n in range(draw.number(3, 7))
    )
    slides = "".join(
        f"<div class=slide><img src=/s/{n}.jpg><h3>{draw.words(3, 8)}</h3><p>{draw.words(8, 25)}</p></div>"
        for n in range(draw.number(2, 5))
    )
    hot = _some(draw, 4, 10, "<a href='?q={}'>{}</a> ")
    before = f"<div class=swiper>{slides}</div>" if draw.often(0.3) else ""
    below = _cards(draw, 3, 9) if draw.often(0.6) else ""
    return (
        f"<div class=top>{mega}</div>{before}<div class=hot>{draw.words(1, 1)}: {hot}</div><div class=wrap>{_stated(draw, items)}{records}"
        f"{_pages(draw)}</div>{below}<div class=links>{_some(draw, 5, 20, '<a href=/l/{}>{}</a>')}</div>"
    )


def frame(draw: Draw, items: list[Item], records: str) -> str:
    """A page around records."""
    build = draw.random.choice([_grid, _grid, _theme, _console, _old_tables, _portal])
    turn = " dir=rtl" if draw.language == "ar" else ""
    body = build(draw, items, records)
    return f"<!doctype html><html{turn}><title>{draw.words(1, 4)}</title><body>{body}</body></html>"
