"""Reads final assembly: the mnemonic and the cache bits of each instruction, as a user sees them."""
import re

from .modules import CLOSE, OPEN

_LABEL = re.compile(r"f(\d+):")
_BITS = re.compile(r"^(glc|slc|dlc|sc0|sc1|nt|lds|scope:\w+|th:\w+)$")
_MEMORY = re.compile(r"(global|flat|scratch|buffer|ds)_")
_BARRIER = re.compile(r"s_barrier")
_WAIT = re.compile(r"s_wait")


# GFX11 can load into half a register. Which load LLVM takes depends on what the value is used for.
_HALVES = {"_d16_u8": "_u8", "_u8_d16": "_u8", "_d16_b16": "_u16", "_u16_d16": "_u16"}


def without_registers(line):
    """`global_load_dword v0, v[0:1], off sc1` becomes `global_load_dword sc1`."""
    mnemonic, _, operands = line.partition(" ")
    for half, whole in _HALVES.items():
        if mnemonic.endswith(half):
            mnemonic = mnemonic.removesuffix(half) + whole
    bits = [word for word in re.split(r"[ ,]+", operands) if _BITS.match(word)]
    return " ".join([mnemonic] + bits)


def regions(text, whole_function=False):
    """The memory, cache, wait and barrier instructions of each question, as machine.regions() numbers them."""
    found, first, current = {}, 0, None
    for line in text.splitlines():
        if match := _LABEL.match(line):
            first = int(match[1])
            current = found.setdefault(first, []) if whole_function else None
            continue
        line = line.split(";")[0].strip()
        if line.startswith("s_setprio "):
            marker = int(line.split()[1], 0) & 0xffff
            if marker == CLOSE:
                current = None
            elif not whole_function:
                current = found.setdefault(first + marker - OPEN, [])
        elif current is not None:
            if _MEMORY.match(line):
                current.append(without_registers(line))
            elif _BARRIER.match(line) or _WAIT.match(line):
                current.append(line)
    return found
