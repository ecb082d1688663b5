"""leadline takes whole databases out of the deep Web: the data behind search forms.

    import leadline
    taken = leadline.harvest("https://museum.example/search", budget=leadline.Budget(requests=500))

``aharvest`` and ``ainspect`` are the asynchronous variants. Modules are imported on first use, so
``import leadline`` is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from leadline.errors import LeadlineError
from leadline.model import Budget, Field, Outcome, Record

if TYPE_CHECKING:
    from leadline.app.harvest import Harvest, aharvest, harvest, load
    from leadline.app.inspect import Inspection, ainspect, inspect
    from leadline.app.source_run import Progress
    from leadline.store.export import export

__version__ = "0.1.0"

_MODULES: Final = {
    "Harvest": "leadline.app.harvest",
    "Inspection": "leadline.app.inspect",
    "Progress": "leadline.app.source_run",
    "aharvest": "leadline.app.harvest",
    "ainspect": "leadline.app.inspect",
    "export": "leadline.store.export",
    "harvest": "leadline.app.harvest",
    "inspect": "leadline.app.inspect",
    "load": "leadline.app.harvest",
}

__all__ = [
    "Budget",
    "Field",
    "Harvest",
    "Inspection",
    "LeadlineError",
    "Outcome",
    "Progress",
    "Record",
    "aharvest",
    "ainspect",
    "export",
    "harvest",
    "inspect",
    "load",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module 'leadline' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
