"""RichFaces 3: a scroller's cells fire an event, which a function in a script answers."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from leadline.page.action.evaluate import Run
from leadline.page.action.host import Closure, Element
from leadline.page.action.part import ActionProtocol, argument
from leadline.page.action.syntax import read_expression

MAX_SCROLLERS: Final = 20
_SCROLLER: Final = re.compile(r"""\bDatascroller\(\s?["']([^"']{1,200})["']\s?,\s?""")


def fire(run: Run, arguments: Sequence[Any]) -> None:
    """Run what answers ``Event.fire(cell, name, {page: 2})`` at the scroller around a cell."""
    cell, memo, document = argument(arguments, 0), argument(arguments, 2), run.scene.document
    if not isinstance(cell, Element):
        return
    around = {document.attribute(node, "id") for node in document.ancestors(cell.node)}
    for code in run.scene.scripts:
        for match in islice(_SCROLLER.finditer(code), MAX_SCROLLERS):
            if match[1] in around:
                made = read_expression(code[match.end() : match.end() + 4000])
                if made is not None and made[0] == "func":
                    run.call(Closure(made[1], made[2], None), ({"memo": memo},))


PROTOCOLS: Final = (ActionProtocol("RichFaces 3", {"Event.fire": fire}),)
