"""Report of a project as one HTML page without script (`render`, `write_report`)."""

from leadline.report.html import render, write_report

__all__ = ["render", "write_report"]
