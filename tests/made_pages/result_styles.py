"""Result lists as real search applications print them, made up from rows whose cells are known.

Each style is the markup of one record with its fields, after the default templates of the application
it is called by; texts, numbers and dates are drawn by a seeded chance. ``score`` learns columns from a
page of records, divides them anew over all records as a harvest does at its end, and says for each
cell column whether some column of ours equals nearly all of its cells (white space folded).

    ./run python tests/made_pages/result_styles.py [FIRST SEED] [SEED AFTER THE LAST] [BATCH ...]
"""

from __future__ import annotations

import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from leadline.columns.induction import learn_columns
from leadline.columns.templates.final_pass import learn_final_segmentation
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from made_pages.more_trade_styles import FIFTH
from made_pages.style_rows import (
    FIRST,
    HOUSES,
    LAST,
    NOUNS,
    PLACES,
    SECTIONS,
    ZH_HOUSES,
    ZH_SOURCES,
    ZH_TOPICS,
    Row,
    grouped,
)
from made_pages.trade_styles import FOURTH

if TYPE_CHECKING:
    from leadline.model import Field
    from made_pages.style_rows import Cells, Style

FOUND: Final = 0.97
# --- styles looked at while the rules were written ---


def namazu(r: Row) -> str:
    size = r("size", r.integer(200, 9000))
    return (
        f'<dt>{r.number}. <strong><a href="/d/{r.number}.html">{r("title", r.title())}</a></strong>'
        f" (score: {r('score', r.integer(1, 99))})</dt><dd><strong>Author</strong>: <em>"
        f"{r('author', r.person())}</em><br><strong>Date</strong>: <em>{r('date', r.day('rfc'))}</em>"
        f'<br>{r.prose()}<br><a href="/d/{r.number}.html">/d/{r.number}.html</a>'
        f" ({grouped(int(size))} bytes)<br><br></dd>"
    )


def mediawiki(r: Row) -> str:
    size, words = r.integer(2, 900), r.integer(10, 90_000)
    r("words", words)
    quantity = r("size", f"{size} {r.pick('KB', 'KB', 'bytes')}")
    when = r("date", f"{r.integer(10, 23)}:{r.integer(10, 59)}, {r.day('long')}")
    return (
        f'<li><div class="mw-search-result-heading"><a href="/w/{r.number}">{r("title", r.title())}</a>'
        f'</div><div class="searchresult">{r.prose()}</div><div class="mw-search-result-data">'
        f"{quantity} ({grouped(words)} words) - {when}</div></li>"
    )


def omega(r: Row) -> str:
    return (
        f'<tr><td><img src="/p.png" alt="{r.integer(10, 99)}%"></td><td><b><a href="/o/{r.number}">'
        f'{r("title", r.title())}</a></b><br><small>{r.prose(12)}</small><br><a href="/o/{r.number}">'
        f"http://h.test/o/{r.number}</a><br><small>Modified: <b>{r('date', r.day('ymd'))}</b>, size: "
        f"<b>{r('size', str(r.integer(1, 99)) + 'K')}</b>, {r('percent', r.integer(1, 100))}% relevant,"
        f" matching: <i>{r.pick(*NOUNS)}</i> and <i>{r.pick(*NOUNS)}</i></small></td></tr>"
    )


def htdig(r: Row) -> str:
    return (
        f'<dl><dt><strong><a href="/h/{r.number}">{r("title", r.title())}</a></strong></dt><dd>'
        f"{r.prose()}<br><em><a href='/h/{r.number}'>http://h.test/h/{r.number}</a></em> "
        f"<font size=-1>{r('date', r.day('dmy'))}, {r('bytes', r.integer(900, 99_999))} bytes</font>"
        "</dd></dl>"
    )


def hyperestraier(r: Row) -> str:
    return (
        f'<dl><dt><a href="/e/{r.number}">{r("title", r.title())}</a></dt><dd>{r.prose(15)}</dd>'
        f'<dd class="attributes"><span>http://h.test/e/{r.number}.txt</span> <span>{r.integer(1, 90)}'
        f"</span> - <a href='/similar?{r.number}'>[similar]</a> - modified: {r('date', r.day('stamp'))},"
        f" {r('size', r.integer(100, 9999))} bytes</dd></dl>"
    )


def trac(r: Row) -> str:
    state = r("status", r.pick("closed", "closed", "new"))
    how = r("resolution", r.pick("fixed", "invalid", "worksforme") if state == "closed" else "")
    told = f"{state}: {how}" if how else state
    head = f"#{r('ticket', r.number)}: {r('type', r.pick('defect', 'enhancement', 'task'))}: {r('summary', r.title())}"
    return (
        f'<dt><a href="/ticket/{r.number}" class="searchable">{head} ({told})</a></dt>'
        f'<dd class="searchable">{r.prose()}</dd><dd><span class="author">By <span class="trac-author">'
        f"{r('author', r.pick(*FIRST).lower())}</span></span> — <span class='date'>"
        f"{r('date', r.day('stamp'))}</span></dd>"
    )


def cgit(r: Row) -> str:
    files, plus, minus = r.integer(1, 40), r.integer(0, 999), r.integer(0, 999)
    return (
        f"<tr><td><span title='{r.day('stamp')}'>{r('age', r.day('ymd'))}</span></td><td><a href='/c/"
        f"{r.number}'>{r('subject', r.title())}</a></td><td>{r('author', r.person())}</td><td>"
        f"{r('files', files)}</td><td><span>-{r('removed', minus)}</span>/<span>+{r('added', plus)}"
        "</span></td></tr>"
    )


def phpbb(r: Row) -> str:
    return (
        f'<li class="row"><a href="/t/{r.number}" class="topictitle">{r("title", r.title())}</a><br>'
        f'by <a href="/u/{r.integer()}">{r("author", r.pick(*FIRST))}</a> » {r("date", r.day("rfc"))}'
        f' » in <a href="/f/{r.integer(1, 9)}">{r("forum", r.pick(*SECTIONS))}</a>'
        f"<dd>{r('replies', r.integer(0, 200))} <dfn>Replies</dfn></dd></li>"
    )


def dspace(r: Row) -> str:
    return (
        f'<li><div class="artifact-title"><a href="/handle/1/{r.number}">{r("title", r.title())}</a></div>'
        f'<div class="artifact-info"><span class="author">{r("author", r.person())}</span> (<span '
        f'class="publisher">{r("publisher", r.pick(*HOUSES))}</span>, <span class="date">'
        f"{r('date', r.day('ymd'))}</span>)</div></li>"
    )


def vufind(r: Row) -> str:
    return (
        f'<div class="result"><a class="title" href="/Record/{r.number}">{r("title", r.title())}</a><div>'
        f'by <a href="/Author/{r.number}">{r("author", r.person())}</a><br>Published {r("year", r.year())}'
        f'</div><div class="callnumAndLocation">Call Number: <span>{r("call", f"QA{r.integer()}.B{r.number}")}'
        f'</span></div><span class="format">{r("format", r.pick("Book", "eBook", "Journal"))}</span></div>'
    )


def koha(r: Row) -> str:
    year = r("year", r.year())
    return (
        f'<tr><td><a class="title" href="/bib/{r.number}">{r("title", r.title())} /</a><p>by '
        f'{r("author", r.person())}.</p><span class="results_summary publisher"><span class="label">'
        f"Publication: </span>{r('place', r.pick(*PLACES))} : {r('publisher', r.pick(*HOUSES))}, {year} . "
        f"{r('pages', r.integer(40, 900))} p. ; {r('cm', r.integer(18, 32))} cm.</span></td></tr>"
    )


def ckan(r: Row) -> str:
    return (
        f'<li class="dataset-item"><h2><a href="/dataset/{r.number}">{r("title", r.title())}</a></h2>'
        f"<p>{r.prose(12)}</p><p class='meta'>{r('org', r.pick(*PLACES) + ' City Council')} — Updated on "
        f"{r('date', r.day('us'))} — {r('views', r.integer(1, 900))} recent views</p></li>"
    )


def discuz(r: Row) -> str:
    return (
        f'<li class="pbw"><h3><a href="/thread-{r.number}.html">{r("title", r.han(6, 18))}</a></h3>'
        f'<p class="xg1">{r("replies", r.integer(0, 300))} 个回复 - {r("views", r.integer(1, 9999))} 次查看</p>'
        f"<p>{r.zh_prose()}</p><p><span>{r('date', r.day('stamp'))}</span> - <span><a href='/u/{r.number}'>"
        f"{r('author', r.who())}</a></span> - <span><a href='/f'>{r('forum', r.pick('灌水', '技术', '公告'))}"
        "</a></span></p></li>"
    )


def zh_news(r: Row) -> str:
    return (
        f'<div class="result"><h3><a href="/n/{r.number}">{r("title", r.han(8, 20))}</a></h3><p class="author">'
        f"{r('source', r.pick(*ZH_SOURCES))}&nbsp;&nbsp;{r('date', r.day('zh') + ' 10:00')}</p>"
        f"<div>{r.zh_prose()}</div></div>"
    )


def zh_opac(r: Row) -> str:
    return (
        f'<li class="book_list_info"><h3><span>中文图书</span><a href="/item/{r.number}">{r.number}.'
        f"{r('title', r.han(4, 12))}</a> {r('call', f'I{r.integer()}.{r.integer(1, 9)}/{r.number}')}</h3><p>"
        f"馆藏复本：{r('copies', r.integer(1, 9))} 可借复本：{r('free', r.integer(0, 9))}<br>"
        f"{r('author', r.who())} 著<br>{r('publisher', r.pick(*ZH_HOUSES))} {r('year', r.year())}</p></li>"
    )


def shop(r: Row) -> str:
    return (
        f'<div class="product"><a href="/p/{r.number}"><img src="/i/{r.number}.jpg"><h3>'
        f'{r("name", r.title())}</h3></a><span class="price">${r("price", f"{r.integer(1, 300)}.99")}</span>'
        f'<span class="rating">{r("stars", f"{r.integer(1, 4)}.{r.integer(1, 9)}")} out of 5 stars'
        f" ({r('reviews', r.integer(1, 900))} reviews)</span></div>"
    )


def gitweb(r: Row) -> str:
    return (
        f"<tr><td><i>{r('date', r.day('ymd'))}</i></td><td><i>{r('author', r.person())}</i></td><td>"
        f'<a href="/commit/{r.number}">{r("subject", r.title())}</a><br>{r.prose(5)}</td></tr>'
    )


def dokuwiki(r: Row) -> str:
    return (
        f'<dt><a href="/doku.php?id={r.number}" class="wikilink1">{r("title", r.title())}</a></dt><dd>'
        f"<span>{r('hits', r.integer(1, 30))} Hits</span>, <span>Last modified: <time>"
        f"{r('date', r.day('stamp'))}</time></span></dd><dd>{r.prose(12)}</dd>"
    )


def roundup(r: Row) -> str:
    return (
        f"<tr><td>{r('id', r.number)}</td><td>{r('activity', r.day('ymd'))}</td><td><a href='/issue{r.number}'>"
        f"{r('title', r.title())}</a></td><td>{r('status', r.pick('open', 'closed', 'pending'))}</td><td>"
        f"{r('creator', r.pick(*FIRST).lower())} &lt;u{r('mail', f'{r.number}@h.test')}&gt;</td></tr>"
    ).replace("&lt;u", "&lt;")


def solr(r: Row) -> str:
    return (
        f'<div class="result-document"><b>{r("name", r.title())}</b><a href="/more?{r.number}">More Like This'
        f"</a><div>Id: {r('id', f'SKU-{r.number:04}')}<br>Price: {r('price', f'{r.integer(1, 99)}.50')},USD<br>"
        f"Features: {r.prose(5)}<br>In Stock: {r('stock', r.pick('true', 'false'))}</div></div>"
    )


SEEN: dict[str, Style] = {
    "namazu": ("dl", "dt dd", namazu),
    "mediawiki": ("ul", "li", mediawiki),
    "omega": ("table", "tr", omega),
    "htdig": ("div", "dl", htdig),
    "hyperestraier": ("div", "dl", hyperestraier),
    "trac": ("dl", "dt dd dd", trac),
    "cgit": ("table", "tr", cgit),
    "phpbb": ("ul", "li", phpbb),
    "dspace": ("ul", "li", dspace),
    "vufind": ("div", "div", vufind),
    "koha": ("table", "tr", koha),
    "ckan": ("ul", "li", ckan),
    "discuz": ("ul", "li", discuz),
    "zh news": ("div", "div", zh_news),
    "zh opac": ("ol", "li", zh_opac),
    "shop": ("div", "div", shop),
    "gitweb": ("table", "tr", gitweb),
    "dokuwiki": ("dl", "dt dd dd", dokuwiki),
    "roundup": ("table", "tr", roundup),
    "solr": ("div", "div", solr),
}


# --- written with the first ones, not run before the rules stood, then looked at too ---


def swishe(r: Row) -> str:
    return (
        f'<dl><dt>{r.number} <a href="/s/{r.number}">{r("title", r.title())}</a> <small>-- rank: <b>'
        f"{r('rank', r.integer(1, 1000))}</b></small></dt><dd>{r.prose(10)}<br><small>"
        f"http://h.test/s/{r.number}.html - {r('bytes', r.integer(100, 99_999))} bytes - {r('date', r.day('ymd'))}"
        " 10:00:00 UTC</small></dd></dl>"
    ).replace(" 10:00:00 UTC", "")


def eprints(r: Row) -> str:
    return (
        f'<tr><td>{r.number}.</td><td><span class="person_name">{r("author", r.person())}</span> ('
        f'{r("year", r.year())}) <a href="/{r.number}/"><em>{r("title", r.title())}.</em></a> '
        f"{r('journal', r.pick(*NOUNS).capitalize() + ' Letters')}, {r('volume', r.integer(1, 90))} "
        f"({r('issue', r.integer(1, 12))}). pp. {r('first', r.integer(1, 99))}-{r('last', r.integer(100, 199))}."
        "</td></tr>"
    )


def wordpress(r: Row) -> str:
    return (
        f'<article><h2><a href="/?p={r.number}">{r("title", r.title())}</a></h2><div class="entry-meta">'
        f'Posted on <a href="/d"><time>{r("date", r.day("us"))}</time></a> by <a href="/a">'
        f'{r("author", r.person())}</a></div><div>{r.prose()}</div><footer>Posted in <a href="/c">'
        f"{r('category', r.pick(*SECTIONS))}</a> | {r('comments', r.integer(0, 90))} Comments</footer></article>"
    )


def bugzilla(r: Row) -> str:
    return (
        f'<tr><td><a href="/show_bug.cgi?id={r.number}">{r("id", r.number)}</a></td><td>'
        f"{r('product', r.pick('Core', 'Firefox', 'Toolkit'))}: {r('component', r.pick('DOM', 'Layout', 'CSS'))}"
        f"</td><td>{r('status', r.pick('NEW', 'RESOLVED', 'ASSIGNED'))} / {r('who', r.pick(*FIRST).lower())}</td>"
        f"<td>{r('summary', r.title())}</td></tr>"
    )


def hyperkitty(r: Row) -> str:
    return (
        f'<div class="thread"><a class="thread-title" href="/t/{r.number}">{r("subject", r.title())}</a><div>by '
        f'<a href="/u">{r("author", r.person())}</a></div><div>{r("participants", r.integer(1, 20))} participants · '
        f"{r('comments', r.integer(0, 90))} comments · {r('likes', r.integer(0, 9))} likes</div></div>"
    )


def drupal(r: Row) -> str:
    return (
        f'<li><h3 class="title"><a href="/node/{r.number}">{r("title", r.title())}</a></h3><p>{r.prose()}</p>'
        f'<p class="search-info"><span>{r("author", r.pick(*FIRST).lower())}</span> - {r("date", r.day("dmy"))} - '
        f"{r.integer(10, 23)}:{r.integer(10, 59)} - {r('comments', r.integer(0, 40))} comments</p></li>"
    )


def joomla(r: Row) -> str:
    return (
        f'<div class="item"><h4>{r.number}. <a href="/a/{r.number}">{r("title", r.title())}</a></h4>'
        f"<dd class='result-category'><span>({r('category', r.pick(*SECTIONS))})</span></dd><dd>{r.prose(14)}</dd>"
        f"<dd class='result-created'>Created on {r('date', r.day('long'))}</dd></div>"
    )


def redmine(r: Row) -> str:
    return (
        f'<dt class="issue"><span>{r("project", r.pick("Core", "Docs", "Plugins"))}</span> - <a href="/issues/{r.number}">'
        f"{r('tracker', r.pick('Defect', 'Feature', 'Patch'))} #{r('id', r.number)} "
        f"({r('status', r.pick('New', 'Closed', 'Resolved'))}): {r('subject', r.title())}</a></dt><dd>"
        f"<span>{r.prose()}</span> <span class='author'>{r('date', r.day('stamp'))}</span></dd>"
    )


def moin(r: Row) -> str:
    return (
        f'<dl><dt><a href="/{r.number}">{r("title", r.title())}</a></dt><dd>{r.prose(10)}<p class="searchhitinfobar">'
        f"{r('size', f'{r.integer(1, 90)}.{r.integer(0, 9)}k')} - rev: {r('rev', r.integer(1, 90))} (current) last modified: "
        f"{r('date', r.day('stamp'))}</p></dd></dl>"
    )


def zh_gov(r: Row) -> str:
    return (
        f'<div class="jcse-result-box"><span>[{r("topic", r.pick(*ZH_TOPICS))}]</span><a href="/art/{r.number}">'
        f"{r('title', r.han(10, 22))}</a><div>{r.zh_prose()}</div><p>来源：{r('source', r.pick(*ZH_SOURCES))} "
        f"发布时间：{r('date', r.day('ymd'))} 点击数：{r('clicks', r.integer(1, 9999))}次</p></div>"
    ).replace("次</p>", "</p>")


def zh_books(r: Row) -> str:
    return (
        f'<li class="subject-item"><h2><a href="/subject/{r.number}">{r("title", r.han(3, 10))}</a></h2><div class="pub">'
        f"{r('author', r.who())} / {r('publisher', r.pick(*ZH_HOUSES))} / {r('date', f'{r.year()}-{r.integer(1, 12)}')} / "
        f"{r('price', f'{r.integer(10, 99)}.00')}元</div><span class='rating_nums'>{r('score', f'{r.integer(5, 9)}.{r.integer(0, 9)}')}"
        f"</span><span class='pl'>({r('votes', r.integer(10, 99_999))}人评价)</span><p>{r.zh_prose()}</p></li>"
    )


def zh_shop(r: Row) -> str:
    return (
        f'<li><a href="/item/{r.number}"><em>{r("name", r.han(8, 20))}</em></a><div class="price">¥'
        f"{r('price', f'{r.integer(5, 999)}.{r.integer(10, 99)}')}</div><div>已有{r('comments', r.integer(10, 9999))}人评价</div>"
        f"<div class='shop'>{r('shop', r.han(3, 5) + '旗舰店')} {r('place', r.pick('北京', '上海', '广东 深圳'))}</div></li>"
    )


def jobs(r: Row) -> str:
    low = r.integer(20, 60)
    return (
        f'<div class="job"><a href="/j/{r.number}">{r("title", r.title())}</a><p>{r("company", r.person() + " Ltd")} · '
        f"{r('place', r.pick(*PLACES))} · {r('kind', r.pick('Full-time', 'Part-time'))}</p><p>£{r('low', low * 1000)} - "
        f"£{r('high', (low + r.integer(1, 20)) * 1000)} a year</p><p>{r.integer(1, 30)} days ago</p></div>"
    )


def arxiv(r: Row) -> str:
    return (
        f'<li><p><a href="/abs/{r.number}">arXiv:{r("id", f"{r.integer(1001, 2399)}.{r.number:05}")}</a></p><p class="title">'
        f"{r('title', r.title())}</p><p>Authors: <a href='/a'>{r('author', r.person())}</a></p><p>Submitted "
        f"{r('date', r.day('long'))}; originally announced {r('announced', r.day('month'))}.</p></li>"
    )


def pubmed(r: Row) -> str:
    return (
        f'<div class="rprt"><p class="title"><a href="/pubmed/{r.number}">{r("title", r.title())}.</a></p><p class="desc">'
        f"{r('authors', f'{r.pick(*LAST)} A, {r.pick(*LAST)} B')}.</p><p class='details'><span class='jrnl'>"
        f"{r('journal', r.pick(*NOUNS).capitalize() + ' Med')}</span>. {r('date', f'{r.year()} Jun')};"
        f"{r('volume', r.integer(1, 90))}({r('issue', r.integer(1, 12))}):{r.integer(100, 400)}-{r.integer(1, 90)}.</p>"
        f"<p>PMID: {r('pmid', 10_000_000 + r.number)}</p></div>"
    )


def imdb(r: Row) -> str:
    return (
        f'<div class="lister"><h3><span>{r.number}.</span> <a href="/title/{r.number}">{r("title", r.title())}</a> <span>('
        f'{r("year", r.year())})</span></h3><p><span>{r("minutes", r.integer(70, 200))} min</span> | <span class="genre">'
        f'{r("genre", r.pick("Drama", "Comedy, Crime", "Horror"))}</span></p><p>{r.prose(10)}</p><p>Director: <a href="/n">'
        f"{r('director', r.person())}</a></p><p>Votes: <span>{grouped(int(r('votes', r.integer(100, 99_999))))}</span></p></div>"
    )


def aleph(r: Row) -> str:
    return (
        f"<tr><td>{r.number}</td><td>{r('author', ', '.join(reversed(r.person().split())))}</td><td><a href='/b/{r.number}'>"
        f"{r('title', r.title())}</a></td><td>{r('year', r.year())}</td><td>{r('library', r.pick('Main', 'Law', 'Medicine'))}"
        f"({r('items', r.integer(1, 9))}/ {r('loaned', r.integer(0, 5))})</td></tr>"
    )


def homes(r: Row) -> str:
    return (
        f'<li class="listing"><h2><a href="/h/{r.number}">{r("street", f"{r.integer(1, 99)} {r.pick(*NOUNS).capitalize()} Road")}'
        f"</a></h2><p>{r('beds', r.integer(1, 6))} bed, {r('baths', r.integer(1, 3))} bath, {r('area', r.integer(30, 300))} m²"
        f"</p><p>€ {grouped(int(r('price', r.integer(90, 999) * 1000)))}</p><p>Listed on {r('date', r.day('dots'))} by "
        f"{r('agent', r.person())}</p></li>"
    )


def newspaper(r: Row) -> str:
    return (
        f'<div class="hit"><a href="/n/{r.number}">{r("title", r.title())}</a><div>{r("paper", r.pick(*PLACES) + " Gazette")}, '
        f"{r('date', r.day('us'))}, page {r('page', r.integer(1, 24))}</div><div>{r.prose()}</div></div>"
    )


def patents(r: Row) -> str:
    return (
        f'<div><a href="/p/{r.number}">{r("id", f"US{r.integer(1000000, 9999999)}B{r.integer(1, 2)}")} - {r("title", r.title())}</a>'
        f"<div>Filed: {r('filed', r.day('short'))} • Issued: {r('issued', r.day('short'))} • {r('owner', r.person() + ' Inc')}"
        f"</div><p>{r.prose(12)}</p></div>"
    )


def vbulletin(r: Row) -> str:
    return (
        (
            f'<li><h3><a href="/showthread.php?{r.number}">{r("title", r.title())}</a></h3><div class="author">Started by <a href="/m">'
            f"{r('author', r.pick(*FIRST))}</a>, {r('date', r.day('dmy'))} {r.integer(10, 12)}:30 AM</div><ul><li>Replies: "
            f"{r('replies', r.integer(0, 300))}</li><li>Views: {grouped(int(r('views', r.integer(10, 9999))))}</li></ul></li>"
        )
        .replace(" 10:30 AM", "")
        .replace(" 11:30 AM", "")
        .replace(" 12:30 AM", "")
    )


SECOND: dict[str, Style] = {
    "swish-e": ("div", "dl", swishe),
    "eprints": ("table", "tr", eprints),
    "wordpress": ("div", "article", wordpress),
    "bugzilla": ("table", "tr", bugzilla),
    "hyperkitty": ("div", "div", hyperkitty),
    "drupal": ("ol", "li", drupal),
    "joomla": ("div", "div", joomla),
    "redmine": ("dl", "dt dd", redmine),
    "moin": ("div", "dl", moin),
    "zh gov": ("div", "div", zh_gov),
    "zh books": ("ul", "li", zh_books),
    "zh shop": ("ul", "li", zh_shop),
    "jobs": ("div", "div", jobs),
    "arxiv": ("ol", "li", arxiv),
    "pubmed": ("div", "div", pubmed),
    "imdb": ("div", "div", imdb),
    "aleph": ("table", "tr", aleph),
    "homes": ("ul", "li", homes),
    "newspaper": ("div", "div", newspaper),
    "patents": ("div", "div", patents),
    "vbulletin": ("ul", "li", vbulletin),
}


# --- written when both batches were done ---


def sphinx(r: Row) -> str:
    return f'<li><a href="/{r.number}.html">{r("title", r.title())}</a> <span class="descclassname">({r("kind", r.pick("Python method", "Python class", "C function"))}, in {r("page", r.title())})</span></li>'


def public_inbox(r: Row) -> str:
    return (
        f'<div>{r.number}. <a href="/m/{r.number}">{r("subject", r.title())}</a><br>- by {r("author", r.person())} @ '
        f"{r('date', r.day('stamp'))} UTC [{r('percent', r.integer(1, 100))}%]</div>"
    )


def invenio(r: Row) -> str:
    return (
        f'<tr><td><strong>{r("title", r.title())}</strong> / <a href="/a">{r("author", r.person())}</a><br>'
        f"{r('journal', r.pick(*NOUNS).capitalize() + ' Rev.')} {r('volume', r.integer(1, 90))} ({r('year', r.year())})"
        f" {r('page', r.integer(100, 9999))}<br><small>Detailed record - Cited by {r('cited', r.integer(1, 900))} records</small></td></tr>"
    )


def evergreen(r: Row) -> str:
    return (
        f'<tr><td><a class="record_title" href="/eg/{r.number}">{r("title", r.title())}</a><br>{r("author", r.person())}, '
        f"{r('born', r.integer(1880, 1980))}-<br>{r('format', r.pick('Book', 'E-audio', 'Map'))} - {r('year', r.year())}<br>"
        f"{r('free', r.integer(0, 5))} of {r('copies', r.integer(6, 12))} copies available at {r('library', r.pick(*PLACES))}.</td></tr>"
    )


def auctions(r: Row) -> str:
    return (
        f'<div class="lot"><span>Lot {r("lot", r.number)}:</span> <a href="/l/{r.number}">{r("title", r.title())}</a><p>Estimate: '
        f"{r('low', r.integer(100, 900))} - {r('high', r.integer(1000, 9000))} EUR</p><p>Sold for €{grouped(int(r('sold', r.integer(1000, 99_000))))}"
        f" ({r('date', r.day('dots'))})</p></div>"
    )


def events(r: Row) -> str:
    return (
        f'<li><time>{r("date", r.day("short"))}</time> <a href="/e/{r.number}">{r("title", r.title())}</a><div>'
        f"{r('time', f'{r.integer(10, 19)}:30')} @ {r('venue', r.pick(*NOUNS).capitalize() + ' Hall')}, {r('city', r.pick(*PLACES))}</div></li>"
    )


def recipes(r: Row) -> str:
    return (
        f'<article><h2><a href="/r/{r.number}">{r("title", r.title())}</a></h2><p>By {r("author", r.person())} | '
        f"{r('minutes', r.integer(5, 180))} minutes | Serves {r('serves', r.integer(1, 8))}</p><p>★ {r('stars', f'{r.integer(1, 4)}.{r.integer(0, 9)}')}"
        f" ({r('votes', r.integer(1, 900))})</p></article>"
    )


def packages(r: Row) -> str:
    return (
        f'<li><a href="/p/{r.number}"><h3>{r("name", f"lib{r.pick(*NOUNS)}{r.number}")} {r("version", f"{r.integer(0, 9)}.{r.integer(0, 20)}.{r.integer(0, 9)}")}'
        f"</h3></a><p>{r('summary', r.title())}</p><p>{r('license', r.pick('MIT', 'GPL-3.0', 'BSD'))} • Published {r('date', r.day('short'))} • "
        f"{grouped(int(r('downloads', r.integer(100, 999_999))))} downloads</p></li>"
    )


def zh_papers(r: Row) -> str:
    return (
        f'<div class="normal-list"><a href="/paper/{r.number}">{r("title", r.han(10, 24))}</a><p>[期刊论文] {r("author", r.who())} - '
        f"《{r('journal', r.han(3, 6))}》 - {r('year', r.integer(1990, 2023))}年{r('issue', r.integer(1, 12))}期</p>"
        f"<p>被引：{r('cited', r.integer(0, 90))} 下载：{r('downloads', r.integer(1, 999))}</p></div>"
    )


def zh_bbs(r: Row) -> str:
    return (
        f'<tr><td>[{r("board", r.pick("讨论", "求助", "分享"))}] <a href="/b/{r.number}">{r("title", r.han(6, 18))}</a></td><td>{r("author", r.who())}<br>'
        f"{r('date', r.day('ymd'))}</td><td>{r('replies', r.integer(0, 300))}/{r('views', r.integer(300, 9999))}</td></tr>"
    )


def zh_law(r: Row) -> str:
    return (
        f'<li><a href="/law/{r.number}">{r("title", r.han(10, 20))}</a><p>({r("court", r.han(2, 3) + "人民法院")}　{r("number", f"（{r.integer(2001, 2023)}）民终{r.number}号")}　'
        f"发布日期：{r('date', r.day('ymd'))})</p></li>"
    )


def ja_books(r: Row) -> str:
    return (
        f'<dl><dt><a href="/bib/{r.number}">{r("title", r.han(4, 12))}</a></dt><dd>{r("author", r.who())}著 , {r("publisher", r.han(3, 4) + "書店")} , '
        f"{r('date', f'{r.year()}年{r.integer(1, 12)}月')} , {r('price', r.integer(500, 9000))}円</dd></dl>"
    )


THIRD: dict[str, Style] = {
    "sphinx": ("ul", "li", sphinx),
    "public-inbox": ("div", "div", public_inbox),
    "invenio": ("table", "tr", invenio),
    "evergreen": ("table", "tr", evergreen),
    "auctions": ("div", "div", auctions),
    "events": ("ul", "li", events),
    "recipes": ("div", "article", recipes),
    "packages": ("ul", "li", packages),
    "zh papers": ("div", "div", zh_papers),
    "zh bbs": ("table", "tr", zh_bbs),
    "zh law": ("ul", "li", zh_law),
    "ja books": ("div", "dl", ja_books),
}


@dataclass(slots=True)
class Scored:
    """Cell columns of a page: how many of ours equal each, by name."""

    equal: dict[str, float]
    ours: int

    @property
    def found(self) -> int:
        return sum(share >= FOUND for share in self.equal.values())


def rows_of(name: str, style: Style, seed: int, count: int) -> list[tuple[str, Cells]]:
    """Records of a style: markup and cells."""
    chance = Random(zlib.crc32(f"{name} {seed}".encode()))
    found = []
    for number in range(1, count + 1):
        row = Row(100 * seed + number, chance, {})
        found.append((style[2](row), row.cells))
    return found


def read(
    name: str, style: Style, seed: int, *, page: int = 20, pages: int = 4
) -> list[tuple[tuple[Field, ...], Cells]]:
    """Fields and cells of all records; columns are learned from the first page, then finished."""
    tag, roots, _ = style
    rows = rows_of(name, style, seed, page * pages)
    read_rows: list[tuple[tuple[Field, ...], Cells]] = []
    columns = None
    for start in range(0, len(rows), page):
        mine = rows[start : start + page]
        markup = "".join(markup for markup, _ in mine)
        document = parse_html(f"<{tag} id=hits>{markup}</{tag}>", "http://h.test/search")
        tops = next(i for i in range(len(document.tag)) if document.attribute(i, "id") == "hits")
        nodes = [node for node in document.children(tops) if document.tag[node] != "#text"]
        if nodes and document.tag[nodes[0]] == "tbody":
            nodes = document.children(nodes[0])
        width = len(roots.split())
        assert len(nodes) == width * len(mine), (name, len(nodes))
        spans = [RecordSpan(tuple(nodes[at : at + width])) for at in range(0, len(nodes), width)]
        columns = columns or learn_columns([(document, spans)])
        read_rows += [
            (columns.read(document, span), cells)
            for span, (_, cells) in zip(spans, mine, strict=True)
        ]
    assert columns is not None
    parts = [name for slot, name in columns.names.items() if "|" in slot]
    finished = learn_final_segmentation({"": [fields for fields, _ in read_rows]}, parts=parts)
    return [(finished.fields("", fields), cells) for fields, cells in read_rows]


def folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def score(name: str, style: Style, seed: int) -> Scored:
    """How well the columns of a style are found."""
    rows = read(name, style, seed)
    held = [{one.column: folded(one.value) for one in reversed(fields)} for fields, _ in rows]
    names = list(dict.fromkeys(column for one in held for column in one))
    equal: dict[str, float] = {}
    for column in dict.fromkeys(column for _, cells in rows for column in cells):
        wanted = [folded(cells.get(column, "")) for _, cells in rows]
        equal[column] = max(
            sum(mine.get(ours, "") == value for mine, value in zip(held, wanted, strict=True))
            / len(rows)
            for ours in names
        )
    return Scored(equal, len(names))


def measure(styles: dict[str, Style], seeds: range) -> tuple[int, int, float]:
    """Columns found, columns in all, mean share of equal cells; misses are printed."""
    found = total = 0
    shares: list[float] = []
    for name, style in styles.items():
        for seed in seeds:
            scored = score(name, style, seed)
            found, total = found + scored.found, total + len(scored.equal)
            shares += scored.equal.values()
            missed = {
                column: round(share, 2) for column, share in scored.equal.items() if share < FOUND
            }
            if missed:
                print(
                    f"  {name} {seed}: {missed} of {len(scored.equal)}, {scored.ours} columns of ours"
                )
    return found, total, sum(shares) / len(shares)


BATCHES: Final = {
    "seen": SEEN,
    "second": SECOND,
    "third": THIRD,
    "fourth": FOURTH,
    "fifth": FIFTH,
}

if __name__ == "__main__":
    first, last = (int(one) for one in (sys.argv[1:] or ["1", "6"])[:2])
    for title in sys.argv[3:] or BATCHES:
        found, total, share = measure(BATCHES[title], range(first, last))
        print(f"{title}: {found} of {total} columns, cells equal {share:.3f}")
