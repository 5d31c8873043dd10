/// Compiles a random kernel for the host and looks at it after every step, up to where LLVM's optimizer begins.
///
/// What a step left must still do what the kernel did at first, bit for bit, in the interpreter; and what is claimed of
/// it must hold there: uniformity, affine_ids, liveness, ranges, index sets, regions, elements of private arrays,
/// parallel accesses, flags, alignments, assumptions (the folder's other files; docs/soundness.md). The passes on
/// finished loops then run alone, each on the entry as it is.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/tests/random/cases/product_code.hpp"
#include "compiler/tests/random/cases/random_setting.hpp"

namespace ndweave::compiler::testing {

struct step_counts {
    unsigned run = 0;      // functions that ran
    unsigned unknown = 0;  // functions that the interpreter cannot run: values of more than 64 bits, for instance
};

/// Throws wrong_result that names the first step that is wrong, and the claim; std::runtime_error where the compiler
/// refuses.
step_counts check_steps(const random_setting&, const kernel_text&, const product_options&);

/// The kernel, group and arguments of check_random_case(seed); none, with nothing run, of more than `most_items`
/// work-items.
step_counts check_steps(std::uint64_t seed, std::size_t most_items = SIZE_MAX);

/// For reports of a kernel that went wrong: the first wrong step with its claim; empty where there is none of those.
std::string first_wrong_step(const random_setting&, const kernel_text&, const product_options&);

}  // namespace ndweave::compiler::testing
