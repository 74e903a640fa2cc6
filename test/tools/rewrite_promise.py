#!/usr/bin/env python3
"""Does rewritten code have the sequence that `explain` promises?

Every atomic and fence that can be marked `amdgcn-av none`, at every scope wider
than a wavefront, ordering, address space and annotation, is a function of its
own. They are rewritten, compiled by llc, and what stands in the assembly
between two comments is compared with what `explain --batch` says: the waits
before, the access with its cache bits, the waits after, and nothing that
writes back or invalidates. Waits that stand side by side are compared as a
set, since LLVM merges and reorders them; s_wait_xcnt is LLVM's own business. A
fence may have the waits of LLVM's own sequence in addition.
"""
import argparse
import json
import re
import subprocess
import sys

SCOPES = ["workgroup", "cluster", "agent", "system"]
SPACES = {"flat": 0, "global": 1, "local": 3}
HAS_SPACE = {"flat": "ptr", "global": "ptr addrspace(1)",
             "local": "ptr addrspace(3)"}
BITS = re.compile(r"\b(glc|slc|dlc|sc0|sc1|nt|scope:\w+|th:\w+)\b")
CACHES = re.compile(r"(buffer_(inv|wb|gl\d)|global_(inv|wb))")


def fail(message):
    sys.exit("rewrite_promise: " + message)


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        fail("%s: %s" % (" ".join(command), done.stderr))
    return done.stdout


def questions(target, features, with_flat):
    """One for each function; those that mean nothing are never asked."""
    scopes = [s + one for s in SCOPES for one in ("", "-one-as")]
    for scope in scopes:
        for mmra in ["", "local", "global", "local+global"]:
            for order in ["acquire", "release", "acq_rel", "seq_cst"]:
                yield {"op": "fence", "ordering": order, "scope": scope,
                       "as": "", "mmra": mmra}
        for space in SPACES:
            if space == "flat" and not with_flat:
                continue
            for op, orders in {
                    "load": ["acquire", "seq_cst"],
                    "store": ["release", "seq_cst"],
                    "rmw_ret": ["acquire", "release", "acq_rel", "seq_cst"],
                    "rmw_noret": ["acquire", "release", "acq_rel", "seq_cst"],
                    "cmpxchg_ret": ["acquire/monotonic", "release/monotonic",
                                    "monotonic/acquire", "acq_rel/acquire",
                                    "seq_cst/seq_cst", "monotonic/seq_cst"],
                    "cmpxchg_noret": ["acq_rel/acquire", "release/seq_cst"],
            }.items():
                for order in orders:
                    yield {"op": op, "ordering": order, "scope": scope,
                           "as": space, "mmra": ""}


def sync_scope(scope):
    """As LLVM writes it: system is left out."""
    name = {"system": "", "system-one-as": "one-as"}.get(scope, scope)
    return 'syncscope("%s") ' % name if name else ""


def instruction(q):
    scope, order = sync_scope(q["scope"]), q["ordering"]
    pointer = HAS_SPACE.get(q["as"], "") + " %p"
    op = q["op"]
    if op == "fence":
        tags = "".join(", !%d" % (1 if tag == "local" else 2)
                       for tag in q["mmra"].split("+") if tag)
        return "  fence %s%s, !mmra !{!0%s}" % (scope, order, tags)
    if op == "load":
        text = "%%r = load atomic i32, %s %s%s, align 4" % (pointer, scope, order)
    elif op == "store":
        text = "store atomic i32 %%v, %s %s%s, align 4" % (pointer, scope, order)
    elif op.startswith("rmw"):
        text = "%%r = atomicrmw add %s, i32 %%v %s%s" % (pointer, scope, order)
    else:
        text = "%%r = cmpxchg %s, i32 %%v, i32 %%w %s%s" % (
            pointer, scope, order.replace("/", " "))
    return "  " + text + ", !mmra !0"


def function(number, q):
    lines = []
    pointer = HAS_SPACE.get(q["as"], "ptr addrspace(1)")
    result = q["op"] in ("load", "rmw_ret", "cmpxchg_ret")
    pair = q["op"].startswith("cmpxchg")
    lines.append("define %s @f%d(%s %%p, i32 %%v, i32 %%w) {"
                 % ("i32" if result else "void", number, pointer))
    lines.append('  call void asm sideeffect "; fp:begin", ""()')
    lines.append(instruction(q))
    lines.append('  call void asm sideeffect "; fp:end", ""()')
    if result and pair:
        lines.append("  %x = extractvalue { i32, i1 } %r, 0\n  ret i32 %x")
    else:
        lines.append("  ret i32 %r" if result else "  ret void")
    return "\n".join(lines + ["}", ""])


TAGS = """!0 = !{!"amdgcn-av", !"none"}
!1 = !{!"amdgpu-synchronize-as", !"local"}
!2 = !{!"amdgpu-synchronize-as", !"global"}
"""


def waits_of(lines):
    """Counters to values, whatever instruction waits for them."""
    found = {}

    def add(counter, value):
        if counter != "xcnt":
            found[counter] = min(value, found.get(counter, value))

    for line in lines:
        for counter, value in re.findall(r"(\w+cnt)\((\d+)\)", line):
            add(counter, int(value))
        vscnt = re.match(r"s_waitcnt_vscnt null, (\w+)", line)
        if vscnt:
            add("vscnt", int(vscnt.group(1), 0))
        both = re.match(r"s_wait_(load|store)cnt_dscnt (\w+)", line)
        single = re.match(r"s_wait_(\w+cnt) (\w+)", line)
        if both:
            value = int(both.group(2), 0)
            add(both.group(1) + "cnt", value >> 8)
            add("dscnt", value & 63)
        elif single:
            add(single.group(1), int(single.group(2), 0))
    return found


def is_access(line):
    return re.match(r"(global|flat|buffer|ds|scratch)_", line)


def check(q, spec, llvm, monotonic, body):
    where = json.dumps(q) + "\n" + "\n".join(body)
    accesses = [n for n, line in enumerate(body) if is_access(line)]
    if any(CACHES.match(line) for line in body):
        fail("caches are written back or invalidated: " + where)
    if q["op"] == "fence":
        if accesses:
            fail("a fence accesses memory: " + where)
        has = waits_of(body)
        wanted = waits_of(spec["pre"])
        most = {**waits_of(llvm["pre"]), **wanted}
        if not (wanted.items() <= has.items() <= most.items()):
            fail("waits %s, promised %s: %s" % (has, wanted, where))
        return
    if len(accesses) != 1:
        fail("not one access: " + where)
    access = body[accesses[0]]
    if sorted(BITS.findall(access)) != sorted(BITS.findall(monotonic["access"])):
        fail("bits of %s: %s" % (monotonic["access"], where))
    for part, lines in (("pre", body[:accesses[0]]),
                        ("post", body[accesses[0] + 1:])):
        if waits_of(lines) != waits_of(spec[part]):
            fail("waits %s %s, promised %s: %s"
                 % (part, waits_of(lines), spec[part], where))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mcpu", required=True)
    parser.add_argument("--mattr", default="")
    parser.add_argument("--rewrite", type=str.split, required=True,
                        help="reads IR from stdin, writes it to stdout")
    parser.add_argument("--explain", type=str.split, required=True)
    parser.add_argument("--llc", type=str.split, required=True)
    options = parser.parse_args()
    asked = list(questions(options.mcpu, options.mattr,
                           options.mcpu != "gfx600"))
    lines = []
    for q in asked:
        base = {**q, "target": options.mcpu, "features": options.mattr}
        lines.append({**base, "dialect": "spec", "av": "none"})
        lines.append({**base, "dialect": "llvm22"})
        plain = "monotonic/monotonic" if "/" in q["ordering"] else "monotonic"
        lines.append({**base, "dialect": "llvm22", "ordering":
                      "acquire" if q["op"] == "fence" else plain})
    answers = [json.loads(line) for line in
               run(options.explain, "".join(json.dumps(l) + "\n"
                                            for l in lines)).splitlines()]
    kept = []
    for n, q in enumerate(asked):
        three = answers[3 * n:3 * n + 3]
        if not any("error" in a for a in three):
            kept.append((q, three))
    source = ('target triple = "amdgcn-amd-amdhsa"\n' +
              "\n".join(function(n, q) for n, (q, _) in enumerate(kept)) + TAGS)
    assembly = run(options.llc, run(options.rewrite, source))
    for n, (q, three) in enumerate(kept):
        text = re.search(r"^f%d:.*?fp:begin(.*?)fp:end" % n, assembly,
                         re.M | re.S)
        body = [line.split(";")[0].strip()
                for line in text.group(1).split("\n")]
        check(q, *three, [line for line in body if line])
    print("%d sequences as promised" % len(kept))


if __name__ == "__main__":
    main()
