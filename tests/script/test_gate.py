"""What a page may send while it is watched, and what it may not."""

from pathlib import Path

from leadline.script.gate import may_send, may_send_frame
from tables import each_row, read_rows

FRAMES_SENT = read_rows(__file__, "FRAMES_SENT")
FRAMES_KEPT = read_rows(__file__, "FRAMES_KEPT")


@each_row(__file__, "REQUESTS", "asked", "body", "options", "is_sent")
def test_a_request_that_only_reads_is_sent(
    asked: str, body: str, options: dict[str, object] | None, is_sent: bool
) -> None:
    method, path, kind = asked.split()
    assert may_send(method, f"http://h.test{path}", body.encode(), kind, **options or {}) is is_sent  # type: ignore[arg-type]


def test_a_frame_that_only_reads_is_sent() -> None:
    assert [frame for frame in FRAMES_SENT if not may_send_frame(frame)] == []
    assert [frame for frame in FRAMES_KEPT if may_send_frame(frame)] == []


REQUESTS = Path(__file__).with_name("gate_requests.tsv").read_text("utf-8").splitlines()


def is_let_through(when: str, asked: str, body: str) -> bool:
    """Judge a row; a page sends by itself what is not typed, but no deed by GET."""
    method, url = asked.split(" ", 1)
    _, _, word = when.partition(":")
    data = body.replace("\\n", "\n").encode()
    return may_send(method, url, data, "fetch", [word] if word else [], is_own=when == "load")


def test_no_deed_is_sent_and_hardly_a_question_is_withheld() -> None:
    rows = [line.split("\t") for line in REQUESTS]
    deeds = [row for kind, *row in rows if kind == "writes"]
    questions = [row for kind, *row in rows if kind == "asks"]
    assert len(rows) >= 300
    assert [row for row in deeds if is_let_through(*row)] == []
    withheld = [row for row in questions if not is_let_through(*row)]
    assert len(withheld) <= 0.03 * len(questions), withheld
