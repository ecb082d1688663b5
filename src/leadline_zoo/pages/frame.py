"""Page around the results: head, form, decoys, lists beside, footer.

A harvester must not mistake any of it for data.

>>> from leadline_zoo.spec import SourceSpec
>>> from leadline_zoo.pages.view import View
>>> "<title>Books</title>" in page(View(SourceSpec("tiny", "books"), "en"), "Books", "")
True
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Final

from leadline_zoo.pages import fields
from leadline_zoo.pages.phrases import LANGUAGES, label, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline_zoo.pages.view import View

STATIC: Final = ("home", "about", "help", "news", "contact", "legal")
MAX_LISTED_FACETS: Final = 12
SCRIPT: Final = (
    "<script>function __doPostBack(t,a){var f=document.forms[0];f.__EVENTTARGET.value=t;"
    "f.__EVENTARGUMENT.value=a;f.submit();}</script>"
)


def page(view: View, title: str, main: str, aside: str = "", pager: str = "") -> str:
    """Assemble a page: the form, then ``main``, then the pager."""
    wraps = view.spec.form.webforms or view.spec.pager.kind == "buttons"
    form = search_form(view)
    if wraps:
        body = open_form(view) + form + main + pager + "</form>"
    else:
        body = open_form(view) + form + "</form>" + main + pager
    if view.spec.form.outside:
        start = open_form(view, ' id="sf"') + "</form>"
        body = form + main + pager + start
    parts = head(view, title), header(view), aside, body, footer(view)
    return FRAMES[view.spec.look.frame](*parts)


def head(view: View, title: str) -> str:
    """Render the content of the head element."""
    lines = [f"<title>{escape(title)}</title>"]
    if view.spec.look.charset_in in ("both", "meta"):
        charset = view.spec.look.declared or view.spec.charset
        declared = f'content="text/html; charset={charset}"'
        lines.insert(0, f'<meta http-equiv="Content-Type" {declared}>')
    if view.spec.pager.kind == "head" and view.page < view.pages:
        lines.append(f'<link rel="next" href="{escape(view.href(view.page + 1))}">')
    lines.append("<style>body{font-family:sans-serif}.hl{background:#ff9}</style>")
    return "\n".join(lines)


def header(view: View) -> str:
    """Render name, menu and the decoys in front of the search form."""
    links = [f'<li><a href="/{name}">{say(view.language, name)}</a></li>' for name in STATIC]
    menu = f'<ul class="menu">{"".join(links)}</ul>'
    name = escape(view.spec.kind or view.spec.name)
    brand = f'<div class="brand"><a href="{view.spec.form.entry}">{name}</a></div>'
    return f"{brand}{menu}{decoys(view, first=True)}"


def footer(view: View) -> str:
    """Render the footer: links and newsletter."""
    links = " | ".join(f'<a href="/{name}">{say(view.language, name)}</a>' for name in STATIC[1:])
    return f"{decoys(view, first=False)}<div class='foot'>{links} &copy; 2023</div>"


def decoys(view: View, *, first: bool) -> str:
    """Render forms that are no search forms, which no program should send."""
    language, html = view.language, ""
    wanted = view.spec.form.decoys
    if "login" in wanted and first:
        html += (
            '<form class="login" action="/login" method="post">'
            f'<input name="user" placeholder="{say(language, "user")}">'
            f'<input type="password" name="pass" placeholder="{say(language, "password")}">'
            f"<button>{say(language, 'login')}</button></form>"
        )
    if "language" in wanted and first:
        options = "".join(f'<option value="{code}">{code}</option>' for code in LANGUAGES)
        html += (
            f'<form action="/language" method="get"><label>{say(language, "language")} '
            f'<select name="setlang">{options}</select></label>'
            '<input type="submit" value="OK"></form>'
        )
    if "newsletter" in wanted and not first:
        html += (
            '<form action="/newsletter" method="post"><label>'
            f'{say(language, "newsletter")} <input type="email" name="email"></label>'
            f"<button>{say(language, 'newsletter')}</button></form>"
        )
    return html


def open_form(view: View, attributes: str = "") -> str:
    """Render the start tag of the form, with hidden fields of ASP.NET if wanted."""
    form = view.spec.form
    start = f'<form action="{form.action}" method="{form.method.lower()}"{attributes}>'
    if not form.webforms:
        return start
    return (
        f'{start}<input type="hidden" name="__EVENTTARGET" value="">'
        '<input type="hidden" name="__EVENTARGUMENT" value="">'
        f'<input type="hidden" name="__VIEWSTATE" value="{view_state(view)}">{SCRIPT}'
    )


def view_state(view: View) -> str:
    """Encode the state that ASP.NET keeps between two posts."""
    state = f"{view.query}\n{view.category}".encode()
    return b64encode(bytes(255 - byte for byte in state)).decode() or "Lw=="


def search_form(view: View) -> str:
    """Render the controls of the search form."""
    form, language = view.spec.form, view.language
    owner = ' form="sf"' if form.outside else ""
    parts = [f'<input type="hidden" name="{k}" value="{escape(v)}"{owner}>' for k, v in form.hidden]
    if form.token:
        parts.append(f'<input type="hidden" name="csrf" value="{view.token}"{owner}>')
    parts += fields.before(view)
    if form.box:
        parts.append(
            f'<label for="box">{say(language, "keywords")}</label> <input type="text" id="box" '
            f'name="{escape(form.box)}" value="{escape(view.query)}" size="30"{owner}>'
        )
    parts += fields.after(view)
    if form.category:
        parts.append(_categories(view, owner))
    if view.spec.pager.size_box and not view.spec.pager.size_links:
        parts.append(_sizes(view, owner))
    if form.sorts:
        parts.append(_sorts(view, owner))
    if "honeypot" in form.decoys:
        parts.append(f'<span style="display:none"><input type="text" name="website"{owner}></span>')
    if form.lucky:
        parts.append(f'<input type="submit" name="go" value="{say(language, "lucky")}"{owner}>')
    name = f' name="{form.button}"' if form.button or form.lucky else ""
    name = ' name="fulltext"' if form.lucky else name
    parts.append(f'<input type="submit"{name} value="{say(language, "search")}"{owner}>')
    return f'<div class="searchbox">{" ".join(parts)}</div>'


def categories(view: View) -> list[str]:
    """Values of the category column, in order."""
    if view.table is None or not view.table.recipe.category:
        return []
    return sorted({row[view.table.recipe.category] for row in view.table.rows})


def titles(view: View, first: int, count: int) -> list[str]:
    """Titles of some records."""
    if view.table is None:
        return []
    return [r[view.table.recipe.title] for r in view.table.rows[first : first + count]]


def _categories(view: View, owner: str) -> str:
    options = [f'<option value="">{say(view.language, "all")}</option>']
    for value in categories(view):
        chosen = " selected" if value == view.category else ""
        options.append(f'<option value="{escape(value)}"{chosen}>{escape(value)}</option>')
    name = say(view.language, "category")
    return f'<label>{name} <select name="category"{owner}>{"".join(options)}</select></label>'


def _sizes(view: View, owner: str) -> str:
    options = "".join(
        f"<option{' selected' if size == view.step else ''}>{size}</option>"
        for size in view.spec.pager.sizes
    )
    name = say(view.language, "per_page")
    return (
        f'<label>{name} <select name="{view.spec.pager.size_box}"{owner}>{options}</select></label>'
    )


def _sorts(view: View, owner: str) -> str:
    options = [f'<option value="">{say(view.language, "score")}</option>']
    for column in view.spec.form.sorts:
        chosen = " selected" if column == view.sort else ""
        options.append(f'<option value="{column}"{chosen}>{label(view.language, column)}</option>')
    name = say(view.language, "sort")
    return f'<label>{name} <select name="sort"{owner}>{"".join(options)}</select></label>'


def size_links(view: View) -> str:
    """Render page sizes as links, as wikis do."""
    if not view.spec.pager.size_links or not view.total:
        return ""
    links = " | ".join(
        str(size) if size == view.step else f'<a href="{escape(view.href(limit=size))}">{size}</a>'
        for size in view.spec.pager.sizes
    )
    return f'<p class="limits">{say(view.language, "per_page")}: {links}</p>'


def beside(view: View, counts: Sequence[tuple[str, int]]) -> str:
    """Render the repetitive lists beside the results, which may mislead record mining."""
    parts = []
    for name in view.spec.look.aside:
        if name == "facets" and counts:
            parts.append(_facets(view, counts))
        elif name == "popular":
            parts.append(_popular(view))
        elif name == "ads":
            parts.append(_ads(view))
    return f'<div class="side">{"".join(parts)}</div>' if parts else ""


def _facets(view: View, counts: Sequence[tuple[str, int]]) -> str:
    entries = "".join(
        f'<li><a href="{escape(view.href(category=value))}">{escape(value)}</a> '
        f'<span class="count">({count})</span></li>'
        for value, count in counts[:MAX_LISTED_FACETS]
    )
    return f'<h3>{say(view.language, "refine")}</h3><ul class="facet">{entries}</ul>'


def _popular(view: View) -> str:
    texts = [text.split()[0] for text in titles(view, 0, 10)]
    entries = "".join(
        f'<li><a href="/popular/{n}">{escape(text)}</a></li>' for n, text in enumerate(texts)
    )
    return f'<h3>{say(view.language, "popular")}</h3><ol class="popular">{entries}</ol>'


def _ads(view: View) -> str:
    start = sum(map(ord, view.query)) % max(1, view.spec.count - 4)
    name = say(view.language, "sponsored")
    entries = "".join(
        f'<div class="ad"><a href="/ad/{n}" rel="sponsored">{escape(text)}!</a>'
        f"<small>{name}</small></div>"
        for n, text in enumerate(titles(view, start, 4))
    )
    return f'<div class="ads">{entries}</div>'


def _modern(head: str, header: str, aside: str, body: str, footer: str) -> str:
    side = f"<aside>{aside}</aside>" if aside else ""
    return (
        f"<!DOCTYPE html>\n<html>\n<head>\n{head}\n</head>\n<body>\n"
        f"<header><nav>{header}</nav></header>\n"
        f"<main>\n{body}\n</main>\n{side}\n<footer>{footer}</footer>\n</body>\n</html>\n"
    )


def _tables(head: str, header: str, aside: str, body: str, footer: str) -> str:
    return (
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n'
        f'<html><head>\n{head}\n</head>\n<body bgcolor="#ffffff" text="#000000">\n'
        '<table width="760" border="0" cellspacing="0" cellpadding="4">\n'
        f'<tr><td colspan="2" bgcolor="#ddeeff">{header}</td></tr>\n'
        f'<tr><td width="160" valign="top" bgcolor="#eeeeee">{aside}&nbsp;</td>\n'
        f'<td valign="top">\n{body}\n</td></tr>\n<tr><td colspan="2">{footer}</td></tr>\n</table>\n'
        "</body></html>\n"
    )


def _plain(head: str, header: str, aside: str, body: str, footer: str) -> str:
    return (
        f"<html><head>{head}</head><body>\n{header}\n<hr>\n{body}\n{aside}\n<hr>\n{footer}\n"
        "</body></html>\n"
    )


FRAMES: Final = {"modern": _modern, "tables": _tables, "plain": _plain}
