"""Result lists of museums, libraries, registries, courts, shops and others, in ten languages.

Written before anybody looked at how they are read (``result_styles`` says how they are measured).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.style_rows import (
    HOUSES,
    LAST,
    MONTHS,
    NOUNS,
    PLACES,
    SECTIONS,
    ZH_HOUSES,
    grouped,
)

if TYPE_CHECKING:
    from made_pages.style_rows import Row, Style

RU_NAMES = ["Иванов", "Петрова", "Сидоров", "Кузнецова", "Попов", "Волков", "Морозова"]
RU_NOUNS = [
    "река",
    "лес",
    "город",
    "письмо",
    "история",
    "теория",
    "машина",
    "музей",
    "язык",
    "сад",
    "мост",
]
DE_NOUNS = [
    "Fluss",
    "Garten",
    "Stadt",
    "Brücke",
    "Maschine",
    "Sprache",
    "Insel",
    "Geschichte",
    "Wald",
    "Küche",
]
FR_NOUNS = [
    "rivière",
    "jardin",
    "ville",
    "pont",
    "machine",
    "langue",
    "île",
    "histoire",
    "forêt",
    "cuisine",
]
NATIONS = ["Dutch", "French", "Italian", "American", "British", "Japanese"]


def _words(r: Row, nouns: list[str], least: int = 2, most: int = 5) -> str:
    return " ".join(r.pick(*nouns) for _ in range(r.integer(least, most))).capitalize()


def _decimal(r: Row, low: int, high: int, point: str = ".") -> str:
    return f"{r.integer(low, high)}{point}{r.integer(1, 9)}"


def museum_us(r: Row) -> str:
    low = r.integer(1820, 1880)
    height, width = _decimal(r, 10, 90), _decimal(r, 10, 90)
    inches = f"{r.integer(4, 35)} x {r.integer(4, 35)} {r.pick('', '1/2 ', '3/4 ')}in."
    return (
        f'<div class="card"><a href="/art/collection/search/{r("id", 400_000 + r.number)}">'
        f"<h3>{r('title', r.title())}</h3></a><div>{r('artist', r.person())} ({r('nation', r.pick(*NATIONS))}, "
        f"{r('life', f'{low}–{low + r.integer(30, 80)}')})</div><dl><dt>Date:</dt><dd>{r('date', r.pick('ca. ', '', '') + str(low + 25))}"
        f"</dd><dt>Medium:</dt><dd>{r('medium', r.pick('Oil on canvas', 'Etching', 'Gelatin silver print'))}</dd>"
        f"<dt>Dimensions:</dt><dd>{r('dimensions', f'{inches} ({height} x {width} cm)')}</dd><dt>Accession Number:</dt>"
        f"<dd>{r('accession', f'{r.integer(10, 99)}.{r.integer(1, 300)}.{r.number}')}</dd></dl></div>"
    )


def museum_nl(r: Row) -> str:
    code = f"{r.pick('SK-A', 'RP-P', 'BK-NM')}-{1000 + r.number}"
    height, width = r.integer(10, 400), r.integer(10, 400)
    return (
        f'<figure><a href="/en/collection/{r("code", code)}?s=relevance&amp;p={r.number % 7}"><img src="/thumb/{code}.jpg"></a>'
        f"<figcaption><b>{r('title', r.title())}</b><br>{r('artist', r.person())}, {r('date', r.year())}<br>{r('technique', r.pick('oil on canvas', 'pen on paper'))}, "
        f"{r('size', f'h {height}mm × w {width}mm')}</figcaption></figure>"
    )


def museum_fr(r: Row) -> str:
    sizes = f"H. {r.integer(10, 90)} cm ; L. {r.integer(10, 90)} cm ; P. {r.integer(2, 30)} cm"
    return (
        f'<li><a href="/notice/joconde/{r("ref", f"000PE{r.number:06}")}"><strong>{r("title", _words(r, FR_NOUNS))}</strong></a>'
        f"<div>{r('artist', r.pick(*LAST).upper() + ' ' + r.pick('Jean', 'Marie', 'Luc'))}</div><div>Époque : {r('century', r.pick('18e siècle', '19e siècle', '20e siècle'))}</div>"
        f"<div>Dimensions : {r('dimensions', sizes)}</div><div>{r('museum', r.pick('Musée du Louvre', 'Musée Fabre', 'Petit Palais'))} ; "
        f"{r('city', r.pick('Paris', 'Montpellier', 'Lyon'))}</div></li>"
    )


def museum_box(r: Row) -> str:
    sides = [r.integer(20, 900) for _ in range(3)]
    for side, size in zip(("height", "width", "depth"), sides, strict=True):
        r(side, size)
    return (
        f'<tr><td><a href="/objects/detail.php?module=objects&amp;id={r("id", 7000 + r.number)}">{r("title", r.title())}</a></td>'
        f"<td>{r('inventory', f'{r.integer(1880, 2010)},{r.integer(1, 900)}.{r.integer(1, 9)}')}</td><td>"
        f"{r('dimensions', ' × '.join(map(str, sides)) + ' mm')}, {r('weight', r.integer(10, 900))} g</td></tr>"
    )


def jobs_de(r: Row) -> str:
    return (
        f'<article><h2><a href="/stellenangebote--{r.number}.html?jk={r("id", f"{r.number * 7919:08x}")}">{r("title", _words(r, DE_NOUNS))} (m/w/d)</a></h2>'
        f"<span>{r('company', r.pick(*LAST) + ' ' + r.pick('GmbH', 'AG', 'KG'))}</span><ul><li>{r('place', r.pick('Berlin', 'Hamburg', 'Frankfurt am Main'))}</li>"
        f"<li>{r('kind', r.pick('Vollzeit', 'Teilzeit', 'Vollzeit, Teilzeit'))}</li><li>vor {r('days', r.integer(2, 30))} Tagen</li></ul></article>"
    )


def companies(r: Row) -> str:
    number = f"{r.pick('SC', '0', '1')}{r.number:07}"[:8]
    code = f"{r.pick('AB1', 'SW9', 'N7')} {r.integer(1, 9)}XY"
    address = f"{r.integer(1, 99)} {r.pick(*NOUNS).capitalize()} Street, {r.pick(*PLACES)}, {code}"
    return (
        f'<li class="type-company"><h3><a href="/company/{number}">{r("name", _words(r, NOUNS, 1, 3).upper() + " LIMITED")}</a></h3>'
        f"<p class='meta crumbtrail'>{r('number', number)} - Incorporated on {r('date', r.day('long'))}</p>"
        f"<p>{r('address', address)}</p></li>"
    )


def patents_ep(r: Row) -> str:
    number = f"EP{1_000_000 + 37 * r.number}"
    ipc = f"{r.pick('H04L', 'G06F', 'A61K')}{r.integer(1, 99)}/{r.integer(10, 99)}"
    return (
        f'<div class="item"><a href="/publicationDetails/biblio?CC=EP&amp;NR={number[2:]}A1&amp;KC=A1">{r("title", r.title().upper())}</a>'
        f"<table><tr><td>Inventor: {r('inventor', r.pick(*LAST).upper() + ' ' + r.pick('ANN', 'BO'))} [{r('country', r.pick('DE', 'FR', 'US'))}]</td>"
        f"<td>Applicant: {r('applicant', r.pick(*LAST).upper() + ' CORP')}</td><td>IPC: {r('ipc', ipc)}</td>"
        f"<td>Publication info: {r('number', number)} ({r('kind', r.pick('A1', 'A2', 'B1'))}) ― {r('published', r.day('ymd'))}</td>"
        f"<td>Priority date: {r('priority', r.day('ymd'))}</td></tr></table></div>"
    )


def courts_us(r: Row) -> str:
    cite = f"{r.integer(100, 999)} F.3d {r.integer(1, 1500)}"
    return (
        f'<article><h3><a href="/opinion/{r("id", 90_000 + r.number)}/{r.pick(*NOUNS)}-v-{r.pick(*NOUNS)}/?q=law">{r("name", f"{r.pick(*LAST)} v. {r.pick(*LAST)}")}, '
        f"{r('citation', cite)} ({r('court', r.pick('9th Cir.', '2d Cir.', 'Fed. Cir.'))} {r('year', r.integer(1995, 2020))})</a></h3>"
        f"<div><span>Date Filed: </span><time>{r('filed', r.day('us'))}</time></div><div><span>Status: </span>{r('status', r.pick('Precedential', 'Unknown'))}</div>"
        f"<div><span>Docket Number: </span>{r('docket', f'{r.integer(10, 20)}-{r.integer(10000, 20000)}')}</div><p>{r.prose()}</p></article>"
    )


def courts_de(r: Row) -> str:
    sign = f"{r.pick('I', 'II', 'IV', 'X')} ZR {r.integer(1, 400)}/{r.integer(10, 23)}"
    return (
        f'<li><a href="/vernetzung/rechtsprechung?Gericht=BGH&amp;Datum={r.day("ymd")}&amp;Aktenzeichen={r.number}">{r("court", r.pick("BGH", "OLG Köln", "BVerwG"))}, '
        f"{r('kind', r.pick('Urteil', 'Beschluss'))} vom {r('date', r.day('dots'))} - {r('sign', sign)}</a><br>{r('title', _words(r, DE_NOUNS))}</li>"
    )


def recipes_de(r: Row) -> str:
    return (
        f'<div class="rezept"><h2><a href="/rezepte/{r("id", 100_000 + 13 * r.number)}/{"-".join(_words(r, DE_NOUNS).split())}.html">{r("title", _words(r, DE_NOUNS))}</a></h2>'
        f"<div>{r('stars', _decimal(r, 2, 4, ','))} ({r('votes', r.integer(3, 900))})</div><div>{r('minutes', r.integer(5, 180))} Min. · {r('level', r.pick('simpel', 'normal', 'pfiffig'))}"
        f" · {r('date', r.day('dots'))}</div><div>{r('kcal', r.integer(90, 900))} kcal pro Portion</div></div>"
    )


def zh_catalog(r: Row) -> str:
    call = f"I247.{r.integer(1, 9)}/{r.integer(10, 9999)}"
    return (
        f'<div class="jp-searchList"><a href="/opac/bib.aspx?marcno={r("id", 300_000 + r.number)}&amp;lang=zh">{r("title", r.han(3, 9))}</a>'
        f"<div>责任者：{r('author', r.who())}　出版社：{r('publisher', r.pick(*ZH_HOUSES))}　出版年：{r('year', r.year())}　索书号：{r('call', call)}</div>"
        f"<div>ISBN：{r('isbn', f'978-7-{r.integer(10, 99)}-{100_000 + r.number}-{r.integer(0, 9)}')}　馆藏数：{r('copies', r.integer(1, 9))}　可借数：{r('free', r.integer(0, 9))}</div></div>"
    )


def zh_museum(r: Row) -> str:
    era = r.pick("明", "清", "宋", "唐")
    sizes = f"纵{_decimal(r, 10, 90)}厘米，横{_decimal(r, 10, 90)}厘米"
    return (
        f'<li><a href="/explore/collection/{r("id", 220_000 + r.number)}.html"><img src="/i/{r.number}.jpg"></a><h4>{r("title", r.han(4, 9) + "图轴")}</h4>'
        f"<p>【年代】{r('era', era)}</p><p>【作者】{r('author', r.who())}</p><p>【尺寸】{r('size', sizes)}</p><p>【分类】{r('kind', r.pick('绘画', '书法', '陶瓷'))}</p></li>"
    )


def zh_jobs(r: Row) -> str:
    low = r.integer(5, 15)
    return (
        f'<li><a href="/job_detail/{r.number:08x}.html"><span class="job-name">{r("title", r.han(4, 6) + "师")}</span></a> <span>{r("salary", f"{low}-{low + r.integer(2, 20)}K")}</span>'
        f"<p>{r('city', r.pick('北京', '上海', '深圳'))}·{r('area', r.han(2, 2) + '区')}<em></em>{r('years', r.pick('1-3年', '3-5年', '经验不限'))} | {r('degree', r.pick('本科', '硕士', '大专'))}</p>"
        f"<div>{r('company', r.han(2, 4) + '科技')}</div></li>"
    )


def ja_library(r: Row) -> str:
    return (
        f'<dl><dt>{r.number}. <a href="/ncid/{r("id", f"BA{r.number:08}")}">{r("title", r.han(4, 12))}</a></dt><dd>{r("author", r.who())} 著</dd><dd>{r("publisher", r.han(2, 4) + "書房")}, '
        f"{r('date', f'{r.year()}.{r.integer(1, 12)}')}, {r('pages', r.integer(40, 900))}p ; {r('cm', r.integer(15, 31))}cm</dd><dd>所蔵館 {r('held', r.integer(1, 300))} 館</dd></dl>"
    )


def ja_homes(r: Row) -> str:
    return (
        f'<div class="bukken"><a href="/mansion/{r.number}/?ref=list"><h3>{r("name", r.han(3, 6) + "ハイツ")}</h3></a><table><tr><td>価格：{r("price", r.integer(500, 990))}万円</td>'
        f"<td>専有面積：{r('area', _decimal(r, 20, 120))}㎡（壁芯）</td><td>築年月：{r('built', f'{r.integer(1970, 2020)}年{r.integer(1, 12)}月')}</td><td>所在階：{r('floor', r.integer(1, 30))}階/{r('floors', r.integer(31, 45))}階建</td></tr></table></div>"
    )


def bnf(r: Row) -> str:
    pages, cm = r.integer(40, 900), r.integer(18, 32)
    return (
        f'<div class="notice"><a href="/ark:/12148/cb{r("ark", f"{10_000_000 + r.number}x")}">{r("title", _words(r, FR_NOUNS))}</a> / {r("author", r.person())}<br>'
        f"{r('place', r.pick('Paris', 'Lyon', 'Arles'))} : {r('publisher', r.pick('Gallimard', 'Actes Sud', 'PUF'))}, {r('year', r.year())}<br>"
        f"{r('extent', f'{pages} p. : ill. ; {cm} cm')}<br>Cote : {r('shelf', f'{r.integer(4, 16)}-Z-{r.integer(100, 9999)}')}</div>"
    )


def ru_library(r: Row) -> str:
    author = f"{r.pick(*RU_NAMES)} {r.pick('А', 'И', 'П')}. {r.pick('Б', 'С', 'К')}."
    shelf = f"{r.pick('А', 'Б')} {r.integer(10, 99)}/{r.integer(100, 999)}"
    return (
        f'<tr><td>{r.number}.</td><td><b>{r("author", author)}</b> <a href="/rsl/{r("id", f"010{r.number:05}")}">{r("title", _words(r, RU_NOUNS))}</a>. – '
        f"{r('place', r.pick('М.', 'СПб.', 'Казань'))} : {r('publisher', r.pick('Наука', 'АСТ', 'Мир'))}, {r('year', r.year())}. – {r('pages', r.integer(40, 900))} с.</td>"
        f"<td>Шифр: {r('shelf', shelf)}</td></tr>"
    )


def ru_shop(r: Row) -> str:
    code = f"{r.pick('АВ', 'КР')}-{r.integer(100, 999)}-{r.number}"
    return (
        f'<div class="tovar"><a href="/catalog/item.php?ID={r("id", 5000 + r.number)}">{r("name", _words(r, RU_NOUNS))}</a><div>Артикул: {r("code", code)}</div>'
        f"<div>Цена: {r.integer(1, 90)} {r.integer(100, 999)} руб.</div><div>Размеры: {r('size', f'{r.integer(10, 99)}х{r.integer(10, 99)}х{r.integer(10, 99)} см')}; вес: {r('weight', _decimal(r, 1, 30, ','))} кг</div>"
        f"<div>Отзывов: {r('reviews', r.integer(0, 400))}</div></div>"
    )


def files(r: Row) -> str:
    name = f"{r.pick(*NOUNS)}-{r.number:04}.{r.pick('pdf', 'pdf', 'doc')}"
    path = f"/pub/{r.pick('docs', 'old', 'docs/en')}/{name}"
    r("name", name)
    return f'<p><a href="{path}">{r("title", r.title())}</a><br>{r.prose(10)}<br><small>{r("path", path)} - {r("size", f"{r.integer(1, 900)} KB")} - {r("date", r.day("ymd"))}</small></p>'


def genes(r: Row) -> str:
    start = r.integer(1000, 90_000)
    symbol = f"{r.pick('ABC', 'KRT', 'ZNF')}{r.number}"
    return (
        f'<tr><td><a href="/gene/{r("id", 3000 + r.number)}">{r("symbol", symbol)}</a><br>ID: {3000 + r.number}</td><td>{r("name", _words(r, NOUNS).lower())} [{r("organism", r.pick("Homo sapiens (human)", "Mus musculus (house mouse)"))}]</td>'
        f"<td>Chromosome {r('chromosome', r.pick(*map(str, range(1, 23)), 'X'))}, NC_{r.integer(100000, 999999)}.{r.integer(1, 12)} ({r('start', start)}..{r('end', start + r.integer(10, 9999))})</td></tr>"
    )


def trials(r: Row) -> str:
    return (
        f'<li><a href="/ct2/show/{r("id", f"NCT{r.number:08}")}?term=heart&amp;rank={r.number % 100}">{r("title", r.title())}</a><div>{r("status", r.pick("Recruiting", "Completed", "Terminated"))} | '
        f"{r('phase', r.pick('Phase 1', 'Phase 2', 'Phase 2/Phase 3'))} | {r('participants', r.integer(8, 900))} participants</div><div>Sponsor: {r('sponsor', r.pick(*HOUSES))} • Start: {r('start', r.day('month'))}</div></li>"
    )


def cars(r: Row) -> str:
    return (
        f'<div class="result-info"><a href="/cto/d/{r.pick(*NOUNS)}/{r("id", f"7{r.number:09}")}.html">{r("year", r.integer(1995, 2023))} {r("model", r.pick("Ford Focus", "Honda Civic", "VW Golf Plus"))}</a>'
        f"<span>${grouped(int(r('price', r.integer(1000, 40_000))))}</span> <span>{grouped(int(r('miles', r.integer(1000, 200_000))))} mi</span> <span>({r('place', r.pick(*PLACES))})</span></div>"
    )


def airports(r: Row) -> str:
    iata, icao = (
        f"{r.pick('L', 'O')}{chr(65 + r.number % 26)}{chr(65 + r.number // 26 % 26)}",
        f"E{r.pick('G', 'D')}{chr(65 + r.number % 26)}{chr(65 + r.number // 26 % 26)}",
    )
    return (
        f'<li><a href="/airport/{icao.lower()}/">{r("iata", iata)} / {r("icao", icao)}</a> – {r("name", r.pick(*PLACES) + " " + r.pick(*NOUNS).capitalize())} '
        f"({r('lat', f'{r.integer(10, 70)}.{r.integer(1000, 9999)}')}, {r('lon', f'-{r.integer(1, 90)}.{r.integer(1000, 9999)}')}), elevation {r('feet', r.integer(3, 6000))} ft</li>"
    )


def chemicals(r: Row) -> str:
    formula = f"C{r.integer(1, 30)}H{r.integer(2, 60)}O{r.integer(2, 9)}"
    return (
        f'<div class="hit"><a href="/compound/{r("cid", 50_000 + r.number)}">{r("name", r.pick(*NOUNS) + f"ol {r.number}")}</a><p>MF: {r("formula", formula)} MW: {r("weight", f"{r.integer(30, 600)}.{r.integer(10, 99)}")} g/mol</p>'
        f"<p>CAS: {r('cas', f'{r.integer(50, 9000)}-{r.integer(10, 99)}-{r.integer(0, 9)}')} Create Date: {r('date', r.day('ymd'))}</p></div>"
    )


def ko_library(r: Row) -> str:
    han = "서울한국문학역사연구사회도시기술"
    title = "".join(r.pick(*han) for _ in range(r.integer(4, 9)))
    return (
        f'<li><a href="/detail?cid={r("id", f"KMO{r.number:07}")}">{r("title", title)}</a><p>저자 : {r("author", r.pick("김", "이", "박") + r.pick("민수", "서연", "지훈"))} | 발행처 : {r("publisher", r.pick("민음사", "창비", "문학동네"))} | 발행년 : {r("year", r.year())}</p>'
        f"<p>청구기호 : {r('call', f'813.{r.integer(1, 9)}-{r.integer(10, 999)}')}</p></li>"
    )


def es_news(r: Row) -> str:
    months = [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ]
    return (
        f'<article><h2><a href="/{r.pick("deportes", "cultura")}/{r.integer(2005, 2020)}/noticia-{r("id", 60_000 + r.number)}.html">{r("title", r.title())}</a></h2>'
        f"<p>Publicado el {r('date', f'{r.integer(1, 28)} de {r.pick(*months)} de {r.integer(1999, 2023)}')} por {r('author', r.person())} en {r('section', r.pick('Deportes', 'Cultura', 'Economía'))}</p><p>{r.prose(12)}</p></article>"
    )


def revisions(r: Row) -> str:
    return (
        f'<li><a href="/index.php?title={r.pick(*NOUNS).capitalize()}_{r.pick(*NOUNS)}&amp;oldid={r("revision", 800_000 + r.number)}">{r.integer(10, 23)}:{r.integer(10, 59)}, {r.day("long")}</a> '
        f"<a href='/User:{r.number % 7}'>{r('user', r.pick(*LAST) + str(r.number % 7))}</a> ({r('bytes', r.integer(100, 90_000))} bytes) ({r('change', r.pick('+', '-') + str(r.integer(1, 900)))}) <i>({r('comment', r.title())})</i></li>"
    )


def stamps(r: Row) -> str:
    return (
        f'<div class="st"><a href="/stamp/{r("id", 9000 + r.number)}-{r.pick(*NOUNS)}">{r("title", r.title())}</a><br>Issued on: {r("date", r.day("ymd"))}<br>Size: {r("size", f"{r.integer(20, 60)} x {r.integer(20, 60)} mm")}<br>'
        f"Colors: {r('color', r.pick('Blue', 'Red', 'Green', 'Black'))}<br>Perforation: {r('perforation', f'comb {r.integer(10, 14)}½')}<br>Face value: {r('value', r.integer(1, 90))} ¢ - United States cent<br>Print run: {grouped(int(r('run', r.integer(10_000, 900_000))))}</div>"
    )


def theses(r: Row) -> str:
    month = r.pick(*MONTHS)
    author = f"{r.pick(*LAST)}, {r.pick('A', 'B')}."
    return (
        f'<p><a href="http://h.test/handle/20.500/{r("handle", 6000 + r.number)}">{r("title", r.title())}</a>. {r("author", author)} ({r("school", "University of " + r.pick(*PLACES))}, {r("date", f"{r.year()}-{r.integer(10, 12)}")})<br>'
        f"{r('kind', r.pick('Thesis', 'Dissertation'))}; {r('department', r.pick(*SECTIONS))}; defended {month}</p>"
    )


FOURTH: dict[str, Style] = {
    "museum us": ("div", "div", museum_us),
    "museum nl": ("div", "figure", museum_nl),
    "museum fr": ("ul", "li", museum_fr),
    "museum box": ("table", "tr", museum_box),
    "jobs de": ("div", "article", jobs_de),
    "companies": ("ul", "li", companies),
    "patents ep": ("div", "div", patents_ep),
    "courts us": ("div", "article", courts_us),
    "courts de": ("ul", "li", courts_de),
    "recipes de": ("div", "div", recipes_de),
    "zh catalog": ("div", "div", zh_catalog),
    "zh museum": ("ul", "li", zh_museum),
    "zh jobs": ("ul", "li", zh_jobs),
    "ja library": ("div", "dl", ja_library),
    "ja homes": ("div", "div", ja_homes),
    "bnf": ("div", "div", bnf),
    "ru library": ("table", "tr", ru_library),
    "ru shop": ("div", "div", ru_shop),
    "files": ("div", "p", files),
    "genes": ("table", "tr", genes),
    "trials": ("ul", "li", trials),
    "cars": ("div", "div", cars),
    "airports": ("ul", "li", airports),
    "chemicals": ("div", "div", chemicals),
    "ko library": ("ul", "li", ko_library),
    "es news": ("div", "article", es_news),
    "revisions": ("ul", "li", revisions),
    "stamps": ("div", "div", stamps),
    "theses": ("div", "p", theses),
}
