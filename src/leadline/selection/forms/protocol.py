"""Form filling without I/O: a filler yields assignments and is sent the answer to each.

The bench, a test and a live run drive the same generator. What it may know of its form stands in
``FormSetting``. It ends when it has nothing left to ask.

>>> from leadline.model import Field
>>> answer = FormAnswer((Record("s", "1", (Field("author", "余华"),)),))
>>> answer.rows()
[[('author', '余华')]]
"""

from collections.abc import Callable, Container, Generator, Sequence
from dataclasses import dataclass

from leadline.domain.model import DomainKnowledge, Slot
from leadline.model import Assignment, Record


@dataclass(frozen=True, slots=True)
class FormAnswer:
    """The records of an answer, walked as far as they could be.

    ``interactions`` is the number of result pages asked for, ``complete`` whether every record
    that matches was reached.
    """

    records: tuple[Record, ...]
    interactions: int = 1
    complete: bool = True

    def rows(self, but: Container[str] = ()) -> list[list[tuple[str, str]]]:
        """Return fields as <key, value> by record, without the records of the keys ``but``."""
        return [
            [(field.column, field.value) for field in record.fields]
            for record in self.records
            if record.key not in but
        ]


@dataclass(frozen=True, slots=True)
class FormSetting:
    """What a filler is given: domain knowledge, which grows, and what can be bound.

    ``slots`` works out anew what can be bound from what is known by then. ``sampled``: the
    knowledge holds values of records of this very source already.
    """

    knowledge: DomainKnowledge
    slots: Callable[[], Sequence[Slot]]
    sampled: bool = False


Filler = Generator[Assignment, FormAnswer, None]
