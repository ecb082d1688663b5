"""Small public registers as old stacks draw them: one server in memory for each kind.

Each answers by refusals, frames, windows or lists of its own, from what is known of such stacks;
their records are invented. ``harvested`` takes one from its entry address.
"""

# ruff: noqa: E501 - the markup of a page part stays on one line

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from random import Random
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, quote_plus, urlsplit

from in_memory import HOST, Ran, run

from leadline.model import Page, Request
from tables import words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FAMILIES: Final = words(
    "Aldous Birkin Crowther Denholt Elphick Fenner Garland Hobley Inskip Jarrold Kembley Ludlam "
    "Merrick Nettleby Orchard Pinnock Radnor Stanyer Thurlow Upjohn Verrall Wadham Yelland"
)
GIVEN: Final = words("Ada Basil Clara Dennis Edith Felix Gwen Hugo Iris Jonas Kay Leo Mabel Nora")
TOWNS: Final = words("Ashbeck Brinford Dunmere Fernleigh Hollowell Kingsmoor Oakhurst Redhill")
WORKS: Final = words("garage porch fence barn terrace kiosk chimney stable dormer annexe")
FIRST_DAY: Final = date(2021, 3, 1)
NOW: Final = 1.70e9
"""When the pages are fetched: November 2023."""

Row = dict[str, str]
Fields = dict[str, str]


def rows_of(count: int, seed: int, *, days: int = 900) -> list[Row]:
    """Invented entries: number, name, address, town, work, day."""
    draw = Random(seed)
    made = []
    for place in range(count):
        day = FIRST_DAY + timedelta(days=draw.randrange(days))
        made.append(
            {
                "number": f"R{seed}{10_000 + 7 * place}",
                "name": f"{draw.choice(FAMILIES)}, {draw.choice(GIVEN)} {draw.choice('BCDFGH')}.",
                "address": f"{draw.randrange(1, 199)} {draw.choice(FAMILIES)} Street",
                "town": draw.choice(TOWNS),
                "work": f"New {draw.choice(WORKS)} and {draw.choice(WORKS)}",
                "day": day.isoformat(),
            }
        )
    return made


def matching(rows: Sequence[Row], query: str, *columns: str) -> list[Row]:
    """The rows whose columns hold all words of a query as parts."""
    wanted = query.casefold().split()
    return [
        row
        for row in rows
        if all(word in " ".join(row[name] for name in columns).casefold() for word in wanted)
    ]


def table(rows: Sequence[Row], *columns: str) -> str:
    """The rows as a plain table with a head."""
    head = "".join(f"<th>{name.title()}</th>" for name in columns)
    cells = ("".join(f"<td>{escape(row[name])}</td>" for name in columns) for row in rows)
    return f"<table><tr>{head}</tr>" + "".join(f"<tr>{one}</tr>" for one in cells) + "</table>"


@dataclass
class Register:
    """One register: its rows, what answers a request, and what a person would need."""

    rows: list[Row]
    answer: Callable[[Register, str, Fields], str]
    ideal: int
    entry: str = "/"
    shown: tuple[str, ...] = ("number", "name", "town")
    served: int = 0

    def __call__(self, request: Request) -> Page:
        """Answer a request; both ways of sending a form are one."""
        parts = urlsplit(request.url)
        sent = "&".join(filter(None, [parts.query, request.body.decode("ascii")]))
        asked = {name: v[-1] for name, v in parse_qs(sent, keep_blank_values=True).items()}
        self.served += 1
        html = self.answer(self, parts.path, asked)
        kind = (("Content-Type", "text/html; charset=utf-8"),)
        return Page(request, request.url, 200 if html else 404, kind, html.encode(), NOW)


@dataclass(frozen=True)
class Taken:
    """Shares of entries taken, of records that are one entry, and of neat ones; requests."""

    recall: float
    precision: float
    neat: float
    requests: int
    ran: Ran

    def __str__(self) -> str:
        shares = f"{self.recall:.3f} {self.precision:.3f} {self.neat:.3f} {self.requests}"
        return f"{shares} {self.ran.outcome.state}: {self.ran.outcome.reason}"


def harvested(register: Register, *, most: int = 500) -> Taken:
    """A whole harvest of a register."""
    ran = run(f"{HOST}{register.entry}", register, most=most)
    by_number = {row["number"]: row for row in register.rows}
    found, right, neat = set[str](), 0, 0
    for record in ran.records.values():
        cells = [one.value for one in record.fields]
        text = " | ".join(cells)
        numbers = [number for number in by_number if number in text]
        if len(numbers) != 1:
            continue
        wanted = [by_number[numbers[0]][name] for name in register.shown]
        if all(value in text for value in wanted):
            right, found = right + 1, found | {numbers[0]}
            neat += all(value in cells for value in wanted if value)
    count = max(1, len(ran.records))
    return Taken(len(found) / len(by_number), right / count, neat / count, len(ran.gets), ran)


def page(title: str, body: str) -> str:
    """A page with a title."""
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>"


def _opaque_next(register: Register, path: str, asked: Fields) -> str:
    """The next page is an image with a word, and its path a token of the server."""
    if path.startswith("/erg/"):
        try:
            query, _, start = bytes.fromhex(path[5:]).decode().partition("|")
        except ValueError:
            return ""
    elif path == "/suche":
        query, start = asked.get("q"), "0"
    else:
        return ""
    form = "<form action=/suche><label for=q>Suchbegriff</label><input name=q id=q><input type=submit value=Suchen></form>"
    found, at = (
        matching(register.rows, query, "name", "town") if query is not None else [],
        int(start),
    )
    if query is None:
        return page("Stiftungsverzeichnis", form)
    if not found:
        return page("Stiftungsverzeichnis", f"{form}<p>Kein Treffer.</p>")
    token = f"{query}|{at + 15}".encode().hex()
    onward = (
        f"<a href='/erg/{token}'><img src=r.gif alt='Weiter'></a>" if at + 15 < len(found) else ""
    )
    items = "".join(
        f"<li><b>{escape(row['name'])}</b> <span>{row['number']}</span> <i>{row['town']}</i></li>"
        for row in found[at : at + 15]
    )
    return page(
        "Stiftungsverzeichnis", f"{form}<p>{len(found)} Treffer</p><ol>{items}</ol>{onward}"
    )


def _at_least_two(register: Register, path: str, asked: Fields) -> str:
    """Names by their beginning, two letters at least; over 60 hits nothing is listed."""
    form = "<form method=post action=/zoek><label for=n>Naam</label><input name=naam id=n><input type=submit value=Zoek></form>"
    query = asked.get("naam")
    said = ""
    if query is not None:
        found = [
            r for r in register.rows if r["name"].casefold().startswith(query.casefold().strip())
        ]
        if len(query.strip()) < 2:
            said = "<p class=fout>Vul ten minste twee letters in.</p>"
        elif len(found) > 60:
            said = f"<p class=fout>Er zijn {len(found)} namen gevonden. Verfijn uw vraag: er worden er hoogstens 60 getoond.</p>"
        elif not found:
            said = "<p>Niets gevonden.</p>"
        else:
            said = table(found, *register.shown)
    return page("Register van makelaars", form + said)


def _year_and_month(register: Register, path: str, asked: Fields) -> str:
    """Year and month are lists without a choice for all; the newest are preset."""
    year, month = asked.get("year", "2023"), asked.get("month", "8")
    years = "".join(
        f"<option{' selected' if str(y) == year else ''}>{y}</option>" for y in (2023, 2022, 2021)
    )
    names = words(
        "January February March April May June July August September October November December"
    )
    months = "".join(
        f"<option value={n}{' selected' if str(n) == month else ''}>{name}</option>"
        for n, name in enumerate(names, 1)
    )
    said = ""
    if "year" in asked:
        found = [r for r in register.rows if r["day"].startswith(f"{year}-{int(month or 0):02d}-")]
        said = table(found, *register.shown) if found else "<p>No notices were published.</p>"
    form = f"<form action=/notices><label for=y>Year</label><select name=year id=y>{years}</select><label for=m>Month</label><select name=month id=m>{months}</select><input type=submit value=Show></form>"
    return page("Notices", form + said)


def _target_of_frame(register: Register, path: str, asked: Fields) -> str:
    """An iframe holds the form, another one the answer; pages come in groups of five."""
    if path == "/":
        return page(
            "Borough of Oakhurst",
            "<div><form action=/site><input name=s title='Search this site'><input type=submit value=Go></form></div><iframe src=/reg/form.cfm></iframe><iframe name=list src=/reg/blank.cfm></iframe>",
        )
    if path == "/site":
        pages = ["Bins", "Libraries", "Parking", "Schools", "Housing", "Elections"]
        items = "".join(
            f"<li><a href=/p/{one}>{one}</a></li>"
            for one in pages
            if asked.get("s", "").casefold() in one.casefold()
        )
        return page("Search", f"<ul>{items}</ul>" if items else "<p>Nothing.</p>")
    if path == "/reg/form.cfm":
        return "<html><body><form action=/reg/list.cfm target=list><b>Keyword</b><input name=kw><input type=submit value=Find></form></body></html>"
    if path == "/reg/blank.cfm":
        return "<html><body><p>Results are shown here.</p></body></html>"
    if path != "/reg/list.cfm":
        return ""
    query, now = asked.get("kw", ""), int(asked.get("pn", "1"))
    found = matching(register.rows, query, "name", "town", "work")
    if not found:
        return "<html><body><p>No licence found.</p></body></html>"
    last, first = -(-len(found) // 12), 5 * ((now - 1) // 5) + 1
    numbers = [
        f"<b>{n}</b>"
        if n == now
        else f"<a href='/reg/list.cfm?kw={quote_plus(query)}&amp;pn={n}'>{n}</a>"
        for n in range(first, min(first + 4, last) + 1)
    ]
    if first > 1:
        numbers.insert(
            0, f"<a href='/reg/list.cfm?kw={quote_plus(query)}&amp;pn={first - 1}'>...</a>"
        )
    if first + 5 <= last:
        numbers.append(f"<a href='/reg/list.cfm?kw={quote_plus(query)}&amp;pn={first + 5}'>...</a>")
    return f"<html><body>{table(found[12 * now - 12 : 12 * now], *register.shown)}<p>{' '.join(numbers)}</p></body></html>"


def _two_rows(register: Register, path: str, asked: Fields) -> str:
    """Two table rows an entry, heads of groups, a sum below, the pager a row of the table."""
    query, at = asked.get("q"), int(asked.get("from", "0"))
    form = "<form action=/planning><label for=q>Search</label><input name=q id=q><input type=submit value=Search></form>"
    if query is None:
        return page("Planning list", form)
    found = sorted(
        matching(register.rows, query, "number", "name", "work", "town"),
        key=lambda r: (r["town"], r["number"]),
    )
    if not found:
        return page("Planning list", f"{form}<p>Nothing found</p>")
    shown, lines = (
        found[at : at + 20],
        ["<tr bgcolor=silver><td>Reference<td>Applicant<td>Received"],
    )
    for place, row in enumerate(shown):
        if not place or row["town"] != shown[place - 1]["town"]:
            lines.append(f"<tr><td colspan=3><b>{row['town']} ward</b>")
        lines.append(
            f"<tr><td><a href=/file/{row['number']}>{row['number']}</a><td>{escape(row['name'])}<td>{row['day']}"
        )
        lines.append(f"<tr><td colspan=3>{row['work']}")
    lines.append(f"<tr><td>Shown<td>{len(shown)} files<td>of {len(found)}")
    onward = (
        f"<a href='/planning?q={quote_plus(query)}&amp;from={at + 20}'>Next</a>"
        if at + 20 < len(found)
        else ""
    )
    lines.append(f"<tr><td colspan=3>Page {at // 20 + 1} {onward}")
    return page("Planning list", f"{form}<table border=1>{''.join(lines)}</table>")


def _labelled_pairs(register: Register, path: str, asked: Fields) -> str:
    """One list of terms and texts for all entries; some lack their address."""
    query, now = asked.get("name"), int(asked.get("p", "1"))
    form = "<form action=/members><label for=n>Name</label><input name=name id=n><input type=submit value=OK></form>"
    if query is None:
        return page("Members", form)
    found = matching(register.rows, query, "name", "town")
    if not found:
        return page("Members", f"{form}<p>No member was found.</p>")
    pairs = ""
    for row in found[20 * now - 20 : 20 * now]:
        pairs += f"<dt>{escape(row['name'])}</dt><dd>{row['number']}</dd>"
        pairs += f"<dd>{row['address']}</dd>" if row["address"] else ""
        pairs += f"<dd>{row['town']}</dd>"
    last = -(-len(found) // 20)
    links = " ".join(
        f"<a href='/members?name={quote_plus(query)}&amp;p={n}'>{n}</a>"
        for n in range(1, last + 1)
        if n != now
    )
    return page("Members", f"{form}<p>{len(found)} members</p><dl>{pairs}</dl><div>{links}</div>")


def _page_select(register: Register, path: str, asked: Fields) -> str:
    """The only way on is a list of pages beside a button."""
    query, now = asked.get("titre"), int(asked.get("pg", "1"))
    form = "<form action=/catalogue><label for=t>Titre</label><input name=titre id=t><input type=submit value=Chercher></form>"
    if query is None:
        return page("Catalogue", form)
    found = matching(register.rows, query, "name", "town")
    if not found:
        return page("Catalogue", f"{form}<p>Aucune notice.</p>")
    last = -(-len(found) // 15)
    options = "".join(
        f"<option{' selected' if n == now else ''}>{n}</option>" for n in range(1, last + 1)
    )
    jump = f"<form action=/catalogue><input type=hidden name=titre value='{escape(query)}'>Page <select name=pg>{options}</select> sur {last} <input type=submit value=Aller></form>"
    return page(
        "Catalogue",
        f"{form}<p>{len(found)} notices</p>{table(found[15 * now - 15 : 15 * now], *register.shown)}{jump}",
    )


def _both_required(register: Register, path: str, asked: Fields) -> str:
    """A beginning of the name and a town must both be given."""
    towns = "".join(f"<option value={n}>{town}</option>" for n, town in enumerate(TOWNS, 1))
    form = f"<form action=/annuaire><label for=n>Nom</label><input name=nom id=n><label for=v>Ville</label><select name=ville id=v><option value=0>Choisissez une ville</option>{towns}</select><input type=submit value=Rechercher></form>"
    said = ""
    if "nom" in asked:
        name, town = asked["nom"].strip().casefold(), int(asked.get("ville") or 0)
        if not name:
            said = "<p>Saisissez le nom ou ses premi&egrave;res lettres.</p>"
        elif not town:
            said = "<p>Choisissez d'abord une ville.</p>"
        else:
            found = [
                r
                for r in register.rows
                if r["town"] == TOWNS[town - 1] and r["name"].casefold().startswith(name)
            ]
            said = table(found, *register.shown) if found else "<p>Aucune r&eacute;ponse.</p>"
    return page("Annuaire des avocats", form + said)


def _window_of_days(register: Register, path: str, asked: Fields) -> str:
    """Two days, both to be given, at most four weeks apart; German dates."""
    first, last, said = asked.get("von", ""), asked.get("bis", ""), ""
    if "von" in asked:
        try:
            low, high = (date(*map(int, reversed(text.split(".")))) for text in (first, last))
        except (TypeError, ValueError):
            said = "<p class=err>Bitte beide Daten als TT.MM.JJJJ angeben.</p>"
        else:
            found = [r for r in register.rows if low.isoformat() <= r["day"] <= high.isoformat()]
            if high < low or (high - low).days > 28:
                said = "<p class=err>Der Zeitraum darf h&ouml;chstens vier Wochen umfassen.</p>"
            else:
                said = (
                    table(found, *register.shown)
                    if found
                    else "<p>Keine Bekanntmachung in diesem Zeitraum.</p>"
                )
    form = f"<form action=/bekanntmachungen><label for=v>von</label><input name=von id=v size=10 maxlength=10 placeholder=TT.MM.JJJJ value='{escape(first)}'><label for=b>bis</label><input name=bis id=b size=10 maxlength=10 placeholder=TT.MM.JJJJ value='{escape(last)}'><input type=submit value=Anzeigen></form>"
    return page("Bekanntmachungen", form + said)


def _lines_of_pre(register: Register, path: str, asked: Fields) -> str:
    """Two lines an entry in fixed width, a head and a line of the page among them."""
    query, now = asked.get("kw"), int(asked.get("pg", "1"))
    form = "<form action=/cgi-bin/idx><b>Keyword:</b> <input name=kw> <input type=submit value=Go></form>"
    if query is None:
        return page("Index of deeds", form)
    found = matching(register.rows, query, "name", "town", "work")
    if not found:
        return page("Index of deeds", f"{form}<pre>*** no entry ***</pre>")
    last = -(-len(found) // 25)
    lines = [f"-- page {now} of {last} -- {len(found)} entries --", f"{'No.':<10}{'Name':<26}Town"]
    for row in found[25 * now - 25 : 25 * now]:
        lines += [f"{row['number']:<10}{row['name']:<26}{row['town']}", f"{'':10}Re: {row['work']}"]
    onward = (
        f"<a href='/cgi-bin/idx?kw={quote_plus(query)}&amp;pg={now + 1}'>more</a>"
        if now < last
        else ""
    )
    return page("Index of deeds", f"{form}<pre>\n" + escape("\n".join(lines)) + f"\n</pre>{onward}")


def _framed_answers(register: Register, path: str, asked: Fields) -> str:
    """Each answer is a set of frames: one has the hits and the way on, the other the list."""
    form = "<form action=/kat/frage target=unten>Titel <input name=t> <input type=submit value=los></form>"
    if path == "/kat/":
        return "<html><frameset rows='90,*'><frame src=oben.html><frame name=unten src=leer.html></frameset></html>"
    if path in {"/kat/oben.html", "/kat/leer.html"}:
        return (
            f"<html><body>{form if 'oben' in path else '<p>Bitte oben suchen.</p>'}</body></html>"
        )
    query, at = asked.get("t", ""), int(asked.get("ab", "0"))
    found = matching(register.rows, query, "name", "town")
    sent = f"t={quote_plus(query)}&amp;ab={at}"
    if path == "/kat/frage" and found:
        return f"<html><frameset cols='20%,*'><frame src='links?{sent}'><frame src='liste?{sent}'></frameset></html>"
    if path == "/kat/links":
        onward = f"<a href='frage?t={quote_plus(query)}&amp;ab={at + 30}' target=unten>weiter</a>"
        return f"<html><body>{len(found)} Treffer {onward if at + 30 < len(found) else ''}</body></html>"
    if path == "/kat/liste":
        return f"<html><body>{table(found[at : at + 30], *register.shown)}</body></html>"
    return "<html><body>Nichts gefunden.</body></html>" if path == "/kat/frage" else ""


def _too_many(register: Register, path: str, asked: Fields) -> str:
    """Over 60 hits none is listed; a town and a kind of work narrow it."""
    works = sorted({row["work"].split()[1] for row in register.rows})

    def options(values: Sequence[str], chosen: str) -> str:
        shown = (f"<option{' selected' if one == chosen else ''}>{one}</option>" for one in values)
        return f"<option value=''>todas</option>{''.join(shown)}"

    town, work = asked.get("cidade", ""), asked.get("obra", "")
    form = f"<form action=/alvaras>Nome <input name=nome> Cidade <select name=cidade>{options(TOWNS, town)}</select> Obra <select name=obra>{options(works, work)}</select><input type=submit value=Buscar></form>"
    said = ""
    if "nome" in asked:
        wanted = [r for r in register.rows if town in ("", r["town"]) and work in r["work"]]
        found = [r for r in wanted if r["name"].casefold().startswith(asked["nome"].casefold())]
        said = table(found, *register.shown) if found else "<p>Nada foi encontrado.</p>"
        if len(found) > 60:
            said = f"<p>A busca encontrou {len(found)} alvar&aacute;s; refine a busca.</p>"
    return page("Alvarás", form + said)


def _shuffled_ties(register: Register, path: str, asked: Fields) -> str:
    """Newest first, equal days in another order each time; headings sort, by number it is steady."""
    query, now, order = asked.get("s"), int(asked.get("page", "0")), asked.get("order", "")
    form = "<form action=/actions><label for=s>Search</label><input name=s id=s><input type=submit value=Apply></form>"
    if query is None:
        return page("Actions", form)
    found = matching(register.rows, query, "number", "name")
    Random(register.served).shuffle(found)
    found.sort(
        key=lambda row: row["number"] if order == "no" else row["day"][:6], reverse=not order
    )
    part, sent = found[20 * now : 20 * now + 20], f"s={quote_plus(query)}"
    if not part:
        return page("Actions", f"{form}<p>No results.</p>")
    heads = "".join(
        f"<th><a href='/actions?{sent}&amp;order={by}&amp;sort=asc'>{name}</a></th>"
        for by, name in (("no", "Number"), ("name", "Firm"), ("day", "Date"))
    )
    cells = ("".join(f"<td>{row[name]}</td>" for name in ("number", "name", "day")) for row in part)
    body = "".join(f"<tr>{one}</tr>" for one in cells)
    kept = f"{sent}&amp;order={order}&amp;sort=asc" if order else sent
    onward = f"<a href='/actions?{kept}&amp;page={now + 1}'>next</a>"
    onward = onward if 20 * now + 20 < len(found) else ""
    said = f"<p>Displaying {20 * now + 1} - {20 * now + len(part)} of {len(found)}</p>"
    return page("Actions", f"{form}{said}<table><tr>{heads}</tr>{body}</table>{onward}")


def _preset_years(register: Register, path: str, asked: Fields) -> str:
    """From and to are lists of years preset to the newest; no word may be left out."""
    word, low, high = asked.get("texto", ""), asked.get("de", "2023"), asked.get("ate", "2023")

    def years(chosen: str) -> str:
        several = (
            f"<option{' selected' if str(y) == chosen else ''}>{y}</option>"
            for y in range(2023, 2020, -1)
        )
        return "".join(several)

    form = f"<form method=post action=/juris><input type=hidden name=state value=x7><label for=t>Texto</label><input name=texto id=t><label for=a>Ano de</label><select name=de id=a>{years(low)}</select><label for=b>at&eacute;</label><select name=ate id=b>{years(high)}</select><input type=submit value=Pesquisar></form>"
    if "texto" not in asked:
        return page("Jurisprudência", form)
    found = [
        r
        for r in matching(register.rows, word, "name", "town", "work")
        if low <= r["day"][:4] <= high
    ]
    if not word or not found:
        said = "Nenhum documento." if word else "Informe o texto da pesquisa."
        return page("Jurisprudência", f"{form}<p>{said}</p>")
    return page(
        "Jurisprudência", f"{form}<p>{len(found)} documentos</p>{table(found, *register.shown)}"
    )


def _some_without_address(rows: list[Row]) -> list[Row]:
    for row in rows[::7]:
        row["address"] = ""
    return rows


FULL: Final = ("number", "name", "day", "work")
REGISTERS: Final[dict[str, Callable[[], Register]]] = {
    "opaque next": lambda: Register(rows_of(300, 1), _opaque_next, 21, "/suche"),
    "two letters": lambda: Register(rows_of(600, 2), _at_least_two, 28, "/zoek"),
    "year and month": lambda: Register(rows_of(280, 3), _year_and_month, 33, "/notices"),
    "frame target": lambda: Register(rows_of(290, 4), _target_of_frame, 28, "/"),
    "two rows": lambda: Register(rows_of(310, 5), _two_rows, 17, "/planning", FULL),
    "labelled pairs": lambda: Register(
        _some_without_address(rows_of(330, 6)),
        _labelled_pairs,
        18,
        "/members",
        ("number", "name", "address", "town"),
    ),
    "page select": lambda: Register(rows_of(270, 7), _page_select, 20, "/catalogue"),
    "both required": lambda: Register(rows_of(260, 8), _both_required, 176, "/annuaire"),
    "window of days": lambda: Register(rows_of(240, 9), _window_of_days, 36, "/bekanntmachungen"),
    "too many": lambda: Register(rows_of(700, 12), _too_many, 58, "/alvaras"),
    "shuffled ties": lambda: Register(
        rows_of(300, 13), _shuffled_ties, 32, "/actions", ("number", "name", "day")
    ),
    "preset years": lambda: Register(rows_of(320, 14), _preset_years, 5, "/juris"),
    "framed answers": lambda: Register(rows_of(280, 11), _framed_answers, 21, "/kat/"),
    "lines of pre": lambda: Register(
        rows_of(340, 0), _lines_of_pre, 15, "/cgi-bin/idx", ("number", "name", "town", "work")
    ),
}
