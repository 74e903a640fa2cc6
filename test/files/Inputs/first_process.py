"""Runs a command as the first process of a name space, sends it a signal once a pipe is open at its other end, and wants the
exit code that shells give for that signal.

first_process.py SIGNAL PIPE unshare WORD...
"""
import os
import signal
import subprocess
import sys

name, pipe, *command = sys.argv[1:]
signal.alarm(60)  # Nobody may come to the other end.
number = signal.Signals["SIG" + name]
run = subprocess.Popen(command, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       text=True)
# Opened for writing, it waits for a reader; what is called "started" is written to.
if pipe == "started":
    with open(pipe) as started:
        started.readline()
else:
    end = os.open(pipe, os.O_WRONLY)
with open(f"/proc/{run.pid}/task/{run.pid}/children") as file:
    first = int(file.read())
os.kill(first, number)
try:
    said, _ = run.communicate(timeout=40)
except subprocess.TimeoutExpired:
    os.kill(first, signal.SIGKILL)
    sys.exit("the signal does not end the program")
if run.returncode != 128 + number or said:
    sys.exit(f"ended with {run.returncode}, said {said!r}")
