//===- MetadataFindings.h - Findings about metadata, but not too many -----===//
#ifndef FENCEPOST_LIB_OBJECT_METADATAFINDINGS_H
#define FENCEPOST_LIB_OBJECT_METADATAFINDINGS_H

#include "fencepost/Support/Diagnostics.h"
#include "llvm/ADT/Twine.h"

namespace fencepost {

/// \p Where with \p Entity added to the names of the containers around it.
inline Location inside(const Location &Where, const llvm::Twine &Entity) {
  Location Result = Where;
  Result.Entity =
      (Where.Entity + (Where.Entity.empty() ? "" : ": ") + Entity).str();
  return Result;
}

/// Adds MetadataInvalid findings to a list. A damaged document has the same
/// complaint thousands of times; after the first hundred they are counted.
class MetadataFindings {
public:
  MetadataFindings(const Location &Where, std::vector<Finding> &Out)
      : Where(Where), Out(Out) {}
  ~MetadataFindings() {
    if (Reported > Max)
      add("metadata",
          llvm::Twine(Reported - Max) + " more problems of this kind");
  }

  void report(const llvm::Twine &Entity, const llvm::Twine &Message) {
    if (++Reported <= Max)
      add(Entity, Message);
  }
  /// Whether the next finding is only counted.
  bool isFull() const { return Reported >= Max; }

private:
  static constexpr unsigned Max = 100;

  void add(const llvm::Twine &Entity, const llvm::Twine &Message) {
    Out.push_back(
        {Diag::MetadataInvalid, inside(Where, Entity), Message.str(), {}});
  }

  const Location &Where;
  std::vector<Finding> &Out;
  unsigned Reported = 0;
};

} // namespace fencepost

#endif
