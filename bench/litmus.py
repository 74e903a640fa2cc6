"""`fencepost litmus` against fixed goals, and against herd7.

Times are processor times of one thread, but for the collection and the memory of a
batch, which run in parallel. The inputs are generated. herd7 is not run: its figures are known ones for programs
of the same shape on a machine of this kind.
"""
import argparse
import os
import tempfile
from measure import compare, table


def test(name, locations, threads, condition):
    """The text of a litmus test; a thread is (placement, lines)."""
    text = f"AMDGPU {name}\n{{ {' '.join(l + ';' for l in locations)} }}\n"
    for number, (place, lines) in enumerate(threads):
        text += f"thread P{number}{' @ ' + place if place else ''} {{\n"
        text += "".join(f"  {line}\n" for line in lines) + "}\n"
    return text + condition + "\n"


def relaxed(threads):
    """One workgroup a thread."""
    return [(f"workgroup {i}", lines) for i, lines in enumerate(threads)]


def store(location, value, order="monotonic"):
    return f"store atomic {location}, {value} {order} agent"


def load(register, location, order="monotonic"):
    return f"{register} = load atomic {location} {order} agent"


XY = ["global x = 0", "global y = 0"]


def message_passing():
    return test("MP", XY, relaxed([
        ["store x, 1", store("y", 1, "release")],
        [load("r0", "y", "acquire"), "if (r0 == 1) { r1 = load x }"]]),
        "~exists (P1:r0 = 1 /\\ P1:r1 = 0)")


def store_buffering():
    return test("SB", XY, relaxed([
        [store("x", 1), load("r0", "y")], [store("y", 1), load("r0", "x")]]),
        "exists (P0:r0 = 0 /\\ P1:r0 = 0)")


def load_buffering():
    return test("LB", XY, relaxed([
        [load("r0", "x"), store("y", 1)], [load("r0", "y"), store("x", 1)]]),
        "exists (P0:r0 = 1 /\\ P1:r0 = 1)")


def iriw(reads):
    """Two writers, two readers that read x and y in turn, in opposite order."""
    def reader(first, second):
        return [load(f"r{i}", (first, second)[i % 2]) for i in range(reads)]
    return test(f"IRIW-{reads}", XY, relaxed([
        [store("x", 1)], [store("y", 1)], reader("x", "y"), reader("y", "x")]),
        "exists (P2:r0 = 1 /\\ P2:r1 = 0 /\\ P3:r0 = 1 /\\ P3:r1 = 0)")


def writers(count):
    """Many writers of one location, and a reader."""
    return test(f"W{count}", ["global x = 0"], relaxed(
        [[store("x", i + 1)] for i in range(count)] + [[load("r0", "x")]]),
        f"exists (P{count}:r0 = {count})")


def fetch_adds(count):
    return test(f"ADD{count}", ["global x = 0"], relaxed(
        [["r0 = atomicrmw add x, 1 monotonic agent"]] * count),
        f"exists (P0:r0 = {count - 1})")


def writes_and_reads(first, second):
    """Two threads: five writes to one location, then five reads of another."""
    locations = sorted({f"global {first} = 0", f"global {second} = 0"})
    def thread(mine, theirs, base):
        return ([store(mine, base + i) for i in range(5)] +
                [load(f"r{i}", theirs) for i in range(5)])
    return test(f"W5R5-{first}{second}", locations, relaxed(
        [thread(first, second, 1), thread(second, first, 11)]),
        "exists (P0:r0 = 0 \\/ P0:r0 = 5)")


def pipeline(waves, phases):
    """Every wave stores its slot, meets the others, and loads its neighbour's."""
    def wave(number):
        lines = []
        for phase in range(phases):
            half = phase % 2 * waves
            lines += [f"store slot[{half + number}], {phase + 1}", "fence release workgroup",
                      "barrier", "fence acquire workgroup",
                      f"r{phase} = load slot[{half + (number + 1) % waves}]"]
        return "workgroup 0", lines
    every = " /\\ ".join(f"P{w}:r{phases - 1} = {phases}" for w in range(waves))
    return test(f"PIPE-{waves}x{phases}", [f"local slot[{2 * waves}] = 0"],
                [wave(w) for w in range(waves)], f"forall ({every})")


def write(directory, name, text):
    path = os.path.join(directory, name + ".litmus")
    with open(path, "w") as f:
        f.write(text)
    return path


def write_list(directory, name, paths):
    path = os.path.join(directory, name)
    with open(path, "w") as f:
        f.write("\n".join(paths) + "\n")
    return "@" + path


def ratio(peer, seconds):
    return "-" if peer is None else f"{peer / seconds:.0f}x"


def milliseconds(seconds):
    return "-" if seconds is None else f"{seconds * 1000:.3g}"


def small_tests(args, directory):
    """Time per test inside one process: a batch of copies, less a batch of one."""
    copies = 1000
    cases = [("MP", message_passing(), 0.74e-3), ("SB", store_buffering(), None),
             ("LB", load_buffering(), None), ("IRIW", iriw(2), 3.4e-3)]
    rows = []
    for name, text, herd in cases:
        path = write(directory, name, text)
        many = write_list(directory, name + ".list", [path] * (copies + 1))
        base = [args.fencepost, "litmus", "-j1"]
        (one, _), (batch, _) = compare([base + [path], base + [many]], args.rounds, True)
        each = (batch - one) / copies
        goal = herd / 50 if herd else None
        rows.append([name, milliseconds(each), milliseconds(goal), milliseconds(herd), ratio(herd, each)])
    print(f"small tests, in a batch of {copies} (goal: 50 times faster than herd7)")
    table(["test", "ms", "goal ms", "herd7 ms", "herd7/ours"], rows)


def single_tests(args, directory):
    """A whole process for one test, its start included."""
    cases = [("empty", test("E", [], [("", ["r0 = 0"])], "exists (P0:r0 = 0)"), 5e-3, None),
             ("IRIW, 8 reads a reader", iriw(8), 20e-3, 73),
             ("8 writers + 1 reader", writers(8), None, 40),
             ("9 writers + 1 reader", writers(9), None, None),
             ("5 fetch_adds", fetch_adds(5), None, 8.8),
             ("8 fetch_adds", fetch_adds(8), 1, None),
             ("2 threads of 5 writes + 5 reads, x and y", writes_and_reads("x", "y"), 50e-3, None),
             ("2 threads of 5 writes + 5 reads, x alone", writes_and_reads("x", "x"), 50e-3, None)]
    cases += [(f"pipeline of {w} waves, 8 phases", pipeline(w, 8), 10e-3 if w == 16 else None, None)
              for w in (4, 8, 16, 32)]
    commands = [[args.fencepost, "litmus", write(directory, f"single{i}", text)]
                for i, (_, text, _, _) in enumerate(cases)]
    results = compare(commands, args.rounds, True)
    start = results[0][0]
    rows = [[name, milliseconds(seconds), milliseconds(max(seconds - start, 0)), milliseconds(goal),
             milliseconds(herd), ratio(herd, seconds), f"{memory / 1024:.0f}"]
            for (name, _, goal, herd), (seconds, memory) in zip(cases, results)]
    print("single tests, the whole process, and without its start")
    table(["test", "ms", "less start", "goal ms", "herd7 ms", "herd7/ours", "MiB"], rows)


def nine_writers(args, directory):
    path = write(directory, "nine", writers(9))
    many = write_list(directory, "nine.list", [path] * 201)
    base = [args.fencepost, "litmus", "-j1", "--quiet"]
    (one, _), (batch, _) = compare([base + [path], base + [many]], args.rounds, True)
    print("9 writers + 1 reader, inside a batch")
    table(["ms", "goal ms"], [[milliseconds((batch - one) / 200), "1"]])


def collection(args):
    found = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "test", "litmus")
    rows = []
    for jobs in (1, os.cpu_count()):
        ((seconds, memory),) = compare([[args.fencepost, "litmus", "--quiet", "-Wno-condition-fails",
                                         f"-j{jobs}", found]],
                                       rounds=args.rounds)
        rows.append([jobs, milliseconds(seconds), "1000", f"{memory / 1024:.0f}"])
    print("the whole collection")
    table(["threads", "ms", "goal ms", "MiB"], rows)


def memory(args, directory):
    texts = [message_passing(), store_buffering(), iriw(8), fetch_adds(5), pipeline(4, 4)]
    paths = [write(directory, f"m{i}", text) for i, text in enumerate(texts)]
    rows = []
    for count in (200, 2000):
        command = [args.fencepost, "litmus",
                   write_list(directory, f"m{count}.list", paths * (count // len(paths)))]
        ((seconds, peak),) = compare([command], rounds=1)
        rows.append([count, milliseconds(seconds), f"{peak / 1024:.1f}"])
    print("memory over a batch")
    table(["files", "ms", "MiB"], rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fencepost", required=True)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        small_tests(args, directory)
        single_tests(args, directory)
        nine_writers(args, directory)
        collection(args)
        memory(args, directory)


main()
