"""``leadline bench crawl`` on a small made corpus: its JSON, its curves, and who wins."""

import json
import lzma
from pathlib import Path
from random import Random

import pytest

from leadline_research.bench.crawl.corpus import hops_to_targets, load_corpus
from leadline_research.bench.crawl.crawl import draw_samples, run
from leadline_research.bench.crawl.figures import main
from leadline_research.bench.crawl.replay import Replay, crawl_budget
from leadline_research.bench.crawl.strategies import CRAWL_STRATEGIES

TOPICS = {"tides": "tide gauge harbour moon", "bread": "flour oven bread salt", "law": "court law"}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two hundred pages on three topics; most links stay on their topic."""
    folder, rng = tmp_path_factory.mktemp("corpus"), Random(3)
    names = list(TOPICS)
    topic_of = {f"http://h.example/{n}": rng.choice(names) for n in range(200)}
    with lzma.open(folder / "pages.jsonl.xz", "wt", encoding="utf-8") as lines:
        for number, (url, topic) in enumerate(topic_of.items()):
            own = [u for u in topic_of if topic_of[u] == topic]
            linked = rng.sample(own, 4) + rng.sample(list(topic_of), 2)
            anchors = "".join(
                f'<li><a href="{u}">{rng.choice(TOPICS[topic_of[u]].split())}</a>' for u in linked
            )
            words = " ".join(f"w{number}x{i}" for i in range(25))
            html = f"<title>{TOPICS[topic]}</title><p>{words}<ul>{anchors}</ul>"
            lines.write(json.dumps({"id": number, "url": url, "html": html}) + "\n")
    own = [u for u in topic_of if topic_of[u] == "tides"]
    others = [u for u in topic_of if topic_of[u] != "tides"]
    topic = {"train_pos": own[:8], "train_neg": [3, *others[:20]], "targets": own[8:]}
    (folder / "topic_tides.json").write_text(json.dumps(topic), encoding="utf-8")
    (folder / "seeds.txt").write_text("http://h.example/0\n", encoding="utf-8")
    return folder


def test_every_strategy_states_its_figures(corpus: Path) -> None:
    result = run(corpus, seeds=2, requests=80)
    assert {row["strategy"] for row in result["runs"]} == set(CRAWL_STRATEGIES)
    assert len(result["runs"]) == 2 * len(CRAWL_STRATEGIES)
    for row in result["runs"]:
        assert {"topic", "seed", "auc", "auc_oracle", "us_per_link"} <= row.keys()
        assert row["fetched"] <= 80
        assert 0 <= row["auc"] <= 1
    means = {
        name: sum(row["auc"] for row in result["runs"] if row["strategy"] == name)
        for name in CRAWL_STRATEGIES
    }
    assert means["default"] > 1.3 * means["bfs"]
    assert means["jlse"] < means["jlse-repaired"]


def test_own_scorer_crawls_beside_the_others(corpus: Path, own_methods: str) -> None:
    names = ["bfs", f"{own_methods}:ShortestFirst"]
    assert [row["strategy"] for row in run(corpus, strategies=names, requests=30)["runs"]] == names


def test_figures_are_drawn(corpus: Path, tmp_path: Path) -> None:
    run(corpus, strategies=["bfs", "default"], requests=50, figures=tmp_path / "drawn")
    names = {path.name for path in (tmp_path / "drawn").iterdir()}
    assert names == {"crawl-harvest.svg", "crawl-recall.svg"}
    assert all("<polyline" in path.read_text() for path in (tmp_path / "drawn").iterdir())


def test_the_figures_of_the_paper_are_drawn_by_one_command(corpus: Path, tmp_path: Path) -> None:
    main(corpus, tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"zhang2010-3.svg", "zhang2010-4.svg", "zhang2010-5.svg"}
    assert "cf = 150" in (tmp_path / "zhang2010-5.svg").read_text()
    assert "jlse-repaired" in (tmp_path / "zhang2010-3.svg").read_text()


def test_what_is_missing_is_said(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no strategy 'dfs'"):
        run(corpus, strategies=["dfs"])
    with pytest.raises(ValueError, match="no topic law"):
        run(corpus, topics=["law"])
    with pytest.raises(ValueError, match="does not exist"):
        run(tmp_path)


def test_hops_are_shortest(corpus: Path) -> None:
    loaded = load_corpus(corpus)
    topic = loaded.topics[0]
    hops = hops_to_targets(loaded, topic)
    assert all(hops[target] == 0 for target in topic.targets)
    for address, content in loaded.pages.items():
        near = min((hops[link.url] for link in content.links if link.url in hops), default=None)
        if near is not None and address not in topic.targets:
            assert hops[address] == near + 1


def test_seeds_draw_samples(corpus: Path) -> None:
    topic = load_corpus(corpus).topics[0]
    assert draw_samples(topic, 1) is topic
    second, third = draw_samples(topic, 2), draw_samples(topic, 3)
    assert len(second.positive) == round(0.8 * len(topic.positive))
    assert set(second.negative) != set(third.negative)
    assert draw_samples(topic, 2) == second


def test_area_and_budget_by_hand() -> None:
    crawled = Replay(2, [True, False, True], [True, False, True])
    assert crawled.area(4) == (0.5 + 0.5 + 1 + 1) / 4
    assert crawled.recall(2) == 0.5
    assert crawled.harvest_rate(2) == 0.5
    assert [crawl_budget(n) for n in (200, 5_708, 90_000)] == [500, 1_427, 2_000]
