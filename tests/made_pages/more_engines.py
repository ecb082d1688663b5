"""Lists as known engines write them, the half that is measured before and when rules stand.

Written together with ``engines``; both stand in the pages of ``engine_frames``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.searches import shorten

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def link_news(draw: Draw, items: list[Item]) -> str:
    """Links that were voted for: a row of rank, arrow and title, a row of points, a spacer."""
    words = [draw.words(1, 1) for _ in range(3)]
    rows = []
    for n, item in enumerate(items):
        site = (
            f" <span class=sitebit>(<a href=/from/{n}>{draw.words(1, 1)}.test</a>)</span>"
            if item.some
            else ""
        )
        rows.append(
            f"<tr class=athing id={item.code}>"
            + item.put(
                f"<td class=title align=right><span class=rank>{n + 1}.</span></td><td class=votelinks><a href=/v/{n}>"
                f"<div class=votearrow></div></a></td><td class=title><span class=titleline>{draw.link(item)}{site}"
                f"</span></td></tr><tr><td colspan=2></td><td class=subtext><span>{item.number} {words[0]}</span> "
                f"{words[1]} <a href=/u/{n}>{item.who}</a> <a href=/i/{n}>{item.day}</a> | <a href=/i/{n}>"
                f"{draw.number(0, 400)} {words[2]}</a></td>"
            )
            + "</tr><tr class=spacer style='height:5px'></tr>"
        )
    return f"<table border=0 class=itemlist>{''.join(rows)}<tr class=morespace></tr></table>"


def law_reports(draw: Draw, items: list[Item]) -> str:
    """Cases found: numbered lines of link, court in small, share of relevance, excerpt of some."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        said = (
            f"<br><font size=-1>... {item.about} ...</font>"
            if draw.always("excerpts", 0.5) or item.some
            else ""
        )
        parts.append(
            f"<li value={n + 1}>"
            + item.put(
                f"<a href=/au/cases/{item.code}.html>{item.title} [{draw.number(1950, 2025)}] {draw.same('court', 'HCA', 'EWCA', '最高法')}"
                f" {item.number}</a><br><small>({item.place}; {item.day}; {draw.number(10, 100)}%)</small>{said}"
            )
            + "</li>"
        )
    return f"<ol>{''.join(parts)}</ol>"


def papers_in_boxes(draw: Draw, items: list[Item]) -> str:
    """Papers of a national index: each a form row with a box and a definition list without terms."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        abstract = f"<dd class=item_snippet>{item.about}</dd>" if item.some else ""
        buttons = "".join(
            f"<li><a class=item_linkbtn href=/l/{n}/{k}>{draw.same(f'btn{k}', 'DOI', 'Web', '機関', 'PDF')}</a></li>"
            for k in range(draw.number(0, 3))
        )
        parts.append(
            "<li>"
            + item.put(
                f"<div class=selectarea><input type=checkbox name=cb value={n}></div><div class=listitem>"
                f"<dl class=paper_class><dt class=item_mainTitle>{draw.link(item)}</dt><dd class=item_subData>"
                f"<p class=item_authordata>{item.who}</p><p class=item_journaldata>{item.place} {item.number}, {item.day}</p>"
                f"</dd>{abstract}</dl><ul class=item_linkbtns>{buttons}</ul></div>"
            )
            + "</li>"
        )
    return f"<form><ul class=resultlist>{''.join(parts)}</ul></form>"


def auctions(draw: Draw, items: list[Item]) -> str:
    """Goods: an empty first item, notices and a heading of weaker hits as items of other classes."""
    shorten(draw, items)
    parts = [
        f"<li class='s-item s-item__pl'><div class=s-item__image></div><div><a href=/shop><span>{draw.words(2, 3)}</span></a></div></li>"
    ]
    cut = draw.number(1, len(items))
    for n, item in enumerate(items):
        lines = f"<span class=s-item__ship>+{draw.number(1, 20)}.00</span>" if item.some else ""
        sold = (
            f"<span class=s-item__hot>{item.number} {draw.same('sold', 'sold', 'verkauft', '已售')}</span>"
            if draw.often(0.4)
            else ""
        )
        parts.append(
            "<li class='s-item s-item__pl'>"
            + item.put(
                f"<div class=s-item__image><a href=/itm/{item.code}><img src=/i/{item.code}.webp></a></div><div class=s-item__info>"
                f"<a href=/itm/{item.code}><div role=heading>{item.title}</div></a><div><span>{item.place}</span></div>"
                f"<div class=s-item__detail><span class=s-item__price>{item.price}</span></div>{lines}{sold}</div>"
            )
            + "</li>"
        )
        if n + 1 == cut:
            parts.append(f"<li class=srp-river-answer><h3>{draw.words(4, 9)}</h3></li>")
    return f"<div id=srp-river-results><ul class=srp-results>{''.join(parts)}</ul></div>"


def deposits(draw: Draw, items: list[Item]) -> str:
    """Deposits of a university: number, citation of running text with the title inside, icons."""
    shorten(draw, items)
    rows = []
    for n, item in enumerate(items):
        people = " and ".join(
            f"<span class=person_name>{draw.words(1, 2).title()}</span>"
            for _ in range(draw.number(1, 4))
        )
        icons = "".join(
            f"<a href=/id/{item.code}/{k}><img src=/style/{k}.png></a>"
            for k in range(draw.number(0, 3))
        )
        rows.append(
            "<tr class=ep_search_result>"
            + item.put(
                f"<td style='padding-left:.5em'>{n + 1}.</td><td>{people} ({item.day}) <a href=/id/{item.code}><em>{item.title}.</em></a>"
                f" {item.place}, {item.number}. {'ISSN ' + item.code if item.some else ''}</td><td>{icons}</td>"
            )
            + "</tr>"
        )
    return f"<table class=ep_paginate_list width=100%>{''.join(rows)}</table>"


def calendar_list(draw: Draw, items: list[Item]) -> str:
    """Events: a heading for each month, a tag of the day beside, a card with time, title, place."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        if n == 0 or draw.often(0.3):
            parts.append(
                f"<h2 class=month-separator><time>{draw.words(1, 1)} {draw.number(2020, 2026)}</time></h2>"
            )
        picture = f"<div class=event-image><a href=/e/{item.code}><img src=/e/{n}.jpg></a></div>"
        cost = f"<div class=event-cost><span>{item.price}</span></div>"
        parts.append(
            "<div class=calendar-row>"
            + item.put(
                f"<div class=date-tag><time><span>{draw.words(1, 1)[:3]}</span><span>{draw.number(1, 31)}</span></time></div>"
                f"<div class=event-wrap><article class=event>{picture * draw.often(0.5)}<div><header><time>{draw.number(8, 20)}:00 - "
                f"{draw.number(21, 23)}:30</time><h3>{draw.link(item)}</h3><address><span>{item.place}</span> {item.who}</address></header>"
                f"<div class=event-text><p>{item.about}</p></div>{cost * item.some}</div></article></div>"
            )
            + "</div>"
        )
    return f"<div class=calendar-list>{''.join(parts)}</div>"


def substances(draw: Draw, items: list[Item]) -> str:
    """Substances: a table of labels and values for each, formulas with small digits, other names."""
    shorten(draw, items)
    labels = [draw.words(1, 2) for _ in range(4)]
    parts = []
    for item in items:
        formula = "".join(
            f"{atom}<sub>{draw.number(2, 30)}</sub>"
            for atom in draw.random.sample(["C", "H", "N", "O", "S"], draw.number(2, 4))
        )
        names = ", ".join(draw.words(1, 1) for _ in range(draw.number(0, 6)))
        values = [item.code, formula, names or "-", item.number]
        rows = "".join(
            f"<tr><td class=lbl>{label}</td><td>{value}</td></tr>"
            for label, value in zip(labels, values, strict=True)
        )
        parts.append(
            f"<div{draw.named('compound', 'compound', 'rslt', 'result')}>"
            + item.put(
                f"<a href=/c/{item.code}><img src=/s/{item.code}.png></a><b>{draw.link(item)}</b><table>{rows}</table>"
            )
            + "</div>"
        )
    return f"<div>{''.join(parts)}</div>"


def file_index(draw: Draw, items: list[Item]) -> str:
    """An archive's index as preformatted text: picture, name, day, size; the parent above."""
    lines = [f"<img src=/icons/back.gif> <a href=/>Parent</a>{' ' * 30}-"]
    for item in items:
        gap = " " * draw.number(2, 12)
        lines.append(
            item.put(
                f"<img src=/icons/text.gif alt='[   ]'> {draw.link(item)}{gap}{item.day} {draw.number(0, 23):02}:{draw.number(10, 59)}  {item.number}K"
            )
        )
    heads = " ".join(f"<a href='?C={x}'>{draw.words(1, 1)}</a>   " for x in "NMSD")
    body = "\n".join(lines)
    return f"<pre><img src=/icons/blank.gif> {heads}<hr>{body}\n<hr></pre>"


def finding_aids(draw: Draw, items: list[Item]) -> str:
    """An archive's descriptions: level, title, reference and dates, where in the hierarchy; boxes."""
    shorten(draw, items)
    level = [draw.words(1, 1) for _ in range(3)]
    parts = []
    for item in items:
        above = "".join(
            f"<li><a href=/f/{k}>{draw.words(1, 4)}</a></li>" for k in range(draw.number(1, 4))
        )
        scope = f"<div class=text-block><p>{item.about}</p></div>" if item.some else ""
        parts.append(
            "<article class=search-result>"
            + item.put(
                f"<div><p class=title>{draw.link(item)}</p><ul class=result-details><li class=reference-code>{item.code}</li>"
                f"<li class=level>{draw.one(*level)}</li><li class=dates>{item.day}</li><li>{item.place}</li></ul>{scope}"
                f"<div class=hierarchy><ul>{above}</ul></div></div>"
            )
            + "</article>"
        )
    return f"<div id=content>{''.join(parts)}</div>"


LAYOUTS: list[Layout] = [
    link_news,
    law_reports,
    papers_in_boxes,
    auctions,
    deposits,
    calendar_list,
    substances,
    file_index,
    finding_aids,
]
