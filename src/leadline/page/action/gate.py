"""The gate of actions: nothing that writes is sent.

The command is judged, not what is shown beside it: names of functions, what they are called with,
the control's own name, class, icon and label, and the address. A record called Edith is no command.

>>> from leadline.page.action.read import action_of
>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<form><a href="javascript:__doPostBack('g','Delete$3')">&raquo;</a>
... <a href="javascript:__doPostBack('g','Page$3')">3</a></form>''', "http://h.test/")
>>> [may_write(page, node, action_of(page, node)) for node in page.elements("a")]
[True, False]
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import unquote

from leadline.page.action.host import scene_of
from leadline.page.action.model import Action
from leadline.page.action.part import known_calls
from leadline.page.action.read import CLICKS, is_submit, may_act
from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.page.dom import Document
from leadline.page.together import nearest
from leadline.page.urls import is_script_address, split_url

_COMMAND_WORDS: Final = {
    kind: frozenset(words)
    for kind, words in read_table("leadline.page.action", LEXICON_FILE)["expressions"].items()
}
MAX_COMMAND_CHARACTERS: Final = 60
MAX_CODE_CHARACTERS: Final = 2_000
MAX_NODES_INSIDE: Final = 8
MAX_WORDS_OF_DEED: Final = 3
MAX_LINKS_BESIDE: Final = 400
_CALLED: Final = re.compile(r"([A-Za-z_$][\w$]{0,80})\s?\(")
_LITERAL_TEXT: Final = re.compile(r"'([^'\\\n]{1,200})'|\"([^\"\\\n]{1,200})\"")
_COMMAND_WORD: Final = re.compile(r"[A-Z]?[a-z\u00df-\uffff]+|[A-Z]+(?![a-z])")
_SEGMENT: Final = re.compile(r"[$:/?&=.#]|\\u0026")
_NO_FIELDS: Final = frozenset({"file", "password"})


def may_write(
    document: Document, node: int, action: Action | None, *, is_label_data: bool = False
) -> bool:
    """Tell whether what a control sends may change something at the source.

    With ``is_label_data`` its text is that of a record, and no command.
    """
    if action is None:
        return False
    if "asks" in action.flags or action.method.upper() not in ("", "GET", "POST"):
        return True
    if action.form >= 0 and _sends_personal(document, node, action.form):
        return True
    said = document.visible_text(node)[:MAX_COMMAND_CHARACTERS] if is_label_data else ""
    commands = (text for text in _commands(document, node, action) if not said or text != said)
    return any(map(_is_writing, commands))


def is_writing_label(text: str) -> bool:
    """Tell whether a label names a deed.

    >>> is_writing_label("Delete"), is_writing_label("Edith Moss"), is_writing_label("削除")
    (True, False, True)
    """
    return len(text) <= MAX_COMMAND_CHARACTERS and _is_writing(text)


def is_seeing_label(text: str) -> bool:
    """Tell whether a label only promises to show: view, details.

    >>> is_seeing_label("View details"), is_seeing_label("Edit")
    (True, False)
    """
    words = {word.casefold() for word in _COMMAND_WORD.findall(text)}
    is_seeing = not words.isdisjoint(_COMMAND_WORDS["seeing"]) or text in _COMMAND_WORDS["seeing"]
    return is_seeing and not is_writing_label(text)


def is_asking_command(text: str) -> bool:
    """Tell whether the last part of a command only asks: a name of a button, or of a request.

    >>> is_asking_command("GO"), is_asking_command("ctl00$btnFind"), is_asking_command("SAVE")
    (True, True, False)
    """
    words = [word.casefold() for word in _COMMAND_WORD.findall(_last(text))]
    is_asking = bool(words) and words[-1] in _COMMAND_WORDS["asking"]
    return is_asking and len(text) <= MAX_COMMAND_CHARACTERS and not _is_writing(text)


def _is_writing(text: str) -> bool:
    words = [word.casefold() for word in _COMMAND_WORD.findall(text)]
    if text.strip().casefold() in _COMMAND_WORDS["alone"] | _COMMAND_WORDS["writing"]:
        return True
    reading = _COMMAND_WORDS["reading"]
    is_label = " " in text.strip() and 1 < len(words) <= MAX_WORDS_OF_DEED
    if is_label and words[0] in _COMMAND_WORDS["alone"] and reading.isdisjoint(words):
        return True
    deeds = _COMMAND_WORDS["writing"].intersection(words)
    if words and words[0] in reading:
        deeds -= _COMMAND_WORDS["things"]
    said = f" {' '.join(words)} "
    is_phrase = any(f" {one} " in said for one in _COMMAND_WORDS["phrases"])
    return bool(deeds) or is_phrase or _deeds_in(text)


def _deeds_in(text: str) -> bool:
    """Tell whether a label of a language without gaps names a deed, and does not ask."""
    if text.isascii() or any(one in text for one in _COMMAND_WORDS["reading"] if not one.isascii()):
        return False
    return any(map(text.__contains__, _COMMAND_WORDS["unspaced"]))


def _sends_personal(document: Document, node: int, form: int) -> bool:
    """Tell whether a control sends files, passwords or long texts.

    Where one form lies around the whole page, those beside another button are not meant.
    """
    personal = [one for one in scene_of(document).controls(form) if _is_personal(document, one)]
    if not personal:
        return False
    links = islice(
        (one for one in document.elements("a") if may_act(document, one)), MAX_LINKS_BESIDE
    )
    buttons = (one for one in scene_of(document).controls(form) if is_submit(document, one))
    pressed = sorted({node, *links, *buttons})
    return any(node in (nearest(document, one, pressed) or [node]) for one in personal)


def _is_personal(document: Document, node: int) -> bool:
    kind = document.attribute(node, "type").casefold()
    return document.tag[node] == "textarea" or kind in _NO_FIELDS


def _commands(document: Document, node: int, action: Action) -> Iterator[str]:
    """Yield what names the command of a control."""
    has = document.attributes[node]
    for name in (*CLICKS, "onchange", "href"):
        code = (has.get(name) or "")[:MAX_CODE_CHARACTERS]
        if name == "href" and not is_script_address(code):
            continue
        for call in _CALLED.findall(code):
            yield "" if call in known_calls() else call
        for single, double in _LITERAL_TEXT.findall(code):
            yield _last(single or double)
    for name in ("id", "name"):
        yield _last(has.get(name) or "")
    yield has.get("class") or ""
    yield document.visible_text(node)[:MAX_COMMAND_CHARACTERS]
    for name in ("value", "title", "aria-label", "alt"):
        yield (has.get(name) or "")[:MAX_COMMAND_CHARACTERS]
    for inner in range(node + 1, min(document.end[node], node + MAX_NODES_INSIDE)):
        own = document.attributes[inner]
        yield " ".join(own.get(name) or "" for name in ("class", "alt", "title")) if own else ""
        yield _last((own.get("src") or "").rpartition(".")[0]) if own else ""
    for name, value in action.sets:
        yield _last(value) if len(value) <= MAX_COMMAND_CHARACTERS else ""
        yield _last(name)
    yield from _of_address(action.url)
    yield from _of_address(f"?{action.body}" if "=" in action.body else "")


def _of_address(url: str) -> Iterator[str]:
    """Yield the last part of a path, and what its query names."""
    parts = split_url(url) if url else None
    if parts is None:
        return
    yield parts.path.rstrip("/").rpartition("/")[2]
    for pair in parts.query.split("&")[:20]:
        for text in unquote(pair).split("=", 1):
            yield text if len(text) <= MAX_COMMAND_CHARACTERS else ""


def _last(text: str) -> str:
    """Return the last segment of a control's name that has a letter: ``ctl00$g$lnkNext``."""
    segments = [one for one in _SEGMENT.split(text) if any(map(str.isalpha, one))]
    return segments[-1] if segments else ""
