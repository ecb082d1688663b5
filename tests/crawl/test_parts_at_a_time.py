"""Parts whose records only other words find; plainer ones are sites of ``tests/sites``."""

import re
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from trait_sites import Harvested, Site, harvested, plain_source

from leadline_zoo.data.tables import Row
from leadline_zoo.pages.engine import Hits
from leadline_zoo.pages.view import View
from leadline_zoo.replies import SiteReply
from leadline_zoo.spec import Engine, Total

WORDS_ALONE = Engine("and", empty="nothing", everything=())


def select(name: str, texts: tuple[str, ...], chosen: str) -> str:
    options = "".join(f"<option{' selected' * (text == chosen)}>{text}</option>" for text in texts)
    return f"<label>{name} <select name={name}>{options}</select></label>"


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


def test_a_part_that_lacks_the_word_is_asked_others() -> None:
    """Its records are found by long words alone, and the word that finds most is short."""

    def shows(sent: dict[str, str], number: int, _row: Row) -> bool:
        is_closed = sent.get("state", "open") == "closed"
        is_found = not is_closed or len(sent["q"]) > 4
        return is_found and (number % 3 == 0) == is_closed

    def controls(sent: dict[str, str]) -> str:
        return select("state", ("open", "closed"), sent.get("state", "open"))

    assert parted("books", WORDS_ALONE, controls, shows).recall >= 0.97


def test_words_are_asked_in_another_language_too() -> None:
    """Its first page shows known records, and its total is larger; it says what it asked."""

    def shows(sent: dict[str, str], number: int, _row: Row) -> bool:
        return number < 240 or sent.get("lang") == "fr"

    def controls(sent: dict[str, str]) -> str:
        own = f'<input type="hidden" name="lang" value="{sent.get("lang", "en")}">'
        return f'<a href="/search?lang=fr">Français</a>{own}'

    result = parted("books", WORDS_ALONE, controls, shows)
    assert result.recall >= 0.97
    assert any("as served" in note for note in result.ran.outcome.notes)
