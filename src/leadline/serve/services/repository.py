"""A project as a repository of OAI-PMH 2.0: Dublin Core by roles of columns, a set a source."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final
from xml.etree.ElementTree import Element, SubElement, tostring

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from leadline.model import Record
from leadline.page.masks import masked, masked_key, masked_value
from leadline.serve.project_pages import stored_project
from leadline.store.export.formats import xml_text
from leadline.store.export.roles import Work
from leadline.store.search.reader import IndexReader

router = APIRouter()

OAI: Final = "http://www.openarchives.org/OAI/2.0/"
OAI_DC: Final = "http://www.openarchives.org/OAI/2.0/oai_dc/"
DC: Final = "http://purl.org/dc/elements/1.1/"
RECORDS_AN_ANSWER: Final = 100
INSTANT: Final = "%Y-%m-%dT%H:%M:%SZ"
ARGUMENTS: Final = {
    "Identify": (),
    "ListMetadataFormats": ("identifier",),
    "ListSets": ("resumptionToken",),
    "ListRecords": ("metadataPrefix", "from", "until", "set", "resumptionToken"),
    "ListIdentifiers": ("metadataPrefix", "from", "until", "set", "resumptionToken"),
    "GetRecord": ("identifier", "metadataPrefix"),
}
SINGLE_ROLES: Final = {
    "title": "title",
    "publisher": "publisher",
    "synopsis": "description",
    "language": "language",
}
Stored = tuple[str, int, Record, float]
"""Source, number, record, and when its page came."""


class RefusedVerb(Exception):
    """A request that the protocol has an error for: its code, then a sentence."""


@router.get("/api/projects/{name}/oai")
def oai(request: Request, name: str) -> Response:
    """The records of a project by OAI-PMH, as Dublin Core."""
    asked = dict(request.query_params)
    root = Element("OAI-PMH", {"xmlns": OAI})
    SubElement(root, "responseDate").text = datetime.now(UTC).strftime(INSTANT)
    about = SubElement(root, "request")
    about.text = str(request.url.replace(query=""))
    with IndexReader(stored_project(request, name).store) as reader:
        try:
            _check(asked)
            about.attrib.update({key: xml_text(value) for key, value in asked.items()})
            verb = asked["verb"]
            _fill(SubElement(root, verb), verb, asked, reader, (name, about.text))
        except RefusedVerb as fault:
            del root[2:]
            about.attrib.clear()
            SubElement(root, "error", {"code": fault.args[0]}).text = fault.args[1]
    return Response(tostring(root, "utf-8", xml_declaration=True), media_type="text/xml")


def _check(asked: dict[str, str]) -> None:
    verb = asked.get("verb", "")
    if verb not in ARGUMENTS:
        raise RefusedVerb("badVerb", "there is no such verb")
    if wrong := asked.keys() - {"verb", *ARGUMENTS[verb]}:
        raise RefusedVerb("badArgument", f"{verb} does not take {', '.join(sorted(wrong))}")
    if "metadataPrefix" in ARGUMENTS[verb] and "resumptionToken" not in asked:
        prefix = asked.get("metadataPrefix")
        if prefix is None:
            raise RefusedVerb("badArgument", "metadataPrefix is missing")
        if prefix != "oai_dc":
            raise RefusedVerb("cannotDisseminateFormat", "there is oai_dc alone")


def _fill(at: Element, verb: str, asked: dict[str, str], reader: IndexReader, me: Any) -> None:
    name, address = me
    match verb:
        case "Identify":
            _tell(at, repositoryName=name, baseURL=address, protocolVersion="2.0")
            _tell(at, adminEmail="nobody@localhost", earliestDatestamp="1970-01-01T00:00:00Z")
            _tell(at, deletedRecord="no", granularity="YYYY-MM-DDThh:mm:ssZ")
        case "ListMetadataFormats":
            schema = "http://www.openarchives.org/OAI/2.0/oai_dc.xsd"
            format = SubElement(at, "metadataFormat")
            _tell(format, metadataPrefix="oai_dc", schema=schema, metadataNamespace=OAI_DC)
        case "ListSets":
            for number, source in enumerate(reader.sources(), 1):
                _tell(SubElement(at, "set"), setSpec=f"s{number}", setName=source.key)
        case "GetRecord":
            tail = asked.get("identifier", "").rpartition(":")[2]
            found = reader.records_at([int(tail)] if tail.isdecimal() else [])
            if not found or asked["identifier"] != _identifier(name, int(tail)):
                raise RefusedVerb("idDoesNotExist", "there is no such record")
            ((key, record),) = found.items()
            fetched_at = reader.page(record.page).fetched_at
            sets = {one.key: f"s{at}" for at, one in enumerate(reader.sources(), 1)}
            _add(at, name, (sets[record.source], key, record, fetched_at))
        case _:
            _list(at, asked, reader, name, is_whole=verb == "ListRecords")


def _tell(at: Element, **texts: str) -> None:
    for tag, text in texts.items():
        SubElement(at, tag).text = xml_text(masked(text))


def _identifier(name: str, number: int) -> str:
    return f"oai:leadline:{name}:{number}"


def _list(
    at: Element, asked: dict[str, str], reader: IndexReader, name: str, *, is_whole: bool
) -> None:
    """List records; a token is where the next ones begin, and all that was asked."""
    if token := asked.get("resumptionToken"):
        first, after, chosen, since, until = (*token.split("!"), "", "", "", "", "")[:5]
        if not first[1:].isdecimal() or not after.isdecimal():
            raise RefusedVerb("badResumptionToken", "this token is none of this repository")
    else:
        first, after, chosen = "s1", "0", asked.get("set", "")
        since, until = asked.get("from", ""), asked.get("until", "")
    found = _stored(reader, (int(first[1:]), int(after)), chosen, (since, until))
    taken = [*islice(found, RECORDS_AN_ANSWER + 1)]
    if not taken:
        raise RefusedVerb("noRecordsMatch", "no record is of this set and time")
    for each in taken[:RECORDS_AN_ANSWER]:
        _add(at, name, each, is_whole=is_whole)
    if len(taken) > RECORDS_AN_ANSWER:
        spec, last, *_ = taken[RECORDS_AN_ANSWER - 1]
        SubElement(at, "resumptionToken").text = f"{spec}!{last}!{chosen}!{since}!{until}"
    elif token:
        SubElement(at, "resumptionToken")


def _stored(
    reader: IndexReader, start: tuple[int, int], chosen: str, times: tuple[str, str]
) -> Iterator[Stored]:
    """Yield records, source after source, from behind a record of a source on."""
    since, until = times[0], times[1] and times[1].ljust(20, "Z")
    known: dict[int, float] = {}
    for at, source in enumerate(reader.sources(), 1):
        if at < start[0] or chosen not in ("", f"s{at}"):
            continue
        for number, record in reader.records_after(source.key, start[1] * (at == start[0])):
            if record.page not in known:
                known[record.page] = reader.page(record.page).fetched_at
            stamp = datetime.fromtimestamp(known[record.page], UTC).strftime(INSTANT)
            if since <= stamp and (not until or stamp <= until):
                yield f"s{at}", number, record, known[record.page]


def _add(at: Element, name: str, stored: Stored, *, is_whole: bool = True) -> None:
    spec, number, record, fetched_at = stored
    place = SubElement(at, "record") if is_whole else at
    stamp = datetime.fromtimestamp(fetched_at, UTC).strftime(INSTANT)
    header = SubElement(place, "header")
    _tell(header, identifier=_identifier(name, number), datestamp=stamp, setSpec=spec)
    if is_whole:
        _describe(SubElement(SubElement(place, "metadata"), "oai_dc:dc"), record)


def _describe(at: Element, record: Record) -> None:
    """Describe a record as Dublin Core; columns without a role are descriptions, by their names."""
    at.attrib.update({"xmlns:oai_dc": OAI_DC, "xmlns:dc": DC})
    names = [masked_key(each.column) for each in record.fields]
    row = [masked_value(each.column, each.value) for each in record.fields]
    work = Work([*names, "_key"], [*row, masked_key(record.key)])
    told = [(tag, work.one(role)) for role, tag in SINGLE_ROLES.items()]
    told += [(role, text) for role in ("creator", "subject") for text in work.all(role)]
    told += [("date", work.year), ("identifier", work.one("isbn", "issn", "doi", "identifier"))]
    told += [("identifier", work.address), ("source", record.source)]
    told += [("description", f"{name}: {text}") for name, text in work.rest]
    for tag, text in told:
        if text:
            SubElement(at, f"dc:{tag}").text = xml_text(text)


ROUTERS: Final = (router,)
