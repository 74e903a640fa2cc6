"""How long the program takes to start, against a program that only loads libLLVM."""
import argparse
from measure import compare, table

parser = argparse.ArgumentParser()
parser.add_argument("--fencepost", required=True)
parser.add_argument("--llvm", required=True)
args = parser.parse_args()

commands = {
    "fencepost --version": [args.fencepost, "--version"],
    "fencepost targets": [args.fencepost, "targets"],
    "fencepost help": [args.fencepost, "help"],
    "llvm-readobj --version": [args.llvm + "/llvm-readobj", "--version"],
}
results = compare(list(commands.values()), rounds=50)
peer = results[-1][0]
print("start-up, median of 50 alternating runs")
table(["command", "ms", "of llvm-readobj"],
      [[name, f"{seconds * 1000:.2f}", f"{seconds / peer:.2f}"]
       for name, (seconds, _) in zip(commands, results)])
