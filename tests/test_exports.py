"""The door of the package: what it names is there, sorted, documented and typed."""

import ast
import inspect
from pathlib import Path

import leadline

SOURCE = Path(leadline.__file__).read_text(encoding="utf-8")


def test_the_door_names_what_there_is() -> None:
    assert leadline.__all__ == sorted(set(leadline.__all__))
    assert sorted(name for name in dir(leadline) if not name.startswith("_")) == leadline.__all__
    for name in leadline.__all__:
        assert getattr(leadline, name) is not None


def test_what_is_loaded_late_is_known_to_type_checkers() -> None:
    (block,) = [node for node in ast.parse(SOURCE).body if isinstance(node, ast.If)]
    typed = {
        alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert typed == leadline._MODULES


def test_everything_behind_the_door_explains_itself() -> None:
    for name in leadline.__all__:
        assert inspect.getdoc(getattr(leadline, name)), name


def test_what_is_not_there_is_an_attribute_error() -> None:
    assert not hasattr(leadline, "fish")


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(leadline.__file__).parent / "py.typed").exists()
