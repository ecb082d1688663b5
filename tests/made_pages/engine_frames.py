"""Five builds of pages as engines make them: catalogue, portal of a ministry, wiki, app, gateway."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item


def _links(draw: Draw, low: int, high: int, form: str) -> str:
    return "".join(
        form.format(f"<a href=/y/{n}>{draw.words(1, 3)}</a>") for n in range(draw.number(low, high))
    )


def _facets(draw: Draw) -> str:
    """Facets as definition lists or as links with counts in brackets."""
    groups = ""
    for _ in range(draw.number(2, 5)):
        values = "".join(
            f"<li><span class=facet-label><a href='?f={n}'>{draw.words(1, 2)}</a></span> "
            f"<span class=facet-count>({draw.number(1, 900)})</span></li>"
            for n in range(draw.number(3, 9))
        )
        groups += f"<li><h5>{draw.words(1, 2)}</h5><ul>{values}</ul></li>"
    return (
        f"<div id=search-facets><h4>{draw.words(1, 3)}</h4><ul class=menu-list>{groups}</ul></div>"
    )


def _notices(draw: Draw) -> str:
    """Short notices with their days, built like many lists of records."""
    rows = "".join(
        f"<li><a href=/notice/{n}>{draw.words(3, 9)}</a><span>{draw.date()}</span></li>"
        for n in range(draw.number(4, 8))
    )
    return f"<div{draw.one('', ' class=news-box')}><h3>{draw.words(1, 2)}</h3><ul>{rows}</ul></div>"


def _asked_too(draw: Draw) -> str:
    """Queries of others, in two columns."""
    rows = "".join(
        f"<div><a href='?q={n}'><b>{draw.words(1, 2)}</b> {draw.words(1, 2)}</a></div>"
        for n in range(draw.number(4, 8))
    )
    return f"<div><h3>{draw.words(2, 3)}</h3><div>{rows}</div></div>"


def _offers(draw: Draw) -> str:
    """Paid entries: name, address, two lines."""
    rows = "".join(
        f"<div class=offer><a href=//ad.test/{n}>{draw.words(3, 7)}</a><cite>www.{n}.test</cite>"
        f"<div>{draw.words(6, 18)}</div></div>"
        for n in range(draw.number(2, 4))
    )
    return f"<div{draw.one('', ' id=tads', ' class=top')}>{rows}</div>"


def _said(draw: Draw, items: list[Item]) -> str:
    total = max(len(items), draw.number(1, 9000)) if len(items) > 9 else len(items)
    return draw.one(
        f"<div id=numresults>{draw.words(2, 4)}: <strong>{total}</strong></div>",
        f"<h1>{total} {draw.words(1, 2)} “{draw.words(1, 1)}”</h1>",
        f"<p>{draw.words(1, 1)} 1–{len(items)} / {total} (0.{draw.number(10, 99)} s)</p>",
        f"<h2>{draw.words(1, 3)}</h2>",
    )


def _pages(draw: Draw) -> str:
    last = draw.number(3, 9)
    return draw.one(
        "<div class=pagination><ul>"
        + "".join(f"<li><a href='?offset={n}0'>{n}</a></li>" for n in range(1, last))
        + f"<li><a href='?offset=10'>{draw.words(1, 1)} &raquo;</a></li></ul></div>",
        f"<p>(<span>{draw.words(1, 1)}</span>) (<a href='?o=20'>{draw.words(1, 1)}</a>) (<a>20</a> | <a>50</a>)</p>",
        "",
    )


def _catalogue(draw: Draw, items: list[Item], records: str) -> str:
    """Facets at the left in a narrow column, two tool bars, the hits in a form."""
    tools = (
        f"<div class=selections-toolbar>{_links(draw, 3, 6, '<span class=tb>{}</span> | ')}</div>"
    )
    main = f"{_said(draw, items)}{_pages(draw)}<form>{tools}{records}{tools}</form>{_pages(draw)}"
    columns = [
        f"<div class=span3>{_facets(draw)}</div>",
        f"<div class=span9>{main}</div>",
    ]
    return (
        f"<div class=navbar><ul>{_links(draw, 4, 9, '<li>{}</li>')}</ul></div>"
        f"<form><select><option>{draw.words(1, 1)}<option>{draw.words(1, 2)}</select><input name=q></form>"
        f"<div class=main><div class=row-fluid>{''.join(columns)}</div></div>"
    )


def _ministry(draw: Draw, items: list[Item], records: str) -> str:
    """A banner, a line of links, notices beside or below the list, links to others at the end."""
    crumbs = f"<div class=weizhi>{_links(draw, 2, 4, '{} &gt; ')}</div>"
    main = f"{crumbs}{_said(draw, items) * draw.often(0.5)}{records}{_pages(draw)}"
    notices = "".join(_notices(draw) for _ in range(draw.number(1, 3)))
    parts = [f"<div{draw.one('', ' class=fl')}>{notices}</div>", f"<div>{main}</div>"]
    if draw.often(0.5):
        parts.reverse()
    others = _links(draw, 6, 14, "<a>{}</a> ")
    return (
        f"<div class=banner><img src=/b.jpg></div><div>{_links(draw, 6, 10, '{} | ')}</div>"
        f"{''.join(parts)}<div>{others}</div><div align=center>{draw.words(8, 25)}<br>{draw.words(3, 9)}</div>"
    )


def _wiki(draw: Draw, items: list[Item], records: str) -> str:
    """Action bars above and below, portlets, a paragraph of introduction."""
    portlets = "".join(
        f"<div class=portlet><h5>{draw.words(1, 1)}</h5><ul>{_links(draw, 3, 8, '<li>{}</li>')}</ul></div>"
        for _ in range(draw.number(2, 4))
    )
    bar = f"<div class=action-bar>{_links(draw, 2, 4, '{} ')}</div>"
    said = f"<p>{draw.words(10, 40)}</p>" if draw.often(0.4) else ""
    return (
        f"<div id=globalWrapper><div id=content>{bar}<h1>{draw.words(1, 3)}</h1>{said}"
        f"{_said(draw, items)}{records}{_pages(draw)}{bar}</div><div id=col>{portlets}</div></div>"
    )


def _app(draw: Draw, items: list[Item], records: str) -> str:
    """Boxes without names; paid entries in front, queries of others behind."""
    paid = _offers(draw) if draw.often(0.5) else ""
    more = _asked_too(draw) if draw.often(0.6) else ""
    main = f"{_said(draw, items)}{paid}{records}{more}{_pages(draw)}"
    for _ in range(draw.number(1, 4)):
        main = f"<div>{main}</div>"
    tabs = _links(draw, 4, 7, "<div role=tab>{}</div>")
    return (
        f"<header><div><input name=q></div><div role=tablist>{tabs}</div></header><div>{main}"
        f"<div>{_facets(draw) if draw.often(0.3) else ''}</div></div><footer>{_links(draw, 4, 12, '{}')}</footer>"
    )


def _gateway(draw: Draw, items: list[Item], records: str) -> str:
    """A heading, what was asked, the list, the programs that made it."""
    return (
        f"<h2>{draw.words(1, 4)}</h2><form action=/cgi-bin/q><input name=words size=30> "
        f"<input type=submit></form><hr>{_said(draw, items)}{records}{_pages(draw)}<hr>"
        f"<address>{draw.words(2, 6)} <a href=mailto:x>{draw.words(1, 2)}</a></address>"
    )


def frame(draw: Draw, items: list[Item], records: str) -> str:
    """A page around records."""
    build = draw.random.choice([_catalogue, _catalogue, _ministry, _wiki, _app, _app, _gateway])
    turn = " dir=rtl" if draw.language == "ar" else ""
    body = build(draw, items, records)
    return f"<!doctype html><html{turn}><title>{draw.words(1, 4)}</title><body>{body}</body></html>"
