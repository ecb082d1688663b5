"""Bad input at the edge: one sentence that says what to do, no zero exit, nothing lost."""

import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import leadline
from amounts import amount
from leadline.cli.app import main
from leadline.fetch.hosts import Hosts
from leadline.fetch.wishes import HostWishes
from leadline.wrapper.file import read_wrapper
from leadline_zoo.source import serve
from leadline_zoo.spec import Pager, SourceSpec
from tables import read_rows

BEGUN = "import leadline.cli; print('begun', flush=True); leadline.cli.main()"
"""Before that a signal meets Python alone."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("edges") / "books"
    with serve(SourceSpec("opac", "books", count=20, pager=Pager(size=10))) as source:
        leadline.harvest(source.url, project=folder)
    return folder


def said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[Any, str]:
    monkeypatch.setattr(sys, "argv", ["leadline", *words])
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code, capsys.readouterr().err


SENTENCES = read_rows(__file__, "SENTENCES", "words", "sentence", sequence=list)


@pytest.mark.parametrize(("words", "sentence"), SENTENCES, ids=[" ".join(w) for w, _ in SENTENCES])
def test_what_cannot_be_is_refused_in_one_sentence(
    words: list[str],
    sentence: str,
    project: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file.txt").write_text("a file")
    places = {"{project}": str(project), "{file}": "file.txt"}
    for place, text in places.items():
        words = [word.replace(place, text) for word in words]
        sentence = sentence.replace(place, text)
    code, told = said(monkeypatch, capsys, *words)
    assert (code, sentence in told) == (2, True), told
    assert [path.name for path in tmp_path.iterdir()] == ["file.txt"]


def test_an_empty_project_is_not_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve(SourceSpec("opac", "books", count=20)) as source:
        begun = leadline.Budget(requests=1)
        leadline.harvest(source.url, project=tmp_path / "p", budget=begun)
    for name in ("x.csv", "x.parquet", "-"):
        monkeypatch.chdir(tmp_path)
        code, told = said(monkeypatch, capsys, "export", "p", "-o", name)
        assert (code, "holds no record yet" in told) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["p"]


def test_columns_that_no_record_has_are_refused_before_anything_is_asked(
    project: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with serve(SourceSpec("opac", "books", count=20)) as source:
        plan = tmp_path / "project.toml"
        plan.write_text(f'[[source]]\nurl = "{source.url}"\n')
        leadline.harvest(plan)
        plan.write_text(f'[columns]\nkeep = ["Titel"]\n[[source]]\nurl = "{source.url}"\n')
        before = source.requests
        order = ["harvest", str(plan)]
        code, told = said(monkeypatch, capsys, *order)
        assert (code, "no column 'Titel'; did you mean 'Title'?" in told) == (2, True)
        plan.write_text('[columns]\nkeep = "Title"\n')
        code, told = said(monkeypatch, capsys, *order)
        assert (code, 'keep is a list of texts: keep = ["year"]' in told) == (2, True)
        assert source.requests == before


def test_a_first_harvest_stops_where_it_sees_that_no_record_has_a_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve(SourceSpec("opac", "books", count=400)) as source:
        plan = tmp_path / "project.toml"
        plan.write_text(f'[columns]\nkeep = ["Titel"]\n[[source]]\nurl = "{source.url}"\n')
        order = ["harvest", str(plan), "-o", str(tmp_path / "x.csv"), "--pace=0"]
        code, told = said(monkeypatch, capsys, *order)
        assert (code, "did you mean 'Title'?; what was taken is kept" in told) == (2, True)
        asked = source.requests
        assert asked < source.ideal_requests
        plan.write_text(plan.read_text().replace("Titel", "Title"))
        code, told = said(monkeypatch, capsys, *order)
        assert (code, len((tmp_path / "x.csv").read_text().splitlines())) == (0, 401)


def test_each_entry_of_a_wrapper_file_that_is_of_another_kind_is_named(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["leadline", "wrapper", str(project), "-o", "w.json"])
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main()
    plain = json.loads(Path("w.json").read_text("utf-8"))

    def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        if isinstance(value, dict):
            pairs = [(name, one) for name, one in value.items() if path or name != "about"]
        else:
            pairs = [*enumerate(value[:1])] if isinstance(value, list) else []  # type: ignore[list-item]
        return [path, *(deeper for at, one in pairs for deeper in places(one, (*path, at)))]

    for path in places(plain)[1:]:
        wrong = json.loads(json.dumps(plain))
        above = wrong
        for step in path[:-1]:
            above = above[step]
        above[path[-1]] = {"odd": 1} if not isinstance(above[path[-1]], dict) else 7
        with pytest.raises(ValueError, match=r"is a |is true or false|has no ") as fault:
            read_wrapper(json.dumps(wrong))
        names = [str(step) for step in path if isinstance(step, str)]
        assert not names or names[-1] in str(fault.value)


def test_a_wish_that_is_kept_is_named_with_file_time_and_remedy(tmp_path: Path) -> None:
    wishes = HostWishes(tmp_path)
    hosts = Hosts(wishes=wishes)
    hosts.leave_alone("http://a.example/", 3600.0)
    told = hosts.kept_wish("http://a.example/x")
    assert str(wishes.file_of("a.example")) in told
    assert "until 2" in told
    assert "delete" in told
    assert Hosts(wishes=wishes).kept_wish("http://b.example/") == ""


def test_inspect_knows_the_wishes_of_hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with serve(SourceSpec("opac", "books", count=20)) as source:
        HostWishes().leave_alone(source.url.split("/")[2], time.time() + 3600)
        seen = leadline.inspect(source.url)
        assert source.requests == 0
    assert "is left alone by all projects" in seen.trouble


def test_an_address_longer_than_any_path_is_asked(tmp_path: Path) -> None:
    taken = leadline.harvest(f"http://127.0.0.1:1/{'a' * 5_000}", project=tmp_path / "p", pace=0)
    (outcome,) = taken.outcomes.values()
    assert "nobody answers at this port" in outcome.reason


def test_a_port_that_is_taken_is_said_and_a_free_one_is_found(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    command = [sys.executable, "-m", "leadline", "serve", str(tmp_path / "p"), "--port"]
    with subprocess.Popen([*command, "0"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        port = line.split("127.0.0.1:")[1].split("/")[0]
        socket.create_connection(("127.0.0.1", int(port))).close()  # it listens when it says so
        taken = subprocess.run([*command, port], capture_output=True, text=True, check=False)
        server.send_signal(signal.SIGINT)
    assert (taken.returncode, "Traceback" in taken.stderr) == (1, False)
    assert f"port {port} of 127.0.0.1" in taken.stderr
    assert "--port 0" in taken.stderr


COMMANDS = [
    ["harvest", "{url}", "-p", "{new}", "--fresh"],
    ["inspect", "{url}"],
    ["search", "{project}", "a"],
    ["export", "{project}", "-o", "{new}.csv"],
    ["refresh", "{project}"],
    ["check", "{project}"],
    ["discover", "{url}", "--topic", "books", "-p", "{new}d", "--fresh"],
]


def test_ctrl_c_at_any_moment_is_one_sentence_and_exit_3(project: Path, tmp_path: Path) -> None:
    """Also while modules are loaded; nothing is said before Python itself has begun."""
    times = amount(4, 40)
    with serve(SourceSpec("opac", "books", count=200, pager=Pager(size=5))) as source:
        places = {"{url}": source.url, "{project}": str(project), "{new}": str(tmp_path / "new")}
        for number in range(times):
            words = COMMANDS[number % len(COMMANDS)]
            for place, text in places.items():
                words = [word.replace(place, text) for word in words]
            process = subprocess.Popen(
                [sys.executable, "-c", BEGUN, *words],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            time.sleep(0.02 + 2.5 * number / times)
            process.send_signal(signal.SIGINT)
            _, told = process.communicate()
            is_gone = "nobody answers at this port" in told  # the source of the project has ended
            assert process.returncode in (0, 3) or is_gone, (words, told)
            for sign in ("Traceback", "KeyboardInterrupt", "Exception ignored", "Abort"):
                assert sign not in told, (words, told)
            assert process.returncode == 0 or is_gone or "stopped" in told
