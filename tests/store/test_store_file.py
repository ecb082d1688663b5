"""The project file in trouble: killed writers, full disks, locks, strangers, newer versions."""

import os
import random
import resource
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from amounts import amount
from leadline.errors import Locked, SchemaTooNew, StoreError, Unreachable
from leadline.model import Field, Page, Record, Request
from leadline.store import Reader, Store
from leadline.store import open as opening
from leadline.store.details import details_of, take_detail
from leadline.store.export.table import export
from leadline.store.recovery.btree import DamagedFile
from seen_times import seen_times

KILLS = amount(3, many=25)
PAGES = 150
PER_PAGE = 20


def in_child(work: Callable[[int], None]) -> tuple[int, int]:
    """Run ``work`` in a forked process; gives its number and a pipe with what it reports."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(read)
            work(write)
            code = 0
        finally:
            os._exit(code)
    os.close(write)
    return child, read


def drain(pipe: int) -> bytes:
    """All that the child reported before it ended."""
    with os.fdopen(pipe, "rb") as file:
        return file.read()


def harvest(path: Path, report: int) -> None:
    """A little harvest that starts at its beginning each time, answered first from the store."""
    with Store(path) as store:
        store.add_source("art", "https://art.example/")
        query = store.open_query("art", "water")
        old = {page.url: page.number for page in store.pages("art")}
        for at in range(PAGES):
            url = f"https://art.example/?page={at}"
            number = old.get(url) or store.add_page(
                "art", Page(Request("GET", url), url, 200), ("a", at, 1), query=query
            )
            records = [
                Record("art", f"/{at * (PER_PAGE - 2) + i}", (Field("at", str(at)),), row=i)
                for i in range(PER_PAGE)
            ]
            store.take("art", query, number, records)
            os.write(report, number.to_bytes(4, "big"))


def test_killed_writers_lose_nothing_that_they_reported_and_double_nothing(tmp_path: Path) -> None:
    path = tmp_path / "art.leadline"
    rng = random.Random(7)
    for _ in range(KILLS):
        child, pipe = in_child(lambda report: harvest(path, report))
        os.read(pipe, 4)  # at work
        time.sleep(rng.uniform(0, 0.1))
        os.kill(child, signal.SIGKILL)
        reported = drain(pipe)
        os.waitpid(child, 0)
        numbers = [int.from_bytes(reported[i : i + 4], "big") for i in range(0, len(reported), 4)]
        with Reader(path) as reader:
            stored = {page.number: page for page in reader.pages("art")}
            assert all(stored[number].records == PER_PAGE for number in numbers)
            assert reader.counts().records == len(list(reader.records()))
    child, pipe = in_child(lambda report: harvest(path, report))
    drain(pipe)
    assert os.waitpid(child, 0)[1] == 0
    undisturbed = tmp_path / "undisturbed.leadline"
    child, pipe = in_child(lambda report: harvest(undisturbed, report))
    drain(pipe)
    os.waitpid(child, 0)
    with Reader(path) as one, Reader(undisturbed) as other:
        assert list(one.records()) == list(other.records())
        assert [p.new for p in one.pages("art")] == [p.new for p in other.pages("art")]
        assert seen_times(one, "art") == seen_times(other, "art")
        assert one.counts().requests == PAGES
    ((verdict,),) = sqlite3.connect(path).execute("PRAGMA integrity_check")
    assert verdict == "ok"


def test_a_second_writer_is_told_who_writes_and_the_lock_dies_with_its_holder(
    tmp_path: Path,
) -> None:
    path = tmp_path / "art.leadline"

    def hold(report: int) -> None:
        store = Store(path)
        os.write(report, b"open")
        time.sleep(60)
        store.close()

    child, pipe = in_child(hold)
    assert os.read(pipe, 4) == b"open"
    with pytest.raises(Locked, match=rf"Another leadline \(process {child}\) is writing to .*art"):
        Store(path)
    alias = tmp_path / "alias.leadline"
    alias.symlink_to(path)
    with pytest.raises(Locked):
        Store(alias)
    with Reader(path) as reader:
        assert reader.sources() == []
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(pipe)
    Store(path).close()


def test_two_stores_in_one_process_are_refused_too_and_closing_frees(tmp_path: Path) -> None:
    first = Store(tmp_path / "art.leadline")
    with pytest.raises(Locked):
        Store(tmp_path / "art.leadline")
    first.close()
    first.close()
    Store(tmp_path / "art.leadline").close()


def test_another_program_in_the_file_is_named_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)
    with Store(tmp_path / "art.leadline") as store:
        stranger = sqlite3.connect(store.path, isolation_level=None)
        stranger.execute("BEGIN IMMEDIATE")
        with pytest.raises(Locked, match=r"Another program is writing to .*art\.leadline"):
            store.add_source("art", "https://art.example/")
        stranger.close()
        store.add_source("art", "https://art.example/")


def fill(path: Path) -> tuple[int, str]:
    """Write pages until the disk says no; how many were acknowledged, and the sentence."""
    done = 0
    with Store(path) as store:
        store.add_source("art", "https://art.example/")
        try:
            for at in range(10_000):
                url = f"https://art.example/?page={at}"
                number = store.add_page("art", Page(Request("GET", url), url, 200), None)
                store.take(
                    "art",
                    None,
                    number,
                    [Record("art", f"/{at}/{i}", (Field("text", "x" * 2000),)) for i in range(20)],
                )
                done += 1
        except StoreError as error:
            return done, str(error)
    return done, "never full"


def kept(path: Path, done: int) -> None:
    with Reader(path) as reader:
        assert reader.counts().records == len(list(reader.records())) >= done * 20
        assert done > 3


def test_a_full_disk_is_said_in_one_sentence_and_what_was_stored_is_kept(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("a small disk can be mounted by root only")
    try:
        done, sentence = fill(disk / "art.leadline")
        assert sentence.startswith("The disk is full: ")
        assert "art.leadline" in sentence
        kept(disk / "art.leadline", done)
        _, sentence = fill(disk / "art.leadline")  # still full, still one sentence
        assert sentence.startswith("The disk is full: ")
        for suffix in ("csv", "jsonl", "parquet", "sqlite", "xlsx"):
            with pytest.raises(StoreError, match=f"The disk is full: .*table.{suffix}"):
                export(disk / "art.leadline", disk / f"table.{suffix}")
        assert {path.name for path in disk.iterdir()} <= {
            f"art.leadline{end}" for end in ("", "-lock", "-wal", "-shm")
        }
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_file_that_may_not_grow_is_said_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "art.leadline"

    def work(report: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))
        done, sentence = fill(path)
        os.write(report, f"{done} {sentence}".encode())

    child, pipe = in_child(work)
    done, sentence = drain(pipe).decode().split(" ", 1)
    assert os.waitpid(child, 0)[1] == 0
    assert sentence == f"The disk under {path} fails, or allows no larger file."
    kept(path, int(done))


def test_a_project_of_a_newer_leadline_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "art.leadline"
    Store(path).close()
    link = sqlite3.connect(path)
    link.execute("PRAGMA user_version = 99")
    link.close()
    for opened in (Store, Reader):
        with pytest.raises(SchemaTooNew, match=r"newer leadline .version 99.*update"):
            opened(path)


def test_a_project_of_an_older_leadline_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "art.leadline"
    Store(path).close()
    with closing(sqlite3.connect(path)) as link:
        link.execute("PRAGMA user_version = 1")
    before = path.read_bytes()
    for opened in (Store, Reader):
        with pytest.raises(StoreError, match=r"older leadline .version 1 .*into a new project"):
            opened(path)
    assert path.read_bytes() == before


def test_that_no_word_was_left_is_forgotten_with_the_failures_before_it(tmp_path: Path) -> None:
    asked = Request("GET", "https://art.example/?q=ink")
    with Store(tmp_path / "art.leadline") as store:
        store.add_source("art", "https://art.example/")
        for word in ("", "oil", "", ""):
            store.add_choice("art", word)
        store.forget_failures("art")
        assert store.choices("art") == ["", "oil", "", ""], "nothing is asked again"
        store.add_failure("art", asked, Unreachable("", asked))
        store.forget_failures("art")
        assert store.choices("art") == ["", "oil"]


def test_a_refused_page_is_forgotten_unless_a_record_came_from_it(tmp_path: Path) -> None:
    def answered(store: Store, at: int, keys: str) -> int:
        url = f"https://art.example/?page={at}"
        number = store.add_page("art", Page(Request("GET", url), url, 200), ("a", at, 1))
        store.take("art", None, number, [Record("art", key, (Field("t", key),)) for key in keys])
        return number

    with Store(tmp_path / "art.leadline") as store:
        store.add_source("art", "https://art.example/")
        first, known, new, detail = (
            answered(store, *each) for each in enumerate(("ab", "b", "bc", ""))
        )
        take_detail(store, "art", "a", detail, (Field("more", "m"),))
        for number in (known, new, detail):
            store.mark_page(number, "Blocked")
        assert [details_of(store, "art", key) for key in "ab"] == [(Field("more", "m"),), None]
        assert store.forget_failures("art") == 1, "what showed nothing new is asked again"
        assert [page.number for page in store.pages("art")] == [first, new, detail]
        assert [(one.key, one.page) for one in store.records("art")] == [
            ("a", 1),
            ("b", 1),
            ("c", 3),
        ]
        assert store.forget_pages("art") == 0
        assert store._all("PRAGMA foreign_key_check") == []


def test_choices_are_kept_in_order_source_by_source(tmp_path: Path) -> None:
    with Store(tmp_path / "art.leadline") as store:
        for source in ("a", "b"):
            store.add_source(source, f"https://{source}.example/")
        for source, word in (("a", "oil"), ("b", "\udce9"), ("a", "ink"), ("a", "oil")):
            store.add_choice(source, word)
        assert store.choices("a") == ["oil", "ink", "oil"]
        assert store.choices("b") == ["\udce9"]
        store.forget_pages("a")
        assert (store.choices("a"), len(store.choices("b"))) == ([], 1)


def test_a_killed_first_start_leaves_an_empty_file_that_the_next_start_uses(tmp_path: Path) -> None:
    path = tmp_path / "art.leadline"
    path.touch()
    with pytest.raises(StoreError, match="is empty"):
        Reader(path)
    with Store(path) as store:
        assert store.sources() == []


def sqlite_of_somebody(path: Path) -> None:
    link = sqlite3.connect(path)
    link.execute("CREATE TABLE mine (x)")
    link.close()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: path.write_text("some,csv\n1,2\n"), "is not a leadline project: no SQLite"),
        (lambda path: path.write_bytes(b"x"), "is not a leadline project: no SQLite"),
        (lambda path: path.mkdir(), "is a folder"),
        (sqlite_of_somebody, "is an SQLite database, but not a leadline project"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000), "project|damaged"),
    ],
)
def test_what_is_no_project_is_left_alone(
    tmp_path: Path, make: Callable[[Path], object], sentence: str
) -> None:
    path = tmp_path / "thing"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    for opened in (Store, Reader):
        with pytest.raises(StoreError, match=sentence):
            opened(path)
    assert not path.is_file() or path.read_bytes() == before


def test_a_damaged_project_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "art.leadline"
    fill_some(path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        for at in range(8192, size - 4096, 4096):
            file.seek(at)
            file.write(b"\xa5" * 2048)
    with pytest.raises(StoreError, match=r"art\.leadline is damaged"), Reader(path) as reader:
        list(reader.records())


def fill_some(path: Path) -> None:
    with Store(path) as store:
        store.add_source("art", "https://art.example/")
        number = store.add_page("art", Page(Request("GET", "u"), "u", 200), None)
        store.take(
            "art",
            None,
            number,
            [Record("art", str(i), (Field("text", "x" * 500),)) for i in range(300)],
        )


def test_a_project_that_was_killed_is_read_without_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "a b?#%.leadline"

    def work(report: int) -> None:
        store = Store(path)
        store.add_source("art", "https://art.example/")
        os.write(report, b"done")
        os.kill(os.getpid(), signal.SIGKILL)
        store.close()

    child, pipe = in_child(work)
    os.waitpid(child, 0)
    os.close(pipe)
    with Reader(path) as reader:
        assert [source.key for source in reader.sources()] == ["art"]


def test_full_synchronisation_is_offered_and_nothing_else(tmp_path: Path) -> None:
    with Store(tmp_path / "a", synchronous="FULL") as store:
        assert store._link.execute("PRAGMA synchronous").fetchone() == (2,)
        assert store._link.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with pytest.raises(ValueError, match="NORMAL or FULL"):
        Store(tmp_path / "b", synchronous="OFF")  # type: ignore[arg-type]


def test_a_missing_project_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no project at .*nowhere"):
        Reader(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_a_row_that_lost_what_overflows_its_page_is_lost_alone(tmp_path: Path) -> None:
    path = tmp_path / "long.sqlite"
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE t (a)")
        base.executemany("INSERT INTO t VALUES (?)", [("x" * 9_000,), ("short",)])
    whole = DamagedFile(path)
    found = DamagedFile(path, bad=[max(whole.pages)]).tree(2)
    assert whole.tree(2).rows == [(1, ["x" * 9_000]), (2, ["short"])]
    assert (found.broken, found.rows) == (True, [(2, ["short"])])
