"""What reading costs: every page that comes is parsed once, and read once by the wrapper."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from in_memory import alive

from leadline.page import dom
from leadline.wrapper.wrapper import Wrapper
from leadline_zoo.spec import Engine, Form, Pager, SourceSpec

BY_WORDS = SourceSpec(
    "by-words",
    "books",
    60,
    form=Form("POST", "name", "/find.php", "/", token=True),
    pager=Pager("next", 10),
    engine=Engine("substring", empty="error", min_length=3),
)
FEW = 10
"""Pages that may be parsed or read again: those of the probes, when the wrapper is learned."""


def test_every_page_is_parsed_once_and_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    times: Counter[str] = Counter()

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            times[name] += 1
            return function(*given, **named)

        return call

    monkeypatch.setattr(dom, "parse_html", counted("parsed", dom.parse_html))
    monkeypatch.setattr(Wrapper, "read_document", counted("read", Wrapper.read_document))
    ran, _ = alive(BY_WORDS)
    assert len(ran.records) == 60
    assert len(ran.asked) > 60
    assert times["parsed"] <= len(ran.asked) + FEW
    assert times["read"] <= len(ran.asked) + FEW
