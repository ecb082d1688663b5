"""ArcGIS servers: the features of a layer, by the address of its own page."""

import re
from typing import Final

from leadline.crawl.official.service import Service

SERVICES: Final = (
    Service(
        "arcgis",
        re.compile(
            r"^https?://[^/]{1,200}(?P<layer>/[^?#]{1,400}/(?:Feature|Map)Server/[0-9]{1,4})"
            r"(?:[/?#]|$)"
        ),
        "{layer}/query?where=1%3D1&outFields=*&returnGeometry=false&f=json&resultOffset=0",
        offset="resultOffset",
    ),
)
