"""Damages of files, as disks, other programs and people make them."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

BLOCK: Final = 4096
KINDS: Final = (
    "zeroed", "flipped", "scattered", "cut", "emptied", "folder", "text", "database", "gone",
)  # fmt: skip


def damage(path: Path, kind: str, draw: random.Random) -> None:
    """Damage a file in one way, anywhere in it."""
    data = bytearray(path.read_bytes())
    at = draw.randrange(len(data))
    path.unlink()
    match kind:
        case "gone":
            pass
        case "scattered":
            for _ in range(20):
                data[draw.randrange(len(data))] = draw.randrange(256)
            path.write_bytes(data)
        case "folder":
            path.mkdir()
            (path / "notes.txt").write_text("of somebody")
        case "database":
            with closing(sqlite3.connect(path)) as link:
                link.execute("CREATE TABLE mine (x)")
        case "text":
            path.write_text("some,csv\n1,2\n" * draw.randrange(1, 2_000))
        case "emptied":
            path.touch()
        case "cut":
            path.write_bytes(data[:at])
        case "flipped":
            data[at] ^= 1 << draw.randrange(8)
            path.write_bytes(data)
        case "zeroed":
            path.write_bytes(data)
            zero_block(path, at // BLOCK)


def zero_block(path: Path, number: int) -> None:
    """Fill a block with zeros; the file keeps its size."""
    data = bytearray(path.read_bytes())
    end = min(len(data), (number + 1) * BLOCK)
    data[number * BLOCK : end] = bytes(end - number * BLOCK)
    path.write_bytes(data)


def break_seals(project: Path) -> None:
    """Take the seals of the databases away, as a killed writer leaves them."""
    shutil.rmtree(project / ".seals", ignore_errors=True)
