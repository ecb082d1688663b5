"""Bench ``columns``: which column of a site holds which attribute, one site left out at a time.

The attributes of a site are known from the columns of the other sites: their names and values. The
combiner of the product is learned on the other sites alone, each of them left out in turn, so that
nothing is known of the site that is asked about. ``labelled`` uses names of columns, ``unlabelled``
only values. ``f1`` counts columns that were given an attribute, ``accuracy`` the columns that have
one and would be given it without the reject option. ``shipped_weights`` are those of the package.
Rows of ``methods`` are baselines, at the best of all thresholds, which the product does not get.
"""

from __future__ import annotations

import csv
import html
import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leadline.domain.similarity import edit_distance, normalise
from leadline.errors import LeadlineError
from leadline.integrate.schema.combiner import shipped_combiner
from leadline.integrate.schema.features import FEATURES, NAME_FEATURES, Corpus
from leadline.integrate.schema.mapping import MIN_PROBABILITY, MappedColumn, one_to_one
from leadline.integrate.schema.profile import SchemaProfile, joined_profile, profile_column
from leadline.values.lists import join_values
from leadline_research.bench.columns.learning import (
    Lesson,
    as_toml,
    learn_combiner,
    without_synonyms,
)

GOLD_FILE: Final = "gold_columns.json"
SITE_FILE: Final = re.compile(r"(?:[^-]+-)?(?P<site>[^-(]+)(?:\(\d+\))?\.json")


class LabelledSite(NamedTuple):
    """Columns of one site, and the attribute of each ('' for none)."""

    name: str
    profiles: dict[str, SchemaProfile]
    attributes: dict[str, str]


def read_sites(data: Path) -> list[LabelledSite]:
    """Read ``gold_columns.json`` and the site files in the folders beside it."""
    try:
        gold = json.loads((data / GOLD_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError as fault:
        raise LeadlineError(f"{data} has no {GOLD_FILE}") from fault
    files = {
        match["site"]: path
        for path in sorted(data.glob("*/*.json"))
        if (match := SITE_FILE.fullmatch(path.name)) and match["site"] in gold
    }
    sites = []
    for name, columns in sorted(gold.items()):
        if name in files:
            records = json.loads(files[name].read_text(encoding="utf-8"))
            profiles = {
                column: profile_column(column, _cells(records, column)) for column in columns
            }
            sites.append(LabelledSite(name, profiles, {c: a or "" for c, a in columns.items()}))
    return sites


def read_tables(folder: Path) -> list[LabelledSite]:
    """Read the two tables of a folder of ``bench match``; shared names are the attributes."""
    tables = {}
    for path in sorted(folder.glob("[ab].csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        names = [name for name in rows[0] if name != "id"]
        tables[path.stem] = {name: [row[name] or "" for row in rows] for name in names}
    shared = set.intersection(*(set(columns) for columns in tables.values()))
    return [
        LabelledSite(
            name,
            {column: profile_column(column, cells) for column, cells in columns.items()},
            {column: column if column in shared else "" for column in columns},
        )
        for name, columns in tables.items()
    ]


def _cells(records: dict[str, dict[str, list[str]]], column: str) -> list[str]:
    return [join_values(map(html.unescape, record.get(column, ()))) for record in records.values()]


if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from leadline.integrate.schema.combiner import Combiner

Pair = tuple[str, str, str]
"""LabelledSite, column and attribute."""
Scores = dict[Pair, float]
Truth = dict[tuple[str, str], str]


def run(data: Path) -> dict[str, Any]:
    """Measure the product and the baselines."""
    sites = read_sites(data)
    truth = {
        (site.name, column): held for site in sites for column, held in site.attributes.items()
    }
    likeness = {site.name: _likeness(site, _others(sites, site.name)) for site in sites}
    result: dict[str, Any] = {
        "labelled": _measure(sites, truth, likeness, 0),
        "unlabelled": _measure(sites, truth, likeness, len(NAME_FEATURES)),
    }
    result["methods"] = {
        name: _best(_scores_of(sites, score), truth) for name, score in BASELINES.items()
    }
    result["columns"] = {"all": len(truth), "mapped": sum(map(bool, truth.values()))}
    return result


def weights(folders: Sequence[Path]) -> str:
    """Return the content of ``weights.toml``, learned on all sites, or pairs of tables, of folders.

    Folders are those of this bench, or of ``bench match``: columns of one name hold one attribute.
    Every lesson is given a second time without the list of synonyms: no list knows all names.
    """
    lessons: list[Lesson] = []
    for folder in folders:
        sites = read_sites(folder) if (folder / GOLD_FILE).exists() else read_tables(folder)
        lessons += _lessons(sites)
    lessons += [without_synonyms(lesson) for lesson in lessons]
    tables = {"labelled": 0, "unlabelled": len(NAME_FEATURES)}
    return "\n\n".join(
        f"[{labels}]\n{as_toml(learn_combiner(lessons, first))}" for labels, first in tables.items()
    )


def _measure(
    sites: Sequence[LabelledSite], truth: Truth, likeness: Mapping[str, dict[Pair, Any]], first: int
) -> dict[str, Any]:
    learned: Scores = {}
    shipped: Scores = {}
    own: Combiner = shipped_combiner("unlabelled" if first else "labelled")
    for site in sites:
        combiner = learn_combiner(_lessons(_others(sites, site.name)), first)
        for column in site.profiles:
            pairs = [pair for pair in likeness[site.name] if pair[1] == column]
            rivals = [likeness[site.name][pair] for pair in pairs]
            learned.update(zip(pairs, combiner.chances(rivals), strict=True))
            shipped.update(zip(pairs, own.chances(rivals), strict=True))
    return {
        **_figures(learned, truth, MIN_PROBABILITY),
        "best_threshold": _best(learned, truth),
        "shipped_weights": _figures(shipped, truth, MIN_PROBABILITY),
    }


def _others(sites: Sequence[LabelledSite], name: str) -> list[LabelledSite]:
    return [site for site in sites if site.name != name]


def _attributes(sites: Sequence[LabelledSite]) -> dict[str, SchemaProfile]:
    """Return a profile of each attribute, from the columns that hold it."""
    holders: dict[str, list[SchemaProfile]] = {}
    for site in sites:
        for column, attribute in site.attributes.items():
            if attribute:
                holders.setdefault(attribute, []).append(site.profiles[column])
    return {name: joined_profile(profiles) for name, profiles in sorted(holders.items())}


def _likeness(site: LabelledSite, others: Sequence[LabelledSite]) -> dict[Pair, tuple[float, ...]]:
    attributes = _attributes(others)
    corpus = Corpus(profile for each in (site, *others) for profile in each.profiles.values())
    return {
        (site.name, column, name): corpus.likeness(profile, attribute)
        for column, profile in site.profiles.items()
        for name, attribute in attributes.items()
    }


def _lessons(sites: Sequence[LabelledSite]) -> list[Lesson]:
    """Leave each of the sites out in turn: its columns with all attributes of the others."""
    lessons: list[Lesson] = []
    for site in sites:
        likeness = _likeness(site, _others(sites, site.name))
        for column, held in site.attributes.items():
            rivals = {name: row for (_, own, name), row in likeness.items() if own == column}
            lessons.append((list(rivals.values()), [*rivals].index(held) if held in rivals else -1))
    return lessons


def _figures(scores: Scores, truth: Truth, least: float) -> dict[str, float]:
    wishes = _wishes(scores)
    given = {(w.source, w.column): w.attribute for w in wishes if w.score >= least}
    top = {(w.source, w.column): w.attribute for w in wishes}
    right = sum(truth[place] == attribute for place, attribute in given.items())
    held = [place for place, attribute in truth.items() if attribute]
    precision, recall = right / max(1, len(given)), right / len(held)
    return {
        "f1": round(2 * precision * recall / max(1e-9, precision + recall), 4),
        "accuracy": round(sum(top.get(place) == truth[place] for place in held) / len(held), 4),
        "precision": round(precision, 4),
        "recall": round(recall, 4),
    }


def _wishes(scores: Scores) -> list[MappedColumn]:
    """Return the one-to-one assignment of every site, surest first."""
    wishes = [MappedColumn(*pair, score, ()) for pair, score in scores.items() if score > 0]
    wishes.sort(key=lambda wish: (-wish.score, wish.column, wish.attribute))
    return [
        granted
        for site in sorted({wish.source for wish in wishes})
        for granted in one_to_one(wish for wish in wishes if wish.source == site)
    ]


def _best(scores: Scores, truth: Truth) -> dict[str, float]:
    levels = sorted(set(scores.values()) - {0.0}) or [0.0]
    levels = levels[:: max(1, len(levels) // 100)]
    return max((_figures(scores, truth, level) for level in levels), key=lambda f: f["f1"])


def _scores_of(
    sites: Sequence[LabelledSite], score: Callable[[SchemaProfile, SchemaProfile, Corpus], float]
) -> Scores:
    scores: Scores = {}
    for site in sites:
        others = _others(sites, site.name)
        corpus = Corpus(profile for each in sites for profile in each.profiles.values())
        for name, attribute in _attributes(others).items():
            for column, profile in site.profiles.items():
                scores[site.name, column, name] = score(profile, attribute, corpus)
    return scores


def _exact_label(column: SchemaProfile, attribute: SchemaProfile, _: Corpus) -> float:
    return float(normalise(column.names[0]) in map(normalise, attribute.names))


def _edit_distance(column: SchemaProfile, attribute: SchemaProfile, _: Corpus) -> float:
    label = normalise(column.names[0])
    return max(
        1.0 - edit_distance(label, name) / max(len(label), len(name), 1)
        for name in map(normalise, attribute.names)
    )


def _known_share(column: SchemaProfile, attribute: SchemaProfile, _: Corpus) -> float:
    """Return k_j / n_j: the share of the column's values that are instances of the attribute."""
    known = sum(times for value, times in column.values.items() if value in attribute.values)
    return known / max(1, column.filled)


def _confidence(column: SchemaProfile, attribute: SchemaProfile, corpus: Corpus) -> float:
    """Return F(c, a) of Lin 2016, 3.2: equal name, else share of known values, else eq. (2)."""
    return (
        _exact_label(column, attribute, corpus)
        or _known_share(column, attribute, corpus)
        or _edit_distance(column, attribute, corpus)
    )


def _tf_idf(column: SchemaProfile, attribute: SchemaProfile, corpus: Corpus) -> float:
    return corpus.likeness(column, attribute)[FEATURES.index("alike values")]


BASELINES: Final[dict[str, Callable[[SchemaProfile, SchemaProfile, Corpus], float]]] = {
    "exact label": _exact_label,
    "edit distance": _edit_distance,
    "confidence F": _confidence,
    "overlap": _known_share,
    "tf-idf of values": _tf_idf,
}
