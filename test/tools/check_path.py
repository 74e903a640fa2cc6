"""Checks the tables of docs/design.md, "A kernel's path through check and place".

check_path.py ROOT [--write]: a row of such a table is `| step | function | file | data |`. The file must define the function,
and what else is in backquotes must be named by some file. With --write, files that have moved are found again: by their
name, or because only one file of lib/ and tools/ defines the function.
"""
import pathlib
import re
import sys

HEADING = "## A kernel's path through check and place"
ROW = re.compile(r"^\| ([^|]*) \| `([\w:]+)` \| `([\w/.]+)` \| ([^|]*) \|$")


NAME = re.compile(r"`(?:\w+::)*(\w+)`")


def defines(path, function):
    """Whether a C++ file defines a function: its name begins a line, or follows a type that does."""
    name = re.compile(rf"^(?!\s|static\b|static_assert)(?:[^\n;={{}}()#/]*[\s&*>])?{re.escape(function)}\((?P<rest>[^;{{]*)(?P<end>[;{{])", re.M)
    return any(found["end"] == "{" for found in name.finditer(path.read_text()))


def main():
    root = pathlib.Path(sys.argv[1])
    document = root / "docs/design.md"
    lines = document.read_text().split("\n")
    begin = lines.index(HEADING) if HEADING in lines else len(lines)
    sources = [path for area in ("lib", "tools") for path in sorted((root / area).rglob("*.cpp"))]
    words = set()
    for area in ("lib", "tools", "include"):
        for path in (root / area).rglob("*.*"):
            if path.suffix in (".cpp", ".h"):
                words.update(re.findall(r"\w+", path.read_text()))
    rows = problems = 0
    for number in range(begin + 1, len(lines)):
        if lines[number].startswith("## "):
            break
        if not (row := ROW.match(lines[number])):
            continue
        rows += 1
        step, function, file, data = row.groups()
        for name in NAME.findall(step + data):
            if name not in words:
                problems += 1
                print(f"docs/design.md:{number + 1}: nothing is called {name}")
        if (root / file).is_file() and defines(root / file, function):
            continue
        found = [path.relative_to(root).as_posix() for path in sources if defines(path, function)]
        found = [name for name in found if pathlib.Path(name).name == pathlib.Path(file).name] or found
        if "--write" in sys.argv and len(found) == 1:
            lines[number] = f"| {step} | `{function}` | `{found[0]}` | {data} |"
            continue
        problems += 1
        print(f"docs/design.md:{number + 1}: {file} does not define {function}; defined in: {', '.join(found) or 'no file'}")
    if "--write" in sys.argv:
        document.write_text("\n".join(lines))
    if not rows:
        print("no rows found: is the section still called so?")
    print(f"{rows} functions, {problems} problems")
    sys.exit(1 if problems or not rows else 0)


main()
