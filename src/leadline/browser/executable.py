"""The system's Chromium: where it is, and how it is started so that it reaches no network."""

import shutil
from typing import Final

from leadline.errors import MissingExtra, require_package

DRAWN: Final = "a page that a script draws"
BROWSER_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
DEAD_PROXY: Final = "http://127.0.0.1:9"
FLAGS: Final = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--dns-prefetch-disable",
    "--no-first-run",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


def find_chromium() -> str:
    """Return the path of the system's browser; raise ``MissingExtra`` without it or its driver."""
    require_package("playwright", DRAWN)
    if path := next(filter(None, map(shutil.which, BROWSER_NAMES)), None):
        return path
    raise MissingExtra(f"{DRAWN} needs Chromium (Debian: apt install chromium)")
