"""Two overlapping sources of the demo: the world's airports (airportsdata, MIT licence).

The large one is served by Datasette, with English columns. The small one is a test source with a
Chinese interface in GBK and holds the airports of Asia. They share only ICAO codes. Needs the
``demo`` extra.

>>> rows = asian_rows({"ZBAA": {"icao": "ZBAA", "iata": "PEK", "name": "Beijing Capital",
...     "city": "Beijing", "subd": "Beijing", "country": "CN", "lat": 40.0801, "lon": 116.585}})
>>> rows[0]["city"], rows[0]["country"], rows[0]["position"]
('北京', '中国', '40.0801, 116.5850')
"""

from __future__ import annotations

import sqlite3
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from leadline.errors import require_package
from leadline_zoo.data.tables import Recipe, Row, Table
from leadline_zoo.spec import Engine, Form, Look, Pager, SourceSpec, Total

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Airport = dict[str, Any]
"""Fields of one airport in airportsdata."""

AIRPORT_COLUMNS: Final = {
    "icao": "icao",
    "iata": "iata",
    "name": "name",
    "city": "city",
    "subdivision": "subd",
    "country": "country",
    "elevation_ft": "elevation",
    "latitude": "lat",
    "longitude": "lon",
    "timezone": "tz",
}
"""Columns of the SQLite table and their keys in airportsdata."""

SEARCHED_COLUMNS: Final = ("icao", "iata", "name", "city", "subdivision", "country")


@cache
def _chinese_names() -> dict[str, dict[str, str]]:
    """Chinese names of countries (by code), regions and cities."""
    return tomllib.loads(
        files("leadline_zoo.data").joinpath("chinese_names.toml").read_text("utf-8")
    )


AIRPORT_TYPES: Final = {
    "International": "国际机场",
    "Air Base": "空军基地",
    "Heli": "直升机场",
    "Airstrip": "简易机场",
    "Airfield": "飞行场",
}
"""Types by words of the name; all others are civil airports."""

ASIA: Final = SourceSpec(
    "airports-zh",
    "airports",
    kind="亚洲机场数据库",
    language="zh-Hans",
    charset="gbk",
    form=Form(
        box="keyword",
        action="/search.asp",
        entry="/index.asp",
        hidden=(("db", "yazhou"),),
        category="country",
        decoys=("login",),
    ),
    look=Look("definitions", "tables", declared="gb2312"),
    pager=Pager("offset", 50, parameter="start", beyond="last"),
    total=Total("range"),
    engine=Engine("substring", empty="help", everything=("%",)),
)
"""Small source: Chinese, GBK, cards of labelled values, numbered pages by offset."""


def load_airports() -> dict[str, Airport]:
    """Load all airports by ICAO code; raise ``MissingExtra`` without the extra."""
    require_package("airportsdata", "the demo", "demo")
    import airportsdata

    return {icao: dict(airport) for icao, airport in airportsdata.load().items()}


def asian_rows(airports: Mapping[str, Airport]) -> tuple[Row, ...]:
    """Make the rows of the small source, with Chinese names where they are known."""
    names = _chinese_names()
    rows: list[Row] = []
    for icao in sorted(airports):
        airport = airports[icao]
        country = names["countries"].get(airport["country"])
        if country is None:
            continue
        name, city, region = (str(airport[key]) for key in ("name", "city", "subd"))
        rows.append(
            {
                "id": str(10001 + len(rows)),
                "icao": icao,
                "iata": airport["iata"],
                "name": name,
                "kind": _airport_type(name),
                "city": names["cities"].get(city, city),
                "region": names["regions"].get(region, region),
                "country": country,
                "position": f"{airport['lat']:.4f}, {airport['lon']:.4f}",
            }
        )
    return tuple(rows)


def _airport_type(name: str) -> str:
    return next((kind for word, kind in AIRPORT_TYPES.items() if word in name), "民用机场")


def asian_table() -> Table:
    """Make the table of the small source."""
    rows = asian_rows(load_airports())
    columns: dict[str, tuple[str, ...]] = {column: () for column in rows[0] if column != "id"}
    return Table(Recipe("zh-Hans", columns, title="name", category="country"), rows)


def write_database(path: Path) -> int:
    """Write the SQLite file of the large source, with full-text search; return its row count."""
    path.unlink(missing_ok=True)
    airports = load_airports()
    rows = [_cells(airports[icao]) for icao in sorted(airports)]
    names = ", ".join(AIRPORT_COLUMNS)
    blanks = ", ".join("?" * len(AIRPORT_COLUMNS))
    searched = ", ".join(SEARCHED_COLUMNS)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(f"CREATE TABLE airports ({names}, PRIMARY KEY (icao))")
        connection.executemany(f"INSERT INTO airports VALUES ({blanks})", rows)  # noqa: S608
        connection.execute(
            f'CREATE VIRTUAL TABLE airports_fts USING fts5({searched}, content="airports")'
        )
        connection.execute("INSERT INTO airports_fts(airports_fts) VALUES ('rebuild')")
    connection.close()
    return len(rows)


def _cells(airport: Airport) -> list[Any]:
    """A row of the table; elevations are rounded to feet."""
    heights = {"elevation": round(airport["elevation"])}
    return [heights.get(key, airport[key]) for key in AIRPORT_COLUMNS.values()]
