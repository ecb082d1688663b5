"""Searches of shops, libraries, registers, boards: the half on which rules for them were made.

The lists are often shorter than the teasers, recommendations and facets around them. The other half
is ``more_searches``, with frames of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def shorten(draw: Draw, items: list[Item]) -> None:
    """Leave two to six records on four pages of ten, as a narrow query does."""
    if draw.often(0.4):
        del items[draw.number(2, 6) :]


def listed(draw: Draw, items: list[Item], pieces: list[str], made: str = "") -> str:
    """Records as items of a list, in boxes or in articles, the same all over the page."""
    holder, tag = draw.same("listed", "ul/li", "ol/li", "div/div", "div/article").split("/")
    made = made or draw.named("hit", "result", "hit", "item")
    inner = "\n".join(
        f"<{tag}{made}>{item.put(piece)}</{tag}>" for item, piece in zip(items, pieces, strict=True)
    )
    return f"<{holder}{draw.named('hits', 'results', 'list', 'hits')}>{inner}</{holder}>"


def shop_tiles(draw: Draw, items: list[Item]) -> str:
    """Tiles with a picture, a brand, stars and prices; some reduced, some with a badge."""
    shorten(draw, items)
    pieces = []
    for item in items:
        badge = draw.one("", "", "<span class=badge>-20%</span>")
        old = f"<del>{item.price}</del> " if item.some else ""
        stars = f"<span class=stars title='{draw.number(1, 5)}'></span><span>({item.number})</span>"
        pieces.append(
            f"<a href=/p/{item.code}>{badge}<img src=/i/{item.code}.jpg></a><div>{item.place}</div>"
            f"<h3>{draw.link(item)}</h3><div>{stars}</div><div>{old}<b>{item.price}</b></div>"
            f"<button>{draw.same('buy', 'Buy', 'Kaufen', '+')}</button>"
        )
    return listed(draw, items, pieces, " class=product")


def catalogue(draw: Draw, items: list[Item]) -> str:
    """A library: number, box to tick, cover, block of title, author and holdings."""
    shorten(draw, items)
    rows = []
    for n, item in enumerate(items):
        copies = "".join(
            f"<li>{draw.words(1, 2)} <em>{draw.words(1, 1)}</em></li>"
            for _ in range(draw.number(0, 3))
        )
        rows.append(
            "<tr>"
            + item.put(
                f"<td>{n + 1}.</td><td><input type=checkbox name=r value={item.code}></td>"
                f"<td><img src=/cover/{item.code}></td><td><a class=title href=/bib/{item.code}>"
                f"{item.title}</a><br>{item.who}<br>{item.place} {item.day}<ul>{copies}</ul></td>"
            )
            + "</tr>"
        )
    return f"<form><table{draw.named('bibs')}>{''.join(rows)}</table></form>"


def companies(draw: Draw, items: list[Item]) -> str:
    """A register of companies: few short cells, a header row, often few rows."""
    shorten(draw, items)
    head = "".join(f"<th>{draw.words(1, 2)}</th>" for _ in range(4))
    rows = "".join(
        "<tr>"
        + item.put(
            f"<td>{draw.link(item)}</td><td>{item.code}</td>"
            f"<td>{draw.one('A', 'B', 'active', '-')}</td><td>{item.place}</td>"
        )
        + "</tr>"
        for item in items
    )
    return f"<table{draw.named('grid')}><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def openings(draw: Draw, items: list[Item]) -> str:
    """Jobs: title, employer and place, pay of some, days ago; no abstract."""
    shorten(draw, items)
    pieces = [
        f"<h2>{draw.link(item)}</h2><p>{item.who} <span>{item.place}</span></p>"
        + (f"<p class=pay>{item.price}</p>" if item.some else "")
        + f"<small>{draw.number(1, 30)} {draw.same('ago', 'd', 'days', 'T.')}</small>"
        for item in items
    ]
    return listed(draw, items, pieces)


def board_search(draw: Draw, items: list[Item]) -> str:
    """Posts of a forum: who and when at the side, topic and excerpt in the body."""
    shorten(draw, items)
    return "".join(
        "<div class='search post'>"
        + item.put(
            f"<dl><dt>{item.who}</dt><dd>{item.day}</dd><dd>{item.number}</dd></dl>"
            f"<div class=postbody><h3>{draw.link(item)}</h3><div>{item.about}</div></div>"
        )
        + "</div>"
        for item in items
    )


def decisions(draw: Draw, items: list[Item]) -> str:
    """Judgments: court, date and reference in one line, then key words."""
    shorten(draw, items)
    pieces = [
        f"<a href=/d/{item.code}><b>{item.place}</b>, {item.day} - {item.code}</a>"
        f"<div>{draw.words(2, 9)}</div>"
        for item in items
    ]
    return listed(draw, items, pieces)


def small_ads(draw: Draw, items: list[Item]) -> str:
    """Classified advertisements, some without a picture, some placed at the top for money."""
    shorten(draw, items)
    pieces = []
    for item in items:
        picture = f"<img src=/a/{item.code}.jpg>" if item.some else "<i class=none></i>"
        pieces.append(
            f"<div>{picture}</div><div><span>{item.place}</span> <span>{item.day}</span>"
            f"<h2>{draw.link(item)}</h2><p>{draw.words(5, 15)}</p><strong>{item.price}</strong></div>"
        )
    return listed(draw, items, pieces)


def repository(draw: Draw, items: list[Item]) -> str:
    """Theses: heading, authors, year, cut abstract behind a script's mark."""
    shorten(draw, items)
    pieces = [
        f"<h4>{draw.link(item)}</h4><div><span>{item.who}</span>; <span>{draw.words(1, 2)}</span> "
        f"(<span>{item.day}</span>)</div>"
        + (f"<div class=abstract>{item.about} ...</div>" if draw.about(item) else "")
        for item in items
    ]
    return listed(draw, items, pieces)


def news_search(draw: Draw, items: list[Item]) -> str:
    """News: time, heading, one line of text."""
    shorten(draw, items)
    pieces = [
        f"<time>{item.day}</time> {draw.link(item)}<p>{draw.words(6, 18)}</p>" for item in items
    ]
    return listed(draw, items, pieces)


def departures(draw: Draw, items: list[Item]) -> str:
    """A timetable: two rows for each journey, the second one spans the columns."""
    shorten(draw, items)
    rows = []
    for item in items:
        first = (
            f"<td>{draw.number(1, 23)}:{draw.number(10, 59)}</td><td>{draw.link(item)}</td>"
            f"<td>{item.price}</td>"
        )
        second = f"<td></td><td colspan=2>{item.place}, {item.code}</td>"
        item.put(first + second)
        rows.append(f"<tr class=trip>{first}</tr><tr class=note>{second}</tr>")
    return f"<table{draw.named('times')}>{''.join(rows)}</table>"


def patents(draw: Draw, items: list[Item]) -> str:
    """Patents: a box of pairs of label and value for each, all text, one link."""
    shorten(draw, items)
    names = [f"{draw.words(1, 1)}:" for _ in range(3)]
    pieces = []
    for item in items:
        values = (item.who, item.day, item.place)
        pairs = "".join(f"<b>{k}</b> {v} " for k, v in zip(names, values, strict=True))
        pieces.append(f"<div>{draw.link(item, item.code)} {item.title}</div><div>{pairs}</div>")
    return listed(draw, items, pieces)


def recipes(draw: Draw, items: list[Item]) -> str:
    """Cards that are links as a whole: picture, name, minutes and stars."""
    shorten(draw, items)
    cards = "".join(
        f"<a class=card href=/r/{item.code}>"
        + item.put(
            f"<img src=/r/{item.code}.webp><h3>{item.title}</h3>"
            f"<div><span>{draw.number(5, 90)} min</span><span>{item.number}</span></div>"
        )
        + "</a>"
        for item in items
    )
    return f"<section>{cards}</section>"


LAYOUTS: list[Layout] = [
    shop_tiles,
    catalogue,
    companies,
    openings,
    board_search,
    decisions,
    small_ads,
    repository,
    news_search,
    departures,
    patents,
    recipes,
]


def _links(draw: Draw, low: int, high: int) -> str:
    return "".join(
        f"<li><a href=/l/{n}>{draw.words(1, 3)}</a></li>" for n in range(draw.number(low, high))
    )


def _teasers(draw: Draw, low: int = 2, high: int = 5) -> str:
    """Recommendations with pictures and texts, often longer than the records."""
    shape = draw.one("picture", "text", "both", "dated")
    parts = []
    for n in range(draw.number(low, high)):
        text = f"<h3><a href=/t/{n}>{draw.words(2, 6)}</a></h3>"
        if shape in ("picture", "both"):
            text = f"<a href=/t/{n}><img src=/t/{n}.jpg></a>{text}"
        if shape != "picture":
            text += f"<p>{draw.words(12, 40)}</p>"
        if shape == "dated":
            text += f"<span>{draw.date()}</span>"
        parts.append(f"<div class=teaser>{text}</div>")
    return f"<h2>{draw.words(1, 3)}</h2><div>{''.join(parts)}</div>"


def _facets(draw: Draw) -> str:
    boxes = []
    for n in range(draw.number(2, 5)):
        values = "".join(
            f"<li><label><input type=checkbox name=f{n}> {draw.words(1, 2)}</label> "
            f"<span>{draw.number(1, 400)}</span></li>"
            if n % 2
            else f"<li><a href='?f{n}={k}'>{draw.words(1, 2)}</a> ({draw.number(1, 400)})</li>"
            for k in range(draw.number(2, 12))
        )
        boxes.append(f"<div class=facet><h4>{draw.words(1, 1)}</h4><ul>{values}</ul></div>")
    return "".join(boxes)


def _above(draw: Draw, items: list[Item]) -> str:
    """What a search says of itself: echo, total, order, pages."""
    total = len(items) if draw.often(0.4) else draw.number(len(items), 4000)
    parts = []
    if draw.often(0.6):
        parts.append(f"<h1>{draw.words(1, 2)} &quot;{draw.words(1, 1)}&quot;</h1>")
    if draw.often(0.7):
        first = f"1 - {len(items)} / " if draw.often(0.5) else ""
        parts.append(f"<p>{first}{total} {draw.words(1, 1)}</p>")
    if draw.often(0.5):
        options = "".join(f"<option value={n}>{draw.words(1, 2)}" for n in range(4))
        parts.append(f"<form><select name=sort>{options}</select></form>")
    return "".join(parts)


def _pager(draw: Draw) -> str:
    numbers = " ".join(f"<a href='?p={n}'>{n}</a>" for n in range(2, draw.number(4, 9)))
    return f"<div class=pages><b>1</b> {numbers} <a href='?p=2'>&raquo;</a></div>"


def frame(draw: Draw, items: list[Item], records: str) -> str:
    """A page of a search, with boxes beside, above and below the list."""
    main = _above(draw, items) + records + (_pager(draw) if draw.often(0.4) else "")
    for _ in range(draw.number(0, 2)):
        main = f"<div{draw.one('', ' class=content', ' id=main', ' class=col-9')}>{main}</div>"
    if draw.often(0.25):
        main = f"<main>{main}</main>"
    top = f"<ul>{_links(draw, 4, 9)}</ul>"
    top = draw.one(f"<nav>{top}</nav>", f"<div id=menu>{top}</div>", f"<header>{top}</header>")
    search = f"<form action=/s><input name=q value='{draw.words(1, 1)}'><button>OK</button></form>"
    left = _facets(draw) if draw.often(0.5) else ""
    right = _teasers(draw) if draw.often(0.5) else ""
    if right and draw.often(0.3):
        right = f"<aside>{right}</aside>"
    below = _teasers(draw) if draw.often(0.4) else ""
    above = _teasers(draw, 2, 3) if draw.often(0.15) else ""
    left, right, below = (
        part and f"<div{draw.one('', ' class=box', ' id=side')}>{part}</div>"
        for part in (left, right, below)
    )
    columns = "".join(
        f"<div><h5>{draw.words(1, 2)}</h5><ul>{_links(draw, 2, 6)}</ul></div>"
        for _ in range(draw.number(1, 4))
    )
    foot = draw.one(f"<footer>{columns}</footer>", f"<div id=foot>{columns}</div>")
    turn = " dir=rtl" if draw.language == "ar" else ""
    body = f"{top}{search}{above}{left}{main}{right}{below}{foot}"
    return f"<!doctype html><html{turn}><title>{draw.words(1, 4)}</title><body>{body}</body></html>"
