"""Options of commands for a person's own session and network, and for the hosts of a source."""

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

AlsoHost = Annotated[
    list[str] | None,
    typer.Option("--also-host", metavar="HOST", help="Another host that the source may lead to."),
]
Cookies = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Cookies of your session: Netscape, storage_state or HAR."),
]
Header = Annotated[
    list[str] | None,
    typer.Option(metavar="'NAME: VALUE'", help="A header to send to the source (repeatable)."),
]
UserAgent = Annotated[str, typer.Option(help="Name to send instead of leadline's own.")]
Contact = Annotated[
    str, typer.Option(help="Mail address or web page where you can be reached; it is sent along.")
]
ProxyOption = Annotated[
    str, typer.Option(metavar="URL", help="Ask through http://, https:// or socks5://HOST:PORT.")
]
OPTIONS: dict[str, tuple[Any, Any]] = {
    "cookies": (Cookies, None),
    "header": (Header, None),
    "user_agent": (UserAgent, ""),
    "contact": (Contact, ""),
    "proxy": (ProxyOption, ""),
}


def with_session(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command these options; it gets a `OwnSession` as ``session`` in their place."""

    @wraps(command)
    def with_options(**values: Any) -> None:
        from leadline.fetch.session.own_session import OwnSession

        given = {name: values.pop(name) for name in OPTIONS}
        session = OwnSession(
            given["cookies"] or "",
            tuple(given["header"] or ()),
            given["user_agent"],
            given["contact"],
            given["proxy"],
        )
        session.load_cookies()  # a wrong file is told before anything is asked
        command(**values, session=session)

    signature = inspect.signature(command, eval_str=True)
    own = [one for one in signature.parameters.values() if one.name != "session"]
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in OPTIONS.items()
    ]
    parameters = [*own, *added]
    with_options.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {one.name: one.annotation for one in parameters}
    return with_options
