# Holds: stripes
"""Classes that take turns: stripes of one list, and parts of one record."""

from itertools import cycle

from mining_pages import signed
from tables import each_named


def rows(looks: list[str], bodies: list[str], *, count: int = 9, tag: str = "p") -> str:
    """Return rows whose classes and bodies take turns; ``{c}`` in a body is the row's class."""
    drawn = zip(cycle(looks), cycle(bodies), range(count), strict=False)
    return "".join(
        f"<{tag} class='{look}'>{body.format(c=look, n=n)}</{tag}>" for look, body, n in drawn
    )


PLAIN = "<b>name {n}</b> <i>text {n}</i>"
ROW_KINDS = [
    ("two words", ["light", "dark"], [PLAIN], 1),
    ("one letter", ["rowa", "rowb"], [PLAIN], 1),
    ("a word inside", ["grid_odd_x", "grid_even_x"], [PLAIN], 1),
    ("a class and none", ["shade", ""], [PLAIN], 1),
    ("three in turn", ["aa", "bb", "cc"], [PLAIN], 1),
    ("a field that some rows lack", ["light", "dark"], [PLAIN, PLAIN, PLAIN + "<em>more</em>"], 1),
    ("title and detail", ["head", "body"], ["<a href=/{n}>name</a>", "<i>{n}</i><em>text</em>"], 2),
    ("the number in one only", ["head", "body"], ["<b>Ann Lee</b>", "<b>{n} pages</b>"], 2),
    ("long text in one only", ["head", "body"], ["<b>Ann {n}</b>", "<b>" + "sea {n} " * 9], 2),
]


@each_named(ROW_KINDS, "looks", "bodies", "kinds")
def test_rows_of_one_structure_are_one_kind(
    looks: list[str], bodies: list[str], kinds: int
) -> None:
    page = signed(f"<main>{rows(looks, bodies)}</main>")
    assert len({page.path_ids[node] for node in page.document.elements("p")}) == kinds


def test_classes_inside_stripes_are_one() -> None:
    page = signed(f"<main>{rows(['light', 'dark'], ['<b class={c}-t>Ann {n}</b> or {n}'])}</main>")
    assert len({page.leaf_kinds[node] for node in page.document.elements("p")}) == 1


def test_classes_that_both_stripes_have_inside_stay() -> None:
    body = "<b class={}>Ann {{n}}</b> or {{n}}".format
    inside = rows(["light", "dark"], [body("new"), body("new"), body("old"), body("old")])
    page = signed(f"<main>{inside}</main>")
    assert len({page.leaf_kinds[node] for node in page.document.elements("p")}) == 2


def test_classes_that_take_no_turns_stay() -> None:
    page = signed(f"<main>{rows(['hit', 'hit', 'ad', 'ad'], [PLAIN])}</main>")
    assert len({page.path_ids[node] for node in page.document.elements("p")}) == 2


def test_a_header_of_a_third_class_stays() -> None:
    page = signed(f"<main><p class=top><b>Name</b></p>{rows(['light', 'dark'], [PLAIN])}</main>")
    first, *others = page.document.elements("p")
    assert len({page.path_ids[node] for node in others}) == 1
    assert page.path_ids[first] != page.path_ids[others[0]]
