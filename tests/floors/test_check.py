"""The floors refuse to sink, skip visibly, and rise only."""

import json
from pathlib import Path

import pytest

import check_floors as check

FLOOR = check.Floor("gold", ("pager",), "gold/pager", "next_right", "least", 66.0)
CEILING = check.Floor("gold", ("pager",), "gold/pager", "next_wrong", "most", 2.0)


@pytest.mark.parametrize(
    ("floor", "figure", "holds", "raised"),
    [
        (FLOOR, 66, True, 66),
        (FLOOR, 65, False, 66),  # a floor never sinks to what was measured
        (FLOOR, 71, True, 71),
        (FLOOR, 66.1238, True, 66.123),  # rounded so that the same figure holds tomorrow
        (CEILING, 2, True, 2),
        (CEILING, 3, False, 2),
        (CEILING, 0, True, 0),
        (CEILING, 1.2341, True, 1.235),
        (FLOOR, float("nan"), False, 66),  # a bench that fails has sunk
    ],
)
def test_a_floor(floor: object, figure: float, holds: bool, raised: float) -> None:
    assert floor.holds(figure) is holds  # type: ignore[attr-defined]
    assert check.raised(floor, figure) == raised


def test_missing_data_is_skipped_visibly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check.check([FLOOR, CEILING], tmp_path) == []
    assert capsys.readouterr().out.count("SKIPPED") == 2


def test_data_of_the_project_is_preferred(tmp_path: Path) -> None:
    project = Path(__file__).resolve().parents[2]
    assert check.data_folder("tests/gold_small", tmp_path) == project / "tests" / "gold_small"
    assert check.data_folder("gold/records", tmp_path) == tmp_path / "gold" / "records"
    small = [floor for floor in check.read_floors() if floor.group == "small"]
    assert all(check.data_folder(floor.data, tmp_path).exists() for floor in small)


def test_pinning_raises_only(tmp_path: Path) -> None:
    path = tmp_path / "floors.json"
    entry = {
        "group": "gold", "bench": ["pager"], "data": "gold/pager",
        "figures": {"next_right": {"least": 66}, "next_wrong": {"most": 2}},
    }  # fmt: skip
    path.write_text(json.dumps([entry]), encoding="utf-8")
    check.pin([(FLOOR, 70.0), (CEILING, 5.0)], path)
    (written,) = json.loads(path.read_text(encoding="utf-8"))
    assert written["figures"] == {"next_right": {"least": 70.0}, "next_wrong": {"most": 2.0}}


def test_the_pinned_floors_name_real_benches() -> None:
    from leadline_research.bench.catalog import BENCHES

    floors = check.read_floors()
    assert floors
    assert {floor.bench[0] for floor in floors} <= set(BENCHES)
    assert {floor.kind for floor in floors} <= {"least", "most"}
