"""Plans of discoveries: seeds, hosts that may be visited, and what is refused."""

from pathlib import Path

import pytest

from leadline.app.discovery.plan import discovery_plan_of, write_found
from leadline.app.project import plan_of
from leadline.discover.interfaces.judge import FoundInterface
from leadline.fetch.guard import Guard
from tables import each_row, read_text

PLAN = read_text(__file__, "PLAN")


def test_a_plan_file_names_seeds_bounds_and_budget(tmp_path: Path) -> None:
    (tmp_path / "project.toml").write_text(PLAN)
    (tmp_path / "hosts.txt").write_text("b.example  # a museum\n\nhttp://c.example/map.xml\n")
    plan = discovery_plan_of([str(tmp_path / "project.toml")])
    assert plan.seeds == ("http://a.example/", "http://b.example/", "http://c.example/map.xml")
    assert (plan.max_hosts, plan.budget.requests, plan.domain.name) == (7, 50, "art")
    assert discovery_plan_of([str(tmp_path)], max_hosts=3).max_hosts == 3


@each_row(__file__, "a_plan_that_means_nothing_is_refused", "text", "sentence")
def test_a_plan_that_means_nothing_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "project.toml").write_text(text)
    with pytest.raises(ValueError, match=sentence):
        discovery_plan_of([str(tmp_path / "project.toml")])


@each_row(
    __file__, "ONLY_HOSTS_THAT", "seed", "options", "url", "is_allowed", empty=dict, sequence=list
)
def test_only_hosts_that_the_person_allows_are_visited(
    seed: str, options: dict[str, object], url: str, is_allowed: bool
) -> None:
    plan = discovery_plan_of([seed], topic="art", **options)
    assert (not Guard(plan.allowed_hosts()).refusal(url)) is is_allowed


def test_subdomains_never_lead_to_private_addresses() -> None:
    plan = discovery_plan_of(["http://a.example/"], topic="art")
    guard = Guard(plan.allowed_hosts())
    assert guard.address_refusal("inside.a.example", ["10.0.0.7"])


def test_found_sources_belong_to_the_project_and_its_plan_is_left_alone(tmp_path: Path) -> None:
    plan_file = tmp_path / "project.toml"
    plan_file.write_text('[[source]]\nurl = "http://own.example/"\n')
    found = [
        FoundInterface("k1", "http://a.example/", "http://a.example/find", 'say "\\n]]'),
        FoundInterface("k2", "http://a.example/", "http://a.example/advanced", "same page"),
        FoundInterface("k3", "http://a.example/x", "http://a.example/find", "same action"),
        FoundInterface("k4", "http://b.example/书", "http://search.b.example/", "other host"),
    ]
    assert write_found(found, tmp_path) == 2
    plan = plan_of([str(plan_file)])
    urls = [source.url for source in plan.sources]
    assert urls == ["http://own.example/", "http://a.example/", "http://b.example/书"]
    assert plan.sources[2].also_hosts == ("search.b.example",)
    assert plan_file.read_text() == '[[source]]\nurl = "http://own.example/"\n'
