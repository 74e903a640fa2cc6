//===- InputFormat.cpp - The likely format of a file that is not LLVM IR --===//
// See InputFormat.h.
//===----------------------------------------------------------------------===//
#include "InputFormat.h"

namespace fencepost::ir {

using llvm::StringLiteral;
using llvm::StringRef;

namespace {

enum class Position { LineStart, Anywhere };

/// Text that only one format has in its first lines.
struct MarkerRow {
  StringLiteral Text;
  Position Where;
  StringLiteral Advice; ///< Empty: LLVM IR.
};

constexpr StringLiteral
    IsIR = "",
    IsHip = "this looks like HIP source; compile it to LLVM IR first (hipcc "
            "--cuda-device-only -S -emit-llvm)",
    IsOpenCL = "this looks like OpenCL C; the file's name has to end in .cl",
    IsMlir = "this looks like MLIR; translate it to LLVM IR first "
             "(mlir-translate --mlir-to-llvmir)",
    IsAssembly = "this looks like assembly; give the LLVM IR it was made from",
    IsLitmus = "this looks like a litmus test; 'fencepost litmus' reads it",
    IsC = "this looks like C or C++ source; compile it to LLVM IR first "
          "(clang -S -emit-llvm)",
    IsElf = "this is an ELF file; 'fencepost inspect' reads code objects",
    IsBinary = "this is a binary file, but not LLVM bitcode";

/// The first match decides: kernels before C.
constexpr MarkerRow Markers[] = {
    {"define ", Position::LineStart, IsIR},
    {"declare ", Position::LineStart, IsIR},
    {"target ", Position::LineStart, IsIR},
    {"source_filename", Position::LineStart, IsIR},
    {"AMDGPU ", Position::LineStart, IsLitmus},
    {"__global__", Position::Anywhere, IsHip},
    {"hip_runtime", Position::Anywhere, IsHip},
    {"__kernel", Position::Anywhere, IsOpenCL},
    {"kernel void", Position::LineStart, IsOpenCL},
    {"kernel __attribute__", Position::LineStart, IsOpenCL},
    {"module {", Position::LineStart, IsMlir},
    {"module @", Position::LineStart, IsMlir},
    {"module attributes", Position::LineStart, IsMlir},
    {"builtin.module", Position::Anywhere, IsMlir},
    {"func.func", Position::Anywhere, IsMlir},
    {"llvm.func", Position::Anywhere, IsMlir},
    {"tt.func", Position::Anywhere, IsMlir},
    {".amdgcn_target", Position::Anywhere, IsAssembly},
    {".amdhsa_kernel", Position::Anywhere, IsAssembly},
    {".text", Position::LineStart, IsAssembly},
    {"#include", Position::LineStart, IsC},
    {"//", Position::LineStart, IsC},
    {"/*", Position::LineStart, IsC},
    {"int main(", Position::Anywhere, IsC},
};

} // namespace

static bool contains(StringRef Text, const MarkerRow &Marker) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    if (Marker.Where == Position::Anywhere
            ? Line.contains(Marker.Text)
            : Line.ltrim().starts_with(Marker.Text))
      return true;
    Text = Rest;
  }
  return false;
}

StringRef describeOtherFormat(StringRef Bytes) {
  constexpr size_t Looked = 16384;
  if (Bytes.starts_with("\x7f"
                        "ELF"))
    return IsElf;
  StringRef Text = Bytes.take_front(Looked);
  if (Text.contains('\0'))
    return IsBinary;
  for (const MarkerRow &Marker : Markers)
    if (contains(Text, Marker))
      return Marker.Advice;
  return "";
}

} // namespace fencepost::ir
