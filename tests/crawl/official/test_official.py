# Holds: tables instead of lists
# Holds: official ways offered
"""What a site offers for download is named, and taken when asked for."""

import pytest

from leadline.crawl.events import Get, Journal, PageParsed, Pause, RecordsExtracted
from leadline.crawl.official.ways import official_ways
from leadline.crawl.source_crawl import crawl_source
from leadline.crawl.state.source import CrawlTask
from leadline.model import Outcome, Page, Record
from leadline.page.delimited import table_items
from leadline.page.dom import parse_html
from tables import each_row

HOST = "http://h.example"


def taken(
    pages: dict[str, str], entry: str = "/", *, way: str = "official"
) -> tuple[Outcome, dict[str, Record]]:
    """Crawl pages by address (path and query), as ``harvest --official`` does."""
    journal, records = Journal(), dict[str, Record]()
    crawl = crawl_source(CrawlTask("h", f"{HOST}{entry}", way=way), journal)
    reply: Page | None = None
    while True:
        try:
            step = crawl.send(reply)
        except StopIteration as end:
            return end.value, records
        finally:
            for one in journal.drain():
                if isinstance(one, RecordsExtracted):
                    records |= {record.key: record for record in one.records}
        assert isinstance(step, Get | PageParsed | Pause)
        if isinstance(step, Get):
            body = pages.get(step.request.url.removeprefix(HOST))
            status = 200 if body is not None else 404
            reply = Page(step.request, step.request.url, status, body=(body or "").encode())


def test_the_first_download_that_holds_a_table_is_taken() -> None:
    outcome, records = taken(
        {
            "/": '<a href="/a.csv">CSV</a> <a href="/b.tsv">TSV</a>',
            "/a.csv": "<html>log in first</html>",
            "/b.tsv": "id\ttitle\n1\tFog\n2\tSea, deep\n",
        }
    )
    assert outcome.state == "exhausted"
    assert "2 rows; nothing says whether it is all" in outcome.reason
    assert [field.value for field in records["2"].fields] == ["2", "Sea, deep"]


def test_a_form_that_offers_all_rows_is_sent_so() -> None:
    form = (
        '<form action="/a.csv"><label><input type=checkbox name=dl>as a file</label>'
        "<label><input type=checkbox name=stream>all rows</label>"
        "<input type=hidden name=size value=max><button>Export</button></form>"
    )
    outcome, _ = taken(
        {
            "/": f'<a href="/a.csv?size=max">CSV</a>{form}',
            "/a.csv?stream=on&size=max": "id,title\n" + "".join(f"{n},t{n}\n" for n in range(300)),
        }
    )
    assert outcome.records == 300
    assert "a round number at which it may be cut" in outcome.reason


def test_a_repository_is_read_by_its_tokens() -> None:
    def record(number: int, status: str = "") -> str:
        return (
            f"<record><header{status}><identifier>oai:{number}</identifier></header><metadata><record>"
            f"<oai_dc:dc><dc:title>T{number}</dc:title><dc:subject>a</dc:subject>"
            "<dc:subject>b</dc:subject></oai_dc:dc></record></metadata></record>"
        )

    deleted = record(3, " status='deleted'")
    outcome, records = taken(
        {
            "/": '<a href="/oai?verb=Identify">OAI-PMH</a>',
            "/oai?verb=ListRecords&metadataPrefix=oai_dc": (
                f"<OAI-PMH><ListRecords>{record(1)}{record(2)}"
                "<resumptionToken completeListSize='4'>next</resumptionToken></ListRecords>"
            ),
            "/oai?verb=ListRecords&resumptionToken=next": (
                f"<OAI-PMH><ListRecords>{deleted}{record(4)}<resumptionToken/></ListRecords></OAI-PMH>"
            ),
        }
    )
    read = "the OAI-PMH repository was read, 3 records and 1 deleted ones; it states 4"
    assert (outcome.state, outcome.reason) == ("exhausted", read)
    first = records["oai:1"].fields
    assert [(one.column, one.value) for one in first] == [
        ("id", "oai:1"),
        ("title", "T1"),
        ("subject", "a"),
        ("subject", "b"),
    ]


LIST = "/oai?verb=ListRecords&metadataPrefix=oai_dc"
BAD_VERB = '<?xml version="1.0"?><OAI-PMH><error code="badVerb">no verb</error></OAI-PMH>'
ONE = (
    "<OAI-PMH><ListRecords><record><header><identifier>oai:1</identifier></header><metadata><dc:dc>"
    "<dc:title>T</dc:title></dc:dc></metadata></record><resumptionToken>t</resumptionToken>"
)


@pytest.mark.parametrize("entry", ["/oai", "/oai?verb=Identify"])
def test_the_address_of_a_repository_is_one(entry: str) -> None:
    listed = ONE.replace("<resumptionToken>t</resumptionToken>", "")
    outcome, records = taken({entry: BAD_VERB, LIST: listed}, entry)
    assert (outcome.state, [*records]) == ("exhausted", ["oai:1"])


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (BAD_VERB.replace("badVerb", "badResumptionToken"), "it answers badResumptionToken: no"),
        (ONE.replace("oai:1", "oai:2"), "it gives the same token again"),
        (None, "status 404"),
    ],
)
def test_a_repository_that_breaks_off_is_stopped(answer: str | None, why: str) -> None:
    next_page = {"/oai?verb=ListRecords&resumptionToken=t": answer} if answer else {}
    outcome, records = taken({"/oai": BAD_VERB, LIST: ONE, **next_page}, "/oai")
    assert outcome.state == "paused"
    assert f"when it broke off: {why}" in outcome.reason
    assert "oai:1" in records


class Repository(dict[str, str]):
    """A repository whose tokens never end, ``rows`` new records in each of its lists."""

    def __init__(self, rows: int, size: str, deleted: str = "") -> None:
        super().__init__({"/oai": BAD_VERB})
        self.rows, self.size, self.deleted, self.asked = rows, size, deleted, 0

    def get(self, address: str, _: object = None) -> str | None:
        if "ListRecords" not in address:
            return super().get(address)
        self.asked += 1
        assert self.asked < 100, "it is asked without end"
        numbers = range(self.asked * self.rows, (self.asked + 1) * self.rows) if self.rows else [7]
        records = "".join(
            f"<record><header{self.deleted}><identifier>oai:{number}</identifier></header>"
            f"<metadata><dc:title>T{number}</dc:title></metadata></record>"
            for number in numbers
        )
        token = f"<resumptionToken completeListSize='{self.size}'>t{self.asked}</resumptionToken>"
        return f"<OAI-PMH><ListRecords>{records}{token}</ListRecords></OAI-PMH>"


@pytest.mark.parametrize(
    ("repository", "why"),
    [
        (Repository(0, ""), "5 lists in a row brought no new record"),
        (Repository(0, "9", " status='deleted'"), "5 lists in a row brought no new record"),
        (Repository(5, "50"), "it gave 85 records and states 50"),
    ],
)
def test_a_repository_without_end_is_doubted(repository: Repository, why: str) -> None:
    outcome, _ = taken(repository, "/oai")
    assert outcome.state == ("failed" if repository.deleted else "paused")
    assert f"when it broke off: {why}" in outcome.reason
    assert repository.asked < 20


def test_a_page_without_a_search_names_what_it_offers() -> None:
    outcome, _ = taken({"/": "<a href=/all.csv>All</a>"}, way="")
    assert outcome.state == "failed"
    assert outcome.reason.endswith("; the page offers csv: --official takes it")


def test_without_a_way_nothing_is_asked() -> None:
    outcome, _ = taken({"/": '<form><input name=q></form><a href="/feed" type=x>feed</a>'})
    assert (outcome.state, outcome.requests) == ("failed", 1)
    assert "the page names none that can be taken" in outcome.reason


@each_row(__file__, "ways_are_told_by_type_ending_or_parameter", "markup", "kind")
def test_ways_are_told_by_type_ending_or_parameter(markup: str, kind: str) -> None:
    ways = official_ways(parse_html(f"<html><body>{markup}</body></html>", f"{HOST}/"))
    assert [way.kind for way in ways] == ([kind] if kind else [])


@pytest.mark.parametrize("text", ["", "one column\n1\n", "<html>a,b</html>\n1,2\n"])
def test_what_is_no_table_gives_no_rows(text: str) -> None:
    assert table_items(text) == []


@pytest.mark.parametrize(("stated", "state"), [(120, "exhausted"), (130, "paused")])
def test_a_catalogue_is_read_by_sru_in_parts(stated: int, state: str) -> None:
    def part(numbers: range) -> str:
        rows = "".join(
            f"<zs:record><zs:recordData><dc><dc:title>T{n}</dc:title><dc:date>{n}</dc:date></dc>"
            "</zs:recordData></zs:record>"
            for n in numbers
        )
        return f"<r><zs:numberOfRecords>{stated}</zs:numberOfRecords>{rows}</r>"

    asked = "/sru?operation=searchRetrieve&version=1.1&query=cql.allRecords%3D1&maximumRecords=50"
    pages = {f"{asked}&startRecord={n}": part(range(n, min(n + 50, 121))) for n in (1, 51, 101)}
    pages |= {
        "/": "<a href='/sru?operation=explain'>SRU</a>",
        f"{asked}&startRecord=121": part(range(0)),
    }
    outcome, records = taken(pages, way="sru")
    assert (outcome.state, len(records)) == (state, 120)
    assert f"it states {stated}" in outcome.reason
    assert {"title", "date"} <= {f.column for r in records.values() for f in r.fields}
