"""How a source is asked: find query interfaces, choose control and button, fill, submit.

>>> from leadline.dom import parse_html
>>> page = parse_html('<form action=/s><input name=q><button>Search</button></form>', "http://h/")
>>> best = find_interfaces(page)[0]
>>> best.kind, submit(best, {query_control(best).name: "tide"}, press(best)).url
('search', 'http://h/s?q=tide')
"""

from leadline.forms.assignments import Fill, assignments, fill
from leadline.forms.choose import control_groups, press, query_control
from leadline.forms.extract import find_interfaces, form_at
from leadline.forms.facets import find_facets
from leadline.forms.hops import next_hop
from leadline.forms.plain import from_dict, to_dict
from leadline.forms.postback import postback
from leadline.forms.relevance import relevance
from leadline.forms.submit import DEFAULT, default_button, submit
from leadline.forms.templates import from_opensearch, opensearch_links, search_actions
from leadline.forms.verdicts import verdict

__all__ = [
    "DEFAULT",
    "Fill",
    "assignments",
    "control_groups",
    "default_button",
    "fill",
    "find_facets",
    "find_interfaces",
    "form_at",
    "from_dict",
    "from_opensearch",
    "next_hop",
    "opensearch_links",
    "postback",
    "press",
    "query_control",
    "relevance",
    "search_actions",
    "submit",
    "to_dict",
    "verdict",
]
