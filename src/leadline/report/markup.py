"""HTML from text that nobody trusts: every string on the page goes through `text` or `link`.

Harvested text is escaped, its control characters are shown as boxes, and it stands in a ``bdi``
of its own, so that right-to-left marks turn nothing around it. Only http and https become links.

>>> str(text("<b>&\\x00"))
'<bdi>&lt;b&gt;&amp;\\ufffd</bdi>'
>>> str(link("javascript:alert(1)"))
'<bdi>javascript:alert(1)</bdi>'
>>> str(tag("td", text("a"), " of ", 3, cls="number"))
'<td class="number"><bdi>a</bdi> of 3</td>'
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

UNSHOWN: Final = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
LONG: Final = 240
"""Characters of a value that are shown: the table holds the rest."""
MARK: Final = "… [{:,} characters]"
LINK_LENGTH: Final = 90


class Markup(str):
    """A piece of HTML that is safe as it is; every other string is escaped when joined to it."""

    __slots__ = ()


def join(parts: Iterable[object]) -> Markup:
    """One piece of HTML from many: markup as it is, all else escaped."""
    return Markup(
        "".join(part if isinstance(part, Markup) else escape(_shown(str(part))) for part in parts)
    )


def tag(name: str, *parts: object, cls: str = "", **attributes: object) -> Markup:
    """An element; ``_`` in a name of an attribute stands for ``-``."""
    given = {"class": cls, **attributes} if cls else attributes
    inside = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_shown(str(value)))}"'
        for key, value in given.items()
    )
    return Markup(f"<{name}{inside}>{join(parts)}</{name}>")


def text(value: str, most: int = LONG) -> Markup:
    """Harvested text: isolated, and cut with a mark when it is long."""
    if len(value) > most + len(MARK):
        value = f"{value[:most]}{MARK.format(len(value))}"
    return tag("bdi", value)


def link(url: str, label: str = "") -> Markup:
    """A link that tells the other side nothing; plain text when it leads nowhere on the Web."""
    if not _on_the_web(url):
        return text(label or url)
    shown = text(label or url.partition("//")[2].rstrip("/"), LINK_LENGTH)
    return tag("a", shown, href=url, rel="noopener noreferrer nofollow", target="_blank")


def number(value: float | None) -> str:
    """A count for people.

    >>> number(28258), number(None), number(0.5)
    ('28,258', '–', '0.5')
    """
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:,.1f}"


def size(count: int) -> str:
    """Bytes for people.

    >>> size(999), size(20_000), size(3_460_000)
    ('999 bytes', '20 kB', '3.5 MB')
    """
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= factor:
            return f"{number(count / factor)} {unit}"
    return f"{count} bytes"


def duration(seconds: float) -> str:
    """A time span for people.

    >>> duration(0.25), duration(75), duration(7300), duration(200_000)
    ('0.25 s', '1 min 15 s', '2 h 1 min', '2 d 7 h')
    """
    if seconds < 60:
        return f"{seconds:.2g} s"
    whole = round(seconds)
    for big, small, names in ((86400, 3600, ("d", "h")), (3600, 60, ("h", "min"))):
        if whole >= big:
            return f"{whole // big} {names[0]} {whole % big // small} {names[1]}"
    return f"{whole // 60} min {whole % 60} s"


def count(value: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count(1, "page"), count(2000, "query", "queries")
    ('1 page', '2,000 queries')
    """
    return f"{value:,} {one if value == 1 else many or one + 's'}"


def _on_the_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def _shown(value: str) -> str:
    return value if value.isprintable() else UNSHOWN.sub("\ufffd", value)
