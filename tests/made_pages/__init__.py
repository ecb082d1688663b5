"""Result pages made up after real ones of the last 25 years, for mining that nobody tuned to them.

``LAYOUTS`` are some seventy kinds of lists (tables, lines, cards, posts, groups ...), each drawn with
chance: tags, classes, fields, language, counts. ``frames`` puts one into a page with menus, facets,
tag clouds, pagers, teasers and footers. ``made_page`` gives the page and its records as labels of
the same form as those of labelled pages, so that the same bench scores both::

    python tests/made_pages/write.py OUT --seeds 3 && leadline bench records --data OUT
"""

from __future__ import annotations

from made_pages import (
    cards,
    engine_frames,
    engines,
    faults,
    groups,
    lines,
    more_engines,
    more_products,
    more_rare,
    more_searches,
    more_stacks,
    more_unlike,
    posts,
    products,
    rare,
    rare_frames,
    searches,
    second_hand,
    stack_frames,
    stacks,
    tables,
    unlike,
    unlike_frames,
)
from made_pages.draw import Draw, Item, Layout
from made_pages.frames import framed

LAYOUTS: dict[str, Layout] = {
    layout.__name__: layout
    for room in (tables, lines, cards, posts, groups)
    for layout in room.LAYOUTS
}
FAULTS: dict[str, Layout] = {layout.__name__: layout for layout in faults.LAYOUTS}
SECOND_HAND: dict[str, Layout] = {layout.__name__: layout for layout in second_hand.LAYOUTS}
SEARCHES: dict[str, Layout] = {layout.__name__: layout for layout in searches.LAYOUTS}
MORE_SEARCHES: dict[str, Layout] = {layout.__name__: layout for layout in more_searches.LAYOUTS}
UNLIKE: dict[str, Layout] = {layout.__name__: layout for layout in unlike.LAYOUTS}
MORE_UNLIKE: dict[str, Layout] = {layout.__name__: layout for layout in more_unlike.LAYOUTS}
RARE: dict[str, Layout] = {layout.__name__: layout for layout in rare.LAYOUTS}
MORE_RARE: dict[str, Layout] = {layout.__name__: layout for layout in more_rare.LAYOUTS}
ENGINES: dict[str, Layout] = {layout.__name__: layout for layout in engines.LAYOUTS}
MORE_ENGINES: dict[str, Layout] = {layout.__name__: layout for layout in more_engines.LAYOUTS}
STACKS: dict[str, Layout] = {layout.__name__: layout for layout in stacks.LAYOUTS}
MORE_STACKS: dict[str, Layout] = {layout.__name__: layout for layout in more_stacks.LAYOUTS}
PRODUCTS: dict[str, Layout] = {layout.__name__: layout for layout in products.LAYOUTS}
MORE_PRODUCTS: dict[str, Layout] = {layout.__name__: layout for layout in more_products.LAYOUTS}
SETS = {
    "layouts": LAYOUTS,
    "faults": FAULTS,
    "second-hand": SECOND_HAND,
    "searches": SEARCHES,
    "more-searches": MORE_SEARCHES,
    "unlike": UNLIKE,
    "more-unlike": MORE_UNLIKE,
    "rare": RARE,
    "more-rare": MORE_RARE,
    "engines": ENGINES,
    "more-engines": MORE_ENGINES,
    "stacks": STACKS,
    "more-stacks": MORE_STACKS,
    "products": PRODUCTS,
    "more-products": MORE_PRODUCTS,
}

FRAMES = {
    "searches": searches.frame,
    "more-searches": more_searches.frame,
    "unlike": unlike_frames.frame,
    "more-unlike": unlike_frames.frame,
    "rare": rare_frames.frame,
    "more-rare": rare_frames.frame,
    "engines": engine_frames.frame,
    "more-engines": engine_frames.frame,
    "stacks": stack_frames.frame,
    "more-stacks": stack_frames.frame,
    "products": products.frame,
    "more-products": products.frame,
}
LETTERED = tuple(FRAMES)[4:]
"""Sets whose titles end in letters, so that digits tell nothing."""

__all__ = ["FAULTS", "LAYOUTS", "SECOND_HAND", "SETS", "Draw", "Item", "made_page"]


def made_page(name: str, seed: int, kinds: str = "") -> tuple[str, list[Item]]:
    """A page of a kind, and its records in order; ``kinds`` names the set if several have the name."""
    kinds = kinds or next(kinds for kinds, layouts in SETS.items() if name in layouts)
    draw = Draw(f"{name} {seed}")
    items = [draw.item() for _ in range(draw.count())]
    if kinds in LETTERED:
        rare_frames.letters(draw, items)
    frame, layout = FRAMES.get(kinds), SETS[kinds][name]
    records = layout(draw, items)
    html = frame(draw, items, records) if frame else framed(draw, records)
    return html, [item for item in items if item.pieces]
