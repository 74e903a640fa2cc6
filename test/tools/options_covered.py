"""Checks that every command and option of the command line is used by some test.

options_covered.py ROOT: reads the rows of tools/fencepost/Commands.cpp and looks
for "fencepost COMMAND" and for "--option" or "-option" on RUN lines under test/.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
rows = (root / "tools/fencepost/Commands.cpp").read_text()
options = re.findall(r'^\s*\{"([\w-]+)", OptionKind::(\w+)', rows, re.M)
commands = re.findall(r'^\s*\{"([\w-]+)",\s*"[^"]*",\s*"', rows, re.M)
runs = []
for file in (root / "test").rglob("*"):
    if file.suffix in (".test", ".ll", ".s", ".cl") and "Inputs" not in file.parts:
        runs += [l for l in file.read_text(errors="replace").splitlines() if "RUN:" in l]
text = "\n".join(runs)
# The value of a joined option follows directly; any other name ends.
bad = [f"option '{o}' appears in no test" for o, kind in options
       if not re.search(r"\s--?" + re.escape(o) + (r"\w" if kind == "Joined" else r"(?![\w-])"), text)]
bad += [f"command '{c}' appears in no test" for c in commands
        if not re.search(r"fencepost " + re.escape(c) + r"\b", text)]
if not options or not commands:
    bad.append("no rows found: is the table still where it was?")
print("\n".join(bad + [f"{len(commands)} commands, {len(options)} options, {len(bad)} problems"]))
sys.exit(1 if bad else 0)
