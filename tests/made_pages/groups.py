"""Records in groups: under headings, in parents of unlike paths, alone in their group."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from made_pages.draw import Draw, Item, Layout


def _split(draw: Draw, items: list[Item], most: int = 6) -> list[list[Item]]:
    parts, at = [], 0
    while at < len(items):
        size = draw.number(1, most)
        parts.append(items[at : at + size])
        at += size
    return parts


def _entry(draw: Draw, item: Item, tag: str) -> str:
    if tag == "tr":
        cells = "".join(f"<td>{v}</td>" for v in [draw.link(item), *draw.fields(item)])
        return f"<tr>{item.put(cells)}</tr>"
    text = f"{draw.link(item)} " + " ".join(f"<span>{v}</span>" for v in draw.fields(item))
    if about := draw.about(item):
        text += f"<p>{about}</p>"
    return f"<{tag}{draw.named('entry')}>{item.put(text)}</{tag}>"


def under_headings(draw: Draw, items: list[Item]) -> str:
    """A heading and a list, flat."""
    holder, tag = draw.one("ul/li", "table/tr", "div/div", "div/p").split("/")
    head = draw.one("h2", "h3", "h4", "p", "b")
    return (
        "<div>"
        + "".join(
            f"<{head}>{draw.words(1, 3)}</{head}><{holder}>"
            + "".join(_entry(draw, i, tag) for i in part)
            + f"</{holder}>"
            for part in _split(draw, items)
        )
        + "</div>"
    )


def boxes_of_groups(draw: Draw, items: list[Item]) -> str:
    """A box with heading and list for each group; a few words about the group."""
    holder, tag = draw.one("ul/li", "table/tr", "div/div", "div/article").split("/")
    note = draw.often(0.5)
    return (
        "<div>"
        + "".join(
            f"<div{draw.named('group', 'group', 'panel', 'view-grouping')}><h3>{draw.date()}</h3>"
            + (f"<p>{draw.words(3, 20)}</p>" if note else "")
            + f"<{holder}>"
            + "".join(_entry(draw, i, tag) for i in part)
            + f"</{holder}></div>"
            for part in _split(draw, items)
        )
        + "</div>"
    )


def headings_among(draw: Draw, items: list[Item]) -> str:
    """Headings among the records in one parent, of another tag or the same."""
    tag = draw.one("div", "p", "li", "article")
    head = draw.one("h3", "h4", "h2", tag)
    out = []
    for part in _split(draw, items):
        inner = f"<b>{draw.words(1, 2)}</b>" if head == tag else draw.words(1, 2)
        out.append(f"<{head}>{inner}</{head}>" + "".join(_entry(draw, i, tag) for i in part))
    holder = "ul" if tag == "li" else "div"
    return f"<{holder}>{''.join(out)}</{holder}>"


def unlike_wrappers(draw: Draw, items: list[Item]) -> str:
    """The first part of the list stands in other wrappers than the rest: an advert cut it."""
    cut = draw.number(2, max(2, len(items) - 2))
    holder, tag = draw.one("ul/li", "div/div", "div/article").split("/")
    made = draw.named("list", "list", "results")
    lists = [
        f"<{holder}{made}>" + "".join(_entry(draw, i, tag) for i in part) + f"</{holder}>"
        for part in (items[:cut], items[cut:])
        if part
    ]
    lists[-1] = draw.one("<div>{}</div>", "<section><div>{}</div></section>").format(lists[-1])
    return f"<div class=ad><a href=/shop>{draw.words(1, 3)}</a></div>".join(lists)


def single_groups(draw: Draw, items: list[Item]) -> str:
    """Mostly one record in a group."""
    out = []
    for part in _split(draw, items, 2):
        rows = "".join(
            f"<div{draw.named('in')}>{i.put(f'<h3>{draw.link(i)}</h3><p>{i.about}</p><p>{i.code}</p>')}</div>"
            for i in part
        )
        out.append(
            f"<div{draw.named('day', 'date-outer', 'day')}><h2>{draw.date()}</h2><div>{rows}</div></div>"
        )
    return f"<div>{''.join(out)}</div>"


def folded(draw: Draw, items: list[Item]) -> str:
    """details and summary; or a heading that opens a box."""
    if draw.often(0.5):
        return "".join(
            i.put(
                f"<details><summary>{i.title} {i.code}</summary><div>{draw.words(5, 40)}</div></details>"
            )
            for i in items
        )
    return (
        "<div class=accordion>"
        + "".join(
            i.put(f"<h3><a href='#{i.code}'>{i.title}</a></h3>")
            + i.put(f"<div id={i.code}><p>{i.about}</p><p>{' '.join(draw.fields(i))}</p></div>")
            for i in items
        )
        + "</div>"
    )


def two_columns(draw: Draw, items: list[Item]) -> str:
    """The list is split over two or three columns."""
    wide = draw.number(2, 3)
    size = -(-len(items) // wide)
    cols = [items[at : at + size] for at in range(0, len(items), size)]
    tag = draw.one("td", "div")
    inner = draw.one("p", "div", "li")
    out = "".join(f"<{tag}>{''.join(_entry(draw, i, inner) for i in col)}</{tag}>" for col in cols)
    return f"<table><tr>{out}</tr></table>" if tag == "td" else f"<div>{out}</div>"


def two_layers(draw: Draw, items: list[Item]) -> str:
    """Groups in groups: a state, its towns, their places."""
    groups = _split(draw, items, 5)
    out, at = [], 0
    while at < len(groups):
        part = groups[at : at + draw.number(1, 4)]
        at += len(part)
        inner = "".join(
            f"<li><b>{draw.words(1, 2)}</b><ul>{''.join(_entry(draw, i, 'li') for i in g)}</ul></li>"
            for g in part
        )
        out.append(f"<h2>{draw.words(1, 2)}</h2><ul>{inner}</ul>")
    return "".join(out)


def tabs(draw: Draw, items: list[Item]) -> str:
    """Two tabs: the hits, and hidden ones of another kind."""
    other = "".join(
        f"<li><a href=/u/{n}>{draw.words(1, 2)}</a> ({draw.number(1, 50)})</li>"
        for n in range(draw.number(3, 20))
    )
    rows = "".join(_entry(draw, i, "div") for i in items)
    return (
        f"<ul class=tabs><li><a href='#a'>A</a></li><li><a href='#b'>B</a></li></ul>"
        f"<div id=a class=tab>{rows}</div><div id=b class=tab style='display:none'><ul>{other}</ul></div>"
    )


LAYOUTS: list[Layout] = [
    under_headings,
    boxes_of_groups,
    headings_among,
    unlike_wrappers,
    single_groups,
    folded,
    two_columns,
    two_layers,
    tabs,
]
