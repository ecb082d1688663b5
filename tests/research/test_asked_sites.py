"""A file of queries and answers for real sites: read, checked, and matched with the truth."""

import json
from pathlib import Path

import pytest

from leadline.model import Field, Record
from leadline_research.bench.asking import live
from leadline_research.bench.asking.ask import run
from leadline_research.bench.asking.real_sites import harvested_site, read_domains, read_questions
from tables import each_row, read_text

TRUTH = [{"id": str(n), "title": f"A tale of {n} rivers", "year": "1920"} for n in range(30)]
FILE = read_text(__file__, "FILE")


def test_answers_are_lines_of_the_truth(tmp_path: Path) -> None:
    (tmp_path / "ask.toml").write_text(FILE)
    sites, (domain,) = read_domains(tmp_path)
    assert sites == tmp_path / "elsewhere"
    (question,) = read_questions(domain, {"library": TRUTH})
    assert question.answers == {"library": {"7", "8"}}


def test_a_live_record_shows_its_line_by_key_or_by_reading() -> None:
    records = [Record("library", f"k{n}", (Field("t", TRUTH[n]["title"]),)) for n in range(25)]
    site = harvested_site(TRUTH, records)
    new = [Record("library", "n", (Field("t", t),)) for t in (TRUTH[28]["title"], "Another tale")]
    assert [*map(site.identities, (records[3], *new))] == [{"3"}, {"28"}, set()]


def test_a_question_opens_what_the_one_before_did_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "QUESTIONS", 5)  # of the first one a source knows nothing
    (asked,) = run(data=Path(__file__).parents[1] / "ask" / "live")["domains"]
    assert (asked["pass_rate"], asked["record_recall"], asked["precision"]) == (1.0, 1.0, 1.0)


@each_row(__file__, "a_wrong_file_is_refused", "change", "sentence")
def test_a_wrong_file_is_refused(tmp_path: Path, change: tuple[str, str], sentence: str) -> None:
    (tmp_path / "ask.toml").write_text(FILE.replace(*change))
    with pytest.raises(ValueError, match=sentence):
        read_questions(read_domains(tmp_path)[1][0], {"library": TRUTH})


def test_json_and_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"ask.toml cannot be read: there is no such file"):
        read_domains(tmp_path)
    domain = {"name": "tales", "sites": [], "query": []}
    (tmp_path / "ask.json").write_text(json.dumps({"domain": [domain]}))
    assert read_domains(tmp_path) == (tmp_path, [domain])
    with pytest.raises(ValueError, match="no domain 'films'; there are: tales"):
        read_domains(tmp_path, ["films"])
