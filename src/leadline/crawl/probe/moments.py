"""Moments of probing: a range is needed, a form was probed or answered, all is understood."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from leadline.crawl.moments import Moment
from leadline.crawl.probe.probes import Probes
from leadline.model import QueryInterface, Request
from leadline.page.dom import Document
from leadline.wrapper.induction import MinedAnswer


@dataclass(frozen=True)
class Probed:
    """A form of the entry page, its probes, and the other forms of the page."""

    form: QueryInterface
    entry: Document
    probes: Probes
    others: tuple[QueryInterface, ...] = ()


@dataclass(frozen=True)
class Understood:
    """Answers of which a wrapper was learned, pages that lead to the form, and ways beside it."""

    answers: Sequence[MinedAnswer]
    known: frozenset[str]
    pages: Sequence[Document]
    ways: Sequence[Sequence[Request]]


ENDS_NEEDED: Final = Moment[Probed]("both ends of a range must be sent")
PROBED: Final = Moment[Probed]("a form was probed")
ANSWERED: Final = Moment[Probed]("a form was answered")
UNDERSTOOD: Final = Moment[Understood]("the answers are understood")
