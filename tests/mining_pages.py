"""Small pages, and their nodes by text or tag, for tests of single steps of mining."""

from leadline.mining.sibling_clusters import SiblingGroup
from leadline.mining.signatures import PageSignatures
from leadline.page.dom import parse_html


def signed(html: str) -> PageSignatures:
    """The signatures of a body."""
    return PageSignatures(parse_html(f"<body>{html}</body>", "http://h.test/"))


def group(page: PageSignatures, tag: str) -> SiblingGroup:
    """The children of all elements of a tag as one group."""
    parents = page.document.elements(tag)
    return SiblingGroup.from_child_lists(page, [page.document.children(up) for up in parents])


def texts(page: PageSignatures, nodes: list[int]) -> list[str]:
    """What the nodes say."""
    return [page.document.visible_text(node) for node in nodes]


def stretch_texts(siblings: SiblingGroup, stretches: list[tuple[int, int]]) -> list[str]:
    """What stretches of siblings say."""
    document = siblings.page.document
    return [
        " ".join(filter(None, map(document.visible_text, siblings.nodes[start:stop])))
        for start, stop in stretches
    ]


def span_texts(page: PageSignatures, spans: list[tuple[int, int]]) -> list[str]:
    """What slices of nodes say."""
    return [page.document.visible_text(start, stop) for start, stop in spans]
