"""Record pages in nine styles: what is learned from some of them reads all others."""

import json
from functools import cache

import pytest

from leadline.details.content import DetailContent, read_content
from leadline.details.induction import learn_details
from leadline.details.wrapper import DetailWrapper
from leadline.model import Field, Page, Request
from leadline.page.dom import parse
from leadline.values.lists import split_values
from leadline_zoo.adversarial.detailed import LABELS, STYLES, DetailedSite, details_of, spec_of

COUNT = 60
SAMPLES = 24
ADDRESS = "http://h.test/item/{}"
UNSEEN_CONSTANTS = {"sections"}
"""Styles in which what is equal on all pages looks like a part of the template."""
COPIES = ("copies place", "copies mark")
MAX_FURTHER = 3
"""Columns that are no field: the trail, the link to the file, labels of copies."""


@cache
def site_of(style: str) -> DetailedSite:
    spec, table = spec_of(style, COUNT)
    return DetailedSite(spec, style, table)


@cache
def contents(site: DetailedSite) -> dict[str, DetailContent]:
    addresses = frozenset(ADDRESS.format(row["id"]) for row in site.rows)
    pages = {}
    for row in site.rows:
        url = ADDRESS.format(row["id"])
        reply = site.answer("GET", f"/item/{row['id']}")
        page = Page(Request("GET", url), url, 200, reply.headers, reply.body)
        pages[row["id"]] = read_content(parse(page), addresses)
    return pages


def is_right(value: str, texts: list[str]) -> bool:
    """Whether a value holds texts: as a list, as running text, or as the page joins them."""
    return split_values(value) == texts or value in (" ".join(texts), "; ".join(texts))


@cache
def learned(site: DetailedSite) -> DetailWrapper:
    pages = contents(site)
    sample = site.rows[:SAMPLES]
    listed = [[Field("name", row["title"]), Field("by", row["author"])] for row in sample]
    wrapper = learn_details([pages[row["id"]] for row in sample], listed)
    return DetailWrapper.from_dict(json.loads(json.dumps(wrapper.to_dict())))


@pytest.mark.parametrize("style", STYLES)
def test_every_field_of_every_page_is_read(style: str) -> None:
    site = site_of(style)
    pages = contents(site)
    wrapper = learned(site)
    fields = {key: dict(f[:2] for f in wrapper.fields(page)) for key, page in pages.items()}
    for name in details_of(site.rows[0]):
        if name == "form" and style in UNSEEN_CONSTANTS:
            continue
        wanted = {
            row["id"]: texts
            for row in site.rows
            if (texts := details_of(row).get(name)) is not None
        }
        right = {
            column: sum(
                is_right(fields[key].get(column, ""), texts) for key, texts in wanted.items()
            )
            for column in wrapper.names
        }
        column = max(right, key=lambda one: right[one])
        assert right[column] == len(wanted), name
        assert not any(column in own for key, own in fields.items() if key not in wanted), name


@pytest.mark.parametrize("style", STYLES)
def test_what_every_page_shows_and_what_lists_show_is_left_out(style: str) -> None:
    site = site_of(style)
    pages = contents(site)
    wrapper = learned(site)
    shown = [field for page in pages.values() for field in wrapper.fields(page)]
    texts = {field.value for field in shown}
    assert not {"Copies", "See also", "All rights reserved"} & texts
    titles = {row["title"] for row in site.rows}
    assert not titles & texts
    authors = {row["author"] for row in site.rows}
    assert not authors & texts  # also those of the other records that a page shows
    assert len(wrapper.names) <= len(LABELS) + len(COPIES) + MAX_FURTHER


def test_a_file_is_a_link() -> None:
    site = site_of("dl")
    pages = contents(site)
    (link,) = [f for f in learned(site).fields(pages[site.rows[3]["id"]]) if f.kind == "link"]
    assert link == Field("Full text", f"http://h.test/files/{site.rows[3]['id']}.pdf", "link")


def test_one_page_alone_gives_what_its_markup_calls_a_field() -> None:
    site = site_of("table")
    row = site.rows[0]
    page = contents(site)[row["id"]]
    fields = {field.column: field.value for field in learn_details([page], [()]).fields(page)}
    assert fields["ISBN"] == details_of(row)["isbn"][0]
    assert split_values(fields["Contributors"]) == details_of(row)["contributors"]
