"""Which forms are accepted as query interfaces of a topic or a domain, and why others are not."""

import pytest

from leadline.discover.interfaces.judge import InterfaceJudge
from leadline.discover.interfaces.topic import Topic
from leadline.discover.messages import Judgement
from leadline.discover.page_content import read_content
from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.page.dom import parse_html
from tables import each_row

BOX = "<form action=/find><input name=q><input type=submit value=Search></form>"
ART = DomainKnowledge(
    "", [DomainAttribute("artist", ("maker",), 0.6), DomainAttribute("title", (), 0.3)]
)


def judged(judge: InterfaceJudge, html: str, url: str = "http://h.example/") -> Judgement:
    document = parse_html(html, url)
    return judge.judge(read_content(document), document)


@each_row(__file__, "PAGES", "topic", "html", "accepted")
def test_a_search_form_is_accepted_by_what_its_page_says(
    topic: str, html: str, accepted: bool
) -> None:
    judge = InterfaceJudge(Topic.of_words(topic))
    html = html if "<form" in html else html + BOX
    assert bool(judged(judge, html).targets) is accepted
    assert len(judge.found) == accepted
    assert len(judge.refused) == (not accepted)


@each_row(__file__, "OTHER_FORMS_ARE", "form", "reason")
def test_other_forms_are_refused_with_their_reason(form: str, reason: str) -> None:
    judge = InterfaceJudge(Topic.of_words("sea charts"))
    assert not judged(judge, f"<title>Sea charts</title>{form}").targets
    assert [refused.reason for refused in judge.refused] == [reason]


def test_controls_that_ask_for_the_domain_are_accepted_without_a_topic() -> None:
    form = (
        "<form action=/s>Artist <input name=a> Title <input name=t><button>Search</button></form>"
    )
    note = judged(InterfaceJudge(Topic([]), ART), form)
    assert note.reason == "its controls ask for artist, title (relevance 0.90)"


def test_an_interface_counts_once_wherever_it_stands() -> None:
    judge = InterfaceJudge(Topic.of_words("sea charts"))
    page = f"<title>Sea charts</title>{BOX}"
    rewards = [judged(judge, page, f"http://h.example/{n}").reward for n in range(3)]
    assert rewards == [1.0, 0.0, 0.0]


def test_a_host_on_the_subject_that_shows_a_list_without_a_form_is_kept() -> None:
    judge = InterfaceJudge(Topic.of_words("sea charts"))
    letters = "<title>Sea charts</title>" + "".join(f"<a href=/{c}>{c}</a> " for c in "abcdefghij")
    for url, page in (("a", letters), ("b", f"{letters}{BOX}"), ("c", "<title>Sea charts</title>")):
        judged(judge, page, f"http://{url}.example/")
    judged(judge, letters.replace("Sea charts", "Soups"), "http://d.example/")
    assert [one.url for one in judge.lists] == ["http://a.example/"]
    assert len(judge.found) == 1


def test_links_describe_the_page_behind_them() -> None:
    judge = InterfaceJudge(Topic.of_words("sea charts"))
    judged(judge, "<ul><li><a href=http://b.example/>B</a> charts of the sea<li><a href=/>A</a>")
    assert judged(judge, f"<title>B</title>{BOX}", "http://b.example/").targets
    assert not judged(judge, f"<title>C</title>{BOX}", "http://c.example/").targets


MUTE = f"<title>Select: items - Manager</title>{BOX}"
ANSWERED = "http://s.example/?table=items"


@each_row(
    __file__,
    "what_a_link_says_holds_where_it_was_redirected_to",
    "topic",
    "entry",
    "linked",
    "accepted",
)
def test_what_a_link_says_holds_where_it_was_redirected_to(
    topic: str, entry: str, linked: str, accepted: bool
) -> None:
    judge = InterfaceJudge(Topic.of_words(topic))
    judged(judge, f"<title>Links</title>{entry}<li><a href=/other>Other</a>")
    page = parse_html(MUTE, ANSWERED)
    address = f"http://s.example/{linked}" if linked else ""
    assert bool(judge.judge(read_content(page), page, address).targets) is accepted


def test_samples_stand_for_a_topic() -> None:
    samples = [
        ["tide", "tables", "harbour", "gauge", "water", "home", "search"],
        ["tide", "tables", "moon", "harbour", "sea", "home", "search"],
    ]
    topic = Topic.of_pages(samples)
    for _ in range(30):
        topic.observe(["home", "search", "bread"])
    assert topic.log_odds(["harbour", "tide", "tables"]) > 0
    assert topic.log_odds(["home", "search", "bread"]) < 0


LIST = "<ul><li><a href=http://h.example/>Qorlan</a></ul>"
FILMS = DomainKnowledge("", [DomainAttribute("director"), DomainAttribute("title")])
FILMS.add("director", "Agnes Varda")
FILMS.add("director", "Ousmane Sembene", 0.9)


def answer_of(words: str) -> str:
    rows = "".join(f"<li><a href=/{n}>No {n}</a>: {words}, 19{n}</li>" for n in range(10, 20))
    return f"<title>Results</title>{BOX}<ul>{rows}</ul>"


@pytest.mark.parametrize(
    ("domain", "url", "words", "accepted"),
    [
        (None, "http://h.example/find?q=new", "a film of love", True),
        (None, "http://h.example/find?q=new", "a decree on fees", False),
        (FILMS, "http://h.example/find?q=Agnes+Varda", "after Ousmane Sembene", True),
        (FILMS, "http://h.example/find?q=Agnes+Varda", "lines of Agnes Varda", False),
    ],
)
def test_a_source_of_which_a_name_is_known_is_judged_by_what_it_answers(
    domain: DomainKnowledge | None, url: str, words: str, accepted: bool
) -> None:
    judge = InterfaceJudge(Topic.of_words("films" if domain is None else ""), domain)
    shown = parse_html(LIST, "http://list.example/")
    note = judge.judge(read_content(shown), shown)
    (link,) = read_content(shown).links
    assert judge.promise(link, note) == "named"
    (query,) = judged(judge, f"<title>Qorlan 2.1</title>{BOX}").queries
    assert (query.url, judge.promise(query, note)) == (url, "query")
    assert bool(judged(judge, answer_of(words), url).targets) is accepted
    assert len(judge.found) == accepted
    assert len(judge.refused) == (not accepted)


@pytest.mark.parametrize(
    ("attributes", "accepted"), [(("title", "year"), False), (("title", "director"), True)]
)
def test_what_any_thing_has_says_little_of_a_domain(
    attributes: tuple[str, ...], accepted: bool
) -> None:
    domain = DomainKnowledge("", [DomainAttribute(name) for name in attributes])
    controls = "".join(f"{name} <input name={name}> " for name in attributes)
    page = f"<form action=/s>{controls}<button>Search</button></form>"
    assert bool(judged(InterfaceJudge(Topic([]), domain), page).targets) is accepted
