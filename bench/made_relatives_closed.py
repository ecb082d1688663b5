"""Made pairs with near relatives, of other domains: rules are judged on these (``made_pairs.py``).

Remakes that a text tells apart, branches in several towns, households, vintages, strengths,
episodes, abbreviated journals, inverted titles of laws.
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


# --- remakes: one title, other years; a text of the other source names year and people ---


def remakes(chance: random.Random) -> Family:
    title = chance.choice(
        [f"The {pick(chance, 'noun')}", f"{pick(chance, 'adj')} {pick(chance, 'noun')}"]
    )
    year, family = chance.randint(1935, 1985), []
    for _ in range(chance.choice([1, 1, 2, 3])):
        people = [person(chance) for _ in range(3)]
        kind = chance.choice(["drama", "thriller", "western", "musical"])
        family.append({"title": title, "year": str(year), "people": "|".join(people), "kind": kind})
        year += chance.randint(8, 30)
    return family


def remakes_a(e: Row, chance: random.Random) -> Row:
    director, *cast = e["people"].split("|")
    return {"title": e["title"], "year": e["year"], "director": director, "cast": ", ".join(cast)}


def remakes_b(e: Row, chance: random.Random) -> Row:
    director, *cast = e["people"].split("|")
    name = e["title"] + maybe(chance, 0.4, f" ({e['year']} film)")
    text = (
        f"{e['title']} is a {maybe(chance, 0.8, e['year'])} {e['kind']} film directed by {director}"
    )
    return {
        "title": name,
        "extract": text + maybe(chance, 0.7, f". It stars {' and '.join(cast)}") + ".",
    }


# --- branches of chains ---


def branches(chance: random.Random) -> Family:
    name = chance.choice(
        [f"{coined(chance, 3)}", f"{pick(chance, 'noun')} {pick(chance, 'thing')}"]
    ).title()
    kind, family = chance.choice(["Pizza", "Coffee", "Burgers", "Noodles"]), []
    town = pick(chance, "place")
    for _ in range(chance.choice([1, 1, 3, 6])):
        town = town if chance.random() < 0.3 else pick(chance, "place")
        street = f"{chance.randint(1, 400)} {pick(chance, 'street')} {pick(chance, 'street_kind')}"
        phone = f"{chance.randint(200, 999)}-555-{chance.randint(1000, 9999)}"
        family.append({"name": f"{name} {kind}", "street": street, "town": town, "phone": phone})
    return family


def branches_a(e: Row, chance: random.Random) -> Row:
    return dict(e) | {"phone": maybe(chance, 0.7, e["phone"])}


def branches_b(e: Row, chance: random.Random) -> Row:
    street = e["street"].replace("Street", "St.").replace("Road", "Rd").replace("Avenue", "Ave")
    street = street if chance.random() < 0.7 else street.split(" ", 1)[1]
    return {
        "name": e["name"] + maybe(chance, 0.3, " - " + e["town"]),
        "street": slip(maybe(chance, 0.9, street), chance, 0.1),
        "town": maybe(chance, 0.9, e["town"].upper()),
        "phone": maybe(chance, 0.5, e["phone"].replace("-", " ")),
    }


# --- households: persons of one family at one address, some of one given name ---


def households(chance: random.Random) -> Family:
    last, street = pick(chance, "family"), f"{chance.randint(1, 99)} {pick(chance, 'street')} Lane"
    town, phone, year = (
        pick(chance, "place"),
        f"0{chance.randint(10**8, 10**9 - 1)}",
        chance.randint(1940, 1970),
    )
    given, family = pick(chance, "given"), []
    for member in range(chance.choice([1, 2, 3, 4])):
        given = given if chance.random() < 0.15 else pick(chance, "given")
        month, day = chance.randint(1, 12), chance.randint(1, 28)
        born = f"{year + (0, 2, 27, 29)[member]}-{month:02d}-{day:02d}"
        family.append({"name": f"{given} {pick(chance, 'given')} {last}", "born": born})
        family[-1] |= {"street": street, "town": town, "phone": phone}
    return family


def households_a(e: Row, chance: random.Random) -> Row:
    first, middle, last = e["name"].split()
    rest = {name: slip(e[name], chance, 0.05) for name in ("street", "town", "phone")}
    return {"name": f"{first} {middle[0]}. {last}", "born": maybe(chance, 0.8, e["born"])} | rest


def households_b(e: Row, chance: random.Random) -> Row:
    first, middle, last = e["name"].split()
    first = first if chance.random() < 0.8 else first[0] + "."
    year, month, day = e["born"].split("-")
    born = chance.choice([f"{day}.{month}.{year}", f"{day}.{month}.{year}", year])
    name = slip(" ".join(filter(None, [first, maybe(chance, 0.5, middle), last])), chance, 0.2)
    rest = {n: maybe(chance, 0.8, slip(e[n], chance, 0.2)) for n in ("street", "town", "phone")}
    return {"name": name, "born": maybe(chance, 0.8, born)} | rest


# --- wines: vintages and bottles ---


def wines(chance: random.Random) -> Family:
    house = f"{chance.choice(['Chateau', 'Domaine', 'Clos'])} {coined(chance, 3)}"
    region, colour = pick(chance, "fr_city"), chance.choice(["rouge", "blanc", "rose"])
    year, price = chance.randint(1985, 2015), chance.randint(8, 90)
    return [
        {
            "house": house,
            "region": region,
            "colour": colour,
            "year": str(year + n),
            "price": f"{price + 2 * n}.00",
        }
        for n in range(chance.choice([1, 2, 3, 5]))
    ]


def wines_a(e: Row, chance: random.Random) -> Row:
    return {
        "wine": f"{e['house']} {e['colour']} {e['year']}",
        "region": e["region"],
        "price": e["price"],
    }


def wines_b(e: Row, chance: random.Random) -> Row:
    house = e["house"].replace("Chateau", "Ch.").replace("Domaine", "Dom.")
    year = e["year"] if chance.random() < 0.8 else "'" + e["year"][2:]
    bottle = maybe(chance, 0.5, chance.choice([" 75cl", " 0.75 L", " 750ml"]))
    wine = f"{year} {slip(house, chance, 0.1)} {maybe(chance, 0.7, e['colour'])}{bottle}"
    return {
        "wine": wine,
        "region": maybe(chance, 0.6, e["region"]),
        "price": price_near(e["price"], chance, 0.4),
    }


# --- medicines: strengths and packs ---


def medicines(chance: random.Random) -> Family:
    name, form = coined(chance, 4), chance.choice(["tablets", "capsules", "syrup", "cream"])
    maker = pick(chance, "firm")
    return [
        {
            "name": name,
            "form": form,
            "maker": maker,
            "strength": str(strength),
            "pack": str(chance.choice([14, 28, 30, 56])),
        }
        for strength in chance.sample([5, 10, 20, 25, 40, 50, 100, 250], chance.choice([1, 2, 3]))
    ]


def medicines_a(e: Row, chance: random.Random) -> Row:
    return {
        "product": f"{e['name']} {e['strength']} mg {e['form']}, {e['pack']} pcs",
        "company": e["maker"],
    }


def medicines_b(e: Row, chance: random.Random) -> Row:
    form = {"tablets": "tab", "capsules": "caps", "syrup": "syr", "cream": "crm"}[e["form"]]
    strength = chance.choice(
        [f"{e['strength']}MG", f"{int(e['strength']) / 1000:g} g"][: 1 + (chance.random() < 0.2)]
    )
    pack = maybe(chance, 0.7, f" {e['pack']}s")
    product = f"{slip(e['name'].upper(), chance, 0.1)} {form} {strength}{pack}"
    return {"product": product, "company": maybe(chance, 0.6, e["maker"].split()[0])}


# --- episodes of series ---


def episodes(chance: random.Random) -> Family:
    series = chance.choice(
        [f"{pick(chance, 'noun')} {pick(chance, 'place')}", f"The {coined(chance, 3)} Files"]
    )
    season, start, year = chance.randint(1, 6), chance.randint(1, 18), chance.randint(1970, 2015)
    return [
        {"series": series, "season": str(season), "number": str(start + n), "year": str(year)}
        | {
            "title": "Pilot"
            if chance.random() < 0.05
            else f"The {pick(chance, 'adj')} {pick(chance, 'noun')}"
        }
        for n in range(chance.choice([1, 2, 4]))
    ]


def episodes_a(e: Row, chance: random.Random) -> Row:
    code = f"S{int(e['season']):02d}E{int(e['number']):02d}"
    return {"series": e["series"], "episode": f"{code} {e['title']}", "year": e["year"]}


def episodes_b(e: Row, chance: random.Random) -> Row:
    code = chance.choice(
        [
            f"{e['season']}x{int(e['number']):02d}",
            f"season {e['season']}, episode {e['number']}",
            "",
        ]
    )
    title = slip(without_words(e["title"], chance, 0.2), chance, 0.1)
    return {
        "series": e["series"].removeprefix("The ").lower(),
        "episode": f"{title} {code}".strip(),
        "year": maybe(chance, 0.5, str(int(e["year"]) + chance.choice([0, 0, 1]))),
    }


# --- journals: abbreviated, one column ---


def journals(chance: random.Random) -> Family:
    kind = chance.choice(
        ["Journal of", "Annals of", "Archives of", "International Review of", "Transactions on"]
    )
    one, other = pick(chance, "topic"), pick(chance, "topic")
    names = [
        f"{kind} {one}",
        f"{kind} Applied {one}",
        f"{kind} {one} and {other}",
        f"European {kind} {one}",
    ]
    return [{"name": name.title()} for name in chance.sample(names, chance.choice([1, 2, 3]))]


def journals_a(e: Row, chance: random.Random) -> Row:
    return {"name": e["name"]}


def journals_b(e: Row, chance: random.Random) -> Row:
    words = [word for word in e["name"].split() if word not in ("Of", "On", "And")]
    short = [
        word[: chance.choice([3, 4, 5])] + "." if len(word) > 5 and chance.random() < 0.7 else word
        for word in words
    ]
    return {"name": " ".join(short) if chance.random() < 0.7 else slip(e["name"], chance, 0.3)}


# --- laws: inverted titles, one column ---


def laws(chance: random.Random) -> Family:
    topic, year, place = (
        pick(chance, "topic").title(),
        chance.randint(1900, 2015),
        pick(chance, "place"),
    )
    kinds = ["Act", "(Amendment) Act", "(Temporary Provisions) Act", "Regulations"]
    return [
        {"topic": topic, "kind": kind, "year": str(year + chance.randint(0, 9)), "place": place}
        for kind in chance.sample(kinds, chance.choice([1, 2, 3]))
    ]


def laws_a(e: Row, chance: random.Random) -> Row:
    return {"title": f"{e['topic']} {e['kind']} {e['year']} ({e['place']})"}


def laws_b(e: Row, chance: random.Random) -> Row:
    place = maybe(chance, 0.6, f"{e['place']}: ")
    kind = e["kind"].replace("Amendment", "Amdt.") if chance.random() < 0.3 else e["kind"]
    title = chance.choice(
        [f"{kind} of {e['year']} on {e['topic']}", f"{e['topic']} {kind}, {e['year']}"]
    )
    return {"title": place + slip(shuffled(title, chance, 0.1), chance, 0.1)}


CLOSED: dict[str, Domain] = {
    "remakes": (remakes, remakes_a, remakes_b),
    "branches": (branches, branches_a, branches_b),
    "households": (households, households_a, households_b),
    "wines": (wines, wines_a, wines_b),
    "medicines": (medicines, medicines_a, medicines_b),
    "episodes": (episodes, episodes_a, episodes_b),
    "journals": (journals, journals_a, journals_b),
    "laws": (laws, laws_a, laws_b),
}
