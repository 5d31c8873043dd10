/// Divides a group without barriers into strips, each of which runs the whole kernel before the next one starts.
///
///     for l < 256:                               for first in 0, 64, 128, 192:
///         while any of 256 is active: ..   ==>       for l < 64: while any of 64 is active: ..
///
/// A masked loop runs as long as the slowest of those that run in lockstep; in a strip that is fewer. What is kept for
/// each work-item through a uniform loop fits into registers.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

/// Where the group has loops that it runs in lockstep and no barriers, divides it: strips of at most `wide_items`
/// work-items where those carry little through the loops, of at most the processor's `strip_items` (tuning.hpp) where
/// they carry more or are masked. Their shape (group_shape.hpp) divides that of the group; there are none where no such
/// shape does. What runs in tiles (partial groups) is left to the caller, whose tiles are then of a strip's shape.
///
/// Local ids become those of a strip plus its first one, the uniform call `i32 @__ndweave_strip_first(i32 axis)`.
/// Lowers first_id and last_id. Pre: a prologue, canonical ids. Post: `kernel` is that of a group of a strip's shape.
void divide_into_strips(llvm::Function& kernel, unsigned wide_items);

/// Puts a loop over the strips, if there are any, around the finished kernel, and lowers the calls.
void loop_over_strips(llvm::Function& kernel);

}  // namespace ndweave::compiler
