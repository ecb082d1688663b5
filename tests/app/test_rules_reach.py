"""Rules that a person writes into a plan are effective in every command, or it is said."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

import leadline
from leadline.app.project import read_subject
from leadline.cli.app import app
from leadline.domain.rules import default_rules, project_rules, unused_rules
from leadline.store import Reader
from leadline_zoo.replies import SiteReply
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Box, Form, Pager, SourceSpec
from tables import each_row, read_text

SPEC = SourceSpec("shelf", "books", count=60, pager=Pager(size=10))
WAITS = "The archivist walks to the shelf."
OVER = "Your visit is over. Come in again."
PLAN = read_text(__file__, "PLAN")


class Archive(ServedSource):
    """Answers after a page that asks to wait, in words of its own; its visits may be over."""

    waits, is_over, visits_of = True, False, 0
    asked = 0

    def answer(self, method: str, target: str, body: bytes, cookie: str) -> SiteReply:
        path, _, query = target.partition("?")
        if path != self.spec.form.action or not query:
            self.is_over = False
            return self._captioned(super().answer(method, target, body, cookie))
        if self.waits and "ready=1" not in query:
            link = f"<p>{WAITS} <a href='{target}&ready=1'>To the desk</a>"
            return SiteReply(200, link.encode(), (("Content-Type", "text/html"),))
        self.asked += 1
        self.is_over |= bool(self.visits_of) and self.asked % self.visits_of == 0
        if self.is_over:
            return SiteReply(200, f"<p>{OVER}".encode(), (("Content-Type", "text/html"),))
        return super().answer(method, target.replace("&ready=1", ""), body, cookie)

    def _captioned(self, reply: SiteReply) -> SiteReply:
        body = reply.body.replace(b"<form", b"<form data-caption='What is sought'")
        body = body.replace(b" for=", b" data-for=")
        return SiteReply(reply.status, body, reply.headers)


def plan_of(folder: Path, source: ServedSource, text: str = PLAN) -> Path:
    plan = folder / "project.toml"
    plan.write_text(text.replace("{url}", source.url), encoding="utf-8")
    return plan


def test_harvest_waits_begins_sessions_anew_and_reads_labels_by_a_plan(tmp_path: Path) -> None:
    with Archive(SPEC) as source:
        source.visits_of = 7
        taken = leadline.harvest(plan_of(tmp_path, source))
    (key,) = taken.outcomes
    assert taken.outcomes[key].records == 60
    with Reader(taken.project.store) as store:
        labels = [one["label"] for one in store.learned(key)["interface"]["controls"]]
        notes = [note.text for note in store.notes(key)]
    assert "What is sought" in labels
    assert any("session was lost" in note for note in notes)


def test_inspect_reads_a_source_by_the_rules_of_a_project(tmp_path: Path) -> None:
    with Archive(SPEC) as source:
        plan = plan_of(tmp_path, source)
        rules = read_subject(plan)[1]
        seen, blind = leadline.inspect(source.url, rules=rules), leadline.inspect(source.url)
        told = CliRunner().invoke(app, ["inspect", source.url, "--domain", str(plan)])
    assert seen.rows
    assert not blind.rows
    assert "What is sought" in {one.label for form in seen.interfaces for one in form.controls}
    assert told.exit_code == 0
    assert "'a year is one of ours' (inspect shows values as the page has them)" in told.stdout


def test_ask_waits_and_begins_an_ended_session_anew(tmp_path: Path) -> None:
    with Archive(SPEC) as source:
        leadline.harvest(plan_of(tmp_path, source))
        source.is_over = True
        word = source.truth()[0]["title"].split()[0]
        answered = leadline.ask(tmp_path, word)
        plan_of(tmp_path, source, PLAN.replace("your visit is over", "no page says this"))
        assert any("captions of this archive" in note for note in answered.notes)
    assert {each.state for each in answered.sources} == {"done"}
    assert any(row.is_live for row in answered.rows)


def test_ask_never_takes_an_ended_session_for_an_empty_answer(tmp_path: Path) -> None:
    with Archive(SPEC) as source:
        leadline.harvest(plan_of(tmp_path, source))
        source.visits_of = 1
        answered = leadline.ask(tmp_path, source.truth()[0]["title"].split()[0])
    (end,) = answered.sources
    assert (end.state, "session is over" in end.reason) == ("failed", True)


def test_discover_follows_an_answer_that_asks_to_wait_by_a_rule() -> None:
    from leadline.discover.interfaces.queries import SourceQueries
    from leadline.discover.interfaces.topic import Topic
    from leadline.domain.model import DomainKnowledge
    from leadline.forms.find import find_interfaces
    from leadline.page.dom import parse_html

    queries = SourceQueries(Topic.of_words("films"), DomainKnowledge())
    page = parse_html("<form action=/find><input name=q></form>", "http://h.example/")
    asked = queries.ask(find_interfaces(page)[0], "en")
    assert asked is not None
    waiting = parse_html(f"<p>{WAITS} <a href=/r?id=4>Go on</a>", asked.url)
    own = {"kind": "application", "name": "it walks", "says": ["archivist walks"]}
    rules = project_rules({"rule": [own]})
    assert queries.waiting(waiting, default_rules()) is None
    onward = queries.waiting(waiting, rules)
    assert onward is not None
    rows = "".join(f"<li><a href=/{n}>No {n}</a> is a film of 19{n}" for n in range(10, 19))
    assert queries.answer(parse_html(f"<ul>{rows}</ul>", onward.url)) is not None


def test_what_means_nothing_for_a_command_is_said() -> None:
    plan = {"kind": "application", "name": "no patents", "source": "s", "only": {"kind": ["book"]}}
    rules = project_rules({"rule": [plan]})
    assert unused_rules(rules, "harvest") == unused_rules(rules, "ask") == ""
    assert "'no patents'" in unused_rules(rules, "discover")
    assert unused_rules(default_rules(), "inspect") == ""


RULE = read_text(__file__, "RULE")


@pytest.fixture
def parted() -> SourceSpec:
    form = Form(boxes=(Box("cat", "category"),))
    return SourceSpec("parted", "books", count=40, form=form, pager=Pager(size=10))


def test_a_part_that_a_rule_excludes_is_not_asked(tmp_path: Path, parted: SourceSpec) -> None:
    with ServedSource(parted) as source:
        taken = leadline.harvest(plan_of(tmp_path, source, RULE), only=["category=Fiction"])
        assert source.requests == 0
    (outcome,) = taken.outcomes.values()
    assert outcome.state == "failed"
    assert "'no fiction here'" in outcome.reason


def test_rules_show_where_they_fired(tmp_path: Path) -> None:
    own = '[[rule]]\nkind = "logic"\nname = "few"\ntypes = ["year"]\nleast = 1930\n'
    year = '[[attribute]]\nname = "year"\ntype = "year"\nvalues = ["1999"]\n'
    with ServedSource(SourceSpec("plain", "books", count=40)) as source:
        leadline.harvest(plan_of(tmp_path, source, '[[source]]\nurl = "{url}"\n' + own + year))
    ran = CliRunner().invoke(app, ["rules", str(tmp_path), "--fired"])
    lines = [line.rpartition(" ") for line in ran.stdout.splitlines() if "(of your plan)" in line]
    assert [(line[:8], 0 < int(count) < 40) for line, _, count in lines] == [("- few (o", True)]


@each_row(__file__, "a_wrong_rule_is_refused_with_its_name", "rule", "says")
def test_a_wrong_rule_is_refused_with_its_name(tmp_path: Path, rule: str, says: str) -> None:
    plan = tmp_path / "project.toml"
    plan.write_text(f"[[rule]]\n{rule}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=rf"project\.toml: .*{says}"):
        read_subject(plan)
