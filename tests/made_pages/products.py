"""Result lists of products in other hands: catalogues, boards, shops, registers, announcements.

Written from memory of the products' markup together with ``more_products``, before anything was
measured on either; both stand in the pages of earlier sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages import engine_frames, rare_frames, stack_frames
from made_pages.searches import shorten

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def frame(draw: Draw, items: list[Item], records: str) -> str:
    """A page of one of three earlier sets."""
    rooms = [engine_frames, rare_frames, stack_frames]
    return draw.random.choice(rooms).frame(draw, items, records)


def library_rows(draw: Draw, items: list[Item]) -> str:
    """A library's rows: box, title with responsibility, lists of material and copies, cover."""
    shorten(draw, items)
    names = [draw.words(1, 1) for _ in range(4)]
    rows = []
    for n, item in enumerate(items):
        copies = "".join(
            f"<span class=ItemSummary>{draw.words(1, 2)} <span class=CallNumber>[{draw.number(1, 999)} {draw.one('A', 'B')}]</span> ({k})</span>, "
            for k in range(1, draw.number(1, 4))
        )
        serie = f"<div class='results_summary series'><span class=label>{names[0]}: </span><a href=/s/{n}>{draw.words(1, 3)}</a></div>"
        tags = f"<div class='results_summary actions-menu'><span><a class=hold href=/h/{n}>{names[3]}</a></span> <span><a class=addtocart href=#>+</a></span></div>"
        rows.append(
            f"<tr id=row{n}>"
            + item.put(
                f"<td class=select><input type=checkbox name=biblionumber value={n}></td><td class=bibliocol><div class=title_summary><a class=title "
                f"href=/bib/{item.code}>{item.title} / </a></div><p><span class=byAuthor>{names[1]} </span><a class=author href=/au/{n}>{item.who}</a></p>"
                f"{serie * item.some}<div class='results_summary publisher'><span class=label>{names[2]}: </span>{item.place}, {item.day}</div>"
                f"<div class='results_summary availability'>{copies}</div>{tags}</td><td><a class=p1 href=/bib/{item.code}><div class=no-image></div></a></td>"
            )
            + "</tr>"
        )
    form = f"<div id=toolbar><a href=#all>{names[0]}</a> <select name=sort_by><option>{names[1]}<option>{names[2]}</select></div>"
    return f"<form name=bookbag_form id=bookbag_form>{form}<div class=searchresults><table class='table table-striped'><tbody>{''.join(rows)}</tbody></table></div></form>"


def documents_list(draw: Draw, items: list[Item]) -> str:
    """A discovery layer: header with counter, title and bookmark form, then terms with labels."""
    shorten(draw, items)
    labels = [(name, draw.words(1, 2)) for name in ("author", "format", "pub-date", "language")]
    parts = []
    for n, item in enumerate(items):
        values = [
            item.who,
            draw.same("fmt", "Book", "图书"),
            item.day if item.some else "",
            item.place,
        ]
        facts = "".join(
            f"<dt class='blacklight-{name} col-md-3'>{label}:</dt><dd class='col-md-9 blacklight-{name}'>{value}</dd>"
            for (name, label), value in zip(labels, values, strict=True)
            if value
        )
        mark = f"<form class=bookmark-toggle action=/bookmarks/{n} method=post><label><input type=checkbox> <span>{draw.same('mark', 'Bookmark', '书签')}</span></label></form>"
        kind = draw.one("book", "journal", "map")
        parts.append(
            f"<article class='document blacklight-{kind} document-position-{n + 1}' data-document-id={n}>"
            + item.put(
                f"<div class=document-main-section><header class='documentHeader row'><h3 class='index_title document-title-heading col'><span class=document-counter>{n + 1}. </span>"
                f"{draw.link(item)}</h3><div class='index-document-functions col-sm-3'>{mark}</div></header><dl class='document-metadata dl-invert row'>{facts}</dl></div>"
            )
            + "</article>"
        )
    return f"<div id=documents class='documents-list'>{''.join(parts)}</div>"


def board_posts(draw: Draw, items: list[Item]) -> str:
    """Posts a board found: a box each, facts of the author in terms, the post, a link to it."""
    shorten(draw, items)
    names = [draw.words(1, 1) for _ in range(4)]
    parts = []
    for n, item in enumerate(items):
        facts = "".join(
            f"<dd>{name}: {value}</dd>"
            for name, value in zip(
                names,
                [
                    f"<a href=/f/{n}>{item.place}</a>",
                    f"<a href=/t/{n}>{item.code}</a>",
                    f"<strong>{item.number}</strong>",
                    f"<strong>{draw.number(1, 9999)}</strong>",
                ],
                strict=True,
            )
        )
        quote = f"<blockquote><div><cite>{draw.words(1, 1)}:</cite>{draw.words(5, 20)}</div></blockquote>"
        parts.append(
            f"<div class='search post bg{n % 2 + 1}'><div class=inner>"
            + item.put(
                f"<dl class=postprofile><dt class=author><a href=/u/{n} class=username>{item.who}</a></dt><dd class=search-result-date>{item.day}</dd><dd>&nbsp;</dd>{facts}</dl>"
                f"<div class=postbody><h3>{draw.link(item)}</h3><div class=content>{quote * draw.often(0.3)}{item.about}<br>{draw.words(5, 40)}</div></div>"
                f"<ul class=searchresults><li><a href=/p/{n} class=arrow-right>{names[0]}</a></li></ul>"
            )
            + "</div></div>"
        )
    bar = f"<div class='action-bar bar-top'><div class=search-box><form><input name=add_keywords><button>{names[1]}</button></form></div><div class=pagination>{draw.number(1, 900)} <ul><li class=active><span>1</span></li><li><a href=?start=10>2</a></li></ul></div></div>"
    return f"{bar}{''.join(parts)}"


def shop_list(draw: Draw, items: list[Item]) -> str:
    """Goods of a shop; a module of featured goods below has boxes of the same build."""
    shorten(draw, items)
    words = [draw.words(1, 2) for _ in range(3)]

    def thumb(code: str, title: str, about: str, price: str) -> str:
        tax = f"<span class=price-tax>{words[0]}: {price}</span>"
        buttons = f"<div class=button-group><button type=button><i class='fa fa-shopping-cart'></i> <span>{words[1]}</span></button><button type=button><i class='fa fa-heart'></i></button></div>"
        return (
            f"<div class=image><a href=/p/{code}><img src=/i/{code}.jpg></a></div><div><div class=caption><h4><a href=/p/{code}>{title}</a></h4>"
            f"<p>{about}</p><p class=price>{price} {tax}</p></div>{buttons}</div>"
        )

    goods = "".join(
        f"<div class='product-layout product-list col-xs-12'><div class=product-thumb>{item.put(thumb(item.code, item.title, item.about, item.price))}</div></div>"
        for item in items
    )
    others = "".join(
        f"<div class='product-layout col-lg-3 col-md-3 col-sm-6 col-xs-12'><div class='product-thumb transition'>{thumb(str(k), draw.words(1, 4), draw.words(8, 16), '9.00')}</div></div>"
        for k in range(draw.number(2, 4))
    )
    module = f"<h3>{words[2]}</h3><div class=row>{others}</div>"
    sort = f"<div class=row><div class=col-md-2><div class=btn-group><button id=list-view></button></div></div><div class=col-md-4><select id=input-sort><option>{words[0]}<option>{words[1]}</select></div></div>"
    foot = f"<div class=row><div class='col-sm-6 text-left'></div><div class='col-sm-6 text-right'>1 - {len(items)} / {len(items)} (1)</div></div>"
    return f"{sort}<div class=row>{goods}</div>{foot}{module * draw.often(0.5)}"


def patent_rows(draw: Draw, items: list[Item]) -> str:
    """A register of patents: a row with the title over all columns, a row of cells with bold names."""
    shorten(draw, items)
    names = [draw.words(1, 2) for _ in range(5)]
    rows = []
    for n, item in enumerate(items):
        marks = "<br>".join(
            f"<a href=/c/{k}>{draw.one(*'ABCGH')}{draw.number(1, 99)}{draw.one(*'BCK')}{draw.number(1, 99)}/00</a>"
            for k in range(draw.number(1, 4))
        )
        cells = [
            item.who,
            draw.words(1, 3).title() if item.some else "",
            marks,
            f"{item.code} (A1)<br>{item.day}",
            item.day,
        ]
        second = "".join(
            f"<td class=c{k}><span class=tr><strong>{name}:</strong><br>{value}</span></td>"
            for k, (name, value) in enumerate(zip(names, cells, strict=True))
        )
        rows.append(
            item.put(
                f"<tr><td colspan=6 class=titleRow><span class=num>{n + 1}.</span><span class=titleRowClass><a class=publicationLinkClass href=/b/{item.code}>{item.title}</a></span></td></tr>"
                f"<tr class='contentRowClass'><td class=starColumn><a href=/star/{n}><img src=/star.gif></a></td>{second}</tr>"
            )
        )
    return f"<form id=resultList><table class='application listTable' cellspacing=0><tbody>{''.join(rows)}</tbody></table></form>"


def distribution_packages(draw: Draw, items: list[Item]) -> str:
    """Packages of a distribution: a heading each, and a list of releases with link, text, versions."""
    shorten(draw, items)
    names = ["bullseye", "bookworm", "trixie", "sid"]
    parts = []
    for item in items:
        releases = names[draw.number(0, 3) :]
        lines = "".join(
            f"<li class={name}><a class=resultlink href=/{name}/{item.code}>{name}</a> (<a href=/{name}/{item.place}>{draw.same('sec', 'net', 'web', 'libs')}</a>): "
            f"{item.about}<br>{draw.number(1, 9)}.{draw.number(0, 30)}-{k + 1}: {draw.one('all', 'amd64 arm64 i386', 'amd64')}</li>"
            for k, name in enumerate(releases)
        )
        parts.append(
            item.put(
                f"<h3>{draw.same('pack', 'Package', 'Paket', '软件包')} {item.title}</h3><ul>{lines}</ul>"
            )
        )
    exact = f"<h2>{draw.words(1, 2)}</h2>"
    return f"<div id=psearchres>{exact}{''.join(parts)}</div>"


def decisions_with_extracts(draw: Draw, items: list[Item]) -> str:
    """Decisions: heading link, facts, and none to four extracts in a list, each under its place."""
    shorten(draw, items)
    parts = []
    for item in items:
        extracts = "".join(
            f"<li class=extract-item><h3 class=title-extract><a href=/d/{item.code}#{k}>{draw.words(1, 3)}</a></h3><p>[...] {draw.words(6, 25)} <mark>{draw.words(1, 1)}</mark> {draw.words(2, 9)} [...]</p></li>"
            for k in range(draw.number(0, 4))
        )
        listed = f"<ul class=list-result-extract>{extracts}</ul>" if extracts else ""
        parts.append(
            "<article class=result-item>"
            + item.put(
                f"<h2 class=title-result-item><a class=name-result-item href=/d/{item.code}>{item.title}, {item.day}, {item.code}, {draw.same('pub', 'Inédit', 'Published', '公开')}</a></h2>"
                f"<ul class=result-meta><li>{item.place}</li><li>{item.who}</li></ul>{listed}"
            )
            + "</article>"
        )
    return f"<div class=page-content><div class=list-results>{''.join(parts)}</div></div>"


def open_government(draw: Draw, items: list[Item]) -> str:
    """Announcements of a government: link and day a line, a hidden card of facts; a rule every five."""
    shorten(draw, items)
    names = [draw.words(1, 2) for _ in range(4)]
    parts = []
    for n, item in enumerate(items):
        card = "".join(
            f"<p><b>{name}：</b>{value}</p>"
            for name, value in zip(names, [item.code, item.who, item.day, item.place], strict=True)
        )
        new = "<img src=/images/new.gif>" if n < 2 else ""
        parts.append(
            "<li>"
            + item.put(
                f"<a href=/art/{item.code}.html title='{item.title}' target=_blank>{item.title}</a>{new}<span>{item.day}</span><div class=xxgk_tips style='display:none'>{card}</div>"
            )
            + "</li>"
        )
        if n % 5 == 4:
            parts.append(
                draw.same(
                    "rule",
                    "<li class=line></li>",
                    "<li class=line><hr></li>",
                    "<div class=dashed></div>",
                )
            )
    heads = f"<div class=list_tit><span class=t1>{names[0]}</span><span class=t2>{names[2]}</span></div>"
    return f"<div class=xxgk_list>{heads * draw.always('heads', 0.5)}<ul class=list>{''.join(parts)}</ul></div>"


LAYOUTS: list[Layout] = [
    library_rows,
    documents_list,
    board_posts,
    shop_list,
    patent_rows,
    distribution_packages,
    decisions_with_extracts,
    open_government,
]
