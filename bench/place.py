"""`fencepost place` against opt -O2 on the same file, and on kernels with more and more accesses.

Ordinary kernels (kernels.py) have lost their barriers, and get new ones: compiled at -O1, and as the front end makes them,
which is where barriers should be placed. The goal is a fifth of what opt takes. Those for which barriers are refused are
marked. Processor time of one thread; the rows are sorted, the dearest first.

Then generated kernels that exchange values through one or many buffers in LDS, in loops that are nested or follow each
other, or without a loop. The goal is 2 s for 500 accesses in 20 nested loops.
"""
import json
import math
import os
import subprocess
import tempfile
from kernels import CLOSE, FRONT_END, HEAD, OPEN, PROCESSOR, against_opt, arguments, ordinary, write
from measure import compare, run_once, table

LOOPS = 20
SPLIT_PROCESSOR = "gfx1201"  # Signals and waits are placed apart.
LIMIT = 60  # Seconds.
GOAL = 2


def exchange(n, buffers):
    """Two accesses: a word for the mirror image in one of the buffers, and the one from there."""
    word = 256 * (n % buffers)
    return (f"  %p{n} = getelementptr i32, ptr addrspace(3) %mine, i32 {word}\n"
            f"  store i32 {n}, ptr addrspace(3) %p{n}\n"
            f"  %q{n} = getelementptr i32, ptr addrspace(3) %theirs, i32 {word}\n"
            f"  %v{n} = load i32, ptr addrspace(3) %q{n}\n"
            f"  %o{n} = getelementptr i32, ptr addrspace(1) %to, i32 {256 * n}\n"
            f"  store i32 %v{n}, ptr addrspace(1) %o{n}\n")


def exchanges(pairs, buffers, places):
    """The texts of so many exchanges, shared out among places as evenly as it goes."""
    ends = [pairs * place // places for place in range(places + 1)]
    return ["".join(exchange(n, buffers) for n in range(begin, end)) for begin, end in zip(ends, ends[1:])]


def enter(loop, before, latch):
    return f"  br label %loop{loop}\nloop{loop}:\n  %i{loop} = phi i32 [ 0, %{before} ], [ %j{loop}, %{latch} ]\n"


def leave(loop):
    return (f"  %j{loop} = add i32 %i{loop}, 1\n  %c{loop} = icmp ult i32 %j{loop}, %n\n"
            f"  br i1 %c{loop}, label %loop{loop}, label %done{loop}\ndone{loop}:\n")


def nested(pairs, buffers):
    """Loops in loops, with exchanges before and after each inner loop."""
    work = exchanges(pairs, buffers, 2 * LOOPS)
    lines = []
    for loop in range(LOOPS):
        lines += [enter(loop, f"loop{loop - 1}" if loop else "entry", f"latch{loop}"), work[loop]]
    for loop in reversed(range(LOOPS)):
        lines += [f"  br label %latch{loop}\nlatch{loop}:\n", work[2 * LOOPS - 1 - loop], leave(loop)]
    return HEAD + OPEN + "".join(lines) + CLOSE


def in_series(pairs, buffers):
    """Loops one after the other."""
    lines = []
    for loop, work in enumerate(exchanges(pairs, buffers, LOOPS)):
        lines += [enter(loop, f"done{loop - 1}" if loop else "entry", f"loop{loop}"), work, leave(loop)]
    return HEAD + OPEN + "".join(lines) + CLOSE


def straight_line(pairs, buffers):
    return HEAD + OPEN + exchanges(pairs, buffers, 1)[0] + CLOSE


def place(processor):
    return ["place", f"-mcpu={processor}", "-o", "/dev/null"]


def marked(args, files):
    """The same files, the names of those that are refused with a mark."""
    def is_refused(file):
        return subprocess.run([args.fencepost, *place(PROCESSOR), file], capture_output=True).returncode != 0
    return [(f"{name} (refused)" if is_refused(file) else name, file) for name, file in files]


def said_about(report):
    """How many barriers were placed, and whether fewer are known not to do."""
    with open(report) as file:
        kernels = json.load(file)["kernels"]
    if not kernels:
        return ["refused", "-"]
    placed = sum(barrier["action"] == "placed" for barrier in kernels[0]["barriers"])
    return [placed, "yes" if kernels[0]["optimal"] else "no"]


def growth_row(args, directory, processor, make, buffers, accesses, start):
    pairs = accesses // 2
    file = write(directory, "generated.ll", make(pairs, buffers))
    report = os.path.join(directory, "report.json")
    seconds, _ = run_once([args.fencepost, *place(processor), "--json", file], True, (0, 1, 3), LIMIT, report)
    goal = GOAL * 1000 if make is nested and accesses == 500 else "-"
    name = [processor, make.__name__.replace("_", " "), buffers, 2 * pairs]
    if seconds == math.inf:
        return name + [f"> {LIMIT} s", goal, "-", "-", "-"]
    return name + [f"{seconds * 1000:.0f}", goal, f"{(seconds - start) * 1e6 / (2 * pairs):.0f}", *said_about(report)]


def growth(args, directory, empty):
    (start, _), = compare([[args.fencepost, *place(PROCESSOR), empty]], args.rounds, True)
    kinds = [(PROCESSOR, make) for make in (nested, in_series, straight_line)] + [(SPLIT_PROCESSOR, nested)]
    rows = [growth_row(args, directory, processor, make, buffers, accesses, start)
            for processor, make in kinds for buffers in (1, 16) for accesses in (60, 125, 250, 500)]
    print(f"place on generated kernels with {LOOPS} loops or none; processor time")
    table(["processor", "kernel", "buffers", "accesses", "ms", "goal ms", "us an access", "barriers", "minimal"], rows)


def main():
    args = arguments()
    with tempfile.TemporaryDirectory() as directory:
        empty = write(directory, "empty.ll", HEAD)
        for level, words in (("-O1", "kernels compiled at -O1"), (FRONT_END, "kernels as the front end makes them")):
            files = ordinary(args, directory, lambda subject: subject.stripped(), level)
            against_opt(args, place(PROCESSOR), empty, marked(args, files), (0, 1, 3), words)
        growth(args, directory, empty)


main()
