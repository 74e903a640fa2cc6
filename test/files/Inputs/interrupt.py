"""Runs a command, sends it a signal once a file is there, and looks at what is left.

interrupt.py SIGNAL STARTED OUTPUTS WORD...

STARTED is made by what the command runs and has a process number on each line. The command must end by the signal,
leave OUTPUTS, a directory, as it was, and none of the processes running. A SIGNAL with a minus before it is ignored from
the beginning: then the command must end as if nothing had happened.
"""
import os
import resource
import signal
import subprocess
import sys
import time

TIME = 60


def state(directory):
    files = [os.path.join(directory, name) for name in sorted(os.listdir(directory))]
    return [(name, open(name, "rb").read()) for name in files]


def wait_until(condition, what):
    end = time.monotonic() + TIME
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"after {TIME} seconds: {what}")
        time.sleep(0.01)


def runs(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


name, started, outputs, *command = sys.argv[1:]
number = signal.Signals["SIG" + name.lstrip("-")]
ignored = name.startswith("-")


def prepare():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for each in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(each, signal.SIG_IGN if ignored and each == number else signal.SIG_DFL)


def children():
    with open(started) as file:
        return [int(line) for line in file]


before = state(outputs)
run = subprocess.Popen(command, preexec_fn=prepare, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
wait_until(lambda: os.path.exists(started) and open(started).read().endswith("\n"), "nothing has started")
if not all(map(runs, children())):
    sys.exit("what was to be interrupted does not run")
run.send_signal(number)
try:
    said, _ = run.communicate(timeout=TIME)
except subprocess.TimeoutExpired:
    run.kill()
    sys.exit("the signal does not end the program")
if ignored:
    sys.exit(f"exit code {run.returncode}: {said}" if run.returncode else 0)
if run.returncode != -number:
    sys.exit(f"ended with {run.returncode}, not by the signal: {said}")
wait_until(lambda: not any(map(runs, children())), "a child is left")
if said or state(outputs) != before:
    sys.exit(f"left {state(outputs)}, said {said!r}")
