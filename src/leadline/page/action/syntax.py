"""Syntax of page scripts: tokens, expressions and statements, as far as handlers need them.

``switch`` and ``with`` are passed over as one statement that nobody can decide, like a loop that
cannot be read. The depth of brackets has a bound of its own, so that no text exhausts the stack.

>>> read_script("go('a', 2); return false")
[('expr', ('chain', ('name', 'go'), [('call', [('value', 'a'), ('value', 2)])])), \
('return', ('value', False))]
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from leadline.page.data.literal import unescape_script

MAX_TOKENS: Final = 60_000
MAX_SCRIPT_CHARACTERS: Final = 300_000
MAX_NESTING: Final = 40
"""Brackets inside each other that are read."""

Node = tuple[Any, ...]
"""A node of the tree: its kind, then its parts."""
MAX_REGEX_CHARACTERS: Final = 500
_SYNTAX_TOKEN: Final = re.compile(
    r"(?P<gap>[\s\ufeff]++|//[^\n]*+|<!--[^\n]*+|-->[^\n]*+|(?<![\w$.])(?:await(?=[\s(])"
    r"|async(?=\s{0,9}\(|\s{1,9}(?:function\b|[\w$]{1,80}\s{0,9}=>))))"
    r"|(?P<number>0[xX][0-9a-fA-F]{1,16}|(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,3})?)"
    r"|(?P<name>[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]{0,200})"
    r"|(?P<sign>\?\?|\?\.(?=[A-Za-z_$])|===|!==|>>>|=>|==|!=|<=|>=|&&|\|\||\+\+|--|\+=|-=|\*=|/=|[-+*/%=<>!?:;,.(){}\[\]&|^~])"
    r"|(?P<other>[\s\S])"
)
_READ_AS: Final = {"?.": ".", "??": "||"}
_PLAIN_TEXT: Final = {
    "'": re.compile(r"[^'\\\n]*+"),
    '"': re.compile(r"[^\"\\\n]*+"),
    "`": re.compile(r"[^`\\]*+"),
    "/": re.compile(r"[^\\/\n\[]*+"),
    "[": re.compile(r"[^\\\]\n]*+"),
}
_VALUE_ENDS: Final = frozenset({"name", "number", "string"})
_BEFORE_REGEX: Final = frozenset({"return", "typeof", "in", "of", "case", "void", "else", "do"})
_LITERALS: Final = {"true": True, "false": False, "null": None}
_LEVELS: Final = (
    frozenset({"||"}),
    frozenset({"&&"}),
    frozenset({"|", "^", "&"}),
    frozenset({"==", "!=", "===", "!=="}),
    frozenset({"<", ">", "<=", ">=", "in", "instanceof"}),
    frozenset({"+", "-"}),
    frozenset({"*", "/", "%"}),
)
"""Binary operators, the weakest first; those of one line are read as one chain."""
_OPENING: Final = {"(": ")", "[": "]", "{": "}"}
UNDECIDED: Final = frozenset({"do", "switch", "with", "class", "throw"})
LOOPS: Final = frozenset({"for", "while"})
LEAVING: Final = frozenset({"break", "continue"})
DECLARING: Final = ("var", "let", "const")


class UnreadableScript(Exception):
    """A script that is too deep, too long, or no script."""


Token = tuple[str, str]


@lru_cache(maxsize=512)
def tokens_of(code: str) -> tuple[Token, ...]:
    """Return the tokens of a script as (kind, text), gaps left out, at most ``MAX_TOKENS``."""
    tokens: list[Token] = []
    at, stop = 0, min(len(code), MAX_SCRIPT_CHARACTERS)
    while at < stop and len(tokens) < MAX_TOKENS:
        sign = code[at]
        if sign in "'\"`":
            end, is_whole = _end_of_text(code, at, stop)
            tokens += [("string", code[at:end])] if is_whole else []
            at = end
        elif code.startswith("/*", at):
            end = code.find("*/", at + 2, stop)
            at = end + 2 if end >= 0 else stop
        elif sign == "/" and _may_be_regex(tokens) and (end := _end_of_regex(code, at, stop)) > 0:
            tokens.append(("regex", "/"))
            at = end
        elif (found := _SYNTAX_TOKEN.match(code, at, stop)) is not None:
            at = found.end()
            if (kind := found.lastgroup) and kind not in ("gap", "other"):
                tokens.append((kind, _READ_AS.get(found[0], found[0])))
    return tuple(tokens)


def _end_of_text(code: str, at: int, stop: int) -> tuple[int, bool]:
    """Return where a string literal ends, and whether it is closed; an open one ends its line."""
    quote = code[at]
    plain, at = _PLAIN_TEXT[quote], at + 1
    while at < stop:
        found = plain.match(code, at, stop)
        at = found.end() if found is not None else stop
        if at >= stop or code[at] == "\n":
            break
        if code[at] == quote:
            return at + 1, True
        at += 2
    return min(at, stop), False


def _end_of_regex(code: str, at: int, stop: int) -> int:
    """Return where a regular expression ends with its flags, -1 for none."""
    if code.startswith("//", at):
        return -1
    stop, at, inside = min(stop, at + MAX_REGEX_CHARACTERS), at + 1, False
    while at < stop:
        found = _PLAIN_TEXT["[" if inside else "/"].match(code, at, stop)
        at = found.end() if found is not None else stop
        if at >= stop or code[at] == "\n":
            return -1
        if code[at] == "\\":
            at += 2
        elif code[at] == "/":
            at += 1
            while at < stop and code[at].isalpha():
                at += 1
            return at
        else:
            at, inside = at + 1, not inside
    return -1


def _may_be_regex(tokens: list[Token]) -> bool:
    """Tell whether a slash begins a regular expression and does not divide."""
    if not tokens:
        return True
    kind, text = tokens[-1]
    if kind in _VALUE_ENDS:
        return text in _BEFORE_REGEX
    return kind == "sign" and text not in (")", "]", "}")


def text_of(literal: str) -> str:
    """Return what a string literal says.

    >>> text_of(r"'a\\x41\\u0026\\'b'")
    "aA&'b"
    """
    inner = literal[1:-1]
    return unescape_script(inner) if "\\" in inner else inner


@lru_cache(maxsize=512)
def read_script(code: str) -> list[Node]:
    """Return the statements of a script; what cannot be read is left out, up to its end."""
    return ScriptReader(tokens_of(code)).script()


class ExpressionReader:
    """Reader of expressions by recursive descent, with a bound on its depth."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    def peek(self) -> str:
        """Return the text of the next token, '' at the end; strings count as no sign."""
        if self.at >= len(self.tokens):
            return ""
        kind, text = self.tokens[self.at]
        return "" if kind in ("string", "regex") else text

    def accept(self, *texts: str) -> str:
        """Take the next token if it is one of these."""
        if (text := self.peek()) and text in texts:
            self.at += 1
            return text
        return ""

    def expect(self, text: str) -> None:
        """Take a token that must stand here."""
        if not self.accept(text):
            raise UnreadableScript(text)

    def name(self) -> str:
        """Take a name."""
        if self.at >= len(self.tokens) or self.tokens[self.at][0] != "name":
            raise UnreadableScript("name")
        self.at += 1
        return self.tokens[self.at - 1][1]

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise UnreadableScript("too deep")

    def _balanced(self) -> None:
        """Pass over one bracket with all that stands in it."""
        depth = 0
        while self.at < len(self.tokens):
            text = self.peek()
            self.at += 1
            if text in _OPENING:
                depth += 1
            elif text in _OPENING.values():
                depth -= 1
                if depth <= 0:
                    return
        raise UnreadableScript("bracket")

    def _function(self) -> Node:
        """Return parameters and body of a function, which is read when it is called."""
        self.expect("(")
        parameters: list[str] = []
        while not self.accept(")"):
            parameters.append(self.name())
            if self.accept("="):
                self.assignment()
            self.accept(",")
        return self._body(parameters)

    def _body(self, parameters: list[str]) -> Node:
        start = self.at + 1
        if self.peek() != "{":
            raise UnreadableScript("{")
        self._balanced()
        return ("func", tuple(parameters), self.tokens[start : self.at - 1])

    def expression(self) -> Node:
        """Return an expression; of several after commas the last one counts."""
        first = self.assignment()
        if self.peek() != ",":
            return first
        several = [first]
        while self.accept(","):
            several.append(self.assignment())
        return ("comma", several)

    def assignment(self) -> Node:
        """Return an expression without commas."""
        self._deeper()
        made = self._arrow() or self._choice()
        sign = self.accept("=", "+=", "-=", "*=", "/=")
        if sign:
            value = self.assignment()
            made = ("set", made, value if sign == "=" else ("binary", made, [(sign[0], value)]))
        self.depth -= 1
        return made

    def _arrow(self) -> Node | None:
        """Return an arrow function, None where none begins here."""
        start = self.at
        parameters: list[str] = []
        kind = self.tokens[start][0] if start < len(self.tokens) else ""
        if kind == "name" and self._text(start + 1) == "=>":
            parameters.append(self.name())
        elif self.peek() == "(":
            self.at += 1
            while self.at < len(self.tokens) and self.tokens[self.at][0] == "name":
                parameters.append(self.name())
                if not self.accept(","):
                    break
            if not self.accept(")") or self.peek() != "=>":
                self.at = start
                return None
        else:
            return None
        self.expect("=>")
        if self.peek() == "{":
            return self._body(parameters)
        first = self.at
        self.assignment()
        return ("func", tuple(parameters), (("name", "return"), *self.tokens[first : self.at]))

    def _text(self, at: int) -> str:
        return self.tokens[at][1] if at < len(self.tokens) else ""

    def _choice(self) -> Node:
        condition = self._binary(0)
        if not self.accept("?"):
            return condition
        then = self.assignment()
        self.expect(":")
        return ("choice", condition, then, self.assignment())

    def _binary(self, level: int) -> Node:
        if level == len(_LEVELS):
            return self._unary()
        first, rest = self._binary(level + 1), list[tuple[str, Node]]()
        while (sign := self.peek()) in _LEVELS[level]:
            self.at += 1
            rest.append((sign, self._binary(level + 1)))
        return ("binary", first, rest) if rest else first

    def _unary(self) -> Node:
        signs: list[str] = []
        while sign := self.accept("!", "-", "+", "~", "typeof", "void", "delete", "++", "--"):
            signs.append(sign)
            if len(signs) > MAX_NESTING:
                raise UnreadableScript("signs")
        made = self._chain()
        if sign := self.accept("++", "--"):
            made = ("step", made, sign, True)
        for sign in reversed(signs):
            made = ("step", made, sign, False) if sign in ("++", "--") else ("unary", sign, made)
        return made

    def _chain(self) -> Node:
        """Return what members, indexes and calls make of a first value."""
        is_new = bool(self.accept("new"))
        first, links = self._primary(), list[tuple[str, Any]]()
        while True:
            if self.accept("."):
                links.append(("member", self.name()))
            elif self.accept("["):
                links.append(("index", self.expression()))
                self.expect("]")
            elif self.accept("("):
                links.append(("new" if is_new else "call", self._listed(")")))
                is_new = False
            else:
                break
        if is_new:
            links.append(("new", []))
        return ("chain", first, links) if links else first

    def _listed(self, end: str) -> list[Node]:
        found: list[Node] = []
        while not self.accept(end):
            if self.accept(","):
                found.append(("value", None))
                continue
            found.append(self.assignment())
            if not self.accept(",") and self.peek() != end:
                raise UnreadableScript(end)
        return found

    def _primary(self) -> Node:
        if self.at >= len(self.tokens):
            raise UnreadableScript("end")
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "string":
            return (
                ("template", text) if text[0] == "`" and "${" in text else ("value", text_of(text))
            )
        if kind == "number":
            return ("value", _number(text))
        if kind == "regex":
            return ("unknown",)
        if kind == "name":
            if text == "function":
                if self.tokens[self.at : self.at + 1] and self.tokens[self.at][0] == "name":
                    self.at += 1
                return self._function()
            return ("value", _LITERALS[text]) if text in _LITERALS else ("name", text)
        if text == "(":
            made = self.expression()
            self.expect(")")
            return made
        if text == "[":
            return ("list", self._listed("]"))
        if text == "{":
            return self._object()
        raise UnreadableScript(text)

    def _object(self) -> Node:
        pairs: list[tuple[str, Node]] = []
        while not self.accept("}"):
            if self.at >= len(self.tokens):
                raise UnreadableScript("}")
            kind, text = self.tokens[self.at]
            if kind not in _VALUE_ENDS:
                raise UnreadableScript(text)
            self.at += 1
            key = text_of(text) if kind == "string" else text
            if self.peek() == "(":
                pairs.append((key, self._function()))
            elif self.accept(":"):
                pairs.append((key, self.assignment()))
            else:
                pairs.append((key, ("name", key)))
            if not self.accept(",") and self.peek() != "}":
                raise UnreadableScript("}")
        return ("object", pairs)


class ScriptReader(ExpressionReader):
    """Reader of statements."""

    def script(self) -> list[Node]:
        """Return all statements; one that cannot be read is passed over."""
        return [made for made, _, _ in self.statements()]

    def statements(self) -> Iterator[tuple[Node, int, int]]:
        """Yield statements with their first token and the one behind the last."""
        while self.at < len(self.tokens):
            start = self.at
            made: Node = ("skip",)
            try:
                made = self.statement()
            except UnreadableScript:
                self.at, self.depth = max(self.at, start + 1), 0
                self._pass_over(start)
            yield made, start, self.at

    def _pass_over(self, start: int) -> None:
        """Go to the end of a statement: a semicolon or a block at its own depth."""
        self.at = start
        depth = 0
        while self.at < len(self.tokens):
            text = self.peek()
            self.at += 1
            if text in ("(", "[", "{"):
                depth += 1
            elif text in (")", "]", "}"):
                depth -= 1
            if depth <= 0 and (text == ";" or (text == "}" and self.peek() not in (")", ",", "("))):
                return

    def statement(self) -> Node:
        """Return one statement."""
        self._deeper()
        word = self.peek()
        made: Node
        if word == ";":
            self.at += 1
            made = ("empty",)
        elif word == "{":
            self.at += 1
            made = ("block", self._until_brace())
        elif word in _STATEMENTS:
            made = _STATEMENTS[word](self)
        elif word in LOOPS:
            made = self._loop()
        elif word in UNDECIDED:
            made = self._undecided()
        elif word in LEAVING or word == "debugger":
            self.at += 1
            self.accept(";")
            made = ("leave", word) if word in LEAVING else ("empty",)
        else:
            made = ("expr", self.expression())
            self.accept(";")
        self.depth -= 1
        return made

    def _until_brace(self) -> list[Node]:
        statements: list[Node] = []
        while not self.accept("}"):
            if self.at >= len(self.tokens):
                raise UnreadableScript("}")
            statements.append(self.statement())
        return statements

    def _loop(self) -> Node:
        """Return a loop: over what an object holds, or as long as a condition holds."""
        start, depth, word = self.at, self.depth, self.name()
        try:
            self.expect("(")
            if word == "while":
                first, condition, last = ("empty",), self.expression(), ("empty",)
            elif (over := self._each()) is not None:
                return over
            else:
                first = self._part_of_head(";")
                condition = ("value", True) if self.peek() == ";" else self.expression()
                self.expect(";")
                last = self._part_of_head(")")
            self.expect(")")
            return ("loop", first, condition, last, self.statement())
        except UnreadableScript:
            self.at, self.depth = start, depth
            return self._undecided()

    def _each(self) -> Node | None:
        """Return a loop over keys or values; None, with nothing taken, where it is another."""
        start = self.at
        self.accept(*DECLARING)
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "name":
            name = self.name()
            if over := self.accept("in", "of"):
                held = self.expression()
                self.expect(")")
                return ("each", name, over, held, self.statement())
        self.at = start
        return None

    def _part_of_head(self, end: str) -> Node:
        """Return what stands before a sign in the head of a loop."""
        if self.peek() in DECLARING:
            return self._variables()
        made: Node = ("empty",) if self.peek() == end else ("expr", self.expression())
        self.accept(";")
        return made

    def _undecided(self) -> Node:
        """Pass over a loop or the like: its head, its block, and the tail of a do."""
        word = self.name()
        if self.peek() == "(":
            self._balanced()
        if self.peek() == "{":
            self._balanced()
        elif word != "class":
            self.statement()
        if word == "do" and self.accept("while"):
            self._balanced()
        self.accept(";")
        return ("skip",)

    def _variables(self) -> Node:
        self.at += 1
        made: list[tuple[str, Node | None]] = []
        while True:
            name = self.name()
            made.append((name, self.assignment() if self.accept("=") else None))
            if not self.accept(","):
                break
        self.accept(";")
        return ("var", made)

    def _condition(self) -> Node:
        self.at += 1
        self.expect("(")
        condition = self.expression()
        self.expect(")")
        then = self.statement()
        return ("if", condition, then, self.statement() if self.accept("else") else None)

    def _result(self) -> Node:
        self.at += 1
        value = None if self.peek() in ("", ";", "}") and self._ends() else self.expression()
        self.accept(";")
        return ("return", value)

    def _ends(self) -> bool:
        return self.at >= len(self.tokens) or self.peek() in (";", "}")

    def _attempt(self) -> Node:
        self.at += 1
        self.expect("{")
        made = self._until_brace()
        if self.accept("catch"):
            if self.peek() == "(":
                self._balanced()
            self._balanced()
        if self.accept("finally"):
            self.expect("{")
            made += self._until_brace()
        return ("block", made)

    def _declaration(self) -> Node:
        self.at += 1
        if self.peek() == "(":  # a function that is called where it stands
            self.at -= 1
            made: Node = ("expr", self.expression())
            self.accept(";")
            return made
        name = self.name()
        return ("function", name, self._function())


_STATEMENTS: Final[dict[str, Callable[[ScriptReader], Node]]] = {
    "var": ScriptReader._variables,
    "let": ScriptReader._variables,
    "const": ScriptReader._variables,
    "if": ScriptReader._condition,
    "return": ScriptReader._result,
    "try": ScriptReader._attempt,
    "function": ScriptReader._declaration,
}


@lru_cache(maxsize=1024)
def read_body(tokens: tuple[Token, ...]) -> list[Node]:
    """Return the statements of a function's body."""
    return ScriptReader(tokens).script()


def read_expression(code: str) -> Node | None:
    """Return the expression that a text begins with, None without one.

    >>> read_expression("{rows: 10}), more")
    ('object', [('rows', ('value', 10))])
    """
    try:
        return ScriptReader(tokens_of(code)).assignment()
    except UnreadableScript:
        return None


def _number(text: str) -> int | float:
    if text[:2] in ("0x", "0X"):
        return int(text, 16)
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value
