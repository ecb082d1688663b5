"""Ids of entities that stay the same from run to run.

An id is made from the first member of an entity when the entity is new. Later runs give it to the
cluster that holds most of the members that had it.

>>> first = entity_ids([[("a", "1"), ("b", "7")], [("a", "2")]], {})
>>> known = {("a", "1"): first[0], ("b", "7"): first[0], ("a", "2"): first[1]}
>>> entity_ids([[("_new", "0"), ("a", "1"), ("b", "7")], [("a", "2")]], known) == first
True
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final

from leadline.integrate.record_table import Member

DIGEST_BYTES: Final = 8


def entity_ids(clusters: Sequence[Sequence[Member]], known: Mapping[Member, str]) -> list[str]:
    """Return an id for each cluster; ``known`` are ids of members in the last run."""
    claims = []
    for number, members in enumerate(clusters if known else ()):
        votes = Counter(known[member] for member in members if member in known)
        claims += [(-count, number, old) for old, count in votes.items()]
    ids: dict[int, str] = {}
    given: set[str] = set()
    for _, number, old in sorted(claims):
        if number not in ids and old not in given:
            ids[number] = old
            given.add(old)
    reserved = given | set(known.values())
    for number, members in enumerate(clusters):
        if number not in ids:
            ids[number] = _new_id(min(members), reserved)
            reserved.add(ids[number])
    return [ids[number] for number in range(len(clusters))]


def _new_id(member: Member, taken: set[str]) -> str:
    """Digest of a member; of an id that is taken already, another one."""
    attempt = 0
    while True:
        text = "\0".join([*member, *[str(attempt)] * bool(attempt)])
        digest = blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()
        if digest not in taken:
            return digest
        attempt += 1
