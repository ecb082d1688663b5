"""Browser shell: shows a page in the system's Chromium, which has no network of its own."""

from leadline.browser.chromium import ChromiumPage
from leadline.browser.executable import find_chromium
from leadline.browser.watching import watch

__all__ = ["ChromiumPage", "find_chromium", "watch"]
