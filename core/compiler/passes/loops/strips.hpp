/// Divides a group without barriers into strips, each of which runs the whole kernel before the next one starts.
///
///     for l < 256:                               for first in 0, 64, 128, 192:
///         while any of 256 is active: ..   ==>       for l < 64: while any of 64 is active: ..
///
/// A masked loop runs as long as the slowest of those that walk together; in a strip that is fewer. What is kept for
/// each work-item through a uniform loop fits into registers.
#pragma once

#include "compiler/passes/work_item_loops.hpp"

namespace ndweave::compiler {

/// The shape of strips of at most `most` work-items: `local_range` of the result divides that of `options`; the same
/// where no such shape does. With `dynamic_extent`, that is left to the caller's tiles.
work_item_loop_options shape_of_strip(const work_item_loop_options& options, std::uint32_t most);

/// Makes local ids those of a strip plus its first one, the uniform call `i32 @__ndweave_strip_first(i32 axis)`. Pre: a
/// prologue, canonical ids, no barriers. Post: `kernel` is that of a group of `strip`'s shape.
void count_from_strip(llvm::Function& kernel, const work_item_loop_options& options,
                      const work_item_loop_options& strip);

/// Lowers first_id and last_id for work-items that walk together in the shape of `strip`, which may be that of
/// `options`. To be called before loop_over_strips.
void lower_id_ends(llvm::Function& kernel, const work_item_loop_options& options, const work_item_loop_options& strip);

/// Puts a loop over the strips around the finished kernel, and lowers the calls.
void loop_over_strips(llvm::Function& kernel, const work_item_loop_options& options,
                      const work_item_loop_options& strip);

}  // namespace ndweave::compiler
