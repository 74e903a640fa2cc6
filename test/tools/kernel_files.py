"""The kernels of test/kernels and test/check/Inputs: what their first lines say, and their IR.

The first line of a kernel is, after the comment sign of its language,

  KERNEL: processors=gfx942,gfx1250 expect=silent

with the processors that it is for and the answer that `fencepost check` must give: silent, or the name of
a finding. Small scenarios have SCENARIO instead of KERNEL.
`codegen=none` at its end says that it uses intrinsics that LLVM 22 cannot lower.
Used by check_kernels.py and mutate_sync.py; not a program.
"""
import pathlib
import re
import subprocess

LEVELS = ["-O0", "-O1", "-O2"]
FIRST_LINE = re.compile(r"(?://|;) (KERNEL|SCENARIO): processors=([a-z0-9,]+) expect=([a-z-]+)( codegen=none)?\n")


class Kernel:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        text = self.path.read_text()
        first = FIRST_LINE.match(text)
        if not first:
            raise ValueError(f"{path}: the first line is no KERNEL or SCENARIO line")
        self.text = text
        self.is_scenario = first[1] == "SCENARIO"
        self.processors = first[2].split(",")
        self.expect = first[3]
        self.has_codegen = not first[4]
        self.is_opencl = self.path.suffix == ".cl"

    def levels(self):
        """The levels of optimization to compile at; IR is taken as it is."""
        return LEVELS if self.is_opencl else [""]

    def module(self, compiler, processor, level):
        """Bitcode or text of the module. `compiler` is the program compile-opencl, `level` its options."""
        if not self.is_opencl:
            return self.text.encode()
        made = subprocess.run([compiler, self.path, processor, *level.split()], capture_output=True)
        if made.returncode != 0:
            raise ValueError(f"{self.path} {processor} {level}: {made.stderr.decode()}")
        return made.stdout


def all_kernels(folder):
    return [Kernel(path) for path in sorted(pathlib.Path(folder).iterdir())
            if path.suffix in (".cl", ".ll")]
