"""A harvest by filled forms, stopped by its budget again and again, asks nothing twice."""

from dataclasses import replace
from pathlib import Path

import pytest

from leadline.app.harvest import harvest
from leadline.model import Budget
from leadline.store import Reader
from leadline_zoo.source import serve
from leadline_zoo.zoo import ZOO


@pytest.mark.parametrize(("name", "count"), [("dependent", 120), ("many-fields", 90)])
def test_a_stopped_harvest_of_filled_forms_goes_on_where_it_was(
    tmp_path: Path, name: str, count: int
) -> None:
    spec = replace(ZOO[name], count=count)
    with serve(spec) as source:
        for requests in (15, 30, 300):
            taken = harvest(source.url, project=tmp_path, budget=Budget(requests=requests))
        asked = [(one.method, one.target, one.body) for one in source.log if one.kind != "robots"]
    with serve(spec) as source:
        whole = harvest(source.url, project=tmp_path / "whole")
        undisturbed = [
            (one.method, one.target, one.body) for one in source.log if one.kind != "robots"
        ]
    assert asked == undisturbed
    assert len(asked) > 30, "it was stopped twice"
    keys = [sorted(one.key.rpartition("/")[2] for one in h.records()) for h in (taken, whole)]
    assert keys[0] == keys[1]
    with Reader(tmp_path / "project.sqlite") as store:
        (key,) = [one.key for one in store.sources()]
        assert any("=" in query.text for query in store.queries(key))
