"""Checks that `fencepost check` finds in every scenario what its first line says.

check_scenarios.py FOLDER FENCEPOST [PREFIX...]: runs FENCEPOST on every scenario of FOLDER (whose names begin with one of
PREFIX, if any is given) for each processor that it names. What is expected must be among the findings; in a scenario that
expects silence nothing may be found, and nothing left undecided. Findings about speed are asked for where they, or those of
the twin, are expected.
"""
import concurrent.futures
import re
import subprocess
import sys

import kernel_files

folder, fencepost, *prefixes = sys.argv[1:]
SPEED = ("async-needless", "needless-barrier", "needless-fence")


def complaint(job):
    """What is wrong with the answer to one scenario; empty if all is well."""
    kernel, processor = job
    silent = kernel.expect == "silent"
    options = ["-Wperf"] if kernel.path.name.split(".")[0] in about_speed else []
    done = subprocess.run([fencepost, "check", f"-mcpu={processor}", *options, kernel.path],
                          capture_output=True, text=True)
    said = done.stdout + done.stderr
    names = set(re.findall(r"\[([a-z-]+)\]$", said, re.M))
    right = done.returncode == 0 and not said if silent else kernel.expect in names
    return "" if right else f"{kernel.path.name} {processor}: expected {kernel.expect}: {' '.join(sorted(names))}\n{said}"


kernels = [k for k in kernel_files.all_kernels(folder) if not prefixes or k.path.name.startswith(tuple(prefixes))]
about_speed = [k.path.name.split(".")[0] for k in kernels if k.expect in SPEED]
jobs = [(k, processor) for k in kernels for processor in k.processors]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    found = [said for said in pool.map(complaint, jobs) if said]
print("\n".join(found + [f"{len(jobs)} checks, {len(found)} wrong"]))
sys.exit(1 if found or not jobs else 0)
