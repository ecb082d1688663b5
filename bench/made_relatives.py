"""Made pairs with near relatives that are no matches, to choose rules on (``made_pairs.py``).

Each domain is damaged in its own way: marketing words, volumes, units, abbreviations, swapped
fields, transliteration, lost words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_words import (
    Domain,
    Family,
    Row,
    coined,
    maybe,
    person,
    pick,
    price_near,
    shuffled,
    slip,
    without_words,
)

if TYPE_CHECKING:
    import random

ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]


# --- phones: sizes of memory and colours; marketing words ---


def phones(chance: random.Random) -> Family:
    brand, line = pick(chance, "brand_en"), coined(chance)
    number, family = chance.randint(3, 15), []
    for kind in chance.sample(["", "Pro", "Mini", "Max", "Lite"], chance.choice([1, 2, 3])):
        for memory in chance.sample(["32", "64", "128", "256"], chance.choice([1, 2, 2])):
            colour = chance.choice(["Black", "White", "Blue", "Red", "Gold"])
            price = str(200 + 15 * number + int(memory))
            name = " ".join(filter(None, [line, str(number), kind]))
            family.append({"brand": brand, "name": name, "memory": memory, "colour": colour})
            family[-1]["price"] = price
    return family


def phones_a(e: Row, chance: random.Random) -> Row:
    title = f"{e['brand']} {e['name']} {e['memory']}GB {e['colour']}"
    return {"title": title, "brand": e["brand"], "price": f"{e['price']}.00"}


def phones_b(e: Row, chance: random.Random) -> Row:
    praise = ["NEW!", "Unlocked smartphone", "free shipping", "best price", "dual SIM", "5G ready"]
    memory = chance.choice([f"({e['memory']} GB)", f"{e['memory']}gb", f"{e['memory']} GB storage"])
    parts = [maybe(chance, 0.7, e["brand"]), e["name"], memory, maybe(chance, 0.8, e["colour"])]
    parts += chance.sample(praise, chance.randint(0, 3))
    title = " ".join(filter(None, parts))
    price = price_near(e["price"] + ".00", chance, 0.5)
    return {"title": shuffled(title, chance, 0.3), "brand": "", "price": price}


# --- volumes of series ---


def volumes(chance: random.Random) -> Family:
    title = chance.choice(
        [f"{pick(chance, 'adj')} {pick(chance, 'noun')}", f"{coined(chance, 3)}", person(chance)]
    )
    author, year, press = person(chance), chance.randint(1970, 2018), pick(chance, "press")
    start = chance.randint(1, 5)
    return [
        {"title": title, "volume": str(start + n), "author": author, "press": press}
        | {"year": str(year + n // 2), "pages": str(chance.randint(160, 220))}
        for n in range(chance.choice([1, 1, 2, 4, 6]))
    ]


def volumes_a(e: Row, chance: random.Random) -> Row:
    return {
        "title": f"{e['title']}, Vol. {e['volume']}",
        "author": e["author"],
        "publisher": e["press"],
        "year": e["year"],
    }


def volumes_b(e: Row, chance: random.Random) -> Row:
    number = int(e["volume"])
    volume = chance.choice([f"#{number}", f"Volume {number}", f"{number:02d}", f"vol.{number}"])
    return {
        "title": slip(e["title"], chance, 0.1) + f" {volume}",
        "author": ", ".join(e["author"].rsplit(" ", 1)[::-1]),
        "publisher": maybe(chance, 0.6, e["press"]),
        "year": maybe(chance, 0.8, str(int(e["year"]) + chance.choice([0, 0, 0, 1]))),
    }


# --- hardware: units are changed ---


def hardware(chance: random.Random) -> Family:
    what = chance.choice(
        ["Hex bolt", "Wood screw", "Threaded rod", "Flat bar", "Steel pipe", "Hinge"]
    )
    metal, finish = (
        chance.choice(["brass", "steel", "nylon"]),
        chance.choice(["zinc", "black", "plain"]),
    )
    width, maker = chance.choice([3, 4, 5, 6, 8, 10]), pick(chance, "brand_en")
    lengths = chance.sample(range(10, 130, 5), chance.choice([1, 2, 3, 4]))
    return [
        {"what": what, "metal": metal, "finish": finish, "maker": maker, "width": str(width)}
        | {"length": str(length), "grams": str(width * width * length // 25 * 10)}
        for length in lengths
    ]


def hardware_a(e: Row, chance: random.Random) -> Row:
    return {
        "article": f"{e['what']} {e['metal']}, {e['finish']}",
        "size": f"M{e['width']} x {e['length']} mm",
        "maker": e["maker"],
        "weight": f"{e['grams']} g",
    }


def hardware_b(e: Row, chance: random.Random) -> Row:
    length = chance.choice([f"{int(e['length']) / 10:g} cm", f"{e['length']}mm"])
    article = f"{e['metal'].title()} {e['what'].lower()}{maybe(chance, 0.6, ' ' + e['finish'])}"
    return {
        "article": slip(article, chance, 0.1),
        "size": f"{e['width']}mm / {length}",
        "maker": maybe(chance, 0.8, e["maker"].upper()),
        "weight": maybe(chance, 0.7, f"{int(e['grams']) / 1000:g} kg"),
    }


# --- institutes: abbreviations, one column ---

SHORT = {
    "University": "Univ.",
    "Department": "Dept.",
    "Institute": "Inst.",
    "Technology": "Tech.",
} | {"Faculty": "Fac.", "National": "Natl.", "Laboratory": "Lab.", "Academy": "Acad."}


def institutes(chance: random.Random) -> Family:
    place = chance.choice([pick(chance, "place"), coined(chance, 3)])
    house = chance.choice(["University of", "Institute of Technology", "National Academy of"])
    name = f"{place} {house}" if house.endswith("Technology") else f"{house} {place}"
    parts = chance.sample(["Department of", "Faculty of", "Laboratory for"], 1) * 3
    family = [
        f"{part} {pick(chance, 'topic')}, {name}" for part in parts[: chance.choice([0, 1, 2, 3])]
    ]
    return [{"name": each} for each in [*family, name][: chance.choice([1, 2, 4])]]


def institutes_a(e: Row, chance: random.Random) -> Row:
    return {"name": e["name"].title().replace(" Of ", " of ")}


def institutes_b(e: Row, chance: random.Random) -> Row:
    words = [SHORT.get(word, word) if chance.random() < 0.5 else word for word in e["name"].split()]
    name = " ".join(words)
    parts = name.split(", ")
    name = ", ".join(parts[::-1]) if chance.random() < 0.4 else name
    return {"name": slip(without_words(name, chance, 0.15), chance, 0.1)}


# --- contacts: swapped fields ---


def contacts(chance: random.Random) -> Family:
    family, street = coined(chance, 3), f"{chance.randint(1, 150)} {pick(chance, 'street')} St"
    city, host = pick(chance, "place"), coined(chance).lower() + ".com"
    return [
        {"first": pick(chance, "given"), "last": family, "street": street, "city": city}
        | {"mail": f"{family.lower()}{chance.randint(1, 99)}@{host}"}
        for _ in range(chance.choice([1, 1, 2, 3]))
    ]


def contacts_a(e: Row, chance: random.Random) -> Row:
    return dict(e) | {"mail": maybe(chance, 0.6, e["mail"])}


def contacts_b(e: Row, chance: random.Random) -> Row:
    row = {name: slip(value, chance, 0.15) for name, value in e.items()}
    for one, other in (("first", "last"), ("street", "city")):
        if chance.random() < 0.3:
            row[one], row[other] = row[other], row[one]
    if chance.random() < 0.15:
        row["street"], row["city"] = f"{row['street']}, {row['city']}", ""
    return row | {"mail": maybe(chance, 0.4, e["mail"]), "first": maybe(chance, 0.9, row["first"])}


# --- painters: two ways to write Russian names in Latin letters ---

LATIN = dict(zip("абвгдезийклмнопрстуфыэ", "abvgdeziyklmnoprstufye", strict=True)) | {
    "ё": "yo", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "",
    "ю": "yu", "я": "ya",
}  # fmt: skip
OTHER_LATIN = LATIN | {
    "ё": "e", "ж": "j", "й": "i", "х": "h", "ц": "c", "ч": "tch", "щ": "sch", "ю": "iu", "я": "ia",
}  # fmt: skip


def latin(text: str, letters: dict[str, str]) -> str:
    """The text in Latin letters by a table of small letters."""
    return "".join(letters.get(each, each) for each in text.lower()).title()


def painters(chance: random.Random) -> Family:
    family, born, town = (
        pick(chance, "ru_family"),
        chance.randint(1820, 1930),
        pick(chance, "ru_city"),
    )
    return [
        {
            "given": pick(chance, "ru_given"),
            "family": family,
            "town": town,
            "born": str(born + 25 * n),
        }
        for n in range(chance.choice([1, 1, 2, 3]))
    ]


def painters_a(e: Row, chance: random.Random) -> Row:
    name = latin(f"{e['given']} {e['family']}", LATIN)
    return {"name": name, "born": e["born"], "town": latin(e["town"], LATIN)}


def painters_b(e: Row, chance: random.Random) -> Row:
    given = e["given"] if chance.random() < 0.6 else e["given"][0] + "."
    name = latin(f"{e['family']}, {given}", OTHER_LATIN)
    born = str(int(e["born"]) + chance.choice([0] * 8 + [1, -1]))
    town = latin(e["town"], OTHER_LATIN)
    return {"name": name, "born": maybe(chance, 0.9, born), "town": maybe(chance, 0.7, town)}


# --- seasons of clubs: one column, words are lost ---


def seasons(chance: random.Random) -> Family:
    club = chance.choice(
        [f"{pick(chance, 'place')} {kind}" for kind in ("United", "City", "Rovers")]
    )
    kind, year = chance.choice(["football", "hockey", "basketball"]), chance.randint(1950, 2010)
    return [
        {"club": club, "kind": kind, "year": str(year + n)}
        for n in range(chance.choice([1, 2, 3, 6]))
    ]


def seasons_a(e: Row, chance: random.Random) -> Row:
    year = int(e["year"])
    return {"title": f"{year}-{(year + 1) % 100:02d} {e['club']} men's {e['kind']} season"}


def seasons_b(e: Row, chance: random.Random) -> Row:
    year, club = int(e["year"]), slip(e["club"], chance, 0.1)
    span = chance.choice(
        [f"{year}/{year + 1}", f"{year}-{year + 1}", f"{year}-{(year + 1) % 100:02d}"]
    )
    words = chance.choice([f"{club} {e['kind']} season", f"{club} season", f"{e['kind']} {club}"])
    return {"title": f"{span} {words}" if chance.random() < 0.5 else f"{words} {span}"}


# --- operas: works of one title by several hands, told apart by a note ---


def operas(chance: random.Random) -> Family:
    title = chance.choice(
        [f"{coined(chance, 3)}", f"The {pick(chance, 'noun')} of {coined(chance)}"]
    )
    year, family = chance.randint(1700, 1850), []
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        family.append({"title": title, "composer": person(chance), "year": str(year)})
        family[-1] |= {"house": pick(chance, "place"), "words": person(chance)}
        year += chance.randint(10, 60)
    return family


def operas_a(e: Row, chance: random.Random) -> Row:
    return {"title": e["title"], "composer": e["composer"], "year": e["year"], "words": e["words"]}


def operas_b(e: Row, chance: random.Random) -> Row:
    who = e["composer"] if chance.random() < 0.8 else e["composer"].split()[-1]
    note = f"{e['title']} is an opera by {who}"
    note += maybe(chance, 0.6, f" to words of {e['words']}")
    note += maybe(chance, 0.7, f", first given in {e['house']} in {e['year']}")
    title = e["title"] + maybe(chance, 0.3, f" ({who.split()[-1]})")
    return {"title": slip(title, chance, 0.05), "note": note + "."}


RELATIVES: dict[str, Domain] = {
    "phones": (phones, phones_a, phones_b),
    "volumes": (volumes, volumes_a, volumes_b),
    "hardware": (hardware, hardware_a, hardware_b),
    "institutes": (institutes, institutes_a, institutes_b),
    "contacts": (contacts, contacts_a, contacts_b),
    "painters": (painters, painters_a, painters_b),
    "seasons": (seasons, seasons_a, seasons_b),
    "operas": (operas, operas_a, operas_b),
}
