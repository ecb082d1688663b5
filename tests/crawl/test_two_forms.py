"""Two search forms on a page: that in the head finds other things than the page lists."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from in_memory import HOST, run

from leadline.crawl.entry.left_forms import name_left_forms
from leadline.model import Page, Request
from leadline.page.dom import parse_html

WORDS = {
    "en": "harbour letters garden river winter bridge market silver journey lantern",
    "de": "hafen briefe garten fluss winter brücke markt silber reise laterne",
    "zh": "海港设备 机房网络 花园监控 河流数据 冬季存储 桥梁电源 市场前台 银色备份 旅途路由 灯笼机",
}
COUNT, ROWS, OTHERS = 160, 20, 90
HEAD = "<header><form action=/all role=search><input type=search name=search></form></header>"
FILTER = (
    "<form action=/devices><label>Name <input name=name></label>"
    "<label>Address <input name=ip></label><button>Apply</button></form>"
)


def names_of(language: str, count: int, step: int) -> list[str]:
    some = WORDS[language].split()
    return [f"{some[n % 10]} {some[n // 10 % 10]} {n * step + 1000}" for n in range(count)]


def address_of(name: str, devices: list[str]) -> str:
    return f"/{'d' if name in devices else 't'}/{name.replace(' ', '_')}"


def site(language: str, *, head_finds_devices: bool) -> object:
    """Devices under a filter; the head's form finds templates, and devices too if it may."""
    devices = names_of(language, COUNT, 3)
    templates = [f"template {name} by the server" for name in names_of("en", OTHERS, 7)]

    def answer(request: Request) -> Page:
        parts = urlsplit(request.url)
        sent = {k: v[0] for k, v in parse_qs(parts.query).items()}
        at = int(sent.get("page", 1)) - 1
        if parts.path == "/all":
            asked, names = sent.get("search", ""), templates + devices * head_finds_devices
            found = [name for name in names if asked and asked.casefold() in name]
        else:
            asked, names = sent.get("name", ""), devices
            found = [name for name in names if asked.casefold() in name]
        rows = "".join(
            f"<tr><td><a href='{address_of(name, devices)}'>{name}</a><td>10.0.{len(name)}.7"
            for name in found[ROWS * at : ROWS * at + ROWS]
        )
        key = "search" if parts.path == "/all" else "name"
        more = f"<a href='{parts.path}?{key}={asked}&amp;page={at + 2}'>Next</a>"
        table = f"<table><tr><th>Name<th>Address{rows}</table>" if rows else "<p>No data found</p>"
        html = (
            f"<html><body>{HEAD}{FILTER * (parts.path != '/all')}<h1>Inventory</h1>{table}"
            f"{more if len(found) > ROWS * at + ROWS else ''}</body></html>"
        )
        return Page(request, request.url, 200, (), html.encode())

    return answer


@pytest.mark.parametrize("language", list(WORDS))
def test_the_form_of_the_list_is_asked(language: str) -> None:
    ran = run(f"{HOST}/devices", site(language, head_finds_devices=False), most=400)  # type: ignore[arg-type]
    assert sum("/d/" in key for key in ran.records) == COUNT


def test_the_head_is_asked_where_it_finds_the_list_too() -> None:
    ran = run(f"{HOST}/devices", site("en", head_finds_devices=True), most=500)  # type: ignore[arg-type]
    assert len(ran.records) == COUNT + OTHERS


def test_a_failure_names_the_forms_that_were_left() -> None:
    contact = (
        "<form method=post action=/c><h3>Contact us</h3><label>Name <input name=n></label>"
        "<label>E-mail <input name=mail></label><label>Telephone <input name=tel></label>"
        "<button>Send</button></form><form method=post action=/in><input name=user>"
        "<input type=password name=p><button>Log in</button></form>"
    )
    named = "; a form with Name, E-mail, Telephone was taken for a contact form and left alone"
    assert name_left_forms("why", parse_html(contact, f"{HOST}/")) == f"why{named}"

    def answer(request: Request) -> Page:
        return Page(request, request.url, 200, (), f"<h1>Us</h1>{contact[:-4]}".encode())

    ran = run(f"{HOST}/", answer, most=20)
    assert named in ran.outcome.reason


BULK = (
    "<form method=post action=/bulk><input type=checkbox name=all>{}"
    "<button name=do>Delete</button></form>"
)
ROWS_OF_FILTER = (
    "<button type=button>Add</button><button type=button>Remove</button><script></script>"
)


@pytest.mark.parametrize("language", list(WORDS))
def test_a_head_that_shows_the_list_beside_its_records(language: str) -> None:
    """The head finds devices by name in a list of their own; its words find templates."""
    devices = names_of(language, COUNT, 3)
    templates = [f"template {name} by the office" for name in names_of("en", OTHERS, 7)]
    filter_form = FILTER.replace("<button", f"{ROWS_OF_FILTER}<button")

    def table(kind: str, names: list[str], cells: str) -> str:
        rows = "".join(f"<tr><td><a href='/{kind}/{n}'>{n}</a>{cells}" for n in names)
        return (
            f"<div id={kind}><table><tr><th>{kind}{rows or '<tr><td>No data found'}</table></div>"
        )

    def answer(request: Request) -> Page:
        parts = urlsplit(request.url)
        sent = {k: v[0] for k, v in parse_qs(parts.query).items()}
        if parts.path == "/all":
            asked = sent.get("search", "").casefold()
            whole = [name for name in devices if asked == name]
            found = [name for name in templates if asked and asked in name]
            body = table("d", whole, "<td>10.0.0.1") + table("t", found, "<td>Items")
        else:
            asked, at = sent.get("name", "").casefold(), int(sent.get("page", 1)) - 1
            found = [name for name in devices if asked in name]
            used = f"<td>10.0.0.1<td>{templates[0]}" if at == 0 and not asked else "<td>10.0.0.1"
            shown = found[ROWS * at : ROWS * at + ROWS]
            body = table("d", shown[:1], used).replace("</table></div>", "")
            body += "".join(f"<tr><td><a href='/d/{n}'>{n}</a><td>10.0.0.1" for n in shown[1:])
            more = f"<a href='/devices?name={asked}&amp;page={at + 2}'>Next</a>"
            body = filter_form + BULK.format(f"{body}</table></div>")
            body += more if len(found) > ROWS * at + ROWS else ""
        return Page(
            request,
            request.url,
            200,
            (),
            f"<html><body>{HEAD}<h1>Inventory</h1>{body}</body></html>".encode(),
        )

    ran = run(f"{HOST}/devices", answer, most=400)
    assert sum("/d/" in key for key in ran.records) == COUNT
