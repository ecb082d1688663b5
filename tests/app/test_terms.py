# Holds: terms before a search
"""Terms before a search are agreed to by a person's word alone, in every command."""

import re
import sys
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from typer.testing import CliRunner

import leadline
from amounts import further
from leadline.cli.app import app
from leadline.crawl.terms import MAX_TAGS_OF_TERMS, TERMS, terms_before
from leadline.forms.find import find_interfaces
from leadline.forms.roles.terms import is_agreeing_button, is_terms_box
from leadline.model import Control
from leadline.page.dom import parse_html
from leadline.store import Reader
from leadline_zoo.replies import SiteReply
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Pager, SourceSpec
from tables import each_row, read_values

SPEC = SourceSpec("register", "books", count=40, pager=Pager(size=10))
HTML = (("Content-Type", "text/html"),)
GATE = "<h1>Disclaimer</h1><p>The register is no advice.<form method=post action=/agree>{}</form>"
BUTTON = GATE.format("<button name=no value=1>I do not agree</button><button>I agree</button>")
IMPLIED = GATE.format("By going on you accept the terms of use. <button>Continue</button>")
LINK = "<h1>Register</h1><p>No advice. <a href=/agree>Accept and continue</a>"


class Register(ServedSource):
    """Shows its search to those who agreed, whom it knows by a cookie."""

    gate = BUTTON
    agreed = 0

    def answer(self, method: str, target: str, body: bytes, cookie: str) -> SiteReply:
        if target.startswith("/robots"):
            return super().answer(method, target, body, cookie)
        if target == "/agree" and "no" not in parse_qs(body.decode()):
            self.agreed += 1
            entry = self.spec.form.entry
            return SiteReply(303, b"", (("Location", entry), ("Set-Cookie", "agreed=1; Path=/")))
        if "agreed=1" not in cookie:
            return SiteReply(200, f"<html>{self.gate}</html>".encode(), HTML)
        return super().answer(method, target, body, cookie)


class Boxed(ServedSource):
    """Wants a box ticked in the search form itself, else it answers nothing."""

    box = "<label><input type=checkbox name=ok value=yes> I accept the terms of use</label>"

    def answer(self, method: str, target: str, body: bytes, cookie: str) -> SiteReply:
        path, _, query = target.partition("?")
        if path == self.spec.form.action and query and "ok=yes" not in query:
            return SiteReply(200, b"<p>The terms were not accepted.", HTML)
        reply = super().answer(method, target.replace("&ok=yes", ""), body, cookie)
        page = re.sub(rb"(<form[^>]*>)", rb"\1" + self.box.encode(), reply.body)
        return SiteReply(reply.status, page, reply.headers)


@pytest.mark.parametrize("gate", [BUTTON, further(IMPLIED), LINK])
def test_terms_stop_a_harvest_until_the_person_agrees(gate: str, tmp_path: Path) -> None:
    runner = CliRunner()
    with Register(SPEC) as source:
        source.gate = gate
        order = ["harvest", source.url, "-p", str(tmp_path / "p")]
        stopped = runner.invoke(app, order)
        assert (stopped.exit_code, source.agreed) == (1, 0)
        assert source.url in stopped.stderr
        assert "--accept-terms" in stopped.stderr
        taken = runner.invoke(app, [*order, "--accept-terms"])
        assert taken.exit_code == 0, taken.output
        assert source.agreed
        assert "terms accepted by your word on 2" in taken.stdout
        with Reader(tmp_path / "p" / "project.sqlite") as store:
            (key,) = [one.key for one in store.sources()]
            assert store.counts(key).records == 40
            (kept,) = store.learned(key)[TERMS]
        assert kept["page"] == source.url
        assert source.url in (tmp_path / "p" / "report.html").read_text("utf-8")
        word = source.truth()[0]["title"].split()[0]
        answered = leadline.ask(tmp_path / "p", word)  # what was accepted is accepted again
        assert {each.state for each in answered.sources} == {"done"}
        assert any(row.is_live for row in answered.rows)
        again = leadline.refresh(tmp_path / "p")
        assert {one.state for one in again.outcomes.values()} <= {"complete", "exhausted"}
        assert {one.records for one in again.outcomes.values()} == {40}


@pytest.mark.parametrize("command", ["inspect", "run", "plan"])
def test_every_command_and_the_plan_take_the_word(command: str, tmp_path: Path) -> None:
    runner = CliRunner()
    with Register(SPEC) as source:
        order = {
            "inspect": ["inspect", source.url],
            "run": ["run", source.url, "-p", str(tmp_path / "p")],
            "plan": ["harvest", str(tmp_path / "project.toml")],
        }[command]
        plan = f'[[source]]\nurl = "{source.url}"\n'
        (tmp_path / "project.toml").write_text(plan, "utf-8")
        stopped = runner.invoke(app, order)
        assert (stopped.exit_code, source.agreed) == (1, 0)
        assert "--accept-terms" in stopped.output
        if command == "plan":
            (tmp_path / "project.toml").write_text(f"{plan}accept_terms = true\n", "utf-8")
        else:
            order.append("--accept-terms")
        assert runner.invoke(app, order).exit_code == 0
        assert source.agreed


@pytest.mark.parametrize("required", ["", further(" required")])
def test_a_box_of_the_search_form_is_ticked_by_the_persons_word(
    required: str, tmp_path: Path
) -> None:
    with Boxed(SPEC) as source:
        source.box = Boxed.box.replace("<input", f"<input{required}")
        stopped = leadline.harvest(source.url, project=tmp_path / "p")
        (outcome,) = stopped.outcomes.values()
        assert not any("ok=yes" in one.target for one in source.log)
        assert f"{source.url} asks to agree to its terms" in outcome.reason
        assert not required or source.requests == 1
        seen = leadline.inspect(source.url)
        assert seen.terms == source.url
        taken = leadline.harvest(source.url, project=tmp_path / "p", accept_terms=True)
        (outcome,) = taken.outcomes.values()
        assert outcome.records == 40


def test_the_web_page_asks_and_a_person_presses(tmp_path: Path) -> None:
    sys.path.insert(0, "tests/serve")
    from serving import client, post

    with Register(SPEC) as source, client(tmp_path) as made:
        board = made.app.state.board  # type: ignore[attr-defined]
        looked = post(made, "/looks", url=source.url).headers["location"]
        board.wait(looked.rpartition("/")[2], 30)
        assert 'name="accept_terms"' in made.get(looked).text
        begun = post(made, "/harvests", url=source.url).headers["location"]
        board.wait(begun.rpartition("/")[2], 30)
        shown = made.get(begun).text
        path = re.search(r'action="(/projects/[^"]+/accept-terms)"', shown)
        key = re.search(r'name="key" value="([^"]+)"', shown)
        assert path is not None
        assert key is not None
        assert source.agreed == 0
        again = post(made, path[1], key=key[1]).headers["location"]
        board.wait(again.rpartition("/")[2], 60)
        assert source.agreed
        assert "accept-terms" not in made.get(again).text
        assert "accept-terms" not in made.get(path[1].replace("/accept-terms", "")).text


AGREE = read_values(__file__, "AGREE")


@pytest.mark.parametrize("language", AGREE)
def test_boxes_that_agree_are_known_in_many_languages(language: str) -> None:
    page = f"<form action=/s><input name=q><label><input type=checkbox name=x>{AGREE[language]}"
    form = find_interfaces(parse_html(f"{page}</label><button>Go</button></form>", "http://h/"))[0]
    assert [one.role for one in form.controls if one.kind == "checkbox"] == ["terms"]


@each_row(__file__, "other_boxes_agree_to_nothing", "label")
def test_other_boxes_agree_to_nothing(label: str) -> None:
    assert not is_terms_box(Control("x", "checkbox", label))
    assert not is_agreeing_button(label)


COOKIES = "<form method=post action=/c><p>We use cookies.<button>Accept</button></form>"


def test_banners_on_cookies_and_boxes_for_search_terms_hold_nobody_up(tmp_path: Path) -> None:
    class Plain(ServedSource):
        def answer(self, method: str, target: str, body: bytes, cookie: str) -> SiteReply:
            reply = super().answer(method, target, body, cookie)
            more = COOKIES + "<p>Search terms: <label><input type=checkbox name=t>Terms</label>"
            return SiteReply(reply.status, reply.body + more.encode(), reply.headers)

    with Plain(SPEC) as source:
        taken = leadline.harvest(source.url, project=tmp_path / "p")
        assert not any(one.target.startswith("/c") for one in source.log)
    (outcome,) = taken.outcomes.values()
    assert outcome.records == 40


def test_a_page_of_very_many_tags_is_no_terms() -> None:
    pages = (BUTTON + "<p>x" * tags for tags in (10, MAX_TAGS_OF_TERMS))
    found = [terms_before(parse_html(page, "http://h.test/")) is not None for page in pages]
    assert found == [True, False]
