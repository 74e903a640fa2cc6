"""Compares what fencepost says LLVM 22 emits with what llc-22 emits, for every operation.

  llc_compare.py --exceptions FILE SET...    compare: the differences, and a line that counts
  llc_compare.py --write FILE SET...         only write LLVM's answers, one object a line

The sets are those of llc_oracle/sets.py. --full asks everything of the sets of which a test suite takes a
part, and runs llc on each question that ends it, which takes a process a question, instead of on some.
"""
import argparse
import concurrent.futures
import json
import os
import sys

from llc_oracle import compare, llvm, sets


def _answer(work):
    return work()


def expected(names, full, directory):
    """(question, answer) of each set, as objects; two runs of llc at a time."""
    works = [work for name in names for work in sets.SETS[name](full)]
    with concurrent.futures.ProcessPoolExecutor(2, initializer=llvm.use, initargs=(directory,)) as pool:
        return [pair for answers in pool.map(_answer, works) for pair in answers]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", nargs="+", choices=sets.SETS)
    parser.add_argument("--fencepost", default="fencepost")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin", metavar="BIN")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--exceptions", metavar="FILE")
    what.add_argument("--write", metavar="FILE")
    parser.add_argument("--full", action="store_true")
    arguments = parser.parse_args()
    pairs = expected(arguments.set, arguments.full, arguments.llvm)
    if arguments.write:
        with open(arguments.write + ".new", "w") as file:
            file.writelines(json.dumps(question | answer) + "\n" for question, answer in pairs)
        os.rename(arguments.write + ".new", arguments.write)
        return 0
    exceptions = compare.Exceptions(arguments.exceptions, arguments.set)
    answered = compare.ask(arguments.fencepost, [question for question, _ in pairs])
    found = list(compare.differences(pairs, answered, exceptions))
    unused = exceptions.unused()
    if found:
        print("\n".join(compare.report(found)))
    for row in unused:
        print(f"an exception that is none: {json.dumps(row)}")
    print(f"{len(pairs)} questions, {len(found)} differences, {len(exceptions)} excepted")
    return 1 if found or unused else 0


if __name__ == "__main__":
    sys.exit(main())
