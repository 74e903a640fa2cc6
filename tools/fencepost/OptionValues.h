//===- OptionValues.h - Values of options that other tables hold ----------===//
// What completion offers for options whose values are rows of another area:
// processors and axioms. An option whose values the command line itself
// decides about has them in its own row (OptionRow::Choices). Tested by
// test/cli/completion-*.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_OPTIONVALUES_H
#define FENCEPOST_TOOLS_OPTIONVALUES_H

#include <string>
#include <vector>

namespace fencepost {

/// Every processor by name and alias, then every target ID with settings.
std::vector<std::string> targetIDs();
/// Every axiom of the memory model.
std::vector<std::string> axiomNames();

} // namespace fencepost

#endif
