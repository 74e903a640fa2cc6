"""What benchmarks of kernels share: the ordinary ones, parts of generated ones, and opt to compare with.

Ordinary kernels are those of test/kernels that are for gfx942, compiled at -O1 or as the front end makes them, and written
as text. opt loads libLLVM first, so what both take is also given less the time for a module with no kernel.
"""
import argparse
import os
import pathlib
import statistics
import sys
from measure import compare, table

ROOT = pathlib.Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "test" / "tools"))
from kernel_files import all_kernels  # noqa: E402
from place_kernels import Subject  # noqa: E402

PROCESSOR = "gfx942"
GOAL = 20  # Percent of what opt takes.
FRONT_END = "-O1 -Xclang -disable-llvm-passes"

HEAD = """\
target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [4096 x i32] poison
"""
OPEN = """\
define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  %mirror = sub i32 255, %id
  %theirs = getelementptr i32, ptr addrspace(3) @tile, i32 %mirror
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
"""
CLOSE = "  ret void\n}\n!0 = !{i32 256, i32 1, i32 1}\n"


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fencepost", required=True)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--compiler", default=str(ROOT / "build" / "unittests" / "compile-opencl"))
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args(namespace=argparse.Namespace(processor=PROCESSOR))


def write(directory, name, text):
    path = os.path.join(directory, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def ordinary(args, directory, text_of, level="-O1"):
    """The names and files of the ordinary kernels, each with what `text_of` makes of its Subject."""
    args.level = level
    files = []
    for kernel in all_kernels(ROOT / "test" / "kernels"):
        if args.processor not in kernel.processors:
            continue
        subject = Subject(kernel, args)
        if "optnone" in subject.text:
            raise SystemExit(f"{subject.name}: opt would have nothing to do")
        files.append((subject.name, write(directory, subject.name + ".ll", text_of(subject))))
    return files


class Times:
    """What we and opt take, and what each takes of it to start."""

    def __init__(self, ours, theirs, start=(0, 0), memory=0):
        self.ours, self.theirs, self.start, self.memory = ours, theirs, start, memory

    def __add__(self, other):
        start = [mine + yours for mine, yours in zip(self.start, other.start)]
        return Times(self.ours + other.ours, self.theirs + other.theirs, start, max(self.memory, other.memory))

    def percent(self):
        return 100 * self.ours / self.theirs

    def percent_less_start(self):
        return 100 * (self.ours - self.start[0]) / max(self.theirs - self.start[1], 1e-9)

    def row(self, name):
        return [name, f"{self.ours * 1000:.1f}", f"{self.theirs * 1000:.1f}", f"{self.percent():.0f}",
                f"{self.percent_less_start():.0f}" if any(self.start) else "-", GOAL, f"{self.memory / 1024:.0f}"]


def against_opt(args, command, empty, files, codes, kernels="kernels"):
    """Prints what a command of fencepost takes for each file beside opt -O2, the dearest first."""
    ours = [args.fencepost, *command]
    theirs = [os.path.join(args.llvm, "opt"), "-O2", f"-mcpu={args.processor}", "-o", "/dev/null"]

    def times(file, start=(0, 0)):
        (mine, memory), (yours, _) = compare([ours + [file], theirs + [file]], args.rounds, True, codes)
        return Times(mine, yours, start, memory)

    no_kernel = times(empty)
    start = (no_kernel.ours, no_kernel.theirs)
    found = sorted(((name, times(file, start)) for name, file in files), key=lambda each: -each[1].percent())
    each = [each for _, each in found]
    print(f"{command[0]}, and opt -O2 on the same file; {kernels}; processor time")
    table(["kernel", "ms", "opt ms", "%", "% less start", "goal %", "MiB"],
          [no_kernel.row("no kernel")] + [times.row(name) for name, times in found] +
          [sum(each[1:], each[0]).row("all"),
           ["median", "-", "-", f"{statistics.median(t.percent() for t in each):.0f}",
            f"{statistics.median(t.percent_less_start() for t in each):.0f}", GOAL, "-"]])
