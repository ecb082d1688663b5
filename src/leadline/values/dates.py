"""Dates as they are written: in digits, with the names of months in a dozen languages, in Chinese.

>>> [(order, day.isoformat()) for order, day in find_dates("03/04/2012")]
[('dmy', '2012-04-03'), ('mdy', '2012-03-04')]
>>> [(order, day.isoformat()) for order, day in find_dates("Mittwoch, 3. März 2012, 14:05 Uhr")]
[('dMy', '2012-03-03T14:05:00')]
>>> find_dates("2012年4月3日")[0][1], find_dates("2012-04-03T10:00:00Z")[0][0], find_dates("12-34")
(datetime.date(2012, 4, 3), 'ymd', [])
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Final

_MONTHS: Final = (
    "jan januar january januari janvier janv enero ene gennaio gen janeiro styczeń stycznia "
    "sty leden ledna января янв январь ocak | feb februar february februari février févr fevr"
    " febrero febbraio fevereiro fev luty lutego lut únor února февраля фев февраль şubat | "
    "mar märz mär march maart mrt mars marzo março marca marzec března březen марта мар март "
    "mart | apr april avril avr abril abr aprile kwiecień kwietnia kwi duben dubna апреля апр"
    " апрель nisan | mai may mei maj maja mayo maggio mag maio květen května мая май mayıs | "
    "jun juni june juin junio giugno giu junho czerwiec czerwca cze červen června июня июн "
    "июнь haziran | jul juli july juillet juil julio luglio lug julho lipiec lipca lip "
    "červenec července июля июл июль temmuz | aug august augustus août aout agosto ago "
    "sierpień sierpnia sie srpen srpna августа авг август ağustos | sep sept september "
    "septembre septiembre settembre set setembro wrzesień września wrz září сентября сен "
    "сентябрь eylül | oct okt oktober october octobre octubre ottobre ott outubro out "
    "październik października paź říjen října октября окт октябрь ekim | nov november "
    "novembre noviembre novembro listopad listopada lis listopadu ноября ноя ноябрь kasım | "
    "dec dez dezember december décembre déc decembre diciembre dic dicembre dezembro grudzień"
    " grudnia gru prosinec prosince декабря дек декабрь aralık"
)
MONTHS: Final = {
    name: number for number, names in enumerate(_MONTHS.split("|"), 1) for name in names.split()
}
"""The month of each name and short form; "listopad" is November in Polish (October in Croatian)."""

_WEEKDAYS: Final = (
    "mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat "
    "saturday sun sunday mo montag di dienstag mi mittwoch do donnerstag fr freitag sa "
    "samstag sonnabend so sonntag lun lundi mar mardi mer mercredi jeu jeudi ven vendredi "
    "sam samedi dim dimanche lunes martes mié miércoles jue jueves vie viernes sáb sábado "
    "dom domingo lunedì martedì mercoledì giovedì venerdì sabato domenica segunda terça "
    "quarta quinta sexta ma maandag dinsdag wo woensdag donderdag vr vrijdag za zaterdag zo "
    "zondag пн понедельник вт вторник ср среда чт четверг пт пятница сб суббота вс "
    "воскресенье pon poniedziałek wt wtorek śr środa czw czwartek pt piątek sob sobota nd "
    "niedziela mån måndag tis tisdag ons onsdag tor torsdag fre fredag lör lördag sön "
    "söndag "
)
WEEKDAYS: Final = tuple(_WEEKDAYS.split())
"""Names of days and their short forms, in front of a date."""
_WEEKDAY: Final = r"(?:[^\W\d_]{2,12}\.?,?\s+)?"
_CLOCK: Final = (
    r"(?:(?:,?\s+(?:at\s+|um\s+|à\s+|o\s+)?|T)(?P<h>\d{1,2})[:h.](?P<i>\d{2})(?::(?P<s>\d{2})(?:\.\d+)?)?"
    r"(?:\s?(?P<half>[ap])\.?m\.?)?(?:\s?(?:Uhr|hrs?|Z|UTC|GMT|[A-Z]{3,4}|[+-]\d\d:?\d\d))?)?"
)
_NAME: Final = r"(?P<name>[^\W\d_]{3,12})\.?"
_FORMS: Final = {
    "ymd": r"(?P<y>\d{4})(?P<sign>[-/.])(?P<m>\d{1,2})(?P=sign)(?P<d>\d{1,2})",
    "dmy": r"(?P<d>\d{1,2})(?P<sign>[-/.])\s?(?P<m>\d{1,2})(?P=sign)\s?(?P<y>\d{4})",
    "mdy": r"(?P<m>\d{1,2})(?P<sign>[-/])(?P<d>\d{1,2})(?P=sign)(?P<y>\d{4})",
    "dMy": r"(?P<d>\d{1,2})(?:\.|st|nd|rd|th|er)?[\s-](?:de\s|of\s)?"
    rf"{_NAME}[\s,-]\s?(?:de\s)?(?P<y>\d{{4}})",
    "Mdy": rf"{_NAME}\s(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<y>\d{{4}})",
    "年月日": r"(?P<y>\d{4})\s?[年년]\s?(?P<m>\d{1,2})\s?[月월]\s?(?P<d>\d{1,2})\s?[日일号號]",
}
_CLOCK_FIRST: Final = r"(?:(?P<h1>\d{1,2}):(?P<i1>\d{2})(?::\d{2})?,?\s+)?"
FORMS: Final = {
    order: re.compile(_CLOCK_FIRST + _WEEKDAY + form + _CLOCK, re.IGNORECASE)
    for order, form in _FORMS.items()
}
LONGEST: Final = 60


def find_dates(text: str) -> list[tuple[str, date]]:
    """Every way to read a text that is a date: the order of its parts, and the day or moment."""
    if len(text) > LONGEST or not any(sign.isdigit() for sign in text):
        return []
    found = []
    for order, form in FORMS.items():
        match = form.fullmatch(text)
        day = _day(match) if match else None
        if day is not None:
            found.append((order, day))
    return found


def _day(match: re.Match[str]) -> date | None:
    parts = match.groupdict()
    month = MONTHS.get(parts["name"].casefold(), 0) if parts.get("name") else int(parts["m"])
    try:
        day = date(int(parts["y"]), month, int(parts["d"]))
        if parts["h"] is None and parts["h1"] is not None:
            return datetime(day.year, day.month, day.day, int(parts["h1"]), int(parts["i1"]))
        if parts["h"] is None:
            return day
        hour = int(parts["h"])
        if parts["half"]:
            hour = hour % 12 + 12 * (parts["half"].casefold() == "p")
        return datetime(day.year, day.month, day.day, hour, int(parts["i"]), int(parts["s"] or 0))
    except ValueError:
        return None
