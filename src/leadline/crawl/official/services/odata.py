"""OData: the entities of a set to which a page links (registers, SharePoint, SAP, Dynamics)."""

import re
from typing import Final

from leadline.crawl.official.service import Service

SERVICES: Final = (
    Service(
        "odata",
        re.compile(
            r"[\"'](?P<set>[^\"'<>\s?$]{0,200}/odata(?:/v[0-9.]{1,4})?/[A-Za-z]\w{1,60})[\"'?]",
            re.IGNORECASE,
        ),
        "{set}?$format=json&$top=100&$skip=0",
        offset="$skip",
    ),
)
