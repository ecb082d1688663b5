"""The report: one HTML page that tells what was taken, what was left, and why. No script.

`render` gives the page, `write_report` writes it beside the project.
"""

from leadline.report.html import render, write_report

__all__ = ["render", "write_report"]
