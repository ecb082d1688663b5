"""Record pages of a source whose lists were taken: which are left to read, and their run."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urldefrag

from leadline.app.project import Plan, SourceTarget
from leadline.app.source.archived import readings_again
from leadline.app.source.recorder import FINISHED
from leadline.app.source.replayer import Replayer
from leadline.app.source.run import SourceRun
from leadline.crawl.details.pages import (
    DETAILS,
    FILE,
    FILES_FOLDER,
    PAGES_COMPARED,
    RECORD_PAGE,
    DetailTarget,
    DetailTask,
    crawl_details,
    file_name,
    look_at_details,
    spread_evenly,
)
from leadline.crawl.state.source import CrawlTask
from leadline.details.acting import Place, record_requests
from leadline.details.addresses import link_column, page_address
from leadline.details.wrapper import DetailWrapper
from leadline.errors import StoreError
from leadline.fetch import PageArchive
from leadline.model import Field, Outcome, Request
from leadline.page.urls import host_key
from leadline.store import Reader, Store
from leadline.store.details import (
    detailed_keys,
    details_and_pages,
    details_by_kind,
    details_of,
    last_changes,
    lost_places,
)
from leadline.wrapper.column_watch import MAX_KNOWN_ROWS, ColumnWatch, KnownColumns
from leadline.wrapper.identity.link import LinkIdentity, record_types
from leadline.wrapper.reading import RecordRow
from leadline.wrapper.wrapper import Wrapper

MAX_SAMPLED_LINKS: Final = 400
"""Records from which the link to their pages is learned."""
MIN_PAGES_SHARE: Final = 0.5
"""Pages by records from which a page is that of a record and not of several."""
OF_RECORDS: Final = frozenset({RECORD_PAGE, FILE})
"""Purposes of pages that are asked for again where what is known of a record rests on them."""
NO_LINK: Final = "records have no link to a page of their own: there are no details to read"
OTHER_HOST: Final = (
    "the pages of {count:,} records stand on {host}, which may not be visited: name it with "
    "--also-host"
)
SHARED: Final = "several records share a page: there are no details to read"


@dataclass(frozen=True, slots=True)
class DetailsLeft:
    """Record pages that are left to read, how many were read, and why there are no others."""

    targets: tuple[DetailTarget, ...] = ()
    read: int = 0
    trouble: str = ""
    addresses: frozenset[str] = frozenset()


def with_details(plan: Plan, *, details: bool, files: bool) -> Plan:
    """Return a plan with record pages, and files, of all its sources; or as it is."""
    sources = (
        replace(each, details=each.details or details or files, files=each.files or files)
        for each in plan.sources
    )
    return replace(plan, sources=tuple(sources))


def details_under_way(
    store: Reader, target: SourceTarget, end_of: Callable[[Reader, str], Outcome] | None
) -> Outcome | None:
    """Return how the lists of a source ended, if only its record pages are left to read.

    A run was stopped while it read them, or the lists are settled: ``end_of`` tells their end.
    """
    if not (target.details or owed_keys(store, target.key)):
        return None
    settled = end_of(store, target.key) if end_of is not None else None
    return end_before_details(store, target.key) or settled


def end_before_details(store: Reader, key: str) -> Outcome | None:
    """Return how the lists of a source ended, if reading its record pages was begun and stopped."""
    kept = _kept(store, key)
    if kept.get("state") != "begun":
        return None
    state, reason, proof, estimate, missing = kept["end"]
    counts = store.counts(key)
    return Outcome(state, reason, proof, counts.records, counts.requests, estimate, (), missing)


def _kept(store: Reader, key: str) -> dict[str, Any]:
    kept = store.learned(key).get(DETAILS)
    return kept if isinstance(kept, dict) else {}


def details_left(
    store: Reader, key: str, hosts: Iterable[str], archive: PageArchive | None = None
) -> DetailsLeft:
    """Return the record pages that were not read since their records changed last, or are owed.

    Where no link leads to them, controls that send a form are looked for on the archived lists.
    """
    identities = _identities(store, key)
    column = link_column(store.sample(key, MAX_SAMPLED_LINKS), identities)
    done = detailed_keys(store, key) - owed_keys(store, key)
    if not column:
        pressed = _pressed(store, archive, key) if archive is not None else {}
        left = tuple(DetailTarget((own,), r) for own, r in pressed.items() if own not in done)
        return DetailsLeft(left, len(pressed) - len(left), "" if pressed else NO_LINK)
    allowed = set(hosts)
    pages: dict[str, tuple[list[str], str]] = {}
    strange: dict[str, int] = {}
    records = 0
    for record in store.records(key, details=False):
        address = page_address(record, column)
        if not address:
            continue
        if (host := host_key(address)) not in allowed:
            strange[host] = strange.get(host, 0) + 1
            continue
        records += 1
        pages.setdefault(address, ([], record.kind))[0].append(record.key)
    trouble = "; ".join(OTHER_HOST.format(count=n, host=host) for host, n in strange.items())
    if records and len(pages) < MIN_PAGES_SHARE * records:
        return DetailsLeft(trouble=SHARED)
    targets = [
        DetailTarget(tuple(keys), Request("GET", address), kind)
        for address, (keys, kind) in pages.items()
        if not done.issuperset(keys)
    ]
    targets += _pages_without_list(store, key, pages, identities)
    return DetailsLeft(tuple(targets), len(pages) - len(targets), trouble, frozenset(pages))


def owed_keys(store: Reader, key: str) -> set[str]:
    """Return the records of which the archive has lost the page, or a file, that is known."""
    lost = lost_places(store, key, OF_RECORDS)
    names = {file_name(url) for url in lost.values()}
    rest = details_and_pages(store, key) if lost else ()
    return {own for own, page, said in rest if page in lost or not names.isdisjoint(_files(said))}


def rests_on(store: Reader, key: str) -> set[int]:
    """Return the pages of records, and the files, on which what is known of records rests."""
    pages, names = set[int](), set[str]()
    for _, page, fields in details_and_pages(store, key):
        pages |= {page} if fields else set()
        names.update(_files(fields))
    files = (one for one in store.pages(key) if one.purpose == FILE)
    return pages | {one.number for one in files if file_name(one.url) in names}


def _files(fields: Iterable[Field]) -> Iterator[str]:
    """Yield the names of the files that details say."""
    for one in fields:
        if one.column.endswith(f"({FILE})"):
            yield from one.value.split("\xa0|\xa0")


def _pressed(store: Reader, archive: PageArchive, key: str) -> dict[str, Request]:
    """Return what a control in each record sends to show it, by the record's key."""
    learned = store.learned(key).get("wrapper")
    try:
        wrapper = Wrapper.from_dict(learned) if learned else None
    except (KeyError, TypeError, AttributeError):
        return {}
    found: dict[str, Request] = {}
    makes: set[Place] = set()
    for _, reading in readings_again(store, archive, key, wrapper) if wrapper is not None else ():
        nodes = [tuple(row.nodes) for row in reading.rows]
        for at, request in record_requests(reading.document, nodes, makes).items():
            found.setdefault(reading.rows[at].key, request)
    return found


def _identities(store: Reader, key: str) -> list[LinkIdentity]:
    learned = store.learned(key).get("wrapper")
    try:
        layouts = Wrapper.from_dict(learned).layouts if learned else ()
    except (KeyError, TypeError, AttributeError):
        return []  # rows of data have another kind of wrapper
    return [each.identity for each in layouts if isinstance(each.identity, LinkIdentity)]


def _pages_without_list(
    store: Reader,
    key: str,
    pages: dict[str, tuple[list[str], str]],
    identities: Iterable[LinkIdentity],
) -> list[DetailTarget]:
    """Return record pages to which a query led straight and which no list shows.

    Such a page has an address of the form of all others.
    """
    known = [own for keys, _ in pages.values() for own in keys]
    types, taken = record_types(known), set(known)
    kinds = {types.get(own, "") for own in known} - {""}
    queries = {query.id: query.text for query in store.queries(key)}
    targets: list[DetailTarget] = []
    identity = next(iter(identities), LinkIdentity(""))
    for stored in store.pages(key):
        if stored.query is None or stored.status >= 400:
            continue
        address = urldefrag(stored.final_url)[0]
        if address == stored.url or address in pages or stored.method != "GET":
            continue
        query = queries.get(stored.query, "")
        own = identity.canonical(address, query)
        kind = record_types([*known[:MAX_SAMPLED_LINKS], own]).get(own, "")
        if own not in taken and kind in kinds:
            taken.add(own)
            targets.append(DetailTarget((own,), Request("GET", stored.url), kind, query))
    return targets


async def run_with_details(
    run: SourceRun,
    target: SourceTarget,
    end_of: Callable[[Reader, str], Outcome] | None,
    folder: Path,
) -> Outcome:
    """Run a source, then read its record pages if the target wants them.

    ``end_of`` tells how lists ended that are settled: they are not looked at again. Files of
    records are written below ``folder``.
    """
    end = details_under_way(run.store, target, end_of) or await run.run()
    owed = owed_keys(run.store, target.key)
    if end.state not in FINISHED or not (target.details or owed):
        return end
    hosts = [host_key(target.url), *target.also_hosts]
    files = target.files or (bool(owed) and (folder / FILES_FOLDER).is_dir())
    keys = None if target.details else owed
    end = await read_details(run, end, hosts=hosts, files=files, keys=keys)
    if files:
        write_files(run.store, run.archive, target.key, folder)
    return end


async def read_details(
    run: SourceRun,
    end: Outcome,
    *,
    hosts: Collection[str],
    files: bool = False,
    is_visit: bool = False,
    keys: Collection[str] | None = None,
) -> Outcome:
    """Read the record pages that are left of a source, whose lists ended so, by its run.

    ``keys`` are the records that are wanted, None for all.
    On a visit, pages whose columns cannot be followed end it, and what was known of them stays.
    """
    store, key = run.store, run.key
    kept = _kept(store, key)
    left = details_left(store, key, hosts, run.archive)
    if keys is not None:
        wanted = (one for one in left.targets if not set(keys).isdisjoint(one.keys))
        left = replace(left, targets=tuple(wanted))
    if left.trouble:
        store.note(key, left.trouble, level="warning")
    if not left.targets:
        if kept.get("state") == "begun":
            store.learn(key, DETAILS, {**kept, "state": "read"})
            store.finish(key, end)
        return end
    run.replayer = Replayer(key, store, run.archive)
    list(run.replayer.recall())
    is_anew = bool(kept.get("unclear"))  # pages that could not be followed are fetched again
    changed = {} if is_anew else last_changes(store, key)
    replayed = sum(_pages_to_replay(run.replayer, changed, left.targets, is_anew=is_anew))
    counts = store.counts(key)
    wrappers = {name: DetailWrapper.from_dict(w) for name, w in kept.get("wrappers", {}).items()}
    task = DetailTask(
        left.targets,
        partial(store.fields_of, key),
        replace(end, records=counts.records, requests=counts.requests - replayed),
        wrappers,
        left.read,
        files,
        frozenset(hosts),
        left.addresses,
        _watches(store, key, kept, is_visit=is_visit),
    )
    run.guard.requests, run.recorder.records = task.end.requests, counts.records
    run.recorder.state, run.recorder.estimate = "harvesting", end.estimate
    crawl = crawl_details(CrawlTask(key, run.url), run.journal, details=task)
    try:
        return run.keep_end(await run.drive_safely(crawl))
    finally:
        run.scheduler.remove(key)


async def look_at_known(run: SourceRun, store: Store, end: Outcome) -> Outcome:
    """Read a few record pages that are known, by a visit's run; it fails where columns changed."""
    key, kept = run.key, _kept(store, run.key)
    column = link_column(store.sample(key, MAX_SAMPLED_LINKS), _identities(store, key))
    known = [
        DetailTarget((one.key,), Request("GET", address), one.kind)
        for one in store.sample(key, MAX_SAMPLED_LINKS)
        if column and (address := page_address(one, column)) and details_of(store, key, one.key)
    ]
    wrappers = {name: DetailWrapper.from_dict(w) for name, w in kept.get("wrappers", {}).items()}
    watches = _watches(store, key, kept, is_visit=True)
    targets = tuple(spread_evenly(known, PAGES_COMPARED))
    fields = partial(store.fields_of, key)
    task = DetailTask(targets, fields, end, wrappers, watches=watches)
    if not targets or not wrappers:
        return end
    run.guard.requests = end.requests
    crawl = look_at_details(CrawlTask(key, run.url), run.journal, details=task)
    return await run.drive_safely(crawl)


def _watches(
    store: Store, key: str, kept: Mapping[str, Any], *, is_visit: bool
) -> dict[str, ColumnWatch]:
    """Return what is known of the columns of record pages, by the types that have a wrapper."""
    watches: dict[str, ColumnWatch] = {}
    for kind in kept.get("wrappers", {}):
        known = KnownColumns(find=partial(details_of, store, key))
        plain = (kept.get("columns") or {}).get(kind) or {}
        watches[kind] = ColumnWatch.of_plain(plain, known)
        watches[kind].is_visit = is_visit
    for own, kind, fields in details_by_kind(store, key, most=len(watches) * MAX_KNOWN_ROWS):
        if watch := watches.get(kind) or watches.get(""):
            watch.known.add([RecordRow(own, fields, "")])
    return watches


def _pages_to_replay(
    replayer: Replayer,
    changed: Mapping[str, float],
    targets: Iterable[DetailTarget],
    *,
    is_anew: bool,
) -> Iterator[int]:
    """Forget pages that were fetched before their records changed; count the others of each.

    Those that the archive has lost are asked for again, and no earlier one is read in their place.
    """
    for target in targets:
        since = max(changed.get(key, 0.0) for key in target.keys)
        pages = replayer.pages[target.request.fingerprint]
        lost = [page for page in pages if page.is_lost]
        kept = lost or [page for page in pages if page.fetched_at >= since and not is_anew]
        replayer.pages[target.request.fingerprint] = deque(kept)
        yield sum(page.purpose == RECORD_PAGE for page in kept)


def write_files(store: Store, archive: PageArchive, key: str, folder: Path) -> int:
    """Write the archived files of records into a folder; return how many are new."""
    written = 0
    for stored in store.pages(key):
        if stored.purpose != FILE or stored.locator is None or stored.status >= 400:
            continue
        path = folder / file_name(stored.url)
        if path.exists():
            continue
        try:
            body = archive.read(stored.locator).body
        except StoreError:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        part.write_bytes(body)
        part.replace(path)
        written += 1
    return written
