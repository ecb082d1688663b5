"""Pages that declare no encoding are read by their letters."""

# ruff: noqa: E501 - the words of a language stand in one line

from __future__ import annotations

import random

import pytest

from leadline.page.charset import decode
from leadline.page.letters import PAIRS, SINGLES, best_charset, high_texts

TITLES = {
    "kana": "吾輩は猫である 羅生門 こころ 銀河鉄道の夜 海辺のカフカ 検索結果一覧 次の頁 日本近代文学の研究",
    "kanji": "雪国 人間失格 東京都立中央図書館 源氏物語 平家物語全注釈 経済学入門 会社法概論 検索結果一覧 出版年 著者名",
    "simplified": "红楼梦 三国演义 北京大学出版社 中国古代史研究 上海图书馆 鲁迅全集 检索结果 下一页 长江流域水文资料",
    "traditional": "紅樓夢 三國演義 臺灣文學史 國立臺灣大學出版中心 臺北市立圖書館 檢索結果 下一頁 香港中文大學",
    "korean": "태백산맥 서울대학교도서관 한국근대문학 삼국유사 검색결과 다음쪽 부산광역시 조선왕조실록 우리말사전",
    "russian": "Преступление Наказание Евгений Онегин Мёртвые Библиотека Результаты Следующая Издательство Москва",
    "ukrainian": "гавань ліхтар мідь луг граніт верба сокіл ґудзик якір маяк кедр піч льодовик ялівець їжак єнот бібліотека Київ",
    "german": "Prozeß Größe Über Schloß Müller Höhe Jäger Bücher Nächste Österreich Räuber Krähen",
    "french": "Misérables À Étranger Bibliothèque Résultats Forêt Éditions Château Théâtre Naïveté",
    "spanish": "años espíritus Búsqueda Página árbol Páramo corazón España señor",
    "czech": "Babička Městská Příliš hlučná Žert Nesnesitelná lehkost bytí Výsledky hledání Další stránka Ostře",
    "turkish": "Çalıkuşu Kürk Arama sonuçları Yaşar Aşk Kırmızı Müzesi İstanbul Değirmen Yılanların",
    "greek": "Οδύσσεια Ιλιάδα Ζορμπάς Εθνική Βιβλιοθήκη Αποτελέσματα αναζήτησης Επόμενη σελίδα",
    "hebrew": "אהבה וחושך הספרייה הלאומית תוצאות חיפוש העמוד הבא ירושלים היסטוריה",
    "arabic": "ألف ليلة وليلة نتائج البحث الصفحة التالية المكتبة الوطنية تاريخ العرب القاهرة",
    "thai": "สี่แผ่นดิน ผลการค้นหา หน้าถัดไป หอสมุดแห่งชาติ ประวัติศาสตร์ไทย กรุงเทพมหานคร หนังสือ วรรณคดี",
}
ENCODINGS = [
    *(("kana", "cp932"), ("kana", "euc_jp"), ("kanji", "cp932"), ("kanji", "euc_jp")),
    *(("simplified", "gbk"), ("traditional", "big5"), ("korean", "euc_kr")),
    *(("russian", "cp1251"), ("russian", "koi8_r"), ("russian", "iso8859_5")),
    *(("ukrainian", "cp1251"), ("ukrainian", "koi8_u")),
    *(("german", "cp1252"), ("french", "cp1252"), ("spanish", "cp1252"), ("czech", "cp1250")),
    *(("czech", "iso8859_2"), ("turkish", "cp1254"), ("greek", "cp1253"), ("hebrew", "cp1255")),
    *(("arabic", "cp1256"), ("thai", "cp874")),
]


def page_of(words: list[str]) -> str:
    items = "".join(
        f"<li><a href=/item?id={n}>{word}</a> (19{n:02})" for n, word in enumerate(words)
    )
    return f"<title>search</title><form><input name=q><button>Go</button></form><ul>{items}</ul>"


@pytest.mark.parametrize(("language", "encoding"), ENCODINGS)
def test_a_page_that_declares_nothing_is_read_by_its_letters(language: str, encoding: str) -> None:
    chance, words = random.Random(7), TITLES[language].split()
    pages = [page_of(chance.choices(words, k=count)) for count in (5, 10, 30) for _ in range(7)]
    read = [decode(page.encode(encoding))[0] == page for page in pages]
    assert sum(read) >= 20, encoding


def test_letters_of_several_pages_are_judged_as_those_of_one() -> None:
    page = page_of(TITLES["ukrainian"].split())
    assert best_charset(high_texts(page.encode("koi8_u"))) == "koi8-u"


def test_utf8_that_was_disproved_is_never_guessed() -> None:
    chance = random.Random(3)
    for _ in range(300):
        body = bytes(chance.randrange(0x80, 0x100) for _ in range(chance.randrange(1, 40)))
        assert best_charset(high_texts(b"<p>" + body)) in {*PAIRS, *SINGLES} | {
            *("iso8859-6", "iso8859-7", "iso8859-8")
        }


def test_a_page_that_is_cut_inside_a_character_is_read() -> None:
    page = page_of(TITLES["kanji"].split() * 3)
    for encoding in ("cp932", "euc_jp"):
        body = page.encode(encoding)
        cut = body[: body.rindex("名".encode(encoding)) + 1]
        assert decode(cut)[0][:-1] == page[: len(decode(cut)[0]) - 1]
