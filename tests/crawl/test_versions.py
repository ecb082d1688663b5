"""Sources that show the rest elsewhere: in another language, catalogue, form, session; or never."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from trait_sites import Harvested, Site, harvested, plain_source

from leadline.page.dom import parse_html
from leadline.wrapper.totals.behaviour import AnswerPage, total_by_behaviour
from leadline_zoo.pages.engine import Hits
from leadline_zoo.spec import Engine, Total

if TYPE_CHECKING:
    from collections.abc import Callable

    from leadline_zoo.pages.view import View
    from leadline_zoo.replies import SiteReply

ALL, WORDS_ALONE = Engine("and", empty="all"), Engine("and", empty="nothing", everything=())
Shown = dict[str, str]
"""What a request carries: ``path`` is its path."""


class RestSite(Site):
    """Shows the rows that fit what was sent; ``changed`` changes the HTML of each page."""

    changed: Callable[[str, Shown], str]
    shows: Callable[[Shown, int], bool]
    sent: Shown
    session: Shown

    def answer(self, method: str, target: str, body: bytes = b"", cookie: str = "") -> SiteReply:
        """A page as it is changed; what /set is sent is kept for the session."""
        parts = urlsplit(target)
        fields = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        self.session = getattr(self, "session", {})
        if parts.path == "/set":
            self.session |= fields
        self.sent = {**self.session, **fields, "path": parts.path}
        if parts.path.startswith("/cat/"):
            target = f"/search?{parts.query}" if parts.query else "/"
        elif parts.path in {"/set", "/more"}:
            target = "/"
        elif parts.path == "/all":
            target = f"/search?{parts.query}"
        reply = super().answer(method, target, body, cookie)
        html = self.changed(reply.body.decode(self.spec.charset), self.sent)
        return replace(reply, body=html.encode(self.spec.charset))

    def find(self, view: View) -> Hits:
        """The hits of what is shown."""
        hits = super().find(view)
        return Hits(tuple(number for number in hits.rows if self.shows(self.sent, number)))


def taken(changed: object, shows: object, engine: Engine = ALL, **look: object) -> Harvested:
    look = {"engine": engine, "total": Total("exact"), **look}
    site = RestSite(plain_source("books", "table", **look))
    site.changed, site.shows = changed, shows  # type: ignore[assignment]
    return harvested(site)


def in_languages(html: str, sent: Shown) -> str:
    """A page whose form sends its language unseen, with a link to another one."""
    own = sent.get("lang", "en")
    hidden = f'<input type="hidden" name="lang" value="{own}"><input type="submit"'
    link = '<body><a href="/search?lang=fr">Français</a>'
    html = html.replace("page=", f"lang={own}&amp;page=").replace("<body>", link)
    return html.replace('<input type="submit"', hidden)


@pytest.mark.parametrize("engine", [ALL, WORDS_ALONE])
def test_what_a_link_to_another_language_shows_is_taken(engine: Engine) -> None:
    """The first page in the other language shows known records, and its total is larger."""

    result = taken(in_languages, lambda sent, n: n < 240 or sent.get("lang") == "fr", engine)
    assert result.recall >= 0.97
    is_said = any("as served" in note for note in result.ran.outcome.notes)
    assert is_said == (engine == WORDS_ALONE), "each part was walked where all is shown"


@pytest.mark.parametrize("stated", [True, False])
def test_a_translation_of_the_same_records_is_not_taken_twice(stated: bool) -> None:
    """Its rows have other texts and addresses; without a total it may hold other records."""

    def changed(html: str, sent: Shown) -> str:
        own, html = sent.get("lang", "en"), in_languages(html, sent)
        return html.replace("/item/", f"/item/{own}/").replace("<td>", f"<td>{own}: ")

    result = taken(changed, lambda _sent, _n: True, total=Total("exact" if stated else "absent"))
    assert len(result.ran.records) == 300
    assert (result.ran.outcome.missing_at_most is not None) == stated


def test_catalogues_of_one_program_are_each_searched() -> None:
    """The entry page has no form, and the form's path names the catalogue."""

    def changed(html: str, sent: Shown) -> str:
        path = sent["path"]
        links = "".join(f'<li><a href="/cat/{n}/search">Shelf {n}</a>' for n in range(3))
        home = f"<html><body><h1>Shelves</h1><ul>{links}</ul></body></html>"
        return home if path == "/" else html.replace('"/search', f'"{path}')

    result = taken(changed, lambda sent, n: n % 3 == int(sent["path"].split("/")[2]))
    assert result.recall == 1.0


def test_a_hidden_value_that_an_advanced_form_offers_as_a_choice_is_released() -> None:
    def changed(html: str, sent: Shown) -> str:
        choices = "<select name=only><option value=any>Any<option value=on>On view</select>"
        hidden = "<input type=hidden name=only value=on>"
        shown = choices if sent["path"] == "/more" else hidden
        link = '<body><a href="/more">Advanced search</a>'
        html = html.replace("page=", f"only={sent.get('only', 'on')}&amp;page=")
        html = html.replace("<body>", link)
        return html.replace('<input type="submit"', f'{shown}<input type="submit"')

    assert taken(changed, lambda sent, n: n % 3 == 0 or sent.get("only") == "any").recall == 1.0


def region(values: tuple[str, ...]) -> Callable[[str, Shown], str]:
    def changed(html: str, sent: Shown) -> str:
        options = "".join(
            f"<option value={v}{' selected' * (v == sent.get('region', 'North'))}>{v}</option>"
            for v in values
        )
        select = f"<label>Region <select name=region>{options}</select></label>"
        return html.replace(
            "<body>", f"<body><form action=/set>{select}<button>Change</button></form>"
        )

    return changed


def test_a_region_that_a_second_form_sets_is_set_to_all() -> None:
    def shows(sent: Shown, number: int) -> bool:
        return number % 3 == 0 or sent.get("region") == "all"

    assert taken(region(("North", "South", "all")), shows).recall == 1.0


def test_regions_without_all_are_named_and_no_bound_is_said() -> None:
    def shows(sent: Shown, number: int) -> bool:
        return (number % 3 == 0) == (sent.get("region", "North") == "North")

    outcome = taken(region(("North", "South")), shows).ran.outcome
    assert outcome.missing_at_most is None
    assert outcome.records == 100
    assert any("not searched" in note and "North" in note for note in outcome.notes)


def test_a_form_that_sets_something_else_changes_nothing() -> None:
    outcome = taken(region(("North", "South")), lambda _sent, _n: True).ran.outcome
    assert outcome.missing_at_most is not None


@pytest.mark.parametrize(
    ("numbers", "is_found"),
    [
        pytest.param((340, 3, 7, 8), True, id="two of three are counted as shown"),
        pytest.param((340, 9, 8, 9), False, id="none equals the rows shown"),
        pytest.param((340, 3, 7, 4), False, id="one is below the rows shown"),
    ],
)
def test_a_number_that_counts_what_is_withheld_too_is_the_total(
    numbers: tuple[int, ...], is_found: bool
) -> None:
    pages = [
        AnswerPage(parse_html(f"<p>{number} pictures", ""), str.casefold, rows, goes_on=rows == 10)
        for number, rows in zip(numbers, (10, 3, 7, 6), strict=True)
    ]
    assert (total_by_behaviour(pages, None) is not None) == is_found


@pytest.mark.parametrize("counts", [(9, 6, 5, 8, 14), (9, 6, 6, 6, 14)], ids=["follows", "not"])
def test_a_row_of_page_numbers_is_not_counted(counts: tuple[int, ...]) -> None:
    rows = (10, 7, 6, 9, 10)
    pages = [
        AnswerPage(parse_html(f"<p>{count} pictures", ""), str.casefold, shown, goes_on=shown == 10)
        for count, shown in zip(counts, rows, strict=True)
    ]
    assert total_by_behaviour(pages, None) is None
    assert (total_by_behaviour(pages, None, 1) is not None) == (counts[2] == 5)


def test_a_link_of_the_last_page_that_widens_the_search_is_followed() -> None:
    """Only the last page says that older records are searched on request."""

    def changed(html: str, sent: Shown) -> str:
        word = sent.get("q", "")
        link = f'<p><a href="/search?q={word}&amp;age=all">Older ones too</a></p></body>'
        html = html.replace("page=", "age=all&amp;page=") if "age" in sent else html
        is_last = sent["path"] == "/search" and "age" not in sent and "page=" not in html
        return html.replace("</body>", link) if is_last or sent.get("page") == "16" else html

    result = taken(changed, lambda sent, n: n < 160 or "age" in sent)
    assert result.recall == 1.0


def served(sent: Shown, name: str, value: str) -> str:
    """What is sent, else what the entry page fills in."""
    return sent.get(name, "" if sent["path"] == "/search" else value)


def filled(**values: str) -> Callable[[str, Shown], str]:
    """Boxes that are served with a text, and links of the pager that send it on."""

    def changed(html: str, sent: Shown) -> str:
        own = {name: served(sent, name, value) for name, value in values.items()}
        boxes = "".join(f'<label>{n} <input name={n} value="{v}"></label>' for n, v in own.items())
        kept = "".join(f"{name}={value}&amp;" for name, value in own.items())
        html = html.replace("page=", f"{kept}page=")
        return html.replace('<input type="submit"', f'{boxes}<input type="submit"')

    return changed


def month_of(sent: Shown, end: int) -> int:
    """The month of 2014 in which a period of at most five weeks begins or ends, else none."""
    texts = [sent.get(name, "").split(".") for name in ("from", "until")]
    if any(len(text) < 3 for text in texts):
        return -1
    days = [date(int(text[2]), int(text[1]), int(text[0])) for text in texts]
    is_short = (days[1] - days[0]).days < 36
    return days[end].month if days[end].year == 2014 and is_short else -1


def test_periods_that_must_be_sent_are_walked_before_the_one_that_is_served() -> None:
    def shows(sent: Shown, number: int) -> bool:
        return number % 12 + 1 == month_of(sent, 1)

    result = taken(filled(**{"from": "01.12.2014", "until": "31.12.2014"}), shows)
    assert result.recall == 1.0
    assert not any("as served" in note for note in result.ran.outcome.notes)


def test_a_text_that_must_be_sent_is_named_and_no_bound_is_said() -> None:
    def shows(sent: Shown, number: int) -> bool:
        return number % 3 == 0 and sent.get("region") == "north"

    outcome = taken(filled(region="north"), shows).ran.outcome
    assert outcome.records == 100
    assert outcome.missing_at_most is None
    assert any("not searched" in note and "north" in note for note in outcome.notes)


def linked(path: str, hidden: str, shown: str) -> Callable[[str, Shown], str]:
    """The page at ``path`` has a form with ``shown`` in it, the entry page one with ``hidden``."""

    def changed(html: str, sent: Shown) -> str:
        kept = "".join(f"{name}={sent[name]}&amp;" for name in ("base", "type") if name in sent)
        html = html.replace("page=", f"{kept}page=")
        html = html.replace("<body>", f'<body><ul><li><a href="{path}">Advanced search</a></ul>')
        html = html.replace('<input type="submit"', f'{hidden}<input type="submit"')
        if sent["path"] == path:
            html = html.replace(hidden, shown, 1) if hidden else html
            html = html.replace('"/search', '"/all') if not hidden else html
        return html

    return changed


def test_a_page_with_another_hidden_value_in_the_same_form_is_another_part() -> None:
    hidden, shown = (f'<input type="hidden" name="base" value="{v}">' for v in ("books", "maps"))

    def shows(sent: Shown, number: int) -> bool:
        return (number % 3 == 0) == (sent.get("base") != "maps")

    result = taken(linked("/more", hidden, shown), shows)
    assert result.recall == 1.0


def test_an_advanced_form_that_shows_more_is_asked() -> None:
    def shows(sent: Shown, number: int) -> bool:
        return number % 3 > 0 or sent["path"] == "/all"

    result = taken(linked("/more", "", ""), shows)
    assert result.recall == 1.0


def test_periods_after_the_one_that_is_served_are_walked_too() -> None:
    def shows(sent: Shown, number: int) -> bool:
        return number % 12 + 1 == month_of(sent, 0)

    result = taken(filled(**{"from": "01.01.2014", "until": "31.01.2014"}), shows)
    assert result.recall == 1.0


def test_an_order_that_hides_records_is_left_whatever_it_is_called() -> None:
    """The served order, by what readers gave, leaves out what has no such mark."""
    orders = '<option value="g" selected>lezers</option><option value="p">prijs</option>'

    def changed(html: str, sent: Shown) -> str:
        own = sent.get("volgorde", "g")
        select = f'<select name="volgorde">{orders}</select><input type="submit"'
        html = html.replace("page=", f"volgorde={own}&amp;page=")
        return html.replace('<input type="submit"', f"Sort by {select}")

    result = taken(changed, lambda sent, n: n % 3 > 0 or sent.get("volgorde") == "p")
    assert result.recall == 1.0
