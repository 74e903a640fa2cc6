"""Prints a certificate with something changed in its first kernel, k, or in all: change.py FILE STATEMENT"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as f:
    document = json.load(f)
exec(sys.argv[2], {"k": document["kernels"][0], "all": document["kernels"]})
json.dump(document, sys.stdout, indent=2)
