"""WordPress: its posts, by the address of its service that each page names."""

import re
from typing import Final

from leadline.crawl.official.service import Service

SERVICES: Final = (
    Service(
        "wordpress",
        re.compile(
            r"<link rel=[\"']https://api\.w\.org/[\"'] href=[\"'](?P<root>[^\"'<>\s]{1,300}/)[\"']"
        ),
        "{root}wp/v2/posts?per_page=100&page=1",
        page="page",
    ),
)
