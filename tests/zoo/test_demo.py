"""The demo's sources start, overlap, stop, and never outlive the process that started them."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from leadline.errors import LeadlineError
from leadline_zoo import airports, demo
from leadline_zoo.airports import ASIA, asian_table, write_database
from leadline_zoo.browser import Browser
from leadline_zoo.demo import RunningSource, start_demo_sources
from leadline_zoo.source import serve

pytestmark = pytest.mark.skipif(
    not all(map(find_spec, ("airportsdata", "datasette"))), reason="the demo extra is not installed"
)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, RunningSource]]:
    started = start_demo_sources(tmp_path_factory.mktemp("demo"))
    yield {source.name: source for source in started}
    for source in started:
        source.stop()


def get(url: str, charset: str = "utf-8") -> str:
    with urlopen(url, timeout=120) as page:
        return page.read().decode(charset)


def test_datasette_finds_airports_by_words(both: dict[str, RunningSource]) -> None:
    page = get(both["airports"].url + "?_search=heathrow")
    assert "London Heathrow Airport" in page
    assert "EGLL" in page


def test_datasette_shows_everything_in_pages_of_a_hundred(both: dict[str, RunningSource]) -> None:
    page = get(both["airports"].url)
    assert re.search(r"2\d,\d{3} rows", page)
    assert page.count('class="col-icao type-') >= 100
    assert "_next=" in page


def test_the_chinese_source_knows_the_same_codes(both: dict[str, RunningSource]) -> None:
    url = both["airports-zh"].url
    assert "亚洲机场数据库" in get(url, "gbk")
    found = get(
        url.replace("index.asp", "search.asp?db=yazhou&keyword=%B1%B1%BE%A9"), "gbk"
    )  # 北京
    assert "ZBAA" in found
    assert "四字码" in found


def test_all_asian_airports_are_there_by_percent_and_only_there() -> None:
    table = asian_table()
    assert len(table.rows) > 2000
    with serve(ASIA, table) as source:
        page = Browser(source).search("%")
        assert f"{len(table.rows):,}" in page.html
        assert "请输入" in Browser(source).search("").html


def test_the_database_is_written_anew_each_time(tmp_path: Path) -> None:
    path = tmp_path / "airports.db"
    path.write_bytes(b"left over")
    assert write_database(path) > 28_000


def test_stopping_twice_is_harmless_and_stops(tmp_path: Path) -> None:
    started = start_demo_sources(tmp_path)
    for source in started * 2:
        source.stop()
    for source in started:
        with pytest.raises((URLError, ConnectionError)):
            urlopen(source.url, timeout=5)


def test_children_end_with_their_parent(tmp_path: Path) -> None:
    program = (
        "import os, sys, pathlib\n"
        "from leadline_zoo.demo import start_demo_sources\n"
        "for source in start_demo_sources(pathlib.Path(sys.argv[1])): print(source.url)\n"
        "sys.stdout.flush()\n"
        "os.kill(os.getpid(), 9)\n"
    )
    parent = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, check=False
    )
    urls = parent.stdout.decode().split()
    assert len(urls) == 2, parent.stderr.decode()
    assert all(_gone(url) for url in urls)


def _gone(url: str) -> bool:
    for _ in range(2000):
        try:
            urlopen(url, timeout=5).close()
        except (URLError, ConnectionError):
            return True
        time.sleep(0.05)
    return False


def test_a_source_that_cannot_start_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "airports.db").mkdir()  # a folder where the file should be
    monkeypatch.setattr(demo, "NAMES", ("airports",))
    with pytest.raises(LeadlineError, match="'airports' did not start"):
        start_demo_sources(tmp_path)


def test_without_the_extra_the_person_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "airportsdata", None)
    with pytest.raises(LeadlineError, match="demo"):
        airports.load_airports()
