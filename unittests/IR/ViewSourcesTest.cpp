//===- ViewSourcesTest.cpp - What unknown values are computed from --------===//
// Each case is a condition of a kernel; its sources are compared with those of
// another one.
//===----------------------------------------------------------------------===//
#include "ViewTests.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::ir;

static constexpr llvm::StringLiteral SourcesPrologue = R"(
declare float @pure(float) memory(none)
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %p, ptr addrspace(1) %q, float %x, float %y, i32 %n, i32 %m) {
entry:
  %p4 = getelementptr float, ptr addrspace(1) %p, i64 4
  %pn = getelementptr float, ptr addrspace(1) %p, i32 %n
  %id = call i32 @llvm.amdgcn.workitem.id.x()
)";

static std::vector<const view::Value *> leavesOf(const view::SyncView &View) {
  std::vector<const view::Value *> Result;
  for (const view::Block &B : View.Blocks)
    for (const view::Event &E : B.Events)
      if (E.Op.Volatile && E.Memory.Stored != view::None) {
        view::ValueId Id = E.Memory.Stored;
        while (View.Values[Id].A != view::None)
          Id = View.Values[Id].A;
        Result.push_back(&View.Values[Id]);
      }
  return Result;
}

/// How the conditions %a and %b of \p Body are related: they are "one" unknown,
/// "related" by a common source, or "apart".
static std::string relation(llvm::StringRef Body) {
  std::string Text =
      (SourcesPrologue + Body +
       "\n  store volatile i1 %a, ptr addrspace(1) %out\n"
       "  store volatile i1 %b, ptr addrspace(1) %out\n  ret void\n}\n")
          .str();
  auto Views = viewsOf(Text);
  if (!Views)
    return llvm::toString(Views.takeError());
  std::vector<const view::Value *> Both = leavesOf(Views->front());
  if (Both.size() != 2 || Both[0]->Kind != view::ValueKind::Unknown ||
      Both[1]->Kind != view::ValueKind::Unknown)
    return "not two unknowns";
  if (Both[0] == Both[1])
    return "one";
  for (const view::Source &A : Both[0]->Sources)
    for (const view::Source &B : Both[1]->Sources)
      if (A.meets(B))
        return "related";
  return "apart";
}

TEST(ViewSources, ComparisonsOfTheSameNumbers) {
  EXPECT_EQ(relation("%a = fcmp ogt float %x, 1.0\n"
                     "%b = fcmp ogt float %x, 1.0"),
            "one");
  EXPECT_EQ(relation("%a = fcmp ogt float %x, 1.0\n"
                     "%b = fcmp ule float %x, 1.0"),
            "one");
  // Neither is true of a NaN.
  EXPECT_EQ(relation("%a = fcmp ogt float %x, 1.0\n"
                     "%b = fcmp ole float %x, 1.0"),
            "related");
  EXPECT_EQ(relation("%a = fcmp ogt float %x, 1.0\n"
                     "%b = fcmp ogt float %x, 2.0"),
            "related");
}

TEST(ViewSources, Arguments) {
  EXPECT_EQ(relation("%a = fcmp ogt float %x, 1.0\n"
                     "%b = fcmp ogt float %y, 1.0"),
            "apart");
  EXPECT_EQ(relation("%s = fadd float %x, %y\n"
                     "%a = fcmp ogt float %s, 1.0\n"
                     "%b = fcmp ogt float %y, 1.0"),
            "related");
  EXPECT_EQ(relation("%f = sitofp i32 %n to float\n"
                     "%g = sitofp i32 %m to float\n"
                     "%a = fcmp ogt float %f, 1.0\n"
                     "%b = fcmp ogt float %g, 1.0"),
            "apart");
  EXPECT_EQ(relation("%f = call float @pure(float %x)\n"
                     "%a = fcmp ogt float %f, 1.0\n"
                     "%b = fcmp ogt float %x, 1.0"),
            "related");
}

TEST(ViewSources, Memory) {
  EXPECT_EQ(relation("%f = load float, ptr addrspace(1) %p\n"
                     "store float %f, ptr addrspace(1) %q\n"
                     "%g = load float, ptr addrspace(1) %p\n"
                     "%a = fcmp ogt float %f, 1.0\n"
                     "%b = fcmp ogt float %g, 2.0"),
            "related");
  EXPECT_EQ(relation("%f = load float, ptr addrspace(1) %p\n"
                     "%g = load float, ptr addrspace(1) %p4\n"
                     "%a = fcmp ogt float %f, 1.0\n"
                     "%b = fcmp ogt float %g, 2.0"),
            "apart");
  EXPECT_EQ(relation("%f = load float, ptr addrspace(1) %p4\n"
                     "%g = load float, ptr addrspace(1) %pn\n"
                     "%a = fcmp ogt float %f, 1.0\n"
                     "%b = fcmp ogt float %g, 2.0"),
            "related");
  EXPECT_EQ(relation("%f = load float, ptr addrspace(1) %p\n"
                     "%g = load float, ptr addrspace(1) %q\n"
                     "%a = fcmp ogt float %f, 1.0\n"
                     "%b = fcmp ogt float %g, 2.0"),
            "apart");
}

TEST(ViewSources, IdsAreNone) {
  EXPECT_EQ(relation("%f = sitofp i32 %id to float\n"
                     "%a = fcmp ogt float %f, 1.0\n"
                     "%b = fcmp ogt float %x, 2.0"),
            "apart");
}

TEST(ViewSources, LongComputationsComeFromAnything) {
  std::string Body = "%f0 = fadd float %x, %x\n";
  for (unsigned I = 1; I < 1200; ++I)
    Body += "%f" + std::to_string(I) + " = fadd float %f" +
            std::to_string(I - 1) + ", 1.0\n";
  EXPECT_EQ(relation(Body + "%a = fcmp ogt float %f1199, 1.0\n"
                            "%b = fcmp ogt float %y, 2.0"),
            "related");
}
