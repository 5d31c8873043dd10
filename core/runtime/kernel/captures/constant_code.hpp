/// The making of code for captures that stay the same.
#pragma once

#include "ndweave/detail/kernel.hpp"
#include "runtime/kernel/captures/captured_values.hpp"
#include "runtime/kernel/captures/captures_mode.hpp"

namespace ndweave::detail {

/// Looks at the captures of a launch whose kernel has run for long enough. Where they stayed the same, it has code
/// made: in the background, or at once where the mode is eager, for the launch to run. `of` and the `ordinary` code
/// live as long as the process. Throws errc::build in eager mode only.
const constant_code* look_at_captures(captured_values& of, const kernel_record& kernel,
                                      const ndw_kernel_variant& variant, const ndw_compiled_kernel& ordinary,
                                      const void* functor, captures_mode mode);

/// The code for a launch with this functor, which has about `ns` to run; null: the `ordinary` one of the kernel's
/// variant, whose captures `of` are, and whose assumptions the launch meets.
inline const constant_code* code_for(captured_values& of, const kernel_record& kernel,
                                     const ndw_kernel_variant& variant, const ndw_compiled_kernel& ordinary,
                                     const void* functor, double ns, captures_mode mode) {
    if (mode == captures_mode::never) return nullptr;
    if (const constant_code* const code = of.find(functor)) return code;
    const bool worth = mode == captures_mode::eager ? !of.is_closed() : of.count(ns);
    return worth ? look_at_captures(of, kernel, variant, ordinary, functor, mode) : nullptr;
}

}  // namespace ndweave::detail
