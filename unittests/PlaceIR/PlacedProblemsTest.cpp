//===- PlacedProblemsTest.cpp - Kernels with their barriers ---------------===//
#include "PlacedProblems.h"
#include "Sample.h"
#include "fencepost/Report/RefusalText.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::placeir;

namespace {

/// A kernel that hands what \p Transfer brings from wave to wave, with \p Wait
/// before the barrier.
std::string problem(llvm::StringRef Transfer, llvm::StringRef Wait) {
  std::string Text = (R"(
declare void @llvm.amdgcn.s.wait.asynccnt(i16)
declare void @llvm.amdgcn.s.wait.tensorcnt(i16)
define amdgpu_kernel void @k(ptr addrspace(1) noalias %in,
                             ptr addrspace(1) noalias %out,
                             <4 x i32> inreg %g0, <8 x i32> inreg %g1) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  call void @llvm.amdgcn.)" +
                      Transfer + R"(
  )" + Wait + R"(
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %other.id
  %got = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %got, ptr addrspace(1) %to
  ret void
}
)")
                         .str();
  Sample S(Text, "gfx1250");
  std::vector<PlacedProblem> Found = findPlacedProblems(S.View);
  return Found.empty() ? "" : refusalText({"k", {}, Found.front().Why});
}

constexpr llvm::StringLiteral WaitAsync =
    "call void @llvm.amdgcn.s.wait.asynccnt(i16 0)";
constexpr llvm::StringLiteral WaitTensor =
    "call void @llvm.amdgcn.s.wait.tensorcnt(i16 0)";

} // namespace

TEST(PlacedProblems, TransfersTakeTheirOwnWaits) {
  EXPECT_EQ(problem(AsyncTransfer, WaitAsync), "");
  EXPECT_EQ(problem(TensorTransfer, WaitTensor), "");
  for (std::string Why :
       {problem(AsyncTransfer, WaitTensor), problem(TensorTransfer, WaitAsync),
        problem(AsyncTransfer, ""), problem(TensorTransfer, "")})
    EXPECT_EQ(Why.find("after placement this error would remain: LDS 't' is "
                       "read before the"),
              0u)
        << Why;
}

TEST(PlacedProblems, SignalsAndWaits) {
  Sample S(R"(
define amdgpu_kernel void @k() {
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  ret void
}
)",
           "gfx1250");
  EXPECT_EQ(findPlacedProblems(S.View).size(), 1u);
}
