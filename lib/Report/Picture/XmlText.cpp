//===- XmlText.cpp - Text in XML ------------------------------------------===//
// See XmlText.h.
//===----------------------------------------------------------------------===//
#include "XmlText.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

std::string xmlText(llvm::StringRef Text) {
  std::string Valid = llvm::json::fixUTF8(Text), Escaped;
  for (char Letter : Valid) {
    if (Letter == '<')
      Escaped += "&lt;";
    else if (Letter == '>')
      Escaped += "&gt;";
    else if (Letter == '&')
      Escaped += "&amp;";
    else if (Letter == '"')
      Escaped += "&quot;";
    else if (static_cast<unsigned char>(Letter) < 0x20 || Letter == 0x7f)
      Escaped += ' ';
    else
      Escaped += Letter;
  }
  return Escaped;
}

} // namespace fencepost
