"""Gives a page in the browser the answer to what it asked, as our fetcher got it."""

import json
from typing import Any, Final

from leadline.model import Page

NOT_GIVEN: Final = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "connection", "location"}
)
"""Headers of an answer that no longer fit it."""


async def fulfil(route: Any, page: Page, led: dict[str, str]) -> None:
    """Give a page an answer; what was found elsewhere is led there, once."""
    asked = route.request
    is_led = page.url != asked.url and led.setdefault(page.url, asked.url) == asked.url
    if asked.resource_type == "document" and is_led:
        text = json.dumps(page.url).replace("<", "%3C")  # a 302 would lead past our fetcher
        text = f"<script>location.replace({text} + location.hash)</script>"
        await route.fulfill(status=200, content_type="text/html", body=text)
        return
    headers: dict[str, str] = {}
    for name, value in page.headers:
        if name.casefold() not in NOT_GIVEN:
            name, before = name.casefold(), headers.get(name.casefold())
            between = "\n" if name == "set-cookie" else ", "  # a broken header hangs the page
            headers[name] = f"{before}{between}{value}" if before else value
    await route.fulfill(status=page.status, headers=headers, body=page.body)
