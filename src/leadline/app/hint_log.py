"""The log of hints of a project: ``hints.toml``, in the order in which a person gave them.

Each hint is one table with its kind and what was shown, and may name the source that is meant:

    [[hint]]
    form = "Licence search"
    [[hint]]
    record = ["Acme Ltd", "12 March 2021"]
    source = "register.example"

The same tables may stand in a plan as ``[[source.hint]]``. A source whose hints changed is begun
again at its next run: records are forgotten, archived pages answer what was asked before.
"""

import json
import os
import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from leadline.model import HINT_KINDS, Hint
from leadline.page.urls import host_key, host_name, is_private_address
from leadline.store.given import given_text
from leadline.store.seals import break_seal, seal

HINTS_FILE: Final = "hints.toml"
MAX_EXAMPLE_CHARACTERS: Final = 2_000
BESIDE: Final = frozenset({"source", "rule"})
_ALLOWED: Final = re.compile(r"(?:GET|POST) /\S*")
_SURE: Final = re.compile(r"[1-9]\d?(?:\.\d)?%|proof|none")
_OFFERED: Final = re.compile(
    r'\(--allow "((?:GET|POST) /[^"\s]*)" sends it\)|\(--also-host ([\w.:\[\]-]+)\)'
)
"""What sentences of leadline offer to a person: a request that may be sent, a host to name."""
MAX_OFFERS: Final = 6


def read_hints(path: Path) -> tuple[Hint, ...]:
    """Return the hints of a file, () where there is none; raise ``ValueError``."""
    try:
        content = tomllib.loads(given_text(path))
    except FileNotFoundError:
        return ()
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise ValueError(f"{path} is no file of hints: {fault}") from fault
    if strange := [name for name in content if name != "hint"]:
        raise ValueError(f"{path} has {strange[0]!r}; it holds [[hint]] tables and nothing else")
    return hints_in(content.get("hint", []), str(path))


def hints_in(tables: Any, where: str) -> tuple[Hint, ...]:
    """Return the hints of parsed tables; raise ``ValueError``, which says ``where``."""
    if not (isinstance(tables, list) and all(isinstance(one, dict) for one in tables)):
        raise ValueError(f"{where}: hints are written as [[hint]], each with its kind")
    return tuple(_hint(table, where) for table in tables)


def _hint(table: dict[str, Any], where: str) -> Hint:
    kinds = [name for name in table if name not in BESIDE]
    if len(kinds) != 1:
        named = ", ".join(kinds) or "none"
        raise ValueError(f"{where}: a hint has one kind ({', '.join(HINT_KINDS)}), not {named}")
    shown = table[kinds[0]]
    texts = shown if isinstance(shown, list) else [shown]
    beside = [table.get(name, "") for name in sorted(BESIDE)]
    if not all(isinstance(one, str) for one in [*texts, *beside]):
        raise ValueError(f"{where}: examples of {kinds[0]} are texts, as is the source")
    return checked(Hint(kinds[0], tuple(texts), beside[1], beside[0]), where)


def checked(hint: Hint, where: str = "hint") -> Hint:
    """Return a hint that is well formed; raise ``ValueError``."""
    if hint.kind not in HINT_KINDS:
        raise ValueError(f"{where}: no kind of hint is {hint.kind!r}; there are {HINT_KINDS}")
    if not hint.texts or not all(text.strip() for text in hint.texts):
        raise ValueError(f"{where}: {hint.kind} needs an example, such as a text of the page")
    if any(len(text) > MAX_EXAMPLE_CHARACTERS for text in hint.texts):
        raise ValueError(f"{where}: an example of {hint.kind} is too long; show a part of it")
    if hint.kind == "allow" and not all(map(_ALLOWED.fullmatch, hint.texts)):
        raise ValueError(f'{where}: allow names a method and a path, such as "POST /api/lookup"')
    if hint.kind == "sure" and not all(map(_SURE.fullmatch, hint.texts)):
        raise ValueError(f"{where}: sure is what may be missing (5%, 3%, 2%), proof or none")
    if hint.kind == "host" and not all(host_key(f"http://{text}/") for text in hint.texts):
        raise ValueError(f"{where}: host names a host, such as media.museum.example")
    if hint.kind in ("column", "split") and not all(name and value for name, value in hint.pairs):
        raise ValueError(f"{where}: examples of {hint.kind} are written NAME=VALUE")
    if hint.rule:
        try:
            json.loads(hint.rule)
        except ValueError:
            raise ValueError(f"{where}: the rule of {hint.kind} is no JSON; leave it out") from None
    return hint


def hints_text(hints: Iterable[Hint]) -> str:
    """Return hints as TOML."""
    return "\n".join(map(_table, hints))


def _table(hint: Hint) -> str:
    shown = hint.texts[0] if len(hint.texts) == 1 else list(hint.texts)
    beside = {"source": hint.source, "rule": hint.rule}
    lines = {hint.kind: shown, **{name: text for name, text in beside.items() if text}}
    return "\n".join(["[[hint]]", *(f"{name} = {_quoted(one)}" for name, one in lines.items()), ""])


def _quoted(value: str | list[str]) -> str:
    """Return a text or a list as TOML; JSON's strings are its basic ones but for one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def write_hints(path: Path, hints: Sequence[Hint]) -> None:
    """Write the log, or take it away where no hint is left; a kill leaves the old or the new."""
    if not hints:
        path.unlink(missing_ok=True)
        break_seal(path)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_text(hints_text(hints), encoding="utf-8")
    os.replace(beside, path)
    seal(path)


def add_hint(folder: Path, hint: Hint) -> None:
    """Add a hint to the log of a project, if it is not there; the project may begin with it."""
    log = read_hints(folder / HINTS_FILE)
    if hint not in log:
        write_hints(folder / HINTS_FILE, [*log, checked(hint)])


def hints_for(hints: Iterable[Hint], key: str, url: str) -> tuple[Hint, ...]:
    """Return the hints that mean a source: by its key, its host, or all."""
    return tuple(hint for hint in hints if hint.source in ("", key, host_key(url)))


def offered(sentences: Iterable[str], url: str) -> tuple[Hint, ...]:
    """Return the hints that sentences on the source of an address offer; one click gives them.

    A host inside a network is offered to a source that is inside of one alone.

    >>> said = "a.example is none of the hosts; name it too (--also-host a.example)"
    >>> offered([said, said.replace("a.example", "10.0.0.1")], "http://b.example/")
    (Hint(kind='host', texts=('a.example',), source='', rule=''),)
    """
    is_inside, found = is_private_address(host_name(url)), dict[Hint, None]()
    for request, host in (pair for one in sentences for pair in _OFFERED.findall(one)):
        if request:
            found[Hint("allow", (request,))] = None
        elif host_key(f"http://{host}/") and (
            is_inside or not is_private_address(host_name(f"http://{host}/"))
        ):
            found[Hint("host", (host,))] = None
    return tuple(found)[:MAX_OFFERS]
