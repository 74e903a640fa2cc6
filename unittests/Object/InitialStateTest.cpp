//===- InitialStateTest.cpp - Registers at kernel start, against LLVM -----===//
// LLVM's instruction selection decides which registers a kernel's inputs arrive
// in, and prints them. For every processor, kernels that need random inputs are
// compiled twice: stopped there, and to an object whose descriptors we read.
// Both must name the same registers. Preloaded kernel arguments are compared
// with the loads of the prologue that LLVM emits for firmware that cannot
// preload, and the trap temporaries with the code that reads them.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/InitialState.h"
#include "LlvmOracle.h"
#include "ObjectInputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <random>
#include <regex>
#include <set>

using namespace fencepost;
using inputs::processorNamed;

//===----------------------------------------------------------------------===//
// Kernels that need random inputs
//===----------------------------------------------------------------------===//

/// An input, and how a kernel says that it does not need it.
static const char *const Unneeded[] = {
    "amdgpu-no-dispatch-ptr",      "amdgpu-no-queue-ptr",
    "amdgpu-no-dispatch-id",       "amdgpu-no-implicitarg-ptr",
    "amdgpu-no-workgroup-id-x",    "amdgpu-no-workgroup-id-y",
    "amdgpu-no-workgroup-id-z",    "amdgpu-no-workitem-id-x",
    "amdgpu-no-workitem-id-y",     "amdgpu-no-workitem-id-z",
    "amdgpu-no-flat-scratch-init",
};

static std::string randomArguments(const Processor &P, std::mt19937 &Random) {
  static const char *const Types[] = {"i8", "i16", "i32", "i64",
                                      "ptr addrspace(1)"};
  bool Preloads = P.Features.has(Feature::KernargPreload) && Random() % 2;
  std::string Text;
  for (unsigned I = 0, Count = Random() % 9; I < Count; ++I) {
    Text += I ? ", " : "";
    Text += Types[Random() % std::size(Types)];
    // Only a leading run of arguments may be preloaded.
    Preloads &= Random() % 4 != 0;
    Text += Preloads ? " inreg" : "";
  }
  return Text;
}

static std::string randomKernel(unsigned Index, const Processor &P,
                                std::mt19937 &Random) {
  std::string Text = "define amdgpu_kernel void @k" + std::to_string(Index) +
                     "(" + randomArguments(P, Random) + ")";
  for (const char *Attribute : Unneeded)
    if (Random() % 2)
      Text += std::string(" \"") + Attribute + "\"";
  Text += " {\n";
  if (Random() % 2)
    Text += "  %a = alloca i32, addrspace(5)\n"
            "  store volatile i32 0, ptr addrspace(5) %a\n";
  if (Random() % 4 == 0)
    Text += "  call void @outside()\n";
  return Text + "  ret void\n}\n";
}

static std::string randomModule(unsigned Kernels, const Processor &P,
                                std::mt19937 &Random) {
  std::string Text = "declare void @outside()\n";
  for (unsigned I = 0; I < Kernels; ++I)
    Text += randomKernel(I, P, Random);
  return Text;
}

//===----------------------------------------------------------------------===//
// What LLVM says
//===----------------------------------------------------------------------===//

/// "$sgpr4_sgpr5" as "s[4:5]", "$vgpr0" as "v0".
static std::string spelled(llvm::StringRef Mir) {
  llvm::SmallVector<llvm::StringRef> Parts;
  Mir.drop_front().split(Parts, '_');
  std::string File = Parts[0].starts_with("sgpr") ? "s" : "v";
  std::string First = Parts.front().drop_front(4).str();
  if (Parts.size() == 1)
    return File + First;
  return File + "[" + First + ":" + Parts.back().drop_front(4).str() + "]";
}

/// By LLVM's name of the input, e.g. "dispatchPtr" -> "s[4:5]". Masks become
/// bit ranges.
using Inputs = std::map<std::string, std::string>;

static std::map<std::string, Inputs> inputsOfKernels(const std::string &Mir) {
  static const std::regex Name("^name: +(\\w+)$");
  static const std::regex Input(
      "^    (\\w+): +\\{ reg: '(\\$\\w+)'(, mask: (\\d+))? \\}$");
  std::map<std::string, Inputs> Kernels;
  Inputs *Current = nullptr;
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(Mir).split(Lines, '\n');
  for (llvm::StringRef Line : Lines) {
    std::cmatch Match;
    if (Line.starts_with("name:") &&
        std::regex_match(Line.begin(), Line.end(), Match, Name))
      Current = &Kernels[Match[1]];
    else if (Current && Line.contains("{ reg: ") &&
             std::regex_match(Line.begin(), Line.end(), Match, Input)) {
      std::string Register = spelled(Match[2].str());
      if (Match[4].matched) {
        uint32_t Mask = std::stoul(Match[4]);
        Register += "[" + std::to_string(31 - llvm::countl_zero(Mask)) + ":" +
                    std::to_string(llvm::countr_zero(Mask)) + "]";
      }
      (*Current)[Match[1]] = Register;
    }
  }
  return Kernels;
}

/// LLVM's names of what we call by a phrase.
static const std::pair<llvm::StringLiteral, llvm::StringLiteral> Names[] = {
    {"private segment buffer", "privateSegmentBuffer"},
    {"dispatch pointer", "dispatchPtr"},
    {"queue pointer", "queuePtr"},
    {"kernarg segment pointer", "kernargSegmentPtr"},
    {"dispatch id", "dispatchID"},
    {"flat scratch init", "flatScratchInit"},
    {"private segment size", "privateSegmentSize"},
    {"work-group id x", "workGroupIDX"},
    {"work-group id y", "workGroupIDY"},
    {"work-group id z", "workGroupIDZ"},
    {"work-group info", "workGroupInfo"},
    {"scratch wavefront offset", "privateSegmentWaveByteOffset"},
    {"work-item id x", "workItemIDX"},
    {"work-item id y", "workItemIDY"},
    {"work-item id z", "workItemIDZ"},
};

static std::string llvmName(llvm::StringRef Holds) {
  for (auto [Phrase, Name] : Names)
    if (Holds.starts_with(Phrase))
      return Name.str();
  return "";
}

//===----------------------------------------------------------------------===//
// The comparison
//===----------------------------------------------------------------------===//

/// The kernarg byte that each SGPR is preloaded from.
static std::map<unsigned, unsigned> preloadedBy(const KernelDescriptor &D,
                                                const Processor &P) {
  std::map<unsigned, unsigned> Loads;
  for (const InitialRegister &R : initialRegisters(D, P)) {
    llvm::StringRef Register = R.Register;
    unsigned First;
    Register.consume_front("s");
    Register.consume_front("[");
    if (Register.consumeInteger(10, First))
      continue;
    for (unsigned Byte = 0; Byte < R.KernargBytes; Byte += 4)
      Loads[First + Byte / 4] = R.KernargOffset + Byte;
  }
  return Loads;
}

static void expectSameRegisters(const KernelDescriptor &D, const Processor &P,
                                const Inputs &Expected) {
  Inputs Ours;
  std::set<std::string> Sgprs;
  for (const InitialRegister &R : initialRegisters(D, P)) {
    if (R.Register.starts_with("s")) {
      EXPECT_TRUE(Sgprs.insert(R.Register).second) << R.Register;
    }
    bool Numbered = R.Register[0] == 's' || R.Register[0] == 'v';
    if (Numbered && !llvmName(R.Holds).empty())
      Ours[llvmName(R.Holds)] = R.Register;
  }
  std::map<unsigned, unsigned> Preloaded = preloadedBy(D, P);
  if (!Preloaded.empty())
    Ours["firstKernArgPreloadReg"] =
        "s" + std::to_string(Preloaded.begin()->first);
  for (auto &[Name, Register] : Expected) {
    // LLVM keeps the last SGPR free for it before it knows whether it needs it.
    bool Scratch = D.Rsrc2 & 1;
    if (Name == "privateSegmentWaveByteOffset" && !Scratch)
      continue;
    ASSERT_TRUE(Ours.contains(Name)) << Name << " in " << Register;
    // If no other id is in the register, LLVM needs no mask.
    llvm::StringRef Whole = Ours[Name];
    if (!llvm::StringRef(Register).contains('['))
      Whole = Whole.split('[').first.empty() ? Whole : Whole.split('[').first;
    EXPECT_EQ(Whole.str(), Register) << Name;
  }
  for (auto &[Name, Register] : Ours)
    if (Register[0] == 's') {
      EXPECT_TRUE(Expected.contains(Name)) << Name << " in " << Register;
    }
}

static void expectLlvmsRegisters(const oracle::Machine &M,
                                 const std::string &Ir) {
  std::vector<std::string> Arguments = {"-mtriple=" + M.Triple,
                                        "-mcpu=" + M.Cpu,
                                        "-mattr=" + M.Features,
                                        "-O1",
                                        "-stop-after=finalize-isel",
                                        "-o",
                                        "-"};
  llvm::Expected<std::string> Mir = oracle::runTool("llc", Arguments, Ir);
  ASSERT_TRUE(bool(Mir)) << llvm::toString(Mir.takeError());
  llvm::Expected<std::string> Object =
      oracle::compile(Ir, M, oracle::Output::Object);
  ASSERT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
  std::map<std::string, Inputs> Kernels = inputsOfKernels(*Mir);
  auto Descriptors = oracle::bytesAt(*Object, ".kd", KernelDescriptor::Size);
  ASSERT_EQ(Kernels.size(), Descriptors.size());
  for (auto &[Name, Bytes] : Descriptors) {
    SCOPED_TRACE(Name);
    expectSameRegisters(KernelDescriptor::read(Bytes), processorNamed(M.Cpu),
                        Kernels[Name]);
  }
}

TEST(InitialState, RegistersAreLlvms) {
  unsigned Seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937 Random(Seed);
  for (const Processor &P : processors()) {
    SCOPED_TRACE(P.Name.str());
    ASSERT_NO_FATAL_FAILURE(
        expectLlvmsRegisters({P.Name.str()}, randomModule(30, P, Random)));
  }
}

TEST(InitialState, RegistersAreLlvmsInEitherWaveSize) {
  std::mt19937 Random(1);
  for (const char *Cpu : {"gfx1010", "gfx1030", "gfx1100", "gfx1200"}) {
    SCOPED_TRACE(Cpu);
    ASSERT_NO_FATAL_FAILURE(
        expectLlvmsRegisters({Cpu, "amdgcn-amd-amdhsa", "+wavefrontsize64"},
                             randomModule(20, processorNamed(Cpu), Random)));
  }
}

//===----------------------------------------------------------------------===//
// Preloaded kernel arguments
//===----------------------------------------------------------------------===//

/// The kernarg byte that each SGPR is loaded from, by the first block of a
/// kernel: "s_load_dwordx2 s[10:11], s[4:5], 0x10".
static std::map<unsigned, unsigned> loadsOfPrologue(llvm::StringRef Assembly,
                                                    llvm::StringRef Kernel) {
  static const std::regex Load(
      "^\\ts_load_dword\\w* s\\[?(\\d+):?(\\d*)\\]?, s\\[\\d+:\\d+\\], "
      "(0x[0-9a-f]+)$");
  std::map<unsigned, unsigned> Loads;
  llvm::StringRef Rest = Assembly.split(("\n" + Kernel + ":").str()).second;
  for (llvm::StringRef Line : llvm::split(Rest, '\n')) {
    std::cmatch Match;
    if (Line.contains("s_branch"))
      break;
    if (!std::regex_match(Line.begin(), Line.end(), Match, Load))
      continue;
    unsigned First = std::stoul(Match[1]);
    unsigned Last = Match[2].length() ? std::stoul(Match[2]) : First;
    for (unsigned R = First; R <= Last; ++R)
      Loads[R] = std::stoul(Match[3], nullptr, 16) + (R - First) * 4;
  }
  return Loads;
}

TEST(InitialState, PreloadedArgumentsAreThoseOfThePrologue) {
  unsigned Seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937 Random(Seed);
  unsigned Preloading = 0;
  for (const char *Cpu : {"gfx90a", "gfx942", "gfx950", "gfx9-4-generic"}) {
    SCOPED_TRACE(Cpu);
    std::string Ir = randomModule(100, processorNamed(Cpu), Random);
    auto Assembly = oracle::compile(Ir, {Cpu}, oracle::Output::Assembly);
    auto Object = oracle::compile(Ir, {Cpu}, oracle::Output::Object);
    ASSERT_TRUE(Assembly && Object);
    for (auto &[Name, Bytes] :
         oracle::bytesAt(*Object, ".kd", KernelDescriptor::Size)) {
      KernelDescriptor D = KernelDescriptor::read(Bytes);
      if (!D.KernargPreload)
        continue;
      ++Preloading;
      EXPECT_EQ(preloadedBy(D, processorNamed(Cpu)),
                loadsOfPrologue(*Assembly, Name))
          << Name;
    }
  }
  EXPECT_GT(Preloading, 40u);
}

//===----------------------------------------------------------------------===//
// Trap temporaries
//===----------------------------------------------------------------------===//

/// The code of a kernel that stores what \p Intrinsic returns.
static std::string codeReading(llvm::StringRef Intrinsic, llvm::StringRef Cpu) {
  std::string Ir = ("declare i32 @llvm.amdgcn." + Intrinsic +
                    "()\ndefine amdgpu_kernel void @k(ptr addrspace(1) %p) {\n"
                    "  %v = call i32 @llvm.amdgcn." +
                    Intrinsic +
                    "()\n  store volatile i32 %v, ptr addrspace(1) %p\n"
                    "  ret void\n}\n")
                       .str();
  llvm::Expected<std::string> Text =
      oracle::compile(Ir, {Cpu.str()}, oracle::Output::Assembly);
  EXPECT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
  return llvm::StringRef(*Text).split("s_endpgm").first.str();
}

/// The bits of a trap temporary that \p Code reads, spelled as we do.
static std::string ttmpRead(llvm::StringRef Code) {
  std::smatch Match;
  std::string Text = Code.str();
  static const std::regex Field("s_bfe_u32 s\\d+, (ttmp\\d+), (0x[0-9a-f]+)");
  static const std::regex Low(
      "s_and_b32 s\\d+, (ttmp\\d+), (0x[0-9a-f]+|\\d+)");
  static const std::regex High("s_lshr_b32 s\\d+, (ttmp\\d+), 16");
  auto Bits = [](std::string Register, unsigned First, unsigned Width) {
    return Register + "[" + std::to_string(First + Width - 1) + ":" +
           std::to_string(First) + "]";
  };
  if (std::regex_search(Text, Match, Field)) {
    unsigned Operand = std::stoul(Match[2], nullptr, 16);
    return Bits(Match[1], Operand & 31, Operand >> 16);
  }
  if (std::regex_search(Text, Match, Low))
    return Bits(Match[1], 0, llvm::popcount(std::stoul(Match[2], nullptr, 0)));
  if (std::regex_search(Text, Match, High))
    return Bits(Match[1], 16, 16);
  return std::regex_search(Text, Match, std::regex("ttmp\\d+")) ? Match[0].str()
                                                                : "none";
}

static std::string registerOf(llvm::StringRef Holds, llvm::StringRef Cpu) {
  KernelDescriptor D;
  D.Rsrc2 = 7 << 7; // All work-group ids.
  D.CodeProperties = 1 << 10;
  for (const InitialRegister &R : initialRegisters(D, processorNamed(Cpu)))
    if (llvm::StringRef(R.Holds).starts_with(Holds))
      return R.Register;
  return "none";
}

TEST(InitialState, WorkGroupIdsInTrapTemporariesAreLlvms) {
  for (const char *Cpu : {"gfx1200", "gfx1201", "gfx12-generic"})
    for (auto [Holds, Intrinsic] :
         {std::pair{"work-group id x", "workgroup.id.x"},
          {"work-group id y", "workgroup.id.y"},
          {"work-group id z", "workgroup.id.z"},
          {"wave id", "wave.id"}})
      EXPECT_EQ(registerOf(Holds, Cpu), ttmpRead(codeReading(Intrinsic, Cpu)))
          << Cpu << " " << Holds;
}

TEST(InitialState, ClusterIdsInTrapTemporariesAreLlvms) {
  for (const char *Cpu : {"gfx1250", "gfx1251"})
    for (auto [Holds, Intrinsic] :
         {std::pair{"cluster id x", "cluster.id.x"},
          {"cluster id y", "cluster.id.y"},
          {"cluster id z", "cluster.id.z"},
          {"work-group id x in", "cluster.workgroup.id.x"},
          {"work-group id y in", "cluster.workgroup.id.y"},
          {"work-group id z in", "cluster.workgroup.id.z"},
          {"cluster size x", "cluster.workgroup.max.id.x"},
          {"cluster size y", "cluster.workgroup.max.id.y"},
          {"cluster size z", "cluster.workgroup.max.id.z"},
          {"work-groups in the cluster", "cluster.workgroup.max.flat.id"},
          {"wave id", "wave.id"}})
      EXPECT_EQ(registerOf(Holds, Cpu), ttmpRead(codeReading(Intrinsic, Cpu)))
          << Cpu << " " << Holds;
}

//===----------------------------------------------------------------------===//
// What no compiler emits
//===----------------------------------------------------------------------===//

static std::vector<std::string> listed(const KernelDescriptor &D,
                                       llvm::StringRef Cpu) {
  std::vector<std::string> Lines;
  for (const InitialRegister &R : initialRegisters(D, processorNamed(Cpu)))
    if (R.Register[0] == 's')
      Lines.push_back(R.Register + ": " + R.Holds);
  return Lines;
}
using Lines = std::vector<std::string>;

TEST(InitialState, PaddingIsShown) {
  KernelDescriptor D;
  D.CodeProperties = 1 << 3;
  D.Rsrc2 = 15 << 1 | 1 << 7;
  EXPECT_EQ(listed(D, "gfx1100"),
            (Lines{"s[0:1]: kernarg segment pointer",
                   "s[2:14]: nothing: padding up to the user SGPR count",
                   "s15: work-group id x"}));
}

TEST(InitialState, UserSgprsBeyondTheCountAreNotInitialized) {
  KernelDescriptor D;
  D.CodeProperties = 1 << 1 | 1 << 2 | 1 << 3;
  D.Rsrc2 = 3 << 1 | 1 << 7;
  EXPECT_EQ(listed(D, "gfx900"),
            (Lines{"s[0:1]: dispatch pointer: address of the AQL packet",
                   "s2: queue pointer: address of amd_queue_t (cut off: too "
                   "few user SGPRs)",
                   "s3: work-group id x"}));
}

TEST(InitialState, OnlyTheFirstUserSgprsAreInitialized) {
  KernelDescriptor D;
  D.CodeProperties = 1 << 3;
  D.KernargPreload = 20 | 3 << 7;
  D.Rsrc2 = 22 << 1 | 1 << 7;
  EXPECT_EQ(listed(D, "gfx942"),
            (Lines{"s[0:1]: kernarg segment pointer",
                   "s[2:15]: kernel arguments from byte 12 of the kernarg "
                   "segment (cut off: too few user SGPRs)",
                   "s16: work-group id x"}));
  EXPECT_EQ(listed(D, "gfx1250"),
            (Lines{"s[0:1]: kernarg segment pointer",
                   "s[2:21]: kernel arguments from byte 12 of the kernarg "
                   "segment"}));
}

TEST(InitialState, FlatScratchOfTheWave) {
  KernelDescriptor D;
  D.Rsrc2 = 1;
  auto Has = [&](llvm::StringRef Cpu, llvm::StringRef Register) {
    return llvm::any_of(initialRegisters(D, processorNamed(Cpu)),
                        [&](auto &R) { return R.Register == Register; });
  };
  EXPECT_TRUE(Has("gfx942", "flat_scratch"));
  EXPECT_FALSE(Has("gfx942", "s0"));
  EXPECT_FALSE(Has("gfx90a", "flat_scratch"));
  EXPECT_TRUE(Has("gfx90a", "s0"));
  D.Rsrc2 = 0;
  EXPECT_FALSE(Has("gfx942", "flat_scratch"));
}
