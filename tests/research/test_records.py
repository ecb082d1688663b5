"""The records bench: the same scoring as the labelled set's own scorer, and its JSON keys."""

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from leadline_research.bench.records import records
from leadline_research.bench.records.records import (
    INSTALLED_RIVALS,
    Gold,
    Rival,
    f1,
    is_installed,
    macro,
    match,
    read_gold,
    read_pages,
    run,
    score_page,
)
from tables import read_rows, read_text

GOLD = [
    Gold(("Ann", "1901"), "Ann1901", False),
    Gold(("Bo",), "Bo1902Rome", False),
    Gold(("twin",), "twin", True),
    Gold(("twin",), "twin", True),
]

MATCHES = read_rows(__file__, "MATCHES", "why", "texts", "found", sequence=list)


@pytest.mark.parametrize(("why", "texts", "found"), MATCHES, ids=[why for why, _, _ in MATCHES])
def test_match(why: str, texts: list[str], found: list[int | None]) -> None:
    assert match(GOLD, texts) == found


def test_modes() -> None:
    answer = [["Ann 1901", "menu"], ["Bo 1902", "twin", "twin"]]
    assert score_page(GOLD, answer, "first") == (1, 2, 4)
    assert score_page(GOLD, answer, "oracle") == (4, 5, 4)
    assert score_page(GOLD, [], "first") == (0, 0, 4)
    assert macro([(1, 2, 4), (4, 4, 4)]) == {
        "precision": 0.75,
        "recall": 0.625,
        "f1": round((1 / 3 + 1) / 2, 4),
        "perfect": 0.5,
    }
    assert f1(0, 0, 0) == 0.0


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """A folder with one labelled page."""
    site = tmp_path / "site"
    site.mkdir()
    names = ["Ann Lee", "Bo Chan", "Cy Diaz", "Dee Ek"]
    items = "".join(f"<li><b>{name}</b>, born in {1900 + n}" for n, name in enumerate(names))
    (site / "page.html").write_text(f"<ul>{items}</ul>", "utf-8")
    label = {
        "records": [
            {"must_contain": [name], "text": f"{name}, born in 1900", "ambiguous": False}
            for name in names
        ]
    }
    (site / "page.json").write_text(json.dumps(label), "utf-8")
    return tmp_path


def test_run_on_a_folder(labelled: Path) -> None:
    found: dict[str, Any] = run(labelled)
    assert found["first"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "perfect": 1.0}
    assert found["oracle"]["f1"] == 1.0
    assert found["pages_per_second"] > 0
    assert found["parse_ratio"] > 0
    assert found["methods"]["default"]["first"] == found["first"]


def test_own_miner_stands_beside_the_default(labelled: Path, own_methods: str) -> None:
    found = run(labelled, methods=["default", f"{own_methods}:worst_first"])["methods"]
    assert isinstance(found, dict)
    assert list(found) == ["default", f"{own_methods}:worst_first"]


def test_rivals_that_are_not_installed_drop_out(
    labelled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    absent = [name for name in INSTALLED_RIVALS if not is_installed(name)]
    found: dict[str, Any] = run(labelled, methods=("default", *INSTALLED_RIVALS))
    assert found["skipped"] == absent
    assert all(name in capsys.readouterr().err for name in absent)


def test_rivals_alone_that_are_not_installed_measure_nothing(
    labelled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "is_installed", lambda name: False)
    with pytest.raises(ValueError, match="not installed: libextract"):
        run(labelled, methods=["libextract"])


LIBEXTRACT = read_text(__file__, "LIBEXTRACT")


@pytest.fixture
def libextract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rival]:
    """The adapter over a package of the real one's signature: lxml elements, best first."""
    package = tmp_path / "packages" / "libextract"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", "utf-8")
    (package / "api.py").write_text(LIBEXTRACT, "utf-8")
    monkeypatch.syspath_prepend(package.parent)
    for name in ("libextract", "libextract.api"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield INSTALLED_RIVALS["libextract"]
    for name in ("libextract", "libextract.api"):
        sys.modules.pop(name, None)


def test_libextract_gives_its_groups(libextract: Rival) -> None:
    """Best first, no more than asked for; comments are no elements; no page is no group."""
    page = b"<div><ol><li>a</ol><ul><!-- x --><li>Ann <b>Lee</b><li>Bo</ul><!-- y --></div>"
    assert is_installed("libextract")
    assert libextract(page, 5) == [["Ann  Lee", "Bo"], ["a"]]
    assert libextract(page, 1) == [["Ann  Lee", "Bo"]]
    assert libextract(b"", 5) == []


@pytest.mark.usefixtures("libextract")
def test_libextract_is_scored_like_the_others(labelled: Path) -> None:
    found: dict[str, Any] = run(labelled, methods=("sibling", "libextract"))
    assert found["skipped"] == []
    scored = found["methods"]["libextract"]
    assert scored["first"]["f1"] == scored["oracle"]["f1"] == 1.0
    assert scored["parse_ratio"] > 0


@pytest.mark.gold
def test_scoring_is_that_of_the_labelled_set(shared: Path) -> None:
    """Both scorers on spoilt answers: records cut, doubled, joined and left out."""
    source = shared / "gold" / "score_records.py"
    spec = importlib.util.spec_from_file_location("score_records", source)
    assert spec is not None
    assert spec.loader is not None
    theirs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(theirs)
    for name, _, gold in list(read_pages(shared / "gold" / "records"))[:25]:
        label = json.loads((shared / "gold" / "records" / f"{name}.json").read_text("utf-8"))
        texts = [record["text"] for record in label["records"]]
        answer = [
            [*texts[:3], *texts[:1], "menu"],
            [" ".join(texts[3:5]), *texts[4:]],
            [text[: len(text) // 2] for text in texts],
            [text + "x" * 60 for text in texts],
        ]
        assert read_gold(label) == gold
        for mode in ("first", "oracle"):
            expected = theirs.eval_page(theirs.prep(label), answer, mode=mode)
            assert score_page(gold, answer, mode) == expected
