"""The demo's two overlapping sources, over the world's airports (airportsdata, MIT licence).

The large one is served by a program of its own, with English columns; the small one is a test
source with a Chinese interface in GBK that holds the airports of Asia. They share ICAO codes and
nothing else, so that there is something to integrate. Needs the ``demo`` extra.

>>> rows = asian_rows({"ZBAA": {"icao": "ZBAA", "iata": "PEK", "name": "Beijing Capital",
...     "city": "Beijing", "subd": "Beijing", "country": "CN", "lat": 40.0801, "lon": 116.585}})
>>> rows[0]["city"], rows[0]["country"], rows[0]["position"]
('北京', '中国', '40.0801, 116.5850')
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, Final

from leadline.errors import LeadlineError
from leadline_zoo.data.tables import Recipe, Row, Table
from leadline_zoo.spec import Engine, Form, Look, Pager, SourceSpec, Total

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Airport = dict[str, Any]
"""What airportsdata knows of one airport."""

COLUMNS: Final = {
    "icao": "icao", "iata": "iata", "name": "name", "city": "city", "subdivision": "subd",
    "country": "country", "elevation_ft": "elevation", "latitude": "lat", "longitude": "lon",
    "timezone": "tz",
}  # fmt: skip
"""Column of the SQLite table: key of airportsdata."""

SEARCHED: Final = ("icao", "iata", "name", "city", "subdivision", "country")


def _pairs(text: str) -> dict[str, str]:
    """``A=b C_D=e`` to a mapping; ``_`` is a space."""
    entries = (entry.replace("_", " ").partition("=") for entry in text.split())
    return {key: value for key, _, value in entries}


COUNTRIES: Final = _pairs(
    "AE=阿联酋 AF=阿富汗 AM=亚美尼亚 AZ=阿塞拜疆 BD=孟加拉国 BH=巴林 BN=文莱 BT=不丹 CN=中国 "
    "CY=塞浦路斯 GE=格鲁吉亚 HK=中国香港 ID=印度尼西亚 IL=以色列 IN=印度 IQ=伊拉克 IR=伊朗 "
    "JO=约旦 JP=日本 KG=吉尔吉斯斯坦 KH=柬埔寨 KP=朝鲜 KR=韩国 KW=科威特 KZ=哈萨克斯坦 LA=老挝 "
    "LB=黎巴嫩 LK=斯里兰卡 MM=缅甸 MN=蒙古 MO=中国澳门 MV=马尔代夫 MY=马来西亚 NP=尼泊尔 "
    "OM=阿曼 PH=菲律宾 PK=巴基斯坦 QA=卡塔尔 SA=沙特阿拉伯 SG=新加坡 SY=叙利亚 TH=泰国 "
    "TJ=塔吉克斯坦 TL=东帝汶 TM=土库曼斯坦 TR=土耳其 TW=中国台湾 UZ=乌兹别克斯坦 VN=越南 YE=也门"
)
REGIONS: Final = _pairs(
    "Anhui=安徽 Beijing=北京 Chongqing=重庆 Fujian=福建 Gansu=甘肃 Guangdong=广东 Guangxi=广西 "
    "Guizhou=贵州 Hainan=海南 Hebei=河北 Heilongjiang=黑龙江 Henan=河南 Hubei=湖北 Hunan=湖南 "
    "Inner_Mongolia=内蒙古 Inner-Mongolia=内蒙古 Jiangsu=江苏 Jiangxi=江西 Jilin=吉林 "
    "Liaoning=辽宁 Ningxia_Hui_Autonomous_Region=宁夏 Qinghai=青海 Shaanxi=陕西 Shandong=山东 "
    "Shanghai=上海 Shanxi=山西 Sichuan=四川 Tianjin=天津 Tibet=西藏 Xinjiang=新疆 Yunnan=云南 "
    "Zhejiang=浙江 Taiwan=台湾 Hokkaido=北海道 Okinawa=冲绳 Tokyo=东京 Kagoshima=鹿儿岛 "
    "Nagasaki=长崎 Chiba=千叶 Fukuoka=福冈 Osaka=大阪 Hiroshima=广岛 Kyoto=京都 Aichi=爱知"
)
CITIES: Final = _pairs(
    "Beijing=北京 Shanghai=上海 Guangzhou=广州 Shenzhen=深圳 Chengdu=成都 Chongqing=重庆 "
    "Kunming=昆明 Xi'an=西安 Xian=西安 Hangzhou=杭州 Nanjing=南京 Wuhan=武汉 Changsha=长沙 "
    "Tianjin=天津 Qingdao=青岛 Jinan=济南 Zhengzhou=郑州 Harbin=哈尔滨 Shenyang=沈阳 "
    "Dalian=大连 Changchun=长春 Urumqi=乌鲁木齐 Lanzhou=兰州 Xining=西宁 Yinchuan=银川 "
    "Hohhot=呼和浩特 Taiyuan=太原 Shijiazhuang=石家庄 Hefei=合肥 Nanchang=南昌 Fuzhou=福州 "
    "Xiamen=厦门 Nanning=南宁 Guilin_City=桂林 Haikou=海口 Sanya=三亚 Guiyang=贵阳 Lhasa=拉萨 "
    "Ningbo=宁波 Wenzhou=温州 Suzhou=苏州 Wuxi=无锡 Yantai=烟台 Zhuhai=珠海 Shantou=汕头 "
    "Baotou=包头 Datong=大同 Kashi=喀什 Lijiang=丽江 Dali=大理 Taipei=台北 Kaohsiung=高雄 "
    "Hong_Kong=香港 Macau=澳门 Tokyo=东京 Osaka=大阪 Nagoya=名古屋 Sapporo=札幌 Fukuoka=福冈 "
    "Naha=那霸 Hiroshima=广岛 Seoul=首尔 Busan=釜山 Daegu=大邱 Jeju=济州 Pyongyang=平壤 "
    "Ulan_Bator=乌兰巴托 Hanoi=河内 Bangkok=曼谷 Singapore=新加坡 Kuala_Lumpur=吉隆坡 "
    "Jakarta=雅加达 Manila=马尼拉 Rangoon=仰光 Phnom_Penh=金边 Vientiane=万象 Kathmandu=加德满都 "
    "Mumbai=孟买 New_Delhi=新德里 Kolkata=加尔各答 Colombo=科伦坡 Dhaka=达卡 Karachi=卡拉奇 "
    "Kabul=喀布尔 Tehran=德黑兰 Baghdad=巴格达 Dubai=迪拜 Doha=多哈 Riyadh=利雅得 "
    "Istanbul=伊斯坦布尔 Ankara=安卡拉 Tashkent=塔什干 Almaty=阿拉木图"
)
KINDS: Final = (
    ("International", "国际机场"), ("Air Base", "空军基地"), ("Heli", "直升机场"),
    ("Airstrip", "简易机场"), ("Airfield", "飞行场"),
)  # fmt: skip
"""What a name tells of the type; others are plain airports."""

ASIA: Final = SourceSpec(
    "airports-zh", "airports", kind="亚洲机场数据库", language="zh-Hans", charset="gbk",
    form=Form(box="keyword", action="/search.asp", entry="/index.asp", hidden=(("db", "yazhou"),),
              category="country", decoys=("login",)),
    look=Look("definitions", "tables", declared="gb2312"),
    pager=Pager("offset", 50, parameter="start", beyond="last"),
    total=Total("range"),
    engine=Engine("substring", empty="help", everything=("%",)),
)  # fmt: skip
"""The small source: Chinese, GBK, cards of labelled values, numbered pages by offset."""


def load_airports() -> dict[str, Airport]:
    """All airports by ICAO code."""
    try:
        import airportsdata
    except ModuleNotFoundError as error:
        raise LeadlineError("The demo needs its extra: pip install 'leadline[demo]'") from error
    return {icao: dict(airport) for icao, airport in airportsdata.load().items()}


def asian_rows(airports: Mapping[str, Airport]) -> tuple[Row, ...]:
    """The rows of the small source: Chinese where a Chinese name is known."""
    rows: list[Row] = []
    for icao in sorted(airports):
        airport = airports[icao]
        country = COUNTRIES.get(airport["country"])
        if country is None:
            continue
        name, city, region = (str(airport[key]) for key in ("name", "city", "subd"))
        rows.append({
            "id": str(10001 + len(rows)),
            "icao": icao,
            "iata": airport["iata"],
            "name": name,
            "kind": next((kind for word, kind in KINDS if word in name), "民用机场"),
            "city": CITIES.get(city, city),
            "region": REGIONS.get(region, region),
            "country": country,
            "position": f"{airport['lat']:.4f}, {airport['lon']:.4f}",
        })  # fmt: skip
    return tuple(rows)


def asian_table() -> Table:
    """The small source's table."""
    rows = asian_rows(load_airports())
    columns: dict[str, tuple[str, ...]] = {column: () for column in rows[0] if column != "id"}
    return Table(Recipe("zh-Hans", columns, title="name", category="country"), rows)


def write_database(path: Path) -> int:
    """The large source's SQLite file, with full-text search; says how many rows it holds."""
    path.unlink(missing_ok=True)
    airports = load_airports()
    rows = [_cells(airports[icao]) for icao in sorted(airports)]
    names = ", ".join(COLUMNS)
    blanks = ", ".join("?" * len(COLUMNS))
    searched = ", ".join(SEARCHED)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(f"CREATE TABLE airports ({names}, PRIMARY KEY (icao))")
        connection.executemany(f"INSERT INTO airports VALUES ({blanks})", rows)  # noqa: S608
        connection.execute(
            f'CREATE VIRTUAL TABLE airports_fts USING fts5({searched}, content="airports")'
        )
        connection.execute("INSERT INTO airports_fts(airports_fts) VALUES ('rebuild')")
    connection.close()
    return len(rows)


def _cells(airport: Airport) -> list[Any]:
    """A row of the table; heights are whole feet."""
    heights = {"elevation": round(airport["elevation"])}
    return [heights.get(key, airport[key]) for key in COLUMNS.values()]
