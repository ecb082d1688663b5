# ruff: noqa: E501 (a table: one page a row)
"""Which form of an entry page asks the source: pages in the manner of common search software.

Each row: why, the page, the right form's action, its box, the button pressed ('' for none)."""

from __future__ import annotations

import pytest

from leadline.forms.find import find_interfaces
from leadline.forms.roles.query_box import choose_submit_button, query_control
from leadline.page.dom import parse_html

URL = "http://app.test/start"

PAGES = [
    (
        "one-letter box in capitals, operator select",
        "<FORM ACTION='' METHOD=GET><INPUT NAME=P VALUE='' SIZE=65><INPUT type=SUBMIT VALUE='Search'><SELECT NAME=DEFAULTOP><OPTION VALUE=or>any<OPTION VALUE=and>all</SELECT><INPUT TYPE=hidden NAME=DB VALUE=default></FORM>",
        URL,
        "P",
        "",
    ),
    (
        "index search with display options",
        "<form method=get action=/idx.cgi><strong>Search String:</strong> <input type=text name=query size=40><input type=submit name=submit value='Search!'><br>Display: <select name=max><option>10<option>20</select> <select name=result><option>normal<option>short</select> <select name=sort><option>score<option>date:late</select></form>",
        "http://app.test/idx.cgi",
        "query",
        "submit",
    ),
    (
        "shop: language switch, search, baskets",
        "<form action=/i18n/set method=post><input type=hidden name=csrf value=1><select name=language><option>en<option>de</select><button>Go</button></form><form action=/catalogue/search method=get><input type=search name=q placeholder=Search><input type=submit value=Search></form>"
        + "<form action=/basket/add/3 method=post><input type=hidden name=quantity value=1><button>Add to basket</button></form>"
        * 5,
        "http://app.test/catalogue/search",
        "q",
        "",
    ),
    (
        "wiki: search and jump buttons",
        "<form action=/w.php id=searchform><input type=search name=search><input type=hidden name=title value='Special:Search'><input type=submit name=fulltext value=Search><input type=submit name=go value=Go></form>",
        "http://app.test/w.php",
        "search",
        "fulltext",
    ),
    (
        "tracker: small box above, login below",
        "<form id=search action=/search method=get><div><label for=ps>Search:</label><input type=text id=ps name=q size=18><input type=submit value=Search></div></form><form action=/login method=post><input name=user><input type=password name=password><input type=submit value=Login></form>",
        "http://app.test/search",
        "q",
        "",
    ),
    (
        "table view: full-text box, filters, export",
        "<form class='core filters' action=/db/t method=get><div><label for=_s>Search:</label><input id=_s type=search name=_search></div><select name=_filter_column><option value=''>- remove filter -<option>id<option>name</select><select name=_filter_op><option value=exact>=<option value=contains>contains</select><input type=text name=_filter_value><input type=submit value=Apply></form><form class=core action=/db/t.csv><label><input type=checkbox name=_stream> stream all rows</label><input type=submit value='Export CSV'></form>",
        "http://app.test/db/t",
        "_search",
        "",
    ),
    (
        "manual: quick search beside a version switch",
        "<form><select name=version><option>3.1<option>3.2</select></form><form class=inline-search action=../find.html><input placeholder='Quick search' type=search name=q><input type=submit value=Go></form>",
        "http://app.test/find.html",
        "q",
        "",
    ),
    (
        "repository: branch switch and log search",
        "<form method=get><select name=h onchange='this.form.submit();'><option>main<option>dev</select><input type=submit value=switch></form><form class=right method=get action=/repo/log/><select name=qt><option value=grep>log msg<option value=author>author</select><input class=txt type=search size=10 name=q><input type=submit value=search></form>",
        "http://app.test/repo/log/",
        "q",
        "",
    ),
    (
        "library catalogue: index select, box, limits",
        "<form id=searchform action=/opac-search.pl><select name=idx><option value=kw>Library catalog<option value=ti>Title<option value=au>Author</select><input type=text id=translControl1 name=q><select name=limit><option value=''>All libraries<option value=b1>Main</select><button type=submit>Go</button></form><form action=/opac-user.pl method=post><input name=login_userid><input type=password name=login_password><input type=submit value='Log in'></form>",
        "http://app.test/opac-search.pl",
        "q",
        "",
    ),
    (
        "repository software: hidden scope, jQuery button",
        "<form class=search-form action=/discover><input name=query placeholder='Search the archive'><button name=submit value=x title=Search><span class=icon></span></button></form><form action=/subscribe method=post><input name=email><button>Subscribe</button></form>",
        "http://app.test/discover",
        "query",
        "submit",
    ),
    (
        "faceted catalogue with POST and a token",
        "<form action=/query method=post><input type=hidden name=__TOKEN value=abc><fieldset><legend>Filters</legend><input name=0_summary><select name=0_mode><option>contains<option>begins with</select></fieldset><input type=submit name=update value=Update><input type=submit name=rm value=-><input type=submit name=add value=+></form><form action=/q><input name=q type=search><button>Search</button></form>",
        "http://app.test/q",
        "q",
        "",
    ),
    (
        "job board, two boxes",
        "<form action=/jobs method=get><input name=what placeholder='Job title, keywords'><input name=where placeholder='City or postcode'><button>Find jobs</button></form><form action=/cv method=post enctype=multipart/form-data><input type=file name=cv><button>Upload</button></form>",
        "http://app.test/jobs",
        "what",
        "",
    ),
    (
        "German archive, ISO names",
        "<form action=/findbuch><label>Stichwort <input name=sw1></label><label>Signatur <input name=sig></label><label>von <input name=von></label><label>bis <input name=bis></label><input type=submit name=los value='Suche starten'><input type=submit name=neu value='Eingaben löschen'></form><form action=/kontakt method=post><input name=name><input name=email><textarea name=nachricht></textarea><input type=submit value=Absenden></form>",
        "http://app.test/findbuch",
        "sw1",
        "los",
    ),
    (
        "Japanese library, POST",
        "<form method=post action=/opac/list><table><tr><th>書名</th><td><input name=title></td></tr><tr><th>著者名</th><td><input name=author></td></tr></table><input type=submit value=検索><input type=reset value=クリア></form><form method=post action=/login><input name=userid><input type=password name=pass><input type=submit value=ログイン></form>",
        "http://app.test/opac/list",
        "title",
        "",
    ),
    (
        "no button at all, a script sends it",
        "<form action=/search><input id=s name=s placeholder='Search...'></form><form method=post action=/newsletter><input type=email name=email><button>Sign up</button></form>",
        "http://app.test/search",
        "s",
        None,
    ),
]


@pytest.mark.parametrize(
    ("html", "action", "box", "button"), [p[1:] for p in PAGES], ids=[p[0] for p in PAGES]
)
def test_the_form_that_asks(html: str, action: str, box: str, button: str | None) -> None:
    found = find_interfaces(parse_html(html, URL))
    best = found[0]
    assert (best.kind, best.action) == ("search", action)
    chosen, pressed = query_control(best), choose_submit_button(best)
    assert chosen is not None
    assert chosen.name == box
    assert (pressed.name if pressed else None) == button
    for other in found[1:]:
        assert other.score < best.score
