"""Logins and tokens of addresses are sent where they belong, and stand nowhere afterwards."""

import gzip
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import leadline
from leadline.cli.app import app
from leadline_zoo.hostile import BEHAVIOURS, HostileSource
from leadline_zoo.replies import SiteReply
from leadline_zoo.source import _Handler

LOGIN = "Basic " + b64encode(b"bob:hunter2").decode()


def everything(folder: Path) -> bytes:
    """All bytes of all files, packed ones unpacked."""
    parts = []
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            parts.append(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    return b"\n".join(parts)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Host and Authorization of every request, but those for robots.txt."""
    seen: list[tuple[str, str]] = []
    answer = _Handler._answer

    def listening(handler: _Handler, method: str, *, body: bool = True) -> None:
        if handler.path != "/robots.txt":
            seen.append((handler.headers["Host"], handler.headers.get("Authorization", "")))
        answer(handler, method, body=body)

    monkeypatch.setattr(_Handler, "_answer", listening)
    return seen


def test_a_login_is_sent_as_a_header_and_stored_nowhere(
    tmp_path: Path, sent: list[tuple[str, str]]
) -> None:
    with HostileSource(BEHAVIOURS["honest"]) as source:
        url = source.url.replace("http://", "http://bob:hunter2@") + "?api_key=12ab34cd"
        project = tmp_path / "p"
        tables = [tmp_path / f"t.{suffix}" for suffix in ("csv", "jsonl")]
        outputs = [part for table in tables for part in ("-o", str(table))]
        result = CliRunner().invoke(app, ["harvest", url, "-p", str(project), *outputs])
        assert result.exit_code in (0, 3), result.output
        assert "hunter2" not in result.output
    assert {login for _, login in sent} == {LOGIN}
    kept = everything(tmp_path)
    assert b"hunter2" not in kept
    assert LOGIN.encode() not in kept
    shown = b"".join(path.read_bytes() for path in (*tables, project / "report.html"))
    assert b"12ab34cd" not in shown
    assert len(list(leadline.load(project).records())) == BEHAVIOURS["honest"].count


def test_a_login_is_not_sent_to_another_host(tmp_path: Path, sent: list[tuple[str, str]]) -> None:
    """A redirect to another host gets no login, though the person named that host as well."""
    honest = BEHAVIOURS["honest"]
    with HostileSource(honest) as other:

        def away(_source: HostileSource, target: str, _reply: SiteReply) -> SiteReply:
            return SiteReply(302, b"", (("Location", other.url.rstrip("/") + target),))

        with HostileSource(replace(honest, change=away)) as source:
            url = source.url.replace("http://", "http://bob:hunter2@")
            host = other.url.removeprefix("http://").rstrip("/")
            leadline.harvest(url, project=tmp_path, also_hosts=[host], pace=0, robots=False)
    assert {login for name, login in sent if name == host} == {""}
    assert {login for name, login in sent if name != host} == {LOGIN}


@pytest.mark.parametrize("order", [["discover"], ["run", "--seed"]], ids=["discover", "run"])
def test_a_discovery_takes_no_login(order: list[str], tmp_path: Path) -> None:
    url, project = "http://bob:hunter2@127.0.0.1:9/", tmp_path / "p"
    result = CliRunner().invoke(app, [*order, url, "--topic", "sea", "-p", str(project)])
    assert result.exit_code in (1, 2)
    assert "sends no login: name http://127.0.0.1:9/" in str(result.exception)
    assert b"hunter2" not in everything(tmp_path)
