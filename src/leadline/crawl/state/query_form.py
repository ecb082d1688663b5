"""Query interface of a source together with the settings that every request carries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from leadline.crawl.restriction.binding import Values, restrict_interface
from leadline.crawl.restriction.data import WORDS_OF_A_CALL, with_values
from leadline.crawl.state.request_parameters import with_parameter
from leadline.errors import UnsupportedForm
from leadline.forms.display import display_query, display_values
from leadline.forms.roles.match_modes import WORDS_PLACE, MatchSetting, apply_setting
from leadline.forms.roles.needed import other_parts
from leadline.forms.roles.query_box import choose_submit_button, query_control
from leadline.forms.submit.submit import submit_form
from leadline.model import CHOSEN, Control, QueryInterface, Request
from leadline.page.observed import Observed
from leadline.page.query_string import split_address
from leadline.page.text import words
from leadline.wrapper.data.call import Call

if TYPE_CHECKING:
    from leadline.crawl.state.walk_log import WalkLog

ADDRESS: Final = ""
"""Name under which a query holds the address of a list that the source links to."""


@dataclass(frozen=True, slots=True)
class ShownPart:
    """Values that show a part of a source, and the words of what it showed.

    ``idle`` words in a row, asked in it, brought nothing new.
    """

    values: Values
    words: frozenset[str] = frozenset()
    idle: int = 0

    def after(self, walk: WalkLog) -> ShownPart:
        """Return the part after an answer in it."""
        shown = self.words.union(*(words(row.text) for row in walk.rows_by_key.values()))
        return ShownPart(self.values, shown, 0 if walk.new else self.idle + 1)


@dataclass(frozen=True, slots=True)
class QueryForm:
    """Query interface in use, the box for words, the button that sends it, and request parameters.

    ``page_size`` and ``order`` are parameters added to every request. ``call`` is what is asked
    instead of a form: the request of a list, or the call behind a page that a script draws.
    ``fixed`` are values that every request carries because a person wants that part alone;
    ``alternatives`` are the further values of each answer that the part consists of.
    ``shown_parts`` are what else a word is asked in, as the source shows one part at a time.
    ``tokens`` are hidden values that change when the form is loaded again, ``renewals`` counts the
    requests in a row that were answered only with new ones. ``way_to_records`` is the link or
    button behind which the records of an answer stand (``crawl.interstitial``). ``state`` are
    hidden values of the last answer, where the server knows no others. ``learn_again`` learns the
    call anew from what was observed of its page.
    """

    interface: QueryInterface | None = None
    box: Control | None = None
    button: Control | None = None
    setting: MatchSetting = ()
    page_size: tuple[str, str] | None = None
    order: Values | None = None
    call: Call | None = None
    fixed: Values = ()
    alternatives: tuple[Values, ...] = ()
    shown_parts: tuple[ShownPart, ...] = ()
    tokens: frozenset[str] = frozenset()
    renewals: int = 0
    way_to_records: str = ""
    state: Values = ()
    learn_again: Callable[[Observed], Call | None] | None = None

    @property
    def box_name(self) -> str:
        """Name of the box for words, '' without one."""
        return self.box.name if self.box is not None else ""

    @property
    def parts(self) -> list[tuple[str, str]]:
        """Choices that hold the other parts of every answer, where one must be made."""
        return other_parts(self.interface, self.setting) if self.interface and self.setting else []

    @property
    def has_hidden_controls(self) -> bool:
        """Whether the form sends hidden values, which may expire."""
        controls = self.interface.controls if self.interface is not None else ()
        return any(control.kind == "hidden" for control in controls)

    @property
    def has_live_state(self) -> bool:
        """Whether the server knows the latest state of the form alone."""
        return bool(self.state)

    @property
    def has_numbered_address(self) -> bool:
        """Whether the form is posted to an address with a number, which may tell its page."""
        form = self.interface
        if form is None or form.method != "POST":
            return False
        sent = (form.action, *(one.form_action or "" for one in form.controls))
        places = (f"{one.path}{one.query}" for one in map(split_address, sent))
        return any(any(map(str.isdecimal, place)) for place in places)

    def moved_to(self, same: QueryInterface) -> QueryForm:
        """Return the form as it is sent from another page that shows it too."""
        if self.interface is None:
            return self
        controls = tuple(
            replace(own, form_action=one.form_action, sets=one.sets)
            for own, one in zip(self.interface.controls, same.controls, strict=True)
        )
        moved = replace(self.interface, action=same.action, controls=controls)
        box = next((one for one in controls if one.name == self.box_name), None)
        return replace(self, interface=moved, button=choose_submit_button(moved, box or self.box))

    def hidden_values(self) -> dict[str, str]:
        """Return the hidden values of the form by name."""
        controls = self.interface.controls if self.interface is not None else ()
        return {control.name: control.value for control in controls if control.kind == "hidden"}

    def with_tokens(self, values: Mapping[str, str]) -> QueryForm:
        """Return the form with tokens from the hidden values of the same form on another page."""
        if self.interface is None:
            return self
        controls = tuple(
            replace(control, value=values[control.name])
            if control.name in self.tokens and control.name in values
            else control
            for control in self.interface.controls
        )
        return replace(self, interface=replace(self.interface, controls=controls))

    def with_part(self, part: ShownPart, walk: WalkLog) -> QueryForm:
        """Return the form after an answer in one of its parts."""
        parts = (part.after(walk) if one is part else one for one in self.shown_parts)
        return replace(self, shown_parts=tuple(parts))

    def request(self, query: str, bound: Mapping[str, Values]) -> Request:
        """Return the request of a query: words for the box, or the text of ``bound`` values."""
        if self.call is not None:
            values = bound.get(query, ())
            words = dict(values).get(WORDS_OF_A_CALL, "") if values else query
            return (with_values(self.call, values) if values else self.call).request(words)
        if self.interface is None:
            raise ValueError("no query interface is chosen yet")
        if (address := dict(bound.get(query, ())).get(ADDRESS)) is not None:
            return Request("GET", address)
        sent = self._values(query, bound)
        request = submit_form(self.interface, sent, self._pressed(sent))
        for parameter in (self.page_size, *(self.order or ())):
            request = with_parameter(request, *parameter) if parameter else request
        return request

    def only_opens(self, values: Values) -> bool:
        """Tell whether values only make a choice that another select waits for."""
        pressed = self._pressed({name: [value] for name, value in values})
        return pressed is not None and pressed is not self.button

    def _pressed(self, values: Mapping[str, list[str]]) -> Control | None:
        """Return the button, or the select whose script sends the form when a choice is made.

        It does where another select waits for that choice and is not bound yet.
        """
        controls = self.interface.controls if self.interface is not None else ()
        waited = {one.depends_on for one in controls if one.name not in values}
        for one in reversed(controls):
            if one.kind == "select" and one.sets and one.name in values and one.name in waited:
                chosen = values[one.name][-1]
                sets = tuple((n, chosen if v == CHOSEN else v) for n, v in one.sets if n)
                return replace(one, name="", kind="submit", value="", sets=sets, choices=())
        return self.button

    def shown(self, values: Values) -> Values:
        """Return values without the state that goes along in hidden fields."""
        hidden = self.hidden_values()
        return tuple(pair for pair in values if pair[0] not in hidden)

    def _values(self, query: str, bound: Mapping[str, Values]) -> dict[str, list[str]]:
        if query not in bound and self.box is None and query:
            raise UnsupportedForm("the form has no box for words")
        values: dict[str, list[str]] = {}
        whole = ((self.box_name, query),) if self.box is not None else ()
        for name, value in bound.get(query, whole):
            values.setdefault(name, []).append(value)
        for name in self.hidden_values().keys() & values.keys():
            del values[name][:-1]  # the latest state
        values |= {name: [value] for name, value in self.state if name in self.hidden_values()}
        for control in self.interface.controls if self.interface is not None else ():
            if WORDS_PLACE in control.value:  # an index is named beside the words
                words = " ".join(values.get(control.name, ()))
                values[control.name] = [control.value.replace(WORDS_PLACE, words) if words else ""]
        return values

    def text_of(self, values: Values) -> str:
        """Return a line that a person can read for the values of several controls."""
        if self.interface is None:
            return " & ".join(f"{name}={value}" if name else value for name, value in values)
        return display_query(self.interface, self.shown(values), self.box_name)

    def echo_of(self, query: str, bound: Mapping[str, Values]) -> str:
        """Return the text that a result page may repeat of a query."""
        if query not in bound or self.interface is None:
            return query
        return display_values(self.interface, self.shown(bound[query]))


def use_interface(
    form: QueryForm, interface: QueryInterface, box: Control | None, setting: MatchSetting
) -> QueryForm:
    """Return the form for another interface; without ``box`` words go into its likeliest box."""
    box = box if box is not None else query_control(interface)
    is_fixed = box is not None and box.name in dict(form.fixed)
    return replace(
        form,
        interface=restrict_interface(apply_setting(interface, setting), form.fixed),
        box=None if is_fixed else box,
        button=choose_submit_button(interface, box),
        setting=setting,
    )
