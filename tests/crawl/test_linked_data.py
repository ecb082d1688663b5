"""Records that stand in a page's JSON-LD alone are harvested as if they were shown."""

from pathlib import Path

from leadline.app.harvest import harvest
from leadline_zoo.source import serve
from leadline_zoo.spec import Look, Pager, SourceSpec


def test_a_source_that_draws_its_list_by_script(tmp_path: Path) -> None:
    spec = SourceSpec("s", "books", count=60, look=Look("linked"), pager=Pager("next", size=15))
    with serve(spec) as source:
        taken = harvest(source.url, project=tmp_path / "p", pace=0)
        truth = source.truth()
    rows = [{f.column: f.value for f in record.fields} for record in taken.records()]
    assert sorted(row["name"] for row in rows) == sorted(row["title"] for row in truth)
    assert {row["Publisher"] for row in rows} <= {row["publisher"] for row in truth}
