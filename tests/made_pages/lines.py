"""Records in lines, paragraphs, terms, plain lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def early_engine(draw: Draw, items: list[Item]) -> str:
    """A search engine of 1999: number, title, abstract, address in green, a few links."""
    form = draw.one(
        "<p><b>{n}.</b> <a href='{u}'>{t}</a><br>{a}<br><font color=green>{u}</font> {x}</p>",
        "<dl><dt><b>{n}. <a href='{u}'>{t}</a></b><dd>{a}<br><cite>{u}</cite> {x}</dl>",
        "<b>{n}</b> <a href='{u}'><b>{t}</b></a><br><font size=-1>{a}<br>URL: {u} {x}</font><p>",
        "<dt><a href='{u}'>{t}</a> <dd>{a} <br><i>{u}</i> {x}",
        "<li><a href='{u}'>{t}</a> - {x}<blockquote>{a}<br><small>{u}</small></blockquote>",
    )
    out = []
    for n, item in enumerate(items, 1):
        url = f"http://host{n}.example/{item.code}"
        more = f"{item.day} {item.number}K" + (" - <a href=/cache>Cached</a>" if item.some else "")
        out.append(item.put(form.format(n=n, u=url, t=item.title, a=draw.about(item), x=more)))
    text = "\n".join(out)
    if form.startswith("<dt"):
        return f"<dl>{text}</dl>"
    return f"<ol>{text}</ol>" if form.startswith("<li") else text


def terms(draw: Draw, items: list[Item]) -> str:
    """dt and dd, one or several; perhaps a class and a heading among them."""
    out = []
    for item in items:
        first, *rest = draw.fields(item)
        extra = f"<dd>{a}</dd>" if (a := draw.about(item)) else ""
        out.append(
            item.put(
                f"<dt>{draw.link(item)} {first}</dt>"
                + "".join(f"<dd>{v}</dd>" for v in rest)
                + extra
            )
        )
    return f"<dl{draw.named('list')}>{''.join(out)}</dl>"


def rule_between(draw: Draw, items: list[Item]) -> str:
    """A heading, paragraphs, a list now and then; hr between records."""
    head = draw.one("h2", "h3", "h4", "b", "strong", "font")
    end = draw.one("<hr>", "<hr><br>", "<br><hr>", "<p><hr></p>")
    out = []
    for item in items:
        text = f"<{head}>{draw.link(item)}</{head}>"
        text += draw.same("gap", "<br>", "", "\n") + " ".join(draw.fields(item))
        text += f"<p>{item.about}</p>"
        if item.some:
            text += draw.same(
                "extra", f"<p>{draw.words(3, 9)}</p>", "<ul><li>a</li><li>b</li></ul>"
            )
        out.append(item.put(text))
    return end.join(out)


def break_lines(draw: Draw, items: list[Item]) -> str:
    """Text and links between line breaks, perhaps several lines each."""
    many = draw.often(0.5)
    end = draw.one("<br><br>", "<p>", "<br>&nbsp;<br>") if many else draw.one("<br>", "<br>\n")
    lead = draw.one("", "&bull; ", "{n}. ", "[{n}] ", "<img src=/b.gif> ")
    out = []
    for n, item in enumerate(items, 1):
        inner = "<br>" if many else ", "
        text = lead.format(n=n) + inner.join([draw.link(item), *draw.fields(item)])
        out.append(item.put(text))
    return f"<{(t := draw.one('div', 'td', 'p', 'font'))}>{end.join(out)}</{t}>"


def bibliography(draw: Draw, items: list[Item]) -> str:
    """References: running text with a link or without, under headings of years."""
    tag = draw.one("p", "li", "div")
    out, year, grouped = [], 2024, draw.often(0.5)
    for n, item in enumerate(items):
        if grouped and (n == 0 or draw.often(0.25)):
            head = draw.same("year", "h2", "h3", "b", "dt")
            if tag == "li":
                out.append(
                    f"</ul><{head}>{year}</{head}><ul>" if n else f"<{head}>{year}</{head}><ul>"
                )
            else:
                out.append(f"<{head}>{year}</{head}>")
            year -= 1
        place = f"<i>{item.place}</i>" if draw.always("italic", 0.7) else item.place
        mark = f"[{n + 1}] " if draw.always("mark", 0.3) else ""
        pdf = f" <a href=/{item.code}.pdf>[PDF]</a>" if item.some else ""
        out.append(
            item.put(
                f"<{tag}>{mark}{item.who}: {item.title}. {place} {item.number}, {item.code}.{pdf}</{tag}>"
            )
        )
    text = "\n".join(out)
    if tag == "li":
        return f"{text}</ul>" if grouped else f"<ol>{text}</ol>"
    return f"<div>{text}</div>"


def dated_links(draw: Draw, items: list[Item]) -> str:
    """News lists of many Chinese sites: date and link, an empty item after every five."""
    before = draw.often(0.5)
    out = []
    for n, item in enumerate(items):
        day = f"<span>{draw.same('bracket', '[{}]', '{}', '({})').format(item.day)}</span>"
        link = draw.link(item, more=f' title="{item.title}"')
        out.append(item.put(f"<li>{day + link if before else link + day}</li>"))
        if n % 5 == 4 and draw.always("line", 0.5):
            out.append("<li class='line'></li>")
    return f"<ul{draw.named('list', 'newslist', 'list')}>{''.join(out)}</ul>"


def preformatted(draw: Draw, items: list[Item]) -> str:
    head = f"{draw.words(1, 1):30} {draw.words(1, 1):12}\n" if draw.often(0.5) else ""
    lines = "\n".join(
        item.put(f"{draw.link(item)}   {item.day}  {item.number:6} {item.code}") for item in items
    )
    return f"<pre>{head}{lines}\n</pre>"


def documents(draw: Draw, items: list[Item]) -> str:
    """A ministry's list of files: links with their sizes, nested notes, years as headings."""
    out, open_list = [], False
    for n, item in enumerate(items):
        if n == 0 or draw.often(0.2):
            out.append(("</ul>" if open_list else "") + f"<h3>{2024 - n}</h3><ul>")
            open_list = True
        note = f"<ul><li>{item.about}</li></ul>" if item.some and draw.always("notes", 0.4) else ""
        out.append(
            item.put(
                f"<li>{draw.link(item)} (PDF, {item.number} KB), {item.code}, {item.day}{note}</li>"
            )
        )
    return "".join(out) + "</ul>"


def heads_and_bodies(draw: Draw, items: list[Item]) -> str:
    """Flat: heading, then one to three elements, in one parent with notes around."""
    head = draw.one("h3", "h4", "h2", "p", "div")
    body = draw.one("p", "div", "blockquote", "ul", "table")
    note = f"<p>{draw.words(5, 25)}</p>" if draw.often(0.5) else ""
    back = draw.one("", "", "<a href='#top'>&uarr;</a>")
    mark = ' class="head"' if draw.often(0.5) or head == body else ""
    out = []
    for item in items:
        values = draw.fields(item)
        inner = {
            "ul": "".join(f"<li>{v}</li>" for v in values),
            "table": "".join(f"<tr><td>{v}</td></tr>" for v in values),
        }.get(body, " ".join(values))
        text = f"<{head}{mark}>{draw.link(item)}</{head}><{body}>{inner}</{body}>"
        if about := draw.about(item):
            text += f"<p>{about}</p>"
        out.append(item.put(text + back))
    return f"<div>{note}{''.join(out)}{draw.one('', note)}</div>"


def emphasised_labels(draw: Draw, items: list[Item]) -> str:
    """Lines of bold label and value, a rule or two breaks between records."""
    names = [draw.words(1, 1).title() + f"{n}:" for n in range(7)]
    end = draw.one("<hr>", "<br><br>", "<p></p>", "<br><hr><br>")
    out = []
    for item in items:
        values = [draw.link(item), *draw.fields(item)]
        if about := draw.about(item):
            values.append(about)
        out.append(
            item.put("<br>".join(f"<b>{a}</b> {b}" for a, b in zip(names, values, strict=False)))
        )
    return f"<div>{end.join(out)}</div>"


def paragraphs(draw: Draw, items: list[Item]) -> str:
    """A paragraph each, class or none; an introduction and a closing of the same make."""
    around = f"<p>{draw.words(8, 30)} <a href=/help>{draw.words(1, 2)}</a></p>"
    out = [
        item.put(
            f"<p>{draw.link(item)}<br>{' | '.join(draw.fields(item))}<br>{draw.about(item)}</p>"
        )
        for item in items
    ]
    return f"<div>{draw.one('', around)}{''.join(out)}{draw.one('', around)}</div>"


def nested_items(draw: Draw, items: list[Item]) -> str:
    """List items whose fields are an inner list, longer than the list itself."""
    out = []
    for item in items:
        rows = "".join(f"<li>{v}</li>" for v in draw.fields(item))
        rows += "".join(
            f"<li><a href=/t>{draw.words(1, 1)}</a></li>" for _ in range(draw.number(0, 3))
        )
        out.append(item.put(f"<li>{draw.link(item)}<ul>{rows}</ul></li>"))
    return f"<ul>{''.join(out)}</ul>"


def thread_index(draw: Draw, items: list[Item]) -> str:
    """A mailing list's index by date: subject, sender; one list for each day."""
    out, at = [], 0
    while at < len(items):
        group = items[at : at + draw.number(1, 7)]
        at += len(group)
        rows = "".join(
            i.put(f"<li><strong>{draw.link(i)}</strong> <em>{i.who}</em> {i.code}</li>")
            for i in group
        )
        head = draw.same("day head", "<h3>{}</h3>", "<li><b>{}</b>", "<p><strong>{}</strong></p>")
        out.append(head.format(draw.date()) + f"<ul>{rows}</ul>")
    return (
        f"<ul>{''.join(out)}</ul>"
        if "day head" in draw.kept and "<li>" in draw.kept["day head"]
        else "".join(out)
    )


LAYOUTS: list[Layout] = [
    early_engine,
    terms,
    rule_between,
    break_lines,
    bibliography,
    dated_links,
    preformatted,
    documents,
    heads_and_bodies,
    emphasised_labels,
    paragraphs,
    nested_items,
    thread_index,
]
