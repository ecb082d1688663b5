"""Errors of leadline.

    LeadlineError
      FetchError              carries its Request
        NotAllowed            robots.txt, or a host or private address not named
        Unreachable           no answer: dead host, time-out, broken connection
        Blocked               401, 403, 429 without end, captcha, login wall
          TermsNotAccepted    terms before a search that the person did not agree to
      UnsupportedForm         the page's fault; the control is named
      BudgetSpent             an instruction: stop this source (says which budget)
      StoreError              the project file cannot be used
        SchemaTooNew          written by a newer leadline
        Locked                another leadline is writing to it
        Damaged               it is not as leadline wrote it; it can be recovered
      MissingExtra            a package is not installed; also an ``ImportError``

A caller's mistake is ``ValueError`` or ``TypeError``. An empty answer is not an error.
"""

import json
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from typing import Final

from leadline.model import Page, Request

NOT_NAMED: Final = "is not among the named hosts"
"""What is said of a host that the person did not name."""
EXTRAS: Final = {
    "pyarrow": "parquet",
    "openpyxl": "xlsx",
    "duckdb": "duckdb",
    "rapidfuzz": "integrate",
    "splink": "link",
    "rjieba": "discover",
    "scipy": "discover",
    "sklearn": "research",
    "fastapi": "serve",
    "aiohttp_socks": "socks",
    "mcp": "mcp",
    "psycopg": "postgres",
    "pymysql": "mysql",
    "deltalake": "delta",
    "s3fs": "s3",
    "wacz": "wacz",
    "gcsfs": "gs",
    "ray": "ray",
    "playwright": "browser",
    "yaml": "browser",
}
"""Extras of leadline by the package that each installs."""
ORIGIN_FILE: Final = "direct_url.json"
"""What an installer keeps of a package that is from no index (PEP 610)."""


class LeadlineError(Exception):
    """Base of all errors that leadline raises on purpose; the text is one plain sentence."""


class FetchError(LeadlineError):
    """A request without a page to read.

    ``retry_after`` is the time in seconds that the host asks to be left alone (0: not stated).
    ``page`` is the answer that states it, None without one.
    """

    def __init__(
        self, message: str, request: Request, *, retry_after: float = 0.0, page: Page | None = None
    ) -> None:
        super().__init__(message)
        self.request = request
        self.retry_after = retry_after
        self.page = page


class NotAllowed(FetchError):
    """robots.txt forbids it, or the host is not among those that the person named."""


class Unreachable(FetchError):
    """The host did not answer, or broke off."""


class Blocked(FetchError):
    """The host refuses leadline: login, captcha, 401, 403, or 429 without end."""


class TermsNotAccepted(Blocked):
    """Terms stand before a search, and the person did not say to agree; ``url`` is their page."""

    def __init__(self, url: str, text: str, request: Request) -> None:
        super().__init__(
            f"{url} asks to agree to its terms ({text!r}); read them there, and if you agree, run "
            "this again with --accept-terms",
            request,
        )
        self.url, self.text = url, text


class UnsupportedForm(LeadlineError):
    """A form that cannot be sent as a browser would; the control is named in the text."""


class BudgetSpent(LeadlineError):
    """A budget that a person set is used up: stop this source."""


class StoreError(LeadlineError):
    """The project file cannot be read or written."""


class SchemaTooNew(StoreError):
    """The project was written by a newer leadline."""


class Locked(StoreError):
    """Another leadline is writing to this project."""


class Damaged(StoreError):
    """The project file is not as leadline wrote it; `leadline check --repair` recovers it."""


class MissingExtra(LeadlineError, ImportError):
    """A package is not installed; the text says what installs it."""


def require_package(package: str, purpose: str, extra: str = "") -> None:
    """Check that a package of an extra is installed; raises `MissingExtra` if it is not."""
    if find_spec(package) is None:
        command = install_command(extra or EXTRAS[package], installed_from())
        raise MissingExtra(f"{purpose} needs {package}: {command}")


def installed_from() -> str:
    """Return what is kept of where leadline was installed from, '' for an index of packages."""
    try:
        return distribution("leadline").read_text(ORIGIN_FILE) or ""
    except PackageNotFoundError:
        return ""


def install_command(extra: str, origin: str) -> str:
    """Return the command that adds an extra, from where leadline itself was installed.

    >>> print(install_command("xlsx", ""))
    pip install "leadline[xlsx]"
    >>> print(install_command("xlsx", '{"url": "file:///src", "dir_info": {}}'))
    pip install "leadline[xlsx] @ file:///src"
    """
    kept = json.loads(origin or "{}")
    url, source = kept.get("url", ""), kept.get("vcs_info", {})
    if source:
        url = f"{source['vcs']}+{url}@{source['commit_id']}"
    editable = "-e " if kept.get("dir_info", {}).get("editable") else ""
    return f'pip install {editable}"leadline[{extra}]{f" @ {url}" if url else ""}"'
