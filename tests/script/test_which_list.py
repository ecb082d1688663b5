"""Which list of a page's data is that of the records: groups name them, envelopes hold them."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from leadline.crawl.script.reason import why_nothing
from leadline.model import Page, Request
from leadline.page.observed import Observed, Sighting
from leadline.script.learner import LearnedCall, learn_call
from leadline.wrapper.data.data_wrapper import DataWrapper

HOST = "http://source.test"


def page_of(data: Any) -> Page:
    return Page(Request("GET", f"{HOST}/all"), HOST, 200, (), json.dumps(data).encode())


def learned(data: Any, shown: dict[str, Sequence[str]]) -> LearnedCall:
    """What is learned of a page that looks words up in data, and what it shows for them."""
    seen = [Sighting("open", "", ("Report",), (page_of(data),)), Sighting("type", "qwzuxok", ())]
    seen += [Sighting("type", word, (*lines,)) for word, lines in shown.items()]
    result = learn_call(Observed((*seen,)))
    assert result is not None
    return result


def report(name: str) -> dict[str, Any]:
    """Tests by their numbers, and suites that name them."""
    tests = {
        f"t{n}": {"name": f"{name} {n} of the {'harbour' if n % 3 else 'bridge'}"}
        for n in range(30)
    }
    suites = [
        {"title": f"Suite {n}", "leaves": [f"t{5 * n + m}" for m in range(5)]} for n in range(6)
    ]
    return {"suites": suites, "tests": tests}


SUITES = {"harbour": ("Suite 0", "Suite 1", "Suite 3"), "bridge": ("Suite 0", "Suite 2")}


def test_leaves_are_the_records_where_words_show_the_groups_that_name_them() -> None:
    """A tree whose groups stay closed: a word shows those that have a test of it."""
    whole = learned(report("Trial"), SUITES)
    assert (whole.kind, len(whole.items), whole.word) == ("whole", 30, "harbour")


def test_no_data_in_which_words_are_looked_up_is_claimed_where_they_stand_in_none() -> None:
    data = report("Trial")
    del data["tests"]
    whole = learned(data, SUITES)
    assert (whole.kind, len(whole.items), whole.word) == ("whole", 6, "")


@pytest.mark.parametrize("word", ["jane", "emily"])
def test_groups_in_which_the_word_stands_are_the_records(word: str) -> None:
    """Authors that name their books, which hold the word too."""
    names = ("Jane Austen", "Emily Bronte", "Ann Radcliffe", "Mary Shelley")
    books = [{"id": n, "title": f"{names[n // 5]}, volume {n}"} for n in range(20)]
    authors = [{"name": name, "books": [*range(5 * n, 5 * n + 5)]} for n, name in enumerate(names)]
    shown = {name.split()[0].casefold(): (name,) for name in names[:2]}
    whole = learned({"authors": authors, "books": books}, {word: shown[word], **shown})
    assert (len(whole.items), whole.word) == (4, word)


def envelopes() -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = [{"meta": {"version": 3}}]
    for n in range(20):
        name = f"Case {n} of the {'harbour' if n % 3 else 'bridge'}"
        messages += [{"case": {"id": f"c{n}", "name": name}}, {"run": {"case": f"c{n}", "at": n}}]
        messages.append({"step": {"case": f"c{n}", "ok": True}})
    return messages


def test_a_list_of_envelopes_is_one_of_each_kind() -> None:
    cases = [one["case"] for one in envelopes() if "case" in one]
    names = [one["name"] for one in cases]
    shown = {word: [one for one in names if word in one] for word in ("harbour", "bridge")}
    whole = learned(envelopes(), shown)
    assert [*whole.items] == cases
    assert whole.wrapper.is_answer(page_of(envelopes()))
    read = DataWrapper.from_dict(whole.wrapper.to_dict()).items(envelopes())
    assert [*read] == cases


FILES = [{"file": f"./src/file-{n}.js", "bytes": n} for n in range(20)]


def opened(lines: Sequence[str], trouble: str = "") -> Observed:
    """A page that was opened and holds files; what it drew without a word."""
    headers = (("Content-Type", "application/json"),)
    page = Page(Request("GET", f"{HOST}/all"), HOST, 200, headers, json.dumps(FILES).encode())
    return Observed((Sighting("open", "", (*lines,), (page,)),), trouble=trouble)


def test_data_that_a_page_holds_is_taken_where_it_draws_a_part_without_its_folders() -> None:
    held = learn_call(opened([f"file-{n}.js" for n in range(6)]))
    assert held is not None
    assert (held.kind, len(held.items), held.word) == ("whole", 20, "")
    assert learn_call(opened(["Home", "About", *(f"other-{n}.js" for n in range(6))])) is None


def test_a_reason_says_what_was_seen_and_where_to_go_on() -> None:
    links = tuple((f"List {n}", f"{HOST}/#/list/{n}") for n in range(4))
    refused = ("cdn.test is not among the named hosts", "its call /api was answered 500")
    drawn = replace(opened([f"Tile {n}" for n in range(8)]), links=links, refused=refused)
    reason = why_nothing(drawn)
    assert reason.startswith("its call /api was answered 500; the page draws 8 different lines")
    assert "a list of 20 objects (bytes, file) came with it and is not drawn" in reason
    assert f"List 3 ({HOST}/#/list/3)" in reason  # the three before are tried
    assert reason.endswith("cdn.test is not among the named hosts")
    assert why_nothing(replace(opened([]), refused=refused)) == "; ".join(
        (refused[1], refused[0], "the page drew nothing in a browser")
    )


def test_the_tests_in_files_are_the_records_where_the_page_counts_them() -> None:
    """Closed rows of files: what they hold is not drawn, but how much it is."""
    data = [
        {"file": f"./src/file-{n}.js", "tests": [{"title": f"Test {n}-{m}"} for m in range(5)]}
        for n in range(12)
    ]
    lines = [f"file-{n}.js" for n in range(12)]
    for counts, records in ((["Tests: 60"], 60), (["Files: 12"], 12)):
        seen = Sighting("open", "", (*lines, *counts), (page_of(data),))
        whole = learn_call(Observed((seen,)))
        assert whole is not None
        assert (whole.kind, len(whole.items)) == ("whole", records)
        assert len(DataWrapper.from_dict(whole.wrapper.to_dict()).items(data)) == records


def test_what_stands_in_all_lines_says_nothing_of_one() -> None:
    """The search draws the section before each title, in one line."""
    data = [{"title": f"Ship {n:02} of Cork", "section": "Vessels"} for n in range(30)]
    shown = {
        word: [f"Vessels  Ship {n:02} of Cork" for n in range(at, at + 5)]
        for word, at in (("zero", 0), ("one", 10))
    }
    assert len(learned(data, shown).items) == 30
