"""``leadline bench``: one experiment, one JSON object.

What cannot be measured is refused before anything is: an option that the experiment does not take,
data that is not there, a file that cannot be written when all is done.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from leadline.cli.words import disk_trouble
from leadline.errors import LeadlineError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Bench:
    """An experiment: its module with ``run``, and which argument of it each option is."""

    module: str
    options: Mapping[str, str]
    needs_data: bool = True

    def arguments(self, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """What ``run`` is called with; options that mean nothing to it are refused."""
        strange = [option for option in given if option not in self.options]
        if strange:
            known = ", ".join(f"--{option}" for option in (*self.options, "json"))
            raise ValueError(f"bench {name} takes no --{strange[0]}; it takes {known}")
        if self.needs_data and "data" not in given:
            raise ValueError(f"bench {name} needs --data")
        if "data" in given and not given["data"].exists():
            raise ValueError(f"{given['data']} does not exist")
        return {self.options[option]: value for option, value in given.items()}


def _bench(module: str, needs_data: bool = True, /, **options: str) -> Bench:
    return Bench(f"leadline.bench.{module}", {"data": "data", **options}, needs_data)


BENCHES: Final[dict[str, Bench]] = {
    "records": _bench("records", method="methods"),
    "record-weights": _bench("record_weights", seeds="divisions"),
    "replay": _bench("replay"),
    "pager": _bench("pager"),
    "submit": _bench("submit"),
    "forms-fill": _bench("lin2016", False, strategy="strategies", seeds="seeds", cap="cap"),
    "form-types": _bench("form_types"),
    "form-labels": _bench("form_labels"),
    "form-weights": _bench("form_weights", seeds="divisions"),
    "acquire": _bench(
        "acquire", strategy="strategies", seeds="seeds", cap="cap", figures="figures"
    ),
    "sizes": _bench("sizes", seeds="seeds", cap="cap"),
    "selection": Bench("leadline.bench.selection", {}, needs_data=False),
    "align": _bench("align", site="names", minutes="minutes"),
    "align-page": _bench("align_page", False, site="names", method="methods"),
    "contrast": _bench("contrast", False, site="names"),
    "align-zoo": Bench(
        "leadline.bench.align_zoo", {"site": "names", "minutes": "minutes"}, needs_data=False
    ),
    "sites": _bench("sites", site="names", minutes="minutes"),
    "together": _bench("together", site="names", requests="requests", minutes="minutes"),
}


def run(name: str, out: Path | None, options: Mapping[str, Any]) -> int:
    """Run the experiment and print (and write) what it measured; an option not given is None."""
    if name == "list":
        print("\n".join(BENCHES))
        return 0
    if name not in BENCHES:
        raise ValueError(f"no bench named {name!r}; there are: {', '.join(BENCHES)}")
    bench = BENCHES[name]
    arguments = bench.arguments(name, {k: v for k, v in options.items() if v not in (None, [])})
    with _disk_faults_told():
        if out is not None:
            _check_writable(out)
        result = import_module(bench.module).run(**arguments)
    text = json.dumps(result, ensure_ascii=False, indent=1)
    print(text)
    if out is not None:
        with _disk_faults_told():
            out.write_text(text + "\n", encoding="utf-8")
    return 0


def _check_writable(out: Path) -> None:
    """Open the file as if to write, and leave it as it was."""
    is_new = not out.exists()
    out.open("a").close()
    if is_new:
        out.unlink()


@contextmanager
def _disk_faults_told() -> Iterator[None]:
    """A bench keeps nothing, so nothing is said of what is kept, as a harvest does."""
    try:
        yield
    except OSError as fault:
        raise LeadlineError(disk_trouble(fault)) from fault
