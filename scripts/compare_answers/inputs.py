"""Inputs that are not in the tree: random kernels and programs, compiled kernels, code objects.

They are made once, by tools of a build (unittests/random-inputs, unittests/compile-opencl) and LLVM's. The random ones are
the shapes of fuzz/placement, the programs of fuzz/agree, the kernels of RandomRacesTest and mutants of fuzz/mutants.
"""
import argparse
import concurrent.futures
import functools
import json
import pathlib
import random
import subprocess
import tempfile

from . import tree
import kernel_files
import make_seeds
import mutate_sync
import place_kernels


class Misuse(Exception):
    """A call that cannot be answered: the message says what to change."""


class Workshop:
    """Makes inputs in a folder, `count` of each random sort from `seed` on. `tools` is the folder of the tools of a build."""

    def __init__(self, program, tools, folder, count, seed, jobs):
        self.program, self.tools, self.folder = program, pathlib.Path(tools), pathlib.Path(folder)
        self.count, self.seed, self.jobs = count, seed, jobs
        self.folder.mkdir(parents=True, exist_ok=True)

    def tool(self, name):
        path = self.tools / name
        if not path.exists():
            raise Misuse(f"{path} is missing: build {name}, or say where it is with --tools")
        return str(path)

    @functools.cached_property
    def llvm(self):
        return run(["llvm-config-22", "--bindir"]).strip()

    def processors(self):
        document = json.loads(run([self.program, "targets", "--json"]))
        return [target["name"] for target in document["targets"]]

    def objects(self):
        out = self.subfolder("objects")
        with tempfile.TemporaryDirectory() as scratch:
            make_seeds.inspect_seeds(self.llvm, out, pathlib.Path(scratch))
        return map(str, sorted(out.iterdir()))

    def random_files(self, *kinds):
        out = self.subfolder("random")
        if not any(out.iterdir()):
            run([self.tool("random-inputs"), str(self.count), str(self.seed), str(out)])
        last = self.seed + self.count
        return [str(path) for kind in kinds for number in range(self.seed, last) for path in out.glob(f"{kind}-{number}.*")]

    def kernel_modules(self, processors):
        """(processor, file) of every kernel in OpenCL C, compiled at -O1."""
        out = self.subfolder("modules")
        jobs = [(kernel, processor) for processor in processors for kernel in opencl_kernels(processor)]

        def compiled(job):
            kernel, processor = job
            file = out / f"{kernel.path.stem}-{processor}.bc"
            file.write_bytes(kernel.module(self.tool("compile-opencl"), processor, "-O1"))
            return processor, str(file)

        return self.in_parallel(compiled, jobs)

    def mutants(self, processor):
        """Kernels with one barrier, fence, wait or scope changed, one for each seed."""
        out = self.subfolder("mutants")
        kernels = [kernel for kernel in kernel_files.all_kernels(tree.ROOT / "test/kernels") if processor in kernel.processors]

        def mutant(seed):
            rng = random.Random(seed)
            kernel, level = rng.choice(kernels), rng.choice(kernel_files.LEVELS)
            module = mutate_sync.Module(self.ir_text(kernel, processor, level))
            choices = list(mutate_sync.mutants(module, None))
            if not choices:
                return None
            name, _, changes, added = rng.choice(choices)
            file = out / f"{seed}-{kernel.path.stem}{level}-{name}.ll"
            file.write_text(mutate_sync.changed(module, changes, added))
            return str(file)

        return filter(None, self.in_parallel(mutant, range(self.seed, self.seed + self.count)))

    def ir_text(self, kernel, processor, level):
        options = argparse.Namespace(compiler=self.tool("compile-opencl"), llvm=self.llvm, processor=processor, level=level)
        return place_kernels.Subject(kernel, options).text

    def subfolder(self, name):
        path = self.folder / name
        path.mkdir(exist_ok=True)
        return path

    def in_parallel(self, function, jobs):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(function, jobs))


def opencl_kernels(processor):
    return [kernel for kernel in kernel_files.all_kernels(tree.ROOT / "test/kernels")
            if kernel.is_opencl and processor in kernel.processors]


def run(command):
    """What it prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
