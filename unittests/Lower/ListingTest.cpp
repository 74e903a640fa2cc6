//===- ListingTest.cpp - What only a whole function tells -----------------===//
#include "fencepost/Lower/Listing.h"
#include "fencepost/Lower/OperationText.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::lower;

static CodeSite site(llvm::StringRef Operation) {
  CodeSite S;
  S.Meaning.Role = Role::Operation;
  S.Meaning.Op = llvm::cantFail(parseOperation(Operation));
  return S;
}

static CodeSite other(Role Role, llvm::StringRef Text) {
  CodeSite S;
  S.Meaning.Role = Role;
  S.Meaning.Text = Text.str();
  return S;
}

static FunctionCode kernel(llvm::StringRef Cpu) {
  FunctionCode F;
  F.Machine = llvm::cantFail(Mode::parse(Cpu, ""));
  return F;
}

/// The steps of every site, a site a line.
static std::string listed(const FunctionCode &F, ListingOptions Options = {}) {
  std::vector<ListingProblem> Problems;
  std::string Text;
  for (const ListedSite &S : listFunction(F, Options, Problems).Sites) {
    for (const Step &Each : S.Code.Steps)
      Text += Each.text() + "; ";
    for (llvm::StringRef Line : S.Lines)
      Text += Line.str() + "; ";
    Text += "\n";
  }
  for (const ListingProblem &P : Problems)
    Text += "problem: " + P.Message + "\n";
  return Text;
}

TEST(Listing, AsyncWaitsFollowTheGraph) {
  FunctionCode F = kernel("gfx942");
  F.Blocks.resize(3);
  // One way makes a transfer more than the other.
  F.Blocks[0] = {{site("async.load"), site("asyncmark")}, {1, 2}};
  F.Blocks[1] = {{site("async.load"), site("asyncmark")}, {2}};
  F.Blocks[2] = {{site("wait.asyncmark 1"), site("wait.asyncmark 0")}, {}};
  EXPECT_EQ(listed(F), "global_load_lds_dword; \n\n"
                       "global_load_lds_dword; \n\n"
                       "s_waitcnt vmcnt(1); \ns_waitcnt vmcnt(0); \n");
  // What was called has reached its end, but who knows what it issued.
  F.Blocks[1].Sites.insert(F.Blocks[1].Sites.begin(), other(Role::Call, "f"));
  EXPECT_EQ(listed(F), "global_load_lds_dword; \n\n\n"
                       "global_load_lds_dword; \n\n"
                       "s_waitcnt vmcnt(1); \ns_waitcnt vmcnt(0); \n");
}

TEST(Listing, AWaitThatIsNeverReachedIsNothing) {
  FunctionCode F = kernel("gfx942");
  F.Blocks.resize(2);
  F.Blocks[1] = {
      {site("async.load"), site("asyncmark"), site("wait.asyncmark 0")}, {}};
  EXPECT_EQ(listed(F), "global_load_lds_dword; \n\n\n");
}

TEST(Listing, StepsForLdsDmaOnlyWhereThereMayBeSome) {
  FunctionCode F = kernel("gfx942");
  F.Blocks.resize(1);
  F.Blocks[0].Sites = {site("fence release workgroup")};
  EXPECT_EQ(listed(F), "s_waitcnt lgkmcnt(0); \n");
  F.Kind = CodeKind::Function;
  EXPECT_EQ(listed(F), "s_waitcnt lgkmcnt(0); s_waitcnt vmcnt(0); \n");
  ListingOptions NoCaller;
  NoCaller.CallersLoadToLds = false;
  EXPECT_EQ(listed(F, NoCaller), "s_waitcnt lgkmcnt(0); \n");
  F.Blocks[0].Sites.push_back(
      other(Role::Machine, "global_load_lds_dword v1, v[2:3], off"));
  EXPECT_EQ(listed(F, NoCaller), "s_waitcnt lgkmcnt(0); s_waitcnt vmcnt(0); \n"
                                 "global_load_lds_dword v1, v[2:3], off; \n");
}

TEST(Listing, PlainAccessesOnDemand) {
  FunctionCode F = kernel("gfx942");
  F.Blocks.resize(1);
  F.Blocks[0].Sites = {site("load global"), other(Role::Access, "memcpy"),
                       site("load volatile global")};
  EXPECT_EQ(listed(F), "global_load_dword sc0 sc1; s_waitcnt vmcnt(0); \n");
  ListingOptions All;
  All.All = true;
  EXPECT_EQ(listed(F, All),
            "global_load_dword; \n\n"
            "global_load_dword sc0 sc1; s_waitcnt vmcnt(0); \n");
}

TEST(Listing, OneWaveByMetadataIsForTheSpecificationAlone) {
  FunctionCode F = kernel("gfx1030");
  F.OneWaveByMetadata = true;
  F.Blocks.resize(1);
  F.Blocks[0].Sites = {site("fence acquire workgroup")};
  EXPECT_EQ(listed(F), "\n");
  ListingOptions Llvm;
  Llvm.As = Dialect::Llvm22;
  EXPECT_NE(listed(F, Llvm), "\n");
}

TEST(Listing, InvalidatesOfOtherSystemsAreLlvms) {
  FunctionCode F = kernel("gfx900");
  F.PlainInvalidate = true;
  F.Blocks.resize(1);
  F.Blocks[0].Sites = {site("fence acquire agent")};
  ListingOptions Llvm;
  Llvm.As = Dialect::Llvm22;
  EXPECT_EQ(listed(F, Llvm), "s_waitcnt vmcnt(0) lgkmcnt(0); buffer_wbinvl1; "
                             "\n");
  EXPECT_EQ(listed(F), "s_waitcnt vmcnt(0) lgkmcnt(0); buffer_wbinvl1_vol; \n");
}

TEST(Listing, EveryOperationThatIsLackingIsAProblem) {
  FunctionCode F = kernel("gfx900");
  F.Blocks.resize(1);
  F.Blocks[0].Sites = {site("barrier.wait workgroup"),
                       other(Role::Machine, "s_wait_dscnt 0x0"),
                       site("fence release workgroup")};
  std::vector<ListingProblem> Problems;
  listFunction(F, {}, Problems);
  ASSERT_EQ(Problems.size(), 2u);
  EXPECT_EQ(Problems[0].Where, &F.Blocks[0].Sites[0]);
  EXPECT_EQ(Problems[1].Where, &F.Blocks[0].Sites[1]);
  EXPECT_EQ(Problems[1].Message, "gfx900 has no dscnt");
}

TEST(Listing, LoopsWeigh) {
  FunctionCode F = kernel("gfx942");
  F.Blocks.resize(3);
  F.Blocks[0] = {{site("barrier")}, {1}};
  F.Blocks[1] = {{site("barrier")}, {1, 2}};
  F.Blocks[2] = {{site("barrier")}, {0}};
  std::vector<ListingProblem> Problems;
  ListedFunction L = listFunction(F, {}, Problems);
  EXPECT_EQ(L.Static.Barriers, 3u);
  EXPECT_EQ(L.Weighted.Barriers, 10u + 100 + 10);
  EXPECT_EQ(L.Sites[1].Depth, 2u);
}
