"""What a page says of the forms on it: its headings, and its text beside links.

The text of links speaks of other pages, so it counts for those and not for the page itself. What
stands in one block with a single link describes the page behind it.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<h1>Tides</h1><p><a href=/b>Bread</a> ovens of old</p>", "http://h.example/")
>>> own_words(page), link_descriptions(page)
(['tides', 'ovens', 'old'], {'http://h.example/b': ['bread', 'ovens', 'old']})
"""

from typing import Final

from leadline.discover.traps import canonical_url
from leadline.discover.words import text_words
from leadline.model import QueryInterface
from leadline.page.dom import Document

TITLE_TAGS: Final = ("title", "h1", "h2", "legend")
MAX_STEPS_TO_BLOCK: Final = 3
"""Steps from a link up to the block that describes it."""
MAX_DESCRIPTION_LENGTH: Final = 400
"""Characters of a block that describes a link; a longer text speaks of more."""
MAX_DESCRIBED_LINKS: Final = 2_000


def heading_words(document: Document) -> list[str]:
    """Return the words of the title and of the headings of a page."""
    texts = [document.visible_text(node) for node in document.elements(*TITLE_TAGS)]
    return text_words(" ".join(texts))


def own_words(document: Document) -> list[str]:
    """Return the words of a page that stand in no link."""
    words: list[str] = []
    end = -1
    for leaf in document.text_nodes:
        if leaf < end:
            continue
        link = next((n for n in document.ancestors(leaf) if document.tag[n] == "a"), -1)
        if link >= 0:
            end = document.end[link]
        else:
            words += text_words(document.text[leaf])
    return words


def form_words(form: QueryInterface) -> list[str]:
    """Return the words of labels and captions of a form; choices are values and say too much."""
    texts: list[str] = []
    for control in form.controls:
        texts += [control.label, control.group_label]
        if control.kind in {"submit", "button"}:
            texts.append(control.value)
    return text_words(" ".join(texts))


def link_descriptions(document: Document) -> dict[str, list[str]]:
    """Return the words in the block of each link that is alone in it, by canonical address."""
    links = [node for node in document.elements("a") if document.attribute(node, "href")]
    described: dict[str, list[str]] = {}
    for place, node in enumerate(links[:MAX_DESCRIBED_LINKS]):
        before = links[place - 1] if place else -1
        after = links[place + 1] if place + 1 < len(links) else len(document)
        block = node
        for step, above in enumerate(document.ancestors(node)):
            is_shared = before >= above or after < document.end[above]
            if step >= MAX_STEPS_TO_BLOCK or is_shared or document.tag[above] in {"body", "html"}:
                break
            block = above
        text = document.visible_text(block)[:MAX_DESCRIPTION_LENGTH]
        described.setdefault(canonical_url(document.link(node)), []).extend(text_words(text))
    return described
