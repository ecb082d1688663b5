"""What page scripts bind to a click is what the click sends, however it is bound."""

import pytest

from leadline.page.action.read import action_heard
from leadline.page.dom import parse_html
from tables import each_row

PAGE = """<div id=list class=items><p>a</p></div>
<button id=x type=button class="more btn" data-next-page=2 data-of=sea>Load more</button>"""


@each_row(__file__, "HEARD", "code", "sent")
def test_what_a_click_sends(code: str, sent: str) -> None:
    document = parse_html(f"{PAGE}<script>{code}</script>", "http://h.test/list")
    node = next(document.elements("button"))
    action = action_heard(document, node)
    assert action is not None
    assert f"{action.url.removeprefix('http://h.test')} {action.body}".strip() == sent


TRACKED = "document.addEventListener('click', e => track(e.target))"


@pytest.mark.parametrize("code", [TRACKED, "$('.other').click(f)"])
def test_nothing_is_sent_where_nothing_is_bound_that_asks(code: str) -> None:
    document = parse_html(f"{PAGE}<script>{code}</script>", "http://h.test/list")
    assert action_heard(document, next(document.elements("button"))) is None
