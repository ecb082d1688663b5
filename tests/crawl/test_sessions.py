# Holds: lost sessions begun anew
"""Sessions that end, wherever their number is carried: begun anew in a harvest and a question."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from in_memory import HOST, run

from leadline.crawl.events import ComponentLearned, Get, Journal, RecordsExtracted
from leadline.crawl.live_query import LearnedSource, LiveAnswer, ask_live
from leadline.errors import Blocked
from leadline.model import Page, Request
from tables import words

WORDS = words("amber bridge castle dune estuary fjord garden harbour island jetty kiln lake")
ITEMS = [f"{WORDS[n % 12].title()} of the {WORDS[n * 5 % 11]} {n}" for n in range(240)]
CARRIERS = ["path", "path alone", "query", "hidden", "cookie"]
"""Where a visit's number stands; alone: no cookie says that there are visits."""
LIFE = 25
ENDED = "<h2>Goodbye</h2><p>You were away for too long. <a href=/>Start over</a></p>"


class Register:
    """A register whose visits end after some requests; ``forgets``: it begins no other."""

    def __init__(self, carrier: str, sentence: str = ENDED) -> None:
        self.carrier, self.sentence = carrier.removesuffix(" alone"), sentence
        self.cookies = not carrier.endswith("alone")
        self.number = self.age = 0
        self.forgets = False

    def __call__(self, request: Request) -> Page:
        url = urlsplit(request.url)
        sent = {name: v[0] for name, v in parse_qs(url.query).items()}
        place = url.path.strip("/").partition("/")[0]
        number = {"path": place, "cookie": f"v{self.number}"}.get(self.carrier, sent.get("visit"))
        headers, html = (), ""
        if url.path == "/" and not self.forgets:
            self.number, self.age = self.number + 1, 0
            html = self.form()
            headers = (("Set-Cookie", f"v={self.number}"),) * self.cookies
        else:
            self.age += 1
            html = self.sentence
            if number == f"v{self.number}" and self.age <= LIFE and not self.forgets:
                html = self.form() + self.rows(sent)
        body = f"<html lang=en><body><h1>Views</h1>{html}<p>Imprint, contact</body></html>"
        return Page(request, request.url, 200, headers, body.encode())

    def form(self) -> str:
        visit = f"v{self.number}"
        at = {"path": f"/{visit}/find", "query": f"/find?visit={visit}"}.get(self.carrier, "/find")
        inside = f"<input type=hidden name=visit value={visit}>" * (
            self.carrier in ("hidden", "query")
        )
        return f"<form action='{at}'>{inside}<input name=q><button>Search</button></form>"

    def rows(self, sent: dict[str, str]) -> str:
        asked, start = sent.get("q", "").casefold().split(), int(sent.get("s", 0))
        found = [one for one in ITEMS if asked and {*asked} <= {*one.casefold().split()}]
        if not found:
            return f"<p>No view holds the words {sent.get('q', '')}.</p>"
        listed = "".join(
            f"<li><a href=/item/{one.split()[4]}>{one}</a>, a view</li>"
            for one in found[start : start + 10]
        )
        visit = f"v{self.number}"
        at = f"/{visit}/find?" if self.carrier == "path" else "/find?"
        at += f"visit={visit}&amp;" if self.carrier in ("hidden", "query") else ""
        more = f"<a href='{at}q={sent['q']}&amp;s={start + 10}'>Next</a>"
        return f"<ul>{listed}</ul>{more if start + 10 < len(found) else ''}"


def ask(learned: dict[str, Any], register: Register, word: str) -> tuple[LiveAnswer, set[str]]:
    source = LearnedSource.of(learned)
    assert source is not None
    journal = Journal()
    crawl, came = ask_live(source.state("source", journal, url=f"{HOST}/"), word, ()), set[str]()
    reply: Page | None = None
    while True:
        try:
            step = crawl.send(reply)
        except StopIteration as end:
            return end.value, came
        except Blocked as fault:
            return LiveAnswer(fault=str(fault)), came
        finally:
            for report in journal.drain():
                if isinstance(report, RecordsExtracted):
                    came |= {record.key for record in report.records}
        reply = register(step.request) if isinstance(step, Get) else None


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("sentence", [ENDED, "<p>Your session has expired.</p>"])
def test_they_are_begun_anew(carrier: str, sentence: str) -> None:
    register = Register(carrier, sentence)
    ran = run(f"{HOST}/", register, most=900)
    assert len(ran.records) == len(ITEMS)
    learned = {e.name: e.value for e in ran.events if isinstance(e, ComponentLearned)}
    register.age = LIFE
    answer, came = ask(learned, register, "castle")
    assert len(came) == sum("castle" in one.casefold() for one in ITEMS)
    register.age = LIFE
    answer, _ = ask(learned, register, "zebra")
    assert (answer.fault, answer.reason) == ("", "it finds nothing")
    register.forgets = True
    answer, _ = ask(learned, register, "castle")
    assert "session" in answer.fault
