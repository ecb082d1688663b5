"""A wrapper as a page object for web-poet: a Python file that runs without leadline.

For every column a rule is learned by example: the selector (and pattern) that gives, on pages at
hand, what leadline reads there. The rules stand in the file, to be read and edited. Columns that no
rule gives well enough are named in a comment instead of being read wrong.

>>> css_path(("html", "body.home", "div#main", "ul.*", "li.post-#"))
'html > body.home > div#main > ul > li'
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from selectolax.lexbor import LexborHTMLParser

from leadline.values.lists import split_values
from leadline_web_poet import runtime

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

    from leadline.wrapper.reading import PageReading
    from leadline.wrapper.wrapper import RecordLayout, Wrapper
    from leadline_web_poet.runtime import Rule

MIN_SHARE_RIGHT: Final = 0.98
"""Share of values that a rule must give; below it the column is left out of the file."""
MAX_EXAMPLES: Final = 60
CSS_NAME: Final = re.compile(r"-?[A-Za-z_][\w-]*")
"""Names that CSS takes as they are."""
LABEL_BEFORE: Final = re.compile(r"[^\W\d_]\w{0,60}\s?[:：]$")
LABEL_AFTER: Final = re.compile(r"[^\W\d_][\w ]{0,24}?\s?[:：]")


@dataclass(slots=True)
class SelectorRules:
    """How selectors read a layout: its records, its columns, and the columns without a rule."""

    parents: str
    heads: tuple[str, ...]
    members: tuple[str, ...]
    max_nodes: int
    columns: dict[str, Rule] = field(default_factory=dict)
    needed: str = ""
    missing: list[str] = field(default_factory=list)

    def records_in(self, tree: LexborHTMLParser) -> list[list[Any]]:
        """Return the elements of each record of a page."""
        return runtime.records_in(tree, self.parents, self.heads, self.members, self.max_nodes)


def page_object(
    wrapper: Wrapper, readings: Sequence[PageReading], name: str, addresses: Sequence[str] = ()
) -> tuple[str, SelectorRules]:
    """Write the Python file, and return its rules; ``ValueError`` if no selector parts records.

    ``readings`` are pages read by the wrapper, the examples; ``name`` is that of the class. With
    ``addresses`` the file has a spider of Scrapy, too, which asks for them.
    """
    layout = wrapper.layouts[0]
    if layout.mined:
        raise ValueError("the records of this source have no element of their own to select")
    rules = learn_rules(layout, readings)
    if not rules.columns:
        raise ValueError("no column could be read by a selector")
    urls = "".join(f"        {url!r},\n" for url in addresses)
    spider = SPIDER.format(name=name, urls=urls) if urls else ""
    return _file(rules, name) + spider, rules


def learn_rules(layout: RecordLayout, readings: Sequence[PageReading]) -> SelectorRules:
    """Learn rules for the columns of the rows of some pages."""
    template = layout.template
    rules = SelectorRules(
        css_path(template.path), template.heads, template.members, template.max_nodes + 2
    )
    examples = list(_examples(rules, readings))[:MAX_EXAMPLES]
    columns = dict.fromkeys(
        (cell.column, cell.kind) for _, fields, _ in examples for cell in fields.values()
    )
    for column, kind in columns:
        wanted = [
            (nodes, f[column].value if column in f else "", base) for nodes, f, base in examples
        ]
        rule = _best_rule(wanted, kind)
        if rule is None:
            rules.missing.append(column)
        else:
            rules.columns[column] = rule
    links = [name for name, rule in rules.columns.items() if rule[2] == "href"]
    sure = getattr(layout.identity, "required", False)
    rules.needed = links[0] if links and sure else ""
    return rules


def _examples(
    rules: SelectorRules, readings: Sequence[PageReading]
) -> Iterator[tuple[list[Any], dict[str, Any], str]]:
    """Yield elements, fields by column and base address of rows that selectors find too."""
    for reading in readings:
        tree = LexborHTMLParser(reading.document.html)
        records = rules.records_in(tree)
        texts = {" ".join(filter(None, map(runtime.text_of, nodes))): nodes for nodes in records}
        for row in reading.rows:
            if nodes := texts.get(row.text):
                yield nodes, {cell.column: cell for cell in row.fields}, reading.document.base


def _best_rule(wanted: Sequence[tuple[list[Any], str, str]], kind: str) -> Rule | None:
    """Return the rule that gives most of the wanted values, None if none gives nearly all."""
    attribute = {"link": "href", "image": "src"}.get(kind, "")
    counted: Counter[Rule] = Counter()
    for nodes, value, base in wanted:
        if value:
            counted.update(dict.fromkeys(_proposals(nodes, value, attribute, base), 1))
    for rule, _ in counted.most_common(40):
        right = sum(runtime.value_of(nodes, rule, base) == value for nodes, value, base in wanted)
        if right >= MIN_SHARE_RIGHT * len(wanted):
            return rule
    return None


def _proposals(nodes: list[Any], value: str, attribute: str, base: str) -> Iterator[Rule]:
    """Yield rules that give a value on one record: whole elements, then parts of their text."""
    first = split_values(value)[0]
    for root in nodes:
        for node in root.traverse():
            selector = ":root" if node.mem_id == root.mem_id else _selector(root, node)
            if attribute:
                here = (node.attributes or {}).get(attribute)
                if not here:
                    continue
            for place in _places(nodes, node, selector):
                rule = (selector, place, attribute, "")
                if runtime.value_of(nodes, rule, base) == value:
                    yield rule
            if not attribute and (selector != ":root" or len(nodes) > 1):
                yield from _parts(nodes, node, selector, first)


def _places(nodes: list[Any], node: Any, selector: str) -> tuple[int, ...]:
    nodes_found = [
        node_found.mem_id for root in nodes for node_found in runtime._found(root, selector)
    ]
    return (nodes_found.index(node.mem_id), -1) if node.mem_id in nodes_found else ()


def _parts(nodes: list[Any], node: Any, selector: str, value: str) -> Iterator[Rule]:
    """Yield rules for a value behind a label, or between the signs that part a line."""
    text = runtime.text_of(node)
    at = text.find(value)
    if at < 0 or text == value or len(text) > 400:
        return
    before, after = text[:at].rstrip(), text[at + len(value) :].lstrip()
    label, following = LABEL_BEFORE.search(before), LABEL_AFTER.match(after)
    start = rf"(?<!\w){re.escape(label[0])}\s*" if label else ""
    if not start and before:
        start = "^" + r"[^{0}]*{0}\s*".format(re.escape(before[-1])) * before.count(before[-1])
    stop = re.escape(after[0]) if after and not after[0].isalnum() else "$" if not after else ""
    stop = f"(?:{re.escape(following[0])}|$)" if following else stop
    if stop:
        for place in _places(nodes, node, selector)[:1]:
            yield selector, place, "", f"{start}(.*?)\\s*{stop}"


def _selector(root: Any, node: Any) -> str:
    """Return a path from a record's element down to one inside it."""
    steps = []
    while node.mem_id != root.mem_id:
        steps.append(_step(node))
        node = node.parent
    return " > ".join(reversed(steps))


def _step(node: Any) -> str:
    names = [
        name
        for name in (node.attributes.get("class") or "").split()
        if CSS_NAME.fullmatch(name) and not re.search(r"\d", name)
    ]
    if names:
        return f"{node.tag}.{names[0]}"
    nth, before = 1, node.prev
    while before is not None:
        nth += before.tag == node.tag
        before = before.prev
    return f"{node.tag}:nth-of-type({nth})"


def css_path(path: Sequence[str]) -> str:
    """Return the steps of a template as a CSS selector, without classes that hold digits."""
    steps = []
    for step in path:
        tag, mark, name = re.fullmatch(r"([^.#]*)([.#]?)(.*)", step).groups()  # type: ignore[union-attr]
        known = CSS_NAME.fullmatch(name) and not (mark == "." and "#" in name)
        steps.append(f"{tag}{mark}{name}" if known else tag)
    return " > ".join(steps)


def _file(rules: SelectorRules, name: str) -> str:
    """Write the text of the Python file."""
    columns = "".join(f"    {column!r}: {rule!r},\n" for column, rule in rules.columns.items())
    missing = f"# Not read by any selector: {', '.join(rules.missing)}\n" if rules.missing else ""
    return (
        HEAD.format(name=name)
        + _source(runtime).replace(IMPORT, f"{IMPORT}from web_poet import WebPage\n")
        + PLACES.format(
            parents=rules.parents, heads=rules.heads, members=rules.members, most=rules.max_nodes
        )
        + TAIL.format(name=name, needed=rules.needed, columns=columns, missing=missing)
    )


def _source(module: ModuleType) -> str:
    """Return the text of a module without its docstring."""
    text = inspect.getsource(module).partition("from __future__ import annotations\n")[2]
    return text.replace(IMPORT.rstrip() + "  # noqa: TC002\n", IMPORT)


IMPORT: Final = "from selectolax.lexbor import LexborHTMLParser\n"
HEAD: Final = '''"""Records of result pages, as leadline learned to read them. Edit the rules below.

    page = {name}(HttpResponse(url, body))
    item = await page.to_item()      # {{"records": [{{column: value}}, ...]}}
"""

from __future__ import annotations
'''
PLACES: Final = """

PARENTS = {parents!r}
HEADS = {heads!r}
MEMBERS = {members!r}
MOST = {most!r}
"""
TAIL: Final = '''\
NEEDED = {needed!r}  # a row without this column is no record
{missing}COLUMNS: dict[str, Rule] = {{
{columns}}}


class {name}(WebPage):  # type: ignore[type-arg]
    """A result page; its item holds the records."""

    async def to_item(self) -> dict[str, Any]:
        tree = LexborHTMLParser(self.response.text)
        rows = []
        for nodes in records_in(tree, PARENTS, HEADS, MEMBERS, MOST):
            row = {{
                column: value
                for column, rule in COLUMNS.items()
                if (value := value_of(nodes, rule, str(self.response.url)))
            }}
            if row and (not NEEDED or NEEDED in row):
                rows.append(row)
        return {{"records": rows}}
'''
SPIDER: Final = '''

import scrapy  # noqa: E402
from web_poet import HttpResponse, HttpResponseHeaders  # noqa: E402


class {name}Spider(scrapy.Spider):
    """Reads the pages that a harvest read: scrapy runspider FILE -o records.csv"""

    name = "{name}"
    start_urls = [
{urls}    ]

    async def parse(self, response: Any) -> Any:
        headers = HttpResponseHeaders.from_bytes_dict(response.headers)
        page = {name}(HttpResponse(response.url, response.body, headers=headers))
        for record in (await page.to_item())["records"]:
            yield record
'''
