"""Catalog of the benches: module and options of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Bench:
    """An experiment: a module with ``run``, and the argument of ``run`` that each option sets."""

    module: str
    options: Mapping[str, str]
    needs_data: bool = True

    def arguments(self, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """Map options to arguments of ``run``; raise ``ValueError`` for others."""
        unknown = [option for option in given if option not in self.options]
        if unknown:
            known = ", ".join(f"--{option}" for option in (*self.options, "json"))
            raise ValueError(f"bench {name} takes no --{unknown[0]}; it takes {known}")
        if self.needs_data and "data" not in given:
            raise ValueError(f"bench {name} needs --data")
        if "data" in given and not given["data"].exists():
            raise ValueError(f"{given['data']} does not exist")
        return {self.options[option]: value for option, value in given.items()}


def _bench(module: str, needs_data: bool = True, /, **options: str) -> Bench:
    return Bench(f"leadline_research.{module}", {"data": "data", **options}, needs_data)


BENCHES: Final[dict[str, Bench]] = {
    "records": _bench("bench.records.records", method="methods"),
    "record-weights": _bench("bench.records.record_weights", seeds="divisions"),
    "replay": _bench("bench.records.replay"),
    "pager": _bench("bench.records.pager"),
    "submit": _bench("bench.forms.submit"),
    "forms-fill": _bench("lin2016.figures", False, strategy="strategies", seeds="seeds", cap="cap"),
    "form-types": _bench("bench.forms.form_types"),
    "form-labels": _bench("bench.forms.form_labels"),
    "form-weights": _bench("bench.forms.form_weights", seeds="divisions"),
    "acquire": _bench(
        "bench.selection.acquire",
        strategy="strategies",
        seeds="seeds",
        cap="cap",
        figures="figures",
    ),
    "ask": _bench("bench.asking.ask", False, topic="names", seed="seed"),
    "crawl": _bench(
        "bench.crawl.crawl",
        strategy="strategies",
        seeds="seeds",
        topic="topics",
        figures="figures",
        requests="requests",
    ),
    "figure": _bench("bench.figure", figure="name", figures="folder"),
    "line": _bench("bench.line.line"),
    "sizes": _bench("bench.selection.sizes", seeds="seeds", cap="cap"),
    "selection": Bench("leadline_research.bench.selection.timings", {}, needs_data=False),
    "align": _bench("bench.records.align", site="names", minutes="minutes"),
    "align-page": _bench("bench.records.align_page", False, site="names", method="methods"),
    "contrast": _bench("bench.records.contrast", False, site="names"),
    "align-zoo": Bench(
        "leadline_research.bench.records.align_zoo",
        {"site": "names", "minutes": "minutes"},
        needs_data=False,
    ),
    "columns": _bench("bench.columns.columns"),
    "sites": _bench(
        "bench.sites", **{"site": "names", "minutes": "minutes", "ignore-robots": "ignores_robots"}
    ),
    "hints": _bench("bench.hints", site="names"),
    "details": _bench("bench.details", site="names", minutes="minutes"),
    "claims": Bench(
        "leadline_research.bench.claims",
        {"source": "names", "limit": "limit", "seed": "seed"},
        needs_data=False,
    ),
    "scale": _bench("bench.scale", False, limit="limit"),
    "values": _bench("bench.values.values"),
    "match": _bench("bench.matching.match", set="names", keep="kept", method="methods"),
    "merge": _bench("bench.matching.merge", set="names", method="methods"),
    "together": _bench(
        "bench.selection.together", site="names", requests="requests", minutes="minutes"
    ),
}
