"""Runs the command blocks of a Markdown file and compares the output shown.

A fenced block marked `console` is runnable: a line that starts with "$ " is a
command (continued by a trailing backslash), the lines under it are its output,
standard error included. A line "..." stands for any number of lines. A command
that exits with another code than 0 says so in its block's last output line as
"[exit N]". All blocks of a file run in order in one scratch directory, in which
`./fencepost` is the program under test and `examples` the project's.

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


def commands(body):
    """Yields (line number, command, expected output lines)."""
    current = None
    for number, line in body:
        if current and current[1].endswith("\\") and not current[2]:
            current[1] = current[1][:-1] + line.lstrip("> ")
        elif line.startswith("$ "):
            if current:
                yield current
            current = [number, line[2:], []]
        elif current:
            current[2].append(line)
    if current:
        yield current


def matches(expected, actual):
    """Whether actual is expected, with "..." for any number of lines."""
    if not expected:
        return not actual
    if expected[0] == "...":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and matches(expected[1:], actual[1:])


def prepare(directory, args):
    os.symlink(os.path.join(args.bin, "fencepost"), os.path.join(directory, "fencepost"))
    os.symlink(os.path.join(args.src, "examples"), os.path.join(directory, "examples"))
    os.symlink(os.path.join(args.src, "docs"), os.path.join(directory, "docs"))


def run(command, directory):
    done = subprocess.run(["bash", "-c", command], cwd=directory, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = done.stdout.splitlines()
    if done.returncode != 0:
        output.append(f"[exit {done.returncode}]")
    return output


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="where fencepost is")
    parser.add_argument("--src", required=True, help="the project's root")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    sys.setrecursionlimit(100000)
    failures = count = 0
    for file in args.files:
        lines = open(file, encoding="utf-8").read().splitlines()
        with tempfile.TemporaryDirectory() as directory:
            prepare(directory, args)
            for start, info, before, body in blocks(lines):
                if info in ("sh", "bash", "shell") and "<!-- not run:" not in before:
                    print(f"{file}:{start}: a '{info}' block looks runnable but is not run")
                    failures += 1
                if info != "console":
                    continue
                for number, command, expected in commands(body):
                    count += 1
                    actual = run(command, directory)
                    if matches(expected, actual):
                        continue
                    failures += 1
                    print(f"{file}:{number}: output differs: {command}")
                    print("\n".join(difflib.unified_diff(
                        expected, actual, "shown", "real", lineterm="")))
    print(f"{count} commands run, {failures} failures")
    sys.exit(1 if failures else 0)


main()
