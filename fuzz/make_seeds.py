"""Makes the seeds of the fuzzers: small objects of every family and form, and the
litmus tests of the collection, operations and questions, kernels in IR.

make_seeds.py --llvm BIN DIRECTORY

scripts/compare-answers asks about its objects and operations, too.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import tempfile

FAMILIES = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx908", "gfx90a", "gfx942", "gfx1030",
            "gfx1100", "gfx1200", "gfx1250", "gfx9-generic"]
SOURCE = """
target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [64 x i32] poison
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) #0 {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(3) @lds, i32 %x
  store i32 %n, ptr addrspace(3) %q
  %v = load volatile i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
attributes #0 = { "amdgpu-flat-work-group-size"="1,256" }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 VERSION00}
"""
PAL = """
define amdgpu_cs void @_amdgpu_cs_main(i32 inreg %a) {
  ret void
}
!amdgpu.pal.metadata.msgpack = !{!0}
!0 = !{!"\\82\\B0amdpal.pipelines\\91\\81\\A5.name\\A1p\\AEamdpal.version\\92\\02\\03"}
"""


def run(*command, stdin=None):
    return subprocess.run(command, input=stdin, check=True, capture_output=True, text=stdin is not None)


def inspect_seeds(llvm, out, scratch):
    objects = {}
    for cpu in FAMILIES:
        for version in (4, 5, 6):
            if ("generic" in cpu or cpu == "gfx1250") and version != 6:
                continue
            file = str(out / f"{cpu}-v{version}.o")
            run(llvm + "/llc", "-mcpu=" + cpu, "-filetype=obj", "-", "-o", file,
                stdin=SOURCE.replace("VERSION", str(version)))
            objects[cpu, version] = file
    # V3 and V2 are no longer made: change the ABI version (byte 8) of others.
    data = bytearray(open(objects["gfx900", 4], "rb").read())
    for abi in (0, 1, 9):
        data[8] = abi
        (out / f"abi-{abi}.o").write_bytes(data)
    shared = str(out / "gfx942.so")
    run(llvm + "/ld.lld", "-shared", objects["gfx942", 5], "-o", shared)
    for triple in ("amdgcn-amd-amdpal", "amdgcn-mesa-mesa3d", "amdgcn--"):
        run(llvm + "/llc", "-mtriple=" + triple, "-mcpu=gfx1030", "-filetype=obj", "-", "-o",
            str(out / f"{triple}.o"), stdin=PAL)
    host = scratch / "host"
    host.write_bytes(b"")
    for name, flags in (("plain", []), ("zstd", ["-compress"])):
        run(llvm + "/clang-offload-bundler", "-type=o", *flags, "-input=" + str(host), "-input=" + shared,
            "-targets=host-x86_64-unknown-linux-gnu,hipv4-amdgcn-amd-amdhsa--gfx942",
            "-output=" + str(out / f"bundle-{name}"))
    run(llvm + "/llvm-offload-binary", "-o", str(out / "packaged"), f"--image=file={shared},arch=gfx942,triple=amdgcn-amd-amdhsa")
    fatbin = scratch / "fatbin.s"
    fatbin.write_text(f'.section .hip_fatbin,"a",@progbits\n.incbin "{out / "bundle-plain"}"\n')
    run(llvm + "/llvm-mc", "-triple=x86_64-linux-gnu", "-filetype=obj", str(fatbin), "-o", str(out / "host.o"))


def metadata_seeds(out):
    (out / "msgpack").write_bytes(
        b"\x00\x82\xaeamdhsa.version\x92\x01\x02\xaeamdhsa.kernels\x91\x83\xa5.name\xa1k\xa7.symbol\xa4k.kd"
        b"\xa5.args\x91\x83\xa7.offset\x00\xa5.size\x08\xab.value_kind\xa8by_value")
    (out / "yaml").write_text(
        "\x01---\nVersion: [ 1, 0 ]\nKernels:\n  - Name: k\n    SymbolName: 'k@kd'\n    Args:\n"
        "      - Size: 8\n        Align: 8\n        ValueKind: GlobalBuffer\n        AddrSpaceQual: Global\n...\n")
    (out / "pal").write_bytes(b"\x02\x81\xb0amdpal.pipelines\x91\x81\xaa.registers\x81\xcd\x2e\x12\x05")
    (out / "legacy").write_bytes(b"\x03" + bytes(range(32)))


def litmus_seeds(out):
    for file in sorted((pathlib.Path(__file__).parent.parent / "test" / "litmus").glob("*.litmus")):
        shutil.copy(file, out)


def check_seeds(out):
    tests = pathlib.Path(__file__).parent.parent / "test"
    for folder in (tests / "check" / "Inputs", tests / "kernels"):
        for file in sorted(folder.glob("*.ll")):
            shutil.copy(file, out)


def place_seeds(args, out):
    """Kernels whose barriers are to be placed, one in each file, after a byte that says for what and how."""
    root = pathlib.Path(__file__).parent.parent
    tests = root / "test"
    texts = [file.read_text() for folder in ("place", "place/Inputs", "kernels", "check/Inputs")
             for file in sorted((tests / folder).glob("*.ll"))]
    for file in ("minima", "mistakes"):
        module = run(args.llvm + "/clang", "-x", "cl", "-cl-std=CL2.0", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx942",
                     "-nogpulib", "-O1", "-include", str(root / "lib" / "OpenCL" / "Builtins.h"), "-S", "-emit-llvm",
                     "-o", "-", str(tests / "place" / "Inputs" / f"{file}.cl")).stdout.decode()
        for name in re.findall(r"^define .*amdgpu_kernel void @(\w+)", module, re.MULTILINE):
            texts.append(run(args.llvm + "/llvm-extract", "-S", f"--func={name}", "-", stdin=module).stdout)
    for i, text in enumerate(texts):
        (out / str(i)).write_text(chr(i % 18) + text)


OPERATIONS = [
    "store atomic release agent global", "load atomic acquire workgroup-one-as generic noav",
    "atomicrmw add acq_rel agent local noret", "cmpxchg weak acq_rel monotonic system i64",
    "fence release workgroup local global", "load volatile nontemporal last-use constant i128",
    "store.av agent", "r0 = load.vis x agent", "barrier.init named 2, 4", "barrier.wait cluster trap",
    "barrier.arrive b, 3", "async.load x[1] -> y", "wait.asyncmark 2", "lds.dma volatile i8",
    "store atomic x[r0 + 1], r1 << 2 release agent",
    '%r = cmpxchg weak volatile ptr addrspace(1) %p, i32 0, i32 1 syncscope("agent") acq_rel monotonic, align 4',
    'fence syncscope("workgroup") release, !mmra !{!{!"amdgpu-synchronize-as", !"local"}, !{!"amdgcn-av", !"none"}}',
    "store volatile <2 x half> zeroinitializer, ptr addrspace(3) getelementptr inbounds (i8, ptr @x, i64 4), !nontemporal !{i32 1}",
    'tail call void @llvm.amdgcn.av.global.store.b128(ptr addrspace(1) %p, <4 x i32> %v, metadata !"agent") #1',
    "call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %r, ptr addrspace(3) %l, i32 4, i32 %o, i32 0, i32 0, i32 0)",
    'call i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p0(ptr %p, i32 2, metadata !"")',
]


def explain_seeds(out):
    """Operations after an odd byte, questions of a batch after an even one."""
    for i, text in enumerate(OPERATIONS):
        (out / f"operation-{i}").write_text("\x01" + text)
    tests = pathlib.Path(__file__).parent.parent / "test"
    for folder, name in (("explain", "questions"), ("explain-errors", "bad-questions")):
        for i, line in enumerate((tests / folder / "Inputs" / f"{name}.jsonl").read_text().splitlines()):
            (out / f"{name}-{i}").write_text("\x02" + line)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("directory", type=pathlib.Path)
    args = parser.parse_args()
    for name in ("CheckFuzzer", "ExplainFuzzer", "InspectFuzzer", "LitmusFuzzer", "MetadataFuzzer", "PlaceFuzzer",
                 "TargetIDFuzzer"):
        (args.directory / name).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        inspect_seeds(args.llvm, args.directory / "InspectFuzzer", pathlib.Path(scratch))
    litmus_seeds(args.directory / "LitmusFuzzer")
    check_seeds(args.directory / "CheckFuzzer")
    place_seeds(args, args.directory / "PlaceFuzzer")
    explain_seeds(args.directory / "ExplainFuzzer")
    metadata_seeds(args.directory / "MetadataFuzzer")
    for i, text in enumerate(["gfx942", "gfx90a:sramecc+:xnack-", "gfx900+xnack", "polaris10", "gfx9-generic:xnack-"]):
        (args.directory / "TargetIDFuzzer" / str(i)).write_text(chr(i) + text)


if __name__ == "__main__":
    main()
