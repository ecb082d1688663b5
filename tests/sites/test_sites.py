"""Every site of a folder is crawled once, and looked at by all checks (``site_folders``)."""

import re
from pathlib import Path

import pytest

from amounts import further
from leave_out import abilities
from site_folders import FOLDERS, FolderSite, cases, read


@pytest.mark.parametrize(
    ("name", "case"),
    [(further if alike else pytest.param)(name, case) for name, case, alike in cases()],
)
def test_a_site_is_taken(name: str, case: str) -> None:
    site = FolderSite(name, case)
    ran, wanted = site.crawl(), site.expected
    outcome, recall = ran.outcome, site.recall(ran)
    few, many = (
        wanted["records"] if isinstance(wanted["records"], list) else [wanted["records"]] * 2
    )
    assert few <= len(ran.records) <= many, outcome
    assert recall >= wanted.get("recall", 0.97 if few >= len(site.rows) * 0.97 else 0.0)
    assert len(ran.gets) <= wanted["most_requests"]
    assert outcome.state == wanted.get("state", outcome.state)
    assert bool(outcome.proof) == wanted.get("is_proven", bool(outcome.proof))
    is_bounded = outcome.missing_at_most is not None
    assert is_bounded == wanted.get("is_bounded", is_bounded)
    doubts = [doubt.sentence for doubt in outcome.doubts]
    said = " ".join([outcome.reason, outcome.proof, *outcome.notes, *doubts])
    assert [text for text in wanted.get("says", ()) if text not in said] == []
    assert [text for text in wanted.get("never_says", ()) if text in said] == []
    columns = {field.column for record in ran.records.values() for field in record.fields}
    assert {*wanted.get("columns", ())} <= columns
    assert not {*wanted.get("never_columns", ())} & columns
    asked = "\n".join(f"{how} {url} {body.decode()}" for how, url, body in ran.asked)
    assert [shape for shape in wanted.get("asks", ()) if not re.search(shape, asked)] == []
    assert [shape for shape in wanted.get("never_asks", ()) if re.search(shape, asked)] == []
    if outcome.proof and few >= len(site.rows):
        assert recall >= 0.97, "what is called whole is whole"
    if outcome.missing_at_most is not None and few >= len(site.rows):
        assert 1 - recall <= outcome.missing_at_most + 0.03


@pytest.mark.parametrize(
    "path", sorted(FOLDERS.glob("*/site.toml")), ids=lambda one: one.parent.name
)
def test_a_site_says_what_it_is_for(path: Path) -> None:
    said = read(path)
    assert said["says"].endswith(".")
    named = [row for row in abilities() if f"tests/sites/{path.parent.name}" in row.why]
    assert {row.name for row in named} <= {said.get("ability")}, "the ledger says which it holds"
    assert said.get("ability", "") in {"", *(row.name for row in abilities())}
