"""Words that tell what a form or control is for, in the languages forms are written in.

Each list is data: stems are looked for inside folded text (``STEM in text`` for scripts without
word spaces and for stems of five letters or more, at a word's start otherwise). Nothing here
belongs to one site.

>>> bool(SEARCH.search("Erweiterte Suche")), bool(SEARCH.search("高级检索"))
(True, True)
>>> bool(SEARCH.search("research staff login"))
False
"""

from __future__ import annotations

import re
from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _stems(stems: str, whole: str = "", han: str = "") -> re.Pattern[str]:
    """Words that begin with a stem, or are one of ``whole``, or hold an unspaced term."""
    parts = []
    if stems:
        parts.append(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, stems.split()))})")
    if whole:
        parts.append(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, whole.split()))})(?![^\W_])")
    if han:
        parts.append(f"(?:{'|'.join(map(re.escape, han.split()))})")
    return re.compile("|".join(parts), re.IGNORECASE)


SEARCH: Final = _stems(
    "search searc suche suchen suchbegriff suchwort durchsuch recherch cherch cerca ricerc busca "
    "búsqueda busqueda pesquis procur localiza zoek doorzoek hledat hledan hledej vyhled hľada "
    "vyhľad szuka wyszuk keres căut caut търс поиск искат найти ищи искать пошук шукат знайти "
    "тражи претра αναζήτησ αναζητησ trouver iskanj traži trazi pretra pretraž otsi otsing meklē "
    "paieš ieško haku hae etsi leita arama aranac ค้นหา tìm cari بحث ابحث جستج חיפוש חפש खोज "
    "ძიება "
    "lookup keyword stichwort schlagwort trefwoord  bilatu cerqu chwilio axtar qidir "
    "іздеу որոն søg søk sök",
    "find query queries finder ara bul sök søg søk findit nasıl cauta",
    "検索 さがす 探す 검색 찾기 搜索 搜尋 搜寻 查询 查詢 检索 檢索 查找 查閱 查阅 寻找 尋找 "
    "站内搜 全文搜 ค้นหา キーワード 关键词 关键字 關鍵詞 關鍵字",
)
SEARCH_NAME: Final = _words(
    "q s qs qt qry kw kwd wd query search searchterm searchterms searchtext searchword "
    "searchwords "
    "searchstring searchfor searchquery searchbox searchkey searchkeyword searchinput "
    "searchvalue "
    "searchfield keyword keywords keys term terms words find text phrase wort suche suchbegriff "
    "suchwort suchtext recherche mots motscles ricerca cerca busca buscar busqueda pesquisa zoek "
    "zoekwoord zoekterm hledat szukaj fraza keres arama ara kelime haku sok sokord sokning poisk "
    "search1 kwd keyw mot motcle stichwort searchstr srch sterm anywhere fulltext freetext "
    "lookup "
    "querystring querytext searchkeys squery sq str what wyszukaj paieska otsi traziti any all1"
)
"""Control names (one word of the split name) that stand for what is searched."""

EMAIL: Final = re.compile(
    r"e-?mail|courriel|correo|邮箱|郵箱|电子邮件|電子郵件|メール|이메일|почт", re.I
)
USER: Final = _stems(
    "username userid login passw pwd", "user uid usr nick nickname", "用户名 帳號 账号"
)
LOGIN: Final = _stems(
    "login logon signin log-in sign-in anmeld einlogg connexion accedi accesso iniciar ingresar "
    "entrar inlogg aanmeld přihl zalog войти вход авториз увійти giriş oturum prijav kirjaudu",
    "log\\ in",
    "登录 登錄 登入 ログイン 로그인 密码 密碼",
)
NEWSLETTER: Final = _stems(
    "newsletter subscri mailinglist abonn abonner iscriviti suscri rassylk подпис рассылк "
    "nieuwsbrief "
    "nyhetsbrev uutiskirje bülten hírlevél odběr novinek boletin boletín infolettre",
    "",
    "订阅 訂閱 电子报 電子報 メルマガ 구독",
)
BASKET: Final = _stems(
    "cart basket warenkorb panier carrello carrito winkelwagen addtocart checkout корзин "
    "košík koszyk "
    "varukorg kosár ostoskor sepet bestell",
    "buy order wishlist",
    "购物车 購物車 カート 장바구니 结算 立即购买",
)
LANGUAGE: Final = _stems(
    "language langua sprache langue lingua idioma currency währung devise valuta taal jazyk язык",
    "lang locale curr",
    "语言 語言 言語 货币",
)
SWITCH: Final = _stems(
    "export download print switch theme skin logout signout log-out abmelden déconnexion "
    "rating vote "
    "poll captcha comment reply feedback contact",
    "rate",
    "导出 下載 下载 退出 登出 评论 評論 投票",
)
JUMP: Final = _stems(
    "lucky jump goto browse",
    "go",
    "手气不错 跳转 直达",
)
"""Buttons that go to one record when the words equal its title."""

NOT_PRESSED: Final = _stems(
    "reset clear cancel export download delete remove add save print email subscrib login logon "
    "signin register upload effacer réinitial löschen zurücksetzen borrar limpiar limpar "
    "cancella "
    "wis vymaz очист сброс annuler abbrechen share csv rss logout back",
    "new log sign",
    "重置 清除 清空 取消 导出 匯出 删除 刪除 新增 添加 登录 登入 注册 註冊 下载 下載 打印 "
    "列印 クリア リセット 返回 초기화",
)
