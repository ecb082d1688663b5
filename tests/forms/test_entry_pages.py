"""Which form of an entry page asks the source: pages in the manner of common search software.

Each row: why, the page, the right form's action, its box, the button pressed ('' for none)."""

from leadline.forms.find import find_interfaces
from leadline.forms.roles.query_box import choose_submit_button, query_control
from leadline.page.dom import parse_html
from tables import each_row

URL = "http://app.test/start"


@each_row(__file__, "PAGES", "html", "action", "box", "button")
def test_the_form_that_asks(html: str, action: str, box: str, button: str | None) -> None:
    found = find_interfaces(parse_html(html, URL))
    best = found[0]
    assert (best.kind, best.action) == ("search", action)
    chosen, pressed = query_control(best), choose_submit_button(best)
    assert chosen is not None
    assert chosen.name == box
    assert (pressed.name if pressed else None) == button
    for other in found[1:]:
        assert other.score < best.score
