"""Bench of the whole line: one ``leadline run`` over an index page, compared with its gold tables.

All sites of a line are served, behind one page that links to them and to decoys. The run gets that
page and the topic, nothing else. Afterwards each source of the domain is harvested alone, for the
number of requests that it takes by itself.
"""

from __future__ import annotations

import csv
import json
import mimetypes
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from html import escape, unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote, urlsplit

import leadline
from leadline.app.discover import load_discovery
from leadline.app.integration.kept_ids import ENTITIES_FILE
from leadline.app.project import PLAN_FILE, Project, found_sources
from leadline.domain.toml import read_domain, write_domain
from leadline.errors import LeadlineError
from leadline.page.urls import host_key
from leadline.store import Reader
from leadline_research.bench.line.definition import read_line
from leadline_research.bench.line.gold import (
    entities_by_columns,
    entity_figures,
    read_entities,
)
from leadline_research.bench.sites import main_kinds, match

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from leadline.app.line.run import Line
    from leadline_research.bench.line.definition import LineDefinition, SiteEntry
    from leadline_research.bench.line.gold import Entities, Truth

MAX_ERROR: Final = 500
"""Characters of the output of a failed script that are repeated."""


@dataclass(frozen=True, slots=True)
class RunningSite:
    """A site that answers at ``url``; ``truth`` are its records, empty where nobody knows them."""

    name: str
    url: str
    text: str
    truth: Truth


@dataclass(slots=True)
class RecordSums:
    """Sums over all sources: lines of the truths, lines taken, records that count, right ones."""

    truth: int = 0
    taken: int = 0
    counted: int = 0
    right: int = 0
    sources: dict[str, dict[str, Any]] = field(default_factory=dict)

    def shares(self) -> dict[str, float]:
        """Return recall and precision."""
        return {
            "recall": round(self.taken / self.truth, 4) if self.truth else 0.0,
            "precision": round(self.right / self.counted, 4) if self.counted else 0.0,
        }


def run(data: Path, *, names: tuple[str, ...] = (), keep: Path | None = None) -> dict[str, Any]:
    """Run the line in a folder and compare; ``names`` are ignored sites, ``keep`` its project."""
    definition = read_line(data)
    with ExitStack() as stack:
        sites = stack.enter_context(running_sites(definition, without=names))
        folder = keep or Path(stack.enter_context(tempfile.TemporaryDirectory())) / "line"
        wanted = {name: sites[name] for name in definition.wanted if name in sites}
        gold = gold_entities(definition, {name: site.truth for name, site in wanted.items()})
        links = [(site.url, site.text) for site in sites.values()]
        index = stack.enter_context(served_index(links, definition.decoys))
        began, processor = time.monotonic(), time.process_time()
        line = run_line(definition, index, folder)
        seconds, processor = time.monotonic() - began, time.process_time() - processor
        alone = {name: requests_alone(site.url) for name, site in wanted.items()}
        result = compare(line, sites, wanted, gold)
    fewest = 1 + len(wanted)
    return {
        **result,
        "requests": sum(note.requests for note in line.stages),
        "ideal_requests": sum(alone.values()) + fewest,
        "seconds": round(seconds, 1),
        "questions": len(line.questions),
        "processor_seconds": round(processor, 1),
        "requests_alone": alone,
        "fewest_to_discover": fewest,
        "stages": [
            {
                "stage": note.stage,
                "state": note.state,
                "did": note.did,
                "why": note.why,
                "requests": note.requests,
                "seconds": note.seconds,
            }
            for note in line.stages
        ],
    }


def run_line(definition: LineDefinition, index: str, folder: Path) -> Line:
    """Run the line from its index page; attributes of the definition become a plan."""
    folder.mkdir(parents=True, exist_ok=True)
    if definition.attributes:
        tables = {"domain": {"name": definition.topic}, "attribute": [*definition.attributes]}
        (folder / PLAN_FILE).write_text(write_domain(read_domain(tables)), encoding="utf-8")
    return leadline.run(
        seeds=[index], topic=definition.topic, project=folder, anywhere=True, pace=0.0
    )


def requests_alone(url: str) -> int:
    """Return the requests that a source takes when it is harvested by itself."""
    with tempfile.TemporaryDirectory() as folder:
        taken = leadline.harvest(url, project=f"{folder}/p", pace=0.0)
    return sum(outcome.requests for outcome in taken.outcomes.values())


# --- what is served ---


@contextmanager
def running_sites(
    definition: LineDefinition, without: tuple[str, ...] = ()
) -> Iterator[dict[str, RunningSite]]:
    """Start all sites of a line; those that ran before are left running."""
    with ExitStack() as stack:
        sites = {}
        for entry in definition.sites:
            if entry.name in without:
                continue
            url = entry.url or stack.enter_context(_started(entry))
            truth = _truth(entry) if entry.name in definition.wanted else []
            sites[entry.name] = RunningSite(entry.name, url, _text(entry, definition.links), truth)
        yield sites


@contextmanager
def _started(entry: SiteEntry) -> Iterator[str]:
    if not entry.script:
        raise LeadlineError(f"nothing says which script starts {entry.name}: site = PATH")
    call(entry.script, "install", entry.name)
    was_running = False
    with suppress(LeadlineError):  # it may not list
        listed = call(entry.script, "list").splitlines()
        was_running = any({entry.name, "running"} <= {*line.split()} for line in listed)
    try:
        yield call(entry.script, "start", entry.name, "0").split()[-1]
    finally:
        if not was_running:
            call(entry.script, "stop", entry.name)


def call(script: str, *arguments: str) -> str:
    """Call the script of the sites and return what it prints."""
    head = [script] if os.access(script, os.X_OK) else ["bash", script]
    done = subprocess.run(
        [*head, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LEADLINE_PYTHON": sys.executable},
    )
    if done.returncode:
        raise LeadlineError(f"{script} {' '.join(arguments)}: {done.stderr.strip()[-MAX_ERROR:]}")
    return done.stdout


def _truth(entry: SiteEntry) -> Truth:
    path = entry.truth or call(entry.script, "truth", entry.name).strip()
    with Path(path).open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def _text(entry: SiteEntry, links: str) -> str:
    """Return what the link to a site says: what is given, else what its ``site.json`` says."""
    if entry.text:
        return entry.text
    about = Path(entry.script).parent / entry.name / "site.json"
    facts = json.loads(about.read_text("utf-8")) if about.is_file() else {}
    return str(facts.get(links or "content") or facts.get("title") or entry.name)


# --- what came of it ---


def gold_entities(definition: LineDefinition, truths: Mapping[str, Truth]) -> Entities | None:
    """Return the gold entities; None if nothing says what is one. Raise ``ValueError``."""
    if definition.gold is not None:
        return read_entities(definition.gold, truths)
    if definition.gold_columns is not None:
        return entities_by_columns(truths, definition.gold_columns)
    return None


def compare(
    line: Line,
    sites: Mapping[str, RunningSite],
    wanted: Mapping[str, RunningSite],
    gold: Entities | None,
) -> dict[str, Any]:
    """Compare what was found, taken and joined with the gold tables."""
    found = {site_of(each.url, sites) or each.url for each in load_discovery(line.project).found}
    right = found & wanted.keys()
    sums, line_of = compare_records(line.project, sites, wanted)
    ours = _entities(line.project.folder, line_of)
    return {
        "interfaces": {
            "precision": round(len(right) / len(found), 4) if found else 0.0,
            "recall": round(len(right) / len(wanted), 4) if wanted else 0.0,
            "missed": sorted(wanted.keys() - found),
            "wrong": sorted(found - wanted.keys()),
            "sources": len(found_sources(line.project.folder)),
        },
        "records": {**sums.shares(), "sources": sums.sources},
        "entities": {"f1": None} if gold is None else entity_figures(ours, gold),
        "facts": line.facts,
    }


def site_of(url: str, sites: Mapping[str, RunningSite]) -> str:
    """Return the site that serves an address; on one host the one with the longest common path."""
    on_host = [site for site in sites.values() if host_key(site.url) == host_key(url)]
    parts = urlsplit(url).path.split("/")

    def common(site: RunningSite) -> int:
        pairs = zip(urlsplit(site.url).path.split("/"), parts, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    best = max(on_host, key=common, default=None)
    return best.name if best else ""


def compare_records(
    project: Project, sites: Mapping[str, RunningSite], wanted: Mapping[str, RunningSite]
) -> tuple[RecordSums, dict[tuple[str, str], tuple[str, int]]]:
    """Compare records with the truths; also return the truth line of each (source, key)."""
    sums = RecordSums(truth=sum(len(site.truth) for site in wanted.values()))
    line_of: dict[tuple[str, str], tuple[str, int]] = {}
    if not project.store.is_file():
        return sums, line_of
    taken: dict[str, set[int]] = {}
    with Reader(project.store) as store:
        for source in store.sources():
            records = list(store.records(source.key))
            name = site_of(source.url, sites)
            truth = wanted[name].truth if name in wanted else []
            matched = match(records, truth)
            kinds = main_kinds(records, matched)
            counted = [n for n, record in enumerate(records) if record.kind in kinds]
            lines = {matched.lines[n] for n in counted if n in matched.lines}
            sums.counted += len(counted)
            sums.right += len(lines)
            taken.setdefault(name, set()).update(matched.lines.values())
            for number, at in matched.lines.items():
                line_of[source.key, records[number].key] = name, at
            sums.sources[source.key] = {
                "site": name,
                "records": len(records),
                "truth": len(truth),
                "matched": len(lines),
                "requests": store.counts(source.key).requests,
                "state": source.state,
            }
    sums.taken = sum(len(lines) for name, lines in taken.items() if name in wanted)
    return sums, line_of


def _entities(
    folder: Path, line_of: Mapping[tuple[str, str], tuple[str, int]]
) -> list[frozenset[Any]]:
    """Return our entities as lines of the truths; a record without one stands for itself."""
    groups: dict[str, set[Any]] = {}
    path = folder / ENTITIES_FILE
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            member = row["source"], row["key"]
            groups.setdefault(row["id"], set()).add(line_of.get(member, member))
    return [frozenset(group) for group in groups.values()]


TITLE: Final = re.compile(r"<title[^>]*>([^<]{1,200})", re.IGNORECASE)
SEED: Final = 18
MAX_HEAD: Final = 20_000
"""Characters of a decoy in which its title is looked for."""


@contextmanager
def served_index(links: Sequence[tuple[str, str]], decoys: Path | None) -> Iterator[str]:
    """Serve links (address, text) among the pages of a folder on loopback; yield the address."""
    pages = _pages(decoys)
    entries = [*links, *((f"/{quote(name)}", _title(path)) for name, path in pages.items())]
    Random(SEED).shuffle(entries)
    items = "".join(f'<li><a href="{escape(url)}">{escape(text)}</a></li>' for url, text in entries)
    front = f"<!doctype html><title>Useful pages</title><h1>Useful pages</h1><ul>{items}</ul>"

    class IndexHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            name = unquote(urlsplit(self.path).path).strip("/")
            path = pages.get(name)
            body = front.encode() if not name else path.read_bytes() if path else b""
            kind = mimetypes.guess_type(name)[0] or "text/html"
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", kind if path and "html" in kind else "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), IndexHandler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def _pages(decoys: Path | None) -> dict[str, Path]:
    if decoys is None:
        return {}
    files = [decoys] if decoys.is_file() else sorted(decoys.rglob("*.htm*"))
    base = decoys if decoys.is_dir() else decoys.parent
    return {path.relative_to(base).as_posix(): path for path in files}


def _title(path: Path) -> str:
    found = TITLE.search(path.read_text("utf-8", "replace")[:MAX_HEAD])
    return " ".join(unescape(found[1]).split()) if found else path.stem.replace("-", " ")
