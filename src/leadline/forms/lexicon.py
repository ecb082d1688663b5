# ruff: noqa: E501 (tables: wide characters count double)
"""What words on a form speak of, in the languages forms are written in.

A concept is a row of data: stems (a word that begins with one counts; stems of five letters or
more also count inside a compound, ``Volltextsuche``), whole words after ``=``, and terms of
scripts without spaces, which count anywhere. Nothing here belongs to one site.

>>> sorted(concepts("Erweiterte Suche")), sorted(concepts("ctl00$btnSearchAll"))
(['advanced', 'search'], ['search'])
>>> sorted(concepts("用户登录")), sorted(concepts("research staff"))
(['login', 'user'], [])
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import Final

from leadline.forms.words import name_words, word_set

TABLE: Final[dict[str, str]] = {
    "search": """search searc srch suche suchen suchbegr suchwort durchsuch recherch cherch rechercher
        cerca ricerc busca busque búsqueda pesquis procurar localizar zoek hledat hledan hledej
        vyhled hľada vyhľad szuka wyszuk keres căuta cauta търс поиск искат найти ищи искать пошук
        шукат знайти тражи претра αναζήτησ αναζητησ iskanj traži trazi pretra otsi otsing meklē
        meklet paieš paiesk ieško haku etsi leita arama aranac cautare bilatu chwilio cerqu qidir
        іздеу որոն keyword lookfor stichwort schlagwort trefwoord motcle mots-cl mot-clé palavra-chave palavras-chave
        palabra-clave palabras-clave parola-chiave parole-chiave słowo-klucz słowa-klucz klíčové-slovo klíčová-slova nyckelord nøkkelord nøgleord
        ключевое-слово ключевые-слова ключові-слова anahtar-kel kulcssz avainsan cuvânt-cheie cuvinte-cheie kata-kunci từ-khóa λέξεις-κλειδιά λέξη-κλειδί
        مفتاحية lookup søg søk sök sökord
        søgeord hakusana tìm بحث ابحث جستج חיפוש חפש खोज ძიება ค้นหา =find =query =queries =finder
        caută išči isci finden cuardaigh kërko kerko axtar хайх soek tafuta hanap serĉ sichen fittex
        издөө ძებნ ຄົ້ນ ຊອກ অনুসন্ধান খুঁজ தேட వెతుకు శోధ തിരയ ಹುಡುಕ සොය શોધ शोध ਖੋਜ ፈልግ تلاش ရှာ ស្វែងរក
        =барај =hae =hak =finde =gözle =lêger
        =ara =bul =cari =such =buscar =explore =sok =sog
        検索 さがす 探す キーワード フリーワード 검색 찾기 검색어 搜索 搜尋 搜寻 搜 查询 查詢 检索 檢索 查找 找 查閱 查阅
        寻找 尋找 关键词 关键字 關鍵詞 關鍵字""",
    "advanced": """advanced erweitert avanzat avancé avanzad uitgebreid расширенн 高级 高級 進階 进阶
        詳細検索 상세""",
    "login": """login logon signin sign-in anmeld einlogg connexion accedi accesso iniciarses
        iniciar ingresar entrar inlogg aanmeld přihl prihl zalog войти вход авториз увійти giriş
        oturum prijav kirjaudu bejelentkez autentific autentic logg logga conectare accéder
        identifi =log =authenticate =auth =sign =logga =σύνδεση
        登录 登錄 登入 登陆 ログイン 로그인 دخول כניסה""",
    "register": """regist registr signup sign-up subscribe-user anmelden-neu inscri inscr iscriz
        cadastr zarejestr rejestr registrier kaydol üye регистр реєстр join createaccount
        createuser newuser konto-anlegen regisztr înregistr cont-nou =create =join =signup
        注册 註冊 新規登録 会員登録 회원가입 加入会员 立即注册""",
    "recover": """forgot forget lostpass lost-pass recover resetpass passwordreset retrieve remind
        vergessen oubli olvid esquec recuper dimenticat vergeten zapomn восстанов забыл unut
        forgotten passwort-verg glemt glömt unohtu =lost =reminder =resend =retrieve
        找回密码 忘记密码 忘記密碼 取回密码 重置密码 パスワードを忘れ 재설정""",
    "newsletter": """newsletter subscri mailinglist mailing-list mailing mailchimp listmanage abonn
        abonner iscriviti suscri subscrev rassylk подпис рассылк nieuwsbrief nyhetsbrev nyhedsbrev
        uutiskirje bülten hírlevél hirlevel odběr novinek newslet boletin boletín infolettre
        optin opt-in feedburner emailupdates mailupdates rundbrief biuletyn bulteni =updates =news =nl
        =bulletin =signup =alerts اشترك الاشتراك النشرة ניוזלטר
        订阅 訂閱 电子报 電子報 メルマガ 구독 메일링""",
    "contact": """contact kontakt contatt contato feedback enquir inquir anfrage guestbook
        gästebuch livre-d'or обратн связ обращен iletişim yhteyden kapcsol contactus ask-question
        getintouch =support =request =question =ask =askus
        联系 聯繫 聯絡 联络 留言 反馈 意见 咨询 お問い合わせ 問合せ 문의""",
    "comment": """comment kommentar commentaire comentari commento komment yorum коммент комент
        leavereply leave-a-reply trackback reactie postcomment review =reply =répondre =rate
        评论 評論 回复 回覆 发表 コメント 댓글""",
    "message": """message nachricht messaggio mensaje mensagem bericht сообщен повідомл mesaj zpráva
        üzenet viesti meddelande besked subject betreff objet asunto assunto oggetto тема
        =body =msg =text =konu =predmet
        内容 主题 標題 件名 本文 메시지 제목""",
    "order": """basket addtocart add-to-cart warenkorb panier carrello carrito carrinho winkelwagen
        checkout корзин кошик košík kosik koszyk varukorg indkøbskurv kosár kosar ostoskor sepet
        bestell purchase comprar acquist acheter kaufen kaufland купить заказ =cart =buy =order
        =wishlist =commander =addcart =kup
        καλάθι καλαθι αγορά keranjang handlekurv cumpăr vásárl satın =kurv =coș =coşul =giỏ =beli =mua =køb =kjøp =köp =osta =sepete =panier
        سلة السلة للسلة =شراء =اشتر לסל לעגלה קנייה הזמנה سبد ตะกร้า หยิบใส่
        购物车 購物車 加入购物 カート 장바구니 结算 立即购买 订购 訂購 구매""",
    "product": """productid product_id itemid variation sku produkt producto prodotto артикул
        =pid =product =item 商品 产品""",
    "quantity": """quantit qty menge anzahl cantidad quantité hoeveelheid aantal количеств ilość
        množstv =amount =qtd =antal 数量 數量 個数 수량""",
    "donate": """donat spende paypal hosted_button payment zahl =gift 捐 付款 支付""",
    "coupon": """coupon voucher gutschein promo discount giftcard =code 优惠 折扣""",
    "language": """language sprache langue lingua idioma taal jazyk язык мова língua kieli språk
        sprog dil-sec nyelv limba currency währung waehrung devise valuta moneda moeda валют =lang
        =locale =curr =dil =kieli 语言 語言 言語 언어 货币 貨幣 通貨""",
    "switch": """export download print switch theme template-sel stylesheet styleid skin logout
        signout logoff abmelden déconnexion chooser redirect shipping-est 导出 下载 退出 登出 切换""",
    "poll": """poll_ polls umfrage sondage sondagg encuesta anket опрос голосова survey ankieta
        vote voting abstimm votar =poll =pollid 投票 问卷 調查 アンケート 투표""",
    "sort": """sortby sort-by sortier orderby order-by ordenar ordina trier ordering sortord
        sort_ sortir řazen rendez сортир =sort =ordering =orderway =sorteren
        排序 排列 並び替え 정렬""",
    "pagesize": """perpage per-page pagesize itemsperpage pro-seite par-page por-pagina resultsper
        recordsper rowsper numresults rpp_ pagelen limit =limit =rpp =hpp =rows
        每页 每頁 表示件数""",
    "filter": """filter refine narrow eingrenz affiner facet фильтр filtr anzeigen afficher visualizz weergeven показать =mostrar =toon =vis =visa =show 筛选 篩選 絞り込""",
    "quote": """quote booking reserv buchung buchen prenota réserv rezerv appointment checkin
        check-in checkout-date availab estimate offerte angebot devis preventivo бронир заявк
        apply applicat bewerb =termin =book 预约 預約 预订 报价 予約""",
    "calculate": """calculat convert translat rechner berechn calcola whois lookup-domain decode
        =calc 计算 換算 翻译""",
    "email": """email e-mail courriel correo-e e-posta epost sähköp emailaddr mailadd endereço-e
        почт пошт =mail =correo =sahkoposti =posta =imejl
        邮箱 郵箱 邮件 郵件 电子信箱 電子信箱 メール 이메일""",
    "password": """password passwd passwort kennwort contraseñ contrasen motdepasse mot-de-passe
        wachtwoord heslo hasło haslo парол lösenord losenord adgangskode salasana jelszó jelszo
        parola şifre sifre senha лозинка =pass =pwd =psw 密码 密碼 パスワード 비밀번호""",
    "user": """username userid user_ loginname benutzer utilisateur usuario utente gebruiker
        uživatel nazwa-u пользоват логин användar brugernavn käyttäjä felhaszn kullanıc member
        nickname =user =users =usr =uid =nick =screenname =handle
        用户 帐号 账号 帳號 會員 会员 ユーザ 아이디""",
    "person": """firstname first-name lastname last-name fullname yourname vorname nachname prénom
        prenom nombre apellid cognome nome-c voornaam achternaam jméno příjmení imię nazwisko имя
        фамил surname familyname given-name fornavn efternavn etunimi sukunimi salutation gender
        =fname =lname =nom =nome =author =name =anrede =geschlecht =sex =soyad =isim
        姓名 名字 您的姓名 氏名 お名前 称呼 이름 性别""",
    "address": """address adresse anschrift direcc indirizz endereç street strasse straße ulice
        ulica zipcode zip-code postcode postal plz cap-cod adres адрес =zip =city =stadt =ville
        =ciudad =town =state =country =land =pays =province
        地址 住所 邮编 郵編 都道府県 주소""",
    "phone": """phone telefon teléfono telefone telephon téléphone mobile handy cellul телефон
        telefoon puhelin =tel =fax =gsm =mob 电话 電話 手机 手機 전화""",
    "birth": """birth geburts naissance nascita nacimiento nasciment рожден =dob =bday 生日 生年月日""",
    "company": """company firma société azienda empresa bedrijf организ компани organization
        organisation =org 公司 单位 會社 会社""",
    "website": """website webseite homepage site-web сайт =url =web =www 网址 網址""",
    "remember": """remember autologin keeplogged keep-me angemeldet souvenir recordarme ricordami
        onthoud zapamat запомн =stay 记住 自动登录 自動""",
    "agree": """agree terms-of tos_ privacy datenschutz accept agb_ condizioni condiciones
        conditions termini gdpr consent соглас =terms =tos =agb 同意 协议 協議 条款""",
    "captcha": """captcha securitycode security-code verifycode vcode checkcode imagecode recaptcha
        antibot captch код-безоп seccode =verification 验证码 驗證碼 画像認証""",
    "clear": """reset clear cancel effacer réinitial zurücksetz löschen borrar limpiar limpar
        cancella vymaz очист сброс annuler abbrech wissen
        重置 清除 清空 取消 クリア リセット 초기화""",
    "other_button": """export download delete remove print upload import share logout menu toggle navigat collapse =close =top =add =rm =del =save
        =csv =rss =new =edit =back =next =previous
        导出 匯出 删除 刪除 新增 添加 打印 列印 返回 下载 下載 上传""",
    "jump": """lucky jump goto browse =go 手气不错 跳转 直达""",
    "date": """datum fecha kalender calendar departure arrival anreise abreise =date =data =dat
        =from =to =day =month =year =jahr =année =anno =año
        日期 时间 年月 日付 날짜""",
    "price": """price preis prix precio prezzo preço prijs цена ціна hinta cena budget 价格 價格
        价钱 値段 가격""",
    "matter": """title titel titre titolo título author autor auteur autore isbn issn publisher
        verlag éditeur editore editorial publication artist album stichw abstract fulltext catalog
        =subject =year =jahr =journal =series =actor =director
        书名 書名 题名 題名 篇名 刊名 标题 作者 著者 责任者 出版 主题词 索书号 案号 法院 专利 申请人 文号 年份 题目
        企业名称 藏品 编号 歌名 档案 タイトル 著者名 出版社 제목 저자""",
    "category": """categor kategor catégor rubri section department genre =type =cat =topic =brand
        分类 分類 类别 類別 栏目 カテゴリ 카테고리""",
}

SEARCH_NAMES: Final = word_set(
    """q s k qs qt qry kw kwd wd sw query keys key term terms words text phrase wort mots
    cerca what find fraza arama ara haku sok str keyw mot srch sterm anywhere fulltext
    freetext squery sq string pattern criteria kelime otsi wort keywds tx searchstr w
    p_q"""
)
"""Words of a control's name that stand for what is searched, too short or vague for the table."""

LEAST_INSIDE: Final = 5
"""A stem this long may also stand inside a compound."""

FALSE_FRIENDS: Final = {
    "research": "search", "researcher": "search", "researchers": "search", "contactless": "contact",
    "keresztnév": "search", "keresztnev": "search",
}  # fmt: skip
_UNSPACED: Final = 0x2E80
_HAN_GAP: Final = re.compile(r"(?<=[\u3040-\u9fff])[\s\u3000]+(?=[\u3040-\u9fff])")
"""Space that sets the characters of a word apart (年　份)."""

_LONGEST_STEM: Final = 16


class Lexicon:
    """A table of concepts, compiled; what a word speaks of is worked out once."""

    def __init__(self, table: dict[str, str]) -> None:
        self._stems: dict[str, set[str]] = defaultdict(set)
        self._whole: dict[str, set[str]] = defaultdict(set)
        self._unspaced: dict[str, set[str]] = defaultdict(set)
        for concept, row in table.items():
            for term in row.split():
                if ord(term[0]) >= _UNSPACED:
                    self._unspaced[term].add(concept)
                elif term.startswith("="):
                    self._whole[term[1:]].add(concept)
                else:
                    self._stems[term].add(concept)
        self.word = lru_cache(maxsize=50_000)(self._read_word)
        self.read = lru_cache(maxsize=20_000)(self._read)

    def _read_word(self, word: str) -> frozenset[str]:
        """What one folded word speaks of."""
        if ord(word[0]) >= _UNSPACED:
            return frozenset(c for term, cs in self._unspaced.items() if term in word for c in cs)
        found = set(self._whole.get(word.rstrip("0123456789") or word, ()))
        for start in range(max(1, len(word) - LEAST_INSIDE + 1)):
            for stop in range(start + (2 if start == 0 else LEAST_INSIDE), len(word) + 1):
                if stop - start > _LONGEST_STEM:
                    break
                found |= self._stems.get(word[start:stop], _NONE)
        found.discard(FALSE_FRIENDS.get(word, ""))
        return frozenset(found)

    def _read(self, text: str) -> frozenset[str]:
        """What a text speaks of; a stem may be written in two or three words."""
        words = name_words(_HAN_GAP.sub("", text))
        found: set[str] = set()
        for word in words:
            found |= self.word(word)
        for at in range(len(words) - 1):
            pair, triple = words[at : at + 2], words[at : at + 3]
            for joined in ("".join(pair), "-".join(pair), "".join(triple), "-".join(triple)):
                found |= self._stems.get(joined, _NONE)
        return frozenset(found)


_NONE: Final[frozenset[str]] = frozenset()
PURPOSES: Final = Lexicon(TABLE)


def concepts(text: str) -> frozenset[str]:
    """The purposes a label, a name or a button speaks of."""
    return PURPOSES.read(text)


def is_search_name(name: str) -> bool:
    """Whether a control's name is one that search boxes have."""
    return any(word in SEARCH_NAMES or "search" in PURPOSES.word(word) for word in name_words(name))
