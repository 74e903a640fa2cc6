"""Runs the command blocks of a Markdown file and compares the output shown.

run_docs.py --bin DIRECTORY --src ROOT [--write] FILE...: with --write, the output
that differs is replaced by what the command prints.

A fenced block marked `console` is runnable: a line that starts with "$ " is a
command (continued by a trailing backslash), the lines under it are its output,
standard error included. A line "..." stands for any number of lines. A command
that exits with another code than 0 says so in its block's last output line as
"[exit N]". All blocks of a file run in order in one scratch directory, in which
`./fencepost` is the program under test and `examples`, `docs` and `test` are the
project's.

A block marked sh, bash or shell would look runnable without being run, so it is
an error unless the line before it is a comment: <!-- not run: reason -->.
"""
import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile


def blocks(lines):
    """Yields (first line number, info string, line before, body lines)."""
    inside, start, info, body = False, 0, "", []
    for number, line in enumerate(lines, 1):
        fence = re.match(r"^```(.*)$", line)
        if fence and not inside:
            inside, start, info, body = True, number, fence.group(1).strip(), []
        elif fence:
            inside = False
            before = next((l for l in reversed(lines[:start - 1]) if l.strip()), "")
            yield start, info, before, body
        elif inside:
            body.append((number, line))


class Command:
    """A command of a block, and the lines shown as its output."""

    def __init__(self, number, text):
        self.number = number  # Of its first line, from 1.
        self.text = text
        self.begin = number  # Index of the first line of its output.
        self.expected = []


def commands(body):
    """Yields the commands of a block."""
    current = None
    for number, line in body:
        if current and current.text.endswith("\\") and not current.expected:
            current.text = current.text[:-1] + line.lstrip("> ")
            current.begin = number
        elif line.startswith("$ "):
            if current:
                yield current
            current = Command(number, line[2:])
        elif current:
            current.expected.append(line)
    if current:
        yield current


def matches(expected, actual):
    """Whether actual is expected, with "..." for any number of lines."""
    if not expected:
        return not actual
    if expected[0] == "...":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and matches(expected[1:], actual[1:])


def best_place(part, actual, begin):
    """Where in `actual`, from `begin` on, as many lines as `part` has are most like it."""
    def likeness(start):
        return sum(difflib.SequenceMatcher(None, a, b).ratio() for a, b in zip(part, actual[start:]))
    return max(range(begin, max(begin, len(actual) - len(part)) + 1), key=likeness)


def updated(expected, actual):
    """`actual`, with "..." where `expected` leaves lines out."""
    if "..." not in expected:
        return actual
    parts = [[]]
    for line in expected:
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    result, begin = [], 0
    for number, part in enumerate(parts):
        if number == 0:
            place = 0
        elif number + 1 == len(parts):
            place = max(begin, len(actual) - len(part))
        else:
            place = best_place(part, actual, begin)
        result += (["..."] if number else []) + actual[place:place + len(part)]
        begin = place + len(part)
    return result


def prepare(directory, args):
    os.symlink(os.path.join(args.bin, "fencepost"), os.path.join(directory, "fencepost"))
    for name in ("examples", "docs", "test"):
        os.symlink(os.path.join(args.src, name), os.path.join(directory, name))


def run(command, directory):
    done = subprocess.run(["bash", "-c", command], cwd=directory, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = done.stdout.splitlines()
    if done.returncode != 0:
        output.append(f"[exit {done.returncode}]")
    return output


def check(file, args):
    """Runs the blocks of a file: (commands, failures)."""
    with open(file, encoding="utf-8") as f:
        lines = f.read().splitlines()
    fresh = []  # (begin, end, lines instead)
    failures = count = 0
    with tempfile.TemporaryDirectory() as directory:
        prepare(directory, args)
        for start, info, before, body in blocks(lines):
            if info in ("sh", "bash", "shell") and "<!-- not run:" not in before:
                print(f"{file}:{start}: a '{info}' block looks runnable but is not run")
                failures += 1
            if info != "console":
                continue
            for command in commands(body):
                count += 1
                actual = run(command.text, directory)
                if matches(command.expected, actual):
                    continue
                failures += 1
                print(f"{file}:{command.number}: output differs: {command.text}")
                print("\n".join(difflib.unified_diff(
                    command.expected, actual, "shown", "real", lineterm="")))
                fresh.append((command.begin, command.begin + len(command.expected),
                              updated(command.expected, actual)))
    if args.write and fresh:
        for begin, end, instead in reversed(fresh):
            lines[begin:end] = instead
        with open(file, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
    return count, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="where fencepost is")
    parser.add_argument("--src", required=True, help="the project's root")
    parser.add_argument("--write", action="store_true", help="put what is printed into the files")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    sys.setrecursionlimit(100000)
    args.bin, args.src = os.path.abspath(args.bin), os.path.abspath(args.src)
    results = [check(file, args) for file in args.files]
    failures = sum(f for _, f in results)
    print(f"{sum(c for c, _ in results)} commands run, {failures} failures")
    sys.exit(1 if failures and not args.write else 0)


main()
