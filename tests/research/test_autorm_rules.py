"""AutoRM rule by rule: a page for each, on which the answer is another one without that rule."""

from __future__ import annotations

import pytest

from leadline.mining.miner import record_text
from leadline.mining.signatures import PageSignatures
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from leadline_research.autorm2015.actual import refine
from leadline_research.autorm2015.autorm import AutoRM


def siblings(names: str) -> str:
    """A page of siblings: ``b1`` is ``<b>b1</b>``; ``br`` and ``hr`` are separators."""
    made = [
        f"<{name}>" if name in {"br", "hr"} else f"<{name[:-1]}>{name}</{name[:-1]}>"
        for name in names.split()
    ]
    return f"<div>{''.join(made)}</div>"


WORDS = "<b>One</b><b>Two</b><b>Three</b>"
LONG = "What is said in so many words is no list of anything and holds none. " * 4
SPENT = "$ 12.50 $ 13.75 $ 14.95 $ 16.20 $ 17.45 " * 5
DATES = "2021-03-04 2022-05-06 2023-07-08 " * 5
TIMES = "8:15 9:30 10:45 11:50 12:55 " * 5
PRICES = "".join(
    f"<li><b>Lot {at}</b><span class={kind}>$ {at}.50</span>"
    for at, kind in ((12, "low"), (15, "high"), (17, "low"), (24, "high"))
)

CANDIDATES = [
    (
        "2.1: leaves that differ by class alone are clustered, so rows of two looks are one",
        f"<ul>{PRICES}</ul>",
        [[f"Lot {at}$ {at}.50" for at in (12, 15, 17, 24)]],
    ),
    (
        "Algorithm 1: left and right of the best set of a region are searched too",
        siblings("b1 i1 b2 i2 u1 s1 q1 u2 s2 q2 u3 s3 q3 u4 s4 q4 p1 a1 p2 a2 p3 a3 b3"),
        [
            ["u1 s1 q1", "u2 s2 q2", "u3 s3 q3", "u4 s4 q4"],
            ["p1 a1", "p2 a2", "p3 a3"],
            ["b1 i1", "b2 i2"],
        ],
    ),
    (
        "Algorithm 3: a head whose set is part of one before ends the scan",
        siblings("b1 i1 b2 i2 b3 i3 b4 i4 u1 s1 q1 u2 s2 q2 u3 s3 q3 u4 s4 q4 u5 s5 q5 b5"),
        [["b1 i1", "b2 i2", "b3 i3"], ["u1 s1 q1", "u2 s2 q2", "u3 s3 q3", "u4 s4 q4", "u5 s5 q5"]],
    ),
    (
        "Algorithm 4: by separators where fields change places, for no order starts again",
        siblings("b1 i1 hr i2 b2 hr b3 i3"),
        [["b1 i1", "i2 b2", "b3 i3"]],
    ),
    (
        "Algorithm 4: by head order where separators stand inside records and not between them",
        siblings("b1 br i1 b2 br i2 b3 br i3"),
        [["b1 i1", "b2 i2", "b3 i3"]],
    ),
    (
        "5.2: two words beside a page of text are no list, their set is of too little quality",
        f"<div>{WORDS}<p>{LONG}<h5>{SPENT}</h5><code>{DATES}</code><i>{TIMES}</i><b>4</b></div>",
        [],
    ),
    (
        "5.5 (b): a head that comes twice in a record starts one only after a later field",
        siblings("b1 b1 i1 u1 b2 b2 i2 u2 b3 b3 i3 u3"),
        [["b1 b1 i1 u1", "b2 b2 i2 u2", "b3 b3 i3 u3"]],
    ),
]


@pytest.mark.parametrize(("why", "html", "sets"), CANDIDATES, ids=[row[0] for row in CANDIDATES])
def test_candidates(why: str, html: str, sets: list[list[str]]) -> None:
    page = parse_html(html, "http://h.test/")
    mined = AutoRM(PageSignatures(page), literal=True).mine([0])
    assert [[record_text(page, RecordSpan(nodes)) for nodes in found] for found in mined] == sets


def each(pattern: str, *numbers: int) -> str:
    """The pattern for every number, so that no two say the same."""
    return "".join(pattern.format(number) for number in numbers)


CASE = "<li><b>Case {0}</b> heard on {0} May</li>"
CASES = [each(CASE, at, at + 1) for at in (11, 21, 31, 41)]
WEEKS = "<section><ul>{}</ul><ul>{}</ul></section><section><ul>{}</ul><ul>{}</ul></section>"
POST = "<article><b>Ann {0}</b><i>2021-03-{0}</i><u>$ {0}.50</u><tt>{0}:30</tt>{{}}</article>"
QUOTE = "<p><s>Bo {0} said</s><q>that {0} is enough, and nobody needs more</q></p>"
QUOTES = [each(QUOTE, 1, 2), each(QUOTE, 3, 4)]
TERMS = "<article><p>{0} " + LONG + "</p><ul>{{}}</ul></article>"
UNLIKE = "<article><h4>Ann</h4><em>1</em><tt>Rome</tt><sup>$ {0}</sup>{{}}</article>"
BOOKS = each("<p><b>On cats {0}</b><i>in the year {0}</i></p>", 11, 12, 13)
SALES = each("<p><u>$ {0}.50</u><s>instead of $ {0}.75</s></p>", 14, 15, 16)
PARAGRAPHS = "<article><p>An essay on cats, {0}</p><p>Notes on a dog, {0}</p></article>"
SHORT = "<article><p><b>{0}</b><i>C</i></p><p><b>{0}</b><i>F</i></p></article>"
FIELDS = "<article><p><b>Kind</b> Drum {0}</p><p><b>Applicant</b> Ann {0} Lee</p></article>"
CELLS = "<tr><td><b>{0}</b> lots <i>sold</i></td><td><b>$ {0}</b> paid <u>in cash</u></td></tr>"
GROUP = "<div><h4>Heard in {0}</h4><em>{0} rooms</em><u>{0}</u><ul>{{}}</ul></div>"

ACTUAL = [
    (
        "recursion: records in lists in sections are found in two steps",
        WEEKS.format(*CASES),
        "li li li li li li li li",
    ),
    (
        "F1: quotations stand in two posts of five, so they are not the records",
        each(POST, 11, 12, 13, 14, 15).format("", QUOTES[0], "", QUOTES[1], ""),
        "article article article article article",
    ),
    (
        "F2: lists that are little of what the candidates say are not their records",
        each(TERMS, 1, 2).format(*CASES[:2]),
        "article article",
    ),
    (
        "F3: what is alike in each candidate, but not over all of them, is no record",
        each(UNLIKE, 11, 12).format(BOOKS, SALES),
        "article article",
    ),
    (
        "F4: a paragraph, one leaf, is not rich enough",
        each(PARAGRAPHS, 11, 12, 13),
        "article article article",
    ),
    (
        "F4: nor are two leaves of three characters",
        each(SHORT, 11, 12, 13),
        "article article article",
    ),
    (
        "F5: rows that begin with the same words in every candidate are its fields",
        each(FIELDS, 11, 12, 13),
        "article article article",
    ),
    (
        "F6: cells that are more like those of their column than like each other are fields",
        f"<table>{each(CELLS, 11, 12, 13)}</table>",
        "tr tr tr",
    ),
    (
        "F7: a group with a single record gives that too, without its heading",
        each(GROUP, 11, 12, 13, 14).format(CASES[0], CASE.format(19), *CASES[1:3]),
        "li li ul li li li li",
    ),
]


@pytest.mark.parametrize(("why", "html", "tags"), ACTUAL, ids=[row[0] for row in ACTUAL])
def test_actual_records(why: str, html: str, tags: str) -> None:
    """Records told by the tags of their nodes."""
    page = parse_html(f"<div>{html}</div>", "http://h.test/")
    miner = AutoRM(PageSignatures(page), literal=True)
    (records,) = (refine(miner, candidates) for candidates in miner.mine([0]))
    assert [page.tag[node] for nodes in records for node in nodes] == tags.split()
