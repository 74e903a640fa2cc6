"""Finds what opens a file for writing, or moves one, in the libraries and tools of a source tree."""
import pathlib
import re
import sys

WRITER = "tools/fencepost/WriteOutput.cpp"
WRITES = re.compile(
    r"\braw_fd_(?:o?stream)>?(?:\s+\w+)?\s*[({](?!\))|\bwriteToOutput\b|\bcreate(?:Temporary|Unique)File\b|\bTempFile\b|"
    r"\bFileOutputBuffer\b|\bToolOutputFile\b|\bopen\w*For(?:Read)?Write\b|\bcopy_file\b|\bfs::rename\b|\brenameat2?\s*\(|"
    r"\bo?fstream\b|\bfd?open\s*\(|\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b|\bcreat\s*\(|\bmkd?o?s?temps?\s*\(")

root = pathlib.Path(sys.argv[1])
found = 0
for area in "lib", "tools", "include":
    for path in sorted((root / area).rglob("*")):
        name = str(path.relative_to(root))
        if path.suffix not in (".cpp", ".h", ".in", ".def", ".inc") or name == WRITER:
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if WRITES.search(line.split("//")[0]):
                print(f"{name}:{number}: {line.strip()}")
                found += 1
sys.exit(1 if found else 0)
