"""What every request must pass before a handler sees it, and the headers of every answer.

- ``Host`` names this server, so a foreign name that leads here (DNS rebinding) gets nothing.
- ``Origin`` and ``Sec-Fetch-Site``, where a browser sends them, name this server.
- A server for more than this machine asks for its token: as a bearer, or a cookie from ``/login``.
- Whatever changes something carries the CSRF token, as a header or a field of a form.
- A body is short, and is read before the handler runs.

>>> policy = AccessPolicy("127.0.0.1")
>>> policy.is_own_host("localhost:8000"), policy.is_own_host("rebound.example:8000")
(True, False)
"""

import hmac
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from typing import Final
from urllib.parse import parse_qs, quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from leadline.page.urls import is_ip

LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "::1")
MIN_TOKEN_LENGTH: Final = 16
MAX_BODY_BYTES: Final = 256 * 1024
MAX_FORM_FIELDS: Final = 200
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
ACCESS_COOKIE: Final = "leadline_access"
CSRF_FIELD: Final = "csrf"
CSRF_HEADER: Final = "x-csrf-token"
LOGIN_PATH: Final = "/login"
OPEN_PATHS: Final = (LOGIN_PATH, "/static/")
"""What can be read without the token of the server."""

ASKING_PATH: Final = "/reconcile"
"""End of a path at which a POST asks and changes nothing, and programs of this machine may ask."""

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS: Final = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-dns-prefetch-control": "off",
    "cache-control": "no-store",
}
"""Headers of every answer; a handler may set its own instead."""


@dataclass(frozen=True, slots=True)
class AccessPolicy:
    """Who may ask: ``host`` is the address that is listened on, ``names`` further ones of it.

    ``token`` '' means that whoever reaches the server may use it.
    """

    host: str
    token: str = field(default="", repr=False)
    names: tuple[str, ...] = ()
    secret: bytes = field(default_factory=lambda: token_bytes(32), repr=False)

    def __post_init__(self) -> None:
        if self.host not in LOOPBACK_NAMES and not self.token:
            raise ValueError(f"{self.host} can be reached by others: give a token (--token)")
        if self.token and len(self.token) < MIN_TOKEN_LENGTH:
            raise ValueError(f"a token has {MIN_TOKEN_LENGTH} characters or more")

    @property
    def access(self) -> str:
        """Value of the cookie of those who gave the token; '' where none is asked for."""
        return self._digest("access", self.token) if self.token else ""

    def is_own_host(self, header: str) -> bool:
        """Tell whether a ``Host`` header means this server."""
        try:
            name = (urlsplit(f"//{header}").hostname or "").rstrip(".")
        except ValueError:
            return False
        is_remote = self.host not in LOOPBACK_NAMES
        return name in (*LOOPBACK_NAMES, self.host, *self.names) or (is_remote and is_ip(name))

    def is_token(self, given: str) -> bool:
        """Compare a token in constant time."""
        return bool(self.token) and hmac.compare_digest(given.encode(), self.token.encode())

    def csrf(self, headers: Headers) -> str:
        """Return the CSRF token of whoever sends these headers."""
        return self._digest("csrf", self._cookie(headers))

    def may_read(self, headers: Headers) -> bool:
        """Tell whether a request comes from somebody who knows the token."""
        if not self.token or self.is_bearer(headers):
            return True
        return hmac.compare_digest(self._cookie(headers).encode(), self.access.encode())

    def is_bearer(self, headers: Headers) -> bool:
        """Tell whether a program sent the token itself, which no foreign page can."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and self.is_token(given.strip())

    def _cookie(self, headers: Headers) -> str:
        return cookie_parser(headers.get("cookie", "")).get(ACCESS_COOKIE, "")

    def _digest(self, purpose: str, value: str) -> str:
        return hmac.new(self.secret, f"{purpose}:{value}".encode(), sha256).hexdigest()


class SecurityGate:
    """ASGI middleware that applies a policy."""

    def __init__(self, app: ASGIApp, policy: AccessPolicy) -> None:
        self.app = app
        self.policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        answer = _with_headers(send)
        refusal = self._refusal(scope, headers)
        if refusal is None and scope["method"] not in SAFE_METHODS:
            body = await _read_body(headers, receive)
            is_question = body is not None and scope["path"].endswith(ASKING_PATH)
            refusal = None if is_question else self._refusal_of_change(headers, body)
            receive = _replay(body or b"", receive)
        await (refusal or self.app)(scope, receive, answer)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """Check where a request comes from, and whether its sender may read."""
        host = headers.get("host", "")
        if not self.policy.is_own_host(host):
            return PlainTextResponse("This is not the server of that name.\n", 421)
        is_change = scope["method"] not in SAFE_METHODS
        is_neighbour = scope["path"].endswith(ASKING_PATH) and _is_of_this_machine(headers)
        if not is_neighbour and _is_foreign(headers, host, is_change=is_change):
            return PlainTextResponse("This request came from another site.\n", 403)
        path: str = scope["path"]
        if path.startswith(OPEN_PATHS) or self.policy.may_read(headers):
            return None
        if path.startswith("/api") or is_change:
            wanted = {"www-authenticate": "Bearer"}
            return PlainTextResponse("This server needs its token.\n", 401, wanted)
        return RedirectResponse(f"{LOGIN_PATH}?next={quote(path)}", 303)

    def _refusal_of_change(self, headers: Headers, body: bytes | None) -> Response | None:
        if body is None:
            return PlainTextResponse("The body of this request is too large.\n", 413)
        if self.policy.is_bearer(headers):
            return None
        given = headers.get(CSRF_HEADER, "") or _form_field(headers, body)
        if not hmac.compare_digest(given.encode(), self.policy.csrf(headers).encode()):
            text = "This form is out of date: load its page again. (The CSRF token is missing.)\n"
            return PlainTextResponse(text, 403)
        return None


def _is_foreign(headers: Headers, host: str, *, is_change: bool) -> bool:
    """Tell whether a browser says that another site sent this request.

    A link on another site may open a page; it may not change anything.
    """
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != host:
        return True
    return is_change and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")


def _is_of_this_machine(headers: Headers) -> bool:
    """Tell whether a browser says that a page of another program of this machine sent it."""
    try:
        return urlsplit(headers.get("origin", "")).hostname in LOOPBACK_NAMES
    except ValueError:
        return False


def _form_field(headers: Headers, body: bytes) -> str:
    if not headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        return ""
    try:
        fields = parse_qs(body.decode("ascii", "replace"), max_num_fields=MAX_FORM_FIELDS)
    except ValueError:
        return ""
    return fields.get(CSRF_FIELD, [""])[0]


async def _read_body(headers: Headers, receive: Receive) -> bytes | None:
    """Read a whole body; None if it is too large."""
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MAX_BODY_BYTES:
        return None
    parts: list[bytes] = []
    size, is_more = 0, True
    while is_more:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_BODY_BYTES:
            return None
        is_more = message.get("more_body", False)
    return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Give a body that was read to the handler, then what comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return waiting.pop() if waiting else await receive()

    return replayed


def _with_headers(send: Send) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return answer
