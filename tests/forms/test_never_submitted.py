# ruff: noqa: E501 (tables: one case a row)
"""Forms that must never be sent, however they are dressed up, and traps that stay empty."""

from __future__ import annotations

import pytest

from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.forms.find import find_interfaces
from leadline.forms.roles.query_box import choose_submit_button, query_control
from leadline.forms.submit.submit import submit_form
from leadline.page.dom import parse_html
from leadline_research.lin2016.assignments import rank_assignments

URL = "http://h.test/page"
ASKS = frozenset({"search", "filter"})

NEVER = [
    (
        "a login whose box is called q",
        "<form action=/search method=post><input name=q placeholder=User><input type=password name=p><button>Search</button></form>",
    ),
    (
        "a login that sends by GET",
        "<form action=/find><label>Search ID <input name=search></label><label>PIN <input type=password name=query></label><input type=submit value=Go></form>",
    ),
    (
        "a newsletter",
        "<form action=/search/subscribe method=post><input name=email placeholder='Your e-mail'><button>Subscribe</button></form>",
    ),
    (
        "a newsletter of type text, French",
        "<form method=post action=/infolettre><input name=courriel placeholder='Votre adresse courriel'><button>S’abonner</button></form>",
    ),
    (
        "an order with selects",
        "<form action=/cart/add><select name=qty><option>1<option>2<option>3</select><select name=size><option>S<option>M<option>L</select><button>Add to cart</button></form>",
    ),
    (
        "an order by POST with quantities",
        "<form method=post action=/basket><input type=hidden name=product_id value=7><input name=quantity value=1><select name=colour><option>red<option>blue</select><button>In den Warenkorb</button></form>",
    ),
    (
        "a contact form that says search",
        "<form action=/contact method=post><label>What are you searching for?<input name=subject></label><label>E-mail<input name=email></label><textarea name=message></textarea><button>Send</button></form>",
    ),
    (
        "a comment",
        "<form action=/post/3#respond method=post><input name=author><input name=email><textarea name=comment></textarea><input type=hidden name=s value=search><button>Post comment</button></form>",
    ),
    (
        "a registration",
        "<form action=/join method=post><input name=firstname><input name=lastname><input name=email><input type=password name=pw1><input type=password name=pw2><button>Sign up and search</button></form>",
    ),
    (
        "a lost password",
        "<form action=/password/reset method=post><label>Find your account <input name=email></label><button>Send link</button></form>",
    ),
    (
        "an upload",
        "<form action=/search method=post enctype=multipart/form-data><input type=file name=image><button>Search by image</button></form>",
    ),
    (
        "an alert for a search",
        "<form action=/alerts method=post><input type=hidden name=q value=tide><input type=email name=email><button>E-mail me new results</button></form>",
    ),
    (
        "a payment",
        "<form action=/donate method=post><input name=amount value=20><input name=cardnumber><input name=expiry><button>Donate</button></form>",
    ),
    (
        "Chinese login",
        "<form method=post action=/search.do>用户名<input name=q>密码<input type=password name=mm><input type=submit value=登录></form>",
    ),
    (
        "Chinese message board",
        "<form method=post action=/liuyan>姓名<input name=xm>邮箱<input name=mail>留言内容<textarea name=nr></textarea><input type=submit value=提交留言></form>",
    ),
    (
        "Chinese order",
        "<form method=post action=/cart>数量<input name=num value=1><input type=submit value=加入购物车></form>",
    ),
    (
        "Japanese contact",
        "<form method=post action=/inquiry>お名前<input name=name>メール<input name=mail>お問い合わせ内容<textarea name=body></textarea><input type=submit value=送信></form>",
    ),
    (
        "Russian registration",
        "<form method=post action=/reg>Логин<input name=login>E-mail<input name=email>Пароль<input type=password name=p1><input type=submit value=Зарегистрироваться></form>",
    ),
    (
        "posted, in a language that is not known",
        "<form method=post action=/x1><input name=f1><button>Frobni zuxle</button></form>",
    ),
    (
        "deleting a saved search",
        "<form method=post action=/search/delete><input type=hidden name=id value=4><button>Delete</button></form>",
    ),
    ("logging out", "<form method=post action=/logout><button>Log out</button></form>"),
]


@pytest.mark.parametrize("html", [n[1] for n in NEVER], ids=[n[0] for n in NEVER])
def test_is_no_form_to_ask(html: str) -> None:
    assert [one.kind for one in find_interfaces(parse_html(html, URL)) if one.kind in ASKS] == []


@pytest.mark.parametrize("html", [n[1] for n in NEVER], ids=[n[0] for n in NEVER])
def test_the_search_form_beside_it_is_found(html: str) -> None:
    search = "<form action=/suche><input name=begriff><button>Suchen</button></form>"
    for page in (html + search, search + html):
        found = [one for one in find_interfaces(parse_html(page, URL)) if one.kind in ASKS]
        assert [one.action for one in found] == ["http://h.test/suche"]


TRAPS = [
    ("by name", "<input name=hp_field>"),
    ("by style", "<div style='display:none'><input name=website></div>"),
    ("by style off the screen", "<input name=url style='position:absolute;left:-9999px'>"),
    ("by label", "<label>Leave this field empty <input name=nick></label>"),
    ("for robots, hidden from readers", "<input name=city aria-hidden=true tabindex=-1>"),
    ("a trap of a plug-in", "<input name=ct id=apbct__email_id__search>"),
    ("in Chinese", "<label>请勿填写 <input name=tel2></label>"),
]


@pytest.mark.parametrize("trap", [t[1] for t in TRAPS], ids=[t[0] for t in TRAPS])
def test_traps_stay_empty(trap: str) -> None:
    html = (
        f"<form action=/s>{trap}<label>Title <input name=t></label><button>Search</button></form>"
    )
    form = find_interfaces(parse_html(html, URL))[0]
    trapped = [c.name for c in form.controls if c.honeypot]
    assert len(trapped) == 1
    box = query_control(form)
    assert box is not None
    assert box.name == "t"
    sent = submit_form(form, {"t": "tide"}, choose_submit_button(form)).url
    assert f"{trapped[0]}=&" in f"{sent}&"
    label = next(c.label for c in form.controls if c.honeypot)
    names = dict.fromkeys((label or trapped[0], "Title"))
    known = DomainKnowledge("d", [DomainAttribute(name) for name in names])
    for name in names:
        known.add(name, "tide")
    filled = [dict(one.values) for one in rank_assignments(form, known)]
    assert {"t": "tide"} in filled
    assert all(trapped[0] not in values for values in filled)
