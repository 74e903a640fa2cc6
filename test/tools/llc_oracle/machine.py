"""Reads machine IR as it leaves the memory legalizer: exactly what the legalizer inserted, in its order.

Later passes merge, move and drop waits by what is in flight, so the assembly cannot show that. An
instruction becomes a Step whose text is what the assembler would print without registers; waits carry
their number, which llvm-mc turns into text. An opcode that is in none of the tables here is an error:
a new instruction must not slip through as "nothing".
"""
import re
import typing

from .modules import CLOSE, OPEN


class Step(typing.NamedTuple):
    kind: str           # wait, cache, access, barrier, lds-dma
    text: str           # for a wait: as llvm-mc reads it; for an access: its opcode
    policy: int = 0     # the cache policy operand


class UnknownMachineCode(Exception):
    pass


_INSTRUCTION = re.compile(
    r"(?:[^=()]*? = )?(?:[a-z]+ )*(?P<opcode>[A-Z][A-Za-z0-9_]*)\b ?(?P<operands>[^:]*?)(?: ::.*)?$")
_NUMBER = re.compile(r"-?\d+$")
_COUNTERS = re.compile(r"S_WAIT_(LOAD|STORE|DS|KM|BVH|SAMPLE|X|ASYNC|TENSOR|EXP)CNT(?:_soft)?$")
_CACHE = re.compile(r"(BUFFER_(WBINVL1|WBINVL1_VOL|INVL2|WBL2|INV|GL0_INV|GL1_INV)|GLOBAL_(INV|WB|WBINV))$")
_ACCESS = re.compile(r"(GLOBAL|FLAT|SCRATCH|BUFFER|DS)_")
_BARRIER = re.compile(r"S_BARRIER(_SIGNAL|_SIGNAL_ISFIRST|_WAIT)?(_IMM)?$")
# Address arithmetic, copies and the two halves of an operation on private memory; DS instructions of the
# oldest families need m0.
_IGNORED = re.compile(
    r"(S_MOV|V_MOV|COPY|S_MOVK|V_DUAL_|V_ADD|V_SUB|V_CMP|V_CNDMASK|S_AND|S_OR|V_MBCNT|V_LSHL|V_LSHR|V_OR|V_AND|"
    r"V_XOR|V_MAX|V_MIN|S_CSELECT|S_ANDN2|S_CBRANCH|S_CMP|S_BRANCH|S_XOR|V_BFE|V_BFI|S_LSHL|S_ADD|IMPLICIT_DEF|"
    r"KILL|BUNDLE|V_CVT|V_ASHR|V_PERM|V_PK|V_NOT|S_BFE|V_READFIRSTLANE|SI_)")


def _operands(text):
    return [part.strip() for part in text.split(",")]


def _numbers(operands):
    """The immediate operands, in order."""
    return [int(part) for part in operands if _NUMBER.match(part)]


def _policy(opcode, operands):
    numbers = _numbers(operands)
    if opcode.startswith("DS_"):
        return 0
    # Buffer loads and stores end in a swizzle bit after the policy.
    if re.match(r"BUFFER_(LOAD|STORE)", opcode):
        return numbers[-2]
    return numbers[-1]


def _step(opcode, operands):
    numbers = _numbers(operands)
    if opcode in ("S_WAITCNT", "S_WAITCNT_soft"):
        return Step("wait", f"s_waitcnt {numbers[0]}")
    if opcode in ("S_WAITCNT_VSCNT", "S_WAITCNT_VSCNT_soft"):
        return Step("wait", f"s_waitcnt_vscnt null, {numbers[0]}")
    if opcode == "S_WAITCNT_lds_direct":
        return Step("lds-dma", opcode)
    if match := _COUNTERS.match(opcode):
        return Step("wait", f"s_wait_{match[1].lower()}cnt {numbers[0]}")
    if _CACHE.match(opcode):
        return Step("cache", opcode.lower(), numbers[0] if numbers else 0)
    if match := _BARRIER.match(opcode):
        return Step("barrier", f"s_barrier{(match[1] or '').lower()} {numbers[0] if numbers else ''}".strip())
    if _ACCESS.match(opcode):
        return Step("access", opcode, _policy(opcode, operands))
    if _IGNORED.match(opcode):
        return None
    raise UnknownMachineCode(f"{opcode} {operands}")


def functions(text):
    """Yields (name, instructions) of each function, an instruction being (opcode, operands)."""
    name, inside = "", False
    for line in text.splitlines():
        if line.startswith("name:"):
            name = line.split()[1]
        elif line.startswith("body:"):
            inside, instructions = True, []
        elif line.startswith("...") and inside:
            inside = False
            yield name, instructions
        elif inside and line.startswith("    ") and not line.startswith(("    liveins:", "    successors:")):
            match = _INSTRUCTION.match(line.strip())
            if match:
                instructions.append((match["opcode"], _operands(match["operands"])))
            elif line.strip() not in ("}", ""):
                raise UnknownMachineCode(line)


def regions(text, whole_function=False):
    """The steps of each question's region, by (number of the function's first question + marker)."""
    found = {}
    for name, instructions in functions(text):
        first = int(name[1:])
        current = found.setdefault(first, []) if whole_function else None
        for opcode, operands in instructions:
            if opcode == "S_SETPRIO":
                marker = int(operands[0]) & 0xffff
                if marker == CLOSE:
                    current = None
                elif not whole_function:
                    current = found.setdefault(first + marker - OPEN, [])
            elif current is not None:
                step = _step(opcode, operands)
                if step:
                    current.append(step)
    return found
