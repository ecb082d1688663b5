# Holds: check words from outside
"""What a letter finds is checked by other words (sites: ``tests/sites/frames``)."""

from dataclasses import replace

from in_memory import HOST

from leadline.crawl.acquire.checks import check_words
from leadline.crawl.acquisition import Acquisition
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.model import Field, Request
from leadline.wrapper.data.call import Call
from leadline.wrapper.packed.row_block import RowBlock
from leadline.wrapper.reading import RecordRow


def checks(state: Acquisition, claimed: str = "") -> list[str]:
    """The words to check with."""
    crawl = check_words(state, claimed)
    try:
        while True:
            next(crawl)
    except StopIteration as end:
        return list(end.value)


def test_what_a_letter_finds_is_not_proven_whole_by_words_that_hold_it() -> None:
    state = Acquisition(SourceState(CrawlTask("register", HOST)))
    titles = ["Glass vase", "Glass lamp", "Tin lamp", "Tin box", "Oak chair", "Oak box", "Elm bowl"]
    rows = [RecordRow(str(n), (), title) for n, title in enumerate(titles)]
    state.source.texts_by_key.add(RowBlock.pack(rows), [row.key for row in rows])
    assert set(checks(state, "a")) == {"tin", "box", "elm", "bowl"}
    assert {"glass", "lamp", "oak"} < set(checks(state))


def test_words_to_check_with_stand_in_the_columns_in_which_words_are_looked_up() -> None:
    source = SourceState(CrawlTask("register", HOST))
    source.become(replace(source.form, call=Call(Request("GET", HOST), searched=("name",))))
    kinds = ("brewery", "museum")
    rows = [
        RecordRow(str(n), (Field("name", name), Field("kind", kinds[n % 2])), name)
        for n, name in enumerate(["Glass lamp", "Tin lamp", "Tin box", "Oak chair", "Oak box"])
    ]
    source.texts_by_key.add(RowBlock.pack(rows), [row.key for row in rows])
    words = set(checks(Acquisition(source)))
    assert {"lamp", "tin", "box"} <= words
    assert words.isdisjoint(kinds)
