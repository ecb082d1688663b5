"""The page archive: nothing lost, nothing invented, whatever a page holds and whenever we die."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from archived import archived
from hypothesis import given
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from leadline.errors import StoreError
from leadline.fetch import PageArchive
from leadline.model import ArchiveLocator, Page, Request
from tables import read_text

GET = Request("GET", "http://a.example/s?q=1", (("Referer", "http://a.example/"),))
POST = Request("POST", "http://a.example/s", (("Content-Type", "x"),), b"q=\xc4\xcf\r\n\r\nrest")


GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00"


def page(body: bytes = b"<p>x", request: Request = GET, **more: object) -> Page:
    return Page(
        request, "http://a.example/found", 200, (("Content-Type", "text/html"),), body, **more
    )


ODD = {
    "legacy bytes": page("作者：余华".encode("gbk")),
    "post with a body that looks like a head": page(request=POST),
    "empty": page(b""),
    "binary": page(bytes(range(256)) * 99),
    "a body that is an archive": page(GZIP + b"WARC/1.1\r\nWARC-Type: request"),
    "truncated, timed": page(truncated=True, number=7, fetched_at=1.7e9 + 1 / 3, seconds=0.1),
    "strange status": Page(GET, "http://a.example/", 799),
    "no headers, other address": Page(Request("GET", "http://b.example"), "https://c.example", 200),
    "headers twice, empty, latin-1, with colons": Page(
        GET,
        "http://a.example/",
        404,
        (("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("X", ""), ("Y", "\xe9: \xff"), ("y", ".")),
    ),
    "headers that the archive rewrites": Page(
        GET,
        "http://a.example/",
        200,
        (
            ("Content-Encoding", "gzip"),
            ("content-length", "5"),
            ("Transfer-Encoding", "chunked"),
            ("X-Archive-Orig-Date", "forged"),
        ),
        b"unpacked",
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_a_page_comes_back_as_it_was(tmp_path: Path, name: str) -> None:
    with PageArchive(tmp_path) as archive:
        first, odd = archive.write(page(b"before")), archive.write(ODD[name])
        last = archive.write(page(b"after"))
        assert archive.read(odd) == ODD[name]
        assert [archive.read(first).body, archive.read(last).body] == [b"before", b"after"]
    with PageArchive(tmp_path) as again:
        assert again.read(odd) == ODD[name]
        assert [place for place, _ in archived(again)] == [first, odd, last]


plain = st.characters(codec="latin-1", exclude_categories=["Cc"])
headers = st.lists(
    st.tuples(
        st.text("abcXYZ-", min_size=1),
        st.text(plain).map(lambda text: " ".join(text.splitlines()).strip()),
    )
).map(tuple)


@given(st.binary(max_size=300), headers, headers, st.binary(max_size=50), st.floats(0, 4e9))
def test_any_page_comes_back(
    body: bytes, sent: tuple, got: tuple, posted: bytes, at: float
) -> None:
    import tempfile

    asked = Request("POST", "http://a.example/", sent, posted)
    one = Page(asked, "http://a.example/x", 200, got, body, at)
    with tempfile.TemporaryDirectory() as folder, PageArchive(folder) as archive:
        assert archive.read(archive.write(one)) == one


def test_other_tools_can_read_the_files(tmp_path: Path) -> None:
    with PageArchive(tmp_path) as archive:
        for one in ODD.values():
            archive.write(one)
    with next(tmp_path.iterdir()).open("rb") as file:
        records = [
            (record.rec_type, record.http_headers and record.http_headers.get_statuscode())
            for record in ArchiveIterator(file, check_digests="raise")
            if record.raw_stream.read() is not None
        ]
    assert [kind for kind, _ in records] == ["warcinfo", *["request", "response"] * len(ODD)]
    assert records[2][1] == "200"


def test_files_are_rolled_and_old_locators_stay_good(tmp_path: Path) -> None:
    with PageArchive(tmp_path, max_file_bytes=5000) as archive:
        places = [archive.write(page(os.urandom(1500))) for _ in range(8)]
        assert len({place.file for place in places}) > 2
        bodies = [archive.read(place).body for place in places]
        assert [one.body for _, one in archived(archive)] == bodies
    with PageArchive(tmp_path / "full") as archive:
        first = archive.write(page())
        archive._max_file_bytes = first.offset + first.length
        assert archive.write(page()).file != first.file


@pytest.mark.parametrize(
    "locator",
    [
        ArchiveLocator("pages-000001.warc.gz", 5, 100),
        ArchiveLocator("pages-000001.warc.gz", 10**9, 100),
        ArchiveLocator("pages-000009.warc.gz", 0, 100),
        ArchiveLocator("../../etc/passwd", 0, 100),
    ],
)
def test_a_wrong_locator_is_an_error_not_a_page(tmp_path: Path, locator: ArchiveLocator) -> None:
    with PageArchive(tmp_path) as archive:
        archive.write(page())
        with pytest.raises(StoreError):
            archive.read(locator)


def test_reading_creates_and_changes_nothing(tmp_path: Path) -> None:
    assert list(archived(PageArchive(tmp_path / "none"))) == []
    assert not (tmp_path / "none").exists()
    with PageArchive(tmp_path) as archive:
        archive.write(page())
    path = next(tmp_path.iterdir())
    torn = path.read_bytes() + b"\x1f\x8b\x08\x00torn"
    path.write_bytes(torn)
    assert len(list(archived(PageArchive(tmp_path)))) == 1
    assert path.read_bytes() == torn


def _cuts(size: int, start: int) -> list[int]:
    return sorted({*range(start, size, max(1, (size - start) // 40)), start + 1, size - 1})


@pytest.mark.parametrize("body", [b"<p>small", os.urandom(3000), bytes(200_000)])
def test_a_torn_end_is_cut_wherever_it_tore(tmp_path: Path, body: bytes) -> None:
    with PageArchive(tmp_path) as archive:
        kept = [archive.write(page(b"first")), archive.write(page(body))]
        lost = archive.write(page(body))
    path = tmp_path / lost.file
    whole = path.read_bytes()
    for cut in _cuts(len(whole), lost.offset):
        path.write_bytes(whole[:cut])
        with PageArchive(tmp_path) as archive:
            new = archive.write(page(b"new"))
            assert new.offset == lost.offset, cut
            assert [place for place, _ in archived(archive)] == [*kept, new]
            assert archive.read(new).body == b"new"


@pytest.mark.parametrize(
    "rubbish", [bytes(5000), b"\xff" * 100, b"\x1f\x8b\x08\x00\x00\x00\x00\x00junk"]
)
def test_rubbish_after_the_last_page_is_cut(tmp_path: Path, rubbish: bytes) -> None:
    with PageArchive(tmp_path) as archive:
        kept = archive.write(page())
    path = tmp_path / kept.file
    path.write_bytes(path.read_bytes() + rubbish)
    with PageArchive(tmp_path) as archive:
        new = archive.write(page(b"new"))
        assert new.offset == kept.length + kept.offset
        assert [place for place, _ in archived(archive)] == [kept, new]


def test_pages_after_several_damaged_ones_at_the_end_can_be_read(tmp_path: Path) -> None:
    with PageArchive(tmp_path) as archive:
        places = [archive.write(page(b"<p>%d" % number)) for number in range(4)]
    (path,) = tmp_path.glob("*.gz")
    data = bytearray(path.read_bytes())
    for place in places[2:]:
        data[place.offset + place.length - 12] ^= 255
    path.write_bytes(data)
    with PageArchive(tmp_path) as archive:
        place = archive.write(page(b"<p>new"))
        assert archive.read(place).body == b"<p>new"
        assert archive.read(places[1]).body == b"<p>1"


def test_a_page_that_is_an_archive_itself_does_not_mislead_the_cut(tmp_path: Path) -> None:
    with PageArchive(tmp_path / "other") as other:
        other.write(page(os.urandom(2000)))
        inner = next((tmp_path / "other").iterdir()).read_bytes()
    with PageArchive(tmp_path / "own") as archive:
        kept = [archive.write(page(inner * 3)), archive.write(page(inner))]
    with PageArchive(tmp_path / "own") as archive:
        new = archive.write(page(b"new"))
        assert [place for place, _ in archived(archive)] == [*kept, new]


def test_the_cut_is_found_behind_a_large_page(tmp_path: Path) -> None:
    with PageArchive(tmp_path) as archive:
        kept = archive.write(page(os.urandom(3_000_000)))
    with PageArchive(tmp_path) as archive:
        assert archive.write(page()).offset == kept.offset + kept.length


@pytest.mark.parametrize("cut", [0, 1, 100])
def test_a_file_torn_in_its_first_record_is_left_and_a_new_one_begun(
    tmp_path: Path, cut: int
) -> None:
    with PageArchive(tmp_path) as archive:
        first = archive.write(page())
    path = tmp_path / first.file
    path.write_bytes(path.read_bytes()[:cut])
    with PageArchive(tmp_path) as archive:
        second = archive.write(page())
        assert second.file != first.file
        assert archive.read(second) == page()


def test_a_full_disk_is_a_store_error_and_the_next_page_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PageArchive(tmp_path) as archive:
        kept = archive.write(page())
        write = os.write
        calls = iter([1])

        def full(handle: int, data: bytes) -> int:
            if next(calls, 0):
                return write(handle, data[:50])
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(StoreError, match="No space"):
            archive.write(page(b"lost"))
        monkeypatch.setattr(os, "write", write)
        new = archive.write(page(b"new"))
        assert [place for place, _ in archived(archive)] == [kept, new]


WRITER = read_text(__file__, "WRITER")


def test_after_kill_9_every_acknowledged_page_is_there(tmp_path: Path) -> None:
    for _ in range(3):
        command = [sys.executable, "-c", WRITER, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(30)]
            process.send_signal(signal.SIGKILL)
            lines += process.stdout.readlines()
        with PageArchive(tmp_path) as archive:
            new = archive.write(page(b"new"))
            for line in lines:
                if not line.endswith("\n"):
                    continue
                file, offset, length, n = line.split()
                locator = ArchiveLocator(file, int(offset), int(length))
                assert archive.read(locator).url.endswith(f"?{n}")
            assert list(archived(archive))[-1][0] == new
