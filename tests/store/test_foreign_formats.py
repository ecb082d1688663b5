"""Formats of other communities: their own readers find every value that was written."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from serving import make_project, paintings
from warcio.archiveiterator import ArchiveIterator

from leadline.errors import StoreError
from leadline.store.export.exporters import exporter_of
from leadline.store.export.formats import OutputTable, TableRow, TableSource
from leadline.store.export.table import export, format_of

NAMES = ["Titel", "Autor", "Jahr", "ISBN", "Schlagwort", "Regal", "_source", "_key", "_page_url"]
PAGE = "https://opac.example/list?page=2&sort=title"
HARD = ["{Sea} & 50 % #_$^~\\", "桥<b>&amp;", "Tower\x07", "=1+1", 'so "old"', "ER  - x", "a: b"]
"""Texts that one format or another would take for its own signs."""
ROWS: list[TableRow] = [
    [
        f"{hard} {number}",
        ("Lo, Anna\xa0|\xa0National Museum", "Bo Yi; 王小波", None)[number % 3],
        f"printed {1900 + number}",
        f"978-0-{number:05d}-12-3",
        "fog; sea",
        hard,
        "opac",
        f"{hard}/{number}",
        PAGE,
    ]
    for number in range(154 // len(HARD))
    for hard in HARD
] + [[None] * 6 + ["opac", "empty", None]]


SOURCE = TableSource(
    "opac",
    "https://opac.example/",
    "ended in doubt",
    "all words asked",
    ("one page could not be read",),
    0.02,
    len(ROWS),
    40,
    datetime(2026, 5, 1, tzinfo=UTC),
    datetime(2026, 5, 2, tzinfo=UTC),
)
CLAIM = "opac: ended in doubt, {:,} records; at most 2.0% missing (95 %). {}."
CLAIM = CLAIM.format(len(ROWS), *SOURCE.doubts)


def written(tmp_path: Path, name: str, names: list[str] = NAMES, rows: Any = ROWS) -> Path:
    path = tmp_path / name
    table = OutputTable(names, [list(row) for row in rows], sources=lambda: [SOURCE])
    exporter_of(format_of(path)).write(path, table, guard=True)
    return path


def shown(text: object) -> str:
    return " ".join(str(text or "").split())


def test_bibtex_is_read_by_bibtexparser(tmp_path: Path) -> None:
    bibtexparser = pytest.importorskip("bibtexparser")
    latex = pytest.importorskip("pylatexenc.latex2text").LatexNodes2Text(keep_braced_groups=False)
    library = bibtexparser.parse_file(str(written(tmp_path, "t.bib")))
    assert not library.failed_blocks
    assert latex.latex_to_text(library.comments[0].comment) == CLAIM
    entries = library.entries
    assert len({entry.key for entry in entries}) == len(ROWS)
    fields = [{each.key: str(each.value) for each in entry.fields} for entry in entries]
    for row, entry in zip(ROWS[:-1], fields, strict=False):
        assert latex.latex_to_text(entry["title"]).replace("ˆ", "^").strip() == row[0]
        assert entry["year"] == shown(row[2])[-4:]
        assert entry["url"].replace("\\", "") == PAGE
        assert f"Regal: {row[5]}" in latex.latex_to_text(entry["note"]).replace("ˆ", "^")
    assert {entry.get("author") for entry in fields} == {
        "Lo, Anna and {National Museum}",
        "{Bo Yi} and {王小波}",
        None,
    }


def test_ris_is_read_by_rispy(tmp_path: Path) -> None:
    rispy = pytest.importorskip("rispy")
    with written(tmp_path, "t.ris").open(encoding="utf-8") as file:
        source, *entries = rispy.load(file)
    assert (source["type_of_reference"], source["notes"]) == ("DATA", [CLAIM])
    assert len(entries) == len(ROWS)
    for row, entry in zip(ROWS[:-1], entries, strict=False):
        assert (entry["title"], entry["type_of_reference"]) == (row[0], "BOOK")
        assert (entry["keywords"], entry["urls"]) == (["fog", "sea"], [PAGE])
        assert f"Regal: {row[5]}" in entry["notes"]


def test_csl_has_names_and_dates_as_the_schema_wants_them(tmp_path: Path) -> None:
    source, *items = json.loads(written(tmp_path, "t.csljson").read_text("utf-8"))
    assert (source["type"], source["note"]) == ("dataset", CLAIM)
    assert len(items) == len(ROWS)
    first = items[0]
    assert first["author"] == [{"family": "Lo", "given": "Anna"}, {"literal": "National Museum"}]
    assert (first["issued"], first["type"]) == ({"date-parts": [[1900]]}, "book")
    assert first["custom"] == {"Jahr": "printed 1900", "Regal": HARD[0]}


def test_marcxml_is_read_by_pymarc(tmp_path: Path) -> None:
    marcxml = pytest.importorskip("pymarc.marcxml")
    records = marcxml.parse_xml_to_array(str(written(tmp_path, "t.marcxml")))
    assert f"<!-- {CLAIM} -->" in (tmp_path / "t.marcxml").read_text("utf-8")
    assert len(records) == len(ROWS)
    for row, record in zip(ROWS[:-1], records, strict=False):
        assert record["245"]["a"] == str(row[0]).replace("\x07", "\ufffd")
        assert record["856"]["u"] == PAGE
        assert [field["a"] for field in record.get_fields("653")] == ["fog", "sea"]
        assert f"Regal: {row[5]}".replace("\x07", "\ufffd") in [
            field["a"] for field in record.get_fields("500")
        ]


def test_ods_is_read_by_odfpy(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    odf = pytest.importorskip("odf.opendocument")
    frame = pandas.read_excel(written(tmp_path, "t.ods"), engine="odf", dtype=str, na_filter=False)
    assert CLAIM in odf.load(tmp_path / "t.ods").metaxml()
    assert list(frame.columns) == NAMES
    for row, read in zip(ROWS, frame.itertuples(index=False), strict=True):
        texts = [str(cell or "").replace("\xa0|\xa0", " | ") for cell in row]
        assert list(read) == [text.replace("\x07", "\ufffd") for text in texts]


def test_numbers_and_days_of_ods_are_numbers_and_days(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("odf")
    rows = [[1, 2.5, date(2024, 5, 12), "  two  blanks"]]
    frame = pandas.read_excel(written(tmp_path, "t.ods", ["a", "b", "c", "d"], rows), engine="odf")
    found = frame.iloc[0].tolist()
    assert (found[0], found[1]) == (1, 2.5)
    assert (str(found[2])[:10], found[3]) == ("2024-05-12", "  two  blanks")


def test_geojson_has_a_place_where_the_row_has_one(tmp_path: Path) -> None:
    geojson = pytest.importorskip("geojson")
    names, rows = ["name", "Breite", "Länge"], [[row[0], "52,5", "13.4 E"] for row in ROWS]
    out = written(tmp_path, "t.geojson", names, [*rows, ["b", None, "7"]])
    told = geojson.loads(out.read_text("utf-8"))
    assert told.is_valid
    assert told["leadline:sources"][0]["leadline:missing_at_most"] == 0.02
    assert [one.properties.get("name") for one in told.features[:-1]] == [row[0] for row in ROWS]
    places = [each.geometry and each.geometry.coordinates for each in told.features]
    assert places == [[13.4, 52.5]] * len(rows) + [None]
    with pytest.raises(ValueError, match="no column holds a latitude"):
        written(tmp_path, "u.geojson", ["name"], [["a"]])
    assert not (tmp_path / "u.geojson").exists()


def test_entities_are_valid_to_followthemoney(tmp_path: Path) -> None:
    model = pytest.importorskip("followthemoney").model
    names = ["Name", "Registration number", "Founded", "Country", "Phone", "_source", "_key"]
    rows = [
        ["Acme Ltd", "C-12", "5 May 1998", "GB", "+44 20 7946 0000", "reg", "1"],
        ["Bo AG", "77", "in spring", "Atlantis", "call us", "reg", "2"],
        *(["Acme Ltd", row[0], None, None, row[0], "reg", str(row[0])] for row in ROWS[:-1]),
    ]
    claim, *lines = written(tmp_path, "t.ftm", names, rows).read_text("utf-8").splitlines()
    source = model.get_proxy(json.loads(claim), cleaned=False)
    assert (source.first("summary"), source.first("sourceUrl")) == (CLAIM, SOURCE.url)
    for line, row in zip(lines, rows, strict=True):
        proxy = model.get_proxy(json.loads(line), cleaned=False)
        assert proxy.caption == row[0]
        kept = line.replace("\\u0007", "")  # the model itself lets no control sign in
        assert proxy.to_dict()["properties"] == json.loads(kept)["properties"]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("package"), "t.zip")


def test_a_package_is_valid_to_frictionless(package: Path) -> None:
    frictionless = pytest.importorskip("frictionless")
    report = frictionless.validate(str(package))
    assert report.valid, report.flatten(["type", "note"])
    read = frictionless.Package(str(package))
    assert read.sources[0]["path"] == SOURCE.url
    assert read.sources[0]["leadline:missing_at_most"] == 0.02
    for row, kept in zip(ROWS, read.get_resource("records").read_rows(), strict=True):
        texts = [str(cell or "").replace("\xa0|\xa0", " | ") for cell in row]
        assert [kept[name] or "" for name in NAMES] == [t.replace("\x07", "\ufffd") for t in texts]


def test_a_web_archive_is_valid_to_its_makers(tmp_path: Path) -> None:
    validate = pytest.importorskip("wacz.main").main
    folder, out = make_project(tmp_path / "art", paintings()), tmp_path / "t.wacz"
    for name in ("t.bib", "t.marcxml"):
        assert export(folder, tmp_path / name) == 40
        assert "art: proven, 40 records." in (tmp_path / name).read_text("utf-8")
    assert export(folder, out) == 40
    assert validate(["validate", "-f", str(out)]) == 0
    with ZipFile(out) as file:
        pages = [json.loads(line) for line in file.read("pages/pages.jsonl").splitlines()]
        told = json.loads(file.read("datapackage.json"))
        with file.open(next(name for name in file.namelist() if "warc" in name)) as warc:
            kept = [one.rec_headers["WARC-Target-URI"] for one in ArchiveIterator(warc)]
    assert [page["url"] for page in pages[1:]] == ["http://art.example/find?q=water"] == kept[-1:]
    assert told["description"] == "art: proven, 40 records."
    with pytest.raises(StoreError, match="there are none"):
        written(tmp_path, "u.wacz")


def test_a_package_is_a_crate(package: Path, tmp_path: Path) -> None:
    rocrate = pytest.importorskip("rocrate.rocrate")
    with ZipFile(package) as file:
        file.extractall(tmp_path)
    crate = rocrate.ROCrate(str(tmp_path))
    assert crate.dereference("records.csv").type == "File"
    harvest = crate.dereference("#harvest-1")
    assert harvest["instrument"].id == "#leadline"
    assert "at most 2.0% missing" in crate.root_dataset["description"]
    assert "one page could not be read." in crate.root_dataset["description"]
