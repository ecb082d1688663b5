"""Controls that are served with a value: which restrict, what releases them, which are closed."""

from leadline.forms.find import find_interfaces
from leadline.forms.link_facets import link_choices
from leadline.forms.presets import Preset, presets_of, release, unticked_boxes
from leadline.forms.submit.submit import submit_form
from leadline.model import QueryInterface
from leadline.page.dom import parse_html
from tables import each_row

URL = "http://h.test/search"


def form(controls: str) -> QueryInterface:
    html = (
        f'<form action="/search"><input name="q" type="search">{controls}<button>Go</button></form>'
    )
    return find_interfaces(parse_html(html, URL))[0]


def presets(controls: str) -> dict[str, Preset]:
    return {preset.name: preset for preset in presets_of(form(controls), "q")}


@each_row(__file__, "a_preset_is_released", "controls", "sent")
def test_a_preset_is_released(controls: str, sent: str) -> None:
    own = form(controls)
    freed = release(own, presets_of(own, "q"))
    assert submit_form(freed, {"q": ""}).url.partition("?")[2] == sent
    assert presets_of(freed, "q") == ()


@each_row(__file__, "what_restricts_nothing_is_no_preset", "controls")
def test_what_restricts_nothing_is_no_preset(controls: str) -> None:
    assert presets(controls) == {}


def test_a_select_without_all_is_closed() -> None:
    preset = presets("<select name=s><option selected>books<option>maps</select>")["s"]
    assert preset.is_closed
    assert preset.others == ("maps",)


def test_a_box_that_is_not_ticked_may_show_more() -> None:
    boxes = unticked_boxes(form("<input type=checkbox name=s value=1> closed too"), "q")
    assert [box.free for box in boxes] == [("1",)]


@each_row(
    __file__, "tabs_repeat_the_request_with_one_parameter_more", "link", "names", sequence=list
)
def test_tabs_repeat_the_request_with_one_parameter_more(link: str, names: list[str]) -> None:
    page = parse_html(f'<b>Books (9)</b> <a href="{link}">Maps (3)</a>', f"{URL}?q=x")
    assert [control.name for control in link_choices(page, page.url)] == names


def test_a_redirect_may_choose_what_a_link_releases() -> None:
    """The page number of a later page is no choice; a value that a redirect added is one."""
    links = "<a href='/search?q=x&have=any'>Have it [remove]</a> <a href='/search?q=x&p=3'>3</a>"
    page = parse_html(links, f"{URL}?q=x&have=yes&p=2")
    assert [control.name for control in link_choices(page, f"{URL}?q=x")] == ["have"]
