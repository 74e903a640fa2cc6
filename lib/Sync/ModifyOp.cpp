//===- ModifyOp.cpp - What a read-modify-write does -----------------------===//
// LLVM's names.
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/ModifyOp.h"

namespace fencepost {

static constexpr EnumName<ModifyOp> ModifyNames[] = {
    {ModifyOp::Xchg, "xchg"},
    {ModifyOp::Add, "add"},
    {ModifyOp::Sub, "sub"},
    {ModifyOp::And, "and"},
    {ModifyOp::Or, "or"},
    {ModifyOp::Xor, "xor"},
    {ModifyOp::Max, "max"},
    {ModifyOp::Min, "min"},
    {ModifyOp::UMax, "umax"},
    {ModifyOp::UMin, "umin"},
    {ModifyOp::IncWrap, "uinc_wrap"},
    {ModifyOp::DecWrap, "udec_wrap"},
    {ModifyOp::Other, "other"},
};
static_assert(isIndexedBy(ModifyNames), "a modification without a name");

llvm::StringRef modifyOpName(ModifyOp Op) {
  return rowOf(ModifyNames, Op).Name;
}

std::optional<ModifyOp> parseModifyOp(llvm::StringRef Name) {
  return findByName(ModifyNames, Name);
}

} // namespace fencepost
