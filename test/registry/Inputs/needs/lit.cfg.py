# A suite in which only the program itself, fencepost, can be run.
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "..", "tools"))
import needs

config.name = "some"
config.suffixes = [".test"]
config.test_format = needs.Test(execute_external=True)
config.environment["PATH"] = os.environ["ONLY_PATH"]
config.test_exec_root = os.environ["OUTPUT"]
config.substitutions += [("%llvm", "/nowhere"), ("%python", "/nowhere/python"), ("%checker", "/nowhere")]
