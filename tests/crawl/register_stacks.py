"""Small registers on stacks whose controls are calls of scripts, written after their documents.

Each keeps what its stack keeps: the state of a page in its own hidden fields, refused where it is
not that of a page it has served. ``wrote`` lists requests that change something.
"""

# ruff: noqa: E501 - pages of other notations stand in one line

from __future__ import annotations

import random
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import parse_qs, urlsplit

from leadline.model import Page
from tables import words

if TYPE_CHECKING:
    from leadline.model import Request

HOST = "http://register.test"
TRADES = words("Plumber Surveyor Dentist Optician Midwife Engineer Nurse Auctioneer")
NAMES = words(
    "Ardmore Balfrey Cantwell Dunnock Eastmere Farrowby Gossling Harkness Illingby Jessop "
    "Kettlewick Lorrimer Maddern Norbiton Ollerby Pennick Quarrington Rusholt Selwick Tarrant"
)
GIVEN = words("Ada Basil Clara Dennis Edith Felix Gwen Hugo Iris Jonas Kay Leo Mabel Nora Otto")
TOWNS = words("Ashbeck Brinford Coldwater Dunmere Eastholm Fernleigh Greyport Hollowell")


def members(count: int, seed: int) -> list[dict[str, str]]:
    """Invented members of a register."""
    draw = random.Random(seed)
    numbers = draw.sample(range(10000, 99999), count)
    return [
        {
            "number": f"M{number}",
            "name": f"{draw.choice(NAMES)}, {draw.choice(GIVEN)}",
            "town": draw.choice(TOWNS),
            "trade": draw.choice(TRADES),
        }
        for number in numbers
    ]


@dataclass
class Asked:
    """What a request holds."""

    path: str
    fields: dict[str, str]
    request: Request

    @classmethod
    def of(cls, request: Request) -> Asked:
        parts = urlsplit(request.url)
        texts = [parts.query, request.body.decode("latin-1") if request.body else ""]
        pairs = {k: v[-1] for t in texts for k, v in parse_qs(t, keep_blank_values=True).items()}
        return cls(parts.path, pairs, request)

    def __getitem__(self, name: str) -> str:
        return self.fields.get(name, "")


@dataclass
class Stack:
    """A register: answers requests, keeps states by the text that stands in the page."""

    size: ClassVar[int] = 15
    rows: list[dict[str, str]] = field(default_factory=lambda: members(150, 5))
    states: dict[str, dict[str, object]] = field(default_factory=dict)
    wrote: list[str] = field(default_factory=list)
    refused: int = 0

    def __call__(self, request: Request) -> Page:
        asked = Asked.of(request)
        status, html, *kind = self.answer(asked)
        self.refused += status >= 400
        headers = (("Content-Type", kind[0] if kind else "text/html; charset=utf-8"),)
        return Page(request, request.url, status, headers, html.encode())

    def answer(self, asked: Asked) -> tuple[int, str] | tuple[int, str, str]:
        raise NotImplementedError

    def state(self, **held: object) -> str:
        """Keep a state; the text under which a page names it."""
        key = f"/wEP{len(self.states):05d}="
        self.states[key] = held
        return key

    def forget(self) -> None:
        """Forget all states, as a server does that was begun anew."""
        self.states.clear()

    def found(self, word: str) -> list[dict[str, str]]:
        return [r for r in self.rows if word.casefold() in f"{r['name']} {r['town']}".casefold()]

    def table(self, rows: list[dict[str, str]], more: str = "") -> str:
        head = "<tr><th>Number</th><th>Name</th><th>Town</th><th>Trade</th></tr>"
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(value)}</td>" for value in row.values()) + f"{more}</tr>"
            for row in rows
        )
        return f"<table class='list'>{head}{body}</table>"

    def part(self, rows: list[dict[str, str]], page: int) -> list[dict[str, str]]:
        return rows[(page - 1) * self.size : page * self.size]

    def pages(self, rows: list[dict[str, str]]) -> int:
        return max(1, -(-len(rows) // self.size))


def hidden(**fields: str) -> str:
    return "".join(
        f'<input type="hidden" name="{k}" value="{escape(v)}">' for k, v in fields.items()
    )


DO_POST_BACK = """<script type="text/javascript">
//<![CDATA[
var theForm = document.forms['aspnetForm'];
if (!theForm) { theForm = document.aspnetForm; }
function __doPostBack(eventTarget, eventArgument) {
    if (!theForm.onsubmit || (theForm.onsubmit() != false)) {
        theForm.__EVENTTARGET.value = eventTarget;
        theForm.__EVENTARGUMENT.value = eventArgument;
        theForm.submit();
    }
}
//]]>
</script>"""


class MasterPage(Stack):
    """WebForms: one form round a site search in the head and a register with a link button."""

    def answer(self, asked: Asked) -> tuple[int, str]:
        if asked.request.method == "GET":
            return 200, self.page(None, 1, "")
        held = self.states.get(asked["__VIEWSTATE"])
        if held is None:
            return 500, "<h1>Server Error in '/' Application.</h1>Validation of viewstate failed."
        word, rows = str(held.get("word") or ""), None
        page, target = 1, asked["__EVENTTARGET"]
        if "ctl00$btnSite" in asked.fields:
            return 200, "<h1>Site search</h1><p>No pages found.</p>" + self.page(None, 1, "")
        if target == "ctl00$Main$lnkSearch":
            word = asked["ctl00$Main$txtName"].strip()
            rows = self.found(word)
        elif target == "ctl00$Main$gv" and "word" in held:
            rows, page = self.found(word), int(asked["__EVENTARGUMENT"].removeprefix("Page$"))
        return 200, self.page(rows, page, word)

    def page(self, rows: list[dict[str, str]] | None, page: int, word: str) -> str:
        held: dict[str, object] = {} if rows is None else {"word": word}
        out = ""
        if rows:
            out = f"<span id='ctl00_Main_lbl'>{len(rows)} members</span>"
            out += self.table(self.part(rows, page)) + self.pager(page, self.pages(rows))
        elif rows is not None:
            out = "<span id='ctl00_Main_lbl'>No members match.</span>"
        return (
            "<html><head><title>Members</title></head><body>"
            '<form name="aspnetForm" method="post" action="./Search.aspx" id="aspnetForm">'
            + hidden(__EVENTTARGET="", __EVENTARGUMENT="", __VIEWSTATE=self.state(**held))
            + DO_POST_BACK
            + "<div id='header'><input name='ctl00$txtSite' type='text' title='Search this site'>"
            "<input type='submit' name='ctl00$btnSite' value='Search'></div>"
            "<div id='main'><h1>Member register</h1><label for='n'>Name or town</label>"
            f"<input name='ctl00$Main$txtName' type='text' id='n' value='{escape(word)}'>"
            '<a id="ctl00_Main_lnkSearch" class="btn"'
            " href=\"javascript:__doPostBack('ctl00$Main$lnkSearch','')\">Find members</a>"
            f"{out}</div></form></body></html>"
        )

    def pager(self, page: int, last: int) -> str:
        first = (page - 1) // 5 * 5 + 1
        cells = [
            f"<td><span>{n}</span></td>" if n == page else self.cell(n, str(n))
            for n in range(first, min(first + 5, last + 1))
        ]
        before = [self.cell(first - 1, "...")] if first > 1 else []
        after = [self.cell(first + 5, "...")] if first + 5 <= last else []
        return f"<table><tr>{''.join([*before, *cells, *after])}</tr></table>"

    def cell(self, number: int, text: str) -> str:
        call = f"javascript:__doPostBack('ctl00$Main$gv','Page${number}')"
        return f'<td><a href="{call}">{text}</a></td>'


class CommandRows(MasterPage):
    """WebForms: each row has links that select, edit and delete; a next image; PostBackOptions."""

    def answer(self, asked: Asked) -> tuple[int, str]:
        command = asked["__EVENTARGUMENT"].partition("$")[0]
        if command in {"Edit", "Delete"} or "approve" in asked["__EVENTTARGET"]:
            self.wrote.append(asked["__EVENTARGUMENT"])
        return super().answer(asked)

    def table(self, rows: list[dict[str, str]], more: str = "") -> str:
        calls = "".join(
            f"<td><a href=\"javascript:__doPostBack('ctl00$Main$gv','{command}$3')\">{sign}</a></td>"
            for command, sign in (("Edit", "Edit"), ("Delete", "&raquo;"))
        )
        return super().table(rows, calls)

    def pager(self, page: int, last: int) -> str:
        if page >= last:
            return ""
        options = f'new WebForm_PostBackOptions("ctl00$Main$gv", "Page${page + 1}", true, "", "", false, true)'
        call = escape(f"javascript:WebForm_DoPostBackWithOptions({options})")
        return (
            f"<p>Page {page} of {last} <a href=\"{call}\"><img src='arrow.gif' alt='Next'></a></p>"
        )


class CommandLinks(Stack):
    """JSF: links that submit by ``mojarra.jsfcljs``; only the last state of a session lives."""

    last = ""

    def forget(self) -> None:
        self.states.clear()
        self.last = ""

    def answer(self, asked: Asked) -> tuple[int, str]:
        if asked.request.method == "GET":
            return 200, self.page(None, 1, "")
        if asked["javax.faces.ViewState"] != self.last:
            return 500, "<h1>javax.faces.application.ViewExpiredException</h1>"
        held = self.states[self.last]
        word, page = str(held.get("word") or ""), int(str(held.get("page") or 1))
        if "f:find" in asked.fields:
            word, page = asked["f:word"].strip(), 1
        elif "f:next" in asked.fields and "word" in held:
            page += 1
        elif "word" not in held:
            return 200, self.page(None, 1, "")
        return 200, self.page(self.found(word), page, word)

    def page(self, rows: list[dict[str, str]] | None, page: int, word: str) -> str:
        held: dict[str, object] = {} if rows is None else {"word": word, "page": page}
        self.last = self.state(**held)
        out = "" if rows is None else "<p>No one found.</p>"
        if rows:
            out = self.table(self.part(rows, page))
            if page < self.pages(rows):
                call = "mojarra.jsfcljs(document.getElementById('f'),{'f:next':'f:next'},'');return false"
                out += f'<a href="#" onclick="{call}">Next page</a>'
        return (
            '<html><body><h1>Register</h1><form id="f" name="f" method="post" action="/list.jsf">'
            '<input type="hidden" name="f" value="f"><label for="f:word">Name</label>'
            f'<input id="f:word" name="f:word" value="{escape(word)}">'
            '<input type="submit" name="f:find" value="Search">'
            + hidden(**{"javax.faces.ViewState": self.last})
            + f"{out}</form></body></html>"
        )


class Apex(Stack):
    """Oracle APEX: buttons that call ``apex.submit``, a session in the page."""

    def answer(self, asked: Asked) -> tuple[int, str]:
        if asked.path != "/ords/wwv_flow.accept":
            return 200, self.page(None, 1, "")
        held = self.states.get(asked["p_instance"])
        if held is None:
            return 200, "<h1>Your session has ended</h1>"
        word, page = str(held.get("word") or ""), int(str(held.get("page") or 1))
        if asked["p_request"] == "GO":
            word, page = asked["P1_NAME"].strip(), 1
        elif asked["p_request"] == "NEXT_SET":
            page += 1
        return 200, self.page(self.found(word), page, word)

    def page(self, rows: list[dict[str, str]] | None, page: int, word: str) -> str:
        held: dict[str, object] = {} if rows is None else {"word": word, "page": page}
        out = "" if rows is None else "<p>no data found</p>"
        if rows:
            first = (page - 1) * self.size + 1
            shown = self.part(rows, page)
            out = self.table(shown) + f"<p>row(s) {first} - {first + len(shown) - 1} of {len(rows)}"
            if page < self.pages(rows):
                out += " <a href=\"javascript:apex.submit('NEXT_SET')\">Next Set</a>"
        return (
            '<html><body><form action="/ords/wwv_flow.accept" method="post" name="wwv_flow" id="wwvFlowForm">'
            + hidden(
                p_flow_id="100", p_flow_step_id="1", p_instance=self.state(**held), p_request=""
            )
            + "<h1>Licensees</h1><label for='P1_NAME'>Licensee</label>"
            f"<input type='text' id='P1_NAME' name='P1_NAME' value='{escape(word)}'>"
            "<button type='button' onclick=\"apex.submit({request:'GO'});\"><span>Go</span></button>"
            f"{out}</form></body></html>"
        )


class Domino(Stack):
    """Lotus Domino: ``return _doClick('..', this, null)``; the function stands on the page."""

    CLICK: ClassVar[str] = (
        "<script>function _doClick(v, o, t, h) { var form = document._Register;"
        " if (form.onsubmit) { var retVal = form.onsubmit();"
        ' if (typeof retVal == "boolean" && retVal == false) return false; }'
        " var target = form.target; if (o.href != null) { if (o.target != null) form.target = o.target; }"
        " form.__Click.value = v; if (h != null) form.action += h; form.submit(); return false; }</script>"
    )

    def answer(self, asked: Asked) -> tuple[int, str]:
        held = self.states.get(asked["State"], {})
        word, page = str(held.get("word") or ""), int(str(held.get("page") or 1))
        clicked = asked["__Click"]
        if clicked.endswith("$Body/0.1A2"):
            word, page = asked["Query"].strip(), 1
        elif clicked.endswith("$Body/0.5C6") and "word" in held:
            page += 1
        else:
            return 200, self.page(None, 1, "")
        return 200, self.page(self.found(word), page, word)

    def page(self, rows: list[dict[str, str]] | None, page: int, word: str) -> str:
        held: dict[str, object] = {} if rows is None else {"word": word, "page": page}
        out = "" if rows is None else "<p>No documents found</p>"
        if rows:
            out = self.table(self.part(rows, page))
            if page < self.pages(rows):
                call = "return _doClick('C1256:$Body/0.5C6', this, null)"
                out += f'<a href="" onclick="{call}">Next</a>'
        search = "return _doClick('C1256:$Body/0.1A2', this, null)"
        return (
            f'<html><head>{self.CLICK}</head><body><form method="post" name="_Register"'
            ' action="/reg.nsf/Register?OpenForm&amp;Seq=1">'
            + hidden(__Click="0", State=self.state(**held))
            + f"<b>Search for</b> <input name='Query' value='{escape(word)}' size=30>"
            f'<a href="" onclick="{search}"><img src="/icons/search.gif" border=0 alt="Search"></a>'
            f"<br>{out}</form></body></html>"
        )


class LinkPage(Stack):
    """Struts, as Korean registers have it: hidden fields, ``fn_link_page(n)`` on ``href="#"``."""

    def answer(self, asked: Asked) -> tuple[int, str]:
        word, page = asked["searchKeyword"].strip(), int(asked["pageIndex"] or 1)
        rows = self.found(word) if asked.path == "/member/list.do" else None
        out = "" if rows is None else "<p>자료가 없습니다</p>"
        if rows:
            last = self.pages(rows)
            links = "".join(
                f"<strong>{n}</strong>&#160;"
                if n == page
                else f'<a href="#" onclick="fn_link_page({n});return false;">{n}</a>&#160;'
                for n in range(max(1, page - 3), min(last, page + 3) + 1)
            )
            out = f"<p>총 {len(rows)}건</p>{self.table(self.part(rows, page))}<div>{links}</div>"
        return 200, (
            "<html lang=ko><head><script>function fn_link_page(pageNo){"
            "document.listForm.pageIndex.value = pageNo; document.listForm.action = '/member/list.do';"
            "document.listForm.submit(); } function fn_search(){ var frm = document.listForm;"
            'frm.pageIndex.value = 1; frm.action = "/member/list.do"; frm.submit(); }</script></head>'
            '<body><form name="listForm" action="/member/main.do" method="post">'
            + hidden(pageIndex=str(page))
            + f"<label>검색어 <input type='text' name='searchKeyword' value='{escape(word)}'></label>"
            f'<a href="#LINK" onclick="fn_search(); return false;">검색</a>{out}</form></body></html>'
        )


class PageMenu(Stack):
    """Classic ASP: a menu of pages that submits on change, a button that fills a hidden field."""

    def answer(self, asked: Asked) -> tuple[int, str]:
        word, page = asked["nm"].strip(), int(asked["pg"] or 1)
        rows = self.found(word) if asked["act"] == "list" else None
        out = "" if rows is None else "<p>Nothing found.</p>"
        if rows:
            options = "".join(
                f"<option value={n}{' selected' if n == page else ''}>{n}"
                for n in range(1, self.pages(rows) + 1)
            )
            out = (
                f"{self.table(self.part(rows, page))}Page <select name=pg "
                f"onchange=\"document.frm.act.value='list';document.frm.submit()\">{options}</select>"
            )
        return 200, (
            "<html><body><form name=frm method=post action=list.asp>"
            + hidden(act="")
            + f"Name <input name=nm value='{escape(word)}'> <input type=button value=Search "
            "onclick=\"if(this.form.pg)this.form.pg.selectedIndex=0;this.form.act.value='list';"
            f'this.form.submit()">{out}</form></body></html>'
        )


class Letters(Stack):
    """WebForms without a box: a letter of the alphabet is a postback, so are its pages."""

    def answer(self, asked: Asked) -> tuple[int, str]:
        if asked.request.method == "GET":
            return 200, self.page(None, 1, "")
        held = self.states.get(asked["__VIEWSTATE"])
        if held is None:
            return 500, "<h1>Server Error in '/' Application.</h1>"
        letter, page = str(held.get("letter") or ""), 1
        if asked["__EVENTTARGET"].startswith("letters$"):
            letter = asked["__EVENTARGUMENT"]
        elif letter:
            page = int(asked["__EVENTARGUMENT"].removeprefix("Page$"))
        return 200, self.page([r for r in self.rows if r["name"][0] == letter], page, letter)

    def page(self, rows: list[dict[str, str]] | None, page: int, letter: str) -> str:
        held: dict[str, object] = {"letter": letter} if rows is not None else {}
        links = " ".join(
            f"<a href=\"javascript:__doPostBack('letters$ctl{n:02}','{one}')\">{one}</a>"
            for n, one in enumerate("ABCDEFGHIJKLMNOPQRST")
        )
        out = ""
        if rows:
            numbers = " ".join(
                str(n)
                if n == page
                else f"<a href=\"javascript:__doPostBack('gv','Page${n}')\">{n}</a>"
                for n in range(1, self.pages(rows) + 1)
            )
            out = f"{self.table(self.part(rows, page))}<p>{numbers}</p>"
        return (
            '<html><body><h1>Members</h1><form id="aspnetForm" method="post" action="Letters.aspx">'
            + hidden(__EVENTTARGET="", __EVENTARGUMENT="", __VIEWSTATE=self.state(**held))
            + f"{DO_POST_BACK}<p>{links}</p>{out}</form></body></html>"
        )


@dataclass
class Cascade(Stack):
    """WebForms: a trade loads its towns by a postback; both are needed."""

    rows: list[dict[str, str]] = field(default_factory=lambda: members(700, 5))

    def answer(self, asked: Asked) -> tuple[int, str]:
        if asked.request.method == "GET":
            return 200, self.page("", "", None)
        held = self.states.get(asked["__VIEWSTATE"])
        trade, town = asked["ddlTrade"], asked["ddlTown"]
        towns = self.towns(str(held.get("trade") or "")) if held else []
        if held is None or (town and town not in towns):
            return 500, "<h1>Invalid postback or callback argument.</h1>"
        if asked["__EVENTTARGET"] == "ddlTrade":
            return 200, self.page(trade, "", None)
        rows = [r for r in self.rows if (r["trade"], r["town"]) == (trade, town)]
        return 200, self.page(trade, town, rows if town and trade else None, "Choose both.")

    def towns(self, trade: str) -> list[str]:
        return sorted({r["town"] for r in self.rows if r["trade"] == trade})

    def page(self, trade: str, town: str, rows: list[dict[str, str]] | None, said: str = "") -> str:
        def options(values: list[str], chosen: str) -> str:
            return "".join(
                f"<option value='{v}'{' selected' if v == chosen else ''}>{v or '-- select --'}</option>"
                for v in ["", *values]
            )

        change = "javascript:setTimeout('__doPostBack(\\'ddlTrade\\',\\'\\')', 0)"
        out = f"<p>{len(rows)} found</p>{self.table(rows)}" if rows else f"<p>{said}</p>"
        return (
            '<html><body><form id="aspnetForm" method="post" action="Cascade.aspx">'
            + hidden(__EVENTTARGET="", __EVENTARGUMENT="", __VIEWSTATE=self.state(trade=trade))
            + f"{DO_POST_BACK}<table><tr><td>Trade</td><td>"
            f'<select name="ddlTrade" onchange="{change}">{options(TRADES, trade)}</select></td></tr>'
            f'<tr><td>Town</td><td><select name="ddlTown">{options(self.towns(trade), town)}'
            '</select></td></tr></table><input type="submit" name="btnFind" value="Find">'
            f"{out}</form></body></html>"
        )


class PartialSearch(Stack):
    """PrimeFaces: the button asks by ``PrimeFaces.ab``, answers are parts of the page."""

    def answer(self, asked: Asked) -> tuple[int, str] | tuple[int, str, str]:
        if asked.request.method == "GET":
            return 200, self.page()
        if asked["javax.faces.ViewState"] not in self.states:
            return 500, "<h1>ViewExpiredException</h1>"
        headers = dict(asked.request.headers)
        if headers.get("Faces-Request") != "partial/ajax":
            return 200, self.page()
        rows, first = self.found(asked["f:word"].strip()), int(asked["f:t_first"] or 0)
        if asked["javax.faces.source"] == "f:t":
            body, name = self.trs(rows, first), "f:t"
        else:
            body, name = self.results(rows), "f:out"
        state = self.state()
        xml = (
            "<?xml version='1.0' encoding='UTF-8'?>\n<partial-response id=\"j_id1\"><changes>"
            f'<update id="{name}"><![CDATA[{body}]]></update>'
            f'<update id="j_id1:javax.faces.ViewState:0"><![CDATA[{state}]]></update>'
            "</changes></partial-response>"
        )
        return 200, xml, "text/xml; charset=utf-8"

    def trs(self, rows: list[dict[str, str]], first: int) -> str:
        return "".join(
            f'<tr data-ri="{n}" class="ui-widget-content">'
            + "".join(f"<td>{escape(v)}</td>" for v in row.values())
            + "</tr>"
            for n, row in enumerate(rows[first : first + self.size], first)
        )

    def results(self, rows: list[dict[str, str]]) -> str:
        if not rows:
            return '<span id="f:out">No records found.</span>'
        numbers = "".join(
            f'<a href="#" class="ui-paginator-page ui-state-default'
            f'{"" if n else " ui-state-active"}" aria-label="Page {n + 1}">{n + 1}</a>'
            for n in range(self.pages(rows))
        )
        widget = (
            'PrimeFaces.cw("DataTable","w",{id:"f:t",widgetVar:"w",paginator:{id:["f:t_paginator"],'
            f"rows:{self.size},rowCount:{len(rows)},page:0}}}});"
        )
        return (
            '<span id="f:out"><div id="f:t" class="ui-datatable"><table role="grid"><thead><tr>'
            "<th>Number</th><th>Name</th><th>Town</th><th>Trade</th></tr></thead>"
            f'<tbody id="f:t_data">{self.trs(rows, 0)}</tbody></table>'
            f'<div id="f:t_paginator" class="ui-paginator">{numbers}'
            '<a href="#" class="ui-paginator-next" aria-label="Next Page"><span>N</span></a></div>'
            f'</div><script id="f:t_s">{widget}</script></span>'
        )

    def page(self) -> str:
        call = (
            "PrimeFaces.ab({s:&quot;f:go&quot;,f:&quot;f&quot;,u:&quot;f:out&quot;});return false;"
        )
        return (
            '<html><body><h1>Members</h1><form id="f" name="f" method="post" action="/m.xhtml">'
            '<input type="hidden" name="f" value="f"><label for="f:word">Name</label>'
            '<input id="f:word" name="f:word" type="text">'
            f'<button id="f:go" name="f:go" onclick="{call}" type="submit">Search</button>'
            '<span id="f:out"></span>'
            f'<input type="hidden" name="javax.faces.ViewState" value="{self.state()}">'
            "</form></body></html>"
        )


class Wicket(Stack):
    """Wicket: "next" is bound by a call; its answer is a component whose id changes."""

    version = 0
    render = 0
    component = ""
    word: str | None = None
    shown = 1

    def answer(self, asked: Asked) -> tuple[int, str] | tuple[int, str, str]:
        query = urlsplit(asked.request.url).query
        if "nav-next" in query and self.word is not None:
            headers = dict(asked.request.headers)
            if (
                headers.get("Wicket-Ajax") != "true"
                or f"{self.version}-{self.render}." not in query
            ):
                return 200, self.page()
            self.shown, self.render, old = self.shown + 1, self.render + 1, self.component
            xml = (
                f'<?xml version="1.0"?><ajax-response><component id="{old}"><![CDATA[{self.listing()}'
                f"]]></component><evaluate><![CDATA[{self.binding()}]]></evaluate></ajax-response>"
            )
            return 200, xml, "text/xml"
        self.version, self.shown = self.version + 1, 1
        self.word = asked["q"].strip() if "search" in query else None
        return 200, self.page()

    def listing(self) -> str:
        self.component = f"list{self.version}x{self.render}"
        rows = self.found(self.word or "")
        more = f'<a id="n{self.component}" href="javascript:;">Next</a>'
        more = more if self.shown < self.pages(rows) else ""
        out = self.table(self.part(rows, self.shown)) if rows else "No one found."
        return f'<div id="{self.component}">{out}{more}</div>'

    def binding(self) -> str:
        url = f"./list?{self.version}-{self.render}.IBehaviorListener.0-nav-next"
        return f'Wicket.Ajax.ajax({{"u":"{url}","c":"n{self.component}","e":"click"}});'

    def page(self) -> str:
        self.render += 1
        out = self.listing() if self.word is not None else ""
        script = f'<script>Wicket.Ajax.baseUrl="list";{self.binding()}</script>' if out else ""
        return (
            f'<html><body><form method=post action="./list?{self.version}-{self.render}.search">'
            f"<label>Name <input name=q></label><input type=submit value=Search></form>{out}{script}"
        )


class WicketButton(Wicket):
    """As Wicket 7 does: a button bound by a call searches, plain links page, old addresses lead on."""

    def answer(self, asked: Asked) -> tuple[int, str] | tuple[int, str, str]:
        query = urlsplit(asked.request.url).query
        is_new = f"1-{self.render}." in query
        if "search" in query and not is_new:
            return (
                200,
                "<ajax-response><redirect><![CDATA[./list?1]]></redirect></ajax-response>",
                "text/xml",
            )
        if "search" in query:
            self.word, self.shown = asked["q"].strip(), 1
            part = f"<ajax-response><component id='box'><![CDATA[{self.listing()}]]></component>"
            return (
                200,
                f"{part}<evaluate><![CDATA[{self.binding()}]]></evaluate></ajax-response>",
                "text/xml",
            )
        if "nav" in query and is_new:
            self.shown = int(query.rpartition("nav-")[2])
        self.render += 1
        return 200, self.page()

    def listing(self) -> str:
        rows = self.found(self.word) if self.word is not None else []
        links = (
            f"<a href='./list?1-{self.render}.nav-{n}'>{n}</a>"
            if n != self.shown
            else f"<b>{n}</b>"
            for n in range(1, self.pages(rows) + 1)
        )
        out = self.table(self.part(rows, self.shown)) if rows else "No one found."
        return f"<div id='box'>{out}<p>{' '.join(links)}</p></div>"

    def binding(self) -> str:
        return f'Wicket.Ajax.ajax({{"u":"./list?1-{self.render}.search","m":"POST","c":"go","f":"f","sc":"go","e":"click"}});'

    def page(self) -> str:
        return (
            f'<html><head><script>Wicket.Ajax.baseUrl="list?1";{self.binding()}</script></head><body>'
            f"<form id=f method=post action='./list?1-{self.render}.form'><label>Name <input name=q></label>"
            f"<button id=go name=go type=button>Search</button></form>{self.listing()}"
        )


class NewForm(Stack):
    """Mojarra: all numbers are links, in a form that comes without the view's state, which goes on."""

    word: str | None = None
    shown = 1
    view = 0

    def answer(self, asked: Asked) -> tuple[int, str] | tuple[int, str, str]:
        headers = dict(asked.request.headers)
        if "Faces-Request" not in headers:
            self.view += 1
            call = "mojarra.ab(this,event,'action','@form','hits');return false"
            form = f'<label>Name <input name=s:q></label><input type=button id=s:go name=s:go value=Search onclick="{call}">'
            return (
                200,
                f"<html><body><form id=s name=s method=post>{hidden(s='s')}{form}{self.held()}</form><div id=hits></div>",
            )
        if asked["javax.faces.ViewState"] != f"v{self.view}":
            return 500, "<h1>ViewExpiredException</h1>"
        source = asked["javax.faces.source"]
        if source == "s:go":
            self.word, self.shown = asked["s:q"], 1
        elif asked["p"] == "p":
            self.shown = self.first() + int(source.split(":")[2])
        self.view += 1
        text = f"<partial-response><changes><update id='hits'><![CDATA[<div id='hits'>{self.listing()}</div>]]></update>"
        state = f"<update id='j_id1:javax.faces.ViewState:0'><![CDATA[v{self.view}]]></update>"
        return 200, f"{text}{state}</changes></partial-response>", "text/xml"

    def held(self) -> str:
        return hidden(**{"javax.faces.ViewState": f"v{self.view}"})

    def first(self) -> int:
        return max(1, self.shown - 4)

    def listing(self) -> str:
        rows = self.found(self.word or "")
        call = "mojarra.ab(this,event,'action',0,'hits');return false"
        numbers = range(self.first(), min(self.pages(rows), self.shown + 4) + 1)
        links = (
            f'<a id="p:r:{at}:n" href="#" onclick="{call}">{n}</a>' for at, n in enumerate(numbers)
        )
        out = self.table(self.part(rows, self.shown)) if rows else "No one found."
        return f"{out}<form id=p name=p method=post>{hidden(p='p')}{' '.join(links)}</form>"


STACKS: dict[str, type[Stack]] = {
    "webforms master page": MasterPage,
    "webforms rows with commands": CommandRows,
    "jsf command links": CommandLinks,
    "apex": Apex,
    "domino": Domino,
    "struts link page": LinkPage,
    "asp page menu": PageMenu,
    "webforms letters": Letters,
    "webforms cascade": Cascade,
    "primefaces partial": PartialSearch,
    "wicket": Wicket,
    "wicket button": WicketButton,
    "faces new form": NewForm,
}
