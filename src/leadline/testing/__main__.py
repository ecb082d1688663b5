"""``python -m leadline.testing NAME [--port P]``: serve one source of the zoo until interrupted."""

from __future__ import annotations

import argparse
import sys
import threading

from leadline.testing.source import serve
from leadline.testing.zoo import ZOO


def main() -> int:
    """Print the entry URL, then serve."""
    parser = argparse.ArgumentParser(prog="python -m leadline.testing", description=__doc__)
    parser.add_argument("name", nargs="?", choices=[*ZOO], metavar="NAME")
    parser.add_argument("--port", type=int, default=0, help="0 (default) is a free one")
    parser.add_argument("--list", action="store_true", help="name the sources")
    asked = parser.parse_args()
    if asked.list or asked.name is None:
        for name, spec in ZOO.items():
            sys.stdout.write(f"{name:18} {spec.count:5}  {spec.kind}\n")
        return 0
    with serve(ZOO[asked.name], port=asked.port) as source:
        sys.stdout.write(f"{source.url}\n")
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
