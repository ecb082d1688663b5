# ruff: noqa: E501 (tables: wide characters count double)
"""How sources word that they found nothing, refuse a query, are broken or shut a visitor out.

One row a language (or a few akin); each row is a pattern for short lines of text. Nothing here
belongs to one site. ``FOUND`` is the other side: a line that states how much was found.

>>> bool(EMPTY.search("Din sökning gav inga träffar")), bool(EMPTY.search("10 results found"))
(True, False)
>>> bool(FOUND.search("1–20 of 300")), bool(FOUND.search("0 results"))
(True, False)
"""

from __future__ import annotations

import re
from typing import Final

THINGS: Final = (
    r"(?:results?|matches|match|records?|hits?|items?|entr(?:y|ies)|documents?|products?|listings?|"
    r"pages?|data|books?|titles?|articles?|treffer\w*|ergebnisse?\w*|einträge?n?|resultate?n?|datensätze?n?|"
    r"artikeln?|dokumente?n?|résultats?|documents?|notices?|réponses?|produits?|fiches?|"
    r"resultados?|registros?|registos?|documentos?|coincidencias?|elementos?|itens|item|produtos?|libros?|"
    r"risultat[oi]|element[oi]|document[oi]|prodott[oi]|schede?|record|"
    r"resultaten|treffers|records|träff(?:ar)?|poster|resultater?|treff|tuloks\w*|osum\w*|"
    r"wynik\w*|rekord\w*|pozycj\w*|záznam\w*|výsled\w*|polož\w*|talál\w*|rezultat\w*|înregistr\w*|"
    r"sonuç\w*|kayıt\w*|записей|записи|результат\w*|документ\w*|совпаден\w*|збіг\w*|записів|"
    r"αποτελέσματα?|εγγραφ\w*)"
)
UNITS: Final = r"(?:条|條|筆|笔|件|个|個|건|개|篇|项|項|部|册|冊)"

EMPTY: Final = re.compile(
    rf"(?<![\d.,])(?:no|0|zero) (?:\w+ ){{0,3}}{THINGS}(?!\w)|"
    rf"{THINGS}(?: found| gefunden| trouvés?| encontrados?)? ?[:：(] ?0(?![\d.,]|\d)|"
    r"nothing (?:was |could be )?found|did(?: not|n't|n’t) (?:match|return|find)|no (?:data|matching)|"
    r"(?:could|can)(?: not|n't|n’t|not) (?:find|be found)|not (?:any )?found any|"
    r"keine? (?:\w+ ){0,3}(?:treffer|ergebnis|eintr|resultat|artikel|datens|dokument)|nichts gefunden|ergab keine|"
    r"auc[uù]n(?:e)? (?:\w+ ){0,3}(?:résultat|document|notice|réponse|produit|fiche|enregistrement)|pas de résultat|"
    r"(?:no se|não) (?:han |foram |se |ha )?(?:encontr\w+|hall\w+|localiz\w+)|sin resultados|"
    r"no hay (?:\w+ )?(?:resultados|registros|coincidencias|datos)|"
    r"ning[uú]n(?:a)? (?:\w+ )?(?:resultado|registro|coincidencia|documento)|"
    r"nenhum(?:a)? (?:\w+ )?(?:resultado|regist|item|document|produto|encontrad)|não há resultados|"
    r"nessun(?:a)? (?:\w+ )?(?:risultat|document|prodott|element|record|corrispondenza|scheda)|"
    r"non (?:ha|hanno) prodotto|non (?:è stato|sono stati|ci sono) (?:trovat|risultat)|"
    r"geen (?:\w+ )?(?:resultaten|treffers|records|items)|niets gevonden|"
    r"ing(?:en|a|et) (?:\w+ )?(?:treff|resultat|träff|post|funn)|"
    r"ei (?:\w+ )?(?:tulok|osum|löyty)|tuloksia ei|"
    r"brak (?:\w+ )?(?:wynik|rekord|danych)|nic nie znaleziono|nie znaleziono|"
    r"nenalezen|nebyl[yoa]? nalezen|žádn(?:é|ý) (?:\w+ )?(?:výsled|záznam)|nenašl|"
    r"nincs(?:enek)? (?:\w+ )?talál|nem (?:található|talált)|"
    r"niciun rezultat|nici un rezultat|nu (?:a fost|au fost|s-a|s-au) găsit|"
    r"(?:ничего|ни одно\w+|записей|документов|результатов|совпадений) не (?:найден|нашл|обнаруж)|не найден|нет результатов|нет данных|"
    r"(?:нічого|записів|результатів) не (?:знайд|знайш)|не знайдено|"
    r"δεν (?:βρέθηκ|υπάρχουν αποτελ)|(?:bulunamadı|sonuç yok|kayıt yok)|"
    r"(?:لا توجد|لم يتم العثور|لا يوجد|لم نجد)|לא נמצא|אין תוצאות|ไม่พบ|"
    r"không (?:tìm thấy|có kết quả|có dữ liệu)|tidak (?:ditemukan|ada hasil|ada data)|"
    r"没有(?:找到|检索到|查询到|搜索到|搜到|符合|匹配|相关|满足|数据|结果|记录)|未(?:找到|检索到|查询到|搜索到|查到|能找到)|"
    r"查无|查無|无(?:符合|匹配|相关|结果|数据|记录)|無(?:符合|相符|相關|結果|資料|此)|沒有(?:找到|符合|相關|任何|查到|資料|結果)|"
    r"暂无|暫無|找不到|尚無|見つかりません|見つかりませんでした|"
    r"(?:該当|一致)(?:する)?.{0,16}(?:ありません|なし|なかった)|"
    rf"(?:结果|結果|共|记录|資料|총|検索結果|找到|검색결과)\s*[:：]?\s*0\s*{UNITS}?(?![\d.,])|(?<![\d.,])0\s*{UNITS}|"
    r"(?:검색|조회)\s?(?:된|결과).{0,8}없|찾을 수 없|결과가 없",
    re.IGNORECASE,
)

INVALID: Final = re.compile(
    r"(?:please|must|you need to|veuillez|por favor|debe|deve|proszę|bitte|prosím|vänligen|vennligst|lütfen)"
    r"[^.。]{0,40}(?:enter|specify|provide|type|select|choose|eingeben|geben sie|angeben|saisir|indiquer|entrer|"
    r"introdu\w+|ingres\w+|escrib\w+|informe|inser\w+|wpisać|podać|zadejte|ange|oppgi|girin)|"
    r"(?:bitte geben sie)[^.]{0,40}(?:ein|an)\b|"
    r"at least (?:\d+|one|two|three) (?:characters?|letters?|words?|criteri\w+|terms?|fields?)|"
    r"mindestens (?:\d+|ein\w*|zwei|drei) (?:zeichen|buchstaben|suchbegriff)|au moins (?:\d+|un|deux|trois) (?:caract|lettre|crit)|"
    r"(?:al menos|pelo menos) (?:\d+|un|dos|tres|um|dois|três) (?:car[aá]ct|letra|crit)|"
    r"almeno (?:\d+|un|due|tre) (?:caratter|letter|criteri)|(?:co najmniej|minimum) (?:\d+|dwa|trzy) znak|"
    r"(?:minst|mindst) (?:\d+|tre|två|to) tec?k?[ke]?n|alespoň (?:\d+|tři) znak|legalább \d+ karakter|en az \d+ (?:karakter|harf)|"
    r"too short|(?:query|search) is (?:empty|too)|zu kurz|trop court|demasiado cort|troppo cort|"
    r"не менее (?:\d+|двух|трёх|трех) (?:символ|букв)|слишком корот|пуст\w+ (?:поисковый )?запрос|введите (?:\w+ )?(?:запрос|слово|текст)|"
    r"請輸入(?:檢索|查詢|關鍵|至少)|请输入(?:检索|查询|关键|搜索|至少|要)|(?:检索|查询|搜索|关键|輸入|關鍵)\w{0,4}不能?[为為]空|不能為空|不能为空|"
    r"至少(?:输入|輸入|[两兩二三\d]+ ?[个個])|(?:キーワード|検索語|検索条件|文字以上)\w{0,3}(?:を)?入力|文字以上|"
    r"검색어를 ?입력|글자 이상|field is required",
    re.IGNORECASE,
)

ERROR: Final = re.compile(
    r"(?:internal server|database|sql|syntax|runtime|server|application|proxy|gateway|unexpected|system) error|"
    r"error (?:4|5)\d\d|\b50[0234] (?:internal|bad|service|gateway)|stack ?trace|"
    r"(?:uncaught|unhandled|fatal) (?:exception|error)|traceback \(most recent|service unavailable|"
    r"(?:warning|fatal error|notice|parse error): .{0,80}\bon line \d+|odbc|ora-\d{5}|"
    r"temporarily unavailable|something went wrong|an error (?:has )?occurred|page (?:could )?not (?:be )?found|404 not found|"
    r"interner (?:server)?fehler|fehler (?:ist )?aufgetreten|ist ein fehler|erreur (?:interne|serveur|est survenue|s'est produite)|"
    r"error interno|(?:producido|ocurrido|ocorreu|verificat[oa]) un[ao]? ?(?:error|erro|errore)|ocorreu um erro|si è verificato un errore|"
    r"произошла ошибка|внутренняя ошибка|ошибка сервера|сталася помилка|wystąpił błąd|došlo k chybě|hiba történt|bir hata oluştu|"
    r"ett fel (?:har )?uppst|er is een fout|det oppstod en feil|"
    r"服务器(?:内部)?错误|系统(?:错误|异常|繁忙|出错)|伺服器錯誤|系統(?:錯誤|發生錯誤|忙碌|異常)|エラーが発生|システムエラー|오류가 발생",
    re.IGNORECASE,
)

BLOCKED: Final = re.compile(
    r"captcha|are you (?:a )?(?:human|robot)|not a robot|unusual (?:traffic|activity)|that you are (?:a )?human|"
    r"access (?:denied|forbidden|to this page has been)|403 forbidden|you have been blocked|"
    r"too many requests|rate limit|verify(?:ing)? you are human|checking your browser|"
    r"security check|zugriff verweigert|zu viele anfragen|kein roboter|accès refusé|trop de requêtes|pas un robot|"
    r"acceso denegado|demasiadas solicitudes|no es un robot|no eres un robot|accesso negato|non sei un robot|"
    r"доступ (?:запрещ|ограничен|заблок)|не робот|слишком много запросов|dostęp zabroniony|nie jesteś robotem|"
    r"访问过于频繁|訪問過於頻繁|操作过于频繁|访问受限|安全验证|安全驗證|人机验证|拒绝访问|拒絕存取|"
    r"输入验证码|輸入驗證碼|アクセスが(?:拒否|集中)|画像認証|ロボットではない|자동입력 방지|접근이 (?:거부|차단)",
    re.IGNORECASE,
)

FOUND: Final = re.compile(
    rf"^\W*(?:\w+ ){{0,3}}[1-9][\d.,\u00a0\u202f ]*(?:\w+ )?{THINGS}(?!\w)|"
    r"[1-9]\d*\s?(?:-|–|—|to|bis|à|a|до|～|~)\s?\d+\s+(?:of|von|sur|de|di|из|av|af|van|z|/)\s+[\d.,]+|"
    rf"{THINGS} (?:found |gefunden )?[:：(]? ?[1-9][\d.,]*|(?:найдено|знайдено|znaleziono|nalezeno|trovati|gefunden|trouvés)[^.\d]{{0,20}}[1-9]|"
    rf"(?:共|约|約|総|总|총|結果|结果|找到)[^\d.。]{{0,6}}[1-9][\d.,]*\s*{UNITS}|[1-9][\d.,]*\s*{UNITS}(?:中|の?検索|が?見つ|结果|結果)",
    re.IGNORECASE,
)
"""What states that something was found: then a hint or an empty part of the page decides nothing."""

CONSTANT: Final = re.compile(
    r"database|catalogue|catalog|index|contains|holds|datenbank|enthält|bestand|base|contient|contiene|"
    r"в базе|всего|收录|收錄|数据库|資料庫|収録|データベース",
    re.IGNORECASE,
)
"""Lines that state how much there is at all."""

CART: Final = re.compile(
    r"\b(?:bag|basket|cart|trolley|wishlist|warenkorb|merkliste|panier|carrito|cesta|carrello|carrinho|winkelwagen|"
    r"winkelmand|varukorg|kurv|koszyk\w*|košík\w*|корзин\w*)\b|购物车|購物車|カート|장바구니",
    re.IGNORECASE,
)
"""An empty cart says nothing of the search."""
