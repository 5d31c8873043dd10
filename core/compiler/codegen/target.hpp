/// The targets of the kernel compiler: what the shared front must know of each, and how each makes code.
///
/// The front hands over a module that is parsed, normalised, specialised, inlined, lightly cleaned up and checked:
/// - the entry `void <request.kernel_name>(ptr functor)` is the one function definition left, except for recursive
///   functions where the target takes them; no exceptions, no comdats, at most line-table debug info;
/// - remaining builtins are calls of `__ndweave_*` declarations whose axis argument is a constant; local_range, target
/// and
///   (where the target states one) sub_group_size are folded; so is global_id of nd_range kernels, into
///   group_id * local_range + local_id;
/// - libm calls are `llvm.*` intrinsics where LLVM 19 has one that clang itself emits (sin, cos, exp, exp2, log, log2,
///   log10, pow, sqrt, fma, fabs, floor, ceil, trunc, rint, nearbyint, round, copysign, minnum, maxnum), otherwise
///   calls of the C name without side effects;
/// - target triple, data layout and host CPU attributes are removed (the data layout stays x86-64's).
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <cstdint>
#include <memory>
#include <string>

#include "code/artifact.hpp"
#include "compiler/abi.h"
#include "compiler/compilation.hpp"

namespace ndweave::compiler {

using code::artifact;

/// Constructs that not every target can do; the front refuses a kernel that uses one its target lacks.
struct capabilities {
    bool long_double = false;
    bool recursion = false;
    bool inline_assembly = false;
    bool half = true;  // 16-bit floating point: IEEE's and bfloat
    bool bfloat_arithmetic = true;
    bool int128 = true;            // 128-bit integer division
    unsigned converted_bits = 64;  // of the widest integers that are converted from and to floating point
    bool wide_counters = false;    // 64-bit integers cost what 32-bit ones do: loops may count in them
};

struct target {
    const char* name;        // in messages, dumps and cache keys: "host", "ptx", "opencl-c"
    std::uint32_t folds_to;  // value of __ndweave_target(): NDWEAVE_TARGET_HOST or NDWEAVE_TARGET_GPU
    capabilities can;

    /// What __ndweave_sub_group_size() folds to; 0 leaves the call for the target.
    std::uint32_t (*sub_group_size)(const ndw_compile_request&);

    /// Whether code for this target may call the C library function `name` ("sinf", "hypot").
    bool (*provides)(llvm::StringRef name);

    /// Bits of the widest atomic operations.
    std::uint32_t (*atomic_bits)();

    llvm::Expected<artifact> (*compile)(std::unique_ptr<llvm::Module>, compilation&);
};

/// The target of a request; null where this build has none of that number.
const target* find_target(std::uint32_t ndw_target_id);

}  // namespace ndweave::compiler
