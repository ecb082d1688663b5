"""A register on Ayame, a framework of components; the query and its page live in the session.

usage: guild.py MEMBERS PORT
"""

import sys
from pathlib import Path

from ayame import Ayame, Page, model, session
from ayame.basic import Label, PropertyListView
from ayame.form import Button, Form, SelectChoice, TextField
from ayame.link import ActionLink
from werkzeug.serving import run_simple

SIZE = 9
FILE = Path(sys.argv[1])
FIELDS = ("number", "name", "town", "trade")
LINES = FILE.read_text("utf-8").splitlines()
ROWS = [dict(zip(FIELDS, line.split("\t"), strict=False)) for line in LINES]
TRADES = sorted({row["trade"] for row in ROWS})


class Asked(model.Model):
    """What a function returns when it is shown."""

    def __init__(self, ask):
        self.ask = ask

    @property
    def object(self):
        return self.ask()


class Turn(ActionLink):
    def __init__(self, name, by, is_seen):
        super().__init__(name)
        self.by, self.is_seen = by, is_seen

    def on_configure(self):
        self.visible = self.is_seen()

    def on_click(self):
        self.session["page"] += self.by


class Strike(ActionLink):
    def on_click(self):
        with FILE.with_name("wrote.txt").open("a") as file:
            file.write(self.path() + "\n")


class Search(Form):
    def __init__(self, name):
        super().__init__(name, model.CompoundModel({"word": "", "trade": None}))
        self.add(TextField("word"))
        self.add(SelectChoice("trade", choices=["(any)", *TRADES]))
        self.add(Button("find"))

    def on_submit(self):
        asked = self.model_object
        trade = asked["trade"] if asked["trade"] in TRADES else ""
        self.session.update(word=asked["word"] or "", trade=trade, page=1)


class Register(Page):
    def __init__(self):
        super().__init__()
        self.add(Search("search"))
        self.add(Label("count", Asked(self.count)))
        self.add(PropertyListView("members", Asked(self.part), self.fill))
        self.add(Turn("previous", -1, lambda: bool(self.page > 1)))
        self.add(Turn("next", 1, lambda: bool(self.page * SIZE < len(self.found()))))

    @property
    def page(self):
        return self.session.get("page", 1)

    def found(self):
        if "page" not in self.session:
            return []
        word, trade = self.session["word"].casefold(), self.session["trade"]
        rows = (row for row in ROWS if word in f"{row['name']} {row['town']}".casefold())
        return [row for row in rows if trade in ("", row["trade"])]

    def count(self):
        count = len(self.found())
        return f"{count} members" if count else "No member" if "page" in self.session else ""

    def part(self):
        return self.found()[(self.page - 1) * SIZE : self.page * SIZE]

    def fill(self, item):
        for name in FIELDS:
            item.add(Label(name))
        item.add(Strike("strike"))


application = Ayame(__name__)
application.config["ayame.route.map"].connect("/", Register)
SESSIONS = FILE.with_name("sessions")
SESSIONS.mkdir(exist_ok=True)
application.config["ayame.session.store"] = session.FileSystemSessionStore(str(SESSIONS))


if __name__ == "__main__":
    run_simple("127.0.0.1", int(sys.argv[2]), application)
