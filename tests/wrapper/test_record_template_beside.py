"""A page without results: what stands at the same tags elsewhere is no record."""

from leadline.model import DataRegion, RecordSpan
from leadline.page.dom import Document, parse_html
from leadline.page.plain import from_plain, to_plain
from leadline.wrapper.record_template import (
    RecordTemplate,
    compile_template,
    replay,
    with_self_links,
)

PAGER = (
    "<div class=foot><ul>"
    "<li><a href=/find?q=a&page=1>1</a><li><a href=/find?q=a&page=2>2</a></ul></div>"
)


def page(results: str) -> Document:
    return parse_html(f"<body>{results}{PAGER}</body>", "http://h.test/find?q=a")


def learned() -> RecordTemplate:
    document = page(
        "<div class=hits><ul><li><a href=/b/1>One</a><li><a href=/b/2>Two</a></ul></div>"
    )
    rows = list(document.elements("li"))[:2]
    region = DataRegion(0, tuple(RecordSpan((row,)) for row in rows))
    return with_self_links(document, compile_template(document, region))


def test_the_pager_of_an_empty_page_is_no_list_of_records() -> None:
    assert [len(span.nodes) for span in replay(page(""), learned())] == []


def test_a_list_whose_class_changed_is_still_found() -> None:
    found = replay(page("<div class=found><ul><li><a href=/b/3>Three</a></ul></div>"), learned())
    assert len(found) == 1


def test_the_template_is_kept_as_plain_values() -> None:
    template = learned()
    assert template.self_link_paths
    assert from_plain(RecordTemplate, to_plain(template)) == template
