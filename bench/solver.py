"""The pinned solver against another libz3: the same checks with both, answers compared.

FENCEPOST_Z3 says which other one; Debian's by default. Most of a check needs no solver, so the ratio says
what a user gains, not how quick the solvers are.
"""
import argparse
import glob
import os
import subprocess
import sys
from measure import compare, table

parser = argparse.ArgumentParser()
parser.add_argument("--fencepost", required=True)
parser.add_argument("--llvm", required=True)
args = parser.parse_args()

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
other = os.environ.pop("FENCEPOST_Z3", "libz3.so.4")
subjects = {
    "the scenarios of the suite": sorted(glob.glob(root + "/test/check/Inputs/*.ll")),
    "the longest: a divergent branch": [root + "/test/check/Inputs/11-divergent-branch.racy.ll"],
}


def verdicts(command):
    out = subprocess.run(command, capture_output=True, text=True).stdout
    return [line for line in out.splitlines() if '"name":' in line or '"severity":' in line]


rows = []
for what, files in subjects.items():
    pinned = [args.fencepost, "check", "--json", "-j1", "-mcpu=gfx942", *files]
    asked = ["/usr/bin/env", "FENCEPOST_Z3=" + other, *pinned]
    if verdicts(pinned) != verdicts(asked):
        sys.exit(f"{what}: other findings with {other}")
    times = [seconds for seconds, _ in compare([pinned, asked], rounds=5, processor_time=True, codes=(0, 1, 2, 3))]
    rows.append([what, f"{times[0] * 1000:.0f}", f"{times[1] * 1000:.0f}", f"{times[1] / times[0]:.2f}"])
print(f"check with the pinned solver and with {other}, processor milliseconds; the findings are the same")
table(["files", "pinned", "other", "ratio"], rows)
