"""CKAN, the program of most open data portals: its data sets by ``package_search``."""

import re
from typing import Final

from leadline.crawl.official.service import Service

SERVICES: Final = (
    Service(
        "ckan",
        re.compile(r'<meta name="generator" content="ckan [^"<>]{0,40}"', re.IGNORECASE),
        "/api/3/action/package_search?rows=100&start=0",
        offset="start",
    ),
)
