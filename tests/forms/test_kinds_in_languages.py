# ruff: noqa: E501 (a table of many scripts)
"""Kinds of forms by what their button says, in some sixty languages; names say nothing here."""

from __future__ import annotations

import pytest

from leadline.forms.find import find_interfaces
from leadline.page.dom import parse_html

BUTTONS = {
    "login": (
        "<input name=f1><input type=password name=f2>",
        """pl:Zaloguj_się cs:Přihlásit sk:Prihlásiť tr:Giriş_yap el:Σύνδεση ar:تسجيل_الدخول
        vi:Đăng_nhập id:Masuk th:เข้าสู่ระบบ fi:Kirjaudu hu:Bejelentkezés ro:Autentificare
        nl:Inloggen da:Log_ind sv:Logga_in no:Logg_inn uk:Увійти he:התחבר fa:ورود ko:로그인 bg:Вход
        hr:Prijava lt:Prisijungti lv:Ieiet et:Logi_sisse pt:Entrar it:Accedi es:Iniciar_sesión
        fr:Connexion de:Anmelden ja:ログイン zh:登录 zh2:登入""",
    ),
    "newsletter": (
        "<input name=email type=email>",
        """pl:Zapisz_się_do_newslettera cs:Odebírat_novinky tr:Abone_ol el:Εγγραφή_στο_newsletter
        ar:اشترك vi:Đăng_ký_nhận_tin id:Berlangganan fi:Tilaa_uutiskirje hu:Feliratkozás
        ro:Abonează-te nl:Aanmelden_nieuwsbrief da:Tilmeld_nyhedsbrev sv:Prenumerera no:Abonner
        uk:Підписатися he:הרשמה_לניוזלטר ko:뉴스레터_구독 bg:Абонирай_се hr:Pretplati_se lt:Prenumeruoti
        pt:Assinar it:Iscriviti es:Suscribirse fr:S’abonner de:Abonnieren ja:メルマガ登録 zh:订阅""",
    ),
    "registration": (
        "<input name=f1><input name=email type=email><input type=password name=f2><input type=password name=f3>",
        """pl:Zarejestruj_się cs:Registrovat tr:Kayıt_ol el:Εγγραφή ar:إنشاء_حساب vi:Đăng_ký id:Daftar
        fi:Rekisteröidy hu:Regisztráció ro:Înregistrare nl:Registreren da:Opret_konto sv:Skapa_konto
        no:Registrer uk:Зареєструватися he:הרשמה ko:회원가입 bg:Регистрация hr:Registracija
        lt:Registruotis pt:Cadastrar it:Registrati es:Registrarse fr:S’inscrire de:Registrieren
        ja:新規登録 zh:注册""",
    ),
    "contact": (
        "<input name=f1><input name=email type=email><textarea name=f2></textarea>",
        """pl:Wyślij_wiadomość cs:Odeslat_zprávu tr:Gönder el:Αποστολή_μηνύματος ar:إرسال_الرسالة
        vi:Gửi_tin_nhắn id:Kirim_pesan fi:Lähetä_viesti hu:Üzenet_küldése ro:Trimite_mesaj
        nl:Verstuur_bericht da:Send_besked sv:Skicka_meddelande no:Send_melding
        uk:Надіслати_повідомлення he:שלח_הודעה ko:메시지_보내기 pt:Enviar_mensagem it:Invia_messaggio
        es:Enviar_mensaje fr:Envoyer_le_message de:Nachricht_senden ja:送信する zh:提交留言""",
    ),
    "order": (
        "<input type=hidden name=id value=3><input name=f1 value=1>",
        """pl:Dodaj_do_koszyka cs:Do_košíku tr:Sepete_ekle el:Προσθήκη_στο_καλάθι ar:أضف_إلى_السلة
        vi:Thêm_vào_giỏ id:Tambah_ke_keranjang fi:Lisää_ostoskoriin hu:Kosárba ro:Adaugă_în_coș
        nl:In_winkelwagen da:Læg_i_kurv sv:Lägg_i_varukorg no:Legg_i_handlekurv uk:До_кошика
        he:הוסף_לסל ko:장바구니 pt:Adicionar_ao_carrinho it:Aggiungi_al_carrello es:Añadir_al_carrito
        fr:Ajouter_au_panier de:In_den_Warenkorb ja:カートに入れる zh:加入购物车""",
    ),
    "search": (
        "<input name=f1><select name=f2><option>a<option>b</select>",
        """pl:Szukaj cs:Hledat sk:Hľadať tr:Ara el:Αναζήτηση ar:بحث vi:Tìm_kiếm id:Cari th:ค้นหา fi:Hae
        hu:Keresés ro:Caută nl:Zoeken da:Søg sv:Sök no:Søk uk:Шукати he:חיפוש fa:جستجو hi:खोजें
        ko:검색 bg:Търсене sr:Претражи hr:Pretraži sl:Išči lt:Ieškoti lv:Meklēt et:Otsi ca:Cerca
        eu:Bilatu gl:Buscar pt:Pesquisar it:Cerca es:Buscar fr:Rechercher fr2:OK_rechercher
        de:Finden de2:Anzeigen ja:検索 zh:搜索 zh2:查詢 ms:Cari is:Leita ga:Cuardaigh cy:Chwilio sq:Kërko
        mk:Барај ka:ძებნა hy:Որոնել az:Axtar kk:Іздеу uz:Qidirish mn:Хайх af:Soek sw:Tafuta
        tl:Hanapin bn:অনুসন্ধান ta:தேடு ur:تلاش my:ရှာဖွေ km:ស្វែងរក lo:ຊອກຫາ ne:खोज""",
    ),
}
CASES = [
    (kind, inside, language, word.replace("_", " "))
    for kind, (inside, words) in BUTTONS.items()
    for language, _, word in (one.partition(":") for one in words.split())
]


@pytest.mark.parametrize(
    ("kind", "inside", "word"),
    [(kind, inside, word) for kind, inside, _, word in CASES],
    ids=[f"{kind}-{language}" for kind, _, language, _ in CASES],
)
def test_kind(kind: str, inside: str, word: str) -> None:
    html = f"<form action=/x1 method=post>{inside}<button>{word}</button></form>"
    assert find_interfaces(parse_html(html, "http://h/"))[0].kind == kind
