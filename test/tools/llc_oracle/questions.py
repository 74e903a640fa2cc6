"""The questions: every combination of target, operation, ordering, scope, address space and annotation.

A question is the object that `fencepost explain --batch` reads, here a tuple so that it can be a key. The
main set is the full product of the values below, including what LLVM refuses: there an error is expected.
"""
import itertools
import re
import typing

from . import modules


class Setting(typing.NamedTuple):
    """A processor and its features: one run of llc."""
    target: str
    features: str


class Question(typing.NamedTuple):
    target: str
    features: str
    op: str
    ordering: str = ""
    scope: str = ""
    space: str = ""
    mmra: str = ""
    bits: int = 32          # width of the access
    modify: str = "add"     # what a read-modify-write does
    volatile: bool = False  # an atomic that is volatile as well
    coop: str = ""          # an access of a cooperative group: 32x4B
    workgroup: int = 0      # work-items of a work-group, if they are few

    def batch(self):
        """The object to ask, in the order the documentation gives."""
        fixed = {"target": self.target, "features": self.features}
        if self.op in TRANSFERS:
            flags = self.ordering.replace("plain", "")
            return fixed | {"op": f"{self.op} {flags} i{self.bits}", "dialect": "llvm22"}
        if self.modify != "add" or self.volatile:
            # The keys have no words for these: ask with a line of LLVM IR.
            return fixed | {"op": modules.instruction(self), "dialect": "llvm22"}
        extra = {"bits": self.bits} if self.bits != 32 and not self.coop else {}
        extra |= {"coop": self.coop} if self.coop else {}
        extra |= {"workgroup": self.workgroup} if self.workgroup else {}
        return fixed | {"op": self.op, "ordering": self.ordering, "scope": self.scope, "as": self.space,
                        "mmra": self.mmra, "dialect": "llvm22"} | extra

    @property
    def setting(self):
        return Setting(self.target, self.features)

    @property
    def atomic(self):
        return bool(self.scope)


def _with(feature, *targets):
    return [Setting(target, value) for target in targets for value in ("", feature)]


SETTINGS = (
    [Setting(target, "") for target in ("gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx908")]
    + _with("+tgsplit", "gfx90a", "gfx942", "gfx950")
    + _with("+cumode", "gfx1010", "gfx1030", "gfx1100", "gfx1150", "gfx1200", "gfx1201")
    + [Setting("gfx1250", ""), Setting("gfx1251", "")])

# Processors that the main set leaves to their siblings, and the generic targets.
FURTHER_SETTINGS = (
    [Setting(target, "") for target in (
        "gfx601", "gfx602", "gfx701", "gfx702", "gfx703", "gfx704", "gfx705", "gfx801", "gfx802", "gfx805",
        "gfx810", "gfx902", "gfx904", "gfx909", "gfx90c", "gfx9-generic")]
    + _with("+tgsplit", "gfx9-4-generic")
    + _with("+cumode", "gfx1011", "gfx1012", "gfx1013", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035",
            "gfx1036", "gfx1101", "gfx1102", "gfx1103", "gfx1151", "gfx1152", "gfx1153", "gfx10-1-generic",
            "gfx10-3-generic", "gfx11-generic", "gfx12-generic"))

SCOPES = ("singlethread", "wavefront", "workgroup", "cluster", "agent", "system")
ALL_SCOPES = tuple(name + suffix for name in SCOPES for suffix in ("", "-one-as"))
SPACES = ("flat", "global", "local", "private", "constant")
MMRAS = ("", "local", "global", "local+global")
PLAIN = ("plain", "nontemporal", "volatile", "volatile+nontemporal")
READ = ("unordered", "monotonic", "acquire", "seq_cst")
WRITE = ("unordered", "monotonic", "release", "seq_cst")
BOTH = ("monotonic", "acquire", "release", "acq_rel", "seq_cst")
PAIRS = tuple(f"{success}/{failure}" for success in BOTH for failure in ("monotonic", "acquire", "seq_cst"))
FENCE = ("acquire", "release", "acq_rel", "seq_cst")
BARRIERS = ("s_barrier", "s_barrier_signal_wait", "s_barrier_signal", "s_barrier_wait", "s_cluster_barrier",
            "barrier.arrive.isfirst")

# Loads to LDS past the registers: with waits that LLVM adds, and without (spec/003).
TRANSFERS = ("lds.dma", "async.load")

ORDERINGS = {"load": READ, "store": WRITE, "rmw_ret": BOTH, "rmw_noret": BOTH, "cmpxchg_ret": PAIRS,
             "cmpxchg_noret": PAIRS}


def major(target):
    """gfx90a: 9, gfx1030: 10, gfx9-4-generic: 9."""
    return int(re.match(r"gfx(\d+)(?:-|[0-9a-f]{2}$)", target)[1])


def of_setting(setting):
    """Every question about one processor and its features, in a fixed order."""
    for op, orderings in ORDERINGS.items():
        if op in ("load", "store"):
            for ordering, space in itertools.product(PLAIN, SPACES):
                yield Question(*setting, op, ordering, "", space)
        for ordering, scope, space in itertools.product(orderings, ALL_SCOPES, SPACES):
            yield Question(*setting, op, ordering, scope, space)
    for ordering, scope, mmra in itertools.product(FENCE, ALL_SCOPES, MMRAS):
        yield Question(*setting, "fence", ordering, scope, "", mmra)
    for op in BARRIERS:
        yield Question(*setting, op)


# What no target accepts because LLVM IR does not: the verifier or the parser refuses it.
ILLEGAL = (
    [("load", ordering, "global") for ordering in ("release", "acq_rel")]
    + [("store", ordering, "global") for ordering in ("acquire", "acq_rel")]
    + [(op, "unordered", "global") for op in ("rmw_ret", "rmw_noret")]
    + [(op, pair, "global") for op in ("cmpxchg_ret", "cmpxchg_noret")
       for pair in ("unordered/monotonic", "monotonic/unordered", "seq_cst/release", "seq_cst/acq_rel")]
    + [("fence", ordering, "") for ordering in ("unordered", "monotonic")])


# One setting of each family, and both of each feature, for what is the same on all processors of a family.
FAMILIES = [setting for setting in SETTINGS if setting.target in (
    "gfx600", "gfx700", "gfx803", "gfx900", "gfx908", "gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1200", "gfx1250")]
MODIFICATIONS = ("xchg", "sub", "and", "or", "xor", "max", "min", "umax", "umin", "uinc_wrap", "udec_wrap")


def _varied(setting, keep, **changes):
    """The questions about a setting that `keep` holds for, each with some fields changed."""
    return [question._replace(**changes) for question in of_setting(setting) if keep(question)]


def widths(setting):
    """Accesses of 8, 16 and 64 bits, and plain ones of 128. Left out is what takes several instructions, each
    with waits of its own: wide volatile accesses to private and flat memory, 64-bit read-modify-writes of flat
    memory (which LLVM splits by address space), volatile accesses of 128 bits."""
    for bits in (8, 16):
        yield from _varied(setting, lambda q: q.op in ("load", "store"), bits=bits)
    yield from _varied(setting, lambda q: q.op in ORDERINGS and q.space in ("global", "local"), bits=64)
    yield from _varied(setting, lambda q: q.op in ("load", "store") and q.space == "flat" and q.atomic, bits=64)
    yield from _varied(setting, lambda q: q.op in ("load", "store") and q.ordering in ("plain", "nontemporal")
                       and q.space == "global", bits=128)


def modifications(setting):
    """The other read-modify-writes that are one instruction everywhere."""
    for modify in MODIFICATIONS:
        yield from _varied(setting, lambda q: q.op.startswith("rmw") and q.space in ("flat", "global", "local"),
                           modify=modify)


def volatile_atomics(setting):
    yield from _varied(setting, lambda q: q.atomic and q.op != "fence" and q.space != "private", volatile=True)


def last_uses(setting):
    for flags, space in itertools.product(("lastuse", "volatile+lastuse"), SPACES):
        yield Question(*setting, "load", flags, "", space)


def cooperative(setting):
    orderings = {"load": ("monotonic", "acquire", "seq_cst"), "store": ("monotonic", "release", "seq_cst")}
    groups = ("32x4B", "16x8B", "8x16B")
    for coop, op, scope, space in itertools.product(groups, orderings, ALL_SCOPES, ("flat", "global")):
        for ordering in orderings[op]:
            yield Question(*setting, op, ordering, scope, space, coop=coop)


def transfers(setting):
    for bits, flags in itertools.product((8, 16, 32, 96, 128), ("plain", "volatile")):
        yield Question(*setting, "lds.dma", flags, "", "global", bits=bits)
    for bits in (8, 32, 64, 128):
        yield Question(*setting, "async.load", "plain", "", "global", bits=bits)


def one_wave(setting):
    """Work-groups that are one wave, which is a wave64 before GFX10."""
    size = 64 if major(setting.target) < 10 else 32
    return [question._replace(workgroup=size) for question in of_setting(setting)]


def illegal(setting):
    for op, ordering, space in ILLEGAL:
        yield Question(*setting, op, ordering, "agent", space)


def every_pair(questions):
    """A deterministic part of the questions that holds every pair of values occurring in any two fields."""
    chosen, seen = [], set()
    places = list(itertools.combinations(range(len(Question._fields)), 2))
    for question in questions:
        new = [pair for i, j in places if (pair := (i, j, question[i], question[j])) not in seen]
        if new:
            seen.update(new)
            chosen.append(question)
    return chosen
