"""``leadline bench``: what cannot be measured ends in one sentence, before anything is measured."""

import json
import runpy
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from leadline.cli.app import main
from leadline_research.bench.catalog import BENCHES
from tables import read_rows

WRONG_USAGE, FAILED = 2, 1


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def bench(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Callable[..., Ended]]:
    """The command line in this process: many cases, and numpy is loaded once."""
    before = signal.getsignal(signal.SIGTERM)

    def call(*arguments: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["leadline", "bench", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return Ended(int(left.value.code or 0), said.out, said.err)

    yield call
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Folders that hold too little, or what is broken."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("[]", "utf-8")
    page = tmp_path / "page" / "site"
    page.mkdir(parents=True)
    (page / "one.html").write_text("<p>nothing", "utf-8")
    (page / "one.json").write_text('{"records": []}', "utf-8")
    broken = tmp_path / "broken" / "site"
    broken.mkdir(parents=True)
    (broken / "one.html").write_text("<p>one", "utf-8")
    (broken / "one.json").write_text('{"records": [', "utf-8")
    (broken / "two.html").write_text("<p>two", "utf-8")
    (broken / "two.json").write_text("{}", "utf-8")
    lonely = tmp_path / "lonely"
    lonely.mkdir()
    (lonely / "one.json").write_text("{}", "utf-8")
    forms = tmp_path / "forms"
    forms.mkdir()
    (forms / "labels.jsonl").write_text('{"file": "a", "site": "b"}\n', "utf-8")
    (forms / "types_a.jsonl").write_text("{}\n", "utf-8")
    (forms / "cases.json").write_text('[["name", "<form>", {}, null]]', "utf-8")
    for name in ("elm", "oak"):
        site = tmp_path / "sites" / name
        site.mkdir(parents=True)
        (site / "site.json").write_text("{}", "utf-8")
    (tmp_path / "sites" / "site").write_text("echo no such engine here >&2; exit 1", "utf-8")
    pool = tmp_path / "pool"
    pool.mkdir()
    (pool / "bad.parquet").write_bytes(b"no table")
    return tmp_path


NOTHING = [
    (name, folder)
    for name in BENCHES
    if "data" in BENCHES[name].options
    for folder in ("empty", "file", "nowhere")
]


@pytest.mark.parametrize(("name", "folder"), NOTHING)
def test_no_bench_measures_nothing(
    bench: Callable[..., Ended], data: Path, name: str, folder: str
) -> None:
    """An empty folder, a file that is no such data, and what does not exist."""
    two = ("--site", "elm", "--site", "oak") if name == "together" else ()
    ended = bench(name, "--data", data / folder, *two)
    assert ended.code in (WRONG_USAGE, FAILED)
    assert (ended.out, ended.err.count("\n")) == ("", 1)
    assert str(data / folder) in ended.err
    assert "kept" not in ended.err


REFUSED = read_rows(__file__, "REFUSED", "case", "line", "sentence")


@pytest.mark.parametrize(
    ("line", "sentence"), [row[1:] for row in REFUSED], ids=[f"{r[0]}: {r[1]}" for r in REFUSED]
)
def test_wrong_usage_is_told_in_one_sentence(
    bench: Callable[..., Ended],
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    sentence: str,
) -> None:
    monkeypatch.chdir(data)
    ended = bench(*line.split())
    assert ended.code == WRONG_USAGE
    assert ended.out == ""
    assert sentence in ended.err


def test_a_site_that_does_not_start_says_why(bench: Callable[..., Ended], data: Path) -> None:
    ended = bench("sites", "--data", data / "sites", "--site", "elm")
    assert ended == Ended(FAILED, "", "leadline: site install elm: no such engine here\n")


@pytest.mark.parametrize("out", ["nowhere/x.json", "."])
def test_a_result_that_cannot_be_written_is_known_before(
    bench: Callable[..., Ended], data: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    """The broken labels would be told, had the bench begun."""
    monkeypatch.chdir(data)
    ended = bench("records", "--data", "broken", "--json", out)
    assert ended.code == FAILED
    assert ended.err.startswith(f"leadline: {out}: ")
    assert "one.json" not in ended.err
    assert "kept" not in ended.err


def test_a_result_of_before_is_kept_when_a_bench_fails(
    bench: Callable[..., Ended], data: Path
) -> None:
    out, new = data / "old.json", data / "new.json"
    out.write_text("of yesterday", "utf-8")
    for path in (out, new):
        assert bench("records", "--data", data / "broken", "--json", path).code == WRONG_USAGE
    assert out.read_text("utf-8") == "of yesterday"
    assert not new.exists()


def test_what_is_printed_is_written(bench: Callable[..., Ended], data: Path) -> None:
    form = "<form action=/s><input name=q></form>"
    request = ["GET", "http://h.test/s?q=tea", None, None]
    cases = data / "right.json"
    cases.write_text(json.dumps([["plain", form, {"q": "tea"}, None, request]]), "utf-8")
    ended = bench("submit", "--data", cases, "--json", data / "out.json")
    assert ended.code == 0
    assert json.loads(ended.out) == {"right": 1, "cases": 1, "wrong": []}
    assert (data / "out.json").read_text("utf-8") == ended.out


MODULES = read_rows(__file__, "MODULES")
USAGES = {name: "usage: python -m leadline_research." + name for name in MODULES}
ENDS = [
    *((f"{name} --help", 0, usage) for name, usage in USAGES.items()),
    ("bench.records.record_weights", WRONG_USAGE, "required: gold"),
    ("bench.records.record_weights empty", WRONG_USAGE, "record_weights: empty holds no labels"),
    ("bench.forms.form_weights empty", WRONG_USAGE, "form_weights: empty holds no labels"),
    ("bench.selection.xian2012_figures", WRONG_USAGE, "required: pool, folder"),
    ("bench.selection.xian2012_figures nowhere drawn", WRONG_USAGE, "nowhere does not exist"),
    ("bench.selection.made_pool x.parquet --records 0", WRONG_USAGE, "a record at least"),
    ("bench.selection.made_pool nowhere/x.parquet --records 9", FAILED, "nowhere/x.parquet"),
]


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize(("line", "code", "sentence"), ENDS, ids=[row[0] for row in ENDS])
def test_benches_that_are_modules_end_so_too(
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    code: int,
    sentence: str,
) -> None:
    monkeypatch.chdir(data)
    name, *arguments = line.split()
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    with pytest.raises(SystemExit) as left:
        runpy.run_module(f"leadline_research.{name}", run_name="__main__")
    said = capsys.readouterr()
    assert left.value.code == code
    assert sentence in said.out + said.err
