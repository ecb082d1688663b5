"""The ASGI application: its routes, its gate, and how errors are shown."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from leadline import __version__
from leadline.errors import LeadlineError
from leadline.seams import parts
from leadline.serve import api, entity_pages, home_pages, project_pages, record_pages, teach_pages
from leadline.serve.jobs import JobBoard
from leadline.serve.rendering import LeavingJSON, page
from leadline.serve.security import AccessPolicy, SecurityGate
from leadline.serve.table import TableShelf
from leadline.serve.workspace import UnknownName, Workspace

SHOWN_FAULTS: Final = (
    *(LeadlineError, ValueError, OSError, OverflowError, RequestValidationError, HTTPException),
)
ROOMS: Final = (home_pages, project_pages, record_pages, teach_pages, entity_pages, api)


def create_app(workspace: Workspace, policy: AccessPolicy | None = None) -> FastAPI:
    """Make the application for the projects of a workspace; jobs of a killed server go on.

    >>> app = create_app(Workspace(Path("nowhere")))
    >>> "/api/projects" in app.openapi()["paths"]
    True
    """
    board = JobBoard(workspace)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        board.resume()
        yield
        board.close()

    app = FastAPI(
        title="leadline",
        version=__version__,
        description="Harvest the databases behind search forms, and search what was taken.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # its page would load scripts from a foreign host
        redoc_url=None,
        default_response_class=LeavingJSON,
        lifespan=lifespan,
    )
    app.state.workspace = workspace
    app.state.policy = policy or AccessPolicy("127.0.0.1")
    app.state.board = board
    app.state.tables = TableShelf()
    services = parts("leadline.services", "leadline.serve.services", "ROUTERS")
    for router in (*(room.router for room in ROOMS), *services):
        app.include_router(router)
    app.mount("/static", StaticFiles(directory=Path(str(files(__package__).joinpath("static")))))
    app.add_middleware(SecurityGate, policy=app.state.policy)
    for kind in SHOWN_FAULTS:
        app.add_exception_handler(kind, show_error)
    return app


async def show_error(request: Request, fault: Exception) -> Response:
    """Show an error as one sentence: as a page, or as JSON to a program."""
    status, sentence = _told(fault)
    if request.url.path.startswith("/api/"):
        return LeavingJSON({"detail": sentence}, status)
    return page(request, "error.html", status=status, sentence=sentence, code=status)


def _told(fault: Exception) -> tuple[int, str]:
    match fault:
        case HTTPException():
            return fault.status_code, fault.detail
        case RequestValidationError():
            wrong = [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in fault.errors()]
            return 422, "; ".join(wrong)
        case UnknownName():
            return 404, str(fault)
        case LeadlineError():
            return 409, str(fault)
        case OSError():
            return 500, fault.strerror or type(fault).__name__  # no paths of this machine
        case OverflowError():  # a number of an address that no database holds
            return 404, "there is nothing of so large a number"
    return 400, str(fault)


def run_server(
    app: FastAPI, host: str, port: int, tell: Callable[[int], None] = lambda port: None
) -> None:
    """Serve until interrupted; ``tell`` is called with the port. Raise where it cannot be had."""
    import uvicorn

    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    log = logging.getLogger("uvicorn.error")
    log.disabled = True  # what it would say is said in one sentence
    try:
        bound = config.bind_socket()
    except SystemExit:
        raise LeadlineError(
            f"nothing can listen on port {port} of {host}: another program does, or it may not be "
            "taken; choose another with --port, or --port 0 for a free one"
        ) from None
    finally:
        log.disabled = False
    bound.listen()  # whoever opens the page at once waits, and is not refused
    tell(bound.getsockname()[1])
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[bound])
