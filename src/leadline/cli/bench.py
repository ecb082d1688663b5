"""``leadline bench``: one experiment, one JSON object."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any, Final

BENCHES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "records": ("leadline.bench.records", {"methods": "methods"}),
    "record-weights": ("leadline.bench.record_weights", {"seeds": "divisions"}),
    "replay": ("leadline.bench.replay", {}),
    "pager": ("leadline.bench.pager", {}),
    "submit": ("leadline.bench.submit", {}),
    "forms-fill": ("leadline.bench.lin2016", {
        "strategies": "strategies", "seeds": "seeds", "cap": "cap",
    }),
    "form-types": ("leadline.bench.form_types", {}),
    "form-labels": ("leadline.bench.form_labels", {}),
    "form-weights": ("leadline.bench.form_weights", {"seeds": "divisions"}),
    "acquire": ("leadline.bench.acquire", {
        "strategies": "strategies", "seeds": "seeds", "cap": "cap",
    }),
    "sizes": ("leadline.bench.sizes", {"cap": "cap"}),
    "align": ("leadline.bench.align", {"sites": "names", "minutes": "minutes"}),
    "contrast": ("leadline.bench.contrast", {"sites": "names"}),
    "align-zoo": ("leadline.bench.align_zoo", {"sites": "names", "minutes": "minutes"}),
    "sites": ("leadline.bench.sites", {"sites": "names", "minutes": "minutes"}),
    "together": ("leadline.bench.together", {
        "sites": "names", "requests": "requests", "minutes": "minutes",
    }),
}  # fmt: skip
"""Name on the command line: module with ``run(data, **options)``, and which options it takes."""

WITHOUT_DATA: Final = frozenset({"align-zoo", "contrast"})
"""Experiments on leadline's own test sources."""


def run(name: str, data: Path | None, out: Path | None, options: dict[str, Any]) -> int:
    """Run the experiment and print (and write) what it measured."""
    if name == "list":
        print("\n".join(BENCHES))
        return 0
    if name not in BENCHES:
        raise ValueError(f"no bench named {name!r}; there are: {', '.join(BENCHES)}")
    if name in WITHOUT_DATA:
        data = data or Path()
    if data is None:
        raise ValueError(f"bench {name} needs --data")
    if not data.exists():
        raise ValueError(f"{data} does not exist")
    module, takes = BENCHES[name]
    wanted = {ours: options[given] for given, ours in takes.items() if options[given]}
    result = import_module(module).run(data, **wanted)
    text = json.dumps(result, ensure_ascii=False, indent=1)
    print(text)
    if out is not None:
        out.write_text(text + "\n", encoding="utf-8")
    return 0
