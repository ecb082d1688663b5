"""Prints how many requests discovery takes for each topic of the zoo; no test.

``./run python tests/app/measure_discovery.py``: one line a topic. ``last`` is the request with
which the last interface was found, ``fewest`` what one needs who knows where they are.
"""

from __future__ import annotations

import sys
import tempfile
import time

from discovery_scene import TOPICS, served_scene

import leadline


def main() -> None:
    """Discover every topic and print its figures."""
    for topic, wanted in TOPICS.items():
        with served_scene(wanted) as scene, tempfile.TemporaryDirectory() as folder:
            last = [0, 0]

            def watch(progress: leadline.DiscoveryProgress, last: list[int] = last) -> None:
                if progress.found > last[0]:
                    last[:] = progress.found, progress.requests

            began = time.process_time()
            discovery = leadline.discover(
                scene.directory.url, project=folder, topic=topic, anywhere=True, watch=watch
            )
            seconds = time.process_time() - began
            print(
                f"{topic}: fewest {scene.fewest_requests}, last {last[1]}, in all "
                f"{discovery.outcome.requests}; missed or wrong {sorted(scene.wrong(discovery))}; "
                f"{seconds:.1f} s of processor",
                flush=True,
            )
            if "-v" in sys.argv:
                for found in discovery.found:
                    print("  +", found.url, found.reason)
                for form in discovery.refused:
                    print("  -", form.url, form.reason)


if __name__ == "__main__":
    main()
