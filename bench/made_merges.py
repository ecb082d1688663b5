"""Nineteen pairs of small tables with near relatives, in the layout of ``leadline bench merge``.

    ./run python bench/made_merges.py FOLDER [--seed 1]
    ./run bench merge --data FOLDER --method tables

Written before any was matched: no rule was chosen on them at their first sight. Each set is after a
trouble of users' tables, and a person could decide it; two rows in five have another edition,
branch, volume or namesake in place of a partner.
"""

from __future__ import annotations

import argparse
import random
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from made_pairs import made, write
from made_words import coined, initials, maybe, person, pick, slip

if TYPE_CHECKING:
    from made_words import Domain, Family, Row

USUAL, RARE = (160, 160, 96), (500, 300, 20)
"""Records of both tables, and how many of them are the same."""
ORDINALS = ("", "2nd", "3rd", "4th", "5th")
ROMAN = ("", "I", "II", "III", "IV", "V", "VI")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September")


def phrase(chance: random.Random) -> str:
    return f"{pick(chance, 'adj')} {pick(chance, 'noun')} of {pick(chance, 'place')}"


def some(chance: random.Random, share: float = 0.5) -> int:
    """One thing, or two or three near relatives."""
    return chance.choice([2, 2, 3]) if chance.random() < share else 1


def turned(name: str) -> str:
    return ", ".join(name.rsplit(" ", 1)[::-1])


def editions(chance: random.Random) -> Family:
    book = {"title": phrase(chance), "by": person(chance), "press": pick(chance, "press")}
    year = chance.randint(1975, 2012)
    return [book | {"no": str(n), "year": str(year + 4 * n)} for n in range(some(chance))]


def editions_a(e: Row, _: random.Random) -> Row:
    stated = f"{ORDINALS[int(e['no']) + 1]} ed." if e["no"] != "0" else ""
    return {"Title": e["title"], "Author": e["by"], "Edition": stated, "Year": e["year"]}


def editions_b(e: Row, chance: random.Random) -> Row:
    number = int(e["no"]) + 1
    stated = f" (Edition {number})" if number > 1 else ""
    name = slip(e["title"], chance, 0.08) + stated
    return {"name": name, "written by": turned(e["by"]), "published": e["year"]}


def branches(chance: random.Random) -> Family:
    chain, town = (
        f"{coined(chance)} {chance.choice(['Pharmacy', 'Bakery', 'Books'])}",
        pick(chance, "place"),
    )
    return [
        {"chain": chain, "town": town, "no": str(chance.randint(1, 180))}
        | {"street": f"{pick(chance, 'noun')} Street"}
        | {"phone": f"{chance.randint(200, 999)}{chance.randint(1000000, 9999999)}"}
        for _ in range(some(chance, 0.6))
    ]


def branches_a(e: Row, chance: random.Random) -> Row:
    phone = e["phone"]
    tel = maybe(chance, 0.8, f"({phone[:3]}) {phone[3:6]}-{phone[6:]}")
    street = f"{e['no']} {e['street']}"
    return {"shop": e["chain"], "street": street, "town": e["town"], "tel": tel}


def branches_b(e: Row, chance: random.Random) -> Row:
    phone = maybe(chance, 0.8, f"+1 {e['phone'][:3]} {e['phone'][3:]}")
    address = f"{e['no']} {e['street'].replace('Street', 'St.')}"
    return {"name": e["chain"].upper(), "address": address, "city": e["town"], "phone": phone}


def volumes(chance: random.Random) -> Family:
    work = {"title": f"{phrase(chance)}: Collected {pick(chance, 'noun')}", "by": person(chance)}
    year, start = chance.randint(1950, 1999), chance.randint(1, 3)
    every = range(start, start + some(chance, 0.6))
    return [work | {"no": str(n), "year": str(year + n)} for n in every]


def volumes_a(e: Row, _: random.Random) -> Row:
    title = f"{e['title']}, volume {ROMAN[int(e['no'])]}"
    return {"title": title, "editor": e["by"], "year": e["year"]}


def volumes_b(e: Row, chance: random.Random) -> Row:
    year = maybe(chance, 0.9, e["year"])
    return {"work": e["title"], "vol.": e["no"], "edited by": initials(e["by"]), "date": year}


def namesakes(chance: random.Random) -> Family:
    name, rows = person(chance), []
    for _ in range(some(chance)):
        day, month = chance.randint(1, 28), chance.randint(1, 9)
        born = {"day": str(day), "month": str(month), "year": str(chance.randint(1880, 1990))}
        rows.append({"name": name, "town": pick(chance, "place"), **born})
    return rows


def namesakes_a(e: Row, chance: random.Random) -> Row:
    born = f"{int(e['day']):02}.{int(e['month']):02}.{e['year']}"
    return {"person": e["name"], "born": born, "birthplace": maybe(chance, 0.85, e["town"])}


def namesakes_b(e: Row, chance: random.Random) -> Row:
    born = f"{MONTHS[int(e['month']) - 1]} {e['day']}, {e['year']}"
    name = slip(e["name"], chance, 0.1)
    return {"name": name, "date of birth": born, "place": maybe(chance, 0.85, e["town"])}


GREEK = {
    "given": "Γιώργος Giorgos|Ελένη Eleni|Νίκος Nikos|Μαρία Maria|Δημήτρης Dimitris"
    "|Χρήστος Christos|Σοφία Sofia|Θανάσης Thanasis|Ξένια Xenia"
    "|Φώτης Fotis|Ευαγγελία Evangelia|Ψαρρός Psarros",
    "family": "Παπαδόπουλος Papadopoulos|Γεωργίου Georgiou|Βασιλείου Vasileiou|Οικονόμου Oikonomou"
    "|Χατζής Chatzis|Ιωάννου Ioannou|Καραγιάννης Karagiannis|Αλεξίου Alexiou|Ζαφειρίου Zafeiriou"
    "|Μακρής Makris|Λάμπρου Lamprou|Ρήγας Rigas|Σταύρου Stavrou|Τσάκαλος Tsakalos",
    "town": "Αθήνα Athina|Πάτρα Patra|Βόλος Volos|Χανιά Chania|Ιωάννινα Ioannina|Λάρισα Larisa",
}


def romanised(chance: random.Random) -> Family:
    given, family = (chance.choice(GREEK[each].split("|")).split() for each in ("given", "family"))
    rows = []
    for _ in range(some(chance, 0.3)):
        town = chance.choice(GREEK["town"].split("|")).split()
        row = {"own": f"{given[0]} {family[0]}", "latin": f"{given[1]} {family[1]}"}
        rows.append(row | {"year": str(chance.randint(1900, 1995)), "town": town[0], "in": town[1]})
    return rows


def romanised_a(e: Row, _: random.Random) -> Row:
    return {"Όνομα": e["own"], "Έτος": e["year"], "Πόλη": e["town"]}


def romanised_b(e: Row, chance: random.Random) -> Row:
    return {"painter": turned(e["latin"]), "city": e["in"], "born": maybe(chance, 0.9, e["year"])}


FORMS = (
    ("Aktiebolag", "AB"),
    ("Società per Azioni", "S.p.A."),
    ("Osakeyhtiö", "Oy"),
    ("Aktieselskab", "A/S"),
    ("Naamloze Vennootschap", "N.V."),
    ("Public Limited Company", "PLC"),
)


def companies(chance: random.Random) -> Family:
    trades = ["Shipping", "Foods", "Optics", "Logistics", "Paper", "Energy", "Tools"]
    house = f"{coined(chance)} {pick(chance, 'family')}"
    number, town = chance.randrange(len(FORMS)), pick(chance, "place")
    return [
        {"name": f"{house} {trade}", "form": str(number), "town": town}
        for trade in chance.sample(trades, some(chance))
    ]


def companies_a(e: Row, _: random.Random) -> Row:
    return {"company": f"{e['name']} {FORMS[int(e['form'])][0]}", "city": e["town"]}


def companies_b(e: Row, chance: random.Random) -> Row:
    name = e["name"].replace(" ", " & ", 1) if chance.random() < 0.3 else e["name"]
    name = f"{name} {FORMS[int(e['form'])][1]}"
    return {"firm": name, "registered office": maybe(chance, 0.8, e["town"])}


def papers(chance: random.Random) -> Family:
    title = f"On {pick(chance, 'adj').lower()} {coined(chance, 3).lower()} {chance.choice(WHAT)}"
    group = "; ".join(person(chance) for _ in range(chance.randint(1, 3)))
    year = chance.randint(1990, 2020)
    return [
        {"title": f"{title}{f', part {ROMAN[n]}' if n else ''}", "by": group, "year": str(year + n)}
        for n in range(some(chance, 0.4))
    ]


WHAT = ("spaces", "networks", "materials", "estimators", "reactions", "lattices")


def papers_a(e: Row, _: random.Random) -> Row:
    return {"paper": e["title"], "authors": e["by"], "year": e["year"]}


def papers_b(e: Row, chance: random.Random) -> Row:
    group = ", ".join(initials(each) for each in e["by"].split("; "))
    title = slip(e["title"], chance, 0.1)
    return {"title": title, "by": group, "appeared": maybe(chance, 0.9, e["year"])}


def order(chance: random.Random) -> Family:
    first, family, town = pick(chance, "given"), coined(chance, 3), pick(chance, "place")
    given = [first, *(pick(chance, "given") for _ in range(some(chance) - 1))]
    return [
        {"given": each, "family": family, "town": town, "since": str(chance.randint(1950, 2015))}
        for each in dict.fromkeys(given)
    ]


def order_a(e: Row, chance: random.Random) -> Row:
    name = f"{e['given']} {slip(e['family'], chance, 0.05)}"
    return {"member": name, "town": e["town"], "joined": e["since"]}


def order_b(e: Row, chance: random.Random) -> Row:
    name = f"{e['family'].upper()}, {e['given']}"
    return {"name": name, "residence": e["town"], "since": maybe(chance, 0.8, e["since"])}


def units(chance: random.Random) -> Family:
    ware = chance.choice(["Olive Oil", "Coffee", "Rice", "Honey", "Tea", "Sea Salt"])
    name = f"{pick(chance, 'brand_en')} {pick(chance, 'adj')} {ware}"
    grams = chance.sample([125, 250, 400, 500, 750, 1000, 1500, 2000], some(chance, 0.6))
    return [{"name": name, "grams": str(each)} for each in grams]


def units_a(e: Row, _: random.Random) -> Row:
    grams = int(e["grams"])
    return {"article": e["name"], "weight": f"{grams / 1000:g} kg" if grams > 999 else f"{grams} g"}


def units_b(e: Row, _: random.Random) -> Row:
    pounds = int(e["grams"]) / 453.592
    weight = f"{pounds:.2f} lb" if pounds > 1 else f"{16 * pounds:.1f} oz"
    return {"product": e["name"].upper(), "net": weight}


def identifiers(chance: random.Random) -> Family:
    title, by = f"{phrase(chance)} and its {pick(chance, 'noun').lower()}", person(chance)
    every = range(some(chance))
    doi = [f"10.{chance.randint(1000, 9999)}/{coined(chance).lower()}.{n}" for n in every]
    year = chance.randint(1985, 2018)
    named = {"title": title, "by": by}
    return [named | {"doi": each, "year": str(year + n)} for n, each in enumerate(doi)]


def identifiers_a(e: Row, chance: random.Random) -> Row:
    link = maybe(chance, 0.85, f"https://doi.org/{e['doi']}")
    return {"title": e["title"], "author": e["by"], "year": e["year"], "link": link}


def identifiers_b(e: Row, chance: random.Random) -> Row:
    doi = maybe(chance, 0.85, f"doi:{e['doi'].upper()}")
    named = {"name": slip(e["title"], chance, 0.1), "creator": turned(e["by"])}
    return {**named, "DOI": doi, "date": e["year"]}


def hotels(chance: random.Random) -> Family:
    kind = chance.choice(["Hotel", "Inn", "Guest House"])
    name = f"{chance.choice(['Grand', 'Royal', 'Park', 'Old Town'])} {kind} {coined(chance)}"
    return [
        {"name": name, "town": pick(chance, "place"), "rooms": str(chance.randint(8, 300))}
        for _ in range(some(chance, 0.6))
    ]


def hotels_a(e: Row, _: random.Random) -> Row:
    return {"hotel": e["name"], "city": e["town"], "rooms": e["rooms"]}


def hotels_b(e: Row, chance: random.Random) -> Row:
    name = e["name"].upper() if chance.random() < 0.5 else slip(e["name"], chance)
    return {"name": name, "place": e["town"], "number of rooms": maybe(chance, 0.8, e["rooms"])}


def albums(chance: random.Random) -> Family:
    by, year = f"The {pick(chance, 'adj')} {pick(chance, 'noun')}s", chance.randint(1965, 2005)
    return [
        {"title": f"{coined(chance, 3)} {pick(chance, 'noun')}", "by": by, "year": str(year + n)}
        for n in range(some(chance))
    ]


def released(rows: list[Row], chance: random.Random) -> tuple[list[Row], list[Row], list[int]]:
    """Rows of albums, of their releases, and the album of each (-1: none that is listed)."""
    releases, of = [], []
    for number, e in enumerate(rows):
        if number % 5 == 3:
            continue  # listed, and never released
        for land in chance.sample(["UK", "US", "Japan", "Germany"], chance.choice([1, 2, 3])):
            named = {"release": f"{e['by']} - {e['title']}", "country": land}
            releases.append(named | {"date": str(int(e["year"]) + chance.randint(0, 3))})
            of.append(number if number % 5 < 3 else -1)
    listed = [{"album": e["title"], "artist": e["by"]} for e in rows]
    return [row for n, row in enumerate(listed) if n % 5 < 4], releases, of


DOMAINS: dict[str, Domain] = {
    "editions": (editions, editions_a, editions_b),
    "branches": (branches, branches_a, branches_b),
    "volumes": (volumes, volumes_a, volumes_b),
    "namesakes": (namesakes, namesakes_a, namesakes_b),
    "romanised": (romanised, romanised_a, romanised_b),
    "companies": (companies, companies_a, companies_b),
    "initials": (papers, papers_a, papers_b),
    "name-order": (order, order_a, order_b),
    "weights": (units, units_a, units_b),
    "doi": (identifiers, identifiers_a, identifiers_b),
    "rare-matches": (hotels, hotels_a, hotels_b),
}


TRADES = ("Bakery", "Pharmacy", "Garage", "Florist", "Opticians")
HAN = {
    "family": "王 Wang|李 Li|张 Zhang|刘 Liu|陈 Chen|杨 Yang|黄 Huang|赵 Zhao|吴 Wu|周 Zhou|徐 Xu",
    "given": "伟 Wei|芳 Fang|娜 Na|敏 Min|静 Jing|强 Qiang|磊 Lei|建国 Jianguo|晓明 Xiaoming",
    "town": "北京 Beijing|上海 Shanghai|广州 Guangzhou|成都 Chengdu|南京 Nanjing|武汉 Wuhan",
}


def numbered(chance: random.Random) -> Row:
    return {"phone": f"{chance.randint(20, 99)}{chance.randint(1000000, 9999999)}",
            "code": f"{chance.randint(1, 99999):07d}", "year": str(chance.randint(1935, 2010)),
            "hour": str(chance.randint(0, 1400)), "metres": str(chance.randint(900, 7900)),
            "by": person(chance), "town": pick(chance, "place")}  # fmt: skip


def namesake_pair(chance: random.Random) -> Family:
    """A thing, and another one of its name."""
    han = {f"{name} {n}": word for name, words in HAN.items()
           for n, word in enumerate(chance.choice(words.split("|")).split())}  # fmt: skip
    named = {"title": phrase(chance), "trade": f"{pick(chance, 'family')} {chance.choice(TRADES)}"}
    first = named | han | numbered(chance)
    places = chance.choice(HAN["town"].split("|")).split()
    other = {f"town {n}": word for n, word in enumerate(places)}
    return [first, first | other | numbered(chance)]


def moment(e: Row, hours: int, form: str) -> str:
    start = datetime(2024, 1 + int(e["year"]) % 6, 1) + timedelta(minutes=15 * int(e["hour"]))
    return (start - timedelta(hours=hours)).strftime(form)


def lines_a(e: Row, _: random.Random) -> Row:
    area, start, rest = e["phone"][:2], e["phone"][2:5], e["phone"][5:]
    return {"business": e["trade"], "phone": f"0{area}/{start} {rest}"}


def lines_b(e: Row, chance: random.Random) -> Row:
    tel = f"{chance.choice(['+49 ', '0049-'])}{e['phone'][:2]} {e['phone'][2:]}"
    return {"company": e["trade"].upper(), "tel": tel, "place": maybe(chance, 0.7, e["town"])}


def events_a(e: Row, _: random.Random) -> Row:
    return {"event": e["title"], "start": moment(e, 0, "%Y-%m-%d %H:%M CET")}


def events_b(e: Row, chance: random.Random) -> Row:
    return {"what": slip(e["title"], chance), "when": moment(e, 1, "%Y-%m-%dT%H:%M:00Z")}


def parts_a(e: Row, _: random.Random) -> Row:
    return {"item": e["title"], "sku": e["code"], "brand": e["trade"].split()[0]}


def parts_b(e: Row, chance: random.Random) -> Row:
    maker = maybe(chance, 0.8, e["trade"].split()[0])
    return {"product": e["title"].lower(), "article no": e["code"].lstrip("0"), "maker": maker}


def han_a(e: Row, _: random.Random) -> Row:
    return {"姓名": e["family 0"] + e["given 0"], "出生年": e["year"], "城市": e["town 0"]}


def han_b(e: Row, chance: random.Random) -> Row:
    name = [e["family 1"], e["given 1"]][:: chance.choice([1, 1, -1])]
    return {"name": " ".join(name), "year": maybe(chance, 0.9, e["year"]), "city": e["town 1"]}


def films_a(e: Row, _: random.Random) -> Row:
    minutes = int(e["metres"]) % 120 + 70
    length = f"{minutes // 60} h {minutes % 60} min"
    return {"title": e["title"], "year": e["year"], "director": e["by"], "runtime": length}


def films_b(e: Row, chance: random.Random) -> Row:
    length = maybe(chance, 0.8, f"{int(e['metres']) % 120 + 70} min")
    return {"film": e["title"], "released": e["year"], "by": initials(e["by"]), "length": length}


def peaks_a(e: Row, _: random.Random) -> Row:
    return {"peak": f"Mount {e['trade'].split()[0]}", "elevation": f"{int(e['metres']):,} m"}


def peaks_b(e: Row, chance: random.Random) -> Row:
    feet = round(int(e["metres"]) / 0.3048 / 10) * 10
    first = maybe(chance, 0.7, e["year"])
    return {"mountain": f"Mt {e['trade'].split()[0]}", "height": f"{feet:,} ft", "ascent": first}


def reply(chance: random.Random) -> Family:
    """An article, and what was written on it."""
    (one, *_), other = identifiers(chance), identifiers(chance)[0]
    marks = (": erratum", ": a reply", ", continued")
    return [one, one | {"title": one["title"] + chance.choice(marks), "doi": other["doi"]}]


INSTEAD: dict[str, Domain] = {
    "telephones": (namesake_pair, lines_a, lines_b),
    "events": (namesake_pair, events_a, events_b),
    "codes": (namesake_pair, parts_a, parts_b),
    "chinese": (namesake_pair, han_a, han_b),
    "remakes": (namesake_pair, films_a, films_b),
    "peaks": (namesake_pair, peaks_a, peaks_b),
    "errata": (reply, identifiers_a, identifiers_b),
}
"""Sets in which two rows of five have the other one of their family in place of a partner."""


def instead(
    domain: Domain, chance: random.Random
) -> tuple[list[Row], list[Row], list[tuple[int, int]]]:
    family_of, left_of, right_of = domain
    families = [family_of(chance) for _ in range(USUAL[0])]
    left = [left_of(one, chance) for one, _ in families]
    right = [right_of(each[n % 5 > 2], chance) for n, each in enumerate(families)]
    return left, right, [(n, n) for n in range(len(left)) if n % 5 < 3]


def tables_of(
    name: str, chance: random.Random
) -> tuple[list[Row], list[Row], list[tuple[int, int]]]:
    """Return both tables of a set, and the pairs of rows that are one."""
    if name in INSTEAD:
        return instead(INSTEAD[name], chance)
    if name != "releases":
        size = RARE if name == "rare-matches" else USUAL
        left, right, shared = made(DOMAINS[name], size, chance)
        return left, right, [(row, row) for row in range(shared)]
    rows = [each for _ in range(90) for each in albums(chance)]
    left, right, of = released(rows, chance)
    place = {n: place for place, n in enumerate(n for n in range(len(rows)) if n % 5 < 4)}
    return left, right, [(place[n], other) for other, n in enumerate(of) if n >= 0]


def main() -> None:
    """Write the sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in (*DOMAINS, "releases", *INSTEAD):
        chance = random.Random(f"{given.seed} merge {name}")
        left, right, gold = tables_of(name, chance)
        write(given.folder / "tables" / name, left, right, gold, chance)


if __name__ == "__main__":
    main()
