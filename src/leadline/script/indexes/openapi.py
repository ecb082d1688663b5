"""Descriptions of an API (OpenAPI 3, Swagger 2): which of its operations list records.

An operation lists records if it is a GET without a place in its path, needs no value, or one word
to search for, and pages or answers with objects. The one with most of this comes first, then the
one with most properties.

>>> listed = {"get": {"parameters": [{"name": "skip", "in": "query", "schema": {"default": 0}}]}}
>>> plain = {"openapi": "3.1.0", "paths": {"/health": {"get": {}}, "/books": listed}}
>>> [one.url for one in list_operations(plain, "http://h.test/openapi.json")]
['http://h.test/books?skip=0']
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final
from urllib.parse import urlencode

from leadline.model import Request
from leadline.page.request_places import Place
from leadline.page.urls import join_url
from leadline.wrapper.data.paging import OFFSET_NAME, PAGE_NAME, SIZE_NAME, plain_name

_SHOWN: Final = re.compile(
    r"swagger-?ui|redoc|rapidoc|@scalar|stoplight|service-desc", re.IGNORECASE
)
_GIVEN: Final = re.compile(
    r"\b(?:url|spec-?url|apiDescriptionUrl)[\"']?\s{0,9}[:=]\s{0,9}[\"']([^\"'\s<>]{1,300})[\"']",
    re.IGNORECASE,
)
"""The setting by which a page tells what draws it where the description is."""
_DESCRIPTION: Final = re.compile(
    r"[\"'=]([^\"'\s<>=]{0,200}(?:openapi|swagger|api-docs)[\w/-]{0,60}(?:\.(?:json|ya?ml)|(?:(?<=init)|(?<=initializer))\.js)?)[\"'\s>]",
    re.IGNORECASE,
)
_WORD_NAME: Final = re.compile(
    r"^(?:q|s|wd|kw|query|search|find|terms?|keywords?|text|words?|phrase|filter|name|title|"
    r"(?:search|query)[_-]?(?:terms?|text|query|string|words?)|[\w-]*[_-](?:query|search))$",
    re.IGNORECASE,
)
"""A value of a request that is a word to search for."""
NO_DESCRIPTIONS: Final = ("/", "-ui", "swagger")
"""Ends of addresses that look like those of descriptions: folders and pages that show one."""
_YAML: Final = re.compile(r"\.ya?ml$")
"""End of a description that stands beside its twin in JSON."""
MAX_SIZE: Final = 100
MAX_SCHEMA_STEPS: Final = 200


def description_addresses(text: str, base: str) -> list[str]:
    """Return where the description may stand that a page or its script names or draws.

    >>> description_addresses("<script src='swagger-ui-init.js'></script>", "http://h.test/a/")
    ['http://h.test/a/swagger-ui-init.js']
    """
    html = text if _SHOWN.search(text) else ""
    given = [match[1] for match in _GIVEN.finditer(html)]
    named = [match[1] for match in _DESCRIPTION.finditer(html)]
    given += [one for one in named if not one.endswith(NO_DESCRIPTIONS)]
    both = [form for one in given for form in (_YAML.sub(".json", one), one)]
    return [one for one in dict.fromkeys(join_url(base, one) for one in both) if one]


def list_operations(data: Any, url: str) -> list[Request]:
    """Return requests for the first pages of the lists that an API describes, the best first."""
    return [request for request, word in _operations(data, url) if not word]


def word_operations(data: Any, url: str) -> list[tuple[Request, Place]]:
    """Return requests of the lists that want a word, each with its place, the best first."""
    return [(request, ("query", word)) for request, word in _operations(data, url) if word]


def _operations(data: Any, url: str) -> list[tuple[Request, str]]:
    """Return the requests of lists, each with the name of the word that it wants, '' for none."""
    values = (one for one in _values(data) if isinstance(one, dict))
    description = next((one for one in values if {*one} & {"openapi", "swagger"}), {})
    paths = description.get("paths")
    if not isinstance(paths, dict):
        return []
    servers = description.get("servers")
    server = servers[0] if isinstance(servers, list) and servers else None
    place = server.get("url") if isinstance(server, dict) else description.get("basePath")
    base = join_url(url, str(place or "/")).rstrip("/")
    ranked: list[tuple[int, int, Request, str]] = []
    for path, operations in paths.items():
        operation = operations.get("get") if isinstance(operations, dict) else None
        if not isinstance(operation, dict) or "{" in path or operation.get("deprecated"):
            continue
        given = [one.get("parameters") for one in (operations, operation)]
        lists = [one for one in given if isinstance(one, list)]
        known = [_resolved(description, one) for one in chain.from_iterable(lists)]
        first = [(one, str(one.get("name")), _first(one)) for one in known]
        paging = {
            name: value for one, name, value in first if value != "" and one.get("in") == "query"
        }
        needed = [(one, name, value) for one, name, value in first if one.get("required")]
        wanted = [(one, name) for one, name, value in needed if value == ""]
        words = [
            name for one, name in wanted if one.get("in") == "query" and _WORD_NAME.match(name)
        ]
        if len(wanted) > 1 or len(words) < len(wanted):
            continue
        headers = [(name, str(value)) for one, name, value in needed if one.get("in") == "header"]
        properties = len({*_item_names(description, operation)})
        if paging or properties or words:
            query = f"?{urlencode(paging)}" if paging else ""
            names = map(plain_name, paging)
            pages = any(OFFSET_NAME.match(name) or PAGE_NAME.match(name) for name in names)
            points = 2 * bool(properties) + bool(paging) + 4 * pages  # what pages is a list
            request = Request("GET", f"{base}{path}{query}", tuple(headers))
            ranked.append((-points, -properties, request, "".join(words)))
    ranked.sort(key=lambda one: one[:2])
    return [(request, word) for *_, request, word in ranked]


def _values(data: Any) -> Iterator[Any]:
    """Yield data of an answer, a page or a script, and what stands right inside it."""
    for one in data if isinstance(data, list) else [data]:
        yield one
        yield from one.values() if isinstance(one, dict) else ()


def _first(parameter: dict[str, Any]) -> Any:
    """Return what asks for the first page: of a size as large as may be; '' for other values."""
    schema = parameter.get("schema")
    schema = schema if isinstance(schema, dict) else parameter
    default, name = schema.get("default"), plain_name(str(parameter.get("name")))
    if OFFSET_NAME.match(name):
        return 0
    if PAGE_NAME.match(name):
        return default if default in (0, 1) else 1
    if SIZE_NAME.match(name):
        return schema.get("maximum") or default or MAX_SIZE
    return "" if default is None or isinstance(default, dict | list) else default


def _item_names(description: Any, operation: dict[str, Any]) -> Iterator[str]:
    """Yield the names of the values of the objects in the lists that an operation answers with."""
    responses = operation.get("responses")
    answer = responses.get("200", {}) if isinstance(responses, dict) else {}
    todo = [(_resolved(description, answer), False)]
    for step, (schema, is_item) in enumerate(todo):
        names = schema.get("properties")
        if is_item and isinstance(names, dict):
            yield from names
        elif step < MAX_SCHEMA_STEPS:
            todo += [
                (_resolved(description, inner), is_item or name == "items")
                for name, inner in schema.items()
                if isinstance(inner, dict)
            ]


def _resolved(description: Any, part: Any) -> dict[str, Any]:
    """Return a part of the description, or what it refers to."""
    reference = part.get("$ref") if isinstance(part, dict) else None
    if isinstance(reference, str):
        part = description
        for step in reference.removeprefix("#/").split("/"):
            part = part.get(step) if isinstance(part, dict) else None
    return part if isinstance(part, dict) else {}
