"""Templates that an element of a page's own kind draws: what streams in, what it holds in shadow.

A browser shows no template. Elements with a dash in their name are defined by scripts. One whose
first child is a template, or several, puts their content on the page: a part that comes late
(Blazor), a list that grows (Turbo), a shadow tree. One with places to fill in is a pattern, no
content.

>>> with_drawn_templates("<p>Wait</p><x-ssr><template id=7><p>Owls</p></template></x-ssr>")
'<p>Wait</p><x-ssr><div id=7><p>Owls</p></div></x-ssr>'
>>> pattern = "<x-list><template><p>{{name}}</p></template></x-list><template>a</template>"
>>> with_drawn_templates(pattern) == pattern
True
"""

import re
from typing import Final

_DRAWN_TAG: Final = re.compile(
    r"<(/?)(template|[a-z][a-z0-9]*-[a-z0-9-]*)\b([^<>]*)>", re.IGNORECASE
)
_PLACE: Final = re.compile(r"\{\{|\[\[|\$\{|<slot\b", re.IGNORECASE)


def with_drawn_templates(html: str) -> str:
    """Return a page in which the templates that an element draws are parts like any other."""
    pieces, kept, depth = list[str](), 0, 0
    start, ends_at = -1, -1
    opened: re.Match[str] | None = None
    for tag in _DRAWN_TAG.finditer(html):
        closes, is_template = bool(tag[1]), tag[2].casefold() == "template"
        if not is_template:
            ends_at = -1 if closes or depth else tag.end()
            continue
        if not closes:
            is_first = not depth and ends_at >= 0 and not html[ends_at : tag.start()].strip()
            if is_first:
                start, opened = tag.end(), tag
            depth += 1
            continue
        depth = max(0, depth - 1)
        if opened is None or depth:
            continue
        if not _PLACE.search(html, start, tag.start()):
            pieces += [html[kept : opened.start()], f"<div{opened[3]}>", html[start : tag.start()]]
            pieces.append("</div>")
            kept = tag.end()
        opened, ends_at = None, tag.end()
    return "".join([*pieces, html[kept:]])
