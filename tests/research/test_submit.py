"""The submission bench over the gold cases, and that it can tell right from wrong."""

from pathlib import Path

import pytest

from leadline_research.bench.forms.submit import is_right, run
from tables import each_row

PAGE = "<form action=/s><input name=q value=x><button name=b value=1>B</button></form>"


@pytest.mark.gold
def test_every_gold_case_is_right(shared: Path) -> None:
    found = run(shared / "gold" / "submit")
    assert found["wrong"] == []
    assert found["right"] == found["cases"] != 0


@each_row(__file__, "a_wrong_request_is_wrong", "url", "css", "right")
def test_a_wrong_request_is_wrong(url: str, css: str | None, right: bool) -> None:
    assert is_right(["own", PAGE, {}, css, ["GET", url, None, None]]) is right


def test_gbk_mark() -> None:
    case = ["own", "@gbk\n<meta charset=gbk><form><input name=q>", {"q": "书"}, None]
    assert is_right([*case, ["GET", "http://h.test/d/p.html?q=%CA%E9", None, None]])
