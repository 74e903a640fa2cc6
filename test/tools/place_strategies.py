"""Compares the strategies of `fencepost place` on the kernels of a file, and prints a table in Markdown.

place_strategies.py FILE FENCEPOST PROCESSOR [--docs FILE [--write]]: with `--docs`, the table must be the one that is
there after `<!-- strategies -->`; with `--write` it is put there. The cheapest placement must leave nothing.
"""
import argparse
import json
import subprocess
import sys

import docs_table

STRATEGIES = ("minimize", "disjoint")


def run(options, *more):
    done = subprocess.run([options.fencepost, "place", f"-mcpu={options.processor}", "--json", *more, options.file,
                           "--", "-O0"], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def words(depths):
    """2 outside loops and 1 in a loop: "2 + 1 at depth 1"."""
    counts = {d: depths.count(d) for d in sorted(set(depths))}
    return " + ".join(f"{n} at depth {d}" if d else f"{n}" for d, n in counts.items()) or "0"


def cell(kernel):
    text = words([b["depth"] for b in kernel["barriers"]])
    notes = []
    if kernel["unordered"]:
        notes.append(f"{len(kernel['unordered'])} left")
    if kernel["divergent"]:
        notes.append(f"{kernel['divergent']} divergent")
    return text + (f", **{', '.join(notes)}**" if notes else "")


def table(options):
    compared = [run(options, f"--strategy={name}")["strategies"] for name in STRATEGIES]
    rows = ["| kernel | minimize | disjoint | optimal |", "| --- | --- | --- | --- |"]
    for kernels in zip(*compared):
        rows.append("| " + " | ".join([kernels[0]["name"], *map(cell, kernels), words(kernels[0]["fewest"])]) + " |")
    return "\n".join(rows) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("file", "fencepost", "processor"):
        parser.add_argument(name)
    parser.add_argument("--docs")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    made = table(options)
    print(made, end="")
    if not options.docs:
        return
    if not docs_table.agrees(options.docs, "strategies", "end of strategies", made, options.write):
        sys.exit(f"{options.docs}: the table is not this one")


if __name__ == "__main__":
    main()
