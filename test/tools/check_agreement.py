"""Checks that `fencepost check` and the naive oracle agree on kernels, pair of accesses by pair.

check_agreement.py FOLDER PROGRAM COMPILER PROCESSOR O0|O1|O2 [--slow NAME,...] [NAME...]: runs PROGRAM (sync-agree, which
says what is compared) on every kernel of FOLDER for PROCESSOR, OpenCL C compiled at that level. With NAME, only those kernels.
Prints where they differ, kernels that are not compared and why (--slow: they take long), and the sums.
"""
import argparse
import concurrent.futures
import re
import subprocess
import sys

import kernel_files

parser = argparse.ArgumentParser()
for name in ("folder", "program", "compiler", "processor", "level"):
    parser.add_argument(name)
parser.add_argument("names", nargs="*")
parser.add_argument("--slow", type=lambda names: names.split(","), default=[])
options = parser.parse_args()
COUNTS = re.compile(r"(\d+) views, (\d+) pairs that race, (\d+) errors, (\d+) views whose threads part; "
                    r"(\d+) pairs not named, (\d+) errors not seen$")


def compared(kernel):
    """(counts, lines about differences and what is not judged)"""
    module = kernel.module(options.compiler, options.processor, "-" + options.level if kernel.is_opencl else "")
    done = subprocess.run([options.program, options.processor, "-"], input=module, capture_output=True)
    *lines, last = done.stdout.decode().splitlines() or [""]
    counts = COUNTS.match(last)
    if done.returncode not in (0, 1) or not counts:
        raise ValueError(f"{kernel.path}: exit code {done.returncode}: {done.stderr.decode()}")
    return [int(n) for n in counts.groups()], [f"{kernel.path.name}: {line}" for line in lines]


kernels = [k for k in kernel_files.all_kernels(options.folder) if options.processor in k.processors]
if missing := {*options.names, *options.slow} - {k.path.stem for k in kernels}:
    sys.exit(f"no kernels for {options.processor}: {' '.join(sorted(missing))}")
if options.names:
    kernels = [k for k in kernels if k.path.stem in options.names]
known = len(kernels)
for kernel in [k for k in kernels if k.path.stem in options.slow]:
    print(f"{kernel.path.name}: not compared: it takes long")
    kernels.remove(kernel)
total = [0] * 6
judged = 0
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for counts, lines in pool.map(compared, kernels):
        total = [a + b for a, b in zip(total, counts)]
        judged += not any(" not judged: " in line for line in lines)
        if lines:
            print("\n".join(lines), flush=True)
views, pairs, errors, parted, silent, unseen = total
print(f"{options.processor} {options.level}: {judged} of {known} kernels, {views} views, {pairs} pairs that race, {errors} errors, "
      f"{parted} views whose threads part; {silent} pairs not named, {unseen} errors not seen")
sys.exit(1 if silent or unseen or not views else 0)
