"""Names of the parts of a text."""

from typing import Any

from leadline.columns.templates.part_names import part_name
from leadline.columns.templates.template import parts_in
from tables import each_row


@each_row(__file__, "NAMED", "why", "template", "values", "wanted", sequence=list)
def test_names(why: str, template: Any, values: Any, wanted: Any) -> None:
    assert part_name(parts_in(template)[-1], values) == wanted, why
