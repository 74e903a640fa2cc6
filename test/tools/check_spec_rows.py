"""Compares `fencepost explain` with the tables of the specification, row by row.

  check_spec_rows.py FILE...                    ask the tool, compare every answer
  check_spec_rows.py --expected-only FILE...    only check that the files are well formed
  check_spec_rows.py --complete FILE...         and that they leave out no operation: every
                                                legal load, store, rmw and fence on global,
                                                flat and local memory, at every scope, on
                                                every processor in every mode

A file transcribes one table:

  # A comment. The first ones say which table it is and how its rows are numbered.
  table: AMDHSA Memory Model Code Sequences GFX90A
  processors: gfx90a                 every processor the table is for
  rows: 73                           rows 1 to 73 must all be there
  returns: glc                       bit of an atomic that returns a value; optional
  instead: gfx6* buffer_wbinvl1_vol = buffer_wbinvl1     an instruction's other name; optional
  refused: gfx90a +tgsplit local     where an address space must be refused; optional
  through: private flat              atomics on the one space are those on the other; optional
  row 12 | load acquire agent global | -tgsplit | - | glc | s_waitcnt vmcnt(0); buffer_wbinvl1_vol

A row may take several lines. The fields after its number:

  operation   `op ordering scope as [workgroup=...] [av=none] [mmra=...]` in the words of
              `explain --batch`; `-` for a word that is empty; fences need no address space,
              plain accesses no scope. Alternatives are separated by commas, a scope followed
              by `~` is also its -one-as, `rmw` is rmw_ret and rmw_noret, `cmpxchg` likewise.
              For barriers `barrier.join null,named 1..16 [members=4]`: what is done, the
              objects.
  where       `any` (both settings of the feature that matters to the processor), `+tgsplit`
              and the like, or `-` (no feature given). May be preceded by patterns that
              choose processors: `gfx11*` only these, `!gfx600` all but these.
  before      instructions in the words of the batch form, `;` between them, or `-`
  access      the cache bits alone, or `-`; `error` if the operation must be refused; for a
              barrier the instruction itself; nothing for a fence (`-`)
  after       as before

The bit of `returns:` is added to the expected bits of an atomic that returns a value,
outside LDS. `instead` renames an instruction that processors lack, `refused` overrules what
the lines say; both may be repeated and stand before the rows. With `through`, every line for
atomics on its second space is asked for the first one too. Between two instructions that are
not waits, waits are compared as one set of counters: the tables allow them to be split and
regrouped. Everything else is compared in order and exactly. The access must also be an
instruction of the right kind and space.
"""
import argparse
import fnmatch
import itertools
import json
import re
import subprocess
import sys

NON_ATOMIC = ("plain", "nontemporal", "volatile", "volatile+nontemporal")
ORDERINGS = NON_ATOMIC + ("unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst")
BASE_SCOPES = ("singlethread", "wavefront", "workgroup", "cluster", "agent", "system")
SPACES = ("flat", "global", "local", "private", "constant")
ANNOTATIONS = ("", "local", "global", "local+global")
ATOMIC_PAIRS = {"rmw": ["rmw_ret", "rmw_noret"], "cmpxchg": ["cmpxchg_ret", "cmpxchg_noret"]}
OPS = ("load", "store", "rmw_ret", "rmw_noret", "cmpxchg_ret", "cmpxchg_noret", "fence")
BARRIERS = ("s_barrier", "s_barrier_signal_wait", "s_barrier_signal", "s_barrier_wait",
            "s_cluster_barrier")
# Barrier operations that name their object.
OBJECT_BARRIERS = ("barrier", "barrier.init", "barrier.join", "barrier.leave", "barrier.arrive",
                   "barrier.arrive.isfirst", "barrier.wait")
OBJECTS = ("workgroup", "workgroup trap", "cluster", "cluster trap", "null",
           *(f"named {n}" for n in range(1, 17)))
# The feature whose setting changes sequences, by processor: what `any` stands for.
MODE_FEATURE = [("gfx90a", "tgsplit"), ("gfx94*", "tgsplit"), ("gfx950", "tgsplit"),
                ("gfx9-4-*", "tgsplit"), ("gfx125*", None), ("gfx1[012]*", "cumode"), ("*", None)]
# What the mnemonic of an access looks like, by kind and space. GFX7 and GFX8 have no global
# instructions; flat ones do for them.
VECTOR = {"global": "(buffer|global)", "flat": "flat", "private": "(buffer|scratch)",
          "constant": "(buffer|global)"}
FLAT_FOR_GLOBAL = "gfx[78]*"
KINDS = {"load": ("load_(dword|b32)", "ds_(read|load)_b32"),
         "store": ("store_(dword|b32)", "ds_(write|store)_b32"),
         "rmw_noret": ("atomic_add(_u32)?", "ds_add_u32"),
         "rmw_ret": ("atomic_add(_u32)?", "ds_add_rtn_u32"),
         "cmpxchg_noret": ("atomic_cmpswap(_b32)?", "ds_(cmpst|cmpstore)_b32"),
         "cmpxchg_ret": ("atomic_cmpswap(_b32)?", "ds_(cmpst|cmpstore)_rtn_b32")}
WAITS = [re.compile(r"s_waitcnt ((?:\w+\(\d+\)(?: & | )?)+)$"),
         re.compile(r"s_waitcnt_(\w+) (?:null, )?(0x[0-9a-f]+|\d+)$"),
         re.compile(r"s_wait_(\w+) (0x[0-9a-f]+|\d+)$")]


class Malformed(Exception):
    pass


def waits_of(text):
    """The counters that an instruction waits for, with their values; None if it is no wait."""
    if m := WAITS[0].match(text):
        return {(name, int(value)) for name, value in re.findall(r"(\w+)\((\d+)\)", m[1])}
    if m := WAITS[1].match(text) or WAITS[2].match(text):
        return {(name, int(m[2], 0)) for name in m[1].split("_")}
    if text.startswith("s_wait"):
        raise Malformed(f"not understood as a wait: '{text}'")
    return None


def shape(instructions):
    """Waits and other instructions in turn: {waits} other {waits} ... {waits}."""
    result = [frozenset()]
    for text in instructions:
        waits = waits_of(text)
        if waits is None:
            result += [text, frozenset()]
        else:
            result[-1] |= waits
    return result


def show(result):
    parts = []
    for part in result:
        if isinstance(part, str):
            parts.append(part)
        elif part:
            parts.append("wait{" + " ".join(f"{n}({v})" for n, v in sorted(part)) + "}")
    return "; ".join(parts) or "nothing"


def instructions_of(field):
    return [] if field == "-" else [" ".join(t.split()) for t in field.split(";")]


def alternatives(word, known, what):
    found = [] if word == "-" else word.split(",")
    for w in found:
        if w not in known:
            raise Malformed(f"unknown {what} '{w}'")
    return found or [""]


def scopes_of(word):
    result = []
    for w in [] if word == "-" else word.split(","):
        name, both = w.removesuffix("~"), w.endswith("~")
        base = "system" if name == "one-as" else name.removesuffix("-one-as")
        if base not in BASE_SCOPES or name == "system-one-as" or both and "one-as" in name:
            raise Malformed(f"unknown scope '{w}'")
        result.append(name)
        if both:
            result.append("one-as" if name == "system" else f"{name}-one-as")
    return result or [""]


def orderings_of(word):
    result = [] if word == "-" else word.split(",")
    for w in result:
        for half in w.split("/"):
            if half not in ORDERINGS:
                raise Malformed(f"unknown ordering '{w}'")
    return result or [""]


def objects_of(text):
    """Every barrier object of a list like `null,named 1..16`."""
    for name in text.split(","):
        m = re.fullmatch(r"named (\d+)\.\.(\d+)", name)
        names = [f"named {n}" for n in range(int(m[1]), int(m[2]) + 1)] if m else [name]
        for n in names:
            if n not in OBJECTS:
                raise Malformed(f"unknown barrier '{n}'")
            yield n


def barrier_operations_of(words):
    """Every operation on a barrier object that the first field of a line names."""
    members = {}
    if words[-1].startswith("members="):
        members = {"members": int(words.pop()[8:])}
    for op, name in itertools.product(words[0].split(","), objects_of(" ".join(words[1:]))):
        if op not in OBJECT_BARRIERS:
            raise Malformed(f"unknown operation '{op}'")
        yield {"op": op, "barrier": name, **members}


def operations_of(field):
    """Every operation that the first field of a line names."""
    words = field.split()
    if words and words[0].split(",")[0] in OBJECT_BARRIERS:
        yield from barrier_operations_of(words)
        return
    mmra, more = [""], {}
    while words and "=" in words[-1]:
        key, value = words.pop().split("=", 1)
        if key == "mmra":
            mmra = value.split(",")
            if bad := [m for m in mmra if m not in ANNOTATIONS]:
                raise Malformed(f"unknown annotation '{bad[0]}'")
        elif key == "av" and value == "none":
            more[key] = value
        elif key == "workgroup" and value.isdigit():
            more[key] = int(value)
        else:
            raise Malformed(f"unknown '{key}={value}'")
    if not words:
        raise Malformed("no operation")
    ops = list(itertools.chain(*(ATOMIC_PAIRS.get(o, [o]) for o in words[0].split(","))))
    alternatives(",".join(ops), OPS + BARRIERS, "operation")
    if all(o in BARRIERS for o in ops):
        words += ["-"] * (4 - len(words))
    elif ops == ["fence"] and len(words) == 3:
        words += ["-"]
    elif len(words) == 3 and set(words[1].split(",")) <= set(NON_ATOMIC):
        words.insert(2, "-")
    if len(words) != 4:
        raise Malformed("expected 'op ordering scope as'")
    for op, order, scope, space, tags in itertools.product(
            ops, orderings_of(words[1]), scopes_of(words[2]),
            alternatives(words[3], SPACES, "address space"), mmra):
        if op not in BARRIERS and not order:
            raise Malformed("no ordering")
        if op in KINDS and not space:
            raise Malformed(f"{op} without an address space")
        if (op == "fence" or order not in NON_ATOMIC) and op not in BARRIERS and not scope:
            raise Malformed(f"{op} {order} without a scope")
        yield {"op": op, "ordering": order, "scope": scope, "as": space, "mmra": tags, **more}


def modes_of(field, processors):
    """Every processor and feature string that the second field of a line names."""
    words = field.split()
    patterns = [w for w in words if w.lstrip("!").startswith("gfx")]
    features = [w for w in words if w not in patterns]
    if len(features) != 1 or not re.fullmatch(r"any|-|[+-]\w+(,[+-]\w+)*", features[0]):
        raise Malformed(f"'{field}': expected 'any', '-' or features")
    only = [p for p in patterns if not p.startswith("!")]
    chosen = [p for p in processors
              if (not only or any(fnmatch.fnmatch(p, q) for q in only))
              and not any(fnmatch.fnmatch(p, q[1:]) for q in patterns if q.startswith("!"))]
    if not chosen:
        raise Malformed(f"'{field}': no processor left")
    for processor in chosen:
        feature = next(f for p, f in MODE_FEATURE if fnmatch.fnmatch(processor, p))
        if features[0] == "any":
            for setting in ["-" + feature, "+" + feature] if feature else [""]:
                yield processor, setting
        else:
            yield processor, "" if features[0] == "-" else features[0]


class Headers:
    """What stands before the rows of a file."""

    def __init__(self):
        self.once = {}
        self.instead, self.refused = [], []

    def take(self, name, value):
        words = value.split()
        if name == "instead":
            if len(words) != 4 or words[2] != "=":
                raise Malformed("expected 'instead: PROCESSORS NAME = OTHER-NAME'")
            self.instead.append((words[0], words[1], words[3]))
        elif name == "refused":
            if len(words) != 3 or words[2] not in SPACES:
                raise Malformed("expected 'refused: PROCESSORS FEATURES SPACE'")
            self.refused.append(words)
        elif name == "through" and (len(words) != 2 or not set(words) <= set(SPACES)):
            raise Malformed("expected 'through: SPACE OTHER-SPACE'")
        elif name in ("table", "processors", "rows", "returns", "through") and name not in self.once:
            if name == "rows" and not value.isdigit():
                raise Malformed("rows: takes a number")
            self.once[name] = value
        else:
            raise Malformed(f"unknown or repeated header '{name}'")

    def refuses(self, question):
        return any(fnmatch.fnmatch(question["target"], pattern) and question.get("as") == space
                   and features in ("any", question["features"] or "-")
                   for pattern, features, space in self.refused)

    def also(self, operation):
        """The operation, and the one that goes through its address space."""
        yield operation
        space, through = self.once.get("through", "- -").split()
        if operation.get("as") == through and operation["ordering"] not in NON_ATOMIC:
            yield {**operation, "as": space}

    def space(self, question):
        """The address space whose instructions access the question's."""
        space, through = self.once.get("through", "- -").split()
        atomic = question["ordering"] not in NON_ATOMIC
        return through if question["as"] == space and atomic else question["as"]

    def instructions(self, question, field):
        """The instructions of a field under the names that the processor has for them."""
        names = {old: new for pattern, old, new in self.instead
                 if fnmatch.fnmatch(question["target"], pattern)}
        return [names.get(text, text) for text in instructions_of(field)]


class Case:
    """One question with what the table says about it."""

    def __init__(self, place, question, before, access, after, headers):
        self.place, self.question, self.headers = place, question, headers
        op = question["op"]
        before = headers.instructions(question, before)
        after = headers.instructions(question, after)
        if op == "fence":
            if access != "-" or after:
                raise Malformed("a fence has neither access nor anything after it")
            middle = []
        elif op in BARRIERS + OBJECT_BARRIERS:
            middle = headers.instructions(question, access)
        else:
            bits = set() if access == "-" else set(access.split())
            if op.endswith("_ret") and question["as"] != "local":
                bits |= set(headers.once.get("returns", "").split())
            middle = [self.access(bits)]
        self.refused = access == "error" or headers.refuses(question)
        self.expected = None if self.refused else shape(before + middle + after)

    def access(self, bits):
        return " ".join(["ACCESS"] + sorted(bits))

    def kind(self):
        """What the mnemonic must look like."""
        vector, lds = KINDS[self.question["op"]]
        space = self.headers.space(self.question)
        unit = VECTOR.get(space)
        if unit == VECTOR["global"] and fnmatch.fnmatch(self.question["target"], FLAT_FOR_GLOBAL):
            unit = "(buffer|flat)"
        return lds if space == "local" else f"{unit}_{vector}"

    def title(self):
        named = ("mmra", "av", "workgroup", "members")
        return " ".join(f"{k}={v}" if k in named else v for k, v in self.question.items()
                        if v and k != "dialect")

    def problem(self, answer):
        """How the answer differs, or None."""
        if "error" in answer or self.refused:
            got = f"error '{answer['error']}'" if "error" in answer else "an answer"
            wanted = "an error" if self.refused else show(self.expected)
            return None if self.refused and "error" in answer else f"expected {wanted} got {got}"
        access = [t for t in answer["access"].split("; ") if t]
        if self.question["op"] in KINDS:
            if len(access) != 1 or not re.fullmatch(self.kind(), access[0].split()[0]):
                return f"expected an access like {self.kind()} got {answer['access']}"
            access = [self.access(set(access[0].split()[1:]))]
        try:
            got = shape(answer["pre"] + access + answer["post"])
        except Malformed as e:
            return str(e)
        if got != self.expected:
            return f"expected {show(self.expected)} got {show(got)}"
        return None


class Table:
    def __init__(self, file):
        self.file, self.headers = file, Headers()
        self.cases, self.problems, self.seen, self.asked = [], [], set(), {}
        with open(file, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    self.take(number, line.strip())
                except Malformed as e:
                    self.problems.append(f"{file}:{number}: {e}")
        for header in ("table", "processors", "rows"):
            if header not in self.headers.once:
                self.problems.append(f"{file}: no line '{header}:'")
        count = int(self.headers.once.get("rows", 0))
        self.problems += [f"{file}: table row {n} is missing"
                          for n in range(1, count + 1) if n not in self.seen]
        self.problems += [f"{file}: table row {n}: the table has {count} rows"
                          for n in sorted(self.seen) if n > count]

    def take(self, number, line):
        if not line or line.startswith("#"):
            return
        if m := re.fullmatch(r"(\w+): (.*)", line):
            if self.seen:
                raise Malformed("a header after a row")
            self.headers.take(m[1], m[2])
            return
        fields = [f.strip() for f in line.split("|")]
        m = re.fullmatch(r"row (\d+)", fields[0])
        if not m or len(fields) != 6 or "" in fields:
            raise Malformed("expected 'row N | operation | where | before | access | after'")
        self.seen.add(int(m[1]))
        modes = list(modes_of(fields[2], self.headers.once.get("processors", "").split()))
        operations = [o for named in operations_of(fields[1]) for o in self.headers.also(named)]
        for (target, features), operation in itertools.product(modes, operations):
            self.add(Case(f"{self.file}:{number}: table {fields[0]}",
                          {"target": target, "features": features, **operation,
                           "dialect": "spec"}, *fields[3:], self.headers))

    def add(self, case):
        key = json.dumps(case.question)
        other = self.asked.setdefault(key, case)
        if other is case:
            self.cases.append(case)
        elif other.expected != case.expected:
            raise Malformed(f"contradicts {other.place}: {key}")


ALL_SCOPES = ",".join(s + "~" for s in BASE_SCOPES)
COMPLETE = [f"load,store {','.join(NON_ATOMIC)} global,flat,local",
            f"load unordered,monotonic,acquire,seq_cst {ALL_SCOPES} global,flat,local",
            f"store unordered,monotonic,release,seq_cst {ALL_SCOPES} global,flat,local",
            f"rmw monotonic,acquire,release,acq_rel,seq_cst {ALL_SCOPES} global,flat,local",
            f"fence acquire,release,acq_rel,seq_cst {ALL_SCOPES} mmra={','.join(ANNOTATIONS)}"]


def left_out(table):
    """The questions that no line of the table asks."""
    modes = modes_of("any", table.headers.once.get("processors", "").split())
    operations = list(itertools.chain(*map(operations_of, COMPLETE)))
    for (target, features), operation in itertools.product(modes, operations):
        question = {"target": target, "features": features, **operation, "dialect": "spec"}
        if json.dumps(question) not in table.asked:
            yield f"{table.file}: no row for {' '.join(v for v in question.values() if v)}"


def ask(tool, cases):
    """The tool's answers, one a case."""
    text = "".join(json.dumps(c.question) + "\n" for c in cases)
    run = subprocess.run([tool, "explain", "--batch", "-"], input=text, text=True,
                         stdout=subprocess.PIPE, check=False)
    answers = [json.loads(l) for l in run.stdout.splitlines()]
    if run.returncode != 0 or len(answers) != len(cases):
        sys.exit(f"{tool}: {len(answers)} answers to {len(cases)} questions, "
                 f"exit code {run.returncode}")
    return answers


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--expected-only", action="store_true")
    parser.add_argument("--complete", action="store_true")
    parser.add_argument("--tool", default="fencepost")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    failed = False
    for file in args.files:
        table = Table(file)
        problems = table.problems + (list(left_out(table)) if args.complete else [])
        if not args.expected_only and not problems:
            for case, answer in zip(table.cases, ask(args.tool, table.cases)):
                if problem := case.problem(answer):
                    problems.append(f"{case.place}: {case.title()}: {problem}")
        print("\n".join(problems + [f"{file}: {len(table.seen)} rows, {len(table.cases)} "
                                    f"questions, {len(problems)} problems"]))
        failed |= bool(problems)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
