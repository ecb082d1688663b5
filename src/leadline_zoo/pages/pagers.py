"""Pagers: a function for each kind seen on real sites.

>>> from leadline_zoo.spec import SourceSpec
>>> from leadline_zoo.pages.view import View
>>> draw(View(SourceSpec("tiny", "books"), "en", "iron", total=45))
'<div class="pager"><a href="/search?q=iron&amp;page=2">Next</a></div>'
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from leadline_zoo.pages.phrases import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from leadline_zoo.pages.view import View

MAX_LINKED_PAGES: Final = 20
"""Pages that a home-made pager links."""


def _link(view: View, page: int, text: str, attributes: str = "") -> str:
    return f'<a{attributes} href="{escape(view.href(page))}">{text}</a>'


def _near(view: View, page: int) -> list[int]:
    first = max(1, page - view.spec.pager.window // 2)
    return list(range(first, min(view.pages, first + view.spec.pager.window - 1) + 1))


def words(view: View) -> str:
    """Previous and next as words."""
    parts = []
    if view.page > 1:
        parts.append(_link(view, view.page - 1, say(view.language, "previous")))
    if view.page < view.pages:
        parts.append(_link(view, view.page + 1, say(view.language, "next")))
    return f'<div class="pager">{" | ".join(parts)}</div>'


def arrows(view: View) -> str:
    """Arrows without a word; with ``last_arrow`` one that means the last page beside the next."""
    parts = []
    if view.page > 1:
        parts.append(_link(view, view.page - 1, "&lsaquo;"))
    if view.page < view.pages:
        parts.append(_link(view, view.page + 1, "&rsaquo;"))
        if view.spec.pager.last_arrow:
            parts.append(_link(view, view.pages, "&raquo;"))
    return f'<p class="nav">{" ".join(parts)}</p>'


def forward(view: View) -> str:
    """Only a way forward: keyset pagination knows no other."""
    if view.page >= view.pages:
        return ""
    return f"<p>{_link(view, view.page + 1, say(view.language, 'next'))}</p>"


def numbers(view: View) -> str:
    """Numbers around the page shown, no word."""
    parts = [
        f"<b>{n}</b>" if n == view.page else f"[{_link(view, n, str(n))}]"
        for n in _near(view, view.page)
    ]
    return f'<div class="pages">{" ".join(parts)}</div>'


def numbers_and_word(view: View) -> str:
    """Numbers and next, in a list."""
    parts = [
        f'<li class="current">{n}</li>' if n == view.page else f"<li>{_link(view, n, str(n))}</li>"
        for n in _near(view, view.page)
    ]
    if view.page < view.pages:
        word = say(view.language, "next")
        parts.append(f'<li class="next">{_link(view, view.page + 1, word)}</li>')
    return f'<ul class="pagination">{"".join(parts)}</ul>'


def window(view: View) -> str:
    """Links to the first twenty pages only, whatever the number of pages."""
    parts = [
        f"<b>{n}</b>" if n == view.page else _link(view, n, str(n))
        for n in range(1, min(view.pages, MAX_LINKED_PAGES) + 1)
    ]
    return f"<p>{' '.join(parts)}</p>"


def images(view: View) -> str:
    """Numbers as pictures."""
    parts = []
    for n in _near(view, view.page):
        picture = f'<img src="/img/p{n}.gif" alt="{n}" width="12" height="14" border="0">'
        parts.append(picture if n == view.page else _link(view, n, picture))
    return f'<p align="center">{"".join(parts)}</p>'


def more(view: View) -> str:
    """A link that loads the next records (here: shows them on a page of their own)."""
    if view.page >= view.pages:
        return ""
    link = _link(view, view.page + 1, say(view.language, "more"), ' class="btn load-more"')
    return f'<div class="load">{link}</div>'


def buttons(view: View) -> str:
    """Submit buttons of the search form itself: its hidden fields must be sent along."""
    offset = (view.page - 1) * view.step
    parts = [
        f'<input type="hidden" name="xP" value="{escape(view.query)}">',
        f'<input type="hidden" name="TOPDOC" value="{offset}">',
    ]
    for n in _near(view, view.page):
        disabled = " disabled" if n == view.page else ""
        parts.append(f'<input type="submit" name="[" value="{n}"{disabled}>')
    if view.page < view.pages:
        parts.append('<input type="submit" name="&gt;" value="&gt;">')
    return f'<div align="center">{"".join(parts)}</div>'


def post_forms(view: View) -> str:
    """A small POST form for every page."""
    fields = [*view.fields(), ("csrf", view.token)] if view.spec.form.token else view.fields()
    hidden = "".join(
        f'<input type="hidden" name="{escape(k)}" value="{escape(v)}">' for k, v in fields
    )
    parts = [
        f'<form method="post" action="{view.spec.form.action}" style="display:inline">{hidden}'
        f'<input type="hidden" name="{view.spec.pager.parameter}" value="{n}">'
        f'<button type="submit">{text}</button></form>'
        for n, text in _post_pages(view)
    ]
    return f'<div class="pagebar">{"".join(parts)}</div>'


def _post_pages(view: View) -> list[tuple[int, str]]:
    pages = [(n, str(n)) for n in _near(view, view.page) if n != view.page]
    if view.page < view.pages:
        pages.append((view.page + 1, say(view.language, "next")))
    return pages


def postback(view: View) -> str:
    """ASP.NET: links that only a script follows, by posting the whole page's form."""
    parts = []
    for n in _near(view, view.page):
        call = f"javascript:__doPostBack(&#39;ctl00$Main$Grid&#39;,&#39;Page${n}&#39;)"
        shown = f"<span>{n}</span>" if n == view.page else f'<a href="{call}">{n}</a>'
        parts.append(f"<td>{shown}</td>")
    return f'<table class="pgr"><tr>{"".join(parts)}</tr></table>'


def nothing(view: View) -> str:
    """No pager in the body."""
    return ""


PAGERS: Final[dict[str, Callable[[View], str]]] = {
    "next": words,
    "arrow": arrows,
    "numbers": numbers,
    "offset": numbers_and_word,
    "path": numbers_and_word,
    "session": words,
    "keyset": forward,
    "window": window,
    "images": images,
    "more": more,
    "buttons": buttons,
    "post": post_forms,
    "webforms": postback,
    "head": nothing,
    "none": nothing,
}


def draw(view: View) -> str:
    """Render the pager of a page; '' if the answer has only one."""
    one_page = view.pages == 1 and view.spec.pager.kind not in ("buttons",)
    return "" if one_page else PAGERS[view.spec.pager.kind](view)
