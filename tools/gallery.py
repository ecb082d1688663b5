"""Makes the pictures of the documents again: from the demo and a test source, in Chromium.

    ./run python tools/gallery.py             # all of them, into docs/pictures
    ./run python tools/gallery.py journalist  # those of one story

Needs Chromium. Pictures of a spreadsheet also need LibreOffice Calc, Xvfb, xwd and xdotool; without
them they stay as they are. Dates and ports differ from run to run, all else is the same.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from PIL import Image
from playwright.sync_api import sync_playwright

from leadline_zoo.__main__ import SHARE_A_DAY
from leadline_zoo.adversarial.changing import serve_changing
from leadline_zoo.demo import start_demo_sources
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

PICTURES: Final = Path(__file__).resolve().parents[1] / "docs" / "pictures"
WIDTH: Final = 1180
HEIGHT: Final = 640
COLOURS: Final = 64
SECONDS: Final = 300_000.0
SHEET: Final = ("soffice", "Xvfb", "xwd", "xdotool")
CSV: Final = "Text - txt - csv (StarCalc):44,34,76,1"
DISPLAY: Final = ":77"


def save(image: Image.Image, name: str) -> None:
    """Write a picture with few colours, which makes it small."""
    path = PICTURES / f"{name}.png"
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


def shoot(page: Page, name: str, height: int = HEIGHT) -> None:
    """Take what the window shows."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "shot.png")
        page.screenshot(path=path, clip={"x": 0, "y": 0, "width": WIDTH, "height": height})
        save(Image.open(path), name)


def leadline(*arguments: object, folder: Path) -> None:
    """Run a command of leadline in a folder."""
    command = [sys.executable, "-m", "leadline", *map(str, arguments)]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def window(browser: Browser, locale: str = "en-GB") -> Iterator[Page]:
    """A window of the size of all pictures."""
    context = browser.new_context(locale=locale, viewport={"width": WIDTH, "height": HEIGHT})
    context.set_default_timeout(SECONDS)
    yield context.new_page()
    context.close()


def listens(port: int) -> bool:
    """Whether something on this machine answers at a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """``leadline serve`` over the projects of a folder; its address."""
    command = [sys.executable, "-m", "leadline", "serve", str(folder), "--port", "8765"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not listens(8765):
        time.sleep(0.2)
    try:
        yield "http://127.0.0.1:8765"
    finally:
        process.terminate()
        process.wait(30)


def journalist(browser: Browser, folder: Path) -> None:
    """The pages of a story: the source, the report, the tables."""
    with serve_changing(ZOO["museum"], "changed", 8001) as source, window(browser) as page:
        page.goto(source.url)
        shoot(page, "journalist-museum", 420)
        leadline("harvest", source.url, "-p", "museum", "-o", "museum.csv", "-q", folder=folder)
        page.goto((folder / "museum" / "report.html").as_uri())
        shoot(page, "journalist-report")
        for day in range(7):
            source.pass_day(SHARE_A_DAY, Random(day))
        leadline("refresh", "museum", "-o", "changes.csv", "-q", folder=folder)
    spreadsheet(folder / "museum.csv", "journalist-spreadsheet")
    spreadsheet(folder / "changes.csv", "journalist-changes")


@contextmanager
def licences(*days: str) -> Iterator[None]:
    """A register that is misread, as its tutorial opens it."""
    command = [sys.executable, "tests/misread.py", "8002", *days]
    process = subprocess.Popen(command, cwd=PICTURES.parents[1], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def misread(browser: Browser, folder: Path) -> None:
    """A doubt, two clicks, the right table, and the next visit."""
    with server(folder) as address, window(browser) as page:
        with licences():
            page.goto(address)
            page.locator("#url").fill("http://127.0.0.1:8002/")
            page.get_by_role("button", name="Look").click()
            page.get_by_role("button", name="Take it all").click()
            page.get_by_role("link", name="Open the project").click()
            page.wait_for_load_state("networkidle")
            shoot(page, "misread-doubt")
            page.get_by_role("link", name="Settle it").click()
            page.wait_for_load_state("networkidle")
            page.evaluate("scrollTo(0, 230)")
            shoot(page, "misread-marks")
            page.get_by_role("link", name="Licences found").first.click()
            page.wait_for_load_state("networkidle")
            page.evaluate("scrollTo(0, 230)")
            shoot(page, "misread-preview")
            page.get_by_role("button", name="Keep this").click()
            page.get_by_role("button", name="Go on").click()
            page.get_by_role("link", name="Open the table").click()
            shoot(page, "misread-table", 520)
        with licences("7"):
            page.get_by_role("link", name="Changes").click()
            page.get_by_role("button", name="Visit again").click()
            page.get_by_role("link", name="See what changed").click()
            shoot(page, "misread-changes", 560)


def demo(browser: Browser, folder: Path) -> None:
    """The demo in reports and in the pages of the server."""
    sources = start_demo_sources(folder / "sources")
    try:
        english, chinese = (source.url for source in sources)
        projects = folder / "projects"
        projects.mkdir()
        arguments = (english, chinese, "-p", "airports", "-q")
        leadline("harvest", *arguments, folder=projects)
        with window(browser) as page:
            page.goto((projects / "airports" / "report.html").as_uri())
            shoot(page, "report-sources")
            page.locator("svg").first.evaluate("each => each.scrollIntoView({block: 'center'})")
            shoot(page, "report-coverage")
        with server(projects) as address:
            pages_of_server(browser, address, english)
    finally:
        for source in sources:
            source.stop()


def pages_of_server(browser: Browser, address: str, english: str) -> None:
    """What a person sees who pastes an address, searches the table, and asks for the joined."""
    with window(browser) as page:
        page.goto(address)
        page.locator("#url").fill(english)
        page.get_by_role("button", name="Look").click()
        page.get_by_role("button", name="Take it all").wait_for()
        shoot(page, "serve-look")
        page.goto(f"{address}/projects/airports")
        shoot(page, "serve-project")
        page.goto(f"{address}/projects/airports/table?q=international")
        shoot(page, "serve-table")
        page.locator("a.open").first.click()
        page.get_by_text("where?").first.click()
        page.wait_for_timeout(1000)
        shoot(page, "serve-value")
    with window(browser, "zh-CN") as page:
        page.goto(f"{address}/projects/airports")
        shoot(page, "serve-chinese")


def spreadsheet(table: Path, name: str) -> None:
    """Open a table in LibreOffice on a display of its own, and take that display."""
    if missing := [program for program in SHEET if not shutil.which(program)]:
        print(f"{name}: left as it is, needs {', '.join(missing)}")
        return
    screen = ["Xvfb", DISPLAY, "-screen", "0", f"{WIDTH}x{HEIGHT}x24"]
    display = subprocess.Popen(screen, stderr=subprocess.DEVNULL)
    environment = {**os.environ, "DISPLAY": DISPLAY, "HOME": str(table.parent)}
    office = ["soffice", "--nologo", "--norestore", "--nofirststartwizard", f"--infilter={CSV}"]
    time.sleep(1)
    calc = subprocess.Popen(
        [*office, "--calc", table.name],
        cwd=table.parent,
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    try:
        search = ["xdotool", "search", "--sync", "--onlyvisible", "--name", table.stem]
        size = ["windowmove", "0", "0", "windowsize", str(WIDTH), str(HEIGHT)]
        subprocess.run([*search, *size], env=environment, check=True, timeout=120)
        time.sleep(8)
        dump = subprocess.run(
            ["xwd", "-root", "-silent"], env=environment, check=True, capture_output=True
        )
        save(image_of(dump.stdout), name)
    finally:
        for child in children_of(calc.pid):
            os.kill(child, 15)
        calc.terminate()
        calc.wait(30)
        display.terminate()
        display.wait(30)


def children_of(process: int) -> list[int]:
    """Processes that a process started, as Linux lists them."""
    path = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in path.read_text().split()] if path.exists() else []


def image_of(dump: bytes) -> Image.Image:
    """Read a dump of a display (X11's XWD file format, 32 bits a pixel)."""
    header = struct.unpack(">25I", dump[:100])
    start, width, height, line = header[0] + 12 * header[19], header[4], header[5], header[12]
    pixels = dump[start : start + line * height]
    return Image.frombytes("RGB", (width, height), pixels, "raw", "BGRX", line)


STORIES: Final = {"journalist": journalist, "misread": misread, "demo": demo}


def main() -> None:
    """Make the pictures of the stories that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stories", nargs="*", choices=[*STORIES, []])
    PICTURES.mkdir(exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in parser.parse_args().stories or STORIES:
            with tempfile.TemporaryDirectory() as folder:
                STORIES[name](browser, Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
