"""Presets released before anything is believed: a proof holds only inside of what is sent.

One query that found records is asked once more with all presets set to "all". Where the answer is
not smaller, the form is sent so from then on. Where it is, the presets are released one by one.
Boxes that are not ticked ("include closed cases") are ticked in their turn and kept so only where
that shows more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.crawl.client import ask
from leadline.crawl.page_reader import read_page
from leadline.crawl.state.walk_log import WalkLog
from leadline.forms.presets import presets_of, release, unticked_boxes
from leadline.model import Page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.crawl.events import Crawl
    from leadline.crawl.state.source import SourceState
    from leadline.forms.presets import Preset
    from leadline.wrapper.reading import PageReading

MAX_SINGLE_RELEASES: Final = 6
"""Presets that are released one by one where all at once show less."""
MAX_TICKED: Final = 3
"""Boxes that are ticked to see whether that shows more."""


def release_presets(source: SourceState) -> Crawl[None]:
    """Send the form with its presets released, where that shows at least as much."""
    if not source.probes.answers:
        return
    released: list[Preset] = []
    for presets, must_widen in _attempts(source):
        if any(preset in released for preset in presets) or source.form.interface is None:
            continue
        before = source.form
        walk, served = max(source.probes.answers, key=lambda answer: len(answer[1].rows))
        source.use(release(source.form.interface, presets), before.box, before.setting)
        page = yield from ask(source, walk.query, "preset", again=True)
        reading = None
        if isinstance(page, Page) and page.status < 400:
            reading = yield from read_page(source, page, walk.query)
        widened = reading is not None and _is_wider(source, served, reading)
        if reading is None or not (widened or (not must_widen and _is_as_wide(served, reading))):
            source.set_form(before)
            continue
        released += presets
        answer = WalkLog(walk.query)
        source.take_page(answer, reading)
        if widened or _total(served) is None or _total(served) != _total(reading):
            source.restart_probes(answer, reading)
        names = ", ".join(preset.text for preset in presets)
        what = "shows more" if widened else "shows no less"
        source.journal.note(f"the form is sent with other settings than served: {names} ({what})")


def _attempts(source: SourceState) -> Iterator[tuple[Sequence[Preset], bool]]:
    """Yield presets to release together, and whether that must show more to be kept."""
    form = source.form
    if form.interface is None:
        return
    free = [preset for preset in presets_of(form.interface, form.box_name) if not preset.is_closed]
    if free:
        yield free, False
    if len(free) > 1:
        yield from (((preset,), False) for preset in free[:MAX_SINGLE_RELEASES])
    for box in unticked_boxes(form.interface, form.box_name)[:MAX_TICKED]:
        yield (box,), True


def _is_wider(source: SourceState, served: PageReading, released: PageReading) -> bool:
    """Tell whether the released answer surely shows more: a larger total, or unknown records."""
    before, after = _total(served), _total(released)
    if before is not None and after is not None:
        return after > before and bool(released.rows)
    return any(key not in source.texts_by_key for key in released.keys)


def _is_as_wide(served: PageReading, released: PageReading) -> bool:
    """Tell whether the released answer shows no less, as far as the first page tells."""
    before, after = _total(served), _total(released)
    if before is not None and after is not None and after < before:
        return False
    return len(released.rows) >= len(served.rows)


def _total(reading: PageReading) -> int | None:
    """Return the exact stated total of an answer."""
    stated = reading.stated
    return stated.value if stated is not None and not stated.approximate else None
