"""Socrata: the rows of a data set, by the address of its page (``/d/abcd-1234``)."""

import re
from typing import Final

from leadline.crawl.official.service import Service

SERVICES: Final = (
    Service(
        "socrata",
        re.compile(
            r"^https?://[^/]{1,200}/(?:d|resource|[\w.~%-]{1,80}/[\w.~%-]{1,200})/"
            r"(?P<id>[a-z0-9]{4}-[a-z0-9]{4})(?:[/.?#]|$)"
        ),
        "/resource/{id}.json?$limit=1000&$offset=0&$order=:id",
        offset="$offset",
    ),
)
