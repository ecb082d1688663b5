"""Records of free text: threads, comments, reviews, articles, messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def _said(draw: Draw, item: Item) -> str:
    """Free text in free markup."""
    forms = ["<p>{}</p>", "<br><br>{}", "<blockquote>{}</blockquote>", "<b>{}</b>", "<pre>{}</pre>"]
    forms += ["<ul><li>{}</li><li>x</li></ul>", "<p><a href=/x>{}</a></p>"]
    more = range(draw.number(0, 5))
    parts = [item.about, *(draw.one(*forms).format(draw.words(4, 40)) for _ in more)]
    return "".join(parts)


def forum_of_rows(draw: Draw, items: list[Item]) -> str:
    """A thread of 2003: a row with author and text, a row with buttons, a thin row."""
    gap = draw.one("", "<tr><td colspan=2 class=space height=1></td></tr>")
    out = []
    for item in items:
        quote = f"<table><tr><td><b>{draw.words(1, 1)}:</b></td></tr><tr><td>{draw.words(4, 20)}</td></tr></table>"
        text = (quote if item.some else "") + f"{item.day}<hr>{_said(draw, item)} {item.code}"
        out.append(
            item.put(
                f"<tr><td class=r1><b>{item.title}</b><br>{item.place}</td><td>{text}</td></tr>"
            )
            + item.put(
                "<tr><td><a href='#top'>top</a></td><td><a href=/p>profile</a> <a href=/m>pm</a></td></tr>"
            )
            + gap
        )
    head = "<tr><th>A</th><th>B</th></tr>" if draw.often(0.6) else ""
    return f"<table>{head}{''.join(out)}</table>"


def posts(draw: Draw, items: list[Item]) -> str:
    """A thread of today: who, when, quotes, a signature, buttons."""
    tag = draw.one("article", "div", "li")
    out = []
    for item in items:
        quote = f"<blockquote><cite>x</cite>{draw.words(5, 20)}</blockquote>" if item.some else ""
        sign = f"<div class=sig>{draw.words(2, 8)}</div>" if draw.often(0.5) else ""
        out.append(
            f"<{tag}{draw.named('post', 'post', 'message')} id=p{item.code}>"
            + item.put(
                f"<div class=who><b>{item.who}</b><span>{item.number}</span></div><div class=body>"
                f"<h4>{item.title}</h4><time>{item.day}</time><div>{quote}{_said(draw, item)}</div>{sign}"
                f"</div><div class=foot><a href=/r>reply</a></div>"
            )
            + f"</{tag}>"
        )
    return f"<{'ol' if tag == 'li' else 'div'}>{''.join(out)}</{'ol' if tag == 'li' else 'div'}>"


def articles(draw: Draw, items: list[Item]) -> str:
    """A blog: title, date, text, tags, shares; few and long."""
    del items[draw.number(3, 10) :]
    out = []
    for item in items:
        tags = ", ".join(f"<a href=/t>{draw.words(1, 1)}</a>" for _ in range(draw.number(0, 5)))
        shares = "".join(f"<li><a href=/sh/{n}>{n}</a></li>" for n in ("fb", "tw", "in"))
        out.append(
            f"<{(t := draw.same('tag', 'article', 'div', 'section'))}{draw.named('entry')}>"
            + item.put(
                f"<h2>{draw.link(item)}</h2><p class=meta>{item.day} {item.who}</p><p><img src=/{item.code}.jpg></p>"
                f"<div>{_said(draw, item)}{_said(draw, item)}</div><p>{tags}</p><ul>{shares}</ul>"
            )
            + f"</{t}>"
        )
    return f"<div id=content>{''.join(out)}</div>"


def comments(draw: Draw, items: list[Item]) -> str:
    """Comments below an article that has more text than they."""
    story = "".join(f"<p>{draw.words(20, 60)}</p>" for _ in range(draw.number(0, 4)))
    out = "".join(
        f"<li{draw.named('comment', 'comment', 'c')}>"
        + i.put(
            f"<div><cite>{i.title}</cite> <a href=#c>{i.day}</a></div>{_said(draw, i)}<div><a href=/r>reply</a></div>"
        )
        + "</li>"
        for i in items
    )
    return f"<div><h1>{draw.words(2, 6)}</h1>{story}</div><ol class=commentlist>{out}</ol>"


def reviews(draw: Draw, items: list[Item]) -> str:
    """Reviews, some answered by the owner in a box of like make."""
    out = []
    for item in items:
        stars = "".join(f"<i class=star{n}></i>" for n in range(draw.number(1, 5)))
        answer = (
            f"<div class=answer><b>{draw.words(1, 2)}</b><p>{draw.words(8, 30)}</p></div>"
            if item.some
            else ""
        )
        out.append(
            f"<div{draw.named('review', 'review')}>"
            + item.put(
                f"{stars}<h4>{item.title}</h4><p>{item.about}</p><span>{item.who}, {item.day}</span>{answer}"
            )
            + "</div>"
        )
    return f"<div>{''.join(out)}</div>"


def guest_book(draw: Draw, items: list[Item]) -> str:
    """Entries flat in one parent: name in bold, date, text, hr."""
    end = draw.one("<hr>", "<hr width='80%'>", "<br><br>", "<p>&nbsp;</p>")
    return (
        end.join(
            i.put(
                f"<b>{i.title}</b> (<a href=mailto:x>{i.code}</a>) <i>{i.day}</i><br>{draw.words(3, 20)}"
                + draw.one("", f"<br>{draw.words(3, 20)}", f"<p>{draw.words(3, 20)}</p>")
            )
            for i in items
        )
        + end
    )


def messages(draw: Draw, items: list[Item]) -> str:
    """A mailing list by message: header lines, text in pre, a rule."""
    del items[8:]
    return "".join(
        i.put(
            f"<h3>{i.title}</h3><b>From:</b> {i.who}<br><b>Date:</b> {i.day}<br><b>Id:</b> {i.code}"
            f"<pre>{draw.words(20, 60)}\n\n{draw.words(2, 20)}</pre>"
        )
        + "<hr>"
        for i in items
    )


def topics(draw: Draw, items: list[Item]) -> str:
    """A forum's list of topics: icon, title with its pages, counts, the last post; sections."""
    out = []
    for n, item in enumerate(items):
        if n in (0, 3) and draw.always("sections", 0.5):
            out.append(f"<tr><td colspan=5 class=sec>{draw.words(1, 2)}</td></tr>")
        pages = (
            "".join(f" <a href=?p={k}>{k}</a>" for k in range(1, draw.number(2, 6)))
            if item.some
            else ""
        )
        out.append(
            f"<tr>{item.put(f'<td><img src=/i.gif></td><td>{draw.link(item)}{pages}</td><td>{item.who}</td><td>{item.number}</td><td>{item.day}<br><a href=/u>{item.place}</a></td>')}</tr>"
        )
    return f"<table class=forum><tr><th></th><th>T</th><th>A</th><th>R</th><th>L</th></tr>{''.join(out)}</table>"


LAYOUTS: list[Layout] = [
    forum_of_rows,
    posts,
    articles,
    comments,
    reviews,
    guest_book,
    messages,
    topics,
]
