"""``leadline watch``: a timer of the system, or a line for cron."""

from pathlib import Path

import pytest
from serving import make_project, paintings
from typer.testing import CliRunner

from leadline.cli.app import app


def test_a_project_is_watched_until_it_is_told_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(tmp_path / "my 50%.leadline", paintings())
    for name in ("systemctl", "mail"):
        (tmp_path / name).write_text('#!/bin/sh\necho "$*" >> "$XDG_CONFIG_HOME/said"\n')
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    units = tmp_path / "systemd" / "user"

    def told(words: str) -> str:
        return CliRunner().invoke(app, ["watch", str(project), *words.split()]).output

    assert "is visited weekly" in told("--every weekly --mail me@a.test")
    service = (units / "leadline-my-50.service").read_text()
    assert '50%%.leadline" -q --run "mail -s \'my 50%%.leadline changed\' me@a.test"' in service
    assert "OnCalendar=weekly" in (units / "leadline-my-50.timer").read_text()
    assert told("--cron").startswith("17 3 * * *  ")
    assert "my 50\\%.leadline' -q" in told("--cron")
    assert "is watched no more" in told("--stop")
    assert not [*units.iterdir()]
    assert "enable --now leadline-my-50.timer\n--user disable" in (tmp_path / "said").read_text()
