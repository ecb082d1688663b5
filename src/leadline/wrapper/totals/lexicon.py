"""The words around stated totals: what is counted, "about", "of", "found", "page".

Spec: harvest.md 4.1. Only data, in some twenty-five languages, lower case. Words are matched whole,
Slavic, Finnic and Turkic ones by their stem; Chinese, Japanese and Korean ones as they stand.

>>> "results" in NOUNS, "résultats" in NOUNS, len(NOUNS) > 200
(True, True, True)
"""

from __future__ import annotations

from typing import Final

_NOUNS_TEXT: Final = (
    "result results hit hits match matches row rows record records entry entries item items "
    "document documents book books article articles product products object objects work "
    "works file files paper papers publication publications patent patents title titles job "
    "jobs listing listings review reviews image images photo photos video videos song songs "
    "movie movies film films people persons name names place places property properties ad "
    "ads offer offers package packages ticket tickets commit commits dataset datasets "
    "reference references citation citations case cases species recipe recipes course "
    "courses event events topic topics thread threads post posts user users artwork "
    "artworks page-hits opinion opinions decision decisions report reports company "
    "companies project projects ergebnis ergebnisse ergebnissen treffer treffern eintrag "
    "einträge einträgen datensatz datensätze datensätzen dokument dokumente dokumenten "
    "objekt objekte objekten titel titeln artikel artikeln produkt produkte produkten "
    "angebot angebote angeboten buch bücher büchern fundstelle fundstellen résultat "
    "résultats réponse réponses notice notices fiche fiches enregistrement enregistrements "
    "annonce annonces produit produits ouvrage ouvrages livre livres œuvre œuvres resultado "
    "resultados registro registros documento documentos artículo artículos producto "
    "productos libro libros ficha fichas obra obras entrada entradas coincidencias "
    "risultato risultati documenti articolo articoli prodotto prodotti libri scheda schede "
    "opere registo registos livro livros artigo artigos produto produtos ocorrências "
    "resultaat resultaten treffers boek boeken artikelen producten rezultate rezultat "
    "rezultati träff träffar resultater tulos tulosta osuma osumaa rezultāti hasil kayıt "
    "αποτελέσματα αποτέλεσμα εγγραφές תוצאות תוצאה نتيجة نتائج نتیجه"
)
NOUNS: Final = frozenset(_NOUNS_TEXT.split())
STEMS: Final = (
    "результат", "запис", "документ", "книг", "стат", "товар", "объект", "предложени", "публикаци",
    "wynik", "rekord", "pozycj", "dokument", "książ", "produkt", "výsled", "vysled", "záznam",
    "zaznam",
    "polož", "knih", "sonuç", "sonuc", "talál", "talal", "rezultat",
)  # fmt: skip
UNITS: Final = (
    "条", "條", "筆", "笔", "项", "項", "件", "篇", "本", "部", "册", "冊", "则", "則", "幅", "张",
    "張", "首", "位", "份",
    "套", "种", "種", "个", "個", "건", "개", "권", "편", "명", "结果", "結果", "记录", "記錄",
)  # fmt: skip

_COUNTED_TEXT: Final = (
    "result|results|hits|matches|found|total|totals|count|all|returned|ergebnisse|treffer|"
    "gefunden|gesamt|insgesamt|anzahl|résultats|résultat|trouvé|trouvés|trouvées|resultados|"
    "encontrados|encontradas|encontrado|risultati|trovati|trovate|totale|resultaten|"
    "gevonden|totaal|найдено|результатов|результаты|всего|нашлось|znaleziono|wyników|wyniki|"
    "razem|nalezeno|výsledků|celkem|hittade|fundet|funnet|löytyi|bulunan|toplam|نتائج|"
    "النتائج|סהכ|共|共有|共计|共計|计|計|总|總|总共|總共|总数|總數|总计|總計|全|全部|合计|"
    "合計|检索到|檢索到|搜索到|搜尋到|找到|查到|命中|検索結果|該当件数|ヒット|ヒット件数|"
    "ヒット数|件数|総数|全部で|총|전체|검색결과|검색 결과|모두|"
    "检索结果|搜索结果|查询结果|檢索結果|搜尋結果|查詢結果|结果数|結果數|结果总数|結果總數|记录数|記錄數|总记录数|"
    "總記錄數|命中数|命中數|笔数|筆數|总笔数|總筆數|条数|條數|总条数|數量|数量|gefundene|gefundenen|"
    "nalezené|encontradas|trouvés|träffar|всего найдено|найдены|знайдено|усього"
)
COUNTED: Final = tuple(_COUNTED_TEXT.split("|"))
"""They stand before the number: "found 17", "共 45 条"."""

_FOUND_TEXT: Final = (
    "found matched gefunden trouvé trouvés trouvée trouvées trovati trovate trovato encontrados "
    "encontradas encontrado encontrada gevonden найдено найдены знайдено znaleziono nalezeno "
    "hittades funna fundet funnet löytyi bulundu găsite βρέθηκαν נמצאו"
)
FOUND: Final = frozenset(_FOUND_TEXT.split())
"""After a number and any noun they make it a count: "310 Urteile gefunden"."""
NOT: Final = frozenset({"not", "nicht", "keine", "non", "no", "pas", "niet", "не", "nie", "ikke"})
"""Before such a word they say that something else is meant: "404 not found"."""

COUNT_OF: Final = (
    "number of", "no. of", "count of", "nombre de", "nombre total de", "número de", "numero de",
    "número total de", "numero di", "numero totale di", "anzahl", "anzahl der", "zahl der",
    "liczba", "počet", "antal", "antall", "aantal", "broj", "число",
    "количество", "кількість", "αριθμός",
)  # fmt: skip
"""Before a noun they make a count of it: "number of records: 25"."""

_ABOUT_TEXT: Final = (
    "about|approximately|approx|approx.|around|roughly|nearly|more than|over|at least|up to|"
    "some|~|≈|≥|>|ca|ca.|circa|environ|plus de|au moins|ungefähr|etwa|rund|mehr als|über|"
    "mindestens|unos|unas|aproximadamente|cerca de|alrededor de|más de|mas de|mais de|"
    "più di|oltre|almeno|ongeveer|meer dan|около|примерно|более|свыше|приблизительно|około|"
    "ponad|ok.|přibližně|asi|více než|yaklaşık|约|约有|約|大约|大约有|大約|超过|超過|逾|近|"
    "およそ|약"
)
ABOUT: Final = tuple(_ABOUT_TEXT.split("|"))
MORE_THAN: Final = ("+", "以上", "余", "多")
"""They stand after the number: "500+ results", "500 多条"."""

_OF_TEXT: Final = (
    "of|out of|/|von|de|sur|di|su|van|из|z|ze|av|af|fra|na|dintre|din|dari|trong|από|מתוך|"
    "من|共|共有|共计|共計|总共|總共|总数|全|全部|的|のうち|中|の|total|total of|totaal|"
    "insgesamt|gesamt"
)
OF: Final = tuple(_OF_TEXT.split("|"))
OF_TAILS: Final = (
    "the",
    "a",
    "un",
    "une",
    "total",
    "total of",
    "a total of",
    "insgesamt",
    "gesamt",
    "in total",
)
"""Words between "of" and the number."""

PAGE_WORDS: Final = (
    "pages?|páginas?|paginas?|pagina|seite|strona|stránka|strana|"
    "страница|стр|sida|side|sivu|sayfa|oldal|"
    "第|页次|頁次|页码|페이지|ページ|halaman|trang"
)
PAGE_UNITS: Final = (
    "页", "頁", "ページ", "페이지", "pages", "seiten", "páginas", "paginas", "pagine",
    "stron ", "stránek", "страниц", "sidor", "sider", "sivua",
)  # fmt: skip
"""After a number of pages; in the plural, for "40 Page: [1] [2]" is two things."""
DASHES: Final = "-|–|—|−|~|〜|～|to|bis|à|a|al|au|tot|до|do|til|through|thru|至|到|から|→|\\.\\.+"
CONSTANT_WORDS: Final = (
    "index|database|contain|total|document|record|collection|"
    "catalog|entries|holdings|datenbank|bestand|"
    "base de|banque|archiv|наш|базе|каталог|收录|收錄|馆藏|館藏|数据库|資料庫|"
    "共有|総数|登録|データベース|전체|등록"
)
"""Beside the size of a whole database."""
