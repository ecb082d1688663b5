"""Records as boxes: cards, tiles, items with a class, with foreign boxes among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout

UTILITY = [
    "flex",
    "flex-col",
    "p-4",
    "mb-2",
    "rounded-lg",
    "border",
    "bg-white",
    "shadow",
    "text-sm",
    "items-center",
    "gap-2",
    "w-full",
    "mt-1",
]


def _holder(draw: Draw) -> tuple[str, str]:
    holder, _, tag = draw.one(
        "ul/li", "ol/li", "div/div", "div/article", "section/article", "main/section"
    ).partition("/")
    return holder, tag


def _body(draw: Draw, item: Item) -> str:
    """The inside of a card: picture, title, facts, abstract, tags, buttons, as the page has them."""
    head = draw.same("head", "h2", "h3", "h4", "div", "strong", "span")
    box = draw.same("box", "div", "p", "span")
    parts = []
    if draw.always("picture", 0.5):
        parts.append(f"<a href=/{item.code}><img src=/{item.code}.jpg alt=''></a>")
    parts.append(f"<{head}{draw.named('title', 'title', 'name')}>{draw.link(item)}</{head}>")
    parts += [
        f"<{box}{draw.named(f'field {n}', 'meta', 'sub', 'info', 'price', 'date')}>{value}</{box}>"
        for n, value in enumerate(draw.fields(item))
    ]
    if about := draw.about(item):
        parts.append(f"<p{draw.named('text', 'desc', 'snippet')}>{about}</p>")
    if draw.always("tags", 0.3):
        tags = "".join(
            f"<li><a href=/t/{n}>{draw.words(1, 1)}</a></li>" for n in range(draw.number(1, 6))
        )
        parts.append(f"<ul{draw.named('tags', 'tags', 'topics')}>{tags}</ul>")
    if draw.always("buttons", 0.3):
        parts.append(
            f"<div{draw.named('act', 'actions', 'buttons')}><a href=/a>+</a> <a href=/b>&hearts;</a></div>"
        )
    text = "".join(parts)
    if draw.always("two halves", 0.3):
        text = f"<div class=l>{parts[0]}</div><div class=r>{''.join(parts[1:])}</div>"
    return text


def _foreign(draw: Draw) -> str:
    """What stands in a card that is no record."""
    return draw.one(
        f"<img src=/ad.png> <a href=/shop>{draw.words(1, 3)}</a>",
        f"<p>{draw.words(3, 8)}</p><form><input name=mail><button>OK</button></form>",
        f"<script>ads({draw.number(1, 99)})</script><div id=ad{draw.number(1, 99)}></div>",
        f"<h5>{draw.words(1, 3)}</h5>"
        "<ul>"
        + "".join(
            f"<li><a href=/q/{n}>{draw.words(1, 4)}</a></li>" for n in range(draw.number(3, 8))
        )
        + "</ul>",
    )


def plain_cards(draw: Draw, items: list[Item]) -> str:
    holder, tag = _holder(draw)
    made = draw.named("card")
    return (
        f"<{holder}>"
        + "\n".join(f"<{tag}{made}>{item.put(_body(draw, item))}</{tag}>" for item in items)
        + f"</{holder}>"
    )


def cards_and_foreign(draw: Draw, items: list[Item]) -> str:
    """Advertisements, sign-ups and questions in boxes of the records' own tag and class."""
    holder, tag = _holder(draw)
    made, every = draw.named("card"), draw.number(3, 7)
    out = []
    for n, item in enumerate(items):
        if n and n % every == 0:
            out.append(f"<{tag}{made}>{_foreign(draw)}</{tag}>")
        out.append(f"<{tag}{made}>{item.put(_body(draw, item))}</{tag}>")
    if draw.often(0.5):
        out.append(f"<{tag}{made}>{_foreign(draw)}</{tag}>")
    if draw.often(0.3):
        out.insert(0, f"<{tag}{made}>{_foreign(draw)}</{tag}>")
    return f"<{holder}>{''.join(out)}</{holder}>"


def rows_of_cards(draw: Draw, items: list[Item]) -> str:
    """A grid of rows, the last not full, a banner between rows."""
    wide = draw.number(2, 5)
    out = []
    for at in range(0, len(items), wide):
        cols = "".join(
            f"<div class='col-md-{12 // wide}'><div class='card'>{i.put(_body(draw, i))}</div></div>"
            for i in items[at : at + wide]
        )
        out.append(f"<div class='row'>{cols}</div>")
        if draw.often(0.1):
            out.append(f"<div class='row'><div class='col-md-12'>{_foreign(draw)}</div></div>")
    return f"<div class='container'>{''.join(out)}</div>"


def utility_classes(draw: Draw, items: list[Item]) -> str:
    """Classes say how things look, and many elements share them."""

    def look(role: str) -> str:
        if role not in draw.kept:
            draw.kept[role] = " ".join(draw.random.sample(UTILITY, draw.number(2, 5)))
        return draw.kept[role]

    out = []
    for item in items:
        values = "".join(f"<span class='{look('v')}'>{v}</span>" for v in draw.fields(item))
        text = f"<p class='{look('t')}'>{item.about}</p>" if draw.about(item) else ""
        out.append(
            f"<div class='{look('o')}'>"
            + item.put(
                f"<div class='{look('a')}'><a class='{look('l')}' href=/{item.code}>{item.title}</a></div>"
                f"<div class='{look('b')}'>{values}</div>{text}"
            )
            + "</div>"
        )
    return f"<div class='{look('h')}'>{''.join(out)}</div>"


def bare_boxes(draw: Draw, items: list[Item]) -> str:
    """Boxes in boxes without any class."""
    deep = draw.number(0, 3)
    out = []
    for item in items:
        text = "".join(f"<div>{v}</div>" for v in [draw.link(item), *draw.fields(item)])
        if about := draw.about(item):
            text += f"<div><div>{about}</div></div>"
        for _ in range(deep):
            text = f"<div>{text}</div>"
        out.append(f"<div>{item.put(text)}</div>")
    return f"<div>{''.join(out)}</div>"


def linked_cards(draw: Draw, items: list[Item]) -> str:
    """The whole card is a link."""
    return (
        "<div>"
        + "".join(
            f"<a href='/v/{i.code}'{draw.named('tile')}>"
            + i.put(
                f"<div><img src=/{i.code}.webp></div><div>{i.title}</div>"
                + "".join(f"<div><span>{v}</span></div>" for v in draw.fields(i))
            )
            + "</a>"
            for i in items
        )
        + "</div>"
    )


def first_is_larger(draw: Draw, items: list[Item]) -> str:
    """The first record, or two, with another heading, a picture and a longer text."""
    holder, tag = _holder(draw)
    made, large = draw.named("card"), draw.number(1, 2) if len(items) > 4 else 0
    out = []
    for n, item in enumerate(items):
        if n < large:
            text = (
                f"<img src=/big{n}.jpg><h2>{draw.link(item)}</h2><p>{' '.join(draw.fields(item))}</p>"
                f"<p>{draw.words(20, 40)}</p>"
            )
        else:
            text = f"<h4>{draw.link(item)}</h4><p>{' '.join(draw.fields(item))}</p>"
        out.append(f"<{tag}{made}>{item.put(text)}</{tag}>")
    return f"<{holder}>{''.join(out)}</{holder}>"


def question_list(draw: Draw, items: list[Item]) -> str:
    """Questions with three counts, a title, an excerpt, tags and who asked."""
    out = []
    for item in items:
        tags = "".join(
            f"<a href=/t class=tag>{draw.words(1, 1)}</a> " for _ in range(draw.number(1, 5))
        )
        counts = "".join(
            f"<div><span>{draw.number(0, 99)}</span> <span>{w}</span></div>"
            for w in ("a", "b", "c")
        )
        out.append(
            f"<div class='summary'>{item.put(f'<div class=stats>{counts}</div><div><h3>{draw.link(item)}</h3><div>{item.about}</div><div>{tags}</div><div>{item.who} {item.day}</div></div>')}</div>"
        )
    return f"<div id=questions>{''.join(out)}</div>"


def repositories(draw: Draw, items: list[Item]) -> str:
    """Code hosting: owner/name, description, topics, language, stars; some lack most of it."""
    holder, tag = draw.one("ul/li", "div/div", "div/article").split("/")
    out = []
    for item in items:
        text = f"<h3><a href=/{item.code}>{item.who.split(',')[0]}/{item.title}</a></h3>"
        if item.some:
            text += f"<p>{item.about}</p>"
        if draw.often(0.4):
            text += (
                "<div>" + "".join(f"<a href=/t>{draw.words(1, 1)}</a>" for _ in range(3)) + "</div>"
            )
        text += f"<div><span>{item.place}</span> <a href=/s>{item.number}</a> <time>{item.day}</time></div>"
        out.append(f"<{tag}{draw.named('repo')}>{item.put(text)}</{tag}>")
    return f"<{holder}>{''.join(out)}</{holder}>"


def estates(draw: Draw, items: list[Item]) -> str:
    """Houses: a row of pictures, price, lists of facts, an agent."""
    out = []
    for item in items:
        pictures = "".join(
            f"<li><img src=/{item.code}/{n}.jpg></li>" for n in range(draw.number(1, 6))
        )
        facts = "".join(f"<li>{draw.number(1, 9)} {w}</li>" for w in ("rm", "ba", "m2"))
        out.append(
            f"<article{draw.named('estate')}>"
            + item.put(
                f"<ul>{pictures}</ul><h2>{draw.link(item)}</h2><div>{item.price}</div><ul>{facts}</ul>"
                f"<p>{draw.about(item)}</p><div>{item.who} <a href=tel:1>{item.code}</a></div>"
            )
            + "</article>"
        )
    return f"<div>{''.join(out)}</div>"


def journeys(draw: Draw, items: list[Item]) -> str:
    """Journeys of one to three legs that are more like each other than the records."""
    out = []
    for item in items:
        legs = "".join(
            f"<div class='leg'><span>{draw.number(5, 23)}:{draw.number(10, 59)}</span>"
            f"<span>{draw.words(1, 1)}</span><span>{draw.words(1, 1)}</span><b>{draw.number(1, 99)}</b></div>"
            for _ in range(draw.number(1, 3))
        )
        out.append(
            f"<div{draw.named('trip')}>"
            + item.put(
                f"<div>{draw.link(item)}</div>{legs}<div>{item.price}</div><div>{item.code}</div>"
            )
            + "</div>"
        )
    return f"<div>{''.join(out)}</div>"


def people(draw: Draw, items: list[Item]) -> str:
    """A definition list inside every record."""
    names = [draw.words(1, 1) + f"{n}" for n in range(6)]
    out = []
    for item in items:
        pairs = "".join(
            f"<dt>{a}</dt><dd>{b}</dd>" for a, b in zip(names, draw.fields(item), strict=False)
        )
        out.append(
            f"<div{draw.named('person')}>{item.put(f'<h3>{draw.link(item)}</h3><dl>{pairs}</dl>')}</div>"
        )
    return f"<div>{''.join(out)}</div>"


def addresses(draw: Draw, items: list[Item]) -> str:
    """A directory: name, address lines, telephone, links; sponsored ones with more."""
    holder, tag = draw.one("ul/li", "div/div").split("/")
    out = []
    for item in items:
        lines = [f"<b>{draw.link(item)}</b>", f"{item.number} {item.place}", item.code]
        if item.some:
            lines += [f"<a href=http://{item.code}.example>www</a>", draw.words(4, 12)]
        out.append(f"<{tag}{draw.named('place')}>{item.put('<br>'.join(lines))}</{tag}>")
    return f"<{holder}>{''.join(out)}</{holder}>"


def own_elements(draw: Draw, items: list[Item]) -> str:
    """Elements with names of the site's own."""
    tag = draw.one("x-item", "search-hit", "app-card")
    return (
        "<x-list>" + "".join(f"<{tag}>{i.put(_body(draw, i))}</{tag}>" for i in items) + "</x-list>"
    )


def engine_of_today(draw: Draw, items: list[Item]) -> str:
    """Hits with site links, among them boxes of questions, videos, maps; related searches behind."""
    out = []
    for n, item in enumerate(items):
        text = (
            f"<div><a href=http://e{n}.example><h3>{item.title}</h3><cite>e{n}.example</cite></a></div>"
            f"<div><span>{item.day} - </span><span>{item.about}</span></div>"
        )
        if item.some and n < 2:
            text += (
                "<table><tr>"
                + "".join(f"<td><a href=/s/{k}>{draw.words(1, 2)}</a></td>" for k in range(4))
                + "</tr></table>"
            )
        out.append(f"<div class='g'>{item.put(text)}</div>")
        if n == 2:
            asked = "".join(f"<div><div>{draw.words(4, 8)}?</div></div>" for _ in range(4))
            out.append(
                f"<div class='{draw.one('g', 'related-q')}'><h4>{draw.words(2, 3)}</h4>{asked}</div>"
            )
    near = "".join(f"<a href=/q/{n}>{draw.words(1, 4)}</a>" for n in range(8))
    return f"<div id=rso>{''.join(out)}</div><div id=bres>{near}</div>"


def jobs(draw: Draw, items: list[Item]) -> str:
    """Jobs with bullet points; an alert form as an item; dates behind."""
    out = []
    for n, item in enumerate(items):
        points = "".join(f"<li>{draw.words(3, 9)}</li>" for _ in range(draw.number(0, 4)))
        points = points and f"<ul>{points}</ul>"
        out.append(
            f"<li{draw.named('job', 'job', 'result')}>"
            + item.put(
                f"<h2>{draw.link(item)}</h2><div>{item.who}</div><div>{item.place}</div>{points}"
                f"<span>{item.day}</span> <span>{item.code}</span>"
            )
            + "</li>"
        )
        if n == 3:
            out.append(f"<li{draw.named('job')}><form>{draw.words(2, 4)}<input name=m></form></li>")
    return f"<ul>{''.join(out)}</ul>"


def feed_with_times(draw: Draw, items: list[Item]) -> str:
    """A timeline: times, small heads, now and then a picture or a quote only."""
    out = []
    for item in items:
        text = f"<time>{item.day}</time><div><b>{item.who}</b> {item.title} {item.code}</div>"
        text += draw.one(
            "",
            f"<img src=/{item.code}.png>",
            f"<blockquote>{draw.words(4, 20)}</blockquote>",
            f"<p>{draw.words(4, 30)}</p>",
        )
        text += "<div><a href=/r>reply</a> <a href=/l>like</a></div>"
        out.append(f"<li{draw.named('status')}>{item.put(text)}</li>")
    return f"<ol>{''.join(out)}</ol>"


LAYOUTS: list[Layout] = [
    plain_cards,
    cards_and_foreign,
    rows_of_cards,
    utility_classes,
    bare_boxes,
    linked_cards,
    first_is_larger,
    question_list,
    repositories,
    estates,
    journeys,
    people,
    addresses,
    own_elements,
    engine_of_today,
    jobs,
    feed_with_times,
]
