"""Identifiers with check digits, and addresses: ISBN, ISSN, DOI, URL, mail, telephone.

>>> plain = ColumnFormat("isbn")
>>> read_isbn("ISBN 0-306-40615-2", plain).key, read_isbn("978-0-306-40615-8", plain)
('9780306406157', None)
>>> read_doi("https://doi.org/10.1038/Nature12373", plain).key
'10.1038/nature12373'
>>> read_url("HTTP://Example.ORG:80/a", plain).key, read_email("mailto:A@B.example", plain).key
('http://example.org/a', 'a@b.example')
"""

import re
from typing import Final

from leadline.domain.rules import is_isbn, is_issn
from leadline.page.data_files import any_of
from leadline.page.urls import DEFAULT_PORTS, sendable_url, split_url
from leadline.values.normal.reading import ColumnFormat, Reading

ISBN_TEXT: Final = re.compile(
    r"(?:isbn(?:-1[03])?[:：]?\s?)?([\d][\d\s‐‑–-]{8,18}[\dx])\s?(?:\([^()]{0,40}\)|:.{0,40})?",
    re.IGNORECASE,
)
ISSN_TEXT: Final = re.compile(
    r"(?:e?-?issn[:：]?\s?(?:-l\s)?)?(\d{4})[\s‐‑–-]?(\d{3}[\dx])\s?(?:\([^()]{0,40}\))?",
    re.IGNORECASE,
)
DOI_TEXT: Final = re.compile(
    r"(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi[:\s]{1,3}|info:doi/)?(10\.\d{4,9}/\S{1,200})",
    re.IGNORECASE,
)
EMAIL_TEXT: Final = re.compile(
    r"(?:mailto:)?<?([\w.+'-]{1,64})\s?(?:@|\[at\]|\(at\))\s?"
    r"([\w-]{1,63}(?:\.[\w-]{1,63}){1,8})>?",
    re.IGNORECASE,
)
URL_TEXT: Final = re.compile(r"(?:https?://|www\.)[^\s<>\"]{3,2000}", re.IGNORECASE)
PHONE_TEXT: Final = re.compile(
    rf"(?:(?:{any_of('leadline.values.normal', 'phone')})[^\d+(]{{0,10}})?"
    r"(\+?[\d(][\d\s().,/–‐‑-]{4,30}\d)",
    re.IGNORECASE,
)
COUNTRY_OF_LANGUAGE: Final = {
    "de": "DE",
    "ru": "RU",
    "zh": "CN",
    "ja": "JP",
    "ko": "KR",
    "fr": "FR",
}
SEPARATORS: Final = re.compile(r"[\s‐‑–-]")
"""Blanks and hyphens of all kinds between the digits of an identifier."""


def read_isbn(text: str, _: ColumnFormat) -> Reading | None:
    """Read an ISBN with a right check digit, as 13 digits."""
    match = ISBN_TEXT.fullmatch(text)
    if not match:
        return None
    digits = SEPARATORS.sub("", match[1]).upper()
    if not is_isbn(digits):
        return None
    return Reading("isbn", _thirteen(digits) if len(digits) == 10 else digits)


def _thirteen(digits: str) -> str:
    head = "978" + digits[:9]
    check = -sum(int(digit) * (1 + 2 * (at % 2)) for at, digit in enumerate(head)) % 10
    return f"{head}{check}"


def read_issn(text: str, _: ColumnFormat) -> Reading | None:
    """Read an ISSN with a right check digit."""
    match = ISSN_TEXT.fullmatch(text)
    if not match or not is_issn(match[1] + match[2]):
        return None
    return Reading("issn", f"{match[1]}-{match[2].upper()}")


def read_doi(text: str, _: ColumnFormat) -> Reading | None:
    """Read a DOI; they do not tell case."""
    match = DOI_TEXT.fullmatch(text)
    return Reading("doi", match[1].casefold().rstrip(".,;")) if match else None


def read_email(text: str, _: ColumnFormat) -> Reading | None:
    """Read a mail address, in lower case."""
    match = EMAIL_TEXT.fullmatch(text)
    return Reading("email", f"{match[1]}@{match[2]}".casefold()) if match else None


def read_url(text: str, _: ColumnFormat) -> Reading | None:
    """Read an address of the Web: host in lower case, no default port, no fragment."""
    if not URL_TEXT.fullmatch(text):
        return None
    parts = split_url(sendable_url(text if "://" in text[:8] else f"http://{text}"))
    if parts is None:
        return None
    scheme = parts.scheme.lower()
    port = parts.port if parts.port not in (None, DEFAULT_PORTS[scheme]) else None
    host = f"{(parts.hostname or '').lower()}:{port}" if port else (parts.hostname or "").lower()
    query = f"?{parts.query}" if parts.query else ""
    return Reading("url", f"{scheme}://{host}{parts.path or '/'}{query}")


def read_phone(text: str, learned: ColumnFormat) -> Reading | None:
    """Read a telephone number in the form of E.164; it needs a country, its own or the place's."""
    match = PHONE_TEXT.fullmatch(text)
    if not match or not 6 <= sum(map(str.isdigit, match[1])) <= 17:
        return None
    number = match[1]
    parsed = _parsed_phone(number, _region(learned.locale))
    return Reading("phone", parsed) if parsed else None


def _parsed_phone(number: str, region: str) -> str:
    """Return the number in E.164, '' if there is none; without its library, those with a plus."""
    try:
        import phonenumbers
    except ImportError:
        digits = "".join(filter(str.isdigit, number.replace("(0)", "")))
        return f"+{digits}" if number.startswith("+") and 8 <= len(digits) <= 15 else ""
    try:
        parsed = phonenumbers.parse(number, region or None)
    except phonenumbers.NumberParseException:
        return ""
    if not phonenumbers.is_possible_number(parsed):
        return ""
    return str(phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164))


def _region(locale: str) -> str:
    """Return the country of a locale; a language of one country stands for it."""
    language, _, country = locale.partition("-")
    return country.upper() or COUNTRY_OF_LANGUAGE.get(language, "")
