"""InvenioRDM, a program of research repositories: its records by ``/api/records``."""

import re
from typing import Final

from leadline.crawl.official.service import Service

SERVICES: Final = (
    Service(
        "invenio",
        re.compile(r"data-invenio-[a-z-]{1,60}=|\bid=[\"']invenio-", re.IGNORECASE),
        "/api/records?size=100&page=1&sort=oldest",
        page="page",
    ),
)
