"""The budgets of the house: functions, classes, names and sentences a stranger can live with."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

SRC: Final = Path(__file__).resolve().parents[1] / "src"
PRODUCT: Final = SRC / "leadline"
MAX_FUNCTION_LINES: Final = 50
MAX_CLASS_LINES: Final = 300
MAX_PARAMETERS: Final = 8
MAX_FORMATTER_EXCEPTIONS: Final = 20
MAX_CLASS_NAME_CLASHES: Final = 1
MAX_MODULES_PER_CONSTANT: Final = 2
NAMES_OF_SEAMS: Final = {"CRAWL_PARTS", "EXPORTERS", "INDEXES", "PROTOCOLS", "SERVICES", "WAYS"} | {
    *("ROUTERS", "TARGETS")
}
"""What each module of a folder of parts has under one name (``leadline.seams``)."""
MAX_SUMMARY_CHARACTERS: Final = 100
MAX_FILES_WITH_WORDS: Final = 2
"""The demo names its two sites; a sign of a value's shape is no word."""
LETTER_OF_WORDS: Final = re.compile("[\u0400-\u052f\u3400-\u9fff]")
"""Cyrillic and Han letters: a list of words in many languages has some."""
MAX_GENERATORS: Final = 77
MAX_MUTABLE_CRAWL_FIELDS: Final = 45
ASKED_ROOMS: Final = {"app", "browser", "cli", "fetch", "page", "serve"}
"""Rooms whose addresses are a person's, or were asked for already."""
STATE_OF_A_CRAWL: Final = ("leadline/crawl/state/", "leadline/crawl/acquisition.py")
WINGS_OF_THE_CRAWL: Final = tuple(
    f"leadline/crawl/{name}" for name in ("script/", "restrict", "official/")
)
LONG_LOOPS: Final = {"leadline/page/dom.py _flatten"}
"""Functions that are long because a call in the hottest loop costs more than its lines."""
COMMANDS: Final = {"leadline/cli/app.py", "leadline/cli/asking/__init__.py"}
"""Files whose functions have a parameter for every option of a command."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the three packages, by its path below ``src``."""
    return {
        path.relative_to(SRC).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(SRC.rglob("*.py"))
    }


def product() -> Iterator[tuple[str, ast.Module]]:
    return ((path, tree) for path, tree in modules().items() if path.startswith("leadline/"))


Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """All nodes of a module; several tests look at them."""
    return tuple(ast.walk(tree))


def functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in nodes(tree) if isinstance(node, Function))


def body_lines(node: Function | ast.ClassDef) -> int:
    """Lines of a body without its docstring."""
    body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1


def own_nodes(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function, without those of functions inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(node))


def test_functions_and_classes_fit_on_a_screen() -> None:
    long = [
        f"{path} {node.name}"
        for path, tree in modules().items()
        for node in nodes(tree)
        if (isinstance(node, Function) and body_lines(node) > MAX_FUNCTION_LINES)
        or (isinstance(node, ast.ClassDef) and body_lines(node) > MAX_CLASS_LINES)
    ]
    assert set(long) == LONG_LOOPS


def test_functions_take_few_parameters() -> None:
    def count(node: Function) -> int:
        return len([*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs])

    wide = [
        f"{path}:{node.lineno} {node.name}"
        for path, tree in product()
        for node in functions(tree)
        if path not in COMMANDS and count(node) > MAX_PARAMETERS + (node.args.args[:1] != [])
    ]
    assert len(wide) <= 8, wide


def test_a_class_name_means_one_thing() -> None:
    places = defaultdict(list)
    for path, tree in modules().items():
        for node in nodes(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path)
    clashes = {name: found for name, found in places.items() if len(found) > 1}
    assert len(clashes) <= MAX_CLASS_NAME_CLASHES, clashes


def test_a_constant_name_means_one_thing() -> None:
    places = defaultdict(set)
    for path, tree in product():
        for node in tree.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name)) if node.value and name.isupper():
                    places[name].add(path)
    shared = {
        name: sorted(paths)
        for name, paths in places.items()
        if len(paths) > MAX_MODULES_PER_CONSTANT and name not in NAMES_OF_SEAMS
    }
    assert shared == {}


def test_the_formatter_is_obeyed() -> None:
    exceptions = sum(path.read_text("utf-8").count("fmt: skip") for path in SRC.rglob("*.py"))
    assert exceptions <= MAX_FORMATTER_EXCEPTIONS


def test_docstrings_begin_with_a_sentence_of_their_own() -> None:
    wrong = []
    for path, tree in modules().items():
        for node in nodes(tree):
            if isinstance(node, Function | ast.ClassDef | ast.Module) and (
                text := ast.get_docstring(node)
            ):
                summary = text.splitlines()[0]
                if summary.startswith("The same") or len(summary) > MAX_SUMMARY_CHARACTERS:
                    wrong.append((path, summary))
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                constant = node.value.value
                if isinstance(constant, str) and re.match(
                    r"So (many|large|few)|The same\b", constant
                ):
                    wrong.append((path, constant))
    assert wrong == []


def test_words_of_languages_stand_in_lexicons() -> None:
    """Who adds a language edits data files. Code points written as escapes are no words."""
    with_words = {path for path, tree in product() if any(_written_words(path, tree))}
    assert len(with_words) <= MAX_FILES_WITH_WORDS, with_words


def _written_words(path: str, tree: ast.Module) -> Iterator[str]:
    """Yield literals with Cyrillic or Han letters, docstrings aside."""
    docstrings = {node.value for node in nodes(tree) if isinstance(node, ast.Expr)}
    for node in nodes(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and LETTER_OF_WORDS.search(node.value)
            and node not in docstrings
        ):
            source = (SRC / path).read_text(encoding="utf-8")
            written = ast.get_source_segment(source, node) or ""
            if LETTER_OF_WORDS.search(written):
                yield written


def test_only_what_waits_for_an_answer_is_a_generator() -> None:
    apart = ("script/", "restrict", "official/", "details/", "ways/", "parts/")  # parts of seams
    crawl = {
        path.removeprefix("leadline/crawl/"): tree
        for path, tree in product()
        if path.startswith("leadline/crawl/")
    }
    generators = [
        f"{path}:{function.name}"
        for path, tree in crawl.items()
        if not path.startswith(apart)
        for function in functions(tree)
        if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(function))
    ]
    assert len(generators) <= MAX_GENERATORS


def test_addresses_of_pages_are_split_where_a_fault_is_caught() -> None:
    """`split_address` never raises; ``urlsplit`` and ``urljoin`` do, at what a page may say."""
    bare = []
    for path, tree in product():
        if path.split("/")[1] in ASKED_ROOMS:
            continue
        caught = [
            range(node.lineno, (node.end_lineno or 0) + 1)
            for node in nodes(tree)
            if isinstance(node, ast.Try | ast.With) and "ValueError" in ast.unparse(node)
        ]
        bare += [
            f"{path}:{node.lineno}"
            for node in nodes(tree)
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("urlsplit", "urljoin")
            if not any(node.lineno in lines for lines in caught)
        ]
    assert bare == []


def test_the_crawl_keeps_little_mutable_state() -> None:
    fields = []
    for path, tree in product():
        if not path.startswith(STATE_OF_A_CRAWL):
            continue
        for node in nodes(tree):
            if isinstance(node, ast.ClassDef) and _is_mutable_dataclass(node):
                fields += [
                    f"{node.name}.{ast.unparse(one.target)}"
                    for one in node.body
                    if isinstance(one, ast.AnnAssign)
                ]
    assert len(fields) <= MAX_MUTABLE_CRAWL_FIELDS, fields


def _is_mutable_dataclass(node: ast.ClassDef) -> bool:
    decorators = [ast.unparse(one) for one in node.decorator_list]
    return any("dataclass" in one and "frozen=True" not in one for one in decorators)


def test_one_module_writes_the_state_of_a_source() -> None:
    fields = _fields_of("leadline/crawl/state/source.py", "SourceState")
    assert "texts_by_key" in fields
    changing = {"add", "append", "clear", "pop", "remove", "setdefault", "update"}
    writers = set()
    for path, tree in product():
        if not path.startswith("leadline/crawl/") or path == "leadline/crawl/state/source.py":
            continue
        for node in nodes(tree):
            match node:
                case ast.Attribute(value=owner, attr=name, ctx=ast.Store() | ast.Del()):
                    written = name in fields and ast.unparse(owner).endswith("source")
                case ast.Call(func=ast.Attribute(value=ast.Attribute() as field, attr=name)):
                    owner = ast.unparse(field.value)
                    written = name in changing and field.attr in fields and owner.endswith("source")
                case _:
                    written = False
            if written:
                writers.add(path)
    assert writers == set()


def _fields_of(path: str, name: str) -> set[str]:
    """Names of the fields of a dataclass."""
    (found,) = [
        node
        for node in nodes(modules()[path])
        if isinstance(node, ast.ClassDef) and node.name == name
    ]
    return {ast.unparse(one.target) for one in found.body if isinstance(one, ast.AnnAssign)}
