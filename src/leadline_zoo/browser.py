"""Small browser to test the sources without leadline: cookies and forms as served."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

from selectolax.lexbor import LexborHTMLParser, LexborNode

if TYPE_CHECKING:
    from leadline_zoo.source import ServedSource


@dataclass
class Loaded:
    url: str
    status: int
    html: str

    @property
    def tree(self) -> LexborHTMLParser:
        return LexborHTMLParser(self.html)


class Browser:
    def __init__(self, source: ServedSource) -> None:
        self.source = source
        self.charset = source.spec.charset
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.page = self.get(source.url)

    def get(self, url: str) -> Loaded:
        return self._open(Request(url))

    def _open(self, request: Request) -> Loaded:
        try:
            with self.opener.open(request, timeout=10) as answer:
                status, body, url = answer.status, answer.read(), answer.url
        except HTTPError as error:
            status, body, url = error.code, error.read(), error.url
        self.page = Loaded(url, status, body.decode(self.charset, "replace"))
        return self.page

    def submit(
        self, form: LexborNode, values: dict[str, str], button: LexborNode | None = None
    ) -> Loaded:
        """Send a form as served, with some values changed and at most one button."""
        number = form.attributes.get("id")
        controls = form.css("input, select, button")
        if number:
            controls += self.page.tree.css(f'[form="{number}"]')
        fields = []
        for control in controls:
            pressed = button is not None and control.html == button.html
            field = _field(control, values, pressed=pressed)
            fields += [field] if field else []
        encoded = urlencode(fields, encoding=self.charset, errors="xmlcharrefreplace")
        url = urljoin(self.page.url, form.attributes.get("action") or "")
        if (form.attributes.get("method") or "get").lower() == "post":
            return self._open(Request(url, data=encoded.encode("ascii")))
        return self._open(Request(f"{url}?{encoded}"))

    def search_form(self) -> LexborNode:
        action = self.source.spec.form.action
        return self.page.tree.css(f'form[action="{action}"]')[0]

    def search(self, query: str, **values: str) -> Loaded:
        form = self.search_form()
        return self.submit(form, {self.source.spec.form.box: query, **values})

    def next(self, number: int) -> Loaded | None:
        """Go to page ``number``, the one after this, as a person would; None when there is none."""
        kind, tree = self.source.spec.pager.kind, self.page.tree
        if kind == "buttons":
            form = self.search_form()
            matches = form.css('input[name=">"]')
            return self.submit(form, {}, matches[0]) if matches else None
        if kind == "post":
            for form in tree.css(".pagebar form"):
                if form.text().strip() == str(number):
                    return self.submit(form, {})
            return None
        if kind == "webforms":
            wanted = re.search(rf"__doPostBack\('([^']+)','(Page\${number})'\)", self._links())
            if not wanted:
                return None
            values = {"__EVENTTARGET": wanted[1], "__EVENTARGUMENT": wanted[2]}
            return self.submit(self.search_form(), values)
        href = self._next_href(kind, number)
        return self.get(urljoin(self.page.url, href)) if href else None

    def _links(self) -> str:
        return "\n".join(a.attributes.get("href") or "" for a in self.page.tree.css("a"))

    def _next_href(self, kind: str, number: int) -> str:
        tree = self.page.tree
        if kind == "head":
            matches = tree.css('link[rel="next"]')
            return matches[0].attributes["href"] or "" if matches else ""
        by_number = kind in ("numbers", "offset", "path", "window", "images")
        wanted = {str(number)} if by_number else NEXT_TEXTS
        for area in tree.css(".pager, .nav, .pages, .pagination, .load, p"):
            for link in area.css("a"):
                if (link.text().strip() or _alt(link)) in wanted:
                    return link.attributes["href"] or ""
        return ""


NEXT_TEXTS = {
    "›",
    "Load more",
    "Next",
    "Weiter",
    "Suivant",
    "Siguiente",
    "Следующая",
    "下一页",
    "下一頁",
    "次へ",
}


def _alt(link: LexborNode) -> str:
    picture = link.css_first("img")
    return (picture.attributes.get("alt") or "") if picture else ""


def _field(control: LexborNode, values: dict[str, str], *, pressed: bool) -> tuple[str, str] | None:
    name, kind = control.attributes.get("name"), control.attributes.get("type") or ""
    if not name or "disabled" in control.attributes:
        return None
    if (kind in ("submit", "image") or control.tag == "button") and not pressed:
        return None
    if name in values:
        return name, values[name]
    if control.tag == "select":
        chosen = control.css("option[selected]") or control.css("option")
        option = chosen[0]
        return name, option.attributes.get("value", option.text()) or ""
    return name, control.attributes.get("value") or ""
