//===- OracleInput.cpp - What the oracle's programs read and run ----------===//
#include "OracleInput.h"
#include "fencepost/IR/BuildView.h"
#include "fencepost/IR/IRSource.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fencepost::oracle {

llvm::Expected<std::vector<view::SyncView>> viewsOf(llvm::StringRef Processor,
                                                    llvm::StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(File);
  if (!Buffer)
    return llvm::errorCodeToError(Buffer.getError());
  IRSourceOptions Reading;
  Reading.Modules = true;
  auto Source = IRSource::parse((*Buffer)->getBuffer(), File, Reading);
  if (!Source)
    return Source.takeError();
  ir::ViewOptions Options;
  Options.Cpu = Processor.str();
  return ir::buildSyncViews(**Source, Options);
}

llvm::ArrayRef<Setting> settings() {
  static const Setting Rows[] = {
      {.Argument = 64, .Arguments = {}, .Seed = 0},
      {.Argument = 64, .Arguments = {}, .Seed = 1, .Numbers = 4},
      {.Argument = 1000, .Arguments = {}, .Seed = 2, .Numbers = 16, .Group = 1},
      {.Argument = 17, .Arguments = {}, .Seed = 3, .Numbers = 251},
      {.Argument = 256, .Arguments = {}, .Seed = 4, .Numbers = 2, .Group = 2},
      {.Argument = 64,
       .Arguments = {},
       .Seed = 8,
       .Numbers = 16,
       .Extremes = true},
      {.Argument = 600, .Arguments = {}, .Seed = 5, .Numbers = 3000},
      {.Argument = 600,
       .Arguments = {},
       .Seed = 6,
       .Numbers = 3000,
       .Group = 1},
      {.Argument = 600,
       .Arguments = {},
       .Seed = 7,
       .Numbers = 3000,
       .Group = 3},
  };
  return Rows;
}

} // namespace fencepost::oracle
