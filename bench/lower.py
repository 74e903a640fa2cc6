"""`fencepost lower` against llc -O2 on the same file.

Kernels of growing size in the style of a tiled loop: loads, arithmetic, LDS, and every so often a fence, a
barrier or an atomic. Processor time of one thread. The goal is a twentieth of llc. llc starts by loading
libLLVM, which for a small kernel is most of what it does, so the same is given less the time for an empty module.
"""
import argparse
import os
import tempfile
from measure import compare, table

_HEAD = """\
target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [1024 x float] poison
"""

_STEP = """\
  %a{n} = getelementptr inbounds float, ptr addrspace(1) %in, i32 %i{p}
  %v{n} = load float, ptr addrspace(1) %a{n}, align 4
  %m{n} = fmul float %v{n}, %s{p}
  %s{n} = fadd float %m{n}, %s{p}
  %l{n} = getelementptr inbounds [1024 x float], ptr addrspace(3) @lds, i32 0, i32 %id
  store float %s{n}, ptr addrspace(3) %l{n}, align 4
{sync}  %k{n} = xor i32 %i{p}, {n}
  %i{n} = add i32 %k{n}, 7
"""

_SYNC = ("""\
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
""", """\
  %r{n} = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel, align 4
""", """\
  %r{n} = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4
  store atomic i32 %r{n}, ptr addrspace(1) %flag syncscope("agent") release, align 4
""")


def kernel(steps):
    """One loop around so many steps, every eighth of which synchronizes."""
    lines = [_HEAD, "define amdgpu_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %flag, i32 %end) {\nentry:\n",
             "  %id = call i32 @llvm.amdgcn.workitem.id.x()\n  br label %loop\nloop:\n",
             f"  %i0 = phi i32 [ %id, %entry ], [ %i{steps}, %loop ]\n",
             f"  %s0 = phi float [ 0.0, %entry ], [ %s{steps}, %loop ]\n"]
    for n in range(1, steps + 1):
        sync = _SYNC[n // 8 % len(_SYNC)].format(n=n) if n % 8 == 0 else ""
        lines.append(_STEP.format(n=n, p=n - 1, sync=sync))
    lines.append(f"  %more = icmp ult i32 %i{steps}, %end\n  br i1 %more, label %loop, label %done\n"
                 f"done:\n  store float %s{steps}, ptr addrspace(1) %in, align 4\n  ret void\n}}\n")
    return "".join(lines)


def write(directory, name, text):
    path = os.path.join(directory, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def percent(part, whole):
    return f"{100 * part / whole:.1f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fencepost", required=True)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as directory:
        llc = [os.path.join(args.llvm, "llc"), "-O2", "-mcpu=gfx942", "-o", "/dev/null"]
        lower = [args.fencepost, "lower", "-mcpu=gfx942"]
        files = [("no kernel", write(directory, "empty.ll", _HEAD))]
        files += [(f"{steps} steps", write(directory, f"{steps}.ll", kernel(steps)))
                  for steps in (10, 100, 500)]
        base = None
        for name, file in files:
            (ours, memory), (theirs, _) = compare([lower + [file], llc + [file]], args.rounds, True)
            base = base or (ours, theirs)
            less = (ours - base[0], theirs - base[1])
            rows.append([name, f"{ours * 1000:.1f}", f"{theirs * 1000:.1f}", percent(ours, theirs),
                         "-" if file == files[0][1] else percent(max(less[0], 0), less[1]), "5", f"{memory / 1024:.0f}"])
    print("lower, and llc -O2 on the same file; processor time")
    table(["kernel", "ms", "llc ms", "%", "% less start", "goal %", "MiB"], rows)


main()
