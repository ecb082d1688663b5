"""How alike two names are: sim(x, y) of Lin 2016, eq. (2), over normalised text.

Lin, H. et al. 2016, 3.2: sim(x, y) = 1 - ed(x, y) / max(|x|, |y|), with Levenshtein's distance in
code points. ``literal=True`` is that formula and nothing more.

Differs (unless literal): traditional and simplified Chinese are one; two Han words of which one
has at most two characters, or two words of at most four Latin letters, count only when equal
(作者 is not 作品, ISBN is not ISSN). Both readings give 0 for an empty side: no label is no
evidence, where the bare formula would be 0/0.

>>> round(similarity("Author", "Authors"), 3), similarity("ISBN", "ISSN")
(0.857, 0.0)
>>> similarity("ISBN", "ISSN", literal=True), similarity("書名：", "书名")
(0.75, 1.0)
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

EDGE_MARKS: Final = (
    " \t\n\r\f\u00a0\u3000:：*?？.。,，、;；()（）[]【】「」«»‹›<>…-–—\"'“”`|/→▶►▸✓★"
)
LONGEST: Final = 60
"""Characters compared; a longer text is no name."""

LONGEST_KEPT: Final = 200
"""Characters of a text whose normal form is remembered."""

SHORT_HAN, SHORT_LATIN = 2, 4
"""Up to these lengths one changed character is another word."""

_PAIRS: Final = """
書书 題题 號号 類类 別别 價价 館馆 國国 區区 縣县 點点 時时 間间 開开 結结 東东 車车 機机 構构
學学 術术 專专 業业 資资 庫库 檢检 詢询 關关 鍵键 詞词 選选 擇择 輸输 條条 筆笔 頁页 數数 總总
單单 從从 對对 標标 語语 種种 譯译 編编 輯辑 圖图 畫画 攝摄 錄录 錶表 簡简 體体 報报 紙纸 雜杂
誌志 論论 刪删 訂订 購购 買买 賣卖 貨货 幣币 錢钱 發发 佈布 週周 歲岁 齡龄 員员 職职 務务 處处
級级 層层 樓楼 鄉乡 鎮镇 廳厅 門门 網网 頻频 電电 話话 傳传 視视 聽听 聲声 樂乐 藝艺 劇剧 戲戏
遊游 飛飞 達达 離离 運运 輪轮 鐵铁 線线 經经 緯纬 長长 寬宽 積积 質质 屬属 範范 圍围 內内 與与
並并 無无 後后 還还 進进 階阶 複复 雙双 個个 們们 這这 僅仅 產产 廠厂 農农 漁渔 獵猎 獸兽 鳥鸟
魚鱼 龍龙 馬马 風风 雲云 氣气 熱热 燈灯 營营 銷销 銀银 銅铜 針针 鋼钢 錦锦 鐘钟 鑰钥 陳陈 陽阳
陰阴 際际 隊队 險险 難难 靜静 響响 頂顶 項项 順顺 預预 領领 頭头 顏颜 顯显 願愿 養养 餘余 驗验
髮发 麗丽 黃黄 齊齐 帳帐 戶户 碼码 註注 冊册 確确 認认 證证 試试 詳详 誤误 說说 課课 調调 請请
談谈 謝谢 議议 護护 變变 讓让 財财 責责 費费 貴贵 賬账 賓宾 贈赠 趙赵 軍军 軟软 載载 連连 適适
遠远 郵邮 鄰邻 醫医 釋释 釐厘 閱阅 闆板 陸陆 隨随 雖虽 雞鸡 韓韩 飯饭 飲饮 騎骑 鬆松 鮮鲜 麥麦
實实 寫写 審审 尋寻 導导 將将 師师 幾几 廣广 廟庙 張张 強强 當当 徵征 應应 懷怀 戰战 據据 擔担
擊击 攜携 斷断 於于 曆历 曉晓 會会 極极 權权 歐欧 歷历 歸归 殘残 決决 況况 準准 滿满 漢汉 濟济
為为 爾尔 狀状 獎奖 獨独 環环 現现 畢毕 異异 療疗 盡尽 監监 盤盘 眾众 礎础 禮礼 稱称 穩稳 窩窝
節节 約约 紀纪 純纯 紅红 細细 終终 組组 統统 絲丝 綜综 維维 緊紧 練练 縮缩 績绩 織织 繪绘 續续
罰罚 義义 習习 聯联 腦脑 興兴 舉举 舊旧 莊庄 華华 萬万 葉叶 蘇苏 蘭兰 蟲虫 衛卫 補补 裝装 製制
規规 觀观 訊讯 記记 訪访 設设 許许 評评
"""
_SIMPLIFIED: Final = {ord(pair[0]): pair[1] for pair in _PAIRS.split()}
"""Characters of labels, subjects and names: comparing those needs no whole dictionary."""


def normalise(text: str) -> str:
    """N(s): NFKC, case folded, white space to single spaces, edge marks dropped.

    >>> normalise("  ＩＳＢＮ： ")
    'isbn'
    """
    return _kept(text) if len(text) <= LONGEST_KEPT else _normalised(text)


def _normalised(text: str) -> str:
    text = " ".join(unicodedata.normalize("NFKC", text).split())
    return text.casefold().strip(EDGE_MARKS)


_kept = lru_cache(maxsize=20_000)(_normalised)


def simplified(text: str) -> str:
    """The text with common traditional characters in simplified form.

    >>> simplified("圖書編號")
    '图书编号'
    """
    return text.translate(_SIMPLIFIED)


def is_han(text: str) -> bool:
    """Whether the text holds a Han, kana or hangul character (scripts without word spaces)."""
    return any("\u2e80" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in text)


def edit_distance(left: str, right: str) -> int:
    """Levenshtein's distance with unit costs, in code points.

    >>> edit_distance("kitten", "sitting")
    3
    """
    previous = list(range(len(right) + 1))
    for row, one in enumerate(left, 1):
        current = [row]
        for column, other in enumerate(right, 1):
            change = previous[column - 1] + (one != other)
            current.append(min(previous[column] + 1, current[-1] + 1, change))
        previous = current
    return previous[-1]


def similarity(left: str, right: str, *, literal: bool = False) -> float:
    """Eq. (2) over normalised texts; 0 if either is empty."""
    x, y = normalise(left)[:LONGEST], normalise(right)[:LONGEST]
    if not x or not y:
        return 0.0
    if not literal:
        if is_han(x) and is_han(y):
            x, y = simplified(x), simplified(y)
        if x != y and _are_short(x, y):
            return 0.0
    return 1.0 if x == y else 1.0 - edit_distance(x, y) / max(len(x), len(y))


def _are_short(x: str, y: str) -> bool:
    """Too short to be alike without being equal."""
    if is_han(x) and is_han(y):
        return min(len(x), len(y)) <= SHORT_HAN
    return max(len(x), len(y)) <= SHORT_LATIN and not is_han(x + y)
