/// Loops around the loops of a basic kernel: over the rows of a group, and over tiles of each row.
///
///     for (z) for (y) for (x = first; x < end; x += tile)        end: of the group or of the range
///         for (item < min(tile, end - x)) kernel(x + item, y, z)
#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

/// Pre: `kernel` runs a partial group (group_shape.hpp) of at most `items` work-items. Where that has strips, a tile is
/// one, and full ones have a version of their own,
/// in which the number of work-items is known. Post: it runs the group of its local range, or what of it lies in the
/// global range.
void loop_over_tiles(llvm::Function& kernel, unsigned items);

/// Work-items of a tile of the kernel: `items`, if its group has as many.
std::uint32_t tile_of(std::uint32_t items, std::uint32_t local_range);

}  // namespace ndweave::compiler::c_source_detail
