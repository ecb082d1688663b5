"""Result pages made up after real ones of the last 25 years, for mining that nobody tuned to them.

A layout is a file ``layouts/<set>/<name>.html``: a list (table, lines, cards, posts, groups ...)
drawn with chance: tags, classes, fields, language, counts. A frame (``frames/<name>.html``) puts it
into a page with menus, facets, tag clouds, pagers, teasers and footers. ``made_page`` gives the
page and its records as labels of the same form as those of labelled pages, so that the same bench
scores both::

    python bench/write_made_pages.py OUT --seeds 3 && leadline bench records --data OUT

A new layout is a new file. ``layouts/README.md`` tells of the sets and how to write one.
"""

from made_pages.draw import Draw, Item
from made_pages.templates import environment, names

FRAMES = {
    "layouts": ["common"],
    "faults": ["common"],
    "second-hand": ["common"],
    "searches": ["searches"],
    "more-searches": ["more-searches"],
    "unlike": ["unlike"],
    "more-unlike": ["unlike"],
    "rare": ["rare"],
    "more-rare": ["rare"],
    "engines": ["engines"],
    "more-engines": ["engines"],
    "stacks": ["stacks"],
    "more-stacks": ["stacks"],
    "products": ["engines", "rare", "stacks"],
    "more-products": ["engines", "rare", "stacks"],
}
"""Sets of layouts, each with the frames of its pages."""
SETS = {kinds: names(f"layouts/{kinds}") for kinds in FRAMES}
LAYOUTS, FAULTS = SETS["layouts"], SETS["faults"]
SECOND_HAND, SEARCHES = SETS["second-hand"], SETS["searches"]
LETTERED = tuple(FRAMES)[7:]
"""Sets whose titles end in letters, so that digits tell nothing."""
_LAYOUTS, _FRAMES = environment("layouts"), environment("frames")

__all__ = ["FAULTS", "LAYOUTS", "SEARCHES", "SECOND_HAND", "SETS", "Draw", "Item", "made_page"]


def made_page(name: str, seed: int, kinds: str = "") -> tuple[str, list[Item]]:
    """A page and its records in order; ``kinds`` names the set if several have the name."""
    kinds = kinds or next(kinds for kinds, layouts in SETS.items() if name in layouts)
    draw = Draw(f"{name} {seed}")
    items = [draw.item() for _ in range(draw.count())]
    if kinds in LETTERED:
        draw.letters(items)
    layout = _LAYOUTS.get_template(f"{kinds}/{name}.html")
    records = layout.render(draw=draw, items=items)
    frames = FRAMES[kinds]
    frame = frames[0] if len(frames) == 1 else draw.random.choice(frames)
    page = _FRAMES.get_template(f"{frame}.html")
    html = page.render(draw=draw, items=items, records=records)
    return html, [item for item in items if item.pieces]
