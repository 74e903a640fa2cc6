"""Checks that every citation in the sources, tests and documents leads somewhere.

check_citations.py ROOT: ROOT's docs/specification.md says how citations are
written and lists the headings of the specification; the rules of the model are
the rows of the table in docs/model.md, "The rules". Reported are
  - spec/00n with a number that docs/specification.md does not have;
  - spec/00n with a heading that is not listed there, or in another form;
  - docs/model.md with a rule that it does not have;
  - a document with a section that it does not have;
  - a document, or a file or folder of tests named with its path, that is not in the repository;
  - a test named in code without its folder, after one with it, that is not in that folder.
A citation may continue in the next line of a comment, and in the next literal of a
string that the compiler joins.
"""
import bisect
import pathlib
import re
import sys

AREAS = ["lib", "include", "tools", "unittests", "fuzz", "bench", "test", "docs", "examples", "scripts", "cmake",
         "README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
MARK = re.compile(r"\s*(?://[/!]*<?|#+|;+|\*)?\s*")
SPEC = re.compile(r"(?<![\w-])spec/(\d\w{2,})")
# After a comma these words continue with the sentence.
PROSE = re.compile(r", (?:which|where|and|or|but|for|as|apart|of|e\.g\.) ")
RULES = re.compile(r"docs/model\.md ([MB]\d+(?:(?:, and |, | and | to )[MB]\d+)*)")
SECTION = re.compile(r'(docs/[\w-]+\.md), "([^"]+)"')
DOCUMENT = re.compile(r"(?<![\w/.$%{}-])((?:[\w-]+/)*[\w-]+\.md)\b")
FILE = re.compile(r"(?<![\w/.$%{}*-])((?:unittests|test|fuzz|bench|scripts|examples)/[\w/.+-]+"
                  r"\.(?:cpp|h|py|test|ll|cl|litmus|rows|json|sh))\b")


FOLDER = re.compile(r"(?<![\w/.$%{}*-])((?:unittests|test|fuzz)/[\w/-]*\w)(?!\.\w|[\w/*<{-])")
# "unittests/Check/AsyncTest.cpp and TensorTest.cpp"
TEST = re.compile(r"(?<![\w/.-])((?:unittests|test)/[\w/-]+/)?[\w*-]+(?:Test\.cpp|\.test)\b(?!\()")


class Text:
    """A file as one line: without the marks of comments, and with literals that follow each other joined."""

    def __init__(self, path):
        parts, self.starts, length, literal = [], [], 0, False
        for line in path.read_text(errors="replace").splitlines():
            mark = MARK.match(line).group()
            comment = path.suffix != ".md" and mark.strip() != ""
            body = (line[len(mark):] if comment else line.strip()).rstrip()
            joined = literal and body.startswith('"')
            if joined:
                parts[-1], length, body = parts[-1][:-2], length - 2, body[1:]
            literal = not comment and body.endswith('"')
            body = body.replace("\\n", "  ").replace('\\"', '"')
            self.starts.append(length)
            parts.append(body + " ")
            length += len(body) + 1
        self.whole = "".join(parts)

    def line(self, offset):
        return bisect.bisect_right(self.starts, offset)


def simple(heading):
    """A heading without the marks that do not tell it from others."""
    heading = re.sub(r"\s+", " ", re.sub(r"[`'*\"]", "", heading)).strip().rstrip(":.")
    return re.sub(r"^(AMDHSA|AMDGPU) (?=\w)", "", heading)


def specification(path):
    """The headings of each document, by its number."""
    headings, number = {}, None
    for line in path.read_text().splitlines():
        if match := re.match(r"## spec/(\d+):", line):
            number = headings.setdefault(match.group(1), set())
        elif line.startswith("## "):
            number = None
        elif number is not None and (match := re.match(r"\| (.+?) \|", line)):
            # "A, B, C" are several; "(table)" and the like are words of ours.
            cell = re.sub(r" \((?:the )?(?:tables?|two sections|with)\b[^)]*\)$", "", match.group(1))
            cell = re.sub(r" \(\w+_strategy\)$", "", cell)
            number.update(simple(each) for each in cell.split(", ") if each not in ("heading", "---"))
    return headings


def rules(path):
    """The rules of docs/model.md: the first cells of its table."""
    return set(re.findall(r"^\| ([MB]\d+) \|", path.read_text().partition("## The rules")[2], re.M))


def sections(path):
    return {simple(each) for each in re.findall(r"^#+ (.*)$", path.read_text(), re.M)}


class Checker:
    def __init__(self, root):
        self.root = root
        self.headings = specification(root / "docs/specification.md")
        self.rules = rules(root / "docs/model.md")
        self.problems, self.citations = [], 0

    def bad(self, path, text, offset, message):
        self.problems.append(f"{path.relative_to(self.root)}:{text.line(offset)}: {message}")

    def specifications(self, path, text):
        for match in SPEC.finditer(text.whole):
            number, rest = match.group(1), text.whole[match.end():match.end() + 400]
            if number == "00n":
                continue
            self.citations += 1
            if number not in self.headings:
                self.bad(path, text, match.start(), f"spec/{number} is not a document of docs/specification.md")
            elif re.match(r"""('s)?( \w+){0,2} ?\(?"\w|'s (table|section)s? |, (table|tables|section|the) """, rest):
                self.bad(path, text, match.start(), f'another form than: spec/{number}, "Heading"')
            elif rest.startswith(", ") and not PROSE.match(rest) and not rest.startswith(", spec/"):
                for wrong in self.unlisted(self.headings[number], rest[2:]):
                    self.bad(path, text, match.start(),
                             f'docs/specification.md lists no heading "{wrong}" of spec/{number}')

    def unlisted(self, known, rest):
        """What the text after a comma cites that is no heading."""
        if not rest.startswith('"'):
            # Without quotes: a heading, and nothing but punctuation after it.
            rest = re.sub(r"^(AMDHSA|AMDGPU) ", "", rest)
            ends = re.compile(r'\.(?!\d)|[;:,|()"{}`]| [|{("]|\s*$')
            if any(rest.startswith(each) and ends.match(rest, len(each)) for each in known):
                return []
            return [re.match(r"[^.;:,|)\"]*", rest).group().strip()]
        wrong = []
        while match := re.match(r'"([^"]+)"', rest):
            if simple(match.group(1)) not in known:
                wrong.append(simple(match.group(1)))
            rest = rest[match.end():]
            rest = rest[re.match(r'(?:, and |, | and | or | to )?', rest).end():]
        return wrong

    def model(self, path, text):
        for match in RULES.finditer(text.whole):
            self.citations += 1
            for rule in re.findall(r"[MB]\d+", match.group(1)):
                if rule not in self.rules:
                    self.bad(path, text, match.start(), f"docs/model.md has no rule {rule}")

    def documents(self, path, text):
        for match in SECTION.finditer(text.whole):
            self.citations += 1
            document = self.root / match.group(1)
            if document.exists() and simple(match.group(2)) not in sections(document):
                self.bad(path, text, match.start(), f'{match.group(1)} has no section "{match.group(2)}"')
        for match in DOCUMENT.finditer(text.whole):
            name = match.group(1)
            # What a test or an example makes for itself is in no folder, or in DIR.
            own = name.startswith("DIR/") or path.is_relative_to(self.root / "test") and re.fullmatch(r"[a-z-]+\.md", name)
            if not own and not self.exists(path, name):
                self.bad(path, text, match.start(), f"{name} is not in the repository")
        if path.suffix in (".test", ".py"):
            return  # These write files of such names, and say which.
        for match in FILE.finditer(text.whole):
            if not self.exists(path, match.group(1)):
                self.bad(path, text, match.start(), f"{match.group(1)} is not in the repository")

        for match in FOLDER.finditer(text.whole):
            if not any((self.root / match.group(1)).parent.glob(pathlib.Path(match.group(1)).name + "*")):
                self.bad(path, text, match.start(), f"{match.group(1)} is not in the repository")
        if path.suffix in (".cpp", ".h") and path.relative_to(self.root).parts[0] in ("lib", "include", "tools"):
            self.tests(path, text)

    def tests(self, path, text):
        folder = None
        for match in TEST.finditer(text.whole):
            if match.group(1):
                folder = self.root / match.group(1)
            elif "*" not in match.group() and match.group() != path.name and not (folder and (folder / match.group()).exists()):
                why = f"is not in {folder.relative_to(self.root)}" if folder else "is named without its folder"
                self.bad(path, text, match.start(), f"{match.group()} {why}")

    def exists(self, path, name):
        return any((place / name).exists() for place in (self.root, path.parent, self.root / "docs"))

    def check(self):
        for area in AREAS:
            place = self.root / area
            for path in [place] if place.is_file() else sorted(place.rglob("*")):
                if path.is_file() and path.suffix not in (".svg", ".pyc"):
                    text = Text(path)
                    self.specifications(path, text)
                    self.model(path, text)
                    self.documents(path, text)


checker = Checker(pathlib.Path(sys.argv[1]).resolve())
for found, what in ((checker.headings, "headings"), (checker.rules, "rules")):
    if not found or (found is checker.headings and not all(found.values())):
        checker.problems.append(f"no {what} found: are the tables still where they were?")
checker.check()
print("\n".join(checker.problems + [f"{checker.citations} citations, {len(checker.problems)} problems"]))
sys.exit(1 if checker.problems else 0)
