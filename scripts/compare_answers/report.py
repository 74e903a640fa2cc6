"""The report: differences by kind, questions by group, and how many differences there are of each kind."""
import collections
import json
import shlex

from .answers import EXIT_CODES
from .facts import ALL_KINDS

SHOWN = 3  # Facts of one kind that are shown of one question.
WIDTH = 160  # Characters of a value.


class Report:
    """`command` makes the command line that asks a question again."""

    def __init__(self, command):
        self.command = command
        self.groups = {}  # Counts of each: questions, those that differ, and exit codes of the new program.
        self.by_kind = {kind: [] for kind in ALL_KINDS}

    def add(self, question, code, differences):
        counts = self.groups.setdefault(question.group, collections.Counter())
        counts.update({"questions": 1, "differ": bool(differences), code: 1})
        for kind in ALL_KINDS:
            of_kind = [difference for difference in differences if difference.kind == kind]
            if of_kind:
                self.by_kind[kind].append((question, of_kind))

    def is_empty(self):
        return not any(self.by_kind.values())

    def print(self):
        for kind, found in self.by_kind.items():
            for question, differences in found:
                print(f"{kind}: {shlex.join(self.command(question))}")
                self.print_differences(differences)
        columns = ["questions", "differ", *EXIT_CODES]
        print_table("group", ["questions", "differ", *(f"exit {code}" for code in EXIT_CODES)],
                    [(group, *(counts[column] for column in columns)) for group, counts in self.groups.items()])
        print_table("kind", ["questions", "facts"],
                    [(kind, len(found), sum(len(each) for _, each in found)) for kind, found in self.by_kind.items()])

    @staticmethod
    def print_differences(differences):
        for difference in differences[:SHOWN]:
            print(f"  {difference.where}" if difference.where else "  how it ends")
            print(f"    old {abbreviate(difference.old)}\n    new {abbreviate(difference.new)}")
        if len(differences) > SHOWN:
            print(f"  and {len(differences) - SHOWN} more")


def abbreviate(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= WIDTH else text[:WIDTH] + "..."


def print_table(name, columns, rows):
    sums = ("all", *(sum(column) for column in list(zip(*rows))[1:]))
    print()
    for first, *others in [(name, *columns), *rows, sums]:
        print(f"{first:<18}" + "".join(f"{each:>10}" for each in others))
