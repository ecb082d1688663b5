"""Query forms as authors of many countries and decades write them: labels and roles.

Each row: why it is there, the form's inside, its labels in order ('' where a reader sees none; of a
group of boxes the group's), its roles in order. No row was copied from a page.
"""

import pytest
from form_tables import rows_of

from leadline.forms.find import find_interfaces
from leadline.forms.roles.query_box import control_groups
from leadline.page.dom import parse_html

FORMS: list[tuple[str, str, list[str], list[str]]] = rows_of("varied_forms.jsonl")

GAPS: list[tuple[str, str, list[str], list[str]]] = [
    (
        "a label in a picture",
        "<table><tr><td><img alt='Keyword' src=k.gif></td><td><input name=kw></td></tr></table>",
        ["Keyword"],
        ["query_text"],
    )
]
"""What is not read right yet."""


def read(inside: str) -> tuple[list[str], list[str]]:
    """Labels and roles of a form's controls, groups of boxes as one."""
    page = parse_html(f"<form action=/s>{inside}<button>Search</button></form>", "http://h.test/")
    fields = [
        group
        for group in control_groups(find_interfaces(page)[0])
        if group[0].kind not in {"hidden", "submit", "image", "reset", "button"}
    ]
    labels = [g[0].group_label if len(g) > 1 else g[0].label for g in fields]
    return labels, [g[0].role for g in fields]


def bare(label: str) -> str:
    """Without the marks at its edges that are no part of a label."""
    return " ".join(label.strip(" :：*?…-–().").split())


@pytest.mark.parametrize(
    ("inside", "labels"), [(f[1], f[2]) for f in FORMS], ids=[f[0] for f in FORMS]
)
def test_labels(inside: str, labels: list[str]) -> None:
    assert [bare(label) for label in read(inside)[0]] == [bare(label) for label in labels]


@pytest.mark.parametrize(
    ("inside", "roles"), [(f[1], f[3]) for f in FORMS], ids=[f[0] for f in FORMS]
)
def test_roles(inside: str, roles: list[str]) -> None:
    assert read(inside)[1] == roles


@pytest.mark.parametrize(
    ("inside", "labels", "roles"),
    [pytest.param(*g[1:], marks=pytest.mark.xfail(strict=True, reason=g[0])) for g in GAPS],
)
def test_gaps(inside: str, labels: list[str], roles: list[str]) -> None:
    assert read(inside) == (labels, roles)


def test_the_table_is_as_large_as_it_says() -> None:
    assert len(FORMS) >= 195
    assert len({form[0] for form in FORMS}) == len(FORMS)
