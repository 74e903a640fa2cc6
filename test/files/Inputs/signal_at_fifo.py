"""signal_at_fifo.py SIGNAL FIFO COMMAND...: a signal ends COMMAND while it opens FIFO, which nobody reads."""

import os
import signal
import subprocess
import sys
import time

number, fifo = signal.Signals["SIG" + sys.argv[1]], sys.argv[2]
child = subprocess.Popen(sys.argv[3:], stderr=subprocess.DEVNULL)
# It has long done its work by then, and waits.
time.sleep(1)
if child.poll() is not None:
    sys.exit("it did not wait for a reader")
child.send_signal(number)
try:
    if child.wait(timeout=20) != -number:
        sys.exit(f"ended with {child.returncode}")
except subprocess.TimeoutExpired:
    child.kill()
    sys.exit("the signal did not end it")
assert os.path.exists(fifo)
