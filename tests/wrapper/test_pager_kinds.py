"""Pagers as the engines, shops, forums and catalogues of the Web write them."""

# ruff: noqa: E501 - a row of a table stays on one line

from __future__ import annotations

import pytest

from leadline.page.dom import parse_html
from leadline.wrapper.pager.labels import read_pager
from leadline.wrapper.pager.propose import propose_next

H = "http://h.test"

# kind, address of the page, its pager, what comes next (None: nothing)
KINDS: list[tuple[str, str, str, str | None]] = [
    (
        "forum: page n of m, numbers with titles, last",
        "/forumdisplay.php?f=4&page=2",
        """<table class="pagenav"><tr><td class="vbmenu_control">Page 2 of 53</td><td class="alt1"><a rel="start" class="smallfont" href="forumdisplay.php?f=4" title="First Page">&laquo; <strong>First</strong></a></td><td class="alt1"><a rel="prev" class="smallfont" href="forumdisplay.php?f=4">&lt;</a></td><td class="alt1"><a class="smallfont" href="forumdisplay.php?f=4">1</a></td><td class="alt2"><span class="smallfont"><strong>2</strong></span></td><td class="alt1"><a class="smallfont" href="forumdisplay.php?f=4&amp;page=3">3</a></td><td class="alt1"><a rel="next" class="smallfont" href="forumdisplay.php?f=4&amp;page=3">&gt;</a></td><td class="alt1"><a class="smallfont" href="forumdisplay.php?f=4&amp;page=53">Last <strong>&raquo;</strong></a></td></tr></table>""",
        "/forumdisplay.php?f=4&page=3",
    ),
    (
        "forum: offsets, next as image button",
        "/viewforum.php?f=2&start=25",
        """<div class="pagination">130 topics <ul><li class="previous"><a href="./viewforum.php?f=2" rel="prev" role="button">Previous</a></li><li><a class="button" href="./viewforum.php?f=2">1</a></li><li class="active"><span>2</span></li><li><a class="button" href="./viewforum.php?f=2&amp;start=50">3</a></li><li class="ellipsis"><span>…</span></li><li><a class="button" href="./viewforum.php?f=2&amp;start=125">6</a></li><li class="next"><a href="./viewforum.php?f=2&amp;start=50" rel="next" role="button">Next</a></li></ul></div>""",
        "/viewforum.php?f=2&start=50",
    ),
    (
        "forum: offset in the path after a point",
        "/index.php?board=18.20",
        """Pages: <a class="navPages" href="/index.php?board=18.0">1</a> [<strong>2</strong>] <a class="navPages" href="/index.php?board=18.40">3</a> <a class="navPages" href="/index.php?board=18.60">4</a>""",
        "/index.php?board=18.40",
    ),
    (
        "forum: numbers, jump box, Chinese next",
        "/forum-36-2.html",
        """<div class="pg"><a href="forum-36-1.html" class="prev">&nbsp;&nbsp;</a><a href="forum-36-1.html">1</a><strong>2</strong><a href="forum-36-3.html">3</a><a href="forum-36-1000.html" class="last">... 1000</a><label><input type="text" name="custompage" class="px" size="2" title="输入页码，按回车快速跳转" value="2"/><span title="共 1000 页"> / 1000 页</span></label><a href="forum-36-3.html" class="nxt">下一页</a></div>""",
        "/forum-36-3.html",
    ),
    (
        "forum: data attributes, drop-down between",
        "/threads/x.12/page-2",
        """<div class="PageNav" data-page="2" data-last="242"><span class="pageNavHeader">Page 2 of 242</span><nav><a href="/threads/x.12/" class="text">&lt; Prev</a><a href="/threads/x.12/" class="" rel="start">1</a><a class="PageNavPrev hidden">←</a><a href="/threads/x.12/page-2" class="currentPage gt">2</a><a href="/threads/x.12/page-3" class="">3</a><a class="PageNavNext">→</a><a href="/threads/x.12/page-242">242</a><a href="/threads/x.12/page-3" class="text">Next &gt;</a></nav></div>""",
        "/threads/x.12/page-3",
    ),
    (
        "shop: list of pages, i elements",
        "/shoes.html",
        """<div class="pager"><p class="amount">Items 1 to 9 of 60 total</p><div class="limiter"><label>Show</label><select onchange="setLocation(this.value)"><option value="http://h.test/shoes.html?limit=9" selected>9</option><option value="http://h.test/shoes.html?limit=15">15</option></select> per page</div><div class="pages"><strong>Page:</strong><ol><li class="current">1</li><li><a href="http://h.test/shoes.html?p=2">2</a></li><li><a href="http://h.test/shoes.html?p=3">3</a></li><li><a class="next i-next" href="http://h.test/shoes.html?p=2" title="Next"><img src="/skin/pager_arrow_right.gif" alt="Next" class="v-middle"/></a></li></ol></div></div>""",
        "/shoes.html?p=2",
    ),
    (
        "shop: rel and icon, page input",
        "/12-women",
        """<nav class="pagination"><div class="col-md-4">Showing 1-12 of 40 item(s)</div><ul class="page-list"><li class="current"><a rel="nofollow" href="http://h.test/12-women" class="disabled js-search-link">1</a></li><li><a rel="nofollow" href="http://h.test/12-women?page=2" class="js-search-link">2</a></li><li><span class="spacer">&hellip;</span></li><li><a rel="nofollow" href="http://h.test/12-women?page=4" class="js-search-link">4</a></li><li><a rel="next" href="http://h.test/12-women?page=2" class="next js-search-link">Next<i class="material-icons">&#xE315;</i></a></li></ul></nav>""",
        "/12-women?page=2",
    ),
    (
        "shop: facets with counts beside",
        "/c/shoes?brand=1",
        """<ul class=facet><li><a href="/c/shoes?brand=2">Acme</a> (12)<li><a href="/c/shoes?brand=3">Best</a> (9)</ul><a href="/c/shoes?brand=1&page=2" class="btn">Load more products</a>""",
        "/c/shoes?brand=1&page=2",
    ),
    (
        "site: full pager counted from 0",
        "/events?tid=All&page=1",
        """<ul class="pager"><li class="pager-first first"><a title="Go to first page" href="/events?tid=All">« first</a></li><li class="pager-previous"><a title="Go to previous page" href="/events?tid=All">‹ previous</a></li><li class="pager-item"><a title="Go to page 1" href="/events?tid=All">1</a></li><li class="pager-current">2</li><li class="pager-item"><a title="Go to page 3" href="/events?tid=All&amp;page=2">3</a></li><li class="pager-next"><a title="Go to next page" href="/events?tid=All&amp;page=2">next ›</a></li><li class="pager-last last"><a title="Go to last page" href="/events?tid=All&amp;page=17">last »</a></li></ul>""",
        "/events?tid=All&page=2",
    ),
    (
        "site: hidden words beside icons",
        "/search/node?keys=sea",
        """<nav class="pager" role="navigation" aria-labelledby="pagination-heading"><h4 class="visually-hidden">Pagination</h4><ul class="pager__items"><li class="pager__item is-active"><a href="?keys=sea&amp;page=0" title="Current page" aria-current="page"><span class="visually-hidden">Page</span>1</a></li><li class="pager__item"><a href="?keys=sea&amp;page=1"><span class="visually-hidden">Page</span>2</a></li><li class="pager__item pager__item--next"><a href="?keys=sea&amp;page=1" title="Go to next page" rel="next"><span class="visually-hidden">Next page</span><span aria-hidden="true">››</span></a></li><li class="pager__item--last"><a href="?keys=sea&amp;page=6" title="Go to last page"><span class="visually-hidden">Last page</span><span aria-hidden="true">Last »</span></a></li></ul></nav>""",
        "/search/node?keys=sea&page=1",
    ),
    (
        "site: start and end in words",
        "/news?start=20",
        """<div class="pagination"><ul><li class="pagination-start"><a href="/news" class="pagenav">Start</a></li><li class="pagination-prev"><a href="/news?start=10">Prev</a></li><li><a href="/news">1</a></li><li><a href="/news?start=10">2</a></li><li><span class="pagenav">3</span></li><li><a href="/news?start=30">4</a></li><li class="pagination-next"><a href="/news?start=30">Next</a></li><li class="pagination-end"><a href="/news?start=90">End</a></li></ul></div>""",
        "/news?start=30",
    ),
    (
        "blog: older as previous",
        "/",
        """<nav id="nav-below"><div class="nav-previous"><a href="/page/2/"><span class="meta-nav">&larr;</span> Older posts</a></div></nav>""",
        "/page/2/",
    ),
    (
        "blog: keyset of dates",
        "/",
        """<div class='blog-pager' id='blog-pager'><span id='blog-pager-older-link'><a class='blog-pager-older-link' href='/search?updated-max=2015-05-22T22:01:00-07:00&amp;max-results=7' id='Blog1_blog-pager-older-link' title='Older Posts'>Older Posts</a></span><a class='home-link' href='/'>Home</a></div>""",
        "/search?updated-max=2015-05-22T22:01:00-07:00&max-results=7",
    ),
    (
        "engine: table of numbers below letters of its name",
        "/search?q=sea",
        """<table id="nav"><tr><td class="b"></td><td class="cur"><span class="csb"></span>1</td><td><a class="fl" aria-label="Page 2" href="/search?q=sea&amp;ei=x9&amp;start=10&amp;sa=N"><span class="csb ch"></span>2</a></td><td><a class="fl" aria-label="Page 3" href="/search?q=sea&amp;ei=x9&amp;start=20&amp;sa=N"><span class="csb ch"></span>3</a></td><td class="b navend"><a class="pn" href="/search?q=sea&amp;ei=x9&amp;start=10&amp;sa=N" id="pnnext"><span class="csb ch"></span><span>Next</span></a></td></tr></table>""",
        "/search?q=sea&ei=x9&start=10&sa=N",
    ),
    (
        "engine: Chinese, strong is current",
        "/s?wd=%E8%8A%B1&pn=10",
        """<div id="page"><a href="/s?wd=%E8%8A%B1&pn=0" class="n">&lt;上一页</a><a href="/s?wd=%E8%8A%B1&pn=0"><span class="fk"></span><span class="pc">1</span></a><strong><span class="fk"></span><span class="pc">2</span></strong><a href="/s?wd=%E8%8A%B1&pn=20"><span class="pc">3</span></a><a href="/s?wd=%E8%8A%B1&pn=20" class="n">下一页&gt;</a></div>""",
        "/s?wd=%E8%8A%B1&pn=20",
    ),
    (
        "engine: icon link with title",
        "/search?q=sea&first=11",
        """<ul class="sb_pagF"><li><a class="sb_pagP" title="Previous page" href="/search?q=sea&amp;first=1"><div class="sw_prev">Previous</div></a></li><li><a href="/search?q=sea&amp;first=1">1</a></li><li><a class="sb_pagS">2</a></li><li><a href="/search?q=sea&amp;first=21">3</a></li><li><a class="sb_pagN" title="Next page" href="/search?q=sea&amp;first=21"><div class="sw_next">Next</div></a></li></ul>""",
        "/search?q=sea&first=21",
    ),
    (
        "links: one word, next page",
        "/news",
        """<tr class='morespace'></tr><tr><td class='title'><a href='?p=2' class='morelink' rel='next'>More</a></td></tr>""",
        "/news?p=2",
    ),
    (
        "links: count and after",
        "/r/x/",
        """<div class="nav-buttons"><span class="nextprev">view more: <span class="next-button"><a href="http://h.test/r/x/?count=25&amp;after=t3_8x" rel="nofollow next">next ›</a></span></span></div>""",
        "/r/x/?count=25&after=t3_8x",
    ),
    (
        "questions: rel, words in spans, page sizes beside",
        "/questions?page=3&sort=newest",
        """<div class="pager"><a href="/questions?page=2&amp;sort=newest" rel="prev" title="go to page 2"><span class="page-numbers prev"> prev</span></a><a href="/questions?page=1&amp;sort=newest" title="go to page 1"><span class="page-numbers">1</span></a><a href="/questions?page=2&amp;sort=newest"><span class="page-numbers">2</span></a><span class="page-numbers current">3</span><a href="/questions?page=4&amp;sort=newest"><span class="page-numbers">4</span></a><span class="page-numbers dots">&hellip;</span><a href="/questions?page=900&amp;sort=newest"><span class="page-numbers">900</span></a><a href="/questions?page=4&amp;sort=newest" rel="next"><span class="page-numbers next"> next</span></a></div><div class="page-sizer"><a href="/questions?pagesize=15&amp;sort=newest">15</a><a href="/questions?pagesize=30&amp;sort=newest">30</a><a href="/questions?pagesize=50&amp;sort=newest">50</a><span>per page</span></div>""",
        "/questions?page=4&sort=newest",
    ),
    (
        "catalogue: first previous next last as images",
        "/cgi-bin/koha/opac-search.pl?q=sea&offset=20",
        """<div class="pages"><a href="/cgi-bin/koha/opac-search.pl?q=sea&amp;offset=0"><img src="/i/first.png" alt="First"></a><a href="/cgi-bin/koha/opac-search.pl?q=sea&amp;offset=0"><img src="/i/previous.png" alt="Previous"></a> <a href="/cgi-bin/koha/opac-search.pl?q=sea&amp;offset=40"><img src="/i/next.png" alt="Next"></a><a href="/cgi-bin/koha/opac-search.pl?q=sea&amp;offset=980"><img src="/i/last.png" alt="Last"></a></div>""",
        "/cgi-bin/koha/opac-search.pl?q=sea&offset=40",
    ),
    (
        "catalogue: brackets and aria",
        "/Search/Results?lookfor=sea&page=2",
        """<ul class="pagination" aria-label="Pagination"><li role="none"><a href="/Search/Results?lookfor=sea&amp;page=1" aria-label="Go to first page">[1]</a></li><li><a href="/Search/Results?lookfor=sea&amp;page=1" class="page-prev">« Prev</a></li><li class="active"><span>2</span></li><li><a href="/Search/Results?lookfor=sea&amp;page=3">3</a></li><li><a href="/Search/Results?lookfor=sea&amp;page=3" class="page-next">Next »</a></li><li><a href="/Search/Results?lookfor=sea&amp;page=50" aria-label="Go to last page">[50]</a></li></ul>""",
        "/Search/Results?lookfor=sea&page=3",
    ),
    (
        "repository: ranges and next beside sort links",
        "/discover?query=sea",
        """<div class="pagination">Now showing items 1-10 of 77 <ul><li><a href="discover?query=sea&amp;rpp=10&amp;page=2&amp;group_by=none&amp;etal=0" class="next-page-link">Next Page</a></li></ul></div><ul class="sort"><li><a href="discover?query=sea&amp;sort_by=title&amp;order=asc">Title Asc</a></li><li><a href="discover?query=sea&amp;rpp=5">5</a></li><li><a href="discover?query=sea&amp;rpp=20">20</a></li></ul>""",
        "/discover?query=sea&rpp=10&page=2&group_by=none&etal=0",
    ),
    (
        "repository: offset, next in a sentence of links",
        "/cgi/search?exp=1&cache=9&search_offset=20",
        """<span class="ep_search_control"><a href="/cgi/search?exp=1&amp;cache=9&amp;search_offset=0">Previous</a></span> | <a href="/cgi/search?exp=1&amp;cache=9&amp;search_offset=0">1</a> | <strong>2</strong> | <a href="/cgi/search?exp=1&amp;cache=9&amp;search_offset=40">3</a> | <span class="ep_search_control"><a href="/cgi/search?exp=1&amp;cache=9&amp;search_offset=40">Next</a></span>""",
        "/cgi/search?exp=1&cache=9&search_offset=40",
    ),
    (
        "log: [prev] [next]",
        "/cgit/log/?ofs=50",
        """<ul class='pager'><li><a href='/cgit/log/?ofs=0'>[prev]</a></li><li><a href='/cgit/log/?ofs=100'>[next]</a></li></ul>""",
        "/cgit/log/?ofs=100",
    ),
    (
        "log: short word, middle dots",
        "/gitweb?a=shortlog;pg=1",
        """<div class="page_nav">first &sdot; <a accesskey="p" title="Alt-p" href="/gitweb?a=shortlog">prev</a> &sdot; <a accesskey="n" title="Alt-n" href="/gitweb?a=shortlog;pg=2">next</a></div>""",
        "/gitweb?a=shortlog;pg=2",
    ),
    (
        "wiki: previous 20 next 20 and sizes",
        "/index.php?search=sea&limit=20&offset=20",
        """<p class="mw-search-pager-bottom">View (<a href="/index.php?search=sea&amp;limit=20&amp;offset=0" class="mw-prevlink">previous 20</a> | <a href="/index.php?search=sea&amp;limit=20&amp;offset=40" class="mw-nextlink">next 20</a>) (<span>20</span> | <a href="/index.php?search=sea&amp;limit=50&amp;offset=20" class="mw-numlink">50</a> | <a href="/index.php?search=sea&amp;limit=100&amp;offset=20" class="mw-numlink">100</a> | <a href="/index.php?search=sea&amp;limit=250&amp;offset=20" class="mw-numlink">250</a>)</p>""",
        "/index.php?search=sea&limit=20&offset=40",
    ),
    (
        "full text engine: Page: [1] [2]",
        "/cgi-bin/search.cgi?query=sea&max=20",
        """<div class="namazu-result-footer"><strong>Page:</strong> <strong>[1]</strong> <a href="/cgi-bin/search.cgi?query=sea&amp;max=20&amp;whence=20">[2]</a> <a href="/cgi-bin/search.cgi?query=sea&amp;max=20&amp;whence=40">[3]</a></div>""",
        "/cgi-bin/search.cgi?query=sea&max=20&whence=20",
    ),
    (
        "library: current page is a bold number, >> jumps ten",
        "/list?p=5",
        """<center><a href="/list?p=1">&lt;&lt;</a> <a href="/list?p=4">&lt;</a> <a href="/list?p=4">4</a> <b>5</b> <a href="/list?p=6">6</a> <a href="/list?p=6">&gt;</a> <a href="/list?p=15">&gt;&gt;</a></center>""",
        "/list?p=6",
    ),
    (
        "government: next in capitals with bars",
        "/results.asp?Page=1",
        """<p><a href="results.asp?Page=2">NEXT 25 RECORDS &gt;&gt;</a> | <a href="default.asp">NEW SEARCH</a></p>""",
        "/results.asp?Page=2",
    ),
    (
        "government: Chinese, total and jump",
        "/list.jsp?page=1",
        """<div class="page">共128条 1/13页 首页 上一页 <a href="/list.jsp?page=2">下一页</a> <a href="/list.jsp?page=13">尾页</a> 转到<input size=2>页</div>""",
        "/list.jsp?page=2",
    ),
    (
        "government: file names",
        "/zwgk/index_1.html",
        """<div>共有 1000 条 第2/50页 <a href="index.html">首页</a> <a href="index.html">上一页</a> <a href="index_2.html">下一页</a> <a href="index_49.html">末页</a></div>""",
        "/zwgk/index_2.html",
    ),
    (
        "Japanese library: 次の10件",
        "/opac?kw=a&s=11",
        """<p>130件中 11～20件 <a href="/opac?kw=a&amp;s=1">前の10件</a> <a href="/opac?kw=a&amp;s=21">次の10件</a></p>""",
        "/opac?kw=a&s=21",
    ),
    (
        "Korean library: images without words",
        "/dl/list?page=1",
        """<div class="paging"><strong>1</strong> <a href="/dl/list?page=2">2</a> <a href="/dl/list?page=3">3</a> <a href="/dl/list?page=11"><img src="btn_next.gif" alt="다음 10페이지"></a></div>""",
        "/dl/list?page=2",
    ),
    (
        "Taiwan library: 下10筆",
        "/xsearch?start=11",
        """<a href="/xsearch?start=1">上10筆</a> <a href="/xsearch?start=21">下10筆</a>""",
        "/xsearch?start=21",
    ),
    (
        "Russian: стрелки and words",
        "/catalog/?PAGEN_1=2",
        """<div class="bx-pagination"><ul><li class="bx-pag-prev"><a href="/catalog/"><span>Назад</span></a></li><li><a href="/catalog/"><span>1</span></a></li><li class="bx-active"><span>2</span></li><li><a href="/catalog/?PAGEN_1=3"><span>3</span></a></li><li class="bx-pag-next"><a href="/catalog/?PAGEN_1=3"><span>Вперед</span></a></li></ul></div>""",
        "/catalog/?PAGEN_1=3",
    ),
    (
        "Russian: Ctrl + arrow",
        "/articles/page2",
        """<p>← Ctrl <a href="/articles">предыдущая</a> <a href="/articles/page3">следующая</a> Ctrl →</p>""",
        "/articles/page3",
    ),
    (
        "Arabic: next stands left",
        "/ar/list?page=2",
        """<div dir=rtl class=pagination><a href="/ar/list?page=3">التالي »</a> <a href="/ar/list?page=1">« السابق</a></div>""",
        "/ar/list?page=3",
    ),
    (
        "modern: icons only, aria labels",
        "/search?q=sea&page=2",
        """<nav aria-label="Pagination"><a href="/search?q=sea&amp;page=1" aria-label="Previous Page"><svg></svg></a><em aria-current="page">2</em><a href="/search?q=sea&amp;page=3" aria-label="Page 3">3</a><a href="/search?q=sea&amp;page=3" aria-label="Next Page" rel="next"><svg></svg></a></nav>""",
        "/search?q=sea&page=3",
    ),
    (
        "modern: sr-only words",
        "/search?page=1",
        """<ul class="pagination"><li class="page-item disabled"><a class="page-link" href="#" aria-label="Previous"><span aria-hidden="true">&laquo;</span><span class="sr-only">Previous</span></a></li><li class="page-item active"><a class="page-link" href="/search?page=1">1</a></li><li class="page-item"><a class="page-link" href="/search?page=2">2</a></li><li class="page-item"><a class="page-link" href="/search?page=2" aria-label="Next"><span aria-hidden="true">&raquo;</span><span class="sr-only">Next</span></a></li></ul>""",
        "/search?page=2",
    ),
    (
        "modern: test ids and long tokens",
        "/jobs?q=sea",
        """<a data-testid="pagination-page-2" aria-label="2" href="/jobs?q=sea&amp;start=10&amp;pp=gQAPAAABjx_zzQ">2</a><a data-testid="pagination-page-next" aria-label="Next Page" href="/jobs?q=sea&amp;start=10&amp;pp=gQAPAAABjx_zzQ"><svg role="presentation"></svg></a>""",
        "/jobs?q=sea&start=10&pp=gQAPAAABjx_zzQ",
    ),
    (
        "modern: cursor",
        "/t/tags?first=30",
        """<div class="pagination"><span class="disabled">Newer</span><a rel="nofollow" href="http://h.test/t/tags?after=v4.1&amp;first=30">Older</a></div>""",
        "/t/tags?after=v4.1&first=30",
    ),
    (
        "page 1 links all pages, all linked but the last",
        "/p?page=12",
        """<div>Pages: <a href="/p?page=10">10</a> <a href="/p?page=11">11</a> 12</div>""",
        None,
    ),
    (
        "pictures of numbers: the first page, an offset without a known name",
        "/s?q=sea",
        """<p><img src="/p1.gif" alt="1"><a href="/s?q=sea&amp;n=25"><img src="/p2.gif" alt="2"></a><a href="/s?q=sea&amp;n=50"><img src="/p3.gif" alt="3"></a></p>""",
        "/s?q=sea&n=25",
    ),
    (
        "pictures of numbers: two pages",
        "/s?q=sea",
        """<p><img src="/p1.gif" alt="1"><a href="/s?q=sea&amp;n=25"><img src="/p2.gif" alt="2"></a></p>""",
        "/s?q=sea&n=25",
    ),
    (
        "pictures of numbers: a middle page",
        "/s?q=sea&n=25",
        """<p><a href="/s?q=sea"><img src="/p1.gif" alt="1"></a><img src="/p2.gif" alt="2"><a href="/s?q=sea&amp;n=50"><img src="/p3.gif" alt="3"></a><a href="/s?q=sea&amp;n=75"><img src="/p4.gif" alt="4"></a></p>""",
        "/s?q=sea&n=50",
    ),
    (
        "pictures of numbers: the last page",
        "/s?q=sea&n=50",
        """<p><a href="/s?q=sea"><img src="/p1.gif" alt="1"></a><a href="/s?q=sea&amp;n=25"><img src="/p2.gif" alt="2"></a><img src="/p3.gif" alt="3"></p>""",
        None,
    ),
    (
        "no mark on the page shown: its number is missing, its parameter has no known name",
        "/s?q=sea&blk=25",
        """<p><a href="/s?q=sea&amp;blk=0">1</a> <a href="/s?q=sea&amp;blk=50">3</a> <a href="/s?q=sea&amp;blk=75">4</a></p>""",
        "/s?q=sea&blk=50",
    ),
    (
        "single result page with other words",
        "/s",
        """<p><a href="/next-steps">Next steps</a> <a href="/about">About</a> 12 results</p>""",
        None,
    ),
    (
        "article with neighbours",
        "/news/2020/sea",
        """<nav class="post-navigation"><a href="/news/2020/land" rel="prev">Land ahoy</a><a href="/news/2020/air" rel="next">Up in the air</a></nav>""",
        None,
    ),
    (
        "slider of pictures",
        "/s",
        """<div class="slider"><a class="prev" href="#">‹</a><a class="next" href="#">›</a><a href="#s1">1</a><a href="#s2">2</a></div>""",
        None,
    ),
    (
        "tabs of numbers",
        "/s",
        """<ul class="tabs"><li><a href="#t1">1</a><li><a href="#t2">2</a><li><a href="#t3">3</a></ul>""",
        None,
    ),
    (
        "archive by year and month",
        "/blog/",
        """<ul><li><a href="/blog/2019/">2019</a> (3)</li><li><a href="/blog/2020/">2020</a> (4)</li></ul><a href="/blog/2020/05/">May</a> <a href="/blog/2020/06/">June</a>""",
        None,
    ),
    (
        "footnotes",
        "/s",
        """<p>Text<sup><a href="#fn1">1</a></sup> more<sup><a href="#fn2">2</a></sup></p>""",
        None,
    ),
    (
        "ids as link texts",
        "/tickets?open=1",
        """<table><tr><td><a href="/ticket/41">41</a><td>Bug<tr><td><a href="/ticket/42">42</a><td>Bug<tr><td><a href="/ticket/43">43</a><td>Bug</table>""",
        None,
    ),
    (
        "counts as link texts",
        "/forum",
        """<table><tr><td><a href="/t/9">Sea</a><td><a href="/who?t=9">3</a><tr><td><a href="/t/12">Land</a><td><a href="/who?t=12">4</a></table>""",
        None,
    ),
    (
        "chapters of a book",
        "/book/4",
        """<a href="/book/4/ch/1">1</a> <a href="/book/4/ch/7">7</a> <a href="/book/4/ch/19">19</a>""",
        None,
    ),
    (
        "directory: a range to the next rows, the query written out",
        "/d/search?mode=all&option=%28%7Bat%7D%29&attr=cn&string=sea&dn=dc%3Dh&count=10",
        """<nav><table><tr><td>&nbsp;</td><td><a title="Show all" href="/d/search?filter=%28cn%3D%2Asea%2A%29&amp;resminindex=0&amp;resnumber=0">all</a></td><td><a rel="next" title="Show 11 to 20" href="/d/search?filter=%28cn%3D%2Asea%2A%29&amp;resminindex=10&amp;resnumber=10">11&hellip;20&rarr;</a></td></tr></table></nav>""",
        "/d/search?filter=%28cn%3D%2Asea%2A%29&resminindex=10&resnumber=10",
    ),
]


@pytest.mark.parametrize(("kind", "path", "html", "wanted"), KINDS, ids=[k[0] for k in KINDS])
def test_the_next_page_of_every_kind(kind: str, path: str, html: str, wanted: str | None) -> None:
    body = "".join(f"<div class=r><a href=/i/{i}>A record</a> of words</div>" for i in range(4))
    document = parse_html(f"<body>{html}{body}<p>footer</p>", H + path)
    offers = propose_next(document)
    first = offers[0].request.url.removeprefix(H) if offers and offers[0].request else None
    assert first == wanted, kind
    labels = read_pager(document).labels
    if wanted is None:
        assert "NEXT" not in labels.values()
