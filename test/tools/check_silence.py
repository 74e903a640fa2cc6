"""Checks that `fencepost check` is silent on kernels that synchronize as they should.

check_silence.py FOLDER FENCEPOST PROCESSOR [LEVEL...]: runs FENCEPOST on every kernel of FOLDER that its first
line names PROCESSOR for and expects silence of; OpenCL C at each LEVEL of optimization (all of them if none is given). Nothing
may be found, and nothing left undecided.
"""
import concurrent.futures
import subprocess
import sys

import kernel_files

folder, fencepost, processor, *levels = sys.argv[1:]


def complaint(job):
    """What is said about one kernel at one level; empty if all is well."""
    kernel, level = job
    command = [fencepost, "check", f"-mcpu={processor}", kernel.path] + (["--", level] if level else [])
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0 and not done.stdout and not done.stderr:
        return ""
    return f"{kernel.path.name} {level}: exit code {done.returncode}\n{done.stdout}{done.stderr}"


kernels = [k for k in kernel_files.all_kernels(folder) if processor in k.processors and k.expect == "silent"]
jobs = [(k, level) for k in kernels for level in k.levels() if not level or level in (levels or kernel_files.LEVELS)]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    found = [said for said in pool.map(complaint, jobs) if said]
print("\n".join(found + [f"{processor}: {len(jobs)} checks, {len(found)} not silent"]))
sys.exit(1 if found or not jobs else 0)
