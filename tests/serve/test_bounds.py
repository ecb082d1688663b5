"""What many ask at once, and what addresses ask too much of: bounded, honest, nothing lost."""

import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from serving import ORIGIN, client, csrf_of, make_project, paintings

from leadline.app.integration import decisions as deciding
from leadline.app.integration.decisions import changing_decisions, read_decisions
from leadline.app.project import default_folder
from leadline.errors import Locked, StoreError
from leadline.serve import jobs, project_pages
from leadline.serve.jobs import JobBoard, JobOrder
from leadline.serve.table import MAX_CHOSEN_VALUES, TableQuery
from leadline.serve.workspace import Workspace
from tables import each_row

PEOPLE = 24


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "art"
    folder.mkdir()
    return make_project(folder, paintings(), paintings("shop"))


def test_no_decision_of_many_people_is_lost(project: Path) -> None:
    with client(project.parent) as made:
        token = csrf_of(made)

        def decide(number: int) -> int:
            data = {"source_a": "art", "key_a": f"art-{number}", "source_b": "shop"}
            data |= {
                "key_b": f"shop-{number}",
                "same": "yes" if number % 2 else "no",
                "csrf": token,
            }
            headers = {"origin": ORIGIN}
            answer = made.post("/projects/art/decisions", data=data, headers=headers)
            return answer.status_code

        with ThreadPoolExecutor(PEOPLE) as people:
            answers = list(people.map(decide, range(PEOPLE)))
    assert answers == [303] * PEOPLE
    kept = read_decisions(project / "decisions.csv")
    wanted = {(("art", f"art-{n}"), ("shop", f"shop-{n}")): bool(n % 2) for n in range(PEOPLE)}
    assert kept == wanted
    assert not list(project.glob("*.part"))


def test_who_cannot_decide_in_time_is_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "LOCK_SECONDS", 0.2)
    file = project / "decisions.csv"
    with changing_decisions(file) as kept:
        kept[("art", "art-1"), ("shop", "shop-1")] = True
        with pytest.raises(Locked, match="Somebody else is changing"), changing_decisions(file):
            pass
    assert len(read_decisions(file)) == 1


@pytest.mark.parametrize("number", ["99999999999999999999", "9" * 400, "9" * 5_000, "-1", "0"])
def test_a_number_in_an_address_may_be_any(project: Path, number: str) -> None:
    with client(project.parent) as made:
        for path in (
            f"/projects/art/pages/{number}",
            f"/projects/art/pages/{number}/archived",
            f"/projects/art/record?number={number}",
            f"/projects/art/table?page={number}",
            f"/projects/art/entities?page={number}",
            f"/api/projects/art/records?offset={number}",
            f"/api/projects/art/records?limit={number}",
            f"/api/projects/art/search?q=water&offset={number}",
        ):
            answer = made.get(path)
            assert answer.status_code < 500, (path[:80], answer.text[:300])


def test_choices_of_an_address_are_bounded(project: Path) -> None:
    pairs = [(f"f.c{n}", f"value {n}") for n in range(400)]
    with client(project.parent) as made:
        answer = made.get("/projects/art/table", params=dict(pairs))
        assert (answer.status_code, "at most 50 values" in answer.text) == (400, True)
        assert made.get("/projects/art/download", params=dict(pairs)).status_code == 400
        most = made.get("/projects/art/table", params=dict(pairs[:MAX_CHOSEN_VALUES]))
        assert most.status_code == 200
        assert len(most.content) < 200_000
    same = TableQuery.of([("f.kind", "oil")] * 400)
    assert same.chosen == (("kind", "oil"),)


def test_many_harvests_at_once_wait_for_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, go, begun = JobBoard(Workspace(tmp_path)), Event(), list[str]()

    def work(job: jobs.Job) -> None:
        begun.append(job.order.project)
        assert go.wait(300)

    monkeypatch.setattr(board, "_harvest", work)
    orders = [JobOrder("harvest", f"p{n}", (f"http://a{n}.example/",)) for n in range(300)]
    room = jobs.MAX_KEPT_AT_ONCE + jobs.MAX_WAITING
    taken = [board.start(order) for order in orders[:room]]
    for order in orders[room:]:
        with pytest.raises(ValueError, match="too many jobs wait already"):
            board.start(order)
    assert len(board._threads) == jobs.MAX_KEPT_AT_ONCE
    assert [job.message for job in taken].count(jobs.WAITS) == jobs.MAX_WAITING
    assert board.start(orders[50]) is taken[50], "a project has one job, also one that waits"
    stopped = board.stop(taken[60].id)
    assert (stopped.state, stopped.is_running) == ("stopped", False)
    go.set()
    assert all(not board.wait(job.id, 300).is_running for job in taken)
    assert [job.state for job in taken].count("done") == len(taken) - 1
    assert begun.count("p60") == 0
    assert not board.file.exists()


def test_a_download_has_no_name_that_others_could_open(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    common = tmp_path / "common"
    common.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(common))
    seen: list[tuple[int, int]] = []
    export = project_pages.export

    def looked_at(store: Path, path: Path) -> object:
        seen.append((path.parent.stat().st_mode & 0o777, len(list(common.iterdir()))))
        return export(store, path)

    monkeypatch.setattr(project_pages, "export", looked_at)
    with client(project.parent) as made, made.stream("GET", "/projects/art/download") as answer:
        assert list(common.iterdir()) == [], "it lies nowhere while it is sent"
        body = b"".join(answer.iter_bytes())
        assert answer.headers["content-disposition"] == 'attachment; filename="art.csv"'
        assert int(answer.headers["content-length"]) == len(body) > 1_000
    assert seen == [(0o700, 1)]


@pytest.mark.parametrize(
    "fault",
    [
        lambda path: OSError(28, "No space left on device", str(path)),
        lambda path: StoreError(f"There is no space left for {path}."),
        lambda path: StoreError(f"no record is left for it, so {path} stays as it is"),
    ],
)
def test_a_fault_of_a_download_tells_no_path(
    project: Path, monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    def failing(_store: Path, path: Path) -> None:
        path.write_text("half")
        raise fault(path)

    monkeypatch.setattr(project_pages, "export", failing)
    with client(project.parent) as made:
        answer = made.get("/projects/art/download")
    assert answer.status_code >= 400
    assert tempfile.gettempdir() not in answer.text
    assert str(project) not in answer.text


@each_row(__file__, "a_project_is_named_by_a_letter_or_digit_first", "url", "name")
def test_a_project_is_named_by_a_letter_or_digit_first(url: str, name: str) -> None:
    assert default_folder(url).name == name
