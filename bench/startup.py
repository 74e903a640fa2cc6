"""What a start of the program costs, against LLVM's reader of objects, which loads libLLVM.

Processor time, which is what a build over thousands of files pays. The questions are so small that the
start is all there is; check is on a kernel that needs no solver.
"""
import argparse
import os
from measure import compare, table

parser = argparse.ArgumentParser()
parser.add_argument("--fencepost", required=True)
parser.add_argument("--llvm", required=True)
args = parser.parse_args()

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
commands = {
    "fencepost targets": [args.fencepost, "targets"],
    "fencepost litmus mp-agent.litmus": [args.fencepost, "litmus", root + "/examples/mp-agent.litmus"],
    "fencepost explain 'load atomic acquire agent'":
        [args.fencepost, "explain", "load atomic acquire agent", "-mcpu=gfx942"],
    "fencepost inspect reduce-gfx942.hsaco": [args.fencepost, "inspect", root + "/examples/reduce-gfx942.hsaco"],
    "fencepost --version, which loads the solver": [args.fencepost, "--version"],
    "llvm-readobj reduce-gfx942.hsaco": [args.llvm + "/llvm-readobj", root + "/examples/reduce-gfx942.hsaco"],
}
results = compare(list(commands.values()), rounds=50, processor_time=True, codes=(0, 1))
peer = results[-1][0]
print("start-up, processor time, median of 50 alternating runs")
table(["command", "ms", "of llvm-readobj"],
      [[name, f"{seconds * 1000:.2f}", f"{seconds / peer:.2f}"]
       for name, (seconds, _) in zip(commands, results)])
