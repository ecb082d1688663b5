"""Pages as broken servers, proxies and templates send them: mutations of good ones, by chance.

Every mutation takes bytes and gives bytes, at most some ten times as many.
"""

import random
from collections.abc import Callable, Iterator

_OPENERS = (
    b"<table> <select> <!-- <script> <svg> \x00 <pre> <template> <noscript> <title> <plaintext> "
    b"<frameset> </body>"
)
OPENERS = _OPENERS.split()
CLOSERS = [b"</li>", b"</tr>", b"</td>", b"</div>", b"</a>", b"</p>", b"</table>", b"</ul>", b'"']
MOST = 3_000_000

Mutation = Callable[[bytes, random.Random], bytes]


def truncated(body: bytes, chance: random.Random) -> bytes:
    return body[: chance.randrange(len(body) + 1)]


def spliced(body: bytes, chance: random.Random) -> bytes:
    """A piece of the page set in somewhere else, tags cut in two."""
    at, other = chance.randrange(len(body) + 1), chance.randrange(len(body) + 1)
    return body[:at] + body[other : other + chance.randrange(1, 20_000)] + body[at:]


def flipped(body: bytes, chance: random.Random) -> bytes:
    """Bits turned over, one in some hundred bytes."""
    found = bytearray(body)
    for _ in range(len(found) // chance.choice([50, 500, 5000]) + 1):
        if found:
            found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)
    return bytes(found)


def doubled(body: bytes, chance: random.Random) -> bytes:
    """A stretch from tag to tag many times over."""
    start = max(body.find(b"<", chance.randrange(len(body) + 1)), 0)
    stop = max(body.find(b">", start + chance.randrange(1, 3000)), start)
    times = min(chance.choice([2, 5, 50]), MOST // (stop - start + 2) + 1)
    return body[:start] + body[start : stop + 1] * times + body[start:]


def charset_lost(body: bytes, chance: random.Random) -> bytes:
    """Another encoding than the page says, or none that fits."""
    text = body.decode(chance.choice(["utf-8", "latin-1", "cp1251"]), "replace")
    return text.encode(
        chance.choice(["utf-16", "gb18030", "latin-1", "cp1251", "utf-7"]), "replace"
    )


def nested(body: bytes, chance: random.Random) -> bytes:
    """Thousands of elements that nobody closes, in the middle."""
    at = chance.randrange(len(body) + 1)
    tag = chance.choice(
        [b"<div>", b"<b>", b"<table><tr><td>", b"<ul><li>", b"<a href=x>", b"<p><i>"]
    )
    return body[:at] + tag * chance.choice([100, 2000]) + body[at:]


def blown_up(body: bytes, chance: random.Random) -> bytes:
    """Attributes with long or many values."""
    words = b" ".join(b"c%d" % n for n in range(chance.choice([10, 3000])))
    value = b' class="' + words + b'" title="' + b"x" * chance.choice([0, 100_000]) + b'"'
    tag = chance.choice([b"<div", b"<li", b"<tr", b"<td", b"<p"])
    return body.replace(tag, tag + value, chance.choice([1, 20]))


def unclosed(body: bytes, chance: random.Random) -> bytes:
    return body.replace(chance.choice(CLOSERS), b"")


def renamed(body: bytes, chance: random.Random) -> bytes:
    return body.replace(chance.choice([b"<li", b"<tr", b"<div", b"<p", b"class="]), b"<x-y")


def opened(body: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(body) + 1)
    return body[:at] + chance.choice(OPENERS) + body[at:]


MUTATIONS: list[Mutation] = [
    truncated, spliced, flipped, doubled, charset_lost, nested, blown_up, unclosed, renamed, opened,
]  # fmt: skip


def mutations(pages: list[bytes], count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """So many mutations, every page and kind in turn, now and then two on top of each other."""
    chance = random.Random(seed)
    for number in range(count):
        body = pages[number % len(pages)]
        kinds = [MUTATIONS[number % len(MUTATIONS)]]
        if chance.random() < 0.3:
            kinds.append(chance.choice(MUTATIONS))
        for kind in kinds:
            body = kind(body, chance)
        yield "+".join(kind.__name__ for kind in kinds), body[:MOST]
