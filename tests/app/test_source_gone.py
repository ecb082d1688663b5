"""A visit of a source that is gone: exit code 1, one sentence, and the table as it was."""

from pathlib import Path

import pytest
from moving_columns import MovingSite, made, serving
from typer.testing import CliRunner

import leadline
from leadline.cli.app import app
from ports import held_port

HEADS = (("Title", "title"), ("Owner", "owner"), ("Year", "year"))


@pytest.mark.parametrize(
    ("is_served", "said"),
    [(False, "nobody answers at this port"), (True, "answers with status 404")],
)
def test_a_source_that_is_gone(is_served: bool, said: str, tmp_path: Path) -> None:
    site = MovingSite("th", HEADS, made(30))
    with serving(site):
        leadline.harvest(site.url, project=tmp_path, pace=0)
        before = [(one.key, one.fields) for one in leadline.load(tmp_path).records()]
        site.page = lambda path, query: None  # type: ignore[method-assign]
        if is_served:
            ran = CliRunner().invoke(app, ["refresh", str(tmp_path), "--pace", "0"])
    if not is_served:
        with held_port(site.url):
            ran = CliRunner().invoke(app, ["refresh", str(tmp_path), "--pace", "0"])
    assert ran.exit_code == 1
    assert said in ran.stderr
    assert "nothing is changed" in ran.stdout
    assert [(one.key, one.fields) for one in leadline.load(tmp_path).records()] == before
    assert len(before) == 30
