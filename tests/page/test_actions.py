"""Actions: what a control would send, read from its script; what writes is never sent."""

# ruff: noqa: E501 - pages of other notations stand in one line

import time

import pytest

from leadline.forms.read.acting import acting_buttons
from leadline.page.action.gate import is_writing_label, may_write
from leadline.page.action.host import scene_of
from leadline.page.action.model import Action
from leadline.page.action.read import action_of, action_of_change, action_of_search, may_act
from leadline.page.dom import Document, parse_html
from leadline.wrapper.pager.propose import propose_next
from tables import each_row, read_rows

HERE = "http://h.test/list/find.jsp?of=sea"
UNREAD = Action()
"""Stands for what a page's bound did not let be read: its label alone is judged."""


def page(html: str) -> Document:
    return parse_html(html, HERE)


def control(document: Document) -> int:
    """The element that the page names ``x``, else its first link."""
    return scene_of(document).by_id.get("x", next(document.elements("a"), -1))


FORM = "<form name=f id=f method=post action=/go><input type=hidden name=pg id=pg value=1><input type=hidden name=act></form>"


def test_a_known_call_whose_own_words_cannot_be_read_is_what_it_is_known_for() -> None:
    own = "async function __doPostBack(t,a){ const f = new FormData(q('#f')); await sent(f) }"
    form = "<form id=f method=post><input type=hidden name=__EVENTTARGET></form>"
    link = "<a id=x href=\"javascript:__doPostBack('g','Page$2')\">2</a>"
    document = page(f"<script>{own}</script>{form}{link}")
    action = action_of(document, control(document))
    assert action is not None
    assert action.sets == (("__EVENTTARGET", "g"), ("__EVENTARGUMENT", "Page$2"))


@each_row(__file__, "POSTED", "code", "wanted")
@pytest.mark.parametrize("where", ["onclick", "href"])
def test_what_a_call_sets_in_its_form(code: str, wanted: dict[str, str] | None, where: str) -> None:
    from html import escape

    written = escape(code)
    link = f'<a id=x href="#" onclick="{written}">2</a>'
    if where == "href":
        link = f'<a id=x href="javascript:{written}">2</a>'
    document = page(FORM.replace("</form>", f"{link}</form>"))
    action = action_of(document, control(document))
    assert (dict(action.sets) if action is not None else None) == wanted
    assert action is None or document.attribute(action.form, "id") == "f"


def test_what_counts_clicks_is_no_action_of_a_link_or_a_button() -> None:
    call = "ga('send', {hitType: 'event', page: '2'})"
    html = f'<a id=x href="/l?p=2" onclick="{call}">2</a><input type=submit id=y onclick="{call}">'
    document = page(f"{FORM.removesuffix('</form>')}{html}</form>")
    by_id = scene_of(document).by_id
    assert action_of(document, by_id["x"]) is None
    assert action_of_search(document, by_id["y"]) is None


def test_a_search_passes_the_checks_of_its_boxes() -> None:
    code = "if (f.kind.selectedIndex == 0) { alert('Choose'); return false } f.act.value = 'find'; f.submit()"
    document = page(
        f'<form id=f><select name=kind><option>-</select><input type=hidden name=act><a id=x onclick="{code}">Find</a></form>'
    )
    node = control(document)
    assert action_of(document, node) is None
    found = action_of_search(document, node)
    assert found is not None
    assert found.sets == (("act", "find"),)


@pytest.mark.parametrize("label", ["Consultar", "Suchen", "Rechercher", "Найти", "查询"])
def test_a_link_that_asks_is_the_button_of_its_form(label: str) -> None:
    link = f"<a href=\"javascript:__doPostBack('go','')\">{label}</a>"
    document = page(f"{FORM.removesuffix('</form>')}<input name=q>{link}</form>")
    assert [one.label for each in acting_buttons(document).values() for one in each] == [label]


@each_row(__file__, "BOUND", "code")
def test_what_a_script_binds_to_a_choice_asks_for_what_it_opens(code: str) -> None:
    script = f"<script>$(function() {{ {code} }});</script>"
    document = page(
        f"<form><select id=x name=t><option value=1>a<option value=2>b</select>{script}"
    )
    action = action_of_change(document, control(document), "2")
    assert action is not None
    assert action.url == "http://h.test/places?of=2"


@each_row(__file__, "ADDRESSES", "code", "wanted")
def test_the_address_that_a_call_goes_to(code: str, wanted: str | None) -> None:
    script = "<script>//<![CDATA[\nvar size = 20;\nfunction go(n) { location = '/l?start=' + (n - 1) * size }\n//]]></script>"
    document = page(f'{script}<a id=x href="#" onclick="{code}">2</a>')
    action = action_of(document, control(document))
    assert (action.url if action is not None else None) == wanted


def test_looking_changes_nothing() -> None:
    document = page(
        "<script>var at = 0, held = {n: 0}; function more() { at += 25; held.n++;"
        "location = '?at=' + at + '&n=' + held.n }</script><a id=x onclick=more()>a</a><a onclick=more()>b</a>"
    )
    found = [action_of(document, node) for node in document.elements("a")]
    assert [one.url.partition("?")[2] for one in found if one] == ["at=25&n=1", "at=25&n=1"]


def test_a_choice_goes_along_with_what_its_handler_sets() -> None:
    call = "javascript:setTimeout('__doPostBack(\\'s\\',\\'\\')', 0)"
    document = page(
        f'<form><input type=hidden name=__EVENTTARGET><select id=x name=s onchange="{call}">'
        "<option value=1>a<option value=2>b</select></form>"
    )
    action = action_of_change(document, control(document), "2")
    assert action is not None
    assert dict(action.sets) == {"s": "2", "__EVENTTARGET": "s", "__EVENTARGUMENT": ""}


def test_a_button_that_refuses_an_empty_box_is_read_with_words_in_it() -> None:
    document = page(
        "<form name=f action=/s><input name=q><input type=hidden name=act><input id=x type=button value=Find "
        "onclick=\"if(!document.f.q.value){alert('Type a word');return false}f.act.value='find';f.submit()\"></form>"
    )
    action = action_of_search(document, control(document))
    assert action is not None
    assert action.sets == (("act", "find"),)


WRITING = read_rows(__file__, "WRITING")
READING = read_rows(__file__, "READING")


@pytest.mark.parametrize("html", WRITING + READING)
def test_what_may_write_is_known(html: str) -> None:
    document = page(FORM.replace("</form>", f"{html}</form>"))
    action = action_of(document, control(document))
    assert action is not None
    assert may_write(document, control(document), action) == (html in WRITING)


ASKING = "Search|Find|Next page|Page 2|Show all|View details|Search orders|Find a register entry|More|Print|Suche|Weiter|Nächste Seite|Anzeigen|Rechercher|Suivant|Afficher|Buscar|Siguiente|Ver detalles|查询|下一页|详情|预约查询|登録番号|検索|次の50件|Найти|Далее|Показать|Cerca|Avanti|Pesquisar|Próxima|Zoeken|Volgende|Szukaj|Następna|검색|다음|Export CSV|Excel|Filter"


@each_row(__file__, "DEEDS", "language", "labels")
def test_a_page_full_of_deeds_offers_nothing_that_is_sent(language: str, labels: str) -> None:
    calls = ("f.act.value='x';f.submit()", "__doPostBack('g$c','')", "Lib.send('f',{act:'x'})")
    said = [label.strip() for label in labels.split("|")]
    links = "".join(
        f'<a href="#" onclick="{call}">{label}</a><input type=button value="{label}" onclick="{call}">'
        f'<a href="#" onclick="{call}"><img src=a.gif alt="{label}"></a>'
        for label in said
        for call in calls
    )
    document = page(f"{FORM.removesuffix('</form>')}<input name=q>{links}</form>")
    nodes = [node for node in document.elements("a", "input") if may_act(document, node)]
    assert len(nodes) == 9 * len(said)
    sent = [n for n in nodes if not may_write(document, n, action_of(document, n) or UNREAD)]
    assert not sent, [document.attributes[n] for n in sent]
    assert not acting_buttons(document)
    assert not propose_next(document)
    assert not any(map(is_writing_label, ASKING.split("|"))), language


HOSTILE = {
    "endless recursion": "function a(){b()} function b(){a()} a()",
    "brackets": "(" * 3000 + ")" * 3000,
    "blocks": "{" * 3000,
    "a long literal": "f.pg.value='" + "x" * 300_000 + "'; f.submit()",
    "doubling": "var s='x';" + "s=s+s;" * 60 + "f.pg.value=s;f.submit()",
    "squares": "var n=9;" + "n=n*n;" * 900 + "f.pg.value=n;f.submit()",
    "many terms": "f.pg.value=" + "+".join(["'a'"] * 3000) + ";f.submit()",
    "unclosed": "if(a" * 500,
    "choices": "a?" * 3000,
    "joined lists": "var l=[];"
    "l.push('" + "x" * 5000 + "');" * 300 + "f.pg.value=l.join(l);f.submit()",
    "clicks in a ring": "document.getElementById('x').click()",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_handlers_end_soon(name: str) -> None:
    began = time.process_time()
    document = page(
        f'{FORM}<script>{HOSTILE[name]}</script><a id=x onclick="{HOSTILE[name]}">2</a>'
    )
    action = action_of(document, control(document))
    assert action is None or len(str(action.sets)) < 250_000
    assert time.process_time() - began < 3
