"""`fencepost check` against opt -O2 on the same file, on kernels of growing size, and with several threads.

On ordinary kernels (kernels.py) the goal is a fifth of what opt takes. Processor time of one thread. The rows of single
kernels are sorted, the dearest first.

Then generated kernels, up to 100,000 instructions: the time for an instruction should stay what it is. And all kernels
together in one command, with one thread and with one for each core, by the clock.
"""
import os
import tempfile
from kernels import CLOSE, HEAD, OPEN, PROCESSOR, against_opt, arguments, ordinary, write
from measure import compare, run_once, table

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
    return HEAD + OPEN + "".join(lines) + CLOSE


def barriers(size):
    """An exchange through LDS between two barriers, again and again in one block."""
    lines = []
    for n in range(size // 8):
        lines.append(f"  store i32 {n}, ptr addrspace(3) %mine\n" + _BARRIER +
                     f"  %v{n} = load i32, ptr addrspace(3) %theirs\n" + _BARRIER)
    return HEAD + OPEN + "".join(lines) + CLOSE


def loops(size):
    """Many loops, one after the other, each with an exchange and two barriers in its body."""
    lines, last = ["  br label %loop0\n"], "entry"
    count = size // 12
    for n in range(count):
        lines.append(f"loop{n}:\n  %i{n} = phi i32 [ 0, %{last} ], [ %j{n}, %loop{n} ]\n"
                     f"  store i32 %i{n}, ptr addrspace(3) %mine\n" + _BARRIER +
                     f"  %v{n} = load i32, ptr addrspace(3) %theirs\n" + _BARRIER +
                     f"  %j{n} = add i32 %i{n}, 1\n  %c{n} = icmp ult i32 %j{n}, %n\n"
                     f"  br i1 %c{n}, label %loop{n}, label %loop{n + 1}\n")
        last = f"loop{n}"
    return HEAD + OPEN + "".join(lines) + f"loop{count}:\n" + CLOSE


def growth(args, directory, start):
    check = [args.fencepost, "check", f"-mcpu={PROCESSOR}", "-j1"]
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
    check = [args.fencepost, "check", f"-mcpu={PROCESSOR}"]
    names = [file for _, file in files] * 4
    (one, _), (all_, memory) = compare([check + ["-j1"] + names, check + names], 1, codes=(0, 3))
    print(f"check on {len(names)} files; by the clock, {os.cpu_count()} cores")
    table(["threads", "s", "times as fast", "MiB"],
          [["1", f"{one:.2f}", "1", "-"],
           [os.cpu_count(), f"{all_:.2f}", f"{one / all_:.2f}", f"{memory / 1024:.0f}"]])


def main():
    args = arguments()
    with tempfile.TemporaryDirectory() as directory:
        empty = write(directory, "empty.ll", HEAD)
        files = ordinary(args, directory, lambda subject: subject.text)
        quiet = ["check", f"-mcpu={PROCESSOR}", "-j1", "-Wno-nothing-to-check"]
        # A limit may be hit: exit code 3.
        against_opt(args, quiet, empty, files, (0, 3))
        (start, _), = compare([[args.fencepost, *quiet, empty]], args.rounds, True)
        growth(args, directory, start)
        many_files(args, files)


main()
