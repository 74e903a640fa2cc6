//===- ViewTests.cpp - Sync views of LLVM IR text, for tests --------------===//
#include "ViewTests.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/View/PrintView.h"

namespace fencepost::ir {

llvm::Expected<std::vector<view::SyncView>>
viewsOf(llvm::StringRef Text, const ViewOptions &Options) {
  // The first line of the text is empty: that of the triple takes its place.
  std::string Whole = Text.str();
  if (!Text.contains("target triple"))
    Whole = "target triple = \"amdgcn-amd-amdhsa\"" + Whole;
  IRSourceOptions Source;
  Source.Modules = true;
  auto Parsed = IRSource::parse(Whole, "test.ll", Source);
  if (!Parsed)
    return Parsed.takeError();
  return buildSyncViews(**Parsed, Options);
}

std::string viewText(llvm::StringRef Text, const ViewOptions &Options) {
  auto Views = viewsOf(Text, Options);
  if (!Views)
    return "error: " + llvm::toString(Views.takeError());
  std::string Printed = "\n";
  llvm::raw_string_ostream OS(Printed);
  for (const view::SyncView &View : *Views)
    view::printSyncView(OS, View);
  return Printed;
}

} // namespace fencepost::ir
