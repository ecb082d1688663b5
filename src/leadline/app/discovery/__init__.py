"""A run of ``leadline discover``: its plan, its log for resuming, and the driver of the crawl.

Raises ``MissingExtra`` where the extra ``discover`` is not installed, before anything else of it is
imported.
"""

from leadline.errors import require_package

for _package in ("rjieba", "scipy"):
    require_package(_package, "leadline discover")
