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

from leadline.errors import LeadlineError
from leadline.model import Budget, Field, Outcome, Record

if TYPE_CHECKING:
    from leadline.app.asking.ask import AskOptions, aask, ask
    from leadline.app.asking.choices import forget_choices, ranking_weights
    from leadline.app.asking.events import AskResults
    from leadline.app.asking.search import SearchResults, choose, search
    from leadline.app.check import ProjectCheck, check
    from leadline.app.discover import Discovery, adiscover, discover
    from leadline.app.discovery.run import DiscoveryProgress
    from leadline.app.harvest import Harvest, aharvest, harvest, load
    from leadline.app.inspect import Inspection, ainspect, inspect
    from leadline.app.line.run import Line, arun, run
    from leadline.app.live_records import arecords
    from leadline.app.refresh.run import Refresh, arefresh, refresh
    from leadline.app.source.run import Progress
    from leadline.fetch.session.own_session import OwnSession
    from leadline.store.export.table import export

__version__ = "0.1.0"

_MODULES: Final = {
    "AskOptions": "leadline.app.asking.ask",
    "AskResults": "leadline.app.asking.events",
    "Discovery": "leadline.app.discover",
    "DiscoveryProgress": "leadline.app.discovery.run",
    "Harvest": "leadline.app.harvest",
    "Inspection": "leadline.app.inspect",
    "Line": "leadline.app.line.run",
    "OwnSession": "leadline.fetch.session.own_session",
    "Progress": "leadline.app.source.run",
    "ProjectCheck": "leadline.app.check",
    "Refresh": "leadline.app.refresh.run",
    "SearchResults": "leadline.app.asking.search",
    "aask": "leadline.app.asking.ask",
    "adiscover": "leadline.app.discover",
    "aharvest": "leadline.app.harvest",
    "ainspect": "leadline.app.inspect",
    "arecords": "leadline.app.live_records",
    "arefresh": "leadline.app.refresh.run",
    "arun": "leadline.app.line.run",
    "ask": "leadline.app.asking.ask",
    "check": "leadline.app.check",
    "choose": "leadline.app.asking.search",
    "discover": "leadline.app.discover",
    "export": "leadline.store.export.table",
    "forget_choices": "leadline.app.asking.choices",
    "harvest": "leadline.app.harvest",
    "inspect": "leadline.app.inspect",
    "load": "leadline.app.harvest",
    "ranking_weights": "leadline.app.asking.choices",
    "refresh": "leadline.app.refresh.run",
    "run": "leadline.app.line.run",
    "search": "leadline.app.asking.search",
}

__all__ = [
    "AskOptions",
    "AskResults",
    "Budget",
    "Discovery",
    "DiscoveryProgress",
    "Field",
    "Harvest",
    "Inspection",
    "LeadlineError",
    "Line",
    "Outcome",
    "OwnSession",
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
    "inspect",
    "load",
    "ranking_weights",
    "refresh",
    "run",
    "search",
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
