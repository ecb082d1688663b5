"""HTML from untrusted text: all harvested strings go through `text` or `link`.

Secrets are masked in all that is joined. Text is escaped, its control characters are replaced, and
a ``bdi`` isolates its direction of writing. Only http and https addresses become links.

>>> str(text("<b>&\\x00"))
'<bdi>&lt;b&gt;&amp;\\ufffd</bdi>'
>>> str(link("javascript:alert(1)"))
'<bdi>javascript:alert(1)</bdi>'
>>> str(tag("td", text("a"), " of ", 3, cls="number"))
'<td class="number"><bdi>a</bdi> of 3</td>'
"""

import re
from collections.abc import Iterable
from html import escape
from typing import Final

from leadline.page.masks import masked
from leadline.page.urls import split_url

CONTROL_CHARACTERS: Final = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
MAX_VALUE_LENGTH: Final = 240
"""Characters of a value that are displayed."""
ELLIPSIS: Final = "… [{:,} characters]"
MAX_LINK_LENGTH: Final = 90


class Markup(str):
    """Safe HTML; every other string is escaped when joined to it."""

    __slots__ = ()


def join(parts: Iterable[object]) -> Markup:
    """Join parts to HTML, escaping all that is no markup."""
    return Markup(
        "".join(part if isinstance(part, Markup) else escape(_shown(str(part))) for part in parts)
    )


def tag(name: str, *parts: object, cls: str = "", **attributes: object) -> Markup:
    """Make an element; ``_`` in the name of an attribute stands for ``-``."""
    given = {"class": cls, **attributes} if cls else attributes
    inside = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_shown(str(value)))}"'
        for key, value in given.items()
    )
    return Markup(f"<{name}{inside}>{join(parts)}</{name}>")


def text(value: str, most: int = MAX_VALUE_LENGTH) -> Markup:
    """Make an isolated element of harvested text, cut to ``most`` characters."""
    value = masked(value)
    if len(value) > most + len(ELLIPSIS):
        value = f"{value[:most]}{ELLIPSIS.format(len(value))}"
    return tag("bdi", value)


def link(url: str, label: str = "") -> Markup:
    """Make a link without referrer; plain text if the address is not on the Web."""
    url = masked(url)
    if split_url(url) is None:
        return text(label or url)
    shown = text(label or url.partition("//")[2].rstrip("/"), MAX_LINK_LENGTH)
    return tag("a", shown, href=url, rel="noopener noreferrer nofollow", target="_blank")


def number(value: float | None) -> str:
    """Format a number.

    >>> number(28258), number(None), number(0.5)
    ('28,258', '–', '0.5')
    """
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:,.1f}"


def size(count: int) -> str:
    """Format a number of bytes.

    >>> size(999), size(20_000), size(3_460_000)
    ('999 bytes', '20 kB', '3.5 MB')
    """
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= factor:
            return f"{number(count / factor)} {unit}"
    return f"{count} bytes"


def duration(seconds: float) -> str:
    """Format a duration.

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


def count(value: int, singular: str, plural: str = "") -> str:
    """Format a number with its noun.

    >>> count(1, "page"), count(2000, "query", "queries")
    ('1 page', '2,000 queries')
    """
    return f"{value:,} {singular if value == 1 else plural or singular + 's'}"


def _shown(value: str) -> str:
    value = masked(value)
    return value if value.isprintable() else CONTROL_CHARACTERS.sub("\ufffd", value)
