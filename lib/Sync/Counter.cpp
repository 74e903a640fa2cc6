//===- Counter.cpp - The hardware counters that code waits on -------------===//
// Their names. Tested by unittests/Sync/CounterTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/Counter.h"

namespace fencepost {

static constexpr EnumName<Counter> CounterNames[] = {
    {Counter::Vm, "vmcnt"},         {Counter::Exp, "expcnt"},
    {Counter::Lgkm, "lgkmcnt"},     {Counter::Vs, "vscnt"},
    {Counter::Load, "loadcnt"},     {Counter::Sample, "samplecnt"},
    {Counter::Bvh, "bvhcnt"},       {Counter::Store, "storecnt"},
    {Counter::Ds, "dscnt"},         {Counter::Km, "kmcnt"},
    {Counter::X, "xcnt"},           {Counter::Async, "asynccnt"},
    {Counter::Tensor, "tensorcnt"},
};
static_assert(isIndexedBy(CounterNames), "a counter without a name");

llvm::StringRef counterName(Counter C) { return rowOf(CounterNames, C).Name; }

std::optional<Counter> parseCounter(llvm::StringRef Name) {
  return findByName(CounterNames, Name);
}

} // namespace fencepost
