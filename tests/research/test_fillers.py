"""Ways of filling forms: driven by hand, against a source in memory, and what all must keep to."""

from random import Random

import pytest

from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.forms.find import find_interfaces
from leadline.forms.submit.fill import plan_fill
from leadline.model import Assignment, QueryInterface
from leadline.page.dom import parse_html
from leadline.selection.forms.protocol import FormAnswer
from leadline_research.bench.forms.form_source import FormSource
from leadline_research.lin2016.assignments import TrialSetting, literal_slots
from leadline_research.lin2016.fillers import FILLERS
from tables import each_row

SHELVES = ("fiction", "science", "history", "art")
HTML = (
    "<form action=/s><p>Title <input name=t><p>Writer <input name=a><p>Shelf <select name=s>"
    f"<option value=''>any{''.join(f'<option>{shelf}' for shelf in SHELVES)}</select>"
    "<button>Search</button></form>"
)
BOXES = {"t": ("title", "words"), "a": ("author", "exact"), "s": ("shelf", "exact")}


def rows(count: int) -> list[dict[str, str]]:
    rng = Random(3)
    nouns = ("sea", "wind", "salt", "stone", "glass", "river", "night", "bread", "iron", "paper")
    return [
        {
            "title": f"the {rng.choice(nouns)} and the {rng.choice(nouns)} {n}",
            "author": f"Author {int(30 * rng.random() ** 2)}",
            "shelf": rng.choice(SHELVES),
        }
        for n in range(count)
    ]


def source(cap: int = 0) -> FormSource:
    return FormSource("b", rows(400), BOXES, page_size=20, cap=cap)  # type: ignore[arg-type]


def interface() -> QueryInterface:
    return find_interfaces(parse_html(HTML, "http://h.test/"))[0]


def setting(seed: int = 1) -> TrialSetting:
    form = interface()
    knowledge = DomainKnowledge(
        "books",
        [
            DomainAttribute("title"),
            DomainAttribute("author", ("writer",)),
            DomainAttribute("shelf"),
        ],
    )
    for number in (0, 3, 7):
        knowledge.add("author", f"Author {number}")
    knowledge.add("title", "the sea and the wind")
    return TrialSetting(
        knowledge,
        slots=lambda: plan_fill(form, knowledge).slots,
        literal_slots=lambda: literal_slots(form, knowledge),
        boxes=("t", "a"),
        rng=Random(seed),
        column_of=(("t", "title"), ("a", "author")),
    )


def walk(
    name: str, most: int = 150, cap: int = 0, seed: int = 1
) -> tuple[list[Assignment], set[str]]:
    """The assignments of a run and the records it took."""
    filler, db = FILLERS[name](setting(seed)), source(cap)
    asked: list[Assignment] = []
    held: set[str] = set()
    answer = None
    while len(asked) < most:
        try:
            asked.append(next(filler) if answer is None else filler.send(answer))
        except StopIteration:
            break
        answer = db.ask(asked[-1])
        held |= {record.key for record in answer.records}
    return asked, held


@pytest.mark.parametrize("cap", [0, 30])
@pytest.mark.parametrize("name", sorted(FILLERS))
def test_every_filler_repeats_itself_and_never_asks_twice(name: str, cap: int) -> None:
    asked, _ = walk(name, cap=cap)
    again, _ = walk(name, cap=cap)
    assert asked == again
    assert len({one.values for one in asked}) == len(asked)
    known = {control.name for control in interface().controls}
    for one in asked:
        assert one.values
        assert {box for box, _ in one.values} <= known
        assert 0.0 < one.confidence <= 1.0


@pytest.mark.parametrize("name", sorted(FILLERS))
def test_every_filler_ends_where_nothing_answers(name: str) -> None:
    filler = FILLERS[name](setting())
    count, answer = 0, None
    while count < 500:
        try:
            _ = next(filler) if answer is None else filler.send(answer)
        except StopIteration:
            break
        answer = FormAnswer(())
        count += 1
    assert 0 < count < 100


def test_dks_takes_the_table_shelf_by_shelf() -> None:
    """Four choices hold everything: nothing is asked twice over and no query fails."""
    asked, held = walk("dks", most=4)
    assert [one.values[0][0] for one in asked] == ["s"] * 4
    assert len(held) == 400


def test_a_cut_answer_is_split_by_a_second_control() -> None:
    asked, held = walk("dks", cap=30)
    pairs = [one for one in asked if len(one.values) == 2]
    assert pairs
    assert len(held) > 0.9 * 400
    _, zipf_held = walk("zipf", cap=30)
    assert len(held) > len(zipf_held)


def test_the_literal_reading_binds_every_control() -> None:
    """As the paper is written; values that never go together find nothing."""
    asked, _ = walk("dks-literal", most=20)
    assert all({box for box, _ in one.values} >= {"t", "a"} for one in asked)
    confidences = [one.confidence for one in asked]
    assert confidences == sorted(confidences, reverse=True)


def test_dks_learns_values_from_its_answers() -> None:
    given = setting()
    filler = FILLERS["dks"](given)
    answer = source().ask(next(filler))
    filler.send(answer)
    assert len(given.knowledge.instances("author")) > 3
    assert {one.confidence for one in given.knowledge.instances("author")} == {1.0}


def test_zipf_takes_the_word_shown_most() -> None:
    """Three sample authors hold "Author"; then every title of the answer says "the" twice."""
    filler = FILLERS["zipf-told"](setting())
    assert next(filler).values == (("a", "author"),)
    answer = source().ask(Assignment((("s", "art"),)))
    assert filler.send(answer).values == (("t", "the"),)


@each_row(__file__, "form_source", "how", "value", "found")
def test_form_source(how: str, value: str, found: int) -> None:
    db = FormSource("x", [{"t": "The sea and the wind"}], {"t": ("t", how)})  # type: ignore[dict-item]
    assert len(db.ask(Assignment((("t", value),))).records) == found


def test_form_source_holds_several_values_and_ands_controls() -> None:
    table = [{"a": "Ann|Bob", "y": "1999"}, {"a": "Bob", "y": "2000"}]
    db = FormSource("x", table, {"a": ("a", "exact"), "y": ("y", "exact")}, page_size=1, cap=1)
    both = db.ask(Assignment((("a", "bob"),)))
    assert (len(both.records), both.interactions, both.complete) == (1, 1, False)
    assert [r.key for r in db.ask(Assignment((("a", "bob"), ("y", "2000")))).records] == ["1"]
    assert both.rows() == [[("a", "Ann"), ("a", "Bob"), ("y", "1999")]]
    assert both.rows(but={"0"}) == []
