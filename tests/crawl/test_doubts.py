# Holds: a second list beside the answer; rows that an answer names
"""Doubts: what a crawl knows that speaks against its end is said, and nothing on honest sources."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from in_memory import HOST, of_zoo, run

import leadline
from leadline.crawl import table_doubts
from leadline.crawl.claim import claim_of, doubts_in
from leadline.model import HINT_KINDS, SETTLED_BY, Outcome, Page, Request
from tables import each_named

DRAW = Random(5)
STARTS, ENDS = ("ash", "bex", "car", "dun", "esk", "far", "gil", "hol"), ("ford", "hill", "low")
WORDS = [f"{start}{end}" for start in STARTS for end in ENDS]
ITEMS = [" ".join(DRAW.sample(WORDS, 3)).title() + f" {n}" for n in range(120)]
NEWS = [" ".join(DRAW.sample(WORDS, 3)).title() + f" news {500 + n}" for n in range(60)]
FORM = "<form action={}><label>{} <input name=q></label> <button>Search</button></form>"
LINK = "<a href='{}'>Browse all</a>"
Answer = Callable[[list[str], int], str]


def row(text: str) -> str:
    return f"<li><a href=/item/{text.split()[-1]}>{text}</a> <span>a view of it</span></li>"


def plain(found: list[str], start: int) -> str:
    shown = found[start : start + 10]
    return f"<ul class=rows>{''.join(map(row, shown))}</ul>" if found else "<p>Nothing found.</p>"


def linked(found: list[str], start: int, sent: dict[str, str], path: str) -> str:
    more = f"{path}?{urlencode({**sent, 's': start + 10})}"
    return f"<p><a href='{more}'>Next page</a></p>" if start + 10 < len(found) else ""


def crawl(
    answer: Answer,
    *,
    has_links: bool = True,
    more: str = "",
    only: tuple[str, ...] = (),
    most: int = 700,
) -> Outcome:
    """Crawl a source of 120 records, ten a page, whose answers show something besides."""

    def reply(request: Request) -> Page:
        url, html = urlsplit(request.url), FORM.format("/find", "Views")
        sent = {name: v[0] for name, v in parse_qs(url.query).items()}
        asked, start = sent.get("q", "").casefold().split(), int(sent.get("s", 0))
        if url.path == "/":
            html += f"<p>Views of {' '.join(WORDS[:5])}{more}"
        elif url.path == "/frame":
            html = FORM.format("/other", "Register")
        else:
            held = NEWS if url.path == "/other" else ITEMS
            found = [one for one in held if asked and {*asked} <= {*one.casefold().split()}]
            found = NEWS if url.path == "/all" or "list" in sent else found
            html += answer(found, start)
            html += linked(found, start, sent, url.path) if has_links else ""
        body = f"<html lang=en><body>{html}<p>Imprint</p></body></html>".encode()
        return Page(request, request.url, 200, (), body)

    return run(f"{HOST}/", reply, most=most, only=only).outcome


def kinds(outcome: Outcome) -> set[str]:
    return {doubt.kind for doubt in outcome.doubts}


def ranged(found: list[str], start: int) -> str:
    end = min(start + 10, len(found))
    said = f"<p>{start + 1}-{end} of {len(found)}</p>" if found else ""
    return said + plain(found, start)


def of_all(found: list[str], start: int) -> str:
    return ranged(found, start).replace(f"of {len(found)}<", "of 345<")


def two_lists(found: list[str], start: int) -> str:
    others = Random(f"{found}{start}").sample(NEWS, 10)
    listed = "".join(f"<tr><td><b>{text}</b><td>others are reading this one" for text in others)
    return plain(found, start) + (f"<table>{listed}</table>" if found else "")


def pinned(found: list[str], start: int) -> str:
    return plain([*NEWS[:2], *found] if found and not start else found, start)


def adverts(found: list[str], start: int) -> str:
    drawn = Random(f"{found}{start}").sample(NEWS, 2)
    shown = plain(found, start)
    extra = "".join(row(f"Promoted {text}") for text in drawn)
    return shown.replace("</ul>", f"{extra}</ul>")


def to_others(found: list[str], start: int) -> str:
    word = WORDS[len(found) % len(WORDS)]
    return plain(found, start) + f"<p><a href='/find?q={word}'>Next</a></p>"


def bare(found: list[str], start: int) -> str:
    shown = found[start : start + 10]
    places = [f"<li><span>a view from {len(one)} yards of {one.split()[0]}</span>" for one in shown]
    rows = [
        row(one) + more * (at % 3 == 2)
        for at, (one, more) in enumerate(zip(shown, places, strict=True))
    ]
    return f"<ul class=rows>{''.join(rows)}</ul>" if found else plain(found, start)


def in_turn(found: list[str], start: int) -> str:
    shown = [
        f"<li><b>{one}</b><i>{len(one)} yards</i></li><li><b>{one[::-1]}</b><i>view</i></li>"
        for one in found[start : start + 10]
    ]
    return f"<ul class=rows>{''.join(shown)}</ul>" if found else plain(found, start)


def in_pieces(found: list[str], start: int) -> str:
    """A record has two rows, or three; only its first one says its name."""
    shown = [
        f"<tr><td>{one}</td><td>{1500 + len(one) * 7}</td></tr>"
        f"<tr><td>{one[4::-1].title()} Low</td><td>{one[9:5:-1].title()}</td></tr>"
        f"{'<tr><td colspan=2>lent until 1990</td></tr>' if len(one) % 4 == 0 else ''}"
        for one in found[start : start + 10]
    ]
    return f"<table>{''.join(shown)}</table>" if found else plain(found, start)


def two_layouts(found: list[str], start: int) -> str:
    rows = [row(one) for one in found[start : start + 10]]
    deep = [one.replace("<li>", "<li><div><h4>").replace("</a>", "</a></h4></div>") for one in rows]
    shown = [(other, one)[len(one) % 2] for one, other in zip(rows, deep, strict=True)]
    return f"<ul class=rows>{''.join(shown)}</ul>" if found else plain(found, start)


def repeated(found: list[str], start: int) -> str:
    place = Random(str(found)).random()
    more = f"<ul class=rows><li><a href=/item/{place}>Views of the day</a> <span>a view</span>"
    return plain(found, start).replace("<ul class=rows>", more)


def strays(found: list[str], start: int) -> str:
    """Others, of the same look, stand above each answer."""
    others = Random(f"{found}{start}").sample(NEWS, 5)
    return f"<ul class=rows>{''.join(map(row, others))}</ul>" + plain(found, start)


def elsewhere(found: list[str], start: int) -> str:
    """Behind an answer follow lists of others."""
    on = start + 10 if found is NEWS else len(found) % 5 * 10
    more = f"<p><a href='/all?s={on}'>Next</a></p>" if on < len(NEWS) and found else ""
    return plain(found, start) + more


def of_counties(found: list[str], start: int) -> str:
    """A row above others counts what was found of a county."""
    shown = [
        f"<tr><td>{500 + len(one)}-{one.split()[-1]}<td>{one}<td>{one[::-1]}<td>seen"
        for one in found[start : start + 10]
    ]
    heads = [f"<tr><td colspan=4>{one} County ({len(found)})" for one in ("Ash", "Bex", "Car")]
    rows = [head + "".join(shown[at::3]) for at, head in enumerate(heads) if shown[at::3]]
    return f"<table>{''.join(rows)}</table>" if found else plain(found, start)


def of_officers(found: list[str], start: int) -> str:
    """Officers of the bodies that were found stand above these, in cards alike."""
    card = "<div class=card><h4>{}</h4><p>{}</p></div>"
    here = [card.format(one, f"{len(one)} Hill Road, {one[:4]}") for one in found[start:][:10]]
    there = [card.format(one[::-1], f"Chair of {one}") for one in found[start:][:9]]
    part = "<section><h3>{}</h3>{}</section>"
    parts = part.format("Officers", "".join(there)), part.format("Bodies", "".join(here))
    return "".join(parts) if found else plain(found, start)


def exchanged(found: list[str], start: int) -> str:
    said = [(one, " ".join(each[::-1] for each in one.split()[:2])) for one in found]
    cells = [pair[:: (-1, 1)[len(pair[0]) % 3 > 0]] for pair in said[start : start + 10]]
    shown = "".join(f"<tr><td>{one}</td><td>{other}</td></tr>" for one, other in cells)
    return f"<table>{shown}</table>" if found else plain(found, start)


def of_one_word(found: list[str], start: int) -> str:
    return plain(found if all("Ashford" in one for one in found) else [], start)


def garbled(found: list[str], start: int) -> str:
    return plain(found, start).replace("a view of it", "une vue de la r\u00c3\u00a9gion")


def shifted(found: list[str], start: int) -> str:
    shown = [
        f"<tr><td><a href=/item/{one.split()[-1]}>{one}</a></td>"
        f"{f'<td>{one.split()[0]} {one.split()[1]}</td>' if len(one) % 3 else ''}"
        f"<td>{1500 + len(one)}</td><td>{('seen', 'lost')[len(one) % 2]}</td></tr>"
        for one in found[start : start + 10]
    ]
    return f"<table>{''.join(shown)}</table>" if found else plain(found, start)


def tickets(found: list[str], start: int) -> str:
    shown = [
        f"<tr><td><a href='/o?ticket={DRAW.randrange(10**9)}'>{one[:7]}</a></td><td>seen</td>"
        f"<td>{one.split()[-1]}</td><td>{len(one[:7])}</td></tr>"
        for one in found[start : start + 10]
    ]
    return f"<table>{''.join(shown)}</table>" if found else plain(found, start)


def two_ways(found: list[str], start: int) -> str:
    ways = "{} | {}, {} | seen", "(seen) {1}: {0} <{2}>"
    shown = [
        f"<li>{ways[len(one) % 2].format(one, one.split()[0], 1500 + len(one) * 7)}"
        for one in found[start : start + 10]
    ]
    return f"<ul class=rows>{''.join(shown)}</ul>" if found else plain(found, start)


SAID = (
    ("no link", plain, "paging", "hold 10 records each", {"has_links": False}),
    ("1-10 of 25", ranged, "paging", "hold 10 records", {"has_links": False}),
    ("1-10 of 345", of_all, "total", "states 345 records", {}),
    ("two lists", two_lists, "list", "a second list of 10 rows", {}),
    ("two forms", plain, "form", "Register", {"more": FORM.format("/other", "Register")}),
    ("frame", plain, "form", "Register", {"more": "<iframe src=/frame></iframe>"}),
    ("pinned rows", pinned, "pinned", "2 rows stand in each", {}),
    ("adverts", adverts, "rows", "and all say 'promoted'", {}),
    ("other words", to_others, "paging", "10 records each", {"has_links": False}),
    ("rows without a heading", bare, "bare", "rows have no", {}),
    ("rows of counties", of_counties, "bare", "less than half of the columns", {}),
    ("two headings", of_officers, "list", "under 'Bodies' and under 'Officers'", {}),
    ("rows in turn", in_turn, "record", "each row in 2", {}),
    ("pieces", in_pieces, "record", "never many in a row", {}),
    ("two layouts", two_layouts, "columns", "one column", {}),
    ("on each page", repeated, "repeated", "'Views of the day'", {}),
    ("letters", garbled, "garbled", "look garbled", {}),
    ("other list", plain, "way", "the list behind the link", {"more": LINK.format("/all")}),
    ("list at its own path", plain, "way", "'Browse all'", {"more": LINK.format("/find?list=1")}),
    ("cells left out", shifted, "columns", "hold in", {}),
    ("tickets", tickets, "key", "say the same as others", {}),
    ("words without answers", of_one_word, "unread", "found none", {}),
    ("strays", strays, "list", "no word that they show found", {}),
    ("elsewhere", elsewhere, "paging", "may lead elsewhere", {"has_links": False}),
    ("exchanged", exchanged, "columns", "the other way round", {}),
    ("two ways", two_ways, "text", "hold several values", {}),
)


@each_named(SAID, "shown", "kind", "says", "site")
def test_what_speaks_against_an_end_is_said(
    shown: Answer, kind: str, says: str, site: dict[str, Any]
) -> None:
    ended = crawl(shown, **site)
    assert ended.state == "exhausted"
    assert kind in kinds(ended)
    assert any(says in doubt.sentence for doubt in ended.doubts if doubt.kind == kind)
    assert ended.level == "ended in doubt"
    assert doubts_in(claim_of(ended)) == ended.doubts


def test_of_a_run_that_was_stopped_it_is_said_how_its_pages_were_read() -> None:
    ended = crawl(two_lists, most=40)
    assert (ended.state, kinds(ended)) == ("paused", {"list"})
    assert kinds(crawl(plain, most=40)) == set()


def test_cells_left_out_are_looked_for_in_each_cell_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns that many records lack, each another set of them: none is counted for each column."""
    looked = Counter[str]()
    monkeypatch.setattr(table_doubts, "form_of", lambda value: looked.update([value]) or value)
    rng = Random(7)
    records = [{f"c{n}": f"{at} {n}" for n in range(60) if rng.random() < 0.8} for at in range(99)]
    assert table_doubts._shifted(records) is None
    assert set(looked.values()) == {1}


def test_every_doubt_names_the_hint_that_settles_it() -> None:
    sources = (one.read_text("utf-8") for one in (Path(leadline.__file__).parent).rglob("*.py"))
    said = {kind for text in sources for kind in re.findall(r'[^>] Doubt\(\s*"(\w+)"', text)}
    assert said == {*SETTLED_BY}
    assert {one.split()[0] for one in SETTLED_BY.values()} <= {*HINT_KINDS}


@pytest.mark.parametrize(("answer", "is_whole"), [(plain, True), (ranged, False), (of_all, False)])
def test_a_part_is_not_walked_to_the_end_where_the_answer_says_more(
    answer: Answer, is_whole: bool
) -> None:
    ended = crawl(answer, has_links=is_whole, only=("q=ashford",))
    assert ("walked to the end" in ended.reason) is is_whole
    assert ("not shown whole by the source" in ended.reason) is not is_whole
    assert ended.level == ("ended without a bound" if is_whole else "ended in doubt")


def test_an_honest_source_has_none() -> None:
    ended = crawl(plain)
    assert (ended.records, ended.doubts, ended.level) == (120, (), "nothing more found")
    for name in ("opac", "mail-archive"):
        assert kinds(of_zoo(name)[0].outcome) <= {"bound"}, name


def test_without_a_bound_the_reason_and_a_likely_share_are_said() -> None:
    def found_by_hidden_words(found: list[str], start: int) -> str:
        return "".join(
            f"<li><a href=/item/{one.split()[-1]}>View {one.split()[-1]}</a>, one of the many"
            for one in found[start : start + 10]
        )

    ended = crawl(found_by_hidden_words)
    assert ended.missing_at_most is None
    (bound,) = [doubt for doubt in ended.doubts if doubt.kind == "bound"]
    assert "of the rows show the word asked" in bound.sentence
    assert "may well be missing" in bound.sentence
    assert dict(bound.evidence)["may be missing"] > 0
