"""Lists as known engines write them, from memory of their markup: the half that is looked at.

Written before anything was measured on them. The other half is ``more_engines``; both stand in the
pages of ``engine_frames``, with marks of letters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.searches import shorten

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def opac_rows(draw: Draw, items: list[Item]) -> str:
    """A catalogue of the 2010s: box, cover, title, authors, lines of labels, copies by branch."""
    shorten(draw, items)
    labels = [draw.words(1, 2) for _ in range(3)]
    rows = []
    for n, item in enumerate(items):
        branches = "".join(
            f"<span class=ItemSummary><a href=/b/{k}>{draw.words(1, 2)}</a> (1)<span class=CallNumber>"
            f"[{draw.words(1, 1)} {draw.number(100, 999)}]</span>, </span>"
            for k in range(draw.number(0, 4))
        )
        edition = (
            f"<div class='results_summary edition'>{labels[0]}: <span>{item.price}</span></div>"
        )
        rows.append(
            "<tr>"
            + item.put(
                f"<td class=select><input type=checkbox id=bib{n}></td><td class=num>{n + 1}.</td>"
                f"<td class=bibliocol><a class=title href=/bib/{item.code}>{item.title}</a><p>"
                f"<ul class='author resource_list'><li><a href=/a/{n}>{item.who}</a></li></ul></p>"
                f"{edition * item.some}<div class='results_summary publisher'>{labels[1]}: {item.place} "
                f"{item.day}</div><div class='results_summary availability'><span>{labels[2]}: </span>"
                f"{branches}</div><div class=actions-menu><a href=/h/{n}>{draw.same('hold', 'Hold', 'Cart')}</a></div></td>"
                "<td><span class=no-image></span></td>"
            )
            + "</tr>"
        )
    return f"<table class='table table-striped'>{''.join(rows)}</table>"


def preprints(draw: Draw, items: list[Item]) -> str:
    """A list of preprints: dt with number and links, dd with title, authors, subjects."""
    labels = [draw.words(1, 1).title() for _ in range(4)]
    parts = []
    for n, item in enumerate(items):
        people = ", ".join(
            f"<a href=/au/{k}>{draw.words(1, 2)}</a>" for k in range(draw.number(1, 6))
        )
        note = f"<div class='list-comments mathjax'><span class=descriptor>{labels[1]}:</span> {item.price}</div>"
        text = f"<p class=mathjax>{item.about}</p>" if draw.always("abstracts", 0.5) else ""
        parts.append(
            item.put(
                f"<dt><a name=item{n + 1}>[{n + 1}]</a> <a href=/abs/{item.code}>id:{item.code}</a> "
                f"[<a href=/pdf/{n}>pdf</a>{', <a href=/ps/' + str(n) + '>ps</a>' if item.some else ''}]</dt>"
                f"<dd><div class=meta><div class='list-title mathjax'><span class=descriptor>{labels[0]}:</span> "
                f"{item.title}</div><div class=list-authors>{people}</div>{note * item.some}"
                f"<div class=list-subjects><span class=descriptor>{labels[3]}:</span> {item.place}</div>"
                f"{text}</div></dd>"
            )
        )
    return f"<dl id=articles><h3>{item.day}</h3>{''.join(parts)}</dl>"


def patent_rows(draw: Draw, items: list[Item]) -> str:
    """Patents: a row with number and title over all columns, a row of labelled cells, some a third."""
    shorten(draw, items)
    labels = [draw.words(1, 1).title() for _ in range(4)]
    rows = []
    for n, item in enumerate(items):
        third = f"</tr><tr class=contentRow><td></td><td colspan=4><strong>{labels[3]}:</strong> {item.day}</td>"
        rows.append(
            "<tr class=noPrint>"
            + item.put(
                f"<td class=number rowspan={2 + item.some}>{n + 1}.</td><td colspan=5><span class=ti>"
                f"<a href=/p/{item.code}>{item.title}</a></span></td></tr><tr class=contentRow>"
                f"<td></td><td><strong>{labels[0]}:</strong><br>{item.who}</td><td><strong>{labels[1]}:</strong>"
                f"<br>{item.place}</td><td><strong>{labels[2]}:</strong><br><a href=/c/{n}>G06F {item.number}</a></td>"
                f"<td>{item.code}</td>{third * item.some}"
            )
            + "</tr>"
        )
    return f"<table class=application>{''.join(rows)}</table>"


def public_data(draw: Draw, items: list[Item]) -> str:
    """A portal of public data: heading, notes or an empty note, labels of file formats."""
    shorten(draw, items)
    parts = []
    for item in items:
        files = "".join(
            f"<li><a href=/d/{item.code} class=label data-format={form}>{form.upper()}</a></li>"
            for form in draw.random.sample(["csv", "xml", "json", "pdf", "xls"], draw.number(0, 4))
        )
        notes = f"<div>{item.about}</div>" if item.some else "<p class=empty>-</p>"
        files = f"<ul class='dataset-resources unstyled'>{files}</ul>" if files else ""
        parts.append(
            "<li class=dataset-item>"
            + item.put(
                f"<div class=dataset-content><h2 class=dataset-heading>{draw.link(item)}</h2>{notes}</div>{files}"
            )
            + "</li>"
        )
    return f"<ul class='dataset-list unstyled'>{''.join(parts)}</ul>"


def topic_rows(draw: Draw, items: list[Item]) -> str:
    """A board: a header of its own list, rows as definition lists with classes of their icons."""
    shorten(draw, items)
    heads = "".join(f"<dd>{draw.words(1, 1)}</dd>" for _ in range(3))
    rows = []
    for n, item in enumerate(items):
        icon = draw.one(
            "topic_read", "topic_read", "topic_read_hot", "sticky_read", "announce_read"
        )
        jump = "".join(
            f"<li><a href='?t={n}&s={k}'>{k}</a></li>" for k in range(1, draw.number(2, 5))
        )
        pages = f"<div class=pagination><ul>{jump}</ul></div>" if draw.often(0.3) else ""
        rows.append(
            f"<li class='row bg{n % 2 + 1}'>"
            + item.put(
                f"<dl class='row-item {icon}'><dt><div class=list-inner><a href=/t/{item.code} class=topictitle>"
                f"{item.title}</a><br>{pages}<div>{draw.same('by', 'by', 'von', '由')} <a href=/u/{n}>{item.who}</a>"
                f" &raquo; {item.day}</div></div></dt><dd class=posts>{item.number}</dd><dd class=views>"
                f"{draw.number(1, 90000)}</dd><dd class=lastpost><span><a href=/u/{n + 1}>{draw.words(1, 1)}</a>"
                f"<br>{draw.date()}</span></dd></dl>"
            )
            + "</li>"
        )
    return (
        f"<div class=forumbg><ul class=topiclist><li class=header><dl><dt><div>{draw.words(1, 2)}</div></dt>"
        f"{heads}</dl></li></ul><ul class='topiclist topics'>{''.join(rows)}</ul></div>"
    )


def office_list(draw: Draw, items: list[Item]) -> str:
    """A ministry's list: link and day, a thin line behind every fifth."""
    parts = []
    for n, item in enumerate(items):
        parts.append(
            "<li>"
            + item.put(f"{draw.link(item, more=' target=_blank')}<span>{item.day}</span>")
            + "</li>"
        )
        if n % 5 == 4:
            parts.append("<li class=line></li>")
    return f"<ul{draw.named('xxgk', 'list', 'news_list')}>{''.join(parts)}</ul>"


def ledger(draw: Draw, items: list[Item]) -> str:
    """A journal: a row with day and words, below it two to four rows of account and amount."""
    while len(items) < 5:
        items.append(draw.item())
    heads = "".join(f"<th>{draw.words(1, 1)}</th>" for _ in range(4))
    rows = []
    for n, item in enumerate(items):
        amounts = "".join(
            f"</tr><tr class=posting title='{item.day}'><td></td><td></td><td class=account>&nbsp;"
            f"<a href=/r/{k}>{draw.words(1, 1)}:{draw.words(1, 1)}</a></td><td class=amount>"
            f"<span>{draw.one('', '-')}{draw.number(1, 900)}.{draw.number(10, 99)}</span></td>"
            for k in range(draw.number(2, int(draw.same("postings", "2", "4"))))
        )
        rows.append(
            "<tr class=title>"
            + item.put(
                f"<td class=date nowrap><a href='#t{n}'>{item.day}</a></td><td colspan=2>{item.title}</td>"
                f"<td></td>{amounts}"
            )
            + "</tr>"
        )
    return f"<table class='transactionsreport table'><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def scholar_hits(draw: Draw, items: list[Item]) -> str:
    """Papers: some with a box of a file beside; title, line, excerpt, a line of links."""
    shorten(draw, items)
    words = [draw.words(1, 2) for _ in range(4)]
    parts = []
    for item in items:
        box = (
            f"<div class='gs_ggs gs_fl'><div><a href=/f/{item.code}><span class=gs_ctg2>[PDF]</span> {item.place}"
            "</a></div></div>"
        )
        kind = (
            f"<span class=gs_ctc>[{draw.one('B', 'C', 'PDF')}]</span> " if draw.often(0.3) else ""
        )
        name = item.title if draw.often(0.1) else draw.link(item)
        more = "".join(
            f"<a href='/s/{k}?{item.code}'>{word}</a> "
            for k, word in enumerate(words[: 2 + 2 * item.some])
        )
        parts.append(
            "<div class='gs_r gs_or gs_scl'>"
            + item.put(
                f"{box * item.some}<div class=gs_ri><h3 class=gs_rt>{kind}{name}</h3><div class=gs_a>{item.who} - "
                f"{item.day} - {item.place}</div><div class=gs_rs>{item.about}</div><div class=gs_fl>{more}</div></div>"
            )
            + "</div>"
        )
    return f"<div id=gs_res_ccl_mid>{''.join(parts)}</div>"


def slotted_cards(draw: Draw, items: list[Item]) -> str:
    """Elements of a site's own with slots; a paid card of the same element now and then."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        pictures = "".join(f"<img slot=photo src=/f/{n}-{k}.jpg>" for k in range(draw.number(1, 5)))
        rooms = "".join(
            f"<span slot=fact><b>{draw.number(1, 9)}</b> {draw.same(f'fact{k}', 'bd', 'ba', 'm2', '室')}</span>"
            for k in range(2 + item.some)
        )
        parts.append(
            "<estate-card>"
            + item.put(
                f"{pictures}<span slot=price>{item.price}</span><a slot=link href=/e/{item.code}>{item.title}</a>"
                f"<address slot=place>{item.place}</address>{rooms}"
                + (f"<p slot=text>{item.about}</p>" if item.some else "")
            )
            + "</estate-card>"
        )
        if n % 6 == 3:
            parts.append(f"<ad-slot><div>{draw.words(4, 9)}</div></ad-slot>")
    return f"<card-grid>{''.join(parts)}</card-grid>"


LAYOUTS: list[Layout] = [
    opac_rows,
    preprints,
    patent_rows,
    public_data,
    topic_rows,
    office_list,
    ledger,
    scholar_hits,
    slotted_cards,
]
