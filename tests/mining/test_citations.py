"""A link in the middle of running text: its words are a value, the text stays a value too."""

from leadline.columns.induction import learn_columns
from leadline.columns.reader import Columns
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from tables import each_row

AUTHORS = ["Ann Lee", "Bo Ray", "Cy Fox", "Di Orr", "Ed Poe"]
TITLES = ["On cats", "Of dogs: a view", "Hens", "Owls at night", "A bee (again)", "Ants"]


def record(pattern: str, n: int) -> str:
    names = [AUTHORS[(n + k) % 5] for k in range(1 + n % 3)]
    return pattern.format(
        n=n,
        title=TITLES[n % 6] + f" {n}",
        year=1990 + n,
        authors=" and ".join(f"<span class=name>{name}</span>" for name in names),
        linked=", ".join(f"<a class=by href=/by/{name[0]}>{name}</a>" for name in names),
        maybe=f"<a href=/{n}>{TITLES[n % 6]}</a>" if n % 3 else "",
    )


@each_row(__file__, "KINDS", "pattern", "value")
def test_the_link_in_a_text_is_a_value(pattern: str, value: str) -> None:
    items = "".join(f"<li><p>{record(pattern, n)}</p></li>" for n in range(12))
    page = parse_html(f"<ul>{items}</ul>", "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("li")]
    columns = learn_columns([(page, spans)])
    kept = Columns.from_dict(columns.to_dict())
    for n, span in enumerate(spans):
        fields = columns.read(page, span)
        assert fields == kept.read(page, span)
        assert len({one.column for one in fields}) == len(fields)
        wanted = value.format(title=TITLES[n % 6] + f" {n}")
        said = [one.value for one in fields if one.kind == "text"]
        assert not wanted or wanted in said
        assert page.visible_text(span.nodes[0]) in said
    assert bool(value) is bool(columns.inner_link)
