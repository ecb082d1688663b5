"""Tables of works as MARC 21 in XML (MARCXML), by the roles of columns, for library systems.

A column without a role is a general note (500), so nothing of a row is lost.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from leadline.store.export.exporters.datapackage import sentence_of
from leadline.store.export.formats import Exporter, OutputTable, xml_text
from leadline.store.export.roles import Work, kind_of_work, roles_of

HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">\n'
)
LEADERS: Final = {"book": "     nam a22     uu 4500", "article": "     naa a22     uu 4500"}
OTHER_LEADER: Final = "     nam a22     uu 4500"

MarcField = tuple[str, str, tuple[tuple[str, str], ...]]
"""Tag, two indicators, and subfields: code and text."""


def write_marcxml(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write a record a row, after what is claimed of each source."""
    roles = roles_of(table.names)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(HEAD)
        for source in table.sources():
            file.write(f"<!-- {_safe(sentence_of(source)).replace('--', '- -')} -->\n")
        for number, row in enumerate(table.rows, 1):
            file.write(_record(Work(table.names, row, roles), number, kind_of_work(roles)))
        file.write("</collection>\n")


def _record(work: Work, number: int, kind: str) -> str:
    lines = [f"<leader>{LEADERS.get(kind, OTHER_LEADER)}</leader>"]
    lines.append(f'<controlfield tag="001">{_safe(work.key or str(number))}</controlfield>')
    taken_at = work.own("_fetched_at")
    if taken_at:
        at = "".join(filter(str.isdecimal, taken_at))[:14]
        lines.append(f'<controlfield tag="005">{at}.0</controlfield>')
    for tag, signs, parts in _fields(work):
        body = "".join(f'<subfield code="{c}">{_safe(t)}</subfield>' for c, t in parts if t)
        if body:
            head = f'<datafield tag="{tag}" ind1="{signs[0]}" ind2="{signs[1]}">'
            lines.append(f"{head}{body}</datafield>")
    return "<record>\n" + "\n".join(lines) + "\n</record>\n"


def _fields(work: Work) -> Iterator[MarcField]:
    """Yield the fields of a record in the order of their tags."""
    first, *others = work.all("creator") or [""]
    yield "020", "  ", (("a", work.one("isbn")),)
    yield "022", "  ", (("a", work.one("issn")),)
    if doi := work.one("doi"):
        yield "024", "7 ", (("a", doi), ("2", "doi"))
    yield "100", "1 ", (("a", first),)
    yield "245", "10" if first else "00", (("a", work.one("title")),)
    yield "246", "3 ", (("a", work.one("other_title")),)
    yield "250", "  ", (("a", work.one("edition")),)
    published = (("a", work.one("place")), ("b", work.one("publisher")), ("c", work.year))
    yield "264", " 1", published
    yield "300", "  ", (("a", work.one("pages")),)
    yield "490", "0 ", (("a", work.one("series")),)
    journal, volume, issue = work.one("journal"), work.one("volume"), work.one("issue")
    language, synopsis = work.one("language"), work.one("synopsis")
    subjects = work.all("subject")
    for name, text in work.rest:
        yield "500", "  ", (("a", f"{name}: {text}"),)
    yield "520", "  ", (("a", synopsis),)
    yield "546", "  ", (("a", language),)
    for subject in subjects:
        yield "653", "  ", (("a", subject),)
    for name in others:
        yield "700", "1 ", (("a", name),)
    yield "773", "0 ", (("t", journal), ("g", ", ".join(filter(None, (volume, issue)))))
    yield "856", "40", (("u", work.address),)


def _safe(text: str) -> str:
    return escape(xml_text(text), {"\r": "&#13;"})


EXPORTERS: Final = (Exporter("marcxml", (".marcxml", ".mrcx"), write_marcxml),)
