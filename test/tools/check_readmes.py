"""Checks that the README of each area leads through what is there.

check_readmes.py ROOT: lib/<Area>/README.md must name every source file of the area, by itself or by its folder
("`Races/`"); say where the area's limits are, in a paragraph that begins with "Limits"; and name no file, folder, type
or function that does not exist.
"""
import pathlib
import re
import sys

NAME = re.compile(r"`([^`]+)`")
PATH = re.compile(r"(?:[\w.-]+/)*[\w.-]+/?")
WORD = re.compile(r"(?:\w+::)*~?\w+(?:\(\))?")


class Checker:
    def __init__(self, root):
        self.root = root
        self.problems = []
        self.words = set()
        for folder in ("lib", "include", "tools", "unittests"):
            for path in (root / folder).rglob("*"):
                if path.suffix in (".cpp", ".h", ".def"):
                    self.words.update(re.findall(r"\w+", path.read_text()))

    def exists(self, area, name):
        """Whether something is called so: a file or folder of the area or of the tree, a type, a function, a command."""
        places = (area, self.root / "include/fencepost" / area.name, self.root / "include/fencepost", self.root / "lib", self.root)
        for place in places:
            if any((place / (name + ending)).exists() for ending in ("", ".h", ".cpp")):
                return True
        if not name.endswith("/") and any(area.rglob(pathlib.Path(name).stem + ".*")):
            return True
        return WORD.fullmatch(name) is not None and re.findall(r"\w+", name)[-1] in self.words

    def check(self, readme):
        area = readme.parent
        text = readme.read_text()
        names = NAME.findall(text)
        for name in names:
            looks_like_path = "/" in name or re.search(r"\.(h|cpp|def|md|in|json)$", name)
            looks_like_name = WORD.fullmatch(name) and name[0].isupper()
            if (looks_like_path and PATH.fullmatch(name) or looks_like_name) and not self.exists(area, name):
                self.problems.append(f"lib/{area.name}/README.md: there is no {name}")
        for path in sorted(area.rglob("*.cpp")):
            folders = [f"{folder.name}/" for folder in path.relative_to(area).parents if folder.name]
            named = re.search(rf"\b{path.stem}\b", text) or any(folder in text for folder in folders)
            if not named:
                self.problems.append(f"lib/{area.name}/README.md does not name {path.relative_to(area)}")
        if not re.search(r"^(\*\*)?Limits\b", text, re.M):
            self.problems.append(f"lib/{area.name}/README.md does not say where the limits are")


checker = Checker(pathlib.Path(sys.argv[1]))
areas = sorted(path for path in (checker.root / "lib").iterdir() if path.is_dir())
for area in areas:
    if (area / "README.md").exists():
        checker.check(area / "README.md")
    else:
        checker.problems.append(f"lib/{area.name} has no README.md")
print("\n".join(checker.problems + [f"{len(areas)} areas, {len(checker.problems)} problems"]))
sys.exit(1 if checker.problems else 0)
