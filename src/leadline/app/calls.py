"""Calls of the Python API: coroutines from synchronous code, targets in every form."""

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import wraps
from os import PathLike, fspath
from typing import Any, ParamSpec, TypeVar

Target = str | PathLike[str]
"""An address, or what names a project: its folder, its plan, or a result of an earlier call."""
Targets = Target | Iterable[Target]

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def target_names(targets: Iterable[Targets]) -> Iterator[str]:
    """Yield the addresses and paths of targets, lists of them one by one.

    >>> from pathlib import Path
    >>> list(target_names(["https://a.example/", [Path("art"), "b.toml"]]))
    ['https://a.example/', 'art', 'b.toml']
    """
    for target in targets:
        if isinstance(target, str | PathLike):
            yield fspath(target)
        else:
            yield from (fspath(one) for one in target)


def synchronous(
    coroutine: Callable[_Parameters, Coroutine[Any, Any, _Result]],
) -> Callable[_Parameters, _Result]:
    """Return the function that runs a coroutine function to its end, with the same parameters."""

    @wraps(coroutine)
    def call(*args: _Parameters.args, **options: _Parameters.kwargs) -> _Result:
        return run_to_end(lambda: coroutine(*args, **options))

    call.__name__ = call.__qualname__ = coroutine.__name__.removeprefix("a")
    return call


def run_to_end(make: Callable[[], Coroutine[Any, Any, _Result]]) -> _Result:
    """Run a coroutine from synchronous code, in a thread of its own if a loop is running."""
    if _is_running():
        return _run_in_thread(make)
    before = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if not (is_main and getattr(before, "gives_way", False)):
        return asyncio.run(make())
    signal.signal(signal.SIGINT, signal.default_int_handler)  # asyncio replaces only this one
    try:
        return asyncio.run(make())
    finally:
        signal.signal(signal.SIGINT, before)


def _is_running() -> bool:
    """Whether an event loop runs in this thread, as in a notebook."""
    with suppress(RuntimeError):
        asyncio.get_running_loop()
        return True
    return False


def _run_in_thread(make: Callable[[], Coroutine[Any, Any, _Result]]) -> _Result:
    """Run a coroutine in another thread; on Ctrl-C cancel it and wait for it."""
    tasks: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any] | None]] = []

    async def work() -> _Result:
        tasks.append((asyncio.get_running_loop(), asyncio.current_task()))
        return await make()

    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(lambda: asyncio.run(work()))
        try:
            return result.result()
        except KeyboardInterrupt:
            for loop, task in tasks:
                if task is not None and not loop.is_closed():
                    loop.call_soon_threadsafe(task.cancel)
            raise
