# Holds: names of the answers
"""Real lists of names behind an engine of whole words: their records share few of them."""

import csv
from pathlib import Path
from random import Random

from in_memory import SiteWire, run

from leadline_zoo.data.tables import Recipe, Table
from leadline_zoo.spec import Engine, SourceSpec
from tables import each_row

COUNT = 1_000


def titles(shared: Path, name: str) -> Table:
    """A thousand titles of a table, drawn by chance."""
    text = (shared / "data" / "match" / name / "a.csv").read_text(encoding="utf-8")
    found = [row["title"] for row in csv.DictReader(text.splitlines()) if row["title"]]
    Random(1).shuffle(found)
    rows = tuple({"id": str(n), "title": title} for n, title in enumerate(found[:COUNT]))
    return Table(Recipe("en", {"title": ("",)}), rows)


@each_row(__file__, "names_are_taken", "name", "sign", "cap", "recall")
def test_names_are_taken(shared: Path, name: str, sign: str, cap: int, recall: float) -> None:
    engine = Engine(empty="nothing", stop_words=True, truncation=sign, cap=cap)
    wire = SiteWire(SourceSpec(name, "books", COUNT, engine=engine), titles(shared, name))
    ran = run(wire.url, wire, most=3000)
    assert len(ran.records) >= recall * COUNT
    assert ran.outcome.state == "exhausted", "whole it is not, whatever a frequent word says"
