"""Records of the scripted sources, and how they are searched."""

from __future__ import annotations

from typing import Final

_THINGS: Final = (
    "Bridge Castle Garden Harbour Library Market Museum Palace Station Theatre Tower Windmill"
)
_PLACES: Final = (
    "Ashford Birchwood Cedarton Dunmore Elmstead Foxley Greystone Hollowell Ironbridge Juniper "
    "Kestrel"
)
_CHINESE_THINGS: Final = "大桥 城堡 花园 港口 图书馆 市场 博物馆 宫殿 车站 剧院 高塔 磨坊"
_CHINESE_PLACES: Final = "北京 上海 广州 深圳 杭州 南京 苏州 成都 武汉 西安 重庆"

Row = dict[str, str | int]


def english() -> list[Row]:
    """Return 132 records."""
    return [
        {
            "id": 1000 + number * 7,
            "title": f"{thing} of {place}",
            "built": 1500 + number * 3,
            "note": f"Register entry {number * 13 % 97} under keeper {place[::-1].lower()}",
        }
        for number, (thing, place) in enumerate(
            (thing, place) for place in _PLACES.split() for thing in _THINGS.split()
        )
    ]


def chinese() -> list[Row]:
    """Return 132 records in Chinese."""
    return [
        {"编号": f"A{number:04}", "名称": f"{place}{thing}", "年代": 1500 + number * 3}
        for number, (thing, place) in enumerate(
            (thing, place) for place in _CHINESE_PLACES.split() for thing in _CHINESE_THINGS.split()
        )
    ]


def search(rows: list[Row], word: str) -> list[Row]:
    """Return the rows of which a text holds the word."""
    folded = word.strip().casefold()
    return [row for row in rows if any(folded in str(value).casefold() for value in row.values())]
