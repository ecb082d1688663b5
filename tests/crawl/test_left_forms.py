"""Forms that are left alone are named where nothing was found."""

from in_memory import HOST, run

from leadline.crawl.entry.left_forms import name_left_forms
from leadline.model import Page, Request
from leadline.page.dom import parse_html


def test_a_failure_names_the_forms_that_were_left() -> None:
    contact = (
        "<form method=post action=/c><h3>Contact us</h3><label>Name <input name=n></label>"
        "<label>E-mail <input name=mail></label><label>Telephone <input name=tel></label>"
        "<button>Send</button></form><form method=post action=/in><input name=user>"
        "<input type=password name=p><button>Log in</button></form>"
    )
    named = "; a form with Name, E-mail, Telephone was taken for a contact form and left alone"
    assert name_left_forms("why", parse_html(contact, f"{HOST}/")) == f"why{named}"

    def answer(request: Request) -> Page:
        return Page(request, request.url, 200, (), f"<h1>Us</h1>{contact[:-4]}".encode())

    ran = run(f"{HOST}/", answer, most=20)
    assert named in ran.outcome.reason
