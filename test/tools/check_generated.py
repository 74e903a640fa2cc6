"""Checks the parts of a Markdown file that the program prints.

check_generated.py --bin DIRECTORY [--write] FILE...: what stands between
  <!-- generated: fencepost explain --rules -->
and
  <!-- end of generated -->
must be the output of that command. With --write it is made so.
"""
import argparse
import difflib
import os
import re
import shlex
import subprocess
import sys

PART = re.compile(r"(<!-- generated: (.*?) -->\n)(.*?)(<!-- end of generated -->)", re.S)


def output(command, directory):
    words = shlex.split(command)
    words[0] = os.path.join(directory, words[0])
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="where fencepost is")
    parser.add_argument("--write", action="store_true", help="put what is printed into the files")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    parts = stale = 0
    for name in args.files:
        with open(name, encoding="utf-8") as f:
            text = f.read()
        fresh = PART.sub(lambda m: m[1] + "\n" + output(m[2], args.bin) + "\n" + m[4], text)
        for before, after in zip(PART.finditer(text), PART.finditer(fresh)):
            parts += 1
            if before[3] == after[3]:
                continue
            stale += 1
            print(f"{name}: not what the program prints: {before[2]}")
            print("\n".join(difflib.unified_diff(before[3].splitlines(), after[3].splitlines(), "shown", "real", lineterm="")))
        if args.write and fresh != text:
            with open(name, "w", encoding="utf-8") as f:
                f.write(fresh)
    print(f"{parts} parts, {stale} stale")
    sys.exit(1 if stale and not args.write else 0)


main()
