"""Schema matching: names, values, matched records, a person's word, and the reject option."""

import csv
import json
from pathlib import Path

import pytest

from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.integrate.fusion import fuse
from leadline.integrate.record_table import RecordGroups, RecordTable
from leadline.integrate.schema.features import Corpus, name_likeness
from leadline.integrate.schema.mapping import PERSON_SAYS, map_columns
from leadline.integrate.schema.profile import profile_column
from leadline.model import Field, Record
from leadline_research.bench.columns import columns as bench
from tables import read_values

FILMS = read_values(__file__, "FILMS", sequence=list)
OTHER_FILMS = read_values(__file__, "OTHER_FILMS", sequence=list)


def test_columns_of_two_languages_meet_in_one_attribute() -> None:
    names = map_columns({"a": FILMS, "b": OTHER_FILMS}).by_source["b"]
    assert names == {"片名": "Title", "导演": "Director", "片长": "Running time", "库存": "库存"}


def test_a_column_that_matches_nothing_is_an_attribute_of_its_own_and_is_told() -> None:
    mapping = map_columns({"a": FILMS, "b": OTHER_FILMS})
    rejected = [mapped for mapped in mapping.rejected if mapped.source == "b"]
    assert [mapped.column for mapped in rejected] == ["库存"]
    assert rejected[0].score < 0.4


def test_every_match_has_its_reasons() -> None:
    mapping = map_columns({"a": FILMS, "b": OTHER_FILMS})
    matched = [m for m in mapping.columns if m.source == "b" and m.attribute != m.column]
    assert all(mapped.reasons for mapped in matched)
    assert any("same meaning of the name" in reason for m in matched for reason in m.reasons)


def test_a_persons_word_goes_before_all() -> None:
    given = {"b": {"片名": "Director", "导演": "", "库存": "Title"}}
    mapping = map_columns({"a": FILMS, "b": OTHER_FILMS}, given=given)
    names = mapping.by_source["b"]
    assert names["片名"] == "Director"
    assert "导演" not in names
    assert names["库存"] == "Title"
    said = [mapped for mapped in mapping.columns if mapped.reasons == (PERSON_SAYS,)]
    assert {mapped.column for mapped in said} == {"片名", "库存"}


def test_matched_records_reveal_columns_that_names_and_shapes_do_not() -> None:
    codes = {"x": [f"q{n * 7919 % 1000:03}" for n in range(40)], "y": ["a"] * 40}
    other = {"z": [f"q{n * 7919 % 1000:03}" for n in range(40)][::-1], "w": ["b"] * 40}
    linked = {("one", "two"): [(n, 39 - n) for n in range(40)]}
    tables = {"one": codes, "two": other}
    assert map_columns(tables, linked=linked, use_names=False).by_source["two"]["z"] == "x"


def test_matched_records_that_disagree_keep_columns_apart() -> None:
    first = {"start": [str(1900 + n) for n in range(40)]}
    second = {"Start": [str(1900 + (n * 17) % 40) for n in range(40)]}
    linked = {("one", "two"): [(n, n) for n in range(40)]}
    together = map_columns({"one": first, "two": second}).by_source["two"]
    apart = map_columns({"one": first, "two": second}, linked=linked).by_source["two"]
    assert together == {"Start": "start"}
    assert apart == {"Start": "Start"}


def test_an_attribute_has_the_name_that_most_sources_give_it() -> None:
    names = ("Film Title", "Made by"), ("Film Title", "Made by"), ("product", "text_3")
    tables = {
        str(number): {name: FILMS[name_of] for name, name_of in zip(own, FILMS, strict=False)}
        for number, own in enumerate(names)
    }
    # the fullest source names first
    tables["2"]["product_url"] = [f"/film/{number}" for number in range(8)]
    same = [(row, row) for row in range(8)]
    linked = {("0", "1"): same, ("0", "2"): same, ("1", "2"): same}
    assert map_columns(tables, linked=linked).by_source["2"]["product"] == "Film Title"
    given = {"2": {"product": "work"}}
    said = map_columns(tables, linked=linked, given=given).by_source
    assert said["2"]["product"] == said["0"]["Film Title"] == "work"


def test_with_a_domain_columns_get_its_attributes_or_none() -> None:
    domain = DomainKnowledge(
        "films", [DomainAttribute("film", ("title", "片名")), DomainAttribute("director")]
    )
    for name in FILMS["Director"]:
        domain.add("director", name)
    mapping = map_columns({"a": FILMS, "b": OTHER_FILMS}, domain)
    assert mapping.by_source["a"] == {"Title": "film", "Director": "director"}
    assert mapping.by_source["b"]["导演"] == "director"
    assert "库存" not in mapping.by_source["b"]


def test_one_column_of_a_source_holds_one_attribute() -> None:
    doubled = {"Title": FILMS["Title"], "Film title": FILMS["Title"], "Name": FILMS["Title"]}
    names = map_columns({"a": FILMS, "b": doubled}).by_source["b"]
    assert sorted(names.values()).count("Title") == 1
    assert len(names) == 3


def test_the_order_of_sources_of_one_size_does_not_matter() -> None:
    tables = {"a": FILMS, "b": OTHER_FILMS}
    assert map_columns(tables) == map_columns(dict(reversed(tables.items())))


def test_names_in_five_languages_mean_one_thing() -> None:
    for name in ("Laufzeit", "длительность", "片長", "上映時間", "Run Time:"):
        assert name_likeness([name], ["runtime"])[3] == 1.0, name
    assert name_likeness(["Laufzeit"], ["Titel"])[3] == 0.0


def test_amounts_are_compared_in_one_unit() -> None:
    minutes = profile_column("a", FILMS["Running time"])
    hours = profile_column("b", OTHER_FILMS["片长"])
    years = profile_column("c", FILMS["Year"])
    corpus = Corpus([minutes, hours, years])
    assert minutes.kinds == hours.kinds == {"quantity": 1.0}
    alike, unlike = corpus.likeness(minutes, hours), corpus.likeness(minutes, years)
    assert alike[9] > 0.5 > unlike[9]


def test_columns_of_records_keep_rows() -> None:
    records = [
        Record("s", "1", (Field("a", "x"), Field("a", "y"))),
        Record("s", "2", (Field("b", "z"),)),
    ]
    assert RecordTable.of(records).columns == {"a": ["x", ""], "b": ["", "z"]}


@pytest.mark.parametrize("empty", [{}, {"a": {}}, {"a": {"x": ["", ""]}, "b": {"y": []}}])
def test_empty_tables_have_a_mapping(empty: dict[str, dict[str, list[str]]]) -> None:
    mapping = map_columns(empty)
    assert set(mapping.by_source) <= set(empty)


def test_the_bench_reads_its_layout(tmp_path: Path) -> None:
    sites = {
        "east": {"Title": "t", "Director": "d", "Running time": "r", "Year": None},
        "west": {"片名": "t", "导演": "d", "片长": "r", "库存": None},
        "north": {"Film": "t", "Directed by": "d", "Length": "r", "Shelf": None},
    }
    north = dict(
        zip(
            sites["north"], [*[*FILMS.values()][:2], FILMS["Running time"], ["A1"] * 8], strict=True
        )
    )
    tables = {"east": FILMS, "west": OTHER_FILMS, "north": north}
    (tmp_path / "gold_columns.json").write_text(json.dumps(sites), encoding="utf-8")
    (tmp_path / "film").mkdir()
    for name, columns in tables.items():
        rows = {
            str(row): {column: [cells[row]] for column, cells in columns.items()}
            for row in range(8)
        }
        path = tmp_path / "film" / f"film-{name}(8).json"
        path.write_text(json.dumps(rows), encoding="utf-8")
    result = bench.run(tmp_path)
    assert result["columns"] == {"all": 12, "mapped": 9}
    assert result["labelled"]["f1"] > 0.8
    assert set(result["methods"]) == set(bench.BASELINES)


def test_weights_are_learned_from_pairs_of_tables(tmp_path: Path) -> None:
    for name, columns in {"a": FILMS, "b": {**OTHER_FILMS, "Title": FILMS["Title"]}}.items():
        with (tmp_path / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))
    text = bench.weights([tmp_path])
    assert "[labelled]\nnone = " in text
    assert "[unlabelled]\nnone = " in text


def test_matched_records_agree_in_amounts_however_they_are_written() -> None:
    english = {"City": [f"Town {n}" for n in range(40)],
               "Population": [f"{250_123 + n * 79_190:,}" for n in range(40)],
               "Latitude": [f"{n * 1.737 - 30:.4f}" for n in range(40)]}  # fmt: skip
    german = {"Ort": english["City"],
              "Einwohner": [text.replace(",", ".") for text in english["Population"]],
              "Lage": [f"{float(text):.2f}" for text in english["Latitude"]]}  # fmt: skip
    linked = {("de", "en"): [(n, n) for n in range(40)]}
    mapping = map_columns({"en": english, "de": german}, linked=linked, use_names=False)
    one, other = mapping.by_source["en"], mapping.by_source["de"]
    assert (one["Population"], one["Latitude"]) == (other["Einwohner"], other["Lage"])
    groups = RecordGroups(
        {source: RecordTable.of([Record(source, "1", tuple(
            Field(column, cells[3]) for column, cells in table.items()))])
         for source, table in (("de", german), ("en", english))}, [[0, 1]],
    )  # fmt: skip
    names = {(s, c): a for s, own in mapping.by_source.items() for c, a in own.items()}
    [fused] = fuse(["e"], groups, names, mapping.formats)
    assert fused.conflicts == ()
    assert {text for value in fused.values for text in value.texts} >= {"-24.79", "-24.7890"}
