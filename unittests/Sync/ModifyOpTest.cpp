//===- ModifyOpTest.cpp - What a read-modify-write does -------------------===//
#include "fencepost/Sync/ModifyOp.h"
#include "gtest/gtest.h"

using namespace fencepost;

TEST(ModifyOp, NamesParseBack) {
  for (unsigned I = 0; I != NumModifyOps; ++I) {
    auto Op = static_cast<ModifyOp>(I);
    EXPECT_EQ(parseModifyOp(modifyOpName(Op)), Op);
  }
  EXPECT_EQ(parseModifyOp("umin"), ModifyOp::UMin);
  EXPECT_FALSE(parseModifyOp("nand"));
}
