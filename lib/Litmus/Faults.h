//===- Faults.h - What is wrong with a test, collected --------------------===//
#ifndef FENCEPOST_LIB_LITMUS_FAULTS_H
#define FENCEPOST_LIB_LITMUS_FAULTS_H

#include "fencepost/Litmus/Source.h"
#include "fencepost/Support/InputError.h"

namespace fencepost::litmus {

class Faults {
public:
  explicit Faults(const Source &S) : Input(S) {}

  void add(Spot Where, const llvm::Twine &Message,
           Diag Id = Diag::LitmusSemantics) {
    // A person reads a few; one mistake can make thousands.
    constexpr size_t MaxShown = 20;
    if (All.size() < MaxShown)
      All.push_back({Id, Input.at(Where), Message.str(), {}});
  }
  bool empty() const { return All.empty(); }

  /// All of them, in the order of the text.
  llvm::Error takeError();

private:
  const Source &Input;
  std::vector<Finding> All;
};

} // namespace fencepost::litmus

#endif
