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
    for at, (names, _) in enumerate(pieces):
        for name in names:
            declared.setdefault(name, []).append(at)
    waiting = sorted({*_NAME_IN_SCRIPT.findall(page)} & declared.keys())
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
        if names := tuple(_declared(made)):
            found.append((names, tokens[start:end]))
    return found


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
