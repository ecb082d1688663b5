"""Forms of real search applications filled from domain knowledge bring the records they should."""

import csv
import re
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from fcntl import LOCK_EX, flock
from functools import cache
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import gettempdir

import pytest

from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.forms.find import find_interfaces
from leadline.forms.roles.query_box import choose_submit_button
from leadline.forms.submit.fill import plan_fill
from leadline.forms.submit.submit import submit_form
from leadline.model import QueryInterface, Request
from leadline.page.dom import Document, parse_html
from leadline_research.lin2016.assignments import rank_assignments

pytestmark = pytest.mark.site


def _site(shared: Path, *words: str) -> str:
    script = shared / "sites" / "site"
    done = subprocess.run(["bash", script, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"site {' '.join(words)}: {done.stderr.strip()[-100:]}")
    return done.stdout.strip()


def truth(shared: Path, name: str) -> list[dict[str, str]]:
    with open(_site(shared, "truth", name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def entry(shared: Path) -> Iterator[Callable[[str], str]]:
    """The address of a site; one that was not running is stopped after the last test.

    Processes take turns: none stops a site that another one asks.
    """
    with Path(gettempdir(), "leadline-fill-sites.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield from _entries(shared)


def _entries(shared: Path) -> Iterator[Callable[[str], str]]:
    started: list[str] = []

    @cache
    def start(name: str) -> str:
        running = re.search(rf"^{name}\s.*running (\S+)$", _site(shared, "list"), re.M)
        if running:
            return running[1]
        started.append(name)
        return _site(shared, "start", name).splitlines()[-1]

    yield start
    for name in started:
        _site(shared, "stop", name)


@pytest.fixture
def browse() -> Callable[[Request | str], Document]:
    """Sends requests with the cookies of one session."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def send(request: Request | str) -> Document:
        if isinstance(request, str):
            asked = urllib.request.Request(request)
        else:
            asked = urllib.request.Request(
                request.url, request.body or None, dict(request.headers), method=request.method
            )
        with opener.open(asked, timeout=300) as answer:
            return parse_html(answer.read().decode("utf-8", "replace"), answer.url)

    return send


def stated(page: Document) -> int:
    """The number of matches or rows that the page states."""
    found = re.search(r"([\d,]+)\s+(?:match|row|ticket)", page.visible_text(0))
    return int(found[1].replace(",", "")) if found else 0


def form_with(page: Document, name: str) -> QueryInterface:
    return next(one for one in find_interfaces(page) if any(c.name == name for c in one.controls))


def test_boxes_of_a_posted_form_with_a_token(
    shared: Path, entry: Callable[[str], str], browse: Callable[[Request | str], Document]
) -> None:
    """Each status of a ticket query is bound alone; the answer states as many as the truth has."""
    rows = truth(shared, "trac")
    form = form_with(browse(entry("trac")), "0_status")
    assert form.method == "POST"
    slot = next(
        s for s in plan_fill(form, DomainKnowledge("tickets")).slots if s.names == ("0_status",)
    )
    asked = [values[0] for values, _ in slot.offers]
    assert set(asked) >= {"closed", "new"}
    for status in asked:
        page = browse(submit_form(form, {"0_status": status}, choose_submit_button(form)))
        assert stated(page) == sum(row["status"] == status for row in rows), status


def test_presentation_of_that_form_is_left_alone(
    entry: Callable[[str], str], browse: Callable[[Request | str], Document]
) -> None:
    form = form_with(browse(entry("trac")), "0_status")
    names = {name for s in plan_fill(form, DomainKnowledge("tickets")).slots for name in s.names}
    assert names.isdisjoint({"col", "group", "groupdesc", "max", "row", "order"})


def museum() -> DomainKnowledge:
    """What sampled pages of other museums could have taught."""
    made = DomainKnowledge(
        "art",
        [
            DomainAttribute("artist", ("creator", "maker"), 0.7),
            DomainAttribute("classification", ("kind of object",), 0.4),
            DomainAttribute("nationality", (), 0.4),
        ],
    )
    for value in ("prints", "sculpture", "crèches"):
        made.add("classification", value)
    for value, sure in (("Samuel Rosenberg", 0.9), ("Nobody Of This Name", 0.2)):
        made.add("artist", value, sure)
    made.add("nationality", "French", 0.8)
    return made


def test_a_filter_of_column_and_value_is_filled_from_knowledge(
    shared: Path, entry: Callable[[str], str], browse: Callable[[Request | str], Document]
) -> None:
    """Six assignments by falling confidence, each answered with what the truth has for it."""
    rows = truth(shared, "datasette")
    form = form_with(browse(entry("datasette")), "_filter_column")
    pair = ("_filter_column", "_filter_value")
    knowledge = museum()
    assert pair in [slot.names for slot in plan_fill(form, knowledge).slots]
    found = [
        one
        for one in rank_assignments(form, knowledge)
        if {name for name, _ in one.values} == set(pair)
    ]
    assert [one.confidence for one in found] == sorted(
        (one.confidence for one in found), reverse=True
    )
    assert len(found) == 6
    answered = 0
    for one in found:
        values = dict(one.values)
        page = browse(submit_form(form, values, choose_submit_button(form)))
        column, value = values["_filter_column"], values["_filter_value"]
        expected = sum(row[column] == value for row in rows)
        assert stated(page) == expected, one
        answered += expected > 0
    assert answered == 5


def test_words_in_the_box_beside_the_filter(
    shared: Path, entry: Callable[[str], str], browse: Callable[[Request | str], Document]
) -> None:
    """The keyword box and the filter restrict together."""
    rows = truth(shared, "datasette")
    form = form_with(browse(entry("datasette")), "_filter_column")
    bound = {"_filter_column": "classification", "_filter_value": "prints"}
    alone = stated(browse(submit_form(form, bound, choose_submit_button(form))))
    both = stated(
        browse(submit_form(form, {**bound, "_search": "landscape"}, choose_submit_button(form)))
    )
    assert alone == sum(row["classification"] == "prints" for row in rows)
    assert 0 < both < alone
