"""Services in the languages of other programs, asked as these ask."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from serving import client, make_project

from leadline.model import Field, Record
from leadline.store.refresh.visits import Visit, VisitStore

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.testclient import TestClient

HARD = ("<b>&amp;", 'say "sea"', "\u0081 桥\ufffe", "a\xa0|\xa0b", "token=s3cr3ts3cr3t", "=1+1")


@pytest.fixture
def made(tmp_path: Path) -> TestClient:
    def table(source: str) -> list[Record]:
        texts = [f"Fog {n} {HARD[n % len(HARD)]}" for n in range(150)]
        return [
            Record(source, f"k{n}", (Field("Titel", text), Field("Jahr", str(1850 + n))))
            for n, text in enumerate(texts)
        ]

    folder = make_project(tmp_path / "art", table("art"), table("more"))
    with VisitStore(folder / "project.sqlite") as store:
        store.add_visit(Visit("art", 1, "complete", "all seen", True, 1.0, 2.0, 1, 1))
        store.add_changes("art", 1, [("k1", "changed", "Titel", "Fog <1>", "Mist", 1)])
    return client(tmp_path)


def test_openrefine_reconciles_and_extends(made: TestClient) -> None:
    path, origin = "/api/projects/art/reconcile", {"origin": "http://127.0.0.1:3333"}
    manifest = made.get(path, headers=origin)
    assert manifest.headers["access-control-allow-origin"] == origin["origin"]
    assert {"versions", "name", "identifierSpace", "schemaSpace"} <= manifest.json().keys()
    asked = {
        "q0": {"query": "fog 30 <B>&AMP;", "properties": [{"pid": "Jahr", "v": "1880"}]},
        "q1": {"query": "nothing of this"},
        "q2": {"query": "(", "limit": 3},
    }
    told = made.post(path, data={"queries": json.dumps(asked)}, headers=origin).json()
    best = told["q0"]["result"][0]
    assert (best["name"], best["score"]) == ("Fog 30 <b>&amp;", 100.0)
    assert [told[key]["result"] for key in ("q1", "q2")] == [[], []]
    wanted = {"ids": [best["id"], "999"], "properties": [{"id": "Jahr"}]}
    values = made.post(path, data={"extend": json.dumps(wanted)}).json()["rows"]
    assert values == {best["id"]: {"Jahr": [{"str": "1880"}]}, "999": {"Jahr": []}}
    assert made.get(f"{path}/suggest/property?prefix=t").json()["result"][0]["id"] == "Titel"
    foreign = {"origin": "http://evil.example"}
    assert made.post(path, data={"queries": "{}"}, headers=foreign).status_code == 403
    assert made.post("/api/jobs", json={}, headers=origin).status_code == 403


def test_sickle_harvests_a_project(made: TestClient) -> None:
    sickle = pytest.importorskip("sickle")
    from sickle.response import OAIResponse

    class InMemory(sickle.Sickle):  # type: ignore[misc, name-defined]
        def harvest(self, **asked: Any) -> OAIResponse:
            return OAIResponse(made.get("/api/projects/art/oai", params=asked), params=asked)

    repository = InMemory("http://127.0.0.1:8765/api/projects/art/oai")
    assert repository.Identify().repositoryName == "art"
    records = [*repository.ListRecords(metadataPrefix="oai_dc")]
    assert len(records) == len({each.header.identifier for each in records}) == 300
    assert records[0].metadata["title"] == [f"Fog 0 {HARD[0]}"]
    assert [each.metadata["date"] for each in records[:2]] == [["1850"], ["1851"]]
    assert "s3cr3t" not in repr([each.metadata for each in records])
    assert [one.setName for one in repository.ListSets()] == ["art", "more"]
    part = {"metadataPrefix": "oai_dc", "set": "s2", "from": "2001-09-09"}
    assert len([*repository.ListIdentifiers(**part)]) == 150
    one = repository.GetRecord(identifier=records[7].header.identifier, metadataPrefix="oai_dc")
    assert one.metadata == records[7].metadata
    for wrong, fault in (({"verb": "x"}, "badVerb"), ({"verb": "ListRecords"}, "badArgument")):
        assert f'code="{fault}"' in made.get("/api/projects/art/oai", params=wrong).text


def test_changes_are_a_feed_and_browsers_search(made: TestClient) -> None:
    feedparser = pytest.importorskip("feedparser")
    (entry,) = feedparser.parse(made.get("/api/projects/art/feed").text).entries
    assert (entry.title, entry.summary) == ("changed: k1", "Titel: Fog <1> → Mist")
    assert [one["after"] for one in made.get("/api/projects/art/changes").json()] == ["Mist"]
    assert "{searchTerms}" in made.get("/api/projects/art/opensearch.xml").text
    assert "opensearch.xml" in made.get("/projects/art/table").text
