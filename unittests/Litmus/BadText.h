//===- BadText.h - Texts with a fault, for tests --------------------------===//
#ifndef FENCEPOST_UNITTESTS_LITMUS_BADTEXT_H
#define FENCEPOST_UNITTESTS_LITMUS_BADTEXT_H

namespace fencepost::litmus {

/// A text, and what is said about it where.
struct BadText {
  const char *Text, *Message;
  unsigned Line, Column;
};

} // namespace fencepost::litmus

#endif
