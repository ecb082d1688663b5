"""The root of an API that names its lists, as data: OData, HAL, or a map of addresses.

>>> def named(data):
...     page = Page(Request("GET", "http://h.test/v4"), "http://h.test/v4", 200, (), data.encode())
...     return [one.url for one in named_lists(page)]
>>> named('{"@odata.context": "$metadata", "value": [{"name": "Books", "url": "Books"}]}')
['http://h.test/v4/Books']
>>> named('{"_links": {"self": {"href": "/v4"}, "books": {"href": "/v4/books{?page}"}}}')
['http://h.test/v4/books']
>>> named('{"books": "/v4/books/"}'), named('{"books": "Emma"}')
(['http://h.test/v4/books/'], [])
"""

import re
from typing import Any, Final

from leadline.model import Page, Request
from leadline.page.urls import join_url
from leadline.wrapper.data.call import data_of

NO_LISTS: Final = frozenset({"self", "profile", "curies", "search", "documentation"})
"""Relations that lead to no list."""
MAX_NAMED: Final = 20
_OWN_OR_WEB: Final = re.compile(r"(?:https?://|/)[^\s<>\"]{1,500}")
_TEMPLATE: Final = re.compile(r"\{[^{}]{0,200}\}")


def named_lists(page: Page) -> list[Request]:
    """Return requests for what the root of an API names; none where an answer is no root."""
    data, base = data_of(page), page.url
    data = data if isinstance(data, dict) else {}
    sets, links, named = data.get("value"), data.get("_links"), [*data.items()]
    if "@odata.context" in data and isinstance(sets, list):
        base = f"{base.rstrip('/')}/"
        kinds = [one for one in sets if isinstance(one, dict) and "url" in one]
        named = [("", one["url"]) for one in kinds if one.get("kind", "EntitySet") == "EntitySet"]
    elif isinstance(links, dict):
        named = [(name, one.get("href")) for name, one in links.items() if isinstance(one, dict)]
    elif not all(isinstance(one, str) and _OWN_OR_WEB.fullmatch(one) for _, one in named):
        return []
    kept: list[Any] = [one for name, one in named if name not in NO_LISTS]
    joined = [join_url(base, _TEMPLATE.sub("", one)) for one in kept if isinstance(one, str)]
    unlike = [one for one in dict.fromkeys(joined) if one and one != page.url]
    return [Request("GET", one) for one in unlike[:MAX_NAMED]]
