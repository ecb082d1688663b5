"""One figure of a paper, drawn again from the data: ``leadline bench figure xian2012-1``."""

from importlib import import_module
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any, Final

PAINTERS: Final = {
    "xian2012-": "bench.selection.xian2012_figures",
    "zhang2010-": "bench.crawl.figures",
    "forms-fill-": "lin2016.figures",
}
"""Modules whose ``main`` draws the figures of a paper into a folder, by how these are called."""


def run(data: Path, *, name: str = "", folder: Path = Path()) -> dict[str, Any]:
    """Draw a figure as NAME.svg into a folder; ``data`` is what its paper measured on.

    Raises ``ValueError`` for a figure that nobody draws.

    >>> run(Path(), name="wu2006-1")
    Traceback (most recent call last):
    ValueError: no figure of . is called 'wu2006-1'; names begin with xian2012-, zhang2010-, ...
    """
    painter = next((PAINTERS[start] for start in PAINTERS if name.startswith(start)), None)
    if painter is None:
        known = ", ".join(PAINTERS)
        raise ValueError(f"no figure of {data} is called {name!r}; names begin with {known}")
    with TemporaryDirectory() as made:
        import_module(f"leadline_research.{painter}").main(data, Path(made))
        drawn = sorted(path.stem for path in Path(made).glob("*.svg"))
        if name not in drawn:
            raise ValueError(f"no figure is called {name!r}; there are {', '.join(drawn)}")
        folder.mkdir(parents=True, exist_ok=True)
        picture = folder / f"{name}.svg"
        copyfile(Path(made) / picture.name, picture)
    return {"figure": str(picture)}
