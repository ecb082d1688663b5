"""Action: what pressing or choosing a control sends, with the page as its state."""

from dataclasses import dataclass, field
from typing import Final, Literal

from leadline.model import Headers

Flag = Literal["asks", "guessed", "opens"]
"""A question stands in the way; a condition could not be decided; another window is opened."""
Protocol = Literal["link", "submit", "call", "postback", "jsf", "partial", "apex"]
UNSENT: Final = -1
"""Form of an action that sends no form."""


@dataclass(frozen=True, slots=True)
class Action:
    """What a control sends: fields of a form and what is set in them, or an address alone.

    ``form`` is the node of the form whose fields go along. ``sets`` replace or add fields in their
    order. ``button`` is name and value of the button that is pressed. ``url`` is absolute, '' for
    the form's own; ``method`` '' is the form's own. ``region`` is the id of the element that a
    partial answer must bring, '' where a whole page comes.

    >>> Action(form=3, sets=(("__EVENTTARGET", "g"), ("__EVENTARGUMENT", "Page$2"))).shape
    ('submit', '', (('__EVENTTARGET', 'g'), ('__EVENTARGUMENT', 'Page$#')))
    """

    form: int = UNSENT
    sets: tuple[tuple[str, str], ...] = ()
    button: tuple[str, str] | None = None
    url: str = ""
    method: str = ""
    headers: Headers = ()
    body: str = field(default="", repr=False)
    protocol: Protocol = "submit"
    region: str = ""
    flags: frozenset[Flag] = frozenset()

    @property
    def is_address(self) -> bool:
        """Tell whether nothing but an address is asked."""
        return self.form < 0 and self.protocol != "partial" and not self.body

    @property
    def shape(self) -> tuple[str, str, tuple[tuple[str, str], ...]]:
        """How the same control is known on another page: numbers as #."""
        hidden = tuple((numberless(name), numberless(value)) for name, value in self.sets)
        return self.protocol, numberless(self.url), hidden

    @property
    def text(self) -> str:
        """The action as one address, in which numbers that move can be compared."""
        pairs = [*self.sets, *([self.button] if self.button else [])]
        said = "&".join(f"{name}={value}" for name, value in pairs)
        return f"{self.url}?{said}" if said else self.url


def numberless(text: str) -> str:
    """Return a text with each number as #.

    >>> numberless("/list?0-12.page")
    '/list?#-#.page'
    """
    made, before = list[str](), False
    for sign in text:
        is_digit = sign.isdecimal()
        if not (is_digit and before):
            made.append("#" if is_digit else sign)
        before = is_digit
    return "".join(made)
