"""`fencepost check` against opt -O2 on the same file, on kernels of growing size, and with several threads.

Ordinary kernels are those of test/kernels that are for gfx942, compiled at -O1 and written as text; the goal is a fifth
of what opt takes. Both load libLLVM first, so the same is given less the time for an empty module. Processor time of one
thread. The rows of single kernels are sorted, the dearest first.

Then generated kernels, up to 100,000 instructions: the time for an instruction should stay what it is. And all kernels
together in one command, with one thread and with one for each core, by the clock.
"""
import argparse
import os
import pathlib
import sys
import tempfile
from measure import compare, run_once, table

ROOT = pathlib.Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "test" / "tools"))
from kernel_files import all_kernels  # noqa: E402

_HEAD = """\
target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [4096 x i32] poison
"""
_OPEN = """\
define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) !reqd_work_group_size !0 {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @tile, i32 %id
  %mirror = sub i32 255, %id
  %theirs = getelementptr i32, ptr addrspace(3) @tile, i32 %mirror
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
"""
_CLOSE = "  ret void\n}\n!0 = !{i32 256, i32 1, i32 1}\n"
_BARRIER = """\
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
"""


def straight_line(size):
    """Accesses in one block with no barrier: each work-item has a column of its own."""
    lines = []
    for n in range(size // 6):
        lines.append(f"  %a{n} = getelementptr i32, ptr addrspace(1) %from, i32 {256 * n}\n"
                     f"  %v{n} = load i32, ptr addrspace(1) %a{n}\n"
                     f"  %l{n} = getelementptr i32, ptr addrspace(3) %mine, i32 {256 * (n % 16)}\n"
                     f"  store i32 %v{n}, ptr addrspace(3) %l{n}\n"
                     f"  %b{n} = getelementptr i32, ptr addrspace(1) %to, i32 {256 * n}\n"
                     f"  store i32 %v{n}, ptr addrspace(1) %b{n}\n")
    return _HEAD + _OPEN + "".join(lines) + _CLOSE


def barriers(size):
    """An exchange through LDS between two barriers, again and again in one block."""
    lines = []
    for n in range(size // 8):
        lines.append(f"  store i32 {n}, ptr addrspace(3) %mine\n" + _BARRIER +
                     f"  %v{n} = load i32, ptr addrspace(3) %theirs\n" + _BARRIER)
    return _HEAD + _OPEN + "".join(lines) + _CLOSE


def loops(size):
    """Many loops, one behind the other, each with an exchange and two barriers in its body."""
    lines, last = ["  br label %loop0\n"], "entry"
    count = size // 12
    for n in range(count):
        lines.append(f"loop{n}:\n  %i{n} = phi i32 [ 0, %{last} ], [ %j{n}, %loop{n} ]\n"
                     f"  store i32 %i{n}, ptr addrspace(3) %mine\n" + _BARRIER +
                     f"  %v{n} = load i32, ptr addrspace(3) %theirs\n" + _BARRIER +
                     f"  %j{n} = add i32 %i{n}, 1\n  %c{n} = icmp ult i32 %j{n}, %n\n"
                     f"  br i1 %c{n}, label %loop{n}, label %loop{n + 1}\n")
        last = f"loop{n}"
    return _HEAD + _OPEN + "".join(lines) + f"loop{count}:\n" + _CLOSE


def write(directory, name, text):
    path = os.path.join(directory, name)
    mode = "w" if isinstance(text, str) else "wb"
    with open(path, mode) as file:
        file.write(text)
    return path


def ordinary(args, directory):
    """The names and files of the kernels for gfx942, as text."""
    files = []
    for kernel in all_kernels(ROOT / "test" / "kernels"):
        if "gfx942" not in kernel.processors:
            continue
        module = write(directory, kernel.path.stem + ".bc",
                       kernel.module(args.compiler, "gfx942", "-O1" if kernel.is_opencl else ""))
        text = os.path.join(directory, kernel.path.stem + ".ll")
        command = [os.path.join(args.llvm, "opt"), "-S", "-passes=", module, "-o", text]
        if os.spawnv(os.P_WAIT, command[0], command) != 0:
            raise SystemExit(f"failed: {' '.join(command)}")
        os.remove(module)
        files.append((kernel.path.stem, text))
    return files


def against_opt(args, files, empty):
    check = [args.fencepost, "check", "-mcpu=gfx942", "-j1", "-Wno-nothing-to-check"]
    opt = [os.path.join(args.llvm, "opt"), "-O2", "-mcpu=gfx942", "-o", "/dev/null"]
    rows, sums = [], [0.0, 0.0]
    start = [seconds for seconds, _ in compare([check + [empty], opt + [empty]], args.rounds, True)]
    for name, file in files:
        (ours, memory), (theirs, _) = compare([check + [file], opt + [file]], args.rounds, True, (0, 3))
        sums = [sums[0] + ours, sums[1] + theirs]
        rows.append((ours / theirs, row(name, ours, theirs, start, 1, memory)))
    rows.sort(key=lambda pair: -pair[0])
    print("check, and opt -O2 on the same file; processor time")
    table(["kernel", "ms", "opt ms", "%", "% less start", "goal %", "MiB"],
          [row("no kernel", *start, [0, 0], 0, 0)] + [r for _, r in rows] +
          [row("all", *sums, start, len(files), 0)])


def row(name, ours, theirs, start, times, memory):
    less = (ours - times * start[0], theirs - times * start[1])
    return [name, f"{ours * 1000:.1f}", f"{theirs * 1000:.1f}", f"{100 * ours / theirs:.0f}",
            f"{100 * less[0] / less[1]:.0f}" if times and less[1] > 0 else "-", "20",
            f"{memory / 1024:.0f}" if memory else "-"]


def growth(args, directory, start):
    check = [args.fencepost, "check", "-mcpu=gfx942", "-j1"]
    rows = []
    for make in (straight_line, barriers, loops):
        for size in (1000, 3000, 10000, 30000, 100000):
            file = write(directory, f"{make.__name__}.ll", make(size))
            # A limit may be hit: exit code 3.
            seconds, memory = run_once(check + [file], True, (0, 3))
            rows.append([make.__name__, size, f"{seconds * 1000:.0f}", f"{(seconds - start) * 1e6 / size:.1f}",
                         f"{memory / 1024:.0f}"])
    print("check on generated kernels; processor time")
    table(["kernel", "instructions", "ms", "us an instruction", "MiB"], rows)


def many_files(args, files):
    check = [args.fencepost, "check", "-mcpu=gfx942"]
    names = [file for _, file in files] * 4
    (one, _), (all_, memory) = compare([check + ["-j1"] + names, check + names], 1, codes=(0, 3))
    print(f"check on {len(names)} files; by the clock, {os.cpu_count()} cores")
    table(["threads", "s", "times as fast", "MiB"],
          [["1", f"{one:.2f}", "1", "-"],
           [os.cpu_count(), f"{all_:.2f}", f"{one / all_:.2f}", f"{memory / 1024:.0f}"]])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fencepost", required=True)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--compiler", default=str(ROOT / "build" / "unittests" / "compile-opencl"))
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        empty = write(directory, "empty.ll", _HEAD)
        files = ordinary(args, directory)
        against_opt(args, files, empty)
        (start, _), = compare([[args.fencepost, "check", "-Wno-nothing-to-check", empty]], args.rounds, True)
        growth(args, directory, start)
        many_files(args, files)


main()
