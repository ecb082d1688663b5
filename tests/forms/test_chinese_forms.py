# ruff: noqa: E501 (a table: one form a row)
"""Fifty-six query forms as Chinese sites write them: markup, encodings and words of libraries,
archives, registries, shops and boards. Each row: why it is there, encoding, form, its labels in
order (None: a reader sees none), the name of the keyword or main text box ('' for none)."""

from __future__ import annotations

from collections import Counter
from urllib.parse import quote

import pytest

from leadline.forms.find import find_interfaces
from leadline.forms.roles.query_box import control_groups, query_control
from leadline.forms.submit.submit import submit_form
from leadline.model import Page, QueryInterface, Request
from leadline.page.dom import parse
from leadline_research.bench.forms.form_labels import group_label, lenient

URL = "http://ku.test/chaxun/index.jsp"

FORMS: list[tuple[str, str, str, list[str | None], str]] = [
    (
        "title bar box, button says 搜索",
        "utf-8",
        "<form action=so><input name=wd size=40><input type=submit value=搜索></form>",
        [None],
        "wd",
    ),
    (
        "placeholder alone",
        "utf-8",
        "<form action=so class=sousuo><input name=keyword placeholder='请输入书名、作者或ISBN'><button>检索</button></form>",
        ["请输入书名、作者或ISBN"],
        "keyword",
    ),
    (
        "default text that a script clears",
        "gbk",
        "<form action=so><input name=key value=请输入关键字 onfocus=\"if(this.value=='请输入关键字')this.value=''\"><input type=image src=s.gif alt=搜索></form>",
        ["请输入关键字"],
        "key",
    ),
    (
        "label column with full-width colons",
        "gbk",
        "<form><table><tr><td>题名：</td><td><input name=tm></td></tr><tr><td>责任者：</td><td><input name=zrz></td></tr><tr><td>出版社：</td><td><input name=cbs></td></tr><tr><td colspan=2><input type=submit value=查询></td></tr></table></form>",
        ["题名", "责任者", "出版社"],
        "tm",
    ),
    (
        "two label columns side by side",
        "gb2312",
        "<form><table><tr><td>书　名：<td><input name=a><td>作　者：<td><input name=b><tr><td>出版年：<td><input name=c><td>索书号：<td><input name=d></table><input type=submit value=检索></form>",
        ["书 名", "作 者", "出版年", "索书号"],
        "a",
    ),
    (
        "header row over a row of boxes",
        "utf-8",
        "<form><table><tr><th>案号</th><th>当事人</th><th>审理法院</th></tr><tr><td><input name=ah></td><td><input name=dsr></td><td><select name=fy><option>北京</option><option>上海</option></select></td></tr></table><button>查询</button></form>",
        ["案号", "当事人", "审理法院"],
        "ah",
    ),
    (
        "header row in td, with a row of buttons below",
        "gbk",
        "<form><table border=1><tr><td>姓名<td>籍贯<td>朝代<tr><td><input name=xm><td><input name=jg><td><input name=cd><tr><td colspan=3><input type=submit value=开始检索></table></form>",
        ["姓名", "籍贯", "朝代"],
        "xm",
    ),
    (
        "labels tied by for",
        "utf-8",
        "<form><div><label for=t>标题</label><input id=t name=title></div><div><label for=f>发文机关</label><input id=f name=fwjg></div><div><label for=z>文号</label><input id=z name=wh></div><button>搜索</button></form>",
        ["标题", "发文机关", "文号"],
        "title",
    ),
    (
        "wrapping labels with a colon inside",
        "utf-8",
        "<form><label>关键词：<input name=q></label><label>来源：<input name=src></label><button>搜一下</button></form>",
        ["关键词", "来源"],
        "q",
    ),
    (
        "one line, text before each control",
        "gbk",
        "<form>&nbsp;书名：<input name=bn size=10>&nbsp;&nbsp;作者：<input name=au size=8> 分类：<select name=cls><option value=''>全部</option><option value=1>文学</option><option value=2>历史</option></select><input type=submit value=搜索></form>",
        ["书名", "作者", "分类"],
        "bn",
    ),
    (
        "span labels in divs",
        "utf-8",
        "<form><div class=item><span class=name>企业名称</span><span class=val><input name=ent></span></div><div class=item><span class=name>统一社会信用代码</span><span class=val><input name=uscc></span></div><a class=btn>查询</a></form>",
        ["企业名称", "统一社会信用代码"],
        "ent",
    ),
    (
        "definition list",
        "utf-8",
        "<form><dl><dt>专利名称</dt><dd><input name=zlmc></dd><dt>申请人</dt><dd><input name=sqr></dd><dt>申请号</dt><dd><input name=sqh></dd></dl><input type=submit value=检索></form>",
        ["专利名称", "申请人", "申请号"],
        "zlmc",
    ),
    (
        "list items with required stars",
        "utf-8",
        "<form><ul><li><em>*</em>省份：<select name=sf><option>广东</option><option>江苏</option></select></li><li>学校名称：<input name=xx></li></ul><button>查询</button></form>",
        ["省份", "学校名称"],
        "xx",
    ),
    (
        "first options as captions",
        "utf-8",
        "<form><select name=p><option value=''>请选择省份</option><option value=1>广东</option><option value=2>浙江</option></select><select name=c><option value=''>请选择城市</option></select><input name=kw placeholder=职位关键词><button>搜索职位</button></form>",
        ["请选择省份", "请选择城市", "职位关键词"],
        "kw",
    ),
    (
        "bare 全部 is no caption",
        "gbk",
        "<form><input name=kw><select name=lm><option value=0>全部</option><option value=1>新闻</option><option value=2>公告</option></select><input type=submit value=搜索></form>",
        [None, None],
        "kw",
    ),
    (
        "years as a range in words",
        "utf-8",
        "<form>题名 <input name=tm><br>出版年 <input name=y1 size=4> 至 <input name=y2 size=4><br><input type=submit value=检索></form>",
        ["题名", "出版年", "至"],
        "tm",
    ),
    (
        "从 and 到 before the ends",
        "gb2312",
        "<form><p>论文题目：<input name=tm><p>从 <input name=from> 到 <input name=to><p><input type=submit value=查找></form>",
        ["论文题目", "从", "到"],
        "tm",
    ),
    (
        "units behind the boxes",
        "utf-8",
        "<form>面积：<input name=mj1> - <input name=mj2> 平方米<br>总价：<input name=zj> 万元<br>小区：<input name=xq><button>找房</button></form>",
        ["面积", None, "总价", "小区"],
        "xq",
    ),
    (
        "radio group with its question",
        "utf-8",
        "<form>检索词：<input name=q><br>匹配方式：<input type=radio name=m value=1 checked>精确 <input type=radio name=m value=2>模糊 <input type=radio name=m value=3>前方一致<br><input type=submit value=检索></form>",
        ["检索词", "匹配方式"],
        "q",
    ),
    (
        "check boxes with text behind",
        "gbk",
        "<form><input name=q><br><input type=checkbox name=db1 value=1>期刊 <input type=checkbox name=db2 value=1>学位论文 <input type=checkbox name=db3 value=1>会议论文<br><input type=submit value=跨库检索></form>",
        [None, "期刊", "学位论文", "会议论文"],
        "q",
    ),
    (
        "field select, box, match select",
        "utf-8",
        "<form><select name=field><option value=t>题名</option><option value=a>作者</option><option value=s>主题词</option></select><input name=value><select name=match><option>前方一致</option><option>精确</option></select><input type=submit value=检索></form>",
        [None, None, None],
        "value",
    ),
    (
        "fieldset legend over a box group",
        "utf-8",
        "<form><label for=k>检索词</label><input id=k name=k><fieldset><legend>文献类型</legend><label><input type=checkbox name=lx value=1>图书</label><label><input type=checkbox name=lx value=2>期刊</label></fieldset><button>检索</button></form>",
        ["检索词", "文献类型"],
        "k",
    ),
    (
        "traditional Chinese, Big5, table",
        "big5",
        "<form><table><tr><td>書名<td><input name=bk><tr><td>作者<td><input name=au><tr><td>出版者<td><input name=pb></table><input type=submit value=查詢></form>",
        ["書名", "作者", "出版者"],
        "bk",
    ),
    (
        "Big5 one line with 請選擇",
        "big5",
        "<form>關鍵字：<input name=kw> 縣市：<select name=c><option value=''>請選擇</option><option>臺北市</option><option>高雄市</option></select><input type=submit value=搜尋></form>",
        ["關鍵字", "縣市"],
        "kw",
    ),
    (
        "Big5 header row of th",
        "big5",
        "<form><table><tr><th>姓名<th>字號<th>籍貫<tr><td><input name=n><td><input name=z><td><input name=j></table><input type=submit value=送出查詢></form>",
        ["姓名", "字號", "籍貫"],
        "n",
    ),
    (
        "traditional with for in UTF-8",
        "utf-8",
        "<form role=search><label for=q>站內搜尋</label><input id=q name=q type=search><button>搜尋</button></form>",
        ["站內搜尋"],
        "q",
    ),
    (
        "ASP.NET names inside one page form",
        "utf-8",
        "<form method=post><input type=hidden name=__VIEWSTATE value=x><a href=/>首页</a> <a href=/help>帮助</a><div><span>中标单位</span><input name=ctl00$main$txtZbdw></div><div><span>公告日期</span><input name=ctl00$main$txtDate></div><input type=submit name=ctl00$main$btnQuery value=查询></form>",
        ["中标单位", "公告日期"],
        "ctl00$main$txtZbdw",
    ),
    (
        "help in brackets between label and box",
        "utf-8",
        "<form><div><b>作者</b><small>（可输入拼音）</small><input name=au></div><div><b>刊名</b><small>（中文或英文）</small><input name=jn></div><button>检索</button></form>",
        ["作者", "刊名"],
        "au",
    ),
    (
        "label above in its own block",
        "utf-8",
        "<form><div class=lab>案件名称</div><div><input name=an></div><div class=lab>裁判日期</div><div><input name=cprq type=date></div><button>搜索</button></form>",
        ["案件名称", "裁判日期"],
        "an",
    ),
    (
        "font tags and br, old style",
        "gb2312",
        "<form><font color=red>歌名</font><br><input name=gm><br><font color=red>歌手</font><br><input name=gs><br><input type=submit value=找歌></form>",
        ["歌名", "歌手"],
        "gm",
    ),
    (
        "nested layout table",
        "gbk",
        "<form><table><tr><td><table><tr><td>藏品名称</td><td><input name=cp></td></tr></table></td><td><table><tr><td>年代</td><td><select name=nd><option>唐</option><option>宋</option></select></td></tr></table></td></tr></table><input type=submit value=检索></form>",
        ["藏品名称", "年代"],
        "cp",
    ),
    (
        "form element closed early by a table",
        "gbk",
        "<table><form action=s><tr><td>品名：</td><td><input name=pm></td></tr><tr><td>规格：</td><td><input name=gg></td><td><input type=submit value=查询></td></tr></form></table>",
        ["品名", "规格"],
        "pm",
    ),
    (
        "hidden trap beside the box",
        "utf-8",
        "<form>关键词：<input name=q><div style='display:none'>请勿填写：<input name=url></div><button>搜索</button></form>",
        ["关键词", "请勿填写"],
        "q",
    ),
    (
        "sorting and page size",
        "utf-8",
        "<form>检索词：<input name=q> 排序：<select name=px><option>相关度</option><option>时间</option></select> 每页显示：<select name=n><option>10</option><option>20</option><option>50</option></select><button>检索</button></form>",
        ["检索词", "排序", "每页显示"],
        "q",
    ),
    (
        "train query: departure, arrival, date",
        "utf-8",
        "<form><label>出发地</label><input name=from_station><label>目的地</label><input name=to_station><label>出发日</label><input name=train_date><button>查询</button></form>",
        ["出发地", "目的地", "出发日"],
        "from_station",
    ),
    (
        "board search by author",
        "gbk",
        "<form action=bbsfind>作者: <input name=userid> 标题含有: <input name=title> 标题不含: <input name=title3><input type=submit value=查询></form>",
        ["作者", "标题含有", "标题不含"],
        "title",
    ),
    (
        "dictionary with radio before text",
        "gb18030",
        "<form><input type=radio name=lx value=zi checked>查字<input type=radio name=lx value=ci>查词 <input name=wd><input type=submit value=查></form>",
        [None, None],
        "wd",
    ),
    (
        "text in th, controls in td",
        "utf-8",
        "<form><table><tr><th>药品名称</th><td><input name=yp></td><th>批准文号</th><td><input name=pz></td></tr><tr><th>生产单位</th><td colspan=3><input name=sc></td></tr></table><button>查询</button></form>",
        ["药品名称", "批准文号", "生产单位"],
        "yp",
    ),
    (
        "colon in its own cell",
        "gbk",
        "<form><table><tr><td>成果名称</td><td>：</td><td><input name=cg></td></tr><tr><td>完成单位</td><td>：</td><td><input name=dw></td></tr></table><input type=submit value=检索></form>",
        ["成果名称", "完成单位"],
        "cg",
    ),
    (
        "advanced search rows with and/or",
        "utf-8",
        "<form><div><span>篇名</span><input name=t1></div><div><select name=op1><option>并且</option><option>或者</option></select><span>作者</span><input name=t2></div><button>检索</button></form>",
        ["篇名", None, "作者"],
        "t1",
    ),
    (
        "Hong Kong archive, mixed language",
        "big5",
        "<form><table><tr><td>檔案名稱 Title<td><input name=title><tr><td>年份 Year<td><input name=yr></table><input type=submit value='搜尋 Search'></form>",
        ["檔案名稱 Title", "年份 Year"],
        "title",
    ),
    (
        "label text inside the anchor of a help link",
        "utf-8",
        "<form><div><label>分类号 <a href=/help>？</a></label><input name=clc></div><div><label>主题词 <a href=/help>？</a></label><input name=su></div><button>检索</button></form>",
        ["分类号", "主题词"],
        "clc",
    ),
    (
        "Taiwanese library, label column in bold",
        "big5",
        "<form><table><tr><td><b>書　名</b></td><td><input name=bt></td></tr><tr><td><b>著　者</b></td><td><input name=au></td></tr><tr><td><b>出版者</b></td><td><input name=pb></td></tr></table><input type=submit value=查詢></form>",
        ["書 名", "著 者", "出版者"],
        "bt",
    ),
    (
        "Taiwanese gazette, years of the Republic from and to",
        "big5",
        "<form>公報期別：<input name=no size=5><br>公布年度：民國 <input name=y1 size=3> 年至 <input name=y2 size=3> 年<br>內容：<input name=kw><input type=submit value=開始查詢></form>",
        ["公報期別", "公布年度：民國", "年至", "內容"],
        "kw",
    ),
    (
        "header row over boxes",
        "big5",
        "<form><table border=1><tr><td>姓名</td><td>生年</td><td>籍貫</td></tr><tr><td><input name=nm></td><td><input name=by></td><td><input name=jg></td></tr></table><input type=submit value=檢索></form>",
        ["姓名", "生年", "籍貫"],
        "nm",
    ),
    (
        "frames of the nineties: font tags",
        "big5",
        "<form><font size=2 color=blue>公司名稱：</font><input name=cn><br><font size=2 color=blue>統一編號：</font><input name=id maxlength=8><input type=submit value=送出查詢></form>",
        ["公司名稱", "統一編號"],
        "cn",
    ),
    (
        "county select with a caption, keyword behind",
        "big5",
        "<form><select name=ct><option value=''>請選擇縣市</option><option value=1>臺北市</option><option value=2>高雄市</option></select><input name=kw value=請輸入關鍵字 onfocus=\"this.value=''\"><input type=submit value=搜尋></form>",
        ["請選擇縣市", "請輸入關鍵字"],
        "kw",
    ),
    (
        "radio group says how to match",
        "big5",
        "<form>關鍵詞：<input name=q><br>比對方式：<input type=radio name=m value=1 checked>精確<input type=radio name=m value=2>模糊<br><input type=submit value=查詢></form>",
        ["關鍵詞", "比對方式"],
        "q",
    ),
    (
        "definition list of a museum",
        "big5",
        "<form><dl><dt>品名</dt><dd><input name=pm></dd><dt>朝代</dt><dd><select name=cd><option>宋</option><option>明</option><option>清</option></select></dd><dt>編號</dt><dd><input name=bh></dd></dl><input type=submit value=檢索></form>",
        ["品名", "朝代", "編號"],
        "pm",
    ),
    (
        "grid of blocks: a row of captions over a row of boxes",
        "utf-8",
        "<form><div class=row><div>专利号</div><div>发明人</div><div>申请日</div></div><div class=row><div><input name=zlh></div><div><input name=fmr></div><div><input name=sqr></div></div><button>检索</button></form>",
        ["专利号", "发明人", "申请日"],
        "zlh",
    ),
    (
        "help between caption and box",
        "utf-8",
        "<form><div><label>裁判案由</label><p class=help>可輸入多個詞，以空格分隔</p><input name=jtitle></div><div><label>裁判主文</label><p class=help>限五十字</p><input name=jmain></div><button>查詢</button></form>",
        ["裁判案由", "裁判主文"],
        "jtitle",
    ),
    (
        "floating captions behind their boxes",
        "utf-8",
        "<form><div class=f><input name=gsmc><span class=ph>公司名称</span></div><div class=f><input name=fr><span class=ph>法定代表人</span></div><button>查一下</button></form>",
        ["公司名称", "法定代表人"],
        "gsmc",
    ),
    (
        "price and area ranges with units",
        "gbk",
        "<form>小区：<input name=xq> 总价：<input name=zj1 size=4> - <input name=zj2 size=4>万元 面积：<input name=mj1 size=4> 至 <input name=mj2 size=4>平方米<input type=submit value=找房></form>",
        ["小区", "总价", None, "面积", "至"],
        "xq",
    ),
    (
        "required stars, notes in brackets",
        "gb2312",
        "<form><table><tr><td><font color=red>*</font>考生号</td><td><input name=ksh>（必填）</td></tr><tr><td><font color=red>*</font>姓名</td><td><input name=xm>（必填）</td></tr></table><input type=submit value=查询></form>",
        ["考生号", "姓名"],
        "ksh",
    ),
    (
        "field select, words, match select",
        "gbk",
        "<form><select name=field><option value=title>题名</option><option value=author>著者</option><option value=subject>主题词</option></select><input name=strText><select name=match><option>前方一致</option><option>模糊匹配</option></select><input type=submit value=检索></form>",
        [None, None, None],
        "strText",
    ),
    (
        "years as selects in one sentence",
        "gb2312",
        "<form>从 <select name=y1><option>1990<option>1991<option>1992</select> 年到 <select name=y2><option>1990<option>1991<option>1992</select> 年，标题含 <input name=bt><input type=submit value=检索></form>",
        ["从", "年到", "标题含"],
        "bt",
    ),
]

TRADITIONAL = "書籍號檢搜縣題臺灣國關鍵內請選擇"


def read(html: str, charset: str) -> QueryInterface:
    page = Page(
        Request("GET", URL),
        URL,
        200,
        (("Content-Type", f"text/html; charset={charset}"),),
        f"<html><head><title>x</title></head><body>{html}</body></html>".encode(charset),
    )
    document = parse(page)
    form = next(document.elements("form"))
    return next(one for one in find_interfaces(document) if one.node == form)


def clean(label: str) -> str:
    return " ".join(label.split()).strip(":：？? *")


@pytest.mark.parametrize(
    ("charset", "html", "labels", "box"), [f[1:] for f in FORMS], ids=[f[0] for f in FORMS]
)
def test_labels_and_box(charset: str, html: str, labels: list[str | None], box: str) -> None:
    form = read(html, charset)
    groups = control_groups(form)
    found = [clean(g[0].group_label if len(g) > 1 else g[0].label) for g in groups]
    assert found == [label or "" for label in labels]
    chosen = query_control(form)
    assert (chosen.name if chosen else "") == box


@pytest.mark.parametrize(
    ("charset", "html", "box"), [(f[1], f[2], f[4]) for f in FORMS], ids=[f[0] for f in FORMS]
)
def test_they_are_asked_in_their_own_encoding(charset: str, html: str, box: str) -> None:
    form = read(html, charset)
    assert form.kind == "search"
    sent = submit_form(form, {box: "海"}, None)
    want = f"={quote('海'.encode(charset))}"
    assert want in sent.url + sent.body.decode("ascii")


def test_label_f1_over_all() -> None:
    """Scored as ``bench form-labels`` scores its gold set; each form counts, not each row of a test."""
    right = false = missed = 0
    for _, charset, html, labels, _ in FORMS:
        groups = control_groups(read(html, charset))
        for group, gold in zip(groups, labels, strict=True):
            label = group_label(group)
            near = lenient(label, gold or "")
            right += bool(label and gold and near)
            false += bool(label and not (gold and near))
            missed += bool(gold and not (label and near))
    f1 = 2 * right / (2 * right + false + missed)
    assert f1 >= 0.97, (right, false, missed)


def test_the_table_is_as_varied_as_it_says() -> None:
    charsets = Counter(form[1] for form in FORMS)
    assert len(FORMS) == len({form[2] for form in FORMS}) >= 56
    assert charsets["big5"] >= 10
    assert charsets["gbk"] + charsets["gb2312"] + charsets["gb18030"] >= 15
    assert sum(any(sign in form[2] for sign in TRADITIONAL) for form in FORMS) >= 15
