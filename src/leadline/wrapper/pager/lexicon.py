"""The lexicon of pagers: words for next, previous, first and last page in some fifty languages.

Spec: harvest.md 3.1. Only data: how a text is read with it is ``pager_words``. Words are written
as they are; accents and case are folded when they are loaded. Chinese and Japanese write without
spaces, so they have patterns instead.

>>> sorted(row[0] for row in LEXICON)[:6], len(LEXICON) > 45
(['af', 'ar', 'az', 'be', 'bg', 'bn'], True)
"""

from __future__ import annotations

from typing import Final

LEXICON: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    ("af", "volgende", "vorige", "eerste", "laaste"),
    ("ar", "التالي التالية التالى التاليه", "السابق السابقة السابقه",
     "الأولى الاولى الأول الاول", "الأخيرة الاخيرة الأخير"),
    ("az", "novbeti növbəti sonrakı irəli", "əvvəlki geri", "ilk", "son"),
    ("be", "наступная далей", "папярэдняя", "першая", "апошняя"),
    ("bg", "следваща следващи следващата напред", "предишна предишни предишната", "първа",
     "последна"),
    ("bn", "পরবর্তী", "পূর্ববর্তী", "প্রথম", "শেষ"),
    ("ca", "següent següents endavant", "anteriors enrere", "primer", "darrera darrer"),
    ("cs", "další následující", "předchozí předešlý zpět", "první začátek", "poslední konec"),
    ("cy", "nesaf", "blaenorol", "cyntaf", "olaf"),
    ("da", "næste frem", "forrige tilbage", "første", "sidste"),
    ("de", "nächste nächster nächstes nächsten weiter vorwärts folgende folgeseite vor",
     "vorherige vorheriger vorheriges vorige vorhergehende zurück rückwärts",
     "erste erster erstes anfang", "letzte letzter letztes ende"),
    ("el", "επόμενη επόμενο επόμενα επόμενες", "προηγούμενη προηγούμενο προηγούμενα",
     "πρώτη πρώτο αρχή", "τελευταία τέλος"),
    ("en", "next nxt forward forwards following",
     "previous prev prv back backward backwards preceding",
     "first start begin beginning", "last end final"),
    ("eo", "sekva sekvanta venonta", "antaŭa", "unua", "lasta"),
    ("es", "siguiente siguientes sig próximo próxima próximos próximas adelante",
     "anterior anteriores ant previo previa atrás", "primera primero inicio principio",
     "última último últimas últimos fin final"),
    ("et", "järgmine edasi", "eelmine tagasi", "esimene", "viimane"),
    ("eu", "hurrengoa hurrengo", "aurrekoa aurreko", "lehena", "azkena"),
    ("fa", "بعدی بعدي بعد", "قبلی قبلي قبل", "اولین نخست", "آخرین آخرين"),
    ("fi", "seuraava seuraavat eteenpäin", "edellinen edelliset takaisin", "ensimmäinen alku",
     "viimeinen loppu"),
    ("fil", "susunod", "nakaraan", "una", "huli"),
    ("fr", "suivant suivante suivants suivantes suiv",
     "précédent précédente précédents précédentes préc",
     "premier première début", "dernier dernière fin"),
    ("ga", "aghaidh", "siar", "tús", "deireadh"),
    ("gl", "seguinte seguintes", "anterior", "primeira", "derradeira"),
    ("he", "הבא הבאה הבאים קדימה", "הקודם הקודמת הקודמים אחורה", "ראשון ראשונה", "אחרון אחרונה"),
    ("hi", "अगला अगले अगली", "पिछला पिछले पिछली", "पहला प्रथम", "अंतिम आखिरी"),
    ("hr sr bs", "sljedeća sljedeće sljedeći iduća iduće dalje sledeća sledeće naprijed napred",
     "prethodna prethodno prethodni natrag nazad", "prva prvi početak", "zadnja posljednja kraj"),
    ("hu", "következő tovább előre", "előző vissza", "első", "utolsó"),
    ("hy", "հաջորդ հաջորդը", "նախորդ նախորդը", "առաջին", "վերջին"),
    ("id ms", "berikutnya selanjutnya lanjut lanjutan seterusnya",
     "sebelumnya sebelum kembali terdahulu",
     "pertama awal", "terakhir akhir"),
    ("is", "næsta áfram", "fyrri", "fyrsta", "síðasta"),
    ("it", "successivo successiva successivi successive avanti prossimo prossima prossimi seguente",
     "indietro precedente precedenti", "primo prima inizio", "ultima ultimo ultime fine"),
    ("ka", "შემდეგი", "წინა", "პირველი", "ბოლო"),
    ("kk", "келесі", "алдыңғы", "бірінші", "соңғы"),
    ("ko", "다음 다음으로 다음페이지", "이전 이전으로 이전페이지", "처음 처음으로 맨처음",
     "마지막 끝 맨끝 마지막으로"),
    ("lt", "kitas kita kiti toliau sekantis", "ankstesnis ankstesnė atgal", "pirmas", "paskutinis"),
    ("lv", "nākamā nākamais nākamie tālāk", "iepriekšējā iepriekšējais atpakaļ", "pirmā", "pēdējā"),
    ("mk", "следна следно", "претходна", "прва", "последна"),
    ("mn", "дараах", "өмнөх", "эхний", "сүүлийн"),
    ("nl", "volgende volgend verder", "vorige vorig terug", "eerste begin", "laatste einde"),
    ("no", "neste", "tidligere tilbake bakover", "første", "siste"),
    ("pl", "następna następny następne dalej kolejna kolejne",
     "poprzednia poprzedni poprzednie wstecz wróć",
     "pierwsza pierwszy początek", "ostatnia ostatni koniec"),
    ("pt", "próximo próxima próximos próximas seguinte seguintes próx avançar",
     "anterior anteriores voltar",
     "primeira primeiro início", "última último fim"),
    ("ro", "următor următorul următoarea următoare înainte",
     "anteriorul anterioara anterioare înapoi",
     "primul", "ultimul ultima"),
    ("ru", "следующая следующие следующий следующее след вперёд далее дальше",
     "предыдущая предыдущие предыдущий предыдущее пред назад", "первая первые первый начало",
     "последняя последние последний конец"),
    ("sk", "ďalšia ďalšie nasledujúca nasledujúce", "predchádzajúca predošlá predošlé späť",
     "prvá", "posledná"),
    ("sl", "naslednja naslednji naprej", "prejšnja prejšnji nazaj", "prva", "zadnja"),
    ("sq", "tjetra para", "mëparshme", "parë", "fundit"),
    ("sr-cyrl", "следећа следеће даље", "претходна претходно", "прва почетак", "последња крај"),
    ("sv", "nästa framåt", "föregående tillbaka bakåt", "första", "sista"),
    ("sw", "ifuatayo inayofuata", "iliyopita", "kwanza", "mwisho"),
    ("ta", "அடுத்த அடுத்து", "முந்தைய", "முதல்", "கடைசி"),
    ("te", "తదుపరి", "మునుపటి", "మొదటి", "చివరి"),
    ("th", "ถัดไป หน้าถัดไป หน้าต่อไป ต่อไป", "ก่อนหน้า หน้าก่อน หน้าก่อนหน้า ย้อนกลับ",
     "แรก หน้าแรก", "สุดท้าย หน้าสุดท้าย"),
    ("tr", "sonraki ileri", "önceki geri", "ilk", "son"),
    ("uk", "наступна наступний наступні далі вперед", "попередня попередні попередній",
     "перша початок",
     "остання кінець"),
    ("ur", "اگلا اگلے اگلی", "پچھلا پچھلے", "پہلا", "آخری"),
    ("uz", "keyingi", "oldingi", "birinchi", "oxirgi"),
    ("vi", "tiếp kế sau", "trước", "đầu", "cuối"),
)  # fmt: skip
"""(language, next, previous, first, last)."""

OLDER: Final = (
    "older earlier ältere älteren frühere anciens anciennes antiguas antiguos antigas antigos "
    "vecchi vecchie ouder oudere äldre eldre ældre vanhemmat vanemad vecāki senesni starsze starší "
    "starejši stariji старые старее ранее старіші παλαιότερα παλιότερα eski régebbi ישנות "
    "أقدم قديمة"
)
NEWER: Final = (
    "newer later neuere neueren récents recientes nuevas nuevos nuovi nuove recenti "
    "nieuwer nieuwere "
    "nyare nyere uudemmat uuemad jaunāki naujesni nowsze novější novšie novejši novije новые новее "
    "новіші νεότερα yeni újabb חדשות أحدث"
)
MORE: Final = (
    "more mehr plus más mais altro altri più meer mer flere lisää więcej více viac više ещё еще "
    "больше ще більше περισσότερα daha több עוד المزيد بیشتر lagi thêm 더보기 더"
)
ARTICLE: Final = (
    "post article story entry topic thread photo image picture video chapter day week month year "
    "event product project slide beitrag bild artículo articulo articolo entrada postagem "
    "tag monat "
    "jahr woche mois jour année mese mes ano dia semana episode lesson question song game volume "
    "section book issue message сообщение статья тема запись день месяц год artigo foto "
    "nota noticia "
    "kapitel chapitre capítulo step level record item"
)
"""With a direction these make a neighbour of what is shown, no page of a list."""

FILLERS: Final = (
    "page pages pg seite seiten blatt pagina paginas pagine pàgina página sida sidan sidor side "
    "sider siden sivu sivut leht lapa puslapis strona strony strana stránka stránky strany stran "
    "stranica страна страница страницы страници стр старонка сторінка сторінки σελίδα sayfa oldal "
    "עמוד דף הדף העמוד עמודים الصفحة صفحة صفحه صفحهٔ trang halaman laman 페이지 보기 불러오기 "
    "orria "
    "tudalen faqe გვერდი पृष्ठ পৃষ্ঠা หน้า results result ergebnisse ergebnis treffer résultats "
    "résultat resultados resultado risultati risultato resultaten resultater tulokset wyniki "
    "wyników výsledky výsledků rezultati rezultate результаты результатов результата αποτελέσματα "
    "sonuçlar sonuç találatok תוצאות نتائج نتیجه kết quả hasil items entries records hits matches "
    "rows set screen batch list listings products einträge datensätze artikel objects documents "
    "titles elements fiches notices registros elementos to the go of a la le les el los las lo gli "
    "os as de den det der die das zur zu na pe au vers alla al ai an en no nog for show load view "
    "see get display click upcoming anzeigen laden ver cargar afficher voir charger mostra carica "
    "toon vis visa pokaż zobrazit показать загрузить göster hiển thị xem theo posts articles "
    "entradas beiträge messages publications wpisy записи artículos articoli comments events news "
    "stories threads topics mensajes reviews bewertungen avis recensies ads jobs videos photos "
    "images »"
)
"""Words that may stand beside a direction without changing it."""

_PAGE: Final = "[页頁]"
_PIECE: Final = "[条條筆笔项項]"
_ONE: Final = "一?"
_LEAD: Final = "(?:の)?(?:ページ|頁|一覧|結果|件|を見る|を表示)?(?:へ|を見る|を表示)?(?:進む|戻る)?"

HAN: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("ARTICLE", (
        rf"[上下前后後]{_ONE}(?:[篇章回话話月年周週日天集题題张張图圖个個则則]|个月|個月)(?:文章|新闻|新聞|主题|主題)?",
        rf"[上下前后後]一(?:{_PIECE}|条信息)", "[前次]の?(?:記事|投稿|日|月|年|画像|写真|話)へ?",
    )),
    ("NEXT", (
        f"下{_ONE}{_PAGE}面?", f"[后後]{_ONE}{_PAGE}", "[下后後]翻", f"[往向][后後]翻?{_PAGE}?",
        f"翻{_PAGE}",
        f"下{_ONE}[屏批组組步]", f"[下后後](?:{_PIECE}|件)", f"[次つ]ぎ?{_LEAD}", "進む",
        "次へ進む", f"次{_PAGE}へ?",
    )),
    ("PREV", (
        f"[上前]{_ONE}{_PAGE}面?", "[上前]翻", f"[往向]前翻?{_PAGE}?", f"上{_ONE}[屏批组組步]",
        f"[上前](?:{_PIECE}|件)?", f"前{_LEAD}", "戻る", "まえへ?",
    )),
    ("FIRST", (
        f"首{_PAGE}", f"第一{_PAGE}", f"最前{_PAGE}?", "最初(?:の(?:ページ|頁))?へ?",
        "先頭(?:の?ページ)?へ?",
    )),
    ("LAST", (
        f"[尾末]{_PAGE}", f"最[后後末]{_ONE}{_PAGE}?", "最後(?:の(?:ページ|頁))?へ?", "末尾へ?",
        "最終(?:ページ|頁)?へ?",
    )),
    ("MORE", (
        "(?:加载|載入|载入|显示|顯示|查看|看)?更多(?:结果|結果|内容)?", "もっと(?:見る|読み込む)",
        "さらに(?:表示|読み込む|見る)", "続きを(?:表示|読み込む)", "点击加载(?:更多)?",
    )),
    ("OLDER", (
        "更早的?(?:文章|内容)?", "[较較][旧舊]的?(?:文章|博文)?",
        "(?:過去の|古い)(?:記事|投稿)へ?", "旧文章",
    )),
    ("NEWER", ("[较較]新的?(?:文章|博文)?", "新しい(?:記事|投稿)へ?", "新文章")),
)  # fmt: skip
"""Chinese and Japanese: whole texts after numbers, signs and blanks are taken away."""
