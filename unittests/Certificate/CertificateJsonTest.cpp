//===- CertificateJsonTest.cpp - Certificates as JSON ---------------------===//
#include "fencepost/Certificate/CertificateJson.h"
#include "Certified.h"
#include "RandomShape.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

namespace fencepost::certificate {
namespace {

CertificateFile sample() {
  CertificateFile Result;
  Result.Input = "a.ll";
  Result.Hash = hashOf("text");
  for (const char *Text : {"wA rA", "yA | rA ^ wA oA", "some{wA if{rA}} | wB"})
    Result.Kernels.push_back(Certified(Text).Cert);
  // All that there can be.
  Barrier B;
  B.Point = {3, 0, 4};
  B.Release = B.Acquire = true;
  B.Waits = {{1, 2}, {3, 4}};
  Result.Kernels[0].Barriers.push_back(B);
  Result.Kernels[0].Split = {{{1, 2, view::None}, true, true},
                             {{3, 0, 4}, false, false}};
  Result.Kernels[0].WaveWaits = {{{1, 2}, {5, 6}}};
  Result.Kernels[0].Hazards[0].First.Destination = true;
  BoundPath Path;
  Path.Blocks = {0, 1, 2};
  Result.Kernels[0].Bound.push_back(Path);
  Path.Witness.emplace();
  Path.Witness->Arguments = {{1, ~uint64_t(0)}, {2, 0}};
  Path.Witness->Outcomes = {{1, 2, ~uint64_t(0)}};
  Path.Blocks.clear();
  Result.Kernels[0].Bound.push_back(Path);
  Result.Kernels[0].Mode = CertifiedMode::RemoveNeedless;
  return Result;
}

TEST(CertificateJson, ReadsWhatItWrites) {
  CertificateFile File = sample();
  File.OtherSolver = "Z3 4.8.12.0";
  TextProblem Wrong;
  std::optional<CertificateFile> Again = fromText(toText(File), Wrong);
  ASSERT_TRUE(Again) << Wrong.Message;
  EXPECT_EQ(*Again, File);
  EXPECT_EQ(toText(*Again), toText(File));
}

TEST(CertificateJson, Hash) {
  EXPECT_EQ(hashOf(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca49599"
                        "1b7852b855");
}

/// What is said about \p Text, with its place.
std::string said(llvm::StringRef Text) {
  TextProblem Wrong;
  if (fromText(Text, Wrong))
    return "";
  return std::to_string(Wrong.Line) + ":" + std::to_string(Wrong.Column) +
         ": " + Wrong.Message;
}

TEST(CertificateJson, SyntaxErrorsHaveAPlace) {
  EXPECT_EQ(said(""), "1:0: Unexpected EOF");
  EXPECT_EQ(said("{\n  \"version\": 1,\n  ]"), "3:3: Expected object key");
}

std::string replaced(std::string Text, llvm::StringRef From,
                     llvm::StringRef To) {
  size_t Position = Text.find(From);
  EXPECT_NE(Position, std::string::npos) << From.str();
  return Text.replace(Position, From.size(), To);
}

TEST(CertificateJson, WhatIsMissingOrWrong) {
  std::string Text = toText(sample());
  EXPECT_EQ(said("7"), "0:0: expected an object when parsing certificate");
  EXPECT_EQ(said("{}"), "0:0: missing at certificate.version");
  EXPECT_EQ(said(replaced(Text, "\"version\": 1", "\"version\": 2")),
            "0:0: expected 1 at certificate.version");
  EXPECT_EQ(said(replaced(Text, "\"mode\": \"keep\"", "\"mode\": \"kept\"")),
            "0:0: expected \"keep\", \"replace\" or \"remove-needless\" at "
            "certificate.kernels[1].mode");
  EXPECT_EQ(said(replaced(Text, "\"new\": true", "\"new\": 1")),
            "0:0: expected boolean at certificate.kernels[0].barriers[0].new");
  EXPECT_EQ(said(replaced(Text, "\"new\": true", "\"new\": true, \"x\": 1")),
            "0:0: has an unknown member at certificate.kernels[0].barriers[0]");
  EXPECT_EQ(said(replaced(Text, "\"transfers\": 0", "\"transfers\": -1")),
            "0:0: expected a number from 0 at "
            "certificate.kernels[0].cost.transfers");
}

// No prefix and no single change of a byte ends badly.
TEST(CertificateJson, AnyText) {
  CertificateFile Small;
  Small.Kernels.push_back(Certified("wA rA").Cert);
  std::string Text = toText(Small);
  for (size_t I = 0; I + 1 < Text.size(); ++I) {
    EXPECT_NE(said(llvm::StringRef(Text).take_front(I)), "");
    for (char C : {'0', '}', '"', '-'}) {
      std::string Other = Text;
      Other[I] = C;
      TextProblem Wrong;
      if (!fromText(Other, Wrong)) {
        EXPECT_NE(Wrong.Message, "");
      }
    }
  }
}

} // namespace
} // namespace fencepost::certificate
