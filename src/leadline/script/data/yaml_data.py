"""Descriptions of an API in YAML, read by PyYAML where it is installed.

>>> is_described_in_yaml(b"# An API\\nopenapi: 3.1.0"), is_described_in_yaml(b"<p>openapi: it is")
(True, False)
"""

import re
from typing import Any, Final

from leadline.errors import require_package

MAX_YAML_BYTES: Final = 4 * 1024 * 1024
MAX_YAML_NODES: Final = 500_000
"""Values that a text may have; those that it names again count each time."""
_DESCRIPTION: Final = re.compile(
    rb"\A[^<{\[]{0,4000}?^[\"']?(?:openapi|swagger)[\"']?\s{0,9}:", re.MULTILINE
)


def is_described_in_yaml(body: bytes) -> bool:
    """Tell whether a text begins as the description of an API in YAML does."""
    return bool(_DESCRIPTION.match(body[:5_000]))


def read_yaml(body: bytes) -> Any | None:
    """Return the data of a description, None where it is none.

    Raises ``MissingExtra`` where it is one and PyYAML is not installed.
    """
    if not is_described_in_yaml(body) or len(body) > MAX_YAML_BYTES:
        return None
    require_package("yaml", "a description of an API in YAML")
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        data = yaml.load(body, Loader=loader)  # noqa: S506 - it builds plain values alone
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return data if _is_bounded(data) else None


def _is_bounded(data: Any) -> bool:
    """Tell whether data is as large as it looks: names for a part may double it again and again."""
    count, todo = 0, [data]
    while todo and count <= MAX_YAML_NODES:
        inner = todo.pop()
        count += 1
        if isinstance(inner, dict | list):
            todo += inner.values() if isinstance(inner, dict) else inner
    return count <= MAX_YAML_NODES
