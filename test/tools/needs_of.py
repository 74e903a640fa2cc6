"""Prints what each of the given tests needs beside the programs of the build."""
import os
import sys

import needs

for file in sys.argv[1:]:
    with open(file, encoding="utf-8") as source:
        programs, modules = needs.needs(source.read(), os.path.dirname(os.path.abspath(needs.__file__)))
    print(os.path.basename(file) + ":", *programs, *modules)
