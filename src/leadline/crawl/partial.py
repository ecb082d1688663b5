"""Answers that come in parts: put onto the page that was shown last, frames put together."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape, unescape
from typing import Final
from urllib.parse import parse_qsl, urldefrag

from leadline.crawl.state.source import SourceState
from leadline.forms.find import find_interfaces
from leadline.model import Page, QueryInterface
from leadline.page.action.model import numberless
from leadline.page.action.part import live_fields
from leadline.page.action.patch import PageChange, changes_of, is_partial, patched, redrawn
from leadline.page.charset import decode
from leadline.page.dom import Document, parse
from leadline.page.json_page import markup_in
from leadline.page.query_string import split_address
from leadline.page.urls import join_url
from leadline.wrapper.identity.link import SESSION_PATH

HEAD_BYTES: Final = 600
_SIGN: Final = re.compile(rb"<partial-response|<ajax-response|<turbo-stream|^\W{0,3}\d{1,7}\|")
_PIECE_OF_PAGE: Final = re.compile(
    rb"""\s{0,99}<[a-z]{1,20}\b[^<>]{0,300}?\bid=["']([\w.:-]{1,200})["']""", re.I
)
_FRAME: Final = re.compile(rb"<frame\s", re.IGNORECASE)
_LOADED: Final = re.compile(rb"<[a-z]{1,20}-[a-z-]{1,40}\s[^<>]{0,500}\bsrc=", re.IGNORECASE)
"""An element of a script's own kind that loads its content from an address (Turbo)."""
_BODY: Final = re.compile(rb"</?(?:html|body|head)\b[^<>]*>|<!doctype[^<>]*>", re.IGNORECASE)
_END: Final = re.compile(rb"</body\s*>|</html\s*>", re.IGNORECASE)
_LINK: Final = re.compile(
    rb"(\b(?:href|action|src)\s*=\s*)(\"[^\"<>]{0,2000}\"|'[^'<>]{0,2000}'|[^\s\"'<>]{1,2000})",
    re.IGNORECASE,
)
HTML_TYPE: Final = ("Content-Type", "text/html; charset=utf-8")


def whole_page(source: SourceState, reply: Page) -> Page:
    """Return a partial answer as the page that it makes of the last one; other pages as they are.

    One that changes nothing of that page is no answer of it, and stays as it came.
    """
    if reply.status >= 400 or not reply.body:
        return reply
    is_called = source.form.call is not None  # its answers are read as they come
    for base in (source.traffic.latest_page, source.entry):
        made = put_onto(base, reply, may_be_list=not is_called) if base is not None else reply
        if made is not reply:
            source.become(replace(source.traffic, latest_page=made))
            keep_state(source, made)
            return made
    if reply.body[:1] not in (b"{", b"["):
        source.become(replace(source.traffic, latest_page=reply))
        keep_state(source, reply)
    return reply


def keep_state(source: SourceState, page: Page) -> None:
    """Take the state that an answer holds into the form: the server knows the latest alone."""
    if page.status < 400 and source.form.has_numbered_address:
        _keep_address(source, page)
    names = live_fields().intersection(source.form.hidden_values())
    if not names or page.status >= 400:
        return
    document = parse(page)
    fields = ((document.attribute(n, "name"), n) for n in document.elements("input"))
    values = {name: document.attribute(node, "value") for name, node in fields if name in names}
    if values:
        source.become(replace(source.form, state=tuple(values.items())))


def _keep_address(source: SourceState, page: Page) -> None:
    """Send the form from now on where the last answer sends it: a number there tells its page."""
    form = source.form.interface
    for same in find_interfaces(parse(page), source.task.rules) if form is not None else ():
        if form is not None and _is_same(form, same) and _addresses(form) != _addresses(same):
            moved = source.form.moved_to(same)
            source.become(replace(source.form, interface=moved.interface, button=moved.button))
            return


def _is_same(form: QueryInterface, other: QueryInterface) -> bool:
    """Tell whether two forms are one, of which numbers in the addresses may have moved."""
    if len(form.controls) != len(other.controls) or form.method != other.method:
        return False
    pairs = zip(form.controls, other.controls, strict=True)
    named = (one.name == two.name for one, two in pairs if one.kind != "hidden")
    places = ([numberless(one) for one in _addresses(each)] for each in (form, other))
    return all(named) and next(places) == next(places)


def _addresses(form: QueryInterface) -> list[str]:
    """Return where a form and its buttons send, without a session's id."""
    sent = (form.action, *(one.form_action for one in form.controls))
    return [SESSION_PATH.sub("", one) for one in sent if one]


def redirect_of(reply: Page) -> str:
    """Return the address that a partial answer leads on to, '' for another answer."""
    if not _SIGN.search(reply.body[:HEAD_BYTES]):
        return ""
    text, _ = decode(reply.body, reply.header("content-type"))
    changes = changes_of(text) if is_partial(text) else []
    found = next((one.text for one in changes if one.kind == "redirect"), "")
    return join_url(reply.url, found) if found else ""


def put_onto(base: Page, reply: Page, *, may_be_list: bool = True) -> Page:
    """Return a page with what a partial answer changes of it; the answer where that is nothing."""
    piece = _piece_of(base, reply)
    is_marked = _SIGN.search(reply.body[:HEAD_BYTES]) or b"Ajax-Update-Ids" in reply.body
    is_list = may_be_list and not is_marked and not piece and _is_list_alone(reply)
    if not is_marked and not piece and not is_list:
        return reply
    text, _ = decode(reply.body, reply.header("content-type"))
    if is_list:
        text = markup_in(text) if reply.body[:1] in (b"{", b"[") else text
        changes = [PageChange("list", "", text)] if text else []
    elif piece:
        changes = [PageChange("whole", piece, text)]
    else:
        changes = changes_of(text) if is_partial(text) else []
    shown, _ = decode(base.body, base.header("content-type"))
    html = patched(shown, changes) if changes else None
    if html is None:
        return reply
    pairs = parse_qsl(reply.request.body.decode("latin-1"), keep_blank_values=True)
    body = redrawn(html, dict(pairs)).encode("utf-8", "surrogatepass")
    kept = tuple(pair for pair in reply.headers if pair[0].casefold() != "content-type")
    return replace(reply, url=base.url, headers=(HTML_TYPE, *kept), body=body)


def _is_list_alone(reply: Page) -> bool:
    """Tell whether an answer may be no page but members of a list, in JSON or as they are."""
    head = reply.body[:HEAD_BYTES].lstrip()
    return head[:1] in (b"{", b"[") or (head[:1] == b"<" and not _BODY.search(reply.body))


def _piece_of(base: Page, reply: Page) -> str:
    """Return the id of the element of a page that an answer by itself is, '' for another answer.

    It was posted to another address than the page's own, and is no page.
    """
    opening = _PIECE_OF_PAGE.match(reply.body[:HEAD_BYTES])
    if opening is None or reply.request.method != "POST" or reply.url == base.url:
        return ""
    name = opening[1].decode("latin-1")
    if split_address(reply.url).path == split_address(base.url).path or _BODY.search(reply.body):
        return ""
    quoted = (f'id="{name}"'.encode("latin-1"), f"id='{name}'".encode("latin-1"))
    return name if any(map(base.body.__contains__, quoted)) else ""


def addresses_of_frames(page: Page) -> list[str]:
    """Return the addresses of the frames of a page that is a set, and of parts it loads alone.

    >>> from leadline.model import Request
    >>> asked = Request("GET", "http://h.test/find?q=tea")
    >>> frames = b"<frameset><frame src=nav?q=tea><frame src=list?q=tea></frameset>"
    >>> addresses_of_frames(Page(asked, asked.url, 200, (), frames))
    ['http://h.test/nav?q=tea', 'http://h.test/list?q=tea']
    >>> def came(name: str, body: bytes) -> Page:
    ...     url = f"http://h.test/{name}"
    ...     return Page(Request("GET", url), url, 200, (), body)
    >>> nav = came("a/nav", b"<a href=on>more</a>")
    >>> put_together(asked.url, [nav, came("list", b"<p>Black tea, green tea</p>")]).body
    b"<base href='http://h.test/list'><p>Black tea, green tea</p><div><a href='http://h.test/a/on'>more</a></div>"
    """
    is_set = is_set_of_frames(page)
    if not is_set and not _LOADED.search(page.body):
        return []
    document = parse(page)
    nodes = document.elements("frame") if is_set else _loading(document)
    links = (urldefrag(document.link(node, "src")).url for node in nodes)
    return [url for url in dict.fromkeys(links) if url.startswith("http") and url != page.url]


def is_set_of_frames(page: Page) -> bool:
    """Tell whether a page shows nothing but its frames."""
    return bool(_FRAME.search(page.body))


def _loading(document: Document) -> Iterator[int]:
    """Yield elements of scripts' own kinds that load a part of the page from its own host.

    >>> from leadline.page.dom import parse_html
    >>> part = "<turbo-frame id=list src=/list?q=tea loading=lazy></turbo-frame>"
    >>> page = parse_html(f"{part}<my-image src=/a.png></my-image>", "http://h.test/")
    >>> [page.link(node, "src") for node in _loading(page)]
    ['http://h.test/list?q=tea']
    """
    for node in document.elements(*{tag for tag in document.tag if "-" in tag}):
        there = split_address(document.link(node, "src"))
        is_file = "." in there.path.rpartition("/")[2]
        if not is_file and there.netloc == split_address(document.url).netloc:
            yield node


def put_together(url: str, frames: Sequence[Page]) -> Page:
    """Return the frames of an answer as one page at the address ``url``.

    Its number is that of the frame that says most, where its values stand.
    """
    main = max(frames, key=lambda frame: len(parse(frame).visible_text(0)))
    others = b"".join(b"<div>%s</div>" % _inside(frame) for frame in frames if frame is not main)
    ends = list(_END.finditer(main.body))
    at = ends[0].start() if ends else len(main.body)
    base = f"<base href='{escape(main.url)}'>".encode()
    body = base + main.body[:at] + others + main.body[at:]
    return replace(main, url=url, body=body)


def _inside(frame: Page) -> bytes:
    """Return what the body of a frame holds, with whole addresses."""

    def whole(link: re.Match[bytes]) -> bytes:
        address = unescape(link[2].strip(b"\"'").decode("latin-1"))
        joined = join_url(frame.url, address) or address
        return link[1] + b"'" + escape(joined).encode("latin-1", "xmlcharrefreplace") + b"'"

    return _LINK.sub(whole, _BODY.sub(b"", frame.body))
