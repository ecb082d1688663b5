# Holds: loaders as pagers; menus as pagers
"""Pagers as the engines, shops, forums and catalogues of the Web write them."""

from leadline.page.dom import parse_html
from leadline.wrapper.pager.labels import read_pager
from leadline.wrapper.pager.propose import propose_next
from tables import each_row

H = "http://h.test"

# kind, address of the page, its pager, what comes next (None: nothing)


@each_row(__file__, "KINDS", "kind", "path", "html", "wanted")
def test_the_next_page_of_every_kind(kind: str, path: str, html: str, wanted: str | None) -> None:
    body = "".join(f"<div class=r><a href=/i/{i}>A record</a> of words</div>" for i in range(4))
    document = parse_html(f"<body>{html}{body}<p>footer</p>", H + path)
    offers = propose_next(document)
    first = offers[0].request.url.removeprefix(H) if offers and offers[0].request else None
    assert first == wanted, kind
    labels = read_pager(document).labels
    if wanted is None:
        assert "NEXT" not in labels.values()
