"""Sources that show one part at a time: by a choice, by boxes, by their order, at another path."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from trait_sites import Harvested, Site, harvested, plain_source

from amounts import further
from leadline_zoo.pages.engine import Hits
from leadline_zoo.spec import Engine, Form, Total

if TYPE_CHECKING:
    from collections.abc import Callable

    from leadline_zoo.data.tables import Row
    from leadline_zoo.pages.view import View
    from leadline_zoo.replies import SiteReply

WORDS_ALONE = Engine("and", empty="nothing", everything=())
ALL = Engine("and", empty="all")


def select(name: str, texts: tuple[str, ...], chosen: str) -> str:
    options = "".join(f"<option{' selected' * (text == chosen)}>{text}</option>" for text in texts)
    return f"<label>{name} <select name={name}>{options}</select></label>"


def boxes(sent: dict[str, str]) -> str:
    ticked = [f"kind{n}" for n in range(6) if f"kind{n}" in sent] or ["kind0", "kind1"]
    return "".join(
        f"<label><input type=checkbox name=kind{n} value=on{' checked' * (f'kind{n}' in ticked)}>"
        f"kind {n}</label>"
        for n in range(6)
    )


class PartSite(Site):
    """Shows of each answer the rows that fit what is sent; ``controls`` stand in its form."""

    controls: Callable[[dict[str, str]], str]
    shows: Callable[[dict[str, str], int, Row], bool]
    sent: dict[str, str]

    def answer(self, method: str, target: str, body: bytes = b"", cookie: str = "") -> SiteReply:
        """Add the controls to the form; pages keep what was sent."""
        fields = parse_qs(urlsplit(target).query)
        self.sent = {name: values[-1] for name, values in fields.items()}
        reply = super().answer(method, target, body, cookie)
        html = reply.body.decode(self.spec.charset)
        if reply.status != 200 or not html:
            return reply
        html = html.replace(
            '<input type="submit"', self.controls(self.sent) + '<input type="submit"'
        )
        kept = "".join(f"{k}={v}&amp;" for k, v in self.sent.items() if k not in {"q", "page"})
        html = re.sub(r"/search\?(?=[^\"]*page=)", f"/search?{kept}", html)
        return replace(reply, body=html.encode(self.spec.charset))

    def find(self, view: View) -> Hits:
        """The hits of the part that is shown."""
        hits = super().find(view)
        return Hits(tuple(n for n in hits.rows if self.shows(self.sent, n, self.rows[n])))


def parted(table: str, engine: Engine, controls: object, shows: object) -> Harvested:
    site = PartSite(plain_source(table, "table", engine=engine, total=Total("exact")))
    site.controls, site.shows = controls, shows  # type: ignore[assignment]
    return harvested(site)


@pytest.mark.parametrize("table", ["books", further("de_press")])
def test_words_are_asked_in_each_part_where_no_query_shows_everything(table: str) -> None:
    """A preset select without "all", and nothing is found where nothing is typed."""

    def shows(sent: dict[str, str], number: int, _row: Row) -> bool:
        return (number % 3 == 0) == (sent.get("state", "open") == "closed")

    result = parted(
        table,
        WORDS_ALONE,
        lambda sent: select("state", ("open", "closed"), sent.get("state", "open")),
        shows,
    )
    assert result.recall >= 0.97


@pytest.mark.parametrize(("shelves", "is_bounded"), [(6, True), (14, False)])
def test_words_are_asked_in_some_parts_and_others_are_named(shelves: int, is_bounded: bool) -> None:
    """No bound is said where words were not asked in each part."""
    names = tuple(f"shelf{n}" for n in range(shelves))

    def shows(sent: dict[str, str], number: int, _row: Row) -> bool:
        return sent.get("shelf", names[0]) == names[number % shelves]

    result = parted(
        "books",
        WORDS_ALONE,
        lambda sent: select("shelf", names, sent.get("shelf", names[0])),
        shows,
    )
    outcome = result.ran.outcome
    assert (outcome.missing_at_most is not None) == is_bounded
    assert result.recall >= 0.97 or not is_bounded
    assert any("not searched" in note for note in outcome.notes) != is_bounded


def test_a_part_that_lacks_the_word_is_asked_others() -> None:
    """Its records are found by long words alone, and the word that finds most is short."""

    def shows(sent: dict[str, str], number: int, _row: Row) -> bool:
        is_closed = sent.get("state", "open") == "closed"
        is_found = not is_closed or len(sent["q"]) > 4
        return is_found and (number % 3 == 0) == is_closed

    def controls(sent: dict[str, str]) -> str:
        return select("state", ("open", "closed"), sent.get("state", "open"))

    assert parted("books", WORDS_ALONE, controls, shows).recall >= 0.97


def test_boxes_of_kinds_with_names_of_their_own_are_all_ticked() -> None:
    """Two of six are ticked, and one alone shows less."""

    def shows(sent: dict[str, str], number: int, _row: Row) -> bool:
        return f"kind{number % 6}" in sent or (
            number % 6 < 2 and not any("kind" in name for name in sent)
        )

    assert parted("books", ALL, boxes, shows).recall == 1.0


def test_all_fields_are_searched_where_the_form_offers_them() -> None:
    """Records without a title of words are found in all fields alone."""

    def shows(sent: dict[str, str], number: int, _row: Row) -> bool:
        return number % 7 > 0 or sent.get("field") == "All fields"

    def controls(sent: dict[str, str]) -> str:
        return select("field", ("Title", "Author", "All fields"), sent.get("field", "Title"))

    assert parted("books", ALL, controls, shows).recall == 1.0


@pytest.mark.parametrize("stated", [True, False])
def test_an_order_that_hides_records_is_seen_by_checks_in_another(stated: bool) -> None:
    """Sorted by date, records without a date are left out."""

    def shows(sent: dict[str, str], number: int, _row: Row) -> bool:
        return number % 7 > 0 or sent.get("sort") == "title"

    site = PartSite(
        plain_source("books", "table", engine=ALL, total=Total("exact" if stated else "absent"))
    )
    site.controls = lambda sent: select("sort", ("date", "title"), sent.get("sort", "date"))  # type: ignore[method-assign]
    site.shows = shows  # type: ignore[method-assign]
    assert harvested(site).recall == 1.0


class ResultSetSite(Site):
    """Leads every search that finds something to the address of its result set."""

    def answer(self, method: str, target: str, body: bytes = b"", cookie: str = "") -> SiteReply:
        """A redirect from the search, and the answer at the other path."""
        parts = urlsplit(target)
        if parts.path == "/set":
            return super().answer(method, f"/search?{parts.query}", body, cookie)
        reply = super().answer(method, target, body, cookie)
        if parts.path != "/search" or b"/item/" not in reply.body or "page=" in parts.query:
            return reply
        return replace(reply, status=302, headers=(("Location", f"/set?{parts.query}"),), body=b"")


@pytest.mark.parametrize("engine", [ALL, WORDS_ALONE])
def test_words_led_to_one_path_show_a_result_list(engine: Engine) -> None:
    """Nonsense is told at once; what finds something is shown at another path."""
    site = ResultSetSite(plain_source("books", "table", engine=engine, form=Form(method="GET")))
    assert harvested(site).recall >= 0.97
