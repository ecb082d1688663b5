"""Conflicts are of meaning: what different records say of one thing contradicts, or does not.

How values are compared is in ``leadline.values.normal.meaning``. Each record's own link is no
conflict, nor is a value that says nothing ("n/a").
"""

from collections.abc import Iterable, Mapping
from typing import Final

from leadline.integrate.record_table import Member
from leadline.page.urls import host_key
from leadline.values.normal.meaning import says_nothing

ADDRESS_STARTS: Final = ("http://", "https://")
MIN_KEY_CHARACTERS: Final = 2
"""Characters of a record's key from which an address that ends with it is the record's own."""


def is_conflict(forms: Iterable[Mapping[Member, str]]) -> bool:
    """Tell whether values in several forms contradict; each form has texts by record."""
    telling = 0
    for held in forms:
        telling += not all(
            says_nothing(text) or is_own_address(*member, text) for member, text in held.items()
        )
    return telling > 1


def is_own_address(source: str, key: str, text: str) -> bool:
    """Tell whether a value is the address of a record on its own site.

    >>> is_own_address("art.example/find", "/r/7", "https://www.art.example/r/7")
    True
    >>> is_own_address("art.example", "7", "http://monet.example/")
    False
    """
    if not text.startswith(ADDRESS_STARTS):
        return False
    own, host = host_key(source.partition("/")[0]), host_key(text).removeprefix("www.")
    own = own.removeprefix("www.")
    is_beside = host == own or host.endswith(f".{own}") or own.endswith(f".{host}")
    return (bool(own) and is_beside) or (len(key) >= MIN_KEY_CHARACTERS and text.endswith(key))
