"""The other half of ``unlike``: kept closed while rules were made, measured once at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.searches import shorten

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def agenda(draw: Draw, items: list[Item]) -> str:
    """Events of a month: the cell of a day spans the rows of its events."""
    while len(items) < 6:
        items.append(draw.item())
    rows, at = [], 0
    while at < len(items):
        group = items[at : (at := at + draw.number(1, 4))]
        for n, item in enumerate(group):
            day = f"<th rowspan={len(group)}>{draw.number(1, 28)}</th>" if n == 0 else ""
            row = (
                f"<td>{draw.number(8, 22)}:{draw.number(10, 59)}</td><td>{draw.link(item)}"
                f"<br>{item.place}</td><td>{item.price if item.some else ''}</td>"
            )
            rows.append(f"<tr>{day}{item.put(row)}</tr>")
    return f"<table class=month>{''.join(rows)}</table>"


def judgments(draw: Draw, items: list[Item]) -> str:
    """Decisions in full: a heading, then one to six long paragraphs, all in one parent."""
    shorten(draw, items)
    head = draw.one("h2", "h3", "h4")
    parts = []
    for item in items:
        text = "".join(f"<p>{draw.words(15, 90)}</p>" for _ in range(draw.number(0, 5)))
        parts.append(
            item.put(
                f"<{head}><a href=/j/{item.code}>{item.title}</a></{head}><p class=meta>{item.code}, "
                f"{item.day}</p><p>{item.about}</p>{text}"
            )
        )
    return f"<div{draw.named('court')}>{''.join(parts)}</div>"


def reviews(draw: Draw, items: list[Item]) -> str:
    """Reviews of one thing, of any length; some are answered by the owner."""
    shorten(draw, items)
    parts = []
    for item in items:
        stars = "".join(
            f"<i class='star{' on' if n < item.number % 6 else ''}'></i>" for n in range(5)
        )
        answer = (
            f"<div class=reply><b>{draw.words(1, 2)}</b><p>{draw.words(5, 30)}</p></div>"
            if draw.often(0.3)
            else ""
        )
        text = f"<p>{draw.words(1, 120)}</p>" if draw.often(0.7) else ""
        parts.append(
            "<li itemprop=review>"
            + item.put(
                f"<div class=who><img src=/u/{item.number}.png><span>{item.who}</span></div>"
                f"<div>{stars}<strong>{item.title}</strong><span>{item.day}</span></div>{text}{answer}"
                f"<div class=helpful><a href=#>{draw.same('yes', 'Helpful', 'Ja', '有用')}</a> "
                f"({item.number})</div>"
            )
            + "</li>"
        )
    return f"<ul>{''.join(parts)}</ul>"


def goods_of_two_rows(draw: Draw, items: list[Item]) -> str:
    """Goods in a grid of table cells, each a small table of a picture and a text below."""
    wide = draw.number(2, 4)
    rows = []
    for at in range(0, len(items), wide):
        cells = "".join(
            "<td width=180 valign=top>"
            + item.put(
                f"<table><tr><td align=center><a href=/p/{item.code}><img src=/{item.code}.gif></a>"
                f"</td></tr><tr><td><font face=Arial>{draw.link(item)}<br>{item.place}<br>"
                f"<b>{item.price}</b></font></td></tr></table>"
            )
            + "</td>"
            for item in items[at : at + wide]
        )
        empty = "<td>&nbsp;</td>" * (wide - len(items[at : at + wide]))
        rows.append(f"<tr>{cells}{empty}</tr>")
    return f"<table width='100%'>{''.join(rows)}</table>"


def compounds(draw: Draw, items: list[Item]) -> str:
    """Chemicals: structure, name, formula in raised and lowered digits, synonyms, numbers."""
    shorten(draw, items)
    labels = [draw.words(1, 2) for _ in range(3)]
    parts = []
    for item in items:
        formula = "".join(
            f"{letter}<sub>{draw.number(1, 30)}</sub>" for letter in "CHNO"[: draw.number(1, 4)]
        )
        values = (formula, f"{item.number}.{draw.number(10, 99)} g/mol", item.code)
        facts = "".join(
            f"<dt>{name}</dt><dd>{value}</dd>" for name, value in zip(labels, values, strict=True)
        )
        same = ", ".join(draw.words(1, 2) for _ in range(draw.number(0, 8)))
        parts.append(
            f"<div{draw.named('compound', 'compound', 'hit-box', 'substance')}>"
            + item.put(
                f"<div class=structure><img src=/mol/{item.code}.svg></div><div><h3>"
                f"{draw.link(item)}</h3><dl>{facts}</dl><p class=syn>{same}</p></div>"
            )
            + "</div>"
        )
    return f"<div>{''.join(parts)}</div>"


def bibliography(draw: Draw, items: list[Item]) -> str:
    """Citations: authors and text around a title in italics, links to forms, some abstracts."""
    tag = draw.one("li", "p", "div")
    parts = []
    for item in items:
        links = " ".join(
            f"[<a href=/{form}/{item.code}>{form}</a>]"
            for form in ("pdf", "doi", "bib")[: draw.number(1, 3)]
        )
        more = f"<div class=abs>{draw.words(15, 60)}</div>" if item.some and tag != "p" else ""
        parts.append(
            f"<{tag}{draw.named('cite', 'publication', 'ref', 'csl')}>"
            + item.put(
                f"{item.who}, {draw.words(1, 2)}: <em>{item.title}</em>. {item.place}, {item.day}. "
                f"{links}{more}"
            )
            + f"</{tag}>"
        )
    holder = draw.one("ol", "ul") if tag == "li" else "div"
    return f"<h2>{draw.number(1990, 2025)}</h2><{holder}>{''.join(parts)}</{holder}>"


def mail_archive(draw: Draw, items: list[Item]) -> str:
    """Letters of a list by day: rows of a day's name between rows of letters, in one table."""
    while len(items) < 8:
        items.append(draw.item())
    rows = []
    for n, item in enumerate(items):
        if n == 0 or draw.often(0.25):
            rows.append(f"<tr class=day><td colspan=3><b>{draw.date()}</b></td></tr>")
        rows.append(
            "<tr>"
            + item.put(
                f"<td>{draw.number(0, 23)}:{draw.number(10, 59)}</td><td>{draw.link(item)}"
                + (f" <small>({item.number})</small>" if item.some else "")
                + f"</td><td>{item.who}</td>"
            )
            + "</tr>"
        )
    return f"<table{draw.named('mails', 'archive', 'list')}>{''.join(rows)}</table>"


def staff(draw: Draw, items: list[Item]) -> str:
    """People of an institute: portrait, name, office, room and telephone in lines."""
    shorten(draw, items)
    parts = []
    for item in items:
        lines = [item.place, f"{draw.words(1, 1)} {item.number}", f"+49 {draw.number(100, 999)}"]
        if item.some:
            lines.append(f"<a href='mailto:x{item.code}@h.test'>x{item.code}@h.test</a>")
        body = (
            f"<div class=portrait><img src=/p/{item.code}.jpg></div><div class=text><h3>"
            f"{item.title}</h3><p>{item.who}</p><p>{'<br>'.join(lines)}</p></div>"
        )
        parts.append(f"<div class='vcard col-md-6'>{item.put(body)}</div>")
    if draw.often(0.5):
        parts = [
            f"<div class=row>{''.join(parts[at : at + 2])}</div>" for at in range(0, len(parts), 2)
        ]
    return f"<div class=people>{''.join(parts)}</div>"


def episodes(draw: Draw, items: list[Item]) -> str:
    """Broadcasts: heading, player, length, notes and a list of links that is often long."""
    shorten(draw, items)
    parts = []
    for item in items:
        notes = "".join(
            f"<li><a href=/out/{n}>{draw.words(2, 6)}</a></li>" for n in range(draw.number(0, 8))
        )
        parts.append(
            f"<article id=ep{item.number}>"
            + item.put(
                f"<header><h2>{draw.link(item)}</h2><time>{item.day}</time> <span>"
                f"{draw.number(10, 99)} min</span></header><audio controls></audio>"
                f"<p>{item.about}</p><ul>{notes}</ul>"
            )
            + "</article>"
        )
    return "".join(parts)


def unclosed(draw: Draw, items: list[Item]) -> str:
    """A list typed by hand in 1996: upper case, nothing closed, a line of facts under each name."""
    tag = draw.one("LI", "P", "DT")
    parts = []
    for item in items:
        facts = f"<FONT COLOR=gray>{item.place}, {item.day}</FONT>"
        body = (
            f"<DT><B>{draw.link(item)}</B><DD>{item.who}, {facts}\n"
            if tag == "DT"
            else f"<B>{draw.link(item)}</B> - {item.who}<BR>{facts}\n"
        )
        item.put(body)
        parts.append(body if tag == "DT" else f"<{tag}>{body}")
    holder = {"LI": "UL", "P": "BLOCKQUOTE", "DT": "DL"}[tag]
    return f"<{holder}>{''.join(parts)}</{holder}>"


def web_search(draw: Draw, items: list[Item]) -> str:
    """Hits of a search engine: address, snippet, links into some hits; asked questions between."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        deep = "".join(
            f"<li><a href=/d/{k}>{draw.words(1, 3)}</a></li>" for k in range(draw.number(2, 6))
        )
        parts.append(
            "<div class=g><div>"
            + item.put(
                f"<a href=/r/{item.code}><h3>{item.title}</h3><cite>{item.place.lower()}.test &rsaquo; "
                f"{item.code}</cite></a><div><span>{item.day} - </span>{item.about}</div>"
                + (f"<ul>{deep}</ul>" if draw.often(0.2) else "")
            )
            + "</div></div>"
        )
        if n == 2 and draw.often(0.6):
            asked = "".join(f"<div role=button>{draw.words(4, 9)}?</div>" for _ in range(4))
            parts.append(f"<div class=paa><h4>{draw.words(2, 3)}</h4>{asked}</div>")
    return f"<div id=rso>{''.join(parts)}</div>"


LAYOUTS: list[Layout] = [
    agenda,
    judgments,
    reviews,
    goods_of_two_rows,
    compounds,
    bibliography,
    mail_archive,
    staff,
    episodes,
    unclosed,
    web_search,
]
