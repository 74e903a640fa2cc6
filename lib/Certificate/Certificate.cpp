//===- Certificate.cpp - What barriers cost -------------------------------===//
// See Certificate.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Certificate/Certificate.h"

namespace fencepost::certificate {

Cost &Cost::operator+=(const Cost &Other) {
  ByDepth.resize(std::max(ByDepth.size(), Other.ByDepth.size()));
  for (size_t Depth = 0; Depth < Other.ByDepth.size(); ++Depth)
    ByDepth[Depth] += Other.ByDepth[Depth];
  Transfers += Other.Transfers;
  Executions += Other.Executions;
  Fences += Other.Fences;
  return *this;
}

std::strong_ordering Cost::operator<=>(const Cost &Other) const {
  auto CountAt = [](const Cost &C, size_t Depth) {
    return Depth < C.ByDepth.size() ? C.ByDepth[Depth] : 0;
  };
  for (size_t Depth = std::max(ByDepth.size(), Other.ByDepth.size());
       Depth-- > 0;)
    if (auto Order = CountAt(*this, Depth) <=> CountAt(Other, Depth);
        Order != 0)
      return Order;
  return std::tie(Transfers, Executions, Fences) <=>
         std::tie(Other.Transfers, Other.Executions, Other.Fences);
}

std::string Cost::text() const {
  std::string Result;
  for (uint64_t Number : ByDepth)
    Result += (Result.empty() ? "" : "+") + std::to_string(Number);
  if (Result.empty())
    Result = "0";
  return Result + " barriers by depth, " + std::to_string(Transfers) +
         " transfers, " + std::to_string(Executions) + "/4096 executions, " +
         std::to_string(Fences) + "/4096 of fences";
}

} // namespace fencepost::certificate
