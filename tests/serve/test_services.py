"""Services in the languages of other programs, asked as these ask."""

from typing import Any

import pytest
from serving import client, make_project
from starlette.testclient import TestClient

from leadline.model import Field, Record
from leadline.store.refresh.visits import Visit, VisitStore
from tables import each_row

HARD = ("<b>&amp;", 'say "sea"', "\u0081 桥\ufffe", "a\xa0|\xa0b", "token=s3cr3ts3cr3t", "=1+1")
TEXTS = [f"Fog {n} {HARD[n % len(HARD)]}" for n in range(150)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    folder = tmp_path_factory.mktemp("services")
    fields = [(Field("Titel", text), Field("Jahr", str(1850 + n))) for n, text in enumerate(TEXTS)]
    tables = [[Record(key, *pair) for pair in zip(TEXTS, fields, strict=True)] for key in "ab"]
    with VisitStore(make_project(folder / "art", *tables) / "project.sqlite") as store:
        store.add_visit(Visit("a", 1, "complete", "all seen", True, 1, 2, 1.0, 1.0))
        store.add_changes("a", 1, [("k1", "changed", "Titel", "Fog <1>", "Mist", 1)])
    return client(folder)


@each_row(__file__, "A_PROGRAM_IS_ANSWERED", "path", "origin", "posted", "status", "holds")
def test_a_program_is_answered(
    made: TestClient, path: str, origin: str, posted: Any, status: int, holds: tuple[str, ...]
) -> None:
    method, headers = "POST" if posted else "GET", {"origin": origin} if origin else {}
    said = made.request(method, f"/api/projects/art/{path}", data=posted, headers=headers)
    assert said.status_code == (status or 200)
    assert [part for part in holds or () if part not in said.text] == []
    assert said.headers.get("access-control-allow-origin") in (None, origin)


def test_sickle_harvests_a_project(made: TestClient) -> None:
    from sickle import Sickle
    from sickle.response import OAIResponse

    class InMemory(Sickle):  # type: ignore[misc]
        def harvest(self, **asked: Any) -> OAIResponse:
            return OAIResponse(made.get("/api/projects/art/oai", params=asked), params=asked)

    repository = InMemory("http://127.0.0.1:8765/api/projects/art/oai")
    assert repository.Identify().repositoryName == "art"
    records = [*repository.ListRecords(metadataPrefix="oai_dc")]
    assert len({each.header.identifier for each in records}) == 300
    for text, each in zip(TEXTS, records, strict=False):
        title = text.replace("\ufffe", "\ufffd").replace("\xa0", " ").replace("s3cr3ts3cr3t", "***")
        assert each.metadata["title"][0].partition("***")[0] == title.partition("***")[0]
    assert "s3cr3t" not in repr([each.metadata for each in records])
    assert [one.setName for one in repository.ListSets()] == ["a", "b"]
    part = {"metadataPrefix": "oai_dc", "set": "s2", "from": "2001-09-09"}
    assert len([*repository.ListIdentifiers(**part)]) == 150


def test_a_feed_reader_sees_the_changes(made: TestClient) -> None:
    feedparser = pytest.importorskip("feedparser")
    (entry,) = feedparser.parse(made.get("/api/projects/art/feed").text).entries
    assert (entry.title, entry.summary) == ("changed: k1", "Titel: Fog <1> → Mist")
