//===- Limits.h - How large a program may be ------------------------------===//
// A litmus test is small; what is far beyond these limits is a mistake or an
// attack, and is refused before anything is spent on it. The front ends report
// the place, checkProgram() the fact. Tested by
// unittests/Model/CheckProgramTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_MODEL_LIMITS_H
#define FENCEPOST_MODEL_LIMITS_H

namespace fencepost::model {

inline constexpr unsigned MaxThreads = 64;
inline constexpr unsigned MaxNamedBarriers = 16; ///< spec/000: ids 1 to 16.
inline constexpr unsigned MaxArraySize = 4096;   ///< Elements of one array.
inline constexpr unsigned MaxElements = 65536;   ///< Of all locations.
/// Of all threads. A statement of the litmus language is at most four.
inline constexpr unsigned MaxInstructions = 16384;
/// Operators between the root of an expression or formula and a leaf.
inline constexpr unsigned MaxExpressionDepth = 200;
/// The count of a barrier: the upper half of m0 (spec/000, "s_barrier GFX12").
inline constexpr int MaxBarrierCount = 65535;
inline constexpr unsigned MaxInstanceNumber = 65535; ///< In a placement.

} // namespace fencepost::model

#endif
