"""Runs a command whose last word is to name its output with a file that has an access list, and with one in a directory
that gives a list to what is new: a file keeps exactly the list that it has."""
import errno
import os
import struct
import subprocess
import sys

ACCESS, DEFAULT = "system.posix_acl_access", "system.posix_acl_default"
USER_OBJ, USER, GROUP_OBJ, MASK, OTHER = 1, 2, 4, 16, 32


def acl(*entries):
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def attribute(name, key):
    try:
        return os.getxattr(name, key)
    except OSError as problem:
        return problem.errno


directory, *command = sys.argv[1:]
os.makedirs(directory, exist_ok=True)
NOBODY = 2**32 - 1
some = acl((USER_OBJ, 6, NOBODY), (USER, 4, 1234), (GROUP_OBJ, 0, NOBODY), (MASK, 4, NOBODY), (OTHER, 0, NOBODY))
one, two = os.path.join(directory, "one"), os.path.join(directory, "two")
for name in one, two:
    open(name, "w").close()
    os.chmod(name, 0o640)
try:
    os.setxattr(one, ACCESS, some)
    os.setxattr(directory, DEFAULT, some)
except OSError as problem:
    if problem.errno == errno.ENOTSUP:
        sys.exit(0)  # This file system has no lists.
    raise
for name in one, two:
    before = attribute(name, ACCESS), os.stat(name).st_mode
    subprocess.run([*command, name], check=True, stdout=subprocess.DEVNULL)
    after = attribute(name, ACCESS), os.stat(name).st_mode
    if before != after or os.path.getsize(name) == 0:
        sys.exit(f"{name}: {before} became {after}")
