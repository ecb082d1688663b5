"""Which list of a page's data is that of the records: groups name them, envelopes hold them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from leadline.model import Page, Request
from leadline.script.data_wrapper import DataWrapper
from leadline.script.learner import learn_call
from leadline.script.observed import Observed, Sighting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.script.learner import LearnedCall

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
