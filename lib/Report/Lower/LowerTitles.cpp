//===- LowerTitles.cpp - What a listing calls its lines -------------------===//
#include "LowerTitles.h"
#include "fencepost/Lower/OperationText.h"
#include "llvm/ADT/Twine.h"

namespace fencepost {

using lower::Recognized;
using lower::Role;

llvm::StringRef roleName(Role R) {
  switch (R) {
  case Role::Nothing:
    return "nothing";
  case Role::Operation:
    return "operation";
  case Role::Access:
    return "access";
  case Role::Machine:
    return "machine";
  case Role::Call:
    return "call";
  case Role::Unknown:
    return "unknown";
  }
  return "";
}

std::string titleOf(const Recognized &R) {
  switch (R.Role) {
  case Role::Nothing:
    return "";
  case Role::Operation: {
    std::string Text = printOperation(R.Op);
    if (!R.Text.empty())
      Text += ", " + R.Text + ": a loop unless the processor has it";
    if (R.Parts != 1)
      Text += ", " + std::to_string(R.Parts) + " times";
    return Text;
  }
  case Role::Access:
    return "access by " + R.Text;
  case Role::Machine:
    return "machine code as written";
  case Role::Call:
    return R.Text.empty() ? "indirect call" : "call @" + R.Text;
  case Role::Unknown:
    return "unknown: " + R.Text;
  }
  return "";
}

llvm::StringRef whenText(lower::StepWhen When) {
  switch (When) {
  case lower::StepWhen::Always:
    return "";
  case lower::StepWhen::LdsDmaInFlight:
    return "if LDS DMA is in flight";
  case lower::StepWhen::FirstWave:
    return "in the first wave";
  }
  return "";
}

bool isShown(const lower::ListedFunction &F) {
  return F.Code->Kind != lower::CodeKind::Function || !F.Sites.empty();
}

} // namespace fencepost
