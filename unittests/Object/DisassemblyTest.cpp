//===- DisassemblyTest.cpp - Against llvm-objdump, instruction by instruction //
// Kernels of every family, in both wave sizes, give the addresses, words and
// text that llvm-objdump gives, and the source lines that it and the compiler
// give; plus labels, data in code, and ends of symbols.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/Disassembly.h"
#include "LlvmOracle.h"
#include "ObjectInputs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace fencepost;
using namespace fencepost::inputs;
using llvm::StringRef;

namespace {

/// A kernel with loops, divergent branches, calls, LDS, atomics and floats.
std::string branchyModule(unsigned Version, bool Debug) {
  std::string Text = R"(
@lds = internal addrspace(3) global [256 x i32] poison, align 4
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

define i32 @helper(i32 %x, ptr addrspace(1) %p) noinline DBGA {
  %v = load i32, ptr addrspace(1) %p DBG
  %s = add i32 %v, %x DBG
  ret i32 %s DBG
}

define amdgpu_kernel void @loop(ptr addrspace(1) %p, i32 %n, float %f) DBGB {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x() DBG1
  %odd = trunc i32 %id to i1
  br i1 %odd, label %body, label %exit DBG2
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load float, ptr addrspace(1) %g DBG3
  %m = fmul float %v, %f DBG3
  store float %m, ptr addrspace(1) %g DBG3
  %slot = getelementptr [256 x i32], ptr addrspace(3) @lds, i32 0, i32 %i
  store i32 %i, ptr addrspace(3) %slot
  call void @llvm.amdgcn.s.barrier() DBG4
  %old = atomicrmw add ptr addrspace(1) %p, i32 %i syncscope("agent") acq_rel DBG4
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n DBG5
  br i1 %more, label %body, label %exit DBG5
exit:
  %r = call i32 @helper(i32 %n, ptr addrspace(1) %p) DBG6
  store i32 %r, ptr addrspace(1) %p DBG6
  ret void DBG6
}
)";
  std::string Lines,
      Flags = "!0 = !{i32 1, !\"amdhsa_code_object_version\", i32 " +
              std::to_string(Version) + "00}\n";
  auto Replace = [&](StringRef From, const std::string &To) {
    for (size_t Position = Text.find(From.str()); Position != std::string::npos;
         Position = Text.find(From.str(), Position + To.size()))
      Text.replace(Position, From.size(), To);
  };
  if (!Debug) {
    for (StringRef Mark : {", DBG6", "DBGA", "DBGB"})
      Replace(Mark, "");
    for (char C : std::string("123456"))
      Replace(std::string(" DBG") + C, "");
    Replace(" DBG", "");
    return Text + "!llvm.module.flags = !{!0}\n" + Flags;
  }
  Replace("DBGA", "!dbg !20");
  Replace("DBGB", "!dbg !30");
  for (char C : std::string("123456"))
    Replace(std::string(" DBG") + C, std::string(", !dbg !3") + C);
  Replace(" DBG", ", !dbg !21");
  for (char C : std::string("123456"))
    Lines += std::string("!3") + C + " = !DILocation(line: 1" + C +
             ", column: " + C + ", scope: !30)\n";
  return Text + "!llvm.module.flags = !{!0, !1, !2}\n!llvm.dbg.cu = !{!10}\n" +
         Flags + Lines + R"(
!1 = !{i32 7, !"Dwarf Version", i32 5}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DICompileUnit(language: DW_LANG_C99, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "kernel.cl", directory: "/src")
!12 = !DISubroutineType(types: !13)
!13 = !{null}
!20 = distinct !DISubprogram(name: "helper", file: !11, line: 3, type: !12, unit: !10, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 4, column: 2, scope: !20)
!30 = distinct !DISubprogram(name: "loop", file: !11, line: 10, type: !12, unit: !10, spFlags: DISPFlagDefinition)
)";
}

std::string compileBranchy(StringRef Cpu, StringRef Features, bool Debug) {
  llvm::Expected<std::string> Object = oracle::compile(
      branchyModule(5, Debug), {Cpu.str(), "amdgcn-amd-amdhsa", Features.str()},
      oracle::Output::Object);
  EXPECT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
  return std::move(*Object);
}

/// "address: words | text | comment", as both sides are brought to.
std::string line(uint64_t Address, StringRef Words, StringRef Text,
                 StringRef Comment) {
  return llvm::utohexstr(Address, true) + ": " + Words.str() + " | " +
         Text.str() + " | " + Comment.str();
}

std::string words(llvm::ArrayRef<uint8_t> Bytes) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (; Bytes.size() >= 4; Bytes = Bytes.drop_front(4))
    OS << (Text.empty() ? "" : " ")
       << llvm::format("%08X", llvm::support::endian::read32le(Bytes.data()));
  return Text;
}

const Symbol &symbol(const CodeObject &Object, StringRef Name) {
  for (const Symbol &S : Object.Symbols)
    if (S.Name == Name)
      return S;
  ADD_FAILURE() << "no symbol " << Name.str();
  return Object.Symbols.front();
}

/// The lines of llvm-objdump for the symbol \p S, which it follows by padding.
std::vector<std::string> objdump(const std::string &Object, const Symbol &S,
                                 StringRef Features) {
  std::vector<std::string> Lines;
  llvm::Expected<std::string> Output =
      oracle::runTool("llvm-objdump",
                      {"-d", ("--disassemble-symbols=" + S.Name).str(),
                       ("--mattr=" + Features).str()},
                      Object);
  EXPECT_TRUE(bool(Output)) << llvm::toString(Output.takeError());
  for (StringRef Line : llvm::split(*Output, '\n')) {
    auto [Text, Comment] = Line.rsplit("// ");
    if (!Line.starts_with("\t") || Comment.empty())
      continue;
    auto [Address, Words] = Comment.trim().split(": ");
    uint64_t Number = 0;
    EXPECT_FALSE(Address.getAsInteger(16, Number)) << Line.str();
    if (Number >= S.Address + S.Size)
      break;
    auto [Encoding, Remark] = Words.split(" ; ");
    Encoding = Encoding.split(" <").first.trim();
    Lines.push_back(line(Number, Encoding, Text.trim(), Remark));
  }
  return Lines;
}

Disassembler disassembler(const CodeObject &Object) {
  return llvm::cantFail(Disassembler::create(Object));
}

template <typename T>
std::vector<std::string> ours(Disassembler &D, const T &Code) {
  std::vector<std::string> Lines;
  llvm::cantFail(D.visit(Code, [&](const DisassembledInstruction &I) {
    Lines.push_back(line(I.Address, words(I.Encoding), I.Text, I.Comment));
  }));
  return Lines;
}

TEST(DisassemblyTest, IsThatOfObjdump) {
  for (StringRef Cpu : processorsOfAllFamilies().drop_front(2)) {
    bool BothSizes = Cpu.starts_with("gfx1") && Cpu != "gfx1250";
    for (StringRef Features : {StringRef(""), StringRef("+wavefrontsize64")}) {
      if (!Features.empty() && !BothSizes)
        continue;
      SCOPED_TRACE((Cpu + " " + Features).str());
      std::string Bytes = compileBranchy(Cpu, Features, false);
      for (std::string Object : {Bytes, shared(Bytes)}) {
        CodeObject Read = read(Object);
        Disassembler D = disassembler(Read);
        std::vector<std::string> Expected =
            objdump(Object, symbol(Read, "loop"), Features);
        EXPECT_GT(Expected.size(), 20u);
        ASSERT_EQ(Read.Kernels.size(), 1u);
        EXPECT_EQ(ours(D, Read.Kernels[0]), Expected);
        EXPECT_EQ(ours(D, symbol(Read, "helper")),
                  objdump(Object, symbol(Read, "helper"), Features));
      }
    }
  }
}

/// LLVM's decoder must be given the same chance on every encoding; data it does
/// not know is shown as such by both.
TEST(DisassemblyTest, RandomWordsAreThoseOfObjdump) {
  for (StringRef Cpu : {"gfx90a", "gfx1100", "gfx1250"}) {
    std::mt19937 Random(7);
    std::string Text = ".globl k\n.p2align 8\n.type k,@function\nk:\n";
    for (int I = 0; I < 3000; ++I) {
      // Half the words start like an instruction of a known encoding.
      uint32_t Word = Random();
      if (I % 2)
        Word = (Word & 0x00ffffff) | (0xbe + Random() % 64) << 24;
      Text += ".long " + std::to_string(Word) + "\n";
    }
    Text += "k_end:\n.size k, k_end-k\n";
    llvm::Expected<std::string> Object = oracle::assemble(Text, {Cpu.str()});
    ASSERT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
    CodeObject Read = read(*Object);
    Disassembler D = disassembler(Read);
    std::vector<std::string> Ours = ours(D, symbol(Read, "k"));
    std::vector<std::string> Theirs = objdump(*Object, symbol(Read, "k"), "");
    ASSERT_EQ(Ours.size(), Theirs.size()) << Cpu.str();
    for (size_t I = 0; I < Ours.size(); ++I)
      // objdump puts names of symbols for some branch targets.
      if (!StringRef(Theirs[I]).contains("branch")) {
        EXPECT_EQ(Ours[I], Theirs[I]) << Cpu.str();
      }
  }
}

TEST(DisassemblyTest, SourceLinesAreThoseOfTheCompiler) {
  for (StringRef Cpu : {"gfx90a", "gfx1100", "gfx1250"}) {
    std::string Bytes = compileBranchy(Cpu, "", true);
    for (std::string Object : {Bytes, shared(Bytes)}) {
      SCOPED_TRACE(Cpu.str());
      CodeObject Read = read(Object);
      EXPECT_GT(Read.Debug.Sections, 0u);
      Disassembler D = disassembler(Read);
      std::map<unsigned, unsigned> Lines;
      std::string Addresses;
      std::vector<std::string> Ours;
      llvm::cantFail(
          D.visit(Read.Kernels[0], [&](const DisassembledInstruction &I) {
            Addresses += "0x" + llvm::utohexstr(I.Address, true) + "\n";
            Ours.push_back(I.Source ? I.Source->File + ":" +
                                          std::to_string(I.Source->Line) + ":" +
                                          std::to_string(I.Source->Column)
                                    : "??:0:0");
            if (I.Source)
              ++Lines[I.Source->Line];
          }));
      for (unsigned Line = 11; Line <= 16; ++Line)
        EXPECT_GT(Lines[Line], 0u) << Line;
      EXPECT_EQ(std::count_if(Ours.begin(), Ours.end(),
                              [](const std::string &Line) {
                                return StringRef(Line).starts_with(
                                    "/src/kernel.cl:");
                              }),
                std::ptrdiff_t(Ours.size()) -
                    std::count(Ours.begin(), Ours.end(), "??:0:0"));
      unsigned InHelper = 0;
      llvm::cantFail(D.visit(symbol(Read, "helper"),
                             [&](const DisassembledInstruction &I) {
                               InHelper += I.Source && I.Source->Line == 4;
                             }));
      EXPECT_GT(InHelper, 0u);
    }
  }
}

TEST(DisassemblyTest, WithoutDebugInformationThereAreNoLines) {
  std::string Bytes = compileBranchy("gfx900", "", false);
  CodeObject Object = read(Bytes);
  Disassembler D = disassembler(Object);
  llvm::cantFail(
      D.visit(Object.Kernels[0], [&](const DisassembledInstruction &I) {
        EXPECT_EQ(I.Source, nullptr);
      }));
}

std::string assembled(StringRef Text, StringRef Cpu = "gfx900") {
  llvm::Expected<std::string> Object = oracle::assemble(Text, {Cpu.str()});
  EXPECT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
  return std::move(*Object);
}

/// "label: text -> target" per instruction.
std::vector<std::string> labelled(const CodeObject &Object, StringRef Name) {
  Disassembler D = disassembler(Object);
  std::vector<std::string> Lines;
  llvm::cantFail(
      D.visit(symbol(Object, Name), [&](const DisassembledInstruction &I) {
        std::string Line = I.Label.empty() ? "" : (I.Label + ": ").str();
        Line += I.Text.split(' ').first;
        if (I.Target)
          Line += " -> " + I.TargetName.str();
        Lines.push_back(Line + (I.IsData ? " (data)" : ""));
      }));
  return Lines;
}

TEST(DisassemblyTest, BranchesHaveLabels) {
  std::string Bytes = assembled(R"(
    .type f,@function
    .globl f
  f:
    s_nop 0
  .Lback:
    s_cbranch_scc0 .Lforward
    s_branch .Lback
  .Lforward:
    s_branch .Linside
    .size f, .-f
    .type g,@function
    .globl g
  g:
    s_nop 0
  .Linside:
    s_branch .Lforward
    s_call_b64 s[0:1], .Lback
    .long 0xffffffff
    s_endpgm
    .size g, .-g
  )");
  CodeObject Object = read(Bytes);
  EXPECT_EQ(
      labelled(Object, "f"),
      (std::vector<std::string>{"s_nop", "L0: s_cbranch_scc0 -> L1",
                                "s_branch -> L0", "L1: s_branch -> g+0x4"}));
  EXPECT_EQ(labelled(Object, "g"),
            (std::vector<std::string>{"s_nop", "s_branch -> f+0xc",
                                      "s_call_b64 -> f+0x4", ".long (data)",
                                      "s_endpgm"}));
}

TEST(DisassemblyTest, BranchesIntoInstructionsHaveNoLabel) {
  std::string Bytes = assembled(".globl f\nf:\ns_branch 1\n"
                                "s_mov_b32 s0, 0x12345678\ns_endpgm\n");
  EXPECT_EQ(
      labelled(read(Bytes), "f"),
      (std::vector<std::string>{"s_branch -> f+0x8", "s_mov_b32", "s_endpgm"}));
}

TEST(DisassemblyTest, CodeEndsWhereTheSymbolDoes) {
  // Without a size, at the next symbol; after the last, with the section,
  // which here ends within a dword.
  std::string Bytes = assembled(".globl f\nf:\ns_nop 0\ns_nop 1\n.globl g\ng:\n"
                                "s_nop 2\n.byte 1, 2\n");
  CodeObject Object = read(Bytes);
  EXPECT_EQ(labelled(Object, "f"),
            (std::vector<std::string>{"s_nop", "s_nop"}));
  EXPECT_EQ(labelled(Object, "g"),
            (std::vector<std::string>{"s_nop", ".byte (data)"}));
  // A size beyond the section is cut.
  Bytes = assembled(".globl f\nf:\ns_nop 0\n.size f, 400\n");
  EXPECT_EQ(labelled(read(Bytes), "f"), (std::vector<std::string>{"s_nop"}));
}

TEST(DisassemblyTest, KernelsWithoutCodeHaveNoInstructions) {
  std::string Bytes = compileBranchy("gfx900", "", false);
  CodeObject Object = read(Bytes);
  Disassembler D = disassembler(Object);
  auto Count = [&](const Kernel &K) {
    unsigned N = 0;
    llvm::cantFail(D.visit(K, [&](const DisassembledInstruction &) { ++N; }));
    return N;
  };
  Kernel K = Object.Kernels[0];
  EXPECT_GT(Count(K), 0u);
  K.EntryAddress = ~uint64_t(0);
  EXPECT_EQ(Count(K), 0u);
  K.EntrySection = 99999;
  EXPECT_EQ(Count(K), 0u);
  K.EntrySection.reset();
  EXPECT_EQ(Count(K), 0u);
}

TEST(DisassemblyTest, UnknownProcessorsAreAnError) {
  std::string Bytes = compileBranchy("gfx900", "", false);
  CodeObject Object = read(Bytes);
  Object.Target.Proc = nullptr;
  EXPECT_EQ(errorOf(Disassembler::create(Object).takeError()),
            "code for an unknown processor cannot be disassembled");
}

TEST(DisassemblyTest, EveryProcessorFromGfx8OnCanBeDisassembled) {
  std::string Bytes = assembled("s_endpgm\n");
  CodeObject Object = read(Bytes);
  for (const Processor &P : processors()) {
    Object.Target = TargetID();
    Object.Target.Proc = &P;
    llvm::Expected<Disassembler> D = Disassembler::create(Object);
    EXPECT_EQ(errorOf(D.takeError()),
              P.FamilyId >= Family::GFX8
                  ? ""
                  : "LLVM has no disassembler for " + P.Name.str());
  }
}

TEST(DisassemblyTest, V2KernelsStartAfterTheirHeader) {
  std::string Bytes = relocatable("gfx803", 5, "amdgcn-mesa-mesa3d");
  CodeObject Object = read(Bytes);
  Disassembler D = disassembler(Object);
  std::vector<std::string> Lines = ours(D, Object.Kernels[1]);
  ASSERT_FALSE(Lines.empty());
  EXPECT_NE(Lines.back().find("s_endpgm"), std::string::npos);
}

TEST(DisassemblyTest, DamagedDebugInformationIsIgnored) {
  std::string Bytes = compileBranchy("gfx90a", "", true);
  CodeObject Good = read(Bytes);
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    std::mt19937 Random(Seed);
    std::string Damaged = Bytes;
    for (const Section &S : Good.Sections)
      if (StringRef(S.Name).contains("debug") && S.Size != 0)
        Damaged[S.Offset + Random() % S.Size] = char(Random());
    CodeObjectImage Image;
    Image.Bytes = Damaged;
    llvm::Expected<CodeObject> Object = readCodeObject(Image, "damaged");
    if (!Object) {
      llvm::consumeError(Object.takeError());
      continue;
    }
    Disassembler D = disassembler(*Object);
    unsigned Count = 0;
    llvm::cantFail(D.visit(Object->Kernels[0],
                           [&](const DisassembledInstruction &) { ++Count; }));
    EXPECT_GT(Count, 20u);
  }
}

} // namespace
