//===- Z3Library.h - The functions of libz3 that are used ----------------===//
// fencepost/Symbolic/SolverLibrary.h says where it is searched and which
// version it must be.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_SYMBOLIC_Z3LIBRARY_H
#define FENCEPOST_LIB_SYMBOLIC_Z3LIBRARY_H

#include <z3.h>

namespace fencepost::sym {

// clang-format off
#define FENCEPOST_Z3_FUNCTIONS(X) \
  X(del_config) X(del_context) X(get_error_code) X(get_numeral_uint64) \
  X(get_version) \
  X(mk_and) X(mk_bv_sort) X(mk_bvadd) X(mk_bvand) X(mk_bvashr) X(mk_bvlshr) \
  X(mk_bvmul) X(mk_bvor) X(mk_bvsdiv) X(mk_bvshl) X(mk_bvsle) X(mk_bvslt) \
  X(mk_bvsrem) X(mk_bvsub) X(mk_bvudiv) X(mk_bvuge) X(mk_bvule) X(mk_bvult) \
  X(mk_bvurem) X(mk_bvxor) X(mk_config) X(mk_const) X(mk_context) X(mk_eq) \
  X(mk_extract) X(mk_ite) X(mk_not) X(mk_or) X(mk_params) X(mk_sign_ext) \
  X(mk_solver_for_logic) X(mk_string_symbol) X(mk_unsigned_int64) X(mk_xor) \
  X(mk_zero_ext) X(model_dec_ref) X(model_eval) X(model_inc_ref) \
  X(params_dec_ref) X(params_inc_ref) X(params_set_bool) X(params_set_uint) \
  X(set_error_handler) X(solver_assert) X(solver_check) X(solver_dec_ref) \
  X(solver_get_model) X(solver_inc_ref) X(solver_set_params)
// clang-format on

struct Z3Library {
#define FENCEPOST_Z3_POINTER(Name) decltype(&::Z3_##Name) Name = nullptr;
  FENCEPOST_Z3_FUNCTIONS(FENCEPOST_Z3_POINTER)
#undef FENCEPOST_Z3_POINTER
};

/// Null if there is no libz3 that may be used.
const Z3Library *loadZ3();

} // namespace fencepost::sym

#endif
