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
    faults,
    groups,
    lines,
    more_rare,
    more_searches,
    more_unlike,
    posts,
    rare,
    rare_frames,
    searches,
    second_hand,
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
FRAMES = (
    (searches.frame, SEARCHES),
    (more_searches.frame, MORE_SEARCHES),
    (unlike_frames.frame, UNLIKE | MORE_UNLIKE),
    (rare_frames.frame, RARE | MORE_RARE),
)
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
}

__all__ = ["FAULTS", "LAYOUTS", "SECOND_HAND", "SETS", "Draw", "Item", "made_page"]


def made_page(name: str, seed: int) -> tuple[str, list[Item]]:
    """A page of a kind, and its records in order."""
    draw = Draw(f"{name} {seed}")
    items = [draw.item() for _ in range(draw.count())]
    if name in RARE | MORE_RARE:
        rare_frames.letters(draw, items)
    for frame, layouts in FRAMES:
        if name in layouts:
            html = frame(draw, items, layouts[name](draw, items))
            break
    else:
        html = framed(draw, (LAYOUTS | FAULTS | SECOND_HAND)[name](draw, items))
    return html, [item for item in items if item.pieces]
