"""Takes all barriers out of the kernels of a folder, lets `fencepost place` put them back, and compares.

place_kernels.py FOLDER FENCEPOST COMPILER LLVM PROCESSOR [LEVEL] [--table] [--only NAME]: every kernel for PROCESSOR, OpenCL C
compiled at LEVEL (default -O1), loses its work-group barriers with the fences beside them. Then
  - `place` must put enough back: `check` is silent on the result,
  - at no greater cost than what was written by hand, deepest loops first,
  - each of its barriers must be needed: without it, `check` finds an error,
  - and llc must make an object of the result.
Kernels whose barriers are for global memory, for other work-groups or for parts of the work-group are not for `place`:
EXCEPTIONS says why. `--table` prints a table in Markdown; with `--docs FILE` it must be the one that is there after
`<!-- kernels: PROCESSOR -->`, and with `--write` it is put there.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import docs_table
import kernel_files
import mutate_sync

WORKGROUP = re.compile(r"call void @llvm\.amdgcn\.s\.barrier\(\)|"
                       r"call void @llvm\.amdgcn\.s\.barrier\.(?:signal|wait)\(i(?:32|16) (?:noundef )?-1\)")

# Kernels that are not compared, and why.
GLOBAL = "its barriers are for global memory or other work-groups"
EXCEPTIONS = {
    "automaton-global": GLOBAL,
    "gemm-split-k-semaphore": GLOBAL,
    "group-chain": GLOBAL,
    "persistent-global-barrier": GLOBAL,
    "poll-relaxed-fence": GLOBAL,
    "reduce-last-block": GLOBAL,
}
# Kernels with barriers that the checker would not miss: they order accesses whose addresses depend on data.
BY_DATA = {"kmeans-step", "spmv-csr"}
# Kernels with barriers that, at a level, it would miss only among what it does not exclude (-Wpossible): in radix-sort-pass
# the last one, after the last store to a place that depends on data; in stencil-2d-halo one for no steps at all.
POSSIBLE = {"-O2": {"radix-sort-pass", "stencil-2d-halo"}}


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Subject:
    """One kernel for one processor."""

    def __init__(self, kernel, options):
        self.name = kernel.path.stem
        self.options = options
        level = options.level if kernel.is_opencl else ""
        made = kernel.module(options.compiler, options.processor, level)
        if made[:4] == b"BC\xc0\xde":
            made = subprocess.run([os.path.join(options.llvm, "llvm-dis"), "-o", "-", "-"], input=made,
                                  stdout=subprocess.PIPE, check=True).stdout
        self.text = made.decode()

    def stripped(self):
        """The text without the barriers of the work-group and the fences beside them."""
        module = mutate_sync.Module(self.text)
        gone = set()
        for body in module.functions.values():
            for number in body:
                if WORKGROUP.search(module.lines[number]):
                    gone |= {number, *mutate_sync.fences_beside(module, body, number)}
        return "\n".join(line for number, line in enumerate(module.lines) if number not in gone) + "\n"

    def place(self, text, *more):
        return run([self.options.fencepost, "place", f"-mcpu={self.options.processor}", "-", *more], text)

    def check(self, text, *more):
        return run([self.options.fencepost, "check", f"-mcpu={self.options.processor}", *more, "-"], text)

    def is_missed(self, without, text):
        """Whether the checker finds something wrong without a barrier of the text."""
        def possible(module):
            return self.check(module, "-Wpossible")[1].count("[lds-race]")
        if self.check(without)[0] == 1:
            return True
        return self.name in POSSIBLE.get(self.options.level, ()) and possible(without) > possible(text)


def barriers_by_depth(document, *actions):
    """Barriers by loop depth, of all kernels: {depth: number}."""
    found = {}
    for kernel in document["kernels"]:
        for barrier in kernel["barriers"]:
            if barrier["action"] in actions:
                found[barrier["depth"]] = found.get(barrier["depth"], 0) + 1
    return found


def costs_more(ours, theirs):
    """Compares deepest loops first."""
    for depth in sorted({*ours, *theirs}, reverse=True):
        if ours.get(depth, 0) != theirs.get(depth, 0):
            return ours.get(depth, 0) > theirs.get(depth, 0)
    return False


def words(counts):
    return " + ".join(f"{counts[d]} at depth {d}" if d else f"{counts[d]}" for d in sorted(counts)) or "0"


def needless_ones(subject, text):
    """Placed barriers without which the checker is still satisfied."""
    module = mutate_sync.Module(text)
    bad = []
    for identifier, what, changes, added in mutate_sync.mutants(module, None):
        if ".barrier." not in identifier or not WORKGROUP.search(what):
            continue
        if "s.barrier.wait" in what:
            continue  # It goes with its signal.
        if "s.barrier.signal" in what:
            at = int(re.match(r"line (\d+)", what)[1]) - 1
            changes = {n: None for n in range(at - 1, at + 3)}
        if not subject.is_missed(mutate_sync.changed(module, changes, added), text):
            bad.append(what)
    return bad


def not_assembled(kernel, text, options):
    """Why llc makes no object of the text; None if it does. It gets no intrinsics that LLVM 22 has no code for."""
    where = f"{kernel.path.stem} for {options.processor}"
    if not kernel.has_codegen:
        code, text, said = run([options.fencepost, "lower", "--rewrite", f"-mcpu={options.processor}", "-"], text)
        if code != 0:
            return f"{where}: lower: exit code {code}: {said}"
    llc = os.path.join(options.llvm, "llc")
    code, _, said = run([llc, f"-mcpu={options.processor}", "-O1", "-filetype=obj", "-o", os.devnull], text)
    return f"{where}: llc: {said}" if code != 0 else None


def judge(kernel, options):
    """(row of the table or None, problems)."""
    subject = Subject(kernel, options)
    code, out, _ = subject.place(subject.text, "--json")
    if code != 0:
        return None, [f"{subject.name}: as it is: {json.loads(out)['findings'][0]['message']}" if out else "?"]
    theirs = barriers_by_depth(json.loads(out), "kept", "repaired")
    stripped = subject.stripped()
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "placed.ll")
        code, out, err = subject.place(stripped, "--json", "-o", result)
        if code != 0:
            said = json.loads(out)["findings"][0]["message"] if out else err
            return None, [f"{subject.name}: exit code {code}: {said}"]
        text = pathlib.Path(result).read_text()
    ours = barriers_by_depth(json.loads(out), "placed")
    problems = []
    code, said, _ = subject.check(text)
    if code != 0:
        problems.append(f"{subject.name}: the checker is not silent: " + (said or "?").splitlines()[0])
    problems += filter(None, [not_assembled(kernel, text, options)])
    if costs_more(ours, theirs):
        problems.append(f"{subject.name}: {words(ours)} placed, {words(theirs)} by hand")
    if subject.name not in BY_DATA:
        problems += [f"{subject.name}: can be spared: {what}" for what in needless_ones(subject, text)]
    return f"| {subject.name} | {words(theirs)} | {words(ours)} |", problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("folder", "fencepost", "compiler", "llvm", "processor"):
        parser.add_argument(name)
    parser.add_argument("level", nargs="?", default="-O1")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--docs")
    parser.add_argument("--write", action="store_true")
    arguments = [a.replace("-O", "O") if re.fullmatch(r"-O\d", a) else a for a in sys.argv[1:]]
    options = parser.parse_args(arguments)
    options.level = "-" + options.level.lstrip("-")
    kernels = [k for k in kernel_files.all_kernels(options.folder)
               if options.processor in k.processors and options.only in (None, k.path.stem)]
    wanted = [k for k in kernels if k.path.stem not in EXCEPTIONS]
    left_out = len(kernels) - len(wanted)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        judged = list(pool.map(lambda k: judge(k, options), wanted))
    rows = [row for row, _ in judged if row]
    found = sum((problems for _, problems in judged), [])
    table = "\n".join(["| kernel | by hand | placed |", "| --- | --- | --- |", *rows]) + "\n"
    if options.table:
        print(table, end="")
    if options.docs and not docs_table.agrees(options.docs, f"kernels: {options.processor}", "end of kernels", table,
                                              options.write):
        found.append(f"{options.docs}: the table is not this one")
    print("\n".join(found + [f"{options.processor}: {len(rows)} kernels placed, {left_out} left out, {len(found)} problems"]))
    sys.exit(1 if found or not rows else 0)


if __name__ == "__main__":
    main()
