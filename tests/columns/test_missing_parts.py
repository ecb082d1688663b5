# Holds: missing parts of texts
"""Texts that lack a part: which one, and that lists are no such texts."""

from leadline.columns.templates.parts.missing_parts import templates_with_gaps
from leadline.columns.templates.template import compile_template, parts_in

ARTISTS = ("Ann Lee", "Bo Poe", "Cy Sand", "Di Kim")
MEDIA = ("oil on card", "ink on paper", "bronze")


def work(n: int, lacks: str = "") -> str:
    parts = {
        "artist": ARTISTS[n % 4],
        "date": f"c. {1800 + n}",
        "medium": MEDIA[n % 3],
        "size": f"support: {20 + n} x {90 - n} mm",
        "gift": f"Given by the heirs of number {n}, with thanks",
    }
    return "; ".join(text for name, text in parts.items() if name not in lacks.split())


WORKS = [work(n) for n in range(60)]


def read(templates: list[str], text: str) -> dict[int, str | None]:
    for template in templates:
        if (said := compile_template(template)(text)) is not None:
            return dict(zip((part.number for part in parts_in(template)), said, strict=True))
    return {}


def test_which_part_is_missing_is_told_by_what_stands_elsewhere() -> None:
    templates = templates_with_gaps(
        WORKS + [work(n, "medium") for n in range(9)] + [work(n, "size") for n in range(9)]
    )
    assert read(templates, work(7)) == dict(enumerate(work(7).split("; ")))
    artist, date, size, gift = work(8, "medium").split("; ")
    assert read(templates, work(8, "medium")) == {0: artist, 1: date, 3: size, 4: gift}
    artist, date, medium, gift = work(8, "size").split("; ")
    assert read(templates, work(8, "size")) == {0: artist, 1: date, 2: medium, 4: gift}
    artist, date, gift = work(8, "medium size").split("; ")
    assert read(templates, work(8, "medium size")) == {0: artist, 1: date, 4: gift}


def test_a_first_part_may_be_missing() -> None:
    templates = templates_with_gaps(WORKS + [work(n, "artist") for n in range(40)])
    date, medium, size, gift = work(50, "artist").split("; ")
    assert read(templates, work(50, "artist")) == {1: date, 2: medium, 3: size, 4: gift}


def test_texts_without_a_gap_need_none() -> None:
    assert templates_with_gaps(WORKS) == []


def test_lists_are_no_texts_with_gaps() -> None:
    words = [*ARTISTS, *MEDIA, "river", "storm"]
    lists = ["; ".join(words[: 2 + n % 5]) for n in range(60)]
    assert templates_with_gaps(lists) == []
    sizes = ["; ".join(f"{n + k} cm" for k in range(2 + n % 4)) for n in range(60)]
    assert templates_with_gaps(sizes) == []


def test_fronts_that_were_cut_tell_nothing() -> None:
    cut = [f"...{work(n)[9:]}" for n in range(20)]
    gaps = [work(n, "medium") for n in range(9)]
    assert templates_with_gaps(WORKS + gaps + cut) == templates_with_gaps(WORKS + gaps)
