"""leadline takes whole databases out of the deep Web: the data behind search forms.

    import leadline
    taken = leadline.harvest("https://museum.example/search", budget=leadline.Budget(requests=500))

``aharvest``, ``ainspect`` and ``adiscover`` are the asynchronous variants. Modules are imported on
first use, so ``import leadline`` is fast.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from leadline.app.asking.ask import AskOptions, aask, ask
    from leadline.app.asking.choices import forget_choices, ranking_weights
    from leadline.app.asking.events import AskResults
    from leadline.app.asking.search import SearchResults, choose, search
    from leadline.app.check import ProjectCheck, check
    from leadline.app.discover import Discovery, adiscover, discover
    from leadline.app.discovery.run import DiscoveryProgress
    from leadline.app.harvest import Harvest, aharvest, harvest, load
    from leadline.app.hint import hint, hints, take_back
    from leadline.app.inspect import Inspection, ainspect, inspect
    from leadline.app.line.run import Line, arun, run
    from leadline.app.live_records import arecords
    from leadline.app.read import PageTable, read
    from leadline.app.refresh.run import Refresh, arefresh, refresh
    from leadline.app.source.run import Progress
    from leadline.app.tables.imported import Imported, import_table
    from leadline.errors import LeadlineError
    from leadline.fetch.session.own_session import OwnSession
    from leadline.model import Budget, Doubt, Field, Outcome, Record
    from leadline.store.export.table import export

__version__ = "0.1.0"

_NAMES: Final = {
    "app.asking.ask": "AskOptions aask ask",
    "app.asking.choices": "forget_choices ranking_weights",
    "app.asking.events": "AskResults",
    "app.asking.search": "SearchResults choose search",
    "app.check": "ProjectCheck check",
    "app.discover": "Discovery adiscover discover",
    "app.discovery.run": "DiscoveryProgress",
    "app.harvest": "Harvest aharvest harvest load",
    "app.hint": "hint hints take_back",
    "app.inspect": "Inspection ainspect inspect",
    "app.line.run": "Line arun run",
    "app.live_records": "arecords",
    "app.read": "PageTable read",
    "app.refresh.run": "Refresh arefresh refresh",
    "app.source.run": "Progress",
    "app.tables.imported": "Imported import_table",
    "errors": "LeadlineError",
    "fetch.session.own_session": "OwnSession",
    "model": "Budget Doubt Field Outcome Record",
    "store.export.table": "export",
}
"""What modules offer here, each imported when it is first asked for."""
_MODULES: Final = {
    name: f"leadline.{module}" for module, names in _NAMES.items() for name in names.split()
}

__all__ = [
    "AskOptions",
    "AskResults",
    "Budget",
    "Discovery",
    "DiscoveryProgress",
    "Doubt",
    "Field",
    "Harvest",
    "Imported",
    "Inspection",
    "LeadlineError",
    "Line",
    "Outcome",
    "OwnSession",
    "PageTable",
    "Progress",
    "ProjectCheck",
    "Record",
    "Refresh",
    "SearchResults",
    "aask",
    "adiscover",
    "aharvest",
    "ainspect",
    "arecords",
    "arefresh",
    "arun",
    "ask",
    "check",
    "choose",
    "discover",
    "export",
    "forget_choices",
    "harvest",
    "hint",
    "hints",
    "import_table",
    "inspect",
    "load",
    "ranking_weights",
    "read",
    "refresh",
    "run",
    "search",
    "take_back",
]


class _Package(ModuleType):
    """This package; packages of its own (``discover``) do not hide its functions."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _MODULES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module 'leadline' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
