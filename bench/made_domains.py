"""Domains of made pairs that rules may be chosen on (``made_pairs.py``)."""

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

ROMAN = ["", "", "II", "III", "IV"]
SHORT = {"street": "st.", "road": "rd", "avenue": "ave.", "lane": "ln", "court": "ct"}


# --- electronics ---


def electronics(chance: random.Random) -> Family:
    brand = chance.choice([pick(chance, "brand_en"), coined(chance)])
    kind = chance.choice(["LCD TV", "Digital Camera", "Headphones", "Laser Printer", "Router"])
    prefix, base = "".join(chance.choices("ABDKLSX", k=chance.randint(1, 3))), chance.randint(1, 99)
    line, family = coined(chance, 3), []
    for _ in range(chance.choice([1, 1, 2, 3, 5])):
        size = str(chance.choice([19, 22, 26, 32, 40, 46]))
        model = f"{prefix}{size}{base}{chance.choice('ABCU')}{chance.choice(['', 'W', '-2'])}"
        colour = chance.choice(["Black", "White", "Silver", "Red"])
        family.append(
            {"brand": brand, "kind": kind, "line": line, "size": size, "model": model}
            | {"colour": colour, "price": f"{chance.randint(20, 900)}.99"}
        )
    return family


def electronics_a(e: Row, chance: random.Random) -> Row:
    name = f'{e["brand"]} {e["size"]}" {e["line"]} {e["kind"]} in {e["colour"]} - {e["model"]}'
    feature = (
        f"{chance.choice(['Energy Star', 'USB', '2 Year Warranty', 'HDMI'])}/ {e['colour']} Finish"
    )
    text = f"{e['brand']} {e['line']} {e['kind']} - {e['model']}/ {e['size']}' Class/ {feature}"
    return {"name": name, "description": maybe(chance, 0.9, text), "price": e["price"]}


def electronics_b(e: Row, chance: random.Random) -> Row:
    model = maybe(chance, 0.75, e["model"].replace("-", chance.choice(["", " "])))
    kind = e["kind"].lower() if chance.random() < 0.5 else e["kind"].split()[-1]
    name = (
        f"{e['brand'].upper()} {model} {e['line']} {maybe(chance, 0.5, e['size'] + ' inch')} {kind}"
    )
    text = maybe(chance, 0.5, f"{e['size']} inch {e['colour']} {kind}, {e['line']} series")
    return {
        "name": shuffled(name, chance, 0.4),
        "description": text,
        "price": maybe(chance, 0.7, "$" + price_near(e["price"], chance, 0.6)),
    }


# --- films ---


def films(chance: random.Random) -> Family:
    title = chance.choice(
        [
            f"The {pick(chance, 'adj')} {pick(chance, 'noun')}",
            f"{pick(chance, 'noun')} of {pick(chance, 'place')}",
            f"{coined(chance, 3)}",
            f"{pick(chance, 'given')} and the {pick(chance, 'noun')}",
        ]
    )
    year, family = chance.randint(1930, 2005), []
    cast, director = [person(chance) for _ in range(4)], person(chance)
    for part in range(1, chance.choice([1, 1, 1, 2, 3]) + 1):
        if part > 1 and chance.random() < 0.4:  # a remake
            cast, director, part_name = [person(chance) for _ in range(4)], person(chance), ""
        else:
            part_name = ROMAN[part]
        family.append(
            {"title": title, "part": part_name, "year": str(year), "director": director}
            | {"cast": "|".join(cast), "runtime": str(chance.randint(70, 180))}
            | {"genre": chance.choice(["Drama", "Comedy", "Thriller", "Western"])}
        )
        year += chance.randint(1, 15)
    return family


def films_a(e: Row, chance: random.Random) -> Row:
    return {
        "title": f"{e['title']} {e['part']}".strip(),
        "year": e["year"],
        "director": e["director"],
        "cast": ", ".join(e["cast"].split("|")[:3]),
        "runtime": f"{e['runtime']} min",
    }


def films_b(e: Row, chance: random.Random) -> Row:
    title = e["title"] if chance.random() < 0.8 else e["title"].removeprefix("The ")
    part = {"II": "2", "III": "3"}.get(e["part"], e["part"])
    cast = e["cast"].split("|")
    return {
        "title": slip(f"{title} {part}".strip(), chance),
        "year": str(int(e["year"]) + chance.choice([0] * 8 + [1, -1])),
        "director": maybe(chance, 0.8, e["director"]),
        "cast": ", ".join(chance.sample(cast, 3)),
        "genre": e["genre"],
    }


# --- citations ---


VENUES = {
    "International Conference on Data Engineering": "ICDE",
    "Very Large Data Bases": "VLDB",
    "ACM Transactions on Information Systems": "TOIS",
    "Journal of Applied Measurement": "J. Appl. Meas.",
    "Proceedings of the Annual Meeting on Archives": "Proc. Ann. Meet. Arch.",
}


def citations(chance: random.Random) -> Family:
    method = chance.choice(["Estimating", "On the use of", "Efficient", "A survey of", "Towards"])
    kind = chance.choice(["queries", "models", "indexes", "methods", "learning"])
    title = f"{method} {pick(chance, 'topic')} {kind} for {pick(chance, 'topic')}"
    if chance.random() < 0.1:
        title = chance.choice(["Editorial", "Guest Editor's Introduction", "Book Review"])
    authors, year = (
        [person(chance) for _ in range(chance.randint(1, 4))],
        chance.randint(1985, 2010),
    )
    return [
        {
            "title": title + (f", Part {ROMAN[part + 1]}" if part else ""),
            "authors": "|".join(authors),
        }
        | {"venue": chance.choice([*VENUES]), "year": str(year + part)}
        for part in range(chance.choice([1, 1, 1, 2]))
    ]


def citations_a(e: Row, chance: random.Random) -> Row:
    authors = ", ".join(e["authors"].split("|"))
    return {
        "title": e["title"] + ".",
        "authors": authors,
        "venue": VENUES[e["venue"]],
        "year": e["year"],
    }


def citations_b(e: Row, chance: random.Random) -> Row:
    names = [initials(name) for name in e["authors"].split("|")]
    names = [*names[:1], "et al."] if chance.random() < 0.2 and len(names) > 2 else names
    title = e["title"][: chance.randint(25, 60)] if chance.random() < 0.1 else e["title"]
    return {
        "title": slip(title, chance, 0.2),
        "authors": ", ".join(names),
        "venue": maybe(chance, 0.7, chance.choice([e["venue"], VENUES[e["venue"]]])),
        "year": maybe(chance, 0.6, str(int(e["year"]) + chance.choice([0] * 9 + [1]))),
    }


# --- restaurants ---


CUISINES = {
    "Italian": "Pizza & Pasta",
    "Japanese": "Sushi",
    "American": "Steakhouses",
    "French": "French (new)",
}


def restaurants(chance: random.Random) -> Family:
    name = chance.choice(
        [
            f"{coined(chance, 3)}'s",
            f"The {pick(chance, 'adj')} {pick(chance, 'noun')}",
            person(chance),
        ]
    )
    cuisine = chance.choice([*CUISINES])
    return [
        {
            "name": name,
            "street": f"{chance.randint(1, 999)} {pick(chance, 'street')} Avenue",
        }
        | {"city": pick(chance, "place"), "cuisine": cuisine}
        | {"phone": f"{chance.randint(200, 999)}{chance.randint(10**6, 10**7 - 1)}"}
        for _ in range(chance.choice([1, 1, 1, 1, 2, 4]))
    ]


def restaurants_a(e: Row, chance: random.Random) -> Row:
    phone = f"{e['phone'][:3]}/{e['phone'][3:6]}-{e['phone'][6:]}"
    return {
        "name": e["name"].lower(),
        "addr": e["street"].lower(),
        "city": e["city"].lower(),
        "phone": phone,
        "type": e["cuisine"],
    }


def restaurants_b(e: Row, chance: random.Random) -> Row:
    street = " ".join(SHORT.get(word, word) for word in e["street"].lower().split())
    phone = f"{e['phone'][:3]}-{e['phone'][3:6]}-{e['phone'][6:]}"
    return {
        "name": slip(
            e["name"].removeprefix("The ") + maybe(chance, 0.3, " Restaurant"), chance, 0.1
        ),
        "addr": street + maybe(chance, 0.3, f" at {pick(chance, 'street')} st."),
        "city": maybe(chance, 0.9, e["city"]),
        "phone": slip(phone, chance, 0.1),
        "type": chance.choice([e["cuisine"], CUISINES[e["cuisine"]]]),
    }


# --- events ---


def events(chance: random.Random) -> Family:
    place, kind = (
        pick(chance, "place"),
        chance.choice(["Open", "Cup Final", "Grand Prix", "general election"]),
    )
    year = chance.randint(1950, 2000)
    return [{"name": f"{place} {kind}", "year": str(year + n)} for n in range(chance.randint(1, 6))]


def events_a(e: Row, chance: random.Random) -> Row:
    return {"title": f"{e['year']} {e['name']}"}


def events_b(e: Row, chance: random.Random) -> Row:
    more = chance.choice(["", "", " (tennis)", " - Men", " results", ", final round"])
    name = slip(e["name"], chance, 0.15)
    return {
        "title": chance.choice(
            [f"{name}, {e['year']}", f"{e['year']} {name}", f"{name} {e['year']}"]
        )
        + more
    }


TUNE: dict[str, Domain] = {
    "electronics": (electronics, electronics_a, electronics_b),
    "films": (films, films_a, films_b),
    "citations": (citations, citations_a, citations_b),
    "restaurants": (restaurants, restaurants_a, restaurants_b),
    "events": (events, events_a, events_b),
}
