"""Columns against truth, contrast against single pages, replay: the benches themselves."""

from __future__ import annotations

from leadline.bench import align_zoo, contrast
from leadline.bench.align import align
from leadline.model import Field, Record


def test_a_source_of_the_zoo_is_aligned_whole() -> None:
    found = align_zoo.measure("museum-big5")
    assert found["compared"] == 800
    assert found["columns_shown"] == found["columns_found"] == 7
    assert found["cells_equal"] == 1.0


def test_contrast_is_not_worse_than_a_single_page() -> None:
    found = contrast.run(names=["changes", "wiki"])
    assert found["pages"] == 4
    assert found["contrast"]["f1"] >= found["single"]["f1"] > 0.9


def test_columns_that_are_shown_and_not_found_lower_the_figure() -> None:
    records = [Record("s", str(n), (Field("all", f"T{n} by A{n}, 190{n}"),)) for n in range(9)]
    truth = [{"title": f"T{n}", "by": f"A{n}", "secret": f"s{n}"} for n in range(9)]
    found = align(records, truth, {n: n for n in range(9)})
    assert (found["columns_shown"], found["columns_found"], found["cells_equal"]) == (2, 0, 0.0)
