"""More result lists of the same kinds, written when the rules of ``trade_styles`` stood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pages.style_rows import HOUSES, LAST, MONTHS, NOUNS, PLACES, SECTIONS, ZH_HOUSES, grouped

if TYPE_CHECKING:
    from made_pages.style_rows import Row, Style


def herbarium(r: Row) -> str:
    metres = r.integer(10, 3000)
    return (
        f'<tr><td><a href="/collections/individual/index.php?occid={r("id", 70_000 + r.number)}">Full Record Details</a></td><td><b>{r("species", r.pick("Quercus", "Rosa", "Salix") + " " + r.pick(*NOUNS))}</b> '
        f"{r('author', r.pick('L.', 'Mill.', 'Wall.'))}</td><td>{r('collector', r.person())}, {r('number', r.integer(100, 9999))}, {r('date', r.day('ymd'))}</td>"
        f"<td>{r('country', r.pick('Norway', 'Chile', 'Japan'))}, {r('place', r.pick(*PLACES))}, {r('elevation', metres)}m</td></tr>"
    )


def coins(r: Row) -> str:
    return (
        f'<div class="result-doc"><h4><a href="/id/{r("id", f"ric.1.aug.{r.number}")}">{r("title", r.title())}</a></h4><dl><dt>Date</dt><dd>{r("date", f"{r.integer(10, 99)} B.C. - A.D. {r.integer(1, 99)}")}</dd>'
        f"<dt>Weight</dt><dd>{r('weight', f'{r.integer(1, 20)}.{r.integer(10, 99)}')} g</dd><dt>Diameter</dt><dd>{r('diameter', r.integer(10, 40))} mm</dd></dl></div>"
    )


def hospital(r: Row) -> str:
    return (
        f'<li><h3><a href="/arzt/{r.pick(*NOUNS)}-{r("id", 3000 + r.number)}">Dr. med. {r("name", r.person())}</a></h3><p>{r("subject", r.pick("Zahnarzt", "Hautarzt", "Internist"))}</p><p>{r("street", r.pick(*NOUNS).capitalize() + f"straße {r.integer(1, 99)}")}<br>'
        f"{r('zip', r.integer(10_000, 99_999))} {r('city', r.pick('Köln', 'Bonn', 'Graz'))}</p><p>Tel.: {r('phone', f'0{r.integer(30, 99)} / {r.integer(100000, 999999)}')}</p><p>{r('grade', f'{r.integer(1, 5)},{r.integer(0, 9)}')} ({r('votes', r.integer(1, 99))} Bewertungen)</p></li>"
    )


def tenders_fr(r: Row) -> str:
    return (
        f'<article><a href="/avis/detail/{r("id", f"{r.integer(10, 24)}-{10_000 + r.number}")}"><h2>{r("title", r.title())}</h2></a><p>Publié le {r("published", r.day("dmy"))} - Date limite : {r("deadline", r.day("dmy"))}</p>'
        f"<p>{r('buyer', r.pick('Ville de ', 'Commune de ') + r.pick('Lyon', 'Arles', 'Nîmes'))} | {r('kind', r.pick('Travaux', 'Services', 'Fournitures'))} | Département : {r('department', f'{r.integer(1, 95):02}')}</p></article>"
    )


def music(r: Row) -> str:
    return (
        f'<tr><td><a href="/release/{r("id", f"{r.number * 7919:08x}-{r.number:04x}")}">{r("title", r.title())}</a></td><td>{r("artist", r.person())}</td><td>{r("format", r.pick("CD", "2×CD", "12″ Vinyl"))}</td><td>{r("tracks", r.integer(5, 30))}</td>'
        f"<td>{r('date', r.day('ymd'))} ({r('country', r.pick('GB', 'DE', 'JP'))})</td><td>{r('label', r.pick(*HOUSES))} – {r('catalog', f'AB-{r.integer(100, 9999)}')}</td></tr>"
    )


def courses(r: Row) -> str:
    return (
        f'<div class="course"><b>{r("code", f"CS {r.integer(100, 499)}")}</b> <a href="/c?crn={r("crn", 20_000 + r.number)}&amp;term=2024">{r("title", r.title())}</a><div>{r("credits", r.integer(1, 6))} credits • {r("days", r.pick("MWF", "TuTh", "Fri"))} '
        f"{r('time', f'{r.integer(8, 17)}:00 - {r.integer(18, 21)}:30')} • {r('teacher', r.person())}</div></div>"
    )


def ships(r: Row) -> str:
    return (
        f'<tr><td><a href="/vessels/details/{r("imo", 9_000_000 + r.number)}">{r("name", r.pick(*NOUNS).upper() + " " + r.pick("STAR", "BAY"))}</a><br>{r("kind", r.pick("Container Ship", "Tanker", "Tug"))}</td><td>{r("built", r.integer(1970, 2022))}</td>'
        f"<td>{r('gt', r.integer(100, 90_000))} / {r('dwt', r.integer(100, 99_000))}</td><td>{r('size', f'{r.integer(20, 400)} / {r.integer(5, 60)} m')}</td></tr>"
    )


def standards(r: Row) -> str:
    return f'<li><a href="/standard/{r.number}.html"><b>{r("code", f"ISO {r.integer(100, 30_000)}:{r.integer(1990, 2023)}")}</b></a> {r("title", r.title())}<br><small>{r("status", r.pick("Published", "Withdrawn"))}: {r("date", f"{r.integer(1990, 2023)}-{r.integer(10, 12)}")} | Edition: {r("edition", r.integer(1, 5))} | Pages: {r("pages", r.integer(2, 300))}</small></li>'


def proteins(r: Row) -> str:
    return f'<tr><td><a href="/uniprotkb/{r("id", f"Q{r.number:05}")}/entry">Q{r.number:05}</a></td><td>{r("entry", f"A{r.number}_HUMAN")}</td><td>{r("name", r.title())} (EC {r("ec", f"{r.integer(1, 6)}.{r.integer(1, 9)}.{r.integer(1, 9)}.{r.integer(1, 99)}")})</td><td>{grouped(int(r("length", r.integer(50, 9000))))} AA</td></tr>'


def zh_court(r: Row) -> str:
    return (
        f'<div class="LM_list"><h4><a href="/doc?docId={r("id", f"{r.number * 104729:010x}")}">{r("title", r.who() + "与" + r.who() + "纠纷一案")}</a></h4><div>{r("court", r.han(2, 3) + "市中级人民法院")}　　{r("number", f"({r.integer(2001, 2023)})民初{r.number}号")}　　{r("date", r.day("ymd"))}</div>'
        f"<p>【裁判理由】{r.zh_prose()}</p></div>"
    )


def zh_library_line(r: Row) -> str:
    return f'<li><a href="/space/searchDetailLocal/{r("id", f"g{r.number:08}")}">{r("title", r.han(4, 9))}</a>／{r("author", r.who())}编著．—{r("place", r.pick("北京", "上海", "南京"))}：{r("publisher", r.pick(*ZH_HOUSES))}，{r("year", r.year())}．—{r("pages", r.integer(50, 900))}页；{r("cm", r.integer(19, 30))}cm</li>'


def zh_auction(r: Row) -> str:
    return f'<div class="item"><a href="/lot/{r.number}.html">Lot {r("lot", r.number)} {r("title", r.han(4, 9))}</a><p>估价：RMB {grouped(int(r("low", r.integer(10, 90) * 1000)))}-{grouped(int(r("high", r.integer(100, 900) * 1000)))}</p><p>尺寸：{r("size", f"{r.integer(20, 200)}×{r.integer(20, 90)}cm")}</p><p>成交价：RMB {grouped(int(r("sold", r.integer(100, 999) * 1000)))}</p></div>'


def ja_papers(r: Row) -> str:
    return f'<li><dl><dt><a href="/crid/{r("id", f"139{r.number:09}")}">{r("title", r.han(8, 16))}</a></dt><dd>{r("author", r.who())} {r("journal", r.han(3, 6) + "学会誌")} {r("volume", r.integer(1, 90))} ({r("issue", r.integer(1, 12))}), {r("first", r.integer(1, 99))}-{r("last", r.integer(100, 199))}, {r("date", f"{r.year()}-{r.integer(10, 12)}")}</dd></dl></li>'


def ru_jobs(r: Row) -> str:
    low = r.integer(30, 90)
    return (
        f'<div class="vacancy"><a href="/vacancy/{r("id", 80_000 + r.number)}?from=search">{r("title", r.pick("Инженер", "Повар", "Учитель") + " " + r.pick("отдела", "школы", "цеха"))}</a><span>от {low} 000 до {low + 20} 000 руб.</span><div>ООО «{r("company", r.pick("Река", "Мост", "Север"))}»</div>'
        f"<div>{r('city', r.pick('Москва', 'Казань', 'Томск'))}, опыт {r('years', r.pick('1–3', '3–6'))} лет</div><div>Вакансия опубликована {r('date', f'{r.integer(1, 28)} мая {r.integer(2010, 2023)}')}</div></div>"
    )


def es_books(r: Row) -> str:
    return f'<div class="libro"><a href="/libro/{r.pick(*NOUNS)}_{r("id", 400_000 + r.number)}">{r("title", r.title())}</a><p>{r("author", r.person())} ; {r("publisher", r.pick("Anagrama", "Planeta", "Tusquets"))}, {r("year", r.year())}</p><p>ISBN: {r("isbn", f"97884{r.number:08}")} · {r("pages", r.integer(50, 900))} págs. · {r("binding", r.pick("Tapa dura", "Bolsillo"))}</p><p>{r("price", f"{r.integer(5, 60)},{r.integer(10, 99)}")} €</p></div>'


def minutes(r: Row) -> str:
    return f'<tr><td><a href="/docs/{r.integer(2001, 2023)}/{r("file", f"minutes_{r.number:05}.pdf")}">{r("title", r.title())}</a> ({r("kb", r.integer(20, 900))} KB, PDF)</td><td>{r("committee", r.pick(*SECTIONS))} Committee, {r.pick(*MONTHS)} {r.year()}</td><td>Item {r("item", r.integer(1, 30))}: {r("speaker", r.pick(*LAST))}</td></tr>'


FIFTH: dict[str, Style] = {
    "herbarium": ("table", "tr", herbarium),
    "coins": ("div", "div", coins),
    "hospital": ("ul", "li", hospital),
    "tenders fr": ("div", "article", tenders_fr),
    "music": ("table", "tr", music),
    "courses": ("div", "div", courses),
    "ships": ("table", "tr", ships),
    "standards": ("ul", "li", standards),
    "proteins": ("table", "tr", proteins),
    "zh court": ("div", "div", zh_court),
    "zh library line": ("ul", "li", zh_library_line),
    "zh auction": ("div", "div", zh_auction),
    "ja papers": ("ul", "li", ja_papers),
    "ru jobs": ("div", "div", ru_jobs),
    "es books": ("div", "div", es_books),
    "minutes": ("table", "tr", minutes),
}
