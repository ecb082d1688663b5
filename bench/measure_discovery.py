"""Prints how many requests discovery takes for each topic of the zoo; no test.

``./run python bench/measure_discovery.py``: one line a topic. ``last`` is the request with
which the last interface was found, ``fewest`` what one needs who knows where they are. With
``--sites ../shared/sites`` the applications there are started and looked for instead, and then
harvested for ``--requests`` requests each.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "app"))
from discovery_scene import OTHERS, TOPICS, served_scene

import leadline
from leadline.page.urls import host_key
from leadline_zoo.directory import serve_directory
from leadline_zoo.source import ServedSource
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.app.discover import Discovery

SITES_TOPICS = {
    "films": ("namazu", "mediawiki"),
    "artworks, art collections": ("datasette", "omega"),
    "books": ("oscar",),
    "security advisories": ("trac",),
    "artworks, art collections, films, books, security advisories": (),
}
"""Topics, and the applications on them; () is all."""
TEXTS = ("content", "title", "name")
"""What links to the applications say: keys of their own ``site.json``."""


def measured(url: str, topic: str, folder: str | Path, wanted: set[str]) -> Discovery:
    """Discover a topic, and print what it took and what was missed or wrong."""
    last = [0, 0]

    def watch(progress: leadline.DiscoveryProgress) -> None:
        if progress.found > last[0]:
            last[:] = progress.found, progress.requests

    began = time.process_time()
    discovery = leadline.discover(url, project=folder, topic=topic, anywhere=True, watch=watch)
    seconds = time.process_time() - began
    found = {host_key(interface.url) for interface in discovery.found}
    print(
        f"{topic}: fewest {1 + len(wanted)}, last {last[1]}, in all {discovery.outcome.requests}; "
        f"{len(discovery.found)} interfaces in {discovery.sources} sources; "
        f"missed {sorted(wanted - found)}, wrong {sorted(found - wanted)}; "
        f"{seconds:.1f} s of processor",
        flush=True,
    )
    for interface in discovery.found:
        mark = "+" if host_key(interface.url) in wanted else "-"
        print(f"  {mark} {interface.url}: {interface.reason}")
    return discovery


@contextmanager
def applications(folder: Path) -> Iterator[dict[str, dict[str, str]]]:
    """Start the applications whose forms work without a script; yield their facts by address."""
    site = folder / "site"
    with ExitStack() as stack:
        started = {}
        for path in sorted(folder.glob("*/site.json")):
            facts = json.loads(path.read_text("utf-8"))
            if facts["js_needed"] or not facts["forms"]:
                continue
            name = facts["name"]
            start = subprocess.run(
                [site, "start", name, "0"], capture_output=True, text=True, check=True
            )
            stack.callback(subprocess.run, [site, "stop", name], capture_output=True, check=False)
            started[start.stdout.split()[-1]] = facts
        yield started


def measure_sites(folder: Path, requests: int) -> None:
    """Find the applications among decoys and sources of other domains, and harvest them."""
    with ExitStack() as stack:
        started = stack.enter_context(applications(folder))
        others = [stack.enter_context(ServedSource(ZOO[name])) for name in OTHERS]
        for text in TEXTS:
            called = [
                (source.url, source.name if text == "name" else source.spec.kind)
                for source in others
            ]
            links = [*((url, facts[text]) for url, facts in started.items()), *called]
            directory = stack.enter_context(serve_directory(links))
            for topic, names in SITES_TOPICS.items():
                wanted = {
                    host_key(url)
                    for url, facts in started.items()
                    if not names or facts["name"] in names
                }
                with tempfile.TemporaryDirectory() as project:
                    print(f"links say {text}; ", end="")
                    measured(directory.url, topic, project, wanted)
                    if requests and not names:
                        show_harvest(project, requests)


def show_harvest(project: str, requests: int) -> None:
    """Harvest what was found, and print what each source gave."""
    taken = leadline.harvest(project, budget=leadline.Budget(requests=requests))
    for source, outcome in taken.outcomes.items():
        print("  harvest", source, outcome.state, outcome.records)


def main() -> None:
    """Measure the zoo, or applications."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sites", type=Path)
    parser.add_argument("--requests", type=int, default=0)
    options = parser.parse_args()
    if options.sites:
        measure_sites(options.sites.resolve(), options.requests)
        return
    for topic, names in TOPICS.items():
        with served_scene(names) as scene, tempfile.TemporaryDirectory() as folder:
            wanted = {host_key(source.url) for source in scene.wanted}
            measured(scene.directory.url, topic, folder, wanted)


if __name__ == "__main__":
    main()
