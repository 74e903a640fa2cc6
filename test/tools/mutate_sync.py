"""Mutants of a kernel's synchronization: one barrier, fence or wait changed at a time.

mutate_sync.py list FILE           the mutants of a module, one a line: identifier, what it does
mutate_sync.py write FILE ID OUT   the module with that one change (OUT may be -)
mutate_sync.py all FILE FOLDER     every mutant as FOLDER/ID.ll, and the list

FILE is LLVM IR as text or bitcode (which llvm-dis turns into text: --llvm DIR says where it is), or - for
standard input. With --kernel NAME only the function NAME is changed; otherwise every one is, but for
the copies that clang makes of OpenCL kernels (@__clang_ocl_kern_imp_*) when the kernel holds the code
itself.

An identifier is FUNCTION.KIND.NUMBER, counted from 1 in the order of the text; it says the same
in every run. Kinds:

  barrier         a barrier with the fences that stand next to it, removed
  barrier-only    the barrier alone, its fences stay (arrive, wait, join, init, ... each by itself)
  fence           a fence removed
  fence-wave      a fence narrowed to scope "wavefront"
  fence-local     a fence of all address spaces annotated as LDS-only
  fence-global    a fence annotated LDS-only or not at all annotated as global-only
  wait            a wait for async marks, or of the machine, removed
  wait-later      a wait for async marks with a count that is one higher
  mark            an async mark removed
  order           an atomic access made relaxed (monotonic)
  scope           an atomic access narrowed to the work-group

The text is changed, not parsed: LLVM prints one instruction a line. A mutant that is still right is for the
caller to know; test/kernels says which barriers are needless.
"""
import argparse
import pathlib
import re
import subprocess
import sys

BARRIER = re.compile(r"call (?:void|i1) @llvm\.amdgcn\.s\.(?:cluster\.)?barrier(?:\.[a-z.]+)?\(|"
                     r"call void @llvm\.amdgcn\.wave\.barrier\(|asm sideeffect \"[^\"]*s_barrier")
FENCE = re.compile(r"^\s*fence ")
MARK = re.compile(r"call void @llvm\.amdgcn\.asyncmark\(")
WAIT_MARK = re.compile(r"(call void @llvm\.amdgcn\.wait\.asyncmark\(i16 )(\d+)\)")
MACHINE_WAIT = re.compile(r"call void @llvm\.amdgcn\.s\.wait(?:cnt|\.[a-z]+)\(|asm sideeffect \"[^\"]*s_wait")
ATOMIC = re.compile(r"= (?:load atomic|atomicrmw|cmpxchg) |^\s*(?:store atomic|atomicrmw|cmpxchg) ")
STRONG = re.compile(r"\b(acquire|release|acq_rel|seq_cst)\b")
SCOPE = re.compile(r' syncscope\("([^"]*)"\)')
TAG = re.compile(r", !mmra !(\d+)")
LDS_TAG, GLOBAL_TAG = 'amdgpu-synchronize-as", !"local"', 'amdgpu-synchronize-as", !"global"'


class Module:
    def __init__(self, text):
        self.lines = text.splitlines()
        self.nodes = {m[1]: m[2] for m in re.finditer(r"^!(\d+) = (?:distinct )?(.*)$", text, re.M)}
        self.functions = self.find_functions()

    def find_functions(self):
        """Name -> range of line numbers of the body."""
        found, name = {}, None
        for number, line in enumerate(self.lines):
            start = re.match(r'define .*?@("[^"]+"|[\w.$-]+)\(', line)
            if start:
                name, first = start[1].strip('"'), number + 1
            elif line == "}" and name:
                found[name], name = range(first, number), None
        return found

    def spaces(self, line):
        """"local", "global" or "" by the annotation of a fence."""
        tag = TAG.search(line)
        node = self.nodes.get(tag[1], "") if tag else ""
        # A node of one pair, or a node of such nodes.
        for inner in re.findall(r"!(\d+)", node) or []:
            node += self.nodes.get(inner, "")
        return "".join(space for space in ("local", "global") if f'"amdgpu-synchronize-as", !"{space}"' in node)

    def retagged(self, line, tag):
        """The line of a fence with another annotation, and the lines that define it."""
        for number, node in self.nodes.items():
            if node == f'!{{!"{tag}}}':
                return TAG.sub("", line) + f", !mmra !{number}", []
        number = max([int(n) for n in self.nodes] or [-1]) + 1
        return TAG.sub("", line) + f", !mmra !{number}", [f'!{number} = !{{!"{tag}}}']


def is_code(line):
    return line.strip() and not line.lstrip().startswith((";", "#dbg_"))


def fences_beside(module, body, at):
    """Fences next to line `at`, before and after it, in its block."""
    found = []
    for step in (-1, 1):
        number = at + step
        while number in body and (not is_code(module.lines[number]) or FENCE.match(module.lines[number])):
            if FENCE.match(module.lines[number]):
                found.append(number)
            number += step
    return sorted(found)


def without_result(line):
    """What takes the place of a line that is removed: its result, if it has one, is false."""
    result = re.match(r"(\s*%[\w.]+ = )", line)
    return result[1] + "icmp ne i32 0, 0" if result else None


def changes_of_line(module, body, number):
    """(kind, what, {line: new text or None}, lines to append) of one line."""
    line = module.lines[number]
    if BARRIER.search(line):
        beside = fences_beside(module, body, number)
        gone = {number: without_result(line)}
        if beside:
            yield "barrier", "barrier and its fences taken away", gone | {n: None for n in beside}, []
        yield "barrier-only" if beside else "barrier", "barrier taken away", gone, []
    elif FENCE.match(line):
        yield "fence", "fence taken away", {number: None}, []
        scope = SCOPE.search(line)
        if (scope[1] if scope else "") not in ("wavefront", "singlethread"):
            narrow = SCOPE.sub("", line).replace("fence ", 'fence syncscope("wavefront") ')
            yield "fence-wave", "fence narrowed to wavefront scope", {number: narrow}, []
        spaces = module.spaces(line)
        if spaces != "local":
            new, added = module.retagged(line, LDS_TAG)
            yield "fence-local", "fence made LDS-only", {number: new}, added
        if spaces != "global":
            new, added = module.retagged(line, GLOBAL_TAG)
            yield "fence-global", "fence made global-only", {number: new}, added
    elif WAIT_MARK.search(line):
        count = int(WAIT_MARK.search(line)[2])
        yield "wait", f"wait for async marks ({count}) taken away", {number: None}, []
        yield ("wait-later", f"wait for async marks: {count} made {count + 1}",
               {number: WAIT_MARK.sub(rf"\g<1>{count + 1})", line)}, [])
    elif MACHINE_WAIT.search(line):
        yield "wait", "machine wait taken away", {number: None}, []
    elif MARK.search(line):
        yield "mark", "async mark taken away", {number: None}, []
    elif ATOMIC.search(line):
        if STRONG.search(line):
            yield "order", "access made relaxed", {number: STRONG.sub("monotonic", line)}, []
        scope = SCOPE.search(line)
        name = scope[1] if scope else ""
        if name.removesuffix("-one-as") in ("", "one-as", "agent", "cluster"):
            narrow = "workgroup-one-as" if name.endswith("one-as") else "workgroup"
            if scope:
                yield ("scope", "access narrowed to work-group scope",
                       {number: SCOPE.sub(f' syncscope("{narrow}")', line)}, [])


def mutants(module, only):
    """(identifier, description, changes, appended lines), in the order of the text."""
    for name, body in module.functions.items():
        if only and name != only:
            continue
        copied = name.removeprefix("__clang_ocl_kern_imp_")
        if not only and copied != name and not calls(module, copied, name):
            continue
        numbers = {}
        for number in body:
            for kind, what, changes, added in changes_of_line(module, body, number):
                numbers[kind] = numbers.get(kind, 0) + 1
                place = module.lines[number].strip().split(", !dbg")[0]
                yield f"{name}.{kind}.{numbers[kind]}", f"line {number + 1}: {what}: {place}", changes, added


def calls(module, caller, callee):
    return any(f"@{callee}(" in module.lines[n] for n in module.functions.get(caller, []))


def changed(module, changes, added):
    lines = [changes.get(number, line) for number, line in enumerate(module.lines)]
    return "\n".join([line for line in lines if line is not None] + added) + "\n"


def read_module(name, llvm):
    data = sys.stdin.buffer.read() if name == "-" else pathlib.Path(name).read_bytes()
    if data[:4] in (b"BC\xc0\xde", b"\xde\xc0\x17\x0b"):
        tool = str(pathlib.Path(llvm) / "llvm-dis") if llvm else "llvm-dis"
        data = subprocess.run([tool, "-o", "-", "-"], input=data, stdout=subprocess.PIPE, check=True).stdout
    return Module(data.decode())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["list", "write", "all"])
    parser.add_argument("file")
    parser.add_argument("rest", nargs="*")
    parser.add_argument("--kernel")
    parser.add_argument("--llvm")
    options = parser.parse_args()
    if len(options.rest) != {"list": 0, "write": 2, "all": 1}[options.command]:
        parser.error("wrong number of arguments")
    module = read_module(options.file, options.llvm)
    found = 0
    for identifier, what, changes, added in mutants(module, options.kernel):
        if options.command == "write" and identifier != options.rest[0]:
            continue
        found += 1
        if options.command == "write" and options.rest[1] == "-":
            print(changed(module, changes, added), end="")
            continue
        if options.command == "write":
            pathlib.Path(options.rest[1]).write_text(changed(module, changes, added))
            continue
        print(identifier, what)
        if options.command == "all":
            pathlib.Path(options.rest[0]).mkdir(parents=True, exist_ok=True)
            pathlib.Path(options.rest[0], identifier + ".ll").write_text(changed(module, changes, added))
    if options.command == "write" and not found:
        sys.exit(f"no mutant {options.rest[0]}")


if __name__ == "__main__":
    main()
