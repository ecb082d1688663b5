"""Answers that are sets of frames, put together as a reader sees them: one page.

The frame that says most is the page; what stands in the others, such as the link to the next page,
is added at its end. So a wrapper that is learned of it reads the frame's own page too.

>>> from leadline.model import Request
>>> asked = Request("GET", "http://h.test/find?q=tea")
>>> frames = b"<frameset><frame src=nav?q=tea><frame src=list?q=tea></frameset>"
>>> addresses_of_frames(Page(asked, asked.url, 200, (), frames))
['http://h.test/nav?q=tea', 'http://h.test/list?q=tea']
>>> def came(name: str, body: bytes) -> Page:
...     return Page(Request("GET", f"http://h.test/{name}"), f"http://h.test/{name}", 200, (), body)
>>> nav = came("a/nav", b"<a href=on>more</a>")
>>> put_together(asked.url, [nav, came("list", b"<p>Black tea, green tea</p>")]).body
b"<base href='http://h.test/list'><p>Black tea, green tea</p><div><a href='http://h.test/a/on'>more</a></div>"
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape, unescape
from typing import Final
from urllib.parse import urldefrag

from leadline.model import Page
from leadline.page.dom import parse
from leadline.page.urls import join_url

MAX_FRAMES_OF_ANSWER: Final = 6
"""Frames of an answer that are fetched; a frame may be a set of frames itself."""
_FRAME: Final = re.compile(rb"<frame\s", re.IGNORECASE)
_BODY: Final = re.compile(rb"</?(?:html|body|head)\b[^<>]*>|<!doctype[^<>]*>", re.IGNORECASE)
_END: Final = re.compile(rb"</body\s*>|</html\s*>", re.IGNORECASE)
_LINK: Final = re.compile(
    rb"(\b(?:href|action|src)\s*=\s*)(\"[^\"<>]{0,2000}\"|'[^'<>]{0,2000}'|[^\s\"'<>]{1,2000})",
    re.IGNORECASE,
)


def addresses_of_frames(page: Page) -> list[str]:
    """Return the addresses of the frames of a page that is a set of frames, [] of another."""
    if not _FRAME.search(page.body):
        return []
    document = parse(page)
    links = (urldefrag(document.link(node, "src")).url for node in document.elements("frame"))
    return [url for url in dict.fromkeys(links) if url.startswith("http") and url != page.url]


def put_together(url: str, frames: Sequence[Page]) -> Page:
    """Return the frames of an answer as one page at the address ``url``.

    Its number is that of the frame that says most, where its values stand.
    """
    main = max(frames, key=lambda frame: len(parse(frame).visible_text(0)))
    others = b"".join(b"<div>%s</div>" % _inside(frame) for frame in frames if frame is not main)
    ends = list(_END.finditer(main.body))
    at = ends[0].start() if ends else len(main.body)
    base = f"<base href='{escape(main.url)}'>".encode()
    body = base + main.body[:at] + others + main.body[at:]
    return replace(main, url=url, body=body)


def _inside(frame: Page) -> bytes:
    """Return what the body of a frame holds, with whole addresses."""

    def whole(link: re.Match[bytes]) -> bytes:
        address = unescape(link[2].strip(b"\"'").decode("latin-1"))
        joined = join_url(frame.url, address) or address
        return link[1] + b"'" + escape(joined).encode("latin-1", "xmlcharrefreplace") + b"'"

    return _LINK.sub(whole, _BODY.sub(b"", frame.body))
