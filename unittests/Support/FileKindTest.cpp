//===- FileKindTest.cpp - Files are told apart by what is in them ---------===//
#include "fencepost/Support/FileKind.h"
#include "gtest/gtest.h"

using namespace fencepost;
using llvm::StringRef;

static FileKind kindOf(StringRef Bytes, StringRef Name = "") {
  return detectFileKind(Bytes, Name).Kind;
}

TEST(FileKind, LlvmIRByWhatAModuleBeginsWith) {
  for (StringRef Text : {"define void @f() {",
                         "declare void @f()",
                         "target triple = \"x\"",
                         "target datalayout = \"e\"",
                         "source_filename = \"a\"",
                         "; ModuleID = 'a'\n\ndefine void @f()",
                         "@x = global i32 0",
                         "@\"a b\" = global i32 0",
                         "%t = type { i32 }",
                         "%t = type opaque",
                         "$c = comdat any",
                         "!0 = !{i32 1}",
                         "!0 = distinct !{!0}",
                         "!0 = !DIFile(filename: \"a\")",
                         "!llvm.ident = !{!0}",
                         "attributes #0 = { nounwind }",
                         "module asm \"nop\"",
                         "^0 = module: (path: \"\")",
                         "uselistorder ptr @x, { 1, 0 }",
                         "\r\n; a\r\ndefine void @f() {\r\n"})
    EXPECT_EQ(kindOf(Text), FileKind::LlvmIR) << Text.str();
  EXPECT_EQ(kindOf("\xEF\xBB\xBF"
                   "define void @f() {"),
            FileKind::LlvmIR);
}

TEST(FileKind, MlirByItsOperationsAndAliases) {
  for (StringRef Text :
       {"module {", "module @m {", "module attributes {a = 1} {",
        "builtin.module {", "func.func @f() {", "func.func private @f()",
        "tt.func public @f(", "gpu.module @m {", "llvm.func @f()",
        "\"builtin.module\"() ({", "#map = affine_map<(d0) -> (d0)>",
        "#blocked = #ttg.blocked<{}>", "#loc = loc(unknown)",
        "!t = tensor<4xf32>", "%0 = arith.constant 1", "{-# dialect",
        "// -----// IR Dump //----- //\nmodule {"})
    EXPECT_EQ(kindOf(Text), FileKind::Mlir) << Text.str();
}

TEST(FileKind, OtherLanguages) {
  EXPECT_EQ(kindOf("AMDGPU mp\n{}"), FileKind::Litmus);
  EXPECT_EQ(kindOf("// Why.\n(* Or. *)\nAMDGPU mp\n"), FileKind::Litmus);
  EXPECT_EQ(kindOf("\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n"),
            FileKind::Assembly);
  EXPECT_EQ(kindOf("; a comment\n# another\n.text\n"), FileKind::Assembly);
  EXPECT_EQ(kindOf("k:\n  s_mov_b32 s0, 0\n  s_endpgm\n"), FileKind::Assembly);
  EXPECT_EQ(kindOf("{\"a\": 1}"), FileKind::Json);
  EXPECT_EQ(kindOf("[\n  1, 2]"), FileKind::Json);
  EXPECT_EQ(kindOf("---\na: b\n"), FileKind::Yaml);
  EXPECT_EQ(kindOf("--- !Missed\nPass: a\n"), FileKind::Yaml);
  EXPECT_EQ(kindOf("%YAML 1.2\n"), FileKind::Yaml);
  for (StringRef Text : {"hello", "import triton\n", "{ not json",
                         "--- a/x.c\n", "@echo off\n", "; only a comment\n"})
    EXPECT_EQ(kindOf(Text), FileKind::Text) << Text.str();
}

TEST(FileKind, DialectsOfCByTheirWords) {
  EXPECT_EQ(kindOf("kernel void k(global int *p) {}"), FileKind::OpenCL);
  EXPECT_EQ(kindOf("__kernel void k(__global int *p) {}"), FileKind::OpenCL);
  EXPECT_EQ(kindOf("kernel __attribute__((reqd_work_group_size(1, 1, 1)))\n"
                   "void k() {}"),
            FileKind::OpenCL);
  EXPECT_EQ(kindOf("#define N 4\n\nint f();\n\nkernel void k() {}"),
            FileKind::OpenCL);
  EXPECT_EQ(kindOf("#include <hip/hip_runtime.h>\n"), FileKind::Hip);
  EXPECT_EQ(kindOf("template <typename T>\n__global__ void k(T *p) {}"),
            FileKind::Hip);
  EXPECT_EQ(kindOf("#include <cuda_runtime.h>\n__global__ void k() {}"),
            FileKind::Cuda);
  for (StringRef Text : {"int main() {}", "// Nothing.\nint main() {}",
                         "#pragma once\n", "/* define */ typedef int T;",
                         "# 1 \"k.c\"\nint f();", "using namespace std;"})
    EXPECT_EQ(kindOf(Text), FileKind::C) << Text.str();
}

TEST(FileKind, WordsInCommentsAndStringsDoNotCount) {
  for (StringRef Text :
       {"// __kernel\nint f();", "/* kernel void */ int f();",
        "const char *S = \"__kernel void k() {}\";",
        "const char *S = R\"cl(\n__kernel void k() {}\n)cl\"; int f();",
        "int f(); // it's __global__\n", "int my__kernel;"})
    EXPECT_EQ(kindOf(Text), FileKind::C) << Text.str();
  EXPECT_EQ(kindOf("const char *S = \"\\\"\"; __kernel void k() {}"),
            FileKind::OpenCL);
  EXPECT_EQ(kindOf("/*\ndefine void @f()\n*/\nkernel void k() {}"),
            FileKind::OpenCL);
}

TEST(FileKind, DocumentsThatQuoteProgramsAreText) {
  EXPECT_EQ(kindOf("# How\n\nA kernel:\n\n    __kernel void k() {}\n"),
            FileKind::Text);
  EXPECT_EQ(kindOf("In assembly\n\n    s_endpgm\n"), FileKind::Text);
  EXPECT_EQ(kindOf("float4 f(float4 a) {\n}\n__kernel void k() {}"),
            FileKind::OpenCL);
}

TEST(FileKind, TheNameDecidesWhereContentCannot) {
  StringRef Shared = "#include \"body.inc\"\n";
  EXPECT_EQ(kindOf(Shared, "a.cl"), FileKind::OpenCL);
  EXPECT_EQ(kindOf(Shared, "dir.ll/a.hip"), FileKind::Hip);
  EXPECT_EQ(kindOf(Shared, "a.c"), FileKind::C);
  EXPECT_EQ(kindOf(Shared), FileKind::C);
  EXPECT_EQ(kindOf("__global__ void k() {}", "a.cu"), FileKind::Cuda);
  StringRef Portable = "#ifdef __HIP__\n__global__\n#else\n__kernel\n#endif\n";
  EXPECT_EQ(kindOf(Portable, "a.cl"), FileKind::OpenCL);
  EXPECT_EQ(kindOf(Portable, "a.hip"), FileKind::Hip);
  // A header is no source.
  EXPECT_EQ(kindOf("__kernel void k();", "a.cl.h"), FileKind::C);

  EXPECT_EQ(kindOf("nonsense", "a.ll"), FileKind::LlvmIR);
  EXPECT_EQ(kindOf("LISA mp", "a.litmus"), FileKind::Litmus);
  EXPECT_EQ(kindOf("; nothing\n", "a.ll"), FileKind::LlvmIR);
  EXPECT_EQ(kindOf("key: value", "a.yml"), FileKind::Yaml);
}

TEST(FileKind, ContentDecidesAgainstTheName) {
  EXPECT_EQ(kindOf("__global__ void k() {}", "a.cl"), FileKind::Hip);
  EXPECT_EQ(kindOf("__kernel void k() {}", "a.hip"), FileKind::OpenCL);
  EXPECT_EQ(kindOf("__kernel void k() {}", "a.ll"), FileKind::OpenCL);
  EXPECT_EQ(kindOf("define void @f() {", "a.litmus"), FileKind::LlvmIR);
  EXPECT_EQ(kindOf("AMDGPU mp\n", "a.ll"), FileKind::Litmus);
}

static std::string elf(unsigned char Machine) {
  std::string Bytes(64, '\0');
  Bytes.replace(0, 6,
                "\x7f"
                "ELF\x02\x01");
  Bytes[18] = static_cast<char>(Machine);
  return Bytes;
}

TEST(FileKind, BytesByTheirMagic) {
  EXPECT_EQ(kindOf(elf(224)), FileKind::CodeObject);
  EXPECT_EQ(kindOf(elf(62)), FileKind::HostObject);
  EXPECT_EQ(kindOf("\x7f"
                   "ELF"),
            FileKind::HostObject);
  EXPECT_EQ(kindOf("BC\xC0\xDE"), FileKind::Bitcode);
  EXPECT_EQ(kindOf("!<arch>\n"), FileKind::Archive);
  EXPECT_EQ(kindOf("!<thin>\n"), FileKind::ThinArchive);
  EXPECT_EQ(kindOf("CCOB\x02"), FileKind::CompressedBundle);
  EXPECT_EQ(kindOf("__CLANG_OFFLOAD_BUNDLE__"), FileKind::Bundle);
  EXPECT_EQ(kindOf("; __CLANG_OFFLOAD_BUNDLE____START__ a\n"),
            FileKind::TextBundle);
  EXPECT_EQ(kindOf("\x10\xff\x10\xad"), FileKind::OffloadBinary);
  EXPECT_EQ(kindOf(StringRef("\xff\xfe"
                             "d\0e\0",
                             6)),
            FileKind::Utf16);
  EXPECT_EQ(kindOf(StringRef("\xfe\xff\0d\0e", 6)), FileKind::Utf16);
  EXPECT_EQ(kindOf(StringRef("define\0void", 11), "a.ll"), FileKind::Binary);
  EXPECT_EQ(kindOf("\033[31m\200\377 garbage", "a.ll"), FileKind::Binary);
  EXPECT_EQ(kindOf("\033[31m\200\377 garbage", "a.cl"), FileKind::Binary);
}

TEST(FileKind, BlankIsEmpty) {
  for (StringRef Text : {"", " ", "\r\n\t\n", "\xEF\xBB\xBF\n"})
    EXPECT_EQ(kindOf(Text, "a.ll"), FileKind::Empty);
}

TEST(FileKind, SaysWhereItShows) {
  StringRef Text = "// a\nint f();\n__global__ void k();";
  EXPECT_EQ(detectFileKind(Text).Offset, Text.find("__global__"));
  EXPECT_EQ(detectFileKind("// a\nmodule {").Offset, 5u);
  EXPECT_EQ(detectFileKind("\xEF\xBB\xBF\nmodule {").Offset, 4u);
  EXPECT_EQ(detectFileKind("\n x").Offset, 2u);
}

/// Cut off anywhere or changed anywhere, every text is of some kind.
TEST(FileKind, NoTextIsTooDamaged) {
  StringRef Texts[] = {"/* a */ R\"x(b)x\" '\\", "(* (* *) # \"",
                       "@\"a\" = 1 ; \\", "{-#\n", "\"a.b\"(\\\"'"};
  for (StringRef Text : Texts)
    for (size_t I = 0; I <= Text.size(); ++I) {
      (void)detectFileKind(Text.take_front(I), "a.cl");
      (void)detectFileKind(Text.drop_front(I), "a.ll");
      for (int Byte = 1; Byte < 256; ++Byte) {
        std::string Other = Text.str() + " ";
        Other[I] = static_cast<char>(Byte);
        (void)detectFileKind(Other, "a.c");
      }
    }
}

TEST(FileKind, EveryKindHasAName) {
  EXPECT_EQ(factsOf(FileKind::Hip).Name, "HIP source");
  EXPECT_TRUE(isText(FileKind::LlvmIR) && isText(FileKind::Text));
  EXPECT_FALSE(isText(FileKind::Bitcode) || isText(FileKind::Empty));
  EXPECT_TRUE(isSource(FileKind::OpenCL));
  EXPECT_FALSE(isSource(FileKind::LlvmIR));
}
