"""The command line of scripts/compare-answers."""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from .differences import Comparison
from .facts import ALL_KINDS
from .inputs import Misuse, Workshop
from .questions import GROUPS, list_questions
from .report import Report


def parse_options(description):
    parser = argparse.ArgumentParser(prog="compare-answers", description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=find_program)
    parser.add_argument("new", type=find_program)
    parser.add_argument("--only", action="append", choices=GROUPS, metavar="GROUP",
                        help="ask only this group (may be repeated): " + ", ".join(GROUPS))
    parser.add_argument("--match", type=re.compile, default="", metavar="REGEX",
                        help="ask only questions whose command line matches")
    parser.add_argument("--ignore", action="append", default=[], choices=ALL_KINDS, metavar="KIND",
                        help="do not report this kind (may be repeated): " + ", ".join(ALL_KINDS))
    parser.add_argument("--renames", type=read_table, default=__file__.replace("main.py", "renames.json"), metavar="FILE",
                        help="renamed fields and values, and fields that are not compared (default: renames.json)")
    parser.add_argument("--random", type=int, default=100, metavar="N", help="random inputs of each sort (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="of the first random input (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="default: one for each core")
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS", help="for one answer (default 120)")
    parser.add_argument("--tools", type=pathlib.Path, metavar="DIR",
                        help="where random-inputs and compile-opencl are (default: unittests of the build of NEW)")
    chosen = parser.parse_args()
    chosen.tools = chosen.tools or chosen.new.parent.parent / "unittests"
    return chosen


def find_program(name):
    path = pathlib.Path(name)
    path = (path / "bin" / "fencepost" if path.is_dir() else path).absolute()
    if not os.access(path, os.X_OK):
        raise argparse.ArgumentTypeError(f"{path} is not a program")
    return path


def read_table(name):
    try:
        return json.loads(pathlib.Path(name).read_text())
    except (OSError, ValueError) as problem:
        raise argparse.ArgumentTypeError(f"{name}: {problem}")


def print_progress(number, count):
    if sys.stderr.isatty():
        print(f"\r{number} of {count} questions", end="" if number < count else "\n", file=sys.stderr, flush=True)


def compare(chosen, folder):
    """Prints the report; returns whether it is empty."""
    workshop = Workshop(chosen.new, chosen.tools, folder / "inputs", chosen.random, chosen.seed, chosen.jobs)
    asked = [question for question in list_questions(chosen.only or GROUPS, workshop)
             if re.search(chosen.match, " ".join(question.words))]
    if not asked:
        raise Misuse("nothing to ask")
    comparison = Comparison((chosen.old, chosen.new), folder / "out", chosen.renames, chosen.timeout)
    report = Report(lambda question: question.command(chosen.new, folder / "out" / "again"))
    for question, code, differences in comparison.run(asked, chosen.jobs, print_progress):
        report.add(question, code, [each for each in differences if each.kind not in chosen.ignore])
    report.print()
    return report.is_empty()


def main(description):
    chosen = parse_options(description)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="compare-answers-"))
    code = 2
    try:
        code = 0 if compare(chosen, folder) else 1
    except Misuse as problem:
        print(f"compare-answers: {problem}", file=sys.stderr)
    except subprocess.CalledProcessError as problem:
        print(f"compare-answers: {problem}\n{problem.stderr}", file=sys.stderr)
    if code == 1:
        print(f"\nThe inputs are kept in {folder}", file=sys.stderr)
    else:
        shutil.rmtree(folder)
    return code
