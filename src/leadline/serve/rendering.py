"""Renders templates: harvested text is escaped always, messages are in the person's language."""

import time
from datetime import UTC, datetime
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse

from leadline import __version__
from leadline.page.masks import masked, masked_all, masked_key, masked_value
from leadline.report import markup
from leadline.serve.languages import Messages, choose_language
from leadline.serve.security import CSRF_FIELD


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("leadline.serve"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=leaving,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "harvested": harvested,
        "harvested_link": harvested_link,
        "number": markup.number,
        "size": markup.size,
        "duration": markup.duration,
        "moment": moment,
        "said": said,
        "as_typed": as_typed,
        "as_key": masked_key,
        "of_column": lambda value, column: masked_value(column, str(value)),
    }
    environment.globals |= {"version": __version__, "csrf_field": CSRF_FIELD}
    return environment


class LeavingJSON(JSONResponse):
    """JSON for programs; secrets in it are masked, wherever they stand."""

    def render(self, content: Any) -> bytes:
        """Turn plain values into bytes."""
        return super().render(masked_all(content))


def leaving(value: object) -> object:
    """Mask secrets in whatever a template shows; HTML that was made went through the gate."""
    return masked(value) if type(value) is str else value


def as_typed(value: object) -> Markup:
    """Show as it is what the person typed: forms send it again."""
    return escape(str(value))


def harvested(value: object, most: int = 2_000) -> Markup:
    """Escape, cut and isolate harvested text; nothing in it is obeyed.

    >>> harvested("<script>alert(1)</script>")
    Markup('<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>')
    """
    shown = masked(str(value))
    if len(shown) <= most and shown.isprintable() and "/" not in shown:  # most cells of a table
        return Markup(f"<bdi>{escape(shown)}</bdi>")
    return Markup(str(markup.text(shown, most)))


def harvested_link(url: str, label: str = "") -> Markup:
    """Link to an http or https address; any other is shown as text.

    >>> harvested_link("javascript:alert(1)")
    Markup('<bdi>javascript:alert(1)</bdi>')
    """
    return Markup(str(markup.link(url, label)))


@pass_context
def said(context: Context, sentence: object, most: int = 2_000) -> Markup:
    """Show a sentence of the program in the person's language, or marked as English."""
    told = context["t"].sentence(str(sentence))
    shown = harvested(told or sentence, most)
    return shown if told else Markup('<span lang="en">{}</span>').format(shown)


def moment(seconds: float) -> Markup:
    """Show an instant in UTC.

    >>> moment(0)
    Markup('<time datetime="1970-01-01T00:00:00Z">1970-01-01 00:00 UTC</time>')
    """
    at = datetime.fromtimestamp(seconds, UTC)
    return Markup('<time datetime="{}">{}</time>').format(
        f"{at:%Y-%m-%dT%H:%M:%SZ}", f"{at:%Y-%m-%d %H:%M} UTC"
    )


def messages_of(request: Request) -> Messages:
    """Return the messages in the language of a request."""
    return Messages(choose_language(request.headers.get("accept-language", "")))


def render(request: Request, template: str, /, **values: Any) -> str:
    """Render a template to text."""
    server, made = request.app.state, _environment().get_template(template)
    return made.render(
        t=messages_of(request),
        csrf=server.policy.csrf(request.headers),
        only_project=server.workspace.only,
        has_login=bool(server.policy.token),
        path=request.url.path,
        now=time.time(),
        **values,
    )


def page(request: Request, template: str, /, status: int = 200, **values: Any) -> HTMLResponse:
    """Render a template to an answer."""
    headers = {"vary": "Accept-Language, HX-Request"}
    return HTMLResponse(render(request, template, **values), status, headers)
