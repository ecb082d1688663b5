"""``leadline bench``: one experiment, one JSON object."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

BENCHES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "records": ("leadline.bench.records", {"methods": "methods"}),
    "replay": ("leadline.bench.replay", {}),
    "pager": ("leadline.bench.pager", {}),
    "submit": ("leadline.bench.submit", {}),
    "forms-fill": ("leadline.bench.lin2016", {
        "strategies": "strategies", "seeds": "seeds", "cap": "cap",
    }),
    "form-types": ("leadline.bench.form_types", {}),
    "form-labels": ("leadline.bench.form_labels", {}),
    "acquire": ("leadline.bench.acquire", {
        "strategies": "strategies", "seeds": "seeds", "cap": "cap",
    }),
    "sites": ("leadline.bench.sites", {"sites": "names", "minutes": "minutes"}),
}  # fmt: skip
"""Name on the command line: module with ``run(data, **options)``, and which options it takes."""


def run(name: str, data: Path | None, out: Path | None, options: dict[str, Any]) -> int:
    """Run the experiment and print (and write) what it measured."""
    if name == "list":
        print("\n".join(BENCHES))
        return 0
    if name not in BENCHES:
        raise ValueError(f"no bench named {name!r}; there are: {', '.join(BENCHES)}")
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
