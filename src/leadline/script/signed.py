"""Requests of a page that its script signs: a header, or a value, that differs for each address.

>>> def sent(word, sign): return Request("GET", f"http://h.test/find?q={word}", (("x-sign", sign),))
>>> signs = [("sea", "9f86d081884c7d65"), ("sky", "60303ae22b998861"), ("sea", "9f86d081884c7d65")]
>>> signature_in([sent(*one) for one in signs])
'x-sign'
>>> signature_in([sent("sea", "9f86d081884c7d65"), sent("sky", "9f86d081884c7d65")])
''
"""

import re
from collections.abc import Sequence
from typing import Final

from leadline.model import Request
from leadline.page.observed import SOCKET, Observed
from leadline.page.request_places import places_in
from leadline.script.gate import is_sent
from leadline.script.learner import shape

_SIGN: Final = re.compile(r"[\w+/=.~-]{12,2000}")
"""A value that may be a signature: long, of letters and digits, without blanks."""


def _may_sign(value: str) -> bool:
    return bool(_SIGN.fullmatch(value)) and any(map(str.isdecimal, value))


def signature_in(requests: Sequence[Request]) -> str:
    """Return the name of what differs with each of some requests of one call, '' without any.

    What a request carries stays the same where it is sent again, unless it counts or tells time.
    """
    signs: dict[str, dict[str, set[str]]] = {}
    for request in requests:
        values = {name.casefold(): value for name, value in request.headers if is_sent(name)}
        places = {str(place[-1]): leaf for place, leaf in places_in(request).items()}
        values |= {name: leaf for name, leaf in places.items() if isinstance(leaf, str)}
        found = {name: value for name, value in values.items() if _may_sign(value)}
        for name, value in found.items():
            rest = repr((request.url, request.body)).replace(value, "")
            signs.setdefault(name, {}).setdefault(rest, set()).add(value)
    for name, by_address in signs.items():
        one_each = all(len(values) == 1 for values in by_address.values())
        different = frozenset().union(*by_address.values())
        if one_each and len(different) == len(by_address) > 1:
            return name
    return ""


def signature_of(observed: Observed, request: Request) -> str:
    """Return the name of what may sign the requests of a call that a page was seen to make."""
    kind = shape(request, "")[:2], shape(request, "")[2][:-1]
    seen = (page.request for one in observed.sightings for page in one.pages)
    asked = [one for one in seen if one.method != SOCKET]
    alike = [one for one in asked if (shape(one, "")[:2], shape(one, "")[2][:-1]) == kind]
    return signature_in(alike)
