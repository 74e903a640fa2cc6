"""Checks that the kernels of a folder are what their first lines say, and compile.

check_kernels.py FOLDER COMPILER LLVM PROCESSOR [LEVEL]: every kernel for PROCESSOR must have a
comment and a work-group size, compile at -O2 (or at LEVEL, or exhaustively at each level) by COMPILER (the program
compile-opencl), pass LLVM's verifier, and be accepted by LLVM's code generator; every
built-in that synchronizes must have become instructions.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

import kernel_files
from sample import sample

folder, compiler, llvm, processor = sys.argv[1:5]
only = sys.argv[5:]


def run(tool, options, module):
    done = subprocess.run([os.path.join(llvm, tool), *options, "-"], input=module, capture_output=True)
    return done.stdout.decode(), done.stderr.decode(), done.returncode


def unresolved(text):
    """Functions of OpenCL that synchronize or identify and that are still called."""
    names = re.findall(r"^declare .*@(_Z\w+)\(", text, re.M)
    return [n for n in names if re.search(r"get_|barrier|fence|atomic|sub_group|event", n)]


def problems_of(kernel):
    bad = []
    if len(re.match(r"(?:(?://|;).*\n)+", kernel.text)[0].splitlines()) < (2 if kernel.is_scenario else 4):
        bad.append("no comment that says what it computes and which barriers it needs")
    levels = [level for level in reversed(kernel.levels()) if not only or level in (None, *only)]
    for level in sample(levels, 3):
        try:
            module = kernel.module(compiler, processor, level)
        except ValueError as why:
            return bad + [str(why)]
        text, said, code = run("opt", ["-passes=verify", "-S"], module)
        if code != 0:
            bad.append(f"{level}: {said}")
            continue
        kernels = re.findall(r"^define .*amdgpu_kernel .*$", text, re.M)
        if not kernels:
            bad.append(f"{level}: no kernel")
        if "reqd_work_group_size" not in text and "amdgpu-flat-work-group-size" not in text:
            bad.append(f"{level}: no work-group size")
        bad += [f"{level}: {name} is not built in" for name in unresolved(text)]
        # Code generation is slow, and the same instructions come at every level.
        if not kernel.has_codegen or level != levels[0]:
            continue
        said, code = run("llc", [f"-mcpu={processor}", "-mtriple=amdgcn-amd-amdhsa", "-o", os.devnull],
                         module)[1:]
        if code != 0:
            bad.append(f"{level}: {said}")
    return [f"{kernel.path.name}: {line}" for line in bad]


kernels = [k for k in kernel_files.all_kernels(folder) if processor in k.processors]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    found = sum(pool.map(problems_of, kernels), [])
print("\n".join(found + [f"{processor}: {len(kernels)} kernels, {len(found)} problems"]))
sys.exit(1 if found or not kernels else 0)
