"""Domain knowledge as a person writes it: the tables of ``project.toml``, read and written.

    [domain]
    name = "art"
    [[attribute]]
    name = "artist"
    aliases = ["maker", "作者"]
    affinity = 0.6      # how surely an interface with this attribute belongs to the domain, 0 to 1
    type = "person"
    main = true
    values = ["Turner", { value = "Mondrian", confidence = 0.6 }]

An unknown name, or a value of the wrong kind, is refused with the place named.

>>> import tomllib
>>> art = read_domain(tomllib.loads('[domain]\\nname="art"\\n[[attribute]]\\nname="artist"'))
>>> print(write_domain(art))
[domain]
name = "art"
<BLANKLINE>
[[attribute]]
name = "artist"
affinity = 0.5
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from leadline.domain.model import (
    DEFAULT_AFFINITY,
    FULL_CONFIDENCE,
    DomainAttribute,
    DomainKnowledge,
    Instance,
)

ATTRIBUTE_KEYS: Final = ("name", "aliases", "affinity", "type", "main", "values")
VALUE_KEYS: Final = ("value", "confidence")


def read_domain(content: Mapping[str, Any]) -> DomainKnowledge:
    """Read the knowledge of a parsed TOML file; other tables are passed over."""
    domain = content.get("domain", {})
    if not isinstance(domain, dict):
        raise ValueError("a domain is written as [domain]")
    refuse_strange(domain, ("name",), "[domain]")
    tables = content.get("attribute", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ValueError("attributes are written as [[attribute]], each with its name")
    made = DomainKnowledge(_text(domain.get("name", ""), "[domain] name"))
    for table in tables:
        _read_attribute(table, made)
    return made


def _read_attribute(table: Mapping[str, Any], made: DomainKnowledge) -> None:
    name = _text(table.get("name", ""), "[[attribute]] name")
    if not name.strip():
        raise ValueError("[[attribute]] needs a name")
    where = f"[[attribute]] {name!r}"
    refuse_strange(table, ATTRIBUTE_KEYS, where)
    aliases = table.get("aliases", [])
    main = table.get("main", False)
    if not isinstance(aliases, list) or not isinstance(main, bool):
        raise ValueError(f"{where}: aliases is a list of texts, main is true or false")
    made.introduce(
        DomainAttribute(
            name,
            tuple(_text(alias, f"{where} aliases") for alias in aliases),
            _share(table.get("affinity", DEFAULT_AFFINITY), f"{where} affinity"),
            _text(table.get("type", "text"), f"{where} type"),
            main,
        )
    )
    for value in table.get("values", []):
        if isinstance(value, dict):
            refuse_strange(value, VALUE_KEYS, f"{where} values")
            confidence = _share(value.get("confidence", FULL_CONFIDENCE), f"{where} confidence")
            made.add(name, _text(value.get("value"), f"{where} values"), confidence)
        else:
            made.add(name, _text(value, f"{where} values"))


def write_domain(knowledge: DomainKnowledge, *, most_values: int = 50) -> str:
    """Return TOML that ``read_domain`` reads, with the surest and most seen values."""
    parts = []
    if knowledge.name:
        parts.append(f"[domain]\nname = {_quoted(knowledge.name)}")
    parts += [
        _attribute(attribute, knowledge.instances(attribute.name)[:most_values])
        for attribute in knowledge.attributes
    ]
    return "\n\n".join(parts)


def _attribute(attribute: DomainAttribute, instances: list[Instance]) -> str:
    lines = ["[[attribute]]", f"name = {_quoted(attribute.name)}"]
    if attribute.aliases:
        lines.append(f"aliases = [{', '.join(map(_quoted, attribute.aliases))}]")
    lines.append(f"affinity = {float(attribute.affinity)!r}")
    if attribute.type != "text":
        lines.append(f"type = {_quoted(attribute.type)}")
    if attribute.main:
        lines.append("main = true")
    if instances:
        lines += ["values = [", *(f"  {_value(instance)}," for instance in instances), "]"]
    return "\n".join(lines)


def _value(instance: Instance) -> str:
    value = _quoted(instance.value)
    if instance.confidence >= FULL_CONFIDENCE:
        return value
    return f"{{ value = {value}, confidence = {instance.confidence!r} }}"


def _quoted(text: str) -> str:
    """Return a TOML basic string: JSON's escapes, and DEL, which JSON leaves alone."""
    safe = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(safe, ensure_ascii=False).replace("\x7f", "\\u007f")


def refuse_strange(table: Mapping[str, Any], names: Sequence[str], where: str) -> None:
    """Refuse unknown names: a typing error must not lift a budget."""
    strange = [name for name in table if name not in names]
    if strange:
        raise ValueError(f"{where} has {strange[0]!r}, which means nothing; known: {names}")


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{where} is a text, not {value!r}")
    return value


def _share(value: Any, where: str) -> float:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not 0.0 <= value <= 1.0:
        raise ValueError(f"{where} is a number from 0 to 1, not {value!r}")
    return float(value)
