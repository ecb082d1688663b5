"""What a spreadsheet would run, what it cannot hold, and how its csv is divided.

Excel and LibreOffice run a cell of a csv that begins with ``=``, and Excel one that begins with
``+``, ``-`` or ``@`` and is a formula from there to its end (OWASP, "CSV injection"). A telephone
number, a temperature, a name behind ``@`` or a lone dash is none, and stays as it is.

>>> [guarded(text) for text in ("=1+1", "-2+3", "+A1", "@SUM(A1)", "+cmd|' /C calc'!A0")]
["'=1+1", "'-2+3", "'+A1", "'@SUM(A1)", "'+cmd|' /C calc'!A0"]
>>> any(map(is_formula, ("-5 °C", "+49 30 1234", "-", "@name", "-5.2", "-see note")))
False
>>> spreadsheet_text("_x0041_"), spreadsheet_text("\\x07")
('_x005F_x0041_', '_x0007_')
>>> len(spreadsheet_text("x" * 40_000)), spreadsheet_text("x" * 40_000)[-25:]
(32767, ' [cut: 40,000 characters]')
"""

import re
from collections.abc import Mapping
from typing import Final
from unicodedata import normalize

MAX_CELL_CHARACTERS: Final = 32_767
"""Characters (UTF-16 units) that a cell of Excel holds."""
NOT_IN_SHEETS: Final = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4})"
)
"""What XML cannot hold, and an underscore that would begin such a sign (ECMA-376, ST_Xstring)."""
HALF_SIGN: Final = re.compile("_(?:x(?:[0-9A-F]{1,4}_?)?)?$")

SKIPPED_FIRST: Final = "\t\r\n "
FORMULA_FIRST: Final = "=+-@\t\r\n＝＋－＠"
"""First characters of a cell that may be a formula."""
CALLED: Final = re.compile(r"[\w.]\(|![\w$'\[]|\|[^!|]*!")
"""The call of a function, a cell of another sheet, or a call of another program (DDE)."""
AT_CALL: Final = re.compile(r"@\s*[\w.]+\(")
OPERAND: Final = re.compile(
    r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}(?![\w.])|[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?"
)
OPERATORS: Final = "+-*/^&<>=:"
TELEPHONE: Final = re.compile(r"\+[1-9][0-9]{0,3}(?:[ ./()-]{1,2}[0-9]+)+")
TELEPHONE_DIGITS: Final = range(7, 16)


COMMA_LANGUAGES: Final = (
    " af az be bg bs ca cs da de el es et eu fi fo fr gl hr hu hy id is it ka kk ky lb lt lv mk mn"
    " nb nl nn no pl pt ro ru sk sl sq sr sv tr tt uk uz vi "
)
"""Languages in which a comma divides the parts of a number, so that it cannot divide cells."""
POINT_COUNTRIES: Final = " es_MX es_US es_GT es_HN es_NI es_PA es_PE es_PR es_SV es_DO "


def guarded(cell: str | None) -> str | None:
    """Mark a cell that a spreadsheet would run, so that it shows it and does not run it."""
    return f"'{cell}" if cell and cell[0] in FORMULA_FIRST and is_formula(cell) else cell


def is_formula(cell: str) -> bool:
    """Tell whether a spreadsheet would run a cell of a csv file."""
    text = normalize("NFKC", cell.lstrip(SKIPPED_FIRST)[:MAX_CELL_CHARACTERS]).rstrip()
    if text[:1] == "=":
        return len(text) > 1
    if text[:1] == "@":
        return AT_CALL.match(text) is not None or CALLED.search(text) is not None
    if text[:1] not in ("+", "-"):
        return False
    return CALLED.search(text) is not None or (_is_expression(text) and not _is_telephone(text))


def _is_expression(text: str) -> bool:
    """Tell whether a text is operands with operators between, and more than a number."""
    at, open_brackets, operands, has_cell, wants_operand = 0, 0, 0, False, True
    while at < len(text):
        sign = text[at]
        if sign == " ":
            at += 1
        elif wants_operand and sign in "+-(":
            open_brackets += sign == "("
            at += 1
        elif wants_operand:
            found = OPERAND.match(text, at)
            if found is None:
                return False
            has_cell = has_cell or found[0][:1] == "$" or found[0][:1].isalpha()
            operands, wants_operand, at = operands + 1, False, found.end()
        elif sign in OPERATORS:
            wants_operand, at = True, at + 1
        elif sign == ")" and open_brackets:
            open_brackets, at = open_brackets - 1, at + 1
        elif sign == "%":
            at += 1
        else:
            return False
    return not wants_operand and (has_cell or operands > 1)


def _is_telephone(text: str) -> bool:
    digits = sum(map(str.isdigit, text))
    return digits in TELEPHONE_DIGITS and TELEPHONE.fullmatch(text) is not None


def local_delimiter(environment: Mapping[str, str]) -> str:
    """Return the delimiter of a csv that Excel opens in the language of a person.

    It is ``;`` wherever a comma divides a number.

    >>> local_delimiter({"LANG": "de_DE.UTF-8"}), local_delimiter({"LANG": "zh_CN.UTF-8"})
    (';', ',')
    >>> local_delimiter({"LC_ALL": "C", "LANG": "fr_FR"}), local_delimiter({"LANG": "es_MX"})
    (',', ',')
    """
    names = (environment.get(name) for name in ("LC_ALL", "LC_NUMERIC", "LANG"))
    language = next((name for name in names if name), "C").partition(".")[0].partition("@")[0]
    has_comma = f" {language.partition('_')[0]} " in COMMA_LANGUAGES
    return ";" if has_comma and f" {language} " not in POINT_COUNTRIES else ","


def spreadsheet_text(text: str) -> str:
    """Cut a text, with a mark, to what a cell of Excel holds, and write what XML cannot hold."""
    text = NOT_IN_SHEETS.sub(lambda found: f"_x{ord(found[0]):04X}_", text)
    if len(text) <= MAX_CELL_CHARACTERS // 2:  # a character takes two units at most
        return text
    encoded = text.encode("utf-16-le")
    units = len(encoded) // 2
    if units <= MAX_CELL_CHARACTERS:
        return text
    mark = f" [cut: {units:,} characters]"
    kept = encoded[: 2 * (MAX_CELL_CHARACTERS - len(mark))].decode("utf-16-le", "ignore")
    return HALF_SIGN.sub("", kept) + mark
