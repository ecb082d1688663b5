"""Writes corpora for ``leadline bench crawl`` that nobody tuned to; no test.

``./run python bench/made_corpora.py universities FOLDER --seed 1`` writes four university sites
to be crawled and four others, which give the sample pages. Every site has its own templates,
addresses, names of lists, and half of the words of each topic. ``wiki`` writes a Chinese wiki:
articles that link to each other, categories, and pages of discussion, versions and users.
"""

from __future__ import annotations

import argparse
import json
import lzma
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

SITES: Final = 4
WORDS: Final[dict[str, str]] = {
    "course": "homework syllabus lecture exam assignment midterm grading textbook instructor "
    "prerequisites handout quiz solutions project due office hours teaching newsgroup notes",
    "faculty": "professor research publications journal university interests selected papers grant "
    "conference editor award tenure phd theory students advising systems chair proceedings",
    "student": "resume hobbies graduate friends pictures music favorite page links advisor my "
    "stuff undergraduate thesis bookmarks sports about movies home sister",
    "project": "group laboratory sponsored members overview software release people papers demo "
    "funded goals architecture download parallel vision robotics technical report",
    "other": "department calendar admissions library map events news directory computing account "
    "policy help staff facilities visitors employment seminar printing campus alumni",
}
LISTS: Final[dict[str, tuple[str, ...]]] = {
    "course": ("Courses", "Class pages", "Teaching", "Schedule of classes", "Course materials"),
    "faculty": ("Faculty", "Professors", "People", "Academic staff", "Who is who"),
    "student": ("Students", "Graduate students", "People", "Personal pages", "Who is who"),
    "project": ("Research", "Projects", "Laboratories", "Groups", "Research areas"),
    "other": ("About us", "Information", "Services", "General", "Welcome"),
}
SIZES: Final = {"course": 90, "faculty": 50, "student": 130, "project": 80, "other": 350}
TOPICS: Final = ("course", "faculty", "student")
COMMON_TEXT: Final = (
    "computer science department university information page last modified mail phone fall spring "
    "program system data network language design analysis introduction main contact copyright"
)
COMMON: Final = COMMON_TEXT.split()
HAN: Final[dict[str, str]] = {
    "天文": "恒星 行星 望远镜 星系 轨道 彗星 卫星 黑洞 光谱 宇宙 星云 日食 天体 观测 引力",
    "戏曲": "京剧 唱腔 旦角 脸谱 剧团 昆曲 舞台 曲牌 梅兰芳 演员 戏班 越剧 锣鼓 水袖 剧目",
    "农业": "水稻 小麦 灌溉 肥料 播种 收割 土壤 果树 畜牧 种子 害虫 大豆 温室 产量 耕地",
    "铁路": "车站 机车 轨距 隧道 列车 线路 信号 道岔 车厢 高铁 调度 铁轨 货运 客运 桥梁",
    "医药": "药材 病症 针灸 疫苗 手术 医院 处方 细胞 诊断 病毒 护理 免疫 血液 心脏 中医",
}
HAN_TEXT: Final = "历史 地区 中国 发展 主要 使用 研究 年代 作品 社会 文化 世界 国家 方法 开始"
HAN_COMMON: Final = HAN_TEXT.split()


@dataclass(slots=True)
class MadeCorpus:
    """Pages by address, with their topic; seeds; sample pages by topic."""

    pages: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    seeds: list[str] = field(default_factory=list)
    samples: set[str] = field(default_factory=set)

    def write(self, folder: Path, topics: tuple[str, ...], rng: Random) -> None:
        """Write the files of a corpus."""
        folder.mkdir(parents=True, exist_ok=True)
        with lzma.open(folder / "pages.jsonl.xz", "wt", encoding="utf-8", preset=1) as file:
            for number, (url, html) in enumerate(self.pages.items()):
                file.write(json.dumps({"id": number, "url": url, "html": html}) + "\n")
        (folder / "seeds.txt").write_text("\n".join(self.seeds))
        for topic in topics:
            ours = [url for url in sorted(self.samples) if self.kinds[url] == topic]
            others = [url for url in sorted(self.samples) if self.kinds[url] != topic]
            row = {
                "train_pos": rng.sample(ours, min(50, len(ours))),
                "train_neg": rng.sample(others, min(150, len(others))),
                "targets": [
                    u for u, k in self.kinds.items() if k == topic and u not in self.samples
                ],
            }
            (folder / f"topic_{topic}.json").write_text(json.dumps(row), encoding="utf-8")


def add_university(corpus: MadeCorpus, name: str, rng: Random, *, is_sample: bool) -> None:
    """Add a site: a first page, lists of each kind, pages, and links among them."""
    style = rng.randrange(4)
    vocabulary = {}
    for kind, text in WORDS.items():
        words = text.split()
        vocabulary[kind] = rng.sample(words, len(words) // 2)
    urls: dict[str, list[str]] = {}
    for kind, size in SIZES.items():
        count = size if not is_sample else size // 4
        urls[kind] = [_university_url(name, kind, n, style, rng) for n in range(count)]
    front = f"http://www.{name}.example/"
    lists = {
        kind: f"{front}{rng.choice(('info', 'dept', 'x'))}{n}.html" for n, kind in enumerate(urls)
    }
    titles = {kind: rng.choice(LISTS[kind]) for kind in urls}
    items = [(lists[kind], titles[kind]) for kind in urls] + [
        (u, "more") for u in urls["other"][:8]
    ]
    corpus.pages[front] = _html(f"University of {name}", rng.sample(COMMON, 12), items, style)
    corpus.kinds[front] = "other"
    for kind, of_kind in urls.items():
        parts = [of_kind[n : n + 40] for n in range(0, len(of_kind), 40)]
        for n, part in enumerate(parts):
            url = lists[kind] if n == 0 else f"{lists[kind]}-{n}"
            links = [(page, _anchor(kind, rng)) for page in part]
            if n + 1 < len(parts):
                links.append((f"{lists[kind]}-{n + 1}", "continued"))
            noise = rng.choices(COMMON, k=15)
            corpus.pages[url] = _html(titles[kind], noise, [*links, (front, "home")], style)
            corpus.kinds[url] = "other"
        for url in of_kind:
            corpus.pages[url] = _university_page(kind, urls, vocabulary, front, style, rng)
            corpus.kinds[url] = kind
            if is_sample:
                corpus.samples.add(url)
    if not is_sample:
        corpus.seeds.append(front)


def _university_url(name: str, kind: str, number: int, style: int, rng: Random) -> str:
    person = _name(rng).lower() + str(number)
    host = f"http://{rng.choice(('www', 'cs', 'www.cs'))}.{name}.example"
    if kind in ("student", "faculty"):
        return f"{host}/~{person}/" if style % 2 else f"{host}/people/{person}.html"
    if kind == "course":
        code = rng.randrange(100, 900)
        return (
            f"{host}/~cs{code}x{number}/"
            if style < 2
            else f"{host}/classes/{code}-{number}/index.html"
        )
    return f"{host}/{rng.choice(('docs', 'pub', 'local', 'projects'))}/{person}.html"


def _university_page(
    kind: str,
    urls: dict[str, list[str]],
    vocabulary: dict[str, list[str]],
    front: str,
    style: int,
    rng: Random,
) -> str:
    """Return a page of a kind: a third of its words are of the kind, its links are mixed."""
    length = rng.randint(25, 160)
    own = vocabulary[kind]
    stray = vocabulary[rng.choice(list(vocabulary))]
    words = [
        rng.choice(own)
        if (draw := rng.random()) < 0.22
        else rng.choice(stray)
        if draw < 0.4
        else rng.choice(COMMON)
        if draw < 0.7
        else _name(rng).lower()
        for _ in range(length)
    ]
    ties = {"course": ["faculty", "student", "course"], "faculty": ["course", "project", "student"]}
    near = ties.get(kind, ["project", "student", "faculty"])
    links = [(front, "home")]
    for _ in range(rng.randint(1, 9)):
        other = rng.choice(near) if rng.random() < 0.6 else rng.choice(list(urls))
        links.append((rng.choice(urls[other]), _anchor(other, rng)))
    title = f"CS {rng.randrange(100, 900)}" if kind == "course" else _name(rng)
    return _html(title, words, links, style)


def _anchor(kind: str, rng: Random) -> str:
    if kind == "course":
        return f"CS {rng.randrange(100, 900)} {' '.join(rng.sample(COMMON, 2))}"
    return _name(rng) if kind != "other" else " ".join(rng.sample(COMMON, 2))


def _name(rng: Random) -> str:
    parts = ("ka", "lo", "mi", "ter", "nu", "vas", "qui", "ren", "do", "pel", "sha", "oz", "bri")
    return "".join(rng.choices(parts, k=3)).capitalize()


def _html(title: str, words: list[str], links: list[tuple[str, str]], style: int) -> str:
    """Return a page in one of four templates."""
    text, anchors = " ".join(words), [f"<a href='{url}'>{name}</a>" for url, name in links]
    if style == 0:
        body = f"<h1>{title}</h1><p>{text}</p><ul>{''.join(f'<li>{a}' for a in anchors)}</ul>"
    elif style == 1:
        body = f"<table><tr><td>{' | '.join(anchors)}</td><td>{title}<hr>{text}</td></tr></table>"
    elif style == 2:
        half = len(words) // 2
        inner = " ".join(f"{' '.join(words[n : n + 4])} {a}" for n, a in enumerate(anchors))
        body = f"<center><b>{title}</b></center>{' '.join(words[half:])}<br>{inner}"
    else:
        body = f"<h2>{title}</h2><dl>{''.join(f'<dt>{a}<dd>' for a in anchors)}</dl><p>{text}"
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>"


def add_wiki(corpus: MadeCorpus, rng: Random, articles: int = 500) -> None:
    """Add a wiki with so many articles of each topic; some of them are the samples."""
    base = "http://wiki.example/"
    urls = {
        kind: [f"{base}wiki/{kind}{rng.randrange(10**6)}" for _ in range(articles)] for kind in HAN
    }
    everything = [url for of_kind in urls.values() for url in of_kind]
    front = [(f"{base}wiki/分类:{kind[0]}", f"分类 {kind[0]}") for kind in HAN]
    front += [(url, _han_title(rng)) for url in rng.sample(everything, 30)]
    corpus.pages[base] = _html("首页", HAN_COMMON, front, 0)
    corpus.kinds[base] = "other"
    corpus.seeds.append(base)
    for kind, of_kind in urls.items():
        words = HAN[kind].split()
        listed = [(url, _han_title(rng)) for url in rng.sample(of_kind, articles // 10)]
        category = f"{base}wiki/分类:{kind[0]}"
        corpus.pages[category] = _html(f"分类 {kind[0]}", HAN_COMMON, listed, 3)
        corpus.kinds[category] = "other"
        for url in of_kind:
            links = [(base, "首页")]
            links += [(f"{url}?action={name}", name) for name in ("edit", "history", "talk")]
            for _ in range(rng.randint(3, 10)):
                target = rng.choice(of_kind if rng.random() < 0.5 else everything)
                links.append((target, _han_title(rng)))
            said = rng.choices(words, k=rng.randint(4, 12))
            said += rng.choices(" ".join(HAN.values()).split(), k=6)
            text = [
                f"{a}的{b}。"
                for a, b in zip(said, rng.choices(HAN_COMMON, k=len(said)), strict=True)
            ]
            corpus.pages[url] = _html(_han_title(rng), text, links, 2)
            corpus.kinds[url] = kind
            for name in ("edit", "history", "talk"):
                page = f"{url}?action={name}"
                corpus.pages[page] = _html(name, HAN_COMMON, [(url, "返回"), (base, "首页")], 0)
                corpus.kinds[page] = "other"
        corpus.samples.update(rng.sample(of_kind, 30))


def _han_title(rng: Random) -> str:
    return "".join(rng.choices("安柏楚定方高韩江柯林孟宁欧潘秦任沈唐魏谢阳郑", k=3))


def main() -> None:
    """Write a corpus."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=("universities", "wiki"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, corpus = Random(options.seed), MadeCorpus()
    if options.kind == "wiki":
        add_wiki(corpus, rng)
        corpus.write(options.folder, tuple(HAN)[:3], rng)
        return
    for number in range(2 * SITES):
        name = f"{_name(rng).lower()}{number}"
        add_university(corpus, name, rng, is_sample=number >= SITES)
    corpus.write(options.folder, TOPICS, rng)


if __name__ == "__main__":
    main()
