"""The documents agree with the code: the commands, options, names and paths they tell of exist."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest
import typer.main

import leadline
from leadline.cli.app import app
from leadline_research.bench.catalog import BENCHES
from reference import with_tables

ROOT = Path(__file__).resolve().parents[1]
CODE = ROOT / "src" / "leadline"
REFERENCE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
NAMED = re.compile(r"`([\w/]+\.py): (\w+)`")
FILES = re.compile(r"`(?!src/|tests/|docs/)([\w/]+\.(?:py|tsv))[`:]")
PATHS = re.compile(r"`((?:src|tests|docs)/[\w./-]+)`")
LINKS = re.compile(r"\]\((?!https?:|#)([^)#]+)\)")


def section(name: str) -> str:
    """The part of the reference under one heading."""
    found = re.search(rf"^## {re.escape(name)}\n(.*?)(?=^## |\Z)", REFERENCE, re.M | re.S)
    assert found, f"docs/reference.md has no section '## {name}'"
    return found[1]


def code(path: str) -> Path:
    """A file that a document names: below src/leadline, below src, or below the root."""
    return next((at / path for at in (CODE, CODE.parent) if (at / path).exists()), ROOT / path)


def names_in(path: Path) -> set[str]:
    """What a module defines at its top."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_and_option_is_in_the_reference(name: str) -> None:
    text = section(f"leadline {name}")
    options = [option for parameter in COMMANDS[name].params for option in parameter.opts]
    switched_off = [o for p in COMMANDS[name].params for o in p.secondary_opts]
    for option in options:
        if option.startswith("--") and option != "--help":
            off = [other for other in switched_off if other.endswith(option.strip("-"))]
            assert option in text or any(other in text for other in off), option


def test_the_reference_names_no_command_that_is_gone() -> None:
    named = re.findall(r"^## leadline ([\w-]+)$", REFERENCE, re.M)
    assert sorted(named) == sorted(COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_reference_names_no_option_that_is_gone(name: str) -> None:
    known = {o for p in COMMANDS[name].params for o in (*p.opts, *p.secondary_opts)} | {"--help"}
    spoken = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", section(f"leadline {name}")))
    assert spoken - known == set()


def test_the_tables_of_options_are_those_of_the_command_line() -> None:
    """If this fails: ./run python tools/reference.py --write."""
    assert with_tables(REFERENCE, COMMANDS) == REFERENCE


def test_the_door_is_sorted_and_true() -> None:
    assert leadline.__all__ == sorted(leadline.__all__)
    for name in leadline.__all__:
        assert getattr(leadline, name).__name__ == name
        assert f"`{name}`" in section("In Python")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_names_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for path, name in NAMED.findall(text):
        assert name in names_in(code(path)), f"{path}: {name}"
    for path in FILES.findall(text):
        assert code(path).exists(), path
    for path in PATHS.findall(text):
        assert (ROOT / path).exists(), path
    for link in LINKS.findall(text):
        assert (document.parent / link).exists(), link


def test_the_papers_name_code_in_every_row() -> None:
    text = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
    assert len(NAMED.findall(text)) >= 20
    for bench in set(re.findall(r"`bench ([\w-]+)`", text)):
        assert bench in BENCHES


def test_types_of_the_glossary_are_values_of_the_model() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    model = names_in(CODE / "model.py") | names_in(CODE / "crawl" / "events.py")
    types = set(re.findall(r"`([A-Z]\w+)`", text))
    assert types
    assert types <= model


@pytest.mark.parametrize("name", sorted(BENCHES))
def test_every_bench_can_be_run(name: str) -> None:
    assert callable(import_module(BENCHES[name].module).run)


def test_the_change_log_knows_this_version() -> None:
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {leadline.__version__}" in log
