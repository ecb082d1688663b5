"""The one gate for what leaves: secrets in any text are masked, all else stays as it is.

Masked are logins of addresses, values of parameters that are secrets by their name (in a query, a
path, a fragment, or an address inside another one), session marks of paths, and tokens of headers.
A name that is often that of honest data (``sid``, ``token``, ``signature``) counts only where the
value looks made by chance. A key keeps a mark of its own, so that two records stay two.

>>> masked("http://bob:x@art.example/s;jsessionid=8F2A?q=tea&api_key=12ab")
'http://art.example/s;jsessionid=***?q=tea&api_key=***'
>>> masked("/r?signature=4%20Ep%201234&sid=17"), masked("/r?sid=744897a1b2c3")
('/r?signature=4%20Ep%201234&sid=17', '/r?sid=***')
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any, Final

MASK: Final = "***"
STRONG_NAME: Final = re.compile(
    r".*(?:passw|passphrase|secret|api[_-]?key|auth[_-]?key|access[_-]?token|auth[_-]?token"
    r"|refresh[_-]?token|id[_-]?token|sessionid|session[_-]id|sessid|csrf|xsrf|verificationtoken"
    r"|authenticity).*|pwd|jwt|cftoken|x-amz-signature",
    re.IGNORECASE,
)
"""Names whose values are secrets, whatever they look like."""
WEAK_NAME: Final = re.compile(
    r".*(?:token|signature).*|(?:.*[_.-])?tok|sid|sig|auth|session|ticket|nonce|(?:.*[_.-])?(?:view)?state",
    re.IGNORECASE,
)
"""Names whose values are secrets where they look made by chance."""
NAME_HINTS: Final = (
    *("tok", "secret", "pass", "pwd", "key", "sess", "sid", "sig", "auth", "csrf", "xsrf", "jwt"),
    *("ticket", "nonce", "state"),
)
"""Parts of such names; a text without any holds no such parameter."""
HEADER_HINTS: Final = ("bearer ", "bearer\t", "authorization:", "cookie:", "/(")
NAMED_HINTS: Final = ("key", "token", "secret")
"""Parts of names that stand before a colon and a secret."""
KNOWN_HINTS: Final = ("eyJ", "AIza", "AKIA", "ghp_")
KEY_NAMES: Final = ("key", "_key", "keys", "members", "rival")
"""Names in JSON under which keys of records stand."""

PARAMETER: Final = re.compile(
    r"(?<![\w.-])(?:(?<=%)(?:25)?(?:3[FfBb]|2[36]))?(?P<name>[\w.-]{1,60})(?:=|%(?:25)?3[Dd])"
)
"""The name of a parameter, also in an address that is escaped inside another one."""
PARAMETER_VALUE: Final = re.compile(r"[^&;#?\s\"'<>]+")
PASSWORD_VALUE: Final = re.compile(r"[^&;#\s\"'<>]+")
JUDGED_VALUE: Final = re.compile(r"[^&;#?=\s\"'<>]{1,200}={0,2}")
"""Beginning of a value by which it is judged, so that no text is read twice."""
ESCAPED_VALUE: Final = re.compile(r"[^&;#\s\"'<>%]+")
LOGIN: Final = re.compile(
    r"(?:(?<=http://)|(?<=https://))[^\s/?#<>\"'\\]{1,500}@"
    r"|(?:(?<=[a-z]://)|(?<=[a-z]:/))[^\s/?#<>\"'\\:@]{1,200}:[^\s/?#<>\"'\\]{0,300}@"
    r"|(?<=%3A%2F%2F)[\w.~+-]{1,200}%3A(?:[\w.~+-]|%(?!40|2F)[0-9A-F]{2}){0,200}%40",
    re.IGNORECASE,
)
SECRET_HEADER: Final = re.compile(
    r"(?P<name>\bauthorization:\s{0,9}(?:\w{1,20}\s{1,9})?|\bbearer\s{1,9})(?P<value>[^\s,;\"']{8,})"
    r"|(?P<cookie>\b(?:set-)?cookie:\s{0,9})[^\s=;]{1,200}=[^\r\n]+"
    r"|(?P<named>\b(?:x-)?(?:api[-_]?key|(?:access|auth|csrf|xsrf)[-_]?token|client[-_]?secret)"
    r"[\"']?\s{0,3}:\s{0,3}[\"']?)(?P<given>[^\s,;\"']{8,})"
    r"|(?P<path>/\((?:[SAFX]\()+)(?P<state>[\w-]{8,})(?=\))",
    re.IGNORECASE,
)
KNOWN_SECRET: Final = re.compile(
    r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{5,}|\bAIza[\w-]{30,}|\bAKIA[0-9A-Z]{16}\b|\bghp_\w{30,}"
)
"""Forms that are those of secrets by themselves: JWT, and keys of great services."""
RUN: Final = re.compile(r"[0-9A-Za-z]+")
BASE64_SIGNS: Final = re.compile("%2[BF]|%3D", re.IGNORECASE)
MAX_NAME: Final = 60
"""Characters of the name of a parameter."""
MIN_TOKEN: Final = 8
"""Letters and digits in a row from which a value may be made by chance."""
MIN_COLUMN_TOKEN: Final = 12
"""Letters and digits in a row, in a column whose name is that of tokens."""
MIN_DIGITS: Final = 9
"""Digits alone that are no date."""
MIN_MIXED_LETTERS: Final = 20
"""Letters of both cases alone that are no word."""

Mark = Callable[[str], str]
"""What stands in place of a secret."""


def masked(text: str) -> str:
    """Return a text as it may be shown: without logins, tokens, sessions and passwords."""
    return _masked(text, lambda _: MASK)


def masked_key(key: str) -> str:
    """Return the key of a record as it may be shown; it stays unlike those of other records."""
    return _masked(key, _digest)


def masked_value(column: str, value: str) -> str:
    """Return a value of a column; in one that is named after tokens a bare token is a secret.

    >>> masked_value("csrf_token", "9f8e7d6c5b4a3f2e"), masked_value("signature", "4 Ep 1234")
    ('***', '4 Ep 1234')
    """
    if names_secrets(column) and _looks_random(value, MIN_COLUMN_TOKEN):
        return MASK
    return masked(value)


@lru_cache(maxsize=4096)
def names_secrets(column: str) -> bool:
    """Tell whether the name of a column is one of tokens or passwords."""
    return bool(STRONG_NAME.fullmatch(column[:60]) or WEAK_NAME.fullmatch(column[:60]))


def masked_all(value: Any, mask: Mark = masked) -> Any:
    """Return plain values (for JSON) with every text in them masked, at any depth.

    Where an object holds a ``key``, a ``column`` and its values, or a ``name`` and its ``value``,
    they are masked as such.

    >>> masked_all({"name": "csrf", "label": "", "value": "9f8e7d6c5b4a3f2e"})
    {'name': 'csrf', 'label': '', 'value': '***'}
    """
    if isinstance(value, str):
        return mask(value)
    if is_dataclass(value) and not isinstance(value, type):
        value = {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, Mapping):
        column, owner = value.get("column", value.get("attribute")), value.get("name")
        return {
            mask(name) if isinstance(name, str) else name: _masked_member(
                name, one, owner if name == "value" and column is None else column
            )
            for name, one in value.items()
        }
    if isinstance(value, list | tuple | set | frozenset):
        if _is_named(value):  # a header, or a field with its kind
            name, content, *rest = value
            return [name, masked_value(name, content), *rest]
        return [masked_all(each, mask) for each in value]
    return value


def _is_named(value: Collection[Any]) -> bool:
    texts = list(value) if 2 <= len(value) <= 3 else []
    return all(isinstance(each, str) for each in texts[:2]) and names_secrets("".join(texts[:1]))


def _masked_member(name: object, value: Any, column: object) -> Any:
    """Mask what an object of JSON holds under a name."""
    if name in KEY_NAMES:
        return masked_all(value, masked_key)
    named = column if isinstance(column, str) else name
    if isinstance(named, str) and (isinstance(value, str) or names_secrets(named)):
        return masked_all(value, partial(masked_value, named))
    return masked_all(value)


def may_hold_secrets(text: str) -> bool:
    """Tell quickly whether a text, or many joined to one, has to be looked at."""
    low = text.lower()
    return (
        _may_hold_login(low)
        or _may_hold_parameter(low)
        or _may_hold_header(low)
        or any(each in text for each in KNOWN_HINTS)
    )


def _may_hold_login(low: str) -> bool:
    return ("@" in low and ":/" in low) or "%40" in low


def _may_hold_parameter(low: str) -> bool:
    if "%3d" in low or "%253d" in low:
        return any(each in low for each in NAME_HINTS)
    return _stands_before(low, "=", NAME_HINTS, "?&;#/\n ")


def _may_hold_header(low: str) -> bool:
    return any(each in low for each in HEADER_HINTS) or _stands_before(
        low, ":", NAMED_HINTS, "\n,;{&?/"
    )


def _stands_before(low: str, sign: str, hints: Sequence[str], ends: str) -> bool:
    """Tell whether a hint stands in the name in front of some sign; ``ends`` end what is before."""
    at = low.find(sign)
    while at >= 0:
        before = low[max(0, at - MAX_NAME) : at]
        for hint in hints:
            if hint in before and before.rfind(hint) > max(map(before.rfind, ends)):
                return True
        at = low.find(sign, at + 1)
    return False


def _masked(text: str, mark: Mark) -> str:
    low = text.lower()
    if _may_hold_login(low):
        text = LOGIN.sub("", text)
    if _may_hold_parameter(low):
        text = _parameters(text, mark)
    if _may_hold_header(low):
        text = SECRET_HEADER.sub(lambda found: _header(found, mark), text)
    if any(each in text for each in KNOWN_HINTS):
        text = KNOWN_SECRET.sub(lambda found: mark(found[0]), text)
    return text


def _parameters(text: str, mark: Mark) -> str:
    """Mask the values of parameters; one whose name is honest may hold an address with others."""
    parts, end = [], 0
    for found in PARAMETER.finditer(text):
        name = found["name"]
        is_strong = STRONG_NAME.fullmatch(name) is not None
        if found.start() < end or not (is_strong or WEAK_NAME.fullmatch(name)):
            continue
        is_password = "pass" in name.lower() or "pwd" in name.lower()
        pattern = PASSWORD_VALUE if is_password else PARAMETER_VALUE
        pattern = pattern if found[0].endswith("=") else ESCAPED_VALUE
        judged = JUDGED_VALUE.match(text, found.end())
        if not is_strong and (judged is None or not _looks_random(judged[0], MIN_TOKEN)):
            continue
        value = pattern.match(text, found.end())
        if value is not None and not value[0].startswith((MASK, "%2A%2A%2A")):
            parts += [text[end : found.end()], MASK if is_password else mark(value[0])]
            end = value.end()
    return "".join([*parts, text[end:]])


def _header(found: re.Match[str], mark: Mark) -> str:
    if found["cookie"] is not None:
        return f"{found['cookie']}{MASK}"
    head = found["name"] or found["named"] or found["path"]
    value = found["value"] or found["given"] or found["state"]
    is_sure = head.lower().startswith("authorization")
    is_masked = value.startswith(MASK)
    is_secret = not is_masked and (is_sure or _looks_random(value, MIN_TOKEN))
    return head + mark(value) if is_secret else found[0]


def _looks_random(value: str, least: int) -> bool:
    """Tell whether a run of letters and digits is long, and neither a word nor a date."""
    value = BASE64_SIGNS.sub("", value) if "%" in value else value
    return any(_is_random(run) for run in RUN.findall(value) if len(run) >= least)


def _is_random(run: str) -> bool:
    if run.isdigit():
        return len(run) >= MIN_DIGITS
    return not run.isalpha() or (
        len(run) >= MIN_MIXED_LETTERS and run not in (run.lower(), run.upper())
    )


def _digest(secret: str) -> str:
    """Return a mark that tells two secrets apart and tells nothing else of them."""
    return MASK + blake2b(secret.encode("utf-8", "replace"), digest_size=4).hexdigest()
