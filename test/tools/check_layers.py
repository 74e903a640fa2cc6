"""Holds the layers: no file of an area includes one of an area that is above it.

usage: check_layers.py TREE

The layers are drawn once, in docs/design.md ("Layers"): an area a line, the uppermost
first. lib/CMakeLists.txt lists the same areas from the bottom up, which is compared.
The headers of an area are those of include/fencepost/<Area> and of lib/<Area>; the
latter are private to it.
"""

import re
import sys
from pathlib import Path


def drawn(tree):
    """The lines of the drawing, from the top."""
    text = (tree / "docs/design.md").read_text(encoding="utf-8")
    section = re.search(r"^## Layers\n.*?^```\n(.*?)^```", text, re.M | re.S)
    if section is None:
        sys.exit("no drawing of the layers found in docs/design.md")
    return [line.split()[0] for line in section[1].splitlines() if line.strip()]


def built(tree):
    """The areas of lib/CMakeLists.txt, from the bottom."""
    text = (tree / "lib/CMakeLists.txt").read_text(encoding="utf-8")
    return re.findall(r"^add_subdirectory\((\w+)\)", text, re.M)


def area_of(path):
    """Of a file by its path in the tree: its line of the drawing."""
    if path.parts[0] == "lib":
        return path.parts[1]
    if path.parts[:2] == ("include", "fencepost"):
        return path.parts[2]
    return "/".join(path.parts[:2])


def includes(tree):
    """All that is included: file, line, area that is asked for, how it is written."""
    for folder in ("lib", "include", "tools"):
        for path in sorted((tree / folder).rglob("*")):
            if path.suffix not in (".cpp", ".h", ".def"):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                found = re.match(r'#include "(fencepost/|(?:\.\./)*lib/)(\w+)/', line)
                if found:
                    yield path.relative_to(tree), number, found[2], found[1] != "fencepost/"


def problems(tree):
    order = drawn(tree)
    areas = [area for area in order if "/" not in area]
    if areas[::-1] != built(tree):
        yield "lib/CMakeLists.txt lists other layers, or in another order, than docs/design.md draws"
    for path, number, wanted, is_private in includes(tree):
        area = area_of(path)
        place = f"{path}:{number}"
        if area not in order:
            yield f"{place}: {area} is not drawn in docs/design.md"
        elif wanted == area:
            continue
        elif wanted not in order:
            yield f"{place}: {wanted} is not drawn in docs/design.md"
        elif is_private:
            yield f"{place}: a header of {wanted} that is private to it"
        elif order.index(wanted) < order.index(area):
            yield f"{place}: {wanted} is above {area}"


def main():
    tree = Path(sys.argv[1])
    found = list(problems(tree))
    for problem in found:
        print(problem)
    arrows = {(area_of(path), wanted) for path, _, wanted, _ in includes(tree)}
    arrows = [arrow for arrow in arrows if arrow[0] != arrow[1]]
    print(f"{len(drawn(tree))} layers, {len(arrows)} arrows, {len(found)} problems")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
