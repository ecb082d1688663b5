"""QuerySelect-T: QuerySelect-DK with knowledge of the current source only (Xian 2012, section 6.1).

With ``S_local = DB_local`` eq. (9) gives every candidate the reward 0, so the literal reading never
selects (its driver falls back on the queries' own order). The charitable reading,
``|DB| * num(q, DB_local) / |DB_local| - num(q, DB_local)``, ranks as High-frequency does while only
queries are counted; with pages as cost the two part.

>>> from leadline.model import Answer, Ask, Query, Taken
>>> from leadline_research.xian2012.cost import QUERIES
>>> def record(key, text): return Taken(key, frozenset(Query("", w) for w in text.split()))
>>> t = query_select_t(size=100, costs=QUERIES)
>>> t.observe(Answer(Ask("s", Query("", "oil")), (record(1, "oil sea"), record(2, "oil sea fog"))))
>>> t.select().query.value, t.select().new
('sea', 98.0)
"""

from __future__ import annotations

from leadline_research.xian2012.cost import REQUESTS, Costs
from leadline_research.xian2012.knowledge import PublishedKnowledge
from leadline_research.xian2012.query_select_dk import QuerySelectDK


def query_select_t(
    *,
    literal: bool = False,
    page_size: int = 10,
    cap: int = 0,
    size: float | None = None,
    costs: Costs = REQUESTS,
) -> QuerySelectDK:
    """Create a selector with knowledge of its own source only."""
    return QuerySelectDK(
        PublishedKnowledge(),
        literal=literal,
        page_size=page_size,
        cap=cap,
        size=size,
        costs=costs,
    )
