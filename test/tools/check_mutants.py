"""Checks that `fencepost check` finds every mutant of a kernel's synchronization that is wrong.

check_mutants.py FOLDER FENCEPOST COMPILER LLVM PROCESSOR O0|O1|O2 [--oracle PROGRAM] [NAME...]: makes every mutant (mutate_sync.py)
of every kernel of FOLDER for PROCESSOR, OpenCL C compiled at that level, and runs FENCEPOST on it. A mutant must be found, or be
as good as the kernel by PROGRAM (sync-oracle, the naive oracle): it prints the same for both. What is only possible is missed. The oracle does not judge what
orders work-groups: mutants of atomics, and fences that reach further than a work-group. With NAME, only those
kernels. Prints the mutants that are missed, and the score.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

import kernel_files

parser = argparse.ArgumentParser()
for name in ("folder", "fencepost", "compiler", "llvm", "processor", "level"):
    parser.add_argument(name)
parser.add_argument("names", nargs="*")
parser.add_argument("--oracle")
options = parser.parse_args()
TOOLS = pathlib.Path(__file__).parent


def mutants_of(kernel, folder):
    """Writes the mutants as files; returns what each of them is, by its identifier."""
    level = "-" + options.level if kernel.is_opencl else ""
    made = subprocess.run([sys.executable, TOOLS / "mutate_sync.py", "all", "-", folder, "--llvm", options.llvm],
                          input=kernel.module(options.compiler, options.processor, level), capture_output=True)
    if made.returncode != 0:
        raise ValueError(f"{kernel.path}: {made.stderr.decode()}")
    return dict(line.split(" ", 1) for line in made.stdout.decode().splitlines())


def answer(path, *more):
    """"found", "silent" or "unknown"."""
    done = subprocess.run([options.fencepost, "check", *more, f"-mcpu={options.processor}", path],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        raise ValueError(f"{path}: exit code {done.returncode}: {done.stderr}")
    return "found" if re.search(r": error: ", done.stdout) else "silent" if done.returncode == 0 else "unknown"


def judged(path):
    """What the oracle prints about a module; None if it is no judge."""
    done = subprocess.run([options.oracle, options.processor, path], capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(f"{path}: {done.stderr}")
    return None if "not judged" in done.stdout else done.stdout


def is_equivalent(path, what, original):
    """`what` is "line N: what was done: the instruction"."""
    done, instruction = what.split(": ", 2)[1:]
    if "narrowed to work-group scope" in done and "addrspace(3)" in instruction:
        return True  # Nobody else sees LDS.
    if not options.oracle or done.startswith(("access", "machine wait")):
        return False
    if instruction.startswith("fence") and not re.match(r'fence syncscope\("(workgroup|wavefront|singlethread)', instruction):
        return False
    return original is not None and judged(path) == original


def score_of(kernel):
    """(found, equivalent, lines about what was missed)"""
    with tempfile.TemporaryDirectory() as folder:
        names = mutants_of(kernel, folder)
        level = "-" + options.level if kernel.is_opencl else ""
        whole = pathlib.Path(folder, "kernel")
        whole.write_bytes(kernel.module(options.compiler, options.processor, level))
        original = judged(whole) if options.oracle else None
        found, equivalent, missed = 0, 0, []
        for identifier, what in names.items():
            path = pathlib.Path(folder, identifier + ".ll")
            said = answer(path)
            if said == "found":
                found += 1
            elif said == "silent" and is_equivalent(path, what, original):
                equivalent += 1
            else:
                if said == "silent" and answer(path, "-Wpossible", "-Werror") == "found":
                    said = "possible"
                missed.append(f"{kernel.path.name} {identifier} {said}: {what}")
    return found, equivalent, missed


kernels = [k for k in kernel_files.all_kernels(options.folder) if options.processor in k.processors]
if options.names:
    kernels = [k for k in kernels if k.path.stem in options.names]
found = equivalent = 0
missed = []
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for kernel, (more, same, lines) in zip(kernels, pool.map(score_of, kernels)):
        found += more
        equivalent += same
        missed += lines
        print("\n".join(lines + [f"{kernel.path.name}: {more} found, {same} equivalent, {len(lines)} missed"]), flush=True)
print(f"{options.processor} {options.level}: {found} found, {equivalent} equivalent, {len(missed)} missed")
sys.exit(1 if missed or not kernels else 0)
