"""Tables as entities of FollowTheMoney, an object of JSON a line, for Aleph and its like.

A row is a person, an organisation, a document or an asset, by the roles of its columns. A value
that the model would refuse (a date in words, a country without a code) is kept as a note.

>>> from leadline.store.export.roles import Work
>>> names = ["Name", "Registration number", "Founded", "Country", "Desk"]
>>> entity = entity_of(Work(names, ["Acme Ltd", "C-12", "5 May 1998", "GB", "open"]), "1")
>>> entity["schema"], entity["properties"]["incorporationDate"], entity["properties"]["notes"]
('LegalEntity', ['1998-05-05'], ['Desk: open'])
"""

import json
import re
from collections.abc import Callable, Collection
from hashlib import sha1
from pathlib import Path
from typing import Any, Final

from leadline.store.export.exporters.datapackage import sentence_of
from leadline.store.export.formats import Exporter, OutputTable
from leadline.store.export.roles import Work, roles_of
from leadline.values.normal.dates import read_date
from leadline.values.normal.reading import ColumnFormat

COUNTRY: Final = re.compile(r"[A-Za-z]{2}")
EMAIL: Final = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
URL: Final = re.compile(r"https?://\S+")
PHONE: Final = re.compile(r"\+\d{7,15}")
PHONE_SIGNS: Final = re.compile(r"[\s()./-]")


def _date(text: str) -> str:
    read = read_date(text, ColumnFormat("date"))
    return read.key if read is not None and re.fullmatch(r"\d{4}(?:-\d\d){0,2}", read.key) else ""


def _phone(text: str) -> str:
    return bare if PHONE.fullmatch(bare := PHONE_SIGNS.sub("", text)) else ""


def _as(pattern: re.Pattern[str]) -> Callable[[str], str]:
    return lambda text: text if pattern.fullmatch(text) else ""


def _country(text: str) -> str:
    return text.casefold() if COUNTRY.fullmatch(text) else ""


Reads = Callable[[str], str]
EVERY: Final[dict[str, tuple[str, Reads]]] = {
    "other_title": ("alias", str),
    "country": ("country", _country),
    "country_code": ("country", _country),
    "address": ("address", str),
    "synopsis": ("description", str),
}
LEGAL: Final[dict[str, tuple[str, Reads]]] = {
    "registration": ("registrationNumber", str),
    "identifier": ("idNumber", str),
    "incorporated": ("incorporationDate", _date),
    "status": ("status", str),
    "email": ("email", _as(EMAIL)),
    "phone": ("phone", _phone),
    "website": ("website", _as(URL)),
}
SCHEMATA: Final[dict[str, dict[str, tuple[str, Reads]]]] = {
    "Person": EVERY
    | LEGAL
    | {
        "given_name": ("firstName", str),
        "family_name": ("lastName", str),
        "birth": ("birthDate", _date),
        "death": ("deathDate", _date),
        "occupation": ("position", str),
    },
    "LegalEntity": EVERY | LEGAL,
    "Document": EVERY
    | {
        "title": ("title", str),
        "creator": ("author", str),
        "publisher": ("publisher", str),
        "published": ("publishedAt", _date),
        "date": ("date", _date),
        "year": ("date", _date),
    },
    "Asset": EVERY,
}
"""Property and its reader by role, for each schema."""


def write_entities(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write an entity a row; its id is made of the source and the key, so it stays the same.

    Before them stands a document for each source, which says what is claimed of it.
    """
    roles = roles_of(table.names)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for one in table.sources():
            said = {"title": [one.key], "sourceUrl": [one.url], "summary": [sentence_of(one)]}
            claim = {"id": _identity(one.url), "schema": "Document", "properties": said}
            file.write(json.dumps(claim, ensure_ascii=False) + "\n")
        for number, row in enumerate(table.rows, 1):
            entity = entity_of(Work(table.names, row, roles), str(number))
            file.write(json.dumps(entity, ensure_ascii=False) + "\n")


def entity_of(work: Work, number: str) -> dict[str, Any]:
    """Return a row as an entity; ``number`` tells it apart where the table has no keys."""
    schema = schema_of(work.roles)
    properties: dict[str, list[str]] = {}
    notes = []
    name = work.one("title") or " ".join(filter(None, map(work.one, ("given_name", "family_name"))))
    for role, (tag, read) in SCHEMATA[schema].items():
        for text in work.all(role):
            if value := read(text):
                properties.setdefault(tag, []).append(value)
            else:
                notes.append(f"{work.name_of(role)}: {text}")
    properties["name"] = [name] if name else []
    properties["notes"] = [*notes, *(f"{column}: {text}" for column, text in work.rest)]
    properties["sourceUrl"] = [work.address] if work.address else []
    properties["retrievedAt"] = [at] if (at := work.own("_fetched_at")[:10]) else []
    identity = _identity(f"{work.own('_source')}\n{work.key or number}")
    filled = {tag: values for tag, values in properties.items() if values}
    return {"id": identity, "schema": schema, "properties": filled}


def _identity(text: str) -> str:
    return sha1(text.encode(), usedforsecurity=False).hexdigest()


def schema_of(roles: Collection[str]) -> str:
    """Tell what the rows of a table are.

    >>> schema_of({"title", "creator"}), schema_of({"title", "birth"}), schema_of({"title", "size"})
    ('Document', 'Person', 'Asset')
    """
    known = {*roles}
    if known & {"given_name", "family_name", "birth", "occupation"}:
        return "Person"
    if known & {"registration", "incorporated"} or len(known & {"address", "phone", "email"}) > 1:
        return "LegalEntity"
    return "Document" if known & {"creator", "isbn", "doi", "journal", "publisher"} else "Asset"


EXPORTERS: Final = (Exporter("followthemoney", (".ftm",), write_entities),)
