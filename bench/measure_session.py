"""Harvests through real proxies, and with the login cookie of a real application, on loopback.

    ./run python bench/measure_session.py

Takes tinyproxy, squid and microsocks (Debian packages) where they are installed, and Datasette,
whose tables only the person may see who opened its login link.
"""

from __future__ import annotations

import gzip
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from http.cookiejar import MozillaCookieJar
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

from leadline_zoo.source import serve
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from collections.abc import Iterator

USER, PASSWORD = "reader", "s3cr3t-w0rd"
ROWS = 1500


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, output: Path) -> Iterator[None]:
    """A server, from when it listens until the block ends."""
    with output.open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        try:
            yield
        finally:
            process.terminate()
            process.wait(60)


def harvest(*arguments: object, folder: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "leadline", "harvest", *map(str, arguments), "-p", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def records(folder: Path) -> int:
    with sqlite3.connect(folder / "project.sqlite") as store:
        return int(store.execute("select count(*) from record").fetchone()[0])


def leaks(folder: Path, *secrets: str) -> list[str]:
    """Files of a project that hold a secret."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            text = gzip.decompress(data) if path.suffix == ".gz" else data
            found += [path.name for secret in secrets if secret.encode() in text]
    return found


def tinyproxy(folder: Path, port: int) -> list[str]:
    path = folder / "tinyproxy.conf"
    lines = (f"Port {port}", "Listen 127.0.0.1", f"BasicAuth {USER} {PASSWORD}", "LogLevel Connect")
    path.write_text("\n".join(lines) + "\n")
    return ["tinyproxy", "-d", "-c", str(path)]


def squid(folder: Path, port: int) -> list[str]:
    path = folder / "squid.conf"
    log = folder / "squid.log"
    log.touch()
    folder.chmod(0o777)
    log.chmod(0o666)
    path.write_text(
        f"http_port 127.0.0.1:{port}\nhttp_access allow all\ncache deny all\npid_filename none\n"
        f"access_log stdio:{log}\ncache_log /dev/null\nshutdown_lifetime 1 seconds\n"
    )
    return ["squid", "-N", "-f", str(path)]


def microsocks(folder: Path, port: int) -> list[str]:
    return ["microsocks", "-i", "127.0.0.1", "-p", str(port), "-u", USER, "-P", PASSWORD]


def through(name: str, folder: Path) -> None:
    """Harvest one source through a proxy; print records, and requests that the source saw."""
    port = free_port()
    login = f"{USER}:{PASSWORD}@" if name != "squid" else ""
    scheme = "socks5" if name == "microsocks" else "http"
    command = {"tinyproxy": tinyproxy, "squid": squid, "microsocks": microsocks}[name](folder, port)
    log, project = folder / "proxy.log", folder / "p"
    with serve(ZOO["museum"]) as source, running(command, port, log):
        proxy = f"{scheme}://{login}127.0.0.1:{port}"
        code, told = harvest(source.url, "--proxy", proxy, "-q", folder=project)
        seen = len(source.log)
    passed = sum(path.read_text(errors="replace").count(sign) for path, sign in logs(name, folder))
    taken = records(project)
    print(
        f"{name} ({scheme}): exit code {code}, {taken} records, {seen} requests seen by the source"
    )
    print(
        f"  {passed} in the log of the proxy; secrets in files: {leaks(project, PASSWORD)} {told}"
    )


def logs(name: str, folder: Path) -> list[tuple[Path, str]]:
    """Log of a proxy, and the sign that stands there once a request."""
    if name == "squid":
        return [(folder / "squid.log", " GET ")]
    return [(folder / "proxy.log", "Request (file" if name == "tinyproxy" else "connected to")]


def datasette(folder: Path, port: int, secret: str) -> list[str]:
    config = folder / "datasette.json"
    config.write_text('{"allow": {"id": "root"}}')
    place = ["--port", str(port), "--secret", secret, "--root"]
    data = [str(folder / "museum.db"), "--metadata", str(config)]
    return [sys.executable, "-m", "datasette", *data, *place]


def make_database(path: Path) -> None:
    with serve(ZOO["museum"]) as source, sqlite3.connect(path) as database:
        rows = source.truth()
        names = [name.replace(" ", "_") for name in rows[0] if name != "url"]
        database.execute(f"create table objects ({', '.join(f'[{name}] text' for name in names)})")
        marks = ", ".join("?" * len(names))
        for row in rows:
            values = [value for name, value in row.items() if name != "url"]
            database.execute(f"insert into objects values ({marks})", values)
        database.execute('create virtual table objects_fts using fts5(title, content="objects")')
        database.execute("insert into objects_fts (objects_fts) values ('rebuild')")


def with_cookies(folder: Path) -> None:
    """Log in as a browser does, save the cookies, harvest; then let the session end."""
    make_database(folder / "museum.db")
    port, cookies, project = free_port(), folder / "cookies.txt", folder / "p"
    entry = f"http://127.0.0.1:{port}/museum/objects"
    log = folder / "datasette.log"
    with running(datasette(folder, port, "first"), port, log):
        time.sleep(2)
        code, told = harvest(entry, "-q", folder=folder / "without")
        print(f"datasette without a session: exit code {code}: {told.strip()}")
        link = next(line for line in log.read_text().splitlines() if "auth-token" in line).strip()
        jar = MozillaCookieJar(cookies)
        build_opener(ProxyHandler({}), HTTPCookieProcessor(jar)).open(link).close()
        jar.save(ignore_discard=True)
        value = next(iter(jar)).value or ""
        arguments = (entry, "--cookies", cookies, "-q")
        code, told = harvest(*arguments, "--requests", 12, folder=project)
        print(f"with its cookies, 12 requests: exit code {code}, {records(project)} records")
    with running(datasette(folder, port, "second"), port, log):
        time.sleep(2)
        code, told = harvest(*arguments, folder=project)
        print(f"after the session ended: exit code {code}: {told.strip()}")
        print(f"  {records(project)} records are kept")
    with running(datasette(folder, port, "first"), port, log):
        time.sleep(2)
        code, told = harvest(*arguments, folder=project)
        print(
            f"with a session again: exit code {code}, {records(project)} of {ROWS} records {told}"
        )
    print(f"  secrets in files: {leaks(project, value)}")


def main() -> None:
    for name in ("tinyproxy", "squid", "microsocks"):
        if not shutil.which(name):
            print(f"{name}: not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            through(name, Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        with_cookies(Path(folder))


if __name__ == "__main__":
    main()
