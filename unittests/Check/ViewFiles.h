//===- ViewFiles.h - Views of the kernels in test/, for tests -------------===//
// test/check/Inputs and test/kernels say in their first line for which
// processors they are and what is to be found.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_CHECK_VIEWFILES_H
#define FENCEPOST_UNITTESTS_CHECK_VIEWFILES_H

#include "fencepost/View/SyncView.h"

namespace fencepost::check {

struct ViewFile {
  std::string Path, Name;
  std::vector<std::string> Processors;
  std::string Expect;
};

/// All files of LLVM IR in \p Folder of test/, by name.
std::vector<ViewFile> viewFilesIn(const char *Folder);

/// The views of LLVM IR text; a failure of the test if there are none.
std::vector<view::SyncView> viewsOfText(const std::string &Text,
                                        const std::string &Processor);
std::vector<view::SyncView> viewsOf(const ViewFile &File,
                                    const std::string &Processor);
std::string textOf(const ViewFile &File);

} // namespace fencepost::check

#endif
