"""Result lists of products in other hands: the half that stays closed.

Written from memory of the products' markup together with ``products``, before anything was measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.searches import shorten

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def numbered_results(draw: Draw, items: list[Item]) -> str:
    """A library portal: number with box, cover, title, authors, call number, status, list buttons."""
    shorten(draw, items)
    names = [draw.words(1, 2) for _ in range(3)]
    parts = []
    for n, item in enumerate(items):
        formats = "".join(
            f"<span class='format {kind}'>{kind}</span>"
            for kind in draw.random.sample(["book", "online", "thesis"], draw.number(1, 2))
        )
        place = f"<strong>{names[1]}:</strong> <span class=location>{item.place}</span><br><strong>{names[2]}:</strong> <span class=callnumber>{item.code}</span>"
        url = f"<br><a href=/full/{n} class=fulltext target=new><i class='fa fa-external-link'></i> {names[0]}</a>"
        parts.append(
            f"<li id=result{n} class='result'>"
            + item.put(
                f"<input type=hidden class=hiddenId value={item.code}><div class='checkbox hidden-print'><label><input type=checkbox name=ids[]></label></div><div class=record-number>{n + 1}</div>"
                f"<div class=media><div class=media-left><a href=/Record/{item.code}><img class=recordcover src=/Cover/{n}></a></div><div class='media-body result-body'><h2><a href=/Record/{item.code} class='title getFull'>"
                f"{item.title}</a></h2><div>{draw.same('by', 'by', 'von', '作者')} <a href=/Author/{n}>{item.who}</a><br>{draw.same('publ', 'Published', '出版')} {item.day}</div><div class=callnumAndLocation>{place}{url * item.some}</div><div>{formats}</div>"
                f"</div><div class='result-links hidden-print'><a class=save-record href=/Save/{n}><i class='fa fa-star'></i> {names[0]}</a></div></div>"
            )
            + "</li>"
        )
    return f"<form method=post name=bulkActionForm><ol class='record-list search-result-list' start=1>{''.join(parts)}</ol></form>"


def repository_items(draw: Draw, items: list[Item]) -> str:
    """A repository drawn by a framework: elements of its own, comments, badge, publisher, abstract."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        people = "; ".join(
            f"<span class=item-list-authors><span>{draw.words(1, 2).title()}</span><!----></span>"
            for _ in range(draw.number(1, 4))
        )
        about = f"<div class=item-list-abstract><ds-truncatable-part><div class=clamp><div class=content><span>{item.about}</span></div></div><button class=expandButton>{draw.same('more', 'Show more', '更多')}</button></ds-truncatable-part></div>"
        parts.append(
            "<li class='mt-4 mb-4 d-flex'><ds-listable-object-component-loader class=flex-grow-1><ds-item-search-result-list-element><!---->"
            + item.put(
                f"<div class=row><div class='col-3 col-md-2'><a href=/items/{item.code}><ds-thumbnail><div class=thumbnail><img src=/b/{n}></div></ds-thumbnail></a></div><div class='col-9'>"
                f"<ds-type-badge><div><span class='badge badge-info'>{draw.one('Item', 'Thesis', 'Dataset')}</span></div></ds-type-badge><ds-truncatable><div class=d-flex><a class='lead item-list-title' href=/items/{item.code}>{item.title}</a></div>"
                f"<span class=text-muted><ds-truncatable-part>(<span class=item-list-publisher>{item.place}</span>, <span class=item-list-date>{item.day}</span>) {people}</ds-truncatable-part></span>{about * item.some}</ds-truncatable></div></div>"
            )
            + "<!----></ds-item-search-result-list-element></ds-listable-object-component-loader></li>"
        )
    return f"<ds-object-list><ul class='list-unstyled ml-4'>{''.join(parts)}</ul></ds-object-list>"


def collection_grid(draw: Draw, items: list[Item]) -> str:
    """A museum's grid of boxes: picture, number, title; facts that open; a clearing box every four."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        image = (
            f"<a href=/Detail/{item.code}><img src=/media/{n}.jpg></a>"
            if draw.often(0.8)
            else "<div class=bResultItemImgPlaceholder><i class='fa fa-picture-o'></i></div>"
        )
        parts.append(
            "<div class='bResultItemCol col-xs-12 col-sm-6 col-md-3'>"
            + item.put(
                f"<div class=bResultItem id=row{n}><div class=bSetsSelectMultiple><input type=checkbox name=object_ids></div><div class=bResultItemContent><div class='text-center bResultItemImg'>{image}</div>"
                f"<div class=bResultItemText><small><a href=/Detail/{item.code}>{item.code}</a></small><br><a href=/Detail/{item.code}>{item.title}</a></div></div><div class=bResultItemExpandedInfo>"
                f"<hr>{item.who}{', ' + item.place if item.some else ''}<a href=# class=compare_link><i class='fa fa-clone'></i></a></div></div>"
            )
            + "</div>"
        )
        if n % 4 == 3:
            parts.append("<div class='clearfix visible-lg'></div>")
    return f"<div class=row><div id=browseResultsContainer>{''.join(parts)}</div></div>"


def wiki_results(draw: Draw, items: list[Item]) -> str:
    """Contents of a company's wiki: icon and link, excerpt with marks or none, space and day."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        kind = draw.one("page", "blogpost", "attachment", "space")
        about = f"<div class=highlights>{item.about} <strong>{draw.words(1, 1)}</strong> {draw.words(2, 8)}</div>"
        size = (
            f"<span class=attachment-size>{item.number} kB</span>" if kind == "attachment" else ""
        )
        parts.append(
            draw.same("item", "<li>", "<li class=search-result>")
            + item.put(
                f"<h3><span class='aui-icon content-type-{kind}'></span><a href=/x/{item.code} class='search-result-link visitable'>{item.title}</a></h3>{about * item.some}"
                f"<div class=search-result-meta><a class=container href=/display/{n}>{item.place}</a> {size}<span class=date title='{item.day}'>{item.day}</span></div>"
            )
            + "</li>"
        )
    return f"<div class=search-results-container><p class=search-results-count>1-{len(items)}</p><ol start=0 class='search-results cql'>{''.join(parts)}</ol></div>"


def gazetteer(draw: Draw, items: list[Item]) -> str:
    """Places: a row above with their number, heads, rows of small texts and degrees, a pager's row."""
    shorten(draw, items)
    heads = "".join(f"<th>{draw.words(1, 2) if k else ''}</th>" for k in range(6))
    rows = []
    for n, item in enumerate(items):
        names = (
            f"<br><small>{', '.join(draw.words(1, 1) for _ in range(draw.number(2, 9)))}</small>"
            if item.some
            else ""
        )
        people = (
            f"<br><small>{draw.same('pop', 'population', '人口')} {draw.number(100, 9999)}</small>"
            if draw.often(0.4)
            else ""
        )
        rows.append(
            f"<tr{' class=odd' * (n % 2)}>"
            + item.put(
                f"<td><small>{n + 1}</small> <a href=/maps/{item.code}><img src=/maps/{draw.one(*'PSTL')}.png border=0></a></td><td><a href=/{item.code}>{item.title}</a>{names}</td>"
                f"<td><a href=/countries/{n}>{item.place}</a>, {draw.words(1, 2)}<br><small>{draw.words(1, 2)}</small></td><td>{draw.words(1, 2)}{people}</td>"
                f"<td nowrap>N {draw.number(1, 89)}° {draw.number(10, 59)}' {draw.number(10, 59)}''</td><td nowrap>E {draw.number(1, 179)}° {draw.number(10, 59)}' {draw.number(10, 59)}''</td>"
            )
            + "</tr>"
        )
    above = f"<tr><td colspan=6 style='text-align:right'><small>{draw.number(len(items), 900)} {draw.words(1, 3)}</small></td></tr>"
    below = f"<tr class=tfooter><td colspan=6><a href=?startRow=50>{draw.words(1, 2)} &gt;</a></td></tr>"
    return (
        f"<table class=restable cellpadding=3>{above}<tr>{heads}</tr>{''.join(rows)}{below}</table>"
    )


def list_archive(draw: Draw, items: list[Item]) -> str:
    """A mailing list's month: links to other orders above and below, subject and author a line."""
    shorten(draw, items)
    orders = "".join(
        f"<li><b>{draw.words(1, 2)}:</b> "
        + "".join(f"<a href={k}.html#start>[ {draw.words(1, 1)} ]</a> " for k in range(3))
        + "</li>"
        for _ in range(2)
    )
    lines = "\n".join(
        "<LI>"
        + item.put(
            f"<A HREF=/{item.code}.html>[{draw.same('list', 'Users', 'dev', '讨论')}] {item.title}\n</A><A NAME={n}>&nbsp;</A>\n<I>{item.who}\n</I>"
        )
        for n, item in enumerate(items)
    )
    said = f"<p><b>{draw.words(1, 1)}:</b> <i>{items[0].day}</i><br><b>{draw.words(1, 1)}:</b> <i>{items[-1].day}</i><br><b>{draw.words(1, 1)}:</b> {len(items)}<p>"
    return f"<h1>{draw.words(2, 4)}</h1><ul>{orders}</ul>{said}<ul>{lines}</ul><p><a name=end><b>{draw.words(2, 4)}:</b></a> <i>{items[-1].day}</i><p><ul>{orders}</ul><hr>"


def estates(draw: Draw, items: list[Item]) -> str:
    """Flats: gallery, new mark, title, address, figures with names; some are houses with several flats."""
    shorten(draw, items)
    names = [draw.words(1, 1) for _ in range(3)]
    parts = []
    for n, item in enumerate(items):
        figures = "".join(
            f"<dl class=result-list-entry__primary-criterion><dd class=font-bold>{value}</dd><dt>{name}</dt></dl>"
            for name, value in zip(
                names, [item.price, f"{draw.number(20, 200)},5 m²", draw.number(1, 6)], strict=True
            )
        )
        flats = "".join(
            f"<li class=grouped-listing><a href=/x/{item.code}{k}><span>{draw.number(300, 2000)} €</span><span>{draw.number(20, 90)} m²</span></a></li>"
            for k in range(draw.number(2, 6))
        )
        group = f"<ul class=result-list-entry__grouped>{flats}</ul>"
        pictures = "".join(
            f"<div class=gallery__item><img data-src=/{n}/{k}.jpg></div>"
            for k in range(draw.number(1, 5))
        )
        tags = f"<ul class=result-list-entry__secondary>{''.join(f'<li>{draw.words(1, 1)}</li>' for _ in range(draw.number(1, 5)))}</ul>"
        parts.append(
            f"<li class='result-list__listing {draw.one('', 'result-list__listing--xl', 'result-list__listing--xs')}' data-id={n}><div><article class=result-list-entry>"
            + item.put(
                f"<div class='grid result-list-entry__gallery'>{pictures}</div><div class=result-list-entry__data><a href=/expose/{item.code}><h2 class=result-list-entry__brand-title>{item.title}</h2></a>"
                f"<button class=result-list-entry__address><div>{item.place}, {item.who}</div></button><div class=result-list-entry__criteria>{figures}</div>{tags * item.some}{group * draw.often(0.15)}</div>"
            )
            + "</article></div></li>"
        )
        if n == 2:
            parts.append(
                f"<li class=result-list__banner><div><p>{draw.words(5, 12)}</p><a href=/ad>{draw.words(1, 2)}</a></div></li>"
            )
    return f"<ul id=resultListItems class='result-list'>{''.join(parts)}</ul>"


def portal_articles(draw: Draw, items: list[Item]) -> str:
    """Articles of a small content system: category in brackets, title, facts in small, introduction."""
    shorten(draw, items)
    names = [draw.words(1, 1) for _ in range(3)]
    parts = []
    for n, item in enumerate(items):
        picture = (
            f"<a href=/a/{item.code}.html class=preview><img src=/uploads/{n}.jpg></a>"
            if draw.often(0.3)
            else ""
        )
        parts.append(
            "<li>"
            + item.put(
                f"{picture}<b>[<a href=/list/{n % 3}>{draw.same(f'cat{n % 3}', item.place)}</a>]</b> <a href=/a/{item.code}.html class=title>{item.title}</a> <span class=info><small>{names[0]}：</small>{item.day} "
                f"<small>{names[1]}：</small>{item.number} <small>{names[2]}：</small>{draw.number(0, 99)}</span> <p class=intro>{item.about if item.some else ''}</p>"
            )
            + "</li>"
        )
    more = f"<div class=dede_pages><ul class=pagelist><li>{draw.words(1, 1)}</li><li class=thisclass>1</li><li><a href=list_2.html>2</a></li><li><a href=list_3.html>3</a></li></ul></div>"
    return f"<div class=place><strong>{draw.words(1, 2)}:</strong><a href=/>{draw.words(1, 1)}</a> &gt; <a href=/l>{draw.words(1, 2)}</a></div><div class=listbox><ul class=e2>{''.join(parts)}</ul></div>{more * draw.often(0.6)}"


LAYOUTS: list[Layout] = [
    numbered_results,
    repository_items,
    collection_grid,
    wiki_results,
    gazetteer,
    list_archive,
    estates,
    portal_articles,
]
