"""The other half of ``searches``: other lists and other frames, kept unseen while rules were made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.searches import shorten

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def used_cars(draw: Draw, items: list[Item]) -> str:
    """Cars: picture, name, price, a list of facts."""
    shorten(draw, items)
    out = []
    for item in items:
        facts = (item.day, f"{draw.number(1, 200)} km", item.place, f"{draw.number(40, 300)} kW")
        pairs = "".join(f"<li>{fact}</li>" for fact in facts[: draw.number(2, 4)])
        out.append(
            f"<div{draw.named('car', 'vehicle', 'row', 'offer')}>"
            + item.put(
                f"<img src=/c/{item.code}.jpg><div><h2>{draw.link(item)}</h2><ul>{pairs}</ul></div>"
                f"<div class=price>{item.price}</div>"
            )
            + "</div>"
        )
    return f"<div{draw.named('cars')}>{''.join(out)}</div>"


def tenders(draw: Draw, items: list[Item]) -> str:
    """Tenders: cells of several lines, rows of two looks."""
    shorten(draw, items)
    looks = draw.random.choice([("", ""), (" class=rowA", " class=rowB"), (" bgcolor=#eee", "")])
    return (
        "<table border=0>"
        + "".join(
            f"<tr{looks[n % 2]}>"
            + item.put(
                f"<td>{item.code}<br>{item.day}</td><td>{draw.link(item)}<br>{item.who}</td>"
                f"<td>{item.place}<br>{draw.date()}</td>"
            )
            + "</tr>"
            for n, item in enumerate(items)
        )
        + "</table>"
    )


def museum(draw: Draw, items: list[Item]) -> str:
    """Objects: figures with captions."""
    shorten(draw, items)
    return (
        "<div class=grid>"
        + "".join(
            "<figure>"
            + item.put(
                f"<a href=/o/{item.code}><img src=/o/{item.code}.jpg></a>"
                f"<figcaption><strong>{item.title}</strong> <span>{item.who}</span> "
                f"<span>{item.day}</span></figcaption>"
            )
            + "</figure>"
            for item in items
        )
        + "</div>"
    )


def answers(draw: Draw, items: list[Item]) -> str:
    """Questions: counts at the side, heading, who asked; no excerpt."""
    shorten(draw, items)
    return "".join(
        f"<section{draw.named('question')}>"
        + item.put(
            f"<span>{item.number}</span><span>{draw.number(0, 9)}</span>"
            f"<h3>{draw.link(item)}</h3><p>{item.who}, <time>{item.day}</time></p>"
        )
        + "</section>"
        for item in items
    )


def gazette(draw: Draw, items: list[Item]) -> str:
    """Notices of a gazette: paragraphs with a bold name and line breaks."""
    shorten(draw, items)
    return "".join(
        "<p>"
        + item.put(
            f"<b>{draw.link(item)}</b><br>{item.place}, {item.day}<br>"
            f"{draw.words(3, 10)} {item.code}"
        )
        + "</p>"
        for item in items
    )


def datasets(draw: Draw, items: list[Item]) -> str:
    """Data sets: heading, a note, formats as a list of links."""
    shorten(draw, items)
    out = []
    for item in items:
        formats = "".join(
            f"<li><a href=/f/{item.code}>{form}</a></li>"
            for form in ("CSV", "PDF", "XML", "JSON")[: draw.number(1, 4)]
        )
        out.append(
            f"<li{draw.named('dataset')}>"
            + item.put(
                f"<div><h3>{draw.link(item)}</h3><div>{draw.words(4, 14)}</div></div>"
                f"<ul>{formats}</ul>"
            )
            + "</li>"
        )
    return f"<ul class=unstyled>{''.join(out)}</ul>"


def old_books(draw: Draw, items: list[Item]) -> str:
    """A bookseller of 2001: a table for each book, lines of a font between rules."""
    shorten(draw, items)
    return "<hr>".join(
        "<table width=600>"
        + item.put(
            f"<tr><td><font size=2><b>{item.who}</b></font></td><td align=right>{item.price}</td>"
            f"</tr><tr><td colspan=2><font size=2>{draw.link(item)}. {item.place}, {item.day}."
            f"</font></td></tr>"
        )
        + "</table>"
        for item in items
    )


def hotels(draw: Draw, items: list[Item]) -> str:
    """Hotels: picture, name, distance, mark with a word, price for a night."""
    shorten(draw, items)
    tag = draw.one("article", "li", "div")
    return "".join(
        f"<{tag} class=hotel>"
        + item.put(
            f"<div><img src=/h/{item.code}.jpg></div><div><h3>{draw.link(item)}</h3>"
            f"<span>{item.place}</span> <span>{draw.number(1, 9)} km</span></div>"
            f"<div><b>{draw.number(5, 9)}.{draw.number(0, 9)}</b> {draw.words(1, 1)}</div>"
            f"<div>{item.price}</div>"
        )
        + f"</{tag}>"
        for item in items
    )


def physicians(draw: Draw, items: list[Item]) -> str:
    """People with addresses, one link each, no date."""
    shorten(draw, items)
    out = []
    for item in items:
        phone = f"<div>Tel. {draw.number(1000, 9999)} {item.number}</div>" if item.some else ""
        out.append(
            "<div itemscope>"
            + item.put(
                f"<strong>{draw.link(item)}</strong><div>{draw.words(1, 2)}</div>"
                f"<div>{item.place} {item.number}</div>{phone}"
            )
            + "</div>"
        )
    return f"<div{draw.named('people')}>{''.join(out)}</div>"


def programme(draw: Draw, items: list[Item]) -> str:
    """Events under the heading of their day."""
    shorten(draw, items)
    out = []
    for n, item in enumerate(items):
        if n == 0 or draw.often(0.3):
            out.append(f"<h3>{draw.date()}</h3>")
        out.append(
            "<div class=event>"
            + item.put(
                f"<span>{draw.number(10, 23)}:00</span> {draw.link(item)} <em>{item.place}</em>"
                f"<p>{draw.words(3, 12)}</p>"
            )
            + "</div>"
        )
    return f"<div class=days>{''.join(out)}</div>"


def encyclopedia(draw: Draw, items: list[Item]) -> str:
    """Articles: heading, a cut text with the words found, size and date."""
    shorten(draw, items)
    return (
        "<ul class=mw-hits>"
        + "".join(
            "<li>"
            + item.put(
                f"<div>{draw.link(item)}</div><div>{draw.words(6, 20)} <b>{draw.words(1, 1)}</b> ..."
                f"</div><div>{draw.number(1, 90)} KB ({item.number}) - {item.day}</div>"
            )
            + "</li>"
            for item in items
        )
        + "</ul>"
    )


def parliament(draw: Draw, items: list[Item]) -> str:
    """Papers of a parliament: a term for the title, details of it behind."""
    shorten(draw, items)
    out = []
    for item in items:
        title, facts = (
            f"<dt>{draw.link(item)}</dt>",
            f"<dd>{item.who} | {item.day} {item.code}</dd>",
        )
        item.put(title + facts)
        out.append(title + facts)
    return f"<dl{draw.named('papers')}>{''.join(out)}</dl>"


LAYOUTS: list[Layout] = [
    used_cars,
    tenders,
    museum,
    answers,
    gazette,
    datasets,
    old_books,
    hotels,
    physicians,
    programme,
    encyclopedia,
    parliament,
]


def _promoted(draw: Draw) -> str:
    """News of the house, guides, things seen before: two to five, with much text."""
    tag = draw.one("li", "article", "div", "section")
    head, tail = draw.often(0.6), draw.often(0.5)
    parts = "".join(
        f"<{tag}>"
        + (f"<img src=/n/{n}.png>" if head else "")
        + f"<strong>{draw.words(2, 5)}</strong> <p>{draw.words(10, 35)}</p>"
        + (f"<a href=/n/{n}>{draw.words(1, 2)}</a>" if tail else "")
        + f"</{tag}>"
        for n in range(draw.number(2, 5))
    )
    return f"<div{draw.named('promoted', 'news', 'tips', 'more')}>{parts}</div>"


def _recent(draw: Draw) -> str:
    """A column of dated lines."""
    lines = "".join(
        f"<li><a href=/x/{n}>{draw.words(3, 9)}</a> <span>{draw.date()}</span></li>"
        for n in range(draw.number(3, 8))
    )
    return f"<h4>{draw.words(1, 2)}</h4><ul>{lines}</ul>"


def _questions(draw: Draw) -> str:
    """Help in questions and answers."""
    pairs = "".join(
        f"<dt>{draw.words(3, 8)}?</dt><dd>{draw.words(10, 30)}</dd>"
        for _ in range(draw.number(2, 5))
    )
    return f"<dl>{pairs}</dl>"


def _filters(draw: Draw) -> str:
    groups = "".join(
        f"<fieldset><legend>{draw.words(1, 1)}</legend>"
        + "".join(
            f"<div><input type=radio name=g{n}> <a href='?g{n}={k}'>{draw.words(1, 3)}</a> "
            f"<small>{draw.number(1, 900)}</small></div>"
            for k in range(draw.number(2, 9))
        )
        + "</fieldset>"
        for n in range(draw.number(1, 4))
    )
    return f"<form>{groups}</form>"


def frame(draw: Draw, items: list[Item], records: str) -> str:
    """A page of a search; its boxes come in any order before and behind the list."""
    head = []
    if draw.often(0.5):
        head.append(f"<h2>{draw.words(1, 3)}: <em>{draw.words(1, 2)}</em></h2>")
    if draw.often(0.6):
        total = len(items) if draw.often(0.5) else draw.number(len(items), 900)
        head.append(f"<div class=summary><strong>{total}</strong> {draw.words(1, 2)}</div>")
    if draw.often(0.4):
        head.append("".join(f" <a href='?o={n}'>{draw.words(1, 1)}</a>" for n in range(3)))
    pages = "".join(f"<li><a href='?s={n}0'>{n}</a></li>" for n in range(1, draw.number(3, 8)))
    tail = f"<ul class=pagination>{pages}</ul>" if draw.often(0.4) else ""
    main = f"{''.join(head)}{records}{tail}"
    if draw.often(0.5):
        main = draw.one("<main>{}</main>", "<div role=main>{}</div>", "<article>{}</article>",
                        "<div class=wrapper>{}</div>").format(main)  # fmt: skip
    boxes = [_promoted, _promoted, _recent, _questions, _filters]
    draw.random.shuffle(boxes)
    before = "".join(f"<div>{box(draw)}</div>" for box in boxes[:2] if draw.often(0.35))
    behind = "".join(
        draw.one("<div>{}</div>", "<aside>{}</aside>", "<section>{}</section>").format(box(draw))
        for box in boxes[2:]
        if draw.often(0.35)
    )
    menu = " ".join(f"<a href=/m/{n}>{draw.words(1, 2)}</a>" for n in range(draw.number(4, 10)))
    seek = f"<form role=search><input name=query value='{draw.words(1, 1)}'></form>"
    legal = " | ".join(f"<a href=/i/{n}>{draw.words(1, 2)}</a>" for n in range(draw.number(2, 7)))
    body = f"<header>{menu}{seek}</header>{before}{main}{behind}<p>{legal}</p>"
    return f"<!doctype html><html><title>{draw.words(1, 3)}</title><body>{body}</body></html>"
