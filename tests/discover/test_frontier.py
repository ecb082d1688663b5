"""The frontier hands out what a plain sort of the waiting links would."""

from random import Random

import pytest

from leadline.discover.frontier import Frontier


@pytest.mark.parametrize("seed", range(20))
def test_pops_the_best_link_of_the_free_hosts(seed: int) -> None:
    rng = Random(seed)
    frontier = Frontier()
    waiting: dict[str, float] = {}
    taken: set[str] = set()
    hosts = [f"h{i}.example" for i in range(5)]
    for _ in range(400):
        action = rng.random()
        if action < 0.5:
            url = f"http://{rng.choice(hosts)}/{rng.randrange(60)}"
            priority = rng.randrange(20) / 4
            frontier.raise_priority(frontier.number(url), priority)
            if url not in taken:
                waiting[url] = max(priority, waiting.get(url, priority))
        elif action < 0.55 and waiting:
            numbers = list(frontier.waiting())
            priorities = [float(rng.randrange(20)) for _ in numbers]
            frontier.rescore(numbers, priorities)
            waiting = {frontier.url(n): p for n, p in zip(numbers, priorities, strict=True)}
        elif action < 0.6 and waiting:
            url = rng.choice(sorted(waiting))
            frontier.strike(frontier.number(url))
            taken.add(url)
            del waiting[url]
        else:
            busy = set(rng.sample(hosts, rng.randrange(5)))
            free = [url for url in waiting if url.split("/")[2] not in busy]
            best = min(free, key=lambda u: (-waiting[u], frontier.number(u)), default=None)
            popped = frontier.pop(busy)
            if best is None:
                assert popped is None
            else:
                assert popped == (frontier.number(best), waiting[best])
                taken.add(best)
                del waiting[best]
        assert len(frontier) == len(waiting)


def test_a_link_put_back_comes_up_again() -> None:
    frontier = Frontier()
    first, second = frontier.number("http://h.example/1"), frontier.number("http://h.example/2")
    frontier.raise_priority(first, 1.0)
    frontier.raise_priority(second, 0.5)
    assert frontier.pop() == (first, 1.0)
    frontier.put_back(first, 0.1)
    assert [frontier.pop(), frontier.pop(), frontier.pop()] == [(second, 0.5), (first, 0.1), None]
