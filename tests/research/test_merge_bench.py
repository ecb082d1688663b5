"""The bench of users' tables counts joined pairs of ids, however their columns are called."""

from pathlib import Path

import pytest

from leadline.errors import LeadlineError
from leadline_research.bench.matching.merge import run

BOOKS = ["Emma", "Ulysses", "Walden", "Faust", "Hamlet", "Macbeth", "Utopia", "Candide", "Nana"]


def fill(folder: Path, titles: str) -> None:
    folder.mkdir(parents=True)
    for name, sign, column in (("a", "a", "title"), ("b", "b", titles)):
        lines = [f"{sign}{n},{book}" for n, book in enumerate(BOOKS)]
        (folder / f"{name}.csv").write_text("\n".join([f"id,{column}", *lines]), encoding="utf-8")
    pairs = [f"a{n},b{n}" for n in range(len(BOOKS))]
    (folder / "gold.csv").write_text("\n".join(["id_a,id_b", *pairs]), encoding="utf-8")


def test_pairs_are_counted_by_ids(tmp_path: Path) -> None:
    fill(tmp_path / "tables" / "books", "name")
    fill(tmp_path / "aligned" / "books", "title")
    found = run(tmp_path, (), ("tables", "aligned"))
    assert [(each["method"], each["f1"]) for each in found["sets"]] == [
        ("tables", 1.0),
        ("aligned", 1.0),
    ]
    assert {each["wrong"] for each in found["sets"]} == {0}
    with pytest.raises(LeadlineError, match="--method tables"):
        run(tmp_path)
