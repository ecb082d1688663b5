# Holds: parts of addresses
"""Values inside addresses: which parts become columns, and what they are called."""

from leadline.columns.templates.final_pass import learn_final_segmentation
from leadline.columns.url_parts import is_address, learn_parts, parts_of
from leadline.model import Field
from leadline.values.lists import join_values
from tables import each_row

_WORDS = "river storm garden engine harbour winter letter bridge market signal"
WORDS = _WORDS.split()


@each_row(__file__, "PARTS", "reason", "address", "parts", sequence=list)
def test_parts_that_tell_records_apart(reason: str, address: str, parts: list[str]) -> None:
    addresses = [address.format(n=1000 + 7 * n, word=WORDS[n % 10]) for n in range(30)]
    assert list(learn_parts(addresses, [{} for _ in addresses])) == parts, reason


def test_what_another_column_says_is_no_part() -> None:
    addresses = [f"http://h.test/wiki/{word}_Bridge?oldid={n}" for n, word in enumerate(WORDS)]
    rows = [{"title": f"{word.upper()} bridge"} for word in WORDS]
    assert list(learn_parts(addresses, rows)) == ["?oldid"]
    assert list(learn_parts(addresses, [{} for _ in rows])) == ["name", "?oldid"]


def test_addresses_are_bytes_of_any_kind() -> None:
    assert parts_of("http://[::1/a") == {}
    assert parts_of("http://h.test/%CE%C4/Gda%C5%84sk")["name"] == "Gdańsk"
    assert parts_of("http://h.test/?id=%FF")["?id"]
    assert parts_of("") == parts_of("http://h.test/") == {}
    assert [is_address(text) for text in ("/ 5", "see /a/b", "/a/b.html")] == [False, False, True]


def book(n: int) -> tuple[Field, ...]:
    return (
        Field("Title", f"{WORDS[n % 10]} {WORDS[n // 10]}"),
        Field("Title_url", f"http://h.test/b/{WORDS[n % 10]}-{100 + n}?from=list", "link"),
        Field("text_1_url", f"http://h.test/by/{n % 7}", "link"),
    )


def test_columns_of_a_finished_source() -> None:
    books = [book(n) for n in range(60)]
    finished = learn_final_segmentation({"": books}, parts=())
    values = {one.column: one.value for one in finished.fields("", books[12])}
    assert values["Title_name"] == "garden-112"
    assert values["Title_id"] == "112"
    assert values["id"] == "5"
    assert finished.origins == {
        "Title_name": "Title_url",
        "Title_id": "Title_url",
        "id": "text_1_url",
    }
    done = [finished.fields("", one) for one in books]
    again = learn_final_segmentation({"": done}, parts=finished.parts)
    assert [again.fields("", one) for one in done] == done


def test_lists_of_addresses_have_no_parts() -> None:
    tags = [join_values(f"http://h.test/t/{n + k}" for k in range(n % 4 + 1)) for n in range(60)]
    rows = [(Field("tags_url", value, "link"),) for value in tags]
    assert not learn_final_segmentation({"": rows}, parts=()).parts
