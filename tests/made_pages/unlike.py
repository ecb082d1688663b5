"""Lists unlike those of the other sets, the half that may be looked at while rules are made.

Written before any rule was measured on them. The other half is ``more_unlike``; both stand in the
pages of ``unlike_frames``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.searches import shorten

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def timeline(draw: Draw, items: list[Item]) -> str:
    """A chronicle: entries at both sides of a line, years between them."""
    shorten(draw, items)
    sided, parts = draw.often(0.5), []
    for n, item in enumerate(items):
        if n and draw.often(0.15):
            parts.append(f"<li class=year><span>{draw.number(1850, 2020)}</span></li>")
        side = " inverted" if sided and n % 2 else ""
        picture = f"<img src=/c/{n}.jpg alt=''>" if item.some else ""
        parts.append(
            f"<li class='tl-entry{side}'>"
            + item.put(
                f"<div class=badge><time>{item.day}</time></div><div class=panel>{picture}"
                f"<h4>{item.title}</h4><p>{item.about}</p></div>"
            )
            + "</li>"
        )
    return f"<ul{draw.named('line', 'timeline', 'history')}>{''.join(parts)}</ul>"


def glossary(draw: Draw, items: list[Item]) -> str:
    """Terms and explanations in cards, one card for each letter."""
    while len(items) < 8:
        items.append(draw.item())
    cards, at = [], 0
    while at < len(items):
        group = items[at : (at := at + draw.number(1, 6))]
        pairs = "".join(
            item.put(
                f"<dt id=t{item.code}><dfn>{item.title}</dfn></dt><dd>{item.about}"
                + (f" <a href='#t{item.number}'>{draw.words(1, 2)}</a>" if item.some else "")
                + "</dd>"
            )
            for item in group
        )
        letter = chr(65 + len(cards))
        cards.append(f"<div class=card><h3 id={letter}>{letter}</h3><dl>{pairs}</dl></div>")
    return f"<div class=cards>{''.join(cards)}</div>"


def opac_of_1997(draw: Draw, items: list[Item]) -> str:
    """A catalogue in nested tables: number, box to tick, a table of labelled fields, a rule."""
    shorten(draw, items)
    names = [f"{draw.words(1, 1).upper()}:" for _ in range(5)]
    rows = []
    for n, item in enumerate(items):
        values = [item.who, item.title, f"{item.place}, {item.day}", item.code]
        if item.some:
            values.append(draw.words(1, 5))
        fields = "".join(
            f"<TR><TD NOWRAP ALIGN=right><FONT SIZE=-1>{name}</FONT><TD>"
            + (f"<A HREF='/cgi-bin/full?{item.code}'>{value}</A>" if k == 1 else value)
            for k, (name, value) in enumerate(zip(names, values, strict=False))
        )
        rows.append(
            "<TR VALIGN=top>"
            + item.put(
                f"<TD>{n + 1}.<TD><INPUT TYPE=checkbox NAME=m VALUE={n}><TD>"
                f"<TABLE BORDER=0>{fields}</TABLE>"
            )
            + "<TR><TD COLSPAN=3><HR SIZE=1>"
        )
    return f"<FORM><TABLE BORDER=0 WIDTH='100%'>{''.join(rows)}</TABLE></FORM>"


def letters_index(draw: Draw, items: list[Item]) -> str:
    """People under their letter: names with years of life, a few with a note."""
    while len(items) < 10:
        items.append(draw.item())
    parts, at = [], 0
    while at < len(items):
        group = items[at : (at := at + draw.number(1, 7))]
        letter = chr(65 + at % 26)
        lines = "".join(
            "<li>"
            + item.put(
                f"{draw.link(item)} ({draw.number(1700, 1899)}-{draw.number(1900, 1990)})"
                + (f", <i>{item.place}</i>" if item.some else "")
            )
            + "</li>"
            for item in group
        )
        parts.append(
            f"<h2><a name={letter}>{letter}</a></h2><ul>{lines}</ul><p><a href='#top'>&uarr;</a></p>"
        )
    return "".join(parts)


def jobs_with_ads(draw: Draw, items: list[Item]) -> str:
    """Openings; between them advertisements, a box to subscribe, promoted openings of other looks."""
    shorten(draw, items)
    tag, parts = draw.one("li", "div", "article"), []
    for n, item in enumerate(items):
        pay = f"<span class=salary>{item.price}</span>" if item.some else ""
        chips = "".join(f"<li>{draw.words(1, 2)}</li>" for _ in range(draw.number(0, 3)))
        parts.append(
            f"<{tag} class='job-row{' premium' if draw.often(0.15) else ''}'>"
            + item.put(
                f"<div class=logo><img src=/logo/{item.number}.svg></div><div class=body>"
                f"<h3>{draw.link(item)}</h3><div><span>{item.who}</span> <span>{item.place}</span>"
                f"{pay}</div><ul class=chips>{chips}</ul></div><div class=when>{item.day}</div>"
            )
            + f"</{tag}>"
        )
        if n % 6 == 2 and draw.always("ads", 0.8):
            parts.append(
                draw.one(
                    f"<{tag} class=ad><ins></ins><p>{draw.words(4, 10)}</p></{tag}>",
                    f"<{tag} class=alert><h4>{draw.words(2, 5)}</h4><form><input type=email>"
                    f"<button>{draw.words(1, 1)}</button></form></{tag}>",
                )
            )
    holder = "ul" if tag == "li" else "div"
    return f"<{holder} class=joblist>{''.join(parts)}</{holder}>"


def thread(draw: Draw, items: list[Item]) -> str:
    """Posts of one thread: who wrote at the side, quoted posts, signatures; long and short ones."""
    shorten(draw, items)
    posts = []
    for n, item in enumerate(items):
        quote = (
            f"<blockquote><cite>{draw.words(1, 2)}:</cite><p>{draw.words(5, 30)}</p></blockquote>"
            if n and draw.often(0.4)
            else ""
        )
        text = "".join(f"<p>{draw.words(4, 60)}</p>" for _ in range(draw.number(0, 4)))
        sign = f"<div class=sig>{draw.words(3, 9)}</div>" if item.some else ""
        posts.append(
            f"<div class='post{draw.one('', ' op') if not n else ''}' id=p{item.code}>"
            + item.put(
                f"<div class=author><b><a href=/u/{item.number}>{item.who}</a></b><img src=/a.png>"
                f"<span>{draw.number(1, 5000)}</span><span>{item.place}</span></div>"
                f"<div class=content><div class=date>{item.day} <a href='#p{item.code}'>"
                f"#{n + 1}</a></div>{quote}<p>{item.about}</p>{text}{sign}</div>"
            )
            + "</div>"
        )
    return "".join(posts)


def chinese_catalogue(draw: Draw, items: list[Item]) -> str:
    """Holdings of a Chinese library: labelled lines under a numbered title."""
    draw.language = "zh"
    shorten(draw, items)
    labels = ("责任者：", "出版社：", "索书号：", "馆藏复本：")
    tag = draw.one("li", "div", "td")
    parts = []
    for n, item in enumerate(items):
        item.title = f"{draw.words(2, 5)} {item.code}"
        values = (
            item.who,
            f"{draw.words(1, 2)} {item.day}",
            f"TP{item.number}/{n}",
            draw.number(0, 9),
        )
        lines = [f"{label}{value}" for label, value in zip(labels, values, strict=True)]
        if not item.some:
            del lines[1]
        rest = draw.same("rest", "<p>{}</p>", "{}", "<span>{}</span>").format("<br>".join(lines))
        body = item.put(f"<h3>{n + 1}.{draw.link(item)}<span>中文图书</span></h3>{rest}")
        parts.append(f"<{tag}{draw.named('hold', 'book_list_info', 'list_books')}>{body}</{tag}>")
    if tag == "li":
        return f"<ol id=search_book_list>{''.join(parts)}</ol>"
    if tag == "td":
        return f"<table>{''.join(f'<tr>{part}</tr>' for part in parts)}</table>"
    return "".join(parts)


def auction(draw: Draw, items: list[Item]) -> str:
    """Lots: number, picture, long description, estimate and price; withdrawn ones lack the price."""
    shorten(draw, items)
    lots = []
    for n, item in enumerate(items):
        sold = f"<p class=sold>{draw.words(1, 1)} <b>{item.price}</b></p>" if item.some else ""
        lots.append(
            "<div class='lot clearfix'>"
            + item.put(
                f"<a class=thumb href=/lot/{item.code}><img src=/t/{item.code}></a>"
                f"<div class=lotnr>Lot {n + 101}</div><div class=desc><h5>{item.who}</h5>"
                f"<p>{draw.link(item)}</p><p>{draw.words(8, 40)}</p></div>"
                f"<div class=est>{draw.number(1, 9)}00 - {draw.number(10, 20)}00</div>{sold}"
            )
            + "</div>"
        )
    return f"<div id=lots>{''.join(lots)}</div>"


def flights(draw: Draw, items: list[Item]) -> str:
    """Journeys: one to three legs each, the same markup in each leg, then the price."""
    shorten(draw, items)
    parts = []
    for item in items:
        legs = "".join(
            f"<li class=leg><span class=t>{draw.number(0, 23)}:{draw.number(10, 59)}</span>"
            f"<span>{draw.words(1, 1)}</span> - <span class=t>{draw.number(0, 23)}:"
            f"{draw.number(10, 59)}</span><span>{draw.words(1, 1)}</span>"
            f"<small>{draw.number(1, 14)} h</small></li>"
            for _ in range(draw.number(1, 3))
        )
        parts.append(
            "<div class=itinerary>"
            + item.put(
                f"<div class=carrier><img src=/al/{item.number}.png><b>{item.title}</b></div>"
                f"<ul class=legs>{legs}</ul><div class=fare><strong>{item.price}</strong>"
                f"<a href=/book/{item.code}>{draw.same('book', 'Book', 'Select', 'Weiter')}</a></div>"
            )
            + "</div>"
        )
    return f"<div class=itineraries>{''.join(parts)}</div>"


def tree(draw: Draw, items: list[Item]) -> str:
    """A listing of files and folders: rows whose depth a class or a width tells."""
    while len(items) < 6:
        items.append(draw.item())
    by_class = draw.often(0.5)
    rows = []
    for item in items:
        depth = draw.number(0, 3)
        deep = f" class='node d{depth}'" if by_class else ""
        gap = "" if by_class else "&nbsp;" * 4 * depth
        rows.append(
            f"<tr{deep}>"
            + item.put(
                f"<td>{gap}<img src=/{'dir' if item.some else 'file'}.gif> {draw.link(item)}</td>"
                f"<td>{'-' if item.some else f'{item.number}K'}</td><td>{item.day}</td>"
            )
            + "</tr>"
        )
    head = "".join(f"<th><a href='?s={n}'>{draw.words(1, 1)}</a></th>" for n in range(3))
    return f"<table cellpadding=2><tr>{head}</tr>{''.join(rows)}</table>"


def plain_register(draw: Draw, items: list[Item]) -> str:
    """A table with two header rows, rows that sum up, and a foot; no links at all."""
    while len(items) < 6:
        items.append(draw.item())
    rows = []
    for n, item in enumerate(items):
        cells = (item.code, item.title, item.place, item.day, item.number)
        rows.append("<tr>" + item.put("".join(f"<td>{cell}</td>" for cell in cells)) + "</tr>")
        if n % 7 == 6:
            rows.append(
                f"<tr class=sub><td colspan=4>{draw.words(1, 2)}</td><td>{draw.number(100, 9999)}"
                "</td></tr>"
            )
    head = "".join(f"<th>{draw.words(1, 2)}</th>" for _ in range(5))
    return (
        f"<table border=1><tr><th colspan=3>{draw.words(1, 2)}</th><th colspan=2>{draw.words(1, 1)}"
        f"</th></tr><tr>{head}</tr>{''.join(rows)}"
        f"<tr><td colspan=5><small>{draw.words(6, 20)}</small></td></tr></table>"
    )


LAYOUTS: list[Layout] = [
    timeline,
    glossary,
    opac_of_1997,
    letters_index,
    jobs_with_ads,
    thread,
    chinese_catalogue,
    auction,
    flights,
    tree,
    plain_register,
]
