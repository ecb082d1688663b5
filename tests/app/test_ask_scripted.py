"""Live questions to sources that a script draws: by the learned call, or from what is stored."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import leadline
from leadline.app.asking.ask import AskOptions
from leadline.wrapper.file import wrapper_text
from leadline_zoo.scripted.sources import ScriptedSource, serving

EVERYWHERE = AskOptions(deadline=120, explore=0.0, everywhere=True)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ScriptedSource, Path]]:
    """A source and its project, harvested by a call as a browser would have taught it."""
    folder = tmp_path_factory.mktemp("scripted")
    with serving("cursor") as source:
        yield source, harvested(source, folder)


def harvested(source: ScriptedSource, folder: Path) -> Path:
    url = f"{source.url}api/places"
    call = {
        "base": {"method": "GET", "url": f"{url}?q=tower"},
        "holes": [[["query", "q"], "", ""]],
        "whole": {"method": "GET", "url": f"{url}?q="},
        "paging": ["cursor", ["query", "cursor"], 0, ["next_cursor"], []],
    }
    plain: dict[str, Any] = {"call": call, "list": ["items"], "names": ["title", "built"]}
    (folder / "call.json").write_text(wrapper_text({**plain, "identity": "id"}))
    project = folder / "project"
    taken = leadline.harvest(source.url, project=project, wrapper=folder / "call.json", pace=0)
    assert [each.records for each in taken.outcomes.values()] == [len(source.rows)]
    return project


def test_the_call_is_asked_and_walked(scene: tuple[ScriptedSource, Path]) -> None:
    source, project = scene
    wanted = {row["title"] for row in source.rows if "Museum" in str(row["title"]).split()}
    sent = len(source.requests)
    results = leadline.ask(project, "Museum", EVERYWHERE)
    assert [each.state for each in results.sources] == ["done"]
    assert {dict(row.values)["title"] for row in results.rows if row.is_live} == wanted
    asked = [target for _, target, _ in source.requests[sent:] if "/api" in target]
    assert asked
    assert all("q=Museum" in target for target in asked)
    (ended,) = leadline.ask(project, "zyzzyva", EVERYWHERE).sources
    assert (ended.state, ended.reason) == ("done", "it finds nothing")


def test_other_data_are_a_failure(
    scene: tuple[ScriptedSource, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, project = scene
    monkeypatch.setattr(source, "answer", lambda *_: {"error": "out of order"})
    (ended,) = leadline.ask(project, "tower", EVERYWHERE).sources
    assert (ended.state, ended.records) == ("failed", 0)


def test_an_index_that_was_taken_answers_from_what_is_stored(tmp_path: Path) -> None:
    docs = [{"location": f"p{n}", "title": f"Topic {n}", "text": f"word{n}"} for n in range(30)]
    with serving("state") as source:
        source.html = lambda: "<p>Manual</p>"  # type: ignore[method-assign]
        source.answer = lambda *_: {"docs": docs}  # type: ignore[method-assign]
        leadline.harvest(f"{source.url}search/search_index.json", project=tmp_path, pace=0)
        results = leadline.ask(tmp_path, "word7", EVERYWHERE)
    (choice,) = results.choices
    assert choice.reason == "it is no source that can be asked live: what is stored of it answers"
    assert [dict(row.values)["title"] for row in results.rows] == ["Topic 7"]
