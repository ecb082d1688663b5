"""The domain of a project: which form is meant, what is learned and filled in, what rules bar."""

import tomllib
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from in_memory import HOST, SiteWire, run

from leadline.app.domain_learning import (
    LEARNED_FILE,
    attributes_of_columns,
    known_domain,
    learn_domain,
    opened_sources,
)
from leadline.app.harvest import harvest
from leadline.app.project import read_plan
from leadline.crawl.events import ComponentLearned, QueryOpened, Report, Step
from leadline.crawl.probe.forms import UNANSWERED
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.crawl.ways.form import rank_by_domain, searchable_interfaces
from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.domain.rules import DomainRules, Rule, default_rules, project_rules
from leadline.domain.toml import read_domain
from leadline.model import Field, Page, Record, Request
from leadline.page.dom import parse_html
from leadline.page.plain import to_plain
from leadline.store import Reader, Store
from leadline_zoo.source import serve
from leadline_zoo.zoo import ZOO
from tables import each_row, read_text

TWO_FORMS = """
<form action="/site" role="search"><input type="search" name="s" placeholder="Words">
<button>Search</button></form>
<form action="/db"><p>Maker <input name="a"></p><p>Title <input name="t"></p>
<p>Medium <input name="m"></p><button>Find</button></form>
"""
ART = (
    DomainAttribute("artist", ("maker",), 0.6, "person", main=True),
    DomainAttribute("title", ("name of work",), 0.5),
    DomainAttribute("medium", ("material",), 0.6),
)


def record(page: int, **fields: str) -> Record:
    return Record("s", f"{page}{fields}", tuple(Field(k, v) for k, v in fields.items()), page)


def test_of_two_forms_that_of_the_domain_is_asked_first() -> None:
    found = searchable_interfaces(parse_html(TWO_FORMS, "http://h.test/"))
    assert found[0].action.endswith("/site"), "without a domain the search box of the page wins"
    source = SourceState(CrawlTask("s", "http://h.test/", domain=DomainKnowledge("art", ART)))
    assert rank_by_domain(source, found)[0].action.endswith("/db")
    other = DomainKnowledge("flights", (DomainAttribute("departure", affinity=0.9),))
    source = SourceState(CrawlTask("s", "http://h.test/", domain=other))
    assert rank_by_domain(source, found) == found


def test_values_of_columns_with_the_attributes_name_or_values_are_learned() -> None:
    person = DomainKnowledge("art", ART)
    person.add("artist", "Turner")
    rows = [record(1, maker=name, size="1 cm") for name in ("Turner", "Mondrian", "Klee")]
    rows += [record(2, by=name) for name in ("Turner", "Klee", "Kandinsky", "Mondrian")]
    known, broken = learn_domain(person, default_rules(), rows)
    assert known.confidence("artist", "Mondrian") == 1.0
    assert 0.5 < known.confidence("artist", "Kandinsky") < 1.0
    assert not known.instances("medium")
    assert not broken


def test_records_that_break_a_rule_teach_nothing_and_are_told() -> None:
    rules = DomainRules([Rule("logic", "born before dying", order=("born", "died"))])
    person = DomainKnowledge("people", [DomainAttribute("born"), DomainAttribute("died")])
    rows = [record(1, born="1800", died="1850"), record(1, born="1900", died="1850")]
    known, broken = learn_domain(person, rules, rows)
    assert known.confidence("born", "1800")
    assert not known.confidence("born", "1900")
    assert broken == {"born before dying": 1}


PLAN = read_text(__file__, "PLAN")


def test_a_plan_with_a_domain_harvests_learns_and_leaves_the_plan_alone(tmp_path: Path) -> None:
    with serve(ZOO["many-fields"]) as source:
        plan = tmp_path / "project.toml"
        plan.write_text(PLAN.replace("{url}", source.url), encoding="utf-8")
        before = plan.read_bytes()
        harvest(plan)
        assert plan.read_bytes() == before
        learned = read_domain(tomllib.loads((tmp_path / LEARNED_FILE).read_text(encoding="utf-8")))
        assert "Oakwood" in [one.value for one in learned.instances("publisher")]
        assert "Garcia, Carmen" not in [one.value for one in learned.instances("author")]
        with Reader(tmp_path / "project.sqlite") as store:
            (key,) = [one.key for one in store.sources()]
            assert store.learned(key)["domain"]["name"] == "books"
            again = known_domain(read_plan(plan).domain, store, tmp_path)
            columns = attributes_of_columns(store)
        with Store(tmp_path / "empty.sqlite") as store:
            assert known_domain(DomainKnowledge(), store, tmp_path) is None
        assert columns.confidence("Publisher", "Oakwood") == 1.0, "without a domain: columns"
        assert again is not None
        assert again.confidence("publisher", "Oakwood") == 1.0


def test_what_a_plan_says_wrongly_is_refused_with_the_file_named(tmp_path: Path) -> None:
    plan = tmp_path / "project.toml"
    plan.write_text("[[attribute]]\nname = 'x'\naffinity = 7\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"project\.toml: .*affinity"):
        read_plan(plan)
    plan.write_text("[[rule]]\nkind = 'logic'\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"project\.toml: .*rule"):
        read_plan(plan)


def lived(
    domain: DomainKnowledge, rules: DomainRules | None = None, most: int = 45
) -> list[Step | Report]:
    wire = SiteWire(ZOO["many-fields"])
    return run(wire.url, wire, domain=domain, rules=rules, most=most).events


def test_values_of_another_source_fill_the_box_that_is_called_the_same() -> None:
    known = DomainKnowledge("", [DomainAttribute("Publisher")])
    known.add("Publisher", "Westmark", seen=90)
    events = lived(known, most=120)
    asked = [e.query for e in events if isinstance(e, QueryOpened)]
    assert "Publisher=Westmark" in asked
    boxes = next(e.value for e in events if isinstance(e, ComponentLearned) and e.name == "boxes")
    assert boxes["pb"] == "Publisher"
    assert boxes["yr"] == "Year"


def test_a_rule_keeps_queries_from_a_source_that_cannot_answer_them() -> None:
    rule = Rule("application", "one house", source="source", only=(("publisher", ("oakwood",)),))
    rules = DomainRules([rule])
    assert not rules.admits("source", {"publisher": "Westmark"})
    known = DomainKnowledge("", [DomainAttribute("publisher")])
    asked = [e.query for e in lived(known, rules) if isinstance(e, QueryOpened)]
    assert any(query.startswith(("Year=", "Author=")) for query in asked), "others are filled"
    assert {query for query in asked if query.startswith("Publisher=")} <= {"Publisher=Oakwood"}


def test_all_records_that_break_a_rule_are_counted() -> None:
    """On most pages so many break it that the column is not taken for its attribute there."""
    year = {"name": "year", "type": "year", "aliases": ["Year"], "values": ["1999"]}
    new = {"kind": "logic", "name": "new", "types": ["year"], "least": 1990}
    rules = project_rules({"rule": [new]})
    years = [*range(1990, 2000), *(1950 + n * 37 % 70 for n in range(50))]
    records = [
        Record("s", str(n), (Field("Year", str(year)),), page=n // 10, row=n % 10)
        for n, year in enumerate(years)
    ]
    known, broken = learn_domain(read_domain({"attribute": [year]}), rules, records)
    assert broken["new"] == sum(int(one.fields[0].value) < 1990 for one in records)
    assert all(int(one.value) >= 1990 for one in known.instances("year"))


def test_values_that_others_brought_open_a_silent_source(tmp_path: Path) -> None:
    page = "<form><label>Maker <input name=m></label><button>Find</button></form>"
    form = to_plain(searchable_interfaces(parse_html(page, HOST))[0], sparse=True)
    known = DomainKnowledge("art", ART)
    known.add("artist", "Turner")
    with Store(tmp_path / "project.sqlite") as store:
        store.add_source("silent", HOST)
        store.learn("silent", UNANSWERED, [form])
        store.set_state("silent", "failed", reason="nothing was found")
        assert not opened_sources(DomainKnowledge("art", ART), store, tmp_path)
        assert opened_sources(known, store, tmp_path) == ["silent"]
        store.learn("silent", "domain", known.to_dict())
        assert not opened_sources(known, store, tmp_path), "they were asked before"


KEPT = [f"{a} {b}" for a in ("senior", "night", "marine") for b in ("welder", "nurse", "optician")]
TOWNS = ("Kiel", "Lyon", "Graz", "Turku")
DAYS = [f"2027-03-0{day}" for day in range(1, 6)]
JOBS = [
    (f"{KEPT[n % 9]}", TOWNS[n % 4], TOWNS[(n + 1 + n % 3) % 4], DAYS[n % 5], str(20_000 + 37 * n))
    for n in range(240)
]


@each_row(__file__, "OPENED", "boxes", "needs", "only", "least", "most")
def test_known_values_open_a_source_that_no_common_word_opens(
    boxes: dict[str, int], needs: int, only: tuple[str, ...] | None, least: int, most: int
) -> None:
    """Boxes take words of a column, and nothing is found where fewer than ``needs`` are filled."""
    inputs = "".join(f"<label>{name} <input name={name[:2]}></label>" for name in boxes)

    def answer(request: Request) -> Page:
        pairs = dict(parse_qsl(urlsplit(request.url).query))
        asked = [(at, pairs[name[:2]]) for name, at in boxes.items() if name[:2] in pairs]
        rows = [job for job in JOBS if all(text in job[at].split() for at, text in asked)]
        shown = rows if needs <= len(asked) else []
        cells = "".join("<tr>" + "".join(f"<td>{v}</td>" for v in row) + "</tr>" for row in shown)
        table = "<tr><th>Position<th>From<th>To<th>Date<th>Pay</tr>" + cells
        body = f"<table>{table}</table>" if shown else "<p>Fill in more, or another word.</p>"
        page = f"<h1>Work</h1><form>{inputs}<button>Find</button></form>{body}"
        return Page(request, request.url, 200, (), page.encode())

    plan = {"attribute": [{"name": "position", "values": ["welder", "nurse"]}]}
    plan["attribute"] += [{"name": end, "values": [*TOWNS]} for end in ("from", "to")]
    plan["attribute"].append({"name": "date", "values": DAYS})
    domain = None if only else read_domain(plan)
    ran = run(f"{HOST}/work", answer, domain=domain, only=only or (), most=400)
    assert least <= len({record.fields[-1].value for record in ran.records.values()})
    assert len(ran.gets) <= most
