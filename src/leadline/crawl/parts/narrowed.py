"""Everything inside of a choice, where a source orders to choose first: a town, a year."""

from itertools import islice
from typing import Final

from leadline.crawl.events import Crawl
from leadline.crawl.probe.words import ORDERED
from leadline.crawl.slice_controls import dimensions_of
from leadline.crawl.state.source import SourceState
from leadline.forms.labels.placeholders import unrestricting
from leadline.selection.forms.slice_dimensions import Bound, Choices

MAX_NARROWED: Final = 6
"""Choices inside of which everything is asked, where a source refuses to list it all."""
MAX_NARROWED_TWICE: Final = 2


def narrowed_queries(source: SourceState) -> list[str]:
    """Return queries for everything inside of one choice, of each select in turn, then of two."""
    form, queries, several = source.form.interface, list[str](), list[tuple[Bound, ...]]()
    if form is None:
        return queries
    free = {control.name for control in form.controls if unrestricting(control.choices)}
    for dimension in dimensions_of(form, source.form.box):
        is_open = isinstance(dimension, Choices) and dimension.name in free
        tiles = dimension.parts(()) if is_open else ()
        places = dict.fromkeys(len(tiles) * share // 4 for share in (2, 0, 3) if tiles)
        queries += [source.bind(tiles[place]) for place in places]
        several += [tiles] if tiles else []
    pairs = zip(*several[:2], strict=False) if len(several) > 1 else ()
    both = [source.bind((*one, *other)) for one, other in islice(pairs, MAX_NARROWED_TWICE)]
    return [*queries[:MAX_NARROWED], *both]


def _narrow(source: SourceState, queries: tuple[str, ...]) -> Crawl[tuple[str, ...]]:
    yield from ()
    return (*queries, *narrowed_queries(source))


CRAWL_PARTS: Final = (ORDERED.part(10, _narrow),)
