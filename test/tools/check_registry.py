"""Checks that every registered diagnostic is documented and shown by a golden test.

check_registry.py ROOT: each row of Diagnostics.def must have a section "## name"
in docs/checks.md that says its meaning, and "[name]" must stand on a CHECK line
of some file under test/. Sections without a diagnostic are errors too.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
rows = re.findall(r'^DIAGNOSTIC\(\w+,\s*"([^"]+)",\s*(\w+),\s*"([^"]+)"\)',
                  (root / "include/fencepost/Support/Diagnostics.def").read_text(), re.M)
checks = (root / "docs/checks.md").read_text()
sections = re.findall(r"^## ([a-z0-9-]+)$", checks, re.M)
shown = set()
for file in (root / "test").rglob("*"):
    if file.suffix in (".test", ".ll", ".s", ".cl") and "Inputs" not in file.parts:
        for line in file.read_text(errors="replace").splitlines():
            # A directive such as CHECK:, ERR-NEXT: or A-SAME: at the start of a line.
            if re.match(r"^\W*[A-Z][A-Z0-9_]*(-[A-Z]+)*:", line):
                shown.update(re.findall(r"\[([a-z0-9-]+)\]", line))

bad = []
for name, severity, meaning in rows:
    if name not in sections:
        bad.append(f"{name}: no section in docs/checks.md")
    if meaning not in checks:
        bad.append(f"{name}: docs/checks.md does not state its meaning: {meaning}")
    if name not in shown:
        bad.append(f"{name}: no golden test shows it")
names = {name for name, _, _ in rows}
bad += [f"{name}: a section in docs/checks.md for no diagnostic" for name in sections if name not in names]
if not rows:
    bad.append("no diagnostics found: is the table still where it was?")
print("\n".join(bad + [f"{len(rows)} diagnostics, {len(bad)} problems"]))
sys.exit(1 if bad else 0)
