"""Moments of a walk: a page of it was taken, all of it was."""

from dataclasses import dataclass
from typing import Final

from leadline.crawl.moments import Moment
from leadline.crawl.state.walk_log import WalkLog
from leadline.wrapper.reading import PageReading


@dataclass(frozen=True)
class Walked:
    """A walk and its last page."""

    walk: WalkLog
    last: PageReading


PAGE_TAKEN: Final = Moment[WalkLog]("a page of a walk was taken")
WALKED: Final = Moment[Walked]("an answer was walked")
