"""``python -m leadline_zoo NAME [--port P]``: serve a test source until interrupted."""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from leadline.errors import LeadlineError
from leadline_zoo.adversarial.changing import serve_changing
from leadline_zoo.adversarial.detailed import STYLES, serve_detailed
from leadline_zoo.demo import NAMES, end_with_parent, run_child
from leadline_zoo.replies import SiteReply
from leadline_zoo.source import ServedSource, serve
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from leadline_zoo.spec import SourceSpec

SHARE_A_DAY = 0.01
DETAILED_PREFIX: Final = "detailed-"
DETAILED: Final = tuple(f"{DETAILED_PREFIX}{style}" for style in STYLES)


def main() -> int:
    """Print the entry URL and serve."""
    arguments = _parser().parse_args()
    if arguments.list or arguments.name is None:
        for name, spec in ZOO.items():
            sys.stdout.write(f"{name:18} {spec.count:6}  {spec.kind}\n")
        for name in DETAILED:
            sys.stdout.write(f"{name:18}         books with pages of their own\n")
        for name in NAMES:
            sys.stdout.write(f"{name:18}         of the demo (needs the demo extra)\n")
        return 0
    if arguments.child:
        end_with_parent()
    try:
        if arguments.cookie:
            _serve_members(arguments.name, arguments.port, arguments.cookie)
        else:
            _serve(arguments)
    except KeyboardInterrupt:
        return 0
    except LeadlineError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m leadline_zoo", description=__doc__)
    parser.add_argument("name", nargs="?", choices=[*ZOO, *DETAILED, *NAMES], metavar="NAME")
    parser.add_argument("--port", type=int, default=0, help="0 (default) is a free one")
    parser.add_argument("--list", action="store_true", help="name the sources")
    parser.add_argument("--folder", type=Path, help="where a demo source keeps its files")
    parser.add_argument(
        "--day", type=int, help="its records after that many days, 1%% new, changed or gone a day"
    )
    parser.add_argument("--without", default="", help="with --day: a column that is gone")
    parser.add_argument("--cookie", default="", help="answer nobody who does not send it")
    parser.add_argument("--child", action="store_true", help="end when standard input closes")
    return parser


def _serve(arguments: argparse.Namespace) -> None:
    name, folder, port = arguments.name, arguments.folder, arguments.port
    if name in ZOO and arguments.day is not None:
        with serve_changing(ZOO[name], "changed", port) as changing:
            for number in range(arguments.day):
                changing.pass_day(SHARE_A_DAY, Random(number))
            if arguments.without:
                changing.hide_column(arguments.without)
            _announce(changing.url)
            threading.Event().wait()
    elif name in ZOO:
        with serve(ZOO[name], port=port) as source:
            _announce(source.url)
            threading.Event().wait()
    elif name in DETAILED:
        with serve_detailed(name.removeprefix(DETAILED_PREFIX), port=port) as books:
            _announce(books.url)
            threading.Event().wait()
    elif folder:
        run_child(name, folder, port, _announce)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            run_child(name, Path(temporary), port, _announce)


class MembersSource(ServedSource):
    """A source that answers only those who send a cookie."""

    def __init__(self, spec: SourceSpec, port: int, cookie: str) -> None:
        self.cookie = cookie
        super().__init__(spec, port=port)

    def answer(self, method: str, target: str, body: bytes, cookie: str) -> SiteReply:
        """Refuse who does not send the cookie."""
        if self.cookie not in cookie:
            return SiteReply(403, b"<h1>For members only</h1>")
        return super().answer(method, target, body, cookie)


def _serve_members(name: str, port: int, cookie: str) -> None:
    with MembersSource(ZOO[name], port, cookie) as source:
        _announce(source.url)
        threading.Event().wait()


def _announce(url: str) -> None:
    sys.stdout.write(f"{url}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
