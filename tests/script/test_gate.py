"""What a page may send while it is watched, and what it may not."""

from pathlib import Path

import pytest

from leadline.script.gate import may_send, may_send_frame
from tables import read_rows

SENT = [
    ("POST /api/flows/filter fetch", b'{"name": "sea"}', {}),
    ("POST /signin xhr", b"", {}),  # by nobody, as pages open to all do
    ("POST /auth/noauth xhr", b"", {}),
    ("POST /documents:runQuery fetch", b"{}", {}),
    ("POST /people fetch", b'{"pageNumber": 1}', {}),
    ("POST /queue/join fetch", b'{"data": ["sea"]}', {"typed": ["sea"]}),
    ("POST /api/login xhr", b'{"passive": true}', {}),  # still nobody
    ("POST /classes/Ship xhr", b'{"_method": "GET"}', {}),  # a GET inside
    ("GET /locales/delete.json xhr", b"", {}),
    ("GET /api/run?start=0 xhr", b"", {"is_own": True}),  # runs are its things
    ("POST /api/get_run_summary fetch", b"{}", {}),  # runs are its things
    ("POST /rows.php xhr", b"op=feeds&order_by=date", {}),
]
KEPT = [
    ("POST /api/flows/createFlow fetch", b"{}", {}),
    ("POST /graphql fetch", b'{"query": "mutation { drop }"}', {}),
    ("POST /signin xhr", b"user=ann", {}),
    ("POST /api/exec/0 xhr", b"cmd=keys", {}),  # a box was a terminal
    ("POST /api/licensing/trial fetch", b"", {}),
    ("POST /rawrecord fetch", b'{"data": {"title": "sea"}}', {"typed": ["sea"]}),
    ("POST /classes/Ship/find xhr", b'{"_method": "DELETE"}', {}),
    ("GET /classes/Ship xhr", b"", {"said": ["DELETE"]}),  # by a header
    ("GET /item/delete.php?id=7 document", b"", {}),
    ("GET /item.php?action=delete&id=7 xhr", b"", {}),
    ("GET /api/run?start=0 xhr", b"", {}),
    ("GET /api/run/delete xhr", b"", {"is_own": True}),
    ("POST /api/find_and_archive fetch", b"{}", {}),
    ("GET /logo.png image", b"", {}),
]
FRAMES_SENT = read_rows(__file__, "FRAMES_SENT")
FRAMES_KEPT = read_rows(__file__, "FRAMES_KEPT")


@pytest.mark.parametrize(
    ("asked", "body", "options", "is_sent"),
    [*((*row, True) for row in SENT), *((*row, False) for row in KEPT)],
)
def test_a_request_that_only_reads_is_sent(
    asked: str, body: bytes, options: dict[str, object], is_sent: bool
) -> None:
    method, path, kind = asked.split()
    assert may_send(method, f"http://h.test{path}", body, kind, **options) is is_sent  # type: ignore[arg-type]


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
