"""Page links that call a function of their page with a number."""

from leadline.page.dom import parse_html
from leadline.wrapper.pager.propose import propose_next
from tables import each_row

HERE = "http://h.test/list.php?of=sea"
LINKS = "".join(
    f"<li><a href='#' onclick='{{0}}({n});return false'>{n}</a></li>" for n in range(1, 6)
)


def proposed(script: str, name: str, links: str = LINKS) -> str:
    """The address proposed first for a list whose second page a function brings."""
    html = (
        f"<script>{script}</script><main style='display:none'><table><tr><td>a<tr><td>b</table>"
        f"<ul class=pagination>{links.format(name)}</ul></main>"
    )
    found = propose_next(parse_html(html, HERE))
    return found[0].request.url if found and found[0].request is not None else ""


@each_row(__file__, "ADDRESS_FUNCTION_ASKS", "script", "name", "wanted")
def test_the_address_that_a_function_asks_for(script: str, name: str, wanted: str) -> None:
    assert proposed(script, name) == wanted


def test_links_written_as_scripts_are_read_too() -> None:
    links = "".join(f'<li><a href="javascript:{{0}}({n})">{n}</a></li>' for n in range(1, 6))
    script = "function go(n) { location = '/list.php?of=sea&page=' + n }"
    assert proposed(script, "go", links) == f"{HERE}&page=2"
