"""Formasaurus on the forms of ``bench form-types``, where it is installed.

It is no dependency; without it the bench runs alone. Its model was fitted on a part of the pages of
the gold set, so its figures there are training figures; its speed is comparable.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from leadline.page.charset import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

NAME: Final = "formasaurus"


def rival_kinds(paths: Iterable[Path]) -> tuple[dict[tuple[str, int], str], float] | None:
    """Return its type of every form by page name and number, and forms a second; or None."""
    if find_spec(NAME) is None:
        return None
    extract: Callable[..., Any] = import_module(NAME).extract_forms
    kinds: dict[tuple[str, int], str] = {}
    extract("<form><input name=q></form>", fields=False)
    began = process_time()
    for path in paths:
        try:
            forms = extract(decode(path.read_bytes())[0], fields=False)
        except ValueError:
            continue
        kinds |= {(path.name, at): str(answer["form"]) for at, (_, answer) in enumerate(forms)}
    return kinds, len(kinds) / max(1e-9, process_time() - began)
