"""``leadline watch``: have the system visit a project again and again, and tell what changed."""

import os
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import typer

from leadline.errors import LeadlineError

TIMES: Final = {"hourly": "17 * * * *", "daily": "17 3 * * *", "weekly": "17 3 * * 1"}
"""How often, with the line of cron that says so; systemd has these words itself."""
UNIT_FOLDER: Final = "systemd/user"
SERVICE: Final = """[Unit]
Description=leadline visits {name}
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
ExecStart={command}
SuccessExitStatus=3
"""
TIMER: Final = """[Unit]
Description=leadline visits {name}, {every}

[Timer]
OnCalendar={every}
RandomizedDelaySec=15min
Persistent=true

[Install]
WantedBy=timers.target
"""


def watch(
    project: Annotated[Path, typer.Argument(help="Folder of a project.")],
    every: Annotated[str, typer.Option(help="hourly, daily or weekly.")] = "daily",
    mail: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Mail there what changed (needs `mail`).")
    ] = "",
    webhook: Annotated[
        str, typer.Option(metavar="URL", help="Send the changes there as JSON.")
    ] = "",
    feed: Annotated[Path | None, typer.Option(help="Atom feed of all changes to write.")] = None,
    cron: Annotated[bool, typer.Option("--cron", help="Print a line for cron instead.")] = False,
    stop: Annotated[bool, typer.Option("--stop", help="Watch it no more.")] = False,
) -> None:
    """Have the system visit a project again and again, and tell you what changed.

    Example:

      leadline watch museum.example.leadline --every weekly --mail me@museum.example
    """
    from leadline.app.project import UNSAFE_IN_FILE_NAMES, Project

    if every not in TIMES:
        raise ValueError(f"--every is one of {', '.join(TIMES)}")
    if mail and shutil.which("mail") is None:
        raise ValueError("--mail needs the program `mail` (Debian: apt install mailutils)")
    folder = Project(project).present_store().parent.resolve()
    order = [sys.executable, "-m", "leadline", "refresh", str(folder), "-q"]
    order += ["--run", shlex.join(["mail", "-s", f"{folder.name} changed", mail])] if mail else []
    order += ["--webhook", webhook] if webhook else []
    order += ["--feed", str(feed.resolve())] if feed else []
    if cron:
        print(f"{TIMES[every]}  {shlex.join(order).replace('%', chr(92) + '%')}")
        return
    named = UNSAFE_IN_FILE_NAMES.sub("-", folder.name.removesuffix(".leadline"))
    unit = f"leadline-{named.strip('-')}"
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / UNIT_FOLDER
    if stop:
        with suppress(LeadlineError):  # one that never ran
            _systemd("disable", "--now", f"{unit}.timer")
        for path in (home / f"{unit}.timer", home / f"{unit}.service"):
            path.unlink(missing_ok=True)
        print(f"{folder.name} is watched no more")
        return
    home.mkdir(parents=True, exist_ok=True)
    command = " ".join(map(_quoted, order))
    for ending, text in (("service", SERVICE), ("timer", TIMER)):
        said = text.format(name=folder.name, command=command, every=every)
        (home / f"{unit}.{ending}").write_text(said, "utf-8")
    _systemd("daemon-reload")
    _systemd("enable", "--now", f"{unit}.timer")
    print(f"{folder.name} is visited {every}; `systemctl --user list-timers` says when")


def _quoted(word: str) -> str:
    """Quote a word of a command for systemd, which has its own signs.

    >>> _quoted("50% of $me"), _quoted("plain")
    ('"50%% of $$me"', 'plain')
    """
    text = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{text}"' if text != word or " " in word else word


def _systemd(*order: str) -> None:
    """Tell systemd of this person; raise ``LeadlineError`` where there is none."""
    try:
        done = subprocess.run(
            ["systemctl", "--user", *order], capture_output=True, text=True, check=False
        )
        fault = done.stderr.strip() if done.returncode else ""
    except FileNotFoundError:
        fault = "there is no systemd here"
    if fault:
        raise LeadlineError(f"{fault}: the units are written; `--cron` prints a line for cron")
