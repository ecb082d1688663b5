"""Opendatasoft: the records of a data set, by the address of its page."""

import re
from typing import Final

from leadline.crawl.official.service import Service

SERVICES: Final = (
    Service(
        "opendatasoft",
        re.compile(r"^https?://[^/]{1,200}/explore/dataset/(?P<id>[\w.@~-]{1,200})"),
        "/api/explore/v2.1/catalog/datasets/{id}/records?limit=100&offset=0",
        offset="offset",
    ),
)
