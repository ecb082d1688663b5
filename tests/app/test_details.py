"""Harvests with record pages: what comes, where it came from, and that no kill loses any of it."""

import csv
import random
import shutil
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from damaging import damage
from nursery import Nursery

import leadline
from amounts import amount
from leadline.crawl.details.pages import FILE, RECORD_PAGE
from leadline.model import Budget, Record
from leadline.store import Reader
from leadline.store.export.table import export
from leadline.values.lists import split_values
from leadline_zoo.adversarial.detailed import DetailedSource, details_of, serve_detailed
from leadline_zoo.source import serve
from leadline_zoo.zoo import ZOO

COUNT = 24
KILLS = amount(2, many=10)


def fields_by_id(records: list[Record]) -> dict[str, dict[str, str]]:
    return {
        record.key.rpartition("/")[2]: {f.column: f.value for f in record.fields}
        for record in records
    }


def taken(folder: Path) -> dict[str, dict[str, str]]:
    with Reader(folder / "project.sqlite") as store:
        return fields_by_id(list(store.records()))


def check(source: DetailedSource, records: dict[str, dict[str, str]]) -> None:
    """All details of all records are there, and no record is there twice."""
    rows = source.site.rows
    assert records.keys() == {row["id"] for row in rows}
    for row in rows:
        wanted, own = details_of(row), records[row["id"]]
        assert own["ISBN"] == wanted["isbn"][0]
        assert split_values(own["Contributors"]) == wanted["contributors"]
        assert split_values(own["Place"]) == wanted["copies place"]
        assert own.get("Extent") == (wanted["pages"][0] if "pages" in wanted else None)


def test_details_are_columns_with_their_page(tmp_path: Path) -> None:
    with serve_detailed("dl", count=COUNT) as source:
        result = leadline.harvest(source.url, project=tmp_path / "p", details=True)
        check(source, taken(tmp_path / "p"))
        pages = [entry for entry in source.log if entry.kind == "record"]
        assert len(pages) == COUNT + 1  # one is read twice, to tell what changes by itself
        assert result.ended
        export(result.project.store, tmp_path / "t.parquet", typed=True)
        assert result.to_arrow()["_detail_page"][0].as_py() > 0
        export(result.project.store, tmp_path / "t.csv")
        with (tmp_path / "t.csv").open(encoding="utf-8-sig", newline="") as lines:
            rows = list(csv.DictReader(lines))
        assert all(row["_detail_url"] == row["_key"].join(("http://", "")) for row in rows)
        before = len(source.log)
        leadline.harvest(source.url, project=tmp_path / "p", details=True)
        assert not [entry for entry in source.log[before:] if entry.kind == "record"]


def test_details_of_a_harvest_that_had_none(tmp_path: Path) -> None:
    with serve_detailed("table", count=COUNT) as source:
        leadline.harvest(source.url, project=tmp_path)
        assert "ISBN" not in next(iter(taken(tmp_path).values()))
        leadline.harvest(source.url, project=tmp_path, details=True)
        check(source, taken(tmp_path))


def test_a_budget_stops_record_pages_and_a_later_run_goes_on(tmp_path: Path) -> None:
    with serve_detailed("lines", count=COUNT) as source:
        leadline.harvest(source.url, project=tmp_path)
        lists = source.requests
        for extra in (6, 14, 0):
            budget = Budget(requests=extra and lists + extra)
            result = leadline.harvest(source.url, project=tmp_path, details=True, budget=budget)
            (outcome,) = result.outcomes.values()
            assert (outcome.state == "paused") == bool(extra), outcome
        assert "record pages were read" not in outcome.reason
        records = taken(tmp_path)
        assert all(own["ISBN"] for own in records.values())
        pages = [entry.target for entry in source.log if entry.kind == "record"]
        assert len(pages) - 1 == len(set(pages)) == COUNT


@pytest.mark.slow
def test_a_harvest_killed_again_and_again_reads_every_page_once(
    tmp_path: Path, nursery: Nursery
) -> None:
    rng = random.Random(5)
    with serve_detailed("dl", count=COUNT) as source:
        leadline.harvest(source.url, project=tmp_path / "lists")
        command = ["harvest", source.url, "-p", tmp_path / "p", "--details", "-q"]
        kills, folder = 0, tmp_path / "p"
        while kills < KILLS:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(tmp_path / "lists", folder)
            asked, begun = len(source.log), kills
            while nursery.run(*command, after=rng.uniform(0.1, 0.3) * (kills - begun + 1)).code < 0:
                kills += 1
            check(source, taken(folder))
            pages = [one.target for one in source.log[asked:] if one.kind == "record"]
            again = 1 + kills - begun  # what changes by itself; what was under way at a kill
            assert len(pages) <= COUNT + again


def test_files_are_kept(tmp_path: Path) -> None:
    with serve_detailed("dl", count=COUNT) as source:
        leadline.harvest(source.url, project=tmp_path, files=True)
        for key, own in taken(tmp_path).items():
            body = (tmp_path / own["Full text (file)"]).read_bytes()
            assert body == f"%PDF-1.4 /files/{key}.pdf".encode()


def test_a_refresh_reads_the_pages_of_changed_records_again(tmp_path: Path) -> None:
    with serve_detailed("dl", count=COUNT) as source:
        leadline.harvest(source.url, project=tmp_path, details=True)
        changed, before = source.site.rows[3], details_of(source.site.rows[3])
        changed["author"], changed["revision"] = "Somebody Else", "2"
        asked = len(source.log)
        result = leadline.refresh(tmp_path)
        check(source, taken(tmp_path))
        pages = [entry.target for entry in source.log[asked:] if entry.kind == "record"]
        assert pages == [f"/item/{changed['id']}"]
        (isbn,) = [change for change in result.changes if change.column == "ISBN"]
        assert (isbn.before, isbn.after) == (before["isbn"][0], details_of(changed)["isbn"][0])
        assert isbn.page_url.endswith(pages[0])


@pytest.mark.parametrize(
    ("way", "kind"), [("harvest", "flipped"), ("refresh", "gone"), ("repair", "emptied")]
)
def test_lost_pages_of_records_and_their_files_are_asked_for_again(
    tmp_path: Path, way: str, kind: str
) -> None:
    with serve_detailed("dl", count=COUNT) as source:
        leadline.harvest(source.url, project=tmp_path, files=True, pace=0)
        (archive,) = (tmp_path / "pages").glob("*.gz")
        with Reader(tmp_path / "project.sqlite") as reader:
            (key,) = [one.key for one in reader.sources()]
            pages = [one for one in reader.pages(key) if one.purpose in (RECORD_PAGE, FILE)]
        if kind == "flipped":
            pages, data = pages[-3:], bytearray(archive.read_bytes())
            for place in (one.locator for one in pages if one.locator is not None):
                data[place.offset + place.length // 2] ^= 255
            archive.write_bytes(data)
        else:
            damage(archive, kind, random.Random(1))
        asked = len(source.log)
        if way == "repair":
            assert leadline.check(tmp_path, repair=True).lost
        (leadline.refresh if way == "refresh" else leadline.harvest)(tmp_path, pace=0)
        again = sorted(one.target for one in source.log[asked:] if one.kind in ("record", "file"))
        assert again == sorted({urlsplit(one.url).path for one in pages})
        check(source, taken(tmp_path))
        assert leadline.load(tmp_path).ended
        asked = len(source.log)
        leadline.check(tmp_path, repair=True)
        leadline.harvest(tmp_path, pace=0)
        assert leadline.check(tmp_path).is_whole
        assert not [one for one in source.log[asked:] if one.kind in ("record", "file")]


def test_a_page_that_is_gone_takes_no_details_away(tmp_path: Path) -> None:
    with serve_detailed("dl", count=COUNT) as source:
        leadline.harvest(source.url, project=tmp_path, details=True)
        row = source.site.rows[3]
        row["author"] = "Somebody Else"
        del source.site.by_id[row["id"]]
        leadline.refresh(tmp_path)
        check(source, taken(tmp_path))


def test_a_page_to_which_a_query_led_straight_is_a_record(tmp_path: Path) -> None:
    with serve_detailed("dl", count=60, jump=True) as source:
        result = leadline.harvest(source.url, project=tmp_path, details=True)
        ((_, outcome),) = result.outcomes.items()
        with Reader(result.project.store) as reader:
            listed = {record.key for record in reader.records(details=False) if record.fields}
        records = taken(tmp_path)
        (alone,) = [own for own in records if not any(key.endswith(own) for key in listed)]
        assert outcome.records == len(records)
        row = source.site.by_id[alone]
        assert row["title"] in records[alone].values()
        assert records[alone]["ISBN"] == details_of(row)["isbn"][0]


def test_several_processes_bring_record_pages_and_files_home(
    tmp_path: Path, nursery: Nursery
) -> None:
    with serve_detailed("dl", count=COUNT) as source:
        command = ["harvest", source.url, "-p", tmp_path, "--files", "--processes", "2", "-q"]
        assert nursery.run(*command).code == 0
        check(source, taken(tmp_path))
        assert len([*(tmp_path / "files").iterdir()]) == COUNT


def test_inspect_says_what_record_pages_bring() -> None:
    with serve_detailed("dl", count=COUNT) as source:
        seen = leadline.inspect(source.url)
        assert seen.details is not None
        assert {"ISBN", "Contributors"} <= set(seen.details.columns)
        assert "1 request a record" in seen.details.sentence(COUNT)


def test_inspect_does_not_promise_what_the_list_says_in_other_words() -> None:
    with serve(replace(ZOO["opinions"], count=90)) as source:
        seen = leadline.inspect(source.url)
        cut = next(f.value for f in seen.rows[0] if f.column == "snippet")
        assert cut.startswith("…")  # the record page shows it whole, and a harvest divides it
        assert seen.details is not None
        assert seen.details.columns == ()
