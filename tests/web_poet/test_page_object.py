"""The page object that is written runs without leadline and reads the same rows."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from leadline.app.harvest import harvest
from leadline.cli.wrapper import run as write_wrapper
from leadline.fetch import PageArchive
from leadline.model import Budget
from leadline.store import Reader
from leadline.values.lists import LIST_SEPARATOR
from leadline_web_poet import runtime as page_object_runtime
from leadline_zoo.source import serve
from leadline_zoo.spec import Look, Pager, SourceSpec
from tables import read_text

pytestmark = pytest.mark.skipif(find_spec("web_poet") is None, reason="needs web_poet")

ALONE = read_text(__file__, "ALONE")


def test_the_values_of_a_list_are_parted_by_the_same_sign() -> None:
    assert page_object_runtime.JOIN == LIST_SEPARATOR


@pytest.mark.many
def test_a_spider_of_scrapy_takes_the_same_records(tmp_path: Path) -> None:
    pytest.importorskip("scrapy")
    spec = SourceSpec("s", "books", count=40, pager=Pager("next", size=12))
    with serve(spec) as source:
        taken = harvest(source.url, project=tmp_path / "p", pace=0)
        write_wrapper(tmp_path / "p", "", tmp_path / "s_spider.py")
        order = [sys.executable, "-m", "scrapy", "runspider", "s_spider.py", "-o", "s.jsonl"]
        subprocess.run(order, cwd=tmp_path, capture_output=True, check=True)
    found = [json.loads(line) for line in (tmp_path / "s.jsonl").open()]
    titles = {each.fields[0] for each in taken.records()}
    assert {one.value for one in titles} == {row[one.column] for one in titles for row in found}


@pytest.mark.parametrize("layout", ["table", "cards", "items", "dl"])
def test_the_rows_are_those_of_leadline(tmp_path: Path, layout: str) -> None:
    spec = SourceSpec("s", "books", count=40, look=Look(layout), pager=Pager("next", size=12))
    with serve(spec) as source:
        taken = harvest(source.url, project=tmp_path / "p", pace=0, budget=Budget(requests=14))
    write_wrapper(tmp_path / "p", "", tmp_path / "page.py")
    wanted = []
    with Reader(taken.project.store) as store, PageArchive(taken.project.pages) as archive:
        (key,) = taken.outcomes
        records = list(store.records(key))
        learned = store.learned(key)
        names = [set(one["columns"]["names"].values()) for one in learned["wrapper"]["layouts"]]
        late = set(learned.get("parts", ())).difference(*names)  # known when the source had ended
        for number in dict.fromkeys(record.page for record in records):
            held = archive.read(store.page(number).locator)
            (tmp_path / f"{number:04}.html").write_bytes(held.body)
            (tmp_path / f"{number:04}.url").write_text(held.url)
            wanted.append(
                [
                    {f.column: f.value for f in one.fields if f.column not in late}
                    for one in records
                    if one.page == number
                ]
            )
    (tmp_path / "alone.py").write_text(ALONE)
    done = subprocess.run(
        [sys.executable, "alone.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    text = (tmp_path / "page.py").read_text(encoding="utf-8")
    left_out = text.partition("Not read by any selector: ")[2].partition("\n")[0].split(", ")
    columns = {column for rows in wanted for row in rows for column in row}
    assert len(columns - set(left_out)) >= 0.7 * len(columns), left_out
    for ours, theirs in zip(wanted, found, strict=True):
        kept = [{c: v for c, v in row.items() if c not in left_out} for row in ours]
        assert all(row in theirs for row in kept)
