"""What the crawl reads of pages: words of any script, links with what stands around them."""

import sys
from math import exp
from random import Random
from time import process_time

import pytest

from leadline.discover.logistic import fit_logistic
from leadline.discover.page_content import PageContent, read_content
from leadline.discover.words import _han_cutter, text_words, url_words
from leadline.errors import MissingExtra
from leadline.page.dom import parse_html
from leadline_research.bench.crawl.relevance import TopicRelevance


def read(html: str) -> PageContent:
    return read_content(parse_html(html, "http://h.example/dir/page"))


def test_frames_and_image_maps_are_links_and_files_are_not() -> None:
    content = read(
        "<a href=other>o</a><a href=paper.PDF>p</a><a href='mailto:a@h.example'>m</a>"
        "<a href='#top'>t</a><map><area href=/map alt='the north harbour'></map>"
        "<a href=/pictures><img src=x.gif alt='tide gauge'></a><a href=page>self</a>"
    )
    assert [(link.url, link.anchor) for link in content.links] == [
        ("http://h.example/dir/other", ()),
        ("http://h.example/map", ("north", "harbour")),
        ("http://h.example/pictures", ("tide", "gauge")),
    ]
    frames = read("<frameset><frame src=menu.html></frameset>")
    assert [link.url for link in frames.links] == ["http://h.example/dir/menu.html"]


def test_of_equal_addresses_the_anchor_with_most_words_stays() -> None:
    content = read("<a href=x><img src=i></a> <a href=x>tide tables</a> <a href=x>more</a>")
    assert [link.anchor for link in content.links] == [("tide", "tables")]


def test_context_is_bounded_and_without_the_anchor() -> None:
    words = "".join(f"<p>before{i}</p>" for i in range(9))
    content = read(f"{words}<a href=x>anchor</a>{words.replace('before', 'after')}")
    expected = (*(f"before{i}" for i in range(4, 9)), *(f"after{i}" for i in range(5)))
    assert content.links[0].context == expected


def test_chinese_words_of_text_and_address() -> None:
    content = read("<title>潮汐表</title><a href='/%E6%BD%AE%E6%B1%90'>港口潮汐</a>")
    assert content.title[0] == "潮汐"
    assert content.links[0].anchor == ("港口", "潮汐")
    assert url_words(content.links[0].url)[-1] == "潮汐"


def test_reading_is_linear() -> None:
    def seconds(size: int) -> float:
        html = "".join(f"<div><p>text {i} word</p><a href=/{i}>link {i}</a>" for i in range(size))
        document = parse_html(html, "http://h.example/")
        begin = process_time()
        read_content(document)
        return process_time() - begin

    seconds(200)
    assert seconds(4_000) < 12 * max(seconds(1_000), 0.01)


def test_missing_packages_are_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    _han_cutter.cache_clear()
    monkeypatch.setitem(sys.modules, "rjieba", None)
    monkeypatch.setattr("leadline.errors.find_spec", sys.modules.get)
    assert text_words("latin words only") == ["latin", "words", "only"]
    with pytest.raises(MissingExtra, match=r"words needs rjieba: pip install .*\[discover"):
        text_words("潮汐")
    _han_cutter.cache_clear()


def test_weights_are_where_the_loss_has_no_slope() -> None:
    """Classes of two sizes, columns of two sizes, one that no row holds: what liblinear finds."""
    rng = Random(3)
    rows = [([n % 5, 5 + n % 3], [rng.random(), 20 * rng.random()]) for n in range(60)]
    labels = [row[1][1] + 9 * row[1][0] > 18 for row in rows]
    weights, bias = fit_logistic(rows, labels, width=9, penalty=2.0)
    slopes = [*map(float, weights), bias]
    for (columns, values), label in zip(rows, labels, strict=True):
        held = [*zip(columns, values, strict=True), (9, 1.0)]
        score = bias + sum(weights[column] * value for column, value in held[:-1])
        cost = 2.0 * len(rows) / 2 / labels.count(label)
        for column, value in held:
            sign = 1 if label else -1
            slopes[column] -= cost * sign * value / (1 + exp(sign * score))
    assert max(map(abs, slopes)) < 1e-3
    assert weights[8] == 0
    assert any(labels) != all(labels)


def test_one_class_teaches_nothing() -> None:
    with pytest.raises(ValueError, match="two classes"):
        fit_logistic([([0], [1.0])], [True], width=1, penalty=1.0)


def test_a_topic_needs_samples_of_both_kinds() -> None:
    with pytest.raises(ValueError, match="sample pages off it"):
        TopicRelevance([["tide"]], [])


def test_relevance_grows_with_words_of_the_topic() -> None:
    relevance = TopicRelevance(
        [["tide", "gauge", "sea"], ["tide", "moon"]], [["bread", "sea"], ["oven", "salt"]]
    )
    texts = (["bread", "oven"], ["sea", "unknown"], ["tide", "sea"], ["tide", "moon", "gauge"])
    scores = [relevance.log_odds(words) for words in texts]
    assert scores == sorted(scores)
    assert scores[0] < 0 < scores[-1]
