"""Asks both programs, in parallel, and compares the facts of their answers."""
import concurrent.futures
import dataclasses

from .answers import ask
from .facts import Names, facts

ABSENT = "(absent)"


@dataclasses.dataclass(frozen=True)
class Difference:
    kind: str
    where: str
    old: object
    new: object


class Comparison:
    """Of the old and the new program. Both write their files to the same names in `folder`, one after the other."""

    def __init__(self, programs, folder, table, timeout):
        self.programs, self.folder, self.table, self.timeout = programs, folder, table, timeout
        folder.mkdir()

    def run(self, questions, jobs, progress):
        """(question, exit code of the new program, differences), in the order of the questions."""
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            found = pool.map(self.compare, range(len(questions)), questions)
            for number, (question, (code, differences)) in enumerate(zip(questions, found), 1):
                progress(number, len(questions))
                yield question, code, differences

    def compare(self, number, question):
        old, new = (ask(program, question, self.folder / str(number), self.timeout) for program in self.programs)
        return new.code, self.differences(question, old, new)

    def differences(self, question, old, new):
        failures = old.failure(), new.failure()
        if any(failures):
            kind = next(failure[0] for failure in failures if failure)
            return [Difference(kind, "", *(failure[1] if failure else "an answer" for failure in failures))]
        return [] if old == new else self.different_facts(question.words[0], old, new)

    def different_facts(self, command, old, new):
        # Only the old answer has old names; what is ignored is left out of both.
        before = facts(command, old, Names(self.table, command))
        after = facts(command, new, Names({"ignored": self.table.get("ignored", {})}, command))
        pairs = {key: (before.get(key, ABSENT), after.get(key, ABSENT)) for key in [*before, *after]}
        return [Difference(kind, add_indices(where, index), *values)
                for (kind, where, index), values in pairs.items() if not are_same(*values)]


def are_same(old, new):
    """For Python, 1 is True as well as 1.0."""
    return type(old) is type(new) and old == new


def add_indices(where, index):
    return where + "".join(f"[{number}]" for number in index)
