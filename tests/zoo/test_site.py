"""The habits and faults a spec can ask for, one row each, asked of the program without a wire."""

from dataclasses import replace
from typing import Any

import pytest

from leadline_zoo.data.tables import RECIPES, Recipe, Table, make_table
from leadline_zoo.site import Site
from leadline_zoo.spec import Engine, Faults, Form, Look, Pager, SourceSpec, Total
from tables import each_row, read_rows

ROWS = tuple(read_rows(__file__, "ROWS"))
SMALL = Table(
    Recipe("en", {"title": (), "author": (), "subject": ()}, category="subject"), ROWS
)  # fmt: skip


def site(**parts: object) -> Site:
    spec = SourceSpec("small", "books", **parts)  # type: ignore[arg-type]
    return Site(spec, SMALL)


@each_row(__file__, "ENGINES", "engine", "query", "found", "why", empty=dict)
def test_engine(engine: dict[str, Any] | None, query: str, found: str, why: str | None) -> None:
    hits = site(engine=Engine(**engine or {})).index.search(query)
    assert "".join(ROWS[n]["id"] for n in hits.rows) == found, why


def books(**parts: object) -> Site:
    return Site(SourceSpec("shelf", "books", count=60, **parts))  # type: ignore[arg-type]


def ask(source: Site, query: str) -> tuple[int, str]:
    reply = source.answer("GET", f"/search?{query}")
    return reply.status, reply.body.decode()


def rows_of(html: str) -> int:
    return html.count('href="/item/')


@each_row(__file__, "beyond_the_end", "beyond", "status", "rows")
def test_beyond_the_end(beyond: str, status: int, rows: int) -> None:
    source = books(pager=Pager("next", 20, beyond=beyond), faults=Faults(hang_seconds=9))  # type: ignore[arg-type]
    reply = source.answer("GET", "/search?q=&page=4")
    html = reply.body.decode()
    assert (reply.status, rows_of(html)) == (status, rows)
    assert reply.hang == (9 if beyond == "hang" else 0)
    first = ask(source, "q=&page=1")[1].partition("<table")[2]
    assert (html.partition("<table")[2].partition("</table")[0] in first) == (
        rows != 20 or beyond == "first"
    )


@pytest.mark.parametrize(("after", "status"), [("empty", 200), ("500", 500), ("404", 404)])
def test_a_cap_hides_the_rest(after: str, status: int) -> None:
    source = books(pager=Pager("next", 20), engine=Engine(cap=30, after_cap=after))  # type: ignore[arg-type]
    pages = [ask(source, f"q=&page={n}") for n in (1, 2, 3)]
    assert [rows_of(html) for _, html in pages] == [20, 10, 0]
    assert "60 results" in pages[0][1]  # the total is stated as if there were no cap
    assert pages[2][0] == status


@pytest.mark.parametrize(("status", "headers"), [(503, 2), (429, 2), (500, 1)])
def test_every_third_request_fails_and_the_next_is_well(status: int, headers: int) -> None:
    source = books(faults=Faults(every=3, status=status))  # type: ignore[arg-type]
    replies = [source.answer("GET", "/search?q=history") for _ in range(7)]
    assert [r.status for r in replies] == [200, 200, status, 200, 200, status, 200]
    assert len(replies[2].headers) == headers  # the cookie, and Retry-After where it helps


def test_truncated_pages_end_in_a_row() -> None:
    source = books(faults=Faults(truncate_every=2))
    whole, cut = ask(source, "q=")[1], ask(source, "q=")[1]
    assert whole.rstrip().endswith("</html>")
    assert whole.startswith(cut)
    assert 0 < rows_of(cut) < rows_of(whole)


def test_the_layout_changes_for_good() -> None:
    source = books(look=Look("ordered", alternate="dl"), faults=Faults(swap_after=2))
    assert ["<ol" in ask(source, "q=")[1] for _ in range(4)] == [True, True, False, False]


def test_a_captcha_comes_with_status_200() -> None:
    source = books(faults=Faults(captcha_at=2))
    seen = [ask(source, "q=") for _ in range(3)]
    assert [(status, "robot" in html) for status, html in seen] == [
        (200, False), (200, True), (200, False),
    ]  # fmt: skip


def test_a_dead_source_says_500() -> None:
    source = books(faults=Faults(dead=True))
    assert [ask(source, "q=")[0] for _ in range(2)] == [500, 500]


def test_a_token_is_bound_to_its_session() -> None:
    source = books(form=Form("POST", token=True))
    entry = source.answer("GET", "/")
    cookie = dict(entry.headers)["Set-Cookie"]
    token = entry.body.decode().partition('name="csrf" value="')[2].partition('"')[0]
    body = f"q=&csrf={token}".encode()
    assert source.answer("POST", "/search", body, cookie).status == 200
    assert source.answer("POST", "/search", body).status == 403
    assert source.answer("POST", "/search", b"q=&csrf=1", cookie).status == 403


def test_a_session_pager_is_lost_with_its_session() -> None:
    source = books(pager=Pager("session", 20), faults=Faults(session_after=3))
    first = source.answer("GET", "/search?q=")
    cookie = dict(first.headers)["Set-Cookie"]
    kinds = []
    for _ in range(2):
        source.answer("GET", "/search?page=2", b"", cookie)
        kinds.append(source.log[-1].kind)
    assert kinds == ["results", "lost"]


def test_pages_of_an_unstable_engine_overlap() -> None:
    spec = SourceSpec("u", "products", 200, engine=Engine("or", order="relevance", unstable=True))
    source = Site(spec)
    shown: list[str] = []
    for page in range(1, 8):
        html = ask(source, f"q=the&page={page}")[1]
        shown += [part.partition('"')[0] for part in html.split('href="/item/')[1:]]
    assert len(set(shown)) < len(shown)


def test_missing_hidden_fields_bring_the_form_back() -> None:
    source = books(form=Form(hidden=(("db", "all"),)))
    assert ask(source, "q=history")
    assert source.answer("GET", "/search?q=history&db=all")
    assert [entry.kind for entry in source.log] == ["entry", "results"]


@pytest.mark.parametrize(
    ("method", "target", "body"),
    [
        ("POST", "/login", b"user=a&pass=b"),
        ("POST", "/newsletter", b"email=a"),
        ("POST", "/basket/add/1008/", b"quantity=1"),
        ("GET", "/language?setlang=de", b""),
        ("GET", "/search?q=history&website=x", b""),  # the honeypot was filled in
    ],
)
def test_traps_are_logged(method: str, target: str, body: bytes) -> None:
    source = books()
    source.answer(method, target, body)
    assert [entry.kind for entry in source.log] == ["trap"]


@each_row(__file__, "totals", "kind", "said")
def test_totals(kind: str, said: str) -> None:
    source = books(total=Total(kind))  # type: ignore[arg-type]
    html = ask(source, "q=&page=2")[1]
    assert said in html
    assert ("class='count'" in html) == bool(said)


def test_double_lists_show_and_count_title_hits_twice() -> None:
    source = site(total=Total("double"))
    html = ask(source, "q=iron")[1]
    assert "4 results found" in html
    assert rows_of(html) == 4


def test_query_bytes_are_read_in_the_charset_of_the_source() -> None:
    spec = SourceSpec("zh", "zh_books", 200, charset="gbk")
    source = Site(spec)
    reply = source.answer("GET", "/search?q=%D1%D0%BE%BF")  # 研究 in GBK
    assert source.index.search("研究").rows
    assert "研究" in reply.body.decode("gbk").partition("<table")[2]


def test_a_select_filters_and_a_sort_select_orders() -> None:
    source = site(form=Form(category="subject", sorts=("title",)))
    html = ask(source, "q=&category=steel&sort=title")[1]
    assert [part[0] for part in html.split('href="/item/')[1:]] == ["1", "2"]
    html = ask(source, "q=&category=rock&sort=title")[1]
    assert rows_of(html) == 2


def test_tables_are_the_same_at_every_run() -> None:
    made = [make_table(name, 50) for name in RECIPES]
    make_table.cache_clear()
    assert [make_table(name, 50).rows for name in RECIPES] == [table.rows for table in made]
    assert all(len({row["id"] for row in table.rows}) == 50 for table in made)


def test_help_pages_are_mixed_in() -> None:
    source = site(engine=Engine(extra=3))
    assert ask(source, "q=")[1].count('href="/help/') == 3
    assert replace(source.spec, count=1).engine.extra == 3
