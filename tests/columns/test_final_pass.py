"""Columns divided anew over all records of a source."""

from leadline.columns.templates.final_pass import learn_final_segmentation, parts_made_before
from leadline.model import Field
from leadline.values.lists import join_values


def ticket(n: int) -> tuple[Field, ...]:
    state = "closed: fixed" if n % 4 else "new"
    head = f"#{n}: {('bug', 'task')[n % 2]}: {'abcdefgh'[n % 8]} fails in {'xyz'[n % 3]} ({state})"
    return (Field("head", head), Field("head_url", f"http://h.test/{n}", "link"))


def page(n: int) -> tuple[Field, ...]:
    return (Field("head", f"Page{n}: = How to {'abcdefgh'[n % 8]}"), Field("old", "cut"))


TICKETS, PAGES = [ticket(n) for n in range(1, 61)], [page(n) for n in range(1, 31)]


def test_each_type_has_its_own_division() -> None:
    finished = learn_final_segmentation({"ticket": TICKETS, "page": PAGES}, parts=["old"])
    values = [(one.column, one.value) for one in finished.fields("ticket", TICKETS[4])]
    assert values == [
        ("head", "#5: task: f fails in z (closed: fixed)"),
        ("head_2", "5"),
        ("head_3", "task"),
        ("head_4", "f fails in z"),
        ("head_5", "closed: fixed"),
        ("head_6", "closed"),
        ("head_7", "fixed"),
        ("head_url", "http://h.test/5"),
    ]
    new = {one.column: one.value for one in finished.fields("ticket", TICKETS[3])}
    assert (new["head_5"], new["head_6"], "head_7" in new) == ("new", "new", False)
    whole = [one for one in finished.fields("page", PAGES[0]) if one.column == "head"]
    assert whole == [PAGES[0][0]]


def test_what_was_divided_before_makes_way_and_again_gives_the_same() -> None:
    finished = learn_final_segmentation({"ticket": TICKETS, "page": PAGES}, parts=["old"])
    assert all(one.column != "old" for one in finished.fields("page", PAGES[0]))
    done = [finished.fields("ticket", one) for one in TICKETS]
    again = learn_final_segmentation({"ticket": done}, parts=finished.parts)
    assert [again.fields("ticket", one) for one in done] == done


def test_nothing_to_divide() -> None:
    finished = learn_final_segmentation(
        {"": [(Field("name", f"Ann {n}"),) for n in "abcdefgh"]}, parts=()
    )
    assert not finished.parts
    assert not learn_final_segmentation({}, parts=()).parts


def test_a_list_is_not_divided_into_its_first_and_the_others() -> None:
    casts = [join_values(f"{'ABCDE'[(n + k) % 5]}. Smith" for k in range(n % 4)) for n in range(60)]
    finished = learn_final_segmentation(
        {"": [(Field("cast", cast),) for cast in casts if cast]}, parts=()
    )
    assert not finished.parts
    pairs = [f"{'abcdef'[n % 6]} {n} | {1900 + n}" for n in range(60)]  # two in each: its own sign
    assert learn_final_segmentation(
        {"": [(Field("said", pair),) for pair in pairs]}, parts=()
    ).parts
    lists = [(Field("said", join_values(pair.split(" | "))),) for pair in pairs]
    finished = learn_final_segmentation({"": lists}, parts=())
    fields = [(one.column, one.value) for one in finished.fields("", lists[1])]
    assert fields[0] == ("said", join_values(["b 1", "1901"]))
    assert "1901" in [value for _, value in fields[1:]]


NAMES = ("Ann", "Bo", "Cy")


def test_names_do_not_depend_on_the_order_of_records() -> None:
    """One answer shows records without a head first, another one with it."""

    def book(n: int) -> tuple[Field, ...]:
        made = Field("made", f"{NAMES[n % 3]} ({1900 + n}): {n} pages")
        return (Field("head", f"Book {chr(65 + n % 26)}{n} ({1800 + n})"), made)

    rows = [book(n) for n in range(40)] + [book(n)[1:] for n in range(40, 60)]
    names = [
        [one.column for one in learn_final_segmentation({"": some}, parts=()).fields("", book(3))]
        for some in (rows, rows[::-1])
    ]
    assert names[0] == names[1]
    assert {"year", "year_2"} < set(names[0])


def test_parts_that_nothing_tells_any_more_are_known_by_their_values_and_keep_their_names() -> None:
    def record(n: int) -> tuple[Field, ...]:
        number = f"R{1000 + 7 * n}"
        link = Field("Title_url", f"http://a.example/r/{number}", "link")
        title = Field("Title", f"{('harbour', 'copper', 'meadow')[n % 3]} boats", "text")
        own = Field("Title_3", number if n % 5 else "x", "text")
        return title, link, own, *([Field("Title_id", number, "text")] if n % 2 else [])

    rows = {"": [record(n) for n in range(40)]}
    twice = learn_final_segmentation(rows, parts=())
    assert twice.origins == {"Title_id_2": "Title_url"}
    found = parts_made_before(rows, parts=())
    assert found == {"Title_id"}
    once = learn_final_segmentation(rows, parts=found, named=found)
    assert once.origins == {"Title_id": "Title_url"}
