# ruff: noqa: E501
"""Any page at all: no crash, the same answer after a round trip through JSON."""

from __future__ import annotations

import json
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.dom import parse_html
from leadline.errors import UnsupportedForm
from leadline.forms import (
    find_facets,
    find_interfaces,
    from_dict,
    next_hop,
    opensearch_links,
    press,
    query_control,
    submit,
    to_dict,
    verdict,
)

PIECES = [
    "<form action=/s>", "<form method=post enctype=multipart/form-data>", "</form>", "<table>",
    "<tr>", "<td>", "<th>", "</table>", "<div>", "</div>", "<label for=a>", "<label>", "</label>",
    "<input name=q>", "<input id=a name=a type=radio>", "<input type=checkbox name=a checked>",
    "<input type=hidden name=_charset_>", "<input type=image>", "<input type=range max=x>",
    "<select name=s multiple>", "<select>", "<option value>", "<option selected disabled>x",
    "<optgroup disabled>", "</select>", "<textarea name=t>", "</textarea>", "<button>",
    "<button formaction='http://['>", "</button>", "<fieldset disabled>", "<legend>", "</fieldset>",
    "<datalist>", "<base href='http://[x'>", "<form action='http://[x'>", "<a href='?a=1&b=2'>x</a>",
    "<script type=application/ld+json>{\"@type\":\"SearchAction\",\"target\":\"/x?q={q}\"}</script>",
    "<meta http-equiv=refresh content='0;url=http://[x'>", "<template>", "<noscript>", "<!--", "-->",
    "Titel: ", "搜索 ", "\x00", "\ud7ff", "&#x110000;", "<input name='{q}'>", "<input form=a name=b>",
    "<form id=a accept-charset='x, gbk'>", "<input style='display:none' name=h>", "<svg><input>",
    "<input type=date value=x>", "<td colspan=99999999999>", "<td colspan=-1>", "<td colspan='²'>",
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_page(pieces: list[str]) -> None:
    document = parse_html("".join(pieces), "http://h.test/a?b=1")
    for one in find_interfaces(document):
        assert from_dict(json.loads(json.dumps(to_dict(one)))) == one
        box = query_control(one)
        values = {box.name: "书 x"} if box and box.name else {}
        with suppress(UnsupportedForm):
            assert submit(one, values, press(one)).url.startswith("http")
    assert verdict(document)
    assert find_facets(document) is not None
    assert next_hop(document) is None or next_hop(document)
    assert opensearch_links(document) == []
