//===- GlobalsTest.cpp - Locations and named barriers ---------------------===//
#include "IRTests.h"
#include "gtest/gtest.h"

namespace fencepost::litmus {
namespace {

model::Program globals(llvm::StringRef Text) {
  return readIR((Text + "\ndefine void @P0() {\nret void\n}\n").str()).Program;
}

std::string shown(const model::Location &L) {
  std::string Text = L.Space == AddressSpace::Local ? "local " : "global ";
  Text += L.Name;
  if (L.IsArray)
    Text += "[" + std::to_string(L.Size) + "]";
  for (int32_t N : L.Initial)
    Text += " " + std::to_string(N);
  return Text;
}

std::string onlyLocation(llvm::StringRef Text) {
  model::Program P = globals(Text);
  return P.Locations.size() == 1 ? shown(P.Locations[0]) : "not one location";
}

TEST(LitmusIRGlobals, Locations) {
  EXPECT_EQ(onlyLocation("@x = global i32 7"), "global x 7");
  EXPECT_EQ(onlyLocation("@x = addrspace(1) global i32 -1"), "global x -1");
  EXPECT_EQ(onlyLocation("@x = internal addrspace(1) constant i32 1"),
            "global x 1");
  EXPECT_EQ(onlyLocation("@x = external addrspace(1) global i32"), "global x");
  EXPECT_EQ(onlyLocation("@l = addrspace(3) global i32 undef"), "local l");
  EXPECT_EQ(onlyLocation("@l = addrspace(3) global i32 poison"), "local l");
  EXPECT_EQ(onlyLocation("@l = external addrspace(3) global i32"), "local l");
  EXPECT_EQ(onlyLocation("@l = addrspace(3) global i32 0"), "local l 0");
  EXPECT_EQ(onlyLocation("@x = global [3 x i32] [i32 1, i32 2, i32 3]"),
            "global x[3] 1 2 3");
  EXPECT_EQ(onlyLocation("@x = global [1 x i32] zeroinitializer"),
            "global x[1] 0");
  EXPECT_EQ(onlyLocation("@x = global [2 x [2 x i32]] [[2 x i32] [i32 1, i32 "
                         "2], [2 x i32] zeroinitializer]"),
            "global x[4] 1 2 0 0");
  EXPECT_EQ(onlyLocation("@x = global <2 x i32> <i32 4, i32 5>"),
            "global x[2] 4 5");
  EXPECT_EQ(onlyLocation("@x = global {i32, [2 x i32]} zeroinitializer"),
            "global x[3] 0 0 0");
  EXPECT_EQ(onlyLocation("@l = addrspace(3) global [2 x i32] undef"),
            "local l[2]");
}

TEST(LitmusIRGlobals, NamedBarriers) {
  model::Program P = globals(
      "@b = addrspace(3) global target(\"amdgcn.named.barrier\", 0) poison\n"
      "@s = addrspace(3) global {target(\"amdgcn.named.barrier\", 0)} undef\n"
      "@bs = addrspace(3) global [2 x target(\"amdgcn.named.barrier\", 0)] "
      "undef");
  EXPECT_TRUE(P.Locations.empty());
  EXPECT_EQ(P.NamedBarriers,
            (std::vector<std::string>{"b", "s", "bs[0]", "bs[1]"}));
}

/// What is not used does not matter.
TEST(LitmusIRGlobals, OthersAreNoLocations) {
  EXPECT_TRUE(globals("@f = global float 0.0\n"
                      "@h = global i64 1\n"
                      "@m = global {i32, i64} zeroinitializer\n"
                      "@e = global [0 x i32] zeroinitializer\n"
                      "@big = global [5000 x i32] zeroinitializer\n"
                      "@huge = global [1000000000 x [1000000000 x i32]] "
                      "zeroinitializer\n"
                      "@c = addrspace(4) global i32 0\n"
                      "@p = global ptr null\n"
                      "@half = global [2 x i32] [i32 1, i32 undef]\n"
                      "@a = global i32 ptrtoint (ptr @f to i32)\n"
                      "@t = thread_local global i32 0\n"
                      "@llvm.used = appending global [1 x ptr] [ptr @f], "
                      "section \"llvm.metadata\"\n"
                      "@0 = global i32 0\n"
                      "@b = global target(\"spirv.Event\") zeroinitializer")
                  .Locations.empty());
}

std::string useError(llvm::StringRef Global, llvm::StringRef Name) {
  return errorOf(("define void @P0() {\n  %r = load i32, ptr " + Name +
                  "\n  ret void\n}\n" + Global + "\n; exists (race)\n")
                     .str());
}

TEST(LitmusIRGlobals, UseOfWhatIsNoLocation) {
  EXPECT_EQ(useError("@m = global {i32, i64} zeroinitializer", "@m"),
            "2:3: @m is of type { i32, i64 }; a location is an i32 or an array "
            "of them");
  EXPECT_EQ(useError("@e = global [0 x i32] zeroinitializer", "@e"),
            "2:3: @e has no elements");
  EXPECT_EQ(useError("@e = global [5000 x i32] zeroinitializer", "@e"),
            "2:3: @e has more than 4096 elements");
  EXPECT_EQ(useError("@e = global [2 x i32] [i32 1, i32 undef]", "@e"),
            "2:3: @e begins with some elements undefined and others not");
  EXPECT_EQ(useError("@e = global i32 ptrtoint (ptr @e to i32)", "@e"),
            "2:3: @e does not begin as a number");
  EXPECT_EQ(useError("@e = thread_local global i32 0", "@e"),
            "2:3: @e is thread_local");
  EXPECT_EQ(useError("@e = alias i32, ptr @g\n@g = global i32 0", "@e"),
            "2:3: an address here does not belong to a known global");
}

TEST(LitmusIRGlobals, TooManyBarriers) {
  std::string Text = "define void @P0() {\n  call void "
                     "@llvm.amdgcn.s.barrier.join(ptr addrspace(3) @b)\n  ret "
                     "void\n}\n@bs = addrspace(3) global [16 x "
                     "target(\"amdgcn.named.barrier\", 0)] undef\n"
                     "@b = addrspace(3) global "
                     "target(\"amdgcn.named.barrier\", 0) undef\n"
                     "declare void @llvm.amdgcn.s.barrier.join(ptr "
                     "addrspace(3))\n";
  EXPECT_EQ(errorOf(Text),
            "2:3: @b is one named barrier too many: there are 16");
}

} // namespace
} // namespace fencepost::litmus
