"""Forms that must never be sent, however they are dressed up, and traps that stay empty."""

import pytest
from form_tables import rows_of

from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.forms.find import find_interfaces
from leadline.forms.roles.query_box import choose_submit_button, query_control
from leadline.forms.submit.submit import submit_form
from leadline.page.dom import parse_html
from leadline_research.lin2016.assignments import rank_assignments
from tables import read_rows

URL = "http://h.test/page"
ASKS = frozenset({"search", "filter"})

NEVER: list[tuple[str, ...]] = rows_of("never_submitted.jsonl")


@pytest.mark.parametrize("html", [n[1] for n in NEVER], ids=[n[0] for n in NEVER])
def test_is_no_form_to_ask(html: str) -> None:
    assert [one.kind for one in find_interfaces(parse_html(html, URL)) if one.kind in ASKS] == []


@pytest.mark.parametrize("html", [n[1] for n in NEVER], ids=[n[0] for n in NEVER])
def test_the_search_form_beside_it_is_found(html: str) -> None:
    search = "<form action=/suche><input name=begriff><button>Suchen</button></form>"
    for page in (html + search, search + html):
        found = [one for one in find_interfaces(parse_html(page, URL)) if one.kind in ASKS]
        assert [one.action for one in found] == ["http://h.test/suche"]


TRAPS = read_rows(__file__, "TRAPS", "case", "html")


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
