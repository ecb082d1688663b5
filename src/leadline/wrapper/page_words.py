"""The words that lead through the pages of an answer, in some forty-five languages.

Spec: harvest.md section 3.1. A text is folded (compatibility forms, case, accents), its signs are
set aside, and what is left must consist of known words only: a direction, and fillers such as
"page" or "results". So "Next 20 results »" is read and "The next big thing" is not.

>>> read_word("Následující stránka »"), read_word("下一頁"), read_word("Next post")
('NEXT', 'NEXT', 'ARTICLE')
>>> read_word("The next big thing") is None
True
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, Literal

Word = Literal["NEXT", "PREV", "FIRST", "LAST", "OLDER", "NEWER", "MORE", "ARTICLE"]

LONGEST_WORDS: Final = 48
"""Characters: the longest pager text in the gold pages has 24; prose is longer."""

_NEXT: Final = (
    "next nxt forward forwards following "
    "nachste nachster nachstes nachsten weiter vorwarts folgende folgeseite "
    "suivant suivante suivants suivantes suiv "
    "siguiente siguientes sig proximo proxima proximos proximas seguinte seguintes prox avancar "
    "successivo successiva successivi successive avanti prossimo prossima prossimi seguente "
    "seguent seguents urmator urmatorul urmatoarea urmatoare inainte "
    "volgende volgend verder nasta framat naste næste neste seuraava seuraavat næsta "
    "jargmine edasi nakama nakamais nakamie talak kitas kita kiti toliau sekantis "
    "nastepna nastepny nastepne dalej kolejna kolejne dalsi nasledujici nasledujuca "
    "nasledujuce dalsia dalsie nasled naslednja naprej sljedeca sljedece sljedeci iduca iduce "
    "dalje sledeca sledece naprijed napred "
    "следећа следеће даље следна следно следваща следващи следващата напред "
    "следующая следующие следующий следующее вперед далее дальше след "
    "наступна наступний наступнi наступні далі даліше наступная далеи "
    "επομενη επομενο επομενα επομενες sonraki ileri novbeti kovetkezo tovabb elore "
    "הבא הבאה הבאים קדימה التالي التالية التالى التاليه بعدی بعدي بعد اگلا اگلے "
    "अगला अगले পরবর্তী ถัดไป หน้าถัดไป หน้าต่อไป tiep theo sau "
    "berikutnya selanjutnya lanjut lanjutan seterusnya "
    "다음 다음으로 sekva sekvanta venonta hurrengoa hurrengo nesaf tjetra შემდეგი հաջորդ "
    "հաջորդը келесі келесі keyingi дараах அடுத்த తదుపరి ifuatayo inayofuata susunod"
)
_PREV: Final = (
    "previous prev prv back backward backwards preceding "
    "vorherige vorheriger vorheriges vorige vorhergehende zuruck ruckwarts vorgangerseite "
    "precedent precedente precedents precedentes prec "
    "anterior anteriores ant previo previa voltar indietro precedenti anteriorul anterioara "
    "inapoi vorig terug foregaende foregaaende tidligere forrige tilbake tilbage bakat bakover "
    "edellinen edelliset takaisin fyrri eelmine tagasi iepriekseja iepriekseais atpakal "
    "ankstesnis ankstesnė ankstesne atgal poprzednia poprzedni poprzednie wstecz wroc "
    "predchozi predesly zpet predchadzajuca predosla predosle spat prejsnja prejsnji nazaj "
    "prethodna prethodno prethodni natrag nazad претходна претходно назад предишна предишни "
    "предыдущая предыдущие предыдущий предыдущее пред попередня попередні попередній "
    "папярэдняя προηγουμενη προηγουμενο προηγουμενα onceki geri evvelki elozo vissza "
    "הקודם הקודמת הקודמים אחורה السابق السابقة السابقه قبلی قبلي قبل پچھلا "
    "पिछला पिछले পূর্ববর্তী ก่อนหน้า หน้าก่อน หน้าก่อนหน้า ย้อนกลับ truoc "
    "sebelumnya sebelum kembali terdahulu 이전 이전으로 antaua antauа aurrekoa aurreko "
    "blaenorol mepparshme წინა նախորդ алдыңғы oldingi өмнөх முந்தைய మునుపటి iliyopita nakaraan"
)
_FIRST: Final = (
    "first start begin beginning erste erster erstes anfang premiere premier debut primera "
    "primero inicio principio primeira primeiro comeco prima primo inizio eerste begin forsta "
    "forste første ensimmainen alku esimene pirma pirmas pirma pierwsza pierwszy poczatek prvni "
    "zacatek prva prvi prvý prvy pocetak прва первая первые первый начало перша початок първа "
    "πρωτη πρωτο αρχη ilk bas elso ראשון ראשונה الأولى الاولى الأول الاول اولین نخست pertama "
    "awal dau 처음 처음으로 맨처음 첫 หน้าแรก แรก"
)
_LAST: Final = (
    "last end final letzte letzter letztes ende derniere dernier fin ultima ultimo ultimos "
    "ultimas fine laatste einde sista siste sidste slut viimeinen loppu viimane pedeja "
    "paskutinis paskutine ostatnia ostatni koniec posledni konec posledna posledny zadnja kraj "
    "последна последняя последние последний конец остання кінець последната τελευταια τελος "
    "son utolso אחרון אחרונה الأخيرة الاخيرة الأخير آخرین آخرين terakhir akhir cuoi 마지막 끝 맨끝 "
    "마지막으로 หน้าสุดท้าย สุดท้าย ultimul ultima"
)
_OLDER: Final = (
    "older earlier altere alter alteren fruhere plus-ancien ancien anciens anciennes antiguas "
    "antiguos antigas antigos vecchi vecchie precedenti-post ouder oudere aldre eldre ældre "
    "vanhemmat vanemad vecaki senesni starsze starsi starsie starejsi stariji старые ранее "
    "старіші по-стари παλαιοτερα παλιοτερα eski regebbi ישנות ישן أقدم قديمة lama terdahulu cu-hon"
)
_NEWER: Final = (
    "newer later neuere neuer neueren recents recent recentes recientes nuevas nuovi nuove "
    "recenti nieuwer nieuwere nyare nyere uudemmat uuemad jaunaki naujesni nowsze novejsi novsie "
    "novejsi novije новые новее новіші по-нови νεοτερα yeni ujabb חדשות أحدث terbaru moi-hon"
)
_MORE: Final = (
    "more mehr plus mas mais altro altri piu meer mer flere lisaa wiecej vice viac vise еще ещё "
    "больше ще більше περισσοτερα daha tobb עוד المزيد بیشتر lagi เพิ่มเติม them 더보기 더"
)
_FILLERS: Final = (
    "page pages pg seite seiten blatt pagina paginas pagine pagini pàgina sida sidan sidor side "
    "sider siden sivu sivut leht lapa puslapis strona strony strana stranka stranky strany stran "
    "stranica stranica страна страница страницы страници стр старонка сторінка σελιδα sayfa "
    "oldal עמוד דף הדף העמוד الصفحة صفحة صفحه پاجہ trang halaman laman 페이지 보기 불러오기 pago orria tudalen faqe გვერდი "
    "पृष्ठ পৃষ্ঠা หน้า results result ergebnisse ergebnis treffer resultats resultat resultados "
    "resultado risultati risultato resultaten resultater tulokset wyniki wynikow vysledky "
    "vysledku rezultati rezultate результаты результаты результатов результата αποτελεσματα "
    "sonuclar sonuc talalatok תוצאות نتائج نتیجه ket qua hasil 결과 items item entries records "
    "record hits matches rows set screen batch list listings products eintrage datensatze artikel "
    "objects documents titles elements fiches notices registros elementos "
    "to the go of a la le les el los las il lo i gli o os as de den det der die das zur zu na pe "
    "au vers alla al la a ai an en no for show load view see get display click upcoming "
    "anzeigen laden ver cargar afficher voir charger mostra carica toon meer-laden vis visa "
    "pokaz zobrazit показать загрузить goster hien thi xem posts articles entradas beitrage "
    "messages publications wpisy записи posty post-uri articulos articoli comments events news "
    "stories threads topics mensajes reviews bewertungen avis recensies ads jobs videos photos "
    "images »"
)
_ARTICLE: Final = (
    "post article story entry topic thread photo image picture video chapter day week month year "
    "event product project slide beitrag artikel-lesen lektion bild articulo articolo entrada "
    "articulo postagem post mese tag monat jahr woche mois jour annee mes ano dia semana episode "
    "lesson question song game step level issue volume section book review issue message "
    "сообщение статья тема запись день месяц год artigo foto nota noticia kapitel chapitre capitulo"
)

_ROLES: Final[dict[str, Word]] = {}
_FILL: Final[set[str]] = set()

_HAN: Final[tuple[tuple[Word, str], ...]] = (
    ("ARTICLE", r"[上下前后後次](?:一)?(?:篇|章|回|话|話|个月|個月|月|年|周|週|日|天|集|题|題|张|張|图|圖|个|個|则|則|条信息|条|條|筆|笔|项|項)"
                r"(?:文章|新闻|新聞|日志|日誌|主题|主題)?|[前次]の(?:記事|投稿|日|月|年|画像|写真|話)へ?|[前次]記事"),
    ("NEXT", r"(?:下(?:一)?[页頁]|[后後](?:一)?[页頁]|[下后後]翻|翻[页頁]|下(?:一)?(?:屏|批|组|組|步)|[往向][后後]翻?[页頁]?|"
             r"下(?:条|條|筆|笔|项|項|件)?|[后後](?:条|條|筆|笔|项|項|个|個|件)|"
             r"[次つ]ぎ?(?:の)?(?:ページ|頁|一覧|結果|件|を見る|を表示)?(?:へ|を見る|を表示)?(?:進む)?|進む|次へ進む|下[一]?个?[页頁]面?)"),
    ("PREV", r"(?:上(?:一)?[页頁]|前(?:一)?[页頁]|[上前]翻|[往向]前翻?[页頁]?|上(?:一)?(?:屏|批|组|組|步)|"
             r"[上前](?:条|條|筆|笔|项|項|件)?|前(?:の)?(?:ページ|頁|一覧|結果|件)?(?:へ|を見る|を表示)?(?:戻る)?|戻る|まえへ?)"),
    ("FIRST", r"(?:首[页頁]|第一[页頁]|最前[页頁]?|最初(?:の(?:ページ|頁))?へ?|先頭(?:の?ページ)?へ?|第1[页頁])"),
    ("LAST", r"(?:[尾末][页頁]|最[后後末](?:一)?(?:[页頁])?|最[后後](?:の(?:ページ|頁))?へ?|末尾へ?|最終(?:ページ|頁)?へ?)"),
    ("MORE", r"(?:(?:加载|載入|载入|显示|顯示|查看|看)?(?:更多|更多结果|更多結果|更多内容)(?:结果|結果|内容)?|もっと(?:見る|読み込む)|"
             r"さらに(?:表示|読み込む|見る)|続きを(?:表示|読み込む)|点击加载(?:更多)?)"),
    ("OLDER", r"(?:更早(?:的)?(?:文章|内容)?|较旧(?:的)?(?:文章|博文)?|較舊(?:的)?(?:文章)?|過去の(?:記事|投稿)(?:へ)?|古い(?:記事|投稿)へ?|旧文章)"),
    ("NEWER", r"(?:较新(?:的)?(?:文章|博文)?|較新(?:的)?(?:文章)?|新しい(?:記事|投稿)へ?|新文章)"),
)  # fmt: skip
_HAN_WORDS: Final = tuple((word, re.compile(pattern)) for word, pattern in _HAN)
_HAN_SCRIPT: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_SIGNS: Final = "«»‹›<>→←⇒⇐⟶⟵⟩⟨❯❮▶◀►◄▸◂➔➜➤〉〈》《|¦…[](){}.,:;-–—―−·•*\"'`“”„/\\+_=~^‎‏!?#№・、。：；！（）【】「」"
_DROP_SIGNS: Final = str.maketrans(dict.fromkeys(_SIGNS, " "))
_DIGITS: Final = re.compile(r"\d+")
_ACCENTS: Final = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u0655]")
"""Of Latin, Greek, Cyrillic, Hebrew and Arabic; the marks of kana and Indic scripts are letters."""
_SPACED_HYPHEN: Final = re.compile(r"[-\u2010-\u2015]")

SYMBOLS: Final[dict[str, Word]] = {
    **dict.fromkeys(
        [">", "›", "→", "▶", "►", "▸", "⟩", "❯", "⇒", "⟶", "➔", "➜", "➤", "〉", "-->", "->", "=>", ">—", "››", "chevron_right", "navigate_next", "arrow_forward", "keyboard_arrow_right", "arrow_right", "arrow_forward_ios", "&gt;", "&rsaquo;", "&rarr;"], "NEXT"),
    **dict.fromkeys(
        ["<", "‹", "←", "◀", "◄", "◂", "⟨", "❮", "⇐", "⟵", "〈", "<--", "<-", "<=", "‹‹", "chevron_left", "navigate_before", "arrow_back", "keyboard_arrow_left", "arrow_left", "arrow_back_ios", "&lt;", "&lsaquo;", "&larr;"], "PREV"),
    **dict.fromkeys(
        [">|", ">>|", "»|", "›|", "▶|", "▶▶|", "⏭", "→|", "⇥", ">>>|", "last_page", "►|", "►►|", ">>>"], "LAST"),
    **dict.fromkeys(
        ["|<", "|<<", "|«", "|‹", "|◀", "⏮", "|←", "⇤", "|<<<", "first_page", "|◄", "|◄◄", "<<<"], "FIRST"),
}  # fmt: skip
"""Signs that are a whole link text. Doubled signs (» >>) are in ``DOUBLED``: they mean "last" where
a single one stands beside them, "next" where it does not."""

DOUBLED: Final[dict[str, Word]] = {
    **dict.fromkeys(
        ["»", ">>", "▶▶", "►►", "》", "→→", "⏩", "❯❯", "&raquo;", "&gt;&gt;", "≫", "»»", "⟫"],
        "NEXT",
    ),
    **dict.fromkeys(
        ["«", "<<", "◀◀", "◄◄", "《", "←←", "⏪", "❮❮", "&laquo;", "&lt;&lt;", "≪", "««", "⟪"],
        "PREV",
    ),
}


def fold(text: str) -> str:
    """Compatibility forms, lower case, no accents, single spaces.

    >>> fold("  Próxima　ＰＡＧＥ ")
    'proxima page'
    """
    if text.isascii():
        return " ".join(text.lower().split())
    wide = unicodedata.normalize("NFKC", text).casefold()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", wide))
    return " ".join(unicodedata.normalize("NFC", bare).split())


def _load() -> None:
    """Fill the tables; a word of two roles keeps the first, and is never a filler as well."""
    roles: tuple[tuple[Word, str], ...] = (
        ("NEXT", _NEXT), ("PREV", _PREV), ("OLDER", _OLDER), ("NEWER", _NEWER),
        ("FIRST", _FIRST), ("LAST", _LAST), ("MORE", _MORE), ("ARTICLE", _ARTICLE),
    )  # fmt: skip
    for role, words in roles:
        for word in words.split():
            _ROLES.setdefault(fold(word), role)
    _FILL.update(w for w in map(fold, _FILLERS.split()) if w not in _ROLES)


_load()
_FILL_TOO: Final = frozenset({"a", "i", "o", "theo", "son", "ant", "sig", "no", "prima", "fin"})


def is_filler(token: str) -> bool:
    """Whether a folded token is a noun or small word that pagers use ("page", "results", "of")."""
    return token in _FILL or token in _FILL_TOO


@lru_cache(maxsize=8192)
def read_word(text: str) -> Word | None:
    """What a whole text says about the page it leads to, None when it says anything else."""
    if len(text) > LONGEST_WORDS:
        return None
    folded = fold(text)
    bare = " ".join(_DIGITS.sub(" ", folded.translate(_DROP_SIGNS)).split())
    if not bare:
        return None
    if _HAN_SCRIPT.search(bare):
        joined = bare.replace(" ", "").replace("件", "").replace("共", "") or bare
        for word, pattern in _HAN_WORDS:
            if pattern.fullmatch(joined):
                return word
        return None
    return _read_tokens(bare.split())


def _read_tokens(tokens: list[str]) -> Word | None:
    """Known words only; an article word turns a direction into a neighbour, "last" beats "next"."""
    found: list[Word] = []
    for token in tokens:
        role = _ROLES.get(token)
        if role is not None:
            found.append(role)
        elif token not in _FILL and token not in _FILL_TOO:
            return None
    kinds = set(found)
    if not kinds or len(tokens) > 6:
        return None
    if "ARTICLE" in kinds:
        return "ARTICLE" if kinds & {"NEXT", "PREV", "FIRST", "LAST"} else None
    for pair in (("OLDER", "NEWER"), ("NEXT", "PREV"), ("FIRST", "LAST")):
        if kinds.issuperset(pair):
            return None
    order: tuple[Word, ...] = ("OLDER", "NEWER", "NEXT", "PREV", "FIRST", "LAST", "MORE")
    return next(word for word in order if word in kinds)


@lru_cache(maxsize=2048)
def read_sign(text: str) -> tuple[Word | None, bool]:
    """The direction of a text that is only a sign, and whether the sign is a doubled one.

    >>> read_sign("›"), read_sign("»"), read_sign(">>|"), read_sign("Next")
    (('NEXT', False), ('NEXT', True), ('LAST', False), (None, False))
    """
    if len(text) > 24:
        return None, False
    sign = "".join(text.translate({0x200E: None, 0x200F: None, 0xFE0E: None, 0xFE0F: None}).split())
    sign = unicodedata.normalize("NFKC", sign) if not sign.isascii() else sign
    if sign in DOUBLED:
        return DOUBLED[sign], True
    return SYMBOLS.get(sign) or SYMBOLS.get(sign.strip("[](){}").casefold()), False


def read_side(text: str) -> Literal["NEXT", "PREV"] | None:
    """The way that an arrow at the edge of a text points.

    >>> read_side("« Older posts"), read_side("ouder »"), read_side("Older posts")
    ('PREV', 'NEXT', None)
    """
    bare = text.strip()
    if bare[:1] and bare[0] in "«‹<←⇐⟵❮◀◄◂⟨〈《":
        return "PREV"
    if bare[:1] and bare[-1] in "»›>→⇒⟶❯▶►▸⟩〉》":
        return "NEXT"
    return None


_TOKEN: Final = re.compile(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]*")
_CLASS_NEXT: Final = frozenset(
    [
        "next",
        "nextpage",
        "nextlink",
        "nxt",
        "pagenext",
        "right",
        "forward",
        "naechste",
        "weiter",
        "suivant",
        "siguiente",
    ]
)
_CLASS_PREV: Final = frozenset(
    [
        "prev",
        "previous",
        "previouspage",
        "prevpage",
        "prevlink",
        "left",
        "back",
        "zurueck",
        "precedent",
        "anterior",
    ]
)
_CLASS_LAST: Final = frozenset(["last", "lastpage", "end"])
_CLASS_FIRST: Final = frozenset(["first", "firstpage", "begin"])


@lru_cache(maxsize=8192)
def read_class(value: str) -> Word | None:
    """The direction in class names, element ids or image file names.

    >>> read_class("pagnNextArrow"), read_class("nav-previous"), read_class("context")
    ('NEXT', 'PREV', None)
    """
    tokens = {token.lower() for token in _TOKEN.findall(value[:400])}
    ways: list[Word] = []
    if tokens & _CLASS_NEXT:
        ways.append("NEXT")
    if tokens & _CLASS_PREV:
        ways.append("PREV")
    if len(ways) == 2:
        return None
    if not ways or ways == ["NEXT"]:
        if "last" in tokens or "lastpage" in tokens:
            ways = ["LAST"] if not ways else ways
        elif "first" in tokens or "firstpage" in tokens:
            ways = ["FIRST"] if not ways else ways
    return ways[0] if ways else None
