"""Walks of whole answers: every kind of pager and total, and whatever goes wrong on the way."""

import re
from dataclasses import replace
from urllib.parse import parse_qs

import pytest
from walks import Spoil, Walker, cut, unreachable, walk_answer, walker

from amounts import further
from leadline.crawl.client import ask
from leadline.errors import FetchError
from leadline.model import Page, Request
from leadline.wrapper.packed.row_block import RowBlock
from leadline.wrapper.reading import RecordRow
from leadline_zoo.spec import Engine, Faults, Form, Pager, SourceSpec, Total
from tables import each_row, words

KINDS = tuple(
    words(
        "next arrow numbers offset path session keyset window images more buttons post webforms"
        " head none"
    )
)


TOKEN_FORM = Form("POST", action="/find", token=True)


def spec(
    kind: str,
    total: str = "exact",
    count: int = 90,
    size: int = 20,
    *,
    engine: Engine | None = None,
    form: Form | None = None,
    faults: Faults | None = None,
    parameter: str = "page",
    beyond: str = "empty",
) -> SourceSpec:
    posted = kind in ("post", "webforms")
    form = form or Form(
        "POST" if posted else "GET",
        action="/find",
        webforms=kind == "webforms",
        button="go" if kind == "webforms" else "",
    )
    pager = Pager(kind, size, beyond=beyond, last_arrow=kind == "arrow", parameter=parameter)  # type: ignore[arg-type]
    return SourceSpec(
        "source",
        "books",
        count,
        form=form,
        pager=pager,
        total=Total(total),  # type: ignore[arg-type]
        engine=engine or Engine(),
        faults=faults or Faults(),
    )


def ideal(found: Walker) -> int:
    pager = found.wire.site.spec.pager
    return 1 if pager.kind == "none" else -(-found.records // pager.size)


def page_of(request: Request) -> int:
    """The page number (or offset) that a request asks for."""
    text = request.url.partition("?")[2] + "&" + request.body.decode("latin-1")
    value = parse_qs(text).get("page", ["1"])[0]
    return int(value) if value.isdecimal() else 0


# --- kinds and totals ---


@pytest.mark.parametrize("total", words("range exact absent pages approximate double"))
@pytest.mark.parametrize("kind", KINDS)
def test_every_pager_is_walked_to_its_end(kind: str, total: str) -> None:
    found = walker(spec(kind, total))
    walked = found.walk()
    assert len(walked.keys) == found.records
    assert walked.finished, walked.reason
    assert not walked.progress.truncated
    assert len(found.gets) <= ideal(found) + 1  # one try beyond the end, where the total is vague


@pytest.mark.parametrize("beyond", ["empty", "first", "last", "404", "hang"])
@pytest.mark.parametrize("total", [further("exact"), "absent", further("pages")])
def test_pages_that_no_link_shows_are_counted_to(total: str, beyond: str) -> None:
    found = walker(spec("window", total, count=230, size=10, beyond=beyond))
    walked = found.walk()  # the pager links the first twenty pages only
    assert len(walked.keys) == 230
    assert walked.finished
    assert len(found.gets) <= 24


@pytest.mark.parametrize("beyond", ["empty", "first", "last", "404", "hang"])
def test_a_useless_try_beyond_the_end_is_not_repeated(beyond: str) -> None:
    found = walker(spec("next", "absent", count=80, beyond=beyond))
    assert len(found.walk().keys) == 80
    assert len(found.gets) == 5  # four full pages, no total: once it is looked whether that is all
    assert len(found.walk().keys) == 80
    assert len(found.gets) == 4


# --- sessions ---


def test_a_query_kept_by_the_server_is_told_again_after_other_requests() -> None:
    found = walker(spec("session", "absent"))
    first = found.drive(ask(found.source, "", "try"))
    found.drive(ask(found.source, "history", "try"))
    walked = found.drive(walk_answer(found.source, "", first, break_off=False))
    assert len(walked.keys) == found.records


@pytest.mark.parametrize(
    ("kind", "form", "after"),
    [
        ("session", None, 2),
        ("session", None, 4),
        ("session", None, 7),
        ("post", TOKEN_FORM, 6),
        ("post", TOKEN_FORM, 3),
    ],
    ids=["kept query, for one page", "kept query", "kept query, later", "token", "token, often"],
)
def test_a_lost_session_is_begun_again(kind: str, form: Form | None, after: int) -> None:
    whole = spec(kind, "exact", form=form, count=160)
    found = walker(whole)
    found.wire.site.spec = replace(whole, faults=Faults(session_after=after))
    walked = found.walk()
    assert len(walked.keys) == found.records
    assert walked.finished


@pytest.mark.parametrize("total", ["exact", "absent"])
@pytest.mark.parametrize(("kind", "form"), [("session", None), ("post", TOKEN_FORM)])
@pytest.mark.parametrize("place", [1, 2, 5, *map(further, (3, 4, 6, 7, 8, 9)), 10])
def test_a_session_lost_at_any_page_is_begun_again(
    kind: str, form: Form | None, total: str, place: int
) -> None:
    whole = spec(kind, total, form=form, count=160)
    found = walker(whole)
    site = found.wire.site
    site.spec = replace(whole, faults=Faults(session_after=1_000))
    site.result_pages = 1_000 - place
    walked = found.walk()
    assert len(walked.keys) == found.records
    assert walked.finished
    assert len(found.gets) <= ideal(found) + 5  # one beyond the end, two to begin again, the same


def test_what_a_link_asks_is_posted_where_only_a_post_is_answered() -> None:
    found = walker(spec("next", "exact", form=TOKEN_FORM, count=160))
    walked = found.walk()
    assert len(walked.keys) == found.records
    assert walked.finished
    learned = found.source.pager
    assert learned.submits_links
    assert len(found.walk().keys) == found.records
    assert not [each for each in found.gets if each.request.method == "GET"]  # not tried again


def test_a_session_that_is_lost_at_every_page_ends_the_walk_unfinished() -> None:
    found = walker(spec("session", "exact"))
    found.wire.site.spec = replace(found.wire.site.spec, faults=Faults(session_after=1))
    walked = found.walk()
    assert not walked.finished
    assert len(found.gets) <= 10


# --- pages that come spoilt ---


def cutting(pages: dict[int, int], step: int = 1) -> Spoil:
    """Cuts these pages (numbers or offsets), each so many times."""

    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        return cut(page) if time <= pages.get(page_of(request) // step * step, 0) else page

    return spoil


@each_row(__file__, "CUT_PAGES", "kind", "pages", "whole")
def test_cut_pages(kind: str, pages: list[tuple[int, int]], *, whole: bool) -> None:
    found = walker(spec(kind, count=130), cutting(dict(pages), 20 if kind == "offset" else 1))
    walked = found.walk()
    always = sum(1 for _, times in pages if times > 1)
    assert (len(walked.keys) == 130) is whole
    assert walked.finished is whole
    assert walked.progress.truncated is not whole
    assert len(walked.keys) >= 130 - 20 * always
    assert found.records == 130
    assert (
        len(found.gets) <= ideal(found) * (2 if kind == "keyset" else 1) + len(pages) + 3 * always
    )


def test_an_offset_pager_goes_on_behind_the_rows_of_a_cut_page() -> None:
    """The server takes any offset: nothing is lost though one page is cut whenever it comes."""
    found = walker(spec("offset", "absent", count=130))
    site = found.wire.site

    def serve(request: Request, page: Page, time: int) -> Page | FetchError:
        offset = page_of(request) if "page=" in request.url else 0
        if offset % 20:
            rows = re.findall(rb"<tr><td.*?</tr>", everything.body, re.DOTALL)
            shown = b"".join(rows[offset : offset + 20])
            following = f'<li class="next"><a href="/find?q=&amp;page={offset + 20}">Next</a></li>'
            more = following.encode() if offset + 20 < len(rows) else b""
            head, _, rest = page.body.partition(b"<tr><td")
            tail = re.sub(
                rb'(?s)<ul class="pagination">.*?</ul>', b"", rest.rpartition(b"</tr>")[2]
            )
            pager = b'<ul class="pagination">' + more + b"</ul></main>"
            return replace(page, body=head + shown + tail.replace(b"</main>", pager))
        return cut(page, 0.5) if offset == 40 else page

    pager = site.spec.pager
    site.spec = replace(site.spec, pager=replace(pager, size=130))
    everything = found.wire(Request("GET", found.source.request("").url))
    assert isinstance(everything, Page)
    site.spec = replace(site.spec, pager=pager)
    found.wire.spoil = serve
    walked = found.walk()
    assert len(walked.keys) == 130
    assert walked.rows == 130


@pytest.mark.parametrize(
    ("status", "pages", "whole", "most"),
    [(500, {3: 1}, True, 6), (500, {3: 9}, False, 5), (0, {3: 9}, False, 3)],
    ids=["500 once", "500 always", "no answer"],
)
def test_errors(status: int, pages: dict[int, int], *, whole: bool, most: int) -> None:
    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        if time > pages.get(page_of(request), 0):
            return page
        return Page(request, page.url, status) if status else unreachable(request)

    found = walker(spec("next", "absent"), spoil)
    walked = found.walk()
    assert walked.finished is whole
    assert (len(walked.keys) == found.records) is whole
    assert len(found.gets) <= most


def test_a_page_on_which_the_server_always_fails_costs_only_its_own_rows() -> None:
    """One record that the server cannot show; the total says that more stands behind it."""

    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        return Page(request, page.url, 500) if page_of(request) == 3 else page

    found = walker(spec("next", "exact", count=130), spoil)
    walked = found.walk()
    assert len(walked.keys) == 110
    assert walked.progress.truncated
    assert not walked.finished
    assert not walked.capped, "what is missing is no depth at which the source hides the rest"


@pytest.mark.parametrize("status", [403, 401, 500, 503])
def test_an_answer_whose_next_page_is_never_given_has_not_ended(status: int) -> None:
    """The first page is full and links to a second one: no walk ever got there."""

    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        return Page(request, page.url, status) if page_of(request) > 1 else page

    walked = walker(spec("next", "absent"), spoil).walk()
    assert not walked.finished
    assert str(status) in walked.reason


@pytest.mark.parametrize("total", ["exact", "absent"])
def test_another_page_in_place_of_results_is_asked_again(total: str) -> None:
    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        text = b"<html><body><p>Please wait a little.</p></body></html>"
        return replace(page, body=text) if page_of(request) == 3 and time == 1 else page

    found = walker(spec("next", total), spoil)
    assert len(found.walk().keys) == found.records


def test_a_captcha_is_not_the_end_of_an_answer() -> None:
    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        text = b"<html><body><p>Are you a robot?</p><form><input name=captcha></form></body></html>"
        return replace(page, body=text) if page_of(request) == 3 else page

    walked = walker(spec("next", "absent"), spoil).walk()
    assert not walked.finished
    assert not walked.capped


def test_pages_that_never_close_are_whole_where_something_follows_the_records() -> None:
    """The first pages ended with </html>, all later ones do not: no row is dropped for that."""

    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        return replace(page, body=page.body.replace(b"</html>", b""))

    found = walker(spec("next"), spoil)
    walked = found.walk()
    assert len(walked.keys) == found.records
    assert walked.finished
    assert not walked.progress.truncated
    assert len(found.gets) <= ideal(found) + 1


def test_pages_that_never_close_are_asked_again_three_times_only() -> None:
    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        return replace(page, body=page.body.replace(b"</html>", b""))

    found = walker(spec("next", "absent", size=40), spoil)
    for count in range(8):
        found.walk("history" if count % 2 else "the")
    assert not any(get.delay for get in found.gets)
    assert found.walk().finished


def test_a_form_that_is_refused_is_sent_without_odd_hidden_fields() -> None:
    """A tab in a hidden field got 400 from a web server; without the field page 2 came."""

    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        if b"%09" in request.body:
            return Page(request, page.url, 400)
        odd = b'<input type="hidden" name="junk" value="a\tb"><input type="hidden" name="page"'
        return replace(page, body=page.body.replace(b'<input type="hidden" name="page"', odd))

    found = walker(spec("post"), spoil)
    assert len(found.walk().keys) == found.records
    assert found.source.pager.dropped_fields_level == 1
    assert len(found.gets) == ideal(found) + 1


def test_a_form_that_is_refused_is_sent_without_fields_the_entry_form_lacks() -> None:
    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        if b"stale=" in request.body:
            return Page(request, page.url, 403)
        odd = b'<input type="hidden" name="stale" value="1"><input type="hidden" name="page"'
        return replace(page, body=page.body.replace(b'<input type="hidden" name="page"', odd))

    found = walker(spec("post"), spoil)
    assert len(found.walk().keys) == found.records
    assert found.source.pager.dropped_fields_level == 2


# --- totals that are another number, and caps ---


def saying(text: str) -> Spoil:
    """Every page says this about the size of its answer ({page} is its number)."""

    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        said = text.replace("{page}", str(20 * page_of(request))).encode()
        body = re.sub(rb"(?s)(<p class='count'>).*?(</p>)", rb"\g<1>" + said + rb"\g<2>", page.body)
        return replace(page, body=body)

    return spoil


@pytest.mark.parametrize("said", ["20 results found", "40 results found", "{page} results found"])
def test_a_number_that_is_not_the_total_does_not_end_the_walk(said: str) -> None:
    found = walker(spec("next"), saying(said))
    assert len(found.walk().keys) == found.records
    assert found.source.wrapper is not None
    assert found.source.wrapper.total is None
    assert any("another number" in note or "page to page" in note for note in found.notes)


def test_a_depth_that_two_answers_share_is_not_asked_beyond_again() -> None:
    found = walker(spec("next", count=400, engine=Engine(cap=60, empty="nothing", match="or")))
    for query, pages in (("the", 4), ("of", 4), ("and", 3)):
        walked = found.walk(query)
        assert walked.capped
        assert walked.rows == 60
        assert len(found.gets) == pages + (1 if query == "the" else 0)


# --- answers in motion ---


@pytest.mark.parametrize("sorts", [("title", "year"), ()], ids=["sort control", "no control"])
def test_shuffled_answers_are_walked_twice_at_most(sorts: tuple[str, ...]) -> None:
    engine = Engine(match="or", order="relevance", unstable=True)
    found = walker(spec("next", engine=engine, form=Form(action="/find", sorts=sorts), count=160))
    walked = found.walk("")
    once = ideal(found)
    assert len(found.gets) <= 2 * once + 2
    assert walked.finished is (len(walked.keys) == 160)
    if sorts:
        assert len(walked.keys) == 160
        assert found.source.form.order == (("sort", "title"),)
        found.walk("")
        assert len(found.gets) == once


def test_two_lists_in_one_answer_are_no_shuffled_answer() -> None:
    found = walker(spec("next", "double", size=5))
    walked = found.walk("history")
    assert walked.finished
    assert walked.rows > len(walked.keys)
    assert found.source.pager.is_order_unstable is False
    pages = walked.pages
    found.walk("history")
    assert len(found.gets) == pages  # asked once a source


def test_a_source_that_shows_the_same_records_for_ever() -> None:
    """Each page is another shuffle of page 1, and each links on."""

    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        number = page_of(request)
        first = found.wire.site.answer("GET", "/find?q=").body
        rows = re.findall(rb"<tr><td.*?</tr>", first, re.DOTALL)
        turned = b"".join(rows[number % 7 :] + rows[: number % 7])
        body = first.replace(b"".join(rows), turned)
        return replace(page, body=body.replace(b"page=2", b"page=%d" % (number + 1)))

    found = walker(spec("next", "absent"))
    found.walk()  # the pager is known
    found.wire.spoil = spoil
    assert len(found.walk().keys) == 20
    assert len(found.gets) <= 5


def test_the_same_pages_give_the_same_requests() -> None:
    """A killed run is resumed by replay."""
    asked = []
    for _ in range(2):
        found = walker(spec("post", count=160), cutting({3: 1, 5: 9}))
        found.walk()
        asked.append([get.request for get in found.gets])
    assert asked[0] == asked[1]


@pytest.mark.parametrize(
    ("total", "taken", "left"),
    [("exact", 120, False), ("exact", 195, True), ("absent", 120, True)],
    ids=["four pages of news are owed", "less than a page is", "nothing says what is owed"],
)
def test_known_pages_at_the_front_do_not_end_a_walk_that_owes_news(
    total: str, taken: int, left: bool
) -> None:
    """The newest come first, and they were taken before."""
    every = [row.key for row in walker(spec("next", total, count=200)).walk().rows_by_key]
    found = walker(spec("next", total, count=200))
    known = [RecordRow(key, (), "") for key in every[:taken]]
    found.source.texts_by_key.add(RowBlock.pack(known), every[:taken])
    found.walk(break_off=True)
    assert bool(set(every) - set(found.source.texts_by_key)) is left


def test_after_pages_in_vain_a_long_answer_is_left_behind_its_first_page() -> None:
    found = walker(spec("next", count=200))
    first, again = found.walk(), [found.walk(break_off=True) for _ in range(4)]
    assert (first.pages, [walk.pages for walk in again]) == (10, [3, 3, 3, 1])
    assert all(walk.broken_off for walk in again)
