"""Cells that formats are known to spoil, each of its own kind: they come back as they are."""

from typing import Final

from tables import read_rows

C1: Final = [f"Franti{chr(code)}ek {code:x}" for code in range(0x80, 0xA0)]
"""Letters of a wrong charset: all of C1, of which csv kept none."""
TEXTS: Final = [*read_rows(__file__, "texts"), "é" * 300, "x" * 5_000, "a" * 255, *C1]
LINES: Final = ["a\nb", "a\r\nb", "a\rb", "a\tb", "\na", "a\n\nb", '"a\nb"', "a,\nb"]
"""What a line of tsv cannot hold: there a tab or line end is a blank."""
RUN: Final = read_rows(__file__, "run")
"""What a spreadsheet would run: only csv for a spreadsheet marks it."""
