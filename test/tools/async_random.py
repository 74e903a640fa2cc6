#!/usr/bin/env python3
"""Random kernels with async loads: does the assembly wait for enough?

Each kernel is rewritten, compiled by llc, and its assembly run by a small
simulator that knows vmcnt (or asynccnt): operations complete in the order they
were issued, and only when a wait forces them. Two kinds of kernels:

  paths  random control flow. Comments in inline assembly say where an async
         operation, a mark and a wait stood, so every path of the assembly says
         itself what spec/003 asks of it. Nothing but waits for marks may wait
         for vmcnt, since nothing else is in flight that needs it.
  data   one block without any comments that could hold instructions in place:
         LDS is read before and after async loads write it. Every read must
         come between the same loads as in the source, after the load it
         depends on is complete; the source has no races.

A failure prints the seed; the same seed makes the same kernels.
"""
import argparse
import random
import re
import subprocess
import sys

HEADER = """target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [16384 x i8] poison, align 16
declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.load.async.to.lds.p1(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
declare void @llvm.amdgcn.asyncmark()
declare void @llvm.amdgcn.wait.asyncmark(i16)
"""
# With several variables in LDS, LLVM and the rewriting say more about aliasing.
MORE = "@more = internal addrspace(3) global [64 x i32] poison, align 4\n"
LOADS = ["global.load.async.lds", "load.async.to.lds.p1"]


def fail(message):
    sys.exit("async_random: " + message)


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        fail("%s: %s" % (" ".join(command), done.stderr))
    return done.stdout


def load(rng, offset, address):
    """An async load of 4 bytes a lane to LDS at address; offset names it."""
    return ("  call void @llvm.amdgcn.%s(ptr addrspace(1) %%g, ptr addrspace(3) "
            "getelementptr (i8, ptr addrspace(3) @lds, i32 %d), i32 4, i32 %d, "
            "i32 0)" % (rng.choice(LOADS), address - offset, offset))


def noise(rng, several):
    """A store that has nothing to do with the async loads."""
    where = rng.choice(["1) %out", "3) @more"]) if several else "1) %out"
    return "  store i32 %d, ptr addrspace(%s" % (rng.randrange(100), where)


def comment(text):
    return '  call void asm sideeffect "; fp:%s", ""()' % text


MARK = "  call void @llvm.amdgcn.asyncmark()"


def wait(count):
    return "  call void @llvm.amdgcn.wait.asyncmark(i16 %d)" % count


class Paths:
    """Random control flow, branches on bits of a kernel argument."""

    def __init__(self, rng, name, several):
        self.several = several
        blocks = rng.randint(1, 6)
        lines = ["define amdgpu_kernel void @%s(ptr addrspace(1) %%g, i32 %%n, "
                 "ptr addrspace(1) %%out) {" % name]
        for block in range(blocks):
            lines.append("b%d:" % block)
            for _ in range(rng.randint(0, 5)):
                lines += self.event(rng)
            lines += self.branch(rng, block, blocks)
        self.text = "\n".join(lines + ["}", ""])

    def event(self, rng):
        kind = rng.choice(["load"] * 5 + ["mark"] * 3 + ["wait"] * 2 + ["store"])
        if kind == "load":
            return [comment("load"), load(rng, 0, 256 * rng.randrange(4))]
        if kind == "mark":
            return [comment("mark"), MARK]
        if kind == "wait":
            count = rng.choice([0, 0, 1, 1, 2, 3])
            return [wait(count), comment("waited %d" % count)]
        return [noise(rng, self.several)]

    def branch(self, rng, block, blocks):
        kind = rng.random()
        if kind < 0.15 or blocks == 1:
            return ["  ret void"]
        # The entry cannot be branched to.
        first, second = (rng.randrange(1, blocks) for _ in range(2))
        if kind < 0.35:
            return ["  br label %%b%d" % first]
        return ["  %%t%d = shl i32 1, %d" % (block, rng.randrange(8)),
                "  %%m%d = and i32 %%n, %%t%d" % (block, block),
                "  %%c%d = icmp eq i32 %%m%d, 0" % (block, block),
                "  br i1 %%c%d, label %%b%d, label %%b%d" % (block, first, second)]

    def check(self, code, counter):
        for path in code.paths(200):
            self.check_path(path, counter)

    def check_path(self, path, counter):
        issued = 0    # Async operations so far.
        marks = []    # How many had been issued at each mark.
        flight = []   # Outstanding instructions: the async operation, or None.
        pending = 0   # Operations announced whose instruction is to come.
        for line in path:
            if line.startswith("; fp:load"):
                pending += 1
            elif line.startswith("; fp:mark"):
                marks.append(issued)
            elif line.startswith("; fp:waited"):
                keep = int(line.split()[-1])
                done = marks[len(marks) - keep - 1] if len(marks) > keep else 0
                late = [x for x in flight if x is not None and x < done]
                if late:
                    fail("a wait leaves %d marks, but load %d of %d is not "
                         "complete:\n%s" % (keep, late[0], issued,
                                            "\n".join(path)))
            elif counter.is_async(line):
                if not pending:
                    fail("an async load too many:\n" + "\n".join(path))
                pending -= 1
                flight.append(issued)
                issued += 1
            elif counter.counts(line):
                flight.append(None)
            limit = counter.limit(line)
            if limit is not None:
                flight = flight[len(flight) - limit:] if limit else []
        if pending and path[-1] == "s_endpgm":
            fail("an async load is missing:\n" + "\n".join(path))


class Data:
    """One block; region R of LDS is the 256 bytes from 256 * R."""

    REGIONS = 6

    def __init__(self, rng, name, several):
        self.several = several
        self.lines = ["define amdgpu_kernel void @%s(ptr addrspace(1) %%g, i32 "
                      "%%n, ptr addrspace(1) %%out) {" % name]
        self.rng = rng
        self.order = {r: [] for r in range(self.REGIONS)}  # Of each region.
        self.region_of = {}                # Of each load, by its number.
        self.busy = {}                     # Regions being written, by load.
        self.marks, self.loads = [], []
        self.reads = 0
        for _ in range(rng.randint(5, 40)):
            self.event()
        self.text = "\n".join(self.lines + ["  ret void", "}", ""])

    def event(self):
        rng = self.rng
        kind = rng.choice(["load"] * 4 + ["mark"] * 3 + ["wait"] * 3 +
                          ["read"] * 5 + ["noise"])
        if kind == "load":
            self.add_load()
        elif kind == "mark":
            self.marks.append(len(self.loads))
            self.lines.append(MARK)
        elif kind == "wait":
            keep = rng.choice([0, 1, 1, 2, 3])
            self.lines.append(wait(keep))
            done = self.marks[-keep - 1] if len(self.marks) > keep else 0
            self.busy = {n: r for n, r in self.busy.items()
                         if self.loads.index(n) >= done}
        elif kind == "read":
            self.add_read()
        else:
            self.lines.append(noise(rng, self.several))

    def add_load(self):
        free = [r for r in range(self.REGIONS) if r not in self.busy.values()]
        number = len(self.loads) + 1
        if not free or number >= 500:
            return
        region = self.rng.choice(free)
        self.loads.append(number)
        self.busy[number] = self.region_of[number] = region
        self.order[region].append(("load", number))
        self.lines.append(load(self.rng, 4 * number, 256 * region))

    def add_read(self):
        """Of an address that nothing else reads, far from its neighbours."""
        free = [r for r in range(self.REGIONS) if r not in self.busy.values()
                and len([e for e in self.order[r] if e[0] == "read"]) < 20]
        if not free:
            return
        region = self.rng.choice(free)
        taken = [e[1] for e in self.order[region] if e[0] == "read"]
        address = 256 * region + 12 * len(taken)
        self.order[region].append(("read", address))
        self.reads += 1
        n = self.reads
        self.lines += [
            "  %%v%d = load i32, ptr addrspace(3) getelementptr (i8, ptr "
            "addrspace(3) @lds, i32 %d)" % (n, address),
            "  %%o%d = getelementptr i32, ptr addrspace(1) %%out, i32 %d"
            % (n, 2 * n),
            "  store i32 %%v%d, ptr addrspace(1) %%o%d" % (n, n)]

    def check(self, code, counter):
        (path,) = code.paths(2)
        found = {r: [] for r in range(self.REGIONS)}
        flight, constants = [], Constants()
        for line in path:
            if counter.is_async(line):
                number = counter.number(line)
                flight.append(number)
                found[self.region_of[number]].append(("load", number))
            elif counter.counts(line):
                flight.append(None)
            for address in constants.lds_reads(line):
                region = address // 256
                found[region].append(("read", address))
                late = [n for n in flight if n and self.region_of[n] == region]
                if late:
                    fail("LDS %d is read while load %d is writing it:\n%s"
                         % (address, late[0], "\n".join(path)))
            constants.step(line)
            limit = counter.limit(line)
            if limit is not None:
                flight = flight[len(flight) - limit:] if limit else []
        for region in range(self.REGIONS):
            # Between loads, reads may change places.
            if batches(found[region]) != batches(self.order[region]):
                fail("region %d is used in another order:\n%s\n%s\n%s"
                     % (region, found[region], self.order[region],
                        "\n".join(path)))


def batches(events):
    """The reads between loads as sets, without what nothing separates."""
    result = [set()]
    for kind, what in events:
        if kind == "load":
            result += [what, set()]
        else:
            result[-1].add(what)
    return result


class Constants:
    """Which registers hold a constant, as far as LDS addresses need it."""

    MOVE = re.compile(r"(?:s_mov_b32|s_movk_i32|v_mov_b32_e32|v_mov_b32) "
                      r"([sv]\d+), (\S+)$")
    ADD = re.compile(r"v_add(?:_nc)?_u32(?:_e\d+)? (v\d+), (\S+), (\S+)$")
    RANGE = re.compile(r"([sv])\[(\d+):(\d+)\]")

    def __init__(self):
        self.known = {}

    def value(self, operand):
        if operand in self.known:
            return self.known[operand]
        return int(operand, 0) if re.match(r"-?\d|0x", operand) else None

    def step(self, line):
        operands = line.split(None, 1)[1:] or [""]
        target = operands[0].split(",")[0]
        move, add = self.MOVE.match(line), self.ADD.match(line)
        value = None
        if move:
            value = self.value(move.group(2))
        elif add:
            parts = [self.value(add.group(2)), self.value(add.group(3))]
            value = sum(parts) if None not in parts else None
        many = self.RANGE.match(target)
        if many:
            for n in range(int(many.group(2)), int(many.group(3)) + 1):
                self.known.pop(many.group(1) + str(n), None)
        elif re.match(r"[sv]\d+$", target) and not self.stores(line):
            self.known[target] = value

    def stores(self, line):
        return re.match(r"(global|buffer|ds|flat)_(store|write)|global_load_lds"
                        r"|.*\blds$|global_load_async", line)

    def lds_reads(self, line):
        """The addresses that a read of LDS reads."""
        if not line.startswith(("ds_read", "ds_load")):
            return []
        name, operands = line.split(None, 1)
        base = self.value(operands.replace(",", " ").split()[1])
        if base is None:
            fail("the address of this is not known: " + line)
        wide = re.search(r"2(?:addr)?(_?st(?:ride)?64)?_b(32|64)", name)
        if not wide:
            offset = re.search(r"offset:(\d+)", line)
            return [base + (int(offset.group(1)) if offset else 0)]
        unit = int(wide.group(2)) // 8 * (64 if wide.group(1) else 1)
        result = []
        for which in "01":
            offset = re.search(r"offset%s:(\d+)" % which, line)
            result.append(base + unit * (int(offset.group(1)) if offset else 0))
        return result


class VmCounter:
    """vmcnt on GFX9 counts all vector memory, on GFX10 loads alone."""

    def __init__(self, counts_stores):
        self.memory = re.compile(r"(global|buffer|flat|scratch)_(load|atomic%s)"
                                 % ("|store" if counts_stores else ""))

    def is_async(self, line):
        return bool(re.match(r"(global|buffer)_load_(lds_|.*\blds$)", line))

    def number(self, line):
        offset = re.search(r"offset:(\d+)", line)
        return int(offset.group(1)) // 4 if offset else 0

    def counts(self, line):
        return bool(self.memory.match(line))

    def limit(self, line):
        found = re.match(r"s_waitcnt\b.*vmcnt\((\d+)\)", line)
        if found:
            return int(found.group(1))
        return 0 if re.match(r"s_waitcnt 0$", line) else None


class AsyncCounter:
    def is_async(self, line):
        return line.startswith("global_load_async_to_lds")

    def counts(self, line):
        return False

    def limit(self, line):
        found = re.match(r"s_wait_asynccnt (0x[0-9a-f]+)", line)
        return int(found.group(1), 16) if found else None


class Code:
    """A function of the assembly: labels and instructions."""

    def __init__(self, text, name):
        body = re.search(r"^%s:.*?\n(.*?)^\.Lfunc_end" % name, text,
                         re.M | re.S)
        if not body:
            fail("no assembly for " + name)
        self.lines, self.labels = [], {}
        for line in body.group(1).split("\n"):
            label = re.match(r"(\S+):", line)
            if label:
                self.labels[label.group(1)] = len(self.lines)
                continue
            line = line.strip()
            if not line.startswith("; fp:"):
                line = line.split(";")[0].split("//")[0].strip()
            if line and not line.startswith("."):
                self.lines.append(line)

    def successors(self, at):
        line = self.lines[at]
        if line.startswith("s_endpgm"):
            return []
        if line.startswith("s_branch"):
            return [self.labels[line.split()[-1]]]
        if line.startswith("s_cbranch"):
            return [at + 1, self.labels[line.split()[-1]]]
        return [at + 1] if at + 1 < len(self.lines) else []

    def feasible(self, at, flags):
        """The successors that LLVM's own flags, 0 or -1 in registers, allow."""
        line, following = self.lines[at], self.successors(at)
        branch = re.match(r"s_cbranch_vcc(n?)z", line)
        if not branch or flags.get("vcc") is None:
            return following
        taken = flags["vcc"] if branch.group(1) else not flags["vcc"]
        return [following[1 if taken else 0]]

    def paths(self, most):
        """Paths from the entry that take no branch more than twice each way."""
        found, stack = [], [(0, [], {}, {})]
        while stack and len(found) < most:
            at, path, taken, flags = stack.pop()
            while True:
                path = path + [self.lines[at]]
                flags = track_flags(self.lines[at], flags)
                following = [n for n in self.feasible(at, flags)
                             if taken.get((at, n), 0) < 2]
                if not following:
                    found.append(path)
                    break
                for other in following[1:]:
                    stack.append((other, path, take(taken, at, other), flags))
                if following[0] != at + 1 or len(self.successors(at)) > 1:
                    taken = take(taken, at, following[0])
                at = following[0]
        return found


def take(taken, at, to):
    return {**taken, (at, to): taken.get((at, to), 0) + 1}


def track_flags(line, flags):
    """Registers that are wholly 0 or -1, and whether vcc is not 0."""
    words = line.replace(",", " ").split()
    if len(words) < 2 or not words[0].startswith(("s_", "v_")):
        return flags
    name, target = words[0], words[1].replace("vcc_lo", "vcc")
    value = None
    if name in ("s_mov_b64", "s_mov_b32"):
        source = words[2].replace("vcc_lo", "vcc")
        value = {"0": False, "-1": True}.get(source, flags.get(source))
    elif re.match(r"s_andn2_b|s_and_not1_b", name) and "exec" in words[2]:
        known = flags.get(words[3])
        value = None if known is None else not known
    elif re.match(r"s_and_b", name) and "exec" in words[2]:
        value = flags.get(words[3])
    return {**flags, target: value}


def counter_for(cpu):
    if cpu.startswith("gfx125"):
        return AsyncCounter()
    return VmCounter(counts_stores=cpu.startswith("gfx9"))


def check_seed(options, seed):
    rng = random.Random(seed)
    kind = {"paths": Paths, "data": Data}[options.kind]
    several = seed % 2 == 0
    kernels = [kind(rng, "k%d" % n, several) for n in range(options.kernels)]
    source = HEADER + (MORE if several else "") + "\n".join(k.text for k in kernels)
    rewritten = run(options.rewrite, source)
    for mention in ("asyncmark", "load.async.lds", "load.async.to.lds.p1"):
        if mention in rewritten:
            fail("%s is still there" % mention)
    if options.opt:
        rewritten = run(options.opt, rewritten)
    assembly = run(options.llc, rewritten)
    for number, kernel in enumerate(kernels):
        try:
            kernel.check(Code(assembly, "k%d" % number),
                         counter_for(options.mcpu))
        except SystemExit:
            print("seed %d, kernel k%d:\n%s" % (seed, number, kernel.text))
            raise


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=["paths", "data"], required=True)
    parser.add_argument("--mcpu", required=True)
    parser.add_argument("--rewrite", type=str.split, required=True,
                        help="reads IR from stdin, writes it to stdout")
    parser.add_argument("--opt", type=str.split, default=None)
    parser.add_argument("--llc", type=str.split, required=True)
    parser.add_argument("--kernels", type=int, default=50)
    parser.add_argument("seeds", type=int, nargs="+")
    options = parser.parse_args()
    for seed in options.seeds:
        check_seed(options, seed)
    print("%d kernels wait for enough" % (options.kernels * len(options.seeds)))


if __name__ == "__main__":
    main()
