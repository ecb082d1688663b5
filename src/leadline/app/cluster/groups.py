"""Divides sources into groups that are never torn apart: those of one host, and declared kin.

A host is asked by one process only, so its pace is kept. Kin show the same things: what one shows
tells what the others are asked, so they share the knowledge of one process.

>>> urls = ["http://a.example/x", "http://b.example/", "http://www.a.example/y", "http://c.example/"]
>>> [[target.url[7:] for target in group] for group in groups_of(map(SourceTarget.of, urls))]
[['a.example/x', 'www.a.example/y'], ['b.example/'], ['c.example/']]
"""

from collections.abc import Iterable
from zlib import crc32

from leadline.app.project import SourceTarget
from leadline.page.urls import host_key

Group = tuple[SourceTarget, ...]


def groups_of(targets: Iterable[SourceTarget]) -> list[Group]:
    """Return the groups, each in the order of its sources, by their first sources."""
    leaders: dict[str, str] = {}

    def leader(name: str) -> str:
        while (above := leaders.setdefault(name, name)) != name:
            leaders[name] = leaders[above]
            name = leaders[above]
        return name

    listed = list(targets)
    for target in listed:
        first, *others = _ties(target)
        for other in others:
            leaders[leader(other)] = leader(first)
    groups: dict[str, list[SourceTarget]] = {}
    for target in listed:
        groups.setdefault(leader(_ties(target)[0]), []).append(target)
    return [tuple(group) for group in groups.values()]


def _ties(target: SourceTarget) -> list[str]:
    """Return what a source is held together by: hosts, and the name of its kin."""
    hosts = [host_key(target.url), *target.also_hosts]
    ties = [host.lower().removeprefix("www.") for host in hosts]
    return [*ties, f"kin {target.kin}"] if target.kin else ties


def share_of(targets: Iterable[SourceTarget], share: str) -> tuple[SourceTarget, ...]:
    """Return one of several shares of the groups, written as "2/8": the third of eight.

    Which share a group belongs to depends on its own sources only.

    >>> urls = [f"http://h{n}.example/" for n in range(100)]
    >>> [len(share_of(map(SourceTarget.of, urls), f"{n}/3")) for n in range(3)]
    [39, 34, 27]
    """
    number, slash, shares = share.partition("/")
    if not (slash and number.isdecimal() and shares.isdecimal() and int(number) < int(shares)):
        raise ValueError(f"a share is written as I/N, from 0/8 to 7/8 say, not {share!r}")
    taken = [
        group
        for group in groups_of(targets)
        if crc32(min(_ties(target)[0] for target in group).encode()) % int(shares) == int(number)
    ]
    if not taken:
        raise ValueError(f"no source falls into the share {share}")
    return tuple(target for group in taken for target in group)
