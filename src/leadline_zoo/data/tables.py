# ruff: noqa: E501, ISC004 - lines of data
"""Tables of made-up records that look real: written from word lists, the same at every run.

A recipe is a row of patterns: ``{list}`` draws from a word list, ``{int:1-9}`` a number,
``{date:1990-2020}`` a day, ``{hex:7}`` and ``{digits:5}`` codes, ``{=column}`` what another
column of the row holds.

>>> table = make_table("books", 3)
>>> sorted(table.rows[0])[:4]
['author', 'call', 'id', 'publisher']
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Final

from leadline_zoo.data.wordlists import words

Row = dict[str, str]

BLANK: Final = re.compile(r"\{(=?)(\w+)(?::([^}]*))?\}")


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one table is written: patterns by column in the order shown.

    ``title`` is the column that links to the record, ``text`` the long one, ``category`` the one
    that a select offers, ``date`` the one results may be grouped by; '' where there is none.
    """

    language: str
    columns: dict[str, tuple[str, ...]]
    title: str = "title"
    text: str = ""
    category: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A recipe's rows; every row also has ``id``, unique."""

    recipe: Recipe
    rows: tuple[Row, ...]


def _one(pattern: str) -> tuple[str, ...]:
    return (pattern,)


BOOK_EN: Final = (
    "The {adj} {noun}", "The {adj} {noun} of {place}", "{noun} and {noun}: essays on {topic}",
    "A history of {topic} in {place}", "{topic^} and {topic} in {place}, {int:1500-1950}",
    "An introduction to {topic}", "Letters from {place}", "{given} {family} and the {noun}",
    "Handbook of {topic}", "The {noun} at {place}: {topic} since {int:1600-1950}",
)  # fmt: skip
ABSTRACT_EN: Final = (
    "Draws on letters kept in {place} to show how {topic} changed after {int:1700-1950}; with a "
    "chapter on {topic}.",
    "{given} {family} left {place} for {place} to study {topic}. This is the first full account.",
    "Papers of a meeting on {topic} held at {place}, edited by {given} {family}.",
    "Reprint of the edition of {int:1850-1990}, with maps, an index and notes on {topic}.",
)

RECIPES: Final[dict[str, Recipe]] = {
    "books": Recipe("en", {
        "title": BOOK_EN,
        "author": ("{family}, {given}", "{family}, {given}", "{family}, {given} and {family}, {given}"),
        "publisher": _one("{press}"), "year": _one("{int:1890-2019}"),
        "call": _one("{caps:2}{int:10-999}.{caps:1}{int:10-99} {=year}"), "subject": _one("{topic^}"),
    }, category="subject"),
    "abstracts": Recipe("en", {
        "title": BOOK_EN, "author": _one("{given} {family}"), "text": ABSTRACT_EN,
        "date": _one("{date:1995-2023}"), "kind": ("Article", "Article", "Report", "Thesis"),
    }, text="text", category="kind", date="date"),
    "opinions": Recipe("en", {
        "title": ("{family} v. {family}", "{firm} v. {family}", "{family} v. {firm}", "In re {family}",
                  "United States v. {family}", "{firm} v. {firm}"),
        "number": _one("No. {int:2-23}-{digits:4}"), "court": _one("{court_en}"),
        "date": _one("{date:2002-2023}"), "status": ("Affirmed", "Reversed", "Vacated", "Remanded"),
        "text": ("Appeal concerning {topic}; opinion by {family}, J., joined by {family} and {family}.",
                 "Motion to dismiss denied. The complaint alleges breach of a contract on {topic}.",
                 "Rehearing en banc granted as to {topic} in {place} County."),
    }, text="text", category="court", date="date"),
    "objects": Recipe("en", {
        "number": _one("{int:1890-2020}.{int:1-99}.{int:1-60}"),
        "title": ("{subject_art} {place}", "{subject_art} {thing}", "Portrait of {given} {family}",
                  "The {adj} {noun}", "Untitled ({noun})", "{noun} with {thing}"),
        "maker": ("{given} {family}", "{given} {family}", "Unknown, {place}", "Workshop of {family}"),
        "year": ("{int:1480-1990}", "c. {int:1480-1900}"), "medium": _one("{medium_en}"),
        "size": _one("{int:8-220} x {int:8-180} cm"), "kind": _one("{department}"),
    }, category="kind"),
    "commits": Recipe("en", {
        "number": _one("{hex:7}"),
        "title": ("{verb} {module}", "{verb} {module} {because}", "{verb} {module} and {module}",
                  "{verb} {module} (#{int:10-4000})", "{module^}: {verb} it {because}"),
        "author": _one("{given} {family}"), "date": _one("{date:2015-2023}"),
    }, date="date"),
    "mails": Recipe("en", {
        "title": ("Re: {module} {because}", "[ANN] {module} {int:1-4}.{int:0-20}", "{module^} {because}",
                  "Re: [PATCH] {verb} {module}", "Question about {module}", "{topic^} in {place}?"),
        "author": ("{given} {family}", "{given} {caps:1}. {family}"),
        "date": _one("{date:1998-2016}"),
        "text": ("Hi all, since the last release the {module} fails {because}. {given} said it worked in "
                 "{place}, so what is different here?",
                 "On {date:1998-2016} {given} {family} wrote: > please {verb} the {module} {because} I did, "
                 "and now the {module} complains.",
                 "Attached is a patch that does what we talked about in {place}: the {module} is no longer "
                 "needed {because}. Comments welcome, {given}"),
    }, text="text", date="date"),
    "articles": Recipe("en", {
        "title": ("{noun} of {place}", "{given} {family}", "{topic^} in {place}", "{adj} {noun}",
                  "{place} {noun}", "{int:1700-1999} in {topic}"),
        "text": ("The {noun} stands in {place} and was built in {int:1500-1950} for {given} {family}, who "
                 "wrote on {topic}.",
                 "{given} {family} ({int:1700-1850}-{int:1851-1930}) was a teacher of {topic} in {place}, "
                 "known for work on {topic}.",
                 "Since {int:1800-1980} the {topic} of {place} has drawn visitors from {place} and {place}."),
        "size": _one("{int:1-90} KB ({int:200-9000} words)"), "date": _one("{date:2008-2023}"),
    }, text="text", date="date"),
    "tickets": Recipe("en", {
        "number": _one("#{serial}"),
        "title": ("{module^} crashes {because}", "{module^} {because}: wrong result", "{verb} {module} {because}",
                  "Cannot use {module} with {module}", "{module^} is slow {because}"),
        "kind": _one("{component}"), "status": _one("{ticket_state}"), "priority": _one("{priority}"),
        "author": _one("{given}{int:1-99}"), "date": _one("{date:2012-2023}"),
    }, category="kind", date="date"),
    "products": Recipe("en", {
        "title": ("{brand_en} {quality} {goods}", "{brand_en} {goods} {int:100-900}", "{quality^} {goods}, {brand_en}"),
        "brand": _one("{brand_en}"), "kind": _one("{department_shop}"),
        "price": _one("£{int:2-240}.{two:0-99}"),
        "text": ("A {quality} {goods} for every day, made in {place}. {int:2-10} year guarantee.",
                 "Our {quality} {goods} comes in {int:2-9} colours and goes well with the {goods}.",
                 "Now {quality}: the {goods} that {given} from {place} calls the best."),
    }, text="text", category="kind"),
    "jobs": Recipe("en", {
        "title": ("{seniority}{job}", "{seniority}{job} - {place}", "{seniority}{job} ({contract})"),
        "employer": ("{firm}", "{family} & {family}", "{place} Council", "University of {place}"),
        "city": _one("{place}"), "amount": ("£{int:18-95},000", "£{int:9-40}.{two:0-99} an hour"),
        "kind": _one("{contract}"), "date": _one("{date:2023-2023}"),
        "text": ("You will work in our {place} office on {topic} together with {given} and a team of {int:3-40}.",
                 "We are looking for someone with {int:1-10} years in {topic}. Ref. {caps:2}{digits:5}."),
    }, text="text", category="kind", date="date"),
    "people": Recipe("en", {
        "person": ("{family}, {given}", "{family}, {given} {caps:1}."),
        "address": _one("{int:1-220} {street} {street_kind}"), "city": _one("{place}"),
        "phone": _one("0{int:113-199} {int:200-999} {digits:4}"),
    }, title="person"),
    "branches": Recipe("en", {
        "title": ("{family} & {family}", "{firm}", "{family} {street} office"),
        "country": ("Norland", "Westmark", "Estovia", "Suderia", "Midland", "Ostania"),
        "city": ("North {=country}", "Port {=country}", "Upper {=country}", "New {=country}", "Old {=country}"),
        "address": _one("{int:1-220} {street} {street_kind}"),
        "phone": _one("0{int:113-199} {int:200-999} {digits:4}"),
    }),
    "permits": Recipe("en", {
        "number": _one("{caps:1}{int:12-23}-{digits:5}"), "address": _one("{int:1-9900} {street} {street_kind}"),
        "person": ("{given} {family}", "{firm}"), "kind": _one("{permit}"), "date": _one("{date:2012-2023}"),
        "amount": _one("${int:1-900},{digits:3}"), "status": _one("{permit_state}"),
    }, title="number", category="kind", date="date"),
    "specimens": Recipe("en", {
        "title": ("{genus} {epithet}", "{genus} {epithet} subsp. {epithet}", "{genus} {epithet} var. {epithet}"),
        "number": _one("{caps:3} {digits:6}"), "author": _one("{caps:1}. {family}"),
        "place": _one("{place}, {habitat}"), "date": _one("{date:1870-1995}"), "elevation": _one("{int:2-3200} m"),
    }, date="date"),
    "zh_books": Recipe("zh-Hans", {
        "title": ("{zh_region}{zh_topic}{zh_form}", "{zh_topic}{zh_form}", "{zh_topic}与{zh_topic}",
                  "{zh_family}{zh_given}{zh_topic}{zh_form}", "{zh_region}{zh_topic}（{int:1949-2015}）"),
        "author": ("{zh_family}{zh_given}", "{zh_family}{zh_given}，{zh_family}{zh_given}", "{zh_family}{zh_given}等编"),
        "publisher": _one("{zh_press}"), "year": _one("{int:1955-2019}"),
        "call": _one("{zh_class}/{int:1-999}"), "subject": _one("{zh_topic}"),
    }, category="subject"),
    "zh_objects": Recipe("zh-Hant", {
        "number": ("故{two:1-99}-{digits:6}", "中{two:1-99}-{digits:6}"),
        "title": ("{tw_period} {tw_motif}{tw_object}", "{tw_motif}{tw_object}", "{tw_period} {tw_motif}{tw_motif}{tw_object}"),
        "period": _one("{tw_period}"), "kind": _one("{tw_kind}"),
        "size": _one("高 {int:3-60} 公分，口徑 {int:2-40} 公分"), "status": _one("{tw_state}，{tw_source}"),
    }, category="kind"),
    "ja_products": Recipe("ja", {
        "title": ("{ja_maker} {ja_style} {ja_goods}（{ja_size}）", "{ja_goods} {ja_style}", "{ja_maker}の{ja_goods} {ja_size}"),
        "brand": _one("{ja_maker}"), "kind": _one("{ja_kind}"), "price": _one("{int:1-28},{digits:3}円"),
        "number": _one("{caps:2}-{digits:5}"), "text": _one("{ja_text}。{ja_style}の{ja_goods}。"),
    }, text="text", category="kind"),
    "ru_firms": Recipe("ru", {
        "title": ("ООО «{ru_firm}»", "ООО «{ru_firm}{ru_trade}»", "АО «{ru_firm}-{ru_trade}»", "ИП {ru_family} {ru_given}"),
        "number": _one("{digits:10}"), "city": _one("{ru_city}"),
        "address": _one("ул. {ru_street}, д. {int:1-140}"), "date": _one("{date:1992-2022}"), "status": _one("{ru_state}"),
    }, category="status", date="date"),
    "ru_letters": Recipe("ru", {
        "title": ("{ru_family} {ru_letter} {ru_about}", "{ru_letter^}: {ru_family} {ru_given} — {ru_family} {ru_given}",
                  "{ru_letter^} {ru_about}, {ru_city}"),
        "author": _one("{ru_family} {ru_given}"), "year": _one("{int:1860-1960}"),
        "number": _one("Ф. {int:1-900}. Оп. {int:1-9}. Ед. хр. {int:1-2000}"),
        "place": _one("{ru_city}"),
    }),
    "de_press": Recipe("de", {
        "title": ("{de_topic} {de_city}: {de_event}", "{de_event} ({de_topic})", "{de_topic} und {de_topic} in {de_city}"),
        "author": _one("{given} {de_family}"), "date": _one("{date:1996-2014}"), "kind": _one("{de_section}"),
        "text": ("{de_city}. Beim Thema {de_topic} ist das letzte Wort noch nicht gesprochen, sagte {de_family}.",
                 "Der Ausschuss für {de_topic} tagte in {de_city} über drei Stunden. {de_event}."),
    }, text="text", category="kind", date="date"),
    "fr_notices": Recipe("fr", {
        "title": ("{fr_work} {fr_topic}", "{fr_work} {fr_topic}, suivi de {fr_topic}", "{fr_topic^} à {fr_city}"),
        "author": _one("{fr_family}, {fr_given}"), "place": _one("{fr_city}"), "year": _one("{int:1650-1950}"),
        "call": _one("{int:4-16}-{caps:1}-{digits:4} ({int:1-30})"),
    }),
    "es_tenders": Recipe("es", {
        "number": _one("EXP-{int:2012-2023}/{digits:5}"), "title": _one("{es_object} {es_thing}"),
        "employer": _one("{es_body} de {es_city}"), "amount": _one("{int:3-900}.{digits:3},{two:0-99} €"),
        "date": _one("{date:2012-2023}"), "status": _one("{es_state}"),
    }, category="status", date="date"),
}  # fmt: skip


@cache
def make_table(name: str, count: int, seed: int = 7) -> Table:
    """The first ``count`` records of a recipe; the same for the same arguments."""
    recipe, rng = RECIPES[name], Random(f"{name}/{seed}")
    rows = [_write(recipe, rng, serial) for serial in range(1, count + 1)]
    return Table(recipe, tuple(rows))


def _write(recipe: Recipe, rng: Random, serial: int) -> Row:
    row = {"id": str(1000 + serial * 7 + rng.randrange(7))}
    for column, patterns in recipe.columns.items():
        row[column] = fill(rng.choice(patterns), rng, row, serial)
    return row


def fill(pattern: str, rng: Random, row: Row, serial: int = 0) -> str:
    """A pattern with its blanks filled.

    >>> fill("No. {int:5-5}/{digits:2} ({=id})", Random(1), {"id": "9"})
    'No. 5/58 (9)'
    """

    def draw(blank: re.Match[str]) -> str:
        same, name, limits = blank.groups()
        return row[name] if same else _draw(name, limits or "", rng, serial)

    pattern = re.sub(r"\{(\w+)\^\}", lambda m: capital(_draw(m[1], "", rng, serial)), pattern)
    return BLANK.sub(draw, pattern)


def capital(text: str) -> str:
    """First letter upper case, the others as they are."""
    return text[:1].upper() + text[1:]


def _draw(name: str, limits: str, rng: Random, serial: int) -> str:
    if name == "serial":
        return str(serial)
    if name in ("int", "two", "date"):
        low, high = (int(part) for part in limits.split("-"))
        if name == "date":
            return (date(low, 1, 1) + timedelta(rng.randrange((high - low + 1) * 365))).isoformat()
        return f"{rng.randint(low, high):02d}" if name == "two" else str(rng.randint(low, high))
    if name in SIGNS:
        return "".join(rng.choices(SIGNS[name], k=int(limits)))
    return rng.choice(words(name))


SIGNS: Final = {
    "hex": "0123456789abcdef",
    "digits": "0123456789",
    "caps": "ABCDEFGHJKLMNPRSTUVWXYZ",
}
