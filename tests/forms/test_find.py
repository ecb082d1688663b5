# ruff: noqa: E501 (tables: one case a row)
"""Which forms a page has, what they are for, which box and which button."""

import json

import pytest

from leadline.domain.rules import project_rules
from leadline.forms.find import find_interfaces
from leadline.forms.link_facets import find_facets
from leadline.forms.opensearch import from_opensearch, opensearch_links
from leadline.forms.roles.query_box import choose_submit_button, query_control
from leadline.forms.submit.submit import submit_form
from leadline.model import QueryInterface
from leadline.page.dom import parse_html
from leadline.page.plain import from_plain, to_plain
from tables import each_row

URL = "http://site.test/dir/page.html"


def forms(html: str) -> tuple[QueryInterface, ...]:
    return find_interfaces(parse_html(html, URL))


LOGIN = "<form action=/login method=post><input name=username><input type=password name=pw><button>Sign in</button></form>"
NEWS = "<form action=/subscribe method=post><input name=email placeholder='Your e-mail'><button>Subscribe to our newsletter</button></form>"
CONTACT = "<form action=/contact method=post><input name=name><input name=email><textarea name=message></textarea><button>Send message</button></form>"
ORDER = "<form action=/cart/add method=post><input type=hidden name=product_id value=3><input name=quantity value=1><button>Add to cart</button></form>"
JOIN = "<form action=/register method=post><input name=firstname><input name=lastname><input name=email><input type=password name=password><input type=password name=password2><button>Create account</button></form>"
LOST = "<form action=/password/forgot method=post><input name=email><button>Reset my forgotten password</button></form>"
SEARCH = "<form action=/find><input name=q><button>Search</button></form>"


@each_row(__file__, "KINDS", "html", "kind")
def test_kinds(html: str, kind: str) -> None:
    assert [one.kind for one in forms(html)] == [kind]


def test_what_asks_for_a_secret_never_searches() -> None:
    html = "<form action=/search><input name=q><input type=password name=p><button>Search</button>"
    assert forms(html)[0].kind != "search"
    assert forms(html)[0].score < 0


def test_the_search_form_comes_first_wherever_it_stands() -> None:
    page = LOGIN + NEWS + CONTACT + ORDER + JOIN + LOST
    for html in (page + SEARCH, SEARCH + page):
        found = forms(html)
        assert found[0].action == "http://site.test/find"
        assert all(one.score < found[0].score for one in found[1:])
        assert all(one.score <= 0 for one in found[1:])


def test_a_keyword_box_goes_before_a_filter() -> None:
    html = (
        "<form action=/f><select name=y><option>2001<option>2002</select><button>Filter</button>"
        "</form><form action=/s><input name=q><button>Search</button></form>"
    )
    assert forms(html)[0].action == "http://site.test/s"


def test_controls_without_a_form_are_grouped_with_their_button() -> None:
    html = (
        "<nav><button>Menu</button></nav><div class=a><span><input type=search name=q></span>"
        "<button>Search</button></div><div class=b><input name=zip><button>Go</button></div>"
    )
    found = [one for one in forms(html) if query_control(one)]
    assert [[c.name or c.label for c in one.controls] for one in found] == [
        ["q", "Search"],
        ["zip", "Go"],
    ]
    assert found[0].action == URL


@each_row(__file__, "BOXES", "html", "name")
def test_keyword_box(html: str, name: str) -> None:
    found = query_control(forms(f"<form>{html}<button>Search</button></form>")[0])
    assert found is not None
    assert found.name == name


def test_a_select_alone_takes_no_words() -> None:
    assert query_control(forms("<form><select name=s><option>a</select></form>")[0]) is None


@each_row(__file__, "BUTTONS", "html", "name")
def test_the_button_a_person_would_press(html: str, name: str) -> None:
    found = choose_submit_button(forms(f"<form><input name=q>{html}</form>")[0])
    assert found is not None
    assert found.name == name


def test_no_button_to_press() -> None:
    assert choose_submit_button(forms("<form><input name=q></form>")[0]) is None
    assert (
        choose_submit_button(forms("<form><input name=q><input type=submit value=Reset></form>")[0])
        is None
    )


def test_json_keeps_everything() -> None:
    html = (
        "<form accept-charset=gbk method=post enctype=multipart/form-data id=f><input name=q "
        "required dirname=d><select name=s multiple><option value=1 selected>A<option disabled>B"
        "</select><input type=checkbox name=c checked><button formaction=/x name=b>Go</button>"
    )
    found = forms(html)[0]
    assert from_plain(QueryInterface, json.loads(json.dumps(to_plain(found, sparse=True)))) == found
    assert from_plain(QueryInterface, {**to_plain(found, sparse=True), "newer": 1}) == found


def test_search_action_becomes_an_interface_once() -> None:
    action = {
        "@graph": [
            {
                "@type": "WebSite",
                "potentialAction": [
                    {
                        "@type": "SearchAction",
                        "target": {
                            "@type": "EntryPoint",
                            "urlTemplate": "http://site.test/?s={search_term_string}",
                        },
                    },
                    {"@type": "SearchAction", "target": "http://site.test/find/{query}/all"},
                ],
            }
        ]
    }
    html = f"<script type=application/ld+json>{json.dumps(action)}</script>"
    one, other = forms(html)
    assert submit_form(one, {"s": "a b"}).url == "http://site.test/?s=a+b"
    assert (
        submit_form(other, {"{query}": "a/b é"}).url == "http://site.test/find/a%2Fb%20%C3%A9/all"
    )
    with_form = html + "<form action=/><input name=s><button>Search</button></form>"
    assert [one.node >= 0 for one in forms(with_form)] == [True, False]


def test_opensearch_description() -> None:
    page = parse_html(
        "<link rel=search type=application/opensearchdescription+xml href=/os.xml>", URL
    )
    assert opensearch_links(page) == ["http://site.test/os.xml"]
    xml = (
        "<?xml version='1.0'?><OpenSearchDescription><InputEncoding>GBK</InputEncoding>"
        "<Url type='application/x-suggestions+json' template='http://s.test/ac?q={searchTerms}'/>"
        "<Url type='text/html' template='http://s.test/s?q={searchTerms}&amp;p={startPage?}'/>"
        "<Url type='application/atom+xml' template='http://s.test/a?q={searchTerms}&amp;n={count}'/>"
        "</OpenSearchDescription>"
    )
    feed, html = from_opensearch(xml, "http://s.test/os.xml")
    assert submit_form(feed, {"q": "书"}).url == "http://s.test/a?q=%CA%E9&n=1"
    assert submit_form(html, {"q": "书"}).url == "http://s.test/s?q=%CA%E9"


def test_postback_sends_the_form_as_served_without_a_button() -> None:
    html = (
        "<form method=post action=l.aspx><input type=hidden name=__VIEWSTATE value='a/b='>"
        "<input type=hidden name=__EVENTTARGET><input type=hidden name=__EVENTARGUMENT>"
        "<input name=q value=x>"
        "<input type=submit name=go value=Go></form>"
    )
    sent = submit_form(
        forms(html)[0], {"q": "y", "__EVENTTARGET": "grid", "__EVENTARGUMENT": "Page$3"}, None
    )
    assert sent.url == "http://site.test/dir/l.aspx"
    assert sent.body == b"__VIEWSTATE=a%2Fb%3D&__EVENTTARGET=grid&__EVENTARGUMENT=Page%243&q=y"


def test_dependent_selects_name_their_parent() -> None:
    html = (
        "<form><select name=make><option>Audi<option>BMW</select><select name=model>"
        "<option value=''>Choose a make first</select><select name=year></select></form>"
    )
    assert [c.depends_on for c in forms(html)[0].controls] == ["", "make", "model"]


def test_facets_are_links_that_differ_in_one_value() -> None:
    html = "".join(
        f"<a href='/l?page={n}&cat={c}'>{c} {n}</a>" for c in ("art", "law", "map") for n in (1,)
    ) + "".join(f"<a href='/l?page={n}&cat=art'>{n}</a>" for n in range(1, 9))
    facet = find_facets(parse_html(html, URL))[0]
    assert [choice.value for choice in facet.controls[-1].choices] == ["art", "law", "map"]
    assert submit_form(facet, {"cat": "law"}).url == "http://site.test/l?page=1&cat=law"
    assert all(one.controls[-1].name != "page" for one in find_facets(parse_html(html, URL)))


@pytest.mark.parametrize(
    ("links", "facets"),
    [
        ([(n, n + 1) for n in range(1, 7)] + [(34, "»")], 0),
        ([(20 * n, n + 1) for n in range(1, 6)], 0),
        ([(n, n) for n in range(1, 6)], 0),
        ([(n, n) for n in range(1901, 1909)], 1),
        ([(7, 1), (19, 2), (4, 3), (8, 4)], 1),
    ],
    ids=["pages from nought", "offsets", "pages", "years", "numbers that count nothing"],
)
def test_links_that_count_are_a_pager_whatever_their_parameter(
    links: list[tuple[int, object]], facets: int
) -> None:
    html = "".join(f'<a href="/list?of_books={value}">{text}</a>' for value, text in links)
    assert len(find_facets(parse_html(html, URL))) == facets


@each_row(__file__, "ROLES", "html", "roles", sequence=list)
def test_roles(html: str, roles: list[str]) -> None:
    found = forms(f"<form action=/search>{html}<button>Search</button></form>")[0]
    assert [c.role for c in found.controls if c.role] == roles


def test_structural_rules_are_data() -> None:
    """A project that takes a rule away reads its forms without it."""
    html = (
        "<form action=/s><table><tr><td>Author<td>Title<tr><td><input name=a><td>"
        "<input name=b placeholder='any title'></table><button>Search</button></form>"
    )
    page = parse_html(html, "http://h.test/")
    off = [{"kind": "structural", "name": "row of labels above", "off": True}]
    off.append({"kind": "structural", "name": "text before", "off": True})
    labels = [
        [control.label for control in find_interfaces(page, rules)[0].controls[:2]]
        for rules in (None, project_rules({"rule": off}))
    ]
    assert labels == [["Author", "Title"], ["", "any title"]]


LINK = "<a href=\"javascript:__doPostBack('find','')\">Find</a>"
MASTER = "<script>function __doPostBack(a,b){f.t.value=a;f.submit()}</script><form id=f method=post><input type=hidden name=t>"


@each_row(__file__, "PARTS_ONE_LARGE_FORM", "around", "filled", sequence=list)
@pytest.mark.parametrize("button", [LINK, "<button>Find</button>"])
def test_parts_of_one_large_form_are_judged_alone(
    around: str, filled: list[str] | None, button: str
) -> None:
    """A letter, a login and a comment in the form around the page do not hide the register."""
    (form,) = forms(f"{MASTER}{around}<div>Surname <input name=n> {button}</div></form>")
    assert (form.kind == "search") == (filled is not None)
    if filled:
        assert [one.name for one in form.controls if one.kind == "text"] == filled
        assert sum(one.kind == "submit" for one in form.controls) == 1
        assert not any(one.kind in {"password", "textarea"} for one in form.controls)
