"""Both of LLVM's views of an operation as one answer, in the words of `fencepost explain --batch`.

Machine IR gives the order and the waits, the assembly the mnemonics and cache bits. They must tell the
same story: an instruction that is no wait stands in both, at the same place, and the bits printed are
those of the machine operand.
"""
import itertools

from . import assembly, llvm, machine, modules
from .questions import BARRIERS, major

_SCOPES = ("", "scope:SCOPE_SE", "scope:SCOPE_DEV", "scope:SCOPE_SYS")
_SCOPE_SYS = 3
_HINTS = {"load": ("", "TH_LOAD_NT", "TH_LOAD_HT", "TH_LOAD_LU"), "store": ("", "TH_STORE_NT"),
          "atomic": ("", "TH_ATOMIC_RETURN"), "cache": ("",)}


class Disagreement(Exception):
    """The two views do not fit each other, or a reader here is wrong."""


def _bits(target, policy, kind):
    """The cache policy operand as the assembler writes it."""
    if major(target) >= 12:
        hint = _HINTS[kind][policy & 7]
        if hint == "TH_LOAD_LU" and policy >> 3 == _SCOPE_SYS:
            hint = "TH_LOAD_BYPASS"
        return [bit for bit in (f"th:{hint}" if hint else "", _SCOPES[policy >> 3 & 3]) if bit]
    if kind == "cache" and target == "gfx90a":
        return []  # LLVM sets GFX942's bits on GFX90A's buffer_wbl2 too; its encoding has none.
    sc = target in ("gfx942", "gfx950", "gfx9-4-generic")
    names = ((1, "sc0"), (2, "nt"), (16, "sc1")) if sc else ((1, "glc"), (2, "slc"), (4, "dlc"))
    return [name for bit, name in names if policy & bit]


def _kind(text):
    for kind in ("atomic", "load", "store"):
        if f"_{kind}" in text.lower():
            return kind
    return "cache"


def _check_same(question, step, printed):
    mnemonic, *bits = printed.split()
    if step.kind == "cache" and mnemonic != step.text:
        raise Disagreement(f"{question}: machine code has {step.text}, assembly {printed}")
    bits = [bit for bit in bits if bit != "lds"]
    if sorted(bits) != sorted(_bits(question.target, step.policy, _kind(mnemonic))):
        raise Disagreement(f"{question}: policy {step.policy} printed as {printed}")


def _texts(question, steps, printed, spelled):
    """(kind, text) of each step, or a complaint if the assembly has other instructions."""
    printed = [line for line in printed if not line.startswith("s_wait")]
    memory = [step for step in steps if step.kind in ("cache", "access", "barrier")]
    if len(printed) != len(memory):
        raise Disagreement(f"{question}: machine code {memory}, assembly {printed}")
    lines = iter(printed)
    for step in steps:
        if step.kind in ("cache", "access"):
            text = next(lines)
            _check_same(question, step, text)
            yield step.kind, text
        elif step.kind == "barrier":
            text = next(lines)
            if text != step.text:
                raise Disagreement(f"{question}: machine code {step.text}, assembly {text}")
            yield "access", text
        elif step.kind == "wait":
            yield "wait", spelled[step.text]
        else:
            yield "lds-dma", "s_waitcnt vmcnt(0)"


def _answer(question, steps, printed, spelled):
    texts = list(_texts(question, steps, printed, spelled))
    accesses = [index for index, (kind, _) in enumerate(texts) if kind == "access"]
    if bool(accesses) == (question.op == "fence"):
        raise Disagreement(f"{question}: accesses in {texts}")
    begin, end = (accesses[0], accesses[-1] + 1) if accesses else (len(texts), len(texts))
    if len(accesses) != end - begin:
        raise Disagreement(f"{question}: something stands between two accesses in {texts}")
    parts = {"pre": texts[:begin], "post": texts[end:]}
    answer = {"pre": [text for kind, text in parts["pre"] if kind != "lds-dma"],
              "access": "; ".join(text for _, text in texts[begin:end]),
              "post": [text for kind, text in parts["post"] if kind != "lds-dma"]}
    dma = {key: ["s_waitcnt vmcnt(0)"] for key, part in parts.items() if any(kind == "lds-dma" for kind, _ in part)}
    if dma:
        answer["if_lds_dma"] = {"pre": dma.get("pre", []), "post": dma.get("post", [])}
    return answer


def answers(questions, per_function=100, whole_function=False):
    """Question -> answer for memory operations of one setting and width, by one module."""
    if not questions:
        return {}
    setting = questions[0].setting
    module = modules.Module(questions, per_function)
    machine_text, refused = llvm.compile_module(setting, module.text, machine_ir=True)
    steps = machine.regions(machine_text, whole_function)
    printed = assembly.regions(llvm.compile_module(setting, module.text, machine_ir=False)[0], whole_function)
    waits = {step.text for region in steps.values() for step in region if step.kind == "wait"}
    spelled = llvm.assembler_spelling(setting, waits) if waits else {}
    found = {}
    for number, question in enumerate(module.questions):
        if number + 1 in refused:
            found[question] = {"error": refused[number + 1].rsplit(": ", 1)[-1]}
        else:
            found[question] = _answer(question, steps[number], printed[number], spelled)
    return found


def _barrier_answer(question, lines):
    waits = [line for line in lines if line.startswith("s_wait")]
    if lines[:len(waits)] != waits:
        raise Disagreement(f"{question}: {lines}")
    return {"pre": waits, "access": "; ".join(lines[len(waits):]), "post": []}


def barrier_answers(questions):
    """Question -> answer for barriers, which the memory legalizer does not touch: SIInsertWaitcnts adds their
    waits, by what is in flight, so it is the assembly that counts."""
    if not questions:
        return {}
    text, _ = llvm.compile_module(questions[0].setting, modules.barrier_kernels(questions), machine_ir=False)
    printed = assembly.regions(text)
    return {question: _barrier_answer(question, printed[number]) for number, question in enumerate(questions)}


def dies(question):
    """Whether llc ends with an internal error, or without an instruction to select, instead of naming the line."""
    old = major(question.target)
    if question.op in BARRIERS:
        vanishes = question.workgroup and question.op != "s_cluster_barrier"
        return question.op != "s_barrier" and old < 12 and not vanishes
    if question.op == "lds.dma":
        return old not in (9, 10) or question.bits > 32 and question.target != "gfx950"
    if question.op == "async.load":
        return question.target not in ("gfx1250", "gfx1251")
    stores_constant = question.space == "constant" and question.op == "store"
    return question.space == "flat" and old == 6 or stores_constant and old in (7, 8)


def death(question):
    """The answer for a question that ends llc by itself; checks that it does."""
    is_barrier = question.op in BARRIERS
    text = modules.barrier_kernels([question]) if is_barrier else modules.Module([question]).text
    try:
        llvm.compile_module(question.setting, text, machine_ir=not is_barrier)
    except llvm.LlcFailed as failure:
        # An internal error, no instruction to select, or IR that its reader refuses at a line and a column.
        if any(sign in str(failure) for sign in ("PLEASE submit", "Cannot select", "<stdin>:")):
            return {"error": "llc cannot compile it"}
        raise Disagreement(f"{question}: {failure}")
    raise Disagreement(f"{question}: llc compiles it")


def _by_module(questions):
    """The questions that can share a module, together."""
    return itertools.groupby(questions, key=modules.value_type)


def _is_invariant(question):
    """LLVM merges and moves plain loads of constant memory, across markers too."""
    return question.space == "constant" and not question.atomic


def of_setting(questions, full=False, per_function=100):
    """Question -> answer for questions about one setting. Unless `full`, only some of those that end llc are
    tried alone."""
    doomed = [question for question in questions if dies(question)]
    for question in doomed if full else doomed[::97]:
        death(question)
    found = {question: {"error": "llc cannot compile it"} for question in doomed}
    rest = [question for question in questions if question not in found]
    found.update(barrier_answers([question for question in rest if question.op in BARRIERS]))
    rest = [question for question in rest if question.op not in BARRIERS]
    for _, group in _by_module(question for question in rest if _is_invariant(question)):
        found.update(answers(list(group), per_function=1, whole_function=True))
    for _, group in _by_module(question for question in rest if not _is_invariant(question)):
        found.update(answers(list(group), per_function))
    return {question: found[question] for question in questions}


def with_lds_dma(questions, transfer):
    """Question -> answer for fences, each checked with a transfer to LDS in flight: the assembly must wait for
    vmcnt if the answer says so for every program or for programs with LDS DMA, and only then."""
    found = of_setting(questions)
    text, _ = llvm.compile_module(questions[0].setting, modules.lds_dma_kernels(questions, transfer), machine_ir=False)
    printed = assembly.regions(text)
    for number, question in enumerate(questions):
        answer, lines = found[question], printed[number]
        said = answer["pre"] + answer.get("if_lds_dma", {"pre": []})["pre"]
        if any("vmcnt(0)" in line for line in lines) != any("vmcnt(0)" in line for line in said):
            raise Disagreement(f"{question}: {answer}, but with LDS DMA in flight {lines}")
    return found
