//===- AccessText.cpp - Accesses in words ---------------------------------===//
// See AccessText.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/AccessText.h"

namespace fencepost {

using placeir::AccessName;

static llvm::StringRef verbText(AccessName::VerbKind Verb) {
  switch (Verb) {
  case AccessName::VerbKind::Load:
    return "load from";
  case AccessName::VerbKind::Store:
    return "store to";
  case AccessName::VerbKind::Update:
    return "update of";
  case AccessName::VerbKind::TransferFrom:
    return "transfer from";
  case AccessName::VerbKind::TransferTo:
    return "transfer to";
  }
  llvm_unreachable("no such verb");
}

std::string accessText(const AccessName &Access) {
  std::string Text = verbText(Access.Verb).str();
  if (!Access.Object.empty())
    return Text + " '" + Access.Object + "'";
  return Text + (Access.IsLds ? " LDS" : " unknown memory");
}

std::string accessText(const view::SyncView &View, view::AccessSite Access) {
  return accessText(placeir::nameAccess(View, Access));
}

} // namespace fencepost
