"""Checks the litmus collection: what each test expects against what the tool says.

  check_collection.py DIR             run every test, compare every expectation
  check_collection.py --with "OPTION ..." DIR     the same with more options
  check_collection.py --readme DIR    DIR/README.md lists each rule's tests, on both sides
  check_collection.py --write-readme DIR

A test states what it expects in comment lines before its header:

  // rules: M6 M12                   the rules of docs/model.md that decide it
  // options: --unroll 2             options it needs; optional
  // expect: Ok positive=1 negative=1 executions=2 [states=256]
  // state: P1:r0=1 P1:r1=undef [x]=2 race      one line per state
  // state: ub:hang race                        or pseudo-state
  // race: P0 "store x, 1" P1 "load x"          one line per race
  // ub: hang P0 "barrier.wait b"               one line per name; places may be left out

Every line is compared exactly and none may be missing, but states may be counted
(states=) instead of listed. Quoted text is part of the line the tool points at.
"""
import collections
import json
import pathlib
import re
import shlex
import subprocess
import sys

RULES = [f"M{i}" for i in range(1, 21)] + [f"B{i}" for i in range(1, 8)]
DIRECTIVE = re.compile(r"// (rules|options|expect|state|race|ub): (.*)$")
PLACE = re.compile(r'(P\d+) "([^"]*)"')


class Test:
    def __init__(self, path):
        self.path = path
        self.name = path.stem
        self.lines = path.read_text().splitlines()
        self.fields = collections.defaultdict(list)
        for line in self.lines:
            match = DIRECTIVE.match(line)
            if match:
                self.fields[match[1]].append(match[2])
        self.rules = self.one("rules").split()
        self.options = tuple((self.fields["options"] or [""])[0].split())
        match = re.fullmatch(r"(.*?)((?: \w+=\d+)+)", self.one("expect"))
        if not match:
            sys.exit(f"{path}: malformed expect line")
        self.verdict = match[1]
        self.counts = {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", match[2])}
        if not {"positive", "negative", "executions"} <= set(self.counts):
            sys.exit(f"{path}: the expect line lacks a count")

    def one(self, key):
        if len(self.fields[key]) != 1:
            sys.exit(f"{self.path}: needs exactly one '// {key}:' line")
        return self.fields[key][0]

    def quantifier(self):
        return next(m[1] for m in (re.match(r"(exists|~exists|forall)\b", l)
                                   for l in reversed(self.lines)) if m)

    def allows(self):
        """Whether the test shows that something can happen (or that it cannot)."""
        return (self.quantifier() == "exists") == (self.verdict == "Ok")


def state_text(state):
    if state["ub"]:
        words = ["ub:" + ",".join(state["ub"])]
    else:
        words = [f"{k}={v}" for k, v in state["registers"].items()]
        words += [f"[{k}]={v}" for k, v in state["locations"].items()]
    return " ".join(sorted(words) + (["race"] if state["race"] else []))


def expected_state_text(text):
    words = text.split()
    race = [w for w in words if w == "race"]
    return " ".join(sorted(w for w in words if w not in ("race",)) + race)


def points_to(test, place, text):
    """Whether the tool's place is on a line of the expected thread with this text."""
    thread, part = text
    return place["thread"] == thread and part in test.lines[place["line"] - 1]


def match_up(expected, actual, fits):
    """Every expected item fits some actual one and the other way round."""
    return (all(any(fits(e, a) for a in actual) for e in expected)
            and all(any(fits(e, a) for e in expected) for a in actual))


def compare(test, result):
    faults = []
    verdict = result["verdict"] + (f" ({result['reason']})" if result["reason"] else "")
    if verdict != test.verdict:
        faults.append(f"verdict {verdict}, expected {test.verdict}")
    actual = {"positive": result["positive"], "negative": result["negative"],
              "executions": result["executions"], "states": len(result["states"])}
    for key, value in test.counts.items():
        if actual[key] != value:
            faults.append(f"{key} {actual[key]}, expected {value}")
    states = sorted(state_text(s) for s in result["states"])
    if "states" not in test.counts:
        expected = sorted(expected_state_text(s) for s in test.fields["state"])
        faults += [f"state '{s}' missing" for s in expected if s not in states]
        faults += [f"state '{s}' unexpected" for s in states if s not in expected]
        if len(states) != len(expected):
            faults.append(f"{len(states)} states, expected {len(expected)}")

    races = [PLACE.findall(r) for r in test.fields["race"]]
    if any(len(r) != 2 for r in races):
        sys.exit(f"{test.path}: malformed race line")
    if not match_up(races, result["races"], lambda e, a: points_to(test, a["first"], e[0])
                    and points_to(test, a["second"], e[1])):
        faults.append("races " + json.dumps(result["races"]))

    def ub_fits(expected, actual):
        places = PLACE.findall(expected)
        where = actual["where"]
        return (actual["name"] == expected.split()[0]
                and (not places or match_up(places, where,
                                            lambda e, a: points_to(test, a, e))))
    names = {name for s in result["states"] for name in s["ub"]}
    if not match_up(test.fields["ub"], result["ub"], ub_fits):
        faults.append("ub " + json.dumps(result["ub"]))
    if names != {u["name"] for u in result["ub"]}:
        faults.append("the states' undefined behaviour is not the reported one")
    return faults


def run(tests, options):
    command = ["fencepost", "litmus", "--json", "--count", *options] + [str(t.path) for t in tests]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        return {pathlib.Path(r["file"]).stem: r for r in json.loads(done.stdout)["tests"]}
    except (ValueError, KeyError):
        sys.exit(f"{shlex.join(command[:4])} ...: no JSON, exit {done.returncode}\n{done.stderr}")


def check(tests, more=()):
    groups = collections.defaultdict(list)
    for test in tests:
        groups[test.options].append(test)
    failed = 0
    for options, group in sorted(groups.items()):
        results = run(group, options + tuple(more))
        for test in group:
            faults = compare(test, results[test.name]) if test.name in results else ["no result"]
            failed += bool(faults)
            for fault in faults:
                print(f"{test.name}: {fault}")
    print(f"{len(tests)} tests, {failed} differ")
    return failed == 0


def listing(names):
    """The names, with those that differ only in their scopes as one pattern."""
    scope = r"(?<=-)(system|agent|cluster|workgroup|wavefront|singlethread|thread)s?(?=-|$)"
    patterns = collections.Counter(re.sub(scope, "\\*", n) for n in names)
    words = []
    for name in names:
        pattern = re.sub(scope, "\\*", name)
        word = f"{pattern} ({patterns[pattern]} tests)" if patterns[pattern] > 4 else name
        if word not in words:
            words.append(word)
    return ", ".join(words)


def table(tests):
    """The part of README.md that is made from the tests."""
    rows = ["| rule | can happen | cannot happen |", "| --- | --- | --- |"]
    for rule in RULES:
        sides = [listing([t.name for t in tests if rule in t.rules and t.allows() == side])
                 for side in (True, False)]
        rows.append(f"| {rule} | {sides[0]} | {sides[1]} |")
    return "\n".join(rows)


def check_rules(tests):
    good = True
    for test in tests:
        if set(test.rules) - set(RULES) or not test.rules:
            print(f"{test.name}: unknown rule")
            good = False
        if f"AMDGPU {test.name}" not in test.lines:
            print(f"{test.name}: the test has another name than its file")
            good = False
    for rule in RULES:
        for side, word in ((True, "can"), (False, "cannot")):
            if not any(rule in t.rules and t.allows() == side for t in tests):
                print(f"{rule}: no test that says what {word} happen")
                good = False
    return good


def main():
    directory = pathlib.Path(sys.argv[-1])
    tests = [Test(p) for p in sorted(directory.glob("*.litmus"))]
    if not tests:
        sys.exit(f"no tests in {directory}")
    readme = directory / "README.md"
    if sys.argv[1] == "--write-readme":
        head = readme.read_text().split("| rule |")[0]
        readme.write_text(head + table(tests) + "\n")
    elif sys.argv[1] == "--readme":
        if not check_rules(tests):
            sys.exit(1)
        if not readme.read_text().endswith("\n" + table(tests) + "\n"):
            sys.exit("README.md is out of date: check_collection.py --write-readme "
                     + str(directory))
        print(f"README.md names {len(tests)} tests under {len(RULES)} rules")
    elif not check(tests, sys.argv[2].split() if sys.argv[1] == "--with" else ()):
        sys.exit(1)


main()
