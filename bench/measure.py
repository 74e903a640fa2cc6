"""Measuring commands: alternating runs, the median of each, and peak memory."""
import math
import os
import resource
import signal
import statistics
import time


def run_once(command, processor_time=False, codes=(0,), limit=None, output="/dev/null"):
    """Runs a command with its output thrown away or kept in a file; (seconds, peak KiB of memory).

    Processor time is what a program with one thread takes when nothing else runs,
    and does not change much when something does. At `limit` seconds of it the command
    is ended, and has taken infinitely many.
    """
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, 1, output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)])
    if limit:
        resource.prlimit(pid, resource.RLIMIT_CPU, (limit, limit))
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if limit and code == -signal.SIGKILL:
        return math.inf, usage.ru_maxrss
    if code not in codes:
        raise SystemExit(f"failed: {' '.join(command)}")
    if processor_time:
        seconds = usage.ru_utime + usage.ru_stime
    return seconds, usage.ru_maxrss


def compare(commands, rounds=15, processor_time=False, codes=(0,)):
    """Runs the commands alternately; a (median seconds, peak KiB) for each.

    Alternating spreads whatever else the machine does over all of them.
    """
    results = [[] for _ in commands]
    for _ in range(rounds + 1):
        for times, command in zip(results, commands):
            times.append(run_once(command, processor_time, codes))
    # The first round warms the file cache and is not counted.
    return [(statistics.median(s for s, _ in r[1:]), max(m for _, m in r[1:]))
            for r in results]


def table(header, rows):
    widths = [max(len(str(row[i])) for row in [header] + rows) for i in range(len(header))]
    for row in [header] + rows:
        print("  ".join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip())
    print()
