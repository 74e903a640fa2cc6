//===- SolverLibrary.h - Which solver library is used ---------------------===//
// Answers and witnesses must not depend on the Z3 that a machine has. One
// version belongs to the program and is searched beside it; any other is used
// only if the environment variable FENCEPOST_Z3 points to it, and is then named
// with the answers. Most kernels need no solver, and loading one takes as long
// as checking a small kernel, so it is loaded by the first query. Tested by
// unittests/Symbolic/SolverTest.cpp and test/check-cli/solver-*.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_SOLVERLIBRARY_H
#define FENCEPOST_SYMBOLIC_SOLVERLIBRARY_H

#include <string>

namespace fencepost::sym {

/// The solver in use, e.g. "Z3 5.4.0.0"; this loads it. "none" and why if there
/// is none.
std::string describeSolver();

/// Why the solver cannot be loaded, if that is so: "FILE: ...".
std::string solverTrouble();

/// The solver in use if it is not the pinned one; otherwise empty. Nothing is
/// loaded unless FENCEPOST_Z3 is set.
std::string otherSolver();

/// The file that the solver would be loaded from; empty if there is none.
std::string solverFile();

} // namespace fencepost::sym

#endif
