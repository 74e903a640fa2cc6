"""The questions: command lines of fencepost, in groups.

Both programs are asked the same questions, in the root of the tree. Each group is a function that yields the words of its
command lines; Workshop (inputs.py) makes the inputs that are not in the tree.
"""
import dataclasses

from . import tree
import kernel_files
import make_seeds

OUT = "{out}"  # Replaced in words: names of the files that the program writes begin with it.
PROCESSORS = ["gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201", "gfx1250"]  # Of the kernels of the test suite.
DIALECTS = ["spec", "llvm22"]
CHECK = ["check", "--json", "-j1", "-Wpossible", "-Wperf"]
PLACE = ["place", "--json", "-o", f"{OUT}.ll"]
REPLACE = [*PLACE, "--replace"]
CERTIFY = [*REPLACE, "--certificate", f"{OUT}.json"]


@dataclasses.dataclass(frozen=True)
class Question:
    group: str
    words: tuple  # After the name of the program.

    def command(self, program, out):
        return [str(program), *(word.replace(OUT, str(out)) for word in self.words)]


def compilations(folder):
    """Every file with each of its processors and levels of optimization; a level as options for clang."""
    for kernel in kernel_files.all_kernels(tree.ROOT / folder):
        for processor in kernel.processors:
            for level in kernel.levels():
                yield str(kernel.path.relative_to(tree.ROOT)), processor, ["--", level] if level else []


def check(_):
    for folder in ("test/kernels", "test/check/Inputs"):
        for file, processor, level in compilations(folder):
            yield [*CHECK, f"-mcpu={processor}", file, *level]


def place(_):
    for file, processor, level in compilations("test/kernels"):
        yield [*PLACE, f"-mcpu={processor}", file, *level]
        yield [*REPLACE, f"-mcpu={processor}", file, *level]
        # Certificates take time: those of OpenCL C at one level, for signals and waits and for whole barriers.
        if level in ([], ["--", "-O1"]) and processor in ("gfx942", "gfx1201"):
            yield [*CERTIFY, f"-mcpu={processor}", file, *level]


def litmus(_):
    for file in tree.list_files("test/litmus", ".litmus") + tree.list_files("test/litmus-ir", ".ll"):
        yield ["litmus", "--json", "--explain", "--count", "-j1", file]


def explain(workshop):
    for dialect in DIALECTS:
        for processor in workshop.processors():
            yield ["explain", "--table", f"-mcpu={processor}", f"--as={dialect}"]
        for operation in make_seeds.OPERATIONS:
            yield ["explain", operation, "--all-targets", "--json", f"--as={dialect}"]
            for processor in PROCESSORS:
                yield ["explain", operation, f"-mcpu={processor}", "--json", f"--as={dialect}"]
    for file in tree.list_files("test/explain/Inputs", ".jsonl") + tree.list_files("test/explain-errors/Inputs", ".jsonl"):
        yield ["explain", "--batch", file]
    yield ["explain", "--differences", "--json"]
    yield ["explain", "--rules", "--json"]


def lower(workshop):
    for dialect in DIALECTS:
        for processor in PROCESSORS:
            for folder in ("test/litmus", "test/litmus-ir", "test/kernels", "test/lower"):
                yield ["lower", "--json", "--all", f"-mcpu={processor}", f"--as={dialect}", folder]
    for processor, file in workshop.kernel_modules(("gfx942", "gfx1250")):
        for dialect in DIALECTS:
            yield ["lower", "--json", "--all", f"-mcpu={processor}", f"--as={dialect}", file]
    for processor in PROCESSORS:
        for file in tree.list_files("test/rewrite", ".ll") + tree.list_files("test/kernels", ".ll"):
            yield ["lower", "--rewrite", f"-mcpu={processor}", "-o", f"{OUT}.ll", file]


def examples(_):
    """Every command that takes the file, as text and as JSON."""
    kernels = tree.list_files("examples", ".cl", ".ll", ".bc")
    tests = tree.list_files("examples", ".litmus", ".ll") + tree.list_files("examples/litmus", ".litmus")
    objects = tree.list_files("examples", ".o", ".hsaco")
    lowered = tree.list_files("examples", ".ll", ".bc", ".litmus")
    for form in ("text", "json"):
        for processor in PROCESSORS:
            target = [f"--format={form}", f"-mcpu={processor}"]
            for file in kernels:
                yield ["check", *target, "-j1", file]
                yield ["place", *target, "--explain", "-o", f"{OUT}.ll", file]
            for file in lowered:
                yield ["lower", *target, file]
        for file in tests:
            yield ["litmus", f"--format={form}", "--explain", file]
        for file in objects:
            yield ["inspect", f"--format={form}", "--disassemble", file]


def inspect(workshop):
    for file in workshop.objects():
        yield ["inspect", "--json", "--disassemble", file]


def targets(workshop):
    yield ["targets"]
    yield ["targets", "--json", *workshop.processors()]
    for code in make_seeds.FAMILIES:
        for device in make_seeds.FAMILIES:
            yield ["targets", "--json", "--runs", code, device]


def random_inputs(workshop):
    for file in workshop.random_files("kernel", "shape"):
        for processor in ("gfx942", "gfx1250"):
            yield [*CHECK, f"-mcpu={processor}", file]
            yield [*PLACE, f"-mcpu={processor}", file]
            yield [*CERTIFY, f"-mcpu={processor}", file]
    for file in workshop.random_files("program"):
        yield ["litmus", "--json", "--explain", "--count", "-j1", file]
    for file in workshop.mutants("gfx942"):
        yield [*CHECK, "-mcpu=gfx942", file]


GROUPS = {"check": check, "place": place, "litmus": litmus, "explain": explain, "lower": lower, "examples": examples,
          "inspect": inspect, "targets": targets, "random": random_inputs}


def list_questions(groups, workshop):
    return [Question(group, tuple(words)) for group in groups for words in GROUPS[group](workshop)]
