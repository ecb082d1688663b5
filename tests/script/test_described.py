"""An API that a description in YAML tells of, whose list wants a word."""

from pathlib import Path

import pytest

from leadline import harvest
from leadline.page.data.yaml_data import read_yaml
from leadline.script.indexes.openapi import word_operations
from leadline_zoo.scripted.sources import serving
from tables import each_row


@pytest.mark.parametrize("entry", ["", "api.yaml"])
def test_a_list_that_wants_a_word_is_asked_words(
    entry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")  # and needs no browser
    with serving("described") as source:
        taken = harvest(source.url + entry, project=tmp_path / "p")
    (outcome,) = taken.outcomes.values()
    shown = {field.value for record in taken.records() for field in record.fields}
    assert {str(row["title"]) for row in source.rows} <= shown
    assert len(list(taken.records())) == len(source.rows)
    assert outcome.state == "exhausted"


def test_a_name_for_a_name_makes_no_endless_description() -> None:
    names = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    assert read_yaml(b"openapi: 3.0.0\nx: 1\n") == {"openapi": "3.0.0", "x": 1}
    assert read_yaml(f"openapi: 3.0.0\na0: &a0 [x]\n{names}".encode()) is None
    assert read_yaml(b"openapi: 3.0.0\n  odd: [") is None


@each_row(__file__, "only_a_word_may_be_wanted", "name", "required", "words")
def test_only_a_word_may_be_wanted(name: str, required: bool, words: int) -> None:
    operation = {"parameters": [{"name": name, "in": "query", "required": required}]}
    plain = {"openapi": "3.1.0", "paths": {"/books": {"get": operation}}}
    assert len(word_operations(plain, "http://h.test/openapi.json")) == words
