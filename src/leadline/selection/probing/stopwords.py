"""The commonest words of twenty languages: probes that hit, and words not to harvest with.

The first five of each list are the probes, in the order that paid (articles and nouns of things
before one-letter words, which many engines ignore); the rest only tells languages apart and keeps
grammar out of the page words. Boolean operators are never sent as words.

>>> common_words("en")
('the', 'new', 'man', 'of', 'a')
>>> guess_language("Die Sammlung und das Archiv der Stadt")
'de'
"""

from __future__ import annotations

from typing import Final

from leadline.page.text import script, terms

OPERATORS: Final = frozenset({"and", "or", "not", "near", "xor", "adj", "und", "oder", "et", "ou"})
"""Words that engines take for Boolean operators, whatever the case."""

PROBES: Final = 5
LEAST_SAID: Final = 2
"""Different stop words that tell a language from its neighbours: "no" alone is four of them."""
FALLBACK: Final = "en"

_COMMON: Final[dict[str, str]] = {
    "en": "the new man of a and in to is for on with by from this that are be at as an or it you",
    "de": "der neue haus von die und das in zu den mit ist des im für auf ein eine dem nicht als",
    "fr": "les nouveau homme de la et le des du en un une pour dans par sur est que qui au avec",
    "es": "los nuevo casa de la y el en que del las un por con una para se es al como más",
    "it": "della nuovo casa di la e il che in un per del una sono con le dei nel da si gli",
    "pt": "dos novo casa de a e o que do da em um para com uma os no se na por mais as",
    "nl": "van nieuwe huis de het een en in te dat is op voor met zijn aan door niet bij ook",
    "sv": "och nya hus av i att det som en på är för med den till ett om har inte från",
    "da": "og nye hus af i at det er en til på med for den som et der ikke fra ved",
    "no": "og nye hus av i å det er en til på som med for at et den ikke har fra",
    "fi": "ja uusi talo on ei se että oli hän mutta kun niin kuin ovat tai joka vuonna",
    "pl": "nowy dom w i na z do nie się to jest że o od po za przez dla jak oraz",
    "cs": "nový dům v a na se je že s z do o k pro od po za jako který ale",
    "hu": "az új ház a és hogy nem egy is meg ez van volt de mint már csak el ki",
    "ro": "din nou casa de la și în a cu pe nu un o care este mai pentru prin sau",
    "tr": "ve yeni ev bir bu da de için ile olan çok gibi daha ne var en kadar",
    "id": "dan baru rumah yang di ke dari untuk dengan ini itu pada tidak adalah dalam oleh",
    "vi": "của mới người và là các có trong một được cho những không với này đã",
    "ru": "новый дом на и в не что он с как по это для из от за при был или о",
    "uk": "новий дім на і в не що з як до по це для із від за при був або о",
    "bg": "нов дом на и в не че с от за се да по е са като при или до",
    "el": "το νέο της και του η ο να για με από στο την σε που είναι τα οι",
    "ar": "من في على الى كتاب ان عن مع هذا التي ما لا هذه بين كان",
    "fa": "از در به و کتاب که این را با است برای آن یک تا بر",
    "he": "של את על בית חדש לא הוא עם זה כי אל היא גם או אם",
    "hi": "के का में की है और से को पर यह एक ने नहीं भी",
    "th": "การ ของ และ ใน ที่ เป็น มี ได้ ให้ ไม่",
    "zh": "的 人 一 花 大 中 不 有 在 是 年 国 上 了 和",
    "ja": "の 人 日 一 本 に は を た が で と し て 年",
    "ko": "의 이 사람 한국 대한 은 는 을 를 에 가 와 과 도 로",
}
_CONTENT: Final[dict[str, str]] = {
    "zh": "中国 研究 历史 中國 文化 公司 北京 歷史 台灣 设计 2020 1",
    "ja": "日本 東京 研究 歴史 会社 文化 大学 2020 1",
    "ko": "한국 서울 연구 역사 문화 대학 2020 1",
    "ru": "россия москва история общество система город 2020 10 1 5",
    "latin": "2020 10 john international system art water data maria history street 1",
    "other": "2020 2010 10 1 5 2",
}
"""What records of many kinds hold where nothing common finds any: things, places, names, years."""
_OF_SCRIPT: Final = {
    "han": "zh", "kana": "ja", "hangul": "ko", "cyrillic": "ru", "greek": "el", "arabic": "ar",
    "hebrew": "he", "devanagari": "hi", "thai": "th",
}  # fmt: skip
_ALIKE: Final = {
    "cyrillic": ["ru", "uk", "bg"],
    "arabic": ["ar", "fa"],
    "latin": list(_COMMON)[:18],
}

STOP_WORDS: Final[dict[str, frozenset[str]]] = {
    language: frozenset(line.split()) for language, line in _COMMON.items()
}


def common_words(language: str) -> tuple[str, ...]:
    """The five probe words of a language tag ('de', 'de-AT', 'zh_TW'); English for unknown ones."""
    short = language.lower().replace("_", "-").split("-")[0]
    short = {"nb": "no", "nn": "no", "cn": "zh", "jp": "ja", "kr": "ko"}.get(short, short)
    return tuple(_COMMON.get(short, _COMMON[FALLBACK]).split()[:PROBES])


def content_words(language: str) -> tuple[str, ...]:
    """Words that say something, for engines that drop those of grammar.

    >>> content_words("ru")[0], content_words("nl")[:2]
    ('россия', ('2020', '10'))
    """
    short = language.lower().replace("_", "-").split("-")[0]
    known = "latin" if short in _ALIKE["latin"] or short not in _COMMON else "other"
    return tuple(_CONTENT.get(short, _CONTENT[known]).split())


def guess_language(text: str) -> str:
    """The language of a page: by its script, then by whose stop words it holds most of."""
    of_page = script(text)
    candidates = _ALIKE.get(of_page)
    if candidates is None:
        return _OF_SCRIPT.get(of_page, FALLBACK)
    seen = terms(text[:20_000])
    counts = {name: sum(t in STOP_WORDS[name] for t in seen) for name in candidates}
    best = max(candidates, key=lambda name: counts[name])
    return best if counts[best] >= LEAST_SAID else candidates[0]


def is_stop_word(word: str) -> bool:
    """Whether it is grammar in any of the languages, or a Boolean operator."""
    return word in OPERATORS or any(word in stop for stop in STOP_WORDS.values())
