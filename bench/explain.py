"""`fencepost explain`: answers a second, the full table, and a single operation.

The questions are those of the full table, in order and shuffled. Wall-clock time
counts reading and writing; processor time does not change with what else runs.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile
from measure import compare, table

GOAL_ANSWERS = 100_000
GOAL_TABLE = 1.0


FILES = {"in order": "ordered", "shuffled": "shuffled", "a tenth, shuffled": "tenth"}


def write_questions(args, directory):
    """Every question of the table without its answer: in order, shuffled, and a tenth."""
    lines = subprocess.run([args.fencepost, "explain", "--table"], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    # What is answered begins at the first member that a question does not have.
    questions = [min((l.split(f',"{key}":')[0] for key in ("pre", "error")), key=len) + "}" for l in lines]
    shuffled = questions[:]
    random.Random(1).shuffle(shuffled)
    for name, rows in (("ordered", questions), ("shuffled", shuffled), ("tenth", shuffled[::10])):
        with open(os.path.join(directory, name), "w") as f:
            f.write("\n".join(rows) + "\n")


def count_lines(path):
    with open(path, "rb") as f:
        return sum(1 for _ in f)


def batches(args, directory):
    # A process starts with the memory of this one, so this one stays small.
    subprocess.run([sys.executable, __file__, "--fencepost", args.fencepost, "--llvm", args.llvm,
                    "--questions", directory], check=True)
    rows = []
    for name, file in FILES.items():
        path = os.path.join(directory, file)
        count = count_lines(path)
        command = [args.fencepost, "explain", "--batch", path]
        ((wall, memory),) = compare([command], args.rounds)
        ((processor, _),) = compare([command], args.rounds, True)
        rows.append([name, count, f"{count / wall:,.0f}", f"{count / processor:,.0f}", f"{GOAL_ANSWERS:,}",
                     f"{memory / 1024:.1f}"])
    print("batch")
    table(["questions", "number", "answers/s", "answers/s of processor time", "goal", "MiB"], rows)


def whole_table(args):
    rows = []
    for dialect in ("spec", "llvm22"):
        command = [args.fencepost, "explain", "--table", "--as=" + dialect]
        ((wall, memory),) = compare([command], args.rounds)
        ((processor, _),) = compare([command], args.rounds, True)
        rows.append([dialect, f"{wall * 1000:.0f}", f"{processor * 1000:.0f}", f"{GOAL_TABLE * 1000:.0f}",
                     f"{memory / 1024:.1f}"])
    print("every operation on every processor")
    table(["dialect", "ms", "ms of processor time", "goal ms", "MiB"], rows)


def single(args):
    commands = {
        "fencepost --version": ["--version"],
        "one operation": ["explain", "store atomic release agent global", "-mcpu=gfx942"],
        "one operation, all targets": ["explain", "store atomic release agent global", "--all-targets"],
    }
    results = compare([[args.fencepost] + words for words in commands.values()], 50, True)
    print("one question, the whole process, processor time")
    table(["command", "ms"], [[name, f"{seconds * 1000:.2f}"] for name, (seconds, _) in zip(commands, results)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fencepost", required=True)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--questions", help="only write the questions to this directory")
    args = parser.parse_args()
    if args.questions:
        return write_questions(args, args.questions)
    with tempfile.TemporaryDirectory() as directory:
        single(args)
        batches(args, directory)
        whole_table(args)


main()
