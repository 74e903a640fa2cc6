"""What a test needs that a machine may not have: such a test is UNSUPPORTED.

Read off the RUN lines and the checkers that they call, so that no test has to
declare it: programs beside those of the build, and Python modules. Tested by
test/registry/needs.test.
"""
import importlib.util
import os
import re
import shutil

import lit.formats
import lit.Test

PROGRAMS = ("clang-22 clang clang-format clang-offload-bundler cmake dot ld.lld llc llvm-ar llvm-as llvm-dis llvm-mc "
            "llvm-objcopy llvm-offload-binary llvm-readelf llvm-readobj llvm-remarkutil ninja opt patch yaml2obj zsh").split()
MODULES = ("jsonschema", "yaml")


def run_lines(text):
    return "\n".join(re.findall(r"RUN:(.*)", text))


def checkers_called(lines, folder):
    """The Python files of FOLDER that LINES run, with those that they import."""
    waiting, found = re.findall(r"%checker/(\w+)\.py", lines), {}
    while waiting:
        name = waiting.pop()
        file = os.path.join(folder, name + ".py")
        if name in found or not os.path.exists(file):
            continue
        with open(file, encoding="utf-8") as source:
            found[name] = source.read()
        waiting += re.findall(r"^(?:import|from) (\w+)", found[name], re.M)
    return list(found.values())


def named_in_lines(name, lines):
    return re.search(rf"(?<![\w.=-]){re.escape(name)}(?![\w./-])", lines)


def named_in_checker(name, source):
    return re.search(rf"[\"'/]{re.escape(name)}[\"']", source)


def needs(text, folder):
    """The programs and the modules that a test of this TEXT asks for."""
    lines = run_lines(text)
    sources = checkers_called(lines, folder)
    programs = [p for p in PROGRAMS
                if named_in_lines(p, lines) or any(named_in_checker(p, s) for s in sources)]
    modules = [m for m in MODULES
               if any(re.search(rf"^(?:import|from) {m}\b", s, re.M) for s in sources)]
    return programs, modules


class Test(lit.formats.ShTest):
    """A shell test that looks first whether it can run."""

    def execute(self, test, lit_config):
        path = test.config.environment["PATH"]
        with open(test.getSourcePath(), encoding="utf-8", errors="replace") as source:
            programs, modules = needs(source.read(), os.path.dirname(os.path.abspath(__file__)))
        missing = [p for p in programs if not shutil.which(p, path=path)]
        missing += ["Python's " + m for m in modules if not importlib.util.find_spec(m)]
        if missing:
            return lit.Test.Result(lit.Test.UNSUPPORTED, "not installed: " + ", ".join(missing))
        return super().execute(test, lit_config)
