"""A HAR, which a browser saved with its content, as the description of a call.

>>> longest_list({"total": 2, "items": [{"id": 1}, {"id": 2}], "tags": ["a", "b", "c"]})
2
"""

import json
from base64 import b64decode
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from leadline.store.given import given_text

NO_HAR: Final = "{path} is no HAR that a browser saved with its content"
NO_LIST: Final = "{path} holds no answer in JSON with a list of records; save it with its content"
BY_POST: Final = "the list in {path} came by {method} {url}: harvest the page that asks for it"


def recorded_call(path: Path) -> str:
    """Return the address of the request whose answer holds most records.

    Raises ``ValueError`` for a file that is no HAR, holds no list, or whose list came by POST.
    """
    try:
        entries = json.loads(given_text(path).removeprefix("\ufeff"))["log"]["entries"]
        lists = [longest_list(_answer(one["response"]["content"])) for one in entries]
        requests = [(str(one["request"]["method"]), str(one["request"]["url"])) for one in entries]
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise ValueError(NO_HAR.format(path=path)) from fault
    most = max(lists, default=0)
    if not most:
        raise ValueError(NO_LIST.format(path=path))
    method, url = requests[lists.index(most)]
    if method != "GET":
        raise ValueError(BY_POST.format(path=path, method=method, url=url))
    return url


def _answer(content: dict[str, Any]) -> Any:
    text = content.get("text", "")
    with suppress(ValueError):
        return json.loads(b64decode(text) if content.get("encoding") == "base64" else text)
    return None


def longest_list(data: Any) -> int:
    """Count the objects of the longest list of objects in data."""
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    own = sum(isinstance(one, dict) for one in data) if isinstance(data, list) else 0
    return max([own, *map(longest_list, inside)])
