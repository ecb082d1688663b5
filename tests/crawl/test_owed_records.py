# Holds: news followed at the end; records owed by a word
"""A word states more records than known ones hold it: its answer is read on, and brings them."""

from random import Random
from urllib.parse import parse_qs

from in_memory import HOST, run

from leadline.model import Page, Request

DRAW = Random(11)
SYLLABLES = ["ba", "co", "du", "fe", "gi", "ka", "lo", "mu", "ne", "pi", "ro", "su"]


def coined() -> str:
    return "".join(DRAW.choices(SYLLABLES, k=4))


COMMON = [coined() for _ in range(60)]
PLAIN = [f"{' '.join(DRAW.sample(COMMON, 3))} in {coined()}" for _ in range(380)]
TAIL = [f"{coined()} in {coined()} {coined()}" for _ in range(20)]
ITEMS = list(enumerate([*PLAIN, *TAIL]))
FORM = "<form action=/find><input name=q><button>Search</button></form>"


def reply(request: Request) -> Page:
    """Answers hold any of the words, ten on a page, and state how many there are."""
    sent = parse_qs(request.url.partition("?")[2])
    asked, page = {*sent.get("q", [""])[0].casefold().split()}, int(sent.get("page", ["1"])[0])
    found = [(n, text) for n, text in ITEMS if asked & {*text.split()}]
    html = FORM + (f"<p>{len(found)} records</p>" if found else "<p>Nothing was found.</p>")
    if request.url == f"{HOST}/":
        html = f"{FORM}<p>{' '.join(COMMON[:6])}"
    for n, text in found[10 * (page - 1) : 10 * page]:
        html += f"<li><a href=/item/{n}>{text}</a>"
    if len(found) > 10 * page:
        html += f"<p><a href='/find?q={'+'.join(asked)}&amp;page={page + 1}'>Next</a>"
    return Page(request, request.url, 200, (), f"<html lang=en><body>{html}".encode())


def test_a_word_that_states_more_than_is_known_is_read_on() -> None:
    ran = run(f"{HOST}/", reply, most=900)
    assert len(ran.records) == len(ITEMS), "380 before, a twentieth missing"
