"""What a whole line did so far: one file in the folder of a project, read by every stage.

A stage is noted when it has ended, with what comes next. A killed run goes on after the last note;
the stage that was under way resumes from its own store. The file appears whole or not at all.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     state = LineState.begin(Path(folder))
...     state.add(StageNote("discover", "done", "2 found", "no link is left", after="harvest"))
...     again = LineState.begin(Path(folder))  # as after a kill
>>> again.next_stage, again.run, again.notes[0].did
('harvest', 1, '2 found')
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from leadline.errors import StoreError
from leadline.store.export.table import made_file
from leadline.store.seals import broken_blocks

LINE_FILE: Final = "run.json"
TABLE_FILE: Final = "table.csv"
"""The integrated table of a project, which every run writes."""
StageName = Literal["discover", "harvest", "integrate"]
END: Final = ""
BEGUN_ANEW: Final = "{name} was damaged: each stage is looked at again, and goes on from its store"
OWN: Final = ("path", "trouble")
"""What is not written."""


@dataclass(frozen=True, slots=True)
class StageNote:
    """A stage that ended: what it did, why it stopped, and the stage ``after`` it ('': the end).

    ``requests`` are those of the stage in this run, ``seconds`` its time.
    """

    stage: StageName
    state: Literal["done", "stopped"]
    did: str
    why: str
    after: str = END
    requests: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What only a person can decide: ``kind`` is source, columns or records; ``how`` to answer."""

    kind: str
    about: str
    text: str
    how: str


@dataclass(slots=True)
class LineState:
    """Notes of the present run, and what the last integration was made from.

    ``facts`` are numbers of the integration by name, ``digest`` tells whether its input changed.
    ``trouble`` says that what was kept could not be read; it is not kept itself.
    """

    path: Path
    run: int = 1
    first: str = END
    notes: list[StageNote] = field(default_factory=list)
    questions: list[OpenQuestion] = field(default_factory=list)
    facts: dict[str, int] = field(default_factory=dict)
    digest: str = ""
    trouble: str = ""

    @classmethod
    def read(cls, folder: Path) -> LineState | None:
        """Read the state of a project; None if no line was run. Raise ``StoreError``."""
        path = folder / LINE_FILE
        if not path.exists():
            return None
        try:
            if broken_blocks(path):
                raise ValueError("it is not as it was written")
            content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return cls(
                path,
                content["run"],
                content["first"],
                [StageNote(**note) for note in content["notes"]],
                [OpenQuestion(**question) for question in content["questions"]],
                content["facts"],
                content["digest"],
            )
        except (OSError, ValueError, KeyError, TypeError) as fault:
            raise StoreError(f"{path} is damaged ({fault}); delete it and run again") from fault

    @classmethod
    def begin(cls, folder: Path, first: str = "discover") -> LineState:
        """Go on with a run that was stopped, or begin another one with its ``first`` stage."""
        trouble = ""
        try:
            state = cls.read(folder)
        except StoreError:
            state, trouble = None, BEGUN_ANEW.format(name=LINE_FILE)
        if state is None:
            state = cls(folder / LINE_FILE, 0, trouble=trouble)
        if state.run == 0 or state.next_stage == END:
            state.run, state.first, state.notes = state.run + 1, first, []
        state.write()
        return state

    @property
    def next_stage(self) -> str:
        """The stage that comes next; '' at the end."""
        return self.notes[-1].after if self.notes else self.first

    def add(self, note: StageNote) -> None:
        """Note that a stage has ended."""
        self.notes.append(note)
        self.write()

    def write(self) -> None:
        """Write the file."""
        content = {name: value for name, value in asdict(self).items() if name not in OWN}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with made_file(self.path.resolve()) as part:
            part.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
