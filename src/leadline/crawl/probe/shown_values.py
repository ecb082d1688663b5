"""Values that a page shows for its own search: links into it, suggestions, an example in the box.

Where a box takes whole names, numbers or patterns, no common word finds anything. What the site
itself asks does, such as "objectClass=*" in a box that takes filters.

>>> from leadline.forms.find import find_interfaces
>>> from leadline.page.dom import parse_html
>>> page = parse_html("<form action=/s><input type=search name=q placeholder='e.g. AB12'></form>"
...                   "<a href='/s?q=whale&x=1'>whales</a><a href='/s?q=XY34'>XY34</a>", "http://h/")
>>> shown_values(page, find_interfaces(page)[0], "q")
('whale', 'XY34', 'AB12')
"""

from typing import Final

from leadline.model import QueryInterface
from leadline.page.dom import Document
from leadline.page.query_string import query_pairs, split_address

MAX_SHOWN_VALUES: Final = 4
MAX_SHOWN_CHARACTERS: Final = 60
SIGNS_OF_ALL: Final = "*%"
"""Signs that no label in a box has: a value served with one is an example, often for everything."""


def shown_values(document: Document, interface: QueryInterface | None, box: str) -> tuple[str, ...]:
    """Return at most ``MAX_SHOWN_VALUES`` values, links into the search first."""
    if interface is None or not box:
        return ()
    action = split_address(interface.action).path
    values = [
        value
        for link in document.elements("a")
        if (parts := split_address(document.link(link))).path == action
        for name, value in query_pairs(parts.query)
        if name == box
    ]
    for control in interface.controls:
        if control.name == box:
            values += [choice.value for choice in control.choices]
            values += [control.value] if any(sign in control.value for sign in SIGNS_OF_ALL) else []
            example = document.attribute(control.node, "placeholder")[:MAX_SHOWN_CHARACTERS]
            words = (word.strip(".,;()'\"") for word in example.split())
            values += [word for word in words if any(sign.isdigit() for sign in word)]
    known = dict.fromkeys(value.strip() for value in values)
    return tuple(value for value in known if 0 < len(value) <= MAX_SHOWN_CHARACTERS)[
        :MAX_SHOWN_VALUES
    ]
