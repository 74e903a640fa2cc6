"""Changes bytes of a file: patch.py IN CHANGE... OUT

A change is OFFSET=HEX, or OLD~NEW for a text that occurs and is replaced by one
of the same length.
"""
import sys

data = bytearray(open(sys.argv[1], "rb").read())
for change in sys.argv[2:-1]:
    if "~" in change:
        old, new = (text.encode() for text in change.split("~"))
        assert len(old) == len(new) and old in data, change
        data = data.replace(old, new)
    else:
        offset, value = change.split("=")
        value = bytes.fromhex(value)
        data[int(offset, 0):int(offset, 0) + len(value)] = value
open(sys.argv[-1], "wb").write(data)
