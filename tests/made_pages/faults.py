"""Lists with one fault of unseen pages each: stripes, inner lists, loose lines, parts, odd ends.

The causes were named on pages of another hand; these kinds were made up from their description. The
rules of the miner were written while looking at these pages. ``second_hand`` draws the same causes in
other markup, and nobody looked at its pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout

PAIRS = [
    ("kite", "loom"), ("a", "b"), ("rowA", "rowB"), ("grid_dark_line", "grid_light_line"),
    ("tblodd", "tbleven"), ("Xrowalt", "Xrow"), ("line1st", "line2nd"), ("lt", "dk"),
    ("bgWhite cell", "bgGrey cell"), ("whiteBack", "blueBack"), ("p-alternate", "p-item"),
]  # fmt: skip
TRIPLES = [("aa", "bb", "cc"), ("tonered", "tonegreen", "toneblue"), ("x-one", "x-two", "x-six")]


def _looks(draw: Draw, three: float = 0.15) -> tuple[str, ...]:
    return draw.random.choice(TRIPLES if draw.often(three) else PAIRS)


def _cell_values(draw: Draw, item: Item) -> list[str]:
    values = [draw.link(item), *draw.fields(item, 2, 4)]
    if draw.always("title second", 0.4):
        values[0], values[1] = values[1], values[0]
    return values


def _striped_table(draw: Draw, items: list[Item], *, inner: bool, lacking: bool) -> str:
    looks = _looks(draw)
    while len(items) < 2 * len(looks):
        items.append(draw.item())
    rows = []
    for n, item in enumerate(items):
        look = looks[n % len(looks)]
        values = _cell_values(draw, item)
        if lacking and draw.often(0.25):
            del values[-1]
        span = f"<span class='{look}txt'>{{}}</span>" if inner else "{}"
        cell = f" class='{look}c'" if inner and draw.always("cell too", 0.5) else ""
        cells = "".join(f"<td{cell}>{span.format(value)}</td>" for value in values)
        rows.append(f"<tr class='{look}'>{item.put(cells)}</tr>")
    wide = len(_cell_values(draw, items[0]))
    head = f"<tr class={draw.one('hd', 'top', 'rowH')}>" + "".join(
        f"<{draw.same('th', 'td', 'th')}>{draw.words(1, 2)}</{draw.same('th', 'td', 'th')}>"
        for _ in range(wide)
    )
    head = draw.one("", head + "</tr>", head + "</tr>")
    body = draw.one("{}", "<tbody>{}</tbody>").format("".join(rows))
    return f"<table{draw.named('table')}>{head}{body}</table>"


def stripes_table(draw: Draw, items: list[Item]) -> str:
    return _striped_table(draw, items, inner=False, lacking=False)


def stripes_inside(draw: Draw, items: list[Item]) -> str:
    return _striped_table(draw, items, inner=True, lacking=False)


def stripes_lacking(draw: Draw, items: list[Item]) -> str:
    return _striped_table(draw, items, inner=draw.often(0.5), lacking=True)


def stripes_items(draw: Draw, items: list[Item]) -> str:
    """Items or boxes with looks that take turns, text inside them too."""
    looks, (holder, tag) = _looks(draw), draw.one("ul/li", "ol/li", "div/div").split("/")
    while len(items) < 2 * len(looks):
        items.append(draw.item())
    parts = []
    for n, item in enumerate(items):
        look = looks[n % len(looks)]
        inner = f" class='{look}in'" if draw.always("inner", 0.5) else ""
        about = f"<p{inner}>{draw.about(item)}</p>" if draw.always("p", 0.5) else ""
        text = f"<b{inner}>{draw.link(item)}</b> " + " ".join(
            f"<span{inner}>{value}</span>" for value in draw.fields(item, 1, 3)
        )
        parts.append(f"<{tag} class='{look}'>{item.put(text + about)}</{tag}>")
    return f"<{holder}>{''.join(parts)}</{holder}>"


def pairs_of_rows(draw: Draw, items: list[Item]) -> str:
    """No stripes: a title row and a detail row of two looks make a record."""
    looks = draw.random.choice(PAIRS)
    fields = draw.number(1, 3)
    rows = []
    for item in items:
        detail = " ".join(draw.fields(item, fields, fields))
        about = draw.about(item) or draw.words(2, 6)
        item.put(f"{draw.link(item)} {detail} {about}")
        rows.append(
            f"<tr class='{looks[0]}'><td>{draw.link(item)}</td></tr>"
            f"<tr class='{looks[1]}'><td>{detail}<br>{about}</td></tr>"
        )
    return f"<table>{''.join(rows)}</table>"


def pairs_of_like_rows(draw: Draw, items: list[Item]) -> str:
    """No stripes: both rows have the same tags; the link is in one, the number in the other."""
    looks = draw.random.choice(PAIRS)
    holder, tag, cell = draw.one("table/tr/td", "ul/li/span", "div/div/span").split("/")
    rows = []
    for item in items:
        item.put(f"{draw.link(item)} {item.who} {item.day} {item.price}")
        first = f"<{cell}>{draw.link(item)}</{cell}><{cell}>{item.who}</{cell}>"
        second = f"<{cell}>{item.day}</{cell}><{cell}>{item.price}</{cell}>"
        rows.append(
            f"<{tag} class='{looks[0]}'>{first}</{tag}><{tag} class='{looks[1]}'>{second}</{tag}>"
        )
    return f"<{holder}>{''.join(rows)}</{holder}>"


def _events(draw: Draw, many: int) -> str:
    rows = [f"<td>{draw.date()}</td><td>{draw.words(3, 12)}</td>" for _ in range(many)]
    if draw.always("event link", 0.3):
        rows = [
            f"{row}<td><a href=/e/{n}>{draw.words(1, 1)}</a></td>" for n, row in enumerate(rows)
        ]
    return "".join(f"<tr>{row}</tr>" for row in rows)


def _some_events(draw: Draw, n: int) -> int:
    return (0, 1, 5, 3, 9, 0, 2, 6)[n] if n < 4 else draw.random.choice([0, 0, 1, 2, 3, 5, 7, 9])


def boxes_with_history(draw: Draw, items: list[Item]) -> str:
    """Labelled fields and a table of 0 to 9 events in every box."""
    del items[12:]
    labels = [draw.words(1, 2).capitalize() + ":" for _ in range(3)]
    tag, made = draw.one("div", "section", "li"), draw.named("item")
    field = draw.one("<p><b>{}</b> {}</p>", "<div><span>{}</span> <em>{}</em></div>", "{} {}<br>")
    parts = []
    for n, item in enumerate(items):
        values = (draw.link(item), item.code, item.who)
        fields = "".join(field.format(*pair) for pair in zip(labels, values, strict=True))
        history = f"<table>{_events(draw, _some_events(draw, n))}</table>"
        parts.append(f"<{tag}{made}>{item.put(fields + history)}</{tag}>")
    return f"<div>{''.join(parts)}</div>"


def tables_with_history(draw: Draw, items: list[Item]) -> str:
    """The fields are rows of a table of each record; a second table beside it holds events."""
    del items[12:]
    labels = [draw.words(1, 2).capitalize() for _ in range(4)]
    parts = []
    for n, item in enumerate(items):
        values = (item.title, item.code, item.day, item.price)
        fields = "".join(
            f"<tr><td><b>{label}</b></td><td>{value}</td></tr>"
            for label, value in zip(labels, values, strict=True)
        )
        history = _events(draw, _some_events(draw, n))
        history = history and f"<tr><td colspan=2><table>{history}</table></td></tr>"
        parts.append(f"<table{draw.named('item')}>{item.put(fields + history)}</table>")
    return draw.one("", "<hr>", "<br>").join(parts)


def vessels_with_visits(draw: Draw, items: list[Item]) -> str:
    """One table for each ship: a row of labelled cells, a header, its visits; 0, 1 or 5 of them."""
    del items[12:]
    label = [draw.words(1, 1).capitalize() + ": " for _ in range(3)]
    head = "".join(f"<th>{draw.words(1, 1)}</th>" for _ in range(3))
    parts = []
    for n, item in enumerate(items):
        facts = (item.title, item.code, item.who)
        row = "".join(f"<td>{k}<b>{v}</b></td>" for k, v in zip(label, facts, strict=True))
        visits = "".join(
            f"<tr><td>{draw.date()}</td><td>{draw.words(2, 6)}</td><td>{draw.words(1, 9)}</td></tr>"
            for _ in range((0, 5, 1)[n % 3] if n < 6 else draw.random.choice([0, 1, 5]))
        )
        table = f"<tr>{row}</tr>" + (f"<tr>{head}</tr>{visits}" if visits else "")
        parts.append(f"<table border=1>{item.put(table)}</table><br>")
    return "".join(parts)


def groups_with_rows(draw: Draw, items: list[Item]) -> str:
    """No inner lists: a heading and rows; the rows are the records."""
    parts, rest = [], list(items)
    while rest:
        group, rest = rest[: (size := draw.number(1, 6))], rest[size:]
        rows = "".join(
            f"<tr>{item.put(''.join(f'<td>{v}</td>' for v in _cell_values(draw, item)))}</tr>"
            for item in group
        )
        parts.append(
            f"<div{draw.named('group')}><h3>{draw.words(1, 3)}</h3><table>{rows}</table></div>"
        )
    return "".join(parts)


def _paragraph_lines(draw: Draw, items: list[Item], head_tag: str, start: str) -> str:
    while len(items) < 14:
        items.append(draw.item())
    breaks = draw.one("<br><br>", "<br>\n<br>", "<br>")
    parts = []
    until = draw.number(3, 6) if draw.often(0.5) else 0
    for item in items:
        if until == 0:
            parts.append(f"<{head_tag}>{draw.date()}</{head_tag}>" + draw.one("", "<br>"))
            until = draw.number(3, 6)
        until -= 1
        link = draw.link(item) if start == "a" else f"<b>{item.title}</b>"
        fields = ", ".join(draw.fields(item, 1, 2))
        more = "".join(f"{draw.words(5, 25)}{breaks}" for _ in range(draw.number(1, 4)))
        parts.append(item.put(f"{link} {fields}<br>{more}"))
    return "\n".join(parts)


def lines_of_links(draw: Draw, items: list[Item]) -> str:
    return _paragraph_lines(draw, items, draw.one("h3", "h4", "b", "p", "strong"), "a")


def lines_of_bold(draw: Draw, items: list[Item]) -> str:
    return _paragraph_lines(draw, items, draw.one("h3", "h4", "u", "h2"), "b")


def two_parts(draw: Draw, items: list[Item]) -> str:
    """Coming and past: rows of one class in two tables, one has fewer columns."""
    while len(items) < 25:
        items.append(draw.item())
    name = draw.one("event", "item", "sched-row", "datarow")
    first = draw.number(3, 10)
    few, tables = draw.number(1, 2), []
    for part, fields in ((items[:first], few), (items[first:], 4)):
        rows = []
        for item in part:
            values = [draw.link(item), *draw.fields(item, 4, 4)[:fields]]
            cells = "".join(f"<td>{value}</td>" for value in values)
            rows.append(f"<tr class={name}>{item.put(cells)}</tr>")
        tables.append(f"<h3>{draw.words(1, 2)}</h3><table>{''.join(rows)}</table>")
    if draw.often(0.3):
        tables.reverse()
    return "".join(f"<div>{table}</div>" if draw.always("div", 0.5) else table for table in tables)


def related_box(draw: Draw, items: list[Item]) -> str:
    """No second part: a box of recommendations with rows of another class."""
    rows = "".join(
        f"<tr class=hit>{item.put(''.join(f'<td>{v}</td>' for v in _cell_values(draw, item)))}</tr>"
        for item in items
    )
    more = "".join(
        f"<tr class=also><td><a href=/r/{n}>{draw.words(2, 5)}</a></td><td>{draw.words(1, 2)}</td></tr>"
        for n in range(draw.number(3, 7))
    )
    return f"<table>{rows}</table><h4>{draw.words(1, 3)}</h4><table>{more}</table>"


def _lacking_list(draw: Draw, items: list[Item], at: int, lacks: str) -> str:
    while len(items) < 6:
        items.append(draw.item())
    del items[draw.number(6, 10) :]
    holder, tag = draw.one("ul/li", "div/div", "div/article", "table/tr").split("/")
    shape = draw.one("<div>{}</div>", "<p>{}</p>", "<span>{}</span> ")
    shape = "<td>{}</td>" if tag == "tr" else shape
    made = draw.named("item")
    parts = []
    for n, item in enumerate(items):
        lack = lacks if n == at % len(items) else ""
        picture = "" if lack == "picture" else f"<img src=/i/{item.code}.jpg>"
        title = item.title if lack == "link" else draw.link(item)
        price = "" if lack == "price" else f"<b>{item.price}</b>"
        fields = [picture, title, item.who, price]
        if tag != "tr":
            fields = list(filter(None, fields))
        parts.append(f"<{tag}{made}>{item.put(''.join(map(shape.format, fields)))}</{tag}>")
    return f"<{holder}>{''.join(parts)}</{holder}>"


def last_lacks(draw: Draw, items: list[Item]) -> str:
    return _lacking_list(draw, items, -1, draw.one("picture", "price", "link"))


def first_lacks(draw: Draw, items: list[Item]) -> str:
    return _lacking_list(draw, items, 0, draw.one("picture", "price", "link"))


def middle_lacks(draw: Draw, items: list[Item]) -> str:
    return _lacking_list(draw, items, draw.number(1, 4), draw.one("picture", "price", "link"))


def tokens_in_any_order(draw: Draw, items: list[Item]) -> str:
    holder, tag = draw.one("ul/li", "div/div", "table/tr").split("/")
    tokens = ["hit", draw.one("wide", "clear", "pub", "doc")]
    parts = []
    for item in items:
        draw.random.shuffle(tokens)
        cells = "".join(
            f"<td>{v}</td>" if tag == "tr" else f"<p>{v}</p>" for v in _cell_values(draw, item)
        )
        parts.append(f"<{tag} class='{' '.join(tokens)}'>{item.put(cells)}</{tag}>")
    return f"<{holder}>{''.join(parts)}</{holder}>"


LAYOUTS: list[Layout] = [
    stripes_table, stripes_inside, stripes_lacking, stripes_items, pairs_of_rows,
    pairs_of_like_rows, boxes_with_history, tables_with_history, vessels_with_visits, groups_with_rows, lines_of_links,
    lines_of_bold, two_parts, related_box, last_lacks, first_lacks, middle_lacks,
    tokens_in_any_order,
]  # fmt: skip
