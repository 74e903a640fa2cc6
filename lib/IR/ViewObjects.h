//===- ViewObjects.h - The memory that a kernel's pointers point into -----===//
// Gives every variable and every pointer argument a region of addresses. LDS:
// 32-bit addresses; each object begins at a multiple of 16 MiB, or of more if
// an object needs it, so that at least as many free bytes follow it as it has
// itself. Everything else: multiples of 2^40 in 64 bits. Private variables have
// no addresses. Tested by unittests/IR/ViewTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_VIEWOBJECTS_H
#define FENCEPOST_LIB_IR_VIEWOBJECTS_H

#include "fencepost/IR/Recognize.h"
#include "fencepost/View/SyncView.h"
#include <map>

namespace llvm {
class Argument;
class DataLayout;
class Instruction;
} // namespace llvm

namespace fencepost::ir {

/// A pointer that is read from the arguments of a kernel at a known place.
struct ArgumentPlace {
  int Argument; ///< -1: from the beginning of all arguments.
  uint64_t Offset;
  bool operator<(const ArgumentPlace &Other) const {
    return std::tie(Argument, Offset) < std::tie(Other.Argument, Other.Offset);
  }
};

/// The argument that \p I reads, if any: in memory (byref), in the segment that
/// holds all arguments, or a member of a structure.
std::optional<ArgumentPlace> argumentPlace(const llvm::Instruction &I,
                                           const llvm::DataLayout &Layout);

/// The argument that \p I reads at \p Place, if it is all of one.
const llvm::Argument *wholeArgument(ArgumentPlace Place,
                                    const llvm::Instruction &I);

/// True if a function of this name allocates memory for the output of printf()
/// to a work-item.
bool allocatesToPrint(llvm::StringRef Name);

/// The name in the source, or "arg0".
std::string argumentName(const llvm::Argument &A);

class ObjectTable {
public:
  ObjectTable(const llvm::Function &Kernel, const Recognizer &Names,
              std::vector<view::Object> &Objects);

  uint32_t of(const llvm::GlobalVariable &V);
  uint32_t of(const llvm::Argument &A);
  /// Where the pointer that \p I reads from \p Place points to.
  uint32_t of(ArgumentPlace Place, const llvm::Instruction &I);
  uint64_t base(uint32_t Object) const { return Objects[Object].Base; }

  /// The object that \p Pointer points into, if it is always the same one.
  uint32_t find(const llvm::Value &Pointer);
  /// Whether \p Pointer is to private memory, whatever its type.
  bool isPrivate(const llvm::Value &Pointer);

  /// The objects in LDS are larger than its addresses can tell apart.
  bool isExhausted() const { return Exhausted; }

private:
  uint32_t add(view::Object New);
  uint32_t findBase(const llvm::Value &Base);

  const llvm::DataLayout &Layout;
  const Recognizer &Names;
  std::vector<view::Object> &Objects;
  std::map<const llvm::Value *, uint32_t> Known;
  std::map<ArgumentPlace, uint32_t> Members;
  llvm::DenseMap<const llvm::Value *, uint32_t> ObjectOf;
  uint32_t Dynamic = view::None;
  uint64_t Gap;
  uint64_t NextLds, NextOther;
  bool Exhausted = false;
};

} // namespace fencepost::ir

#endif
