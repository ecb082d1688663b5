"""Tables with places as GeoJSON (RFC 7946), for maps; a row without a place has no geometry.

A place is in two columns (latitude, longitude) or in one ("52.5, 13.4", "POINT(13.4 52.5)").

>>> point("52.5", "13,4"), point("91", "0"), point_in("POINT (13.4 52.5)"), point_in("52.5; 13.4")
([13.4, 52.5], None, [13.4, 52.5], [13.4, 52.5])
"""

import json
import re
from pathlib import Path
from typing import Final

from leadline.store.export.exporters.datapackage import source_of
from leadline.store.export.formats import Exporter, OutputTable, TableRow, plain, record_of
from leadline.store.export.roles import roles_of

DEGREES: Final = re.compile(r"([+-]?\d{1,3}(?:[.,]\d{1,20})?) ?°? ?([NSEWnsew]?)")
POINT: Final = re.compile(
    r"(?:SRID=4326;)?\s*POINT\s?\(\s*(\S{1,25})\s+(\S{1,25})\s*\)", re.IGNORECASE
)
PAIR: Final = re.compile(r"(?:geo:)?([^,;\s]{1,25})\s?[,;\s]\s?([^,;\s]{1,25})")


def write_geojson(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write one collection of features, a feature a line.

    Raises ``ValueError`` where no column tells a place.
    """
    roles = roles_of(table.names)
    apart, place = (roles.get("latitude"), roles.get("longitude")), roles.get("coordinates")
    if None in apart and place is None:
        raise ValueError(
            "no column holds a latitude and a longitude, or both: name them so with --rename"
        )
    sources = json.dumps([*map(source_of, table.sources())], ensure_ascii=False)
    before = f'{{"type": "FeatureCollection", "leadline:sources": {sources}, "features": [\n'
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in table.rows:
            spot = _spot(row, apart, place)
            geometry = {"type": "Point", "coordinates": spot} if spot else None
            properties = record_of(table.names, row)
            feature = {"type": "Feature", "geometry": geometry, "properties": properties}
            file.write(before + json.dumps(feature, ensure_ascii=False))
            before = ",\n"
        file.write("\n]}\n" if before == ",\n" else before.rstrip() + "]}\n")


def _spot(
    row: TableRow, apart: tuple[int | None, int | None], place: int | None
) -> list[float] | None:
    latitude, longitude = apart
    found = None
    if latitude is not None and longitude is not None:
        found = point(plain(row[latitude]) or "", plain(row[longitude]) or "")
    return point_in(plain(row[place]) or "") if found is None and place is not None else found


def point(latitude: str, longitude: str) -> list[float] | None:
    """Return longitude and latitude in degrees, as GeoJSON wants them; None for no place."""
    north, east = _degrees(latitude, "sS"), _degrees(longitude, "wW")
    if north is None or east is None or abs(north) > 90 or abs(east) > 180:
        return None
    return [east, north]


def point_in(text: str) -> list[float] | None:
    """Read both of one text: a pair with the latitude first, or a point of WKT, longitude first."""
    if known := POINT.fullmatch(text.strip()):
        return point(known[2], known[1])
    pair = PAIR.fullmatch(text.strip())
    return point(pair[1], pair[2]) if pair else None


def _degrees(text: str, negative: str) -> float | None:
    read = DEGREES.fullmatch(text.strip())
    if read is None:
        return None
    value = float(read[1].replace(",", "."))
    return -abs(value) if read[2] and read[2] in negative else value


EXPORTERS: Final = (Exporter("geojson", (".geojson",), write_geojson),)
