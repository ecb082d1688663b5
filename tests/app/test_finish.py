"""The end of a source: its texts are divided over all records, at once or not at all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import leadline
from leadline.app.source import finish, run
from leadline.columns.templates.final_pass import FinalSegmentation, learn_final_segmentation
from leadline.model import Field
from leadline.store import Reader, Store
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Pager, SourceSpec

FIRMS: Final = SourceSpec(
    "firms", "ru_firms", 60, pager=Pager("next", 20),
    engine=Engine("substring", empty="nothing", everything=("%",)),
)  # fmt: skip
Rows = list[tuple[str, tuple[tuple[str, str], ...]]]


def rows(taken: leadline.Harvest) -> Rows:
    return sorted(
        (one.key, tuple((f.column, f.value) for f in one.fields)) for one in taken.records()
    )


class KilledError(BaseException):
    """Stands for a kill: nothing may catch it."""


def fails(*_: object, **__: object) -> FinalSegmentation:
    raise RuntimeError("no such template")


def is_killed(
    store: Store, source: str, plan: finish.FinishPlan, finished: FinalSegmentation
) -> Iterator[None]:
    """Change some of the records, and no more."""
    steps = finish.applying(store, source, plan, finished)
    for _ in range(3):
        yield next(steps)
    raise KilledError


def test_which_records_are_looked_at_does_not_hang_on_the_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same source at two addresses: the same sample, so the same columns."""
    looked_at: list[list[str]] = []

    def learn(samples: dict[str, list[tuple[Field, ...]]], **known: set[str]) -> FinalSegmentation:
        texts = [f.value for some in samples.values() for row in some for f in row[:1]]
        looked_at.append(texts)
        return learn_final_segmentation(samples, **known)

    monkeypatch.setattr(finish, "MAX_SAMPLED_RECORDS", 10)
    monkeypatch.setattr(finish, "learn_final_segmentation", learn)
    for folder in ("one", "other"):
        with ServedSource(FIRMS) as source:
            leadline.harvest(source.url, project=tmp_path / folder)
    assert len(looked_at[0]) == 10
    assert looked_at[0] == looked_at[1]


def test_a_fault_of_dividing_costs_its_columns_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ServedSource(FIRMS) as source:
        whole = leadline.harvest(source.url, project=tmp_path / "whole")
        monkeypatch.setattr(finish, "learn_final_segmentation", fails)
        taken = leadline.harvest(source.url, project=tmp_path / "fault")
    assert taken.ended
    assert len(rows(taken)) == len(rows(whole)) == FIRMS.count
    columns = [{name for _, row in rows(one) for name, _ in row} for one in (whole, taken)]
    assert columns[1] < columns[0]
    with Reader(taken.project.store) as store:
        (key,) = taken.outcomes
        assert any("no such template" in note.text for note in store.notes(key))


def test_whoever_is_stopped_while_dividing_divides_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ServedSource(FIRMS) as source:
        whole = rows(leadline.harvest(source.url, project=tmp_path / "whole"))
        with monkeypatch.context() as patched:
            patched.setattr(finish, "RECORDS_PER_STEP", 10)
            patched.setattr(run, "applying", is_killed)
            with pytest.raises(BaseException):  # noqa: B017 - KilledError, maybe in a group
                leadline.harvest(source.url, project=tmp_path / "killed")
        with Reader(leadline.load(tmp_path / "killed").project.store) as store:
            (key,) = (each.key for each in store.sources())
            assert finish.FINISHING in store.learned(key), "the plan is kept"
        asked = len(source.log)
        again = leadline.harvest(source.url, project=tmp_path / "killed")
    assert again.ended
    assert [entry.kind for entry in source.log[asked:]] in ([], ["robots"])
    assert rows(again) == whole
    with Reader(again.project.store) as store:
        assert finish.FINISHING not in store.learned(key)
