"""Runs a command whose last word is to name its output with a pipe that nobody reads."""
import os
import subprocess
import sys

reading, writing = os.pipe()
os.close(reading)
name = f"/dev/fd/{writing}"
run = subprocess.run([*sys.argv[1:], name], pass_fds=[writing], capture_output=True, text=True)
wanted = f"fencepost: error: cannot write {name}: Broken pipe [usage]\n"
if run.returncode != 2 or run.stderr != wanted:
    sys.exit(f"exit code {run.returncode}, standard error {run.stderr!r}")
