//===- Transform.h - Small changes to a program ---------------------------===//
// Programs are lists with jumps, so whoever puts an instruction in must move
// the targets after it. The lemmas of docs/model.md, "Lemmas" compare a
// program with one changed here.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_LEMMAS_TRANSFORM_H
#define FENCEPOST_UNITTESTS_LEMMAS_TRANSFORM_H

#include "fencepost/Model/Outcome.h"

namespace fencepost::model::lemmas {

/// Puts \p Added before instruction \p At. Jumps to \p At go to the first of
/// \p Added.
void insertBefore(Thread &T, unsigned At,
                  const std::vector<Instruction> &Added);

/// A number as an expression of \p T.
unsigned addConstant(Thread &T, int32_t Value);

/// A global without other users, initialised with 0.
unsigned addGlobal(Program &P);

Instruction makeStore(unsigned Location, unsigned Value);
Instruction makeAsyncLoad(unsigned Location, Address Destination);
Instruction makeMark();
Instruction makeWaitForAll(Thread &T); ///< wait.asyncmark 0

} // namespace fencepost::model::lemmas

#endif
