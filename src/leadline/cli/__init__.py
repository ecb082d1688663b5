"""Command line: thin commands over `leadline.app`; heavy imports happen inside them."""

import os
import signal
import sys
from types import FrameType
from typing import Final

__all__ = ["main"]

INTERRUPTED_EXIT_CODE: Final = 3
STOP_SENTENCE: Final = b"leadline: stopped\n"
IMPORT_MACHINERY: Final = "<frozen importlib"
"""Beginning of the names of the files from which modules are loaded."""


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly, also while modules are loaded."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small: more only spin
    try:
        from leadline.cli.app import main as run

        run()
    except KeyboardInterrupt:
        os.write(sys.stderr.fileno(), STOP_SENTENCE)
        raise SystemExit(INTERRUPTED_EXIT_CODE) from None
    finally:
        if signal.getsignal(signal.SIGINT) is _interrupt:  # everything is done: only Python ends
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_IGN)


def _interrupt(_: int, frame: FrameType | None) -> None:
    """Stop as Ctrl-C does; at once while a module is loaded, which might swallow the stop."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORT_MACHINERY):
            os.write(2, STOP_SENTENCE)
            os._exit(INTERRUPTED_EXIT_CODE)
        frame = frame.f_back
    raise KeyboardInterrupt


_interrupt.gives_way = True  # type: ignore[attr-defined]
"""While a coroutine runs, asyncio stops it in its own way."""
