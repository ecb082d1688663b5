# ruff: noqa: E501 (tables: one case a row)
"""The form benches keep their figures, and their scoring can tell right from wrong."""

from pathlib import Path

import pytest

from leadline.page.dom import parse_html
from leadline_research.bench.forms import form_labels, form_types, form_weights
from leadline_research.bench.forms.form_weights import LabelledForm
from tables import each_row


def test_scores_by_hand() -> None:
    found = form_types.scores(["search", "search", "login", "other"], ["search", "other"] * 2)
    assert found["accuracy"] == 0.5
    assert found["searchable"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5}


@each_row(__file__, "lenient", "label", "gold", "right")
def test_lenient(label: str, gold: str, right: bool) -> None:
    assert form_labels.lenient(label, gold) is right


@each_row(__file__, "SOURCES", "html", "ids", sequence=list)
def test_forms_are_counted_as_in_the_source(html: str, ids: list[str]) -> None:
    page = parse_html(html, "http://h.test/")
    nodes = [form_types.form_node(page, at) for at in range(len(ids) + 1)]
    assert [page.attribute(n, "id") if n >= 0 else "" for n in nodes] == [*ids, ""]


def test_a_rival_drops_out_or_is_judged_by_its_own_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "p.html"
    page.write_text("<form><form>", encoding="utf-8")
    monkeypatch.setattr(form_types, "RIVAL", "no_such_rival")
    assert form_types.rival_kinds([page]) is None
    stand_in = "def extract_forms(text, fields):\n    return [(0, {'form': 'search'})] * text.count('<form')"
    (tmp_path / "stand_in_rival.py").write_text(stand_in, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(form_types, "RIVAL", "stand_in_rival")
    answer = form_types.rival_kinds([page])
    assert answer is not None
    assert answer[0] == {("p.html", 0): "search", ("p.html", 1): "search"}


def rows(telling: str) -> list[LabelledForm]:
    """Twenty sites with two forms each, half of them searching; ``telling`` is what says so."""
    kinds = ["search", "login"] * 10
    return [
        LabelledForm(
            f"site{at}", kind, ("bias-free", telling.format(kind=kind, site=at)), False, origin
        )
        for at, kind in enumerate(kinds)
        for origin in ("typed", "typed")
    ]


def test_what_tells_kinds_on_other_sites_counts() -> None:
    assert form_weights.cross_validate(rows("says:{kind}"))["accuracy"] == 1.0


def test_what_tells_a_site_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form_weights, "MIN_SITES_PER_FEATURE", 1)
    assert form_weights.cross_validate(rows("site:{site}"))["accuracy"] <= 0.6
