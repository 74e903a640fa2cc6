"""`fencepost inspect` against `llvm-readobj --notes --symbols` on the same objects.

Objects are generated: N kernels with metadata, each with a given amount of code.
The tables grow the number of kernels with and without arguments, then the code.
"""
import argparse
import os
import subprocess
import tempfile
from measure import compare, table

KERNEL = """
        .text
        .globl kernel_{i}
        .p2align 8
        .type kernel_{i},@function
kernel_{i}:
        .fill {nops}, 4, 0xbf800000
        s_endpgm
.Lend{i}:
        .size kernel_{i}, .Lend{i}-kernel_{i}
        .rodata
        .p2align 6
        .amdhsa_kernel kernel_{i}
          .amdhsa_next_free_vgpr 32
          .amdhsa_next_free_sgpr 16
          .amdhsa_accum_offset 32
          .amdhsa_user_sgpr_kernarg_segment_ptr 1
          .amdhsa_group_segment_fixed_size 1024
          .amdhsa_kernarg_size 24
        .end_amdhsa_kernel
"""
METADATA = """
  - .name: kernel_{i}
    .symbol: kernel_{i}.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 1024
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 32
    .agpr_count: 0
    .max_flat_workgroup_size: 256"""
ARGUMENTS = """
    .args:
      - {{.name: in, .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}}
      - {{.name: out, .offset: 8, .size: 8, .value_kind: global_buffer, .address_space: global}}
      - {{.name: n, .offset: 16, .size: 8, .value_kind: by_value}}"""


def build(args, directory, kernels, nops, arguments=True):
    """An object with that many kernels of that many instructions; its path."""
    stem = os.path.join(directory, f"k{kernels}-{nops}-{arguments}")
    with open(stem + ".s", "w") as f:
        f.write('        .amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n')
        for i in range(kernels):
            f.write(KERNEL.format(i=i, nops=nops))
        f.write("        .amdgpu_metadata\namdhsa.version: [1, 2]\n"
                "amdhsa.target: amdgcn-amd-amdhsa--gfx942\namdhsa.kernels:")
        for i in range(kernels):
            f.write(METADATA.format(i=i) + (ARGUMENTS.format() if arguments else ""))
        f.write("\n        .end_amdgpu_metadata\n")
    subprocess.run([args.llvm + "/llvm-mc", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx942",
                    "-filetype=obj", stem + ".s", "-o", stem + ".o"], check=True)
    subprocess.run([args.llvm + "/ld.lld", "-shared", stem + ".o", "-o", stem + ".so"], check=True)
    os.remove(stem + ".s")
    os.remove(stem + ".o")
    return stem + ".so"


def row(args, file, kernels):
    (ours, our_memory), (json, _), (peer, peer_memory) = compare(
        [[args.fencepost, "inspect", file], [args.fencepost, "inspect", "--json", file],
         [args.llvm + "/llvm-readobj", "--notes", "--symbols", file]], rounds=args.rounds)
    return [kernels, f"{os.path.getsize(file) / 1e6:.1f}", f"{ours * 1000:.1f}",
            f"{json * 1000:.1f}", f"{peer * 1000:.1f}", f"{ours / peer:.2f}",
            f"{json / peer:.2f}", f"{our_memory / 1024:.0f}", f"{peer_memory / 1024:.0f}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fencepost", required=True)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    header = ["kernels", "MB", "text ms", "json ms", "readobj ms", "text/readobj",
              "json/readobj", "MiB", "readobj MiB"]
    with tempfile.TemporaryDirectory() as directory:
        for arguments in (True, False):
            print("inspect, growing number of kernels", "with three arguments" if arguments else "without arguments")
            table(header, [row(args, build(args, directory, n, 16, arguments), n)
                           for n in (1, 1000, 2000, 4000, 8000)])
        print("inspect, 1000 kernels, growing code (16 to 65536 instructions each)")
        table(header, [row(args, build(args, directory, 1000, n), 1000)
                       for n in (16, 1024, 16384, 65536)])


main()
