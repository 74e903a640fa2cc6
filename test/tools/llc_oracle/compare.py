"""Compares the answers of `fencepost explain --batch` with LLVM's, instruction by instruction.

An exception is a set of questions that fencepost refuses although llc compiles them, with its reason. One
that covers no such question any more, or a question on which both agree, is a failure as well: the list
only ever says what is true.
"""
import collections
import json
import subprocess

_KEYS = ("pre", "access", "post", "if_lds_dma")
_SHOWN = 5


class NoAnswers(Exception):
    """fencepost did not answer each question with one object."""


def ask(fencepost, objects):
    """fencepost's answers to the questions, in one run."""
    text = "".join(json.dumps(question) + "\n" for question in objects)
    done = subprocess.run([fencepost, "explain", "--batch", "-"], input=text, capture_output=True, text=True)
    if done.returncode or done.stderr:
        raise NoAnswers(f"exit code {done.returncode}: {done.stderr[:2000]}")
    lines = done.stdout.splitlines()
    if len(lines) != len(objects):
        raise NoAnswers(f"{len(lines)} answers to {len(objects)} questions")
    return [json.loads(line) for line in lines]


def _said(answer):
    """What an answer claims; why it is an error is put in its own words by each side."""
    if "error" in answer:
        return "error"
    return {key: answer[key] for key in _KEYS if key in answer}


class Exceptions:
    def __init__(self, path, sets):
        """Those that concern one of the sets."""
        with open(path) as file:
            self._rows = [row for row in json.load(file) if row["set"] in sets]
        for row in self._rows:
            if not row["reason"]:
                raise ValueError(f"{path}: an exception without a reason")
        self._used = [0] * len(self._rows)

    def cover(self, question):
        """Whether fencepost may refuse the question."""
        for number, row in enumerate(self._rows):
            if all(question.get(key) in values for key, values in row["where"].items()):
                self._used[number] += 1
                return True
        return False

    def unused(self):
        return [row for row, count in zip(self._rows, self._used) if not count]

    def __len__(self):
        return sum(self._used)


def differences(expected, answered, exceptions):
    """(question, LLVM's answer, fencepost's) wherever they are not the same."""
    for (question, llvm), fencepost in zip(expected, answered, strict=True):
        if any(fencepost.get(key) != value for key, value in question.items()):
            yield question, "an object with the question's keys", fencepost
        wanted, got = _said(llvm), _said(fencepost)
        if wanted != "error" and exceptions.cover(question):
            wanted = "error"
        if wanted != got:
            yield question, wanted, got


def report(found):
    """The differences, grouped by what each side says; the questions that differ are what they have in common."""
    groups = collections.defaultdict(list)
    for question, wanted, got in found:
        groups[json.dumps(wanted), json.dumps(got)].append(question)
    lines = []
    for (wanted, got), questions in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        lines += [f"{len(questions)} questions", f"  LLVM       {wanted}", f"  fencepost  {got}"]
        for key in questions[0]:
            values = sorted({str(question[key]) for question in questions})
            shown = " ".join(value or "''" for value in values[:2 * _SHOWN])
            lines.append(f"    {key}: {shown}{' …' if len(values) > 2 * _SHOWN else ''}")
        lines += [f"    {json.dumps(question)}" for question in questions[:_SHOWN]]
    return lines
