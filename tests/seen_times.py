"""How many requests showed each record of a project."""

from leadline.store import Reader

SEEN = """
  SELECT r.key, count(DISTINCT g.page) FROM record r JOIN source s ON s.id = r.source
  LEFT JOIN sighting g ON g.record = r.id WHERE s.key = ? GROUP BY r.id"""


def seen_times(store: Reader, source: str) -> dict[str, int]:
    """Requests by key; keys must be texts."""
    return dict(store._link.execute(SEEN, (source,)))
