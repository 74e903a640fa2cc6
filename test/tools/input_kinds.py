"""Every kind of file, given to every command that takes files, as a table.

input_kinds.py FENCEPOST EXAMPLES: makes one file of each kind in the current
directory and prints what each command reads, then for each file which commands
read it, with their exit codes, and in which words the others refuse it. Fails
if a refusal does not end with exit code 2, or if two commands refuse a file in
different words. --make DIRECTORY only makes the files.
"""
import argparse
import hashlib
import pathlib
import re
import struct
import subprocess
import zlib

TEXTS = {
    "empty.ll": "",
    "blank.cl": " \r\n\t\n",
    "ir.ll": "define amdgpu_kernel void @k() #0 {\n  ret void\n}\nattributes #0 = { \"target-cpu\"=\"gfx942\" }\n",
    "opencl.cl": "// Nothing to do.\nkernel void k() {}\n",
    "hip.hip": "// A kernel.\n#include <hip/hip_runtime.h>\n__global__ void k(int *p) {}\n",
    "cuda.cu": "#include <cuda_runtime.h>\n__global__ void k(int *p) {}\n",
    "c.cpp": "// Not a kernel.\nint main() {}\n",
    "test.litmus": "AMDGPU t\n{ global x = 0; }\nthread P0 { store x, 1 }\nexists ([x] = 1)\n",
    "mlir.mlir": "// A module.\nmodule attributes {gpu.container_module} {\n}\n",
    "assembly.s": "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n",
    "json.json": "{\"a\": 1}\n",
    "yaml.yaml": "---\na: 1\n",
    "prose.txt": "Nothing that is a program.\n",
    "bundle.txt": "; __CLANG_OFFLOAD_BUNDLE____START__ hip-amdgcn-amd-amdhsa--gfx942\n",
}


def elf(machine):
    """A header, with a table of sections that has none in it."""
    return struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\x02\x01\x01", 1, machine, 1, 0, 0, 0, 0, 64, 56, 0, 64, 0, 0)


def bundle(code):
    ids = [(b"host-x86_64-unknown-linux-gnu-", b""), (b"hipv4-amdgcn-amd-amdhsa--gfx942", code)]
    head = 24 + 8 + sum(24 + len(name) for name, _ in ids)
    table, offset = b"", -head % 4096 + head
    for name, content in ids:
        table += struct.pack("<QQQ", offset, len(content), len(name)) + name
    return (b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", len(ids)) + table).ljust(offset, b"\0") + code


def compressed(content):
    packed = zlib.compress(content)
    head = struct.pack("<4sHHIIQ", b"CCOB", 2, 0, 24 + len(packed), len(content),
                       int.from_bytes(hashlib.md5(content).digest()[:8], "little"))
    return head + packed


def archive(code):
    head = b"k.o/".ljust(16) + b"0".ljust(12) + b"0".ljust(6) + b"0".ljust(6) + b"644".ljust(8)
    return b"!<arch>\n" + head + str(len(code)).encode().ljust(10) + b"`\n" + code


def make(directory, examples):
    """Writes the files, and returns their names in the order of the list."""
    code = (examples / "reduce-gfx942.hsaco").read_bytes()
    files = {name: text.encode() for name, text in TEXTS.items()}
    files |= {
        "utf-16.ll": "define void @f()".encode("utf-16"),
        "bitcode.bc": (examples / "reduce-gfx942.bc").read_bytes(),
        "code.hsaco": code,
        "host.o": elf(62),
        "bundle.o": bundle(code),
        "compressed.o": compressed(bundle(code)),
        "archive.a": archive(code),
        "thin.a": b"!<thin>\n",
        "spirv.spv": struct.pack("<IIIII", 0x07230203, 0x10000, 0, 1, 0),
        "bytes.bin": bytes(range(256)),
    }
    for name, content in files.items():
        (directory / name).write_bytes(content)
    return list(files)


COMMANDS = {
    "check": ["check", "-mcpu=gfx942"],
    "place": ["place", "-mcpu=gfx942"],
    "place --in-place": ["place", "-mcpu=gfx942", "--in-place"],
    "lower": ["lower", "-mcpu=gfx942"],
    "lower --rewrite": ["lower", "-mcpu=gfx942", "--rewrite", "-o", "/dev/null"],
    "litmus": ["litmus"],
    "inspect": ["inspect"],
}


def answers(program, name):
    """What each command does with a file: its exit code, and its first error."""
    for command, words in COMMANDS.items():
        run = subprocess.run([program, *words, name], capture_output=True, text=True, errors="replace",
                             stdin=subprocess.DEVNULL)
        yield command, run.returncode, next((l for l in run.stderr.splitlines() if "error: " in l), "")


def is_refusal(error):
    return error.endswith("[unsupported-input]")


READS = re.compile(r"'fencepost ([a-z -]+)' reads (.*?) (?=\[)")


def show(name, found):
    """A paragraph about one file; returns what is wrong with the answers."""
    problems = []
    print(f"\n{name}")
    read = [f"{command} ({code})" for command, code, error in found if not is_refusal(error)]
    if read:
        print(f"  read by {', '.join(read)}")
    words = {}
    for command, code, error in found:
        if is_refusal(error):
            # That each command names what it reads itself is no difference.
            error = re.sub(re.escape(f"'fencepost {command}' reads") + " .* ", "(what the command reads) ", error)
            words.setdefault(error, []).append(command)
        if code == 2 and not error or is_refusal(error) and code != 2:
            problems.append(f"{name}: '{command}' ends with {code}")
    for error, commands in words.items():
        print(f"  refused by {', '.join(commands)}\n    {error}")
    if len(words) > 1:
        problems.append(f"{name}: refused in different words")
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("examples", type=pathlib.Path)
    parser.add_argument("--make", type=pathlib.Path)
    args = parser.parse_args()
    if args.make:
        print("\n".join(make(args.make, args.examples)))
        return 0
    problems = []
    names = make(pathlib.Path(), args.examples)
    for _, _, error in answers(args.program, "prose.txt"):
        reads = READS.search(error)
        print(f"{reads[1]}: {reads[2]}")
    for name in names:
        problems += show(name, list(answers(args.program, name)))
    print("".join("\n" + problem for problem in problems), end="")
    return bool(problems)


if __name__ == "__main__":
    raise SystemExit(main())
