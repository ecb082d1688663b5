"""Records that stand in one more element than those beside them."""

from __future__ import annotations

import time

import pytest

from leadline.mining.miner import mine_regions, record_text
from leadline.page.dom import parse_html

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
HIT = "<p class=g><a href=/{0}>{0} of the sea</a></p><table><tr><td>About {0}, 19{1}</table>"


def hit(at: int) -> str:
    return HIT.format(NAMES[at], 10 + at)


def records(html: str) -> list[str]:
    document = parse_html(html, "http://h.test/")
    return [record_text(document, span) for span in mine_regions(document)[0].records]


@pytest.mark.parametrize("box", ["blockquote", "div class=more"])
def test_moved_in_hits_are_records_of_their_own(box: str) -> None:
    inner = f"<{box}>{hit(2)}</{box.split()[0]}>"
    body = hit(0) + hit(1) + inner + hit(3) + hit(4) + hit(5)
    wanted = [f"{name} of the sea About {name}, 19{10 + n}" for n, name in enumerate(NAMES)]
    assert records(f"<div>{body}</div>") == wanted


def test_boxes_of_another_make_stay_out() -> None:
    note = "<blockquote><p>Two of these hits</p><p>are on one host.</p></blockquote>"
    body = hit(0) + hit(1) + hit(2) + note + hit(3)
    assert not any("on one host" in text and "Di" in text for text in records(f"<div>{body}</div>"))


def test_many_boxes_take_linear_time() -> None:
    inner = "<p>a<i>x</i></p><b>b</b>"
    boxes = "".join(f"<div class={chr(97 + n % 26)}x>{inner}</div>" for n in range(8_000))
    started = time.process_time()
    mine_regions(
        parse_html(f"<div><p>a</p><b>b</b><p>c</p><b>d</b>{boxes}</div>", "http://h.test/")
    )
    assert time.process_time() - started < 20
