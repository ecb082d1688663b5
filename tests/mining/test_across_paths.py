# Holds: records across paths
"""Parents of different paths that are merged, and those that are not."""

from leadline.mining.across_paths import MAX_MERGED_GROUPS, merge_across_paths
from leadline.mining.candidates import find_candidates
from leadline.mining.signatures import PageSignatures
from mining_pages import signed, span_texts, texts
from tables import each_row

ROW = "<li><b>{0}</b> of {0}</li>".format


def lists(*names: str) -> list[str]:
    return [f"<ul>{''.join(map(ROW, group))}</ul>" for group in names]


def merged(page: PageSignatures, least: float = 0) -> list[list[list[str]]]:
    """Texts of the child lists of every merged group."""
    by_path: dict[int, list[int]] = {}
    for node in page.document.elements("ul", "ol", "tbody"):
        by_path.setdefault(page.path_ids[node], []).append(node)
    sizes = [0.0] * len(page.paths.tag)
    for path_id, parents in by_path.items():
        for node in parents:
            end = page.document.end[node]
            sizes[path_id] += page.visible_sums[end] - page.visible_sums[node]
    groups = merge_across_paths(page, by_path, least, sizes)
    return [[texts(view, nodes) for nodes in child_lists] for view, child_lists in groups]


MERGED = [["a of a", "b of b"], ["c of c"]]
AB, C = lists("ab", "c")


@each_row(__file__, "PAGES", "why", "html", "expected", sequence=list)
def test_merged_groups(why: str, html: str, expected: list[list[list[str]]]) -> None:
    assert merged(signed(html)) == expected


def test_a_parent_inside_another_one_is_not_merged() -> None:
    """Both have the structure and the look; the inner one stands in a child of the outer one."""
    inner = "<div><ul><li><b>cccc</b> of cccccc</ul></div>"
    outer = f"<ul><li><b>aaaaaaaa</b> of aaaaaaaaaaaa<li><b>b</b> of b {inner}</ul>"
    assert merged(signed(outer)) == []
    assert merged(signed(f"<ul><li><b>aaaaaaaa</b> of aaaaaaaaaaaa</ul>{inner}"))


def test_small_groups_are_not_merged() -> None:
    page = signed(f"{AB}<div>{C}</div>")
    assert merged(page, least=1000) == []


def test_there_are_only_so_many_merged_groups() -> None:
    html = "".join(
        f"{AB}<div>{C}</div>".replace("<ul", f"<ul class={'x' * n}") for n in range(1, 9)
    )
    assert len(merged(signed(html))) == MAX_MERGED_GROUPS


def test_the_view_leaves_the_page_as_it_is() -> None:
    page = signed(f"{AB}<div>{C}</div>")
    kinds, path_ids = page.leaf_kinds.copy(), page.path_ids.copy()
    assert merged(page)
    assert (page.leaf_kinds, page.path_ids) == (kinds, path_ids)


def test_rows_keep_their_columns_in_the_view() -> None:
    table = "<table><tr><td>{0}<td><b>{0}</b></tr></table>".format
    page = signed(table("a") + f"<div>{table('b')}</div>")
    first, second = page.document.elements("tbody")
    by_path = {page.path_ids[node]: [node] for node in (first, second)}
    ((view, _),) = merge_across_paths(page, by_path, 0, [1.0] * len(page.paths.tag))
    rows = list(page.document.elements("tr"))
    assert page.leaf_kinds[rows[0]] != page.leaf_kinds[rows[1]]
    assert view.leaf_kinds[rows[0]] == view.leaf_kinds[rows[1]]


def test_merged_groups_are_candidates() -> None:
    page = signed(f"{AB}<div>{C}</div>")
    offered = [span_texts(page, region.spans) for region in find_candidates(page)]
    assert ["a of a", "b of b", "c of c"] in offered
