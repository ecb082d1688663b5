"""Choice of sources from samples: the product's default beside Yang 2008, CORI and ReDDE.

Every method sees the same sample of each source and its true size. The default and Yang's S_AB
choose by a threshold. CORI and ReDDE only rank, so the best half of the sources is taken.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log
from random import Random
from typing import TYPE_CHECKING, Any, Final

from leadline.ask.attributes import AttributeNames
from leadline.ask.dispatch import SourceOutlook, choose_sources
from leadline.ask.matching import RecordTest
from leadline.ask.query import AskedQuery, parse_query
from leadline.ask.ranking import Bm25f
from leadline.ask.terms import index_terms
from leadline_research.yang2008.measures import pass_rate
from leadline_research.yang2008.screening import (
    MIN_INTERFACE_SIMILARITY,
    conditions_of,
    interface_similarity,
)
from leadline_research.yang2008.screening import Condition as SiteCondition

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from leadline.domain.model import DomainKnowledge
    from leadline.model import QueryInterface
    from leadline_research.bench.asking.questions import AskedSources

SAMPLE_SHARES: Final = (1.0, 0.3, 0.1)
QUERY_WEIGHT: Final = 2.5
"""omega of a condition of the query: T = 1, H = 1, FREQ of an open control."""
Chosen = set[str]


class SampledDomain:
    """A domain of which each source is known by a sample of its records."""

    def __init__(self, domain: AskedSources, share: float, seed: int = 0) -> None:
        random = Random(f"{domain.name}/{share}/{seed}")
        self.names = AttributeNames()
        self.sizes = {name: len(records) for name, records in domain.records.items()}
        self.records = {
            name: random.sample(list(records), max(1, round(share * len(records))))
            for name, records in domain.records.items()
            if records
        }

    def default(self, asked: AskedQuery) -> Chosen:
        """Choose as the product does, without exploration."""
        outlooks = [self._outlook(name, asked) for name in self.records]
        choices = choose_sources(outlooks, Random(0), explore=0.0)
        return {choice.source for choice in choices if choice.is_chosen}

    def best_half(self, asked: AskedQuery) -> Chosen:
        """Choose the half of the sources in which the product expects most."""
        outlooks = {name: self._outlook(name, asked) for name in self.records}
        return _best_half({name: each.chance + each.expected for name, each in outlooks.items()})

    def _outlook(self, name: str, asked: AskedQuery) -> SourceOutlook:
        records = self.records[name]
        columns = [field.column for field in records[0].fields]
        for condition in asked.conditions:
            if not self.names.columns_of(condition.attribute, name, columns):
                return SourceOutlook(name, obstacle="no such attribute")

        def count(part: AskedQuery) -> int:
            test = RecordTest(part, self.names)
            return sum(test.holds(record) for record in records)

        parts = [AskedQuery(word, (word,)) for word in asked.words]
        parts += [AskedQuery("", (), (condition,)) for condition in asked.conditions]
        shares = tuple(count(part) / len(records) for part in parts)
        size = float(self.sizes[name])
        return SourceOutlook(name, count(asked), len(records), size, shares)

    def by_cori(self, asked: AskedQuery) -> Chosen:
        """Choose the half of the sources that CORI believes most."""
        terms = asked.terms
        samples = {}
        for name, records in self.records.items():
            held = [index_terms(" ".join(f.value for f in record.fields)) for record in records]
            counts = Counter(term for each in held for term in set(each))
            samples[name] = SampleStatistics(len(held), sum(map(len, held)), counts)
        return _best_half(cori(terms, samples))

    def by_redde(self, asked: AskedQuery) -> Chosen:
        """Choose the half of the sources in which ReDDE expects most."""
        terms = asked.terms
        records = [record for each in self.records.values() for record in each]
        values = [[(f.column, f.value) for f in record.fields] for record in records]
        held = Counter(
            term for each in values for term in {t for _, v in each for t in index_terms(v)}
        )
        scores = Bm25f().scores(terms, values, held, len(records))
        ranked = sorted(
            (
                (score, record.source)
                for score, record in zip(scores, records, strict=True)
                if score
            ),
            key=lambda pair: -pair[0],
        )
        samples = {name: len(each) for name, each in self.records.items()}
        return _best_half(redde([source for _, source in ranked], samples, self.sizes))


def by_yang(asked: AskedQuery, sites: Mapping[str, Sequence[SiteCondition]]) -> Chosen:
    """Choose the sites whose interface is similar enough: eqs. (1) to (3) of Yang 2008."""
    labels = [condition.attribute for condition in asked.conditions]
    own = [SiteCondition(label, QUERY_WEIGHT) for label in labels + ["keyword"] * bool(asked.words)]
    scores = {name: interface_similarity(own, conditions) for name, conditions in sites.items()}
    return {name for name, score in scores.items() if score > MIN_INTERFACE_SIMILARITY}


def yang_sites(
    interfaces: Mapping[str, QueryInterface], knowledge: DomainKnowledge
) -> dict[str, list[SiteCondition]]:
    """Return the conditions of each interface by the attributes of the domain."""
    return {name: conditions_of(form, knowledge) for name, form in interfaces.items()}


def _best_half(scores: Mapping[str, float]) -> Chosen:
    ranked = sorted(scores, key=lambda name: (-scores[name], name))
    return {name for name in ranked[: max(1, len(scores) // 2)] if scores[name] > 0}


def choice_figures(
    domain: AskedSources, choose: Callable[[AskedQuery], Chosen]
) -> dict[str, float]:
    """Measure a way of choosing: pass rate, its precision, share of the sources visited.

    ``pass_rate`` counts sources chosen that hold an answer over those that hold one;
    ``literal_pass_rate`` is Cth of Yang 2008, which also counts sources chosen wrongly.
    """
    right = chosen = having = 0
    for question in domain.questions:
        wanted, taken = set(question.answers), choose(parse_query(question.text))
        right += len(wanted & taken)
        chosen += len(taken)
        having += len(wanted)
    return {
        "pass_rate": round(right / having, 4) if having else 1.0,
        "pass_precision": round(right / chosen, 4) if chosen else 0.0,
        "literal_pass_rate": round(pass_rate(chosen, having), 4),
        "visited": round(chosen / (len(domain.questions) * len(domain.records)), 4),
    }


def sampled_choices(
    domain: AskedSources, interfaces: Mapping[str, QueryInterface]
) -> dict[str, list[dict[str, Any]]]:
    """Measure all methods over samples of several sizes; rows by method."""
    sites = yang_sites(interfaces, domain.knowledge)
    figures = choice_figures(domain, lambda asked: by_yang(asked, sites))
    rows = {"yang2008": [{"domain": domain.name, "sample": 0.0, **figures}]}
    for share in SAMPLE_SHARES:
        sampled = SampledDomain(domain, share)
        for name, choose in (
            ("default", sampled.default),
            ("default, best half", sampled.best_half),
            ("cori", sampled.by_cori),
            ("redde", sampled.by_redde),
        ):
            row = {"domain": domain.name, "sample": share, **choice_figures(domain, choose)}
            rows.setdefault(name, []).append(row)
    return rows


DEFAULT_BELIEF: Final = 0.4
"""b of CORI."""
REDDE_SHARE: Final = 0.003
"""Share of all records down to which ReDDE counts."""


@dataclass(frozen=True, slots=True)
class SampleStatistics:
    """A sample: number of records and words, and document frequencies of terms."""

    records: int
    words: int
    frequencies: Mapping[str, int]


def cori(terms: Sequence[str], samples: Mapping[str, SampleStatistics]) -> dict[str, float]:
    """Return CORI's belief for each source: the mean of b + (1 - b) T I over the terms.

    CORI (Callan, Lu and Croft 1995) treats a source as a document whose term frequencies are
    document frequencies. ReDDE (Si and Callan 2003) ranks all sampled records in one index and lets
    each record stand for size / sample of its source, down to a small share of all records.

    >>> with_tea = SampleStatistics(100, 5_000, {"tea": 40})
    >>> stats = {"a": with_tea, "b": SampleStatistics(100, 5_000, {})}
    >>> scores = cori(["tea"], stats)
    >>> scores["a"] > scores["b"] == 0.4
    True
    >>> redde(["b", "a", "b"], {"a": 10, "b": 10}, {"a": 1_000, "b": 100}, share=0.5)
    {'b': 20.0, 'a': 100.0}
    """
    mean_words = sum(each.words for each in samples.values()) / max(1, len(samples))
    having = {
        term: sum(1 for each in samples.values() if each.frequencies.get(term)) for term in terms
    }
    scores = {}
    for source, each in samples.items():
        beliefs = []
        for term in terms:
            frequency = each.frequencies.get(term, 0)
            weight = frequency / (frequency + 50 + 150 * each.words / max(1.0, mean_words))
            rarity = log((len(samples) + 0.5) / max(1, having[term])) / log(len(samples) + 1.0)
            beliefs.append(DEFAULT_BELIEF + (1 - DEFAULT_BELIEF) * weight * rarity)
        scores[source] = sum(beliefs) / len(beliefs) if beliefs else DEFAULT_BELIEF
    return scores


def redde(
    ranking: Sequence[str],
    samples: Mapping[str, int],
    sizes: Mapping[str, float],
    *,
    share: float = REDDE_SHARE,
) -> dict[str, float]:
    """Return the estimated number of relevant records of each source.

    ``ranking`` names the source of each sampled record, the best first; ``samples`` and ``sizes``
    are numbers of records.
    """
    scores = dict.fromkeys(dict.fromkeys(ranking), 0.0)
    rank, limit = 0.0, share * sum(sizes.values())
    for source in ranking:
        if rank >= limit and rank > 0:
            break
        factor = sizes[source] / max(1, samples[source])
        scores[source] += factor
        rank += factor
    return scores
