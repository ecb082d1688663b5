"""leadline takes whole databases out of the deep Web: the data behind search forms.

    import leadline
    taken = leadline.harvest("https://museum.example/search", budget=leadline.Budget(requests=500))

``harvest`` has an async twin over the same code, ``await leadline.aharvest(...)``.
Rooms are imported when they are first used, so ``import leadline`` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from leadline.errors import LeadlineError
from leadline.model import Budget, Field, Outcome, Record

if TYPE_CHECKING:
    from leadline.pipelines.harvest import Harvest, Progress, aharvest, harvest

__version__ = "0.1.0"

_ROOMS: Final = {
    "Harvest": "leadline.pipelines.harvest",
    "Progress": "leadline.pipelines.harvest",
    "aharvest": "leadline.pipelines.harvest",
    "harvest": "leadline.pipelines.harvest",
}

__all__ = [
    "Budget",
    "Field",
    "Harvest",
    "LeadlineError",
    "Outcome",
    "Progress",
    "Record",
    "aharvest",
    "harvest",
]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return getattr(import_module(_ROOMS[name]), name)
    raise AttributeError(f"module 'leadline' has no attribute {name!r}")
