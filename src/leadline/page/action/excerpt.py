"""Scripts read into their page: what they write, and the functions of its files that it names.

>>> with_written(b"<form><SCRIPT><!--\\ndocument.write ('<input name=q>')\\n//--></SCRIPT></form>")
b'<form><input name=q></form>'
>>> excerpt("var size = 9; function go(n) { f.at.value = n * size } function other() {}", "go(2)")
'var size = 9 ; function go ( n ) { f . at . value = n * size }'
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from leadline.page.action.host import script_blocks
from leadline.page.action.syntax import Node, ScriptReader, Token, read_script, tokens_of

MAX_WRITTEN_CHARACTERS: Final = 20_000
MAX_EXCERPT_PIECES: Final = 60
_WRITING: Final = frozenset({"write", "writeln"})
MAX_TOKENS_OF_BINDING: Final = 6_000
_NAMED: Final = re.compile(
    r"""\b(id|class)=("[^"<>]{1,200}"|'[^'<>]{1,200}'|[^\s"'<>=]{1,100})""", re.IGNORECASE
)
_SELECTOR: Final = re.compile(r"[.#][\w-]{1,80}")
_NAME_IN_SCRIPT: Final = re.compile(r"[A-Za-z_$][\w$]{0,200}")


def with_written(body: bytes) -> bytes:
    """Return a page in which literals that its scripts only write stand in their place."""
    if b"document.write" not in body:
        return body
    html, made, at = body.decode("latin-1"), list[str](), 0
    for block in script_blocks(html):
        code = html[block.begin : block.end]
        if len(code) <= MAX_WRITTEN_CHARACTERS and (text := _written(code)):
            made += [html[at : block.start], text]
            at = block.stop
    return "".join([*made, html[at:]]).encode("latin-1", "xmlcharrefreplace") if made else body


def _written(code: str) -> str:
    """Return what a script writes where it does nothing else, '' for another one."""
    pieces: list[str] = []
    for statement in read_script(code) if "document.write" in code else ():
        match statement:
            case ("expr", ("chain", ("name", "document"), [("member", how), ("call", given)])) if (
                how in _WRITING and all(one[0] == "value" for one in given)
            ):
                pieces += [str(one[1]) for one in given]
            case ("empty",):
                pass
            case _:
                return ""
    text = "".join(pieces)
    return "" if "<script" in text.casefold() else text


def excerpt(code: str, page: str) -> str:
    """Return the functions and variables of a script file that a page names, and those they name.

    Bytes of the page's encoding may stand around it: it is plain ASCII.
    """
    pieces, declared = _pieces(code), dict[str, list[int]]()
    page_names = {*_NAME_IN_SCRIPT.findall(page), *_selectors_of(page)}
    for at, (names, _) in enumerate(pieces):
        for name in names:
            declared.setdefault(name, []).append(at)
    waiting = sorted(page_names & declared.keys())
    seen, taken = set(waiting), set[int]()
    while waiting and len(taken) < MAX_EXCERPT_PIECES:
        fresh = [at for at in declared[waiting.pop()] if at not in taken]
        taken.update(fresh)
        named = {text for at in fresh for kind, text in pieces[at][1] if kind == "name"}
        waiting += sorted((named & declared.keys()) - seen)
        seen |= named
    texts = [" ".join(_text(token) for token in pieces[at][1]) for at in sorted(taken)]
    return " ".join(texts).encode("ascii", "backslashreplace").decode("ascii")


def declares(code: str, name: str) -> bool:
    """Tell whether a script file declares a name."""
    return any(name in names for names, _ in _pieces(code))


def _selectors_of(page: str) -> Iterable[str]:
    """Return what a script may call a page's elements by: ``#id``, ``.class``."""
    for name, value in _NAMED.findall(page):
        sign = "#" if name.casefold() == "id" else "."
        yield from (sign + one for one in value.strip("\"'").split()[:20])


def _text(token: Token) -> str:
    """Return a token as code; a regular expression, which nobody reads, as nothing known."""
    kind, text = token
    return "undefined" if kind == "regex" else text.replace("</", "<\\/")


@lru_cache(maxsize=8)
def _pieces(code: str) -> list[tuple[tuple[str, ...], tuple[Token, ...]]]:
    """Return the statements of a file that declare names, with these and with their tokens."""
    found: list[tuple[tuple[str, ...], tuple[Token, ...]]] = []
    tokens = tokens_of(code)
    for made, start, end in ScriptReader(tokens).statements():
        names = tuple(_declared(made)) or tuple(_bound(made, tokens[start:end]))
        if names:
            found.append((names, tokens[start:end]))
    return found


def _bound(statement: Node, tokens: tuple[Token, ...]) -> Iterable[str]:
    """Return the selectors of a statement that binds functions to clicks."""
    is_binding = any(text.strip("'\"") == "click" for _, text in tokens)
    if statement[0] != "expr" or not is_binding or len(tokens) > MAX_TOKENS_OF_BINDING:
        return ()
    texts = (text.strip("'\"") for kind, text in tokens if kind == "string")
    return (text for text in texts if _SELECTOR.fullmatch(text))


def _declared(statement: Node) -> Iterable[str]:
    """Return the names that a statement declares: functions, variables, members that are set."""
    match statement:
        case ("function", name, _):
            return (name,)
        case ("var", made):
            return (name for name, _ in made)
        case ("expr", ("set", ("name", name), _)):
            return (name,)
        case ("expr", ("set", ("chain", ("name", name), _), _)):
            return (name,)
    return ()
