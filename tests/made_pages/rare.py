"""Lists unlike those of all other sets, the half that may be looked at while rules are made.

All but the last six were written before any rule was measured on them. Marks of titles are
letters, so that digits tell nothing. The other half is ``more_rare``; both stand in the pages of
``rare_frames``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.searches import shorten

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def admin_grid(draw: Draw, items: list[Item]) -> str:
    """A database browser: two cells of commands, column heads that are plain cells."""
    fields = draw.number(2, 5)
    names = [draw.words(1, 1) for _ in range(fields + 1)]
    sorts = draw.often(0.7)
    heads = "".join(
        "<td class=tdheader>" + (f"<a href='?sort={n}'>{name}</a>" if sorts else name) + "</td>"
        for n, name in enumerate(names)
    )
    spare = "<td colspan=3></td>" if draw.often(0.5) else "<td></td><td></td><td></td>"
    rows = [f"<tr>{spare}{heads}</tr>"]
    commands = [draw.words(1, 1) for _ in range(2)]
    for n, item in enumerate(items):
        cells = [item.title, *draw.fields(item, fields, fields)]
        made = f" class=td{n % 2 + 1}"
        rows.append(
            "<tr>"
            + item.put(
                f"<td{made}><input type=checkbox name=c value={n}></td>"
                + "".join(
                    f"<td{made}><a href=?a={word}&pk={n}>{word}</a></td>" for word in commands
                )
                + "".join(f"<td{made}>{cell}</td>" for cell in cells)
            )
            + "</tr>"
        )
    return f"<table border=0 cellpadding=2 class=viewTable>{''.join(rows)}</table>"


def snippets_inside(draw: Draw, items: list[Item]) -> str:
    """Books searched in full: a title line, then one to eight passages with the words found."""
    shorten(draw, items)
    parts = []
    for item in items:
        passages = "".join(
            f"<li><a href=/b/{item.code}?p={n}>{draw.same('p', 'p.', 'S.', '第')} {draw.number(1, 500)}"
            f"</a> ... {draw.words(4, 14)} <em>{draw.words(1, 1)}</em> {draw.words(4, 14)} ...</li>"
            for n in range(draw.number(1, 8))
        )
        note = f"<div class=rights>{draw.words(2, 4)}</div>" if item.some else ""
        parts.append(
            f"<div{draw.named('book', 'book', 'result-row', 'row', 'document')}>"
            + item.put(
                f"<h4>{draw.link(item)}</h4><div>{item.who} ({item.day})</div>{note}<ul>{passages}</ul>"
            )
            + "</div>"
        )
    return f"<section>{''.join(parts)}</section>"


def rows_of_one_record(draw: Draw, items: list[Item]) -> str:
    """A picture's cell spans the two to four rows of its record."""
    shorten(draw, items)
    rows = []
    for item in items:
        lines = [f"<b>{draw.link(item)}</b>", f"{item.who}, {item.place}"]
        lines += [item.price] * item.some + [f"{draw.words(3, 9)}"] * (item.number % 2)
        first = (
            f"<td rowspan={len(lines)} valign=top width=80><img src=/c/{item.code}.jpg></td>"
            f"<td>{lines[0]}</td>"
        )
        more = "".join(f"</tr><tr><td>{line}</td>" for line in lines[1:])
        rows.append("<tr>" + item.put(f"{first}{more}") + "</tr>")
    return f"<table{draw.named('books', 'list', 'results')}>{''.join(rows)}</table>"


def divs_as_table(draw: Draw, items: list[Item]) -> str:
    """Rows and cells are boxes with classes; the first row holds the heads."""
    row, cell = draw.one("tr", "row", "line", "r"), draw.one("td", "cell", "col", "c")
    same = draw.often(0.5)
    fields = draw.number(2, 4)
    heads = "".join(f"<div class={cell}>{draw.words(1, 2)}</div>" for _ in range(fields + 1))
    rows = [f"<div class='{row}{'' if same else ' head'}'>{heads}</div>"]
    for item in items:
        cells = [draw.link(item), *draw.fields(item, fields, fields)]
        body = "".join(f"<div class={cell}>{value}</div>" for value in cells)
        rows.append(f"<div class={row}>{item.put(body)}</div>")
    return f"<div{draw.named('grid', 'table', 'listing')}>{''.join(rows)}</div>"


def rules_and_text(draw: Draw, items: list[Item]) -> str:
    """Hits of a gateway of 1996: number, title, lines of bare text, a rule; some have a note."""
    shorten(draw, items)
    parts = []
    for n, item in enumerate(items):
        note = f"<i>{draw.words(2, 6)}</i><br>" if draw.often(0.4) else ""
        more = f"{item.about}<br>" if item.some else ""
        parts.append(
            item.put(
                f"<b>{n + 1}.</b> {draw.link(item)}<br>{item.who}. {item.place}: {item.day}.<br>"
                f"{note}{more}"
            )
        )
    return f"<p>{draw.words(3, 9)}</p><hr>{'<hr>'.join(parts)}<hr>"


def own_elements(draw: Draw, items: list[Item]) -> str:
    """Elements of the site's own, each record in wrappers of its own."""
    shorten(draw, items)
    name = draw.one("search-hit", "x-result", "app-card", "ui-entry")
    outer = draw.one(
        "<div><div>{}</div></div>", "<div role=listitem>{}</div>", "<lazy-part>{}</lazy-part>"
    )
    parts = []
    for item in items:
        tags = "".join(f"<ui-tag>{draw.words(1, 1)}</ui-tag>" for _ in range(draw.number(0, 4)))
        body = (
            f"<{name}-head><a href=/x/{item.code}>{item.title}</a></{name}-head><{name}-body>"
            f"<p>{draw.about(item)}</p>{tags}<time>{item.day}</time></{name}-body>"
        )
        parts.append(outer.format(f"<{name}>{item.put(body)}</{name}>"))
    return f"<div role=list>{''.join(parts)}</div>"


def dictionary(draw: Draw, items: list[Item]) -> str:
    """Entries of a dictionary: head word, grammar, one to six numbered senses with examples."""
    shorten(draw, items)
    parts = []
    for item in items:
        senses = "".join(
            f"<li><span class=def>{draw.words(3, 12)}</span>"
            + (f" <q>{draw.words(4, 9)}</q>" if draw.often(0.5) else "")
            + "</li>"
            for _ in range(draw.number(1, 6))
        )
        parts.append(
            f"<div{draw.named('entry', 'entry', 'lemma', 'headword')}>"
            + item.put(
                f"<h3>{item.title}</h3> <span class=gram>{item.place}</span>"
                f"<ol>{senses}</ol>"
                + (f"<p>&rarr; <a href=/w/{item.code}>{item.who}</a></p>" * item.some)
            )
            + "</div>"
        )
    return f"<div>{''.join(parts)}</div>"


def headings_and_tables(draw: Draw, items: list[Item]) -> str:
    """Flat: a heading and a table of labelled cells for each record, a paragraph behind some."""
    shorten(draw, items)
    labels = [draw.words(1, 2) for _ in range(5)]
    head = draw.one("h3", "h4", "p")
    parts = []
    for item in items:
        values = [item.code, item.who, item.day, item.place, item.price][: 3 + 2 * item.some]
        rows = "".join(
            f"<tr><th>{label}</th><td>{value}</td></tr>"
            for label, value in zip(labels, values, strict=False)
        )
        note = f"<p class=note>{draw.words(3, 20)}</p>" if draw.often(0.3) else ""
        parts.append(item.put(f"<{head}>{draw.link(item)}</{head}><table>{rows}</table>{note}"))
    return f"<div>{''.join(parts)}</div>"


def matches(draw: Draw, items: list[Item]) -> str:
    """Games: two rows each, one for each side; the cells of date and place span both."""
    rows = []
    for item in items:
        sides = [item.title, item.who]
        cells = [f"<td>{side}</td><td align=right>{draw.number(0, 9)}</td>" for side in sides]
        rows.append(
            "<tr>"
            + item.put(
                f"<td rowspan=2>{item.day}</td>{cells[0]}<td rowspan=2><a href=/g/{item.code}>"
                f"{draw.same('more', 'Report', 'Bericht', '详情')}</a></td></tr><tr>{cells[1]}"
            )
            + "</tr>"
        )
    return f"<table{draw.named('games', 'games', 'scores')}>{''.join(rows)}</table>"


def masonry(draw: Draw, items: list[Item]) -> str:
    """Pictures in three or four columns of unequal length, each with a name and a line."""
    wide = draw.number(2, 4)
    columns: list[list[str]] = [[] for _ in range(wide)]
    for n, item in enumerate(items):
        price = f"<span>{item.price}</span>" if item.some else ""
        columns[(n + item.number % 2) % wide].append(
            "<figure>"
            + item.put(
                f"<a href=/o/{item.code}><img src=/o/{item.code}.jpg></a><figcaption>"
                f"<strong>{item.title}</strong><br>{item.who}{price}</figcaption>"
            )
            + "</figure>"
        )
    return (
        f"<div{draw.named('wall', 'masonry', 'wall', 'columns')}>"
        + "".join(f"<div>{''.join(column)}</div>" for column in columns)
        + "</div>"
    )


def ruled_rows(draw: Draw, items: list[Item]) -> str:
    """A ministry of 2002: a small table for each line, thin rows of a dotted picture between."""
    rows = [
        "<tr><td>"
        + item.put(
            "<table width='98%'><tr><td width=20>&middot;</td><td>"
            f"{draw.link(item)}</td><td width=90 align=right>[{item.day}]</td></tr></table>"
        )
        + "</td></tr><tr><td height=1 background=/dot.gif></td></tr>"
        for item in items
    ]
    return f"<table width=100% border=0 cellspacing=0>{''.join(rows)}</table>"


def forms_each(draw: Draw, items: list[Item]) -> str:
    """Goods, each in a form of its own with a number to order and a button."""
    shorten(draw, items)
    button = draw.words(1, 2)
    parts = []
    for item in items:
        old = f"<del>{item.price}</del> " if item.some else ""
        parts.append(
            f"<form action=/cart method=post{draw.named('ware', 'product', 'item', 'offer')}>"
            + item.put(
                f"<input type=hidden name=id value={item.code}><h3>{draw.link(item)}</h3>"
                f"<p>{draw.about(item)}</p><div>{old}<b>{item.price}</b> <input name=n value=1 size=2>"
                f"<button>{button}</button></div>"
            )
            + "</form>"
        )
    return f"<div>{''.join(parts)}</div>"


def interleaved(draw: Draw, items: list[Item]) -> str:
    """Hits in one parent with headings, advertisements in boxes of the same look, a form."""
    box = draw.named("hit", "hit", "result", "item") or " class=hit"
    name = box.split("=")[1].strip('"')
    parts = []
    for n, item in enumerate(items):
        if n % draw.number(3, 7) == 0:
            parts.append(f"<div class=group>{draw.words(1, 3)}</div>")
        if draw.often(0.12):
            parts.append(
                f"<div class='{name} sponsored'><a href=//ad.test/{n}>{draw.words(3, 8)}</a>"
                f"<p>{draw.words(5, 12)}</p></div>"
            )
        parts.append(
            f"<div class={name}>"
            + item.put(
                f"{draw.link(item)}<div>{item.place}"
                + (f" &middot; {item.price}" if item.some else "")
                + f"</div><p>{item.about}</p>"
            )
            + "</div>"
        )
        if n == 1 and draw.often(0.5):
            parts.append(
                f"<form><p>{draw.words(3, 8)}</p><input name=mail><button>OK</button></form>"
            )
    return f"<div>{''.join(parts)}</div>"


def linked_groups(draw: Draw, items: list[Item]) -> str:
    """Counter-test: a linked heading with its count, below it hits, which are the records."""
    shorten(draw, items)
    while len(items) < 6:
        items.append(draw.item())
    parts, at = [], 0
    while at < len(items):
        group = items[at : (at := at + draw.number(1, 6))]
        rows = "".join(
            f"<li>{item.put(f'{draw.link(item)} <span>{item.who}</span> {item.place}')}</li>"
            for item in group
        )
        parts.append(
            f"<div{draw.named('group', 'group', 'section', 'box')}><h3><a href=/c/{at}>"
            f"{draw.words(1, 3)}</a> <small>({draw.number(1, 400)})</small></h3><ul>{rows}</ul></div>"
        )
    return f"<div>{''.join(parts)}</div>"


def described_groups(draw: Draw, items: list[Item]) -> str:
    """Counter-test: a linked heading, words about the group, below them the records."""
    while len(items) < 6:
        items.append(draw.item())
    parts, at = [], 0
    while at < len(items):
        group = items[at : (at := at + draw.number(1, 6))]
        rows = "".join(
            "<tr>" + item.put(f"<td>{draw.link(item)}<td>{item.price}<td>{item.day}") + "</tr>"
            for item in group
        )
        parts.append(
            f"<section><h2><a href=/c/{at}>{draw.words(1, 3)}</a></h2><p>{draw.words(4, 16)}</p>"
            f"<table>{rows}</table></section>"
        )
    return "".join(parts)


def cases_with_documents(draw: Draw, items: list[Item]) -> str:
    """Cases: title and number, below them links to one to six documents of few kinds."""
    shorten(draw, items)
    kinds = [draw.words(1, 2) for _ in range(4)]
    parts = []
    for item in items:
        files = "".join(
            f"<tr><td><a href=/f/{item.code}-{n}.pdf>{draw.one(*kinds)}</a></td><td>{draw.date()}</td>"
            f"<td>{draw.number(1, 90)} KB</td></tr>"
            for n in range(draw.number(1, 6))
        )
        parts.append(
            f"<div{draw.named('case', 'case', 'matter', 'item')}>"
            + item.put(
                f"<p><a href=/case/{item.code}>{item.title}</a></p><p>{item.who}</p><table>{files}</table>"
            )
            + "</div>"
        )
    return f"<div>{''.join(parts)}</div>"


def comments_of_answers(draw: Draw, items: list[Item]) -> str:
    """Answers with a vote, text and author; below each up to five short comments of others."""
    shorten(draw, items)
    parts = []
    for item in items:
        said = "".join(
            f"<li><span>{draw.words(3, 20)}</span> - <a href=/u/{draw.number(1, 99)}>{draw.words(1, 1)}"
            f"</a> <time>{draw.date()}</time></li>"
            for _ in range(draw.number(0, 5))
        )
        parts.append(
            f"<div id=a{item.code}{draw.named('answer', 'answer', 'reply')}>"
            + item.put(
                f"<div class=vote>{item.number}</div><div class=text><p>{item.title}</p><p>{item.about}</p>"
                f"<div class=user><a href=/u/{item.number}>{item.who}</a> {item.day}</div></div>"
                f"<ul class=comments>{said}</ul>"
            )
            + "</div>"
        )
    return f"<div>{''.join(parts)}</div>"


def boards(draw: Draw, items: list[Item]) -> str:
    """A forum's boards: a table for each category; icon, name with text, counts, the last post."""
    while len(items) < 6:
        items.append(draw.item())
    tables, at = [], 0
    while at < len(items):
        group = items[at : (at := at + draw.number(1, 5))]
        rows = ""
        for item in group:
            below = "".join(
                f"<a href=/s/{n}>{draw.words(1, 2)}</a>, " for n in range(draw.number(0, 3))
            )
            cells = item.put(
                f"<td><img src=/i/{item.number % 2}.gif></td><td>{draw.link(item)}<br><small>{item.about}"
                f"</small><br>{below}</td><td>{item.number}</td><td>{draw.number(0, 9000)}</td>"
                f"<td>{item.day}<br><a href=/u/{item.number}>{item.who}</a></td>"
            )
            rows += f"<tr>{cells}</tr>"
        tables.append(
            f"<table class=forumline><tr><th colspan=5><a href=/c/{at}>{draw.words(1, 3)}</a></th></tr>"
            f"{rows}</table><br>"
        )
    return "".join(tables)


def month_grid(draw: Draw, items: list[Item]) -> str:
    """A month as a grid of days; the events in its cells are the records."""
    while len(items) < 6:
        items.append(draw.item())
    days: list[list[str]] = [[] for _ in range(28)]
    for at, item in enumerate(items):
        days[(at * 28) // len(items)].append(
            f"<div class=event>{item.put(f'<span>{draw.number(8, 22)}:00</span> {draw.link(item)}')}</div>"
        )
    cells = [f"<td><b>{n + 1}</b>{''.join(day)}</td>" for n, day in enumerate(days)]
    rows = "".join(f"<tr>{''.join(cells[at : at + 7])}</tr>" for at in range(0, 28, 7))
    heads = "".join(f"<th>{draw.words(1, 1)[:3]}</th>" for _ in range(7))
    return f"<table class=month><tr>{heads}</tr>{rows}</table>"


LAYOUTS: list[Layout] = [
    admin_grid,
    snippets_inside,
    rows_of_one_record,
    divs_as_table,
    rules_and_text,
    own_elements,
    dictionary,
    headings_and_tables,
    matches,
    masonry,
    ruled_rows,
    forms_each,
    interleaved,
    linked_groups,
    described_groups,
    cases_with_documents,
    comments_of_answers,
    boards,
    month_grid,
]
