"""Small scripts that look at a page, each a file of ``scripts``: its lines, its search box, ..."""

from functools import cache
from importlib.resources import files


@cache
def page_script(name: str) -> str:
    """Return a script of a page as a function of one argument, behind what all of them share.

    >>> page_script("select_at").splitlines()[-3:]
    ['// The list to choose from at a place.', '(at) => selects()[at] || null', ')(argument); }']
    """
    folder = files("leadline.browser").joinpath("scripts")
    shared, own = (folder.joinpath(f"{one}.js").read_text("utf-8") for one in ("shared", name))
    return f"(argument) => {{\n{shared}return (\n{own})(argument); }}"
