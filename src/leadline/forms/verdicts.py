# ruff: noqa: E501 (tables: wide characters count double)
"""What kind of answer a page is, by what it says: no results, error, blocked, wrong input.

Phrases in many languages are only a prior; contrast between probes decides. A sign counts where a
reader meets it: in a page's title or headings, or in a short text of its own.

>>> from leadline.dom import parse_html
>>> page = parse_html("<h1>Suche</h1><p>Ihre Suche ergab leider keine Treffer.</p>", "http://h/")
>>> verdict(page)
'empty'
>>> verdict(parse_html("<title>检索结果</title><ul><li>" + "题名 " * 300, "http://h/"))
'answer'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from leadline.dom import Document

Verdict = Literal["answer", "empty", "invalid", "error", "blocked"]

LONGEST_SIGN: Final = 200
"""A text longer than this talks about something; it does not announce."""

MOST_TEXTS: Final = 3_000
LITTLE_TEXT: Final = 1_500
"""Characters; a page that shows more is hardly blocked or broken."""

EMPTY: Final = re.compile(
    r"\b(?:no|0|zero) (?:\w+ ){0,3}(?:results?|matches|match|records?|hits|items|entries|documents|"
    r"products|pages?|data|books)\b(?: (?:were|was|could be|have been))?(?: found| match|\b)|"
    r"\bnothing (?:was )?found|did(?: not|n't) (?:match|return|find)|"
    r"(?:could|can)(?: not|n't|not) (?:find|be found)|not (?:any )?found any|"
    r"keine? (?:\w+ ){0,3}(?:treffer|ergebnisse?|einträge|resultate|artikel|datensätze)|"
    r"nichts gefunden|"
    r"aucun(?:e)? (?:\w+ ){0,3}(?:résultat|document|notice|réponse|produit)|pas de résultat|"
    r"(?:no se|não) (?:han |foram |se )?(?:encontr\w+)|sin resultados|nenhum (?:resultado|registro)|"
    r"nessun (?:risultato|documento|prodotto)|geen (?:\w+ )?(?:resultaten|treffers)|ingen (?:treff|"
    r"resultater|träffar|resultat)|ei (?:tuloksia|osumia)|brak wyników|nic nie znaleziono|"
    r"nenalezen[oay]? žádn|žádné výsledky|nincs találat|ничего не найдено|не найдено|нет результатов|"
    r"нічого не знайдено|δεν βρέθηκαν|sonuç bulunamadı|لا توجد نتائج|לא נמצאו|ไม่พบ|không tìm thấy|"
    r"tidak ditemukan|"
    r"没有找到|未找到|没有检索到|未检索到|查无|查無|无符合|無符合|没有符合|沒有符合|沒有找到|"
    r"暂无(?:数据|结果|记录)|共\s*0\s*[条條筆件个]|找不到|無資料|見つかりません|"
    r"該当(?:する)?.{0,12}(?:ありません|なし)|"
    r"(?<!\d)0\s*件|검색 ?결과가 ?없|찾을 수 없",
    re.IGNORECASE,
)
INVALID: Final = re.compile(
    r"(?:please|must|bitte|veuillez|por favor)[^.。]{0,40}"
    r"(?:enter|specify|provide|type|eingeben|saisir|"
    r"introdu\w+|ingres\w+)|at least (?:\d+|two|three) (?:characters|letters)|"
    r"mindestens \d+ zeichen|au moins \d+ caract|too short|(?:query|search) is (?:empty|too)|"
    r"请输入(?:检索|查询|关键|搜索)|請輸入(?:檢索|查詢|關鍵)|不能为空|至少输入|"
    r"(?:キーワード|検索語)を入力|field is required",
    re.IGNORECASE,
)
ERROR: Final = re.compile(
    r"(?:internal server|database|sql|syntax|runtime|server|application|proxy|gateway) error|"
    r"error (?:4|5)\d\d|\b50[0234] (?:internal|bad|service|gateway)|stack ?trace|"
    r"(?:uncaught|unhandled|fatal) (?:exception|error)|traceback \(most recent|service unavailable|"
    r"temporarily unavailable|something went wrong|page (?:could )?not (?:be )?found|404 not found|"
    r"interner (?:server)?fehler|erreur (?:interne|serveur)|error interno|服务器(?:内部)?错误|"
    r"系统(?:错误|异常|繁忙)|伺服器錯誤|系統錯誤|エラーが発生",
    re.IGNORECASE,
)
BLOCKED: Final = re.compile(
    r"captcha|are you (?:a )?(?:human|robot)|not a robot|unusual (?:traffic|activity)|"
    r"access (?:denied|forbidden|to this page has been)|403 forbidden|you have been blocked|"
    r"too many requests|rate limit|verify(?:ing)? you are human|checking your browser|"
    r"security check|zugriff verweigert|accès refusé|acceso denegado|доступ запрещ|"
    r"访问过于频繁|访问受限|請稍後再試|安全验证|人机验证|拒绝访问|アクセスが拒否",
    re.IGNORECASE,
)
ORDER: Final[tuple[tuple[Verdict, re.Pattern[str]], ...]] = (
    ("blocked", BLOCKED),
    ("error", ERROR),
    ("empty", EMPTY),
    ("invalid", INVALID),
)
REFUSED: Final = frozenset({401, 403, 407, 429})


def verdict(document: Document, status: int = 200) -> Verdict:
    """What a page announces; "answer" when it announces nothing."""
    if status in REFUSED:
        return "blocked"
    if status >= 500:
        return "error"
    texts = _announcements(document)
    little = sum(len(document.text[i]) for i in document.text_nodes[:MOST_TEXTS]) < LITTLE_TEXT
    for name, pattern in ORDER:
        if name in {"blocked", "error"} and not (little or status >= 400):
            continue
        if any(pattern.search(text) for text in texts):
            return name
    return "error" if status >= 400 else "answer"


def _announcements(document: Document) -> list[str]:
    """Short texts of their own: the lines of the page that could announce something."""
    lines: list[list[str]] = []
    for node in document.text_nodes[:MOST_TEXTS]:
        if document.gap[node] or not lines:
            lines.append([])
        lines[-1].append(document.text[node])
    joined = (" ".join("".join(parts).split()) for parts in lines)
    return [line for line in joined if 2 < len(line) <= LONGEST_SIGN]
