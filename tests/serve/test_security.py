"""What the server refuses, and the headers of what it gives."""

import re
from pathlib import Path

import pytest
from serving import ORIGIN, client, csrf_of, make_project, paintings, post

from leadline.serve.application import ROOMS
from leadline.serve.security import ACCESS_COOKIE, MAX_BODY_BYTES, AccessPolicy

TOKEN = "a-long-enough-token"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_project(tmp_path / "art", paintings())
    return tmp_path


OURS = ["localhost:8765", "127.0.0.1", "[::1]:8765"]
OTHERS = ["rebound.example", "rebound.example:8765", "", "[", "127.0.0.1.x"]


@pytest.mark.parametrize("host", OURS + OTHERS)
def test_another_host_name_than_those_of_this_machine_gets_nothing(host: str, folder: Path) -> None:
    status = client(folder).get("/", headers={"host": host}).status_code
    assert status == (200 if host in OURS else 421)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "x"])
def test_another_origin_gets_nothing(origin: str, folder: Path) -> None:
    made = client(folder)
    data = {"csrf": csrf_of(made), "url": "http://a.example/"}
    assert made.post("/looks", data=data, headers={"origin": origin}).status_code == 403
    assert made.get("/", headers={"origin": origin}).status_code == 403
    assert made.app.state.board.jobs() == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_changes_nothing(site: str, folder: Path) -> None:
    made = client(folder)
    answer = made.post("/looks", data={"csrf": csrf_of(made)}, headers={"sec-fetch-site": site})
    assert answer.status_code == 403


def test_every_change_needs_the_csrf_token(folder: Path) -> None:
    made = client(folder)
    changes = [
        (route.path.replace("{name}", "art").replace("{key}", "x"), method)
        for room in ROOMS
        for route in room.router.routes
        for method in getattr(route, "methods", ())
        if method not in ("GET", "HEAD")
    ]
    assert len(changes) >= 9
    for path, method in changes:
        for data in ({}, {"csrf": "x"}, {"csrf": ""}):
            answer = made.request(method, path, data=data)
            assert (path, answer.status_code) == (path, 403)
        wrong = made.request(method, path, json={"csrf": csrf_of(made)})
        assert (path, wrong.status_code) == (path, 403)


def test_a_large_body_is_refused_unread(folder: Path) -> None:
    made = client(folder)
    long = b"url=" + b"a" * MAX_BODY_BYTES
    assert made.post("/looks", content=long).status_code == 413
    assert made.post("/looks", content=iter([long[:-9], long])).status_code == 413
    assert made.post("/looks", content=b"", headers={"content-length": "-1"}).status_code == 413


def test_every_answer_has_a_strict_policy(folder: Path) -> None:
    made = client(folder)
    for path in ("/", "/projects/art/table", "/static/style.css", "/nowhere", "/api/projects"):
        headers = made.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
    text = made.get("/projects/art/table").text
    assert not re.search(r"<script(?![^>]*\bsrc=\"/static/)|\son\w+=|\sstyle=|javascript:", text)


def test_an_archived_page_may_do_nothing(folder: Path) -> None:
    headers = client(folder).get("/projects/art/pages/1/archived").headers
    policy = headers["content-security-policy"]
    assert policy.startswith("sandbox; default-src 'none'")
    assert "script" not in policy
    assert headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "name",
    ["%2e%2e", "..%2foutside", "art%2f..%2fart", "art%00", "..%5coutside", "x", "~", "%252e%252e"],
)
def test_no_name_leads_out_of_the_folder(name: str, tmp_path: Path) -> None:
    make_project(tmp_path / "in" / "art", paintings())
    make_project(tmp_path / "outside", paintings())
    made = client(tmp_path / "in")
    for rest in ("", "/table", "/pages/1/archived", "/download?format=csv"):
        answer = made.get(f"/projects/{name}{rest}")
        assert answer.status_code in (200, 404)
        assert "Water lilies" not in answer.text
    assert made.get("/static/..%2f..%2fsecurity.py").status_code == 404


def test_a_single_project_shows_no_other(folder: Path) -> None:
    make_project(folder / "other", paintings())
    made = client(folder / "art")
    assert made.get("/projects/art").status_code == 200
    assert made.get("/projects/other").status_code == 404


def test_another_address_needs_a_long_token() -> None:
    with pytest.raises(ValueError, match="give a token"):
        AccessPolicy("0.0.0.0")
    with pytest.raises(ValueError, match="16 characters"):
        AccessPolicy("127.0.0.1", "short")


def test_with_a_token_nothing_is_shown_without_it(folder: Path) -> None:
    policy = AccessPolicy("192.0.2.1", TOKEN)
    made = client(folder, policy)
    assert made.get("/").headers["location"].startswith("/login")
    assert made.get("/api/projects").status_code == 401
    assert made.post("/harvests").status_code == 401
    assert "art" not in made.get("/login").text
    assert made.get("/", headers={"host": "evil.example"}).status_code == 421
    assert post(made, "/login", token="wrong").status_code == 403
    made.cookies.set(ACCESS_COOKIE, "wrong")
    assert made.get("/").status_code == 303
    made.cookies.clear()
    entered = post(made, "/login", token=TOKEN, next="//evil.example")
    assert entered.headers["location"] == "/"
    assert {"httponly", "samesite=strict"} <= set(entered.headers["set-cookie"].lower().split("; "))
    assert made.get("/").status_code == 200
    bearer = {"authorization": f"Bearer {TOKEN}"}
    fresh = client(folder, policy)
    assert fresh.get("/api/projects", headers=bearer).json()[0]["name"] == "art"
    wrong = {"authorization": "Bearer wrong"}
    assert fresh.get("/api/projects", headers=wrong).status_code == 401


def test_a_form_of_before_the_login_changes_nothing_after_it(folder: Path) -> None:
    made = client(folder, AccessPolicy("192.0.2.1", TOKEN))
    before = csrf_of(made, "/login")
    post(made, "/login", token=TOKEN)
    answer = made.post("/looks", data={"csrf": before}, headers={"origin": ORIGIN})
    assert answer.status_code == 403
