"""Checks that each sentence of a finding is pinned by one test, so that rewording it is one change.

check_sentences.py ROOT: looks at the lines of the files in ROOT/test that expect an error, a warning or an unknown answer.
Names in quotes, numbers with what they count, and patterns are left out; a sentence of fewer than three words is too short to count. All other tests
of the same finding have `{{.*}}` in its place, and pin its position, severity and name.
"""
import pathlib
import re
import sys

FINDING = re.compile(r"(?<![\w-])(?:error|warning|unknown): (?:kernel \S+: )?(.*?)(?: \[[a-z-]+\](?:\{\{\$\}\})?)?$")
PATTERN = re.compile(r"(?:work-item|in iteration|byte|wave) (?=\[\[|\{\{|\d)|\{\{.*?\}\}|\[\[.*?\]\]|'[^']*'|\"[^\"]*\"|[\d(),.;:*]+")
SUFFIXES = (".test", ".ll", ".cl", ".s", ".md", ".yaml")


def sentence(line):
    """What a line pins of a sentence, as words; empty if that is too little."""
    if line.startswith(("RUN:", "; RUN:", "// RUN:", "#")) or not (found := FINDING.search(line)):
        return ""
    parts = [part.split() for part in PATTERN.sub("\n", found[1]).split("\n")]
    words = [word for part in parts for word in part]
    return " ".join(words) if len(words) >= 3 else ""


def main():
    root = pathlib.Path(sys.argv[1]) / "test"
    pinned = {}
    for path in sorted(root.rglob("*")):
        if path.suffix not in SUFFIXES or not path.is_file():
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            if words := sentence(line):
                pinned.setdefault(words, {}).setdefault(path.relative_to(root), number)
    repeated = 0
    for words, places in sorted(pinned.items()):
        if len(places) > 1:
            repeated += 1
            print(f"pinned by {len(places)} tests: {words}")
            print("\n".join(f"  {path}:{number}" for path, number in places.items()))
    print(f"{len(pinned)} sentences, {repeated} pinned more than once")
    sys.exit(1 if repeated or not pinned else 0)


main()
