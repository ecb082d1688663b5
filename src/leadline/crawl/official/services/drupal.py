"""Drupal: entries of the kind that a page shows (``node--type-KIND``), by its JSON:API."""

import re
from typing import Final

from leadline.crawl.official.service import Service

SERVICES: Final = (
    Service(
        "drupal",
        re.compile(r"\bnode--type-(?P<kind>[a-z][a-z0-9]{0,40})(?![\w-])"),
        "/jsonapi/node/{kind}?page%5Blimit%5D=50&page%5Boffset%5D=0",
        offset="page[offset]",
    ),
)
