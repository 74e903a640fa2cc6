//===- ViewFiles.cpp - Views of the kernels in test/, for tests -----------===//
#include "ViewFiles.h"
#include "fencepost/IR/BuildView.h"
#include "fencepost/IR/IRSource.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <filesystem>

namespace fencepost::check {

std::string textOf(const ViewFile &File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File.Path);
  EXPECT_TRUE(static_cast<bool>(Buffer)) << File.Path;
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

static std::string fieldOf(llvm::StringRef Line, llvm::StringRef Name) {
  return Line.split(Name).second.split(' ').first.str();
}

std::vector<ViewFile> viewFilesIn(const char *Folder) {
  std::vector<ViewFile> Files;
  std::filesystem::path Root(FENCEPOST_TEST_DIR);
  for (const auto &Entry : std::filesystem::directory_iterator(Root / Folder)) {
    if (Entry.path().extension() != ".ll")
      continue;
    ViewFile File;
    File.Path = Entry.path().string();
    File.Name = Entry.path().stem().string();
    std::string Text = textOf(File);
    llvm::StringRef Line = llvm::StringRef(Text).split('\n').first;
    llvm::SmallVector<llvm::StringRef, 8> Names;
    std::string Processors = fieldOf(Line, "processors=");
    llvm::StringRef(Processors).split(Names, ',');
    for (llvm::StringRef Name : Names)
      File.Processors.push_back(Name.str());
    File.Expect = fieldOf(Line, "expect=");
    Files.push_back(std::move(File));
  }
  std::sort(Files.begin(), Files.end(),
            [](auto &A, auto &B) { return A.Name < B.Name; });
  EXPECT_FALSE(Files.empty());
  return Files;
}

std::vector<view::SyncView> viewsOfText(const std::string &Text,
                                        const std::string &Processor) {
  IRSourceOptions Options;
  Options.Modules = true;
  auto Source = IRSource::parse(Text, "test.ll", Options);
  if (!Source) {
    ADD_FAILURE() << llvm::toString(Source.takeError());
    return {};
  }
  ir::ViewOptions For;
  For.Cpu = Processor;
  auto Views = ir::buildSyncViews(**Source, For);
  if (!Views) {
    ADD_FAILURE() << llvm::toString(Views.takeError());
    return {};
  }
  EXPECT_FALSE(Views->empty());
  return std::move(*Views);
}

std::vector<view::SyncView> viewsOf(const ViewFile &File,
                                    const std::string &Processor) {
  return viewsOfText(textOf(File), Processor);
}

} // namespace fencepost::check
