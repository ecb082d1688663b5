"""The causes of ``faults`` in other markup, written before the rules were.

No rule is fitted on pages of these kinds; their figures say what the rules do elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def zebra_register(draw: Draw, items: list[Item]) -> str:
    """Rows of a register with coloured lines, caption and sum; digits and words tell the colours."""
    one, two = draw.random.choice(
        [("reg0", "reg1b"), ("DataGridItem", "DataGridAltItem"), ("clear", "shade"), ("r_e", "r_o"),
         ("listWhite", "listTinted"), ("t", "tt"), ("stripeA big", "stripeB big")]
    )  # fmt: skip
    while len(items) < 16:
        items.append(draw.item())
    rows = []
    for n, item in enumerate(items):
        look = (one, two)[n % 2]
        font = f"<font class={look.split()[0]}F size=2>" if draw.always("font", 0.4) else ""
        cells = [f"{n + 1}.", *draw.fields(item, 3, 5), draw.link(item)]
        if draw.always("remark", 0.5) and n % 4 == 2:
            cells[-2] = ""
        row = "".join(f"<td nowrap>{font}{value}{font and '</font>'}</td>" for value in cells)
        rows.append(f"<tr class='{look}' valign=top>{item.put(row)}</tr>")
    head = "".join(f"<th>{draw.words(1, 1)}</th>" for _ in range(rows[0].count("<td")))
    caption = draw.one("", f"<caption>{draw.words(2, 5)}</caption>")
    return f"<table>{caption}<thead><tr class=heading>{head}</tr></thead>{''.join(rows)}</table>"


def zebra_boxes(draw: Draw, items: list[Item]) -> str:
    """Boxes that stand left and right in turn, parts of them named after the side."""
    one, two = draw.random.choice(
        [("left", "right"), ("lhs", "rhs"), ("west", "east"), ("c1", "cx")]
    )
    parts = []
    while len(items) < 5:
        items.append(draw.item())
    for n, item in enumerate(items):
        side = (one, two)[n % 2]
        name = f"{side}-name" if draw.always("deep", 0.6) else "name"
        text = (
            f"<div class='{name}'>{draw.link(item)}</div><div class=facts>{item.who}<br>{item.day}"
            f"</div><div class='{side}Note'>{draw.about(item) or item.place}</div>"
        )
        parts.append(f"<div class='box {side}'>{item.put(text)}</div>" if draw.always("box", 0.3)
                     else f"<div class='{side}'>{item.put(text)}</div>")  # fmt: skip
    return f"<div{draw.named('boxes')}>{''.join(parts)}</div>"


def zebra_of_three(draw: Draw, items: list[Item]) -> str:
    """A list in columns: every third item ends a line."""
    while len(items) < 9:
        items.append(draw.item())
    looks = draw.random.choice(
        [("col-a", "col-b", "col-c"), ("lo", "mid", "hi"), ("g", "gg", "gr")]
    )
    return "<ul>" + "".join(
        f"<li class={looks[n % 3]}>"
        + item.put(
            f"<a href=/x/{item.code}><img src=/t/{n}.gif></a><h4 class={looks[n % 3]}h>"
            f"{draw.link(item)}</h4><p>{item.price} {item.place}</p>"
        )
        + "</li>"
        for n, item in enumerate(items)
    ) + "</ul>"  # fmt: skip


def entry_and_remark(draw: Draw, items: list[Item]) -> str:
    """Counter-test: an entry row and a remark row of two looks, with as many cells each."""
    one, two = draw.random.choice(
        [("entry", "remark"), ("a1", "a2"), ("odd", "even"), ("up", "low")]
    )
    rows = []
    for item in items:
        remark = draw.about(item) or draw.words(3, 8)
        item.put(f"{draw.link(item)} {item.day} {remark} {item.price}")
        rows.append(
            f"<tr class={one}><td>{draw.link(item)}<td>{item.day}</tr>"
            f"<tr class={two}><td>{remark}<td>{item.price}</tr>"
        )
    return f"<table width=700>{''.join(rows)}</table>"


def cases_with_dockets(draw: Draw, items: list[Item]) -> str:
    """Cases: a definition list of facts, below it the docket, a list that is often longer."""
    del items[draw.number(8, 12) :]
    names = [draw.words(1, 1).capitalize() for _ in range(4)]
    cases = []
    for n, item in enumerate(items):
        facts = (draw.link(item), item.code, item.who, item.place)
        rows = "".join(f"<dt>{k}</dt><dd>{v}</dd>" for k, v in zip(names, facts, strict=True))
        many = (4, 0, 1, 8)[n] if n < 4 else draw.number(0, 9)
        docket = "".join(
            f"<li><i>{draw.date()}</i> {draw.words(4, 14)}" + ("</li>" if n % 2 else "")
            for _ in range(many)
        )
        docket = f"<ul>{docket}</ul>" if docket or draw.always("empty", 0.5) else ""
        cases.append(f"<div{draw.named('case')}>{item.put(f'<dl>{rows}</dl>{docket}')}</div>")
    return "".join(cases)


def rooms_with_talks(draw: Draw, items: list[Item]) -> str:
    """Counter-test: the heading of a day, below it the talks, which are the records."""
    while len(items) < 8:
        items.append(draw.item())
    parts, at = [], 0
    while at < len(items):
        group = items[at : (at := at + draw.number(1, 5))]
        talks = "".join(
            "<li>" + item.put(f"<b>{draw.link(item)}</b> {item.who} <i>{item.day}</i>") + "</li>"
            for item in group
        )
        parts.append(f"<section><header>{draw.words(1, 3)}</header><ul>{talks}</ul></section>")
    return "".join(parts)


def bulletin(draw: Draw, items: list[Item]) -> str:
    """A bulletin typed by hand: number and link, then paragraphs, rules of the day between."""
    while len(items) < 15:
        items.append(draw.item())
    day = draw.one("<p><b>{}</b></p>", "<center>{}</center>", "<h5>{}</h5>", "<i>{}</i><br><br>")
    parts = [] if draw.often(0.5) else [day.format(draw.date())]
    next_day = draw.number(3, 6)
    for n, item in enumerate(items):
        if n == next_day:
            parts.append(day.format(draw.date()))
            next_day += draw.number(3, 6)
        lines = [draw.link(item), f"{item.who}, {item.place}"]
        lines += [draw.words(6, 20) for _ in range(draw.number(0, 3))]
        parts.append(item.put("<br>\n".join(lines)) + "<br><br>")
    return "\n".join(parts) if draw.often(0.5) else f"<td>{' '.join(parts)}</td>"


def obituaries(draw: Draw, items: list[Item]) -> str:
    """Bold names, text behind and below them, letters of the alphabet between."""
    while len(items) < 15:
        items.append(draw.item())
    parts = []
    for n, item in enumerate(items):
        if n % 5 == 3 or (n == 0 and draw.often(0.5)):
            parts.append(f"<h4>{draw.one(*'ABCDEFGH')} {n}</h4>")
        more = "".join(f"{draw.words(5, 18)}<br><br>" for _ in range(draw.number(1, 4)))
        parts.append(item.put(f"<strong>{item.title}</strong> {item.day}<br>{more}"))
    return f"<div>{''.join(parts)}</div>"


def courses_now_and_then(draw: Draw, items: list[Item]) -> str:
    """A list of courses of this term with all facts, another of past ones with title and date."""
    while len(items) < 20:
        items.append(draw.item())
    cut = draw.number(6, 12)
    now = "".join(
        "<div class=course>" + item.put(
            f"<h4>{draw.link(item)}</h4><p>{item.who}</p><p>{item.place}</p><em>{item.price}</em>"
        ) + "</div>" for item in items[:cut]
    )  # fmt: skip
    past = "".join(
        f"<div class=course>{item.put(f'<h4>{draw.link(item)}</h4><small>{item.day}</small>')}</div>"
        for item in items[cut:]
    )
    return (
        f"<section>{now}</section><h2>{draw.words(1, 2)}</h2><section class=past>{past}</section>"
    )


def shop_with_gaps(draw: Draw, items: list[Item]) -> str:
    """Five to ten goods; the last or first has no picture, no price, or no address yet."""
    while len(items) < 5:
        items.append(draw.item())
    del items[10:]
    at = draw.random.choice([0, -1, -1, 2]) % len(items)
    lack = draw.one("image", "cost", "href")
    parts = []
    for n, item in enumerate(items):
        lacks = lack if n == at else ""
        image = "" if lacks == "image" else f"<p class=im><img src=/{n}.png></p>"
        head = item.title if lacks == "href" else draw.link(item)
        cost = "" if lacks == "cost" else f"<p class=co>{item.price}</p>"
        parts.append(f"<li{draw.named('good')}>{item.put(f'{image}<h3>{head}</h3>{cost}')}</li>")
    return f"<ul>{''.join(parts)}</ul>"


def books_in_any_order(draw: Draw, items: list[Item]) -> str:
    """Two class words in either order."""
    return "<div>" + "".join(
        f"<div class='{draw.one('book shelf', 'shelf book')}'>"
        + item.put(f"<span class='{draw.one('ti big', 'big ti')}'>{draw.link(item)}</span> "
                   f"<span>{item.who}</span><span>{item.day}</span>")
        + "</div>" for item in items
    ) + "</div>"  # fmt: skip


LAYOUTS: list[Layout] = [
    zebra_register, zebra_boxes, zebra_of_three, entry_and_remark, cases_with_dockets,
    rooms_with_talks, bulletin, obituaries, courses_now_and_then,
    shop_with_gaps, books_in_any_order,
]  # fmt: skip
