"""Result pages with one difficulty each, made up with chance: what real lists do to a miner.

Each function of ``PITFALLS`` writes a list of records with one of the difficulties that labelled
pages showed (records of several siblings, groups of one record, field rows more regular than the
records, header rows, promotions in the records' own make ...). ``pitfall_page`` draws the markup:
tags, classes, fields, counts, what stands beside. The truth is known, so any number of pages that
nobody has looked at can be scored.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

_WORDS = """
whale harbour lantern meadow compass orchard granite sparrow kettle violin canyon ribbon anchor
bishop copper desert engine forest glacier hammer island jungle kitchen ladder marble needle
oyster pepper quarry river saddle temple umbrella valley willow zephyr market bridge winter copper
garden mirror thunder velvet walnut yellow basket candle dragon feather
"""
_SURNAMES = "Adams Brook Castle Drummond Ellis Fenn Garvey Holt Irving Jarvis Keane Lowell"
_MONTHS = "January February March April May June July August September October"
WORDS, SURNAMES, MONTHS = _WORDS.split(), _SURNAMES.split(), _MONTHS.split()
SIMPLE = ["ul/li", "ol/li", "div/div", "section/article", "table/tr", "div/p", "div/section"]


@dataclass
class Chance:
    """The draws of one page: its random numbers and the make of its records."""

    random: random.Random
    made: int = 0
    fields: list[str] = field(default_factory=list)
    classes: dict[str, str] = field(default_factory=dict)

    def one(self, *options: str) -> str:
        return self.random.choice(options)

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def often(self, share: float) -> bool:
        return self.random.random() < share

    def words(self, low: int, high: int) -> str:
        return " ".join(self.random.choice(WORDS) for _ in range(self.number(low, high)))

    def named(self, role: str) -> str:
        """A class attribute for a role: the same all over the page, often none at all."""
        if role not in self.classes:
            name = f"{self.random.choice(WORDS)}-{role[0]}"
            self.classes[role] = f' class="{name}"' if self.often(0.6) else ""
        return self.classes[role]


@dataclass
class Book:
    """One record: ``title`` is nowhere else on the page."""

    title: str
    author: str
    day: str
    number: str
    about: str
    optional: bool


def book(chance: Chance) -> Book:
    chance.made += 1
    title = f"{chance.words(1, 4).title()} {chr(65 + chance.made % 26)}{chance.made:03d}x"
    author = f"{chance.one(*SURNAMES)}, {chance.one(*'ABCDEFGH')}."
    day = f"{chance.number(1, 28)} {chance.one(*MONTHS)} {chance.number(1980, 2024)}"
    number = chance.one("No. {}", "{} pages", "$ {}.50", "#{}").format(chance.number(10, 999))
    about = chance.words(4, 30).capitalize() + "."
    return Book(title, author, day, number, about, chance.often(0.5))


def books(chance: Chance, low: int = 4, high: int = 24) -> list[Book]:
    return [book(chance) for _ in range(chance.number(low, high))]


def link(chance: Chance, b: Book) -> str:
    return f'<a href="/item/{chance.made}-{len(b.title)}">{b.title}</a>'


def shown(chance: Chance, b: Book) -> list[str]:
    """Names of the fields that a record shows beside its title; the same ones on a whole page."""
    if not chance.fields:
        others = ["author", "day", "number", "about"]
        chance.random.shuffle(others)
        chance.fields = others[: chance.number(2, 4)]
    return [name for name in chance.fields if name != "about" or b.optional]


def values(chance: Chance, b: Book) -> list[str]:
    """Title and other fields of a record as inline markup."""
    return [link(chance, b), *(getattr(b, name) for name in shown(chance, b))]


def inside(chance: Chance, b: Book) -> str:
    """The fields as blocks or spans."""
    tag = chance.classes.setdefault("inner tag", chance.one("div", "p", "span"))
    head = chance.classes.setdefault("head tag", chance.one("h3", "h2", "b", "div"))
    parts = [f"<{head}>{link(chance, b)}</{head}>"]
    parts += [
        f"<{tag}{chance.named(f'{name} f')}>{getattr(b, name)}</{tag}>"
        for name in shown(chance, b)
    ]  # fmt: skip
    return "".join(parts)


def cells(chance: Chance, b: Book, tag: str = "td") -> str:
    b.optional = True
    return "".join(f"<{tag}>{value}</{tag}>" for value in values(chance, b))


def outer(chance: Chance) -> tuple[str, str]:
    shape = chance.one(*SIMPLE)
    holder, _, item = shape.partition("/")
    return holder, item


def item(chance: Chance, tag: str, b: Book, extra: str = "") -> str:
    content = cells(chance, b) if tag == "tr" else inside(chance, b)
    return f"<{tag}{chance.named('item')}>{content}{extra}</{tag}>"


Layout = Callable[[Chance, list[Book]], str]


def plain(chance: Chance, found: list[Book]) -> str:
    holder, tag = outer(chance)
    return f"<{holder}>" + "\n".join(item(chance, tag, b) for b in found) + f"</{holder}>"


def two_siblings(chance: Chance, found: list[Book]) -> str:
    head, body = chance.one("h4", "h3", "p", "div"), chance.one("div", "p", "blockquote", "ul")
    lines = []
    for b in found:
        first, *rest = values(chance, b)
        tag = "li" if body == "ul" else "span"
        inner = "".join(f"<{tag}>{value}</{tag}> " for value in rest)
        lines.append(
            f"<{head}{chance.named('head')}>{first}</{head}>\n"
            f"<{body}{chance.named('body')}>{inner}</{body}>"
        )
    return "<div>" + "\n".join(lines) + "</div>"


def two_rows(chance: Chance, found: list[Book]) -> str:
    """Two rows for each record, heading rows over groups of them."""
    rows = []
    for n, b in enumerate(found):
        if n % chance.number(3, 5) == 0 and chance.often(0.7):
            rows.append(f"<tr><th colspan=3>{chance.one(*MONTHS)} {1990 + n}</th></tr>")
        first, *rest = values(chance, b)
        rows.append(f"<tr><td>{n + 1}.</td><td>{first}</td><td>{rest[0]}</td></tr>")
        rows.append(f"<tr><td></td><td colspan=2>{' | '.join(rest[1:]) or 'none'}</td></tr>")
    return "<table>" + "".join(rows) + "</table>"


def table_and_paragraphs(chance: Chance, found: list[Book]) -> str:
    rule = chance.one("<hr>", "<hr><br>", "<br><br>", "<p>&nbsp;</p>")
    return "".join(
        f"<table><tr>{cells(chance, b)}</tr></table>"
        + "".join(f"<p>{chance.words(3, 12)}</p>" for _ in range(chance.number(1, 3)))
        + rule
        for b in found
    )


def dated_lines(chance: Chance, found: list[Book]) -> str:
    """Text, links and line breaks in one parent, with date headings between."""
    tag = chance.one("b", "h4", "h3", "strong", "p")
    end = chance.one("<br>", "<br><br>", "<br>\n<br>\n")
    parts = []
    for n, b in enumerate(found):
        if n == 0 or chance.often(0.3):
            gap = "" if tag in ("h4", "h3", "p") else "<br>"
            parts.append(f"<{tag}>{chance.one(*MONTHS)} {n + 1}, 2019</{tag}>{gap}")
        first, *rest = values(chance, b)
        parts.append(f"{first} {' - '.join(rest)}{end}")
    return "<div>" + "\n".join(parts) + "</div>"


def lines_in_body(chance: Chance, found: list[Book]) -> str:
    """The same without a holder and without headings: records are lines of the content part."""
    end = chance.one("<br>", "<br><br>", "<hr>")
    lead = chance.one("", "{}. ", "[{}] ")
    return "\n".join(
        lead.format(n) + f"{first} {', '.join(rest)}{end}"
        for n, (first, *rest) in enumerate((values(chance, b) for b in found), 1)
    )


def preformatted(chance: Chance, found: list[Book]) -> str:
    lines = []
    for b in found:
        b.optional = False
        first, *rest = values(chance, b)
        lines.append(f"{first}  {'   '.join(rest)}")
    return "<pre>" + "\n".join(lines) + "\n</pre>"


def split_up(chance: Chance, found: list[Book]) -> list[list[Book]]:
    """Groups of one to six; at least one with a single record if there are several."""
    left, groups = iter(found), []
    while group := list(islice(left, chance.number(1, 6))):
        groups.append(group)
    if len(groups) > 2 and all(len(group) > 1 for group in groups):
        groups[1:2] = [groups[1][:1], groups[1][1:]]
    return groups


def month_groups(chance: Chance, found: list[Book]) -> str:
    holder, tag = outer(chance)
    head = chance.one("h2", "h3", "h4", "p")
    return "".join(
        f"<{head}>{chance.one(*MONTHS)} {1990 + n}</{head}>"
        f"<{holder}{chance.named('group')}>" + "".join(item(chance, tag, b) for b in group)
        + f"</{holder}>"
        for n, group in enumerate(split_up(chance, found))
    )  # fmt: skip


def accordion(chance: Chance, found: list[Book]) -> str:
    holder, tag = outer(chance)
    return "".join(
        f"<div class='panel'><div class='panel-top'><a href='#p{n}'>{chance.words(1, 3)}</a></div>"
        f"<div class='panel-in' id='p{n}'><{holder}>"
        + "".join(item(chance, tag, b) for b in group)
        + f"</{holder}></div></div>"
        for n, group in enumerate(split_up(chance, found))
    )


def groups_of_other_paths(chance: Chance, found: list[Book]) -> str:
    """Every third group has a wrapper more: records of one make in parents of unlike paths."""
    holder, tag = outer(chance)
    parts = []
    for n, group in enumerate(split_up(chance, found)):
        inner = "".join(item(chance, tag, b) for b in group)
        held = f"<h3>{chance.one(*MONTHS)} {1990 + n}</h3><{holder}>{inner}</{holder}>"
        parts.append(f"<div>{held}</div>" if n % 3 == 2 else held)
    return "".join(parts)


def field_rows(chance: Chance, found: list[Book]) -> str:
    """A table of labelled rows for each record."""
    labels = ["Title", "Author", "Published", "Number", "About"]
    parts = []
    for b in found:
        shown = [link(chance, b), b.author, b.day, b.number, b.about]
        rows = "".join(
            f"<tr><td>{label}:</td><td>{value}</td></tr>"
            for label, value in zip(labels, shown, strict=True)
            if label != "About" or b.optional
        )
        parts.append(f"<table{chance.named('item')}>{rows}</table>")
    end = chance.one("", "<br>", "<hr>")
    return "<div>" + end.join(parts) + "</div>"


def labelled_paragraphs(chance: Chance, found: list[Book]) -> str:
    """Like paragraphs with a label each inside every record."""
    tag = chance.one("p", "div", "li")
    return "<div>" + "".join(
        f"<div{chance.named('item')}>{'<ul>' if tag == 'li' else ''}"
        f"<{tag}><b>Title:</b> {link(chance, b)}</{tag}><{tag}><b>By:</b> {b.author}</{tag}>"
        f"<{tag}><b>On:</b> {b.day}</{tag}>"
        + (f"<{tag}><b>Note:</b> {b.about}</{tag}>" if b.optional else "")
        + f"{'</ul>' if tag == 'li' else ''}</div>"
        for b in found
    ) + "</div>"  # fmt: skip


def header_row(chance: Chance, found: list[Book]) -> str:
    head = "<tr>" + "".join(f"<td>{chance.words(1, 2)}</td>" for _ in found[:1] * 5) + "</tr>"
    rows = [f"<tr>{cells(chance, b)}</tr>" for b in found]
    count = rows[0].count("<td>")
    head = "<tr>" + "".join(f"<td><b>{chance.words(1, 2)}</b></td>" for _ in range(count)) + "</tr>"
    if chance.often(0.4):
        rows[len(rows) // 2 : len(rows) // 2] = [head]
    return f"<table>{head}{''.join(rows)}</table>"


def pager_row(chance: Chance, found: list[Book]) -> str:
    """A pager in the last row or item, in the records' own tag and class."""
    holder, tag = outer(chance)
    links = " ".join(f"<a href='?page={n}'>{n}</a>" for n in range(1, chance.number(4, 9)))
    row = f"<td colspan=4>{links}</td>" if tag == "tr" else links
    rows = [item(chance, tag, b) for b in found]
    return f"<{holder}>{''.join(rows)}<{tag}{chance.named('item')}>{row}</{tag}></{holder}>"


def promotions(chance: Chance, found: list[Book]) -> str:
    """Boxes of the records' tag and class among them that say something else."""
    holder, tag = outer(chance)
    promo = f"<img src='/ad.png'> <a href='/shop'>Buy {chance.words(1, 2)}</a>"
    promo = f"<td colspan=5>{promo}</td>" if tag == "tr" else promo
    rows: list[str] = []
    for n, b in enumerate(found):
        if n and n % chance.number(3, 6) == 0:
            rows.append(f"<{tag}{chance.named('item')}>{promo}</{tag}>")
        rows.append(item(chance, tag, b))
    return f"<{holder}>{''.join(rows)}</{holder}>"


def panels(chance: Chance, found: list[Book]) -> str:
    """Panels in front of and behind the records with their tag and class: a form, a note."""
    name = chance.named("item")
    tag = chance.one("div", "section")
    form = (
        f"<{tag}{name}><form><label>New search</label><input name=q><select><option>any<option>new"
        f"</select><input type=submit value=Go></form></{tag}>"
    )
    note = f"<{tag}{name}><p>Sorted by date. {chance.words(5, 15)}</p></{tag}>"
    rows = "".join(item(chance, tag, b) for b in found)
    return (
        f"<div>{form if chance.often(0.7) else ''}{rows}{note if chance.often(0.7) else form}</div>"
    )


def own_classes(chance: Chance, found: list[Book]) -> str:
    holder, tag = outer(chance)
    content = [cells(chance, b) if tag == "tr" else inside(chance, b) for b in found]
    return f"<{holder}>" + "".join(
        f"<{tag} id='r{n}' class='post-{n} {chance.one(*WORDS)}'>{text}</{tag}>"
        for n, text in enumerate(content)
    ) + f"</{holder}>"  # fmt: skip


def unclosed(chance: Chance, found: list[Book]) -> str:
    shape = chance.one("table", "ul", "dl")
    if shape == "table":
        return "<table>" + "".join(f"<tr>{cells(chance, b)}" for b in found).replace("</td>", "")
    if shape == "ul":
        return "<ul>" + "".join(f"<li>{' '.join(values(chance, b))}" for b in found) + "</ul>"
    return "<dl>" + "".join(
        f"<dt>{first}<dd>{' '.join(rest)}"
        for first, *rest in (values(chance, b) for b in found)
    ) + "</dl>"  # fmt: skip


def placeholders(chance: Chance, found: list[Book]) -> str:
    """Places for what a script would load, in the records' make."""
    holder, tag = outer(chance)
    empty = f"<{tag}{chance.named('item')}>" + chance.one("", "<i></i>", "Loading...") + f"</{tag}>"
    rows = "".join(item(chance, tag, b) for b in found)
    return f"<{holder}>{rows}{empty * chance.number(2, 6)}</{holder}>"


def two_long_posts(chance: Chance, found: list[Book]) -> str:
    """A thread of two to four posts of free text."""
    posts = []
    for b in found[: chance.number(2, 4)]:
        body = "".join(
            chance.one("<p>{}</p>", "{}<br><br>", "<blockquote>{}</blockquote>", "<p><b>{}</b></p>")
            .format(chance.words(10, 60)) for _ in range(chance.number(1, 6))
        )  # fmt: skip
        posts.append(
            f"<div class='post'><div class='who'><b>{b.title}</b> <span>{b.day}</span></div>"
            f"<div class='said'>{body}</div><div class='act'><a href='#r'>Reply</a></div></div>"
        )
    del found[len(posts) :]
    return f"<div>{''.join(posts)}</div>"


def grid(chance: Chance, found: list[Book]) -> str:
    wide = chance.number(2, 4)
    rows = [found[at : at + wide] for at in range(0, len(found), wide)]
    if chance.often(0.5):
        return "<table>" + "".join(
            "<tr>" + "".join(f"<td>{inside(chance, b)}</td>" for b in row)
            + "<td></td>" * (wide - len(row)) + "</tr>"
            for row in rows
        ) + "</table>"  # fmt: skip
    return "".join(
        "<div class='row'>" + "".join(f"<div class='col'>{inside(chance, b)}</div>" for b in row)
        + "</div>"
        for row in rows
    )  # fmt: skip


def terms(chance: Chance, found: list[Book]) -> str:
    return "<dl>" + "".join(
        f"<dt>{first}</dt>" + "".join(f"<dd>{value}</dd>" for value in rest)
        for first, *rest in (values(chance, b) for b in found)
    ) + "</dl>"  # fmt: skip


def inner_lists(chance: Chance, found: list[Book]) -> str:
    """Longer lists inside every record than there are records."""
    return "<div>" + "".join(
        f"<div{chance.named('item')}>{inside(chance, b)}<ul>"
        + "".join(f"<li><a href='/t/{w}'>{w}</a></li>" for w in chance.words(3, 9).split())
        + "</ul></div>"
        for b in found
    ) + "</div>"  # fmt: skip


PITFALLS: dict[str, Layout] = {
    layout.__name__: layout
    for layout in (
        plain, two_siblings, two_rows, table_and_paragraphs, dated_lines, lines_in_body,
        month_groups, accordion, groups_of_other_paths, field_rows,
        labelled_paragraphs, header_row, pager_row, promotions, panels, own_classes, unclosed,
        placeholders, two_long_posts, grid, terms, inner_lists,
    )
}  # fmt: skip


def beside(chance: Chance) -> tuple[str, str]:
    """What stands before and behind the records."""
    menu = "".join(f"<li><a href='/m/{n}'>{chance.words(1, 2)}</a></li>" for n in range(8))
    facets = "".join(
        f"<li><a href='?f={n}'>{chance.one(*SURNAMES)}</a> ({chance.number(1, 99)})</li>"
        for n in range(chance.number(3, 15))
    )
    before = [
        f"<div class='{chance.one('nav', 'menu', 'top')}'><ul>{menu}</ul></div>",
        f"<form action='/s'><input name=q><input type=submit></form><p>{chance.words(5, 20)}</p>",
        f"<div class='{chance.one('side', 'facets')}'><h4>Filter</h4><ul>{facets}</ul></div>",
        f"<h1>{chance.words(1, 4)}</h1>",
    ]
    behind = [
        "<p>Page " + " ".join(f"<a href='?p={n}'>{n}</a>" for n in range(2, 9)) + "</p>",
        f"<div class='footer'><p>{chance.words(5, 30)}</p><a href='/about'>About</a></div>",
        f"<p>{chance.words(5, 20)}</p>",
    ]
    return (
        "".join(part for part in before if chance.often(0.7)),
        "".join(part for part in behind if chance.often(0.7)),
    )


def pitfall_page(name: str, seed: int) -> tuple[str, list[Book]]:
    """A page with the difficulty, and its records."""
    chance = Chance(random.Random(f"{name}{seed}"))
    found = books(chance)
    records = PITFALLS[name](chance, found)
    before, behind = beside(chance)
    for _ in range(chance.number(0, 3)):
        records = f"<div{chance.named('wrap')}>{records}</div>"
    html = f"<!doctype html><title>List</title><body>{before}{records}{behind}</body>"
    return html, found
