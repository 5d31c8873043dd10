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
#include <vector>

#include "compiler/abi.h"
#include "compiler/compilation.hpp"

namespace ndweave::compiler {

/// What a target makes of a kernel: everything that the cache keeps.
struct artifact {
    std::string code;        // text; for the host an encoded code_image
    std::string entry_name;  // symbol of the kernel in `code`
    std::vector<ndw_parameter> parameters;
    // Of the device's launches; see ndw_compiled_kernel.
    std::vector<std::uint32_t> aligned_pointers;
    std::vector<std::uint32_t> distinct_pointers;
    std::uint32_t written_pointer_count = 0;
    std::uint32_t written_pointers_apart = 0;
    std::uint32_t coarsening = 1;
    std::uint32_t items_in_loops = 0;
    std::uint32_t direct = 0;
    std::uint32_t strategy = 0;  // ndw_strategy; host only
    std::string reason;          // why this strategy; host only
    std::uint64_t arena_bytes = 0;
    std::uint32_t scratch_bytes = 0;
    std::vector<ndw_local_array> local_arrays;         // the front's
    std::uint32_t local_bytes = 0;                     // the front's
    std::vector<ndw_functor_bytes> deciding_captures;  // the front's
    std::uint32_t uses_barrier = 0;
    std::uint32_t sub_group_size = 0;
    std::uint32_t depends_on = 0;  // ndw_dependence; kernels of one work-item only, which are not kept on disk
};

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

    /// What the code depends on beyond the request, for the cache key: CPU name and features, library versions.
    std::string (*identity)(const ndw_compile_request&);

    llvm::Expected<artifact> (*compile)(std::unique_ptr<llvm::Module>, compilation&);
};

/// The target of a request; null where this build has none of that number.
const target* find_target(std::uint32_t ndw_target_id);

}  // namespace ndweave::compiler
