"""Pages of records that a control in each row leads to by sending a form: only where it shows."""

from leadline.details.acting import record_requests
from leadline.page.dom import parse_html
from tables import each_row

NAMES = ["Edith Moss", "Ada Delete", "Hugo Penn", "Iris Cart", "Hugo Penn"]


def asked(link: str, more: str = "") -> list[str]:
    """What is sent for each row; ``link`` is written for a number and a name."""
    rows = "".join(
        f"<tr><td>{link.format(n=n, name=name)}</td><td>{name}</td></tr>"
        for n, name in enumerate(NAMES)
    )
    html = f"<form name=f method=post action=/l>{more}<input type=hidden name=v value=7>{rows}"
    document = parse_html(html.replace(rows, f"<table>{rows}</table>"), "http://h.test/")
    found = record_requests(document, [(node,) for node in document.elements("tr")])
    return [request.body.decode() for request in found.values()]


SELECT = "<a href=\"javascript:__doPostBack('g','Select${n}')\">{name}</a>"


def test_the_rows_own_name_leads_to_its_page_with_the_state_of_its_list() -> None:
    sent = asked(SELECT)
    assert len(sent) == len(NAMES)
    assert sent[2] == "v=7&__EVENTTARGET=g&__EVENTARGUMENT=Select%242"


@each_row(__file__, "ONLY_WHAT_SHOWS_IS_ASKED", "link", "count")
def test_only_what_shows_is_asked(link: str, count: int) -> None:
    sent = asked(link)
    assert len(sent) == count
    assert not any("Edit" in one or "Delete" in one for one in sent)


def test_a_server_that_knows_the_latest_state_alone_is_not_gone_back_to() -> None:
    assert not asked(SELECT, "<input type=hidden name=javax.faces.ViewState value=1>")
