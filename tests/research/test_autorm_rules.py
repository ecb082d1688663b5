"""AutoRM rule by rule: a page for each, on which the answer is another one without that rule."""

from leadline.mining.miner import record_text
from leadline.mining.signatures import PageSignatures
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from leadline_research.autorm2015.actual import refine
from leadline_research.autorm2015.autorm import AutoRM
from tables import each_row


def siblings(names: str) -> str:
    """A page of siblings: ``b1`` is ``<b>b1</b>``; ``br`` and ``hr`` are separators."""
    made = [
        f"<{name}>" if name in {"br", "hr"} else f"<{name[:-1]}>{name}</{name[:-1]}>"
        for name in names.split()
    ]
    return f"<div>{''.join(made)}</div>"


@each_row(__file__, "CANDIDATES", "why", "html", "sets", sequence=list)
def test_candidates(why: str, html: str, sets: list[list[str]]) -> None:
    page = parse_html(html, "http://h.test/")
    mined = AutoRM(PageSignatures(page), literal=True).mine([0])
    assert [[record_text(page, RecordSpan(nodes)) for nodes in found] for found in mined] == sets


def each(pattern: str, *numbers: int) -> str:
    """The pattern for every number, so that no two say the same."""
    return "".join(pattern.format(number) for number in numbers)


@each_row(__file__, "ACTUAL", "why", "html", "tags")
def test_actual_records(why: str, html: str, tags: str) -> None:
    """Records told by the tags of their nodes."""
    page = parse_html(f"<div>{html}</div>", "http://h.test/")
    miner = AutoRM(PageSignatures(page), literal=True)
    (records,) = (refine(miner, candidates) for candidates in miner.mine([0]))
    assert [page.tag[node] for nodes in records for node in nodes] == tags.split()
