# ruff: noqa: E501 (tables: wide characters count double)
"""Words that tell what a control of a query interface is for; data for ``roles``.

Written as the tables of ``lexicon``: stems, whole words after ``=``, terms of unspaced scripts.

>>> sorted(ROLE_WORDS.read("Publication year")), sorted(ROLE_WORDS.read("出版年份"))
(['date'], ['date'])
"""

from __future__ import annotations

import re
from typing import Final

from leadline.domain.similarity import normalise
from leadline.forms.lexicon import Lexicon
from leadline.forms.words import name_words, word_set

TABLE: Final = {
    "sort": """řadi radit sırala sirala ταξιν järjest sorter ordena kārtot urutkan ترتيب מיון sortow sắp
        sort orderby order-by ordering ordenar ordina trier tri_ sortier řaz rendez сортир
        порядок rank =order =sorting =tri 排序 排列 並び替え 並べ替え 정렬""",
    "direction": """sortorder sort-order sortdir direction descend ascend asc_ desc_ =asc =desc =dir
        升序 降序 昇順 降順""",
    "page_size": """perpage per-page pagesize page-size itemsper resultsper recordsper rowsper
        proseite pro-seite parpage par-page porpagina por-pagina perpagina numresults numrows
        maxresults max-results displaynum pagelen =limit =rpp =hpp =rows =pp
        每页 每頁 表示件数 条数 筆數 显示条数""",
    "view": """display layout viewas view-as viewmode ansicht anzeige output outputformat format
        showposts showas mostrar-como affichage vista groupby group-by groupresults columns_ =col =cols
        =columns =view =display =format =template =show
        显示方式 顯示方式 视图 表示形式""",
    "match": """match matchtype match-type matchmode searchtype search-type searchby search-by
        searchin search-in searchfield search-field searchmode operator boolean proximity
        criterion suchart suchfeld suche-in verknüpf exact conjunction =bool =op =logic =andor =oper
        匹配 检索方式 檢索方式 检索项 检索字段 檢索欄位 查询方式 查詢方式 查询类型 精确 精確 模糊 逻辑 邏輯 検索対象 検索方法""",
    "price": """τιμή τιμη سعر السعر מחיר harga cijena preț kaina =hind =ціна =giá =ár
        price preis prix precio prezzo preço preco cena prijs bérlet цена стоим hinta pris budget
        kosten salary gehalt rent_ miete lohn wage fiyat =cost =fee =ár =kr =eur =usd
        价格 價格 价钱 售价 定价 总价 總價 单价 租金 月薪 薪资 薪資 金额 金額 値段 価格 가격""",
    "date": """utgivningsår udgivelsesår utgivelsesår julkaisuvuosi erscheinungsjahr publikationsjahr baujahr
        bouwjaar geboortejaar geburtsjahr
        =period 년도 출판년 발행년 일자 연대
        centur siècle siglo secolo jahrhundert stolet stulec สมัย =år årstal jaartal rocznik geboren =born
        έτος ημερομ χρονο تاريخ سنة السنة שנה תאריך tanggal tahun ngày =năm =yıl =yil tarih =év éves aasta
        kuupäev metai päivä =rik дата роки année_ =anul =godina =leto 世纪 世紀
        datum fecha kalender calendar pubdate pubyear published released veröffentl birth
        monat mois giorno zeitraum periode période fiscal holiday departure arrival anreise abreise
        abfahrt rückreise udrejse hjemrejse checkin check-in checkout check-out posted posteriores
        deadline yyyy mmdd season jahrgang années datepicker timespan vintage
        =date =dates =data =dat =day =days =month =year =years =tag =jahr =jahre =année =annee
        =jour =año =anno =mese =mes =ano =dia =rok =rok =dátum =år =jaar =maand =dag =vuosi =дата
        =год =месяц =день =período =epoch =era =since =when =arrive =depart =yr =mon
        日期 时间 時間 年份 年月 年度 年代 出版年 月份 起始年 截止年 公历 日付 年月日 発行年 날짜 연도 기간""",
    "location": """=kunta
        wohnort geburtsort fundort standort erscheinungsort herkunftsort sterbeort druckort verlagsort
        straße strasse улиц ulic =calle =rue =via
        gemeinde parish pfarr municip =comune =commune localit localid miejscow obec gmina település
        مدينة المدينة البلد بلد עיר ארץ şehir sehir ilçe πόλη πολη χώρα χωρα =kota linna miest pilsēt kaupun
        maakunta =judet județ =oraș =orasul město mesto =grad місто країна thành-phố adresa osoite
        location address adresse street zipcode zip-code postcode postal plz
        ortsname umkreis stadt ville ciudad città cidade città town country countr county land_
        province provinz region région región estado destination departement département
        bundesland kanton district quartier neighbo airport flughafen aéroport where lieu luogo
        lugar местополож город страна регион област miasto kraj województ place umgebung venue
        kommun postnummer village accommod =zip =city =state =ort =land =pays =país =pais =provincia
        =paese =stad =plaats =place =origin =dest =near =geo =wo =waar =dove =où
        地区 地區 地点 地點 城市 省份 省市 国家 國家 縣市 县市 区域 區域 所在地 出发 到达 地址 地名
        出發地 目的地 都道府県 市区町村 エリア 場所 지역 도시""",
    "number": """quantity anzahl nombre_ nombre-de number-of numberof count_ distance radius
        entfernung umkreis_ kilometer mileage laufleistung surface wohnfläche m² sqm rooms zimmer
        bedroom bathroom pièces adults adultes adulti voksne erwachs children enfants kinder børn
        guests gäste persons persone infants nights nächte nuits durée dauer duration weight height
        width length size_ power pages minutes rating stars volume issue_ amount seats doors
        kmlfrom =km =num =qty =age =alter =miles =beds =baths =room =adult =child =infant =hp =kw
        =ps =nb =umkreis =max =min =gewicht =size =people =pax
        数量 數量 人数 人數 页数 頁數 面积 面積 房间 天数 字数 年龄 年齡 距离 距離 卷 期 件数 人数 숫자""",
    "category": """categor kategor catégor rubri genre section department gattung
        manufactur hersteller fabricant marque marka marca make_ brand model modell modèle modelo
        subject topic theme thema sujet materia collection program publisher source_ language
        sprache langue rating type_ typen typologi klasse court gericht status division format_
        =type =typ =tipo =kind =class =art =cat =kat =topic =brand =make =model =body =issue
        =focus =judge =channel =forum =server =level =fuel =field =author
        分类 分類 类别 類別 类型 類型 栏目 学科 主题 语种 語種 品牌 型号 馆藏 館藏 文献 资料 カテゴリ ジャンル 종류""",
    "identifier": """number_ nummer numéro numero código code_ codice identifier accession docket
        callnumber signatur =no =nr =num =number =id =isbn =issn =doi =code =sku =ref =stock =case
        编号 編號 号码 號碼 书号 索书号 条码 番号""",
    "without": """without exclu ohne sans senza zonder except minus =not =no =none
        含まない 不包含 不含 排除 除外 非""",
    "from": """checkin check-in anreise
        from minim lower start begin after since posterior earliest above greater
        =from =min =von =ab =de =da =du =desde =dal =od =fra =vanaf =van =mini =low =lo =gte =gt
        =start =begin =от =с =от-  =depart =departure =checkin =udrejse
        开始 開始 起始 最小 最低 起 从 從 自 以上 以后 以後 から 下限""",
    "to": """checkout check-out abreise
        upper until before latest below maxim less finish end_ hasta
        =to =max =bis =au =à =a =al =do =til =tot =til =maxi =high =hi =lte =lt =end =stop =till
        =return =checkout =hjemrejse =до =по =até
        结束 結束 截止 终止 終止 最大 最高 止 到 至 以下 以前 まで 上限""",
}
ROLE_WORDS: Final = Lexicon(TABLE)
ENDS: Final = frozenset({"from", "to"})


def label_concepts(label: str) -> frozenset[str]:
    """What a label speaks of; ends of ranges only where its first or last word says so.

    >>> sorted(label_concepts("Year from")), sorted(label_concepts("From the editors of the year"))
    (['date', 'from'], ['date', 'from'])
    """
    words = name_words(normalise(label))
    found = ROLE_WORDS.read(normalise(label)) - ENDS
    for word in (*words[:1], *words[-1:][::-1], "".join(words[:3])):
        if not word:
            continue
        ends = ROLE_WORDS.word(word) & ENDS
        if ends:
            return found | ends
    return found


def is_bare_end(label: str) -> bool:
    """Whether a label says no more than "from" or "to".

    >>> is_bare_end("from:"), is_bare_end("по"), is_bare_end("Year from"), is_bare_end("Author")
    (True, True, False, False)
    """
    return len(name_words(label)) == 1 and bool(label_concepts(label) & ENDS)


MONTHS: Final = word_set(
    """jan january januar janvier enero gennaio janeiro ocak січень январь 1月 一月 feb february
    februar février febrero febbraio fevereiro 2月 二月 march märz mars marzo março"""
)

EXACT: Final = re.compile(
    r"\b(?:all (?:of )?(?:the )?words?|any (?:of )?(?:the )?words?|exact|phrase|and|or|contains|"
    r"starts? with|begins? with|title|author|keywords?|any ?field|full ?text|mots|wörter|titel|"
    r"is exactly|ends? with|equals|enthält|beginnt mit|endet mit|exakt|genau|contient|"
    r"commence par|exactement|contiene|empieza (?:con|por)|comienza (?:con|por)|inizia con|exacto|"
    r"contém|começa com|содержит|начинается с|точно|bevat|begint met)\b|"
    r"题名|標題|题目|作者|著者|主题|任意词|任意字段|全文|精确|精確|模糊|包含|前方一致|部分一致|"
    r"完全一致|含む|タイトル|書名|^(?:[=≠<>≤≥]|!=|<>|<=|>=)$",
    re.IGNORECASE,
)

PAGE_PARTS: Final = word_set("header hdr topnav footer masthead navbar sitesearch")

MATCH_LABELS: Final = frozenset(
    (
        "by",
        "in",
        "for",
        "within",
        "search in",
        "search by",
        "field",
        "scope",
        "index",
        "column",
        "spalte",
        "feld",
        "champ",
        "campo",
        "поле",
        "字段",
        "欄位",
        "栏位",
        "項目",
    )
)

OPERATORS: Final = word_set(
    """and or not near all_of any_of none_of und oder nicht et ou sauf y o e no non en of niet och eller inte og ikke i lub
    = > < >= <= != ≠ ≥ ≤ nie и или не а_также and_not und_nicht et_non 与 與 和 或 非 且 并且 並且 或者 不含 かつ または 除く 그리고 또는"""
)
"""What joins one row of a form with the next."""

FIELD_NAMES: Final = word_set(
    """title titles author authors subject subjects keyword keywords publisher series isbn issn year
    abstract full_text fulltext journal call_number anywhere any_field all_fields everything name
    description content text notes contributor creator date summary titel autor autorin verlag
    schlagwort stichwort reihe jahr freitext volltext person titre auteur sujet éditeur résumé
    mots-clés tous_les_champs título autor materia editorial año titolo autore soggetto editore anno
    assunto editora onderwerp uitgever trefwoord tytuł temat wydawca název nakladatel название автор
    тема издательство ключевые_слова 题名 題名 书名 書名 作者 著者 责任者 主题 主題 关键词 關鍵詞 出版社
    摘要 全文 刊名 标题 標題 索书号 索書號 タイトル 書名 著者名 件名 出版者 キーワード 제목 저자 출판사 주제"""
)
"""Choices of a select that says in which field the words are looked for."""

VIEWS: Final = word_set(
    """normal short long brief full detail details detailed summary list grid table tiles compact
    gallery thumbnail thumbnails titles titles_only title_only standard kurz lang vollständig
    ausführlich liste tabelle kacheln court détaillé complet vignettes lista breve completo completa
    detallado tabla griglia tabella resumen краткий полный список таблица krótki pełny tabela
    列表 图片 缩略图 摘要 简要 简单 详细 表格 簡要 詳細 一覧 表形式 목록 상세"""
)
"""Choices of a select that says how records are shown."""

WHAT: Final = frozenset(
    (
        "what",
        "what?",
        "was",
        "was?",
        "wer/was",
        "wer / was",
        "quoi",
        "quoi, qui",
        "quoi ?",
        "qué",
        "qué?",
        "cosa",
        "cosa?",
        "wat",
        "vad",
        "hvad",
        "hva",
        "что",
        "co",
        "o que",
        "o quê",
    )
)
"""Labels of the box for words that stands beside one for places."""

SHOW: Final = re.compile(r"show|display|view|anzeig|affich|mostra|显示|表示|每页", re.I)

PLACES: Final = word_set(
    """tx ny nj nv wy wv ak az fl new_york ontario quebec london paris madrid barcelona roma milano
    москва санкт-петербург россия wien tirol zürich bern praha warszawa budapest istanbul ankara
    afghanistan albania algeria argentina belgium brasil brazil méxico mexico sydney victoria
    amsterdam utrecht stockholm oslo helsinki lisboa porto 서울 부산 重庆 天津 四川 湖北 湖南 山东
    香港 台灣 台湾 臺灣 大阪 京都 alabama alaska california florida texas germany deutschland france italy italia spain
    españa austria china japan canada india brazil poland polska england scotland 北京 上海 广东
    江苏 浙江 臺北市 台北市 高雄市 东京都 東京都 北海道 大阪府 berlin bayern hessen paris lombardia"""
)
"""Enough well-known places to know a list of them."""
