"""Places barriers in the kernels of a folder for several processors, and has the result assembled.

place_assemble.py FOLDER FENCEPOST COMPILER LLVM PROCESSOR... [--only NAME]: every kernel loses its work-group barriers, gets
them back by `fencepost place` for each of the processors that it is for, and then `check` must be silent on the result and
llc must make an object of it. Kernels of REFUSED must be refused. The suite takes every other kernel and processor.
"""
import argparse
import collections
import concurrent.futures
import sys
import types

import kernel_files
import place_kernels
from sample import sample


# Kernels, by processor, that nothing is placed in, and why; beside those of place_kernels.py.
REFUSED = {
    ("cluster-barrier-by-hand", "gfx1250"): "its signal that says who is first stays, and has no wait",
    ("named-barrier-pipeline", "gfx1250"): "it has named barriers",
}
NOT_UNDERSTOOD = 3  # The exit code.


def problem(kernel, options):
    """What is wrong with one kernel for one processor; None if nothing is."""
    subject = place_kernels.Subject(kernel, options)
    name = f"{subject.name} for {options.processor}"
    code, text, said = subject.place(subject.stripped(), "-S")
    if (subject.name, options.processor) in REFUSED:
        return f"{name}: not refused" if code != NOT_UNDERSTOOD else None
    if code != 0:
        return f"{name}: place: exit code {code}: {said}"
    code, said, _ = subject.check(text)
    if code != 0 or said:
        return f"{name}: the checker is not silent: {said}"
    return place_kernels.not_assembled(kernel, text, options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("folder", "fencepost", "compiler", "llvm"):
        parser.add_argument(name)
    parser.add_argument("processors", nargs="+")
    parser.add_argument("--only")
    options = parser.parse_args()
    kernels = [k for k in kernel_files.all_kernels(options.folder)
               if k.path.stem not in place_kernels.EXCEPTIONS and options.only in (None, k.path.stem)]
    jobs = [(kernel, types.SimpleNamespace(**vars(options), level="-O0", processor=processor))
            for kernel in kernels for processor in options.processors if processor in kernel.processors]
    jobs = sample(jobs, 2)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = [p for p in pool.map(lambda job: problem(*job), jobs) if p]
    counts = collections.Counter(how.processor for kernel, how in jobs
                                 if (kernel.path.stem, how.processor) not in REFUSED)
    print("\n".join([*found, *(f"{processor}: {counts[processor]} kernels assembled" for processor in sorted(counts)),
                     f"{len(found)} problems"]))
    sys.exit(1 if found or not jobs else 0)


if __name__ == "__main__":
    main()
