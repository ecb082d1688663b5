"""Dynamic knowledge: what all sources gave so far (Xian et al. 2012, section 5.1, eqs. 3-5).

``S_local`` are the records of all sources. Every source also says which of them it holds
(``membership``), and its answers say what predictions were worth (``yield_calibration``). How often
the paper publishes probabilities (eqs. 6 and 7) is in ``leadline_research.xian2012.knowledge``.

>>> knowledge = DynamicKnowledge()
>>> first, second = knowledge.join(), knowledge.join()
>>> second.others == [first]
True
"""

from leadline.selection.knowledge.membership import RecordMembership
from leadline.selection.knowledge.record_index import RecordIndex
from leadline.selection.knowledge.vocabulary import Vocabulary
from leadline.selection.knowledge.yield_calibration import YieldCalibration


class DynamicKnowledge(RecordIndex):
    """The records of all sources, which source holds which, and what predictions were worth."""

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        super().__init__(vocabulary)
        self.yield_calibration = YieldCalibration(self.vocabulary)
        self.memberships: list[RecordMembership] = []

    def join(self) -> RecordMembership:
        """Add a source; return what it says of the records that are known."""
        return RecordMembership(self, self.memberships)
