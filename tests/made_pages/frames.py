"""What stands around the records of a page: menus, facets, clouds, pagers, teasers, footers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw


def _links(draw: Draw, low: int, high: int, tag: str = "li", long: int = 3) -> str:
    shut = f"</{tag}>" if tag else " "
    return "".join(
        f"{f'<{tag}>' if tag else ''}<a href=/n/{n}>{draw.words(1, long)}</a>{shut}"
        for n in range(draw.number(low, high))
    )


def menu(draw: Draw) -> str:
    made = draw.one(" class=nav", " id=menu", "", " class='topbar clearfix'")
    return draw.one(
        f"<div{made}><ul>{_links(draw, 4, 12)}</ul></div>",
        f"<nav><ul>{_links(draw, 4, 12)}</ul></nav>",
        f"<table width='100%'><tr>{_links(draw, 4, 9, 'td')}</tr></table>",
        f"<p>{' | '.join(_links(draw, 1, 1, '') for _ in range(6))}</p>",
    )


def large_menu(draw: Draw) -> str:
    """A menu whose entries have a line of description each."""
    entries = "".join(
        f"<li><a href=/m/{n}>{draw.words(1, 3)}</a><p>{draw.words(4, 12)}</p></li>"
        for n in range(draw.number(4, 9))
    )
    return f"<div{draw.one('', ' class=mega', ' id=header')}><ul>{entries}</ul></div>"


def facets(draw: Draw) -> str:
    """Boxes of links with counts, perhaps more than there are records."""
    boxes = "".join(
        f"<div><h4>{draw.words(1, 2)}</h4><ul>"
        + "".join(
            f"<li><a href='?f={n}'>{draw.words(1, 2)}</a> ({draw.number(1, 999)})</li>"
            for n in range(draw.number(3, 20))
        )
        + "</ul></div>"
        for _ in range(draw.number(1, 4))
    )
    return f"<div{draw.one(' class=facets', ' id=sidebar', '', ' class=left')}>{boxes}</div>"


def cloud(draw: Draw) -> str:
    words = " ".join(
        f"<a href=/tag/{n} style='font-size:{draw.number(8, 30)}pt'>{draw.words(1, 1)}</a>"
        for n in range(draw.number(20, 80))
    )
    return f"<div{draw.one(' class=tagcloud', '')}>{words}</div>"


def teasers(draw: Draw) -> str:
    """News beside: title, date, a line."""
    made = draw.one(" class=news", " class='side widget'", "")
    entries = "".join(
        f"<div{made}><h5><a href=/news/{n}>{draw.words(2, 6)}</a></h5><small>{draw.date()}</small>"
        f"<p>{draw.words(5, 15)}</p></div>"
        for n in range(draw.number(2, 5))
    )
    return f"<div{draw.one('', ' class=right', ' id=aside')}>{entries}</div>"


def calendar(draw: Draw) -> str:
    rows = "".join(
        "<tr>"
        + "".join(f"<td><a href=/d/{w * 7 + d}>{w * 7 + d + 1}</a></td>" for d in range(7))
        + "</tr>"
        for w in range(5)
    )
    return f"<table class=cal><caption>{draw.date()}</caption>{rows}</table>"


def search_form(draw: Draw) -> str:
    options = "".join(f"<option>{draw.words(1, 1)}" for _ in range(draw.number(3, 30)))
    return (
        f"<form action=/s><input name=q value='{draw.words(1, 1)}'><select name=c>{options}</select>"
        f"<input type=submit></form>"
    )


def stated(draw: Draw) -> str:
    return draw.one("<p>{}</p>", "<div>{}</div>", "<h1>{}</h1>", "<b>{}</b><br>").format(
        f"{draw.words(1, 3)} 1 - {draw.number(10, 30)} / {draw.number(30, 9999)}"
    )


def pager(draw: Draw) -> str:
    """Pages, perhaps more of them than records."""
    numbers = range(1, draw.number(5, 30))
    link = "<a href='?p={0}'>{0}</a>".format
    return draw.one(
        "<div>" + " ".join(map(link, numbers)) + "</div>",
        "<ul class=pagination>" + "".join(f"<li>{link(n)}</li>" for n in numbers) + "</ul>",
        "<table><tr>" + "".join(f"<td>{link(n)}</td>" for n in numbers) + "</tr></table>",
        f"<p><a href='?p=2'>{draw.words(1, 2)} &raquo;</a></p>",
    )


def related(draw: Draw) -> str:
    asked = _links(draw, 4, 12, draw.one("li", "div", "td", "p"), 4)
    return f"<div><h3>{draw.words(1, 3)}</h3>{asked}</div>"


def footer(draw: Draw) -> str:
    columns = "".join(
        f"<div><h4>{draw.words(1, 2)}</h4><ul>{_links(draw, 3, 9)}</ul></div>"
        for _ in range(draw.number(2, 5))
    )
    return draw.one(
        f"<div{draw.one('', ' class=footer', ' id=bottom')}>{columns}<p>&copy; {draw.words(5, 30)}</p></div>",
        f"<footer>{columns}</footer>",
        f"<hr><p>{draw.words(4, 20)} <a href=/i>{draw.words(1, 2)}</a></p>",
    )


def script(draw: Draw) -> str:
    data = ",".join(f'{{"t":"{draw.words(1, 3)}","u":"/x/{n}"}}' for n in range(draw.number(3, 30)))
    return f"<script type='application/json'>[{data}]</script><script>var d=[{data}];</script>"


ABOVE = [menu, large_menu, search_form, stated, script, facets]
BESIDE = [facets, cloud, teasers, calendar, menu]
BELOW = [pager, related, footer, script, teasers, cloud]
SHARE = 0.4


def framed(draw: Draw, records: str) -> str:
    """A page around the records."""
    for _ in range(draw.number(0, 3)):
        made = draw.one("", " class=main", " id=content", " class=wrap", " class=inner")
        records = f"<div{made}>{records}</div>"
    above = "".join(part(draw) for part in ABOVE if draw.often(SHARE))
    left = "".join(part(draw) for part in BESIDE if draw.often(SHARE / 2))
    right = "".join(part(draw) for part in BESIDE if draw.often(SHARE / 2))
    below = "".join(part(draw) for part in BELOW if draw.often(SHARE))
    if draw.often(0.2):
        middle = f"<table><tr><td>{left}</td><td>{records}</td><td>{right}</td></tr></table>"
    else:
        left, right = (part and f"<div>{part}</div>" for part in (left, right))
        middle = f"{left}{records}{right}"
    turn = " dir=rtl" if draw.language == "ar" else ""
    title = draw.words(1, 4)
    return f"<!doctype html><html{turn}><title>{title}</title><body>{above}{middle}{below}</body></html>"
