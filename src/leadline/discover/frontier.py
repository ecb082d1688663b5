"""The frontier: links that wait to be fetched, the best of the hosts that are free first.

Every address has a number, and stands in the queue of its host at most once with its present
priority. Old entries are skipped when they come up. A second queue holds the best entry of each
host, so a choice among thousands of hosts looks at few of them.

>>> frontier = Frontier()
>>> for url, priority in [("http://a.example/1", 0.2), ("http://b.example/", 0.9)]:
...     frontier.raise_priority(frontier.number(url), priority)
>>> frontier.pop({"b.example"})
(0, 0.2)
>>> frontier.pop(), len(frontier)
((1, 0.9), 0)
"""

from array import array
from collections.abc import Container, Iterator, Sequence
from heapq import heapify, heappop, heappush
from math import inf

from leadline.page.urls import host_key

Entry = tuple[float, int]
"""Negated priority and number of a link."""


class Frontier:
    """Links by priority, one queue a host. Numbers are given in the order of discovery."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._urls: list[str] = []
        self._host_of = array("i")
        self._priority = array("d")
        self._is_taken = bytearray()
        self._hosts: dict[str, int] = {}
        self._host_names: list[str] = []
        self._queues: list[list[Entry]] = []
        self._first: list[Entry | None] = []
        self._heads: list[tuple[Entry, int]] = []
        self._waiting = 0
        self._shelved: set[int] = set()

    def __len__(self) -> int:
        """Return how many links wait."""
        return self._waiting

    def number(self, url: str) -> int:
        """Return the number of a canonical address; a new one is not waiting yet."""
        number = self._numbers.get(url)
        if number is None:
            number = self._numbers[url] = len(self._urls)
            self._urls.append(url)
            self._host_of.append(self._host_place(host_key(url)))
            self._priority.append(-inf)
            self._is_taken.append(False)
        return number

    def url(self, number: int) -> str:
        """Return the address with this number."""
        return self._urls[number]

    def host(self, number: int) -> str:
        """Return the host key of the address with this number."""
        return self._host_names[self._host_of[number]]

    def priority(self, number: int) -> float:
        """Return the priority of a link; minus infinity if it does not wait."""
        return self._priority[number]

    def is_taken(self, number: int) -> bool:
        """Return whether a link was handed out or struck off; it never waits again."""
        return bool(self._is_taken[number])

    def raise_priority(self, number: int, priority: float) -> None:
        """Let a link wait with this priority, or with its own if that is higher."""
        if priority > self._priority[number] and not self._is_taken[number]:
            self._wait(number, priority)

    def put_back(self, number: int, priority: float) -> None:
        """Let a link wait again that was just taken."""
        self._is_taken[number] = False
        self._wait(number, priority)

    def shelve(self, number: int, priority: float) -> None:
        """Let a link that was just taken wait again, but not be taken until ``unshelve``."""
        self._is_taken[number] = False
        self._waiting += 1
        self._priority[number] = priority
        self._shelved.add(number)

    def unshelve(self) -> None:
        """Let all shelved links be taken again."""
        if self._shelved:
            self._shelved.clear()
            self.rescore((), ())

    @property
    def has_more(self) -> bool:
        """Whether a link waits that is not shelved."""
        return self._waiting > len(self._shelved)

    def strike(self, number: int) -> None:
        """Let a link wait no longer, now and later."""
        self._shelved.discard(number)
        self._waiting -= self._priority[number] > -inf
        self._priority[number] = -inf
        self._is_taken[number] = True

    def waiting(self) -> Iterator[int]:
        """Yield the numbers of all links that wait, in the order of discovery."""
        return (n for n, priority in enumerate(self._priority) if priority > -inf)

    def rescore(self, numbers: Sequence[int], priorities: Sequence[float]) -> None:
        """Give waiting links new priorities, and build the queues anew."""
        for number, priority in zip(numbers, priorities, strict=True):
            self._priority[number] = priority
        queues: list[list[Entry]] = [[] for _ in self._queues]
        for number in self.waiting():
            if number in self._shelved:
                continue
            queues[self._host_of[number]].append((-self._priority[number], number))
        for queue in queues:
            heapify(queue)
        self._queues = queues
        self._first = [queue[0] if queue else None for queue in queues]
        self._heads = [(first, host) for host, first in enumerate(self._first) if first]
        heapify(self._heads)

    def pop(self, busy: Container[str] = ()) -> tuple[int, float] | None:
        """Take the best link of the hosts that are not busy: its number and priority, or None."""
        passed = []
        chosen = None
        while self._heads and chosen is None:
            entry, host = heappop(self._heads)
            if entry != self._first[host]:
                continue
            if not self._is_valid(entry):
                self._publish(host)
            elif self._host_names[host] in busy:
                passed.append((entry, host))
            else:
                chosen = entry[1], -entry[0]
                self.strike(entry[1])
                self._publish(host)
        for head in passed:
            heappush(self._heads, head)
        return chosen

    def _host_place(self, host: str) -> int:
        place = self._hosts.get(host)
        if place is None:
            place = self._hosts[host] = len(self._queues)
            self._host_names.append(host)
            self._queues.append([])
            self._first.append(None)
        return place

    def _wait(self, number: int, priority: float) -> None:
        self._shelved.discard(number)
        self._waiting += self._priority[number] == -inf
        self._priority[number] = priority
        host = self._host_of[number]
        entry = (-priority, number)
        heappush(self._queues[host], entry)
        first = self._first[host]
        if first is None or entry < first:
            self._first[host] = entry
            heappush(self._heads, (entry, host))

    def _publish(self, host: int) -> None:
        """Set the first valid entry of a host in the queue of hosts."""
        queue = self._queues[host]
        while queue and not self._is_valid(queue[0]):
            heappop(queue)
        first = self._first[host] = queue[0] if queue else None
        if first is not None:
            heappush(self._heads, (first, host))

    def _is_valid(self, entry: Entry) -> bool:
        return self._priority[entry[1]] == -entry[0]
