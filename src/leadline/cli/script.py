"""What the commands say of a learned call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from leadline.script.file import call_text

if TYPE_CHECKING:
    from pathlib import Path


def write_call(learned: dict[str, Any], output: Path) -> int:
    """Write a learned call to a file to read, edit and use again."""
    if output.suffix == ".py":
        raise ValueError("the records come by a call, not in pages; write it as .json")
    output.write_text(call_text(learned), encoding="utf-8")
    print(f"a call with {len(learned['names'])} values a record written to {output}")
    return 0
