"""``leadline watch``: a timer of the system, or a line for cron."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from serving import make_project, paintings
from typer.testing import CliRunner

import leadline
from leadline.cli.app import app
from leadline_zoo.adversarial.changing import serve_changing
from leadline_zoo.spec import SourceSpec


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
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    if reader := shutil.which("systemd-analyze"):
        subprocess.run([reader, "verify", "--user", units / "leadline-my-50.timer"], check=True)
    assert told("--cron").startswith("17 3 * * *  ")
    assert "my 50\\%.leadline' -q" in told("--cron")
    assert "is watched no more" in told("--stop")
    assert not [*units.iterdir()]
    assert "enable --now leadline-my-50.timer\n--user disable" in (tmp_path / "said").read_text()


@pytest.mark.many
def test_what_cron_runs_mails_what_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mail").write_text(f"#!/bin/sh\ncat > '{tmp_path}/mailed'\n")
    (tmp_path / "mail").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with serve_changing(SourceSpec("tiny", "books", 90), "changed") as source:
        leadline.harvest(source.url, project=tmp_path / "50%", pace=0)
        source.pass_day(0.1, Random(1))
        order = ["watch", str(tmp_path / "50%"), "--cron", "--mail", "me@a.test"]
        line = CliRunner().invoke(app, order).output.partition("  ")[2].replace("\\%", "%")
        subprocess.run(["sh", "-c", line], check=True)
    assert json.loads((tmp_path / "mailed").read_text())["counts"]["new"] == 3
