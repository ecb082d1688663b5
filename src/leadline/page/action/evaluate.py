"""Bounded evaluation of handlers: nothing happens but that the first sending is recorded.

Host objects only record: fields and addresses that are set, a form that is submitted, a location, a
request of a script. Steps, calls and lengths have bounds; looking at a page never changes it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from leadline.page.action.host import (
    UNKNOWN,
    Closure,
    Library,
    Native,
    Scene,
    Scope,
    Thing,
    Unknown,
    statements_of,
)
from leadline.page.action.members import Members, chosen_by
from leadline.page.action.model import Action
from leadline.page.action.sender import (
    MAX_CALLS,
    MAX_TEXT,
    MAX_UNREAD,
    Calls,
    Left,
    Returned,
    Sent,
    Stop,
)
from leadline.page.action.syntax import Node, read_body, read_expression, read_script
from leadline.page.action.text import combined, number, plain, truth


class Run(Members):
    """One evaluation on a page; what it sets is its own."""

    def __init__(self, scene: Scene, calls: Calls, this: int = -1) -> None:
        super().__init__(scene, calls, this)
        self.declared()

    def declared(self) -> Scope:
        """Return what the page's scripts declare, run once on a page."""
        scene = self.scene
        if scene.declared is None:
            scene.declared = self.globals = Scope()
            for statement in statements_of(scene):
                self.steps = self.depth = 0
                try:
                    self.execute(statement, self.globals)
                except (Stop, Sent, Returned, Left):
                    continue
            self.values.clear()
            self.ticks.clear()
            self.actions.clear()
            self.methods.clear()
            self.flags.clear()
            self.globals = Scope()
        self.steps = 0
        return scene.declared

    def run(self, code: str) -> Action | None:
        """Return what a handler sends, None where it sends nothing."""
        try:
            for statement in read_script(code):
                self.execute(statement, self.globals)
        except Sent as sent:
            return sent.action
        except Returned as end:
            self.returned = end.value
        except (Stop, Left):
            pass
        return None

    def caught(self, sending: Callable[[], Any]) -> Action | None:
        """Return what something sends."""
        try:
            sending()
        except Sent as sent:
            return sent.action
        except (Stop, Returned, Left):
            pass
        return None

    def execute(self, statement: Node, scope: Scope) -> None:
        """Run one statement."""
        self._step()
        kind = statement[0]
        if kind == "expr":
            self.value(statement[1], scope)
        elif kind == "var":
            for name, made in statement[1]:
                scope.names[name] = self.value(made, scope) if made is not None else None
        elif kind == "function":
            scope.names[statement[1]] = self.value(statement[2], scope)
        elif kind == "block":
            self._execute_all(statement[1], scope)
        elif kind == "if":
            self._branch(statement, scope)
        elif kind == "return":
            raise Returned(self.value(statement[1], scope) if statement[1] is not None else None)
        elif kind == "leave":
            raise Left(statement[1])
        elif kind == "each":
            self._for_each(statement, scope)
        elif kind == "loop":
            self._loop(statement, scope)
        elif kind == "skip":
            self.flags.add("guessed")
        self.depth -= 1

    def _branch(self, statement: Node, scope: Scope) -> None:
        """Run the branch of a condition that holds, or may.

        One that only refuses is passed by where its condition is not known, and where a search is
        looked for: its boxes are still to be filled.
        """
        _, condition, then, other = statement
        decided = truth(self.value(condition, scope))
        if decided is None:
            self.flags.add("guessed")
        depth, asked = self.depth, self.alerts
        if decided is not False:
            try:
                self.execute(then, scope)
            except Returned as end:
                is_refusal = self.alerts > asked and truth(end.value) is not True
                if not is_refusal or not (decided is None or self.is_search):
                    raise
                self.depth = depth
            else:
                return
        if other is not None:
            self.execute(other, scope)

    def _for_each(self, statement: Node, scope: Scope) -> None:
        """Run a loop over the keys, or the values, of what is known."""
        _, name, over, node, body = statement
        held = self.value(node, scope)
        keys: list[Any] = list(held if isinstance(held, dict) else ())
        if isinstance(held, list):
            keys = held if over == "of" else list(range(len(held)))
        elif isinstance(held, Unknown | Thing):
            self.flags.add("guessed")
        for key in keys:
            scope.names[name] = key
            if not self._turned(body, scope):
                break

    def _loop(self, statement: Node, scope: Scope) -> None:
        """Run a loop while its condition is known to hold; steps bound it."""
        _, first, condition, last, body = statement
        self.execute(first, scope)
        while decided := truth(self.value(condition, scope)):
            if not self._turned(body, scope):
                break
            self.execute(last, scope)
        if decided is None:
            self.flags.add("guessed")

    def _turned(self, body: Node, scope: Scope) -> bool:
        """Run the body of a loop once; tell whether the loop goes on."""
        depth = self.depth
        try:
            self.execute(body, scope)
        except Left as left:
            self.depth = depth
            return left.word == "continue"
        return True

    def _execute_all(self, statements: Sequence[Node], scope: Scope) -> None:
        for each in statements:
            if each[0] == "function":  # declared before anything else runs
                scope.names[each[1]] = self.value(each[2], scope)
        for each in statements:
            self.execute(each, scope)

    def value(self, node: Node, scope: Scope) -> Any:
        """Return the value of an expression."""
        self._step()
        made = _KINDS[node[0]](self, node, scope)
        if isinstance(made, str) and len(made) > MAX_TEXT:
            raise Stop
        self.depth -= 1
        return made

    def _name(self, node: Node, scope: Scope) -> Any:
        return self.look_up(node[1], scope)

    def _template(self, node: Node, scope: Scope) -> Any:
        pieces = node[1][1:-1].split("${")
        text = pieces[0]
        for piece in pieces[1:]:
            code, _, rest = piece.partition("}")
            made = read_expression(code)
            text += (plain(self.value(made, scope)) if made is not None else "") + rest
            if len(text) > MAX_TEXT:
                raise Stop
        return text

    def _list(self, node: Node, scope: Scope) -> Any:
        return [self.value(one, scope) for one in node[1]]

    def _object(self, node: Node, scope: Scope) -> Any:
        return {key: self.value(one, scope) for key, one in node[1]}

    def _func(self, node: Node, scope: Scope) -> Any:
        return Closure(node[1], node[2], None if scope is self.globals else scope)

    def _comma(self, node: Node, scope: Scope) -> Any:
        return [self.value(one, scope) for one in node[1]][-1]

    def _choice(self, node: Node, scope: Scope) -> Any:
        decided = truth(self.value(node[1], scope))
        if decided is None:
            self.flags.add("guessed")
        return self.value(node[3] if decided is False else node[2], scope)

    def _unary(self, node: Node, scope: Scope) -> Any:
        sign = node[1]
        value = self.value(node[2], scope)
        if sign == "typeof":
            return _type_of(value, self.calls)
        if sign == "!":
            decided = truth(value)
            return UNKNOWN if decided is None else not decided
        if sign in ("-", "+"):
            found = number(value)
            return UNKNOWN if found is None else -found if sign == "-" else found
        return None if sign in ("void", "delete") else UNKNOWN

    def _stepped(self, node: Node, scope: Scope) -> Any:
        _, target, sign, is_after = node
        before = number(self.value(target, scope))
        if before is None:
            return UNKNOWN
        moved = before + (1 if sign == "++" else -1)
        self._assign(target, moved, scope)
        return before if is_after else moved

    def _set(self, node: Node, scope: Scope) -> Any:
        value = self.value(node[2], scope)
        self._assign(node[1], value, scope)
        return value

    def _binary(self, node: Node, scope: Scope) -> Any:
        value = self.value(node[1], scope)
        for sign, operand in node[2]:
            if sign == "||":
                value = value if truth(value) else self.value(operand, scope)
            elif sign == "&&":
                value = value if truth(value) is False else self.value(operand, scope)
            else:
                value = combined(sign, value, self.value(operand, scope))
            if isinstance(value, str) and len(value) > MAX_TEXT:
                raise Stop
        return value

    def _chain(self, node: Node, scope: Scope) -> Any:
        value = self.value(node[1], scope)
        path = node[1][1] if node[1][0] == "name" else ""
        for kind, part in node[2]:
            if kind == "member":
                value = self.member(value, part)
                path = path and f"{path}.{part}"
            elif kind == "index":
                value, path = self.member(value, self.value(part, scope)), ""
            else:
                arguments = [self.value(one, scope) for one in part]
                name, path = path, ""
                if isinstance(value, Unknown) and name and len(self.unread) < MAX_UNREAD:
                    self.unread.append((name, tuple(arguments)))
                is_own, depth = isinstance(value, Closure) and name in self.calls, self.depth
                made: dict[str, Any] = {}
                try:
                    new = made if kind == "new" and isinstance(value, Closure) else None
                    value = self._called(value, arguments, new)
                except Sent as sent:
                    if not is_own or sent.action.protocol != "call":
                        raise
                    self.depth = depth
                if is_own:  # its own words ask by a script, or could not be read to a request
                    value = self._called(Library(name), arguments)
                if made:
                    value = {**(value if isinstance(value, dict) else {}), **made}
        return value

    def _called(self, value: Any, arguments: list[Any], new: dict[str, Any] | None = None) -> Any:
        if isinstance(value, Library):
            known = self.calls.get(value.path)
            return known(self, arguments) if known is not None else UNKNOWN
        return self.call(value, arguments, new)

    def call(self, value: Any, arguments: Sequence[Any], new: dict[str, Any] | None = None) -> Any:
        """Return what a function returns; ``new`` is the object that it makes, where it does."""
        if isinstance(value, Thing) and value.kind == "jquery":
            return chosen_by(self, *arguments)
        if isinstance(value, Native):
            return value.call(*arguments)
        if not isinstance(value, Closure):
            return UNKNOWN
        self.calling += 1
        if self.calling > MAX_CALLS:
            raise Stop
        padded = [*arguments, *([None] * len(value.parameters))]
        scope = Scope(dict(zip(value.parameters, padded, strict=False)), value.scope)
        scope.names["arguments"] = list(arguments)
        scope.names |= {"this": new} if new is not None else {}
        depth = self.depth
        try:
            self._execute_all(read_body(value.body), scope)
        except Returned as end:
            self.depth = depth
            return end.value
        finally:
            self.calling -= 1
        return None

    def _assign(self, target: Node, value: Any, scope: Scope) -> None:
        """Set a name, or a member of a host object, which only records it."""
        if target[0] == "name":
            if target[1] == "location":
                self.go(value)
            at: Scope | None = scope
            while at is not None and target[1] not in at.names:
                at = at.around
            (at or self.globals).names[target[1]] = value
            return
        if target[0] != "chain" or target[2][-1][0] not in ("member", "index"):
            return
        *links, (kind, part) = target[2]
        owner = self.value(("chain", target[1], links) if links else target[1], scope)
        self.put(owner, part if kind == "member" else self.value(part, scope), value)


_KINDS: Final[dict[str, Callable[[Run, Node, Scope], Any]]] = {
    "value": lambda _, node, scope: node[1],
    "unknown": lambda *_: UNKNOWN,
    "name": Run._name,
    "template": Run._template,
    "list": Run._list,
    "object": Run._object,
    "func": Run._func,
    "comma": Run._comma,
    "choice": Run._choice,
    "unary": Run._unary,
    "step": Run._stepped,
    "set": Run._set,
    "binary": Run._binary,
    "chain": Run._chain,
}


def _type_of(value: Any, calls: Calls) -> str:
    if isinstance(value, Library):
        return "function" if value.path in calls else "object"
    if isinstance(value, Closure | Native):
        return "function"
    if value is None or isinstance(value, Unknown):
        return "undefined"
    kinds = ((bool, "boolean"), (str, "string"), (int | float, "number"))
    return next((name for kind, name in kinds if isinstance(value, kind)), "object")
