"""Doubts are said wherever an end is: the terminal's summary, the report, and Python."""

from pathlib import Path

from leadline.app.harvest import load
from leadline.app.project import Project
from leadline.cli.terminal.summary import source_lines
from leadline.crawl.claim import CLAIM_COMPONENT, claim_of
from leadline.model import Doubt, Outcome
from leadline.report.html import render
from leadline.serve.languages import Messages
from leadline.store import Reader, Store

TOTAL = Doubt("total", "the source states 900 records and 240 were taken", (("stated", 900),))
BOUND = Doubt("bound", "how much is missing is not known: too few answers were read whole")


def ended(folder: Path, *doubts: Doubt, bound: float | None = None) -> tuple[list[str], str]:
    """What the terminal and the report say of a source that ended with these doubts."""
    project, key = Project(folder), "h.test"
    why = "no word promises anything new"
    outcome = Outcome("exhausted", why, records=240, missing_at_most=bound, doubts=doubts)
    with Store(project.store) as store:
        store.add_source(key, "http://h.test/")
        store.learn(key, CLAIM_COMPONENT, claim_of(outcome))
        store.finish(key, outcome)
    again = load(folder).outcomes[key]
    assert again.doubts == doubts
    with Reader(project.store) as reader, reader.snapshot():
        return list(source_lines(reader, key, again, None)), render(reader)


def test_a_doubtful_end_is_not_said_to_be_calm(tmp_path: Path) -> None:
    lines, page = ended(tmp_path, TOTAL, BOUND)
    assert lines[0] == "h.test: ended in doubt"
    assert f"  doubt: {TOTAL.sentence}" in lines
    assert f"  {BOUND.sentence}" in lines
    assert TOTAL.sentence in page
    assert "nothing more found" not in page


def test_without_a_bound_the_end_says_so(tmp_path: Path) -> None:
    lines, page = ended(tmp_path, BOUND)
    assert lines[0] == "h.test: ended without a bound"
    assert BOUND.sentence in page


def test_a_calm_end_stays_calm(tmp_path: Path) -> None:
    lines, page = ended(tmp_path, bound=0.01)
    assert lines[0] == "h.test: nothing more found"
    assert "Doubt:" not in page


def test_doubts_are_said_in_chinese() -> None:
    assert Messages("zh").sentence(TOTAL.sentence)
    assert Messages("zh").sentence(BOUND.sentence)
