"""Texts that cost a reader much more than others of their length, made from what it reads.

Wide and deep ones of growing length: tokens again and again, and half of a text opening what the
other half closes. Numeric ones of one length: examples with other numbers, and other kinds of
values, in the place of each number and each text.
"""

import itertools
import os
import random
import re
import resource
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar
from zlib import crc32

from fuzz_targets import Target

T = TypeVar("T")

SHORT, LONG = 16_000, 64_000
"""Bytes of a growing text; linear time is 4 times as long for the long one, quadratic 16."""
MAX_RATIO: Final = 9
QUICK_SECONDS: Final = 0.1
"""Processor seconds for the long text below which nothing is measured."""
MAX_SECONDS: Final = 2.0
"""Processor seconds that any of these texts may cost."""
MAX_MEMORY: Final = 3 << 30
PAIRS: Final = 6
NUMBERS: Final = (
    *("9" * 400, "9" * 5_000, "1e999", "-1", "-0", "0", "²", "٣", "1_0", "1_.5", "1.5"),
    *("9" * 11, "9" * 19, "1e308", "0x1", "+1", "¼", "0.", ".", "NaN", "Infinity", "null", "true"),
    *("[]", "{}", "[[]]", '"x"', '"\\ud800"'),
)  # fmt: skip
_NUMBER: Final = re.compile(rb"\d+(?:\.\d+)?")
_TEXT: Final = re.compile(rb'"[^"\n]{0,30}"(?!\s*:)')


@dataclass(frozen=True)
class Growing:
    """A text of any length: a head, and a unit again and again, then as often what closes it."""

    head: bytes
    unit: bytes
    close: bytes = b""
    end: bytes = b""

    def text(self, size: int) -> bytes:
        """Return the text of about so many bytes."""
        times = size // len(self.unit + self.close)
        return self.head + self.unit * times + self.close * times + self.end


def growing(target: Target, pairs: int = PAIRS) -> Iterator[Growing]:
    """Yield the growing texts of a target; ``pairs`` of its tokens, chosen by chance."""
    chance = random.Random(crc32(b"".join(target.tokens)))
    every = [pair for pair in itertools.permutations(target.tokens, 2) if pair[0]]
    chosen = chance.sample(every, min(pairs, len(every)))
    for head in target.heads:
        yield from (Growing(head, token) for token in target.tokens if token)
        for first, second in chosen:
            yield Growing(head, first + second)
            yield Growing(head, first, second)
    for example in target.examples:
        yield Growing(b"", example)
        for token in chance.sample(target.tokens, min(pairs, len(target.tokens))):
            at = chance.randrange(len(example) + 1)
            yield Growing(example[:at], token, end=example[at:])


def numeric(target: Target) -> Iterator[bytes]:
    """Yield the examples of a target with other numbers and other kinds of values."""
    for example in target.examples:
        places = [*_NUMBER.finditer(example), *_TEXT.finditer(example)]
        for number in map(str.encode, NUMBERS):
            for place in places:
                yield example[: place.start()] + number + example[place.end() :]
            yield _NUMBER.sub(lambda _, number=number: number, example)


def _mapped() -> int:
    """Bytes of address space that this process has mapped."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    return pages * resource.getpagesize()


def apart(work: Callable[[], str]) -> str:
    """Do a work in a child of this process; return what it says, or how it died."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        os.close(ours)
        most = _mapped() + MAX_MEMORY  # this process may have mapped much before
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        try:
            os.write(theirs, work().encode("utf-8", "replace")[:60_000])
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        said = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return said + (f"died of signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "")


def faults(target: Target, texts: int = 10**9, pairs: int = PAIRS, most: int = 5) -> list[str]:
    """Return what is wrong with a reader: texts that break it, or cost more than linear time.

    So many growing ``texts`` are tried, and ten times as many numeric ones, chosen by chance.
    """
    found: list[str] = []
    for text in _some([*numeric(target)], 10 * texts):
        found += _fault(target, text)[0]
        if len(found) >= most:
            return found
    for one in _some([*growing(target, pairs)], texts):
        wrong, seconds = _fault(target, one.text(LONG))
        if not wrong and _is_superlinear(target, one, seconds):
            wrong = ["more than linear"]
        found += [f"{said}: {str(one)[:300]}" for said in wrong]
        if len(found) >= most:
            break
    return found


def _some(every: list[T], most: int) -> list[T]:
    chance = random.Random(len(every))
    return every if len(every) <= most else chance.sample(every, most)


def _fault(target: Target, text: bytes) -> tuple[list[str], float]:
    """Return what is wrong with a text, and the seconds that it cost."""
    try:
        seconds = _seconds(target, text)
    except Exception as fault:  # whatever a reader raises is told
        return [f"{type(fault).__name__} {str(fault)[:200]}: {text[:200]!r}"], 0.0
    if seconds > MAX_SECONDS and all(_seconds(target, text) > MAX_SECONDS for _ in range(3)):
        return [f"{seconds:.1f} s for {len(text)} bytes: {text[:200]!r}"], seconds
    return [], seconds


def _is_superlinear(target: Target, one: Growing, long: float) -> bool:
    for _ in range(6):  # the machine may have been busy
        if long < QUICK_SECONDS:
            return False
        sizes = (SHORT, SHORT + len(one.unit + one.close))  # an odd quote more hides the rest
        if long <= MAX_RATIO * max(_seconds(target, one.text(size)) for size in sizes):
            return False
        long = _seconds(target, one.text(LONG))
    return True


def _seconds(target: Target, text: bytes) -> float:
    signal.setitimer(signal.ITIMER_VIRTUAL, 10 * MAX_SECONDS)  # its signal ends this process
    began = time.process_time()
    try:
        target.read(text)
    except target.faults:
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.process_time() - began
