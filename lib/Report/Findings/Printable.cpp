//===- Printable.cpp - Text from a file, safe to print --------------------===//
#include "Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

static bool isControl(unsigned char C) { return C < 0x20 || C == 0x7f; }

/// How many bytes the UTF-8 character at the front of \p Text has; 0 if there
/// is none, or if it is one of the control characters U+0080 to U+009F.
static size_t characterLength(llvm::StringRef Text) {
  const auto *Begin = reinterpret_cast<const llvm::UTF8 *>(Text.begin());
  const auto *End = reinterpret_cast<const llvm::UTF8 *>(Text.end());
  if (!llvm::isLegalUTF8Sequence(Begin, End))
    return 0;
  if (Begin[0] == 0xc2 && Begin[1] < 0xa0)
    return 0;
  return llvm::getNumBytesForUTF8(Begin[0]);
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Printable P) {
  llvm::StringRef Text = P.Text;
  if (llvm::all_of(Text, llvm::isPrint))
    return OS << Text;
  while (!Text.empty()) {
    unsigned char First = Text.front();
    size_t Length = isControl(First) ? 0 : characterLength(Text);
    if (Length != 0)
      OS << Text.take_front(Length);
    else
      OS << llvm::format("\\x%02x", First);
    Text = Text.drop_front(std::max<size_t>(Length, 1));
  }
  return OS;
}

} // namespace fencepost
