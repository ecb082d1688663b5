# ruff: noqa: E501 (a table: one form a row)
"""Fifty-six query forms as Chinese sites write them: markup, encodings and words of libraries,
archives, registries, shops and boards. Each row: why it is there, encoding, form, its labels in
order (None: a reader sees none), the name of the keyword or main text box ('' for none)."""

from collections import Counter
from urllib.parse import quote

import pytest

from leadline.forms.find import find_interfaces
from leadline.forms.roles.query_box import control_groups, query_control
from leadline.forms.submit.submit import submit_form
from leadline.model import Page, QueryInterface, Request
from leadline.page.dom import parse
from leadline_research.bench.forms.form_labels import group_label, lenient
from tables import read_rows

URL = "http://ku.test/chaxun/index.jsp"

FORMS = read_rows(__file__, "FORMS", "case", "charset", "html", "labels", "box", sequence=list)

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
