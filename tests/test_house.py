"""The budgets of the house: sizes, names and sentences that a stranger can live with."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

SRC: Final = Path(__file__).resolve().parents[1] / "src"
PRODUCT: Final = SRC / "leadline"
MAX_LINES: Final = {
    "discover": 3_681,  # the options of its command stand with it; its own logistic regression (50)
    "integrate": 6_521,  # one title; amounts (70), lists (82): decisions/integration.md
    "refresh": 1_788,  # sources without lists, from their start; values from where they part
    "restriction": 629,  # and parts of data: parameters of a call, fields of records
    "tables": 662,  # the archive of a call or a part read again, by its own answers
    "pipelines": 310,
    "ask": 4_296,  # columns by values, merging ahead; crawl/acquire/ask_word.py counts here
    # and words in parts (20): claims.md; ways to records, tables of text (116): unseen-traits.md
    "script": 6_910,  # pages that move by themselves (33), closed groups (46), menus, words (38);
    # pages whose scripts come slowly (8), graphs whose pages are asked for by one value (8),
    # tables, texts, packed files (55), the time of the budget (6), asks of a page that opens,
    # clocks, folded titles and longer reading (22), cursors beside numbers, sections, Enter
    # that leads away (29): decisions/script-sites.md
    "serve": 2_420,  # and parts
    "assist": 287,
    "line": 1_263,
    "inspect": 974,  # broken repositories, lists behind a home page (3): decisions/people.md
    "cluster": 1_593,  # Ray: actors without pandas, leases, copies; threads, share of a core
    "details": 2_306,  # and what changes by itself: decisions/details.md
    "large": 1_375,  # pairs, words of the site (3): claims.md; old choices: resume-by-replay.md
    "": 44_017,  # what stands beside a walk (120): claims.md;
    # lists behind a home page, row heads (59), early walks (28): claims.md; a sample;
    # words before everything, idle numbers (9): claims.md;
    # sessions lost at once (20), what short answers withhold (22): claims.md;
    # values served, 404 for nothing, other languages (27), subjects of texts (38):
    # untuned-applications.md; frames (3);
    # modes that heed no word, whole answers (5): people.md; counts of many (9): mining.md;
    # groups of rows (127), days, letters, tokens (240), forms that want more than words (479),
    # first steps, ways to records, indexes, letters, trees, months (380): unseen-traits.md;
    # two groups, two lists (10): mining.md
    # parts that stand elsewhere, short words (230): claims.md
}
"""Lines of the wings, and of the rest of the product: ratchets that every deletion lowers.
Modules of other packages that run a wing (``app/discovery``, ``cli/integrate.py``, ...) count as
parts of it."""
WINGS: Final = {
    "detail": "details",
    "line": "line",
    "demo": "line",
    "tables": "tables",
    "more_formats": "tables",
    "tidy": "tables",
    "notebook": "pipelines",
    "dataframes": "pipelines",
    "calls": "pipelines",
    "logs": "pipelines",
    "live_records": "pipelines",
    "serve": "serve",
    "script": "script",
    "browser": "script",
    "renewal": "script",
    "discover": "discover",
    "restrict": "restriction",
    "inspect": "inspect",
    "official": "inspect",
    "refresh": "refresh",
    "aside": "refresh",
    "ask": "ask",
    "live_query": "ask",
    "search": "ask",
    "integrat": "integrate",
    "assist": "assist",
    "packed_rows": "large",
    "row_block": "large",
    "key_set": "large",
    "remembered": "large",
    "readings": "large",
    "shown_page": "large",
    "memory": "large",
    "finish": "large",
    "check_words": "large",
    "coordinator": "large",
    "cluster": "cluster",
    "start": "cluster",
    "transfer": "cluster",
    "admission": "cluster",
    "postgres": "cluster",
}
"""What a folder or a module of a wing is called, or begins with: the first that fits."""
MAX_FOLDER_FILES: Final = 15
MAX_FUNCTION_LINES: Final = 50
MAX_CLASS_LINES: Final = 300
MAX_PARAMETERS: Final = 8
MAX_FORMATTER_EXCEPTIONS: Final = 20
MAX_CLASS_NAME_CLASHES: Final = 1
MAX_MODULES_PER_CONSTANT: Final = 2
MAX_SUMMARY_CHARACTERS: Final = 100
MAX_GENERATORS: Final = 70
MAX_MUTABLE_CRAWL_FIELDS: Final = 45
STATE_OF_A_CRAWL: Final = ("leadline/crawl/state/", "leadline/crawl/acquisition.py")
WINGS_OF_THE_CRAWL: Final = tuple(
    f"leadline/crawl/{name}" for name in ("script/", "restrict", "official/")
)
LONG_LOOPS: Final = {"leadline/page/dom.py _flatten"}
"""Functions that are long because a call in the hottest loop costs more than its lines."""
COMMANDS: Final = {
    "leadline/cli/app.py",
    "leadline/cli/asking/__init__.py",
}
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


def wing(path: str) -> str:
    """The wing that a module of the product counts to; the empty text is the house itself."""
    parts = path.removesuffix(".py").split("/")[1:]
    if parts[:2] == ["values", "normal"]:
        return "integrate"
    starts = (start for start in WINGS if any(part.startswith(start) for part in parts))
    return WINGS.get(next(starts, ""), "")


def test_product_is_small() -> None:
    lines: Counter[str] = Counter()
    for path, _ in product():
        lines[wing(path)] += len((SRC / path).read_text("utf-8").splitlines())
    assert {room: lines[room] for room in MAX_LINES if lines[room] > MAX_LINES[room]} == {}


def test_folders_can_be_read_at_a_glance() -> None:
    counts = Counter(path.rpartition("/")[0] for path in modules())
    assert [folder for folder, count in counts.items() if count > MAX_FOLDER_FILES] == []


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
        if len(paths) > MAX_MODULES_PER_CONSTANT
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


def test_only_what_waits_for_an_answer_is_a_generator() -> None:
    apart = ("script/", "restrict", "official/", "details/")
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
