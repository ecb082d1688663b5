"""State of one source while it is crawled; it follows from the pages that came, in their order.

The state consists of small frozen values that are replaced, of growing collections, and of the
journal. Only methods of this module change it.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from leadline.crawl.events import Journal, PageRefused, QueryClosed, RecordsExtracted, RecordsMerged
from leadline.crawl.refusal import RefusalCount
from leadline.crawl.restriction.binding import Values
from leadline.crawl.restriction.condition import Restriction
from leadline.crawl.restriction.data import FieldFilter
from leadline.crawl.state.canary import Canary
from leadline.crawl.state.evidence import MAX_BOUND, Evidence
from leadline.crawl.state.findings import AnswerStatistics, ProbeFindings, Repairs
from leadline.crawl.state.packed_rows import KnownTexts, PageRecords
from leadline.crawl.state.pager import PagerState
from leadline.crawl.state.query_form import QueryForm, use_interface
from leadline.crawl.state.record_keys import RecordKeys
from leadline.crawl.state.traffic import Traffic
from leadline.crawl.state.walk_log import WalkLog
from leadline.domain.model import DomainKnowledge
from leadline.domain.rules import DomainRules
from leadline.errors import Blocked, FetchError
from leadline.forms.roles.match_modes import MatchSetting
from leadline.forms.roles.terms import with_agreed
from leadline.model import (
    NO,
    Control,
    Hint,
    Offer,
    Outcome,
    Page,
    QueryInterface,
    Request,
    SourceEnd,
)
from leadline.page.dom import Document
from leadline.page.markup import MAX_PAGE_TAGS
from leadline.page.text import fold
from leadline.wrapper.column_profile import ColumnProfile
from leadline.wrapper.column_watch import ColumnWatch
from leadline.wrapper.data.call import Call
from leadline.wrapper.packed.row_block import block_of
from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.reading import PageReading, row_keys
from leadline.wrapper.totals.stated import TotalLocator, read_total
from leadline.wrapper.wrapper import Wrapper

Part = QueryForm | PagerState | Traffic | ProbeFindings | Repairs | Canary | Evidence
"""A frozen part of the state; the state moves on by becoming another."""
PARTS: Final[dict[type[Part], str]] = {
    QueryForm: "form",
    PagerState: "pager",
    Traffic: "traffic",
    ProbeFindings: "probes",
    Repairs: "repairs",
    Canary: "canary",
    Evidence: "evidence",
}


@dataclass(frozen=True, slots=True)
class CrawlTask:
    """Source to crawl, with what a person gave: a wrapper, knowledge of the domain, rules.

    ``rounds`` counts earlier runs that came to an end without proof: each end is looked at again.
    ``only`` are conditions of the part that is wanted, () for the whole. ``way`` is the name or the
    number of the way that is taken ('': the best). ``accept_terms``: the person agrees to terms
    before the search. ``hints`` are the person's word on how the site is read. ``columns`` knows
    the table as it is, where a visit takes the source from its start again.
    """

    key: str
    url: str
    wrapper: Wrapper | None = None
    domain: DomainKnowledge | None = None
    rules: DomainRules | None = None
    rounds: int = 0
    only: tuple[Restriction, ...] = ()
    way: str = ""
    accept_terms: bool = False
    hints: tuple[Hint, ...] = ()
    columns: ColumnWatch | None = None

    def said(self, kind: str) -> tuple[str, ...]:
        """Return the examples that a person gave of a kind, () without a hint."""
        return tuple(text for hint in self.hints if hint.kind == kind for text in hint.texts)

    @property
    def wanted_way(self) -> str:
        """The name or number of the way that a person chose, '' without a choice."""
        return self.way or "".join(self.said("way")[-1:])

    @property
    def bound_wanted(self) -> float:
        """The share that may be missing at most at the end, by a person's word; 1 for any.

        Of a proof all checks are a part: it is 0, which no draws reach.
        """
        sure = "".join(self.said("sure")[-1:])
        named = {"": MAX_BOUND, "proof": 0.0, NO: 1.0}
        return named[sure] if sure in named else float(sure[:-1]) / 100

    @property
    def never(self) -> frozenset[str]:
        """The words that are never asked, by a person's word."""
        return frozenset(fold(text).strip() for text in self.said("never"))


@dataclass(slots=True)
class SourceState:
    """State of one source; ``texts_by_key`` holds the displayed text of every record taken.

    ``bound`` holds values by the text of the query that sends them, ``truncation`` the notice that
    pages are too large. What comes while it is scouting is learned from and not taken.
    """

    task: CrawlTask
    journal: Journal = field(default_factory=Journal)
    form: QueryForm = field(default_factory=QueryForm)
    wrapper: Wrapper | None = None
    pager: PagerState = field(default_factory=PagerState)
    traffic: Traffic = field(default_factory=Traffic)
    probes: ProbeFindings = field(default_factory=ProbeFindings)
    answers: AnswerStatistics = field(default_factory=AnswerStatistics)
    repairs: Repairs = field(default_factory=Repairs)
    profile: ColumnProfile = field(default_factory=ColumnProfile)
    watch: ColumnWatch = field(default_factory=ColumnWatch)
    texts_by_key: KnownTexts = field(default_factory=KnownTexts)
    keys: RecordKeys = field(default_factory=RecordKeys)
    asked: dict[str, None] = field(default_factory=dict)
    bound: dict[str, Values] = field(default_factory=dict)
    ways: tuple[Offer, ...] = ()
    canary: Canary = field(default_factory=Canary)
    evidence: Evidence = field(default_factory=Evidence)
    entry: Page | None = None
    truncation: str = ""
    part_filter: FieldFilter | None = None

    def __post_init__(self) -> None:
        self.pager = replace(self.pager, given=self.task.said("next"))
        self.watch = self.task.columns or self.watch

    @property
    def is_scouting(self) -> bool:
        """Whether a part is wanted and the whole is still asked, to be understood."""
        is_narrowed = self.form.fixed or self.form.alternatives or self.part_filter
        return bool(self.task.only) and not is_narrowed

    @property
    def record_count(self) -> int:
        """Number of records taken."""
        return len(self.texts_by_key)

    @property
    def learned_wrapper(self) -> Wrapper:
        """Wrapper of the source; raise ``ValueError`` before it is learned."""
        if self.wrapper is None:
            raise ValueError("no wrapper is learned yet")
        return self.wrapper

    def move(self, url: str) -> None:
        """Take the source from another address of its host from now on."""
        self.task = replace(self.task, url=url)

    def use(
        self, interface: QueryInterface, box: Control | None = None, setting: MatchSetting = ()
    ) -> None:
        """Ask through this query interface from now on, with words in ``box`` or the likeliest."""
        form = with_agreed(interface) if self.task.accept_terms else interface
        self.form = use_interface(self.form, form, box, setting)

    def become(self, part: Part) -> None:
        """Go on with this part in the place of the one of its kind."""
        setattr(self, PARTS[type(part)], part)

    def forget_walks(self) -> None:
        """Go on as if nothing had been walked; what was taken stays."""
        self.pager = PagerState(given=self.pager.given)
        self.wrapper, self.canary = None, Canary()
        self.answers, self.profile = AnswerStatistics(), ColumnProfile()
        self.watch = self.task.columns or ColumnWatch()

    def restart_probes(self, walk: WalkLog, reading: PageReading) -> None:
        """Keep this answer alone of all that was asked: the form is sent otherwise now."""
        self.probes = replace(self.probes, answers=((walk, reading),))
        self.canary = Canary().with_answer(walk.query, None, reading.keys)
        self.asked = {walk.query: None}

    def restrict(
        self, fixed: Values, alternatives: tuple[Values, ...], kept: FieldFilter | None = None
    ) -> None:
        """Ask for a part, or keep no more than it, from now on; forget what was taken."""
        self.part_filter = kept or self.part_filter
        form, box = self.form, self.form.box
        self.form = replace(form, fixed=fixed, alternatives=alternatives)
        if form.interface is not None:
            self.use(form.interface, box, form.setting)
        self.probes = ProbeFindings(self.probes.nonsense, outside=self.probes.answers)
        self.evidence, self.canary = Evidence(), Canary()
        self.texts_by_key = KnownTexts()
        self.bound.clear()
        self.asked.clear()

    def ask_by(self, call: Call | None) -> None:
        """Ask by this call of a script, and turn its pages with it."""
        self.form = replace(self.form, call=call)
        self.pager = replace(self.pager, call=call)

    def set_entry(self, page: Page) -> None:
        """Keep the entry page."""
        self.entry = page

    def request(self, query: str) -> Request:
        """Return the request that asks a query."""
        return self.form.request(query, self.bound)

    def bind(self, values: Values) -> str:
        """Return the query that sends these values: a line that a person can read."""
        text, shown = self.form.text_of(values), self.form.shown(values)
        is_word = text in self.asked and text not in self.bound
        if not text or self.form.shown(self.bound.get(text, values)) != shown or is_word:
            text = " & ".join(f"{name}={value}" for name, value in shown)
        self.bound[text] = values
        return text

    def parts_of(self, query: str) -> list[str]:
        """Return the queries that bring the other parts of an answer to words."""
        if query in self.bound:
            return []
        return [self.bind(((self.form.box_name, query), part)) for part in self.form.parts]

    def echo_of(self, query: str) -> str:
        """Return the text that a result page may repeat of a query."""
        return self.form.echo_of(query, self.bound)

    def mark_asked(self, query: str) -> None:
        """Note that a query was sent."""
        self.asked[query] = None

    def forget_asked(self, query: str | None = None) -> None:
        """Let a query be asked again, or every one, through another form."""
        if query is None:
            self.asked.clear()
        else:
            self.asked.pop(query, None)

    def count_reply(
        self, reply: Page | FetchError, request: Request, purpose: str, *, leads_on: bool = False
    ) -> None:
        """Count a reply; raise ``FetchError`` where faults in a row end the crawl."""
        self.traffic = self.traffic.with_reply(reply, leads_on=leads_on)
        self.traffic.check(reply, request, purpose)
        if isinstance(reply, Page):
            reason, refusals = self.traffic.refusals.with_status(reply, purpose)
            self.note_refusal(reply, reason, refusals)

    def note_refusal(self, page: Page, reason: str, refusals: RefusalCount) -> None:
        """Count a page that refuses, if a reason says so; raise ``Blocked`` after too many."""
        self.traffic = replace(self.traffic, refusals=refusals)
        if not reason:
            return
        self.journal.tell(PageRefused(page))
        if refusals.is_enough:
            raise Blocked(
                f"{reason} ({refusals.times} times in a row); try again later", page.request
            )

    def use_wrapper(self, wrapper: Wrapper | None) -> None:
        """Read pages with this wrapper from now on."""
        self.wrapper = wrapper

    def add_probe(self, walk: WalkLog, reading: PageReading) -> None:
        """Keep the answer of a probe."""
        self.probes = replace(self.probes, answers=(*self.probes.answers, (walk, reading)))

    def use_total(self, locator: TotalLocator) -> None:
        """Read stated totals at this place, on the probes' answers too."""
        self.wrapper = self.learned_wrapper.with_total(locator)
        answers = []
        for walk, reading in self.probes.answers:
            mask = QueryMask(self.echo_of(walk.query)).mask
            stated = read_total(reading.document, locator, mask, reading.nodes)
            walk.state_total(stated)
            answers.append((walk, replace(reading, stated=stated)))
        self.probes = replace(self.probes, answers=tuple(answers))

    def with_first_keys(self, reading: PageReading, query: str) -> PageReading:
        """Return a page with the keys of known records; where keys prove wrong, merge records."""
        keys = self.keys.compared(reading, query, self.texts_by_key)
        if keys.reduction is not self.keys.reduction:
            merged = keys.merged(self.texts_by_key)
            self.texts_by_key.remove(merged)
            self.canary = self.canary.renamed(merged)
            if not self.is_scouting:
                self.journal.tell(RecordsMerged(merged))
            self.journal.note(
                "the links of records change with the search; records are told by what stays"
            )
        self.keys = keys
        return keys.applied(reading)

    @property
    def watched(self) -> str:
        """Address of the page that is watched: the one behind what must be pressed first."""
        entry = self.entry if self.task.said("first") else None
        return entry.url if entry is not None else self.task.url

    def set_ways(self, ways: tuple[Offer, ...]) -> None:
        """Keep which ways into the source there are, and what came of each."""
        self.ways = ways

    def leave_unsearched(self, what: str) -> None:
        """Keep that something shows other records, or may, and was not searched."""
        left_out = tuple(dict.fromkeys((*self.evidence.unsearched, what)))
        self.evidence = replace(self.evidence, unsearched=left_out)

    def take_page(self, walk: WalkLog, reading: PageReading) -> None:
        """Take the records of a page, count it in the walk, and report them."""
        if not walk.pages and reading.page.number not in self.watch.left_out:
            self.canary = self.canary.with_answer(walk.query, reading.page, reading.keys)
        block = block_of(reading.rows)
        new = self.texts_by_key.add(block, row_keys(reading.rows))
        if new:
            self.become(replace(self.traffic, unread=self.traffic.unread.with_news()))
        self.profile.add(reading.rows)
        if not self.watch.is_visit:
            self.watch.known.add(reading.rows)
        largest = max(self.answers.largest_page, len(reading.rows))
        self.answers = replace(self.answers, largest_page=largest)
        walk.add_page(reading, new, block)
        if not self.is_scouting:
            kept = reading
            if self.part_filter is not None:
                kept, new = self.part_filter.sifted(reading)
            records = PageRecords(self.task.key, kept, walk.query)
            report = RecordsExtracted(reading.page, walk.query, records, new, reading, block)
            self.journal.tell(report)

    def close(self, walk: WalkLog, otherwise: str = "") -> None:
        """Report the end of an answer, with its reason or what else is said of it."""
        reason = walk.reason or otherwise
        self.journal.tell(QueryClosed(walk.query, walk.total, walk.exact, walk.finished, reason))

    def outcome(
        self, state: SourceEnd, reason: str, *, proof: str = "", estimate: float | None = None
    ) -> Outcome:
        """Return an outcome with the numbers of records and requests so far."""
        return Outcome(state, reason, proof, self.record_count, self.traffic.requests, estimate)

    def trusts(self, walk: WalkLog) -> bool:
        """Tell whether the stated total may end a walk: exact, and right until now."""
        wrong = self.answers.wrong_totals
        return walk.exact and not (wrong and wrong >= self.answers.right_totals)

    @property
    def trusts_totals(self) -> bool:
        """Whether stated totals were not wrong more often than right."""
        return self.answers.wrong_totals <= self.answers.right_totals

    def judge_walk(self, walk: WalkLog) -> None:
        """Compare what was stated with what a walk gave, and learn a silent cap."""
        if walk.capped:
            self.pager = replace(self.pager, depths=(*self.pager.depths, walk.rows))
        answers = self.answers
        answers = replace(answers, longest_walk=max(answers.longest_walk, walk.pages))
        if walk.total is not None and walk.exact and walk.finished:
            if walk.rows == walk.total:
                answers = replace(answers, right_totals=answers.right_totals + 1)
            else:
                answers = replace(answers, wrong_totals=answers.wrong_totals + 1)
        self.answers = answers

    def note_behind_stale(self, walk: WalkLog) -> None:
        """Count a page that followed others of its answer without a new record."""
        vain = 0 if walk.new else self.answers.pages_in_vain + 1
        self.answers = replace(self.answers, pages_in_vain=vain)

    def forget_totals(self) -> None:
        """Judge stated totals anew."""
        self.answers = replace(self.answers, right_totals=0, wrong_totals=0)

    def raise_cap(self, rows: int) -> None:
        """Note that the source shows at most this many records of an answer, or more."""
        self.answers = replace(self.answers, cap=max(self.answers.cap, rows))

    def set_aside(self, page: Page) -> Page:
        """Return a page that is too large to be read without what it holds, and say so."""
        text = f"the page is set aside: it has more than {MAX_PAGE_TAGS:,} tags"
        self.journal.note(text, "warning", page.number)
        return replace(page, body=b"")

    def note_truncation(self, document: Document, page: Page, left_out: str = "") -> None:
        """Report once that pages of the source are too large to be read whole."""
        cut = "; ".join(filter(None, (document.cut, left_out)))
        if cut and not self.truncation:
            self.truncation = f"a page is too large to be read whole: {cut}"
            self.journal.note(self.truncation, "warning", page.number)
