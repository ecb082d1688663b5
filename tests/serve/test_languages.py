"""Sentences of the program in the language of the interface: what asking says is translated."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from leadline.crawl.entry.left_forms import FORM_NAMES, why_no_form
from leadline.page.dom import parse_html
from leadline.serve.languages import PLACE, Messages

SRC = Path(__file__).resolve().parents[2] / "src" / "leadline"
SAYING = {"ValueError", "UnknownName", "obstacle", "end", "stop", "break_off", "watch", "_failed"}
SAYING |= {"BudgetSpent", "note", "Outcome", "Blocked"}
"""Functions and errors whose texts a page shows."""
ROOMS = ("ask", "app/asking", "app/integration/merge.py", "crawl", "serve")
NEVER_SHOWN = re.compile(
    r"is no leadline project|there is no file|the search shows|no job of kind|can be reached by"
    r"|a token has|is no folder|is chosen yet|is learned yet|no page of|^7 names 7|as NAME=VALUE"
    r"|^(7)?[;:] (7)?$"
)
"""Sentences for the terminal, for who starts the server or misuses a function; joined parts."""


def said(tree: ast.AST) -> set[str]:
    """Texts that a module hands to such a function, or calls a reason or a fault; places as 7."""
    shown = set()
    for node in ast.walk(tree):
        values: list[ast.expr] = []
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            values = [*node.args] if name in SAYING else []
            values += [k.value for k in node.keywords if k.arg in ("fault", "obstacle")]
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "reason":
            values = [node.value]
        for value in values:
            for text in ast.walk(value) if isinstance(value, ast.IfExp) else (value,):
                if isinstance(text, ast.JoinedStr):
                    parts = (
                        each.value if isinstance(each, ast.Constant) else "7"
                        for each in text.values
                    )
                    shown.add("".join(map(str, parts)))
                elif isinstance(text, ast.Constant) and " " in str(text.value):
                    shown.add(str(text.value))
    return shown


@pytest.mark.parametrize("room", ROOMS)
def test_what_the_program_says_is_said_in_chinese(room: str) -> None:
    files = [SRC / room] if room.endswith(".py") else sorted((SRC / room).rglob("*.py"))
    sentences = {text for file in files for text in said(ast.parse(file.read_text("utf-8")))}
    translate = Messages("zh").sentence
    missing = {each for each in sentences if not translate(each) and not NEVER_SHOWN.search(each)}
    assert not missing
    assert sentences


def test_forms_that_were_left_alone_are_named_in_chinese() -> None:
    fields = "Name <input name=n> Mail <input name=m> Telephone <input name=p>"
    contact = f"<form method=post>{fields} Message <textarea name=t></textarea><button>Send"
    told = why_no_form(parse_html(f"{contact}</button></form>", "http://h.test/"))
    assert told == "the page has no search form, only: a contact form"
    named = (*FORM_NAMES.values(), "a filter form")
    for shown in (told, f"the page has no search form, only: {', '.join(named)}"):
        assert not re.search("[a-z]", Messages("zh").sentence(shown))
    for name in named:
        left = f"it finds nothing; a form with 7 was taken for {name} and left alone"
        assert not re.search("[a-z]", Messages("zh").sentence(left))


def test_each_translated_sentence_is_still_said_by_the_program() -> None:
    source = "\n".join(file.read_text("utf-8") for file in SRC.rglob("*.py"))
    source = re.sub(r"\"\s*\n\s*f?\"", "", source)
    file = SRC / "serve" / "messages" / "sentences.zh.toml"
    for sentence, told in tomllib.loads(file.read_text("utf-8")).items():
        longest = max(PLACE.split(sentence)[::2], key=len)
        assert longest in source, sentence
        assert set(PLACE.findall(told)) <= set(PLACE.findall(sentence)), sentence
        assert Messages("zh").sentence(PLACE.sub("7", sentence)), sentence


def test_a_sentence_that_nobody_translated_is_marked_as_english() -> None:
    assert Messages("zh").sentence("a new sentence of tomorrow") == ""
    assert Messages("zh").sentence("x" * 5_000) == ""
    assert Messages("en").sentence("as it is") == "as it is"
