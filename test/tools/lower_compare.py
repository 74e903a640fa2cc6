"""Compares what `fencepost lower` lists for LLVM IR with what llc-22 makes of the same operations.

llc_compare.py asks `explain` about operations by their names; here they are instructions of a module, with
debug lines, and the listing must find each at its line with the sequence that llc emits. Operations that llc
refuses are left out: a module with one cannot be listed.
"""
import argparse
import itertools
import json
import subprocess
import sys

from llc_oracle import expected, llvm, modules, questions

_SETTINGS = [questions.Setting(target, features) for target, features in (
    ("gfx600", ""), ("gfx803", ""), ("gfx900", ""), ("gfx90a", "+tgsplit"), ("gfx942", ""), ("gfx1030", "+cumode"),
    ("gfx1100", ""), ("gfx1201", ""), ("gfx1250", ""))]


def asked(setting):
    """Each pair of values of operation, ordering, scope, space and annotation; widths and modifications."""
    sources = [questions.of_setting, questions.widths, questions.modifications, questions.volatile_atomics]
    if setting.target == "gfx1250":
        sources.append(questions.cooperative)
    for source in sources:
        for question in questions.every_pair(list(source(setting))):
            if question.op not in questions.BARRIERS and not expected.dies(question):
                yield question


def listed(fencepost, setting, module):
    """Line of the debug information -> the listed operation."""
    command = [fencepost, "lower", "--as=llvm22", "--all", "--json", f"-mcpu={setting.target}", f"-mattr={setting.features}", "-"]
    done = subprocess.run(command, input=module.text, capture_output=True, text=True)
    if done.returncode or done.stderr:
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr[:2000]}")
    functions = json.loads(done.stdout)["files"][0]["functions"]
    found = {}
    for operation in (operation for function in functions for operation in function["operations"]):
        if operation["source"]:
            found[operation["source"][0]["line"]] = operation
    return found


def answer(operation):
    """A listed operation in the words of the oracle."""
    parts = {part: [step["text"] for step in operation["steps"] if step["part"] == part]
             for part in ("before", "access", "after")}
    return {"pre": parts["before"], "access": "; ".join(parts["access"]), "post": parts["after"]}


def compare(fencepost, setting):
    """(number of operations, what differs)"""
    wanted = expected.of_setting(list(dict.fromkeys(asked(setting))))
    # The wait for transfers to LDS is not there without one.
    wanted = {question: {key: said[key] for key in ("pre", "access", "post")}
              for question, said in wanted.items() if "error" not in said}
    differences = []
    for _, group in itertools.groupby(wanted, key=modules.value_type):
        module = modules.Module(group)
        found = listed(fencepost, setting, module)
        for number, question in enumerate(module.questions):
            got = answer(found[number + 1]) if number + 1 in found else "not listed"
            if got != wanted[question]:
                differences.append((question, wanted[question], got))
    return len(wanted), differences


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fencepost", default="fencepost")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin", metavar="BIN")
    parser.add_argument("--target", help="this processor alone")
    arguments = parser.parse_args()
    llvm.use(arguments.llvm)
    total, failed = 0, 0
    settings = [setting for setting in _SETTINGS if arguments.target in (None, setting.target)]
    for setting in settings:
        count, differences = compare(arguments.fencepost, setting)
        total, failed = total + count, failed + len(differences)
        for question, wanted, got in differences[:10]:
            print(f"{question}\n  llc        {wanted}\n  fencepost  {got}")
    print(f"{total} operations on {len(settings)} settings, {failed} differences")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
