"""Behaviours that need a memory: sessions that expire, queues, lists that are invented."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import parse_qs, urlsplit

from leadline_zoo.hostile.server import HTML, framed

if TYPE_CHECKING:
    from leadline_zoo.hostile.server import Change, HostileSource
    from leadline_zoo.replies import SiteReply

BOX: Final = b'<div class="searchbox">'
EXPIRED: Final = framed(
    "<h1>Visit</h1><p>Your visit has ended, as nothing was done. <a href=/>Begin again</a>"
)
SEARCH_AGAIN: Final = framed(
    "<form action=/search><input type=hidden name=visit value=0><input name=q>"
    "<input type=submit value=Search></form><p>Enter one or more words to search the collection."
)
NOUNS: Final = ("iron", "wolf", "river", "stone", "garden", "letters", "fortress", "bridge")
COUNT_LINE: Final = re.compile(r"<p class='count'>.*?</p>")


def expiring(
    shown: Literal["page", "entry", "redirect"], lifetime: int = 12, *, hidden: bool = True
) -> Change:
    """Let a session die after some result pages; the entry page begins another.

    Its number is a hidden value of the form and of the links to pages, or a cookie alone.
    """

    def change(source: HostileSource, target: str, reply: SiteReply) -> SiteReply:
        counts = source.counts
        if source.last_kind == "entry":
            counts["visit"] += 1
            counts["age"] = 0
        if source.last_kind not in ("entry", "results"):
            return reply
        visit = str(counts["visit"] * 7919)
        field = f"<input type=hidden name=visit value={visit}>".encode()
        if source.last_kind == "results":
            counts["age"] += 1
            sent = parse_qs(urlsplit(target).query).get("visit", [""])[0]
            if counts["age"] > lifetime or (hidden and sent != visit):
                return _ended(reply, shown)
        if not hidden:
            return replace(reply, headers=(*reply.headers, ("Set-Cookie", f"visit={visit}")))
        body = reply.body.replace(b"/search?q=", f"/search?visit={visit}&amp;q=".encode())
        return replace(reply, body=body.replace(BOX, BOX + field))

    return change


def _ended(reply: SiteReply, shown: str) -> SiteReply:
    if shown == "redirect":
        return replace(reply, status=302, body=b"", headers=(*HTML, ("Location", "/")))
    return replace(reply, body=EXPIRED if shown == "page" else SEARCH_AGAIN)


def queue(head: str, *, after: int = 6, is_endless: bool = False) -> Change:
    """Let every tenth request wait until it is sent again, or all of them for ever."""
    page = framed("<h1>Queue</h1><p>You are number 7 in the line, please wait.", head)

    def change(source: HostileSource, target: str, reply: SiteReply) -> SiteReply:
        if source.last_kind != "results" or source.results <= after:
            return reply
        if is_endless or source.results % 10 == 0:
            return replace(reply, body=page)
        return reply

    return change


def circles(after: int = 8) -> Change:
    """Send every search on and on."""

    def change(source: HostileSource, _target: str, reply: SiteReply) -> SiteReply:
        if source.last_kind != "results" or source.results <= after:
            return reply
        onward = f"<meta http-equiv=refresh content='0;url=/search?q=x&n={source.results}'>"
        return replace(reply, body=framed("", onward))

    return change


def invented(*, from_page: int, per_page: int = 20, only_empty_query: bool = False) -> Change:
    """List rows without end: from this page of an answer on none of them exists."""

    def change(source: HostileSource, target: str, reply: SiteReply) -> SiteReply:
        if source.last_kind != "results":
            return reply
        sent = parse_qs(urlsplit(target).query, keep_blank_values=True)
        query, page = sent.get("q", [""])[0], int(sent.get("page", ["1"])[0])
        html = COUNT_LINE.sub("", reply.body.decode())
        has_rows = "/item/" in html or page > 1
        if has_rows and not (only_empty_query and query) and page >= from_page:
            head = html.partition("<main>")[0]
            table = "".join(_row(query, page * per_page + number) for number in range(per_page))
            html = f"{head}<main><table class='results'><tbody>{table}</tbody></table></main>"
        if has_rows and not (only_empty_query and query) and page + 1 >= from_page:
            onward = f"<p class=pager><a href='/search?q={query}&amp;page={page + 1}'>Next</a></p>"
            html = html.replace("</main>", onward + "</main>")
        return replace(reply, body=html.encode())

    return change


def _row(query: str, number: int) -> str:
    serial = number + 10**7 * sum(map(ord, query))
    nouns = (NOUNS[serial * step % len(NOUNS)] for step in (1, 3, 7))
    title = "The {} {} of {}".format(*nouns)
    return (
        f'<tr class="odd"><td><a href="/item/{serial}">{title}</a></td><td>Nobody, N.</td>'
        f"<td>Lowland Press</td><td>{1900 + number % 90}</td><td>ZZ{serial}</td><td>{title}</td>"
        "</tr>"
    )
