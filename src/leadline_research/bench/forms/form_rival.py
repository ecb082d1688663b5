"""Formasaurus on the same forms, where it is installed: a rival for ``bench form-types``.

It is no dependency; without it the bench runs alone. The model it ships was fitted on a part of the
pages of the gold set, so its figures there are those of training; its speed is comparable.
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
    """Its type of every form by page name and number, and forms a second; None without it."""
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
