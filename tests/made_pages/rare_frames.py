"""Four builds of pages around a list: a workbench, a portal with long facets, a plain page, an app."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item


def letters(draw: Draw, items: list[Item]) -> None:
    """Marks of records in letters: what stands beside them then has digits as often as they."""
    for item in items:
        mark = "".join(draw.one(*"bcdfghjkmnpqrstvwxz") for _ in range(5))
        item.title = f"{' '.join(item.title.split(' ')[:-1])} {mark}".capitalize()
        item.about = f"{' '.join(item.about.split(' ')[:-1])} {mark[::-1]}."


def _list(draw: Draw, low: int, high: int, form: str) -> str:
    return "".join(form.format(n, draw.words(1, 3)) for n in range(draw.number(low, high)))


def _facets(draw: Draw) -> str:
    """Facets with boxes to tick and counts, longer than many lists of hits."""
    groups = "".join(
        f"<fieldset><legend>{draw.words(1, 2)}</legend><ul>"
        + "".join(
            f"<li><input type=checkbox id=f{n}><label for=f{n}>{draw.words(1, 3)}</label> "
            f"<span>{draw.number(1, 2000)}</span></li>"
            for n in range(draw.number(4, 16))
        )
        + "</ul></fieldset>"
        for _ in range(draw.number(2, 6))
    )
    return f"<div{draw.one('', ' class=narrow', ' id=limits', ' class=facet-box')}>{groups}</div>"


def _viewed(draw: Draw) -> str:
    """What was looked at before: name, a line, a day."""
    parts = "".join(
        f"<div><a href=/v/{n}>{draw.words(2, 6)}</a><div>{draw.words(1, 4)}, {draw.date()}</div></div>"
        for n in range(draw.number(2, 6))
    )
    return f"<div{draw.one('', ' class=history', ' class=box')}><h4>{draw.words(1, 3)}</h4>{parts}</div>"


def _liked(draw: Draw) -> str:
    """Cards of what others liked, with picture, name, text."""
    parts = "".join(
        f"<div class=tile><img src=/k/{n}.jpg><h5><a href=/k/{n}>{draw.words(2, 6)}</a></h5>"
        f"<p>{draw.words(5, 25)}</p></div>"
        for n in range(draw.number(3, 6))
    )
    return f"<div><h3>{draw.words(2, 4)}</h3><div>{parts}</div></div>"


def _form(draw: Draw) -> str:
    """A form of three rows of box, field and operator."""
    options = "".join(f"<option>{draw.words(1, 2)}" for _ in range(draw.number(4, 9)))
    rows = "".join(
        f"<div><select name=f{n}>{options}</select> <input name=q{n}> <select name=o{n}><option>+"
        "<option>-</select></div>"
        for n in range(draw.number(1, 3))
    )
    return f"<form action=/find>{rows}<input type=submit value='{draw.words(1, 1)}'></form>"


def _summary(draw: Draw, items: list[Item]) -> str:
    total = max(len(items), draw.number(1, 4000)) if len(items) > 9 else len(items)
    return draw.one(
        f"<p>{draw.words(1, 2)} <b>1</b> - <b>{len(items)}</b> / <b>{total}</b></p>",
        f"<h2>{total} {draw.words(1, 2)}</h2>",
        f"<div>{draw.words(2, 5)}: {total}</div>",
        "",
    )


def _pages(draw: Draw) -> str:
    return draw.one(
        "<p>"
        + " | ".join(f"<a href='?b={n}1'>{n * 10 + 1}-{n * 10 + 10}</a>" for n in range(1, 8))
        + "</p>",
        "<nav><ol>"
        + "".join(f"<li><a href='?p={n}'>{n}</a></li>" for n in range(1, 8))
        + "</ol></nav>",
        f"<a href='?p=2'>{draw.words(1, 2)}</a>",
        "",
    )


def _workbench(draw: Draw, items: list[Item], records: str) -> str:
    """A tree of tables at the left, tabs, a box with the query, its time below."""
    tree = "".join(
        f"<div>[{draw.words(1, 1)}] <a href='?t={n}'>{draw.words(1, 2)}</a></div>"
        for n in range(draw.number(4, 30))
    )
    tabs = "".join(
        f"<a href='?v={n}' class=tab>{draw.words(1, 1)}</a>" for n in range(draw.number(4, 8))
    )
    query = f"<div class=confirm><b>{draw.words(2, 4)}</b> ({draw.number(1, 9)} ms)<br><span>{draw.words(4, 9)}</span></div>"
    return (
        f"<table><tr><td valign=top class=left>{tree}</td><td valign=top>{tabs}<div>{query}"
        f"{_summary(draw, items)}{records}{_pages(draw)}</div><br><span>{draw.words(3, 8)}</span>"
        "</td></tr></table>"
    )


def _portal(draw: Draw, items: list[Item], records: str) -> str:
    """Facets at one side, things seen and liked at any place."""
    side = _facets(draw) + (_viewed(draw) if draw.often(0.4) else "")
    main = f"{_summary(draw, items)}{records}{_pages(draw)}"
    parts = [f"<div>{side}</div>", f"<div{draw.one('', ' class=hits', ' id=main')}>{main}</div>"]
    if draw.often(0.5):
        parts.reverse()
    liked = _liked(draw) if draw.often(0.3) else ""
    menu = f"<ul>{_list(draw, 4, 9, '<li><a href=/m/{}>{}</a></li>')}</ul>"
    return f"{menu}{_form(draw)}{''.join(parts)}{liked}<p>&copy; {draw.words(3, 12)}</p>"


def _plain(draw: Draw, items: list[Item], records: str) -> str:
    """A heading, a form, what was found, a line of links."""
    links = _list(draw, 2, 7, "<a href=/l/{}>{}</a> ")
    asked = _form(draw) if draw.often(0.6) else ""
    said = f"<p>{draw.words(8, 40)}</p>" if draw.often(0.4) else ""
    return (
        f"<h1>{draw.words(1, 4)}</h1>{asked}{said}{_summary(draw, items)}{records}{_pages(draw)}"
        f"<hr>{links}"
    )


def _application(draw: Draw, items: list[Item], records: str) -> str:
    """Boxes in boxes, a banner, a sign-up, columns of links; cards of recommendations."""
    banner = f"<div role=dialog><p>{draw.words(15, 40)}</p><button>OK</button></div>"
    menu = _list(draw, 4, 8, "<div><a href=/m/{}>{}</a></div>")
    columns = "".join(
        f"<div><strong>{draw.words(1, 2)}</strong>{_list(draw, 3, 7, '<div><a href=/c/{}>{}</a></div>')}</div>"
        for _ in range(draw.number(2, 5))
    )
    liked = _liked(draw) if draw.often(0.5) else ""
    seen = _viewed(draw) if draw.often(0.3) else ""
    before, behind = (liked, seen) if draw.often(0.2) else (seen, liked)
    main = f"{_summary(draw, items)}{records}{_pages(draw)}"
    for _ in range(draw.number(1, 5)):
        main = f"<div>{main}</div>"
    return (
        f"{banner}<div>{menu}</div><div>{before}<div>{main}</div>{behind}</div><div><p>{draw.words(6, 20)}"
        f"</p><input name=mail></div><div>{columns}</div>"
    )


def frame(draw: Draw, items: list[Item], records: str) -> str:
    """A page around records."""
    build = draw.random.choice([_workbench, _portal, _portal, _plain, _application, _application])
    turn = " dir=rtl" if draw.language == "ar" else ""
    body = build(draw, items, records)
    return f"<!doctype html><html{turn}><title>{draw.words(1, 4)}</title><body>{body}</body></html>"
