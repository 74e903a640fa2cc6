//===- StatementWriter.h - The text of litmus tests of defects ------------===//
// Shared by all writers of such tests: valid names of the language, source
// locations, and statements made from events. Statements are values of the
// litmus language, printed by its printer; their comments name the source
// locations.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REPORT_WITNESS_STATEMENTWRITER_H
#define FENCEPOST_LIB_REPORT_WITNESS_STATEMENTWRITER_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Litmus/Ast.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

/// Removes characters that end a line or a string: names in LLVM IR may contain
/// any.
std::string onOneLine(llvm::StringRef Text);

/// Registers: the value read, and whether the wave was first at a barrier.
inline constexpr llvm::StringLiteral ResultName = "r0", FirstName = "first";

std::string locationName(llvm::StringRef Object);
std::string testName(llvm::StringRef Name);
litmus::Expression number(int32_t Value);
litmus::Expression registerValue(llvm::StringRef Name);

/// The test of a WeakPublication or WeakPoll (WitnessPublication.cpp).
std::optional<std::string> publicationLitmus(const view::SyncView &View,
                                             const check::Defect &F,
                                             llvm::StringRef Name,
                                             llvm::StringRef File);

class StatementWriter {
public:
  /// \p File is the file of locations without a file name.
  StatementWriter(const view::SyncView &View, llvm::StringRef File)
      : View(View), File(File) {}

protected:
  std::string place(view::Site At) const; ///< "tile.cl:12:5"
  void line(const litmus::Statement &S, view::Site At);
  void fence(view::Site At);
  void beginThread() { Joined = BarrierId::null(); }
  /// \p Alone: no other wave of the work-group is in the test.
  void barrier(view::Site At, bool Alone);
  /// The access \p Access as one to \p Location; \p Value is what it writes.
  litmus::Statement access(view::AccessSite Access, llvm::StringRef Location,
                           int32_t Value) const;
  /// A transfer from or to \p Location, with \p Other as its other side.
  void transfer(view::AccessSite Access, llvm::StringRef Location,
                llvm::StringRef Other);
  static litmus::Statement plain(litmus::StatementKind Kind,
                                 llvm::StringRef Location);
  std::string barrierName(BarrierId Object) const;

  const view::SyncView &View;
  llvm::StringRef File;
  std::string Indent = "  ";
  std::string Text;
  llvm::raw_string_ostream OS{Text};

private:
  void clusterBarrier(view::Site At);

  BarrierId Joined = BarrierId::null(); ///< By the thread so far.
};

} // namespace fencepost

#endif
