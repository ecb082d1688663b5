"""Templates of made-up pages: line ends and indentation of a file are no part of the page."""

from collections.abc import Callable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from made_pages.draw import PAIRS, TRIPLES

HERE = Path(__file__).parent
KNOWN = bool, chr, enumerate, getattr, int, len, list, max, min, range, setattr, str, zip
"""Functions of Python that a template may call."""


class _Lines(FileSystemLoader):
    """Reads a template as one line, so that markup may be written one element a line."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        text, path, current = super().get_source(environment, template)
        return "".join(line.strip() for line in text.splitlines()), path, current


def several(many: int, drawn: Callable[..., object], *values: object) -> list[object]:
    """The values of as many calls."""
    return [drawn(*values) for _ in range(many)]


def add(parts: list[str], caller: Callable[[], str]) -> str:
    """Put the body of a call block behind the parts, not into the page."""
    parts.append(caller())
    return ""


def environment(folder: str) -> Environment:
    """Templates of a folder. What they draw, they draw in the order in which they are written."""
    made = Environment(
        loader=_Lines(HERE / folder),
        autoescape=False,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.do"],
        keep_trailing_newline=True,
    )
    made.globals.update(several=several, add=add, PAIRS=PAIRS, TRIPLES=TRIPLES)
    made.globals.update({known.__name__: known for known in KNOWN})
    return made


def names(folder: str) -> list[str]:
    """The templates of a folder but for those of parts, whose names begin with a low line."""
    return sorted(path.stem for path in (HERE / folder).glob("[!_]*.html"))
