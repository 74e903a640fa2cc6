"""Asking one program one question: what it prints, what it writes, and how it ends."""
import dataclasses
import os
import pathlib
import signal
import subprocess

from . import tree

EXIT_CODES = range(4)  # Any other is a crash.


@dataclasses.dataclass(frozen=True)
class Answer:
    code: object  # None: it took too long.
    text: str
    messages: str
    files: tuple  # Pairs of a file's ending and its text.

    def failure(self):
        """(kind, details) of a program that did not answer; None for an answer."""
        if self.code is None:
            return "time-out", "no answer in time"
        if self.code < 0:
            return "crash", signal.Signals(-self.code).name
        return None if self.code in EXIT_CODES else ("crash", f"exit code {self.code}")


def ask(program, question, out, timeout):
    """Names of the files that the program writes begin with `out`."""
    started = subprocess.Popen(question.command(program, out), cwd=tree.ROOT, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                               env={**os.environ, "LC_ALL": "C.UTF-8"})
    try:
        text, messages = started.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)  # And the compiler that it runs.
        started.communicate()
        take_files(out)
        return Answer(None, "", "", ())
    return Answer(started.returncode, decoded(text), decoded(messages), take_files(out))


def take_files(out):
    """Reads the files that were written, and removes them."""
    found = []
    for path in sorted(pathlib.Path(out).parent.glob(pathlib.Path(out).name + ".*")):
        found.append((path.suffix, decoded(path.read_bytes())))
        path.unlink()
    return tuple(found)


def decoded(data):
    return data.decode(errors="backslashreplace")
