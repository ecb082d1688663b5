"""The documents agree with the code: the commands, options, names and paths they tell of exist."""

import ast
import re
from datetime import date
from importlib import import_module
from itertools import takewhile
from pathlib import Path

import pytest
import typer.main

import leadline
from figures_table import BLOCK, HISTORY, PAGE, read_rows
from figures_table import with_tables as with_figures
from leadline.cli.app import app
from leadline_research.bench.catalog import BENCHES
from reference import with_tables

ROOT = Path(__file__).resolve().parents[1]
CODE = ROOT / "src" / "leadline"
REFERENCE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
NAMED = re.compile(r"`([\w/]+\.py): (\w+)`")
FILES = re.compile(r"`(?!src/|tests/|docs/|bench/)([\w/]+\.(?:py|tsv))[`:]")
COMMAND = re.compile(r"(?:^(?: {4}|\\$ )|`)leadline ([a-z][^\n`]*)", re.M)
"""A command in an indented or fenced block, or in a line."""
GENERAL = {"-v", "-vv", "--log-json", "--help", "--version"}
PATHS = re.compile(r"`((?:src|tests|docs|bench)/[\w./-]+)`")
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
        assert f"`{name}`" in FORMATS


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


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_commands_of_a_document_can_be_typed(document: Path) -> None:
    """After ``leadline`` stands a command, and each option behind it is one of its own."""
    text = document.read_text(encoding="utf-8").replace("\\\n", " ")
    for command in COMMAND.findall(text):
        words = re.sub(r"\"[^\"]*\"|'[^']*'", "X", command).split()
        words = list(takewhile(lambda word: word not in {"#", "|", ">", "2>", "2>&1", "&"}, words))
        first = next((word.strip(";") for word in words if not word.startswith("-")), "")
        assert first in COMMANDS, command
        known = {o for p in COMMANDS[first].params for o in (*p.opts, *p.secondary_opts)}
        options = set(re.findall(r"(?<!\S)(-[a-z]|--[a-z][a-z-]*)(?![\w.-])", " ".join(words)))
        assert options - known <= GENERAL, command


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


def test_the_tables_of_how_good_it_is_are_drawn_from_rows() -> None:
    """If this fails: ./run python tools/figures_table.py --write."""
    text = PAGE.read_text("utf-8")
    assert with_figures(text) == text
    assert len(BLOCK.findall(text)) == text.count("<!-- figures: ")


@pytest.mark.parametrize("path", sorted(HISTORY.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_measurement_is_a_row(path: Path) -> None:
    for row in read_rows(path):
        assert date.fromisoformat(row["date"])
        assert row["subject"], "what was measured"
        assert row["figures"], "what was seen"
        assert row["command"], "how it was measured"
        assert isinstance(row["unseen"], bool)
        assert len(re.findall(r"[.!?](?:\s|$)", row["note"])) <= 1, "a note is one sentence"


def most_words(path: Path) -> int:
    """How many words a page may have: a stranger reads it whole."""
    if path.parent.name == "decisions":
        return 900
    return 7_500 if path.name == "reference.md" else 2_500


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_can_be_read_whole(document: Path) -> None:
    if document.name != "CHANGELOG.md":
        assert len(document.read_text(encoding="utf-8").split()) <= most_words(document)


def test_the_documents_can_be_read_in_a_day() -> None:
    pages = [path for path in DOCUMENTS if path.name != "CHANGELOG.md"]
    assert sum(len(path.read_text(encoding="utf-8").split()) for path in pages) <= 60_000
    assert len([path for path in pages if path.parent.name == "decisions"]) <= 16


@pytest.mark.parametrize("name", sorted(BENCHES))
def test_every_bench_can_be_run(name: str) -> None:
    assert callable(import_module(BENCHES[name].module).run)


def test_the_change_log_knows_this_version() -> None:
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {leadline.__version__}" in log
