"""JLSE of Zhang 2010 and its rivals: equations by hand, and both forms of what has two."""

from math import isclose, log2, sqrt
from random import Random

import pytest

from leadline.discover.link_classifier import LinkSample
from leadline.discover.messages import FoundLink, JudgedPage, Judgement
from leadline.discover.page_content import Hyperlink, PageContent
from leadline_research.diligenti2000.context_graph import ContextGraph, context_layers
from leadline_research.guan2008.topical_importance import TopicalImportance
from leadline_research.zhang2010.bm25 import FEATURE_WEIGHTS, GraphIndex, bm25_naive, idf
from leadline_research.zhang2010.link_evaluator import (
    ANCHORS_ONLY,
    LITERAL,
    REPAIRED,
    AnchorSimilarity,
    JlseVariant,
    JointSimilarity,
)
from leadline_research.zhang2010.link_graph import GAMMA, grow_graph, q_by_hops, q_by_sweeps
from leadline_research.zhang2010.naive_bayes import NaiveBayes, probability
from leadline_research.zhang2010.target_pages import (
    TargetClassifier,
    page_features,
    split_by_link_share,
)


def link(url: str = "http://h.example/", *anchor: str, context: str = "") -> Hyperlink:
    return Hyperlink(url, anchor, (), tuple(context.split()))


def page(number: int, log_odds: float, reward: float = 0.0, words: str = "") -> JudgedPage:
    content = PageContent("http://h.example/", tuple(words.split()), ())
    return JudgedPage(number, content, Judgement(log_odds, reward), depth=number)


SAMPLES = [
    LinkSample(link("", "tide", "table"), 1.0, True),
    LinkSample(link("", "tide"), 1.0, True),
    LinkSample(link("", "bread"), -1.0, False),
]


@pytest.mark.parametrize("seed", range(30))
def test_the_closed_form_of_q_agrees_with_the_sweeps(seed: int) -> None:
    rng = Random(seed)
    size = rng.randrange(3, 60)
    edges = sorted(
        {(rng.randrange(size), rng.randrange(size)) for _ in range(rng.randrange(1, 4 * size))}
    )
    edges = [(a, b) for a, b in edges if a != b]
    leaves = {rng.randrange(size) for _ in range(1 + size // 6)}
    swept, closed = q_by_sweeps(edges, leaves), q_by_hops(edges, leaves)
    assert swept.keys() == closed.keys()
    assert all(isclose(swept[v], closed[v], abs_tol=1e-9) for v in swept)


def test_sweeps_stop_at_their_bound() -> None:
    chain = [(3, 4), (2, 3), (1, 2)]
    assert q_by_sweeps(chain, {4}, sweeps=1)[1] == pytest.approx(GAMMA**2)
    assert q_by_sweeps(chain[::-1], {4}, sweeps=1)[1] == 0.0


def test_the_link_graph_holds_the_ways_to_results_only() -> None:
    parents = {1: [0], 2: [0], 3: [1, 2], 4: [2], 5: [3]}
    vertices, edges = grow_graph([3], parents)
    assert vertices == {3, 1, 0}
    assert set(edges) == {(0, 1), (1, 3)}


@pytest.mark.parametrize("seed", range(10))
def test_the_sparse_product_is_eq_5_word_by_word(seed: int) -> None:
    rng = Random(seed)
    words = [f"w{i}" for i in range(12)]

    def bag() -> tuple[str, ...]:
        return tuple(rng.choices(words, k=rng.randrange(6)))

    vertices = [(bag(), bag(), bag()) for _ in range(20)]
    links = [(bag(), bag(), bag()) for _ in range(5)]
    scores = GraphIndex(vertices).scores(links)
    for row, query in enumerate(links):
        expected = [0.0] * len(vertices)
        for place, weight in enumerate(FEATURE_WEIGHTS):
            part = bm25_naive(query[place], [v[place] for v in vertices])
            length = sqrt(sum(value * value for value in part))
            for vertex, value in enumerate(part):
                expected[vertex] += weight * value / length if length else 0.0
        assert scores[row] == pytest.approx(expected, abs=1e-6)


def test_frequent_words_weigh_nothing() -> None:
    assert idf(10, 6) == 0.0
    assert idf(10, 1) == pytest.approx(1.8458, abs=1e-4)


def test_naive_bayes_by_hand() -> None:
    bayes = NaiveBayes([[["a", "b"]], [["a", "c"]]])
    # V = {a, b, c}: P(c|1) = 2/5, P(c|0) = 1/5, equal priors
    assert bayes.posterior(["c"]) == pytest.approx([1 / 3, 2 / 3])
    assert bayes.posterior(["never", "seen"]) == pytest.approx([0.5, 0.5])
    assert probability(bayes.log_odds(["c"])) == pytest.approx(2 / 3)


def test_anchors_of_the_other_class_and_unknown_anchors_are_unlikely() -> None:
    anchors = AnchorSimilarity(SAMPLES)
    assert anchors.similarity(("tide",)) > 0.5
    assert anchors.similarity(("bread",)) == anchors.similarity(("unknown",)) == 0.01
    assert anchors.similarity(()) == 0.01


def test_priorities_are_shared_among_the_links_of_a_page() -> None:
    scorer = JointSimilarity(SAMPLES, ANCHORS_ONLY)
    anchors = AnchorSimilarity(SAMPLES)
    found = [FoundLink(1, link("", "tide")), FoundLink(2, link("", "bread"))]
    priorities = scorer.score(page(0, 1.5), found)
    tide = anchors.similarity(("tide",))
    length = sqrt(tide**2 + 0.01**2)
    assert priorities == pytest.approx(
        [probability(1.5) * tide / length, probability(1.5) * 0.01 / length]
    )


@pytest.mark.parametrize(("variant", "gains"), [(REPAIRED, True), (LITERAL, False)])
def test_a_link_like_one_that_led_to_a_result_gains(variant: JlseVariant, gains: bool) -> None:
    scorer = JointSimilarity(SAMPLES, JlseVariant(1, variant.leaf_value, variant.rescores))
    others = [FoundLink(n, link("", f"word{n}"), False) for n in range(5, 9)]
    scorer.score(page(0, 2.0), [FoundLink(1, link("", "harbour")), *others])
    for result in (1, 5, 6, 7):
        changed = scorer.learn(page(result, 2.0, reward=1.0))
    assert changed is variant.rescores
    new = [FoundLink(11, link("", "harbour")), FoundLink(12, link("", "flour"))]
    harbour, flour = scorer.score(page(10, 2.0), new)
    assert (harbour > flour) is gains
    if gains:
        assert scorer.rescore([11, 12]) == pytest.approx([harbour, flour])


def test_features_of_detail_pages() -> None:
    linked = tuple(link(f"http://h.example/{n}", "tide") for n in range(8))
    lists = PageContent("", ("tide",) * 9, linked)
    assert page_features(lists) == (0.0, log2(8 / 9), log2(1 + 1 / 9))
    details = PageContent("", ("tide",) * 400, linked[:2])
    made = [PageContent("", ("w",) * (300 + 9 * n), linked[:3]) for n in range(8)]
    indexes = [PageContent("", ("w",) * (9 + n), linked) for n in range(8)]
    classifier = TargetClassifier(made, indexes)
    assert classifier.is_target(details)
    assert not classifier.is_target(lists)
    assert split_by_link_share([lists, details]) == ([details], [lists])


def test_layers_of_the_context_graph() -> None:
    parents = {"t": ["a", "b"], "a": ["c"], "b": ["a", "c"], "c": ["t"]}
    assert context_layers(["t"], parents) == [["t"], ["a", "b"], ["c"]]
    graph = ContextGraph([[["tide"] * 5], [["harbour"] * 5], [["sea"] * 5]])
    links = [FoundLink(1, link())]
    near = graph.score(page(0, 0.0, words="tide tide tide tide tide"), links)[0]
    far = graph.score(page(0, 0.0, words="sea sea sea sea sea"), links)[0]
    unsure = graph.score(page(0, 0.0, words="unknown"), links)[0]
    assert near > far > unsure


def test_cash_is_neither_made_nor_lost() -> None:
    scorer = TopicalImportance(SAMPLES)
    found = [FoundLink(n, link("", word)) for n, word in enumerate(("tide", "bread", "moon"), 1)]
    first = scorer.score(page(0, 1.0), found)
    assert sum(first) == pytest.approx(1.0)
    assert first[0] == max(first)
    second = scorer.score(page(1, 1.0), found[1:])
    assert sum(second) == pytest.approx(1.0)
