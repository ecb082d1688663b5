"""Why two records of an integration were joined, or not: what is known of a pair, in one value."""

from dataclasses import dataclass
from typing import NoReturn

from leadline.app.integration.merge import Integration
from leadline.integrate.matching.explanation import PairExplanation, explain_pair
from leadline.integrate.record_table import Member
from leadline.page.masks import MASK, masked_key


@dataclass(frozen=True, slots=True)
class PairReasons:
    """What is known of a pair of records.

    ``decided`` is a person's decision, None without one. ``explanation`` is None for values that
    were not compared, as those of ``is_one_source``. ``rival`` are the keys of a better match that
    one of the two is assigned to.
    """

    is_joined: bool
    decided: bool | None
    is_one_source: bool = False
    has_equal_key: bool = False
    explanation: PairExplanation | None = None
    rival: tuple[str, str] | None = None


def records_named(integration: Integration, name: str) -> list[Member]:
    """Records that an id means; raise ``ValueError`` for none.

    An id is that of an entity, the key of a record, or SOURCE#KEY.
    """
    members = [each for id, own in integration.entities.members() if id == name for each in own]
    source, _, key = name.rpartition("#")
    if MASK in name:  # as tables show it
        return [
            (each, own)
            for each, rows in integration.rows.items()
            for own in rows
            if masked_key(own) == (key if source == each else name)
        ] or _unknown(name)
    members = members or [
        (each, name if not source else key)
        for each, rows in integration.rows.items()
        if (key in rows if source == each else not source and name in rows)
    ]
    return members or _unknown(name)


def _unknown(name: str) -> NoReturn:
    raise ValueError(f"{name} is the id of no entity and the key of no record")


def pair_reasons(integration: Integration, first: Member, second: Member) -> PairReasons:
    """Say what is known of two records that took part; raise ``ValueError`` for any other."""
    one, other = min(first, second), max(first, second)
    for source, key in (one, other):
        if key not in integration.rows.get(source, {}):
            raise ValueError(f"{source} {key} took no part in the integration")
    is_joined = integration.entities.holding(one, other) is not None
    decided = integration.decisions.get((one, other))
    pair = (one[0], other[0])
    if pair not in integration.matchings:
        return PairReasons(is_joined, decided, is_one_source=True)
    row, other_row = (integration.rows[source][key] for source, key in (one, other))
    if one[0] == other[0]:
        row, other_row = min(row, other_row), max(row, other_row)
    explanation = explain_pair(integration.matchings[pair], row, other_row)
    rival = None
    if explanation is not None and explanation.rival is not None:
        keys = [{row: key for key, row in integration.rows[source].items()} for source in pair]
        rival = keys[0][explanation.rival[0]], keys[1][explanation.rival[1]]
    has_equal_key = (row, other_row) in integration.certain[pair]
    return PairReasons(is_joined, decided, False, has_equal_key, explanation, rival)
