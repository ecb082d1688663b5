"""Partial answers are read as changes of the page that they were asked from."""

# ruff: noqa: E501 - pages of other notations stand in one line

import pytest

from leadline.page.action.patch import PageChange, changes_of, is_partial, patched, redrawn
from leadline.page.dom import parse_html
from tables import each_row

BASE = (
    '<form id=f><input type=hidden name="javax.faces.ViewState" value=1><input type=hidden name=__VIEWSTATE value=a>'
    '<div id="t"><table><tbody id="t_data"><tr><td>old</td></tr></tbody></table></div><div id="up">old</div>'
    '<a id="n1">next</a></form>'
)


def faces(*changes: str) -> str:
    return f"<?xml version='1.0'?><partial-response><changes>{''.join(changes)}</changes></partial-response>"


def update(name: str, text: str) -> str:
    return f'<update id="{name}"><![CDATA[{text}]]></update>'


@each_row(__file__, "PATCHES", "why", "answer", "wanted")
def test_a_change_finds_its_place(why: str, answer: str, wanted: str | None) -> None:
    assert is_partial(answer), why
    html = patched(BASE, changes_of(answer))
    shown = parse_html(html, "http://h.test/").visible_text(0) if html is not None else None
    assert shown == wanted


MEMBERS = "<ul><li>a<li>b<li>c</ul><p class=r>x<p class=r>y<a href=?p=2>2</a>"


def test_further_members_stand_in_the_place_of_those_shown() -> None:
    made = patched(MEMBERS, [PageChange("list", "", "<li>d</li><li>e</li>")])
    assert made is not None
    assert "<ul><li>d</li><li>e</li></ul>" in made


@pytest.mark.parametrize("page", ["<h1>Two</h1><li>d<hr>", "<p class=r>z", "<div>d</div>"])
def test_a_page_and_what_is_like_nothing_shown_are_no_further_members(page: str) -> None:
    assert patched(MEMBERS, [PageChange("list", "", page)]) is None


def test_hidden_state_is_set_in_the_form() -> None:
    answer = faces(update("up", "<b>x</b>"), update("j_id1:javax.faces.ViewState:0", "2"))
    document = parse_html(patched(BASE, changes_of(answer)) or "", "http://h.test/")
    fields = {
        document.attribute(n, "name"): document.attribute(n, "value")
        for n in document.elements("input")
    }
    assert fields == {"javax.faces.ViewState": "2", "__VIEWSTATE": "a"}
    delta = "1|updatePanel|up|x|1|hiddenField|__VIEWSTATE|b|"
    assert 'name="__VIEWSTATE" value="b"' in (patched(BASE, changes_of(delta)) or "")


def test_pages_are_no_partial_answers() -> None:
    assert not any(map(is_partial, (BASE, "", "<?xml version='1.0'?><rss></rss>", "12 | 3")))


def test_the_links_of_a_table_are_redrawn_after_a_turn() -> None:
    links = "".join(
        f'<a class="ui-paginator-page{" ui-state-active" if n == 1 else ""}">{n}</a>'
        for n in (1, 2)
    )
    widget = 'cw("DataTable","w",{id:"t",rows:10,rowCount:20,page:0})'
    html = f'{links}<a class="ui-paginator-next">N</a><script>{widget}</script>'
    after = redrawn(html, {"javax.faces.source": "t", "t_first": "10", "t_rows": "10"})
    assert "page:1" in after
    assert 'class="ui-paginator-page ui-state-active">2<' in after
    assert 'class="ui-paginator-next ui-state-disabled"' in after


@pytest.mark.parametrize(
    "unit", ["<update id='a'><![CDATA[", "1|updatePanel|a|", "<component id='a'>", "9|a|"]
)
def test_broken_answers_are_read_without_fault(unit: str) -> None:
    answer = "<partial-response>" + unit * 3000
    patched(BASE, changes_of(answer))
    patched(BASE, changes_of(unit * 3000))
