"""Runs a command whose standard output is full, closed, or a pipe that nobody reads."""
import os
import signal
import subprocess
import sys


def ends(command, code, said, **options):
    run = subprocess.run(command, stderr=subprocess.PIPE, text=True, **options)
    messages = [line for line in run.stderr.splitlines() if line.startswith("fencepost: error: ")]
    if run.returncode != code or messages != said:
        sys.exit(f"{said}: exit code {run.returncode}, standard error {run.stderr!r}")


def cannot(why):
    return [f"fencepost: error: cannot write the output: {why} [usage]"]


def reset(pipe):
    return lambda: signal.signal(signal.SIGPIPE, pipe)


command = sys.argv[1:]
with open("/dev/full", "w") as full:
    ends(command, 2, cannot("No space left on device"), stdout=full)
ends(command, 2, cannot("Bad file descriptor"), preexec_fn=lambda: os.close(1))
reading, writing = os.pipe()
os.close(reading)
ends(command, -signal.SIGPIPE, [], stdout=writing, preexec_fn=reset(signal.SIG_DFL))
ends(command, 2, [], stdout=writing, preexec_fn=reset(signal.SIG_IGN))
# Nor can anything be said then; the exit code stays.
with open("/dev/full", "w") as full:
    run = subprocess.run(command, stdout=full, stderr=full)
    if run.returncode != 2:
        sys.exit(f"both full: exit code {run.returncode}")
