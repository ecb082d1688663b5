# ruff: noqa: E501 - lines of data
"""What a search interface says, in eight languages; one row a phrase, one column a language.

>>> say("de", "found", n=number("de", 1331))
'1.331 Treffer gefunden'
"""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant", "ja", "de", "fr", "ru", "es")

PHRASES: Final[dict[str, tuple[str, ...]]] = {
    "search": ("Search", "搜索", "搜尋", "検索", "Suchen", "Rechercher", "Найти", "Buscar"),
    "keywords": ("Keywords", "关键词", "關鍵字", "キーワード", "Stichwort", "Mots-clés",
                 "Ключевые слова", "Palabras clave"),
    "lucky": ("Go", "直达", "直達", "移動", "Los", "Aller", "Перейти", "Ir"),
    "next": ("Next", "下一页", "下一頁", "次へ", "Weiter", "Suivant", "Следующая", "Siguiente"),
    "previous": ("Previous", "上一页", "上一頁", "前へ", "Zurück", "Précédent", "Предыдущая",
                 "Anterior"),
    "last": ("Last", "末页", "末頁", "最後", "Letzte", "Dernière", "Последняя", "Última"),
    "first": ("First", "首页", "第一頁", "最初", "Erste", "Première", "Первая", "Primera"),
    "more": ("Load more", "加载更多", "載入更多", "もっと見る", "Mehr laden", "Afficher plus",
             "Показать ещё", "Cargar más"),
    "page_of": ("Page {p} of {m}", "第 {p} 页，共 {m} 页", "第 {p} 頁，共 {m} 頁",
                "{m} ページ中 {p} ページ", "Seite {p} von {m}", "Page {p} sur {m}",
                "Страница {p} из {m}", "Página {p} de {m}"),
    "found": ("{n} results found", "共找到 {n} 条记录", "共找到 {n} 筆資料", "{n} 件見つかりました",
              "{n} Treffer gefunden", "{n} résultats trouvés", "Найдено записей: {n}",
              "{n} resultados encontrados"),
    "range": ("Results {a} - {b} of {n}", "显示第 {a}-{b} 条，共 {n} 条", "第 {a}-{b} 筆，共 {n} 筆",
              "{n} 件中 {a} - {b} 件を表示", "Treffer {a} - {b} von {n}",
              "Résultats {a} - {b} sur {n}", "Записи {a} - {b} из {n}",
              "Resultados {a} - {b} de {n}"),
    "approximate": ("About {n} results", "约 {n} 条结果", "約 {n} 筆結果", "約 {n} 件",
                    "Ungefähr {n} Ergebnisse", "Environ {n} résultats", "Примерно {n} результатов",
                    "Aproximadamente {n} resultados"),
    "constant": ("This index contains {n} documents.", "本数据库共收录 {n} 条记录。",
                 "本資料庫共收錄 {n} 筆資料。", "収録件数は {n} 件です。",
                 "Diese Datenbank enthält {n} Einträge.", "Cette base contient {n} notices.",
                 "Всего в базе {n} записей.", "Esta base contiene {n} registros."),
    "none": ("No records matched your search.", "没有找到符合条件的记录。", "查無符合條件的資料。",
             "該当するデータはありませんでした。", "Keine Treffer.", "Aucun résultat.",
             "Ничего не найдено.", "No se encontraron resultados."),
    "too_short": ("Please enter at least {n} characters.", "请输入至少 {n} 个字符。",
                  "請輸入至少 {n} 個字元。", "{n} 文字以上入力してください。",
                  "Bitte mindestens {n} Zeichen eingeben.", "Saisissez au moins {n} caractères.",
                  "Введите не менее {n} символов.", "Escriba al menos {n} caracteres."),
    "relaxed": ("No record holds all words. Showing results for any word.",
                "没有完全匹配的记录，以下为部分匹配结果。", "沒有完全符合的資料，以下為部分符合結果。",
                "すべての語を含むデータがないため、一部一致を表示しています。",
                "Nichts mit allen Wörtern; Treffer mit einem der Wörter:",
                "Aucun résultat avec tous les mots ; résultats proches :",
                "Нет записей со всеми словами; показаны похожие:",
                "Ningún registro con todas las palabras; resultados parecidos:"),
    "home": ("Home", "首页", "首頁", "ホーム", "Startseite", "Accueil", "Главная", "Inicio"),
    "about": ("About us", "关于我们", "關於我們", "当サイトについて", "Über uns", "À propos",
              "О проекте", "Quiénes somos"),
    "help": ("Help", "帮助", "說明", "ヘルプ", "Hilfe", "Aide", "Помощь", "Ayuda"),
    "contact": ("Contact", "联系我们", "聯絡我們", "お問い合わせ", "Kontakt", "Contact", "Контакты",
                "Contacto"),
    "news": ("News", "新闻", "最新消息", "お知らせ", "Aktuelles", "Actualités", "Новости",
             "Noticias"),
    "legal": ("Terms of use", "使用条款", "使用條款", "利用規約", "Impressum", "Mentions légales",
              "Условия использования", "Aviso legal"),
    "login": ("Log in", "登录", "登入", "ログイン", "Anmelden", "Connexion", "Войти",
              "Iniciar sesión"),
    "user": ("User name", "用户名", "使用者名稱", "ユーザー名", "Benutzername", "Identifiant",
             "Имя пользователя", "Usuario"),
    "password": ("Password", "密码", "密碼", "パスワード", "Passwort", "Mot de passe", "Пароль",
                 "Contraseña"),
    "newsletter": ("Subscribe to our newsletter", "订阅邮件通讯", "訂閱電子報", "メルマガ登録",
                   "Newsletter abonnieren", "S'abonner à la lettre", "Подписаться на рассылку",
                   "Suscribirse al boletín"),
    "language": ("Language", "语言", "語言", "言語", "Sprache", "Langue", "Язык", "Idioma"),
    "basket": ("Add to basket", "加入购物车", "加入購物車", "カートに入れる", "In den Warenkorb",
               "Ajouter au panier", "В корзину", "Añadir a la cesta"),
    "category": ("Category", "类别", "類別", "カテゴリ", "Kategorie", "Catégorie", "Категория",
                 "Categoría"),
    "any field": ("Any field", "任意字段", "任意欄位", "全項目", "Alle Felder", "Tous les champs",
                  "Все поля", "Todos los campos"),
    "words": ("all words", "全部词", "全部詞", "すべての語", "alle Wörter", "tous les mots",
              "все слова", "todas las palabras"),
    "exact": ("exact", "精确", "精確", "完全一致", "genau", "exact", "точно", "exacto"),
    "part": ("contains", "包含", "包含", "部分一致", "enthält", "contient", "содержит", "contiene"),
    "start": ("begins with", "前方一致", "開頭為", "前方一致", "beginnt mit", "commence par",
              "начинается с", "comienza con"),
    "all": ("All", "全部", "全部", "すべて", "Alle", "Toutes", "Все", "Todas"),
    "sort": ("Sort by", "排序", "排序", "並べ替え", "Sortieren", "Trier", "Сортировать", "Ordenar"),
    "per_page": ("Results per page", "每页显示", "每頁顯示", "表示件数", "Treffer pro Seite",
                 "Résultats par page", "На странице", "Resultados por página"),
    "popular": ("Popular searches", "热门搜索", "熱門搜尋", "人気の検索", "Beliebte Suchen",
                "Recherches fréquentes", "Популярные запросы", "Búsquedas populares"),
    "refine": ("Refine your search", "筛选结果", "篩選結果", "絞り込み", "Suche verfeinern",
               "Affiner la recherche", "Уточнить поиск", "Refinar la búsqueda"),
    "sponsored": ("Sponsored", "广告", "廣告", "広告", "Anzeige", "Annonce", "Реклама",
                  "Anuncio"),
    "results_for": ("Search results for “{q}”", "“{q}”的搜索结果", "「{q}」的搜尋結果",
                    "「{q}」の検索結果", "Suchergebnisse für „{q}“", "Résultats pour « {q} »",
                    "Результаты поиска «{q}»", "Resultados de la búsqueda de «{q}»"),
    "welcome": (
        "Enter one or more words to search the collection. All words must occur in a record.",
        "请输入一个或多个关键词进行检索，各关键词之间用空格分开。",
        "請輸入一個或多個關鍵字進行檢索，各關鍵字之間以空格分開。",
        "キーワードを入力して検索してください。複数の語は空白で区切ります。",
        "Geben Sie ein oder mehrere Wörter ein, um den Bestand zu durchsuchen.",
        "Saisissez un ou plusieurs mots pour interroger le catalogue.",
        "Введите одно или несколько слов для поиска по базе данных.",
        "Escriba una o más palabras para consultar la base de datos."),
    "captcha": ("Please confirm that you are not a robot.", "请完成安全验证。", "請完成安全驗證。",
                "ロボットではないことを確認してください。", "Bitte bestätigen Sie, dass Sie kein Roboter sind.",
                "Confirmez que vous n'êtes pas un robot.", "Подтвердите, что вы не робот.",
                "Confirme que no es un robot."),
    "days_ago": ("{n} days ago", "{n} 天前", "{n} 天前", "{n}日前", "vor {n} Tagen",
                 "il y a {n} jours", "{n} дн. назад", "hace {n} días"),
    "score": ("Score", "相关度", "相關度", "スコア", "Relevanz", "Score", "Релевантность",
              "Relevancia"),
    "details": ("Details", "详细", "詳細", "詳細", "Details", "Détails", "Подробнее", "Detalles"),
    "session": ("Your session has expired. Please start again.", "会话已过期，请重新开始。",
                "工作階段已逾時，請重新開始。", "セッションが切れました。最初からやり直してください。",
                "Ihre Sitzung ist abgelaufen.", "Votre session a expiré.",
                "Сессия истекла. Начните сначала.", "Su sesión ha caducado."),
}  # fmt: skip
"""Each phrase in the order of ``LANGUAGES``."""

LABELS: Final[dict[str, tuple[str, ...]]] = {
    "title": ("Title", "题名", "題名", "タイトル", "Titel", "Titre", "Название", "Título"),
    "author": ("Author", "作者", "作者", "著者", "Verfasser", "Auteur", "Автор", "Autor"),
    "publisher": ("Publisher", "出版社", "出版者", "出版社", "Verlag", "Éditeur", "Издательство",
                  "Editorial"),
    "year": ("Year", "出版年", "出版年", "発行年", "Jahr", "Année", "Год", "Año"),
    "call": ("Call number", "索书号", "索書號", "請求記号", "Signatur", "Cote", "Шифр",
             "Signatura"),
    "subject": ("Subject", "主题", "主題", "件名", "Schlagwort", "Sujet", "Тема", "Materia"),
    "place": ("Place", "地点", "地點", "場所", "Ort", "Lieu", "Место", "Lugar"),
    "date": ("Date", "日期", "日期", "日付", "Datum", "Date", "Дата", "Fecha"),
    "number": ("Number", "编号", "編號", "番号", "Nummer", "Numéro", "Номер", "Número"),
    "status": ("Status", "状态", "狀態", "状態", "Status", "État", "Статус", "Estado"),
    "priority": ("Priority", "优先级", "優先順序", "優先度", "Priorität", "Priorité", "Приоритет",
                 "Prioridad"),
    "price": ("Price", "价格", "價格", "価格", "Preis", "Prix", "Цена", "Precio"),
    "text": ("Summary", "摘要", "摘要", "概要", "Beschreibung", "Résumé", "Описание", "Resumen"),
    "city": ("City", "城市", "城市", "都市", "Stadt", "Ville", "Город", "Ciudad"),
    "address": ("Address", "地址", "地址", "住所", "Adresse", "Adresse", "Адрес", "Dirección"),
    "maker": ("Artist", "作者", "作者", "作者", "Künstler", "Artiste", "Художник", "Artista"),
    "medium": ("Medium", "材质", "材質", "材質", "Material", "Technique", "Материал", "Técnica"),
    "size": ("Dimensions", "尺寸", "尺寸", "寸法", "Maße", "Dimensions", "Размеры", "Medidas"),
    "kind": ("Type", "类型", "類型", "種類", "Art", "Type", "Тип", "Tipo"),
    "court": ("Court", "法院", "法院", "裁判所", "Gericht", "Juridiction", "Суд", "Tribunal"),
    "person": ("Name", "姓名", "姓名", "氏名", "Name", "Nom", "Имя", "Nombre"),
    "phone": ("Telephone", "电话", "電話", "電話番号", "Telefon", "Téléphone", "Телефон",
              "Teléfono"),
    "employer": ("Employer", "公司", "公司", "会社", "Arbeitgeber", "Employeur", "Работодатель",
                 "Empresa"),
    "brand": ("Brand", "品牌", "品牌", "ブランド", "Marke", "Marque", "Марка", "Marca"),
    "amount": ("Amount", "金额", "金額", "金額", "Betrag", "Montant", "Сумма", "Importe"),
    "period": ("Period", "年代", "年代", "時代", "Epoche", "Époque", "Период", "Época"),
    "icao": ("ICAO", "四字码", "四字碼", "ICAO", "ICAO", "OACI", "ИКАО", "OACI"),
    "iata": ("IATA", "三字码", "三字碼", "IATA", "IATA", "AITA", "ИАТА", "IATA"),
    "name": ("Name", "名称", "名稱", "名称", "Name", "Nom", "Название", "Nombre"),
    "country": ("Country", "国家", "國家", "国", "Land", "Pays", "Страна", "País"),
    "region": ("Region", "省份", "地區", "地域", "Region", "Région", "Регион", "Región"),
    "elevation": ("Elevation", "标高", "標高", "標高", "Höhe", "Altitude", "Высота", "Altitud"),
    "position": ("Position", "经纬度", "經緯度", "緯度経度", "Lage", "Position", "Координаты",
                 "Posición"),
}  # fmt: skip
"""Column names as a person reads them, in the order of ``LANGUAGES``."""

GROUPING: Final = {"de": ".", "es": ".", "fr": "\u00a0", "ru": "\u00a0"}


def say(language: str, phrase: str, **values: object) -> str:
    """A phrase in a language, with its blanks filled."""
    return PHRASES[phrase][LANGUAGES.index(language)].format(**values)


def label(language: str, column: str) -> str:
    """The name of a column as shown."""
    return LABELS[column][LANGUAGES.index(language)]


def number(language: str, value: int) -> str:
    """A number as written there: 1,331 or 1.331 or 1 331."""
    return f"{value:,}".replace(",", GROUPING.get(language, ","))
