"""Further visits: what is new, changed or gone, for how many requests, and what is never said."""

import json
import random
import signal
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from nursery import Nursery

import leadline
from amounts import further
from leadline.app.refresh.notify import write_feed
from leadline.app.refresh.run import Refresh, load_changes
from leadline.store.refresh.visits import VisitReader
from leadline_zoo.adversarial.changing import ChangingSource, Day, Order, serve_changing
from leadline_zoo.replies import SiteReply
from leadline_zoo.source import serve
from leadline_zoo.spec import Engine, Form, Look, Pager, SourceSpec
from ports import held_port

LIST = SourceSpec("changing", "books", 200, pager=Pager("next", 10))
BY_WORDS = SourceSpec("changing", "books", 120, engine=Engine(empty="nothing"))
BY_TOKEN = SourceSpec(
    "changing",
    "books",
    200,
    form=Form("POST", "name", "/find.php", "/", token=True),
    pager=Pager("post", 20, parameter="p"),
)
SHARE = 0.05


def ids(result: Refresh, what: str) -> set[str]:
    return {one.key.rpartition("/")[2] for one in result.changes if one.what == what}


def check(result: Refresh, day: Day) -> None:
    assert ids(result, "new") == day.new
    assert ids(result, "changed") == day.changed


@pytest.mark.parametrize("spec", [LIST, BY_WORDS, BY_TOKEN], ids=["list", "words", "token"])
def test_the_latest_changes_are_found_at_the_front(spec: SourceSpec, tmp_path: Path) -> None:
    rng = Random(3)
    with serve_changing(spec, "changed") as source:
        leadline.harvest(source.url, project=tmp_path)
        harvest = source.requests
        for _ in range(2):
            day, before = source.pass_day(SHARE, rng), source.requests
            check(leadline.refresh(tmp_path), day)
            assert source.requests - before <= 0.2 * harvest


@pytest.mark.parametrize("order", ["created", further("oldest"), "fixed"])
def test_another_order_costs_a_whole_reading_that_also_finds_what_is_gone(
    order: Order, tmp_path: Path
) -> None:
    rng = Random(4)
    with serve_changing(LIST, order) as source:
        leadline.harvest(source.url, project=tmp_path)
        first = source.pass_day(SHARE, rng)
        result = leadline.refresh(tmp_path)
        check(result, first)
        assert not ids(result, "gone")  # once is no proof
        levels = {outcome.level for outcome in result.outcomes.values()}
        assert levels == {"ended without a bound"}  # what is read again proves no size
        second = source.pass_day(SHARE, rng)
        result = leadline.refresh(tmp_path)
        check(result, second)
        assert ids(result, "gone") == first.gone
        truth = {row["id"]: row for row in source.truth_rows()}
    rows = {record.key.rpartition("/")[2]: record for record in leadline.load(tmp_path).records()}
    assert rows.keys() == truth.keys() | first.gone | second.gone
    for number, row in truth.items():
        values = {field.value for field in rows[number].fields}
        assert {row["title"], row["publisher"]} <= values


@pytest.mark.parametrize(("order", "most"), [("created", 6), ("oldest", 9)])
def test_new_records_alone_cost_little_in_both_orders(
    order: Order, most: int, tmp_path: Path
) -> None:
    with serve_changing(LIST, order) as source:
        leadline.harvest(source.url, project=tmp_path)
        day, before = source.pass_day(0.2, Random(5)), source.requests
        assert ids(leadline.refresh(tmp_path, extent="new"), "new") == day.new
        assert source.requests - before <= most


def test_nothing_is_called_gone_that_words_may_miss(tmp_path: Path) -> None:
    with serve_changing(BY_WORDS, "fixed") as source:
        leadline.harvest(source.url, project=tmp_path)
        for number in range(2):
            source.pass_day(SHARE, Random(number))
            assert not ids(leadline.refresh(tmp_path, extent="whole"), "gone")


def test_a_source_that_is_down_changes_nothing(tmp_path: Path) -> None:
    with serve(LIST) as source:
        leadline.harvest(source.url, project=tmp_path)
    taken = list(leadline.load(tmp_path).records())
    with held_port(source.url) as port:
        result = leadline.refresh(tmp_path)
        assert [outcome.state for outcome in result.outcomes.values()] == ["failed"]
        assert not result.changes
        assert list(leadline.load(tmp_path).records()) == taken
        with serve(SourceSpec("other", "books", 300, look=Look(link_style="query")), port=port):
            result = leadline.refresh(tmp_path)
            assert not result.changes
    assert list(leadline.load(tmp_path).records()) == taken


@pytest.mark.parametrize(("status", "said"), [(401, "status 401"), (200, "none of the known")])
def test_lists_that_cannot_be_read_are_no_end(
    status: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(LIST) as source:
        leadline.harvest(source.url, project=tmp_path)
        answer = source.answer

        def refused(method: str, target: str, body: bytes, cookie: str) -> SiteReply:
            if target.partition("?")[0] in ("/", "/robots.txt"):
                return answer(method, target, body, cookie)
            return SiteReply(status, b"<h1>Members</h1><p>Please sign up first.")

        monkeypatch.setattr(source, "answer", refused)
        result = leadline.refresh(tmp_path)
    (outcome,) = result.outcomes.values()
    assert outcome.state == "paused", outcome
    assert said in outcome.reason
    assert not result.changes


def test_half_a_row_of_a_page_that_breaks_off_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(LIST) as source:
        leadline.harvest(source.url, project=tmp_path)
        answer = source.answer

        def cut(method: str, target: str, body: bytes, cookie: str) -> SiteReply:
            reply = answer(method, target, body, cookie)
            last = reply.body.rfind(b"</td>", 0, len(reply.body) * 2 // 3)
            return replace(reply, body=reply.body[: last - 3]) if "?" in target else reply

        monkeypatch.setattr(source, "answer", cut)
        result = leadline.refresh(tmp_path, extent="whole")
    (outcome,) = result.outcomes.values()
    assert outcome.state == "paused", outcome
    assert "came cut off" in outcome.reason
    assert not result.changes


def test_a_record_that_comes_back_is_told(tmp_path: Path) -> None:
    with serve_changing(LIST, "fixed") as source:
        leadline.harvest(source.url, project=tmp_path)
        rows = source.truth_rows()
        source.serve_rows(rows[1:])
        results = [leadline.refresh(tmp_path) for _ in range(3)]
        assert [ids(one, "gone") for one in results] == [set(), {rows[0]["id"]}, set()]
        source.serve_rows(rows)
        assert ids(leadline.refresh(tmp_path), "back") == {rows[0]["id"]}


def test_changes_are_told_with_both_values_page_and_time(tmp_path: Path) -> None:
    with serve_changing(LIST, "changed") as source:
        taken = leadline.harvest(source.url, project=tmp_path)
        rows = source.truth_rows()
        source.serve_rows([{**rows[7], "publisher": "Sea & Sons"}, *rows[:7], *rows[8:]])
        leadline.refresh(tmp_path)
        (change,) = load_changes(tmp_path)
        assert (change.what, change.before, change.after) == (
            "changed",
            rows[7]["publisher"],
            "Sea & Sons",
        )
        assert change.page_url.startswith(source.url)
    leadline.export(taken.project.store, tmp_path / "t.jsonl")
    cells = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    assert all(cell["_first_seen"] <= cell["_last_seen"] for cell in cells)
    assert not any("_gone_at" in cell for cell in cells)
    write_feed([change], "Books", tmp_path / "f.xml")
    feed = ElementTree.parse(tmp_path / "f.xml").getroot()
    entry = feed.find("{*}entry")
    assert entry is not None
    assert entry.findtext("{*}content") == f"Publisher: {change.before} → Sea & Sons"


def test_a_refresh_that_is_killed_again_and_again_ends_like_another(
    nursery: Nursery, tmp_path: Path
) -> None:
    rng = random.Random(20261122)
    with serve_changing(LIST, "fixed") as source:
        leadline.harvest(source.url, project=tmp_path)
        kill_until_done(nursery, source, tmp_path, rng, kills=3)


def kill_until_done(
    nursery: Nursery, source: ChangingSource, folder: Path, rng: random.Random, *, kills: int
) -> int:
    """Let days pass and kill the refreshes of each; nothing is lost, doubled or told twice."""
    done = 0
    while done < kills:
        day, before, runs = source.pass_day(SHARE, rng), source.requests, 0
        with VisitReader(folder / "project.sqlite") as store:
            last = max((visit.number for visit in store.visits()), default=0)
        while True:
            runs += 1
            run = nursery.run("refresh", folder, "--pace", 0, after=rng.uniform(0.02, 0.4 * runs))
            if run.code != -signal.SIGKILL:
                assert run.code == 0, run.err
                break
            done += 1
        with VisitReader(folder / "project.sqlite") as store:
            changes = store.changes(visit=last + 1)
            new = [one.key.rpartition("/")[2] for one in changes if one.what == "new"]
            changed = {one.key.rpartition("/")[2] for one in changes if one.what == "changed"}
            keys = [record.key for record in store.records()]
            visits = max(visit.number for visit in store.visits()) - last
        assert sorted(new) == sorted(day.new)
        assert changed == day.changed
        assert len(keys) == len(set(keys))
        pages = -(-len(source.truth_rows()) // 10)
        # A kill after the last step of a visit lets the next run begin another one.
        assert source.requests - before <= visits * (pages + 1) + 2 * runs
        assert not (folder / "visit.sqlite").exists()
    return done


def test_the_commands_say_what_changed(nursery: Nursery, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    with serve_changing(LIST, "changed") as source:
        leadline.harvest(source.url, project=folder)
        day = source.pass_day(SHARE, Random(6))
        sink = tmp_path / "sink.json"
        command = f"sh -c 'cat > {sink}'"
        table, feed = tmp_path / "c.csv", tmp_path / "f.xml"
        run = nursery.run("refresh", folder, "-o", table, "--feed", feed, "--run", command)
        assert run.code == 0, run.err
        assert f"{len(day.new)} new, {len(day.changed)} changed, 0 gone, 0 back" in run.out
        counts = json.loads(sink.read_text("utf-8"))["counts"]
        assert counts == {"new": len(day.new), "changed": len(day.changed), "gone": 0, "back": 0}
        lines = nursery.run("diff", folder).out.splitlines()
        assert len(lines) == len(table.read_text("utf-8").splitlines()) - 1
        titles = {row["title"] for row in source.truth_rows() if row["id"] in day.new}
        assert all(any(title in line for line in lines) for title in titles)
        told = {line.split("  ")[0] for line in lines if " -> " in line}
        assert len(told) == len(day.changed)
        quiet = nursery.run("refresh", folder, "-o", table)  # old news are not left as new ones
        assert (quiet.code, len(table.read_text("utf-8").splitlines())) == (0, 1)
    assert nursery.run("refresh", tmp_path / "nothing").code == 2
    down = nursery.run("refresh", folder)
    assert down.code == 1
    assert "Traceback" not in down.err
