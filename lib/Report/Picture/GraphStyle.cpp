//===- GraphStyle.cpp - How the parts of a picture look -------------------===//
// One row per kind of line, one palette per colour scheme. Every colour that
// text is written in has a contrast of at least 4.5 to its background, which is
// what the web's accessibility guidelines ask for; the test computes it.
// Tested by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/GraphPicture.h"
#include <iterator>

namespace fencepost::graph {

static constexpr LineStyle Styles[] = {
    {LineKind::ProgramOrder, "po", "program order", "#57606a", "#9da7b3", false,
     false},
    {LineKind::ReadsFrom, "rf", "reads-from", "#c5221f", "#ff8a80", false,
     false},
    {LineKind::Synchronizes, "sw", "synchronizes-with", "#0550ae", "#79c0ff",
     false, true},
    {LineKind::ModificationOrder, "mo", "modification order", "#7d4e00",
     "#e3b341", false, false},
    {LineKind::FromRead, "fr", "from-read", "#b54700", "#ffa657", false, false},
    {LineKind::Phase, "phase", "barrier phase", "#6639ba", "#d2a8ff", false,
     false},
    {LineKind::Available, "av", "made available", "#116329", "#56d364", false,
     false},
    {LineKind::Visible, "vis", "made visible", "#0b6266", "#39c5cf", false,
     false},
    {LineKind::Dependency, "dep", "dependency", "#57606a", "#9da7b3", true,
     false},
    {LineKind::Race, "race", "race", "#a8156b", "#ff80c8", true, true},
    {LineKind::Violation, "violation", "forbidden cycle", "#1f2328", "#f0f6fc",
     true, true},
};
static_assert(std::size(Styles) == NumLineKinds, "a kind without a style");

llvm::ArrayRef<LineStyle> lineStyles() { return Styles; }

const LineStyle &styleOf(LineKind Kind) {
  return Styles[static_cast<size_t>(Kind)];
}

const Palette &lightPalette() {
  static constexpr Palette Light = {"#ffffff", "#1f2328", "#57606a", "#f6f8fa",
                                    "#6e7781", "#8c959f", "#fcfcfd", "#f3ecff",
                                    "#6639ba", "#4c2889"};
  return Light;
}

const Palette &darkPalette() {
  static constexpr Palette Dark = {"#0d1117", "#e6edf3", "#9da7b3", "#1c2230",
                                   "#7d8590", "#6e7681", "#11161e", "#2a2145",
                                   "#a371f7", "#e2c5ff"};
  return Dark;
}

int textWidth(llvm::StringRef Text, int FontSize) {
  int Letters = 0;
  for (unsigned char Byte : Text)
    Letters += (Byte & 0xC0) != 0x80; // Not the rest of a UTF-8 sequence.
  return (Letters * FontSize * 62 + 99) / 100;
}

} // namespace fencepost::graph
