"""Eight registers that a person reads at a glance and a program easily misreads.

Run, it starts them on free ports and prints their addresses. ``RIGHT`` says what right is: the
rows of each, and the values of a row that a page shows.
"""

import random
from html import escape
from threading import Event
from urllib.parse import urlencode

from _serve import Row, Sent, Served, found, started

DRAW = random.Random(4711)
NOUNS, PLACES, FIRST, LAST, SIZES = (
    line.split()
    for line in (
        (
            "bakery brewery chapel dairy ferry forge foundry granary inn kiln laundry mill pottery "
            "quarry sawmill school smithy tannery tavern weir"
        ),
        "Alten Birkau Dornfeld Eschen Fuhrt Grabow Hasel Ilmen Kolberg Lindau Mehren Norden",
        "Agnes Bertil Carin Dag Elof Frida Gustav Hedda Ivar Judit Knut Lena",
        "Almgren Bylund Cederholm Dahlin Ekman Forsell Gran Hallberg Isaksson Kjell Lund Mattsson",
        "Old New Upper Lower Great Little",
    )
)
STATES = ["listed", "ruined", "in use", "converted"]


def made(count: int, start: int) -> list[dict[str, str]]:
    return [
        {
            "no": str(start + 13 * n),
            "name": f"{DRAW.choice(SIZES)} {DRAW.choice(NOUNS)} {DRAW.choice(PLACES)}",
            "keeper": f"{DRAW.choice(FIRST)} {DRAW.choice(LAST)}",
            "built": str(DRAW.randint(1610, 1939)),
            "state": DRAW.choice(STATES),
        }
        for n in range(count)
    ]


SITES = made(180, 20011)
OTHER = made(70, 70003)
for row in SITES[40:70]:
    row.update({name: SITES[40][name] for name in ("name", "keeper", "state")})


def paged(path: str, sent: Sent, hits: list[Row], size: int = 10) -> tuple[list[Row], str, int]:
    start = int(sent.get("from", "0") or 0)
    on = {**sent, "from": str(start + size)}
    more = f"{path}?{urlencode(on)}" if start + size < len(hits) else ""
    return hits[start : start + size], escape(more), start


def box(label: str = "Search the sites", name: str = "words", more: str = "") -> str:
    label = f'<label>{label} <input name="{name}"></label>'
    return f'<form action="/find">{label}{more}<button>Search</button></form>'


def link(more: str) -> str:
    return f'<p class="pages"><a href="{more}">Next</a></p>' if more else ""


def entry(r: Row) -> str:
    name = f'<a href="/site/{r["no"]}">{r["name"]}</a>'
    return f"<li>{name} <em>{r['keeper']}</em> <span>{r['built']}</span></li>"


def listed(rows: list[Row]) -> str:
    return f"<ul>{''.join(map(entry, rows))}</ul>"


NONE = "<p>Nothing fits these words.</p>"


def serials(path: str, sent: Sent) -> str:
    """Many rows share name, keeper and link: the number alone tells them apart."""
    hits = found(SITES, sent.get("words", ""))
    rows, more, _ = paged(path, sent, hits)
    cells = "".join(
        f"<tr><td>{r['no']}</td><td><a href='/group?of={r['name'].split()[1]}'>{r['name']}</a></td>"
        f"<td>{r['keeper']}</td><td>{r['state']}</td></tr>"
        for r in rows
    )
    head = "<tr><th>Nr</th><th>Site</th><th>Keeper</th><th>State</th></tr>"
    return box() + (f"<table>{head}{cells}</table>{link(more)}" if hits else NONE)


def adverts(path: str, sent: Sent) -> str:
    """Every fourth entry is an advertisement in the markup of the others, other ones each time."""
    hits = found(SITES, sent.get("words", ""))
    rows, more, _ = paged(path, sent, hits, 12)
    drawn = random.Random(str(sorted(sent.items())))
    shown = []
    for at, r in enumerate(rows):
        shown.append(entry(r))
        if at % 4 == 1:
            a = drawn.choice(OTHER)
            shown.append(entry({**a, "no": f"9{a['no']}", "keeper": "Promoted"}))
    return box() + (f"<ol>{''.join(shown)}</ol>{link(more)}" if hits else NONE)


def boxes(path: str, sent: Sent) -> str:
    """Two boxes of one form: the first looks only at keepers' exact names, the second at all."""
    a, b = sent.get("a", ""), sent.get("b", "")
    exact = [row for row in OTHER if row["keeper"].split()[1].casefold() == a.casefold()]
    hits = found(SITES, b) if b else exact
    rows, more, _ = paged(path, sent, hits)
    form = box("Text", "a", more='<label>Entry <input name="b"></label>')
    return form + (f"{listed(rows)}{link(more)}" if hits else NONE)


def related(path: str, sent: Sent) -> str:
    """Beside the answer stands a richer list of related things, which has the words asked, too."""
    hits = found(SITES, sent.get("words", ""))
    rows, more, start = paged(path, sent, hits)
    words = sent.get("words", "")
    drawn = random.Random(f"{start}{words}").sample(OTHER, 12)
    rich = "".join(
        f'<div class="card"><h4><a href="/site/{r["no"]}">{r["name"]}</a></h4><p>{r["keeper"]}</p>'
        f"<p>{r['state']}</p><p>{r['built']}</p></div>"
        for r in [*found(OTHER, words), *drawn][:12]
    )
    ours = f"<h3>Sites in the register</h3>{listed(rows)}{link(more)}"
    beside = f'<h3>Related in the museum</h3><div class="cards">{rich}</div>'
    return box() + (f"{ours}{beside}" if hits else NONE)


def next_place(path: str, sent: Sent) -> str:
    """The link "Next" leads to the next place; the list goes on behind "further"."""
    words = sent.get("words", "")
    hits = found(SITES, words)
    rows, more, start = paged(path, sent, hits)
    place = PLACES[(len(words) + start) % len(PLACES)]
    further = f'<a href="{more}">further</a>' if more else ""
    bar = f'<p><a href="/find?{urlencode({"words": place})}">Next</a> {further}</p>'
    return box() + (f"{listed(rows)}{bar}" if hits else NONE)


def glued(path: str, sent: Sent) -> str:
    """Keeper, name, year and state are one text, written in three ways."""
    hits = found(SITES, sent.get("words", ""))
    rows, more, _ = paged(path, sent, hits)
    forms = (
        "{name}, kept by {keeper} since {built} [{state}]",
        "{built}: {name} - {state} ({keeper})",
        "{keeper} / {name} / {state} / {built}",
    )
    shown = "".join(f"<li>{forms[(int(r['no']) // 13) % 3].format(**r)}</li>" for r in rows)
    return box() + (f"<ul>{shown}</ul>{link(more)}" if hits else NONE)


def keepers(path: str, sent: Sent) -> str:
    """The number beside the list counts keepers, not sites; it is always smaller."""
    words = sent.get("words", "")
    hits = found(SITES, words) if words.strip() not in ("", "*", "%") else SITES
    rows, more, _ = paged(path, sent, hits)
    count = len({r["keeper"] for r in hits}) // 2 + 1
    said = f"<p>{count} results by keeper</p>"
    return box() + (f"{said}{listed(rows)}{link(more)}" if hits else NONE)


def side_by_side(path: str, sent: Sent) -> str:
    """Two records stand side by side in each row of a table, four cells each."""
    hits = found(SITES, sent.get("words", ""))
    rows, more, _ = paged(path, sent, hits)
    cells = ["".join(f"<td>{row[name]}</td>" for name in ALL) for row in rows]
    body = "".join(f"<tr>{''.join(cells[at : at + 2])}</tr>" for at in range(0, len(cells), 2))
    return box() + (f"<table>{body}</table>{link(more)}" if hits else NONE)


ITEM = ("name", "keeper", "built")
ALL = (*ITEM, "state")
RIGHT = {
    "serials": (SITES, ("no", "name", "keeper", "state")),
    "adverts": (SITES, ITEM),
    "boxes": (SITES, ITEM),
    "related": (SITES, ITEM),
    "next_place": (SITES, ITEM),
    "glued": (SITES, ALL),
    "keepers": (SITES, ITEM),
    "side_by_side": (SITES, ALL),
}


class Handler(Served):
    title, frame = "Sites", "<div><a href='/'>Home</a></div>{}<div>County office</div>"

    def page(self, path: str, sent: Sent) -> str:
        number = path.removeprefix("/site/")
        if path == "/find":
            return type(self).shown(path, sent)
        if path == "/":
            about = "<p>Mills, inns and kilns of four centuries.</p>"
            return "<h1>Sites of the county</h1>" + type(self).shown("/", {}).replace(NONE, about)
        for row in SITES + OTHER:
            if row["no"] in (number, number[1:]):
                more = f"<dl><dt>Keeper<dd>{row['keeper']}<dt>State<dd>{row['state']}</dl>"
                return f"<h1>{row['name']}</h1>{more}"
        return ""


if __name__ in ("__main__", "sources"):
    out = {name: started(Handler, globals()[name]) for name in RIGHT}
    print(out, flush=True)
    Event().wait()
