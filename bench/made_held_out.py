"""Domains of made pairs that rules are judged on, never chosen (``made_pairs.py``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_words import (
    Domain,
    Family,
    Row,
    coined,
    initials,
    maybe,
    person,
    pick,
    price_near,
    shuffled,
    slip,
)

if TYPE_CHECKING:
    import random

NICKNAMES = {"William": "Bill", "Margaret": "Peggy", "James": "Jim", "Thomas": "Tom"}


# --- software ---


def software(chance: random.Random) -> Family:
    maker, what = (
        coined(chance, 3),
        chance.choice(["Draw", "Tax", "Office", "Backup", "Photo", "Cad"]),
    )
    name = f"{coined(chance)} {what}"
    return [
        {
            "maker": maker,
            "name": name,
            "version": f"{chance.randint(1, 12)}.0",
            "edition": chance.choice(["Standard", "Professional", "Deluxe", ""]),
            "system": chance.choice(["Mac", "Windows", ""]),
            "price": f"{chance.randint(15, 600)}.00",
            "licence": chance.choice(["", "", "Upgrade", "5 User"]),
        }
        for _ in range(chance.choice([1, 2, 3, 4]))
    ]


def software_a(e: Row, chance: random.Random) -> Row:
    system = maybe(chance, 0.6, e["system"])
    title = f"{e['name']} {e['version']} {e['edition']} {e['licence']} {system}"
    return {
        "title": " ".join(title.split()).lower(),
        "manufacturer": e["maker"].lower(),
        "price": e["price"],
    }


def software_b(e: Row, chance: random.Random) -> Row:
    edition = e["edition"] if chance.random() < 0.5 else e["edition"].replace("Professional", "Pro")
    version = e["version"] if chance.random() < 0.5 else e["version"].split(".")[0]
    title = f"{e['name']} {version} {edition} {e['licence']} {e['system']}"
    title = maybe(chance, 0.7, e["maker"] + " ") + title
    code = maybe(chance, 0.3, f" {chance.randint(10**6, 10**7)}")
    return {
        "title": shuffled(title, chance, 0.3) + code,
        "manufacturer": maybe(chance, 0.1, e["maker"]),
        "price": price_near(e["price"], chance, 0.7),
    }


# --- groceries ---


def groceries(chance: random.Random) -> Family:
    brand, what = (
        coined(chance),
        chance.choice(["Cereal", "Coffee", "Tea", "Sauce", "Crisps", "Soup"]),
    )
    family = []
    for _ in range(chance.choice([1, 2, 3, 4])):
        flavour = chance.choice(["Lemon", "Vanilla", "Honey", "Garlic", "Mint", "Cocoa"])
        family.append(
            {"brand": brand, "what": what, "flavour": flavour, "adj": pick(chance, "quality")}
            | {
                "oz": str(chance.choice([6, 8, 12, 16, 24, 32])),
                "pack": str(chance.choice([1, 1, 6])),
            }
            | {"price": f"{chance.randint(1, 30)}.{chance.randint(0, 99):02d}"}
        )
    return family


def groceries_a(e: Row, chance: random.Random) -> Row:
    pack = f" (Pack of {e['pack']})" if e["pack"] != "1" else ""
    title = f"{e['brand']} {e['adj'].title()} {e['what']}, {e['flavour']}, {e['oz']}-Ounce{pack}"
    return {"title": title, "brand": e["brand"], "price": maybe(chance, 0.8, e["price"])}


def groceries_b(e: Row, chance: random.Random) -> Row:
    size = chance.choice([f"{e['oz']} oz", f"{round(int(e['oz']) * 28.35)} g", f"{e['oz']}oz."])
    pack = f"{e['pack']} x " if e["pack"] != "1" and chance.random() < 0.7 else ""
    title = f"{e['flavour']} {maybe(chance, 0.5, e['adj'])} {e['what']} {pack}{size}"
    return {
        "title": slip(shuffled(maybe(chance, 0.6, e["brand"] + " ") + title, chance, 0.3), chance),
        "brand": maybe(chance, 0.9, e["brand"].upper()),
        "price": maybe(chance, 0.9, price_near(e["price"], chance)),
    }


# --- persons ---


def persons(chance: random.Random) -> Family:
    family, street = (
        person(chance).split()[-1],
        f"{pick(chance, 'street')} {pick(chance, 'street_kind')}",
    )
    number, place, code = chance.randint(1, 200), pick(chance, "place"), chance.randint(1000, 9999)
    return [
        {"given": pick(chance, "given"), "family": family, "street": f"{number} {street}"}
        | {"place": place, "code": str(code), "phone": f"0{chance.randint(10**8, 10**9 - 1)}"}
        | {"born": f"{chance.randint(1930, 2005)}-0{chance.randint(1, 9)}-{chance.randint(10, 28)}"}
        for _ in range(chance.choice([1, 1, 2, 3]))
    ]


def persons_a(e: Row, chance: random.Random) -> Row:
    return {
        "name": f"{e['given']} {e['family']}",
        "address": e["street"],
        "town": e["place"],
        "postcode": e["code"],
        "born": maybe(chance, 0.9, e["born"]),
        "phone": maybe(chance, 0.7, e["phone"]),
    }


def persons_b(e: Row, chance: random.Random) -> Row:
    given = NICKNAMES.get(e["given"], e["given"]) if chance.random() < 0.5 else e["given"]
    moved = chance.random() < 0.15
    street = f"{chance.randint(1, 200)} {pick(chance, 'street')} Street" if moved else e["street"]
    return {
        "name": slip(
            f"{e['family']}, {given}" if chance.random() < 0.5 else f"{given} {e['family']}",
            chance,
            0.3,
        ),
        "address": slip(street, chance, 0.3),
        "town": pick(chance, "place") if moved else slip(e["place"], chance),
        "postcode": slip(e["code"], chance, 0.2),
        "born": maybe(chance, 0.8, slip(e["born"], chance, 0.2)),
        "phone": maybe(chance, 0.6, slip(e["phone"], chance, 0.2)),
    }


# --- discs ---


def discs(chance: random.Random) -> Family:
    artist = chance.choice([person(chance), f"The {pick(chance, 'noun')}s", coined(chance)])
    family = []
    for _ in range(chance.choice([1, 1, 2, 4])):
        album = chance.choice(
            [
                f"{pick(chance, 'adj')} {pick(chance, 'noun')}",
                "Greatest Hits",
                f"Live in {pick(chance, 'place')}",
            ]
        )
        tracks = [f"{pick(chance, 'adj')} {pick(chance, 'thing')}" for _ in range(6)]
        family.append(
            {"artist": artist, "album": album, "year": str(chance.randint(1965, 2008))}
            | {"genre": chance.choice(["Rock", "Jazz", "Folk", "Pop"]), "tracks": "|".join(tracks)}
        )
    return family


def discs_a(e: Row, chance: random.Random) -> Row:
    tracks = " | ".join(e["tracks"].split("|"))
    return {name: e[name] for name in ("artist", "album", "genre", "year")} | {"tracks": tracks}


def discs_b(e: Row, chance: random.Random) -> Row:
    artist = e["artist"]
    if artist.startswith("The ") and chance.random() < 0.5:
        artist = artist.removeprefix("The ") + ", The"
    tracks = e["tracks"].split("|")[: chance.choice([3, 6, 6])]
    disc = chance.choice(["", "", " (Disc 1)", " [Remastered]"])
    return {
        "artist": "Various" if chance.random() < 0.05 else slip(artist, chance, 0.2),
        "album": slip(e["album"], chance, 0.2) + disc,
        "genre": maybe(chance, 0.6, chance.choice([e["genre"], "Misc"])),
        "year": maybe(chance, 0.6, e["year"]),
        "tracks": " | ".join(slip(track.lower(), chance) for track in tracks),
    }


# --- books ---


def books(chance: random.Random) -> Family:
    title = chance.choice(
        [
            f"A history of {pick(chance, 'topic')} in {pick(chance, 'place')}",
            f"Handbook of {pick(chance, 'topic')}",
            f"Letters from {pick(chance, 'place')}",
        ]
    )
    author, year, press = person(chance), chance.randint(1950, 2010), pick(chance, "press")
    return [
        {
            "title": title,
            "sub": f"{pick(chance, 'topic')} and {pick(chance, 'topic')}",
            "author": author,
        }
        | {"press": press, "year": str(year + 4 * edition), "edition": str(edition + 1)}
        | {"pages": str(chance.randint(90, 900))}
        for edition in range(chance.choice([1, 1, 1, 2, 3]))
    ]


def books_a(e: Row, chance: random.Random) -> Row:
    edition = f" ({e['edition']}. ed.)" if e["edition"] != "1" else ""
    return {
        "title": f"{e['title']}: {e['sub']}{edition}",
        "author": ", ".join(e["author"].rsplit(" ", 1)[::-1]),
        "publisher": e["press"],
        "year": e["year"],
        "pages": f"{e['pages']} p.",
    }


def books_b(e: Row, chance: random.Random) -> Row:
    return {
        "title": slip(e["title"] + maybe(chance, 0.5, f" - {e['sub'].title()}"), chance, 0.2),
        "author": initials(e["author"]) if chance.random() < 0.4 else e["author"],
        "publisher": maybe(chance, 0.7, e["press"].split()[0]),
        "year": str(int(e["year"]) + chance.choice([0] * 6 + [1])),
        "pages": maybe(chance, 0.5, str(int(e["pages"]) + chance.choice([0, 0, 2, 8]))),
    }


# --- companies ---
def companies(chance: random.Random) -> Family:
    name = chance.choice(
        [
            f"{coined(chance, 3)} {pick(chance, 'noun')}",
            f"{pick(chance, 'family')} & {pick(chance, 'family')}",
        ]
    )
    parts = chance.sample(
        ["Holdings", "Capital", "Energy", "Foods", "Bank", "Logistics"], k=chance.choice([1, 1, 2])
    )
    return [
        {"name": f"{name} {part}", "form": chance.choice(["Inc", "Ltd", "GmbH", "Corp"])}
        for part in parts
    ]


def companies_a(e: Row, chance: random.Random) -> Row:
    return {"name": f"{e['name']} {e['form']}."}


def companies_b(e: Row, chance: random.Random) -> Row:
    long = {"Inc": "Incorporated", "Ltd": "Limited", "Corp": "Corporation", "GmbH": "Gmbh"}[
        e["form"]
    ]
    name = slip(e["name"].replace("&", "and"), chance, 0.3)
    name = name.upper() if chance.random() < 0.3 else name
    return {"name": f"{name} {maybe(chance, 0.6, long)}".strip()}


REPORT: dict[str, Domain] = {
    "software": (software, software_a, software_b),
    "groceries": (groceries, groceries_a, groceries_b),
    "persons": (persons, persons_a, persons_b),
    "discs": (discs, discs_a, discs_b),
    "books": (books, books_a, books_b),
    "companies": (companies, companies_a, companies_b),
}
