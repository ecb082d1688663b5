"""The answer is told from what stands beside it, on pages of many kinds, by contrast alone."""

import time
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.page.dom import Document, parse_html
from leadline.page.text import text_weight
from leadline.wrapper.region_choice import (
    ProbePage,
    RegionChoice,
    count_novel_records,
    novel_characters,
    rank_regions,
)
from leadline_research.miners import mine
from result_pages import LAYOUTS, Book, books, facets, link, nothing, page, pager, related
from tables import each_named

NONSENSE = ("qzxvkjw", "zzqa kkwxop")
MENU = "<ul class=menu><li><a href=/>Home</a><li><a href=/h>Help</a><li><a href=/c>Contact</a></ul>"


def read(query: str, html: str) -> Document:
    return parse_html(html, f"http://lib.test/search?q={query}")


def site(query: str, main: str, side: str = "") -> Document:
    html = f"<div id=top>{MENU}</div><div id=side>{side}</div><div id=main>{main}</div>"
    return read(query, f"<html><title>{query}</title><body>{html}</body></html>")


def items(found: Sequence[Book], kind: str = "result") -> str:
    return "".join(f"<div class={kind}><h3>{link(b)}</h3><p>{b.about}</p></div>" for b in found)


def chosen(
    answered: Callable[[str], Document],
    unanswered: Callable[[str], Document],
    words: tuple[str, str] = ("whale", "harbour"),
) -> tuple[ProbePage, RegionChoice]:
    one, other = (ProbePage(answered(word), word) for word in words)
    ranked = rank_regions(
        one,
        mine(one.document),
        other=other,
        nonsense=[ProbePage(unanswered(word), word) for word in NONSENSE],
    )
    return one, ranked[0]


def links(probed: ProbePage, choice: RegionChoice) -> list[str]:
    document = probed.document
    return [
        document.attribute(node, "href")
        for record in choice.region.records
        for root in record.nodes
        for node in document.elements("a", within=root)
    ]


def of(found: Sequence[Book]) -> list[str]:
    return [f"/book/{book.id}" for book in found]


# --- what beside the answer may be taken for it ---


def news(query: str) -> list[Book]:
    """Other books beside every page, more of them than there are results."""
    return books(f"latest{query[0]}", 25)


def people(query: str) -> str:
    found = "".join(f"<li><a href=/person/{b.id}>{b.author}</a>" for b in books(query, 4))
    return f"<h2>People</h2><ul class=people>{found}</ul>"


def titles_and_texts(query: str) -> str:
    found = (books(query, 5), books(query, 9, 50))
    return "".join(f"<h2>Hits</h2><ul class=hits>{_li(part)}</ul>" for part in found)


def _li(found: Sequence[Book]) -> str:
    return "".join(f"<li>{link(b)}<div>{b.about}</div>" for b in found)


def short_names(query: str) -> str:
    return "<ul>" + "".join(f"<li>{link(b, b.author)}" for b in books(query, 25)) + "</ul>"


def table_in_table(query: str, found: Sequence[Book]) -> Document:
    rows = "".join(
        f"<tr><td><table><tr><td><b>{link(b)}</b></td></tr><tr><td>{b.author}</td></tr>"
        f"<tr><td>{b.about}</td></tr></table></td></tr>"
        for b in found
    )
    menu = "<table><tr><td><a href=/a>Alpha</a></td></tr><tr><td><a href=/b>Beta</a></td></tr>"
    main = f"<table>{rows}</table>" if found else "Nothing found"
    return read(query, f"<table><tr><td>{menu}</table></td><td>{main}</td></tr></table>")


PAGES = [
    (
        "news beside, made as the records are, longer and other on every page",
        lambda q: site(q, items(books(q, 8)), items(news(q))),
        lambda q: site(q, "Nothing", items(news(q))),
        of(books("whale", 8)),
    ),
    (
        "facets with more lines than there are short records",
        lambda q: site(q, short_names(q), facets(q, books(q, 25))),
        lambda q: site(q, "Nothing"),
        of(books("whale", 25)),
    ),
    (
        "people found too, in a list of their own",
        lambda q: site(q, people(q) + items(books(q, 9))),
        lambda q: site(q, "Nothing"),
        of(books("whale", 9)),
    ),
    (
        "hits in titles and hits in texts: both are the answer",
        lambda q: site(q, titles_and_texts(q)),
        lambda q: site(q, "Nothing"),
        of([*books("whale", 5), *books("whale", 9, 50)]),
    ),
    (
        "nonsense is answered with an error page",
        lambda q: site(q, items(books(q, 8)), facets(q, books(q, 8))),
        lambda q: read(q, "<h1>500</h1><p>Internal error</p>"),
        of(books("whale", 8)),
    ),
    (
        "nonsense is answered with nothing at all",
        lambda q: site(q, items(books(q, 8)), related(q, books(q, 8))),
        lambda q: read(q, ""),
        of(books("whale", 8)),
    ),
    (
        "nonsense is answered with the entry page",
        lambda q: site(q, items(books(q, 8)), pager(q, books(q, 10))),
        lambda q: site("", "Welcome to the library<form action=/search><input name=q></form>"),
        of(books("whale", 8)),
    ),
    (
        "nonsense is answered with other books, other ones each time",
        lambda q: site(q, items(books(q, 8))),
        lambda q: site(q, f"Did you mean {q[::-1]}?" + items(books(q[:3], 8))),
        of(books("whale", 8)),
    ),
    (
        "tables in tables",
        lambda q: table_in_table(q, books(q, 9)),
        lambda q: table_in_table(q, []),
        of(books("whale", 9)),
    ),
    (
        "two records",
        lambda q: site(q, items(books(q, 2)), facets(q, books(q, 2))),
        lambda q: site(q, "Nothing"),
        of(books("whale", 2)),
    ),
]


@each_named(PAGES, "answered", "unanswered", "wanted")
def test_the_region_is_the_answer(answered, unanswered, wanted) -> None:  # type: ignore[no-untyped-def]
    assert links(*chosen(answered, unanswered)) == wanted


HAN = "鲸鱼 海港 灯笼 草原 罗盘 果园 花岗 麻雀 水壶 提琴 峡谷 丝带 铁锚 主教 红铜 沙漠"
CHINESE = HAN.split()


def chinese(query: str, count: int = 10) -> Document:
    """A catalogue as ASP pages of the nineties have it: layout tables, a header row of cells."""
    first = ord(query[0])
    rows = "".join(
        f"<tr><td>{n}</td><td><a href='show.asp?id={first * 100 + n}'>"
        f"{query}与{CHINESE[(n * 7 + first) % 16]}的{CHINESE[(n * 3 + first) % 16]}</a></td>"
        f"<td>{'赵钱孙李周吴'[n % 6]}</td><td>{1950 + n}</td></tr>"
        for n in range(count)
    )
    words = (CHINESE[(n + first) % 16] for n in range(12))
    hot = "".join(f"<li><a href='?q={word}'>{word}</a></li>" for word in words)
    table = f"<table border=1><tr><td>序号<td>题名<td>作者<td>年</tr>{rows}</table>"
    main = f"<p>检索“{query}”，共{count}条</p>{table}" if count else f"<p>没有找到“{query}”</p>"
    return read(query, f"<table><tr><td><ul>{hot}</ul></td><td>{main}</td></tr></table>")


def test_a_chinese_catalogue_among_hot_words() -> None:
    probed, choice = chosen(chinese, lambda q: chinese(q, 0), ("鲸鱼", "海港"))
    wanted = [f"show.asp?id={ord('鲸') * 100 + n}" for n in range(10)]
    assert [href for href in links(probed, choice) if href.startswith("show")] == wanted


@pytest.mark.parametrize("word", ["books", "collection", "library", "new"])
def test_a_word_of_the_template_is_asked(word: str) -> None:
    """The query stands in menus, headings and footers too: that is no echo and no data."""
    show = LAYOUTS["heading_and_paragraph"]
    probed, choice = chosen(
        lambda q: page(q, books(q, 10), show), lambda q: page(q, [], show), (word, "harbour")
    )
    assert links(probed, choice) == of(books(word, 10))


def months(query: str, sizes: Sequence[int]) -> Document:
    """Changes by month: a heading and a table for each, most with one row."""
    found, parts = iter(books(query, sum(sizes))), []
    for month, size in enumerate(sizes, 1):
        rows = "".join(
            f"<tr><td>{link(b)}<td>{b.about}</tr>" for b in (next(found) for _ in range(size))
        )
        parts.append(f"<h3 class=day>2011-{month:02}</h3><table class=day>{rows}</table>")
    return site(query, f"<div class=changes>{''.join(parts)}</div>" if sizes else "Nothing")


GROUPS = [
    ("two records of one month", (1, 1, 1, 2, 1, 1, 1, 1)),
    ("most months with one", (3, 1, 1, 1, 1, 4)),
    ("most months with several", (3, 5, 1, 4)),
]


@each_named(GROUPS, "sizes")
def test_records_are_taken_and_not_the_groups_they_stand_in(sizes: tuple[int, ...]) -> None:
    probed, choice = chosen(lambda q: months(q, sizes), lambda q: months(q, ()))
    assert choice.records == sum(sizes)
    assert links(probed, choice) == of(books("whale", sum(sizes)))


@pytest.mark.parametrize("label", ["{}", "Page {}", "{}-{}"])
def test_a_pager_of_any_length_hides_no_list(label: str) -> None:
    def answered(query: str) -> Document:
        steps = (label.format(n, n + 9) for n in range(1, 20_001 if query == "whale" else 2))
        links = (f"<a href='?q={query}&page={n}'>{one}</a> " for n, one in enumerate(steps))
        return site(query, f"<div>{''.join(links)}</div>{items(books(query, 20))}")

    one, choice = chosen(answered, lambda query: site(query, nothing(query)))
    assert links(one, choice) == of(books("whale", 20))


def with_authors(book: Book, place: int) -> str:
    author = f"<div><a href=/by/{book.id}>{book.author}</a> wrote this book</div>"
    return f"<li><div>{link(book)} {book.about}</div>{author if book.id % 3 else ''}"


def in_turns(book: Book, place: int) -> str:
    terms = f"<dl><dt>By<dd>{book.author}<dt>About<dd>{book.about}</dl>"
    table = f"<table><tr><th>Author<td>{book.author}<tr><th>Text<td>{book.about}</table>"
    return f"<li><h4>{link(book)}</h4>{terms}" if place % 2 else f"<li><p>{link(book)}</p>{table}"


COUNTED = [
    ("title and author have blocks of their own, some have no author", with_authors, 9),
    ("two kinds of rows take turns, each with an address of its own", in_turns, 10),
]


@each_named(COUNTED, "row", "count")
def test_a_record_is_one_row(row: Callable[[Book, int], str], count: int) -> None:
    def listed(query: str) -> Document:
        rows = "".join(row(book, place) for place, book in enumerate(books(query, count)))
        return site(query, f"<ul class=hits>{rows}</ul>")

    _, choice = chosen(listed, lambda q: site(q, "Nothing"))
    assert choice.records == count


# --- what makes a page productive ---

PRODUCTIVE = [
    ("ten records", items(books("whale", 10)), True),
    ("two records of some length", items(books("whale", 2)) + items(books("pepper", 1)), True),
    ("one record", items(books("whale", 1)), False),
    ("headings that repeat the query", "<h2>whale</h2><h2>About whale</h2>" * 9, False),
    ("nothing", nothing("whale"), False),
    ("links that repeat the query", related("whale", ()).replace("whale ", "whale"), False),
]


@each_named(PRODUCTIVE, "main", "productive")
def test_what_makes_a_page_productive(main: str, productive: bool) -> None:
    probed = ProbePage(site("whale", main), "whale")
    known = ProbePage(site("qzxvkjw", "Nothing"), "qzxvkjw").chunks
    assert (count_novel_records(probed, mine(probed.document), known) > 0) is productive


def test_text_that_stands_on_the_nonsense_page_is_not_new() -> None:
    main = items(books("whale", 3))
    probed = ProbePage(site("whale", main), "whale")
    region = max(mine(probed.document), key=lambda one: len(one.records))
    assert novel_characters(probed, region, frozenset()) > 100
    assert novel_characters(probed, region, probed.chunks) == 0


def test_wide_characters_weigh_more() -> None:
    assert text_weight("鲸鱼") == 5.0
    assert text_weight("whale") == 5.0


def test_nothing_is_chosen_where_all_is_template() -> None:
    one = ProbePage(site("whale", "Nothing"), "whale")
    assert rank_regions(one, mine(one.document), other=None, nonsense=[one]) == ()
    assert rank_regions(one, (), other=None, nonsense=[]) == ()


@given(st.sampled_from(sorted(LAYOUTS)), st.sampled_from(sorted(LAYOUTS)), st.integers(0, 12))
def test_answers_in_two_layouts_never_break_it(first: str, second: str, count: int) -> None:
    one = ProbePage(page("whale", books("whale", count), LAYOUTS[first]), "whale")
    other = ProbePage(page("harbour", books("harbour", 12 - count), LAYOUTS[second]), "harbour")
    ranked = rank_regions(one, mine(one.document), other=other, nonsense=[other])
    assert [c.score for c in ranked[1:]] == sorted((c.score for c in ranked[1:]), reverse=True)
    assert all(c.score > 0 and c.novel_characters > 0 for c in ranked)


def test_a_long_page_is_judged_in_bounded_time() -> None:
    def long(query: str, count: int) -> Document:
        return site(query, items(books(query, count)), facets(query, books(query, count)))

    one, other = (ProbePage(long(word, 400), word) for word in ("whale", "harbour"))
    regions = mine(one.document)
    started = time.process_time()
    ranked = rank_regions(
        one, regions, other=other, nonsense=[ProbePage(long("qzxvkjw", 0), "qzxvkjw")]
    )
    assert time.process_time() - started < 6.0
    assert ranked[0].records == 400
