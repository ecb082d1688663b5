"""The list of members: what is asked, which page is shown."""

import sys
from pathlib import Path
from typing import ClassVar

from django_unicorn.components import UnicornView

FIELDS = ("number", "name", "town", "trade")
FILE = Path(sys.argv[1])
SIZE = 9


def rows():
    lines = FILE.read_text("utf-8").splitlines()
    return [dict(zip(FIELDS, line.split("\t"), strict=False)) for line in lines]


class MembersView(UnicornView):
    template_name = "members.html"
    word = ""
    asked = ""
    page = 0
    count = 0
    last = 0
    part: ClassVar[list] = []

    def find(self):
        self.asked = self.word
        self.turn(1)

    def turn(self, page):
        found = [
            r for r in rows() if self.asked.casefold() in f"{r['name']} {r['town']}".casefold()
        ]
        self.page, self.count, self.last = page, len(found), -(-len(found) // SIZE)
        self.part = found[(page - 1) * SIZE : page * SIZE]

    def strike(self, number):
        with FILE.with_name("wrote.txt").open("a") as file:
            file.write(f"strike {number}\n")

    def onward(self):
        self.turn(self.page + 1)

    class Meta:
        javascript_exclude = ("part",)
