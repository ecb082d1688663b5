"""Pages that only send a browser on: "please wait", a quick refresh, a form that sends itself.

Yang 2008, 3.2, "intermediate pages". A browser never shows them for long, so what they lead to is
the answer, for the entry page and for every query alike. ``crawl.entry.interstitial`` reads them;
most pages are told by their bytes not to be such, without being parsed here as well.

>>> from leadline.model import Request
>>> asked = Request("GET", "http://h.test/find?q=tea")
>>> html = b"<meta http-equiv=refresh content='1;url=/got?ticket=7'>Please wait"
>>> sent_on(Page(asked, asked.url, 200, (), html)).url
'http://h.test/got?ticket=7'
>>> sent_on(Page(asked, asked.url, 200, (), b"<p>3 results for tea"))
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from leadline.crawl.entry.interstitial import next_hop
from leadline.model import Page
from leadline.page.dom import parse

if TYPE_CHECKING:
    from leadline.errors import FetchError
    from leadline.model import Request

REFRESH: Final = re.compile(rb"http-equiv\s*=\s*[\"']?refresh", re.IGNORECASE)
MOST_TAGS: Final = 200
"""Signs < in a page that may send itself or ask to wait: such pages say little."""


def sent_on(reply: Page | FetchError) -> Request | None:
    """The request that a browser would make next by itself; None if the page is to be read."""
    if not isinstance(reply, Page) or not 200 <= reply.status < 300:
        return None
    if reply.body.count(b"<") > MOST_TAGS and REFRESH.search(reply.body) is None:
        return None
    return next_hop(parse(reply))
