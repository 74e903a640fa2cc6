"""Questions as LLVM IR: many operations to a function, each between two markers.

A function of its own for each operation would spend twenty times longer in passes that look at whole
functions. The memory legalizer looks at one instruction at a time, so company changes nothing; the set
`alone` of test/lower-llvm checks that. The marker is s_setprio, which nothing moves across and which
survives to the assembly. Each operation has a line of its own as debug location: LLVM names it when it
refuses the operation.
"""
OPEN = 0x7000    # s_setprio 0x7000 + n opens operation n of a function,
CLOSE = 0x6fff   # this closes it.

_SPACES = {"flat": "ptr", "global": "ptr addrspace(1)", "local": "ptr addrspace(3)", "constant": "ptr addrspace(4)",
           "private": "ptr addrspace(5)"}
_MMRA = {"local": "!2", "global": "!3", "local+global": "!4"}
_BARRIERS = {
    "s_barrier": ["call void @llvm.amdgcn.s.barrier()"],
    "s_barrier_signal_wait": ["call void @llvm.amdgcn.s.barrier.signal(i32 -1)",
                              "call void @llvm.amdgcn.s.barrier.wait(i16 -1)"],
    "s_barrier_signal": ["call void @llvm.amdgcn.s.barrier.signal(i32 -1)"],
    "s_barrier_wait": ["call void @llvm.amdgcn.s.barrier.wait(i16 -1)"],
    "barrier.arrive.isfirst": ["%first = call i1 @llvm.amdgcn.s.barrier.signal.isfirst(i32 -1)"],
    "s_cluster_barrier": ["call void @llvm.amdgcn.s.cluster.barrier()"],
}
_COOPERATIVE = {"32x4B": "i32", "16x8B": "<2 x i32>", "8x16B": "<4 x i32>"}
_ORDERING_NUMBERS = {"monotonic": 0, "acquire": 2, "release": 3, "seq_cst": 5}  # The C ABI's.
_METADATA = """\
!llvm.dbg.cu = !{!5}
!llvm.module.flags = !{!7}
!0 = !{}
!1 = !{i32 1}
!2 = !{!"amdgpu-synchronize-as", !"local"}
!3 = !{!"amdgpu-synchronize-as", !"global"}
!4 = !{!2, !3}
!5 = distinct !DICompileUnit(language: DW_LANG_C, file: !6, emissionKind: LineTablesOnly)
!6 = !DIFile(filename: "questions", directory: "")
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !DISubroutineType(types: !{})
"""
_FIRST_FREE = 9


def value_type(question):
    return _COOPERATIVE[question.coop] if question.coop else f"i{question.bits}"


def _scope_name(name):
    """LLVM's syncscope: system is the one without a name."""
    if name == "system":
        return ""
    return "one-as" if name == "system-one-as" else name


def _scope(name):
    return f' syncscope("{_scope_name(name)}")' if _scope_name(name) else ""


def _flags(ordering):
    """What plain accesses carry: keyword and metadata."""
    volatile = " volatile" if "volatile" in ordering else ""
    hints = (", !nontemporal !1" if "nontemporal" in ordering else "") + (
        ", !amdgpu.last.use !0" if "lastuse" in ordering else "")
    return volatile, hints


def _load_or_store(question, pointer, result):
    volatile, hints = _flags(question.ordering)
    if question.volatile:
        volatile = " volatile"
    atomic, order = (" atomic", f"{_scope(question.scope)} {question.ordering}") if question.atomic else ("", "")
    kind = value_type(question)
    if question.op == "load":
        return f"{result} = load{atomic}{volatile} {kind}, {pointer}{order}, align 16{hints}"
    return f"store{atomic}{volatile} {kind} %value, {pointer}{order}, align 16{hints}"


def _cooperative(question, pointer, result):
    kind, space = value_type(question), "p1" if question.space == "global" else "p0"
    name = f"@llvm.amdgcn.cooperative.atomic.{question.op}.{question.coop}.{space}"
    last = f'i32 {_ORDERING_NUMBERS[question.ordering]}, metadata !{{!"{_scope_name(question.scope)}"}})'
    if question.op == "load":
        return f"{result} = call {kind} {name}({pointer}, {last}"
    return f"call void {name}({pointer}, {kind} %value, {last}"


def _transfer(question, pointer):
    if question.op == "async.load":
        name = f"@llvm.amdgcn.global.load.async.to.lds.b{question.bits}"
        return f"call void {name}({pointer}, ptr addrspace(3) %out, i32 0, i32 0)"
    volatile = -2**31 if question.ordering == "volatile" else 0
    return (f"call void @llvm.amdgcn.load.to.lds.p1({pointer}, ptr addrspace(3) %out, i32 {question.bits // 8}, i32 0, "
            f"i32 {volatile})")


def instruction(question, result="%r"):
    """The line of IR that a question about a memory access asks about."""
    pointer, scope = f"{_SPACES.get(question.space)} %{question.space}", _scope(question.scope)
    kind, volatile = value_type(question), " volatile" if question.volatile else ""
    if question.coop:
        return _cooperative(question, pointer, result)
    if question.op in ("lds.dma", "async.load"):
        return _transfer(question, pointer)
    if question.op == "fence":
        tags = f", !mmra {_MMRA[question.mmra]}" if question.mmra else ""
        return f"fence{scope} {question.ordering}{tags}"
    if question.op in ("load", "store"):
        return _load_or_store(question, pointer, result)
    given = f"{result} = " if question.op.endswith("_ret") else ""
    if question.op.startswith("rmw"):
        return (f"{given}atomicrmw{volatile} {question.modify} {pointer}, {kind} %value{scope} {question.ordering}, "
                "align 16")
    success, failure = question.ordering.split("/")
    return f"{given}cmpxchg{volatile} {pointer}, {kind} %value, {kind} %other{scope} {success} {failure}, align 16"


# Without these LLVM takes some read-modify-writes for ones that memory across PCIe cannot do.
_COARSE = ", !amdgpu.no.fine.grained.memory !0, !amdgpu.no.remote.memory !0"


def _operation(question, number):
    """The lines of IR for one question, and the value that holds its result (None without one)."""
    if question.op in _BARRIERS:
        return _BARRIERS[question.op], None
    result = f"%r{number}"
    if question.op == "cmpxchg_ret":
        pair = f"{{ {value_type(question)}, i1 }}"
        return [instruction(question, f"{result}.pair"), f"{result} = extractvalue {pair} {result}.pair, 0"], result
    line = instruction(question, result) + (_COARSE if question.op.startswith("rmw") else "")
    return [line], result if question.op in ("load", "rmw_ret") else None


def _attributes(question):
    size = question.workgroup
    return f'nounwind "amdgpu-flat-work-group-size"="1,{size}"' if size else "nounwind"


class Module:
    """IR for questions about one setting, of one width and size of work-group. Line n + 1 of the debug
    information is question n."""

    def __init__(self, questions, per_function=100):
        self.questions = list(questions)
        self._metadata = []
        self._lines = ["declare void @llvm.amdgcn.s.setprio(i16)"]
        for first in range(0, len(self.questions), per_function):
            self._function(first, self.questions[first:first + per_function])
        self.text = "\n".join(self._lines + [_METADATA] + self._metadata) + "\n"

    def _new_metadata(self, node):
        self._metadata.append(f"!{_FIRST_FREE + len(self._metadata)} = {node}")
        return _FIRST_FREE + len(self._metadata) - 1

    def _function(self, first, questions):
        program = self._new_metadata(
            "distinct !DISubprogram(file: !6, type: !8, unit: !5, spFlags: DISPFlagDefinition)")
        kind = value_type(questions[0])
        pointers = ", ".join(f"{pointer} %{space}" for space, pointer in _SPACES.items())
        self._lines.append(f"define void @f{first}({pointers}, ptr addrspace(3) %out, {kind} %value, {kind} %other) "
                           f"{_attributes(questions[0])} !dbg !{program} {{")
        for index, question in enumerate(questions):
            self._question(first + index, index, question, program)
        self._lines += ["  ret void", "}"]

    def _question(self, number, index, question, program):
        line = self._new_metadata(f"!DILocation(line: {number + 1}, scope: !{program})")
        body, result = _operation(question, number)
        self._marker(OPEN + index)
        self._lines += [f"  {text}, !dbg !{line}" for text in body]
        self._marker(CLOSE)
        if result:
            self._lines.append(f"  store {value_type(question)} {result}, ptr addrspace(3) %out")

    def _marker(self, value):
        self._lines.append(f"  call void @llvm.amdgcn.s.setprio(i16 {value})")


_LDS = "@lds = internal addrspace(3) global [64 x i32] poison"


def _barrier_kernel(question, number):
    body = "\n".join(f"  {line}" for line in _BARRIERS[question.op])
    return f"""\
define amdgpu_kernel void @f{number}(ptr addrspace(1) %p, ptr addrspace(1) %q) {_attributes(question)} {{
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %v = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  %w = load i32, ptr addrspace(3) %b
  call void @llvm.amdgcn.s.setprio(i16 {OPEN})
{body}
  call void @llvm.amdgcn.s.setprio(i16 {CLOSE})
  %s = add i32 %v, %w
  store i32 %s, ptr addrspace(1) %q
  ret void
}}"""


def barrier_kernels(questions):
    """Kernels in which a load from memory and one from LDS are in flight before the barrier."""
    return "\n".join([_LDS] + [_barrier_kernel(question, number) for number, question in enumerate(questions)]) + "\n"


_LDS_DMA = {
    "buffer": "call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %b, ptr addrspace(3) @lds, i32 4, "
              "i32 0, i32 0, i32 0, i32 0)",
    "global": "call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %p, ptr addrspace(3) @lds, i32 4, i32 0, i32 0)",
}


def lds_dma_kernels(questions, transfer):
    """Kernels with nothing but a transfer to LDS in flight before the operation, which must be a fence."""
    lines = ["declare void @llvm.amdgcn.s.setprio(i16)", _LDS]
    for number, question in enumerate(questions):
        lines += [f"define amdgpu_kernel void @f{number}(ptr addrspace(1) %p, ptr addrspace(8) %b) {{",
                  f"  {_LDS_DMA[transfer]}", f"  call void @llvm.amdgcn.s.setprio(i16 {OPEN})",
                  f"  {instruction(question)}", f"  call void @llvm.amdgcn.s.setprio(i16 {CLOSE})",
                  "  %v = load i32, ptr addrspace(3) @lds", "  store i32 %v, ptr addrspace(1) %p", "  ret void", "}"]
    return "\n".join(lines) + "\n" + _METADATA
