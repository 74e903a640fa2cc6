//===- ObjectInputs.h - Code objects and containers to test with ----------===//
// Inputs made while the tests run: compiled in this process, then linked,
// bundled and edited with LLVM's tools. Nothing binary is checked in.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_OBJECT_OBJECTINPUTS_H
#define FENCEPOST_UNITTESTS_OBJECT_OBJECTINPUTS_H

#include "fencepost/Object/CodeObject.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace fencepost::inputs {

/// A tool run: "{0}", "{1}", ... in an argument stand for files with the
/// contents \p Inputs, "{out}" for the file whose content is returned. Fails
/// the running test if the tool does.
std::string runOnFiles(llvm::StringRef Tool, std::vector<std::string> Arguments,
                       const std::vector<std::string> &Inputs);

/// The module that most tests use: two kernels, LDS, a global variable and a
/// function, with metadata of code object version \p Version (4, 5 or 6).
std::string moduleText(unsigned Version);

/// moduleText() compiled for \p Cpu.
std::string relocatable(llvm::StringRef Cpu, unsigned Version = 5,
                        llvm::StringRef Triple = "amdgcn-amd-amdhsa",
                        llvm::StringRef Features = "");
/// Linked by lld.
std::string shared(const std::string &Object);
/// Made by yaml2obj.
std::string fromYaml(const std::string &Text);

/// Bundles \p Entries (ID and content) with clang-offload-bundler.
struct BundleEntry {
  std::string Id, Content;
};
std::string bundled(const std::vector<BundleEntry> &Entries,
                    std::vector<std::string> Options = {});

/// Reads \p Bytes, which must outlive the result; fails the test on an error.
CodeObject read(const std::string &Bytes);
/// The message of the InputError, or "" if there is none.
std::string errorOf(llvm::Error E);
/// The names of the findings' kinds, in order.
std::vector<std::string> names(llvm::ArrayRef<Finding> Findings);

/// Fails the test if there is none.
const Processor &processorNamed(llvm::StringRef Name);
/// One processor of every family.
llvm::ArrayRef<llvm::StringRef> processorsOfAllFamilies();

} // namespace fencepost::inputs

#endif
